import Foundation
import TestSupport
import Testing

/// A journal that is no folder but its lines: standard input, a pipe, a plain file. Whatever reads
/// gives the same bytes; whatever writes refuses.
@Suite struct LinesAloneTests {
  /// Commands that write; `authorize`, `configure` and `workout` do so with the words that the
  /// calls have.
  static let writers: Set<String> = [
    "init", "configure", "save", "correct", "note", "delete", "dedupe", "authorize", "workout",
    "swim", "append", "import", "run",
    "declare", "revert", "undo", "redo", "restore", "erase",
  ]
  /// What needs a folder beside the lines, what looks at the machine, and what needs no journal.
  private static let others: Set<String> = [
    "watch", "mcp", "browse", "doctor", "help", "types", "completions", "man", "witness",
  ]

  static let readers = RefusalTests.calls.keys.filter { !writers.union(others).contains($0) }
    .sorted()

  /// Ways to give the lines of `$DIR/lines`.
  private static let ways = [
    ("cat lines | HEALTH_JOURNAL=- ", ""), ("cat lines | ", " --journal -"),
    ("mkfifo pipe; cat lines > pipe & ", " --journal pipe"), ("", " --journal lines"),
  ]

  /// A folder with a journal of the week, and its lines in a file.
  private static func scratch() throws -> Scratch {
    let scratch = try Scratch()
    _ = try scratch.run(
      """
      health-journal init --time-zone Europe/Paris && health-journal append < $FIXTURES/week.ndjson
      rm -r \(Scratch.journal)/lock; cp \(Scratch.events) lines; mkdir tmp
      """)
    return scratch
  }

  /// What a call comes to, but for what it measures and where the lines are; the file that it wrote
  /// is part of it.
  private static func outcome(_ line: String, in scratch: Scratch) throws -> (String, String, Int32)
  {
    let outcome = try scratch.run("export TMPDIR=tmp; " + line)
    let written = String(decoding: scratch.bytes("out.csv"), as: UTF8.self)
    _ = try scratch.run("rm -rf out.csv pipe")
    let errors = [Scratch.events, "standard input", "pipe", "lines"].reduce(outcome.errors) {
      $0.replacingOccurrences(of: "\(scratch.path($1)) ", with: "\($1) ")
        .replacingOccurrences(of: "\($1) is", with: "LINES is")
    }
    let measured = /(?m)^(replay|view|events|megabytes) .*$/
    return (outcome.output.replacing(measured, with: "-") + written, errors, outcome.code)
  }

