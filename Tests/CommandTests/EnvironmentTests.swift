import Foundation
import TestSupport
import Testing

/// What a program is started with: closed streams, odd bytes, few descriptors, pipes in place of
/// files.
@Suite struct EnvironmentTests {
  private static let torn =
    "health-journal init && health-journal save bodyMass 70 kg && printf half >> \(Scratch.events)"

  private static let command = """
    {"event":"save","by":"owner","objects":[{"kind":"quantity","type":"HKQuantityTypeIdentifierBodyMass",\
    "start":"2026-03-01T07:00:00Z","end":"2026-03-01T07:00:00Z","value":72,"unit":"kg"}]}
    """

  /// Commands that write, by how many lines they add to the journal.
  private static let writers: [(call: String, input: String, adds: Int)] = [
    ("save bodyMass 71 kg", "", 1), ("configure --time-zone UTC", "", 1),
    ("append", command, 1),
    ("import \(Project.root.path)/Fixtures/import/apple-health/equal-records.xml", "", 0),
    ("workout start --activity other", "", 0), ("latest", "", 0),
  ]

  /// Each of the eight ways to have standard input, output and error open or closed.
  @Test(arguments: 0..<8) func closedStreamsDoNotReachTheJournal(_ closed: Int) throws {
    let streams = zip(["<&-", ">&-", "2>&-"], [1, 2, 4]).filter { closed & $0.1 != 0 }.map(\.0)
    for writer in Self.writers {
      let scratch = try Scratch()
      try scratch.write(writer.input + "\n", to: "input")
      _ = try scratch.run(Self.torn)
      let outcome = try scratch.run(
        "health-journal \(writer.call) < input \(streams.joined(separator: " "))")
      let isHeard = closed & 2 == 0
      let isRead = closed & 1 == 0 || writer.input.isEmpty
      let what = "\(writer.call) \(streams): \(outcome.code) \(outcome.errors)"
      if isHeard && isRead { #expect([0, 1].contains(outcome.code), "\(what)") }
      if !isRead { #expect(outcome.code == 5, "\(what)") }
      let audit = try scratch.run("health-journal audit")
      #expect(audit.code == 0 || writer.call == "latest", "\(what): \(audit.output)")
      let lines = scratch.bytes(Scratch.events).split(separator: UInt8(ascii: "\n"))
      if isRead, writer.adds > 0 { #expect(lines.count == 2 + writer.adds, "\(what)") }
      let locked = String(decoding: scratch.bytes(Scratch.journal + "/lock"), as: UTF8.self)
      #expect(!locked.contains("health-journal"), "\(what)")
    }
  }

  /// What cannot be written is not said to be: a closed stream refuses as a full disk does.
  @Test func closedOutputIsTold() throws {
    let scratch = try Scratch()
    _ = try scratch.run("health-journal init; health-journal save bodyMass 70 kg")
    for call in ["latest", "save bodyMass 71 kg", "log --format json"] {
      let outcome = try scratch.run("health-journal \(call) >&-")
      #expect(outcome.code == 5 && outcome.errors.contains("standard output"), "\(outcome.errors)")
    }
    let input = try scratch.run("health-journal append <&-")
    #expect(input.code == 5 && input.complaints.count == 1, "\(input.errors)")
  }

  /// A name that is not UTF-8 is refused wherever it can stand, and nothing is made under another.
  @Test(arguments: [
    "init --journal \"$odd\"", "latest --journal=\"$odd\"", "import \"$odd.xml\"",
    "export latest -o \"$odd.csv\"", "changes --anchor-file \"$odd\"",
    "push http://localhost:1/ --header-file \"$odd\"", "save bodyMass 70 kg --by \"$odd\"",
  ]) func argumentsAreTakenAsTheyAre(_ call: String) throws {
    let scratch = try Scratch()
    let outcome = try scratch.run(
      "health-journal init; odd=$(printf 'j\\351'); health-journal \(call)")
    #expect(outcome.code == 2 && outcome.complaints.count == 1, "\(outcome.errors)")
    #expect(outcome.errors.contains("j\\xE9") && outcome.errors.contains("is not UTF-8"))
    #expect(try scratch.run("LC_ALL=C find . -name 'j*'").output.isEmpty)
  }

  @Test(arguments: ["HEALTH_JOURNAL", "HOME", "XDG_DATA_HOME"])
  func variablesAreTakenAsTheyAre(_ name: String) throws {
    let scratch = try Scratch()
    let outcome = try scratch.run("\(name)=$DIR/$(printf 'j\\351') health-journal init; ls")
    #expect(outcome.errors.contains("$\(name) is not UTF-8"), "\(outcome.errors)")
    #expect(outcome.output == "home\n")
  }

  /// A folder in which an export may have such a name; its other files do not matter.
  @Test func namesInAFolderAreTakenAsTheyAre() throws {
    let scratch = try Scratch()
    _ = try scratch.run(
      "health-journal init; mkdir d; cp $FIXTURES/../import/apple-health/records.xml d/$(printf 'e\\351.xml')"
    )
    let outcome = try scratch.run("health-journal import d")
    #expect(
      outcome.code == 2 && outcome.errors.contains(#"e\xE9.xml; rename it"#), "\(outcome.errors)")
    let other = try scratch.run(
      "mv d/*.xml d/export.xml; touch d/$(printf 'e\\351.gpx'); health-journal import d")
    #expect(other.errors.contains("balanced"), "\(other.errors)")
  }

  /// `timeout` ends what waits for a writer that never comes; its exit code is 124.
  @Test(arguments: [
    ("import d", "no Apple Health export in d"), ("changes --anchor-file pipe", "no plain file"),
    ("push http://localhost:1/ --header-file pipe", "no plain file"),
  ]) func aPipeInPlaceOfAFileIsNotWaitedFor(_ call: String, _ words: String) throws {
    let scratch = try Scratch()
    let outcome = try scratch.run(
      """
      health-journal init; mkdir d; mkfifo pipe d/export.xml
      timeout 60 health-journal \(call)
      """)
    #expect(outcome.code == 2 && outcome.errors.contains(words), "\(outcome.errors)")
  }

  @Test func anExportBesideAPipeIsFound() throws {
    let scratch = try Scratch()
    let outcome = try scratch.run(
      """
      health-journal init; mkdir -p d/folder.xml; mkfifo d/a.xml; ln -s nowhere d/b.xml
      cp $FIXTURES/../import/apple-health/equal-records.xml d/export.xml
      timeout 60 health-journal import d
      """)
    #expect(outcome.errors.contains("balanced"), "\(outcome.errors)")
  }

  /// With as few descriptors as a program can be started with, a command works or says what is
  /// missing.
  @Test(arguments: 3...10) func fewDescriptorsAreSaid(_ most: Int) throws {
    let scratch = try Scratch()
    _ = try scratch.run("health-journal init; health-journal save bodyMass 70 kg")
    let before = scratch.bytes(Scratch.events)
    // With standard input closed, its number is left to load the program's libraries.
    for start in ["", "exec <&-; "] {
      for call in ["latest", "save bodyMass 71 kg"] {
        let outcome = try scratch.run("\(start)ulimit -n \(most); exec health-journal \(call)")
        if outcome.code == 0 || outcome.errors.contains("shared libraries") { continue }
        #expect(outcome.code == 5 && outcome.complaints.count == 1, "\(outcome.errors)")
        let isSaid = ["too few files", "too many files"].contains { outcome.errors.contains($0) }
        #expect(isSaid, "\(outcome.errors)")
      }
    }
    #expect(scratch.bytes(Scratch.events).starts(with: before))
    #expect(try scratch.run("health-journal audit").code == 0)
  }
}
