import HealthJournalFoundation
import TestSupport
import Testing

/// Queries that go on, that are cut, and that keep sources apart, written as HealthKit's programs
/// write them.
@Suite struct GuessedResultTests: StoreSuite {
  let home = TemporaryFolder()
  private let start = Date(timeIntervalSince1970: 1_772_000_000)
  private let steps = QuantityType(.stepCount)

  private func walk(_ count: Double, after seconds: Double = 0) -> QuantitySample {
    QuantitySample(
      type: steps, quantity: Quantity(unit: .count(), doubleValue: count),
      start: start.addingTimeInterval(seconds), end: start.addingTimeInterval(seconds + 60))
  }

  @Test func anAnchoredQueryStopsAtItsLimitAndGoesOnAfterIt() async throws {
    let store = try HealthStore(inMemory: .gmt)
    for count in 1...5 { try await store.save(walk(Double(count))) }
    var anchor: QueryAnchor?
    var sizes: [Int] = []
    repeat {
      let query = AnchoredObjectQueryDescriptor(
        predicates: [.quantitySample(type: steps)], anchor: anchor, limit: 2)
      let result = try await query.result(for: store)
      anchor = result.newAnchor
      sizes.append(result.addedSamples.count)
    } while sizes.last != 0
    #expect(sizes == [2, 2, 1, 0])
    let all = AnchoredObjectQueryDescriptor(
      predicates: [.quantitySample(type: steps)], anchor: nil, limit: 2)
    var seen: [Double] = []
    for try await update in all.results(for: store) {
      seen += update.addedSamples.map(\.quantity.doubleValue)
      if seen.count == 5 { try await store.save(walk(6)) }
      if seen.count == 6 { break }
    }
    #expect(seen == [1, 2, 3, 4, 5, 6])
  }

  @Test func figuresOfSourcesAreKeptApart() async throws {
    let store = try HealthStore(inMemory: .gmt)
    let app = "com.example.app"
    try await store.setAuthorization(for: app, share: [steps.identifier: .authorized])
    try await store.save(walk(100))
    try await store.save(walk(30), by: app)
    let query = StatisticsQueryDescriptor(
      predicate: .quantitySample(type: steps), options: [.cumulativeSum, .separateBySource])
    let statistics = try #require(try await query.result(for: store))
    let sources = try #require(statistics.sources)
    let sums = sources.compactMap { statistics.sumQuantity(for: $0)?.doubleValue(for: .count()) }
    #expect(sums.sorted() == [30, 100])
    #expect(statistics.source == nil)
    #expect(statistics.averageQuantity(for: sources[0]) == nil)
    #expect(statistics.sumQuantity(for: Source(name: "another")) == nil)
    let plain = try await StatisticsQueryDescriptor(
      predicate: .quantitySample(type: steps), options: .cumulativeSum
    ).result(for: store)
    #expect(plain?.sources == nil)
    #expect(plain?.sumQuantity() == statistics.sumQuantity())
    let days = try await StatisticsCollectionQueryDescriptor(
      predicate: .quantitySample(type: steps), options: [.cumulativeSum, .separateBySource],
      anchorDate: start, intervalComponents: DateComponents(day: 1)
    ).result(for: store)
    #expect(days.statistics().first?.sources?.count == 2)
    #expect(days.sources().count == 2)
  }

  @Test func figuresAreToldAnewWhenTheyChange() async throws {
    let store = try HealthStore(inMemory: .gmt)
    let query = StatisticsCollectionQueryDescriptor(
      predicate: .quantitySample(type: steps), options: .cumulativeSum, anchorDate: start,
      intervalComponents: DateComponents(day: 1))
    var results = query.results(for: store).makeAsyncIterator()
    #expect(try await results.next()?.statisticsCollection.statistics().isEmpty == true)
    try await store.save(walk(7))
    let next = try await results.next()
    let sum = next?.statisticsCollection.statistics().first?.sumQuantity()
    #expect(sum == Quantity(unit: .count(), doubleValue: 7))
    var rings = ActivitySummaryQueryDescriptor(predicate: nil).results(for: store)
      .makeAsyncIterator()
    #expect(try await rings.next()?.isEmpty == true)
    try await store.save(
      QuantitySample(
        type: .appleExerciseTime, quantity: Quantity(unit: .minute(), doubleValue: 30),
        start: start, end: start + 1_800))
    let day = try #require(try await rings.next()?.first)
    #expect(day.dateComponents(for: .current).year == 2026)
    let components = DateComponents(day.day)
    let own = Query.predicateForActivitySummary(with: components)
    #expect(own == Query.predicate(forActivitySummariesBetweenStart: day.day, end: day.day))
    #expect(CivilDate(DateComponents(year: 2026, month: 2, day: 30)) == nil)
    #expect(CivilDate(DateComponents(year: 2026)) == nil)
    #expect(CalendarInterval(DateComponents(minute: 1)) == CalendarInterval(1, .minute))
    #expect(CalendarInterval(DateComponents(minute: 1, second: 30)) == nil)
    #expect(CalendarInterval(DateComponents(day: 1, weekday: 2)) == nil)
  }

