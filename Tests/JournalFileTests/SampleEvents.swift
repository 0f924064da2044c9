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

  static var revert: Event {
    var revert = Revert(
      lines: [LineRun(3, 8), LineRun(9, 9)],
      live: ObjectRuns(lines: [LineRun(2, 2)], objects: [uuid(1)]),
      gone: ObjectRuns(lines: [LineRun(3, 8)]), deleted: ObjectRuns(objects: [uuid(2)]),
      joined: [uuid(3)], freed: [uuid(4)],
      settings: Configuration(timeZone: "Europe/Paris", weekStarts: .monday),
      reason: "the wrong file")
    var right = RestoredRight(
      source: "com.example.swimfit", type: "HKQuantityTypeIdentifierStepCount")
    (right.share, right.shareLine, right.read) = (.authorized, 2, .notDetermined)
    revert.rights = [right]
    return .revert(revert)
  }

  /// The journals of `Fixtures/journal/v2`, of format 1 at first: a name, and the events after
  /// `open`.
  static var journalsOfFormat2: [(name: String, events: [Event])] {
    let step = Event.format(FormatStep(to: 2))
    return [
      ("format", [step]), ("revert", [step, revert]), ("type", [step, quantityType, categoryType]),
      ("authorize-terms", [step, authorizeOnTerms]), ("configure-sameSource", [step, sameSource]),
      ("save-recorded", [step, save]), ("delete-recorded", [step, delete]),
      ("import-journal", [step, journalReceipt]), ("save-correction", [step, correction]),
    ]
  }

  /// The line of another journal that recorded the last event of a journal of these names first.
  static func recorded(_ name: String) -> Recording? {
    guard name.hasSuffix("-recorded") else { return nil }
    return Recording(
      journal: uuid(9), line: 41, at: Instant(microseconds: 1_795_000_000_250_000), after: 2)
  }

  private static var correction: Event {
    .save(Save(objects: [objects[0]], replaces: [uuid(99)], isCorrection: true))
  }

  private static let quantityType = Event.declare(
    DeclaredType(
      "org.openhealth.hrv.rmssd", unit: "ms", aggregation: .discreteArithmetic,
      title: "HRV (RMSSD)"))

  private static let categoryType = Event.declare(
    DeclaredType(
      "org.example.ache", kind: .category, title: "Ache",
      values: [.init(name: "mild", code: 1), .init(name: "strong", code: 2)]))

  private static let sameSource = Event.configure(
    Configuration(sameSource: [SameSource(old: "Jo\u{2019}s old watch", name: "Jo\u{2019}s watch")])
  )

  private static var authorizeOnTerms: Event {
    let terms = AuthorizationTerms(
      since: span(-1, 0).start, until: span(0, 90_000).end, purpose: "study X")
    let type = "HKQuantityTypeIdentifierStepCount"
    return .authorize(
      AuthorizationChange(
        source: "com.example.study", share: [AuthorizationGrant(type, .authorized)],
        read: [AuthorizationGrant(type, .authorized)], terms: terms))
  }

  private static var journalReceipt: Event {
    var objects = ImportCount(element: "object")
    (objects.read, objects.saved, objects.restored, objects.deleted) = (4, 2, 1, 1)
    return .importReceipt(
      ImportReceipt(
        format: "journal", file: "laptop.journal", bytes: 2_048,
        sha256: String(repeating: "a7", count: 32), first: 3, last: 6, counts: [objects],
        journal: ImportedJournal(
          uuid(9), upTo: 41, chain: String(repeating: "5c", count: 32))))
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
  static func bytes(
    _ events: [Event], milliseconds: Int64 = 250, format: Int = 1, recorded: Recording? = nil
  ) throws -> [UInt8] {
    let system = MemorySystem(clock: 1_795_158_000_481_000, seed: 1)
    var writer = try JournalWriter.create(
      "/j", timeZone: "Europe/Paris", format: format, on: system)
    for (index, event) in events.enumerated() {
      system.advance(by: milliseconds * 1_000)
      let recorded = index == events.count - 1 ? recorded : nil
      _ = try writer.stage(event, by: EventActor.owner, recorded: recorded)
    }
    try writer.commit()
    return system["/j/events.ndjson"] ?? []
  }

  /// `open` and so many small saves.
  static func bytes(saves: Int) throws -> [UInt8] {
    try bytes((0..<UInt64(saves)).map { steps($0) })
  }
}
