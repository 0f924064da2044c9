import HealthExport
import HealthViews
import Synchronization
import Testing

/// How many rows a table has produced so far.
private final class Counter: Sendable {
  private let rows = Mutex(0)
  var count: Int { rows.withLock { $0 } }
  func add() { rows.withLock { $0 += 1 } }
}

/// A sink that keeps sizes only, and fails when it is told to.
private struct MeasuringSink: TextSink {
  struct Full: Error {}
  let produced: Counter
  var room = Int.max
  var chunks: [(bytes: Int, rows: Int)] = []

  init(_ produced: Counter, room: Int = .max) {
    self.produced = produced
    self.room = room
  }

  mutating func write(_ bytes: [UInt8]) throws {
    if chunks.count == room { throw Full() }
    chunks.append((bytes.count, produced.count))
  }
}

private func longTable(_ count: Int, _ produced: Counter) -> Table {
  let columns = [
    Column(.type), Column(.start, .time), Column("value", .number), Column(.source),
  ]
  return Table(columns: columns) { body in
    for number in 0..<count {
      produced.add()
      try body([.identifier(steps), time(Int64(number)), .whole(number), .text("Anna’s Watch")])
    }
  }
}

@Suite struct StreamingTests {
  @Test(arguments: Format.all) func longTablesComeInChunks(_ format: Format) throws {
    let produced = Counter()
    var sink = MeasuringSink(produced)
    try format.write(longTable(100_000, produced), to: &sink)
    #expect(produced.count == 100_000)
    // A first chunk of 1,000 measured rows may be larger than the rest.
    #expect(sink.chunks.dropFirst().allSatisfy { $0.bytes <= 65_536 + 200 })
    #expect(sink.chunks.dropFirst().dropLast().allSatisfy { $0.bytes >= 65_536 })
    let lags = zip(sink.chunks, sink.chunks.dropFirst()).map { $1.rows - $0.rows }
    #expect(lags.allSatisfy { $0 < 2000 })
    #expect((sink.chunks.first?.rows ?? .max) <= 2000)
    #expect((50...300).contains(sink.chunks.count))
  }

  @Test(arguments: Format.all) func aFullSinkStopsTheTable(_ format: Format) throws {
    let produced = Counter()
    var sink = MeasuringSink(produced, room: 1)
    #expect(throws: MeasuringSink.Full.self) {
      try format.write(longTable(100_000, produced), to: &sink)
    }
    #expect(produced.count < 5000)
  }

  /// Of the formats of any rows only this one has an end.
  @Test func anArrayOfATableThatFailsIsNotEnded() throws {
    struct Damaged: Error {}
    let table = Table(columns: [Column("a")]) { body in
      try body([.text("x")])
      throw Damaged()
    }
    var sink = CollectingSink()
    #expect(throws: Damaged.self) { try Format.json.write(table, to: &sink) }
    #expect(!String(decoding: sink.bytes, as: UTF8.self).contains("]"))
    #expect(try export(Table(columns: table.columns, rows: [[.text("x")]]), .json).hasSuffix("]\n"))
  }

  @Test func smallTablesComeInOneChunk() throws {
    var sink = MeasuringSink(Counter())
    try Format.json.write(everyKind(), to: &sink)
    #expect(sink.chunks.count == 1)
  }

  @Test func aTableIsReadAsOftenAsOneLikes() throws {
    let table = longTable(10, Counter())
    #expect(try export(table, .csv) == export(table, .csv))
    #expect(try table.allRows().count == 10)
  }
}

@Suite struct CellTests {
  static let cells: [Cell] = [
    .missing, .text("1"), .number(1), .whole(1), time(), .flag(true), .identifier("1"), .list([]),
    .list([[("a", .whole(1))]]), .list([[("b", .whole(1))]]), .list([[("a", .whole(2))]]),
    .text(""),
  ]

  @Test func aCellEqualsItselfOnly() {
    for (place, left) in Self.cells.enumerated() {
      for (other, right) in Self.cells.enumerated() { #expect((left == right) == (place == other)) }
    }
  }

  @Test func numbersThatAreNoneAreMissing() {
    #expect(Cell.number(.nan).finite == .missing)
    #expect(Cell.number(.infinity).finite == .missing)
    #expect(Cell.number(0).finite == .number(0))
  }
}
