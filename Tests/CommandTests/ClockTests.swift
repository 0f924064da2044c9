import ByteTools
import Foundation
import HealthModel
import Journal
import JournalFile
import JournalTestSupport
import Testing

/// A clock that is, or was, wrong: lines never go back in time.
@Suite struct ClockTests {
  private static let day: Int64 = 86_400_000_000

  /// The lines of a journal whose second line was recorded so many days from now, and the first
  /// one some more days before.
  static func journal(days: Int64, first before: Int64 = 1) throws -> [UInt8] {
    let now = PosixSystem().now()
    let system = MemorySystem(clock: now + (days - before) * day)
    try Journal(at: "/j", on: system).create(timeZone: "UTC")
    system.advance(by: before * day)
    var journal = Journal(at: "/j", on: system)
    journal.clockIsRight = true
    var session = try journal.write()
    let line = Array(mass.utf8)
    let asked = try CommandCodec.decode(line.rawBytes) { ObjectUUID(random: (1, 2)) }
    _ = try session.perform(asked.command)
    try session.finish()
    return try #require(system["/j/events.ndjson"])
  }

  private static let mass =
    #"{"event":"save","by":"owner","objects":[{"kind":"quantity","#
    + #""type":"HKQuantityTypeIdentifierBodyMass","start":"2026-03-01T07:00:00Z","#
    + #""end":"2026-03-01T07:00:00Z","value":70,"unit":"kg"}]}"#

  /// A call of each command that appends.
  private static let writers = [
    "save weight 71 kg", "append < command", "append < commands", "undo",
    "import $FIXTURES/../import/apple-health/records.xml", "delete --where all",
    "authorize com.example.app --share workout", "configure --units us",
    "erase --line 2 --reason asked --yes", "swim --laps 4 --minutes 5 --pace 6",
    "run --distance '5 km' --start 2026-03-01 --end '2026-03-01 01:00'",
  ]

  /// Nothing is recorded by a clock that is more than a year ahead, unless it is said to be right;
  /// months are said, and days are not.
  @Test(arguments: writers) func noWriterBelievesAClockThatLeaps(_ call: String) throws {
    let scratch = try Scratch()
    try scratch.write(Self.mass + "\n", to: "command")
    try scratch.write(String(repeating: Self.mass + "\n", count: 50), to: "commands")
    for (days, isRefused, isSaid) in [
      (-800, true, false), (-100, false, true), (-20, false, false),
    ] {
      try scratch.write(try Self.journal(days: Int64(days)), toJournal: "j")
      let told = try scratch.run("health-journal \(call) --journal j".flags(first: call))
      #expect((told.code == 2) == isRefused, "\(days): \(told)")
      let words = "\(-days) days after the last line of the journal"
      #expect(told.errors.contains(words) == (isRefused || isSaid), "\(days): \(told.errors)")
      let lines = scratch.bytes("j/events.ndjson").count { $0 == UInt8(ascii: "\n") }
      #expect((lines == 2) == isRefused, "\(days): \(lines)")
      guard isRefused else { continue }
      #expect(told.errors.contains("--clock-is-right") && told.output == "", "\(told)")
      let right = try scratch.run(
        "health-journal \(call) --journal j --clock-is-right".flags(first: call))
      #expect(right.code < 2 && right.errors.contains(words), "\(right)")
      let after = try scratch.run("health-journal \(call) --journal j".flags(first: call))
      #expect(!after.errors.contains(words), "asked once: \(after)")
    }
  }

  /// What only looks is not asked.
  @Test(arguments: [
    "delete --where all --dry-run", "erase --line 2 --dry-run",
    "import --dry-run $FIXTURES/../import/apple-health/records.xml",
    "latest", "doctor", "log", "workout status",
  ]) func nothingIsAskedWhereNothingIsSaved(_ call: String) throws {
    let scratch = try Scratch()
    try scratch.write(try Self.journal(days: -3_000), toJournal: "j")
    let told = try scratch.run("health-journal \(call) --journal j")
    #expect(told.code < 2 && !told.errors.contains("clock"), "\(told)")
  }

  /// A last line in the future: `now` is the last line, `today` this machine's day, and `doctor`
  /// says
  /// the way out, which is one.
  @Test func aLastLineInTheFutureHasAWayOut() throws {
    let scratch = try Scratch()
    try scratch.write(try Self.journal(days: 4_000, first: 4_001), toJournal: "j")
    func run(_ call: String) throws -> Outcome {
      try scratch.run("health-journal \(call) --journal j")
    }
    for moment in ["now", "NOW", "2"] {
      #expect(try run("latest --as-of \(moment)").output.contains("70"), "\(moment)")
    }
    #expect(try run("diff 1 now latest").output.contains("70"))
    #expect(try run("latest --as-of today").code == 1, "a day is this machine's")
    let today = try run("log --on today")
    #expect(today.code == 1 && today.errors.contains("the last line is dated"), "\(today)")
    #expect(try !run("log --on 2026-03-01").errors.contains("is dated"))
    #expect(try !run("log").errors.contains("is dated"))
    let told = try run("doctor --format csv")
    #expect(told.code == 1, "\(told)")
    let finding = told.output.split(separator: "\n").first { $0.hasPrefix("clock,problem,") } ?? ""
    #expect(
      finding.contains("lines from 2 on") && finding.contains("days after"), "\(finding)")
    #expect(finding.contains("keep lines 1 to 1"))
    // What help says.
    let mended = try scratch.run(
      """
      mkdir good; head -n 1 j/events.ndjson > good/events.ndjson
      health-journal restore good --journal j --replace; health-journal doctor --journal j | grep clock
      health-journal save weight 72 kg --journal j
      """)
    #expect(mended.code == 0 && !mended.output.contains("clock"), "\(mended)")
    #expect(try run("audit").code == 0)
    #expect(try run("latest").output.contains("72"))
  }

  /// Where even the first line is dated ahead nothing can be kept; a restore of such lines is said.
  @Test func aJournalOfTheFutureIsSaid() throws {
    let scratch = try Scratch()
    try scratch.write(try Self.journal(days: 40), toJournal: "j")
    let told = try scratch.run("health-journal doctor --journal j --format csv")
    #expect(told.output.contains("begin anew in another folder"), "\(told)")
    let restored = try scratch.run("health-journal restore j --journal other")
    #expect(restored.code == 0 && restored.errors.contains("warning: the last line is dated"))
  }
}

extension String {
  /// The same where a redirection of the call comes last.
  fileprivate func flags(first call: String) -> String {
    guard let redirected = call.firstIndex(of: "<") else { return self }
    let input = String(call[redirected...])
    return replacingOccurrences(of: " " + input, with: "") + " " + input
  }
}

extension Scratch {
  /// Puts the lines of a journal into a folder, which has no other files.
  func write(_ lines: [UInt8], toJournal name: String) throws {
    _ = try run("rm -rf \(name); mkdir -m 700 \(name)")
    try Data(lines).write(to: url.appending(path: "\(name)/events.ndjson"))
  }
}
