import Foundation
import Testing

/// `import` with files as they come.
@Suite struct ImportTests {
  static let export = """
    <?xml version="1.0" encoding="UTF-8"?>
    <HealthData locale="en_US">
     <ExportDate value="2026-03-02 10:00:00 +0100"/>
    \((0..<30).map(record).joined(separator: "\n"))
    </HealthData>

    """

  private static func record(_ number: Int) -> String {
    let minute = number < 10 ? "0\(number)" : "\(number)"
    let parts = [
      #" <Record type="HKQuantityTypeIdentifierStepCount" sourceName="Watch" unit="count""#,
      #"startDate="2026-03-01 08:\#(minute):00 +0100""#,
      #"endDate="2026-03-01 08:\#(minute):30 +0100" value="\#(number)"/>"#,
    ]
    return parts.joined(separator: " ")
  }

  /// What can be read is there, the byte where it ends is told, and the whole file adds the rest.
  @Test(arguments: [1, 60, 110, 200, 333, 1000, 2500, 5000])
  func aTruncatedExportIsReadAsFarAsItGoes(_ length: Int) throws {
    let scratch = try Scratch()
    _ = try scratch.run("health-journal init")
    let cut = String(Self.export.prefix(length))
    try scratch.write(cut, to: "cut.xml")
    try scratch.write(Self.export, to: "whole.xml")
    let whole = cut.components(separatedBy: "/>").count - 1 - (cut.contains("ExportDate") ? 1 : 0)
    let outcome = try scratch.run("health-journal import cut.xml")
    #expect(outcome.code == 1)
    if length > 110 {
      #expect(outcome.errors.contains("the file ends too early, at byte "), "\(outcome.errors)")
    }
    let rows = try scratch.run("health-journal samples --format ndjson").output
    #expect(rows.split(separator: "\n").count == max(0, whole))
    #expect(try scratch.run("health-journal import whole.xml").code == 0)
    let again = try scratch.run("health-journal import whole.xml")
    #expect(again.code == 0 && again.errors.contains("nothing was appended"))
    let all = try scratch.run("health-journal samples --format ndjson").output
    #expect(all.split(separator: "\n").count == 30)
    #expect(try scratch.run("health-journal audit").code == 0)
  }

  static let hostile = [
    "&#27;[31mred&#7;", "=HYPERLINK(&quot;http://x&quot;)", "+1", "-1", "@SUM(A1)", "a|b`c`",
    "&lt;script&gt;", "\u{202E}evil", "x&#10;y", "&quot;,1,2",
  ]

  /// Names that would command a terminal, a spreadsheet or a page stay text.
  @Test(arguments: hostile) func untrustedNamesStayHarmless(_ name: String) throws {
    let scratch = try Scratch()
    _ = try scratch.run("health-journal init")
    try scratch.write(Self.export.replacingOccurrences(of: "Watch", with: name), to: "e.xml")
    let outcome = try scratch.run("health-journal import e.xml")
    #expect(outcome.code == (name.contains("&#27;") ? 1 : 0), "\(outcome.errors)")
    for view in ["latest", "samples", "daily --sources separate", "log"] {
      for format in ["text", "csv", "markdown", "json", "ndjson"] {
        let output = try scratch.run("health-journal \(view) --format \(format)").output
        #expect(!output.isEmpty)
        let unsafe = output.unicodeScalars.filter {
          $0 != "\n" && ($0.value < 0x20 || (0x7F...0x9F).contains($0.value) || $0.value == 0x202E)
        }
        #expect(unsafe.isEmpty, "\(view) \(format)")
        if format == "csv" { #expect(!Self.hasFormula(output), "\(output.prefix(400))") }
        if format == "markdown" { #expect(!output.contains("<script>")) }
      }
    }
  }

  /// Whether a cell begins like a formula; numbers below zero do not occur here.
  private static func hasFormula(_ csv: String) -> Bool {
    csv.range(of: #"(^|,|\n)"?[=+@-]"#, options: .regularExpression) != nil
  }

  /// A source is one source, and its days have one sum, whether some of its records have U+000B in
  /// its name or not.
  @Test func aControlCharacterInANameChangesNoDay() throws {
    let records = (0..<100).map { number in
      Self.record(number % 60).replacing("-03-01", with: "-03-0\(1 + number / 60)")
    }
    let plain = "<HealthData>\(records.joined())</HealthData>"
    let odd = records.enumerated().map { number, record in
      number % 3 == 0 ? record.replacing("Watch", with: "Wa\u{B}tch") : record
    }
    let scratch = try Scratch()
    try scratch.write(plain, to: "plain.xml")
    try scratch.write("<HealthData>\(odd.joined())</HealthData>", to: "odd.xml")
    var shown: [String] = []
    for (name, code) in [("plain", 0), ("odd", 1)] {
      let journal = "--journal \(name).journal"
      _ = try scratch.run("health-journal init --time-zone Europe/Paris \(journal)")
      let outcome = try scratch.run("health-journal import \(name).xml \(journal)")
      #expect(outcome.code == Int32(code), "\(outcome.errors)")
      shown.append(
        try ["daily", "daily --sources separate", "sources", "samples --columns uuid,source"].map {
          try scratch.run("health-journal \($0) --format csv \(journal)").output
        }.joined())
    }
    #expect(shown[0] == shown[1] && shown[0].contains("Watch"))
  }

  @Test func standardErrorIsNoTerminalSoThereIsNoProgress() throws {
    let scratch = try Scratch()
    _ = try scratch.run("health-journal init")
    try scratch.write(Self.export, to: "e.xml")
    let outcome = try scratch.run("health-journal import e.xml")
    #expect(!outcome.errors.contains("\r") && !outcome.errors.contains("MB"))
  }
}
