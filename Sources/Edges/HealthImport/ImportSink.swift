package import ByteTools
package import HealthEvents
package import HealthModel

/// The destination of an import: the journal, its quarantine and a temporary store. An importer
/// knows formats and nothing of files; a sink knows files and nothing of formats.
package protocol ImportSink {
  /// Returns true if the journal held an object with this uuid, live or not, before this import
  /// began.
  func knows(_ uuid: ObjectUUID) -> Bool

  /// The reading of sources' names.
  var names: SourceNames { get }

  /// The journal's time zone: of days that the input names without one.
  var timeZone: String { get }

  /// Returns the object that the journal held as a copy of some content before this import began;
  /// nil if it held none. The copies that it held have the ordinals from 0 on, in the order of its
  /// lines, and those that no import made come last.
  func held(_ copy: ContentKey) -> HeldObject?

  /// Returns the key of the object that has a version with this uuid; nil: the journal held none
  /// that was derived from content.
  func copy(of uuid: ObjectUUID) -> ContentKey?

  /// Returns the newest version that the journal held; nil: nothing.
  ///
  /// - Throws: the errors of reading its line.
  func statement(of copy: ContentKey) throws -> Draft?

  /// Returns whether something was erased from the line that states the newest version of it.
  func isRewritten(_ copy: ContentKey) throws -> Bool

  /// Returns the keys of the correlations that the journal held in a group and that have exactly
  /// this content besides their members.
  func correlations(in group: ContentKey, _ fingerprint: Fingerprint) -> [ContentKey]

  /// Returns the units in which the journal states quantities of a type.
  ///
  /// - Parameter source: the name of their source; nil: all sources.
  func units(of type: String, from source: String?) -> [String]

  /// Returns the quantities that the journal held in groups (`ContentKey.init(groupOf:source:)`),
  /// and that this import has not stated, in the order of its lines.
  ///
  /// - Throws: the errors of reading the lines.
  mutating func heldQuantities(in groups: Set<ContentKey>) throws -> [HeldQuantity]

  /// True if objects were erased from the journal in a way that an import can ask for.
  var holdsTombstones: Bool { get }

  /// Returns whether a uuid is one that an erasure names; see `ContentIdentity`.
  func wasErased(_ uuid: ObjectUUID) -> Bool

  /// True if erased objects are saved again.
  var savesErased: Bool { get }

  /// Returns the time of the export that stated the newest version of an object; nil if the time is
  /// not known.
  func exported(_ copy: ContentKey) -> Instant?

  /// Returns a hash of all that a draft states.
  func fingerprint(of draft: Draft) -> Fingerprint

  /// Notes that this import states what the journal held of a copy, or replaces it.
  mutating func confirm(_ copy: ContentKey)

  /// Compares a sample, as `save(_:like:…)` would save it, with what the journal held, and confirms
  /// the copy where they are the same. One that this import has confirmed before gives `.other`.
  mutating func compare(
    _ copy: ContentKey, like index: Int, created: Timestamp, metadata: RawSpan
  ) -> ImportComparison

  /// Returns the live samples of a type and a source that the journal held before this import
  /// began.
  ///
  /// - Parameter source: the word of the source's name; see `ContentKey.word(ofSource:)`.
  func heldSamples(of type: String, from source: UInt64) -> [HeldSample]

  /// Declares a type that the file states, unless the journal declares its identifier already, or
  /// the rules refuse it.
  ///
  /// - Throws: the errors of writing its line.
  mutating func declare(_ type: DeclaredType) throws

  /// Deletes objects that the journal held, with the reason.
  ///
  /// - Throws: errors that end the import, such as a full disk.
  mutating func delete(_ uuids: [ObjectUUID], reason: String) throws

  /// Saves objects as one line of the journal, all or none.
  ///
  /// - Returns: the reason for a refusal; nil if they are saved.
  /// - Throws: errors that end the import, such as a full disk.
  mutating func save(_ request: SaveRequest) throws -> Rejection?

  /// Prepares to save samples that differ from this one only in uuid, times, metadata and, of a
  /// quantity, value. This one has no metadata.
  ///
  /// - Parameter index: the number under which to keep what is prepared: from 0, some thousands at
  ///   most.
  /// - Returns: false where the sink wants each of them saved by `save(_:)`.
  mutating func prepare(_ draft: Draft, at index: Int) -> Bool

  /// Returns an entry of metadata in the sink's own spelling, for `save(_:like:…)`.
  mutating func spelling(of entry: Metadata.Entry) -> [UInt8]

  /// Saves a sample with what was prepared under an index, just as `save(_:)` would save it.
  ///
  /// - Parameters:
  ///   - uuid: surely new: neither known nor saved before.
  ///   - start, end, created: RFC 3339 as `Timestamp` describes itself, the end not before the
  ///     start.
  ///   - value: a finite number as `DecimalText` writes it; empty for a category.
  ///   - metadata: spellings of entries with commas between them, no key twice.
  mutating func save(
    _ uuid: ObjectUUID, like index: Int, start: RawSpan, end: RawSpan, value: RawSpan,
    created: RawSpan, metadata: RawSpan
  ) throws

  /// Sets bytes of the file aside: those of `element` at `offset`, and why.
  ///
  /// - Parameter continues: whether nothing but white space lies between them and those set aside
  ///   before: a long run of damage needs one reason, not one for each tag in it.
  mutating func quarantine(
    _ bytes: RawSpan, element: String, offset: UInt64, reason: String, continues: Bool
  ) throws

  /// Appends bytes to a temporary store, which lasts as long as the import.
  mutating func storeTemporarily(_ bytes: RawSpan) throws

  /// Returns all bytes stored so far, from the first. It may be called several times.
  mutating func temporaryBytes() throws -> any ByteSource

  /// Reports the progress of reading: bytes, and elements that the journal knows or has saved.
  mutating func progress(bytesRead: UInt64, elements: Int)
}

