package import ByteTools
package import HealthEvents
package import HealthModel

/// Where an import goes: the journal, its quarantine and a temporary store. An importer knows
/// formats and nothing of files; a sink knows files and nothing of formats.
package protocol ImportSink {
  /// Whether the journal held an object of this uuid, live or not, before this import began.
  func knows(_ uuid: ObjectUUID) -> Bool

  /// How the names of sources are read.
  var names: SourceNames { get }

  /// The journal's time zone: of days that the input names without one.
  var timeZone: String { get }

  /// Returns what the journal held of a copy of some content before this import began; nil:
  /// nothing. The copies that it held have the ordinals from 0 on, in the order of its lines.
  func held(_ copy: ContentKey) -> HeldObject?

  /// By what an object of the journal is found, of which this is the uuid of a version; nil: the
  /// journal held none that was derived from content.
  func copy(of uuid: ObjectUUID) -> ContentKey?

  /// The newest version of what the journal held; nil: nothing.
  ///
  /// - Throws: what reading its line throws.
  func statement(of copy: ContentKey) throws -> Draft?

  /// Returns whether something was erased from the line that states the newest version of it.
  func isRewritten(_ copy: ContentKey) throws -> Bool

  /// By what correlations are found that the journal held in a group, and that say just this beside
  /// their members.
  func correlations(in group: ContentKey, _ fingerprint: Fingerprint) -> [ContentKey]

  /// The units in which the journal states quantities of a type.
  ///
  /// - Parameter source: the name of their source; nil: of all.
  func units(of type: String, from source: String?) -> [String]

  /// The quantities that the journal held in groups (`ContentKey.init(groupOf:source:)`), and that
  /// this import has not stated, in the order of its lines.
  ///
  /// - Throws: what reading the lines throws.
  mutating func heldQuantities(in groups: Set<ContentKey>) throws -> [HeldQuantity]

  /// Whether objects were erased from the journal in a way that an import can ask for.
  var holdsTombstones: Bool { get }

  /// Returns whether a uuid is one that an erasure names; see `ContentIdentity`.
  func wasErased(_ uuid: ObjectUUID) -> Bool

  /// Whether what was erased is saved again.
  var savesErased: Bool { get }

  /// When the export was made that stated the newest version of an object; nil: that is not known.
  func exported(_ copy: ContentKey) -> Instant?

  /// A hash of all that a draft states.
  func fingerprint(of draft: Draft) -> Fingerprint

  /// Notes that this import states what the journal held of a copy, or replaces it.
  mutating func confirm(_ copy: ContentKey)

  /// Compares a sample, as `save(_:like:…)` would save it, with what the journal held, and confirms
  /// the copy where they are the same. One that this import has confirmed before gives `.other`.
  mutating func compare(
    _ copy: ContentKey, like index: Int, created: Timestamp, metadata: RawSpan
  ) -> ImportComparison

  /// The live samples of a type and a source that the journal held before this import began.
  ///
  /// - Parameter source: the word of the source's name; see `ContentKey.word(ofSource:)`.
  func heldSamples(of type: String, from source: UInt64) -> [HeldSample]

  /// Deletes objects that the journal held, and says why.
  ///
  /// - Throws: what ends the import, such as a full disk.
  mutating func delete(_ uuids: [ObjectUUID], reason: String) throws

  /// Saves objects as one line of the journal, all or none.
  ///
  /// - Returns: why they were refused; nil where they are saved.
  /// - Throws: what ends the import, such as a full disk.
  mutating func save(_ request: SaveRequest) throws -> Rejection?

  /// Prepares to save samples that differ from this one only in uuid, times, metadata and, of a
  /// quantity, value. This one has no metadata.
  ///
  /// - Parameter index: the number under which to keep what is prepared: from 0, some thousands at
  ///   most.
  /// - Returns: false where the sink wants each of them saved by `save(_:)`.
  mutating func prepare(_ draft: Draft, at index: Int) -> Bool

  /// An entry of metadata in the sink's own spelling, for `save(_:like:…)`.
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

  /// All bytes stored so far, from the first. May be asked for several times.
  mutating func temporaryBytes() throws -> any ByteSource

  /// How far reading has come: bytes, and elements that the journal knows or has taken.
  mutating func progress(bytesRead: UInt64, elements: Int)
}

extension ImportSink {
  /// Whether an object that the journal does not hold stays out, as it was erased.
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

  /// Whether the journal has tombstones, and what they name stays out.
  var keepsOutErased: Bool { holdsTombstones && !savesErased }

  /// The first number among equals whose uuid the journal has never used.
  func unusedNumber(of identity: ContentIdentity, from first: Int = 0) -> Int {
    var number = first
    while knows(identity.uuid(ordinal: number)) { number += 1 }
    return number
  }
}

extension Rejection {
  /// The error's name and what was wrong, for a note; holds no health value.
  var reason: String {
    switch self {
    case .authorizationNotDetermined, .authorizationDenied, .anotherWorkoutSessionStarted: code
    case .invalidArgument(let fault, _): "\(code), \(fault)"
    }
  }
}

extension ImportSelection {
  /// Whether an object is in the part that is asked for.
  ///
  /// - Parameter source: the name of its source; nil: it has none.
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

  /// Whether a stretch of time overlaps the one that is asked for.
  package func takes(_ span: TimeSpan) -> Bool {
    if let from, span.end.instant < from.instant { return false }
    if let to, span.start.instant >= to.instant { return false }
    return true
  }
}
