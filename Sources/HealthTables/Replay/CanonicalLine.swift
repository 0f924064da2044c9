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

  /// Reads the line from its beginning to its end and keeps what it says; nil where it is not
  /// canonical.
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
      guard readSave(line, &at, sequence: number, actor: actor) else { return nil }
      note(sequence, instant, .save, at: offset)
    } else {
      guard readDelete(line, &at, sequence: number) else { return nil }
      note(sequence, instant, .delete, at: offset)
    }
    return ScannedLine(sequence: sequence, at: instant, endsInChain: true)
  }

  /// Reads the objects of a `save` and what follows them, and keeps their rows.
  @inline(__always)
  private mutating func readSave(
    _ line: RawSpan, _ at: inout Int, sequence: UInt32, actor: UInt32
  ) -> Bool {
    repeat {
      guard readObject(line, &at, sequence: sequence, actor: actor) else { return false }
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
}

/// What ends every canonical line: its salt and its chain value.
enum CanonicalTail {
  /// The bytes of both.
  static let bytes = 34 + JournalLimits.suffixBytes

  /// Whether a line ends so. The value of the digits is not computed here.
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
