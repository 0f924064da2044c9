import ByteTools
import HealthEvents
import HealthModel
import JournalFile

// The fast path of a replay: `save` lines of quantity and category samples and `delete` lines, as
// this library writes them. It compares the literal parts, takes numbers, dates and uuids in place,
// and allocates nothing. Every other line is left to the general path. This path must never accept
// a line that the general path refuses.

extension TableBuilder {
  /// Applies a canonical line that saves samples or deletes objects.
  ///
  /// - Returns: nil if the line is not canonical. Then the tables are as they were, except that
  ///   they may know more names.
  mutating func applyCanonical(_ line: RawSpan, at offset: UInt64) -> ScannedLine? {
    if let seen = readCanonical(line, at: offset) { return seen }
    pending.dropStaged()
    return nil
  }

  /// Reads the line from its beginning to its end and keeps its content; returns nil if the line is
  /// not canonical.
  ///
  /// The end of the line is checked first. Then each group of steps checks the bounds once for all
  /// that it can read, instead of once for each step.
  private mutating func readCanonical(_ line: RawSpan, at offset: UInt64) -> ScannedLine? {
    guard line.byteCount <= JournalLimits.lineBytes, line.byteCount >= 200,
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
      line.byte(at - 1) == UInt8(ascii: "Z")
    else { return nil }
    let instant = Instant(microseconds: time.microseconds)
    if let actor = scratch.actors.meaning(in: line, at: &at) ?? newActor(line, &at) {
      guard readSave(line, &at, sequence: number, actor: actor, recorded: time.microseconds)
      else { return nil }
      note(sequence, instant, .save, at: offset)
    } else {
      guard readDelete(line, &at, sequence: number) else { return nil }
      tables.words.addDeletion(number)
      note(sequence, instant, .delete, at: offset)
    }
    return ScannedLine(sequence: sequence, at: instant, endsInChain: true)
  }

  /// Reads the objects of a `save` and what follows them, and keeps their rows.
  @inline(__always)
  private mutating func readSave(
    _ line: RawSpan, _ at: inout Int, sequence: UInt32, actor: UInt32, recorded: Int64
  ) -> Bool {
    repeat {
      guard readObject(line, &at, sequence: sequence, actor: actor, recorded: recorded)
      else { return false }
    } while line.skip(",", at: &at)
    guard line.skip("]", at: &at) else { return false }
    var workout: ObjectUUID?
    if line.skip(",\"workout\":\"", at: &at) {
      guard let words = line.uuid(at: &at), line.skip("\"", at: &at) else {
        return false
      }
      workout = ObjectUUID(high: words.high, low: words.low)
    }
    guard at == line.byteCount - CanonicalTail.bytes else { return false }
    pending.keepStaged()
    if let workout {
      tables.workoutLines.append(HealthTables.WorkoutLine(workout: workout, sequence: sequence))
    }
    return true
  }

  /// Reads a `delete` from its actor to its end, and notes which objects it removes.
  private mutating func readDelete(
    _ line: RawSpan, _ at: inout Int, sequence: UInt32
  ) -> Bool {
    guard line.skip("\",\"by\":\"", at: &at), CanonicalText.plain(line, &at) != nil,
      line.skip(",\"event\":\"delete\",\"objects\":[\"", at: &at)
    else { return false }
    scratch.deleted.removeAll(keepingCapacity: true)
    repeat {
      guard let words = line.uuid(at: &at), line.skip("\"", at: &at) else {
        return false
      }
      scratch.deleted.append(ObjectUUID(high: words.high, low: words.low))
    } while line.skip(",\"", at: &at)
    guard line.skip("]", at: &at) else { return false }
    if line.skip(",\"reason\":\"", at: &at), CanonicalText.plain(line, &at) == nil { return false }
    guard at == line.byteCount - CanonicalTail.bytes else { return false }
    for uuid in scratch.deleted {
      removals.append(Removal(sequence: sequence, uuid: uuid))
    }
    return true
  }

  /// Reads the actor of a save, up to the first object, and learns the token. Nil, with the
  /// position unmoved, where the line is no save.
  private mutating func newActor(_ line: RawSpan, _ at: inout Int) -> UInt32? {
    var end = at
    guard line.skip("\",\"by\":\"", at: &end), let name = CanonicalText.plain(line, &end),
      line.skip(",\"event\":\"save\",\"objects\":[", at: &end)
    else { return nil }
    let actor = tables.vocabulary.actors.intern(line.text(name.range))
    scratch.actors.learn(line, at..<end, actor)
    at = end
    return actor
  }

