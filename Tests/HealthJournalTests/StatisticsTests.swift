import HealthEvents
import HealthJournal
import HealthModel
import Journal
import TestSupport
import Testing

/// Figures of days, as a program outside this package asks for them.
struct StatisticsTests: StoreSuite {
  private let app = "com.example.app"
  private let steps = QuantityType.stepCount.identifier
  let home = TemporaryFolder()

  private func sample(
    _ type: String, _ value: Double, _ unit: String, _ time: String
  ) throws -> Content {
    let span = TimeSpan(from: try #require(Timestamp(time)), seconds: 600)
    return .quantity(QuantityContent(type: type, span: span, value: value, unit: unit))
  }

  @Test func sumsOfDaysAndSources() async throws {
    try await withStore { store in
      try await store.setAuthorization(
        for: app, share: [steps: .authorized], read: [steps: .denied])
      let night = try sample(steps, 100, "count", "2026-03-01T23:55:00Z")
      _ = try await store.save([night, try sample(steps, 7, "count", "2026-03-02T08:00:00Z")])
      let own = try sample(steps, 5, "count", "2026-03-02T08:00:00Z")
      _ = try await store.save([own], by: app)
      let first = try #require(CivilDate("2026-03-01"))
      let merged = try await store.dailyStatistics(of: .stepCount)
      #expect(merged.map(\.sum) == [50, 57] && merged.map(\.unit) == ["count", "count"])
      #expect(merged[0] == DayStatistics(day: first, unit: "count", sum: 50, count: 1))
      #expect(
        try await store.dailyStatistics(of: .stepCount, sources: .all).map(\.sum) == [50, 62])
      let separate = try await store.dailyStatistics(of: .stepCount, sources: .separate)
      #expect(separate.map(\.source) == ["owner", app, "owner"])
      #expect(try await store.dailyStatistics(of: .stepCount, as: app).map(\.sum) == [5])
      let midnight = try await store.timestamp("2026-03-02").instant
      #expect(try await store.dailyStatistics(of: .stepCount, to: midnight).map(\.sum) == [50])
      #expect(try await store.dailyStatistics(of: .stepCount, from: midnight).map(\.sum) == [57])
    }
  }

  @Test func daysOfAnotherCalendar() async throws {
    try await withStore { store in
      _ = try await store.save([
        try sample(steps, 100, "count", "2026-03-01T23:30:00Z"),
        try sample(steps, 7, "count", "2026-03-02T03:00:00Z"),
      ])
      func days(_ zone: String?, _ starts: ClockTime = .midnight) async throws -> [String] {
        try await store.dailyStatistics(of: .stepCount, timeZone: zone, dayStarts: starts)
          .map { "\($0.day) \($0.sum ?? -1)" }
      }
      let four = try #require(ClockTime(hour: 4))
      #expect(try await days(nil) == ["2026-03-01 100.0", "2026-03-02 7.0"])
      #expect(try await days("Europe/Paris") == ["2026-03-02 107.0"])
      #expect(try await days(nil, four) == ["2026-03-01 107.0"])
      #expect(try await days("Europe/Paris", four) == ["2026-03-01 100.0", "2026-03-02 7.0"])
      let error = await #expect(throws: StoreError.self) { _ = try await days("Europe/Pari") }
      #expect(error?.code == .timeZoneUnknown)
    }
  }

  @Test func figuresOfDiscreteTypesAndCategories() async throws {
    try await withStore { store in
      let mass = QuantityType.bodyMass.identifier
      _ = try await store.save([
        try sample(mass, 70, "kg", "2026-03-01T08:00:00Z"),
        try sample(mass, 72, "kg", "2026-03-01T20:00:00Z"),
      ])
      let day = try #require(
        try await store.dailyStatistics(of: .bodyMass, unit: try Unit("g")).first)
      #expect(day.minimum == 70_000 && day.maximum == 72_000 && day.average == 71_000)
      #expect(day.latest == 72_000 && day.count == 2 && day.sum == nil && day.unit == "g")
      let sleep = CategoryType.sleepAnalysis.identifier
      let night = TimeSpan(from: try await store.timestamp("2026-03-01 01:00"), seconds: 3600)
      _ = try await store.save([
        .category(CategoryContent(type: sleep, span: night, value: .code(3)))
      ])
      let slept = try #require(try await store.dailyStatistics(of: .sleepAnalysis).first)
      #expect(slept.value == "asleepCore" && slept.duration == 3600 && slept.unit == nil)
    }
  }

  @Test func statisticsOfIntervals() async throws {
    try await withStore { store in
      let pulse = QuantityType.heartRate.identifier
      try await store.setAuthorization(for: app, read: [steps: .denied])
      _ = try await store.save([
        try sample(steps, 100, "count", "2026-01-31T23:55:00Z"),
        try sample(steps, 7, "count", "2026-03-02T08:00:00Z"),
        try sample(pulse, 60, "count/min", "2026-03-02T08:00:00Z"),
        try sample(pulse, 80, "count/min", "2026-03-02T09:00:00Z"),
      ])
      let whole = try #require(try await store.statistics(of: .stepCount).first)
      #expect(whole.sum == 107 && whole.count == 2 && whole.duration == 1200)
      #expect(whole.start == Timestamp("2026-01-31T23:55:00Z")?.instant)
      #expect(whole.latest == 7 && whole.latestEnd == whole.end)
      var options = Statistics.Options(every: .month)
      options.includesEmpty = true
      let months = try await store.statistics(of: .stepCount, options: options)
      #expect(months.map(\.sum) == [50, 50, 7] && months.map(\.count) == [1, 1, 1])
      let february = try await store.timestamp("2026-02-01").instant
      options = Statistics.Options(every: .month)
      options.border = .strictStartDate
      #expect(
        try await store.statistics(of: .stepCount, from: february, options: options).map(\.sum) == [
          7
        ])
      options = Statistics.Options()
      options.percentiles = [50, 101]
      let beats = try #require(
        try await store.statistics(of: .heartRate, options: options, unit: try Unit("count/s"))
          .first)
      #expect(beats.percentiles.keys.sorted() == [50] && beats.unit == "count/s")
      #expect(
        try await store.statistics(
          of: .heartRate,
          matching: .quantitySamples(operator: .greater, quantity: 70, .countPerMinute)
        ).map(\.count) == [1])
      #expect(try await store.statistics(of: .stepCount, as: app) == [])
      await #expect(throws: StoreError.self) { try await store.statistics(of: .heartRate, as: app) }
    }
  }
}
