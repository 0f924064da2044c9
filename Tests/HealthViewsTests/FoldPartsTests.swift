import HealthEvents
import HealthModel
import HealthTables
import JournalFile
import TestSupport
import Testing
import ViewTestSupport

@testable import HealthViews

/// Threads that fold parts of the days, or of other intervals, make what one thread makes.
@Suite(.enabled(if: Zones.arePresent)) struct FoldPartsTests {
  private static let types = [steps, pulse, sleep]

  private static func journal(_ seed: Int) throws -> ReplayedJournal {
    var dice = Dice(seed)
    let samples = try (0..<4).flatMap { _ in try DailyPropertyTests.samples(&dice) }
    return try DailyPropertyTests.journal(samples, DailyPropertyTests.zones[seed % 5])
  }

  @Test(arguments: Counts.seeds(1...20)) func daysAreTheSame(_ seed: Int) throws {
    let tables = try Self.journal(seed).tables
    var options = DailyView.Options()
    options.attribution = seed % 3 == 0 ? .start : .split
    options.sources = DailyView.Sources.allCases[seed % DailyView.Sources.allCases.count]
    for type in Self.types {
      let columns = try #require(tables.columns(of: type))
      let rows = RowSelection(allOf: columns)
      let plan = try UnitPlan(type, columns, rows, asked: nil, in: tables)
      func days(_ least: Int) throws -> [DailyRow] {
        var fold = DailyFold(
          type, columns, options, plan: plan, days: try DayFinder(tables, ViewContext()),
          shownDays: Range(CivilDate.dayNumbers), until: .max, in: tables)
        fold.add(rows, least: least)
        return fold.figures
      }
      #expect(try days(2) == days(.max), "\(options)")
    }
  }

  @Test(arguments: Counts.seeds(1...20)) func intervalsAreTheSame(_ seed: Int) throws {
    let tables = try Self.journal(seed).tables
    let calendar = try ViewContext().calendar(of: tables)
    for type in Self.types {
      let columns = try #require(tables.columns(of: type))
      let rows = RowSelection(allOf: columns)
      let order = SourceOrder(type, columns, in: tables)
      let (first, last) = (try #require(columns.starts.min()), try #require(columns.ends.max()))
      let width = (last - first) / 9 + 1
      let plan = try UnitPlan(type, columns, rows, asked: nil, in: tables)
      func figures(_ least: Int) -> (count: Int, cells: [String]) {
        var fold = IntervalFold(
          type, columns, edges: (0...9).map { first + $0 * width }, isOpen: seed % 2 == 0,
          calendar, nil, plan: plan, keepsValues: true, in: tables)
        fold.add(rows, seed % 3 == 0 ? .first : .merge, by: order, least: least)
        let cells = fold.fold.cells
        return (
          fold.count,
          fold.fold.indices.map { index in
            let (key, figures) = (cells.keys[index], cells.figures[index])
            let latest = figures.latest.map { "\($0)" } ?? ""
            return "\(key.day) \(fold.fold.name(cells.groups[key.group])) \(figures.sum.value)"
              + " \(figures.average ?? 0) \(figures.minimum) \(figures.maximum)"
              + " \(figures.count) \(figures.covered) \(latest) \(figures.values)"
          }
        )
      }
      let (parts, whole) = (figures(2), figures(.max))
      #expect(parts.count == whole.count)
      #expect(parts.cells == whole.cells)
    }
  }
}
