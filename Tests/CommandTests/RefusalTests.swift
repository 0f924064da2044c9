import Foundation
import Testing

/// Journals and disks that refuse: one clear line, the exit code, and not a byte changed.
@Suite struct RefusalTests {
  /// A way to call each command; every command of help must have one.
  static let calls = [
    "init": "init", "configure": "configure --time-zone UTC", "save": "save bodyMass 70 kg",
    "correct": "correct 00000000-0000-4000-8000-000000000001 70 kg",
    "dedupe": "dedupe", "show": "show 2 5",
    "delete": "delete 00000000-0000-4000-8000-000000000001",
    "authorize": "authorize com.x --share bodyMass",
    "workout": "workout start --activity other",
    "swim": "swim --laps 1 --minutes 1 --kcal 1", "append": "append < /dev/null",
    "note": "note flu --tag sick", "notes": "notes",
    "import": "import $FIXTURES/../import/apple-health/records.xml", "latest": "latest",
    "daily": "daily", "samples": "samples", "workouts": "workouts --samples", "swims": "swims",
    "log": "log", "history": "history 00000000-0000-4000-8000-000000000001", "audit": "audit",
    "energy": "energy", "profile": "profile", "authorizations": "authorizations",
    "types": "types heartRate", "replay": "replay", "status": "status",
    "export": "export daily -o out.csv", "help": "help", "runs": "runs", "sources": "sources",
    "diff": "diff 1 now", "rings": "rings",
    "changes": "changes", "watch": "watch --since 0 --count 1",
    "push": "push http://localhost:1/ --dry-run",
    "run": "run --distance '5 km' --start 2026-03-01T08:00:00Z --end 2026-03-01T09:00:00Z",
    "chart": "chart stepCount", "days": "days", "clocks": "clocks",
    "statistics": "statistics --every day",
    "compare": "compare --period 2026-03", "trends": "trends", "summary": "summary",
    "find": "find steps",
    "sleep": "sleep", "check": "check", "undo": "undo",
    "declare": "declare org.example.sweat --unit mL --aggregation cumulative --title Sweat",
    "revert": "revert 2", "redo": "redo",
    "checkpoint": "checkpoint -o out.csv", "witness": "witness $FIXTURES/other.note",
    "erase": "erase --line 2 --reason asked --yes",
    "imports": "imports", "objects": "objects", "routes": "routes", "ecg": "ecg",
    "day": "day 2026-03-01", "pressure": "pressure",
    "completions": "completions bash", "man": "man daily", "doctor": "doctor",
    "backup": "backup out.csv", "restore": "restore nowhere.tar",
    "report": "report -o out.csv", "mcp": "mcp < /dev/null",
    "browse": "browse --idle 0.01",
  ]

  @Test func everyCommandIsCalled() {
    #expect(Set(TranscriptTests.commands) == Set(Self.calls.keys))
  }

  /// A journal of the week with one line replaced.
  private func journal(_ line: Int, _ change: (String) -> String) throws -> Scratch {
    let scratch = try Scratch()
    _ = try scratch.run("health-journal init; health-journal append < $FIXTURES/week.ndjson")
    var lines = String(decoding: scratch.bytes(Scratch.events), as: UTF8.self)
      .split(separator: "\n").map(String.init)
    lines[line - 1] = change(lines[line - 1])
    try scratch.write(lines.joined(separator: "\n") + "\n", to: Scratch.events)
    return scratch
  }

  /// What a command comes to in a journal that it refuses, of which not a byte changes.
  private func outcome(_ command: String, in scratch: Scratch) throws -> Outcome {
    let before = scratch.bytes(Scratch.events)
    let outcome = try scratch.run("health-journal " + (Self.calls[command] ?? command))
    #expect(scratch.bytes(Scratch.events) == before)
    return outcome
  }

