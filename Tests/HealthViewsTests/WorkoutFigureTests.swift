import HealthEvents
import HealthModel
import HealthTables
import HealthViews
import Journal
import TestSupport
import Testing
import ViewTestSupport

/// What the samples of a workout and of its parts come to.
@Suite struct WorkoutFigureTests {
  static let whole = WorkoutTests.whole
  static let watch = Device(name: "Apple Watch", model: "Watch")
  static let phone = Device(name: "iPhone", model: "iPhone")

  /// So many minutes after eight o'clock.
  static func minutes(_ start: Double, _ end: Double) -> TimeSpan {
    let begin = whole.start.instant
    return TimeSpan(
      Timestamp(instant: begin + start * 60, offsetMinutes: 0),
      Timestamp(instant: begin + end * 60, offsetMinutes: 0))
  }

  static func workout(
    _ number: Int = 1, _ span: TimeSpan = whole, events: [WorkoutEvent] = [],
    parts: [WorkoutActivity] = [], statistics: [WorkoutStatistics] = [],
    totals: [WorkoutTotal: Amount] = [:], activity: String = "HKWorkoutActivityTypeRunning"
  ) -> HealthObject {
    HealthObject(
      uuid: id(number),
      content: .workout(
        WorkoutContent(
          activity: activity, span: span, duration: span.duration, totals: totals, events: events,
          activities: parts, statistics: statistics)))
  }

  static func lap(_ start: Double, _ end: Double) -> WorkoutEvent {
    let span = minutes(start, end)
    return WorkoutEvent(type: WorkoutEventName.lap, date: span.start, duration: span.duration)
  }

  /// Watch and phone, each with its samples, saved to workout 1.
  static func twoSources(
    _ workout: HealthObject, watch: [HealthObject], phone: [HealthObject]
  ) throws -> ReplayedJournal {
    try journal { session in
      try session.save(workout)
      for object in phone {
        try session.save(object, source: "P", device: self.phone, workout: id(1))
      }
      for object in watch {
        try session.save(object, source: "W", device: self.watch, workout: id(1))
      }
    }
  }

