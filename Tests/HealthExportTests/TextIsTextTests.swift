import ByteTools
import Foundation
import HealthExport
import HealthModel
import HealthViews
import TestSupport
import Testing

/// Whatever a text holds, no writer lets it be more than text: it leaves neither its cell nor its
/// line, nothing in it is a formula, a tag, a sign of Markdown or a property of a calendar, and no
/// terminal obeys it.
@Suite struct TextIsTextTests {
  private static let part = 500

  /// Calls `body` with all texts, some hundred at a time, by two threads.
  private static func forEachPart(
    _ seed: UInt64, _ body: @escaping @Sendable ([String]) throws -> Void
  ) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for worker in 0..<2 as Range<UInt64> {
        group.addTask {
          var dice = Dice(seed &* 2 &+ worker)
          for _ in 0..<(HostileText.count / 2 + part - 1) / part {
            try body(HostileText.texts(part, &dice))
            await Task.yield()
          }
        }
      }
      try await group.waitForAll()
    }
  }

  /// What a terminal obeys or hides, beside the ends of lines.
  private static func obeyed(_ text: String, _ ends: Set<Unicode.Scalar> = ["\n"]) -> [Unicode
    .Scalar]
  {
    text.unicodeScalars.filter { TerminalText.isUnsafe($0) && !ends.contains($0) }
  }

  private static func written(_ texts: [String], _ format: Format) throws -> String {
    let table = Table(
      columns: [Column("one"), Column("two"), Column(.end)],
      rows: texts.map { [.text($0), .identifier($0), .text("#")] })
    return try export(table, format)
  }

  @Test func textTables() async throws {
    try await Self.forEachPart(1) { texts in
      let table = try Self.written(texts, .text)
      #expect(Self.obeyed(table) == [])
      #expect(table.utf8.count { $0 == 0x0A } == texts.count + 1)
      for text in texts { #expect(Self.obeyed(TerminalText.escaped(text), []) == []) }
    }
  }

  @Test(arguments: [Format.json, .ndjson]) func json(_ format: Format) async throws {
    try await Self.forEachPart(2) { texts in
      let text = try Self.written(texts, format)
      #expect(Self.obeyed(text) == [])
      #expect(text.utf8.count { $0 == 0x0A } == texts.count + (format == .json ? 2 : 0))
      let whole =
        format == .json ? text : "[" + text.split(separator: "\n").joined(separator: ",") + "]"
      let rows = try #require(
        try JSONSerialization.jsonObject(with: Data(whole.utf8)) as? [[String: String]])
      #expect(rows.count == texts.count)
      for (row, text) in zip(rows, texts) {
        #expect(row["end"] == "#" && row.count == 3)
        // Foundation drops a byte order mark.
        if text.unicodeScalars.first == "\u{FEFF}" { continue }
        #expect(row["one"]?.unicodeScalars.elementsEqual(text.unicodeScalars) == true)
      }
    }
  }

  @Test func cells() async throws {
    let signs = Set("=+-@\t\r\n＝＋－＠".unicodeScalars)
    try await Self.forEachPart(3) { texts in
      let text = try Self.written(texts, .csv)
      #expect(Self.obeyed(text, ["\n", "\r", "\t"]) == [])
      let rows = Self.cells(text)
      #expect(rows.count == texts.count + 1)
      for row in rows.dropFirst() {
        #expect(row.count == 3 && row.last == "#")
        // A spreadsheet may pass over blanks in front of a formula.
        for cell in row {
          let first = cell.unicodeScalars.first { $0 != " " }
          #expect(first.map { !signs.contains($0) } ?? true, "\(TerminalText.escaped(cell))")
        }
      }
    }
  }

  /// The cells of RFC 4180.
  private static func cells(_ text: String) -> [[String]] {
    var (rows, row, cell) = ([[String]](), [String](), String.UnicodeScalarView())
    var (isQuoted, wasQuote) = (false, false)
    for scalar in text.unicodeScalars {
      if scalar == "\"" {
        if !isQuoted, wasQuote { cell.append(scalar) }
        isQuoted.toggle()
        wasQuote = !isQuoted
        continue
      }
      wasQuote = false
      if isQuoted || (scalar != "," && scalar != "\n") {
        cell.append(scalar)
        continue
      }
      row.append(String(cell))
      cell = String.UnicodeScalarView()
      if scalar == "\n" {
        rows.append(row)
        row = []
      }
    }
    return rows
  }

  @Test func markdown() async throws {
    let signs = Set("`*_[]~|".unicodeScalars)
    try await Self.forEachPart(4) { texts in
      let text = try Self.written(texts, .markdown)
      #expect(Self.obeyed(text) == [])
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      #expect(lines.count == texts.count + 3)
      for line in lines.dropFirst(2).dropLast() {
        var (isEscaped, bars) = (false, 0)
        for scalar in line.unicodeScalars {
          if !isEscaped, signs.contains(scalar) {
            #expect(scalar == "|", "\(line)")
            bars += 1
          }
          #expect(scalar != "<" && scalar != ">", "\(line)")
          isEscaped = scalar == "\\" && !isEscaped
        }
        #expect(bars == 4, "\(line)")
      }
    }
  }

  @Test func calendars() async throws {
    let names = [
      "BEGIN", "VERSION", "PRODID", "UID", "DTSTAMP", "DTSTART", "DTEND", "SUMMARY", "DESCRIPTION",
      "END",
    ]
    let time = Timestamp(instant: Instant(wholeSeconds: 1_772_000_000), offsetMinutes: 0)
    let roles: [Column.Role] = [.object, .activity, .start, .end, .source]
    let columns = roles.map { Column($0) }
    try await Self.forEachPart(5) { texts in
      let rows = texts.map { text -> [Cell] in
        [.text("1"), .identifier(text), .time(time), .time(time), .text(text)]
      }
      let text = try export(Table(columns: columns, rows: rows), .ics)
      #expect(Self.obeyed(text, ["\r", "\n"]) == [])
      var events = 0
      for line in text.unicodeScalars.split(separator: "\n").map({ String($0) }) {
        #expect(line.utf8.last == 0x0D && line.utf8.count { $0 == 0x0D } == 1)
        if line.hasPrefix("BEGIN:VEVENT") { events += 1 }
        let isKnown =
          line.utf8.first == 0x20 || names.contains { line.utf8.starts(with: "\($0):".utf8) }
        #expect(isKnown, "\(TerminalText.escaped(line))")
      }
      #expect(events == texts.count)
    }
  }

  @Test func tracks() async throws {
    let time = Timestamp(instant: Instant(wholeSeconds: 1_772_000_000), offsetMinutes: 0)
    let roles: [Column.Role] = [.object, .date, .latitude, .longitude]
    let columns = roles.map { Column($0) }
    try await Self.forEachPart(6) { texts in
      let rows = texts.enumerated().map { number, text -> [Cell] in
        [.text("\(number)" + text), .time(time), .number(1), .number(2)]
      }
      let text = try export(Table(columns: columns, rows: rows), .gpx)
      #expect(Self.obeyed(text) == [])
      // A tag that a text could add.
      #expect(text.utf8.count { $0 == UInt8(ascii: "<") } == texts.count * 10 + 3)
      #expect(text.utf8.count { $0 == UInt8(ascii: ">") } == texts.count * 10 + 3)
    }
  }
}