  @Test func theNewestValueHasItsTime() async throws {
    let store = try HealthStore(inMemory: .gmt)
    try await store.save([walk(1), walk(2, after: 600)])
    let statistics = try await StatisticsQueryDescriptor(
      predicate: .quantitySample(type: steps), options: .mostRecent
    ).result(for: store)
    #expect(statistics?.mostRecentQuantity()?.doubleValue(for: .count()) == 2)
    #expect(statistics?.mostRecentQuantityDateInterval()?.start == start + 600)
    #expect(statistics?.quantityType == steps)
  }

  @Test func sourcesAreInOneOrderHoweverTheyAreAskedFor() async throws {
    let store = try HealthStore(inMemory: .gmt)
    for app in ["com.example.b", "com.example.a"] {
      try await store.setAuthorization(for: app, share: [steps.identifier: .authorized])
      try await store.save(walk(1), by: app)
    }
    let query = SourceQueryDescriptor(predicate: .quantitySample(type: steps))
    let asked = try await query.result(for: store)
    #expect(asked.count == 2)
    #expect(try await store.sources(of: .stepCount) == asked)
  }

  /// A newer program's word for a stage stands in a journal; what else the night has is there all
  /// the same.
  @Test func anObjectThatIsNotReadableStopsNoOther() async throws {
    func record(_ value: String, _ hour: Int) -> String {
      """
      <Record type="HKCategoryTypeIdentifierSleepAnalysis" sourceName="Watch" \
      startDate="2026-03-01 0\(hour):00:00 +0000" endDate="2026-03-01 0\(hour):30:00 +0000" \
      creationDate="2026-03-01 09:00:00 +0000" value="HKCategoryValueSleepAnalysis\(value)"/>
      """
    }
    let export = """
      <?xml version="1.0" encoding="UTF-8"?>
      <HealthData locale="en_US"><ExportDate value="2026-03-02 08:00:00 +0000"/>
      \(record("AsleepTwilight", 1))\(record("AsleepCore", 2))\(record("Awake", 3))
      </HealthData>
      """
    let file = URL(filePath: home.path("export.xml"))
    try export.write(to: file, atomically: true, encoding: .utf8)
    try await withStore { store in
      _ = try await store.importExport(at: file)
      #expect(try await store.objects(of: .sleepAnalysis).count == 3)
      func query(_ limit: Int? = nil) -> SampleQueryDescriptor<CategorySample> {
        SampleQueryDescriptor(
          predicates: [.categorySample(type: CategoryType(.sleepAnalysis))], limit: limit)
      }
      #expect(try await query().result(for: store).map(\.value) == [3, 2])
      #expect(try await query(1).result(for: store).map(\.value) == [3])
      #expect(try await query().unreadableObjects(for: store).count == 1)
      let changes = try await AnchoredObjectQueryDescriptor(
        predicates: [.categorySample(type: CategoryType(.sleepAnalysis))], anchor: nil
      ).result(for: store)
      #expect(changes.addedSamples.count == 2)
    }
  }

  @Test func documentsAreQueriedByTheirKinds() async throws {
    let store = try HealthStore(inMemory: .gmt)
    let time = Timestamp(instant: Instant(start), offsetMinutes: 0)
    let mood = StateOfMind(span: TimeSpan(time, time), kind: .dailyMood, valence: 0.4)
    _ = try await store.save(documents: [mood])
    let found = try await SampleQueryDescriptor(
      predicates: [.stateOfMind()], sortDescriptors: [SortDescriptor(\.startDate)]
    ).result(for: store)
    #expect(found == [mood])
    #expect(found.first?.endDate == start)
    let none = try await SampleQueryDescriptor(
      predicates: [.workoutRoute(Query.predicateForSamples(withStart: start, end: nil))]
    ).result(for: store)
    #expect(none.isEmpty)
    #expect(
      try await SampleQueryDescriptor(predicates: [.electrocardiogram()]).result(for: store)
        .isEmpty)
    #expect(
      try await SampleQueryDescriptor(predicates: [.audiogram()]).result(for: store).isEmpty)
    #expect(
      try await SampleQueryDescriptor(predicates: [.heartbeatSeries()]).result(for: store).isEmpty)
    #expect(
      try await SampleQueryDescriptor(predicates: [.visionPrescription()]).result(for: store)
        .isEmpty)
    let error = await #expect(throws: StoreError.self) {
      try await SampleQueryDescriptor(
        predicates: [.sample(type: ObjectType.stateOfMindType())]
      ).result(for: store)
    }
    #expect(error?.code == .invalidArgument)
  }
}