  @Test func sourcesAreMergedAsByTheDay() throws {
    let journal = try Self.twoSources(
      Self.workout(),
      watch: [quantity(10, steps, 100, "count", Self.minutes(0, 10))],
      phone: [
        quantity(20, steps, 80, "count", Self.minutes(5, 15)),
        quantity(21, steps, 7, "count", Self.minutes(1, 2)),
        quantity(22, pulse, 90, "count/min", Self.minutes(1, 1)),
      ])
    #expect(
      try WorkoutTests.samples(journal) == ["\(pulse) 1 - 90 false", "\(steps) 2 140 - false"])
    #expect(words(try daily(journal), "sum")[1] == "140")
  }

  @Test func theOrderIsThatOfAllSamplesOfTheType() throws {
    func samples(first: [String]) throws -> [String] {
      let filled = try journal { session in
        if !first.isEmpty {
          let order = SourcePriority(type: steps, sources: first)
          try session.ask(.configure(Configuration(priority: [order])))
        }
        // By the workout's samples alone B would come first.
        try session.save(
          quantity(9, steps, 1, "count", span("2026-01-01T08:00:00Z")), source: "A")
        try session.save(Self.workout())
        try session.save(
          quantity(10, steps, 100, "count", Self.minutes(0, 10)), source: "A", workout: id(1))
        try session.save(
          quantity(11, steps, 40, "count", Self.minutes(5, 10)), source: "B", workout: id(1))
      }
      return try WorkoutTests.samples(filled)
    }
    #expect(try samples(first: []) == ["\(steps) 2 90 - false"])
    #expect(try samples(first: ["A"]) == ["\(steps) 1 100 - false"])
  }

  @Test func averagesFollowTheStyleOfTheType() throws {
    let noise = "HKQuantityTypeIdentifierEnvironmentalAudioExposure"
    let journal = try journal { session in
      try session.save(
        Self.workout(), quantity(10, noise, 90, "dBASPL", Self.minutes(0, 1)),
        quantity(11, noise, 60, "dBASPL", Self.minutes(1, 10)),
        quantity(12, pulse, 60, "count/min", Self.minutes(0, 1)),
        quantity(13, pulse, 90, "count/min", Self.minutes(1, 11)))
    }
    let samples = try WorkoutTests.samples(journal)
    // 10 · log10((10^9 · 1 + 10^6 · 9) / 10)
    #expect(samples[0].hasPrefix("\(noise) 2 - 80.03"))
    #expect(words(try daily(journal), "average")[0].hasPrefix("80.03"))
    #expect(samples[1].hasPrefix("\(pulse) 2 - "))
  }

  @Test func whatReachesOverTheBordersCountsWhole() throws {
    let journal = try journal { session in
      try session.save(Self.workout(), quantity(10, steps, 100, "count", Self.minutes(50, 70)))
    }
    #expect(try WorkoutTests.samples(journal) == ["\(steps) 1 100 - false"])
  }

  // MARK: Laps

  static func laps(_ journal: ReplayedJournal) throws -> [String] {
    let table = try WorkoutStretchesView.table(of: journal, in: ViewContext(), showingSamples: true)
    return words(
      try table.records(), "event", "index", "duration", "energy", "distance", "heartRate"
    )
    .map { String($0.dropFirst("HKWorkoutEventType".count)) }
  }

  @Test func lapsHaveWhatLiesInThem() throws {
    let way = QuantityType.distanceWalkingRunning.identifier
    let pause = WorkoutEvent(type: WorkoutEventName.pause, date: Self.minutes(55, 55).start)
    let journal = try journal { session in
      try session.save(
        Self.workout(events: [Self.lap(0, 20), Self.lap(20, 60), pause]),
        quantity(10, energy, 30, "kcal", Self.minutes(10, 40)),
        quantity(11, way, 2, "km", Self.minutes(0, 20)),
        quantity(12, pulse, 100, "count/min", Self.minutes(20, 20)),
        quantity(13, pulse, 140, "count/min", Self.minutes(40, 40)),
        quantity(14, pulse, 60, "count/min", Self.minutes(0, 0)))
    }
    #expect(
      try Self.laps(journal) == [
        "Lap 1 1200 10 2000 60", "Lap 2 2400 20 - 120", "Pause 1 300 - - -",
      ])
  }

  /// The sum of the first type of a row's samples.
  private static func sum(_ record: [String: Cell]) -> Double {
    guard case .list(let list)? = record["samples"], let first = list.first,
      case .number(let sum)? = first.first(where: { $0.0 == "sum" })?.1
    else { return 0 }
    return sum
  }

  /// Against a plain loop: minute by minute, for each the source that counts first.
  @Test(arguments: Counts.seeds(1...20)) func lapsAddUpToTheWhole(_ seed: Int) throws {
    var dice = Dice(seed)
    var expected = [Double](repeating: 0, count: 60)
    var covered = [Bool](repeating: false, count: 60)
    func objects(_ first: Int) -> [HealthObject] {
      var objects: [HealthObject] = []
      let before = covered
      for number in 0..<8 {
        let start = dice.below(59)
        let length = 1 + dice.below(min(12, 60 - start))
        let rate = Double(1 + dice.below(9))
        objects.append(
          quantity(
            first + number, steps, rate * Double(length), "count",
            Self.minutes(Double(start), Double(start + length))))
        for minute in start..<start + length {
          covered[minute] = true
          if !before[minute] { expected[minute] += rate }
        }
      }
      return objects
    }
    let (watch, phone) = (objects(100), objects(200))
    let cuts = [0, 1 + dice.below(20), 25 + dice.below(20), 60]
    let laps = zip(cuts, cuts.dropFirst()).map { Self.lap(Double($0), Double($1)) }
    let journal = try Self.twoSources(Self.workout(events: laps), watch: watch, phone: phone)
    let table = try WorkoutStretchesView.table(of: journal, in: ViewContext(), showingSamples: true)
    let sums = try table.records().map(Self.sum)
    let wanted = zip(cuts, cuts.dropFirst()).map { expected[$0..<$1].reduce(0, +) }
    #expect(zip(sums, wanted).allSatisfy { abs($0 - $1) < 1e-9 }, "\(sums) for \(wanted)")
    let whole = try WorkoutTests.samples(journal)[0].split(separator: " ")[2]
    #expect(abs((Double(whole) ?? 0) - expected.reduce(0, +)) < 1e-9)
  }

  // MARK: Activities

  @Test func activitiesHaveTheirOwnFigures() throws {
    let swum = QuantityType.distanceSwimming.identifier
    let ridden = QuantityType.distanceCycling.identifier
    let (first, second) = (Self.minutes(0, 20), Self.minutes(20, 60))
    let parts = [
      WorkoutActivity(
        activity: "HKWorkoutActivityTypeSwimming", start: first.start, end: first.end,
        statistics: [WorkoutStatistics(type: energy, sum: 200, unit: "kcal")]),
      WorkoutActivity(activity: "HKWorkoutActivityTypeCycling", start: second.start),
    ]
    let pause = [WorkoutEventName.pause, WorkoutEventName.resume].enumerated().map {
      WorkoutEvent(type: $1, date: Self.minutes(15 + Double($0) * 10, 60).start)
    }
    let journal = try journal { session in
      try session.save(
        Self.workout(events: pause, parts: parts, activity: "HKWorkoutActivityTypeSwimBikeRun"),
        quantity(10, energy, 90, "kcal", Self.minutes(0, 60)),
        quantity(11, swum, 800, "m", Self.minutes(0, 20)),
        quantity(12, ridden, 16, "km", Self.minutes(20, 60)))
    }
    let table = try WorkoutPartsView.table(of: journal, in: ViewContext(), showingSamples: true)
    #expect(
      words(try table.records(), "part", "activity", "duration", "energy", "distance", "paused")
        == [
          "1 HKWorkoutActivityTypeSwimming 900 200 800 300",
          "2 HKWorkoutActivityTypeCycling 2100 60 16000 300",
        ])
    #expect(
      try WorkoutTests.row(journal, ["energy", "distance", "pauses", "paused"]) == "90 16800 1 600")
  }

  /// In the time of a part its own sport decides which types are distance.
  @Test func stepsOnTheRideOfATriathlonAddNoDistance() throws {
    let ridden = QuantityType.distanceCycling.identifier
    let (ride, run) = (Self.minutes(0, 40), Self.minutes(40, 60))
    let parts = [
      WorkoutActivity(
        activity: "HKWorkoutActivityTypeCycling", start: ride.start, end: ride.end),
      WorkoutActivity(activity: "HKWorkoutActivityTypeRunning", start: run.start, end: run.end),
    ]
    let journal = try journal { session in
      try session.save(
        Self.workout(
          events: [Self.lap(0, 20)], parts: parts, activity: "HKWorkoutActivityTypeSwimBikeRun"),
        quantity(10, ridden, 16, "km", ride),
        quantity(11, WorkoutTests.metres, 0.5, "km", Self.minutes(10, 20)),
        quantity(12, WorkoutTests.metres, 0.25, "km", Self.minutes(15, 15)),
        quantity(13, WorkoutTests.metres, 8, "km", Self.minutes(20, 60)))
    }
    #expect(try WorkoutTests.row(journal, ["distance"]) == "20000")
    #expect(
      try WorkoutsView.totals(of: journal)[id(1)]?[.totalDistance] == Amount(20, "km"))
    let laps = try WorkoutStretchesView.table(of: journal, in: ViewContext())
    #expect(words(try laps.records(), "distance") == ["8000"])
    // The samples themselves are those of its time.
    #expect(
      try WorkoutTests.samples(journal) == [
        "\(ridden) 1 16 - false", "\(WorkoutTests.metres) 3 8.75 - false",
      ])
  }

  /// Given parts that overlap, that end before they begin, or that meet at a sample of a moment,
  /// then each distance of a part's sport counts once. Texts are a sport, the kilometres of a
  /// sample, and minutes from and to.
  @Test(
    arguments: [
      (["Cycling 0 40", "Running 38 60"], ["Cycling 16 0 40", "Running 8 38 60"], "24000"),
      (["Running 40 -", "Cycling 0 -"], ["Cycling 16 0 40"], "16000"),
      (["Cycling 0 40", "Running 40 60"], ["Cycling 16 0 40", "Cycling 0.25 40 40"], "16250"),
      (["Running 0 30", "Cycling 30 60"], ["Cycling 16 0 60", "Running 1 50 60"], "8000"),
    ])
  func timesOfOtherSportsAreThoseOfNoOwnPart(
    _ parts: [String], _ samples: [String], _ distance: String
  ) throws {
    let sport = "HKWorkoutActivityType"
    let activities = parts.map { part in
      let words = part.split(separator: " ").map(String.init)
      let span = Self.minutes(Double(words[1]) ?? 0, Double(words[2]) ?? 60)
      return WorkoutActivity(
        activity: sport + words[0], start: span.start, end: words[2] == "-" ? nil : span.end)
    }
    let journal = try journal { session in
      try session.save(Self.workout(parts: activities, activity: sport + "SwimBikeRun"))
      for (number, sample) in samples.enumerated() {
        let words = sample.split(separator: " ")
        let figures = words.dropFirst().compactMap { Double($0) }
        let type =
          words[0] == "Cycling" ? QuantityType.distanceCycling.identifier : WorkoutTests.metres
        let span = Self.minutes(figures[1], figures[2])
        try session.save(quantity(20 + number, type, figures[0], "km", span), workout: id(1))
      }
    }
    #expect(try WorkoutTests.row(journal, ["distance"]) == distance)
  }

  @Test func workoutsInOneAnotherShareTheirSamples() throws {
    let journal = try journal { session in
      try session.save(Self.workout(1), source: "A")
      try session.save(Self.workout(2, WorkoutTests.inside), source: "A")
      try session.save(Self.workout(3, Self.minutes(10, 10)), source: "A")
      try session.save(quantity(10, steps, 5, "count", WorkoutTests.inside), source: "A")
      try session.save(quantity(11, steps, 2, "count", Self.minutes(10, 10)), source: "A")
    }
    let table = try WorkoutsView.table(of: journal, in: ViewContext(), showingSamples: true)
    let sums = try table.records().map(Self.sum)
    #expect(sums == [7, 2, 7])
  }
}
