import Foundation
import TestSupport
import Testing

/// `append` as programs use it.
@Suite struct AppendTests {
  @Test func eachAnswerComesBeforeTheNextCommand() throws {
    let scratch = try Scratch()
    _ = try scratch.run("health-journal init")
    let client = try Client(scratch)
    for number in 2...4 {
      let uuid = UUID()
      client.send(Client.steps(uuid))
      let answer = client.answer()
      #expect(
        answer == #"{"id":"\#(uuid)","seq":\#(number),"uuids":["\#(uuid)"]}"#)
      #expect(String(decoding: scratch.bytes(Scratch.events), as: UTF8.self).contains("\(uuid)"))
    }
    #expect(client.finish() == 0)
  }

  /// Given answers that cannot be written, then the error names the lines that are done.
  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/full")))
  func whatIsDoneIsNamedIfTheAnswersAreNot() throws {
    let scratch = try Scratch()
    _ = try scratch.run("health-journal init")
    try scratch.write("{}\n" + (0..<3).map { _ in Client.steps(UUID()) }.joined(), to: "commands")
    let outcome = try scratch.run("health-journal append < commands > /dev/full")
    #expect(outcome.code == 5)
    #expect(outcome.errors.contains("done in lines 2–4, but: cannot write to standard output"))
    // A declaration that is known writes no line.
    let declared =
      #"{"event":"type","by":"owner","type":"org.example.t","kind":"quantity","#
      + #""unit":"count","aggregation":"cumulative","title":"Made"}"# + "\n"
    try scratch.write(declared, to: "known")
    #expect(try scratch.run("health-journal append < known").code == 0)
    try scratch.write(Client.steps(UUID()) + declared, to: "commands")
    let last = try scratch.run("health-journal append < commands > /dev/full")
    #expect(last.errors.contains("done in line 6, but: cannot write to standard output"))
    // Those of a batch that was only begun are told too.
    try scratch.write((0..<15_000).map { _ in Client.steps(UUID()) }.joined(), to: "many")
    let many = try scratch.run("health-journal append < many > /dev/full")
    let log = try scratch.run("health-journal log --limit 1 --columns seq --format csv | tail -1")
    let newest = log.output.filter(\.isNumber)
    #expect(many.errors.contains("done in lines 7–\(newest), but: "), "\(many)")
    try scratch.write("{}\n", to: "bad")
    let refused = try scratch.run("health-journal append < bad > /dev/full")
    #expect(!refused.errors.contains("done"), "\(refused)")
  }

  /// A client whose output is buffered writes half a line at the end of a block. The whole lines
  /// before it fill most of what the program reads at once; the rest of the half waits in the pipe.
  @Test(.timeLimit(.minutes(20))) func halfALineDoesNotKeepTheAnswersBeforeIt() throws {
    let scratch = try Scratch()
    _ = try scratch.run("health-journal init")
    let client = try Client(scratch)
    let line = Client.steps(UUID())
    let note = #","metadata":{"note":"\#(String(repeating: "x", count: 20_000))"}}]}"# + "\n"
    let last = line.dropLast(4) + note
    client.send((0..<200).map { _ in Client.steps(UUID()) }.joined() + last.prefix(19_000))
    for number in 2...201 {
      #expect(client.answer()?.contains(#""seq":\#(number),"#) == true)
    }
    client.send(String(last.dropFirst(19_000)))
    #expect(client.answer()?.contains(#""seq":202,"#) == true)
    #expect(client.finish() == 0)
  }

