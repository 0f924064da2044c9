import ByteTools
import HealthEvents
import HealthModel
import JournalFile
import TestSupport
import Testing

/// A journal of which something is missing or changed.
@Suite struct DamageTests {
  static func journal(_ count: Int) throws -> (bytes: [UInt8], starts: [Int]) {
    let events = (1..<UInt64(count)).map {
      Event.delete(Deletion(objects: [SampleEvents.uuid($0)]))
    }
    let bytes = try SampleEvents.bytes(events)
    var starts = [0]
    for line in lines(of: bytes) { starts.append((starts.last ?? 0) + line.count + 1) }
    return (bytes, starts)
  }

  /// Scans with verification; lines before `change` are known to be good and not decoded.
  static func scan(
    _ bytes: [UInt8], from change: Int, verifying: Bool = true
  ) throws -> JournalScan {
    let reader = try JournalReader("/j", on: memory(bytes))
    var number: UInt64 = 0
    return try reader.scan(verifyingChain: verifying) { line, offset in
      number += 1
      if Int(offset) + line.byteCount < change {
        return ScannedLine(sequence: number, at: Instant(microseconds: 0))
      }
      return try scanned(line)
    }
  }

  @Test func everyCutLeavesEveryCompleteLine() throws {
    let (bytes, starts) = try Self.journal(60)
    // Every byte of the first, the middle and the last lines, and every third of the others.
    let whole = [0..<starts[2], starts[29]..<starts[31], starts[58]..<bytes.count]
    for count in 0..<bytes.count where count % 3 == 0 || whole.contains(where: { $0 ~= count }) {
      let complete = (starts.lastIndex { $0 <= count } ?? 0)
      let scan = try Self.scan(
        Array(bytes[..<count]), from: count, verifying: count % 41 == 0)
      let rest = UInt64(count - starts[complete])
      if scan.head.sequence != complete || scan.head.offset != starts[complete]
        || scan.tail != (rest == 0 ? .clean : .torn(bytes: rest))
      {
        Issue.record("cut to \(count): \(scan)")
      }
    }
  }

  /// And through the writer: the cut is made, the tail set aside, the next line goes on.
  @Test func aCutJournalGoesOn() throws {
    let (bytes, starts) = try Self.journal(4)
    for count in starts[1]..<bytes.count {
      let system = try memory(Array(bytes[..<count]))
      let complete = starts.lastIndex { $0 <= count } ?? 0
      do {
        var writer = try openWriter("/j", on: system)
        _ = try writer.stage(SampleEvents.steps(77), by: "owner")
        try writer.commit()
      }
      let reading = try read("/j", on: system)
      if reading.scan.tail != .clean || reading.entries.count != complete + 1 {
        Issue.record("cut to \(count): \(reading.scan)")
      }
    }
  }

  private func expectDamage(_ scan: JournalScan, line: Int, start: Int, _ what: String) {
    guard case .damaged = scan.tail, scan.head.sequence == line, scan.head.offset == start else {
      Issue.record("\(what) in line \(line + 1): \(scan)")
      return
    }
  }

  @Test func everyFlippedBitIsFound() throws {
    let (bytes, starts) = try Self.journal(3)
    for index in bytes.indices {
      let line = (starts.lastIndex { $0 <= index } ?? 0)
      for bit in 0..<8 {
        var flipped = bytes
        flipped[index] ^= 1 << UInt8(bit)
        let scan = try Self.scan(flipped, from: index)
        expectDamage(scan, line: line, start: starts[line], "bit \(bit) of byte \(index)")
      }
    }
  }

  @Test func aFlippedBitIsFoundAmongSixtyLines() throws {
    let (bytes, starts) = try Self.journal(60)
    var chance = Dice(9)
    for index in stride(from: 0, to: bytes.count, by: 7) {
      let line = starts.lastIndex { $0 <= index } ?? 0
      var flipped = bytes
      flipped[index] ^= 1 << UInt8.random(in: 0..<8, using: &chance)
      expectDamage(
        try Self.scan(flipped, from: index), line: line, start: starts[line], "byte \(index)")
    }
  }

  @Test func everyMissingByteIsFound() throws {
    let (bytes, starts) = try Self.journal(60)
    let last = bytes.count - 1
    for index in bytes.indices where index < starts[2] || index >= starts[58] || index % 7 == 0 {
      let line = starts.lastIndex { $0 <= index } ?? 0
      var shorter = bytes
      shorter.remove(at: index)
      let scan = try Self.scan(shorter, from: index)
      if index == last {
        #expect(scan.tail == .torn(bytes: UInt64(last - starts[59])))
      } else {
        expectDamage(scan, line: line, start: starts[line], "without byte \(index)")
      }
    }
  }

  @Test func linesOutOfPlaceAreFound() throws {
    let (bytes, _) = try Self.journal(6)
    let good = lines(of: bytes)
    func joined(_ lines: [[UInt8]]) -> [UInt8] { lines.flatMap { $0 + [0x0A] } }
    var swapped = good
    swapped.swapAt(3, 4)
    var doubled = good
    doubled.insert(good[3], at: 3)
    var lost = good
    lost.remove(at: 3)
    for (wrong, line) in [(swapped, 3), (doubled, 4), (lost, 3)] {
      let reading = try read(joined(wrong))
      #expect(reading.scan.head.sequence == line)
      #expect(reading.scan.tail == .damaged(.sequence(expected: UInt64(line) + 1)))
    }
  }

  /// Lines longer than a window, across its border, and many short ones.
  @Test func theReaderFindsLinesOfAnySize() throws {
    var chance = Dice(10)
    let sizes =
      [0, 1, 2, 1_000_000, 1 << 20, (1 << 20) - 1, (1 << 20) + 1, 3, 5 << 20, 10]
      + (0..<200).map { _ in Int.random(in: 0...9_000, using: &chance) }
    let all = sizes.enumerated().map { [UInt8](repeating: UInt8(97 + $0 % 26), count: $1) }
    var bytes: [UInt8] = []
    for line in all { bytes += line + [0x0A] }
    bytes += [0x78, 0x79]
    let reader = try JournalReader("/j", on: memory(bytes))
    var index = 0
    var place = 0
    try reader.forEachLine(from: 0) { line, offset in
      let isRight =
        line.byteCount == sizes[index] && offset == UInt64(place)
        && line.array == all[index]
      if !isRight { Issue.record("line \(index)") }
      place += sizes[index] + 1
      index += 1
      return true
    }
    #expect(index == sizes.count)
    var seen = 0
    try reader.forEachLine(from: 5) { _, offset in
      seen += 1
      #expect(offset == 5)
      return false
    }
    #expect(seen == 1)
  }
}