  private static func compare(_ calls: [String], in scratch: Scratch) throws {
    for call in calls {
      let file = try outcome("health-journal \(call)", in: scratch)
      for (before, after) in ways {
        let lines = try outcome("\(before)health-journal \(call)\(after)", in: scratch)
        #expect(lines == file, "\(before)\(call)\(after)")
      }
    }
    #expect(try scratch.run("ls -A tmp").output == "", "nothing is left behind")
    #expect(
      try scratch.run("ls -A \(Scratch.journal) | grep -v quarantine").output == "events.ndjson\n")
  }

  @Test(arguments: readers) func aPipeGivesTheBytesOfAFile(_ command: String) throws {
    var call = try #require(RefusalTests.calls[command])
    // Without a day it says up to which second it counts.
    if command == "energy" { call += " --day 2026-03-01" }
    let at = ["latest", "daily", "samples", "workouts", "swims", "log", "export", "sources"]
    let isVerified = !["check", "audit", "checkpoint", "types", "backup"].contains(command)
    let verified = isVerified ? [call + " --verify"] : []
    try Self.compare(
      [call] + verified + (at.contains(command) ? [call + " --as-of 5"] : []), in: Self.scratch())
  }

  /// Cut at any place, a pipe is what a file is that was cut there.
  @Test func aPipeThatWasCutIsAsAFileThatWas() throws {
    let whole = try Self.scratch()
    let size = whole.bytes("lines").count
    for cut in [1, 200, size / 3, size / 2, size - 100, size - 1] {
      let scratch = try Self.scratch()
      _ = try scratch.run("head -c \(cut) lines > \(Scratch.events); cp \(Scratch.events) lines")
      try Self.compare(["audit --format json"], in: scratch)
      if cut > 300 { try Self.compare(["latest", "log", "status"], in: scratch) }
    }
  }

  @Test(arguments: [
    "sed -i 5s/812/813/", "sed -i 5d", "sed -i '5s/.*/{}/'", "sed -i '5s/^/ /'", "sed -i '5s/.$//'",
    "printf 'half' >>",
  ]) func damageIsToldAsOfAFile(_ damage: String) throws {
    let scratch = try Self.scratch()
    _ = try scratch.run("\(damage) lines; cp lines \(Scratch.events)")
    try Self.compare(
      [
        "audit", "latest", "latest --verify", "daily --verify --format csv",
        "export all -o out.csv",
      ],
      in: scratch)
    if damage.contains("812") {
      let verified = try scratch.run("cat lines | health-journal latest --journal - --verify")
      #expect(verified.code == 3 && verified.output == "" && verified.complaints.count == 1)
      #expect(verified.errors.contains("standard input is damaged at line 5"), "\(verified.errors)")
    }
  }

  /// A program before the pipe that failed gives nothing: that is no journal without faults.
  @Test(arguments: readers) func nothingIsNoJournal(_ command: String) throws {
    let scratch = try Scratch()
    for lines in ["true", "printf '\\n'", "echo hello"] {
      let outcome = try scratch.run(
        "\(lines) | health-journal \(RefusalTests.calls[command] ?? "") --journal -")
      #expect(outcome.code != 0 && outcome.complaints.count <= 1, "\(lines): \(outcome.errors)")
      if lines == "true" {
        #expect(outcome.code == 2 && outcome.output == "", "\(outcome.output)")
        #expect(outcome.errors.contains("standard input has no line of a journal"))
      }
    }
  }

  @Test(arguments: writers.union(["watch", "mcp", "browse"]).sorted())
  func whatNeedsAFolderRefuses(_ command: String) throws {
    let scratch = try Self.scratch()
    let call = try #require(RefusalTests.calls[command])
    for (before, after) in Self.ways where !before.contains("mkfifo") && !call.contains("<") {
      let outcome = try scratch.run("\(before)health-journal \(call)\(after)")
      #expect(outcome.code == 2 && outcome.complaints.count == 1, "\(call): \(outcome.errors)")
      let said = outcome.errors
      #expect(said.contains("can only be read; name the folder") || said.contains("name a folder"))
      #expect(outcome.output == "")
    }
    #expect(scratch.bytes("lines") == scratch.bytes(Scratch.events))
    let status = try scratch.run("cat lines | health-journal workout status --journal -")
    #expect(status.code == 2 && status.complaints.count == 1, "\(status.errors)")
  }

  @Test func theCopyNeedsAPlace() throws {
    let scratch = try Self.scratch()
    let nowhere = try scratch.run("cat lines | TMPDIR=nowhere health-journal latest --journal -")
    #expect(nowhere.code == 2 && nowhere.complaints.count == 1 && nowhere.output == "")
    #expect(nowhere.errors.contains("a copy of standard input in nowhere"), "\(nowhere.errors)")
    let full = try scratch.run(
      "(ulimit -f 0; cat lines | health-journal latest --journal - 2>&1; echo $?) | cat")
    #expect(full.output.contains("the disk is full") && full.output.hasSuffix("\n5\n"))
    let closed = try scratch.run("health-journal latest --journal - <&-")
    #expect(closed.code == 5 && closed.errors.contains("standard input"), "\(closed.errors)")
  }

  /// What is typed is completed without a look at what comes from a pipe.
  @Test func completionLeavesThePipeAlone() throws {
    let scratch = try Self.scratch()
    let outcome = try scratch.run(
      """
      { HEALTH_JOURNAL=- health-journal complete bash -- health-journal daily --type step > /dev/null
      wc -c; } < lines
      """)
    #expect(outcome.output.contains("\(scratch.bytes("lines").count)"), "\(outcome.output)")
  }

  @Test func doctorSaysWhatItCan() throws {
    let scratch = try Self.scratch()
    let outcome = try scratch.run("cat lines | health-journal doctor --journal - --format csv")
    #expect(outcome.code == 0 && outcome.output.contains("standard input: "), "\(outcome.output)")
    #expect(!outcome.output.contains("lock,"))
  }
}