  @Test func aSecondWriterIsRefusedAtOnceAndReadersGoOn() throws {
    let scratch = try Scratch()
    _ = try scratch.run("health-journal init")
    let client = try Client(scratch)
    client.send(Client.steps(UUID(), 812))
    _ = client.answer()
    let writers = [
      "save bodyMass 70 kg", "append < /dev/null", "configure --time-zone Europe/Paris",
      "import $FIXTURES/../import/apple-health/records.xml", "swim --laps 1 --minutes 1 --kcal 1",
      "delete 00000000-0000-4000-8000-000000000001", "authorize com.x --share bodyMass",
    ]
    for writer in writers {
      let outcome = try scratch.run("health-journal " + writer)
      #expect(outcome.code == 5, "\(writer)")
      #expect(outcome.output == "")
      #expect(outcome.complaints.count == 1 && outcome.errors.contains("another writer"))
      #expect(outcome.errors.contains("--wait SECONDS"))
    }
    #expect(try scratch.run("health-journal latest").output.contains("812"))
    client.send(Client.steps(UUID(), 813))
    #expect(client.answer()?.contains(#""seq":3"#) == true)
    #expect(try scratch.run("health-journal status").output.contains("line"))
    #expect(client.finish() == 0)
    #expect(try scratch.run("health-journal save bodyMass 70 kg").code == 0)
  }

  /// Twenty writers at once all get their turn where they wait for it; the time of each is bounded.
  @Test func writersWaitForOneAnother() throws {
    let scratch = try Scratch()
    _ = try scratch.run("health-journal init --time-zone UTC")
    let outcome = try scratch.run(
      """
      seq 61 80 | xargs -P 20 -I N sh -c 'health-journal save bodyMass N kg --wait 300 > N; echo $?' |
        sort | uniq -c
      """)
    #expect(outcome.output.split(separator: " ") == ["20", "0\n"], "\(outcome)")
    #expect(try scratch.run("health-journal audit").output.contains("21 lines"))
    let client = try Client(scratch)
    client.send(Client.steps(UUID(), 812))
    _ = client.answer()
    let late = try scratch.run("health-journal save bodyMass 70 kg --wait 1")
    #expect(late.code == 5 && late.errors.contains("another writer"), "\(late)")
    for wait in ["-1", "x", "1.5", "99999999999999999999"] {
      let wrong = try scratch.run("health-journal save bodyMass 70 kg --wait=\(wait)")
      #expect(wrong.code == 2 && wrong.errors.contains("--wait takes"), "\(wrong)")
    }
    // An import, whose signals are noted, is broken off while it waits. On a busy machine it may
    // not have begun to note them after a second.
    let importing = "health-journal import $FIXTURES/../import/apple-health/records.xml --wait 600"
    var ended = try scratch.run("timeout -s INT 1 \(importing)")
    for seconds in [5, 25, 125] where !ended.errors.contains("broken off") {
      ended = try scratch.run("timeout -s INT \(seconds) \(importing)")
    }
    #expect(ended.code == 124 || ended.code == 130, "\(ended)")
    #expect(ended.errors.contains("broken off"), "\(ended)")
    #expect(client.finish() == 0)
  }

  /// Of programs that decide by the same state, each in a process of its own, one writes.
  @Test func ofCommandsThatDependOnOneStateOneIsDone() throws {
    let scratch = try Scratch()
    _ = try scratch.run("health-journal init --time-zone UTC")
    let status = try JSONSerialization.jsonObject(
      with: Data(try scratch.run("health-journal status --format ndjson").output.utf8))
    let chain = try #require((status as? [String: Any])?["chain"] as? String)
    let steps = "HKQuantityTypeIdentifierStepCount"
    let conditions = [
      #"{"head":"1:\#(chain)"}"#, #"{"unchanged":{"type":"\#(steps)","since":2}}"#,
    ]
    for (turn, condition) in conditions.enumerated() {
      for number in 0..<8 {
        let line = Client.steps(UUID(), number).dropLast(2) + #","if":\#(condition)}"# + "\n"
        try scratch.write(String(line), to: "command\(number)")
      }
      let outcome = try scratch.run(
        """
        seq 0 7 | xargs -P 8 -I N sh -c 'health-journal append --wait 300 < commandN > answerN'
        cat answer*
        """)
      let answers = outcome.output.split(separator: "\n")
      #expect(answers.count { $0.contains(#""seq":\#(turn + 2),"#) } == 1, "\(outcome)")
      #expect(
        answers.count {
          $0.contains(#""code":"conflict""#) && $0.contains(#""head":"\#(turn + 2):"#)
        } == 7, "\(outcome)")
    }
    #expect(try scratch.run("health-journal audit").output.contains("3 lines"))
  }

