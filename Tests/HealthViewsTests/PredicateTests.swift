import HealthEvents
import HealthModel
import HealthTables
import HealthViews
import Journal
import JournalFile
import TestSupport
import Testing
import ViewTestSupport

/// What predicates hold for.
@Suite(.enabled(if: Zones.arePresent)) struct PredicateTests {
  static let watch = Device(name: "Apple Watch", model: "Watch", hardware: "Watch7,2")

  /// Samples 1 to 9, workouts 20 and 21, a correlation 30, a day 40 and an electrocardiogram 41.
  static func week() throws -> ReplayedJournal {
    try journal { session in
      try session.save(
        quantity(1, pulse, 62, "count/min", span("2026-03-01T08:00:00Z")),
        quantity(2, pulse, 2.5, "count/s", span("2026-03-01T09:00:00Z")),
        source: "Ana’s Watch", device: Self.watch)
      try session.save(
        quantity(
          3, steps, 812, "count", span("2026-03-01T08:00:00Z", "2026-03-01T08:10:00Z"),
          zone: "Europe/Paris"),
        quantity(4, steps, 300, "count", span("2026-03-01T23:50:00Z", "2026-03-02T00:10:00Z")),
        source: "Phone")
      try session.save(
        category(5, sleep, .code(3), span("2026-03-01T22:00:00Z", "2026-03-02T05:30:00Z")),
        category(6, sleep, .name("HKFuture"), span("2026-03-02T22:00:00Z")))
      var series = quantity(7, pulse, 90, "count/min", span("2026-03-02T08:00:00Z"))
      series.metadata = Metadata([
        .init("Swim Session", .string("abc")), .init("Laps", .number(48)),
        .init("Depth", .quantity(2, unit: "m")), .init("When", .date(at("2026-03-01T08:00:00Z"))),
        .init("Sure", .boolean(true)),
      ])
      if case .quantity(var sample) = series.content {
        sample.series = SeriesSummary(count: 4, minimum: 80, maximum: 130)
        series.content = .quantity(sample)
      }
      try session.save(series)
      try session.save(workout(20), quantity(8, energy, 318, "kcal", span("2026-03-03T08:10:00Z")))
      try session.save(workout(21, activity: "Yoga", parts: [], on: "2026-03-05"))
      let systolic = "HKQuantityTypeIdentifierBloodPressureSystolic"
      let diastolic = "HKQuantityTypeIdentifierBloodPressureDiastolic"
      let time = span("2026-03-04T08:00:00Z")
      try session.save(
        quantity(9, systolic, 120, "mmHg", time), quantity(10, diastolic, 80, "mmHg", time),
        HealthObject(
          uuid: id(30),
          content: .correlation(
            CorrelationContent(
              type: "HKCorrelationTypeIdentifierBloodPressure", span: time,
              members: [id(9), id(10)]))))
      try session.save(
        HealthObject(uuid: id(40), content: .summary(SummaryContent(date: "2026-03-01"))),
        HealthObject(
          uuid: id(41), content: .document(Document(kind: .ecg, span: time)),
          fields: [Field("classification", .number(2)), Field("averageHeartRate", .number(70))]))
      try session.save(quantity(11, steps, 5, "count", time))
      try session.ask(.delete(Deletion(objects: [id(11)])))
    }
  }

  static func workout(
    _ number: Int, activity: String = "Running",
    parts: [(String, String, String, Double)] = [
      ("Running", "2026-03-03T08:00:00Z", "2026-03-03T08:20:00Z", 5),
      ("Cycling", "2026-03-03T08:20:00Z", "2026-03-03T09:00:00Z", 9),
    ], on day: String = "2026-03-03"
  ) -> HealthObject {
    let whole = span(day + "T08:00:00Z", day + "T09:00:00Z")
    let activities = parts.map { name, start, end, kilometres in
      WorkoutActivity(
        activity: "HKWorkoutActivityType" + name, start: at(start), end: at(end),
        statistics: [
          WorkoutStatistics(type: WorkoutTests.metres, sum: kilometres, unit: "km")
        ])
    }
    return HealthObject(
      uuid: id(number),
      content: .workout(
        WorkoutContent(
          activity: "HKWorkoutActivityType" + activity, span: whole, duration: 3000,
          totals: [.totalDistance: Amount(5.2, "km")],
          activities: activities,
          statistics: [
            WorkoutStatistics(type: pulse, average: 150, maximum: 180, unit: "count/min")
          ])),
      metadata: Metadata([.init("HKLapLength", .quantity(25, unit: "m"))]))
  }

  static func query(_ text: String) throws -> ViewQuery {
    var query = ViewQuery()
    query.predicate = try HealthPredicate(text)
    var zones = ZoneCatalogue()
    let input = TimeInput(
      DayCalendar(try zones.rules(named: "Europe/Berlin")), now: at("2026-03-02T12:00:00Z").instant)
    query.times = { input.timestamp($0)?.instant }
    return query
  }

  /// The numbers of the objects that a predicate holds for.
  static func found(_ query: ViewQuery, in journal: ReplayedJournal) throws -> [Int] {
    let samples = try MatchingObjects.samples(query, in: journal)
      .flatMap { $0.rows.map(\.uuid) }
    let others = try MatchingObjects.others(query, in: journal).map(\.uuid)
    return (samples + others).map { Int($0.low) }.sorted()
  }

  static let expectations: [(String, [Int])] = [
    ("all", [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 20, 21, 30, 40, 41]), ("none", []),
    ("type = heartRate", [1, 2, 7]), ("type like *Rate and start < 2026-03-02", [1, 2]),
    ("type = heartRate and value > 100 count/min", [2]),
    ("value > 100 count/min and type = heartRate", [2]),
    ("metadata.Depth > 1 m and (max > 100 count/min and type = heartRate)", [7]),
    ("type = heartRate and quantity = 150 count/min", [2]),
    ("type = heartRate and value in {62, 90}", [1, 7]),
    ("type = heartRate and value between {1 count/s, 90 count/min}", [1, 7]),
    ("type = heartRate and value != 62 count/min", [2, 7]),
    ("value = asleepCore", [5]), ("value = 3", [5]), ("value = HKFuture", [6]),
    ("value = HKCategoryValueSleepAnalysisAsleepCore", [5]), ("type = sleep and quantity > 0", []),
    ("type = sleep and value > 2", [5]), ("type = sleep and value > awake", [5]),
    ("value < asleepDeep and type = sleep", [5]), ("type = sleep and value < awake", []),
    ("type = sleep and value between {asleepCore, asleepDeep}", [5]),
    ("type = sleep and value >= HKCategoryValueSleepAnalysisAsleepREM", []),
    ("type = sleep and value > awake and metadata.no = none", [5]),
    ("type = steps or value > awake and type = sleep", [3, 4, 5]),
    ("type = sleep and not (value <= awake)", [5, 6]),
    ("type = sleep and value != asleepCore", [6]),
    ("source = Phone", [3, 4]), ("source contains watch", [1, 2]),
    ("source = owner", [5, 6, 7, 8, 9, 10, 20, 21, 30, 40, 41]),
    ("device = \"Apple Watch\"", [1, 2]), ("device.model = Watch", [1, 2]),
    ("device != x and device != none", [1, 2]), ("type = steps and device != x", [3, 4]),
    ("type = steps and not (device = x)", [3, 4]),
    ("type = steps and device = none", [3, 4]), ("device.hardware like 'Watch?,*'", [1, 2]),
    ("start >= \"2026-03-02 00:50\" and end < 2026-03-03", [4, 6, 7]),
    ("end = \"2026-03-01 09:10\"", [3]), ("start in {2026-03-02T08:00:00Z}", [7]),
    ("type = steps and start != none", [3, 4]), ("dateComponents != none", [40]),
    ("dateComponents >= 2026-03-01 and dateComponents < 2026-03-02", [40]),
    ("type = steps and duration = 10 min", [3]), ("duration > 1 hr", [5]),
    ("duration >= 50 min and duration < 1 hr", [20, 21]), ("duration = 3000", [20, 21]),
    ("UUID = \(id(7))", [7]), ("type = heartRate and UUID != \(id(7))", [1, 2]),
    ("UUID in {\(id(3)), \(id(20))}", [3, 20]),
    ("metadata.Laps > 40", [7]), ("metadata.Laps = none and type = heartRate", [1, 2]),
    ("metadata.\"Swim Session\" beginsWith AB", [7]), ("metadata.Depth = 200 cm", [7]),
    ("metadata.Sure = true", [7]), ("metadata.Sure = 1", [7]),
    ("metadata.Laps != 48 and metadata.Laps != none", []),
    ("type = heartRate and metadata.Laps != 48", [1, 2]),
    ("type = heartRate and metadata.Laps not in {48, 49}", [1, 2]),
    ("type = heartRate and metadata.Laps not in {49}", [1, 2, 7]),
    ("metadata.When < 2026-03-02 and metadata.When > \"2026-03-01 08:59\"", [7]),
    ("metadata.HKTimeZone = Europe/Paris", [3]),
    ("type = steps and metadata.HKTimeZone = none", [4]),
    ("type = heartRate and count > 1", [7]), ("type = heartRate and max >= 130 count/min", [2, 7]),
    ("type = heartRate and min < 70", [1, 2]), ("sum > 300 count and type = steps", [3]),
    ("type = heartRate and most_recent > 1 count/s", [1, 2]),
    ("average != none and count = 4", [7]),
    ("type = heartRate and most_recent_start_date < \"2026-03-01 10:00\"", [1]),
    ("activity = running", [20]), ("activity != none", [20, 21]), ("activity like *oga", [21]),
    ("activity in {running, yoga} and totalDistance > 5 km", [20, 21]),
    ("totalEnergyBurned > 300 kcal", [20]), ("totalEnergyBurned = none and activity != none", [21]),
    ("sumQuantity.activeEnergyBurned = 318 kcal", [20]),
    ("averageQuantity.heartRate > 2 count/s and maximumQuantity.heartRate < 200", [20, 21]),
    ("activityType = cycling and activityDuration < 30 min", [20]),
    ("workoutActivity (activityType = cycling and activityDuration < 30 min)", []),
    (
      "workoutActivity (activityType = cycling and activitySumQuantity.distanceWalkingRunning > 8 km)",
      [20]
    ),
    ("workoutActivity (activityStartDate >= \"2026-03-03 09:20\")", [20]),
    ("metadata.HKLapLength < 30 m", [20, 21]),
    ("workout = \(id(20))", [8]), ("type = heartRate and workout = none", [1, 2, 7]),
    ("workout != none", [8]), ("workout != \(id(21)) and workout != none", [8]),
    ("correlation = \(id(30))", [9, 10]), ("correlation != none", [9, 10]),
    ("type like bloodPressure* and correlation = none", [30]),
    ("ecg_public_classification = atrialFibrillation", [41]),
    ("classification = none", [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 20, 21, 30, 40]),
    ("ecg_average_heart_rate > 1 count/s", [41]), ("status = taken", []),
    (
      "(type = steps and value > 500) or (type = sleep and value = 3) or UUID = \(id(1))",
      [1, 3, 5]
    ),
    ("not (not (type = steps and (metadata.HKTimeZone = none or metadata.Laps = 1)))", [4]),
  ]

  @Test(arguments: expectations) func holdsFor(_ text: String, _ expected: [Int]) throws {
    #expect(try Self.found(Self.query(text), in: Self.shared.get()) == expected, "\(text)")
  }

  private static let shared = Result { try week() }

  @Test(arguments: [
    ("value > 5 kg", "kg"), ("type = heartRate and value > 5 km", "km"),
    ("totalDistance > 5 kcal", "kcal"),
    ("metadata.Depth > 5 kg", "kg"), ("type = steps and duration > 5 km", "km"),
    ("type = heartRate and max > 5 m", "m"),
    ("type = heartRate and not (value between {1 m, 2 m})", "m"),
  ])
  func aUnitThatMeasuresSomethingElseIsAnError(_ text: String, _ unit: String) throws {
    let query = try Self.query(text)
    #expect {
      _ = try Self.found(query, in: Self.shared.get())
    } throws: { error in
      guard case .unitMismatch(_, unit)? = error as? ProjectionError else { return false }
      return true
    }
  }

  @Test(arguments: [
    ("value > awake", "awake"), ("type = sleep and value > dozing", "dozing"),
    ("type = heartRate and value < awake", "awake"),
    ("type = sleep and value > HKFuture", "HKFuture"),
    ("type = sleep and value between {1, dozing}", "dozing"),
    ("type = sleep and metadata.no = none and value > dozing", "dozing"),
    ("type = sleep and value > nan", "nan"),
  ])
  func whatHasNoNumberIsNotPutInOrder(_ text: String, _ word: String) throws {
    let query = try Self.query(text)
    #expect {
      _ = try Self.found(query, in: Self.shared.get())
    } throws: { error in
      guard case .unordered(word, in: _)? = error as? ProjectionError else { return false }
      return true
    }
  }

  /// A typed value is what text shows of the type.
  @Test(arguments: [
    ("value < 94 %", [1]), ("value <= 0.94", [1, 2]), ("value >= 94 %", [2]),
    ("value = 10 mmol/L", [3, 4]), ("value > 9.9 mmol/L and value < 10.1 mmol/L", [3, 4]),
    ("value >= 38 °C", [5, 6]), ("value = 100.4 °F", [5, 6]),
    ("max >= 38 °C", [5, 6]), ("max = 10 mmol/L", [3, 4]),
  ])
  func valuesAreTypedAsTheyAreShown(_ text: String, _ expected: [Int]) throws {
    let types = [
      "OxygenSaturation", "OxygenSaturation", "BloodGlucose", "BloodGlucose", "BodyTemperature",
      "BodyTemperature",
    ]
    let values = [
      (0.93, "%"), (0.94, "%"), (10, "mmol<180.1558800000541>/L"), (10, "mmol<180.15588>/L"),
      (38, "degC"), (100.4, "degF"),
    ]
    let journal = try journal { session in
      for (index, (value, unit)) in values.enumerated() {
        try session.save(
          quantity(
            index + 1, "HKQuantityTypeIdentifier" + types[index], value, unit,
            Self.morning("2026-03-03")))
      }
    }
    var query = try Self.query(text)
    query.types = expected.map { "HKQuantityTypeIdentifier" + types[$0 - 1] }
    #expect(try Self.found(query, in: journal) == expected)
  }

  @Test(arguments: [
    HealthPredicate.compare(.source, .less, .text("a")),
    .compare(.workoutType, .greater, .text("running")),
    .compare(.ecgClassification, .lessOrEqual, .text("sinusRhythm")),
    .compare(.uuid, .less, .uuid(id(1))), .compare(.quantity, .greater, .number(.nan)),
  ])
  func whatIsNoNumberIsNotPutInOrder(_ predicate: HealthPredicate) throws {
    var query = ViewQuery()
    query.predicate = predicate
    #expect(throws: ProjectionError.self) {
      _ = try Self.found(query, in: Self.shared.get())
    }
  }

  /// What a type cannot be compared with is an error whether there are samples or not.
  @Test(
    arguments: [
      ("value > 3 count/min", [QuantityType.bodyMass.identifier], true),
      ("value > 3 kg", [QuantityType.bodyMass.identifier], false),
      ("value > 3", [QuantityType.bodyMass.identifier], false),
      ("source = x and not (max < 3 m)", [pulse], true),
      ("value > awake", [QuantityType.bodyMass.identifier], true),
      ("value > dozing", [sleep], true),
      ("value > awake", [sleep], false),
      (
        "type = heartRate and value > 3 count/min", [QuantityType.bodyMass.identifier, pulse], false
      ),
      ("type = heartRate or value > 3 kg", [QuantityType.bodyMass.identifier, pulse], false),
      ("value > 3 kg", ["HKQuantityTypeIdentifierFuture"], false),
    ] as [(String, [String], Bool)])
  func typesThatAreNamedAreCheckedBeforeRows(
    _ text: String, _ types: [String], _ isRefused: Bool
  ) throws {
    var query = try Self.query(text)
    query.types = types
    let empty = try journal { _ in }
    func ask() throws { _ = try MatchingObjects.samples(query, in: empty) }
    if isRefused {
      #expect(throws: ProjectionError.self) { try ask() }
    } else {
      try ask()
    }
  }

  @Test func aTextThatIsNoTimeIsAnError() throws {
    let query = try Self.query("start > 2026-13-01")
    #expect(throws: ProjectionError.time("2026-13-01")) {
      _ = try Self.found(query, in: Self.shared.get())
    }
  }

  /// What columns tell is what the line says: the same predicates, asked of either.
  @Test(arguments: [
    "type = heartRate", "source contains a", "source != Phone", "device = none", "device != none",
    "device.model in {Watch, x}", "sourceRevision = none", "start < 2026-03-02", "start != none",
    "end between {2026-03-01, 2026-03-02}", "duration >= 10 min", "duration != 0",
    "duration = none",
    "value = asleepCore", "value != asleepCore", "value > 80", "value = none", "quantity = none",
    "UUID in {\(id(1)), \(id(5))}", "UUID != \(id(2))", "UUID != none", "workout = none",
    "workout != \(id(20))", "workout = \(id(20))", "correlation != none", "correlation = \(id(30))",
    "correlation != \(id(31))", "metadata.HKTimeZone = none", "metadata.HKTimeZone != x",
    "activity = none", "activity != other", "activityType != running", "totalDistance = none",
  ])
  func columnsSayWhatLinesSay(_ text: String) throws {
    let fast = try Self.query(text)
    var slow = fast
    // A term that takes the line, in the same conjunction.
    slow.predicate = .and([
      .and([try HealthPredicate("metadata.no = none"), fast.predicate ?? .all]), .all,
    ])
    let journal = try Self.shared.get()
    let rows = try MatchingObjects.samples(fast, in: journal).flatMap { $0.rows.map(\.uuid) }
    let again = try MatchingObjects.samples(slow, in: journal).flatMap { $0.rows.map(\.uuid) }
    #expect(rows == again)
  }

  /// What an object lacks differs from every value, and compares with none; by columns and by
  /// lines.
  @Test(arguments: [
    "metadata.Key = 5", "metadata.HKTimeZone = Europe/Paris", "metadata.HKWasUserEntered = true",
    "device = Watch", "device.model = Watch", "sourceRevision = 1",
    "sourceRevision.productType = x",
    "quantity = 5", "average = 5", "sum = 5", "max = 5", "most_recent_duration = 5 s",
    "activity = running", "activityType = running", "totalDistance = 5 km", "strokes = 5",
    "sumQuantity.heartRate = 5", "workout = \(id(20))", "correlation = \(id(30))",
    "dateComponents = 2026-03-01", "classification = sinusRhythm", "status = taken",
    "FHIRResource.identifier = x",
  ])
  func whatIsLackingDiffersFromEveryValue(_ equal: String) throws {
    let words = equal.split(separator: " ", maxSplits: 2)
    let (path, value) = (words[0], words[2])
    let texts = [
      (equal, false), ("\(path) in {\(value)}", false), ("\(path) != \(value)", true),
      ("\(path) not in {\(value)}", true), ("not (\(equal))", true), ("\(path) = none", true),
      ("\(path) != none", false),
    ]
    for (text, holds) in texts where !text.hasPrefix("activityType") || !text.contains("{") {
      for line in ["all", "metadata.no = none"] {
        let query = try Self.query("UUID = \(id(5)) and \(line) and (\(text))")
        #expect(try Self.found(query, in: Self.shared.get()) == (holds ? [5] : []), "\(text)")
      }
    }
  }

  /// What was entered by hand is found by the flag as by the line, however the mark is written.
  @Test func typedIsWhatTheOwnerSavedOrAnAppMarked() throws {
    let marks: [MetadataValue?] = [
      nil, .boolean(true), .boolean(false), .number(1), .number(0), .number(2), .string("1"),
      .string("0"),
    ]
    let journal = try journal { session in
      for (index, mark) in marks.enumerated() {
        var sample = quantity(index + 1, steps, 5, "count", Self.morning("2026-03-03"))
        if let mark { sample.metadata[MetadataName.wasUserEntered] = mark }
        try session.save(sample, source: "Phone")
      }
      try session.save(quantity(9, steps, 5, "count", Self.morning("2026-03-04")))
    }
    func found(_ text: String, typed: String? = nil) throws -> [Int] {
      var values = OptionValues()
      values.add(text, to: Option.predicate.name)
      if let typed { values.add(typed, to: Option.typed.name) }
      var request = ViewRequest(journal, values, now: Instant(microseconds: 0))
      return try Self.found(try request.context().query, in: journal)
    }
    for line in ["all", "(metadata.no = none)"] {
      #expect(try found("\(line) and metadata.HKWasUserEntered = true") == [2, 4, 6, 7])
      #expect(try found("\(line) and metadata.HKWasUserEntered != true") == [1, 3, 5, 8, 9])
      #expect(try found(line, typed: "yes") == [2, 4, 6, 7, 9])
      #expect(try found(line, typed: "no") == [1, 3, 5, 8])
    }
    #expect(try found("start >= 2026-03-04", typed: "no") == [])
  }

  /// What belongs to a workout belongs to the version with which an import corrected the workout,
  /// and so do versions that were corrected with it.
  @Test func correctedVersionsKeepTheirWorkout() throws {
    func imported(
      _ number: UInt64, _ object: HealthObject, of workout: UInt64? = nil, replacing: UInt64? = nil
    ) -> Command {
      var object = object
      object.uuid = ObjectUUID(content: (1, number))
      let request = SaveRequest(
        objects: [Draft(object)], workout: workout.map { ObjectUUID(content: (1, $0)) },
        imported: true, replaces: replacing.map { [ObjectUUID(content: (1, $0))] } ?? [])
      return Command(by: EventActor.owner, .save(request))
    }
    let beats = HealthObject(
      uuid: id(0),
      content: .document(Document(kind: .heartbeats, span: Self.morning("2026-03-03"))))
    let journal = try journal { session in
      _ = try session.stage(imported(1, Self.workout(1)))
      _ = try session.stage(imported(2, beats, of: 1))
      _ = try session.stage(imported(3, beats, of: 1))
      _ = try session.stage(imported(4, Self.workout(1, activity: "Walking"), replacing: 1))
      _ = try session.stage(imported(5, beats, of: 4, replacing: 3))
    }
    let corrected = ObjectUUID(content: (1, 4))
    let found = try MatchingObjects.others(try Self.query("workout = \(corrected)"), in: journal)
    let due = Set([2, 5].map { ObjectUUID(content: (1, $0)) })
    #expect(Set(found.map(\.uuid)) == due)
  }

  /// A workout or a correlation that a source may not see links nothing to it.
  @Test(arguments: [
    (EventActor.owner, "workout != none", [2]), (app, "workout != none", []),
    (app, "workout = \(id(1))", []), (EventActor.owner, "correlation != none", [4, 5]),
    (app, "correlation != none", [4, 5]), (app, "correlation = \(id(3))", [4, 5]),
    (app, "all", [2, 4, 5]), ("com.b", "correlation != none", []), ("com.b", "all", [4]),
    ("com.b", "correlation = none", [4]), ("com.b", "correlation = \(id(3))", []),
  ])
  func whatMayNotBeSeenLinksNothing(
    _ reader: String, _ text: String, _ expected: [Int]
  ) throws {
    let time = span("2026-03-04T08:00:00Z")
    let types = ["Systolic", "Diastolic"].map { "HKQuantityTypeIdentifierBloodPressure" + $0 }
    let journal = try journal { session in
      try session.save(Self.workout(1), quantity(2, steps, 5, "count", Self.morning("2026-03-03")))
      let pressure = CorrelationContent(
        type: "HKCorrelationTypeIdentifierBloodPressure", span: time, members: [id(4), id(5)])
      try session.save(
        quantity(4, types[0], 120, "mmHg", time), quantity(5, types[1], 80, "mmHg", time),
        HealthObject(uuid: id(3), content: .correlation(pressure)))
      let read = (types + [steps]).map { AuthorizationGrant($0, .authorized) }
      try session.ask(.authorize(AuthorizationChange(source: app, read: read)))
      try session.ask(.authorize(AuthorizationChange(source: "com.b", read: [read[0]])))
    }
    let found = try MatchingObjects.samples(
      try Self.query(text), in: try journal.seen(by: reader)
    ).flatMap { $0.rows.map(\.uuid) }
    #expect(found.map { Int($0.low) }.sorted() == expected)
  }

  private static func morning(_ day: String) -> TimeSpan { span(day + "T08:10:00Z") }

  // MARK: Views

  @Test func everyViewTakesIt() throws {
    let journal = try Self.shared.get()
    func context(_ text: String) throws -> ViewContext { ViewContext(try Self.query(text)) }
    let samples = try SamplesView.table(of: journal, in: context("type = steps and value > 500"))
    #expect(try words(samples.records(), "uuid") == ["\(id(3))"])
    let latest = try LatestView.table(of: journal, in: context("source = Phone and value > 500"))
    #expect(try words(latest.records(), "uuid") == ["\(id(3))"])
    let daily = try DailyView.table(of: journal, in: context("type = steps and value < 500"))
    #expect(try words(daily.records(), "sum") == ["300"])
    let workouts = try WorkoutsView.table(of: journal, in: context("totalEnergyBurned > 1 kcal"))
    #expect(try words(workouts.records(), "uuid") == ["\(id(20))"])
    let swims = try SwimsView.table(of: journal, in: context("all"))
    #expect(try swims.records() == [])
  }

  @Test func theLimitCountsWhatItHoldsFor() throws {
    var query = try Self.query("activity = running")
    query.limit = 1
    let table = try WorkoutsView.table(of: Self.shared.get(), in: ViewContext(query))
    #expect(try words(table.records(), "uuid") == ["\(id(20))"])
  }
}
