import ByteTools
import HealthEvents
import HealthImport
import HealthModel
import JournalFile

/// The short way of the lines that most journals are full of: the `save` of one sample that was
/// imported, as this library writes it. It accepts only what it knows in full; every other line
/// goes the general way, which gives the same result.
struct StatedSample {
  let sequence: UInt32
  let uuid: ObjectUUID
  /// The line of its origin; 0 if it has none.
  let origin: UInt64
  /// The word of its type; see `ContentKey`.
  let type: UInt64
  let start: Instant
  let end: Instant
  /// Its number, or that of its category.
  let value: Double
  /// The word of its unit; nil: it is a category.
  let unit: UInt64?
  /// The sum over what it states besides its identity; see `StatedHash.sum`.
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

  /// Returns the key by which an import finds it.
  func key(_ source: UInt64, inWholeSeconds: Bool = false) -> ContentKey {
    var group = group(source)
    if inWholeSeconds {
      group = ContentKey(
        type: type, source: source, start: start.wholeSecond, end: end.wholeSecond)
    }
    if let unit { return group.with(value, unit: unit) }
    return group.with(word: ContentKey.word(ofCode: Int(value)))
  }

  /// Reads a line; nil if the line needs the general way.
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

  /// Returns the term of the creation time in the sum.
  static func of(created: Instant) -> UInt64 {
    StatedHash.ofMember(Self.created, StatedHash.of(created))
  }

  /// Returns the term of metadata in the sum; `entries` is the sum over its entries.
  static func of(entries: UInt64) -> UInt64 {
    StatedHash.ofMember(Self.metadata, StatedHash.ofMembers(entries))
  }

  /// Returns the sum over entries of metadata as `MetadataText` writes them, with commas between
  /// them.
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

  /// Returns the range of a text without escapes; moves past its quote.
  @inline(__always)
  private static func text(_ bytes: RawSpan, _ at: inout Int) -> Range<Int>? {
    let (start, end) = (at, bytes.plainPart(from: at).end)
    guard end < bytes.byteCount, bytes.byte(end) == UInt8(ascii: "\"") else { return nil }
    at = end + 1
    return start..<end
  }
}

/// The content of some lines, as far as it is known without the lines before them.
struct StatedLines: Sendable {
  /// The plain samples.
  private(set) var samples: [StatedSample] = []
  /// All other entries, each with the number of samples before it.
  private(set) var others: [(end: Int, entry: Entry)] = []
  /// The units that samples have.
  private(set) var units = UnitWords()

  /// Adds a line.
  ///
  /// - Throws: `LineProblem` if it is no line.
  mutating func read(_ line: RawSpan) throws {
    if let sample = StatedSample(line, &units) {
      samples.append(sample)
    } else {
      others.append((samples.count, try LineCodec.decode(line)))
    }
  }
}

/// The words of units (`ContentKey`) by the hashes of their texts: reading a unit takes as long as
/// reading a line.
struct UnitWords: Sendable {
  private var words: [UInt64: UInt64] = [:]
  private var last: (hash: UInt64, word: UInt64)?
  private(set) var texts: [UInt64: Set<String>] = [:]

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
  /// The hash of the text as a key.
  fileprivate var utf8Hash: UInt64 { StatedHash.of(key: utf8.rawBytes) }
}

/// A hash of what JSON states, the same for any order of members, any spelling of strings and
/// numbers and any offset of times. Two different statements have the same hash with a probability
/// of 1 in 2^64.
enum StatedHash {
  /// The kind of the hashed value, so that the text `1` is not the number 1.
  private enum Kind: UInt64 {
    case null = 0x6A09_E667_F3BC_C908
    case no = 0xBB67_AE85_84CA_A73B
    case yes = 0x3C6E_F372_FE94_F82B
    case number = 0xA54F_F53A_5F1D_36F1
    case text = 0x510E_527F_ADE6_82D1
    case time = 0x9B05_688C_2B3E_6C1F
    case array = 0x1F83_D9AB_FB41_BD6B
    case object = 0x5BE0_CD19_137E_2179
  }

  /// Mixes two hashes in this order.
  @inline(__always)
  static func mix(_ first: UInt64, _ second: UInt64) -> UInt64 { .mixed(first, second) }

  // MARK: Parts

  /// Returns the hash of a member of an object; `ofMembers` needs the sum of these.
  @inline(__always)
  static func ofMember(_ key: UInt64, _ value: UInt64) -> UInt64 { mix(key, value) }

  /// Returns the hash of an object.
  @inline(__always)
  static func ofMembers(_ sum: UInt64) -> UInt64 { mix(Kind.object.rawValue, sum) }

  /// Returns the hash of a moment.
  @inline(__always)
  static func of(_ instant: Instant) -> UInt64 {
    mix(Kind.time.rawValue, UInt64(bitPattern: instant.microseconds))
  }

  static func of(key: RawSpan) -> UInt64 { key.quickHash() }

