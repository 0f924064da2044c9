import HealthModel
import Testing

/// Pauses, laps and parts of workouts, from what their sources wrote.
@Suite struct WorkoutStretchTests {
  /// So many seconds after eight o'clock.
  static func time(_ seconds: Double) -> Timestamp {
    Timestamp(instant: Instant(wholeSeconds: 1_795_158_000) + seconds, offsetMinutes: 60)
  }

  static func seconds(_ time: Timestamp) -> Int {
    Int(time.instant.seconds(since: Self.time(0).instant))
  }

  /// `P10` is a pause after ten seconds, `L10+5` a lap of five.
  static func events(_ words: String) -> [WorkoutEvent] {
    let names = [
      "P": "Pause", "R": "Resume", "p": "MotionPaused", "r": "MotionResumed", "L": "Lap",
      "S": "Segment", "M": "Marker", "?": "PauseOrResumeRequest",
    ]
    return words.split(separator: " ").map { word in
      let numbers = word.dropFirst().split(separator: "+").compactMap { Double($0) }
      return WorkoutEvent(
        type: "HKWorkoutEventType" + (names[String(word.prefix(1))] ?? ""),
        date: time(numbers[0]), duration: numbers.count > 1 ? numbers[1] : nil)
    }
  }

  static func workout(_ events: String, parts: [WorkoutActivity] = []) -> WorkoutContent {
    WorkoutContent(
      activity: "HKWorkoutActivityTypeRunning", span: TimeSpan(time(0), time(100)), duration: 90,
      events: self.events(events), activities: parts)
  }

  static func words(_ spans: [TimeSpan]) -> String {
    spans.map { "\(seconds($0.start))-\(seconds($0.end))" }.joined(separator: " ")
  }

  @Test(arguments: [
    ("", "", 100), ("P10 R20", "10-20", 90), ("R20 P10", "10-20", 90),
    ("P10 R20 P50 R60", "10-20 50-60", 80),
    // One that nobody ended lasts to the end, one at the very end not at all.
    ("P90", "90-100", 90), ("P100", "", 100), ("P10 P15 R20 R30", "10-20", 90),
    // Nothing to resume; no time between; over the borders of the workout.
    ("R20", "", 100), ("P10 R10", "", 100), ("P10 R20 P20 R30", "10-20 20-30", 80),
    ("P-5 R5 P95 R200", "0-5 95-100", 90),
    // A device that notices standstill does not stop the clock.
    ("p10 r20 ?30 M40", "", 100), ("P10 p12 r15 R20", "10-20", 90),
  ])
  func pauses(_ events: String, _ pauses: String, _ active: Double) {
    let workout = Self.workout(events)
    #expect(Self.words(workout.pauses) == pauses)
    #expect(workout.activeDuration == active)
  }

