import HealthEvents
import HealthModel
import HealthTables
import Journal
import TestSupport
import Testing
import ViewTestSupport

@testable import HealthViews

/// Types that the journal declares, in views.
@Suite struct DeclaredTypeTests {
  private static let sweat = "org.example.sweat"
  private static let ache = "org.example.ache"
  private static let noon = span("2026-01-01T12:00:00Z", "2026-01-01T13:00:00Z")
  private static let one = span("2026-01-01T13:00:00Z", "2026-01-01T14:00:00Z")

  private static func declaration(_ style: AggregationStyle) -> DeclaredType {
    DeclaredType(sweat, unit: "mL", aggregation: style, title: "Sweat")
  }

  private static func journal(_ style: AggregationStyle) throws -> ReplayedJournal {
    try ViewTestSupport.journal("UTC") { session in
      try session.ask(.declare(declaration(style)))
      let values = [DeclaredType.Value(name: "strong", code: 2)]
      try session.ask(.declare(DeclaredType(ache, kind: .category, title: "Ache", values: values)))
      try session.save(quantity(1, sweat, 200, "mL", noon), source: "Patch")
      try session.save(quantity(2, sweat, 0.4, "L", one), source: "Patch")
      // The same hour, by another source.
      try session.save(quantity(3, sweat, 300, "mL", noon), source: "Shirt")
      try session.save(category(4, ache, .code(2), noon))
    }
  }

  private static func context(_ type: String = sweat) -> ViewContext {
    var context = ViewContext()
    context.query.types = [type]
    return context
  }

  /// By its aggregation, and converted to the unit of its declaration.
  @Test(arguments: [
    (AggregationStyle.cumulative, "sum", 600.0), (.discreteArithmetic, "average", 300),
    (.discreteTemporallyWeighted, "average", 300),
  ]) func aDayIsByTheDeclaration(
    _ style: AggregationStyle, _ field: String, _ expected: Double
  ) throws {
    let journal = try Self.journal(style)
    let day = try #require(
      try DailyView.table(of: journal, in: Self.context()).records().first)
    #expect(day[field] == .number(expected))
    #expect(day["unit"] == .text("mL"))
    var options = DailyView.Options()
    options.sources = .all
    let all = try DailyView.table(of: journal, in: Self.context(), options: options).records()
    #expect(all.first?["sum"] == (style == .cumulative ? .number(900) : nil))
    let statistics = try StatisticsView.table(
      of: journal, in: Self.context(), options: Statistics.Options()
    ).records()
    #expect(statistics.first?[field] == .number(expected))
  }

  @Test func aValueHasItsWord() throws {
    let journal = try Self.journal(.cumulative)
    let latest = try LatestView.table(of: journal, in: Self.context(Self.ache)).records()
    #expect(latest.first?["value"] == .text("strong"))
    var context = Self.context(Self.ache)
    context.query.predicate = try HealthPredicate("categoryValue = strong")
    #expect(try SamplesView.table(of: journal, in: context).allRows().count == 1)
  }

  @Test func theTypesAreListed() throws {
    let journal = try Self.journal(.cumulative)
    let catalogue = journal.tables.catalogue
    for text in [Self.sweat, "example sweat"] {
      guard case .one(let entry) = TypesTable.find(text, in: catalogue) else {
        Issue.record("\(text) is not found")
        continue
      }
      let row = try #require(try TypesTable.details(of: entry).records().first)
      #expect(row["title"] == .text("Sweat"))
      #expect(row["aggregation"] == .text("cumulative"))
      #expect(row["introduced"] == nil)
    }
    guard case .none = TypesTable.find(Self.sweat) else {
      Issue.record("a type that no journal declares")
      return
    }
  }

  /// Before its line a type is not known: its samples, from an import, are averaged.
  @Test func anEarlierMomentKnowsNoDeclaration() throws {
    let journal = try ViewTestSupport.journal("UTC") { session in
      try session.save(quantity(1, Self.sweat, 200, "mL", Self.noon), source: "Patch")
      try session.ask(.declare(Self.declaration(.cumulative)))
    }
    for (last, field, isNamed) in [(UInt64(3), "average", true), (4, "sum", false)] {
      let then = try ReplayedJournal("/j", on: journal.system, asOf: .sequence(last))
      let day = try DailyView.table(of: then, in: Self.context()).records().first
      #expect(day?[field] == .number(200))
      let found = try CheckTests.findings(then) { $0.only = ["unknownTypes"] }
      #expect(found == (isNamed ? ["unknownTypes \(Self.sweat) 1"] : []))
    }
  }
}
