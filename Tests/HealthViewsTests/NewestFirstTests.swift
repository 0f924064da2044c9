import HealthEvents
import HealthModel
import HealthTables
import HealthViews
import Journal
import JournalFile
import TestSupport
import Testing
import ViewTestSupport

/// The log as people read it: the newest first, an import as one row.
@Suite struct NewestFirstTests {
  /// A journal with as many saves as are asked for, the last of which but three an import brought.
  static func journal(_ saves: Int) throws -> ReplayedJournal {
    try ViewTestSupport.journal { session in
      for number in 1...saves {
        try session.save(quantity(number, steps, 1, "count", span("2026-01-01T08:00:00Z")))
        guard number == saves - 3 else { continue }
        let receipt = ImportReceipt(
          format: "apple-health", file: "export.xml", bytes: 1,
          sha256: String(repeating: "0", count: 64), first: 2, last: UInt64(number) + 1)
        try session.ask(.recordImport(receipt))
      }
    }
  }

  static func rows(
    _ journal: ReplayedJournal, folding: Bool = true,
    _ change: (inout LogTable.Filter) -> Void = { _ in }
  ) throws -> [String] {
    var filter = LogTable.Filter()
    change(&filter)
    let table = try LogTable.newestFirst(of: journal, filter: filter, foldingImports: folding)
    return words(try table.records(), "seq", "event")
  }

  /// However many lines are read at once.
  @Test(arguments: [4, 63, 64, 65, 1023, 1024, 1025, 2100])
  func isTheLogBackwards(_ saves: Int) throws {
    let journal = try Self.journal(saves)
    let forward = words(
      try LogTable.table(of: journal, filter: LogTable.Filter()).records(), "seq", "event")
    #expect(forward.count == saves + 2)
    #expect(try Self.rows(journal, folding: false) == forward.reversed())
  }

  @Test func anImportIsOneRow() throws {
    let journal = try Self.journal(20)
    let all = ["22 save", "21 save", "20 save", "19 import", "1 open"]
    #expect(try Self.rows(journal) == all)
    #expect(try Self.rows(journal) { $0.limit = 4 } == Array(all.prefix(4)))
    #expect(try Self.rows(journal) { $0.limit = 0 } == [])
    let table = try LogTable.newestFirst(
      of: journal, filter: LogTable.Filter(), foldingImports: true)
    let receipt = try table.records()[3]["summary"]
    #expect(receipt == .text("apple-health, export.xml: 0 elements read, 0 saved, lines 2 to 18"))
  }

  /// Where the receipt's row is not shown, its lines are.
  @Test func anImportThatIsFilteredOutHidesNothing() throws {
    let journal = try Self.journal(5)
    #expect(
      try Self.rows(journal) { $0.kinds = [.save] } == [
        "7 save", "6 save", "5 save", "3 save", "2 save",
      ])
    #expect(
      try Self.rows(journal) { ($0.firstSequence, $0.lastSequence) = (4, 6) }
        == ["6 save", "5 save", "4 import"])
  }

  @Test func theLastImportHasItsLines() throws {
    #expect(try Self.journal(20).lastImport() == 2...19)
    #expect(try ViewTestSupport.journal { _ in }.lastImport() == nil)
  }
}

/// How many rows of views differ.
@Suite struct DifferenceSummaryTests {
  private static let columns = [
    Column(.type, tellsApart: true), Column(.date, .time, named: "day", tellsApart: true),
    Column("sum", .number), Column("count", .number),
  ]

  private static func table(_ rows: (String, String, Double)...) -> Table {
    Table(
      columns: columns,
      rows: rows.map { type, day, sum in
        [.identifier(type), CivilDate(day).map { .day($0) } ?? .missing, .number(sum), .whole(1)]
      })
  }

  static func summary(byType: Bool) throws -> [String] {
    let journal = try ViewTestSupport.journal { session in
      try session.save(quantity(1, steps, 1, "count", span("2026-01-02T08:00:00Z")))
      try session.save(quantity(2, steps, 1, "count", span("2026-01-03T08:00:00Z")))
    }
    var difference = try DifferenceView(journal, after: 1, in: ViewContext(), byType: byType)
    let before = table(
      (steps, "2026-01-01", 5), (steps, "2026-01-02", 6), (pulse, "2026-01-04", 60))
    let after = table((steps, "2026-01-02", 7), (steps, "2026-01-03", 7), (pulse, "2026-01-04", 60))
    try difference.add("daily", .asked, from: before, to: after)
    if !byType { try difference.add("other", .asked, from: after, to: before) }
    return words(
      try difference.summary.records(), "view", "type", "added", "removed", "changed", "first",
      "last")
  }

  @Test(.enabled(if: Zones.arePresent)) func rowsAreCountedByView() throws {
    #expect(
      try Self.summary(byType: false) == [
        "daily - 1 1 1 2026-01-01 2026-01-03", "other - 1 1 1 2026-01-01 2026-01-03",
        "total - 2 2 2 2026-01-01 2026-01-03",
      ])
  }

  @Test(.enabled(if: Zones.arePresent)) func rowsOfOneViewAreCountedByType() throws {
    #expect(try Self.summary(byType: true) == ["daily \(steps) 1 1 1 2026-01-01 2026-01-03"])
  }

  /// Of many types those that differ most are named, and nothing is left out of the sums.
  @Test(.enabled(if: Zones.arePresent)) func manyTypesFitAScreen() throws {
    let journal = try ViewTestSupport.journal { _ in }
    var difference = try DifferenceView(journal, after: 1, in: ViewContext(), byType: true)
    let types = QuantityType.all.prefix(30).map(\.identifier)
    let rows = types.enumerated().flatMap { number, type in
      (0...number).map { day -> [Cell] in
        [.identifier(type), .day(CivilDate(dayNumber: day)), .number(1), .whole(1)]
      }
    }
    try difference.add(
      "daily", .asked, from: Table(columns: Self.columns, rows: []),
      to: Table(columns: Self.columns, rows: rows))
    let summary = words(try difference.summary.records(), "type", "added")
    #expect(summary.count == 21)
    #expect(summary[18] == "\(types[29]) 30")
    #expect(summary[19...] == ["11 more types 66", "- 465"])
  }
}
