import ByteTools
package import HealthModel

/// What an object says, as one canonical string of bytes, from which its uuid is derived.
///
/// The string is a row of parts, each as its length in decimal, a colon, the bytes and a comma (a
/// netstring), a missing part as `-,`:
///
///     6:Record,33:HKQuantityTypeIdentifierStepCount,6:iPhone,16:1480000000000000,…
///
/// Then comes the ordinal among equals. The uuid is the first 16 bytes of the SHA-256 of all this,
/// marked as version 8. Which parts there are is a promise to every journal ever imported into: a
/// change makes known objects new. The functions that make identities say which:
///
/// - sample: `Record`, type, source name, start, end (microseconds since 1970 UTC), value (shortest
///   decimal of the double; the newest spelling of a category's value; else the text), unit;
/// - correlation: `Correlation`, type, source name, start, end, its members' ordinal-0 uuids
///   sorted;
/// - workout: `Workout`, activity, source name, start, end;
/// - route: `WorkoutRoute`, the workout's uuid, source name, start, end;
/// - electrocardiogram: `ECG`, start, the SHA-256 of its voltages in µV, each as its shortest
///   decimal and a line feed;
/// - summary: `ActivitySummary`, date, then each figure's name and value, sorted by name;
/// - characteristic: `Me`, type, value;
/// - another program's observation of FHIR: `Observation`, type, source name, start, end, value
///   and, of a quantity, unit; of a correlation its members' uuids in their order instead of a
///   value;
/// - anything else: `Element`, then name, attributes sorted by name, texts and children, where a
///   date counts as its instant and a device without its address in memory.
///
/// A newer version of an object has the same parts, and after the ordinal `Version` and which one
/// it is, from 1.
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

  /// The uuid of a newer version of the copy with this ordinal; the first newer one is 1.
  func uuid(ordinal: Int, version: Int) -> ObjectUUID {
    var copy = self
    copy.add(String(ordinal))
    copy.add("Version")
    copy.add(String(version))
    return copy.uuidOfParts
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
