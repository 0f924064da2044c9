import HealthEvents
import HealthModel
import HealthTables
import Journal
import JournalFile
import JournalTestSupport
import TestSupport
import Testing
import ViewTestSupport

@testable import HealthViews

/// What differs between two moments, and by which lines.
@Suite(.enabled(if: Zones.arePresent)) struct DifferenceTests {
  private static func records(_ difference: DifferenceView) throws -> [[String: Cell]] {
    try difference.table.records()
  }

  @Test func cellsThatCameWentAndChanged() throws {
    let columns = [Column(.type, tellsApart: true), Column(.line, .number), Column("sum", .number)]
    let before = Table(
      columns: columns,
      rows: [[.text("a"), .whole(1), .number(5)], [.text("b"), .whole(1), .number(6)]])
    let after = Table(
      columns: columns,
      rows: [[.text("a"), .whole(2), .number(7)], [.text("c"), .whole(1), .missing]])
    let changes = try TableDifference.changes(from: before, to: after)
    #expect(changes.map(\.kind) == [.changed, .removed])
    let cells = changes.flatMap(\.cells)
    #expect(cells.map(\.before) == [.number(5), .number(6)])
    #expect(cells.map(\.after) == [.number(7), .missing])
    #expect(changes.map { $0.earlier[.line] } == [.whole(1), .whole(1)])
    #expect(
      try TableDifference.changes(from: after, to: after).isEmpty)
  }

  /// Rows that have all of the key's fields in common are told apart by their units; a row that is
  /// alone stays the same row in another unit.
  @Test func rowsOfOneKeyAreThoseOfTheirUnits() throws {
    func changes(
      _ before: [(String, Double)], _ after: [(String, Double)]
    ) throws -> [TableDifference.Change] {
      let tables = [before, after].map { rows in
        Table(
          columns: [Column(.type, tellsApart: true), Column(.unit), Column("minimum", .number)],
          rows: rows.map { [.text("a"), .text($0.0), .number($0.1)] })
      }
      return try TableDifference.changes(from: tables[0], to: tables[1])
    }
    let added = try changes([("kg", 5), ("m", 7)], [("count", 9), ("kg", 5), ("m", 7)])
    #expect(added.map(\.kind) == [.added])
    #expect(added.map { $0.row[.unit] } == [.text("count")])
    #expect(try changes([("kg", 5)], [("lb", 11)]).map(\.kind) == [.changed])
    #expect(try changes([("kg", 5)], [("kg", 5), ("m", 7)]).map(\.kind) == [.added])
  }

  /// An earlier sample of a source that is first already, or stays behind, changes no order.
  @Test func onlyAnotherOrderOfSourcesChangesEveryDay() throws {
    let samples = [("A", "10"), ("B", "12"), ("A", "09"), ("B", "11"), ("B", "08")]
    let journal = try journal("UTC") { session in
      for (number, sample) in samples.enumerated() {
        let time = span("2026-01-01T\(sample.1):00:00Z")
        try session.save(quantity(number, steps, 1, "count", time), source: sample.0)
      }
    }
    let columns = try #require(journal.tables.columns(of: steps))
    let lines = Set(OrderChanges.lines(columns, removals: [:], in: journal.tables))
    let changed = (0..<columns.count).map { lines.contains(UInt64(columns.sequences[$0])) }
    #expect(changed.dropFirst(2) == [false, false, true])
  }

  /// What nobody ever saw, as the line that saved it took it back or its removal is not known,
  /// changes no order.
  @Test func whatWasDeadFromTheBeginningChangesNoOrder() throws {
    let journal = try journal("UTC") { session in
      for (number, name) in ["C", "B", "A"].enumerated() {
        let time = span("2026-01-01T1\(number):00:00Z")
        try session.save(quantity(number, steps, 1, "count", time), source: name)
      }
      try session.ask(.delete(Deletion(objects: [id(0)])))
    }
    let columns = try #require(journal.tables.columns(of: steps))
    let lines = OrderChanges.lines(columns, removals: [:], in: journal.tables)
    #expect(lines == [UInt64(columns.sequences[1])])
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
    // A snapshot shows the same, by a look at few samples.
    _ = try ReplayedJournal("/d", on: system, snapshots: SnapshotPolicy(leastBytes: 1))
    let kept = try ReplayedJournal("/d", on: system, snapshots: SnapshotPolicy(leastBytes: .max))
    #expect(kept.tables.pastSamples(of: steps, after: 1, and: []) != nil)
    for first in stride(from: UInt64(1), to: after.head.sequence, by: 7) {
      let before = try ReplayedJournal("/d", on: system, asOf: .sequence(first))
      let changes = try [after, kept].map { try Self.changes(from: before, to: $0, first) }
      #expect(changes[0] == changes[1])
      for row in changes[0] {
        guard case .names(let lines)? = row["lines"] else {
          Issue.record("a change without a line: \(row)")
          continue
        }
        let ranges = lines.map { $0.split(separator: "-").compactMap { UInt64($0) } }
        #expect(!lines.isEmpty, "\(row)")
        for range in ranges {
          #expect((1...2).contains(range.count) && range.allSatisfy { $0 > first }, "\(row)")
          #expect(range.count == 1 || range[0] < range[1], "\(row)")
        }
      }
    }
  }

  private static func changes(
    from before: ReplayedJournal, to after: ReplayedJournal, _ first: UInt64
  ) throws -> [[String: Cell]] {
    var difference = try DifferenceView(after, after: first, in: ViewContext())
    try difference.add(
      "daily", .asked,
      from: try DailyView.table(of: before, in: ViewContext()),
      to: try DailyView.table(of: after, in: ViewContext()))
    let options = Statistics.Options(every: .day)
    try difference.add(
      "statistics", .asked,
      from: try StatisticsView.table(of: before, in: ViewContext(), options: options),
      to: try StatisticsView.table(of: after, in: ViewContext(), options: options))
    return try records(difference)
  }

  /// Figures of an interval name the lines of its time, not all of the type.
  @Test func intervalsNameTheLinesOfTheirTime() throws {
    func journal(_ days: Int) throws -> ReplayedJournal {
      try ViewTestSupport.journal { session in
        for day in 0..<days {
          let time = span("2026-03-1\(day)T12:00:00Z")
          try session.save(quantity(day, steps, 5, "count", time), source: "Watch")
        }
      }
    }
    let (before, after) = (try journal(1), try journal(3))
    let first = before.head.sequence
    var difference = try DifferenceView(after, after: first, in: ViewContext())
    let options = Statistics.Options(every: .day)
    try difference.add(
      "statistics", .asked,
      from: try StatisticsView.table(of: before, in: ViewContext(), options: options),
      to: try StatisticsView.table(of: after, in: ViewContext(), options: options))
    let sums = try Self.records(difference).filter { $0["field"] == .text("sum") }
    #expect(
      words(sums, "start", "after", "lines") == [
        "2026-03-11T00:00:00+01:00 5 \(first + 1)", "2026-03-12T00:00:00+01:00 5 \(first + 2)",
      ])
  }

  /// Figures of a period, activities and what is of a moment name the lines that made them, and
  /// what they are of.
  @Test func everyRowOfAPeriodNamesItsLines() throws {
    let system = MemorySystem()
    try JournalSession.create("/d", timeZone: "Europe/Berlin", on: system)
    var session = try JournalSession.open("/d", on: system)
    let moment = span("2026-03-05T08:00:00+01:00")
    let pressure = [QuantityType.bloodPressureSystolic, .bloodPressureDiastolic].map(\.identifier)
    try session.save(quantity(1, pulse, 60, "count/min", span("2026-03-04T08:00:00+01:00")))
    try session.commit()
    let before = try ReplayedJournal("/d", on: system)
    let first = before.head.sequence
    try session.ask(.configure(Configuration(weekStarts: .sunday)))
    try session.save(
      quantity(2, pressure[0], 120, "mmHg", moment), quantity(3, pressure[1], 80, "mmHg", moment))
    try session.save(
      WorkoutTests.workout(4, span("2026-03-05T10:00:00+01:00", "2026-03-05T11:00:00+01:00")))
    try session.save(
      quantity(5, steps, 500, "count", span("2026-03-05T15:00:00+01:00")))
    try session.save(quantity(6, pulse, 70, "count/min", span("2026-03-05T16:00:00+01:00")))
    try session.save(NoteTests.note(7, "well", [], span("2026-03-05T17:00:00+01:00")))
    try session.commit()
    let after = try ReplayedJournal("/d", on: system)
    for view in [View.day, .summary, .compare, .pressure] {
      var values = OptionValues()
      if view.name != View.pressure.name { values.add("2026-03-05", to: Option.on.name) }
      var difference = try DifferenceView(after, after: first, in: ViewContext())
      let now = at("2026-03-06T12:00:00+01:00").instant
      var was = ViewRequest(before, values, now: now)
      var became = ViewRequest(after, values, now: now)
      try difference.add(view, from: &was, to: &became)
      let rows = try Self.records(difference)
      #expect(!rows.isEmpty)
      for row in rows {
        let line =
          switch row["type"] {
          case .identifier("HKWorkoutActivityTypeRunning")?: 3
          case .identifier(steps)?: 4
          case .identifier(pulse)?: 5
          case .text("well")?: 6
          default: 2
          }
        #expect(word(row["lines"] ?? .missing) == "\(first + UInt64(line))", "\(view.name) \(row)")
        // Rows of one type are told apart by their statistic.
        if view.name == View.compare.name {
          #expect(row["value"] ?? .missing != .missing, "\(row)")
        }
      }
    }
  }

  /// Sleep names the lines of its night or day, whatever else was saved at the time.
  @Test(arguments: SleepSummary.Period.allCases)
  func sleepNamesTheLinesOfItsNight(_ period: SleepSummary.Period) throws {
    let system = MemorySystem()
    try JournalSession.create("/d", timeZone: "Europe/Berlin", on: system)
    var session = try JournalSession.open("/d", on: system)
    func save(_ number: Int, _ start: String, _ end: String) throws {
      try session.save(category(number, sleep, .code(3), span(start, end)))
    }
    try save(1, "2026-03-04T20:00:00+01:00", "2026-03-04T21:00:00+01:00")
    try save(2, "2026-03-04T23:00:00+01:00", "2026-03-05T06:00:00+01:00")
    try save(3, "2026-03-06T02:00:00+01:00", "2026-03-06T06:00:00+01:00")
    try session.commit()
    let before = try ReplayedJournal("/d", on: system)
    let first = before.head.sequence
    // 1 to 6 lines later: what is in the time of the night but no sleep, then what is sleep.
    try session.save(quantity(4, steps, 3, "count", span("2026-03-05T02:00:00+01:00")))
    let unit = PreferredUnit(type: pulse, unit: "count/s")
    try session.ask(.configure(Configuration(preferredUnits: [unit])))
    try session.ask(.delete(Deletion(objects: [id(1)])))
    try session.save(quantity(5, pulse, 60, "count/min", span("2026-03-05T03:00:00+01:00")))
    try save(6, "2026-03-06T07:00:00+01:00", "2026-03-06T08:00:00+01:00")
    try session.save(quantity(7, steps, 3, "count", span("2026-03-06T03:00:00+01:00")))
    try session.commit()
    let after = try ReplayedJournal("/d", on: system)
    var difference = try DifferenceView(
      after, after: first, in: ViewContext(), sleepBy: period)
    try difference.add(
      "sleep", SleepView.reads,
      from: try SleepView.table(of: before, in: ViewContext(), SleepView.Rule(by: period)),
      to: try SleepView.table(of: after, in: ViewContext(), SleepView.Rule(by: period)))
    let rows = words(try Self.records(difference), "day", "field", "lines")
    // By day the deleted sleep was on the day of its evening.
    let shorter = period == .night ? "2026-03-05" : "2026-03-04"
    #expect(
      rows == ["start", "inBed", "asleep", "core"].map { "\(shorter) \($0) \(first + 3)" }
        + ["end", "inBed", "asleep", "core"].map { "2026-03-06 \($0) \(first + 5)" })
  }

  /// A night that only a setting moved names it, not what else was saved in its time.
  @Test func aNightThatASettingMovedNamesIt() throws {
    let system = MemorySystem()
    try JournalSession.create("/d", timeZone: "Europe/Berlin", on: system)
    var session = try JournalSession.open("/d", on: system)
    let time = span("2026-03-05T11:10:00+01:00", "2026-03-05T11:30:00+01:00")
    try session.save(category(1, sleep, .code(3), time))
    try session.commit()
    let before = try ReplayedJournal("/d", on: system)
    let first = before.head.sequence
    try session.save(quantity(2, steps, 3, "count", span("2026-03-05T11:20:00+01:00")))
    try session.ask(.configure(Configuration(timeZone: "Asia/Tokyo")))
    try session.commit()
    let after = try ReplayedJournal("/d", on: system)
    var difference = try DifferenceView(after, after: first, in: ViewContext())
    try difference.add(
      "sleep", SleepView.reads,
      from: try SleepView.table(of: before, in: ViewContext()),
      to: try SleepView.table(of: after, in: ViewContext()))
    let lines = Set(words(try Self.records(difference), "day", "lines"))
    #expect(lines == ["2026-03-05 \(first + 2)", "2026-03-06 \(first + 2)"])
  }

  /// The figure after every line is that of the journal read up to it, and no change is passed
  /// over.
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
