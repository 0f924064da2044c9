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

/// Figures of a day that samples of other days change: by the order of sources, and by units.
@Suite(.enabled(if: Zones.arePresent)) struct DayHistoryTests {
  static let way = QuantityType.distanceWalkingRunning.identifier
  static let unknown = "HKQuantityTypeIdentifierOfTomorrow"

  /// One of a few overlapping spans: mostly on the days that are asked for, else long before them.
  private static func span(_ dice: inout Dice) -> TimeSpan {
    let far = dice.below(2) == 0
    let day = far ? 18_000 - dice.below(3) * 100 : 20_520 + dice.below(4)
    let start = (day * 24 + dice.below(8) * 3) * 3600
    let end = start + [0, 3600, 5 * 3600, 30 * 3600, 100 * 3600][dice.below(5)]
    func time(_ second: Int) -> Timestamp {
      Timestamp(instant: Instant(wholeSeconds: Int64(second)), offsetMinutes: 0)
    }
    return TimeSpan(time(start), time(end))
  }

  private static func sample(_ number: Int, _ dice: inout Dice) -> HealthObject {
    let (type, units) = [
      (steps, ["count"]), (steps, ["count"]), (way, ["m", "km", "mi"]),
      (pulse, ["count/min", "count/s"]),
      (unknown, ["m", "ft", "quux"]),
    ][dice.below(5)]
    var object = quantity(
      number, type, Double(1 + dice.below(500)), units[dice.below(units.count)], span(&dice),
      zone: dice.below(4) == 0 ? DailyPropertyTests.zones[dice.below(5)] : nil)
    if dice.below(9) == 0 { object.metadata[MetadataName.wasUserEntered] = .boolean(true) }
    if dice.below(4) == 0 {
      object.metadata[MetadataName.syncIdentifier] = .string("s\(dice.below(4))")
      object.metadata[MetadataName.syncVersion] = .number(Double(number))
    }
    return object
  }

  private static let settings = [
    Configuration(timeZone: "Asia/Tokyo"),
    Configuration(priority: [SourcePriority(type: "*", sources: ["Zed", "Alpha"])]),
    Configuration(priority: [SourcePriority(type: "*", sources: [])]),
    Configuration(preferredUnits: [PreferredUnit(type: way, unit: "ft")]),
  ]

  /// A journal in which samples come, go and are replaced, and settings change.
  static func fill(
    _ session: inout JournalSession, _ dice: inout Dice, from first: Int = 0, lines: Int
  ) throws {
    var saved = (0..<first).map(id)
    for number in first..<lines {
      switch dice.below(8) {
      case 0 where !saved.isEmpty, 1 where !saved.isEmpty:
        let uuid = saved.remove(at: dice.below(saved.count))
        // What a newer version has replaced cannot be deleted again.
        try? session.ask(.delete(Deletion(objects: [uuid])))
      case 2 where dice.below(3) == 0:
        try session.ask(.configure(settings[dice.below(settings.count)]))
      default:
        let source = ["Zed", "Alpha", "Clock", "Beta\u{A0}", "My iPhone"][dice.below(5)]
        let device = dice.below(6) == 0 ? Device(name: "Apple Watch") : nil
        try session.save(sample(number, &dice), source: source, device: device)
        saved.append(id(number))
      }
    }
  }

  /// Each way of counting for one of eight seeds; those that merge for the others.
  private static func options(_ seed: Int) -> DailyView.Options {
    var options = DailyView.Options()
    options.attribution = seed.isMultiple(of: 2) ? .split : .start
    options.sources = DailyView.Sources.allCases[seed / 2 % (seed < 8 ? 4 : 2)]
    return options
  }

  /// The history of a day is that of `daily` after every line: every figure that it had, once.
  @Test(arguments: Counts.seeds(0...19)) func theHistoryIsThatOfEveryLine(_ seed: Int) throws {
    var dice = Dice(seed)
    let options = Self.options(seed)
    let system = MemorySystem()
    try JournalSession.create("/d", timeZone: "Europe/Berlin", on: system)
    var session = try JournalSession.open("/d", on: system)
    // From a snapshot too, and from one that is followed by lines.
    let first = [0, 60, 90][seed % 3]
    try Self.fill(&session, &dice, lines: first)
    try session.commit()
    let snapshots = SnapshotPolicy(leastBytes: first > 0 ? 1 : .max)
    _ = try ReplayedJournal("/d", on: system, snapshots: snapshots)
    try Self.fill(&session, &dice, from: first, lines: 90)
    try session.commit()
    let journal = try ReplayedJournal("/d", on: system, snapshots: SnapshotPolicy(leastBytes: .max))
    let daily = try (1...journal.head.sequence).map { line in
      let then = try ReplayedJournal(
        "/d", on: system, asOf: .sequence(line), fromFirstLine: true)
      return try DailyView.table(of: then, in: ViewContext(), options: options).allRows()
    }
    var short = 0
    let time = Int64(20_520) * 86_400_000_000...Int64(20_525) * 86_400_000_000
    for type in [steps, Self.way, pulse, Self.unknown] {
      for day in 20_521...20_523 {
        let date = CivilDate(dayNumber: day)
        let shown = daily.map { rows in
          rows.filter { $0[0] == .identifier(type) && $0[1] == .day(date) }
            .map { Array($0[2...]) }
        }
        let history = try DayHistory.table(
          of: type, on: date, journal, in: ViewContext(), options: options)
        if first > 0 { short += journal.tables.pastSamples(of: type, near: time) == nil ? 0 : 1 }
        #expect(try Self.figures(history) == Self.distinct(shown), "\(type) \(date) \(options)")
      }
    }
    // Else the look at few samples was not tried.
    #expect(first < 90 || short > 0)
  }

  /// Of more lines than there are steps for the newest are shown, as they are among all.
  @Test(arguments: 0..<4) func ofVeryManyLinesTheNewestAreShown(_ seed: Int) throws {
    var dice = Dice(seed)
    let journal = try journal("UTC") { try Self.fill(&$0, &dice, lines: 400) }
    let day = CivilDate(dayNumber: 20_522)
    func history(_ steps: Int) throws -> Table {
      try DayHistory.table(
        of: HealthViewsTests.steps, on: day, journal, in: ViewContext(),
        options: Self.options(seed), steps: steps)
    }
    let (all, some) = (try history(.max), try history(1))
    let (rows, newest) = (try all.allRows(), try some.allRows())
    #expect(all.presentation?.remarks == [])
    #expect(some.presentation?.remarks.count == 1)
    #expect(!newest.isEmpty && newest.count < rows.count)
    #expect(newest == Array(rows.suffix(newest.count)))
  }

  /// A sample of many days is as much work as one sample of each of them.
  @Test(arguments: [(1, 0), (20, 1)])
  func longSamplesAreMoreWork(_ days: Int, _ remarks: Int) throws {
    let journal = try journal("UTC") { session in
      for number in 0..<100 {
        let end = CivilDate(dayNumber: 20_522 + days)
        let span = HealthViewsTests.span("2026-03-10T08:00:00Z", "\(end)T08:00:00Z")
        try session.save(quantity(number, steps, 9, "count", span), source: "Alpha")
      }
    }
    let history = try DayHistory.table(
      of: HealthViewsTests.steps, on: CivilDate(dayNumber: 20_522), journal, in: ViewContext(),
      options: DailyView.Options(), steps: 40_000)
    #expect(history.presentation?.remarks.count == remarks)
  }

  /// What the rows of each line say, in the order of the lines; none where they have no figures.
  private static func figures(_ history: Table) throws -> [[[Cell]]] {
    var found: [(line: Cell, rows: [[Cell]])] = []
    for row in try history.allRows() {
      if found.last?.line != row[0] { found.append((row[0], [])) }
      let figures = Array(row[4...])
      if figures.contains(where: { $0 != .missing }) {
        found[found.count - 1].rows.append(figures)
      }
    }
    return found.map(\.rows)
  }

  private static func distinct(_ states: [[[Cell]]]) -> [[[Cell]]] {
    var found: [[[Cell]]] = []
    for state in states where state != found.last ?? [] { found.append(state) }
    return found
  }

  /// An older sample makes a source the second of two, and without it it is the first again.
  @Test func anOlderSampleOfAnotherDayIsNamed() throws {
    let hour = HealthViewsTests.span("2026-03-10T10:00:00Z", "2026-03-10T11:00:00Z")
    let before = HealthViewsTests.span("2020-01-01T10:00:00Z", "2020-01-01T11:00:00Z")
    let system = MemorySystem()
    try JournalSession.create("/d", timeZone: "UTC", on: system)
    var session = try JournalSession.open("/d", on: system)
    try session.save(quantity(1, steps, 100, "count", hour), source: "Alpha")
    try session.save(quantity(2, steps, 170, "count", hour), source: "Zed")
    try session.save(quantity(3, steps, 1, "count", before), source: "Alpha")
    try session.save(quantity(4, steps, 1, "count", before), source: "Alpha")
    try session.ask(.delete(Deletion(objects: [id(3), id(4)])))
    try session.commit()
    let journal = try ReplayedJournal("/d", on: system)
    let day = try #require(CivilDate("2026-03-10"))
    // The line after which both sources have a sample, and the one after which one has two more.
    let (first, second): (UInt64, UInt64) = (5, 7)
    let history = try DayHistory.table(
      of: steps, on: day, journal, in: ViewContext(), options: DailyView.Options())
    #expect(
      words(try history.records(), "seq", "sum") == [
        "\(first - 2) 100", "\(first + 1) 170", "\(second + 1) 100",
      ])
    for (from, to, line) in [(first, second, first + 1), (second, second + 1, second + 1)] {
      let after = try ReplayedJournal("/d", on: system, asOf: .sequence(to))
      var difference = try DifferenceView(after, after: from, in: ViewContext())
      try difference.add(
        "daily", .asked,
        from: try DailyView.table(
          of: try ReplayedJournal("/d", on: system, asOf: .sequence(from)), in: ViewContext()),
        to: try DailyView.table(of: after, in: ViewContext()))
      let rows = try difference.table.records().filter { $0["day"] == .day(day) }
      #expect(words(rows, "field", "lines") == ["sum \(line)"])
    }
  }

  /// What counts whole to the day on which it starts gives way to samples that come days later.
  @Test func aLongSampleGivesWayFarFromItsDay() throws {
    let journal = try journal("UTC") { session in
      for (number, source, start, end) in [
        (1, "Zed", "2020-01-01T10:00:00Z", "2020-01-01T11:00:00Z"),
        (2, "Zed", "2026-03-10T00:00:00Z", "2026-03-20T00:00:00Z"),
        (3, "Alpha", "2026-03-18T00:00:00Z", "2026-03-19T00:00:00Z"),
      ] {
        let sample = quantity(number, steps, 100, "count", HealthViewsTests.span(start, end))
        try session.save(sample, source: source)
      }
    }
    var options = DailyView.Options()
    options.attribution = .start
    let history = try DayHistory.table(
      of: steps, on: try #require(CivilDate("2026-03-10")), journal, in: ViewContext(),
      options: options)
    #expect(words(try history.records(), "seq", "sum") == ["4 100", "6 90"])
  }

  /// Samples name the lines of their own object, not those of others of their type.
  @Test func samplesNameTheirOwnLines() throws {
    let hour = HealthViewsTests.span("2026-03-10T10:00:00Z", "2026-03-10T11:00:00Z")
    let system = MemorySystem()
    try JournalSession.create("/d", timeZone: "UTC", on: system)
    var session = try JournalSession.open("/d", on: system)
    for number in 1...3 { try session.save(quantity(number, steps, 1, "count", hour)) }
    try session.ask(.delete(Deletion(objects: [id(1)])))
    let unit = PreferredUnit(type: pulse, unit: "count/s")
    try session.save(quantity(4, pulse, 60, "count/min", hour))
    try session.ask(.configure(Configuration(preferredUnits: [unit])))
    try session.save(quantity(5, pulse, 90, "count/min", hour))
    try session.commit()
    func lines(_ from: UInt64, _ to: UInt64, _ view: String) throws -> [String] {
      let states = try [from, to].map {
        try ReplayedJournal("/d", on: system, asOf: .sequence($0))
      }
      let tables = try states.map {
        view == "samples"
          ? try SamplesView.table(of: $0, in: ViewContext())
          : try LatestView.table(of: $0, in: ViewContext())
      }
      var difference = try DifferenceView(states[1], after: from, in: ViewContext())
      try difference.add(view, .asked, from: tables[0], to: tables[1])
      let rows = try difference.table.records()
        .filter { $0["field"] == .text("value") || $0["field"] == .text("start") }
      return words(rows, "change", "field", "lines")
    }
    let saved = (2...4).flatMap { ["added start \($0)", "added value \($0)"] }
    #expect(try lines(1, 4, "samples") == saved)
    #expect(try lines(4, 5, "samples") == ["removed start 5", "removed value 5"])
    #expect(
      try lines(6, 8, "samples") == ["changed value 7", "added start 8", "added value 8"])
    #expect(try lines(6, 7, "latest") == ["changed value 7"])
    #expect(try lines(7, 8, "latest") == ["changed value 8"])
  }

  /// The lines of a stretch of time are those that a look at every span finds.
  @Test(arguments: 1...5) func linesOfATime(_ seed: Int) {
    var dice = Dice(seed)
    var spans = LineSpans()
    let all = (0..<60).map { line in
      let start = Int64(dice.below(100))
      return (start: start, end: start + Int64(dice.below(20)), line: UInt64(line))
    }
    for span in all { spans.add(start: span.start, end: span.end, line: span.line) }
    spans.sort()
    for first in Int64(-1)..<121 {
      let last = first + Int64(dice.below(9))
      let touching = all.filter { $0.start <= last && $0.end >= first }.map(\.line)
      #expect(spans.lines(from: first, to: last) == Set(touching))
    }
  }
}
