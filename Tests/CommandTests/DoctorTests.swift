import Foundation
import Testing

/// `doctor` in journals that are not well.
@Suite struct DoctorTests {
  /// What it says of a thing: its state, and the finding.
  private static func finding(
    _ item: String, in scratch: Scratch, setting: String = ""
  ) throws -> (state: String, text: String, code: Int32) {
    let outcome = try scratch.run("\(setting) health-journal doctor --format csv")
    let row = outcome.output.split(whereSeparator: \.isNewline).first { $0.hasPrefix(item + ",") }
    let cells = (row ?? "").split(separator: ",", maxSplits: 2).map { String($0) }
    try #require(cells.count == 3, "\(item): \(outcome.output)\(outcome.errors)")
    return (cells[1], cells[2], outcome.code)
  }

  private static func journal() throws -> Scratch {
    let scratch = try Scratch()
    _ = try scratch.run("health-journal init; health-journal save bodyMass 70 kg")
    return scratch
  }

  @Test func aJournalThatIsWell() throws {
    let scratch = try Self.journal()
    let found = try Self.finding("journal", in: scratch)
    #expect(found.state == "good" && found.code == 0 && found.text.contains("2 lines"), "\(found)")
    #expect(try Self.finding("chain", in: scratch).state == "unknown")
    #expect(try Self.finding("lock", in: scratch).text.contains("free"))
  }

  /// The writer goes on: to look is not to lock.
  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/proc/locks")))
  func aWriterIsNamed() throws {
    let scratch = try Self.journal()
    let command = """
      {"event":"save","by":"owner","objects":[{"kind":"quantity","type":"HKQuantityTypeIdentifierBodyMass",\
      "start":"2026-03-01T07:00:00Z","end":"2026-03-01T07:00:00Z","value":72,"unit":"kg"}]}
      """
    try scratch.write(command + "\n", to: "command")
    let outcome = try scratch.run(
      """
      mkfifo pipe; health-journal append < pipe > answers & exec 3> pipe; cat command >&3
      until [ -s answers ]; do sleep 0.01; done
      health-journal doctor --format csv | grep ^lock; echo $!
      cat command >&3; exec 3>&-; wait; wc -l < answers
      """)
    let lines = outcome.output.split(separator: "\n")
    try #require(lines.count == 3, "\(outcome)")
    #expect(
      lines[0].hasPrefix("lock,note,\"held by process \(lines[1]) (health-journal)"), "\(lines)")
    #expect(lines[2].contains("2"))
  }

  /// What every writer refuses is a problem.
  @Test(arguments: [
    "ln events.ndjson other", "ln lock other", "mv lock other; ln -s other lock",
    "mv events.ndjson other; ln -s other events.ndjson", "rm lock; mkdir lock",
  ])
  func filesThatWritersRefuse(_ change: String) throws {
    let scratch = try Self.journal()
    #expect(try scratch.run("cd \(Scratch.journal) && \(change)").code == 0)
    #expect(try scratch.run("health-journal save bodyMass 71 kg").code != 0)
    let found = try Self.finding("files", in: scratch)
    #expect(found.state == "problem" && found.code == 1, "\(found)")
  }

  /// Rights are those of the folder that a link leads to: those of the link are open to all.
  @Test func aLinkToTheJournalIsAsTheJournalIs() throws {
    let scratch = try Self.journal()
    let moved = "mv \(Scratch.journal) kept.journal; ln -s $DIR/kept.journal \(Scratch.journal)"
    #expect(try scratch.run(moved).code == 0)
    #expect(try Self.finding("rights", in: scratch).state == "good")
    #expect(try scratch.run("health-journal save bodyMass 71 kg").errors == "")
    _ = try scratch.run("chmod o+w kept.journal")
    #expect(try Self.finding("rights", in: scratch).state == "problem")
    let warned = try scratch.run("health-journal save bodyMass 71 kg --start 2026-03-01")
    #expect(warned.errors.contains("others may write to"), "\(warned)")
  }

  @Test func whatIsWrongIsSaid() throws {
    let scratch = try Self.journal()
    _ = try scratch.run("printf half >> \(Scratch.events)")
    #expect(try Self.finding("journal", in: scratch).text.contains("4 bytes after it are no line"))
    _ = try scratch.run("chmod o+w \(Scratch.journal)")
    let rights = try Self.finding("rights", in: scratch)
    #expect(rights.state == "problem" && rights.code == 1, "\(rights)")
    _ = try scratch.run("chmod o-w \(Scratch.journal); sed -i 2d \(Scratch.events)")
    let lines = try Self.finding("journal", in: scratch)
    #expect(lines.state == "problem" && lines.text.contains("damaged at line 2"), "\(lines)")
    let nothing = try Self.finding("journal", in: try Scratch())
    #expect(nothing.state == "problem" && nothing.text.contains("health-journal init"))
  }
}
