import ByteTools
import HealthExport
import HealthViews
import Testing

@Suite struct AlignmentTests {
  static let names = [
    "plain", "é", "e\u{301}galite\u{301}", "漢字", "🏊 swim", "👩‍🚀", "한글", "ｶﾅ", "❤️", "",
    "\u{1B}[31m", "a|b",
  ]

  /// In every line the second column begins at the same place of the screen.
  @Test(arguments: [Format.text, .markdown]) func widthsOfTheScreen(_ format: Format) throws {
    let table = Table(
      columns: [Column(.source), Column("mark")],
      rows: Self.names.map { [.text($0), .text("#")] })
    let places = try export(table, format).split(separator: "\n").compactMap { line in
      line.lastIndex(of: "#").map { TerminalText.width(String(line[..<$0])) }
    }
    #expect(places.count == Self.names.count)
    #expect(Set(places).count == 1)
  }

  @Test func numbersToTheRight() throws {
    let cells: [Cell] = [.number(8), .whole(-12345), .missing, .number(0.5), .text("漢")]
    #expect(
      try export(column(.number, cells), .text) == """
         value
             8
        -12345

           0.5
            漢

        """)
  }

  @Test func oneLongCellPushesItsOwnLineOnly() throws {
    let long = String(repeating: "x", count: 100_000)
    let table = Table(
      columns: [Column(.source), Column("sum", .number)],
      rows: [[.text("a"), .whole(1)], [.text(long), .whole(2)]])
    let lines = try export(table, .text).split(separator: "\n")
    #expect(lines.map(\.count) == [53, 53, 100_005])
  }

  @Test func noLineEndsInSpaces() throws {
    let table = Table(
      columns: [Column("a"), Column("longHeading")], rows: [[.text("x"), .missing]])
    #expect(try export(table, .text) == "a  long heading\nx\n")
  }

  @Test func rowsAfterTheMeasuredOnesKeepTheColumns() throws {
    let table = Table(columns: [Column("a", .number), Column("b")]) { body in
      for number in 1...1500 { try body([.whole(number), .text("#")]) }
    }
    let lines = try export(table, .text).split(separator: "\n")
    #expect(lines.count == 1501)
    #expect(lines[1] == "   1  #" && lines[1000] == "1000  #" && lines[1500] == "1500  #")
  }
}

struct TransposedTests {
  @Test func aRowForEachColumnThatHasAValue() throws {
    let table = Table(
      columns: [Column(.line, .number), Column("lastAt"), Column("none")],
      rows: [[.whole(1), .text("x"), .missing]])
    #expect(
      try table.transposed().allRows() == [
        [.text("line"), .text("1")], [.text("last at"), .text("x")],
      ])
  }
}
