import ByteTools
import HealthModel
import JournalFile

// The fast path of a replay: `save` lines of quantity and category samples as this library writes
// them. It compares the literal parts, takes numbers, dates and uuids in place, and allocates nothing.
// Whatever is not exactly so is left to the general path, so this must never take what that refuses.

/// Rows of the line being read, kept until the whole line is known to be good.
struct CanonicalScratch: Sendable {
  private(set) var rows: [(row: SampleRow, type: UInt32)] = []
  /// How many of the rows belong to the line.
  private(set) var count = 0
  /// Pairs of actor and origin and their numbers, each at the place that its bits give it.
  var provenances = [(pair: Provenance, number: UInt32)?](repeating: nil, count: 64)

  mutating func begin() { count = 0 }

  @inline(__always)
  mutating func put(_ row: SampleRow, type: UInt32) {
    if count < rows.count { rows[count] = (row, type) } else { rows.append((row, type)) }
    count += 1
  }
}

extension HealthTables {
  /// Applies a canonical line of samples; nil, with the tables unchanged but for names, where the line
  /// is not one.
  mutating func applyCanonicalSave(
    _ line: RawSpan, at offset: UInt64
  ) throws(LineProblem) -> ScannedLine? {
    var at = 0
    guard line.byteCount <= JournalLimits.lineBytes, line.skip("{\"seq\":", at: &at),
      let sequence = Self.whole(line, &at), let number = UInt32(exactly: sequence), number > 1,
      line.skip(",\"at\":\"", at: &at)
    else { return nil }
    let timeStart = at
    guard let time = RFC3339.parse(line, at: &at), at - timeStart == 24,
      line.byte(at - 1) == UInt8(ascii: "Z"), line.skip("\",\"by\":\"", at: &at),
      let actor = Self.name(line, &at, in: &actors),
      line.skip(",\"event\":\"save\",\"objects\":[", at: &at)
    else { return nil }
    scratch.begin()
    repeat {
      guard readObject(line, &at, sequence: number, actor: actor) else { return nil }
    } while line.skip(",", at: &at)
    guard line.skip("]", at: &at) else { return nil }
    var workout: ObjectUUID?
    if line.skip(",\"workout\":\"", at: &at) {
      guard let uuid = Self.uuid(line, &at), line.skip("\"", at: &at) else { return nil }
      workout = uuid
    }
    guard line.skip(",\"salt\":\"", at: &at), Self.isSalt(line, &at),
      at == line.byteCount - JournalLimits.suffixBytes, let chain = Chain.stated(in: line)
    else { return nil }
    for index in 0..<scratch.count {
      append(scratch.rows[index].row, type: scratch.rows[index].type)
    }
    if let workout { workoutLines.append(WorkoutLine(workout: workout, sequence: number)) }
    let instant = Instant(microseconds: time.microseconds)
    note(sequence, instant, .save, at: offset)
    return ScannedLine(sequence: sequence, at: instant, chain: chain)
  }

  private mutating func readObject(
    _ line: RawSpan, _ at: inout Int, sequence: UInt32, actor: UInt32
  ) -> Bool {
    let isQuantity = line.skip("{\"kind\":\"quantity\",\"uuid\":\"", at: &at)
    guard isQuantity || line.skip("{\"kind\":\"category\",\"uuid\":\"", at: &at),
      let uuid = Self.uuid(line, &at), line.skip("\",\"type\":\"", at: &at),
      let type = Self.name(line, &at, in: &types), line.skip(",\"start\":\"", at: &at),
      let start = RFC3339.parse(line, at: &at), line.skip("\",\"end\":\"", at: &at),
      let end = RFC3339.parse(line, at: &at), line.skip("\",\"value\":", at: &at),
      let value = DecimalText.parse(line, at: &at)
    else { return false }
    var row = SampleRow(
      uuid: uuid, start: start.microseconds, end: end.microseconds, value: value,
      sequence: sequence, provenance: 0, unit: SampleRow.none, zone: SampleRow.none,
      startOffset: start.offsetMinutes, endOffset: end.offsetMinutes, flags: [])
    if isQuantity {
      guard line.skip(",\"unit\":\"", at: &at), let unit = Self.name(line, &at, in: &units)
      else { return false }
      row.unit = unit
    } else {
      guard Int(exactly: value) != nil else { return false }
      row.flags.insert(.category)
    }
    var origin: UInt64 = 0
    if line.skip(",\"origin\":", at: &at) {
      guard let sequence = Self.whole(line, &at) else { return false }
      origin = sequence
    }
    if line.skip(",\"created\":\"", at: &at) {
      guard RFC3339.parse(line, at: &at) != nil, line.skip("\"", at: &at) else { return false }
    }
    if line.skip(",\"metadata\":{", at: &at) {
      guard readMetadata(line, &at, into: &row) else { return false }
    }
    guard line.skip("}", at: &at) else { return false }
    row.provenance = cachedProvenance(actor: actor, origin: origin)
    scratch.put(row, type: type)
    return true
  }

