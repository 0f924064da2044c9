import ByteTools
import HealthModel
import JournalFile

// The fast path of a replay: `save` lines of quantity and category samples as this library writes
// them. It compares the literal parts, takes numbers, dates and uuids in place, and allocates nothing.
// Whatever is not exactly so is left to the general path, so this must never take what that refuses.

/// What the fast path remembers from line to line.
struct CanonicalScratch: Sendable {
  /// Circumstances that came lately and their numbers, each at the place that its bits give it.
  var circumstances = [Seen](repeating: Seen(), count: 256)
  /// Where the last times stood.
  var times = RecentTimes()
  /// The keys of metadata that have come.
  var keys = MetadataKeys()

  /// What a line said of a sample's circumstances, and their number. None at first.
  struct Seen: Sendable {
    var provenance = Provenance(actor: .max, origin: .max)
    var common = Circumstances(provenance: 0, unit: 0, zone: 0, startOffset: 0, endOffset: 0)
    var number: UInt32 = 0
  }
}

/// Keys of metadata, each found by a look at its bytes, and what they mean to a row.
struct MetadataKeys: Sendable {
  /// What a key means to a row.
  enum Role: Sendable {
    /// Nothing.
    case other
    /// Whether a person typed the value in.
    case userEntered
    /// The time zone.
    case zone
    /// A newer version replaces older ones: the general path knows how.
    case sync
  }

  /// Journals have a few dozen. Those beyond are left to the general path.
  private static let limit: UInt32 = 256
  private var names = NameTable()
  private var roles: [Role] = []

  /// The number of the key that a quote ends; moves behind the quote. Nil where it is not plain ASCII:
  /// keys that are equal as text need not be so as bytes.
  @inline(__always)
  mutating func number(in line: RawSpan, at position: inout Int) -> UInt32? {
    names.number(in: line, at: &position) ?? new(in: line, at: &position)
  }

  func role(_ key: UInt32) -> Role { roles[Int(key)] }

  private mutating func new(in line: RawSpan, at position: inout Int) -> UInt32? {
    guard roles.count < Self.limit, let text = CanonicalText.plain(line, &position), text.isASCII
    else { return nil }
    let name = line.text(text.range)
    roles.append(Self.role(of: name))
    return names.intern(name)
  }

  private static func role(of name: String) -> Role {
    switch name {
    case MetadataName.wasUserEntered: .userEntered
    case MetadataName.timeZone: .zone
    case MetadataName.syncIdentifier: .sync
    default: .other
    }
  }
}

extension HealthTables {
  /// Applies a canonical line of samples; nil, with the tables unchanged but for names, where the line
  /// is not one.
  mutating func applyCanonicalSave(_ line: RawSpan, at offset: UInt64) -> ScannedLine? {
    if let seen = readCanonicalSave(line, at: offset) { return seen }
    pending.dropStaged()
    return nil
  }

  /// Reads the line from its beginning to its end and keeps its rows; nil where it is not canonical.
  ///
  /// What ends the line is looked at first. Then each stretch of steps asks once whether all that it can
  /// read lies inside the line, where each step by itself would ask again.
  private mutating func readCanonicalSave(_ line: RawSpan, at offset: UInt64) -> ScannedLine? {
    guard line.byteCount <= JournalLimits.lineBytes, line.byteCount >= 256,
      CanonicalTail.ends(line)
    else { return nil }
    var at = 0
    guard unsafe line.uncheckedSkip("{\"seq\":", at: &at),
      let sequence = unsafe line.uncheckedShortWhole(at: &at),
      let number = UInt32(exactly: sequence), number > 1,
      unsafe line.uncheckedSkip(",\"at\":\"", at: &at)
    else { return nil }
    let timeStart = at
    guard let time = unsafe line.uncheckedTime(at: &at, near: &scratch.times), at - timeStart == 24,
      line.byte(at - 1) == UInt8(ascii: "Z"), line.skip("\",\"by\":\"", at: &at),
      let actor = Self.name(line, &at, in: &actors),
      line.skip(",\"event\":\"save\",\"objects\":[", at: &at)
    else { return nil }
    repeat {
      guard readObject(line, &at, sequence: number, actor: actor) else { return nil }
    } while line.skip(",", at: &at)
    guard line.skip("]", at: &at) else { return nil }
    var workout: ObjectUUID?
    if line.skip(",\"workout\":\"", at: &at) {
      guard let words = UUIDText.parse(line, at: &at), line.skip("\"", at: &at) else { return nil }
      workout = ObjectUUID(high: words.high, low: words.low)
    }
    guard at == line.byteCount - CanonicalTail.bytes else { return nil }
    keepStagedRows()
    if let workout { workoutLines.append(WorkoutLine(workout: workout, sequence: number)) }
    let instant = Instant(microseconds: time.microseconds)
    note(sequence, instant, .save, at: offset)
    return ScannedLine(sequence: sequence, at: instant, endsInChain: true)
  }

