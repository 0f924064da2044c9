import HealthEvents
import HealthModel
import JournalFile
import JournalTestSupport

/// One event of every kind, with every optional key, and the journals that the fixtures hold.
enum SampleEvents {
  static func uuid(_ number: UInt64) -> ObjectUUID {
    ObjectUUID(high: 0x3F25_04E0_4F89_41D3, low: 0x9A0C_0305_E82C_3300 + number)
  }

  /// 2026-11-20T08:00:00+01:00 and so many seconds.
  static func time(_ seconds: Double, offset: Int16 = 60) -> Timestamp {
    Timestamp(
      instant: Instant(microseconds: 1_795_158_000_000_000) + seconds, offsetMinutes: offset)
  }

  static func span(_ start: Double, _ end: Double) -> TimeSpan {
    TimeSpan(time(start), time(end))
  }

  static let origin = Event.origin(
    Origin(
      source: Source(
        name: "Jo\u{2019}s Watch", bundle: "com.apple.health.0A1B", version: "11.1",
        productType: "Watch7,2", operatingSystem: "11.1"),
      device: Device(
        name: "Apple Watch", manufacturer: "Apple Inc.", model: "Watch", hardware: "Watch7,2",
        firmware: "1.0", software: "11.1", localIdentifier: "A-1", udi: "(01)00000000000000",
        fields: [Field("creation date", .text("2024-01-05"))])))

  static let delete = Event.delete(
    Deletion(objects: [uuid(1), uuid(2)], reason: "entered \"twice\"\n\ttab \u{1}\u{7F} \u{1F3CA}"))

  static let authorize = Event.authorize(
    AuthorizationChange(
      source: "com.example.swimfit",
      share: [
        AuthorizationGrant("HKQuantityTypeIdentifierStepCount", .authorized),
        AuthorizationGrant("HKQuantityTypeIdentifierBodyMass", .denied),
      ],
      read: [AuthorizationGrant("HKQuantityTypeIdentifierHeartRate", .notDetermined)]))

  static let configure = Event.configure(
    Configuration(
      timeZone: "Europe/Paris",
      priority: [
        SourcePriority(type: "*", sources: ["Jo\u{2019}s Watch", "iPhone"]),
        SourcePriority(type: "HKQuantityTypeIdentifierStepCount", sources: ["iPhone"]),
      ],
      preferredUnits: [PreferredUnit(type: "HKQuantityTypeIdentifierBodyMass", unit: "lb")]))

  static let configureWeek = Event.configure(Configuration(weekStarts: .sunday))

  static var importReceipt: Event {
    var records = ImportCount(element: "Record")
    records.read = 10
    records.saved = 6
    records.known = 1
    records.quarantined = 1
    records.unsupported = 2
    return .importReceipt(
      ImportReceipt(
        format: "apple-health", file: "export.xml", bytes: 4_200_000_000,
        sha256: String(repeating: "0a", count: 32), exported: time(60), first: 3, last: 8,
        counts: [records, ImportCount(element: "Workout")]))
  }

  static let erase = Event.erase(Erasure(lines: [2], reason: "a name that must go"))

  static let metadata = Metadata([
    Metadata.Entry("HKTimeZone", .string("Europe/Paris")),
    Metadata.Entry("HKWasUserEntered", .boolean(true)),
    Metadata.Entry("HKIndoorWorkout", .boolean(false)),
    Metadata.Entry("HKAlgorithmVersion", .number(2)),
    Metadata.Entry("reviewed", .date(time(12.345678, offset: -210))),
    Metadata.Entry("HKLapLength", .quantity(25, unit: "m")),
  ])

  static let workoutEvents = [
    WorkoutEvent(type: "HKWorkoutEventTypePause", date: time(60)),
    WorkoutEvent(
      type: "HKWorkoutEventTypeLap", date: time(90), duration: 31.25,
      metadata: Metadata([Metadata.Entry("HKSwimmingStrokeStyle", .number(2))])),
  ]

  static let statistics = [
    WorkoutStatistics(
      type: "HKQuantityTypeIdentifierHeartRate", start: time(0), end: time(1800), sum: nil,
      average: 132.5, minimum: 88, maximum: 171, unit: "count/min"),
    WorkoutStatistics(type: "HKQuantityTypeIdentifierActiveEnergyBurned", sum: 250.1, unit: "kcal"),
  ]

  static var workout: WorkoutContent {
    WorkoutContent(
      activity: "HKWorkoutActivityTypeSwimming", span: span(0, 1800), duration: 1740.5,
      totals: [
        .totalEnergyBurned: Amount(250.1, "kcal"), .totalDistance: Amount(1000, "m"),
        .totalSwimmingStrokeCount: Amount(612, "count"),
        .totalFlightsClimbed: Amount(0, "count"),
      ],
      events: workoutEvents,
      activities: [
        WorkoutActivity(
          uuid: "0B1E6C4A-0000-4000-8000-000000000001",
          activity: "HKWorkoutActivityTypeSwimming", start: time(0), end: time(1800),
          duration: 1740.5, events: workoutEvents, statistics: statistics, metadata: metadata),
        WorkoutActivity(start: time(1800)),
      ],
      statistics: statistics)
  }

