import ByteTools
import Foundation
import HealthExport
import HealthViews
import TestSupport
import Testing

/// Every writer of text against readers that we did not write: Python's json, csv and html.
///
/// Writers look at eight bytes at once, so each character stands at every place of four words,
/// between neighbours that differ from what has to be escaped by one, and between every two of
/// them.
@Suite struct TextWriterTests {
  static let script = Project.root.appending(path: "Tests/HealthExportTests/read_texts.py")

  /// All bytes as characters, and the characters around which a rule or an encoding changes.
  static let characters: [Unicode.Scalar] = {
    let edges: [UInt32] = [
      0x34f, 0x61c, 0x7ff, 0x800, 0x115f, 0x180e, 0x200b, 0x200d, 0x200e, 0x2028, 0x202e, 0x2060,
      0x206f, 0x3164, 0xd7ff, 0xe000, 0xfe0f, 0xfeff, 0xffa0, 0xfff0, 0xfffb, 0xffff, 0x10000,
      0x1bca0, 0x1d173, 0x1d17a, 0x1f3ca, 0xe0000, 0xe0001, 0xe0041, 0xe007f, 0xe00ff, 0xe0100,
      0xe01ef, 0xe01f0, 0xe0fff, 0xe1000, 0x10ffff,
    ]
    let around = edges.flatMap { [$0 - 1, $0, $0 + 1] }
    return Set(Array(0...0xff) + around).sorted().compactMap(Unicode.Scalar.init)
  }()

  /// Next to a limit of some test of a byte: odd ones, even ones, more than one byte.
  static let neighbours: [Unicode.Scalar] = ["a", "!", "#", "]", "[", "b", " ", "\u{7F}", "é", "漢"]

  /// What a writer has to treat apart.
  static let marked: [Unicode.Scalar] = [
    "\u{0}", "\t", "\n", "\r", "\u{1B}", "\u{1F}", "\"", "\\", ",", "|", "<", "\u{9B}", "\u{E0041}",
  ]

  static func text(_ scalars: [Unicode.Scalar]) -> String {
    String(String.UnicodeScalarView(scalars))
  }

  static let texts: [String] = {
    var texts = [""]
    for (number, character) in characters.enumerated() {
      for place in 0..<32 {
        // Of the neighbours another one at each place: over all characters every pair at every
        // place.
        for fill in [neighbours[0], neighbours[(number + place) % neighbours.count]] {
          let after = Array(repeating: fill, count: (31 - place) % 13)
          texts.append(text(Array(repeating: fill, count: place) + [character] + after))
        }
      }
    }
    for first in marked {
      for second in characters {
        let place = Int(second.value % 9)
        texts.append(text(Array(repeating: "a", count: place) + [first, second, "a"]))
        texts.append(text(Array(repeating: "a", count: 8 - place) + [second, first]))
      }
    }
    return texts
  }()

  /// What each writer makes of the texts, by the name of a file.
  private func written() throws -> [String: [UInt8]] {
    let table = Table(
      columns: [Column("text"), Column(.end)],
      rows: Self.texts.map { [.text($0), .text("#")] })
    var strings = JSONWriter()
    for text in Self.texts {
      strings.string(text)
      strings.bytes.append(UInt8(ascii: "\n"))
    }
    let lines = Self.texts.map { TerminalText.escaped($0) + "\n" }.joined()
    let hex = Self.texts.map { text in
      text.utf8.map { String(UInt16($0) + 0x100, radix: 16).dropFirst() }.joined() + "\n"
    }
    var written = [
      "texts.hex": Array(hex.joined().utf8), "strings": strings.bytes,
      "terminal": Array(lines.utf8),
    ]
    for format in Format.all { written["\(format)"] = Array(try export(table, format).utf8) }
    return written
  }

  @Test(.enabled(if: Python.isPresent)) func pythonReadsEveryText() throws {
    let written = try written()
    #expect(Set(written.keys).isSuperset(of: ["json", "ndjson", "csv", "markdown", "text"]))
    let (status, said) = try TemporaryFolder.use { folder in
      for (name, bytes) in written { try Data(bytes).write(to: folder.url.appending(path: name)) }
      return try Python.result(of: [Self.script.path, folder.url.path])
    }
    #expect(said == "\(Self.texts.count) texts\n")
    #expect(status == 0)
  }
}
