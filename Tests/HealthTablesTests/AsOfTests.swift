import HealthModel
import HealthTables
import JournalFile
import Testing

/// A journal read up to a moment is the journal that was there at that moment.
@Suite struct AsOfTests {
  private let scribe = Scribe.random(31, count: 120)

  private func read(
    _ lines: some Sequence<[UInt8]>, _ asOf: AsOf = .now, tail: String = ""
  ) throws -> ReplayedJournal {
    let system = try ReplayTests.system(Array(lines), tail: tail)
    return try ReplayedJournal(ReplayTests.folder, on: system, asOf: asOf)
  }

  private func time(_ line: UInt64) throws -> Instant {
    let line = scribe.lines[Int(line) - 1]
    return try LineCodec.decode(unsafe line.span.bytes).at
  }

  @Test func anyPrefixIsWhatAFreshReplayOfItGives() throws {
    for last in 1...UInt64(scribe.lines.count) {
      let fresh = try read(scribe.lines.prefix(Int(last)))
      let recorded = try time(last)
      for asOf in [AsOf.sequence(last), .time { _ in recorded }] {
        let then = try read(scribe.lines, asOf)
        #expect(then.tables.dump() == fresh.tables.dump())
        #expect(then.head == fresh.head)
        #expect(then.unread == 0)
      }
    }
  }

  /// Several threads read the lines that were surely known, and stop in time.
  @Test func aLongJournalIsReadUpToTheMoment() throws {
    var scribe = Scribe()
    for number in 1...9000 as ClosedRange<UInt64> { scribe.add(saving(quantity(number, "Plain"))) }
    #expect(scribe.lines.reduce(0) { $0 + $1.count } > 3 << 20)
    for last in [1, 2, 700, 4500, 8999, 9001] {
      let fresh = try read(scribe.lines.prefix(last))
      let recorded = fresh.head.at
      for asOf in [AsOf.sequence(UInt64(last)), .time(daysApart: 0) { _ in recorded }] {
        let then = try read(scribe.lines, asOf)
        #expect(then.tables.dump() == fresh.tables.dump(), "\(last)")
        #expect(then.head == fresh.head, "\(last)")
      }
    }
  }

  @Test func theZoneIsTheOneInForceThen() throws {
    let second = try time(2)
    let journal = try read(
      scribe.lines, .time { $0.timeZone == "Europe/Berlin" ? second : Instant(microseconds: .max) })
    #expect(journal.head.sequence == 2)
  }

  @Test func beforeItsFirstLineThereIsNoJournal() throws {
    let before = try time(1).adding(microseconds: -1)
    #expect(throws: JournalError.notBegun) { try read(scribe.lines, .time { _ in before }) }
  }

  @Test func whatIsWrongLaterDoesNotMatter() throws {
    var lines = scribe.lines
    lines[20][3] = UInt8(ascii: "x")
    #expect(try read(lines, .sequence(20)).head.sequence == 20)
    #expect(throws: JournalError.self) { try read(lines, .sequence(21)) }
    #expect(try read(scribe.lines, .sequence(5), tail: "{\"seq\":").unread == 0)
    #expect(try read(scribe.lines, tail: "{\"seq\":").unread == 7)
  }
}