  @Test(arguments: calls.keys.sorted()) func ofANewerFormat(_ command: String) throws {
    let scratch = try journal(1) {
      $0.replacingOccurrences(of: #""format":2"#, with: #""format":3"#)
    }
    let outcome = try outcome(command, in: scratch)
    switch command {
    case "help", "types", "completions", "man", "witness": #expect(outcome.code == 0)
    case "init", "restore": #expect(outcome.code == 2 && outcome.complaints.count == 1)
    case "audit": #expect(outcome.code == 1 && outcome.output.contains("it is of format 3"))
    case "doctor": #expect(outcome.code == 1 && outcome.output.contains("in format 3"))
    default:
      #expect(outcome.code == 3, "\(outcome.errors)")
      #expect(outcome.complaints.count == 1 && outcome.errors.contains("format 3"))
      #expect(outcome.output == "")
    }
  }

  @Test(arguments: calls.keys.sorted()) func ofADamagedLine(_ command: String) throws {
    let scratch = try journal(5) { String($0.dropFirst(30)) }
    let outcome = try outcome(command, in: scratch)
    switch command {
    case "help", "types", "completions", "man", "witness": #expect(outcome.code == 0)
    case "init", "restore": #expect(outcome.code == 2 && outcome.complaints.count == 1)
    case "audit", "doctor":
      #expect(outcome.code == 1 && outcome.output.contains("line 5, byte "))
    default:
      #expect(outcome.code == 3, "\(outcome.errors)")
      #expect(outcome.complaints.count == 1 && outcome.errors.contains("at line 5, byte "))
      #expect(!FileManager.default.fileExists(atPath: scratch.path("out.csv")))
    }
  }

  @Test(arguments: ["save", "append", "import", "swim", "configure"])
  func aFullDiskLeavesTheJournalAsItWas(_ command: String) throws {
    let scratch = try Scratch()
    _ = try scratch.run("health-journal init")
    // 512 bytes: the first line of about 260 and not much more.
    let long = String(repeating: "x", count: 600)
    let calls = [
      "save": "save bodyMass 70 kg --metadata note=\(long)",
      "append": "append < $FIXTURES/week.ndjson",
      "import": "import $FIXTURES/../import/apple-health/records.xml",
      "swim": "swim --laps 1 --minutes 1 --kcal 1",
      "configure": "configure --priority stepCount=\(long)",
    ]
    let before = scratch.bytes(Scratch.events)
    let outcome = try scratch.run(
      "(ulimit -f 1; health-journal \(calls[command] ?? "") 2>&1 >/dev/null; echo $?) | cat")
    let lines = outcome.output.split(separator: "\n")
    #expect(lines.count == 2 && lines.last == "5", "\(outcome.output)")
    #expect(lines.first?.contains("the disk is full or a limit on file size is reached") == true)
    #expect(scratch.bytes(Scratch.events) == before)
    #expect(try scratch.run("health-journal audit").code == 0)
    #expect(try scratch.run("health-journal save bodyMass 70 kg").code == 0)
  }

  /// Large enough that lines are written before the disk is full: they go away again.
  @Test func aFullDiskInTheMiddleOfAnImportLeavesNothing() throws {
    let scratch = try Scratch()
    _ = try scratch.run("health-journal init")
    let before = scratch.bytes(Scratch.events)
    let outcome = try scratch.run(
      """
      { echo '<HealthData>'; i=0; while [ $i -lt 6000 ]; do i=$((i+1)); \
      printf '<Record type="HKQuantityTypeIdentifierStepCount" sourceName="A" unit="count" \
      startDate="2026-03-01 08:00:00 +0100" endDate="2026-03-01 08:10:00 +0100" value="%d"/>' $i; \
      done; echo '</HealthData>'; } > big.xml
      (ulimit -f 3000; health-journal import big.xml 2>&1 >/dev/null; echo $?) | cat
      """)
    #expect(outcome.output.contains("the disk is full or a limit on file size is reached"))
    #expect(outcome.output.hasSuffix("\n5\n"))
    #expect(scratch.bytes(Scratch.events) == before)
    #expect(try scratch.run("health-journal import big.xml").code == 0)
  }

  @Test(arguments: ["events.ndjson", "lock", "quarantine/x.csv", "new.csv"])
  func nothingIsExportedIntoTheJournal(_ name: String) throws {
    let scratch = try Scratch()
    _ = try scratch.run("health-journal init && health-journal save bodyMass 70 kg")
    _ = try scratch.run("mkdir -p \(Scratch.journal)/quarantine")
    let before = scratch.bytes(Scratch.events)
    let outcome = try scratch.run("health-journal export latest -o \(Scratch.journal)/\(name)")
    #expect(outcome.code == 2 && outcome.complaints.count == 1)
    #expect(scratch.bytes(Scratch.events) == before)
  }

  @Test func anExportLeavesOtherFilesAlone() throws {
    let scratch = try Scratch()
    _ = try scratch.run("health-journal init && health-journal save bodyMass 70 kg")
    _ = try scratch.run("echo mine > out.csv.part; health-journal export latest -o out.csv")
    let found = try scratch.run("cat out.csv.part; ls").output
    #expect(found == "mine\nhome\nout.csv\nout.csv.part\n")
  }

  @Test(arguments: ["1e300 kg", "-5 kg"]) func noSwimOfAnImpossibleBody(_ mass: String) throws {
    let scratch = try Scratch()
    _ = try scratch.run("health-journal init && health-journal save bodyMass -- '\(mass)'")
    let outcome = try scratch.run("health-journal swim --laps 4 --minutes 5 --pace 6")
    #expect(outcome.code == 1 && outcome.complaints.count == 1, "\(outcome.errors)")
  }

  /// Whatever makes a folder takes one that is empty and its own, and nobody's rights away.
  @Test(arguments: [
    "init --journal", "restore copy --journal", "export apple-health -o", "export all -o",
  ]) func onlyAnEmptyFolderOfOnesOwnIsTaken(_ call: String) throws {
    let scratch = try Scratch()
    _ = try scratch.run(
      """
      health-journal init; health-journal save bodyMass 70 kg; health-journal backup copy
      mkdir -m 755 open full; mkdir -m 700 closed; touch full/events.txt 'full/my file' full/.hidden
      """)
    let before = try scratch.run("stat -c '%a %i %n' open full closed; ls -A full").output
    let full = try scratch.run("health-journal \(call) full")
    #expect(full.code == 2 && full.complaints.count == 1, "\(full)")
    #expect(full.errors.contains("full holds files already (.hidden, events.txt, my file)"))
    let open = try scratch.run("health-journal \(call) open")
    #expect(open.code == 2 && open.errors.contains("type `chmod 700 open` first"), "\(open)")
    #expect(try scratch.run("stat -c '%a %i %n' open full closed; ls -A full").output == before)
    let closed = try scratch.run("health-journal \(call) closed; stat -c %a closed")
    #expect(closed.output.hasSuffix("700\n"), "\(closed)")
    #expect(try scratch.run("ls closed").output != "")
  }

  /// A home folder, named by a dot or a link, is nobody's journal.
  @Test(arguments: [".", "$HOME", "link", "$PWD/home/.."])
  func aHomeFolderIsNoJournal(_ name: String) throws {
    let scratch = try Scratch()
    _ = try scratch.run("chmod 755 . home; touch mine home/mine; ln -s home link")
    let told = try scratch.run("health-journal init --journal \(name)")
    #expect(told.code == 2 && told.errors.contains("holds files already"), "\(told)")
    #expect(try scratch.run("stat -c %a . home; ls . home").output.hasPrefix("755\n755\n"))
    #expect(try scratch.run("find . -name lock -o -name events.ndjson").output == "")
  }

  /// What is left of a journal is restored into; a first line of another one is not written over.
  @Test func aRestoreWritesOverNoOtherFirstLine() throws {
    let scratch = try Scratch()
    _ = try scratch.run(
      "health-journal init; health-journal save bodyMass 70 kg; health-journal backup copy")
    let restore = "health-journal restore copy --journal left"
    #expect(
      try scratch.run("cp -r \(Scratch.journal) left; rm left/events.ndjson; \(restore)").code == 0)
    _ = try scratch.run("rm -r left; health-journal init --journal left")
    let first = scratch.bytes("left/events.ndjson")
    for ending in ["", "truncate -s -1 left/events.ndjson; "] {
      let told = try scratch.run("\(ending)\(restore)")
      #expect(told.code == 4 && told.errors.contains("With --replace"), "\(told)")
      #expect(first.starts(with: scratch.bytes("left/events.ndjson")))
    }
    #expect(try scratch.run("\(restore) --replace").code == 0)
    #expect(try scratch.run("cat left/quarantine/*").output.utf8.elementsEqual(first.dropLast()))
  }

