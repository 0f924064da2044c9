import Foundation
import TestSupport
import Testing

@testable import health_journal

/// Work that takes long: what is said of it on a terminal, and what is kept where it is broken off.
@Suite(.enabled(if: Python.isPresent)) struct LongWorkTests {
  private static let erase = "\r\u{1B}[K"

  /// An import on a terminal, see `import_on_terminal.py`, into a journal with one sample.
  private static func run(_ what: String, _ words: String = "") throws -> (Outcome, Scratch) {
    let scratch = try Scratch()
    let script = Project.root.appending(path: "Tests/CommandTests/import_on_terminal.py").path
    let outcome = try scratch.run(
      """
      health-journal init > made && health-journal save bodyMass 70 kg > saved && cp \(Scratch.events) before
      exec python3 '\(script)' \(what) \(words)
      """)
    return (outcome, scratch)
  }

  @Test func progressIsOneLineThatGoes() throws {
    let (outcome, scratch) = try Self.run("end")
    #expect(outcome.code == 0, "\(outcome)")
    let parts = outcome.output.components(separatedBy: Self.erase)
    #expect(parts.count > 2 && parts[0].isEmpty)
    let line = try #require(parts.dropFirst().first)
    #expect(
      line.contains(
        /^importing standard input: [0-9.]+ [kMG]?B.*, [0-9,]+ elements, [0-9.]+ [kMG]?B\/s$/),
      "\(line)")
    // After the last one stands what is said at the end.
    #expect(parts.last?.hasPrefix("health-journal: ") == true, "\(parts.last ?? "")")
    #expect(!parts.dropLast().dropFirst().contains { $0.contains("\n") })
    #expect(try scratch.run("health-journal audit").code == 0)
  }

  /// The line names files, whose names are others' text.
  @Test func progressShowsNothingThatATerminalObeys() {
    let line = ProgressMeter.shown("importing e\u{1B}[31m\u{202E}.xml: 1 kB", columns: 80)
    #expect(line == #"importing e\u{1B}[31m\u{202E}.xml: 1 kB"#)
    #expect(ProgressMeter.shown("importing", columns: 5) == "impo")
  }

  @Test func progressIsDeclined() throws {
    let (outcome, _) = try Self.run("end", "--progress never")
    #expect(outcome.code == 0 && !outcome.output.contains("\u{1B}"), "\(outcome)")
  }

  /// Nothing of the import stays, to the byte, and the next command writes on.
  @Test(arguments: [("key", 130), ("silent", 130), ("term", 143)])
  func anImportThatIsBrokenOffLeavesNothing(_ what: String, _ code: Int32) throws {
    let (outcome, scratch) = try Self.run(what)
    #expect(outcome.code == code, "\(outcome)")
    let last = outcome.output.components(separatedBy: Self.erase).last ?? ""
    #expect(
      last.hasPrefix(
        "health-journal: broken off: nothing was imported; the journal holds what it held before"),
      "\(outcome.output)")
    #expect(scratch.bytes(Scratch.events) == scratch.bytes("before"))
    let next = try scratch.run("health-journal save bodyMass 71 kg; health-journal audit")
    #expect(next.code == 0 && next.errors.isEmpty, "\(next)")
  }

  /// A signal at each rename of a restore: what it says is what it did.
  @Test(
    .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/strace")),
    arguments: [("INT", 130), ("TERM", 143)])
  func aRestoreThatIsBrokenOffSaysWhatItDid(_ signal: String, _ code: Int32) throws {
    let scratch = try Scratch()
    _ = try scratch.run(
      """
      health-journal init; health-journal backup copy.journal; health-journal save bodyMass 70 kg
      cp \(Scratch.events) before
      """)
    for number in 1...3 {
      let outcome = try scratch.run(
        "strace -f -o trace -e trace=/rename -e inject=/rename:signal=\(signal):when=\(number) "
          + "health-journal restore copy.journal --replace")
      let isAsBefore = scratch.bytes(Scratch.events) == scratch.bytes("before")
      // At the first one the copy gets its name beside the lines.
      #expect(isAsBefore == (number == 1), "\(outcome)")
      #expect(outcome.code == (isAsBefore ? code : 0))
      #expect(outcome.errors.contains("broken off: nothing was changed") == isAsBefore)
      #expect(outcome.output.hasPrefix("restored ") != isAsBefore)
      _ = try scratch.run("cp before \(Scratch.events); rm \(Scratch.journal)/lock")
    }
  }

  @Test func nothingIsSaidWithoutATerminal() throws {
    let scratch = try Scratch()
    let outcome = try scratch.run(
      "health-journal init; health-journal replay; health-journal audit; health-journal check")
    #expect(!outcome.errors.contains("\u{1B}") && !outcome.output.contains("\u{1B}"))
  }

  /// What a line says of how far work is.
  @Test func linesOfProgress() {
    func line(_ done: UInt64, of total: UInt64?, _ elements: UInt64, _ seconds: Double) -> String {
      ProgressMeter.line("x", done: done, of: total, elements: elements, seconds: seconds)
    }
    #expect(
      line(45_200_000, of: 120_000_000, 812_345, 2)
        == "x: 45.2 MB of 120.0 MB (37 %), 812,345 elements, 22.6 MB/s, 4 s left")
    #expect(line(0, of: 10, 0, 1) == "x: 0 bytes of 10 bytes (0 %), 0 bytes/s")
    #expect(line(20, of: 10, 0, 1) == "x: 20 bytes, 20 bytes/s")
    #expect(line(1_000, of: nil, 0, 0.5) == "x: 1.0 kB, 2.0 kB/s")
    #expect(line(1_000, of: 100_000, 0, 41).hasSuffix("1 h 08 min left"))
    #expect(line(1_000, of: 100_000, 0, 2).hasSuffix("3 min left"))
    #expect(line(1_000, of: 200_000, 0, 1).hasSuffix("1.0 kB/s"))
  }
}
