import HealthEvents
import HealthModel
import HealthTables
import HealthViews
import TestSupport
import Testing
import ViewTestSupport

/// The latest sample, its ties and its unit.
@Suite struct LatestTests {
  static func latest(_ journal: ReplayedJournal, _ query: ViewQuery = ViewQuery()) throws
    -> [String]
  {
    words(
      try LatestView.table(of: journal, in: ViewContext(query)).records(), "value", "unit", "uuid")
  }

  static let early = span("2026-11-20T08:00:00Z", "2026-11-20T09:00:00Z")
  static let late = span("2026-11-20T08:30:00Z", "2026-11-20T09:00:00Z")
  static let long = span("2026-11-20T07:00:00Z", "2026-11-20T09:00:01Z")

  @Test func theGreatestEndWinsThenStartThenSeq() throws {
    let samples = [(1, Self.early), (2, Self.late), (3, Self.late), (4, Self.early)]
    for order in [samples, samples.reversed()] {
      let journal = try journal { session in
        for (number, span) in order { try session.save(quantity(number, steps, 1, "count", span)) }
      }
      let winner = order.last { $0.0 == 2 || $0.0 == 3 }?.0 ?? 0
      #expect(try Self.latest(journal) == ["1 count \(id(winner))"])
    }
    let journal = try journal { session in
      try session.save(quantity(9, steps, 5, "count", Self.long))
      try session.save(quantity(1, steps, 1, "count", Self.late))
    }
    #expect(try Self.latest(journal) == ["5 count \(id(9))"])
  }

  @Test func deletingBringsTheOneBeforeBack() throws {
    let journal = try journal { session in
      try session.save(quantity(1, steps, 1, "count", Self.early))
      try session.save(quantity(2, steps, 2, "count", Self.late))
      try session.ask(.delete(Deletion(objects: [id(2)])))
    }
    #expect(try Self.latest(journal) == ["1 count \(id(1))"])
    #expect(LatestView.row(of: steps, in: journal.tables)?.uuid == id(1))
  }

  @Test func theUnitIsOwnThenPreferredThenAsked() throws {
    let mass = QuantityType.bodyMass.identifier
    func shown(_ preferred: [PreferredUnit], asked: Unit?, unit: String = "g") throws -> [String] {
      let journal = try journal { session in
        try session.save(quantity(1, mass, 70_000, unit, Self.early))
        if !preferred.isEmpty {
          try session.ask(.configure(Configuration(preferredUnits: preferred)))
        }
      }
      var query = ViewQuery()
      query.unit = asked
      return words(
        try LatestView.table(of: journal, in: ViewContext(query)).records(), "value", "unit")
    }
    let kilograms = [PreferredUnit(type: mass, unit: "kg")]
    #expect(try shown([], asked: nil) == ["70000 g"])
    #expect(try shown(kilograms, asked: nil) == ["70 kg"])
    #expect(try shown(kilograms, asked: try Unit("mg")) == ["70000000 mg"])
    #expect(throws: ProjectionError.unitMismatch(type: mass, unit: "m")) {
      _ = try shown([], asked: .meter)
    }
  }

  @Test func aUnitThatNobodyKnowsIsShownAsItIs() throws {
    let journal = try journal { session in
      try session.save(quantity(1, "New", 3, "kind of", Self.early))
    }
    var query = ViewQuery()
    query.unit = .meter
    #expect(try Self.latest(journal, query) == ["3 kind of \(id(1))"])
  }

  @Test func windowSourcesAndCategories() throws {
    let journal = try journal { session in
      try session.save(quantity(1, steps, 1, "count", Self.early), source: "Phone")
      try session.save(category(2, sleep, .code(3), Self.late), source: "Watch")
      try session.save(category(3, "New", .name("odd"), Self.late))
    }
    var query = ViewQuery()
    query.sources = ["Watch"]
    #expect(try Self.latest(journal, query) == ["asleepCore - \(id(2))"])
    query.sources = ["owner"]
    #expect(try Self.latest(journal, query) == ["odd - \(id(3))"], "imports are not the owner's")
    query = ViewQuery()
    query.from = Self.early.end.instant.adding(microseconds: 1)
    #expect(try Self.latest(journal, query) == [])
    query.from = Self.early.end.instant
    let all = try Self.latest(journal, query)
    query.limit = 1
    #expect(try Self.latest(journal, query) == [all[all.count - 1]], "the newest")
  }
}

/// Numbers that have no place in the unit that is asked for.
@Suite(.enabled(if: Zones.arePresent)) struct UnitOverflowTests {
  private static let mass = QuantityType.bodyMass.identifier

  private static func journal() throws -> ReplayedJournal {
    try ViewTestSupport.journal { session in
      try session.save(quantity(1, mass, 1e308, "kg", span("2026-11-20T08:00:00Z")))
    }
  }

  private static func context() throws -> ViewContext {
    var query = ViewQuery()
    query.unit = try Unit("g")
    return ViewContext(query)
  }

  @Test func aSampleKeepsItsOwnUnit() throws {
    let journal = try Self.journal()
    for table in [
      try LatestView.table(of: journal, in: Self.context()),
      try SamplesView.table(of: journal, in: Self.context()),
    ] {
      let record = try #require(try table.records().first)
      #expect(record["value"] == .number(1e308) && record["unit"] == .text("kg"))
    }
  }

  @Test func aDayHasNoFigureOfIt() throws {
    let table = try DailyView.table(of: Self.journal(), in: Self.context())
    let record = try #require(try table.records().first)
    for field in ["minimum", "average", "maximum", "latest"] {
      #expect((record[field] ?? .missing).finite == .missing, "\(field)")
    }
  }

  @Test func aChartLeavesItOut() throws {
    let chart = try #require(
      try ChartView.chart(
        of: Self.mass, Self.journal(), in: Self.context(), step: .none, parts: 2))
    #expect(chart.count == 0 && chart.leftOut == 1)
  }
}
