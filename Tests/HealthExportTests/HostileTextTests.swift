import ByteTools
import Foundation
import HealthExport
import HealthViews
import Testing

/// Text that tries to break out of its cell, its row or the terminal. None begins with a byte order
/// mark: Foundation's JSON reader drops one.
let hostile = [
  "\u{1B}[2J\u{1B}]0;owned\u{07}", "\u{9B}31m", "=HYPERLINK(\"http://x\",\"y\")", "+1", "-1+2",
  "@SUM(A1)", "\t=1", "\r=1", "\n=1", "a|b", "a\\|b", "a\nb", "a\r\nb", "a\rb", "x\u{202E}gpj.exe",
  "\u{2066}\u{2069}\u{200E}\u{061C}", "nul\u{0}nul", "a,b", "\"quoted\"", "\"", "'", "\\",
  "<script>alert(1)</script>", "[a](javascript:b)", "`x` **y** _z_", "\u{2028}\u{2029}\u{85}",
  "\u{7F}\u{80}\u{9F}", "{\"a\":1}", "]", "----", "e\u{301}", "🏊", "\u{FFFD}", "a\u{FEFF}b",
  "\u{E0041}\u{E007F}", " ",
  "#", "NULL", "1e5", "007",
]

/// A table of the hostile texts, as text and as the identifier of an unknown type.
let hostileTable = Table(
  columns: [Column(.source), Column(.type), Column(.note), Column("list", .list)],
  rows: hostile.map { text in
    [.text(text), .identifier(text), .text("#"), .list([[(text, .text(text))]])]
  })

@Suite struct HostileTextTests {
  @Test(arguments: Format.all) func nothingUnsafeComesOut(_ format: Format) throws {
    let text = try export(hostileTable, format)
    let unsafe = text.unicodeScalars.filter { scalar in
      TerminalText.isUnsafe(scalar) && scalar != "\n"
        && !(format == .csv && (scalar == "\t" || scalar == "\r"))
        && !(format == .tsv && scalar == "\t")
    }
    #expect(Array(unsafe).isEmpty)
  }

  @Test func cellsBetweenTabsStayCells() throws {
    for line in try export(hostileTable, .tsv).split(separator: "\n") {
      let cells = line.split(separator: "\t", omittingEmptySubsequences: false)
      #expect(cells.count == 4, "\(line)")
      #expect(cells.allSatisfy { !"=+@".contains($0.drop { $0 == " " }.first ?? "a") }, "\(line)")
    }
  }

  @Test(arguments: [Format.ndjson, .tsv, .markdown]) func aRowIsALine(_ format: Format) throws {
    let headings = format == .markdown ? 2 : format == .tsv ? 1 : 0
    let lines = try export(hostileTable, format).split(separator: "\n")
    #expect(lines.count == hostile.count + headings)
  }

  @Test func textRowsAndTheirListsAreLines() throws {
    let lines = try export(hostileTable, .text).split(
      separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count == 1 + hostile.count * 3 + 1)
  }

  @Test func markdownCellsStayCells() throws {
    for line in try export(hostileTable, .markdown).split(separator: "\n") {
      var bars = 0
      var isEscaped = false
      for byte in line.utf8 {
        if byte == UInt8(ascii: "|"), !isEscaped { bars += 1 }
        isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
      }
      #expect(bars == 5)
      #expect(!line.contains("<"))
    }
  }

  @Test(arguments: [
    ("\u{1B}[2J", "\\u{1B}[2J"), ("=1+1", "'=1+1"), ("-1", "'-1"), ("\r=1", "\\u{D}=1"),
    ("\n=1", "\"'\n=1\""), ("a\r\nb", "\"a\r\nb\""), ("nul\u{0}", "nul\\u{0}"),
    ("\t=1", "\"'\t=1\""),
    ("a;=1+1;b", "\"a;=1+1;b\""), ("a\t=1", "\"a\t=1\""), ("a|=1", "\"a|=1\""),
    ("a\t\u{301}=1", "\"a\t\u{301}=1\""), ("a\r", "a\\u{D}"), ("a\n\u{301}", "\"a\n\u{301}\""),
    ("\u{202E}x", "\\u{202E}x"), ("a,\"b\"", "\"a,\"\"b\"\"\""), ("plain é", "plain é"),
  ])
  func csvCells(_ text: String, _ expected: String) throws {
    #expect(try export(column(.text, [.text(text)]), .csv) == "value\n\(expected)\n")
  }

  @Test(arguments: [
    ("\u{1B}", #""\u001b""#), ("\u{9B}", #""\u009b""#), ("\u{202E}", #""\u202e""#),
    ("\u{7F}\"", #""\u007f\"""#), ("\u{0}", #""\u0000""#), ("é", #""é""#),
    ("a\u{2028}🏊", #""a\u2028🏊""#), ("\u{E0041}", #""\udb40\udc41""#),
  ])
  func jsonStrings(_ text: String, _ expected: String) throws {
    #expect(try export(column(.text, [.text(text)]), .ndjson) == "{\"value\":\(expected)}\n")
  }
}
