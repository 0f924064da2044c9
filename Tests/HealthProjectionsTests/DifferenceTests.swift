import HealthEvents
import HealthJournal
import HealthModel
import HealthTables
import JournalFile
import Testing

@testable import HealthProjections

/// What differs between two moments, and by which lines.
@Suite(.enabled(if: Zones.arePresent)) struct DifferenceTests {
  private static func records(_ difference: DifferenceView) throws -> [[String: Cell]] {
    try difference.table.records()
  }

  @Test func cellsThatCameWentAndChanged() throws {
    let columns = [Column("type"), Column("seq", .number), Column("sum", .number)]
    let before = Table(
      columns: columns,
      rows: [[.text("a"), .whole(1), .number(5)], [.text("b"), .whole(1), .number(6)]])
    let after = Table(
      columns: columns,
      rows: [[.text("a"), .whole(2), .number(7)], [.text("c"), .whole(1), .missing]])
    let changes = try TableDifference.changes(
      from: before, to: after, keys: ["type"], passing: ["seq"])
    #expect(changes.map(\.kind) == [.changed, .removed])
    #expect(changes.map(\.before) == [.number(5), .number(6)])
    #expect(changes.map(\.after) == [.number(7), .missing])
    #expect(
      try TableDifference.changes(from: after, to: after, keys: ["type"], passing: []).isEmpty)
  }

  /// Every cell that changed between two lines names lines between them.
  @Test(arguments: 1...6) func everyChangeHasItsLines(_ seed: Int) throws {
    var dice = Dice(seed)
    let system = MemorySystem()
    try JournalSession.create("/d", timeZone: "Europe/Berlin", on: system)
    var session = try JournalSession.open("/d", on: system)
    for (number, sample) in try DailyPropertyTests.samples(&dice).enumerated() {
      try session.save(sample.object(number), source: sample.source)
      if number % 5 == 4 { try session.ask(.delete(Deletion(objects: [id(number - 2)]))) }
    }
    try session.commit()
    let after = try ReplayedJournal("/d", on: system)
    for first in stride(from: UInt64(1), to: after.head.sequence, by: 7) {
      let before = try ReplayedJournal("/d", on: system, asOf: .sequence(first))
      var difference = try DifferenceView(after, behind: first, in: ViewContext())
      try difference.add(
        "daily", from: try DailyView.table(of: before, in: ViewContext()),
        to: try DailyView.table(of: after, in: ViewContext()))
      let options = Statistics.Options(every: .day)
      try difference.add(
        "statistics",
        from: try StatisticsView.table(of: before, in: ViewContext(), options: options),
        to: try StatisticsView.table(of: after, in: ViewContext(), options: options))
      for row in try Self.records(difference) {
        guard case .names(let lines)? = row["lines"] else {
          Issue.record("a change without a line: \(row)")
          continue
        }
        let between = lines.compactMap { UInt64($0) }.filter { $0 > first }
        #expect(!lines.isEmpty && between.count == lines.count, "\(row)")
      }
    }
  }

  /// Figures of an interval name the lines of its time, not all of the type.
  @Test func intervalsNameTheLinesOfTheirTime() throws {
    func journal(_ days: Int) throws -> ReplayedJournal {
      try HealthProjectionsTests.journal { session in
        for day in 0..<days {
          let time = span("2026-03-1\(day)T12:00:00Z")
          try session.save(quantity(day, steps, 5, "count", time), source: "Watch")
        }
      }
    }
    let (before, after) = (try journal(1), try journal(3))
    let first = before.head.sequence
    var difference = try DifferenceView(after, behind: first, in: ViewContext())
    let options = Statistics.Options(every: .day)
    try difference.add(
      "statistics", from: try StatisticsView.table(of: before, in: ViewContext(), options: options),
      to: try StatisticsView.table(of: after, in: ViewContext(), options: options))
    let sums = try Self.records(difference).filter { $0["field"] == .text("sum") }
    #expect(
      words(sums, "start", "after", "lines") == [
        "2026-03-11T00:00:00+01:00 5 \(first + 1)", "2026-03-12T00:00:00+01:00 5 \(first + 2)",
      ])
  }

  /// The figure behind every line is that of the journal read up to it, and no change is passed over.
  @Test(arguments: 11...14) func theHistoryOfADayIsThatOfItsPrefixes(_ seed: Int) throws {
    var dice = Dice(seed)
    let system = MemorySystem()
    try JournalSession.create("/d", timeZone: "Europe/Berlin", on: system)
    var session = try JournalSession.open("/d", on: system)
    let samples = try DailyPropertyTests.samples(&dice)
    for (number, sample) in samples.enumerated() {
      try session.save(sample.object(number), source: sample.source)
      if number % 4 == 3 { try session.ask(.delete(Deletion(objects: [id(number - 1)]))) }
    }
    try session.commit()
    let journal = try ReplayedJournal("/d", on: system)
    let middle = Instant(wholeSeconds: Int64(samples[0].start) * 60)
    let day = CivilDate(
      dayNumber: try ViewContext().calendar(of: journal.tables).day(of: middle))
    let history = try DayHistory.table(
      of: steps, on: day, journal, in: ViewContext(), options: DailyView.Options()
    ).records()
    var expected: [Cell] = []
    for line in 1...journal.head.sequence {
      let then = try ReplayedJournal("/d", on: system, asOf: .sequence(line))
      let row = try daily(then).first { $0["type"] == .identifier(steps) && $0["day"] == .day(day) }
      let sum = row?["sum"] ?? .missing
      if sum != expected.last ?? .missing { expected.append(sum) }
    }
    var sums: [Cell] = []
    for row in history where row["sum"] != sums.last { sums.append(row["sum"] ?? .missing) }
    #expect(sums == expected)
  }
}
