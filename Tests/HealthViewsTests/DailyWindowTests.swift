import HealthModel
import HealthTables
import HealthViews
import JournalFile
import TestSupport
import Testing
import ViewTestSupport

/// What is shown of a few days does not depend on what else is asked for.
@Suite(.enabled(if: Zones.arePresent)) struct DailyWindowTests {
  private static func day(of row: [String: Cell]) -> CivilDate? {
    guard case .day(let day)? = row["day"] else { return nil }
    return day
  }

  @Test(arguments: Counts.seeds(1...20)) func aWindowShowsTheRowsOfItsDays(_ seed: Int) throws {
    var dice = Dice(seed)
    let samples = try DailyPropertyTests.samples(&dice)
    let zone = DailyPropertyTests.zones[seed % DailyPropertyTests.zones.count]
    let journal = try DailyPropertyTests.journal(samples, zone)
    var zones = ZoneCatalogue()
    let rules = try zones.rules(named: zone)
    for attribution in DailyView.Attribution.allCases {
      for sources in DailyView.Sources.allCases {
        let change: (inout DailyView.Options) -> Void = {
          $0.attribution = attribution
          $0.sources = sources
        }
        let all = try daily(journal, ViewQuery(), change)
        for day in Set(all.compactMap { Self.day(of: $0) }) {
          var query = ViewQuery()
          query.from = DayCalendar(rules).start(of: day.dayNumber)
          query.to = DayCalendar(rules).start(of: day.dayNumber + 1)
          let shown = try daily(journal, query, change)
          #expect(shown == all.filter { Self.day(of: $0) == day })
        }
      }
    }
  }

  /// Windows that are open on one side, over every zone and start of days, and years at the ends.
  @Test(arguments: DailyPropertyTests.zones + ["Pacific/Apia", "Pacific/Kiritimati", "Etc/GMT+12"])
  func anOpenWindowShowsTheRowsOfItsDays(_ zone: String) throws {
    var dice = Dice(zone.utf8.count)
    let samples = try DailyPropertyTests.samples(&dice)
    let journal = try ViewTestSupport.journal(zone) { session in
      for (number, sample) in samples.enumerated() {
        try session.save(sample.object(number), source: sample.source)
      }
      for (number, start) in ["0001-01-01T12:00:00Z", "9999-12-30T12:00:00Z"].enumerated() {
        let object = quantity(1_000 + number, steps, 5, "count", span(start))
        try session.save(object, source: "Watch")
      }
    }
    let middles = [samples[0].start, samples[20].start, samples[39].end].map { minute in
      Instant(wholeSeconds: Int64(minute) * 60)
    }
    let ends = ["0001-01-01T00:00:00Z", "9999-12-31T23:59:59Z"].map { at($0).instant }
    for startsAt in ["00:00", "04:30", "23:59"] {
      for ownZone in [nil, zone] {
        var context = ViewContext()
        context.dayStarts = try #require(ClockTime(startsAt))
        context.timeZone = ownZone
        try Self.check(journal, middles + ends, context)
      }
    }
  }

  /// What is shown from a moment on, and up to it, are the rows of those days.
  private static func check(
    _ journal: ReplayedJournal, _ moments: [Instant], _ context: ViewContext
  ) throws {
    let calendar = try context.calendar(of: journal.tables)
    for sources in [DailyView.Sources.merge, .first] {
      var options = DailyView.Options()
      options.sources = sources
      let all = try DailyView.table(of: journal, in: context, options: options).records()
      for moment in moments {
        let day = CivilDate(dayNumber: calendar.day(of: moment))
        var (from, to) = (context, context)
        from.query.from = moment
        #expect(
          try DailyView.table(of: journal, in: from, options: options).records()
            == all.filter { Self.day(of: $0).map { $0 >= day } ?? false })
        to.query.to = moment.adding(microseconds: 1)
        #expect(
          try DailyView.table(of: journal, in: to, options: options).records()
            == all.filter { Self.day(of: $0).map { $0 <= day } ?? false })
      }
    }
  }
}
