import HealthEvents
import HealthJournal
import HealthModel
import HealthTables
import JournalFile
import Testing

@testable import HealthProjections

/// Figures of a day that samples of other days change: by the order of sources, and by units.
@Suite(.enabled(if: Zones.arePresent)) struct DayHistoryTests {
  static let way = QuantityType.distanceWalkingRunning.identifier
  static let unknown = "HKQuantityTypeIdentifierOfTomorrow"

  /// One of a few overlapping spans: mostly on the days that are asked for, else long before them.
  private static func span(_ dice: inout Dice) -> TimeSpan {
    let far = dice.below(3) == 0
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
      (steps, ["count"]), (way, ["m", "km", "mi"]), (pulse, ["count/min", "count/s"]),
      (unknown, ["m", "ft", "quux"]),
    ][dice.below(4)]
    var object = quantity(
      number, type, Double(1 + dice.below(500)), units[dice.below(units.count)], span(&dice),
      zone: dice.below(4) == 0 ? DailyPropertyTests.zones[dice.below(5)] : nil)
    if dice.below(6) == 0 { object.metadata[MetadataName.wasUserEntered] = .boolean(true) }
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
  static func fill(_ session: inout JournalSession, _ dice: inout Dice, lines: Int) throws {
    var saved: [ObjectUUID] = []
    for number in 0..<lines {
      switch dice.below(8) {
      case 0 where !saved.isEmpty, 1 where !saved.isEmpty:
        let uuid = saved.remove(at: dice.below(saved.count))
        // What a newer version has replaced cannot be deleted again.
        try? session.ask(.delete(Deletion(objects: [uuid])))
      case 2 where dice.below(3) == 0:
        try session.ask(.configure(settings[dice.below(settings.count)]))
      default:
        let source = ["Zed", "Alpha", "Clock", "My iPhone", "Beta\u{A0}"][dice.below(5)]
        let device = dice.below(4) == 0 ? Device(name: "Apple Watch") : nil
        try session.save(sample(number, &dice), source: source, device: device)
        saved.append(id(number))
      }
    }
  }

  private static func options() -> [DailyView.Options] {
    DailyView.Attribution.allCases.flatMap { attribution in
      DailyView.Sources.allCases.map { sources in
        var options = DailyView.Options()
        options.attribution = attribution
        options.sources = sources
        return options
      }
    }
  }

  /// The history of a day is that of `daily` behind every line: every figure that it had, once.
  @Test(arguments: 1...8) func theHistoryIsThatOfEveryLine(_ seed: Int) throws {
    var dice = Dice(seed)
    let system = MemorySystem()
    try JournalSession.create("/d", timeZone: "Europe/Berlin", on: system)
    var session = try JournalSession.open("/d", on: system)
    try Self.fill(&session, &dice, lines: 60)
    try session.commit()
    let journal = try ReplayedJournal("/d", on: system)
    let prefixes = try (1...journal.head.sequence).map {
      try ReplayedJournal("/d", on: system, asOf: .sequence($0))
    }
    for options in Self.options() {
      let daily = try prefixes.map {
        try DailyView.table(of: $0, in: ViewContext(), options: options).allRows()
      }
      for type in [steps, Self.way, pulse, Self.unknown] {
        for day in 20_520..<20_525 {
          let date = CivilDate(dayNumber: day)
          let shown = daily.map { rows in
            rows.filter { $0[0] == .identifier(type) && $0[1] == .day(date) }
          }
          let history = try DayHistory.table(
            of: type, on: date, journal, in: ViewContext(), options: options)
          #expect(
            try Self.figures(history) == Self.distinct(shown.map { $0.map { Array($0[2...]) } }),
            "\(type) \(date) \(options)")
        }
      }
    }
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

  /// An older sample makes a source the first of two, and a newer one makes it the second again.
  @Test func anOlderSampleOfAnotherDayIsNamed() throws {
    let hour = HealthProjectionsTests.span("2026-03-10T10:00:00Z", "2026-03-10T11:00:00Z")
    let before = HealthProjectionsTests.span("2020-01-01T10:00:00Z", "2020-01-01T11:00:00Z")
    let system = MemorySystem()
    try JournalSession.create("/d", timeZone: "UTC", on: system)
    var session = try JournalSession.open("/d", on: system)
    try session.save(quantity(1, steps, 100, "count", hour), source: "Alpha")
    try session.save(quantity(2, steps, 170, "count", hour), source: "Zed")
    try session.save(quantity(3, steps, 1, "count", before), source: "Zed")
    try session.save(quantity(4, steps, 1, "count", before), source: "Zed")
    try session.ask(.delete(Deletion(objects: [id(3), id(4)])))
    try session.commit()
    let journal = try ReplayedJournal("/d", on: system)
    let day = try #require(CivilDate("2026-03-10"))
    // The line behind which both sources have a sample, and the one behind which one has two more.
    let (first, second): (UInt64, UInt64) = (5, 7)
    let history = try DayHistory.table(
      of: steps, on: day, journal, in: ViewContext(), options: DailyView.Options())
    #expect(
      words(try history.records(), "seq", "sum") == [
        "\(first - 2) 100", "\(first + 1) 170", "\(second + 1) 100",
      ])
    for (from, to, line) in [(first, second, first + 1), (second, second + 1, second + 1)] {
      let after = try ReplayedJournal("/d", on: system, asOf: .sequence(to))
      var difference = try DifferenceView(after, behind: from, in: ViewContext())
      try difference.add(
        "daily",
        from: try DailyView.table(
          of: try ReplayedJournal("/d", on: system, asOf: .sequence(from)), in: ViewContext()),
        to: try DailyView.table(of: after, in: ViewContext()))
      let rows = try difference.table.records().filter { $0["day"] == .day(day) }
      #expect(words(rows, "field", "lines") == ["sum \(line)"])
    }
  }
}