  /// Every kind of object, each with every key that it can have, and some with no optional one.
  static var objects: [HealthObject] {
    let extra = [
      Field("note", .text("kept")), Field("nothing", .null),
      Field("nested", .fields([Field("list", .list([.number(-0.0), .boolean(true), .text("")]))])),
    ]
    let contents: [Content] = [
      .quantity(
        QuantityContent(
          type: "HKQuantityTypeIdentifierHeartRate", span: span(0, 600), value: 61.7,
          unit: "count/min",
          series: SeriesSummary(count: 120, minimum: 55, maximum: 80, sum: 7404.000001))),
      .category(
        CategoryContent(
          type: "HKCategoryTypeIdentifierSleepAnalysis", span: span(0, 600), value: .code(3))),
      .correlation(
        CorrelationContent(
          type: "HKCorrelationTypeIdentifierBloodPressure", span: span(0, 0),
          members: [uuid(101), uuid(102)])),
      .workout(workout),
      .characteristic(
        Characteristic(
          type: "HKCharacteristicTypeIdentifierBiologicalSex", value: "HKBiologicalSexFemale")),
      .summary(SummaryContent(date: "2026-11-20")),
    ]
    let documents = Document.Kind.allCases.map {
      Content.document(Document(kind: $0, type: $0.type, span: span(0, 60)))
    }
    return (contents + documents).enumerated().map { index, content in
      HealthObject(
        uuid: uuid(UInt64(index) + 1), content: content, origin: 2, created: time(601),
        metadata: metadata, fields: extra)
    } + bareObjects
  }

  /// Objects with no optional key, and the numbers that are hard to write.
  static var bareObjects: [HealthObject] {
    let numbers: [Double] = [
      0, -0.0, 812, 0.1, -273.15, 1e-7, 1e16, 9_007_199_254_740_991, .leastNonzeroMagnitude,
      .greatestFiniteMagnitude, 123_456_789.125,
    ]
    let samples = numbers.map {
      Content.quantity(
        QuantityContent(
          type: "HKQuantityTypeIdentifierStepCount",
          span: TimeSpan(time(0, offset: 0), time(0.25, offset: 345)), value: $0, unit: "count"))
    }
    let others: [Content] = [
      .category(
        CategoryContent(
          type: "HKCategoryTypeIdentifierNew", span: span(0, 1), value: .name("HKNewValue"))),
      .workout(
        WorkoutContent(activity: "HKWorkoutActivityTypeYoga", span: span(0, 1), duration: 1)),
      .document(Document(kind: .other)),
    ]
    return (samples + others).enumerated().map { index, content in
      HealthObject(uuid: uuid(UInt64(index) + 50), content: content)
    }
  }

  static var save: Event { .save(Save(objects: objects, workout: uuid(4), replaces: [uuid(99)])) }

  /// A small sample for journals of many lines.
  static func steps(_ number: UInt64) -> Event {
    .save(
      Save(objects: [
        HealthObject(
          uuid: ObjectUUID(high: number, low: 1),
          content: .quantity(
            QuantityContent(
              type: "HKQuantityTypeIdentifierStepCount",
              span: span(Double(number), Double(number) + 0.5), value: Double(number) / 8,
              unit: "count")))
      ]))
  }

  /// The journals of `Fixtures/journal/v1`: a name, and the events after `open`.
  static var journals: [(name: String, events: [Event])] {
    [
      ("open", []), ("origin", [origin]), ("save", [origin, save]), ("delete", [delete]),
      ("authorize", [authorize]), ("configure", [configure, configureWeek]),
      ("import", [importReceipt]),
      ("erase", [origin, erase]),
    ]
  }

  /// The bytes of a journal of these events, by a clock and chance that are always the same.
  static func bytes(_ events: [Event], milliseconds: Int64 = 250) throws -> [UInt8] {
    let system = MemorySystem(clock: 1_795_158_000_481_000, seed: 1)
    var writer = try JournalWriter.create("/j", timeZone: "Europe/Paris", on: system)
    for event in events {
      system.advance(by: milliseconds * 1_000)
      _ = try writer.stage(event, by: EventActor.owner)
    }
    try writer.commit()
    return system["/j/events.ndjson"] ?? []
  }

  /// `open` and so many small saves.
  static func bytes(saves: Int) throws -> [UInt8] {
    try bytes((0..<UInt64(saves)).map { steps($0) })
  }
}