  /// Names of which a journal holds any number: the line that was acknowledged reads back.
  @Test func manyNamesAreNoDamage() throws {
    let scratch = try Scratch()
    _ = try scratch.run("health-journal init")
    let outcome = try scratch.run(
      """
      i=0; while [ $i -lt 70 ]; do printf '{"by":"owner","event":"save","objects":['
      j=0; while [ $j -lt 1000 ]; do [ $j = 0 ] || printf ','
      printf '{"kind":"category","type":"HKCategoryTypeIdentifierSleepAnalysis","value":3,'
      printf '"start":"2026-03-01T08:00:00Z","end":"2026-03-01T08:00:00Z",'
      printf '"metadata":{"HKTimeZone":"Z/%d-%d"}}' $i $j; j=$((j+1)); done
      printf ']}\\n'; i=$((i+1)); done | health-journal append > /dev/null && health-journal status
      """)
    #expect(outcome.code == 0, "\(outcome.errors)")
  }

  @Test(arguments: ["0", "077", "0777"]) func modesDoNotFollowTheMask(_ mask: String) throws {
    let scratch = try Scratch()
    let outcome = try scratch.run(
      """
      umask \(mask); health-journal init &&
      health-journal append < $FIXTURES/week.ndjson > /dev/null &&
      printf half >> \(Scratch.events) && health-journal save bodyMass 70 kg &&
      health-journal export latest -o out.csv
      """)
    #expect(outcome.code == 0, "\(outcome.errors)")
    let modes = try scratch.run(
      "cd \(Scratch.journal) && stat -c '%a %F' . events.ndjson lock quarantine quarantine/*")
    let lines = modes.output.split(separator: "\n")
    #expect(lines.count == 5)
    for line in lines { #expect(line.hasPrefix(line.hasSuffix("directory") ? "700 " : "600 ")) }
    #expect(try scratch.run("stat -c %a out.csv").output == "600\n")
  }

  /// Root may do everything, so another user asks: nobody.
  @Test(.enabled(if: canBeNobody, "needs root and setpriv"))
  func whatMayNotBeReadOrWrittenIsSaid() throws {
    let scratch = try Scratch()
    _ = try scratch.run("health-journal init --journal j; chmod 755 . home; mkdir ro")
    let nobody = "setpriv --reuid 65534 --regid 65534 --clear-groups"
    for call in ["latest --journal j", "save bodyMass 70 kg --journal j", "init --journal ro/j"] {
      let outcome = try scratch.run("\(nobody) \(Program.path) \(call)")
      #expect(outcome.code == 5, "\(call)")
      #expect(outcome.complaints.count == 1 && outcome.errors.contains("permission denied"))
    }
  }

  /// Whatever root does to a journal of somebody else, all of it stays theirs, and so does a file
  /// that is written over.
  @Test(.enabled(if: canBeNobody, "needs root and setpriv"))
  func rootLocksNobodyOut() throws {
    let scratch = try Scratch()
    let nobody = "setpriv --reuid 65534 --regid 65534 --clear-groups \(Program.path)"
    let set = try scratch.run(
      "chmod 755 . && mkdir u && chown 65534:65534 u && \(nobody) init --journal u/j "
        + "--time-zone UTC && \(nobody) save weight 70 kg --journal u/j && touch u/out.csv && "
        + "chown 65534:65534 u/out.csv")
    #expect(set.code == 0, "\(set.errors)")
    let calls = [
      "save weight 71 kg --journal u/j", "import $FIXTURES/../demo/export.xml --journal u/j",
      "workout start --activity other --journal u/j",
      "workout cancel --journal u/j", "erase --line 2 --reason x --yes --journal u/j",
      "export latest -o u/out.csv --journal u/j", "backup copy --journal u/j",
      "restore copy --replace --journal u/j",
    ]
    for call in calls {
      let outcome = try scratch.run("health-journal \(call)")
      #expect(outcome.code == 0, "\(call): \(outcome.errors)")
      let others = try scratch.run("find u ! -uid 65534 -o ! -gid 65534")
      #expect(others.output.isEmpty, "\(call)")
      let own = try scratch.run("\(nobody) save weight 72 kg --journal u/j")
      #expect(own.code == 0, "\(call): \(own.errors)")
    }
  }

  /// A journal on a medium that cannot be written: it is read, and writing says why not.
  @Test(.enabled(if: canMount, "needs the right to mount"))
  func aReadOnlyMediumCanBeRead() throws {
    let scratch = try Scratch()
    _ = try scratch.run(
      "health-journal init --journal j; health-journal save bodyMass 70 kg --journal j")
    let script = "mount --bind j j && mount -o remount,ro,bind j && "
    let read = try scratch.run("unshare -m sh -c '\(script) health-journal latest --journal j'")
    #expect(read.code == 0 && read.output.contains("70"), "\(read.errors)")
    let write = try scratch.run(
      "unshare -m sh -c '\(script) health-journal save bodyMass 71 kg --journal j'")
    #expect(write.code == 5 && write.complaints.count == 1, "\(write.errors)")
    #expect(write.errors.contains("its file system is read-only"), "\(write.errors)")
  }

  /// Given an empty folder on which a disk is mounted, when a folder shall take its place, then the
  /// error says what stands in the way, and what to do.
  @Test(
    .enabled(if: canMount, "needs the right to mount"),
    arguments: ["-t tmpfs none m", "--bind n m"])
  func aMountedFolderIsNotReplaced(_ mount: String) throws {
    let scratch = try Scratch()
    _ = try scratch.run(
      "mkdir -m 700 m n; health-journal init --journal j; health-journal backup b --journal j")
    for call in ["export apple-health -o m --journal j", "restore b --journal m"] {
      let outcome = try scratch.run(
        "unshare -m sh -c 'mount \(mount) && chmod 700 m && health-journal \(call)'; ls")
      #expect(outcome.complaints.count == 1 && !outcome.output.contains(".part"), "\(outcome)")
      #expect(outcome.errors.contains("m: it is in use, as a folder is on which a disk is mounted"))
      #expect(outcome.errors.contains("name a new folder in it"))
    }
  }

  private static func succeeds(_ line: String) -> Bool { (try? Scratch().run(line))?.code == 0 }
  static let canBeNobody = succeeds(
    "chmod 755 . && setpriv --reuid 65534 --regid 65534 --clear-groups \(Program.path) --version")
  static let canMount = succeeds(
    "unshare -m sh -c 'mkdir j && mount --bind j j && mount -o remount,ro,bind j'")
}