  @Test func aPartThatRepeatsThePausesAddsNone() {
    let part = WorkoutActivity(start: Self.time(0), events: Self.events("P10 R20 P60 R65"))
    let workout = Self.workout("P10 R20", parts: [part])
    #expect(Self.words(workout.pauses) == "10-20 60-65")
    #expect(
      Self.words(workout.pauses(within: TimeSpan(Self.time(15), Self.time(62)))) == "15-20 60-62")
  }

  @Test(arguments: [
    ("L0+30 L30+70", "Lap1:0-30 Lap2:30-100"), ("L30+70 L0+30", "Lap1:0-30 Lap2:30-100"),
    // Marks of laps without a duration end them.
    ("L30 L60", "Lap1:0-30 Lap2:30-60"), ("L0+30 L60", "Lap1:0-30 Lap2:30-60"),
    ("M40 S0+50 P10 R20", "Segment1:0-50 Pause1:10-20 Marker1:40-40"),
    ("S0+50 S0+100 S50+50", "Segment1:0-50 Segment2:0-100 Segment3:50-100"),
    (
      "S50+50 M60 S0+100 S0+50 S50+50", "Segment1:0-50 Segment2:0-100 Segment3:50-100 Marker1:60-60"
    ),
    ("p10 r20 p30", "MotionPaused1:10-20 MotionPaused2:30-100"), ("L0+30 L0+30", "Lap1:0-30"),
    // A mark that adds no time is no lap.
    ("L0 L30 L30", "Lap1:0-30"), ("S0+50 S0+50", "Segment1:0-50"),
  ])
  func stretches(_ events: String, _ stretches: String) {
    let workout = Self.workout(events)
    #expect(
      workout.segments
        == workout.stretches.filter { $0.event == WorkoutEventName.segment }.map(\.span))
    let found = workout.stretches.map { stretch in
      "\(stretch.event.dropFirst("HKWorkoutEventType".count))\(stretch.index):"
        + Self.words([stretch.span])
    }
    #expect(found.joined(separator: " ") == stretches)
  }

  /// `0-30 20/10` is a lap of 20 seconds under way and ten of pauses.
  private static func laps(_ workout: WorkoutContent) -> [String] {
    workout.laps.map { words([$0.span]) + " \(Int($0.duration))/\(Int($0.paused))" }
  }

  @Test(arguments: [
    ("", []), ("L0+30 L30+70", ["0-30 30/0", "30-100 70/0"]),
    ("L30 L60", ["0-30 30/0", "30-60 30/0"]), ("L60 L30", ["0-30 30/0", "30-60 30/0"]),
    // Pauses are no part of what a mark ends; a lap that says how long it lasted, lasted so long.
    ("L30 P30 R45 L60", ["0-30 30/0", "30-60 15/15"]), ("P10 R20 L0+30", ["0-30 30/0"]),
    ("L60 P10 R20 P25 R30 P50 R70", ["0-60 35/25"]), ("P50 L60 L80", ["0-60 50/10"]),
    // Marks that add no time under way.
    ("L0 L30 L30 L0+30", ["0-30 30/0"]), ("L30 P30 R60 L60 L70", ["0-30 30/0", "30-70 10/30"]),
    ("L-5 L30", ["0-30 30/0"]), ("L0+50 L20 L60", ["0-50 50/0", "50-60 10/0"]),
    // Of events at one moment a mark comes first, whatever their order.
    ("L30+30 L30", ["0-30 30/0", "30-60 30/0"]), ("L30 L30+30", ["0-30 30/0", "30-60 30/0"]),
    ("L10+30 L10+20 L10+30 L60", ["10-30 20/0", "10-40 30/0", "40-60 20/0"]),
    // A device that notices standstill does not stop the clock.
    ("p10 r20 L30", ["0-30 30/0"]),
  ])
  func laps(_ events: String, _ laps: [String]) {
    let workout = Self.workout(events)
    #expect(Self.laps(workout) == laps)
    let rows = workout.stretches.filter { $0.event == WorkoutEventName.lap }
    #expect(rows.map(\.span) == workout.laps.map(\.span))
    #expect(rows.map(\.duration) == workout.laps.map(\.duration))
    #expect(rows.map(\.index) == Array(1..<laps.count + 1))
  }

  @Test func aPartMayTellOfLapsAndPausesAlone() {
    var lap = Self.events("L50+20")[0]
    lap.metadata[MetadataName.swolfScore] = .number(40)
    let part = WorkoutActivity(
      start: Self.time(0), events: Self.events("L0+30 P30 R50 L90") + [lap])
    #expect(
      Self.laps(Self.workout("L50+20", parts: [part])) == ["0-30 30/0", "50-70 20/0", "70-90 20/0"])
    let paused = WorkoutActivity(start: Self.time(0), events: Self.events("L0+30 P30 R50"))
    #expect(Self.laps(Self.workout("L60", parts: [paused])) == ["0-30 30/0", "30-60 10/20"])
    // What was written beside either of the two stays.
    #expect(Self.workout("L50+20", parts: [part]).laps[1].metadata == lap.metadata)
  }

  @Test func partsAreWorkoutsOfTheirOwn() {
    let parts = [
      WorkoutActivity(activity: "HKWorkoutActivityTypeSwimming", start: Self.time(0)),
      WorkoutActivity(start: Self.time(40), end: Self.time(60), duration: 17),
      WorkoutActivity(start: Self.time(70)),
    ]
    let workout = Self.workout("P10 R20", parts: parts)
    #expect(Self.words(workout.parts.map(\.span)) == "0-40 40-60 70-100")
    #expect(workout.parts.map(\.duration) == [30, 17, 30])
    #expect(
      workout.parts.map { WorkoutActivityType.find($0.activity)?.name } == [
        "swimming", "running", "running",
      ])
  }

  private static let sports: [(String?, MetadataValue?, [String], String, String?)] = [
    ("Running", nil, ["Cycling"], "SwimBikeRun", "Running"),
    (nil, .string("83"), ["WalkingRunning"], "SwimBikeRun", "Transition"),
    (nil, .number(46), [], "SwimBikeRun", "Swimming"),
    (nil, .number(999), ["Cycling"], "SwimBikeRun", nil),
    (nil, .string("46 "), [], "SwimBikeRun", nil),
    (nil, nil, ["WalkingRunning"], "SwimBikeRun", "Running"),
    (nil, nil, ["WalkingRunning", "Cycling"], "SwimBikeRun", "Cycling"),
    (nil, nil, ["WalkingRunning", "Swimming"], "SwimBikeRun", "Swimming"),
    (nil, nil, [], "SwimBikeRun", nil), (nil, nil, ["Cycling"], "Running", nil),
  ]

  /// The sport of a part: what it names, else Apple's number beside it, else the distance that its
  /// statistics state in a workout of several sports.
  @Test(arguments: sports)
  func sportOfAPart(
    _ name: String?, _ number: MetadataValue?, _ distances: [String], _ whole: String,
    _ sport: String?
  ) {
    let prefix = "HKWorkoutActivityType"
    var part = WorkoutActivity(activity: name.map { prefix + $0 }, start: Self.time(0))
    if let number { part.metadata["WOActivityType"] = number }
    part.statistics = distances.map {
      WorkoutStatistics(type: "HKQuantityTypeIdentifierDistance" + $0, sum: 1, unit: "km")
    }
    var workout = Self.workout("", parts: [part])
    workout.activity = prefix + whole
    #expect(part.sport(in: workout) == sport.map { prefix + $0 })
    #expect(workout.parts.map(\.activity) == [prefix + (sport ?? whole)])
  }

  /// Sources round times to seconds; more than that cannot be.
  @Test(arguments: [(90.0, Double?(90)), (100, 100), (101, 101), (101.5, nil), (0, 0)])
  func noWorkoutLastsLongerThanItsTime(_ stated: Double, _ possible: Double?) {
    var workout = Self.workout("P10 R20")
    workout.duration = stated
    #expect(workout.possibleDuration == possible)
  }
}

