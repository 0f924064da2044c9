import Foundation
import TestSupport
import Testing

/// A sync of the lines that fails, and a process that ends in it: the command says what it knows,
/// and the next one settles the rest. A library that is loaded before the system's makes the call
/// fail.
@Suite(.enabled(if: FaultyDisk.compiler != nil))
struct SyncFaultTests {
  private let scratch: Scratch
  private let uuids = (0..<900).map { _ in UUID() }

  init() throws {
    scratch = try Scratch()
    try scratch.write(FaultyDisk.source, to: "disk.c")
    let compiler = try #require(FaultyDisk.compiler)
    let built = try scratch.run("\(compiler) -shared -fPIC -o disk.so disk.c -ldl")
    #expect(built.code == 0, "\(built.errors)")
    _ = try scratch.run("health-journal init")
    try scratch.write(uuids.map { Client.steps($0) }.joined(), to: "commands")
  }

  /// Appends three batches; the sync of the second one fails, or the process is killed in it.
  private func append(_ how: String, _ output: String) throws -> Outcome {
    // The first sync of the lines is that of opening.
    try scratch.run(
      "LD_PRELOAD=$DIR/disk.so FAULT=\(how) FAULTY_SYNC=3 "
        + "health-journal append --batch 300 < commands \(output)")
  }

  /// What the next writer says, and which of the commands' objects there are then.
  private func settle() throws -> (said: String, kept: Set<String>) {
    let next = try scratch.run("health-journal save bodyMass 70 kg")
    #expect(next.code == 0)
    #expect(try scratch.run("health-journal audit").code == 0)
    let csv = try scratch.run("health-journal samples --type stepCount --format csv").output
    return (next.errors, Set(uuids.map(\.uuidString).filter { csv.contains($0) }))
  }

  @Test func threeOutcomesAreToldApart() throws {
    let outcome = try append("fail", "")
    #expect(outcome.code == 5 && outcome.complaints.count == 1)
    let answers = outcome.output.split(separator: "\n")
    #expect(answers.count == 900)
    #expect(answers[..<300].allSatisfy { $0.contains(#""seq":"#) })
    for (index, answer) in answers[300...].enumerated() {
      #expect(answer.contains(index < 300 ? #""code":"unknown""# : #""code":"notWritten""#))
      #expect(answer.contains(uuids[300 + index].uuidString))
    }
    let (said, kept) = try settle()
    #expect(said.contains("lines 302 to 601") && said.contains("they are kept"))
    #expect(kept == Set(uuids[..<600].map(\.uuidString)))
    // Run again: what is there is refused as known, never doubled.
    let again = try scratch.run("health-journal append --batch 300 < commands")
    let codes = again.output.split(separator: "\n").map { $0.contains(#""seq":"#) }
    #expect(codes == (0..<900).map { $0 >= 600 })
  }

  /// The answers cannot be written, the process is killed: the doubt is noted all the same.
  @Test(arguments: [("fail", "> /dev/full"), ("fail", "| head -n 1"), ("kill", "> answers")])
  func howeverTheProcessEndsTheDoubtIsNoted(_ how: String, _ output: String) throws {
    _ = try append(how, output)
    let (said, kept) = try settle()
    #expect(said.contains("they are kept"))
    #expect(kept.isSuperset(of: uuids[..<300].map(\.uuidString)))
    #expect(try scratch.run("health-journal save bodyMass 71 kg").errors == "")
  }
}

/// A library for LD_PRELOAD: the sync number `FAULTY_SYNC` of `events.ndjson` takes a while and
/// fails, or kills the process.
private enum FaultyDisk {
  /// The compiler of C that comes with Swift.
  static let compiler: String? = (ProcessInfo.processInfo.environment["PATH"] ?? "")
    .split(separator: ":").map { $0 + "/clang" }
    .first { FileManager.default.isExecutableFile(atPath: $0) }

  static let source = """
    #define _GNU_SOURCE
    #include <dlfcn.h>
    #include <errno.h>
    #include <signal.h>
    #include <stdio.h>
    #include <stdlib.h>
    #include <string.h>
    #include <unistd.h>

    static int number;

    static int faulty(int file) {
      char link[64], path[4096] = {0};
      snprintf(link, sizeof link, "/proc/self/fd/%d", file);
      if (readlink(link, path, sizeof path - 1) < 0) return 0;
      if (!strstr(path, "events.ndjson")) return 0;
      if (++number != atoi(getenv("FAULTY_SYNC"))) return 0;
      usleep(200000);
      if (!strcmp(getenv("FAULT"), "kill")) kill(getpid(), SIGKILL);
      errno = EIO;
      return 1;
    }

    int fdatasync(int file) {
      int (*sync)(int) = dlsym(RTLD_NEXT, "fdatasync");
      return faulty(file) ? -1 : sync(file);
    }

    int fsync(int file) {
      int (*sync)(int) = dlsym(RTLD_NEXT, "fsync");
      return faulty(file) ? -1 : sync(file);
    }

    """
}

/// `kill -9` at a random moment of `append`: what was acknowledged is there.
@Suite struct PowerCutTests {
  /// 200 rounds in 10 journals; every journal goes on from what the last kill left.
  @Test(arguments: 1...10 as ClosedRange<UInt64>)
  func nothingAcknowledgedIsLost(_ seed: UInt64) throws {
    var chance = Dice(seed)
    let scratch = try Scratch()
    _ = try scratch.run("health-journal init")
    var acknowledged: Set<String> = []
    for _ in 1...20 {
      let new = try round(scratch, &chance)
      acknowledged.formUnion(new)
      let text = String(decoding: scratch.bytes(Scratch.events), as: UTF8.self)
      let lost = new.filter { !text.contains($0) }
      #expect(lost.isEmpty, "seed \(seed)")
    }
    // The next writer sets a torn end aside; after that everything is in order.
    #expect(try scratch.run("health-journal save bodyMass 70 kg").code == 0)
    #expect(try scratch.run("health-journal audit").code == 0, "seed \(seed)")
    let samples = try scratch.run("health-journal samples --type stepCount --format csv").output
    #expect(acknowledged.filter { !samples.contains($0) } == [], "seed \(seed)")
  }

  /// One life of `append`: some commands at once or one by one, and a kill after some answers or
  /// some milliseconds.
  ///
  /// - Returns: the uuids that were acknowledged.
  private func round(_ scratch: Scratch, _ chance: inout Dice) throws -> [String] {
    let client = try Client(scratch, "append --batch \(1 + chance.below(8))")
    let uuids = (0..<(1 + chance.below(30))).map { _ in UUID() }
    var answers: [String] = []
    if chance.below(2) == 0 {
      client.send(uuids.map { Client.steps($0) }.joined())
      if chance.below(2) == 0 {
        for _ in 0..<chance.below(uuids.count + 1) { answers += client.answer().map { [$0] } ?? [] }
      } else {
        usleep(UInt32(chance.below(25_000)))
      }
    } else {
      for uuid in uuids.prefix(chance.below(8)) {
        client.send(Client.steps(uuid))
        answers += client.answer().map { [$0] } ?? []
      }
      client.send(String(Client.steps(uuids[0]).prefix(chance.below(200))))
    }
    client.kill()
    while let answer = client.answer() { answers.append(answer) }
    return answers.filter { $0.contains(#""seq""#) }.compactMap { answer in
      uuids.map(\.uuidString).first { answer.contains($0) }
    }
  }
}
