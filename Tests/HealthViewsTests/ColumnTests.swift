import HealthModel
import HealthViews
import TestSupport
import Testing
import ViewTestSupport

/// `--columns` and `--sort`: rows as someone else wants them.
@Suite struct ColumnTests {
  static let table = Table(
    columns: [
      Column(.object, hidden: true), Column(.start, .time), Column("value", .number, unit: "s"),
      Column(.unit),
    ],
    rows: [
      [.text("A"), .time(at("2026-11-20T08:00:00Z")), .number(61), .text("s")],
      [.text("B"), .time(at("2026-11-20T07:00:00Z")), .missing, .missing],
    ])

  static func selected(_ words: String...) throws -> Table {
    try table.selecting(words.compactMap { ColumnChoice($0) })
  }

  @Test func exactlyTheseInThisOrder() throws {
    let chosen = try Self.selected("value", "uuid")
    #expect(
      chosen.columns
        == [Column("value", .number, unit: "s", rank: .key), Column(.object, rank: .key)],
      "nothing is hidden, nothing has to go")
    #expect(try chosen.allRows() == [[.number(61), .text("A")], [.missing, .text("B")]])
  }

  @Test func renamedAndInHealthKitsWords() throws {
    let chosen = try Self.selected("hr=value", "startDate", "a=unit")
    #expect(chosen.columns.map(\.field) == ["hr", "startDate", "a"])
    #expect(try chosen.allRows()[0][1] == .time(at("2026-11-20T08:00:00Z")))
    #expect(try Self.selected("units", "u=unit").columns.map(\.field) == ["units", "u"])
  }

  @Test func aFieldOfItsOwnGoesBeforeHealthKitsWord() throws {
    let table = Table(
      columns: [Column(.type), Column("identifier")], rows: [[.text("a"), .text("b")]])
    let chosen = try table.selecting([ColumnChoice("identifier")].compactMap { $0 })
    #expect(try chosen.allRows() == [[.text("b")]])
  }

  @Test(arguments: ["", "=", "a=", "=a"]) func isNoColumn(_ text: String) {
    #expect(ColumnChoice(text) == nil)
  }

  @Test func namesWhatThereIs() {
    let fields = ["uuid", "start", "value", "unit"]
    #expect(throws: ProjectionError.unknownField("pulse", fields: fields)) {
      try Self.selected("x=pulse")
    }
    #expect(throws: ProjectionError.columnTwice("value")) {
      try Self.selected("value", "value=unit")
    }
  }

  @Test func limitedProducesNoMoreThanItShows() throws {
    let endless = Table(columns: [Column("n", .number)]) { body in
      for number in 0... { try body([.whole(number)]) }
    }
    #expect(try endless.limited(to: 2).allRows() == [[.whole(0)], [.whole(1)]])
    #expect(try Self.table.limited(to: nil).allRows().count == 2)
    #expect(try Self.table.limited(to: 9).allRows().count == 2)
  }

  /// Sorting the columns gives what sorting the rows gives.
  @Test(arguments: Counts.seeds(0...19)) func samplesAreSortedAsRowsAre(_ seed: Int) throws {
    var dice = Dice(seed)
    let journal = try journal { session in
      for number in 0..<30 {
        let hours = (0..<2).map { _ in dice.below(4) }.sorted()
        let time = span("2026-11-20T0\(hours[0]):00:00Z", "2026-11-20T0\(hours[1]):00:00Z")
        let type = dice.below(2) == 0 ? steps : pulse
        let unit = type == steps ? "count" : "count/min"
        try session.save(quantity(number, type, Double(number), unit, time))
      }
    }
    let plain = try SamplesView.table(of: journal, in: ViewContext())
    for text in ["start", "-start", "end", "-end", "seq", "-seq"] {
      let order = SamplesView.order(text)
      let sorted = try SamplesView.table(of: journal, in: ViewContext(), order: order)
      let expected = try plain.sorted(
        by: try plain.columnIndex(of: order.field), descending: order.isDescending)
      #expect(try sorted.allRows() == expected.allRows(), "\(text)")
      #expect(sorted.order == order)
    }
    let value = try SamplesView.table(of: journal, in: ViewContext(), order: RowOrder("value"))
    #expect(value.order == nil, "left to the table")
  }
}
