import ByteTools
import HealthExport
import HealthModel
import HealthViews
import Synchronization
import Testing

/// Tables of parts, whose text several threads make.
@Suite struct PartsTests {
  private struct Row {
    var number: Int
  }

  /// Rows of every kind of cell, and of hostile texts.
  private static let columns: [RowColumn<Row>] = [
    RowColumn(.line, .number) { .whole($0.number) },
    RowColumn(.type) { .identifier($0.number % 3 == 0 ? steps : "HK\(hostile[$0.number % 7])") },
    RowColumn(.start, .time) { time(Int64($0.number) * 61) },
    RowColumn(.date, .time) { .day(CivilDate(dayNumber: 20_000 + $0.number % 400)) },
    RowColumn("value", .quantity, unit: "kg") { .number(Double($0.number) / 7) },
    RowColumn("count", .count) { $0.number % 5 == 0 ? .missing : .whole($0.number * 1000) },
    RowColumn("words") { .names(["a", hostile[$0.number % hostile.count]]) },
    RowColumn("flag") { .flag($0.number % 2 == 0) },
    RowColumn(.note) { .text(hostile[$0.number % hostile.count]) },
  ]

  private static func table(parts: Int, rows: Int, failingIn failing: Int? = nil) -> Table {
    Table(columns, parts: parts) { part, body in
      for number in 0..<rows { try body(Row(number: part * rows + number)) }
      if part == failing { throw Damaged() }
    }
  }

  private struct Damaged: Error {}

  /// The bytes that a sink was given, also where the writing fails.
  private final class Kept: Sendable {
    let bytes = Mutex<[UInt8]>([])
  }

  private struct KeepingSink: TextSink, Sendable {
    struct Full: Error {}
    let kept: Kept
    var room = Int.max

    mutating func write(_ bytes: [UInt8]) throws {
      room -= 1
      if room < 0 { throw Full() }
      kept.bytes.withLock { $0 += bytes }
    }
  }

  @Test(arguments: Format.all) func threadsWriteTheSameBytes(_ format: Format) throws {
    for (parts, rows) in [(0, 0), (1, 5), (3, 1), (7, 400), (90, 40), (130, 0)] {
      let table = Self.table(parts: parts, rows: rows)
      var one = CollectingSink()
      let count = try format.write(table, to: &one)
      for threads in [1, 2, 5] {
        var several = CollectingSink()
        let written = try format.write(table, to: &several, threads: threads)
        #expect(written == count)
        #expect(several.bytes == one.bytes, "\(parts) parts on \(threads) threads")
      }
    }
  }

  /// The measured rows are spelled one way, later rows another.
  @Test(arguments: [true, false]) func laterRowsLookLikeTheMeasuredOnes(_ offsets: Bool) throws {
    let once = 1000 / hostile.count * hostile.count
    let rows = Table(columns: Self.columns.map(\.column)) { body in
      for number in 0..<3 * once {
        let row = Row(number: number % once)
        try body(Self.columns.map { $0.cell(row) })
      }
    }
    let options = ExportOptions(showsOffsets: offsets)
    let lines = try export(rows, .text, options).split(
      separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count == 3 * once + 2)
    #expect(lines[1..<once + 1] == lines[once + 1..<2 * once + 1])
    #expect(lines[1..<once + 1] == lines[2 * once + 1..<3 * once + 1])
  }

  @Test(arguments: [Format.csv, .ndjson]) func theFirstFailureEndsIt(_ format: Format) throws {
    let kept = Kept()
    var sink = KeepingSink(kept: kept)
    #expect(throws: Damaged.self) {
      try format.write(
        Self.table(parts: 200, rows: 10, failingIn: 50), to: &sink, threads: 2)
    }
    let before = try export(Self.table(parts: 50, rows: 10), format)
    #expect(kept.bytes.withLock { $0 } == Array(before.utf8))
    sink = KeepingSink(kept: kept, room: 3)
    #expect(throws: KeepingSink.Full.self) {
      try format.write(Self.table(parts: 200, rows: 10), to: &sink, threads: 2)
    }
  }

  /// What is asked of a table of parts it answers as one of a single part.
  @Test func partsAreOneTable() throws {
    let (whole, parts) = (Self.table(parts: 1, rows: 60), Self.table(parts: 6, rows: 10))
    #expect(try parts.allRows() == whole.allRows())
    #expect(try parts.rowCount() == 60)
    let choices = ["note", "n=seq"].compactMap { ColumnChoice($0) }
    let chosen = try parts.selecting(choices)
    #expect(try chosen.allRows() == whole.selecting(choices).allRows())
    #expect(
      try chosen.selecting(["n"].compactMap { ColumnChoice($0) }).allRows()[59] == [.whole(59)])
    #expect(try parts.limited(to: 15).allRows() == Array(whole.allRows().prefix(15)))
    let failing = Self.table(parts: 2, rows: 5, failingIn: 0)
    #expect(try failing.limited(to: 5).allRows().count == 5)
    #expect(try failing.limited(to: 0).allRows().isEmpty)
  }
}
