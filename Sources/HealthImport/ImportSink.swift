package import ByteTools
package import HealthEvents
package import HealthModel

/// Where an import goes: the journal, its quarantine and a temporary store. An importer knows
/// formats and nothing of files; a sink knows files and nothing of formats.
package protocol ImportSink {
  /// Whether the journal held an object of this uuid, live or not, before this import began.
  func knows(_ uuid: ObjectUUID) -> Bool

  /// What the journal held under a key before this import began; nil: nothing. A key is the uuid
  /// with which the first version of an object was saved, or the uuid of its subject
  /// (`ContentIdentity.init(subjectOf:)`).
  func held(_ key: ObjectUUID) -> HeldObject?

  /// Whether the object of a key was erased from the journal before this import began, as far as
  /// that is known.
  func wasErased(_ key: ObjectUUID) -> Bool

  /// Whether what was erased is saved again.
  var savesErased: Bool { get }

  /// When the export was made that stated the newest version of an object; nil: that is not known.
  func exported(_ key: ObjectUUID) -> Instant?

  /// A hash of all that a draft states.
  func fingerprint(of draft: Draft) -> Fingerprint

  /// Notes that this import states what the journal held of a key, or replaces it.
  mutating func confirm(_ key: ObjectUUID)

  /// Compares a sample, as `save(_:like:…)` would save it, with what the journal held, and confirms
  /// its key where they are the same. A key that this import has confirmed before gives `.other`.
  mutating func compare(
    _ key: ObjectUUID, like index: Int, created: Timestamp, metadata: RawSpan
  ) -> ImportComparison

  /// The live samples of a type and a source's name that the journal held before this import began.
  func heldSamples(of type: String, from source: String) -> [HeldSample]

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
  func keepsOut(_ key: ObjectUUID) -> Bool { !savesErased && wasErased(key) }
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
