import Foundation
import HealthJournal
import Testing

/// `watch` beside writers that come, are killed, and go.
@Suite(.timeLimit(.minutes(20))) struct WatchTests {
  private let scratch: Scratch

  init() throws {
    scratch = try Scratch()
    _ = try scratch.run("health-journal init")
  }

  private func watch(_ options: String = "", journal: String? = nil) throws -> Client {
    let place = journal.map { " --journal \($0)" } ?? ""
    return try Client(scratch, "watch --since 1 --format ndjson \(options)\(place)")
  }

  /// A second journal that lacks the last lines of the first, and those lines.
  private func lagging(by commands: String...) throws -> (journal: String, lines: Data) {
    _ = try scratch.run("cp -r \(Scratch.journal) copy.journal")
    let before = scratch.bytes(Scratch.events).count
    for command in commands { #expect(try scratch.run("health-journal \(command)").code == 0) }
    return ("copy.journal", scratch.bytes(Scratch.events).dropFirst(before))
  }

  private func append(_ bytes: Data, to journal: String) throws {
    let file = try FileHandle(
      forWritingTo: scratch.url.appending(path: "\(journal)/events.ndjson"))
    try file.seekToEnd()
    try file.write(contentsOf: bytes)
    try file.close()
  }

  @Test func goesOnWhenTheWriterIsKilledAndStartedAgain() throws {
    let watch = try watch("--count 60")
    var saved: Set<String> = []
    for _ in 1...3 {
      let writer = try Client(scratch)
      for _ in 1...20 {
        let uuid = UUID()
        writer.send(Client.steps(uuid))
        #expect(writer.answer() != nil)
        saved.insert(uuid.uuidString)
      }
      writer.send(String(Client.steps(UUID()).prefix(100)))
      writer.kill()
    }
    var seen: Set<String> = []
    while let line = watch.answer() {
      #expect(line.hasPrefix(#"{"change":"added","seq":"#))
      seen.formUnion(saved.filter { line.contains($0) })
    }
    #expect(seen == saved)
    #expect(watch.finish() == 0)
  }

  @Test func showsALineWhenItIsThereWhole() throws {
    let (journal, lines) = try lagging(by: "save bodyMass 70 kg", "save bodyMass 71 kg")
    let watch = try watch("--count 2", journal: journal)
    let half = try #require(lines.firstIndex(of: 0x0A)) - 20
    try append(lines[..<half], to: journal)
    usleep(600_000)
    try append(lines[half..<half + 40], to: journal)
    #expect(watch.answer()?.contains(#""value":70,"#) == true)
    try append(lines[(half + 40)...], to: journal)
    #expect(watch.answer()?.contains(#""value":71,"#) == true)
    #expect(watch.finish() == 0)
  }

  @Test func goesOnInAFileThatTookThePlaceOfTheOld() throws {
    let watch = try watch("--count 2")
    #expect(try scratch.run("health-journal save bodyMass 70 kg").code == 0)
    #expect(watch.answer()?.contains(#""value":70,"#) == true)
    // The mark of a failed sync: the next writer copies the lines to a new file.
    let number = try scratch.run("stat -c %i \(Scratch.events)").output
    try scratch.write("sync failed\n", to: Scratch.journal + "/lock")
    #expect(try scratch.run("health-journal save bodyMass 71 kg").code == 0)
    #expect(try scratch.run("stat -c %i \(Scratch.events)").output != number)
    #expect(watch.answer()?.contains(#""value":71,"#) == true)
    #expect(watch.finish() == 0)
  }

  @Test func deletionsNameTheTypeAndOthersArePassedOver() throws {
    let watch = try watch("--count 2 --type stepCount")
    let commands = [
      "save bodyMass 70 kg --uuid 00000000-0000-4000-8000-00000000000A",
      "save stepCount 7 count --uuid 00000000-0000-4000-8000-00000000000B",
      "delete 00000000-0000-4000-8000-00000000000A", "delete 00000000-0000-4000-8000-00000000000B",
    ]
    for command in commands { #expect(try scratch.run("health-journal \(command)").code == 0) }
    #expect(watch.answer()?.contains(#""change":"added","seq":3,"#) == true)
    let deleted = #"{"change":"deleted","seq":5,"uuid":"00000000-0000-4000-8000-00000000000B","#
    #expect(watch.answer() == deleted + #""type":"HKQuantityTypeIdentifierStepCount"}"#)
    #expect(watch.finish() == 0)
  }

  /// What a source may read is asked at the time: what it was refused later, and what is hidden, is
  /// not there, and of what went it hears only where it could see it.
  @Test func aReaderSeesWhatItMayReadAtTheTime() throws {
    let app = "com.example.app"
    #expect(try scratch.run("health-journal watch --as \(app) --type bodyMass").code == 4)
    let watch = try watch("--as \(app) --count 3")
    let mass = "save bodyMass 70 kg --uuid 00000000-0000-4000-8000-00000000000"
    let commands = [
      "\(mass)1", "authorize \(app) --read bodyMass --deny-read stepCount",
      "\(mass)2", "save stepCount 7 count --uuid 00000000-0000-4000-8000-000000000003",
      "delete 00000000-0000-4000-8000-000000000002 00000000-0000-4000-8000-000000000003",
      "authorize \(app) --deny-read bodyMass", "\(mass)4", "authorize \(app) --read bodyMass",
      "\(mass)5",
    ]
    // It shows what it reads as of the last line: each line has to be read before the next.
    for command in commands[..<1] {
      #expect(try scratch.run("health-journal \(command)").code == 0)
    }
    usleep(700_000)
    for command in commands[1..<3] {
      #expect(try scratch.run("health-journal \(command)").code == 0)
    }
    #expect(watch.answer()?.contains(#""added","seq":4,"#) == true)
    for command in commands[3..<5] {
      #expect(try scratch.run("health-journal \(command)").code == 0)
    }
    #expect(
      watch.answer()?.contains(#""deleted","seq":6,"uuid":"00000000-0000-4000-8000-000000000002""#)
        == true)
    for command in commands[5..<7] {
      #expect(try scratch.run("health-journal \(command)").code == 0)
    }
    usleep(700_000)
    for command in commands[7...] {
      #expect(try scratch.run("health-journal \(command)").code == 0)
    }
    #expect(watch.answer()?.contains(#""added","seq":10,"#) == true)
    #expect(watch.finish() == 0)
  }

  @Test func damageEndsItWithThePlace() throws {
    let (journal, lines) = try lagging(by: "save bodyMass 70 kg", "save bodyMass 71 kg")
    let size = scratch.bytes("copy.journal/events.ndjson").count
    let run =
      "health-journal watch --since 1 --journal \(journal) > out 2> err & until test -s out;"
      + " do sleep 0.1; done; cat bad >> \(journal)/events.ndjson; wait $!; code=$?; cat err >&2;"
      + " exit $code"
    let feed = try #require(lines.firstIndex(of: 0x0A)) + 1
    try append(lines[..<feed], to: journal)
    var bad = Data(lines[feed...])
    bad[40] ^= 1
    try bad.write(to: scratch.url.appending(path: "bad"))
    let outcome = try scratch.run(run)
    #expect(outcome.code == 3)
    let place = "line 3, byte \(size + feed - lines.startIndex)"
    #expect(outcome.errors.contains("is damaged at \(place):"), "\(outcome.errors)")
  }

  @Test func withoutAnAnchorItBeginsWithWhatComes() throws {
    _ = try scratch.run("health-journal save bodyMass 70 kg")
    let outcome = try scratch.run(
      "health-journal watch --count 1 --format ndjson > out & "
        + "while kill -0 $! 2> /dev/null; do health-journal save bodyMass 71 kg > /dev/null; "
        + "sleep 0.2; done; wait $!; cat out")
    #expect(outcome.code == 0)
    #expect(outcome.output.split(separator: "\n").count == 1)
    #expect(outcome.output.contains(#""value":71,"#))
  }
}

/// A reading store of the library beside `append`, which writes in a process of its own.
@Suite struct FollowedProcessTests {
  /// Other tests keep this process busy, for minutes on a small machine: five events one after
  /// another are to be heard in time, of the 400 that are written at most. All that are written
  /// come whole, and in order.
  @Test(.timeLimit(.minutes(20))) func eachEventIsHeardWithinASecond() async throws {
    let scratch = try Scratch()
    _ = try scratch.run("health-journal init")
    let reader = try HealthStore(reading: scratch.path(Scratch.journal))
    var news = await reader.observe(types: [.stepCount]).makeAsyncIterator()
    let client = try Client(scratch)
    let clock = ContinuousClock()
    var inTime = 0
    for _ in 1...400 where inTime < 5 {
      let uuid = UUID()
      client.send(Client.steps(uuid))
      #expect(client.answer()?.contains(uuid.uuidString) == true)
      let acknowledged = clock.now
      let heard = try #require(await news.next())
      inTime = clock.now - acknowledged < .seconds(1) ? inTime + 1 : 0
      #expect(heard.added.map(\.uuid.description) == [uuid.uuidString])
    }
    #expect(inTime == 5)
    #expect(client.finish() == 0)
  }
}