  private mutating func readObject(
    _ line: RawSpan, _ at: inout Int, sequence: UInt32, actor: UInt32
  ) -> Bool {
    // The steps up to the type's name.
    guard line.byteCount &- at >= 80 else { return false }
    let isQuantity = unsafe line.uncheckedSkip("{\"kind\":\"quantity\",\"uuid\":\"", at: &at)
    guard unsafe isQuantity || line.uncheckedSkip("{\"kind\":\"category\",\"uuid\":\"", at: &at),
      let uuid = unsafe line.uncheckedUUID(at: &at),
      unsafe line.uncheckedSkip("\",\"type\":\"", at: &at),
      let type = Self.name(line, &at, in: &types),
      // Two times and a number: a shorter rest is no canonical line, because of what ends one.
      line.byteCount &- at >= 128,
      unsafe line.uncheckedSkip(",\"start\":\"", at: &at),
      let start = unsafe line.uncheckedTime(at: &at, near: &scratch.times),
      unsafe line.uncheckedSkip("\",\"end\":\"", at: &at),
      let end = unsafe line.uncheckedTime(at: &at, near: &scratch.times),
      unsafe line.uncheckedSkip("\",\"value\":", at: &at),
      let value = unsafe line.uncheckedShortDecimal(at: &at) ?? DecimalText.parse(line, at: &at)
    else { return false }
    var row = PendingRow(
      uuid: ObjectUUID(high: uuid.high, low: uuid.low), start: start.microseconds,
      end: end.microseconds, value: value, sequence: sequence, circumstances: 0, type: type,
      flags: [])
    var common = Circumstances(
      provenance: 0, unit: SampleRow.none, zone: SampleRow.none,
      startOffset: start.offsetMinutes, endOffset: end.offsetMinutes)
    if isQuantity {
      guard line.skip(",\"unit\":\"", at: &at), let unit = Self.name(line, &at, in: &units)
      else { return false }
      common.unit = unit
    } else {
      guard Int(exactly: value) != nil else { return false }
      row.flags.insert(.category)
    }
    guard let origin = readRest(line, &at, into: &row, &common) else { return false }
    row.circumstances = number(of: common, by: Provenance(actor: actor, origin: origin))
    pending.stage(row)
    return true
  }

  /// Reads what follows the value and its unit.
  ///
  /// - Returns: the seq of the `origin` line, 0: none; nil where the line is not canonical.
  @inline(__always)
  private mutating func readRest(
    _ line: RawSpan, _ at: inout Int, into row: inout PendingRow, _ common: inout Circumstances
  ) -> UInt64? {
    // A number and a time, and again what ends the line.
    guard line.byteCount &- at >= 96 else { return nil }
    var origin: UInt64 = 0
    if unsafe line.uncheckedSkip(",\"origin\":", at: &at) {
      guard let sequence = unsafe line.uncheckedShortWhole(at: &at) else { return nil }
      origin = sequence
    }
    if unsafe line.uncheckedSkip(",\"created\":\"", at: &at) {
      guard unsafe line.uncheckedTime(at: &at, near: &scratch.times) != nil,
        line.skip("\"", at: &at)
      else { return nil }
    }
    if line.skip(",\"metadata\":{", at: &at) {
      guard readMetadata(line, &at, into: &row, &common) else { return nil }
    }
    return line.skip("}", at: &at) ? origin : nil
  }

  /// Reads metadata of plain strings, numbers and truth values, at most eight keys.
  private mutating func readMetadata(
    _ line: RawSpan, _ at: inout Int, into row: inout PendingRow, _ common: inout Circumstances
  ) -> Bool {
    var keys = InlineArray<8, UInt32>(repeating: 0)
    var count = 0
    repeat {
      guard line.skip("\"", at: &at), let key = scratch.keys.number(in: line, at: &at), count < 8
      else { return false }
      for index in 0..<count where keys[index] == key { return false }
      keys[count] = key
      count += 1
      guard line.skip(":", at: &at),
        readValue(line, &at, of: scratch.keys.role(key), into: &row, &common)
      else { return false }
    } while line.skip(",", at: &at)
    return line.skip("}", at: &at)
  }