  /// Reads metadata of plain strings, numbers and truth values, at most eight keys.
  private mutating func readMetadata(
    _ line: RawSpan, _ at: inout Int, into row: inout SampleRow
  ) -> Bool {
    var keys = InlineArray<8, Range<Int>>(repeating: 0..<0)
    var count = 0
    repeat {
      // Keys that are equal as text need not be so as bytes: the general path compares those.
      guard line.skip("\"", at: &at), let text = Self.plainText(line, &at), text.isASCII, count < 8
      else { return false }
      let key = text.range
      for index in 0..<count
      where line.extracting(keys[index]).equals(line.extracting(key)) {
        return false
      }
      keys[count] = key
      count += 1
      guard line.skip(":", at: &at), readValue(line, &at, of: key, into: &row) else { return false }
    } while line.skip(",", at: &at)
    return line.skip("}", at: &at)
  }

  private mutating func readValue(
    _ line: RawSpan, _ at: inout Int, of key: Range<Int>, into row: inout SampleRow
  ) -> Bool {
    let name = line.extracting(key)
    // Sync keys replace older versions: the general path knows how.
    if name.equals("HKMetadataKeySyncIdentifier") { return false }
    let entered = name.equals("HKWasUserEntered")
    if line.skip("\"", at: &at) {
      if name.equals("HKTimeZone") {
        guard let zone = Self.name(line, &at, in: &zones) else { return false }
        row.zone = zone
        return true
      }
      guard let text = Self.plainText(line, &at) else { return false }
      if entered, line.extracting(text.range).equals("1") { row.flags.insert(.userEntered) }
      return true
    }
    if line.skip("false", at: &at) { return true }
    if line.skip("true", at: &at) {
      if entered { row.flags.insert(.userEntered) }
      return true
    }
    guard let number = DecimalText.parse(line, at: &at) else { return false }
    if entered, number != 0 { row.flags.insert(.userEntered) }
    return true
  }

  // MARK: Parts

  /// A whole number without sign or leading zero.
  private static func whole(_ line: RawSpan, _ at: inout Int) -> UInt64? {
    let start = at
    var value: UInt64 = 0
    while at < line.byteCount, let digit = line.digit(at), at - start < 16 {
      value = value * 10 + digit
      at += 1
    }
    guard at > start, value <= 9_007_199_254_740_992,
      line.byte(start) != UInt8(ascii: "0") || at == start + 1,
      at == line.byteCount || !line.continuesNumber(at)
    else { return nil }
    return value
  }

  private static func uuid(_ line: RawSpan, _ at: inout Int) -> ObjectUUID? {
    guard let words = UUIDText.parse(line, at: &at) else { return nil }
    return ObjectUUID(high: words.high, low: words.low)
  }

  private static func isSalt(_ line: RawSpan, _ at: inout Int) -> Bool {
    guard at + 25 <= line.byteCount, line.byte(at + 24) == UInt8(ascii: "\"") else { return false }
    guard Hex.word(line, at: at) != nil, Hex.eight(line.word(at + 16), letters: 39) != nil
    else { return false }
    at += 25
    return true
  }

  /// The number of the name up to the next quote; moves behind the quote. A new name is made a string,
  /// once.
  @inline(__always)
  private static func name(
    _ line: RawSpan, _ at: inout Int, in table: inout NameTable
  ) -> UInt32? {
    if let known = table.number(in: line, at: &at) { return known }
    guard let text = plainText(line, &at) else { return nil }
    return table.intern(line.text(text.range))
  }

  /// The range of a string without escapes and control characters, valid UTF-8, up to its quote; moves
  /// behind the quote.
  private static func plainText(
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

  private mutating func cachedProvenance(actor: UInt32, origin: UInt64) -> UInt32 {
    let pair = Provenance(actor: actor, origin: origin)
    let place = Int(truncatingIfNeeded: origin &* 31 &+ UInt64(actor)) & 63
    if let known = scratch.provenances[place], known.pair == pair { return known.number }
    let number = provenance(actor: actor, origin: origin)
    scratch.provenances[place] = (pair, number)
    return number
  }
}
