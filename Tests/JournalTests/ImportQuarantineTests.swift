import ByteTools
import Foundation
import HealthImport
import Journal
import JournalFile
import JournalTestSupport
import Testing

/// What an import sets aside: it grows with what was read, and has a bound.
@Suite struct ImportQuarantineTests {
  /// The content of the quarantine after an import, and what it says.
  private func quarantine(
    _ text: String, holding most: Int = ImportJob.mostQuarantined
  ) throws -> (report: ImportJob.Report, content: String) {
    let system = MemorySystem()
    try JournalSession.create("/j", timeZone: "UTC", on: system)
    var job = try ImportJob(
      into: try JournalSession.open("/j", on: system), fileName: "export.xml", quarantining: most
    ) { _, _ in }
    let report = try job.run(MemorySource(Array(text.utf8)))
    guard let path = report.quarantinePath else { return (report, "") }
    let file = try system.open(path, .read)
    defer { system.close(file) }
    var bytes = [UInt8](repeating: 0, count: Int(try system.size(of: file)))
    #expect(try system.read(file, at: 0, into: &bytes, from: 0) == bytes.count)
    return (report, String(decoding: bytes, as: UTF8.self))
  }

  @Test(arguments: ["<a>", "</a>", "<?a >", "<<", "<a b=\"1\"c>"])
  func isNoMoreThanTwiceWhatWasRead(_ piece: String) throws {
    for count in [2_000, 8_000] {
      let text = "<HealthData>" + String(repeating: piece, count: count)
      let content = try quarantine(text).content
      #expect(content.utf8.count < 2 * text.utf8.count + 1_000, "\(content.utf8.count)")
    }
  }

  @Test func aRunHasOneReason() throws {
    let content = try quarantine("<HealthData>\n</x>\n</y><b/></z>\n</HealthData>").content
    #expect(
      content == """
        <!-- byte 13: malformed XML -->
        </x>
        </y>
        <!-- byte 26: malformed XML -->
        </z>

        """)
  }

  @Test(arguments: [0, 30, 500, 4_096]) func holdsSoMuchAndSaysWhatItDoesNot(_ most: Int) throws {
    let pieces = (0..<500).map { "<b n=\"\($0)\"/></q\($0)>" }
    let damaged = (0..<500).reduce(0) { $0 + "</q\($1)>".utf8.count }
    let (report, content) = try quarantine(
      "<HealthData>\(pieces.joined())</HealthData>", holding: most)
    let lines = content.split(separator: "\n")
    #expect(
      lines.last == "<!-- \(report.bytesLeftOut) bytes more did not fit: \(most) at most -->")
    #expect(lines.dropLast().reduce(0) { $0 + $1.utf8.count + 1 } <= most)
    let kept = lines.filter { $0.hasPrefix("</") }.reduce(0) { $0 + $1.utf8.count }
    #expect(report.bytesLeftOut == UInt64(damaged - kept))
    #expect((kept > 0) == (most > 100))
    #expect(report.outcome.balances && !report.outcome.isComplete)
  }

  /// What fits after something that did not is kept, with its own reason.
  @Test func somethingLargeTakesNothingElseAlong() throws {
    let large = String(repeating: "y", count: 2_000)
    let (report, content) = try quarantine(
      "<HealthData>\(large)<b/></x></HealthData>", holding: 1_000)
    #expect(report.bytesLeftOut == 2_000)
    #expect(content.hasPrefix("<!-- byte 2016: malformed XML -->\n</x>\n"))
  }
}
