import HealthEvents
import HealthModel
import HealthTables
import HealthViews
import Journal
import TestSupport
import Testing
import ViewTestSupport

/// What sources stated beside what the samples come to.
@Suite struct WorkoutComparisonTests {
  static func compared(
    _ journal: ReplayedJournal, as reader: String = EventActor.owner
  ) throws -> [String] {
    let table = try WorkoutComparisonView.table(of: journal.seen(by: reader), in: ViewContext())
    return words(
      try table.records(), "part", "type", "statistic", "stated", "ours", "difference", "unit",
      "verdict")
  }

  static let minutes = WorkoutFigureTests.minutes
  static let noise = "HKQuantityTypeIdentifierEnvironmentalAudioExposure"
  static let way = QuantityType.distanceWalkingRunning.identifier

  static func inspected(
    _ workout: HealthObject, _ samples: [HealthObject]
  ) throws -> [String] {
    try compared(
      try journal { session in
        try session.save(workout)
        for sample in samples { try session.save(sample, workout: id(1)) }
      })
  }

  @Test func eachVerdict() throws {
    let statistics = [
      WorkoutStatistics(type: energy, sum: 418.4, unit: "kJ"),
      WorkoutStatistics(type: pulse, average: 80, minimum: 60, maximum: 99, unit: "count/min"),
      WorkoutStatistics(type: Self.noise, average: 70, unit: "dBASPL"),
    ]
    let rows = try Self.inspected(
      WorkoutFigureTests.workout(statistics: statistics),
      [
        quantity(10, energy, 100.25, "kcal", Self.minutes(0, 10)),
        quantity(11, pulse, 60, "count/min", Self.minutes(0, 0)),
        quantity(12, pulse, 100, "count/min", Self.minutes(30, 30)),
        quantity(13, steps, 20, "count", Self.minutes(1, 2)),
        category(14, sleep, .code(3), Self.minutes(0, 1)),
      ])
    #expect(
      rows == [
        "- \(energy) sum 418.4 \(100.25 * 4.184) \(100.25 * 4.184 - 418.4) kJ differ",
        "- \(Self.noise) average 70 - - dBASPL statedOnly",
        "- \(pulse) average 80 80 0 count/min agree", "- \(pulse) minimum 60 60 0 count/min agree",
        "- \(pulse) maximum 99 100 1 count/min differ", "- \(steps) sum - 20 - count samplesOnly",
      ])
  }

  @Test func aTotalIsComparedOnce() throws {
    let samples = [
      quantity(10, energy, 100, "kcal", Self.minutes(0, 10)),
      quantity(11, Self.way, 5, "km", Self.minutes(0, 10)),
    ]
    let totals: [WorkoutTotal: Amount] = [
      .totalEnergyBurned: Amount(100, "kcal"), .totalDistance: Amount(5000, "m"),
    ]
    func statistics(_ kilometres: Double) -> [WorkoutStatistics] {
      [WorkoutStatistics(type: Self.way, sum: kilometres, unit: "km")]
    }
    let once = [
      "- \(energy) sum 100 100 0 kcal agree", "- \(Self.way) sum 5 5 0 km agree",
    ]
    #expect(
      try Self.inspected(
        WorkoutFigureTests.workout(statistics: statistics(5), totals: totals), samples) == once)
    // What contradicts itself stands twice.
    #expect(
      try Self.inspected(
        WorkoutFigureTests.workout(statistics: statistics(6), totals: totals), samples) == [
          once[0], "- \(Self.way) sum 6 5 -1 km differ", "- \(Self.way) sum 5000 5000 0 m agree",
        ])
    #expect(
      try Self.inspected(WorkoutFigureTests.workout(totals: totals), []) == [
        "- \(energy) sum 100 - - kcal statedOnly", "- \(Self.way) sum 5000 - - m statedOnly",
      ])
  }

  @Test func partsAreToldApartAndAddNothing() throws {
    let (first, second) = (Self.minutes(0, 20), Self.minutes(20, 60))
    func part(_ span: TimeSpan, _ kilocalories: Double) -> WorkoutActivity {
      WorkoutActivity(
        start: span.start, end: span.end,
        statistics: [WorkoutStatistics(type: energy, sum: kilocalories, unit: "kcal")])
    }
    let workout = WorkoutFigureTests.workout(
      parts: [part(first, 20), part(second, 41)],
      statistics: [WorkoutStatistics(type: energy, sum: 60, unit: "kcal")])
    let rows = try Self.inspected(workout, [quantity(10, energy, 60, "kcal", Self.minutes(0, 60))])
    #expect(
      rows == [
        "- \(energy) sum 60 60 0 kcal agree", "1 \(energy) sum 20 20 0 kcal agree",
        "2 \(energy) sum 41 40 -1 kcal differ",
      ])
  }

  @Test func whatMayNotBeReadIsNotCompared() throws {
    let journal = try journal { session in
      let statistics = [
        WorkoutStatistics(type: energy, sum: 60, unit: "kcal"),
        WorkoutStatistics(type: pulse, average: 60, unit: "count/min"),
      ]
      try session.save(
        WorkoutFigureTests.workout(statistics: statistics),
        quantity(10, energy, 60, "kcal", Self.minutes(0, 60)),
        quantity(11, pulse, 60, "count/min", Self.minutes(0, 60)))
      let read = [WorkoutContent.type, energy].map { AuthorizationGrant($0, .authorized) }
      try session.ask(.authorize(AuthorizationChange(source: app, read: read)))
    }
    #expect(try Self.compared(journal, as: app) == ["- \(energy) sum 60 60 0 kcal agree"])
  }

  @Test func groupsCountTheVerdicts() throws {
    let workout = WorkoutFigureTests.workout(
      statistics: [
        WorkoutStatistics(type: pulse, average: 80, minimum: 60, maximum: 99, unit: "count/min")
      ])
    let journal = try journal {
      try $0.save(workout, quantity(10, pulse, 80, "count/min", Self.minutes(0, 10)))
    }
    let table = try WorkoutComparisonView.table(of: journal, in: ViewContext(), grouped: true)
    let record = try #require(try table.records().first)
    #expect(words([record], "agree", "differ", "statedOnly", "samplesOnly") == ["1 2 - -"])
    guard case .list(let list)? = record["figures"] else { return #expect(Bool(false)) }
    #expect(list.count == 3)
  }
}