extension ImportSink {
  /// Returns true if an object that the journal does not hold stays out, because it was erased.
  func keepsOut(_ uuid: ObjectUUID) -> Bool { !savesErased && wasErased(uuid) }

  /// Returns false: nothing is erased from what has no lines.
  package func isRewritten(_ copy: ContentKey) throws -> Bool { false }

  /// Returns whether what the journal holds of a copy is what an erasure left of just this
  /// statement: a workout without its heart rates, where those were erased.
  func holdsRest(of draft: Draft, as copy: ContentKey) throws -> Bool {
    guard keepsOutErased, try isRewritten(copy), let held = try statement(of: copy) else {
      return false
    }
    let gone = draft.object.otherTypes.subtracting(held.object.otherTypes)
    var rest = draft
    rest.object = draft.object.without(gone)
    return !gone.isEmpty && SameStatement.isSaid(by: held, and: rest)
  }

  /// True if the journal has tombstones, and the objects that they name stay out.
  var keepsOutErased: Bool { holdsTombstones && !savesErased }

  /// Returns the first number among equals whose uuid the journal has never used.
  func unusedNumber(of identity: ContentIdentity, from first: Int = 0) -> Int {
    var number = first
    while knows(identity.uuid(ordinal: number)) { number += 1 }
    return number
  }
}

extension Rejection {
  /// The reason in words, for a note; holds no health value.
  var reason: String {
    if case .invalidArgument(let fault, _) = self { fault.description } else { description }
  }
}

extension ImportSelection {
  /// Returns true if an object is in the requested part.
  ///
  /// - Parameter source: the name of the object's source; nil if it has no source.
  package func takes(_ content: Content, source: String?) -> Bool {
    guard types.isEmpty || types.contains(content.type) else { return false }
    guard sources.isEmpty || names(source) else { return false }
    if let span = content.span { return takes(span) }
    return from == nil && to == nil
  }

  private func names(_ source: String?) -> Bool {
    guard let source else { return false }
    return sources.contains { SourceName.means($0, source) }
  }

  /// Returns true if a span of time overlaps the requested one.
  package func takes(_ span: TimeSpan) -> Bool {
    if let from, span.end.instant < from.instant { return false }
    if let to, span.start.instant >= to.instant { return false }
    return true
  }
}
