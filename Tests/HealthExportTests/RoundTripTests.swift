import Foundation
import HealthExport
import HealthModel
import HealthViews
import TestSupport
import Testing

/// What a reader of JSON must find for a row, in Foundation's terms.
private func expected(_ members: [(String, Cell)]) -> NSDictionary {
  let object = NSMutableDictionary()
  for (field, cell) in members { object[field] = expected(cell) }
  return object
}

private func expected(_ cell: Cell) -> Any? {
  switch cell.finite {
  case .missing: nil
  case .text(let text), .identifier(let text): NSString(string: text)
  case .number(let number): NSNumber(value: number)
  case .whole(let number): NSNumber(value: number)
  case .time(let time): NSString(string: time.description)
  case .day(let day): NSString(string: day.description)
  case .flag(let flag): NSNumber(value: flag)
  case .names(let names): NSArray(array: names)
  case .list(let objects): NSArray(array: objects.map(expected))
  case .json(let text):
    (try? JSONSerialization.jsonObject(with: Data(text.utf8))) as? NSDictionary ?? [:]
  }
}

private let numbers = Table(
  columns: [Column("value", .number)],
  rows: [
    0.1, 1e-7, .leastNonzeroMagnitude, .greatestFiniteMagnitude, -0.25, 9_007_199_254_740_992,
    1e21, 72.123456789, .nan,
  ].map { [.number($0)] } + [[.whole(.max)], [.whole(.min)], [.whole(0)]])

private let names = Table(
  columns: [Column("missing")],
  rows: [[.names(["height", "a\u{1B}[31m, \"b\""])], [.names([])], [.missing]])

@Suite struct JSONRoundTripTests {
  static let tables: [@Sendable () throws -> Table] = [
    everyKind, workouts, { hostileTable }, { numbers }, { names },
    { Table(columns: [], rows: [[], []]) },
    { Table(columns: [Column("a")], rows: []) },
  ]

  private func rows(_ table: Table) throws -> [NSDictionary] {
    try table.allRows().map { expected(Array(zip(table.columns.map(\.field), $0))) }
  }

  @Test(arguments: tables.indices) func jsonEqualsTheTable(_ index: Int) throws {
    let table = try Self.tables[index]()
    let bytes = Data(try export(table, .json).utf8)
    let read = try #require(try JSONSerialization.jsonObject(with: bytes) as? [NSDictionary])
    for (read, wanted) in zip(read, try rows(table)) { #expect(read == wanted) }
    #expect(try read.count == rows(table).count)
  }

  @Test(arguments: tables.indices) func ndjsonEqualsTheTable(_ index: Int) throws {
    let table = try Self.tables[index]()
    let lines = try export(table, .ndjson).utf8.split(separator: UInt8(ascii: "\n"))
    let read = try lines.map { line in
      try #require(try JSONSerialization.jsonObject(with: Data(line)) as? NSDictionary)
    }
    for (read, wanted) in zip(read, try rows(table)) { #expect(read == wanted) }
    #expect(try read.count == rows(table).count)
  }
}

@Suite struct CSVRoundTripTests {
  /// The rows that Python's csv module reads.
  private func read(_ text: String) throws -> [[String]] {
    let script = """
      import csv, json, sys
      rows = list(csv.reader(open(0, newline='', encoding='utf-8'), strict=True))
      print(json.dumps(rows))
      """
    let output = Data(try Python.run(["-c", script], input: text).utf8)
    return try #require(try JSONSerialization.jsonObject(with: output) as? [[String]])
  }

  /// What is left of a hostile text: controls are spelled, formulas have an apostrophe in front.
  private func guarded(_ text: String) -> String {
    var shown = ""
    for character in text {
      let isKept = character == "\n" || character == "\r\n" || character == "\t"
      shown += isKept ? String(character) : escaped(character)
    }
    let first = shown.unicodeScalars.first { $0 != " " }
    return first.map { "=+-@\t\n\r".unicodeScalars.contains($0) } == true ? "'" + shown : shown
  }

  private func escaped(_ character: Character) -> String {
    character.unicodeScalars.map { scalar in
      let value = scalar.value
      let isControl =
        value < 0x20 || 0x7f...0x9f ~= value || 0x2028...0x202e ~= value
        || 0x2060...0x206f ~= value || 0xe0000...0xe007f ~= value
        || [0xad, 0x61c, 0x200b, 0x200e, 0x200f, 0xfeff].contains(value)
      return isControl ? "\\u{\(String(value, radix: 16, uppercase: true))}" : String(scalar)
    }.joined()
  }

  @Test(.enabled(if: Python.isPresent)) func pythonReadsHostileText() throws {
    let rows = try read(export(column(.text, hostile.map(Cell.text)), .csv))
    #expect(rows == [["value"]] + hostile.map { [guarded($0)] })
  }

  @Test(.enabled(if: Python.isPresent)) func pythonReadsEveryKind() throws {
    #expect(
      try read(export(everyKind(), .csv)) == [
        ["uuid", "type", "day", "start", "sum", "metresPerLap", "inferred", "source"],
        [
          "A1", steps, "2026-11-20", "2026-11-20T08:00:00+01:00", "8012.25", "25", "true",
          "John’s Watch",
        ],
        [
          "B2", "HKFuture", "2026-11-21", "2026-11-20T08:01:05+01:00", "72.123456", "-5", "false",
          "Swim, Fit",
        ], ["", "", "", "", "", "", "", ""],
      ])
  }

  @Test(.enabled(if: Python.isPresent)) func pythonReadsExactNumbers() throws {
    let rows = try read(export(numbers, .csv)).dropFirst()
    let wanted = try numbers.allRows().map { expected($0[0]) as? NSNumber }
    #expect(rows.count == wanted.count)
    for (row, number) in zip(rows, wanted) {
      // A row of one empty cell is an empty line, which Python reads as a row without cells.
      let text = row.first ?? ""
      #expect(Double(text) == number?.doubleValue)
      if let whole = Int(text) { #expect(whole == number?.intValue) }
    }
  }
}