/// The figures of a workout, sample by sample.
@Suite struct WorkoutExplanationTests {
  static func explained(_ journal: ReplayedJournal) throws -> [[String: Cell]] {
    try WorkoutExplanation.table(of: journal, in: ViewContext()).records()
  }

  static let minutes = WorkoutFigureTests.minutes

  static func twoSources() throws -> ReplayedJournal {
    let pause = WorkoutEvent(type: WorkoutEventName.pause, date: minutes(50, 60).start)
    return try WorkoutFigureTests.twoSources(
      WorkoutFigureTests.workout(
        events: [pause], statistics: [WorkoutStatistics(type: steps, sum: 141, unit: "count")]),
      watch: [quantity(10, steps, 100, "count", minutes(0, 10))],
      phone: [
        quantity(20, steps, 80, "count", minutes(5, 15)),
        quantity(21, steps, 7, "count", minutes(1, 2)),
        quantity(22, pulse, 90, "count/min", minutes(1, 1)),
        quantity(23, pulse, 70, "count/min", minutes(2, 2)),
      ])
  }

  @Test func everySampleIsThere() throws {
    let rows = try Self.explained(try Self.twoSources())
    let shown = words(rows, "what", "type", "source", "value", "share", "counted", "by")
      .filter { !$0.hasPrefix("rule") }
    let watch = Self.line(rows, 100)
    let expected: [String] = [
      "workout - owner 3600 - - -", "pause - - 600 - - -",
      "counted \(pulse) P 90 - 90 -", "counted \(pulse) P 70 - 70 -",
      "total \(pulse) - - - \(2190.0 / 31) -", "total \(pulse) - - - 70 \(Self.line(rows, 70))",
      "total \(pulse) - - - 90 \(Self.line(rows, 90))",
      "stated \(steps) - 141 - - -", "source \(steps) W - - - -", "source \(steps) P - - - -",
      "counted \(steps) W 100 1 100 -", "suppressed \(steps) P 7 0 - \(watch)",
      "counted \(steps) P 80 0.5 40 \(watch)", "total \(steps) - - - 140 -",
    ]
    #expect(shown == expected)
  }

  private static func line(_ rows: [[String: Cell]], _ value: Double) -> String {
    let row = rows.first { $0["value"] == .number(value) && $0["what"] == .text("counted") }
    return "line " + word(row?["seq"] ?? .missing)
  }

  /// Of every workout and type: the parts give the total to the last digit, and the total is what
  /// `workouts --samples` shows.
  static func check(_ journal: ReplayedJournal) throws -> Int {
    var compared = 0
    let table = try WorkoutsView.table(of: journal, in: ViewContext(), showingSamples: true)
    for record in try table.records() {
      var query = ViewQuery()
      guard case .text(let text)? = record["uuid"], let uuid = ObjectUUID(text),
        case .list(let list)? = record["samples"]
      else { continue }
      query.predicate = .object(withUUID: uuid)
      let rows = try WorkoutExplanation.table(of: journal, in: ViewContext(query)).records()
      for item in list {
        let figures = Dictionary(item) { first, _ in first }
        let own = rows.filter { $0["type"] == figures["type"] }
        let total = own.first { $0["what"] == .text("total") }?["counted"]
        #expect(total == (figures["sum"] == .missing ? figures["average"] : figures["sum"]))
        let parts = own.filter { $0["what"] == .text("counted") }.compactMap { $0["counted"] }
        #expect(figures["count"] == .whole(parts.count))
        guard case .number(let sum)? = figures["sum"] else { continue }
        var exact = ExactSum()
        for case .number(let part) in parts { exact.add(part) }
        #expect(exact.value == sum)
        compared += 1
      }
    }
    return compared
  }

  @Test(arguments: 1...5) func partsAddUp(_ seed: Int) throws {
    var dice = Dice(seed)
    func objects(_ first: Int) -> [HealthObject] {
      (first..<first + 20).map { number in
        let start = Double(dice.below(600)) / 10
        let time = Self.minutes(start, start + Double(dice.below(90)) / 10)
        let value = Double(dice.below(10_000)) / 7
        return dice.below(3) == 0
          ? quantity(number, pulse, value, "count/min", time)
          : quantity(number, steps, value, "count", time)
      }
    }
    let (watch, phone) = (objects(100), objects(200))
    let journal = try WorkoutFigureTests.twoSources(
      WorkoutFigureTests.workout(), watch: watch, phone: phone)
    #expect(try Self.check(journal) == 1)
  }
}