/// When a stated figure and ours agree.
@Suite struct ComparedFigureTests {
  @Test(arguments: [
    // A step of the sixth digit; zeros at the end were left out.
    (1704.91, 1704.9199, "m", ComparedFigure.Verdict.agree), (1704.91, 1704.9201, "m", .differ),
    (1704.91, 1704.9001, "m", .agree), (1704.91, 1704.8999, "m", .differ),
    (240, 240.000_999, "m", .agree), (240, 240.001_01, "m", .differ),
    (1e-7, 1.000_009e-7, "m", .agree),
    (0.732961, 0.732962, "km", .agree), (0.732961, 0.7329621, "km", .differ),
    // Of a real export: 0.834141 mi beside a figure in km.
    (1.34242, 0.834141 * 1.609344, "km", .agree), (8.046720003, 8.04672, "km", .agree),
    (5, 5, "m", .agree), (0, 0, "m", .agree), (0, 0.001, "m", .differ), (-5, 5, "m", .differ),
    // Energy has 0.1 kcal of grace, in whatever unit.
    (500, 500.1, "kcal", .agree), (500, 500.102, "kcal", .differ), (2092, 2092.41, "kJ", .agree),
    (2092, 2092.43, "kJ", .differ), (0, 0.1, "Cal", .agree),
  ])
  func verdict(_ stated: Double, _ ours: Double, _ unit: String, _ verdict: ComparedFigure.Verdict)
  {
    let figure = ComparedFigure(
      type: "T", statistic: .sum, stated: stated, ours: ours, unit: unit)
    #expect(figure.verdict == verdict, "± \(figure.tolerance)")
  }

  @Test func whatIsMissingIsNamed() {
    var figure = ComparedFigure(type: "T", statistic: .average, stated: 1, ours: nil, unit: "kcal")
    #expect(figure.verdict == .statedOnly && figure.difference == nil)
    (figure.stated, figure.ours) = (nil, 1)
    #expect(figure.verdict == .samplesOnly && figure.difference == nil)
    (figure.stated, figure.ours) = (1, 1.05)
    #expect(figure.verdict == .differ, "0.1 kcal is for sums")
  }
}