  /// Returns the hash of a string: the hash of the moment if it is a time; the text of a device is
  /// hashed without its address in the memory of the phone.
  static func of(text: RawSpan) -> UInt64 {
    if let instant = instant(text) { return of(instant) }
    var at = 0
    guard text.skip("<<HKDevice: 0x", at: &at) else {
      return mix(Kind.text.rawValue, text.quickHash())
    }
    while at < text.byteCount, Hex.value(ofDigit: text.byte(at)) != nil { at += 1 }
    return mix(Kind.text.rawValue &+ 1, text.extracting(at...).quickHash())
  }

  /// Reads a time as lines or as exports write it.
  private static func instant(_ text: RawSpan) -> Instant? {
    guard (19...35).contains(text.byteCount), text.digit(0) != nil else { return nil }
    var at = 0
    if let time = RFC3339.parse(text, at: &at), at == text.byteCount {
      return Instant(microseconds: time.microseconds)
    }
    return AppleDate.parse(text)?.instant
  }

  /// Returns the hash of a truth value.
  static func of(_ flag: Bool) -> UInt64 { flag ? Kind.yes.rawValue : Kind.no.rawValue }

  /// Returns the hash of a number.
  @inline(__always)
  static func of(_ number: Double) -> UInt64 { mix(Kind.number.rawValue, number.bitPattern) }

  // MARK: Values

  static func of(_ value: JSONView) -> UInt64 {
    switch value.kind {
    case .null: return Kind.null.rawValue
    case .no: return of(false)
    case .yes: return of(true)
    case .number: return of(value.number ?? 0)
    case .text: return of(text: value.characters)
    case .array: return ofElements(value)
    case .object: return ofMembers(sum(value) { _ in false })
    }
  }

  private static func ofElements(_ value: JSONView, without key: StaticString? = nil) -> UInt64 {
    var hash = Kind.array.rawValue
    var elements = value.elements
    while let element = elements.next() {
      guard let key, case .object = element.kind else {
        hash = mix(hash, of(element))
        continue
      }
      hash = mix(hash, ofMembers(sum(element) { $0.equals(key) }))
    }
    return hash
  }

  /// Returns the sum over the members of an object, except those of some keys.
  static func sum(_ object: JSONView, without isLeftOut: (JSONView) -> Bool) -> UInt64 {
    var sum: UInt64 = 0
    var members = object.elements
    while let key = members.next(), let value = members.next() {
      if isLeftOut(key) { continue }
      // The clock times of single beats are words in the language and the zone of the phone.
      let isBeats = key.equals("beatsPerMinute")
      let hash = isBeats ? ofElements(value, without: "time") : of(value)
      sum &+= ofMember(of(key: key.characters), hash)
    }
    return sum
  }

  /// Returns the fingerprint of an object as its line has it.
  ///
  /// It leaves out its kind, uuid and type, the uuids of its members and the line of its origin;
  /// for a sample also its times, value and unit, which its uuid is made from; and for
  /// characteristics and activity summaries the time of creation, which is that of the export.
  private static func fingerprint(
    of object: JSONView, _ content: Content, origin: UInt64
  ) -> Fingerprint {
    let sum = sum(object) { key in
      if key.equals("kind") || key.equals("uuid") || key.equals("type") { return true }
      if key.equals("origin") || key.equals("objects") { return true }
      switch content {
      case .quantity, .category:
        return key.equals("start") || key.equals("end") || key.equals("value") || key.equals("unit")
      case .characteristic, .summary: return key.equals("created")
      case .correlation, .workout, .document: return false
      }
    }
    return Fingerprint(mix(origin, sum))
  }

  /// Returns the fingerprint of an object whose source and device have this hash; 0 if it has none.
  static func fingerprint(of object: HealthObject, origin: UInt64) -> Fingerprint {
    Fingerprint(
      withView(of: ObjectText.bytes(object)) {
        fingerprint(of: $0, object.content, origin: origin).value
      })
  }

  /// Returns the hash of a source and device.
  static func of(_ origin: Origin) -> UInt64 {
    let bytes = OriginText.bytes(origin)
    return withView(of: bytes) { of($0) }
  }

  /// Returns the sum over entries of metadata as `MetadataText` writes them, with commas between
  /// them.
  static func sum(ofEntries entries: RawSpan) -> UInt64 {
    if let sum = StatedSample.sum(ofEntries: entries) { return sum }
    var bytes = [UInt8(ascii: "{")]
    bytes.append(contentsOf: entries)
    bytes.append(UInt8(ascii: "}"))
    return withView(of: bytes) { sum($0) { _ in false } }
  }

  /// Reads JSON that this library wrote.
  private static func withView(of bytes: [UInt8], _ body: (JSONView) -> UInt64) -> UInt64 {
    let span = bytes.rawBytes
    guard let tape = try? JSONTape(span) else { preconditionFailure("what was written is no JSON") }
    return body(JSONView(tape, span))
  }
}
