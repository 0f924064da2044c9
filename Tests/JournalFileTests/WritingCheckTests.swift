import ByteTools
import HealthEvents
import HealthModel
import JournalFile
import JournalTestSupport
import TestSupport
import Testing

/// The writer never writes what the reader refuses.
@Suite struct WritingCheckTests {
  static let long = String(repeating: "a", count: (1 << 20) + 1)
  static let far = Timestamp(instant: Instant(microseconds: .max), offsetMinutes: 0)

  static func save(
    _ content: Content, origin: UInt64? = nil, created: Timestamp? = nil,
    metadata: [Metadata.Entry] = [], fields: [Field] = []
  ) -> Event {
    .save(
      Save(objects: [
        HealthObject(
          uuid: SampleEvents.uuid(1), content: content, origin: origin, created: created,
          metadata: Metadata(metadata), fields: fields)
      ]))
  }

  static func quantity(
    _ value: Double = 1, unit: String = "count", type: String = "T", series: SeriesSummary? = nil,
    span: TimeSpan = SampleEvents.span(0, 1)
  ) -> Content {
    .quantity(QuantityContent(type: type, span: span, value: value, unit: unit, series: series))
  }

  static var sick: [Event] {
    var count = ImportCount(element: "Record")
    count.read = -1
    var deep = FieldValue.null
    for _ in 0..<40 { deep = .list([deep]) }
    let event = WorkoutEvent(type: "T", date: SampleEvents.time(0), duration: .nan)
    let statistics = WorkoutStatistics(type: "T", sum: .infinity)
    let activity = WorkoutActivity(start: SampleEvents.time(0), duration: -.infinity)
    func workout(_ change: (inout WorkoutContent) -> Void) -> Event {
      var workout = WorkoutContent(activity: "A", span: SampleEvents.span(0, 1), duration: 1)
      change(&workout)
      return save(.workout(workout))
    }
    return [
      .save(Save(objects: [])), .delete(Deletion(objects: [])),
      save(quantity(.nan)), save(quantity(.infinity)), save(quantity(unit: long)),
      save(quantity(type: long)), save(quantity(series: SeriesSummary(sum: -.infinity))),
      save(quantity(span: TimeSpan(far, far))), save(quantity(), origin: (1 << 53) + 1),
      save(quantity(), created: far), save(quantity(), metadata: [.init(long, .boolean(true))]),
      save(quantity(), metadata: [.init("a", .number(.nan))]),
      save(quantity(), metadata: [.init("a", .quantity(.nan, unit: "m"))]),
      save(quantity(), metadata: [.init("a", .quantity(1, unit: long))]),
      save(quantity(), metadata: [.init("a", .string(long))]),
      save(quantity(), metadata: [.init("a", .date(far))]),
      save(quantity(), fields: [Field("uuid", .text("x"))]),
      save(quantity(), fields: [Field("a", .null), Field("a", .null)]),
      save(quantity(), fields: [Field("a", .list([.number(.nan)]))]),
      save(quantity(), fields: [Field("a", .fields([Field("b", .text(long))]))]),
      save(quantity(), fields: [Field("a", deep)]),
      save(
        .category(CategoryContent(type: "T", span: SampleEvents.span(0, 1), value: .code(.max)))),
      save(
        .category(CategoryContent(type: "T", span: SampleEvents.span(0, 1), value: .code(.min)))),
      save(
        .category(CategoryContent(type: "T", span: SampleEvents.span(0, 1), value: .name(long)))),
      workout { $0.duration = .nan }, workout { $0.totals[.totalDistance] = Amount(.nan, "m") },
      workout { $0.events = [event] }, workout { $0.statistics = [statistics] },
      workout { $0.activities = [activity] }, workout { $0.span.end = far },
      workout { $0.activity = long },
      save(.summary(SummaryContent(date: "2026-11-20")), fields: [Field("date", .null)]),
      save(.document(Document(kind: .other)), fields: [Field("type", .number(1))]),
      save(.document(Document(kind: .route)), fields: [Field("metadata", .list([]))]),
      .origin(
        Origin(source: Source(name: "a"), device: Device(fields: [Field("a", .number(.nan))]))),
      .origin(
        Origin(source: Source(name: "a"), device: Device(name: "n", fields: [Field("name", .null)]))
      ),
      .origin(Origin(source: Source(name: long))),
      .authorize(
        AuthorizationChange(
          source: "a",
          share: [AuthorizationGrant("T", .denied), AuthorizationGrant("T", .authorized)])),
      .configure(Configuration(timeZone: long)),
      .configure(
        Configuration(priority: [
          SourcePriority(type: "*", sources: []), SourcePriority(type: "*", sources: []),
        ])),
      .importReceipt(
        ImportReceipt(format: "a", file: "f", bytes: 1, sha256: "", counts: [count])),
      .importReceipt(
        ImportReceipt(format: "a", file: "f", bytes: .max, sha256: "")),
      .open(JournalOpening(format: 1, journal: SampleEvents.uuid(1), timeZone: "UTC")),
      .open(JournalOpening(format: -1, journal: SampleEvents.uuid(1), timeZone: "UTC")),
    ]
  }

  @Test(arguments: sick.indices) func refusesToStage(_ index: Int) throws {
    let system = MemorySystem()
    var writer = try JournalWriter.create("/j", timeZone: "UTC", on: system)
    _ = try writer.stage(SampleEvents.steps(1), by: "owner")
    let before = writer.staged
    do {
      _ = try writer.stage(Self.sick[index], by: "owner")
      Issue.record("staged \(Self.sick[index].kind)")
    } catch {
      guard case .unwritable = error else { throw error }
    }
    #expect(writer.staged == before)
    _ = try writer.stage(SampleEvents.steps(2), by: "owner")
    try writer.commit()
    #expect(try read("/j", on: system).scan.tail == .clean)
    #expect(try read("/j", on: system).entries.count == 3)
  }

  @Test func refusesAnEndlessName() throws {
    let system = MemorySystem()
    var writer = try JournalWriter.create("/j", timeZone: "UTC", on: system)
    #expect(throws: JournalError.unwritable(.wrongValue(key: "by"))) {
      _ = try writer.stage(SampleEvents.delete, by: Self.long)
    }
    let error = failure(JournalError.self) {
      _ = try JournalWriter.create("/k", timeZone: Self.long, on: system)
    }
    guard case .unwritable = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test(.timeLimit(.minutes(20))) func refusesALineOver16MiB() throws {
    let system = MemorySystem()
    var writer = try JournalWriter.create("/j", timeZone: "UTC", on: system)
    let entries = (0..<17).map {
      Metadata.Entry("k\($0)", .string(String(repeating: "a", count: 1 << 20)))
    }
    #expect(throws: JournalError.lineTooLong) {
      _ = try writer.stage(Self.save(Self.quantity(), metadata: entries), by: "owner")
    }
    #expect(writer.stagedBytes == 0)
    try writer.commit()
    #expect(try read("/j", on: system).entries.count == 1)
  }
}
