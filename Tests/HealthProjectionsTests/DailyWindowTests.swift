import HealthModel
import HealthProjections
import HealthTables
import JournalFile
import Testing

/// What is shown of a few days does not depend on what else is asked for.
@Suite(.enabled(if: Zones.arePresent)) struct DailyWindowTests {
  private static func day(of row: [String: Cell]) -> CivilDate? {
    guard case .day(let day)? = row["day"] else { return nil }
    return day
  }

  @Test(arguments: 1...20) func aWindowShowsTheRowsOfItsDays(_ seed: Int) throws {
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
        let all = try daily(journal, Query(), change)
        for day in Set(all.compactMap { Self.day(of: $0) }) {
          var query = Query()
          query.from = DayCalendar(rules).start(of: day.dayNumber)
          query.to = DayCalendar(rules).start(of: day.dayNumber + 1)
          let shown = try daily(journal, query, change)
          #expect(shown == all.filter { Self.day(of: $0) == day })
        }
      }
    }
  }
}
