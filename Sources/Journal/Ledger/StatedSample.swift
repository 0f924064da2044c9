import ByteTools
import HealthImport
import HealthModel
import JournalFile

/// The short way of the lines that most journals are full of: the `save` of one sample that was
/// imported, as this library writes it. It takes only what it knows in full; every other line goes
/// the general way, which comes to the same.
struct StatedSample {
  let sequence: UInt32
  let uuid: ObjectUUID
  /// The line that tells where it comes from; 0: none does.
  let origin: UInt64
  /// The word of its type; see `ContentKey`.
  let type: UInt64
  let start: Instant
  let end: Instant
  /// Its number, or that of its category.
  let value: Double
  /// The word of its unit; nil: it is a category.
  let unit: UInt64?
  /// The sum over what it states beside its identity; see `StatedHash.sum`.
  let sum: UInt64

  private static let created = "created".utf8Hash
  private static let metadata = "metadata".utf8Hash
  private static let value = "value".utf8Hash
  private static let unit = "unit".utf8Hash

  /// Returns what samples of its source, type and time have in common.
  ///
  /// - Parameter source: the word of its source.
  func group(_ source: UInt64) -> ContentKey {
    ContentKey(type: type, source: source, start: start, end: end)
  }

  /// By what an import finds it.
  func key(_ source: UInt64) -> ContentKey {
    let group = group(source)
    if let unit { return group.with(value, unit: unit) }
    return group.with(word: ContentKey.word(ofCode: Int(value)))
  }

  /// Nil: it is a line for the general way.
  ///
  /// - Parameter units: the words of units that came before.
  init?(_ line: RawSpan, _ units: inout UnitWords) {
    guard let sample = SampleLine(line) else { return nil }
    var at = sample.rest
    var sum = sample.created.map(Self.of(created:)) ?? 0
    if sample.hasMetadata {
      guard let entries = Self.entries(line, &at), line.skip("}", at: &at) else { return nil }
      sum &+= Self.of(entries: entries)
    }
    guard SampleLine.ends(line, at: at) else { return nil }
    unit = sample.unit.map { units.word(line.extracting($0)) }
    type = line.extracting(sample.type).quickHash()
    (sequence, uuid, origin) = (sample.sequence, sample.uuid, sample.origin)
    (start, end, value) = (sample.start, sample.end, sample.value)
    self.sum = sum
  }

  // MARK: Hashes

  /// What the moment of its making adds to the sum.
  static func of(created: Instant) -> UInt64 {
    StatedHash.ofMember(Self.created, StatedHash.of(created))
  }

  /// What metadata adds, of whose entries this is the sum.
  static func of(entries: UInt64) -> UInt64 {
    StatedHash.ofMember(Self.metadata, StatedHash.ofMembers(entries))
  }

  /// The sum over entries of metadata as `MetadataText` writes them, with commas between them.
  static func sum(ofEntries bytes: RawSpan) -> UInt64? {
    var at = 0
    guard let sum = entries(bytes, &at) else { return nil }
    return at == bytes.byteCount ? sum : nil
  }

  /// Reads entries whose values are texts, numbers and truth values.
  private static func entries(_ bytes: RawSpan, _ at: inout Int) -> UInt64? {
    var sum: UInt64 = 0
    repeat {
      guard bytes.skip("\"", at: &at), let key = text(bytes, &at), bytes.skip(":", at: &at),
        let value = value(bytes, &at)
      else { return nil }
      sum &+= StatedHash.ofMember(StatedHash.of(key: bytes.extracting(key)), value)
    } while bytes.skip(",", at: &at)
    return sum
  }

  private static func value(_ bytes: RawSpan, _ at: inout Int) -> UInt64? {
    if bytes.skip("\"", at: &at) {
      return text(bytes, &at).map { StatedHash.of(text: bytes.extracting($0)) }
    }
    if bytes.skip("true", at: &at) { return StatedHash.of(true) }
    if bytes.skip("false", at: &at) { return StatedHash.of(false) }
    if bytes.skip("{\"value\":", at: &at) { return amount(bytes, &at) }
    return DecimalText.parse(bytes, at: &at).map { StatedHash.of($0) }
  }

  /// Reads a number and its unit, from the number on.
  private static func amount(_ bytes: RawSpan, _ at: inout Int) -> UInt64? {
    guard let number = DecimalText.parse(bytes, at: &at), bytes.skip(",\"unit\":\"", at: &at),
      let unit = text(bytes, &at), bytes.skip("}", at: &at)
    else { return nil }
    let sum =
      StatedHash.ofMember(Self.value, StatedHash.of(number))
      &+ StatedHash.ofMember(Self.unit, StatedHash.of(text: bytes.extracting(unit)))
    return StatedHash.ofMembers(sum)
  }

  // MARK: Steps

  /// The range of a text without escapes; moves past its quote.
  @inline(__always)
  private static func text(_ bytes: RawSpan, _ at: inout Int) -> Range<Int>? {
    let (start, end) = (at, bytes.plainPart(from: at).end)
    guard end < bytes.byteCount, bytes.byte(end) == UInt8(ascii: "\"") else { return nil }
    at = end + 1
    return start..<end
  }
}

/// The words of units (`ContentKey`) by the hashes of their texts: reading a unit takes as long as
/// reading a line.
struct UnitWords: Sendable {
  private var words: [UInt64: UInt64] = [:]
  private var last: (hash: UInt64, word: UInt64)?
  /// The texts of the units.
  private(set) var texts: [UInt64: Set<String>] = [:]

  /// The word of a unit.
  mutating func word(_ text: RawSpan) -> UInt64 {
    let hash = text.quickHash()
    if let last, last.hash == hash { return last.word }
    let word = words[hash] ?? add(text.text(), hash)
    last = (hash, word)
    return word
  }

  private mutating func add(_ text: String, _ hash: UInt64) -> UInt64 {
    let word = ContentKey.word(ofUnit: text)
    words[hash] = word
    texts[word, default: []].insert(text)
    return word
  }

  /// Takes in the units of others.
  mutating func merge(_ other: UnitWords) {
    for (word, texts) in other.texts { self.texts[word, default: []].formUnion(texts) }
  }
}

extension String {
  /// Its hash as a key.
  fileprivate var utf8Hash: UInt64 { StatedHash.of(key: utf8.rawBytes) }
}
