import ByteTools
import HealthEvents
package import HealthModel
import JournalFile

/// What an object says, as one canonical string of bytes, from which the uuid of a new object is
/// derived.
///
/// The string is a row of parts, each as its length in decimal, a colon, the bytes and a comma (a
/// netstring), a missing part as `-,`:
///
///     6:Record,33:HKQuantityTypeIdentifierStepCount,16:1480000000000000,…
///
/// Then comes a number among equals, from 0: the first whose uuid was never used. The uuid is the
/// first 16 bytes of the SHA-256 of all this, marked as version 8. Nothing is secret in it: two
/// journals that import one file have the same uuids. An import finds what it knows by `ContentKey`
/// and keeps the uuid under which it was saved, so these parts hold for new objects:
///
/// - sample: `Record`, type, start, end (microseconds since 1970 UTC), value (shortest decimal of
///   the double; the newest spelling of a category's value; else the text), unit as stated;
/// - correlation: `Correlation`, type, start, end, its members' number-0 uuids sorted;
/// - workout: `Workout`, activity, start, end;
/// - route: `WorkoutRoute`, the workout's uuid, source name, start, end;
/// - electrocardiogram: `ECG`, start, the SHA-256 of its voltages in µV, each as its shortest
///   decimal and a line feed;
/// - summary: `ActivitySummary`, date, then each figure's name and value, sorted by name;
/// - characteristic: `Me`, type, value;
/// - another program's observation of FHIR: `Observation`, type, start, end, value and, of a
///   quantity, unit; of a correlation its members' uuids in their order instead of a value;
/// - anything else: `Element`, then name, attributes sorted by name, texts and children, where a
///   date counts as its instant and a device without its address in memory.
///
/// A newer version of an object has the same parts, then `Version`, and the SHA-256 of all that the
/// version states.
///
/// Older programs had the source's name before the start. Tombstones name objects by that
/// derivation, with a number among equals of the source, by any program.
package struct ContentIdentity: Hashable, Sendable {
  /// The parts so far.
  private(set) var bytes: [UInt8] = []

  /// An identity of this kind.
  init(_ kind: String) {
    bytes.reserveCapacity(192)
    add(kind)
  }

  /// An identity without parts.
  init() {}

  /// Begins again with these parts.
  mutating func begin(with parts: RawSpan) {
    bytes.removeAll(keepingCapacity: true)
    bytes.append(contentsOf: parts)
  }

  /// Adds parts as they stand.
  mutating func append(parts: RawSpan) { bytes.append(contentsOf: parts) }

  /// Where a part ends in the bytes, counted from 0; nil where there are not this many.
  func end(ofPart number: Int) -> Int? {
    let bytes = bytes.rawBytes
    var at = 0
    for _ in 0...number {
      if bytes.skip("-,", at: &at) { continue }
      guard at < bytes.byteCount, let count = DecimalText.parse(bytes, at: &at) else { return nil }
      at += Int(count) + 2
    }
    return at
  }

  /// Adds a part.
  mutating func add(_ part: String?) {
    guard let part else { return bytes.append(contentsOf: [UInt8(ascii: "-"), UInt8(ascii: ",")]) }
    begin(part.utf8.count)
    bytes.append(contentsOf: part.utf8)
    bytes.append(UInt8(ascii: ","))
  }

  /// Adds a part.
  mutating func add(_ part: RawSpan) {
    begin(part.byteCount)
    bytes.append(contentsOf: part)
    bytes.append(UInt8(ascii: ","))
  }

  /// Adds an instant without its offset, which depends on where the phone was at the export.
  mutating func add(_ instant: Instant) {
    guard instant.microseconds >= 0 else { return add(String(instant.microseconds)) }
    let number = UInt64(instant.microseconds)
    begin(DecimalText.digitCount(number))
    bytes.append(addingCapacity: 21) { output in
      output.append(decimal: number)
      output.append(UInt8(ascii: ","))
    }
  }

  /// Adds start and end.
  mutating func add(_ span: TimeSpan) {
    add(span.start.instant)
    add(span.end.instant)
  }

  /// Adds a number.
  mutating func add(_ number: Double) { add(DecimalText.text(number)) }

  private mutating func begin(_ count: Int) {
    DecimalText.append(UInt64(count), to: &bytes)
    bytes.append(UInt8(ascii: ":"))
  }

  /// The uuid of the copy with this ordinal; the first is 0.
  package func uuid(ordinal: Int = 0) -> ObjectUUID {
    var copy = self
    copy.add(String(ordinal))
    return copy.uuidOfParts
  }

  /// The identity of a newer version that states just this.
  func version(stating draft: Draft) -> ContentIdentity {
    var object = draft.object
    (object.uuid, object.origin) = (ObjectUUID(high: 0, low: 0), nil)
    var bytes = ObjectText.bytes(object)
    if let source = draft.source {
      bytes += OriginText.bytes(Origin(source: source, device: draft.device))
    }
    var version = self
    version.add("Version")
    version.add(SHA256.hash(bytes.rawBytes).hexText)
    return version
  }

  /// The subject of an object: the day of a summary, the type of a characteristic. A newer
  /// statement about the same subject is a newer version, although its content is another. Nil: the
  /// object is identified by its content alone.
  package init?(subjectOf content: Content) {
    switch content {
    case .summary(let summary):
      self.init("Summary of")
      add(summary.date)
    case .characteristic(let trait):
      self.init("Characteristic of")
      add(trait.type)
    case .quantity, .category, .correlation, .workout, .document: return nil
    }
  }

  /// Whether an object has a subject, by which it is identified.
  package static func hasSubject(_ content: Content) -> Bool {
    switch content {
    case .summary, .characteristic: true
    case .quantity, .category, .correlation, .workout, .document: false
    }
  }

  /// The uuid where the ordinal is among the parts already.
  var uuidOfParts: ObjectUUID {
    let words = SHA256.hash(bytes.rawBytes).words
    return ObjectUUID(content: (words.0, words.1))
  }
}

