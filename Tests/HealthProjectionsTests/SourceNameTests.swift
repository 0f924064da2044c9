import HealthEvents
import Journal
import HealthModel
import HealthTables
import TestSupport
import Testing
import ViewTestSupport

@testable import HealthProjections

/// Which names are one source.
@Suite struct SourceNameTests {
  @Test(arguments: [
    ("Watch", "Watch"), ("", ""), (" ", ""), ("\u{A0}", ""), ("Anna’s\u{A0}Watch", "Anna’s Watch"),
    ("Anna’s Watch \u{A0} ", "Anna’s Watch"), (" Watch", " Watch"), ("\u{A0}\u{A0}W", "  W"),
    ("à\u{E0}\u{420}\u{4A0}😀\u{A0}", "à\u{E0}\u{420}\u{4A0}😀"), ("a\u{A0}\u{301}", "a \u{301}"),
  ]) func blanksAtTheEndAndTheirKindMakeNoOtherSource(_ name: String, _ folded: String) {
    #expect(Array(SourceName.folded(name).utf8) == Array(folded.utf8))
  }

  /// Samples of names that are one source, and of those that metadata call entered by hand.
  private static func saved(_ seed: Int, _ type: String) throws -> ReplayedJournal {
    var dice = Dice(seed)
    let names = ["Watch", "Watch\u{A0}", "Anna’s Phone", "Anna’s\u{A0}Phone", "Health", "owner"]
    return try journal("UTC") { session in
      for number in 0..<20 {
        let hour = 10 + dice.below(10)
        let time = span("2026-01-0\(1 + dice.below(5))T\(hour):00:00Z")
        var object =
          type == sleep
          ? category(number, sleep, .code(3), TimeSpan(from: time.start, seconds: 600))
          : quantity(number, type, 5, type == steps ? "count" : "count/min", time)
        if dice.below(3) == 0 { object.metadata["HKWasUserEntered"] = .boolean(true) }
        let source = dice.below(7)
        try session.save(object, source: source < names.count ? names[source] : nil)
      }
    }
  }

  /// A source has one name, wherever sources are shown apart.
  @Test(arguments: 1...12) func aSourceHasOneName(_ seed: Int) throws {
    for type in [steps, pulse, sleep] {
      let journal = try Self.saved(seed, type)
      func names(_ rows: [[String: Cell]]) -> Set<String> {
        Set(rows.compactMap { $0["source"].map(word) })
      }
      let shown = names(try SourcesView.table(of: journal, in: ViewContext()).records())
      #expect(shown.count > 1 && shown.count < 6)
      let apart = try daily(journal) { $0.sources = .separate }
      #expect(names(apart) == shown)
      var explained: Set<String> = []
      for day in Set(words(apart, "day")) {
        let rows = try DailyExplanationTests.records(journal, type, day: day) {
          $0.sources = .separate
        }
        explained.formUnion(names(rows.filter { $0["what"] == .text("total") }))
      }
      #expect(explained == shown)
      if type == sleep {
        let nights = try SleepView.table(of: journal, in: ViewContext(), sources: .separate)
        #expect(names(try nights.records()) == shown)
      }
      let statistics = try StatisticsTests.rows(journal, type) { $0.separatesSources = true }
      #expect(names(statistics) == shown)
    }
  }
}
