import ByteTools
import HealthModel
import JournalFile

extension TableBuilder {
  /// Reads a quantity or category sample and stages its row; false where it is not canonical.
  mutating func readObject(
    _ line: RawSpan, _ at: inout Int, sequence: UInt32, actor: UInt32
  ) -> Bool {
    // The steps up to the type's name.
    guard line.byteCount &- at >= 80 else { return false }
    let isQuantity = unsafe line.uncheckedSkip("{\"kind\":\"quantity\",\"uuid\":\"", at: &at)
    guard unsafe isQuantity || line.uncheckedSkip("{\"kind\":\"category\",\"uuid\":\"", at: &at),
      let uuid = unsafe line.uncheckedUUID(at: &at),
      let type = scratch.types.meaning(in: line, at: &at) ?? newType(line, &at),
      // Two times and a number: a shorter rest is no canonical line, because of what ends one.
      line.byteCount &- at >= 128,
      let start = unsafe line.uncheckedTime(at: &at, near: &scratch.times),
      unsafe line.uncheckedSkip("\",\"end\":\"", at: &at),
      let end = unsafe line.uncheckedTime(at: &at, near: &scratch.times),
      unsafe line.uncheckedSkip("\",\"value\":", at: &at),
      let value = unsafe line.uncheckedShortDecimal(at: &at) ?? DecimalText.parse(line, at: &at)
    else { return false }
    var row = PendingRow(
      uuid: ObjectUUID(high: uuid.high, low: uuid.low), start: start.microseconds,
      end: end.microseconds, value: value, sequence: sequence, context: 0, type: type,
      flags: [])
    var common = SampleContext(
      provenance: 0, unit: 0, zone: SampleRow.none, startOffset: start.offsetMinutes,
      endOffset: end.offsetMinutes)
    let making: CanonicalScratch.Making
    if isQuantity {
      guard let known = scratch.makings.meaning(in: line, at: &at) ?? newMaking(line, &at)
      else { return false }
      making = known
    } else {
      guard JournalLimits.code(value) != nil, let known = readOrigin(line, &at)
      else { return false }
      making = known
      row.flags.insert(.category)
    }
    common.unit = making.unit
    guard readRest(line, &at, isDated: making.isDated, into: &row, &common) else { return false }
    row.context = number(of: common, by: Provenance(actor: actor, origin: making.origin))
    pending.stage(row)
    return true
  }

  /// Reads what follows the unit and the origin: the moment when it was made, and metadata.
  @inline(__always)
  private mutating func readRest(
    _ line: RawSpan, _ at: inout Int, isDated: Bool, into row: inout PendingRow,
    _ common: inout SampleContext
  ) -> Bool {
    // A time, and again what ends the line.
    guard line.byteCount &- at >= 64 else { return false }
    if isDated {
      guard unsafe line.uncheckedTime(at: &at, near: &scratch.times) != nil,
        line.skip("\"", at: &at)
      else { return false }
    }
    if line.skip(",\"metadata\":{", at: &at) {
      guard readMetadata(line, &at, into: &row, &common) else { return false }
    }
    return line.skip("}", at: &at)
  }

  /// Reads metadata of plain strings, numbers and truth values, at most eight keys.
  private mutating func readMetadata(
    _ line: RawSpan, _ at: inout Int, into row: inout PendingRow, _ common: inout SampleContext
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
    _ common: inout SampleContext
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
    _ common: inout SampleContext
  ) -> Bool {
    if role == .zone {
      guard let zone = Self.name(line, &at, in: &tables.vocabulary.zones) else { return false }
      common.zone = zone
      return true
    }
    guard let text = CanonicalText.plain(line, &at) else { return false }
    if role == .userEntered, line.extracting(text.range).equals("1") {
      row.flags.insert(.userEntered)
    }
    return true
  }

  // MARK: Tokens

  /// Reads the type of an object, up to its start, and learns the token.
  private mutating func newType(_ line: RawSpan, _ at: inout Int) -> UInt32? {
    let start = at
    guard line.skip("\",\"type\":\"", at: &at),
      let type = Self.name(line, &at, in: &tables.vocabulary.types),
      line.skip(",\"start\":\"", at: &at)
    else { return nil }
    scratch.types.learn(line, start..<at, type)
    return type
  }

  /// Reads the unit and the origin of a quantity. It learns the token only where the moment of
  /// creation follows: without that, no fixed bytes end the token.
  private mutating func newMaking(
    _ line: RawSpan, _ at: inout Int
  ) -> CanonicalScratch.Making? {
    let start = at
    guard line.skip(",\"unit\":\"", at: &at),
      let unit = Self.name(line, &at, in: &tables.vocabulary.units),
      var making = readOrigin(line, &at)
    else { return nil }
    making.unit = unit
    if making.isDated { scratch.makings.learn(line, start..<at, making) }
    return making
  }

  /// Reads where an object comes from, up to the moment when it was made where that follows.
  private func readOrigin(_ line: RawSpan, _ at: inout Int) -> CanonicalScratch.Making? {
    var making = CanonicalScratch.Making()
    if line.skip(",\"origin\":", at: &at) {
      // A row that names line 0, where no line stands, could not be told from one that names none.
      guard line.byteCount &- at >= 24, let sequence = unsafe line.uncheckedShortWhole(at: &at),
        sequence > 0
      else { return nil }
      making.origin = sequence
    }
    making.isDated = line.skip(",\"created\":\"", at: &at)
    return making
  }

  // MARK: Parts

  /// The number of the name up to the next quote; moves past the quote. A new name is made a
  /// string, once.
  @inline(__always)
  private static func name(
    _ line: RawSpan, _ at: inout Int, in table: inout NameTable
  ) -> UInt32? {
    if let known = table.number(in: line, at: &at) { return known }
    guard let text = CanonicalText.plain(line, &at) else { return nil }
    return table.intern(line.text(text.range))
  }

  /// The number of what a sample has in common with others. Most came a short while ago: a look at
  /// one slot saves the search in two dictionaries.
  private mutating func number(of common: SampleContext, by provenance: Provenance) -> UInt32 {
    let mixed =
      (provenance.origin &* 31 &+ UInt64(provenance.actor)) &* 31
      &+ UInt64(common.unit &+ common.zone &* 7)
      &+ UInt64(truncatingIfNeeded: common.startOffset)
    let slot = Int(truncatingIfNeeded: mixed ^ (mixed >> 8)) & 255
    let seen = scratch.contexts[slot]
    if seen.provenance == provenance, seen.common == common { return seen.number }
    var whole = common
    whole.provenance = tables.vocabulary.provenances.number(of: provenance)
    let number = tables.vocabulary.contexts.number(of: whole)
    scratch.contexts[slot] = CanonicalScratch.Seen(
      provenance: provenance, common: common, number: number)
    return number
  }
}
