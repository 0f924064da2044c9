import HealthModel
import HealthTables
import HealthViews
import Journal
import JournalFile
import TestSupport
import Testing
import ViewTestSupport

/// How long the heart beat at which rate during a workout.
@Suite(.enabled(if: Zones.arePresent)) struct HeartRateBandTests {
  /// A workout from 08:00 to 09:00 with these heart rates, by the second from its beginning on.
  private static func journal(
    _ rates: [(second: Int, rate: Double)], unit: String = "count/min",
    and fill: (inout JournalSession) throws -> Void = { _ in }
  ) throws -> ReplayedJournal {
    try ViewTestSupport.journal("UTC") { session in
      try session.save(WorkoutTests.workout(1), source: "Watch")
      for (number, sample) in rates.enumerated() {
        let time = Timestamp(
          instant: WorkoutTests.whole.start.instant.adding(
            microseconds: Int64(sample.second) * 1_000_000), offsetMinutes: 0)
        try session.save(
          quantity(10 + number, pulse, sample.rate, unit, TimeSpan(time, time)), source: "Watch",
          workout: id(1))
      }
      try fill(&session)
    }
  }

  private static func bands(
    _ journal: ReplayedJournal, _ change: (inout ViewQuery) -> Void = { _ in }
  ) throws -> HeartRateBands? {
    var query = ViewQuery()
    change(&query)
    return try #require(try ChartView.workout(id(1), journal, query, bands: true)).bands
  }

  /// A value holds until the next, a minute at most; the last until the end of the workout.
  @Test func aValueHoldsUntilTheNext() throws {
    let journal = try Self.journal([
      (0, 99.9), (10, 100), (40, 119.9), (50, 120), (300, 180), (3590, 205), (200, 150),
    ])
    let bands = try #require(try Self.bands(journal))
    #expect(bands.seconds == [10, 40, 60, 60, 0, 70])
    #expect(bands.counts == [1, 2, 1, 1, 0, 2])
    #expect(bands.measured == 240)
    #expect(bands.start == at("2026-11-20T08:00:00Z").instant)
    #expect(bands.end == at("2026-11-20T09:00:00Z").instant)
  }

  /// The report and the charts have one rule.
  @Test func theReportHasTheSame() throws {
    let journal = try Self.journal([(0, 2), (30, 2.5), (60, 3)], unit: "count/s")
    let bands = try #require(try Self.bands(journal))
    #expect(bands.seconds == [0, 0, 30, 30, 0, 60], "120, 150 and 180 a minute")
    #expect(try WorkoutRecord.all(of: journal, in: ViewContext()).map(\.bands) == [bands])
  }

  /// What nobody can have is no figure of a workout, where a page leaves it out of all others.
  @Test func theReportLeavesOutImplausibleRates() throws {
    let journal = try Self.journal([(0, 120), (60, 900), (120, 130), (180, 0)])
    var query = ViewQuery()
    let all = try #require(try WorkoutRecord.all(of: journal, in: ViewContext(query)).first)
    #expect(all.bands?.counts == [1, 0, 2, 0, 0, 1])
    query.leavesOutProblems = true
    let plausible = try #require(try WorkoutRecord.all(of: journal, in: ViewContext(query)).first)
    #expect(plausible.bands?.counts == [0, 0, 2, 0, 0, 0])
    let rate = try #require(plausible.heartRate)
    #expect((120...130).contains(rate))
  }

  @Test func onlyItsOwnSamplesCountThatAreChosen() throws {
    let journal = try Self.journal([(0, 90), (60, 130)]) { session in
      try session.save(
        quantity(90, pulse, 170, "count/min", span("2026-11-20T08:30:00Z")), source: "Strap")
      try session.save(
        quantity(91, pulse, 170, "count/min", span("2026-11-20T08:40:00Z")), source: "Strap",
        workout: id(1))
    }
    #expect(try Self.bands(journal)?.counts == [1, 0, 1, 0, 1, 0])
    #expect(try Self.bands(journal) { $0.sources = ["Watch"] }?.counts == [1, 0, 1, 0, 0, 0])
    #expect(try Self.bands(journal) { $0.sources = ["Strap"] } == nil, "one heart rate")
    #expect(try Self.bands(try Self.journal([])) == nil)
    let charted = try ChartView.workout(id(1), journal, ViewQuery(), bands: false)
    #expect(charted != nil && charted?.bands == nil)
  }

  /// As rows they stand after the bins, with the band as the value.
  @Test func bandsAreRowsToo() throws {
    let journal = try Self.journal([(0, 90), (60, 130)])
    var chart = try #require(
      try ChartView.chart(of: pulse, journal, in: ViewContext(), step: .none, parts: 2))
    chart.bands = try Self.bands(journal)
    let rows = try chart.table.records()
    #expect(
      words(Array(rows.suffix(6)), "value", "unit", "count", "duration", "average") == [
        "below 100 count/min 1 60 -", "100-119 count/min 0 0 -", "120-139 count/min 1 60 -",
        "140-159 count/min 0 0 -", "160-179 count/min 0 0 -", "from 180 count/min 0 0 -",
      ])
    #expect(rows.count == 8 && rows[0]["value"] == nil)
  }

  /// A rate at a limit is above it, in beats a second as in beats a minute.
  @Test(arguments: HeartRateBands.starts.indices) func aLimitIsOneInEveryUnit(_ band: Int) throws {
    let start = HeartRateBands.starts[band]
    for (rate, unit) in [(start, "count/min"), (start / 60, "count/s"), (start * 60, "count/hr")] {
      let journal = try Self.journal([(0, rate), (30, rate)], unit: unit)
      let counts = try #require(try Self.bands(journal)).counts
      #expect(counts[band] == 2, "\(rate) \(unit)")
    }
  }
}