  @Test func aLineOverTheLimitIsRefusedAndTheNextTaken() throws {
    let scratch = try Scratch()
    _ = try scratch.run("health-journal init")
    try scratch.write(Client.steps(UUID()), to: "good")
    let outcome = try scratch.run(
      "(head -c 17825792 /dev/zero | tr '\\0' x; echo; cat good) | health-journal append")
    let lines = outcome.output.split(separator: "\n")
    #expect(outcome.code == 4 && outcome.errors == "" && lines.count == 2)
    #expect(lines.first?.contains(#""code":"lineTooLong""#) == true)
    #expect(lines.last?.contains(#""seq":2"#) == true)
  }

  /// The answer comes while the line goes on, and a line that never ends is given up.
  @Test func aLineWithoutAnEndIsRefusedAtOnce() throws {
    let scratch = try Scratch()
    _ = try scratch.run("health-journal init")
    let long = "head -c 17825792 /dev/zero | tr '\\0' x"
    let waiting = try scratch.run(
      """
      mkfifo pipe; health-journal append < pipe > answers & exec 3> pipe
      (\(long)) >&3
      for i in $(seq 600); do grep -q lineTooLong answers && break; sleep 0.1; done
      cat answers; exec 3>&-; wait
      """)
    #expect(waiting.output.contains(#""code":"lineTooLong""#))
    for command in ["append", "mcp"] {
      let endless = try scratch.run("tr '\\0' x < /dev/zero | health-journal \(command)")
      #expect(endless.code == 2 && endless.errors.contains("without the end of a line"))
      #expect(endless.output.split(separator: "\n").count == 1, "\(command)")
    }
    // Nor are lines copied that no reader takes.
    let lines = try scratch.run("tr '\\0' x < /dev/zero | health-journal latest --journal -")
    #expect(lines.code == 3 && lines.errors.contains("longer than 16 MiB"), "\(lines)")
  }

