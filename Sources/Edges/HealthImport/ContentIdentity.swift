import ByteTools
import HealthEvents
package import HealthModel
import JournalFile

/// The content of an object, as one canonical string of bytes, from which the uuid of a new object
/// is derived.
///
/// The string is a row of parts, each as its length in decimal, a colon, the bytes and a comma (a
/// netstring), a missing part as `-,`:
///
///     6:Record,33:HKQuantityTypeIdentifierStepCount,16:1480000000000000,…
///
/// Then comes a number among equals, from 0: the first whose uuid was never used. The uuid is the
/// first 16 bytes of the SHA-256 of all this, marked as version 8. Nothing is secret in it: two
/// journals that import one file have the same uuids. An import finds what it knows by `ContentKey`
/// and keeps the uuid under which it was saved, so these parts are those of new objects:
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

  init(_ kind: String) {
    bytes.reserveCapacity(192)
    add(kind)
  }

  init() {}

  /// Begins again with these parts.
  mutating func begin(with parts: [UInt8]) {
    bytes.removeAll(keepingCapacity: true)
    bytes.append(contentsOf: parts)
  }

  /// Adds parts unchanged.
  mutating func append(parts: some Sequence<UInt8>) { bytes.append(contentsOf: parts) }

  /// Returns the end of a part in the bytes, counted from 0; nil if there are fewer parts.
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

  mutating func add(_ part: String?) {
    guard let part else { return bytes.append(contentsOf: [UInt8(ascii: "-"), UInt8(ascii: ",")]) }
    begin(part.utf8.count)
    bytes.append(contentsOf: part.utf8)
    bytes.append(UInt8(ascii: ","))
  }

  mutating func add(_ others: [UInt8], _ range: Range<Int>) {
    add(others.rawBytes.extracting(range))
  }

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

  mutating func add(_ span: TimeSpan) {
    add(span.start.instant)
    add(span.end.instant)
  }

  mutating func add(_ number: Double) { add(DecimalText.text(number)) }

  private mutating func begin(_ count: Int) {
    DecimalText.append(UInt64(count), to: &bytes)
    bytes.append(UInt8(ascii: ":"))
  }

  /// Returns the uuid of the copy with this ordinal; the first is 0.
  package func uuid(ordinal: Int = 0) -> ObjectUUID {
    var copy = self
    copy.add(String(ordinal))
    return copy.uuidOfParts
  }

  /// Returns the identity of a newer version that states just this.
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

  /// Creates the identity of an object's subject: the day of a summary, the type of a
  /// characteristic. A newer statement about the same subject is a newer version, although its
  /// content is another. Nil: the object is identified by its content alone.
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

  /// Returns true if an object has a subject, which identifies it.
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

  /// The kind of a statement about an object: a part of the content that gives its uuid.
  package enum Statement: String, Sendable {
    /// An element of an Apple Health export.
    case element = "Record"
    /// The kind of a FHIR Observation.
    case observation = "Observation"
  }

  package enum SourcePart: Hashable, Sendable {
    /// It is no part, as in the uuids of new objects.
    case none
    /// Its name, as in the uuids of older programs and in tombstones.
    case name(String?)
  }

  /// Creates the identity of a sample, a correlation or a workout; nil: it is something else, whose
  /// parts its importer knows.
  ///
  /// - Parameter members: the uuids of a correlation's members.
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

  /// Returns true if a uuid follows from an object's content without the name of its source, as one
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

// MARK: Parts of content