// MARK: Parts of content

extension ContentIdentity {
  /// What states an object: it is part of what its uuid is derived from.
  package enum Statement: String, Sendable {
    /// An element of an Apple Health export.
    case element = "Record"
    /// An Observation of FHIR.
    case observation = "Observation"
  }

  /// The source in an identity.
  package enum SourcePart: Hashable, Sendable {
    /// It is no part, as in the uuids of new objects.
    case none
    /// Its name, as in the uuids of older programs and in tombstones.
    case name(String?)
  }

  /// What a sample, a correlation or a workout says; nil: it is something else, whose parts its
  /// importer knows.
  ///
  /// - Parameter members: of a correlation the uuids of its members.
  package init?(
    of content: Content, in statement: Statement = .element, _ source: SourcePart = .none,
    members: [ObjectUUID] = []
  ) {
    switch content {
    case .quantity(let sample):
      self.init(statement.rawValue, sample.type, source, sample.span)
      add(sample.value)
      add(sample.unit)
    case .category(let sample):
      self.init(statement.rawValue, sample.type, source, sample.span)
      switch statement {
      case .element:
        add(sample.value.canonicalText(of: sample.type))
        add(nil as String?)
      case .observation: add("\(sample.value)")
      }
    case .correlation(let correlation):
      let kind = statement == .element ? "Correlation" : statement.rawValue
      self.init(kind, correlation.type, source, correlation.span)
      let members = statement == .element ? members.sorted() : members
      for member in members { add(member.description) }
    case .workout(let workout): self.init("Workout", workout.activity, source, workout.span)
    case .characteristic, .summary, .document: return nil
    }
  }

  /// Returns whether a uuid follows from what an object says without the name of its source, as one
  /// of the first of equals.
  package static func isNameless(
    _ uuid: ObjectUUID, of content: Content, members: [ObjectUUID]
  ) -> Bool {
    [Statement.element, .observation].contains { statement in
      guard let identity = ContentIdentity(of: content, in: statement, members: members) else {
        return false
      }
      return (0..<8).contains { identity.uuid(ordinal: $0) == uuid }
    }
  }

  private init(_ kind: String, _ type: String, _ source: SourcePart, _ span: TimeSpan) {
    self.init(kind)
    add(type)
    if case .name(let name) = source { add(name) }
    add(span)
  }
}

extension CategoryCode {
  /// The newest spelling of a value: so an object keeps its identity when Apple spells a value
  /// anew, and when the catalogue learns a word.
  fileprivate func canonicalText(of type: String) -> String {
    switch self {
    case .name(let word): return word
    case .code(let code):
      if case .category(let known)? = TypeCatalogue.find(type) {
        return known.value(rawValue: code)?.exportName ?? String(code)
      }
      return code == 0 ? AppleObjects.notApplicable : String(code)
    }
  }
}