  /// JSON of a legal length that makes a line beyond the limit, once seq and chain are added.
  @Test func aCommandWhoseLineWouldBeTooLongIsRefused() throws {
    let scratch = try Scratch()
    _ = try scratch.run("health-journal init")
    let before = scratch.bytes(Scratch.events)
    let command = Client.steps(UUID()).dropLast(4)
    try scratch.write(String(command) + #","metadata":{"#, to: "head")
    let outcome = try scratch.run(
      """
      (tr -d '\\n' < head; for i in $(seq 17); do printf '"k%s":"' $i
      head -c 1048500 /dev/zero | tr '\\0' x; printf '",'; done; echo '"z":1}}]}') \
      | health-journal append
      """)
    #expect(outcome.code == 4 && outcome.errors == "")
    #expect(outcome.output.contains(#""error":{"code":"#))
    #expect(scratch.bytes(Scratch.events) == before)
  }

  @Test(arguments: ["\u{0}", "\\377\\376", "{\"id\":1,\"by\":\"\\355\\240\\200\"}", "[[[[", "null"])
  func garbageIsAnsweredAndNothingIsWritten(_ bytes: String) throws {
    let scratch = try Scratch()
    _ = try scratch.run("health-journal init")
    let before = scratch.bytes(Scratch.events)
    let text = bytes == "\u{0}" ? "\\000" : bytes
    let outcome = try scratch.run("printf '\(text)\\n' | health-journal append")
    #expect(outcome.code == 4 && outcome.errors == "")
    #expect(outcome.output.hasPrefix(#"{"error":{"code":"malformed","#))
    #expect(scratch.bytes(Scratch.events) == before)
  }

  /// 10,000 commands that wait together: at most one sync for each full batch.
  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/strace")))
  func commandsThatWaitShareASync() throws {
    let scratch = try Scratch()
    _ = try scratch.run("health-journal init")
    try scratch.write((0..<10_000).map { _ in Client.steps(UUID()) }.joined(), to: "lines")
    let outcome = try scratch.run(
      "strace -f -o trace -e trace=fdatasync,fsync health-journal append < lines | wc -l")
    #expect(outcome.output == "10000\n", "\(outcome.errors)")
    let trace = String(decoding: scratch.bytes("trace"), as: UTF8.self)
    let syncs = trace.split(separator: "\n").filter { $0.contains("sync(") }.count
    #expect((2...4).contains(syncs), "two to open, one to begin, one for all: \(syncs)")
  }

  /// Batches that are written while the next one is staged: each command has its answer, in order,
  /// refused ones among them.
  @Test(arguments: [("", 10_000), ("--batch 1000", 4_000), ("--batch 700", 3_333)])
  func batchesThatFollowOneAnotherAreAnsweredInOrder(_ option: String, _ count: Int) throws {
    let scratch = try Scratch()
    _ = try scratch.run("health-journal init")
    let uuids = (0..<count).map { _ in UUID() }
    var commands = uuids.map { Client.steps($0) }
    commands[count / 2] = commands[0]
    try scratch.write(commands.joined(), to: "lines")
    let outcome = try scratch.run("health-journal append \(option) < lines")
    let answers = outcome.output.split(separator: "\n")
    #expect(outcome.code == 4 && outcome.errors == "" && answers.count == count)
    var sequence = 1
    for (index, answer) in answers.enumerated() {
      if index == count / 2 {
        #expect(answer.contains("\(uuids[0])") && answer.contains("invalidArgument"))
      } else {
        sequence += 1
        let uuid = uuids[index]
        #expect(answer == #"{"id":"\#(uuid)","seq":\#(sequence),"uuids":["\#(uuid)"]}"#)
      }
    }
    #expect(try scratch.run("health-journal audit").code == 0)
    let lines = scratch.bytes(Scratch.events).count { $0 == UInt8(ascii: "\n") }
    #expect(lines == sequence)
  }

  /// Lines of all kinds that wait together, the last one without an end: each has its own answer.
  @Test func linesThatAreReadAheadAreAnsweredInOrder() throws {
    let scratch = try Scratch()
    _ = try scratch.run("health-journal init")
    let note = #","metadata":{"note":"\#(String(repeating: "x", count: 300_000))"}}]}"# + "\n"
    let uuids = (0..<3_000).map { _ in UUID() }
    let lines = uuids.enumerated().map { number, uuid in
      if number % 100 == 7 { return "\n" }
      if number % 150 == 11 { return "garbage\n" }
      return number % 1_000 == 13
        ? Client.steps(uuid).dropLast(4) + note : Client.steps(uuid, number)
    }
    try scratch.write(String(lines.joined().dropLast()), to: "lines")
    let outcome = try scratch.run("health-journal append < lines")
    #expect(outcome.code == 4 && outcome.errors == "")
    var answers = outcome.output.split(separator: "\n")[...]
    var sequence = 1
    for (number, line) in lines.enumerated() where line != "\n" {
      let answer = answers.popFirst() ?? ""
      if line == "garbage\n" {
        #expect(answer.contains(#""malformed""#) && answer.hasSuffix(#""line":\#(number + 1)}"#))
      } else {
        sequence += 1
        let uuid = uuids[number]
        #expect(answer == #"{"id":"\#(uuid)","seq":\#(sequence),"uuids":["\#(uuid)"]}"#)
      }
    }
    #expect(answers.isEmpty)
    #expect(try scratch.run("health-journal audit").code == 0)
  }

  /// A write fails once, of lines or of answers, and in the middle of a batch too: what is said not
  /// to be written is not in the file, and each command has one answer at most.
  @Test(
    .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/strace")),
    arguments: 1...4, [(7, 3), (9_000, 8_000)])
  func whatIsSaidNotToBeWrittenIsNot(_ number: Int, _ size: (all: Int, batch: Int)) throws {
    let scratch = try Scratch()
    _ = try scratch.run("health-journal init")
    try scratch.write((0..<size.all).map { _ in Client.steps(UUID()) }.joined(), to: "lines")
    let outcome = try scratch.run(
      "strace -f -o trace -e trace=write -e inject=write:error=EIO:when=\(number) "
        + "health-journal append --batch \(size.batch) < lines")
    // The complaint may be the write that fails.
    #expect(outcome.code == 5 && outcome.complaints.count <= 1, "\(outcome.errors)")
    let events = Set(
      String(decoding: scratch.bytes(Scratch.events), as: UTF8.self)
        .matches(of: /"uuid":"([^"]*)"/).map { String($0.1) })
    let ids = outcome.output.split(separator: "\n").map { answer in
      let id = String(answer.dropFirst(#"{"id":""#.count).prefix(36))
      #expect(events.contains(id) == answer.contains(#""seq":"#), "\(answer)")
      return id
    }
    #expect(Set(ids).count == ids.count)
  }

  /// Keys in no canonical place, the same line three times: saved once and then refused as known,
  /// each answer with its `id`. A canonical command of the same kind stands before them.
  @Test func aRetryIsNeverDoubledWhereverItsKeysStand() throws {
    let scratch = try Scratch()
    _ = try scratch.run("health-journal init")
    let sample =
      #""kind":"quantity","type":"HKQuantityTypeIdentifierStepCount","#
      + #""start":"2026-03-01T08:00:00+01:00","end":"2026-03-01T08:10:00+01:00","#
      + #""value":812,"unit":"count""#
    let uuids = (0..<2).map { _ in UUID().uuidString }
    let save = #""event":"save","by":"owner","objects""#
    let lines = [
      Client.steps(UUID()),
      #"{"id":"a",\#(save):[{\#(sample),"uuid":"\#(uuids[0])"}]}"# + "\n",
      Self.withIdLast(uuids[1], "b"),
    ]
    for (place, id) in [(1, "a"), (2, "b")] {
      let uuid = uuids[place - 1]
      let text = lines[0] + lines[place] + lines[place] + lines[place]
      try scratch.write(text, to: "lines")
      let outcome = try scratch.run("health-journal append < lines")
      let answers = outcome.output.split(separator: "\n")
      #expect(outcome.code == 4 && answers.count == 4)
      #expect(answers[1].hasPrefix(#"{"id":"\#(id)","seq":"#))
      #expect(answers[1].hasSuffix(#","uuids":["\#(uuid)"]}"#))
      for answer in answers[2...] {
        #expect(answer.hasPrefix(#"{"id":"\#(id)","error":{"code":"invalidArgument","#))
        #expect(answer.contains(uuid))
      }
    }
    #expect(
      try scratch.run("health-journal status --format ndjson").output.contains(#""objects":3"#))
  }

  /// A command in canonical order but for its `id`, which is last.
  private static func withIdLast(_ uuid: String, _ id: String) -> String {
    let line = Client.steps(UUID(uuidString: uuid) ?? UUID()).dropLast(2)
    return "{" + line.drop { $0 != "," }.dropFirst() + #","id":"\#(id)"}"# + "\n"
  }

  /// After a command with its `id` last, one like it has its own, and one with an `id` in front
  /// too is refused.
  @Test func anIdThatStandsLastIsTheCommandsOwn() throws {
    let scratch = try Scratch()
    _ = try scratch.run("health-journal init")
    let lines = (0..<3).map { _ in Self.withIdLast(UUID().uuidString, "a") }
    let twice = #"{"id":"x","# + lines[2].dropFirst()
    try scratch.write(lines[0] + lines[1] + twice, to: "lines")
    let answers = try scratch.run("health-journal append < lines").output.split(separator: "\n")
    #expect(answers.count == 3)
    #expect(answers[0].hasPrefix(#"{"id":"a","seq":2,"#))
    #expect(answers[1].hasPrefix(#"{"id":"a","seq":3,"#))
    #expect(answers[2].contains("malformed") && answers[2].contains("same key twice"))
  }

  /// After a command that the next ones are like, an `id` said twice is refused wherever it
  /// stands.
  @Test func anIdSaidTwiceIsRefused() throws {
    let scratch = try Scratch()
    _ = try scratch.run("health-journal init")
    let commands = (0..<5).map { _ in Client.steps(UUID()).dropLast() }
    let twice = [
      commands[1].replacing(#","event""#, with: #","id":"x","event""#),
      commands[2].replacing(#","by""#, with: #","id":"x","by""#),
      commands[3].replacing(#","objects""#, with: #","id":"x","objects""#),
      commands[4].dropLast() + #","id":"x"}"#,
    ]
    let lines = ([commands[0]] + twice.flatMap { [$0, $0] }).map { $0 + "\n" }
    try scratch.write(lines.joined(), to: "lines")
    let outcome = try scratch.run("health-journal append < lines")
    let answers = outcome.output.split(separator: "\n")
    #expect(outcome.code == 4 && answers.count == 9)
    #expect(answers.first?.contains("\"seq\":2,") == true)
    for answer in answers.dropFirst() {
      #expect(answer.contains("malformed") && answer.contains("same key twice"))
    }
  }

  /// Standard streams that do not block, as some parents leave them: the program waits for them.
  @Test(.timeLimit(.minutes(20))) func streamsThatDoNotBlockAreWaitedFor() throws {
    let scratch = try Scratch()
    _ = try scratch.run("health-journal init")
    let client = try Client(scratch, blocks: false)
    for number in 2...30 {
      client.send(Client.steps(UUID()))
      #expect(client.answer()?.contains(#""seq":\#(number),"#) == true)
    }
    // More answers than a pipe holds, to commands that fit into one.
    client.send(String(repeating: "x\n", count: 4_000))
    client.waitUntilOutputIsFull()
    for _ in 0..<4_000 { #expect(client.answer()?.contains("malformed") == true) }
    #expect(client.finish() == 4)
  }

  @Test(.timeLimit(.minutes(20))) func anImportWaitsForInputThatDoesNotBlock() throws {
    let scratch = try Scratch()
    _ = try scratch.run("health-journal init")
    let client = try Client(scratch, "import apple-health -", blocks: false)
    let export = try String(
      contentsOf: Project.root.appending(path: "Fixtures/import/apple-health/records.xml"),
      encoding: .utf8)
    // By then the program waits for the rest.
    client.send(String(export.prefix(200)))
    usleep(200_000)
    client.send(String(export.dropFirst(200)))
    #expect(client.finish() == 0)
    #expect(try scratch.run("health-journal audit").code == 0)
  }

  /// An `id` is echoed to the byte, also one that no double holds, in answers of every kind.
  @Test func theBytesOfAnIdComeBack() throws {
    let scratch = try Scratch()
    _ = try scratch.run("health-journal init")
    let ids = [
      "9007199254740993", "123456789012345678901234567890", "-0", "1.50", "1e2", #""\u0041\/""#,
      #""é""#,
    ]
    let lines = ids.flatMap { id in
      let uuid = UUID()
      let saved = Client.steps(uuid).replacing(#""id":"\#(uuid)""#, with: #""id":\#(id)"#)
      return [saved, saved, #"{"by":"owner","event":"nope","id":\#(id)}"# + "\n"]
    }
    try scratch.write(lines.joined(), to: "lines")
    let outcome = try scratch.run("health-journal append < lines")
    let answers = outcome.output.split(separator: "\n")
    #expect(answers.count == 3 * ids.count)
    for (place, answer) in answers.enumerated() {
      let next = place % 3 == 0 ? "seq" : "error"
      #expect(answer.hasPrefix(#"{"id":\#(ids[place / 3]),"\#(next)":"#), "\(answer)")
    }
  }

  /// Characters that a terminal obeys or hides are written as escapes, which JSON reads as the same
  /// `id`.
  @Test func anIdObeysNobody() throws {
    let scratch = try Scratch()
    _ = try scratch.run("health-journal init")
    let uuid = UUID()
    let id = "\"a\u{9B}31m\u{7F}\u{202E}\u{E0041}é\""
    let saved = Client.steps(uuid).replacing(#""id":"\#(uuid)""#, with: #""id":\#(id)"#)
    try scratch.write(
      saved + saved + #"{"by":"owner","event":"nope","id":\#(id)}"# + "\n", to: "lines")
    let outcome = try scratch.run("health-journal append < lines")
    let answers = outcome.output.split(separator: "\n")
    #expect(answers.count == 3)
    for answer in answers {
      #expect(answer.hasPrefix(##"{"id":"a\u009b31m\u007f\u202e\udb40\udc41é","##), "\(answer)")
    }
  }
}
