import HealthEvents
import HealthModel
import HealthTables
import Journal
import TestSupport
import Testing
import ViewTestSupport

@testable import HealthViews

/// Names that settings state to be those of one source.
@Suite(.enabled(if: Zones.arePresent)) struct SameSourceTests {
  private static let steps = "HKQuantityTypeIdentifierStepCount"

  private struct Saved {
    var object: HealthObject
    var source: String
    var bundle: String?
    var device: Device?
    /// What tells two origins of one name apart.
    var version: String?
  }

  /// Samples of three names, with and without bundles and devices.
  private static func saves(_ dice: inout Dice) throws -> [Saved] {
    try DailyPropertyTests.samples(&dice).enumerated().map { number, sample in
      let devices = [nil, Device(hardware: "Watch7,2"), Device(hardware: "iPhone14,5")]
      let name = ["Old", "Older", "New", "Other"][dice.below(4)]
      let bundle = dice.below(4) == 0 ? ["com.old", "com.new"][dice.below(2)] : nil
      return Saved(
        object: sample.object(number), source: name, bundle: bundle,
        device: devices[dice.below(3)], version: name + (bundle ?? ""))
    }
  }

  private static func journal(
    of saves: [Saved], settings: [Configuration]
  ) throws -> ReplayedJournal {
    try ViewTestSupport.journal { session in
      for save in saves {
        let source = Source(name: save.source, bundle: save.bundle, version: save.version)
        let draft = Draft(save.object, source: source, device: save.device)
        try session.ask(.save(SaveRequest(objects: [draft], imported: true)))
      }
      for change in settings { try session.ask(.configure(change)) }
    }
  }

  private static func naming(_ pairs: KeyValuePairs<String, String>) -> Configuration {
    Configuration(sameSource: pairs.map { SameSource(old: $0.key, name: $0.value) })
  }

  /// The rows of a journal whose `origin` lines had the last name all along.
  @Test(arguments: 1...25) func theNewNameCountsFromTheFirstLineOn(_ seed: Int) throws {
    var dice = Dice(seed)
    let saves = try Self.saves(&dice)
    let renamed = saves.map { save in
      var save = save
      if save.source.hasPrefix("Old") { save.source = "New" }
      if save.bundle != nil { save.bundle = "com.new" }
      return save
    }
    let order = Configuration(
      priority: [SourcePriority(type: "*", sources: ["Other", "New"])])
    let oldOrder = Configuration(
      priority: [SourcePriority(type: "*", sources: ["Other", "Older"])])
    let named = try Self.journal(
      of: saves,
      settings: [
        Self.naming(["Older": "Old", "com.old": "com.new"]), Self.naming(["Old": "New"]),
        dice.below(2) == 0 ? order : oldOrder,
      ])
    let nothing = Self.naming(["Nobody": "No one"])
    let always = try Self.journal(of: renamed, settings: [nothing, nothing, order])
    let expected = try DeterminismTests.views(always)
    for (view, rows) in try DeterminismTests.views(named) {
      #expect(rows == expected[view], "\(view)")
    }
    for source in ["New", "Old", "Older", "Other"] {
      var context = ViewContext()
      context.query.sources = [source]
      let rows = try SamplesView.table(of: named, in: context).allRows()
      context.query.sources = [source == "Other" ? "Other" : "New"]
      #expect(try SamplesView.table(of: always, in: context).allRows() == rows)
    }
  }

  @Test func aStatementIsTakenBack() throws {
    let time = span("2026-01-01T08:00:00Z")
    let saves = ["Old", "New"].enumerated().map { number, name in
      Saved(object: quantity(number, Self.steps, 5, "count", time), source: name)
    }
    func sources(_ settings: [Configuration]) throws -> [Cell] {
      let journal = try Self.journal(of: saves, settings: settings)
      return try SourcesView.table(of: journal, in: ViewContext()).column("source")
    }
    #expect(try sources([]).count == 2)
    #expect(try sources([Self.naming(["Old": "New"])]) == [.text("New")])
    #expect(try sources([Self.naming(["Old": "New"]), Self.naming(["Old": ""])]).count == 2)
    // A spelling that a keyboard lacks does not make another source.
    #expect(try sources([Self.naming(["Old": "New\u{A0}"])]) == [.text("New\u{A0}")])
  }

  /// Settings are known from their line on, and then of all data.
  @Test func anEarlierMomentKnowsNoName() throws {
    let system = try Self.journal(
      of: [
        Saved(
          object: quantity(1, Self.steps, 5, "count", span("2026-01-01T08:00:00Z")), source: "Old")
      ], settings: [Self.naming(["Old": "New"])])
    let sources = { (last: UInt64) in
      let journal = try ReplayedJournal("/j", on: system.system, asOf: .sequence(last))
      return try SourcesView.table(of: journal, in: ViewContext()).column("source")
    }
    #expect(try sources(3) == [.text("Old")])
    #expect(try sources(4) == [.text("New")])
  }

  /// The day's history knows the orders of sources under all names that were in force.
  @Test func theHistoryOfADayNamesTheLine() throws {
    let type = Self.steps
    let time = span("2026-01-01T08:00:00Z", "2026-01-01T09:00:00Z")
    let journal = try Self.journal(
      of: [
        Saved(object: quantity(1, type, 5, "count", time), source: "Old"),
        Saved(object: quantity(2, type, 7, "count", time), source: "New"),
      ], settings: [Self.naming(["Old": "New"])])
    let day = try #require(CivilDate("2026-01-01"))
    let rows = try DayHistory.table(
      of: type, on: day, journal, in: ViewContext(), options: DailyView.Options())
    #expect(try rows.column("sum") == [.number(5), .number(7), .number(12)])
  }
}
