import ByteTools
import HealthExport
import HealthModel
import HealthViews
import TestSupport
import Testing

/// Text that fits a terminal.
@Suite struct FittingTests {
  private static func fitted(_ table: Table, _ width: Int, all: Bool = false) throws -> String {
    var options = ExportOptions(showsHiddenColumns: all)
    options.width = width
    return try export(table, .text, options)
  }

  /// A workout, as `workouts` has it.
  private static func workout() throws -> Table {
    Table(
      columns: [
        Column(.activity, rank: .key), Column(.start, .time, rank: .key),
        Column(.end, .time, rank: .detail), Column("duration", .duration, unit: "s"),
        Column("energyBurned", .quantity, unit: "kcal"), Column(.source, rank: .detail),
      ],
      rows: [
        [
          .identifier(running), time(12), time(3605), .number(3593), .number(412.4),
          .text("Apple Watch de Alex"),
        ]
      ])
  }

  @Test func whatHasRoomIsShown() throws {
    #expect(
      try Self.fitted(Self.workout(), 103) == """
        activity  start                end                  duration  energy burned (kcal)  source
        running   2026-11-20 08:00:12  2026-11-20 09:00:05   0:59:53                   412  Apple Watch \
        de Alex

        """)
  }

  @Test func headingsAreBrokenBeforeNamesAreShortened() throws {
    #expect(
      try Self.fitted(Self.workout(), 78) == """
        activity  start             end               duration  energy  source
                                                                burned
                                                                (kcal)
        running   2026-11-20 08:00  2026-11-20 09:00   0:59:53     412  Apple Watch d…

        """)
  }

  @Test func detailsAreLeftOutAndNamed() throws {
    #expect(
      try Self.fitted(Self.workout(), 60) == """
        activity  start             duration  energy  source
                                              burned
                                              (kcal)
        running   2026-11-20 08:00   0:59:53     412  Apple Watch d…

        not shown: end; --all-columns shows all

        """)
  }

  @Test func allColumnsTakeSeveralLines() throws {
    #expect(
      try Self.fitted(Self.workout(), 60, all: true) == """
        activity  start             end               duration
          energy  source
          burned
          (kcal)
        running   2026-11-20 08:00  2026-11-20 09:00   0:59:53
             412  Apple Watch de Alex

        """)
  }

  @Test func wordsAreBrokenIntoLinesOfTheirCell() throws {
    let table = Table(
      columns: [Column(.line, .number, rank: .key), Column("summary", rank: .key)],
      rows: [[.whole(12), .text("one two three four five six seven")], [.whole(13), .text("x")]])
    #expect(
      try Self.fitted(table, 22) == """
        line  summary
          12  one two three
              four five six
              seven
          13  x

        """)
  }

  @Test(arguments: [22, 21, nil]) func daysHaveOneFormAtEveryWidth(_ width: Int?) throws {
    let table = Table(
      columns: [Column(.date, .time, named: "day", rank: .key), Column("sum", .quantity)],
      rows: [[try day("2026-03-29"), .number(8012)]])
    let text = try width.map { try Self.fitted(table, $0) } ?? export(table, .text)
    #expect(text == "day           sum\n2026-03-29  8,012\n")
  }

  @Test func aListIsFittedToo() throws {
    let text = try Self.fitted(workouts(), 40)
    #expect(text.contains("\nnot shown: inferred; "))
    #expect(Self.widest(text) <= 40)
  }

  @Test func whatMattersStandsOutAndTakesNoRoom() throws {
    var options = ExportOptions()
    (options.width, options.isColored) = (60, true)
    let plain = try Self.fitted(Self.workout(), 60)
    let text = try export(try Self.workout(), .text, options)
    #expect(text.hasPrefix("\u{1B}[1mactivity\u{1B}[0m  \u{1B}[1mstart\u{1B}[0m"))
    #expect(text.contains("\u{1B}[2mnot shown: "))
    #expect(text.replacing(/\u{1B}\[\d*m/, with: "") == plain)
    let findings = Table(
      columns: [Column("verdict", findings: ["differ"])],
      rows: [[.text("differ")], [.text("agree")]])
    #expect(try export(findings, .text, options).contains("\u{1B}[31mdiffer\u{1B}[0m\nagree\n"))
  }

  // MARK: The property

  private static func widest(_ text: String) -> Int {
    text.split(separator: "\n").map { TerminalText.width(String($0)) }.max() ?? 0
  }

  private static let names =
    hostile + [
      "漢字漢字漢字漢字漢字漢字漢字漢字", "👩‍🚀👩‍🚀👩‍🚀 🏊🏊🏊", "한글 이름이 매우 길어요 정말로",
      String(repeating: "e\u{301}", count: 70), "F27C1F1E-1B0A-8C57-A5C5-5E17BF6D9F1A",
      "a long name of many words that goes on and on for more than a terminal is wide", "",
    ]

  /// A random column and a cell for it.
  private static func cell(_ column: Column, _ dice: inout Dice) -> Cell {
    if dice.below(8) == 0 { return .missing }
    switch column.kind {
    case .text, .drawing: return .text(names[dice.below(names.count)])
    case .time: return time(Int64(dice.below(100_000)))
    case .list: return .list([[("a", .text(names[dice.below(names.count)])), ("b", .whole(5))]])
    case .number, .count, .quantity, .difference, .exactQuantity, .statedQuantity,
      .poolLength, .distance, .duration, .hours, .pace, .share:
      return .number([0.5, 1_234_567.891, -1e12, 1e300, 3][dice.below(5)])
    }
  }

  @Test func noLineIsWiderThanTheTerminal() throws {
    var dice = Dice(15)
    let kinds: [Column.Kind] = [
      .text, .text, .time, .number, .count, .quantity, .duration, .pace, .share, .list, .poolLength,
    ]
    for round in 0..<400 {
      let columns = (0..<(1 + dice.below(12))).map { place in
        Column(
          ["uuid", "averageHeartRateOfAll", "x", "firstDay"][dice.below(4)] + "\(place)",
          kinds[dice.below(kinds.count)], unit: dice.below(3) == 0 ? "count/min" : nil,
          rank: [.detail, .usual, .key][dice.below(3)])
      }
      let rows = (0..<6).map { _ in columns.map { Self.cell($0, &dice) } }
      let width = [20, 33, 60, 80, 100, 160][dice.below(6)]
      for all in [false, true] {
        let text = try Self.fitted(Table(columns: columns, rows: rows), width, all: all)
        #expect(Self.widest(text) <= width, "round \(round), width \(width):\n\(text)")
      }
    }
  }

  @Test func rowsAfterTheMeasuredOnesFitToo() throws {
    let table = Table(columns: [Column("a", .count), Column("b"), Column("c", .count)]) { body in
      for number in 1...1500 {
        try body([.whole(number), .text("#"), .number(number > 1000 ? 123_456_789_012 : 1)])
      }
    }
    let text = try Self.fitted(table, 20)
    #expect(Self.widest(text) <= 20)
    #expect(text.hasSuffix("1,500  #\n  123,456,789,012\n"))
  }

  /// What every row says goes first and is named below them, then times go, then details.
  @Test(arguments: [
    (60, "source  type   start             value  end\n"), (42, "source  start"),
    (30, "source  value"),
  ])
  func constantsGoBeforeTimesAndDetails(_ width: Int, _ beginning: String) throws {
    let table = Table(
      columns: [
        Column(.source, rank: .detail), Column(.type, rank: .key), Column(.start, .time),
        Column("value", .quantity, rank: .key), Column(.end, .time),
      ],
      rows: [("Phone", 5), ("Watch", 7)].map { source, minute in
        [
          .text(source), .identifier(steps), time(minute * 60), .number(8), time(minute * 60 + 60),
        ]
      })
    let text = try Self.fitted(table, width)
    #expect(text.hasPrefix(beginning), "\(text)")
    #expect(text.contains("in every row: type Steps") == (width < 60), "\(text)")
  }

  /// A row by itself keeps what matters most.
  @Test func aLineByItselfFits() {
    let columns = [
      Column("change", rank: .key), Column(.line, .number), Column(.object, rank: .detail),
      Column(.type, rank: .key), Column(.source, rank: .detail),
    ]
    let row: [Cell] = [
      .text("added"), .whole(12), .text("3F2504E0"), .identifier(steps), .text("Ana’s Watch"),
    ]
    func line(_ width: Int?) -> String {
      var options = ExportOptions()
      options.width = width
      return String(decoding: Format.text.line(row, columns, options), as: UTF8.self)
    }
    #expect(line(nil) == "added  12  3F2504E0  Steps  Ana’s Watch\n")
    #expect(line(39) == line(nil))
    #expect(line(38) == "added  12  3F2504E0  Steps\n")
    #expect(line(25) == "added  12  Steps\n")
    #expect(line(15) == "added  Steps\n")
    #expect(line(10) == "added\n  Steps\n")
  }

  /// A column goes rather than that a name is broken; where that does not help, names are broken
  /// and columns stay.
  @Test func columnsGoBeforeNamesAreBroken() throws {
    let table = Table(
      columns: [
        Column(.type, rank: .key), Column("sum", .number, rank: .key), Column("least", .number),
        Column("most", .number), Column(.note),
      ],
      rows: [
        [.identifier("distanceWalkingRunning"), .whole(12345), .whole(1), .whole(99), .text("of")],
        [.identifier("steps"), .whole(1), .whole(1), .whole(99), .missing],
      ])
    #expect(
      try Self.fitted(table, 44).hasPrefix(
        """
        type                      sum  least  most
        distanceWalkingRunning  12345      1    99
        steps                       1      1    99
        """))
    #expect(
      try Self.fitted(table, 30).hasPrefix(
        """
        type                      sum
        distanceWalkingRunning  12345
        """))
    let broken = try Self.fitted(table, 28)
    #expect(broken.contains("WalkingRunning") && broken.contains("least"))
  }

  /// A long text at the end of a row begins in the empty cells before it.
  @Test func proseTakesTheEmptyCells() throws {
    let prose = "at each instant only the source of the smallest rank that covers it counts"
    let table = Table(
      columns: [
        Column("what", rank: .key), Column(.line, .number), Column(.source),
        Column(.note, rank: .key),
      ],
      rows: [
        [.text("rule"), .missing, .missing, .text(prose)],
        [.text("counted"), .whole(12), .text("Ana’s Watch"), .text("in proportion")],
        [.text("counted"), .whole(13), .text("Ana’s Watch"), .text("in proportion to the time")],
      ])
    #expect(
      try Self.fitted(table, 50) == """
        what     line  source       note
        rule     at each instant only the source of the
                 smallest rank that covers it counts
        counted    12  Ana’s Watch  in proportion
        counted    13  Ana’s Watch  in proportion to the
                                    time

        """)
  }
}
