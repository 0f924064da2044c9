import HealthEvents
import HealthModel
import HealthTables
import JournalFile
import JournalTestSupport
import Testing

/// Whatever is done to a journal's lines, the audit names the first line that is not what it was,
/// and the place where it begins.
@Suite struct DamagedLineTests {
  /// A journal without a fault, of which line 4 is erased as line 16 says.
  static let good: [[UInt8]] = {
    var scribe = Scribe()
    for number: UInt64 in 2...15 { scribe.add(saving(quantity(number))) }
    scribe.add(.erase(Erasure(lines: [4], reason: "asked for")))
    scribe.add(saving(quantity(17)))
    var lines = scribe.lines
    lines[3] = AuditTests.erased(lines[3], 4)
    return lines
  }()

  /// Lines of another journal, which begins as this one does: from line 3 on, they follow no line
  /// of this one.
  static let foreign: [[UInt8]] = {
    var scribe = Scribe()
    for number: UInt64 in 2...18 { scribe.add(saving(quantity(100 + number))) }
    return scribe.lines
  }()

  enum Damage: CaseIterable {
    case doubled, repeatedLater, removed, swapped, inserted, replaced, altered, erased
    case erasedWrongly, cutShort
    case firstBit, middleBit, chainBit, feedBit

    /// Does it to the line of this index, and returns the index of the line that is wrong then; nil
    /// where it would change nothing that a journal says.
    func apply(to lines: inout [[UInt8]], _ index: Int) -> Int? {
      let last = lines.count - 1
      let isErased = index == 3
      switch self {
      case .doubled:
        lines.insert(lines[index], at: index + 1)
        return index + 1
      case .repeatedLater:
        guard index + 3 <= last else { return nil }
        lines.insert(lines[index], at: index + 3)
        return index + 3
      case .removed:
        guard index < last else { return nil }
        lines.remove(at: index)
      case .swapped:
        guard index < last else { return nil }
        lines.swapAt(index, index + 1)
      case .inserted, .replaced:
        guard index > 1 else { return nil }
        if self == .replaced { lines.remove(at: index) }
        lines.insert(DamagedLineTests.foreign[index], at: index)
      case .altered:
        // The last character of the salt, or of the digest of an erased line.
        let place = lines[index].count - 78
        lines[index][place] = lines[index][place] == UInt8(ascii: "0") ? 0x31 : 0x30
      case .erased, .erasedWrongly:
        // Without line 16 it is line 4 that nothing explains.
        guard !isErased, index != 15 else { return nil }
        lines[index] = AuditTests.erased(lines[index], UInt64(index + 1))
        if self == .erasedWrongly { return Damage.altered.apply(to: &lines, index) }
      case .cutShort: lines[index].removeLast()
      case .firstBit: lines[index][0] ^= 1
      case .middleBit: lines[index][lines[index].count - 90] ^= 1
      case .chainBit: lines[index][lines[index].count - 20] ^= 1
      case .feedBit:
        let next = index < last ? lines.remove(at: index + 1) : []
        lines[index] += [0x0B] + next
      }
      return index
    }
  }

  /// The findings of an audit of lines, each as its line and place.
  private func expect(
    _ line: Int?, in lines: [[UInt8]], chainAlone: Bool, _ comment: String
  ) throws {
    let system = try ReplayTests.system([])
    var bytes = Array(lines.joined(separator: [0x0A])) + [0x0A]
    if lines.last?.last == 0x0B { bytes.removeLast() }
    system["/j/events.ndjson"] = bytes
    let offset = line.map { lines[..<$0].reduce(0) { $0 + $1.count + 1 } } ?? 0
    for threads in [1, 3] {
      let audit =
        chainAlone
        ? try JournalAudit(chainOf: "/j", on: system, threads: threads)
        : try JournalAudit("/j", on: system, threads: threads)
      let found = audit.findings.map { "line \($0.line), byte \($0.offset)" }
      #expect(
        found == (line.map { ["line \($0 + 1), byte \(offset)"] } ?? []),
        "\(comment), chain alone: \(chainAlone), \(threads) threads: \(audit.findings)")
      #expect(audit.count == found.count)
    }
  }

  @Test func theGoodJournalIsGood() throws {
    try expect(nil, in: Self.good, chainAlone: false, "good")
    try expect(nil, in: Self.good, chainAlone: true, "good")
  }

  @Test(arguments: Damage.allCases) func namesTheLine(_ damage: Damage) throws {
    for index in Self.good.indices {
      var lines = Self.good
      guard let wrong = damage.apply(to: &lines, index) else { continue }
      try expect(wrong, in: lines, chainAlone: false, "\(damage) at \(index + 1)")
      // Of an erased line itself the chain holds the digest alone.
      let isChained = !(damage == .firstBit && index == 3)
      try expect(
        isChained ? wrong : nil, in: lines, chainAlone: true, "\(damage) at \(index + 1)")
    }
  }

  /// Of several the first one; an erasure that nothing explains does not hide damage after it,
  /// since the line that explains it may stand there.
  @Test(arguments: Damage.allCases) func namesTheFirstOfSeveral(_ damage: Damage) throws {
    for other in Damage.allCases where other != .erased {
      for (index, later) in [(2, 8), (4, 10), (6, 16)] {
        var lines = Self.good
        guard let second = other.apply(to: &lines, later), lines.count > 14,
          let first = damage.apply(to: &lines, index)
        else { continue }
        let wrong = damage == .erased ? second : first
        try expect(wrong, in: lines, chainAlone: false, "\(damage) at \(index + 1), then \(other)")
      }
    }
  }
}