extension CategoryCode {
  /// Returns the newest spelling of a value, so that an object keeps its identity if Apple spells a
  /// value anew or the catalogue learns a word.
  package func canonicalText(of type: String) -> String {
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

/// The key by which an import looks for an object in a journal: two statements of one thing have
/// the same key, however a phone prints it.
///
/// It is made of kind, type, the name of the source as a person types it, the instants of start and
/// end, and of a quantity the number and the size of its unit (`kcal` and `Cal` have the same), of
/// a category its code. Of a summary it is the day, of a characteristic the type, of a document its
/// uuid. It is a hash of 64 bits, made again by each import, and is in no file. `ContentIdentity`
/// makes the uuid under which something is saved (D64).
package struct ContentKey: Hashable, Sendable {
  package let value: UInt64

  package init(_ value: UInt64) { self.value = value }

  /// Creates the key of a document.
  package init(_ uuid: ObjectUUID) { value = .mixed(uuid.high, uuid.low) }

  /// Returns the key of the copy with this ordinal among equals; the first is 0.
  package func copy(_ ordinal: Int) -> ContentKey {
    ordinal == 0 ? self : ContentKey(.mixed(value, UInt64(ordinal)))
  }

  /// Returns a word for a type, an activity or a date.
  package static func word(_ text: String) -> UInt64 { text.utf8.rawBytes.quickHash() }

  /// Returns the word of a source; a source without a name has none.
  package static func word(ofSource name: String?) -> UInt64 {
    guard let name, !name.isEmpty else { return 0 }
    return word(SourceName.typed(name))
  }

  /// Returns the word of a unit: the same for units of equal size.
  package static func word(ofUnit text: String) -> UInt64 {
    guard let size = try? Unit(text).size else { return word(text) }
    return UInt64(bitPattern: Int64(size.hashValue))
  }

  /// Returns the word of a category's value: that of its number, if it has one.
  package static func word(of value: CategoryCode, type: String) -> UInt64 {
    switch value {
    case .code(let code): return word(ofCode: code)
    case .name(let name):
      guard case .category(let known)? = TypeCatalogue.find(type),
        let code = known.value(exportName: name)?.rawValue
      else { return word(name) }
      return word(ofCode: code)
    }
  }

  /// Returns the word of a category's number.
  package static func word(ofCode code: Int) -> UInt64 { UInt64(bitPattern: Int64(code)) }

  /// Creates the key of all samples of a type, a source and a span of time.
  package init(type: UInt64, source: UInt64, start: Instant, end: Instant) {
    let times: UInt64 = .mixed(
      UInt64(bitPattern: start.microseconds), UInt64(bitPattern: end.microseconds))
    value = .mixed(.mixed(type, source), times)
  }

  /// Returns the key of a quantity among the samples of this key.
  package func with(_ number: Double, unit: UInt64) -> ContentKey {
    // There are two zeros.
    ContentKey(.mixed(.mixed(value, unit), (number + 0).bitPattern))
  }

  /// Returns the key of a category among the samples of this key.
  package func with(word: UInt64) -> ContentKey { ContentKey(.mixed(value, word)) }

  /// Returns the key of a correlation among the samples of this key.
  package func with(members: [ContentKey]) -> ContentKey {
    let sum = members.reduce(UInt64(members.count)) { $0 &+ .mixed($1.value, 1) }
    return ContentKey(.mixed(.mixed(value, 2), sum))
  }

  /// Creates the key of the objects with the same type, source and time, without a value; nil: the
  /// content is of another kind.
  ///
  /// - Parameter inWholeSeconds: true if the times are cut, as exports cut them.
  package init?(groupOf content: Content, source: UInt64, inWholeSeconds: Bool = false) {
    let type: String
    switch content {
    case .quantity(let sample): type = sample.type
    case .category(let sample): type = sample.type
    case .correlation(let correlation): type = correlation.type
    case .workout(let workout): type = workout.activity
    case .characteristic, .summary, .document: return nil
    }
    guard let span = content.span else { return nil }
    let (start, end) = (span.start.instant, span.end.instant)
    self.init(
      type: Self.word(type), source: source, start: inWholeSeconds ? start.wholeSecond : start,
      end: inWholeSeconds ? end.wholeSecond : end)
  }

  /// Creates the key of an object.
  ///
  /// - Parameters:
  ///   - source: the word of its source.
  ///   - inWholeSeconds: true if its times are cut, as exports cut them.
  ///   - members: the keys of a correlation's members.
  ///   - uuid: the uuid of a document.
  package init(
    of content: Content, source: UInt64, inWholeSeconds: Bool = false,
    members: [ContentKey] = [], uuid: @autoclosure () -> ObjectUUID
  ) {
    guard
      let group = ContentKey(groupOf: content, source: source, inWholeSeconds: inWholeSeconds)
    else {
      switch content {
      case .summary(let summary): self.init(.mixed(3, Self.word(summary.date)))
      case .characteristic(let trait): self.init(.mixed(4, Self.word(trait.type)))
      case .quantity, .category, .correlation, .workout, .document: self.init(uuid())
      }
      return
    }
    switch content {
    case .quantity(let sample):
      self = group.with(sample.value, unit: Self.word(ofUnit: sample.unit))
    case .category(let sample):
      self = group.with(word: Self.word(of: sample.value, type: sample.type))
    case .correlation: self = group.with(members: members)
    case .workout, .characteristic, .summary, .document: self = group
    }
  }
}

// MARK: Words

// MARK: Parts

/// A hash of all that was stated of an object: equal if nothing differs, whatever the order of its
/// members and the offsets of its times, which follow the phone at the time of an export.
///
/// The key identifies a thing (`ContentKey`); a fingerprint identifies its version. Each import
/// makes it again, for the objects of the journal and of the input alike, and no file holds it.
package struct Fingerprint: Hashable, Sendable {
  package let value: UInt64

  package init(_ value: UInt64) { self.value = value }
}

/// The object that the journal held for a copy of some content before an import.
package struct HeldObject: Hashable, Sendable {
  /// The uuid with which its first version was saved.
  package let first: ObjectUUID
  /// The uuid of its newest version; the first where there is but one.
  package let newest: ObjectUUID
  /// The key that all copies of the content share.
  package let key: ContentKey
  /// The fingerprint of that version's statements.
  package let fingerprint: Fingerprint
  /// The state of that version.
  package let state: HeldState
  /// True if this import has stated it, or replaced it.
  package let isConfirmed: Bool
  /// True if no import made it: it stays what it is, whatever an import states besides its content.
  package let isEntered: Bool

  package init(
    first: ObjectUUID, newest: ObjectUUID, key: ContentKey, fingerprint: Fingerprint,
    state: HeldState, isConfirmed: Bool, isEntered: Bool = false
  ) {
    (self.first, self.newest, self.key) = (first, newest, key)
    self.fingerprint = fingerprint
    self.state = state
    (self.isConfirmed, self.isEntered) = (isConfirmed, isEntered)
  }
}

/// The states of an object that a journal held.
package enum HeldState: Sendable {
  /// It is in the views.
  case live
  /// Its save was reverted, or it was deleted and such objects are asked for too: an import that
  /// states it makes it live again.
  case restorable
  /// It was deleted, and stays so.
  case deleted
  /// An object that is no version of it replaced it.
  case replaced

  /// The fate of an element that states just this object.
  var fate: ImportFate {
    switch self {
    case .live: .known
    case .restorable: .restored
    case .deleted: .deleted
    case .replaced: .superseded
    }
  }

  /// True if an import adds to the object or corrects it.
  var isOpen: Bool { self == .live || self == .restorable }
}

/// A quantity that the journal held, and that an import has not stated.
package struct HeldQuantity: Hashable, Sendable {
  /// The key that quantities of its type, source and time share.
  package let group: ContentKey
  /// The key that finds it.
  package let copy: ContentKey
  package let statement: QuantityPairs.Statement

  package init(group: ContentKey, copy: ContentKey, statement: QuantityPairs.Statement) {
    (self.group, self.copy, self.statement) = (group, copy, statement)
  }
}

/// The comparison of an import's statements with the journal before it.
package enum ImportComparison: Hashable, Sendable {
  /// The journal holds nothing of this identity.
  case new
  /// The journal holds just that, or held it.
  case held(HeldState)
  /// The journal holds something else under this identity, or an element before has stated it.
  case other
}