  private mutating func readValue(
    _ line: RawSpan, _ at: inout Int, of role: MetadataKeys.Role, into row: inout PendingRow,
    _ common: inout Circumstances
  ) -> Bool {
    if role == .sync { return false }
    if line.skip("\"", at: &at) { return readText(line, &at, of: role, into: &row, &common) }
    var isTrue = false
    if line.skip("true", at: &at) {
      isTrue = true
    } else if !line.skip("false", at: &at) {
      guard let number = DecimalText.parse(line, at: &at) else { return false }
      isTrue = number != 0
    }
    if role == .userEntered, isTrue { row.flags.insert(.userEntered) }
    return true
  }

  private mutating func readText(
    _ line: RawSpan, _ at: inout Int, of role: MetadataKeys.Role, into row: inout PendingRow,
    _ common: inout Circumstances
  ) -> Bool {
    if role == .zone {
      guard let zone = Self.name(line, &at, in: &zones) else { return false }
      common.zone = zone
      return true
    }
    guard let text = CanonicalText.plain(line, &at) else { return false }
    if role == .userEntered, line.extracting(text.range).equals("1") {
      row.flags.insert(.userEntered)
    }
    return true
  }

  // MARK: Parts

  /// The number of the name up to the next quote; moves behind the quote. A new name is made a string,
  /// once.
  @inline(__always)
  private static func name(
    _ line: RawSpan, _ at: inout Int, in table: inout NameTable
  ) -> UInt32? {
    if let known = table.number(in: line, at: &at) { return known }
    guard let text = CanonicalText.plain(line, &at) else { return nil }
    return table.intern(line.text(text.range))
  }

  /// The number of what a sample has in common with others. Most came a short while ago: a look at one
  /// place saves the search in two dictionaries.
  private mutating func number(of common: Circumstances, by provenance: Provenance) -> UInt32 {
    let mixed =
      (provenance.origin &* 31 &+ UInt64(provenance.actor)) &* 31
      &+ UInt64(common.unit &+ common.zone &* 7)
      &+ UInt64(truncatingIfNeeded: common.startOffset)
    let place = Int(truncatingIfNeeded: mixed ^ mixed >> 8) & 255
    let seen = scratch.circumstances[place]
    if seen.provenance == provenance, seen.common == common { return seen.number }
    var whole = common
    whole.provenance = self.provenance(actor: provenance.actor, origin: provenance.origin)
    let number = circumstances.number(of: whole)
    scratch.circumstances[place] = CanonicalScratch.Seen(
      provenance: provenance, common: common, number: number)
    return number
  }
}

/// Strings as the fast path takes them.
enum CanonicalText {
  /// The range of a string without escapes and control characters, valid UTF-8, up to its quote; moves
  /// behind the quote.
  static func plain(
    _ line: RawSpan, _ at: inout Int
  ) -> (range: Range<Int>, isASCII: Bool)? {
    let start = at
    let (end, isASCII) = line.plainPart(from: start)
    guard end < line.byteCount, line.byte(end) == UInt8(ascii: "\""),
      end - start <= JSONParser.stringLimit,
      isASCII || UTF8Check.isValid(line, start..<end)
    else { return nil }
    at = end + 1
    return (start..<end, isASCII)
  }
}

/// What ends every canonical line: its salt and its chain value.
enum CanonicalTail {
  /// The bytes of both.
  static let bytes = 34 + JournalLimits.suffixBytes

  /// Whether a line ends so. What the digits say is read where it is asked for.
  @inline(__always)
  static func ends(_ line: RawSpan) -> Bool {
    guard line.byteCount >= bytes else { return false }
    var at = line.byteCount &- bytes
    guard unsafe line.uncheckedSkip(",\"salt\":\"", at: &at) else { return false }
    let salt = at
    at &+= 24
    guard unsafe line.uncheckedSkip("\",\"chain\":\"", at: &at) else { return false }
    let chain = at
    at &+= 64
    guard unsafe line.uncheckedSkip("\"}", at: &at) else { return false }
    // The last eight digits of the salt twice: 12 words fill three vectors.
    let saltWords = unsafe line.uncheckedFour(salt, salt &+ 8, salt &+ 16, salt &+ 16)
    let first = unsafe line.uncheckedFour(chain, chain &+ 8, chain &+ 16, chain &+ 24)
    let rest = unsafe line.uncheckedFour(chain &+ 32, chain &+ 40, chain &+ 48, chain &+ 56)
    let strangers = Hex.strangers(saltWords) | Hex.strangers(first) | Hex.strangers(rest)
    return strangers[0] | strangers[1] | strangers[2] | strangers[3] == 0
  }
}