  /// Reads a quantity or category sample and stages its row; returns false if it is not canonical.
  mutating func readObject(
    _ line: RawSpan, _ at: inout Int, sequence: UInt32, actor: UInt32, recorded: Int64
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
    var flags: SampleRow.Flags = isQuantity ? [] : .category
    if SampleRow.Flags.isAhead(start: start.microseconds, known: recorded) { flags.insert(.ahead) }
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
    }
    common.unit = making.unit
    guard
      readRest(
        line, &at, of: sequence, isDated: making.isDated, end: end.microseconds, into: &flags,
        &common)
    else { return false }
    // Made only here, from what is in registers: the processor waits for a row that is copied in
    // words right after its parts were stored.
    pending.stage(
      PendingRow(
        uuid: ObjectUUID(high: uuid.high, low: uuid.low), start: start.microseconds,
        end: end.microseconds, value: value, sequence: sequence,
        context: number(of: common, by: Provenance(actor: actor, origin: making.origin)),
        type: type, flags: flags))
    return true
  }

  /// Reads what follows the unit and the origin: the moment when it was made, and metadata.
  @inline(__always)
  private mutating func readRest(
    _ line: RawSpan, _ at: inout Int, of sequence: UInt32, isDated: Bool, end: Int64,
    into flags: inout SampleRow.Flags, _ common: inout SampleContext
  ) -> Bool {
    // A time, and again what ends the line.
    guard line.byteCount &- at >= 64 else { return false }
    if isDated {
      guard let made = unsafe line.uncheckedTime(at: &at, near: &scratch.times),
        line.skip("\"", at: &at)
      else { return false }
      flags.note(made: made.microseconds, end: end)
    }
    if line.skip(",\"metadata\":{", at: &at) {
      guard readMetadata(line, &at, of: sequence, into: &flags, &common) else { return false }
    }
    return line.skip("}", at: &at)
  }

  /// Reads metadata of plain strings, numbers and truth values, at most eight keys.
  private mutating func readMetadata(
    _ line: RawSpan, _ at: inout Int, of sequence: UInt32, into flags: inout SampleRow.Flags,
    _ common: inout SampleContext
  ) -> Bool {
    var keys = InlineArray<8, UInt32>(repeating: 0)
    var count = 0
    repeat {
      guard line.skip("\"", at: &at), let key = scratch.keys.number(in: line, at: &at), count < 8
      else { return false }
      for index in 0..<count where keys[index] == key { return false }
      keys[count] = key
      count += 1
      tables.words.addKey(key, scratch.keys.name(key), in: sequence)
      guard line.skip(":", at: &at),
        readValue(line, &at, of: sequence, scratch.keys.role(key), into: &flags, &common)
      else { return false }
    } while line.skip(",", at: &at)
    return line.skip("}", at: &at)
  }

  private mutating func readValue(
    _ line: RawSpan, _ at: inout Int, of sequence: UInt32, _ role: MetadataKeys.Role,
    into flags: inout SampleRow.Flags, _ common: inout SampleContext
  ) -> Bool {
    if role == .sync { return false }
    if line.skip("\"", at: &at) {
      return readText(line, &at, of: sequence, role, into: &flags, &common)
    }
    var isTrue = false
    if line.skip("true", at: &at) {
      isTrue = true
    } else if !line.skip("false", at: &at) {
      guard let number = DecimalText.parse(line, at: &at) else { return false }
      isTrue = number != 0
    }
    if role == .userEntered, isTrue { flags.insert(.userEntered) }
    return true
  }

  private mutating func readText(
    _ line: RawSpan, _ at: inout Int, of sequence: UInt32, _ role: MetadataKeys.Role,
    into flags: inout SampleRow.Flags, _ common: inout SampleContext
  ) -> Bool {
    if role == .zone {
      let start = at
      guard let zone = Self.name(line, &at, in: &tables.vocabulary.zones) else { return false }
      common.zone = zone
      tables.words.addText(line.extracting(start..<at - 1), in: sequence)
      return true
    }
    guard let text = CanonicalText.plain(line, &at) else { return false }
    tables.words.addText(line.extracting(text.range), in: sequence)
    if role == .userEntered, line.extracting(text.range).equals("1") {
      flags.insert(.userEntered)
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

  /// Returns the number of the name up to the next quote, and moves past the quote. A new name is
  /// made a string, once.
  @inline(__always)
  private static func name(
    _ line: RawSpan, _ at: inout Int, in table: inout NameTable
  ) -> UInt32? {
    if let known = table.number(in: line, at: &at) { return known }
    guard let text = CanonicalText.plain(line, &at) else { return nil }
    return table.intern(line.text(text.range))
  }

  /// Returns the number of the context that a sample has in common with others. Most contexts came
  /// a short while ago: a look at one slot saves the search in two dictionaries.
  private mutating func number(of common: SampleContext, by provenance: Provenance) -> UInt32 {
    // The odd factors keep the parts apart, and the last one carries all of them to the top.
    let mixed =
      (provenance.origin &* 31 &+ UInt64(provenance.actor)) &* 31
      &+ UInt64(common.unit) &* 0x1_0001 &+ UInt64(common.zone) &* 0x101_0003
      &+ UInt64(truncatingIfNeeded: common.startOffset) &* 0x3_0005
      &+ UInt64(truncatingIfNeeded: common.endOffset)
    let slot = Int(truncatingIfNeeded: (mixed &* 0x9E37_79B9_7F4A_7C15) >> 54)
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

/// The end of every canonical line: its salt and its chain value.
enum CanonicalTail {
  /// The number of bytes of both.
  static let bytes = 34 + JournalLimits.suffixBytes

  /// Returns true if a line ends with a canonical tail. The value of the digits is not computed
  /// here.
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
    // The second eight digits of the salt are taken twice, so that 12 words fill three vectors.
    let saltDigits = unsafe SIMD4(
      lowHalf: line.uncheckedPair(salt), highHalf: line.uncheckedPair(salt &+ 8))
    let first = unsafe Hex.strangers(line.uncheckedVector(chain))
    let rest = unsafe Hex.strangers(line.uncheckedVector(chain &+ 32))
    let strangers = Hex.strangers(saltDigits) | first | rest
    return strangers[0] | strangers[1] | strangers[2] | strangers[3] == 0
  }
}

/// A cache of parts of text that many lines share, such as
/// `","type":"HKQuantityTypeIdentifierStepCount","start":"`, and their meanings. A reader that has
/// read one step by step stores it here. If the same bytes come again, one comparison replaces
/// those steps.
///
/// There is one slot for each hash: a token that comes often replaces one that comes seldom.
struct TokenCache<Meaning: Sendable>: Sendable {
  /// Tokens of other lengths are not learned. They are compared 32 bytes at a time.
  private static var lengths: ClosedRange<Int> { 32...128 }

  private struct Known: Sendable {
    var count = 0
    var meaning: Meaning?
  }

  /// The offsets of the three words that a token's hash is made of.
  private let keys: (Int, Int, Int)
  private var known = [Known](repeating: Known(), count: 256)
  private var bytes: [UInt8]

  /// Creates a cache for tokens that differ in the words at these offsets, which are in the token
  /// or just past it.
  init(keys: (Int, Int, Int)) {
    precondition(max(keys.0, keys.1, keys.2) + 8 <= Self.lengths.upperBound)
    self.keys = keys
    bytes = [UInt8](repeating: 0, count: known.count * Self.lengths.upperBound)
  }

  /// Returns the meaning of the known token at a position, and moves past it; nil if there is no
  /// known token.
  @inline(__always)
  func meaning(in line: RawSpan, at position: inout Int) -> Meaning? {
    guard position >= 0, line.byteCount &- position >= Self.lengths.upperBound else { return nil }
    let slot = unsafe slot(in: line, position)
    let count = known[slot].count
    guard count > 0 else { return nil }
    // The slot has as many bytes as the longest token, and so has the line here.
    let start = slot &* Self.lengths.upperBound
    let last = count &- 32
    let all = unsafe bytes.span.bytes
    var difference =
      unsafe line.uncheckedVector(position &+ last) ^ all.uncheckedVector(start &+ last)
    var offset = 0
    while offset < last {
      difference |=
        unsafe (line.uncheckedVector(position &+ offset) ^ all.uncheckedVector(start &+ offset))
      offset &+= 32
    }
    guard difference[0] | difference[1] | difference[2] | difference[3] == 0 else { return nil }
    position &+= count
    return known[slot].meaning
  }

  /// Stores the meaning of a token in a line.
  mutating func learn(_ line: RawSpan, _ range: Range<Int>, _ meaning: Meaning) {
    guard Self.lengths.contains(range.count),
      line.byteCount &- range.lowerBound >= Self.lengths.upperBound
    else { return }
    let slot = unsafe slot(in: line, range.lowerBound)
    known[slot] = Known(count: range.count, meaning: meaning)
    for index in 0..<range.count {
      bytes[slot * Self.lengths.upperBound + index] = line.byte(range.lowerBound + index)
    }
  }

  /// The slot for a token, of which the longest would lie within the line.
  @unsafe @inline(__always)
  private func slot(in line: RawSpan, _ position: Int) -> Int {
    let first = unsafe line.uncheckedWord(position &+ keys.0)
    let second = unsafe line.uncheckedWord(position &+ keys.1)
    let third = unsafe line.uncheckedWord(position &+ keys.2)
    let mixed = first &+ second &* 31 &+ third &* 127
    return Int(truncatingIfNeeded: (mixed &* 0x9E37_79B9_7F4A_7C15) >> 56)
  }
}
