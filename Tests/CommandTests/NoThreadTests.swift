import Foundation
import Testing

/// Where the system gives no thread, commands that use several work on one and come to the same.
@Suite struct NoThreadTests {
  static let compiler = ["/usr/bin/cc", "/usr/bin/clang"].first {
    FileManager.default.isExecutableFile(atPath: $0)
  }

  /// What a process loads before the C library to be refused every thread.
  static let refusal = """
    #include <errno.h>
    #include <pthread.h>
    int pthread_create(pthread_t *thread, const pthread_attr_t *attributes,
                       void *(*start)(void *), void *context) {
      return EAGAIN;
    }
    """

  /// Enough for every command to share its work: some megabytes of lines, a file beyond one.
  private func inputs(_ scratch: Scratch) throws {
    let commands = (0..<9_000).map { number in
      let uuid = "00000000-0000-4000-8000-\(String(100_000_000_000 + number))"
      return Client.steps(UUID(uuidString: uuid) ?? UUID(), number)
    }
    try scratch.write(commands.joined(), to: "commands.ndjson")
    let records = (0..<9_000).map { number in
      #" <Record type="HKQuantityTypeIdentifierStepCount" sourceName="Watch" unit="count" "#
        + #"startDate="2026-03-01 08:00:00 +0100" endDate="2026-03-01 09:00:00 +0100" "#
        + "value=\"\(number)\"/>\n"
    }
    let head = #"<?xml version="1.0" encoding="UTF-8"?>"# + "\n<HealthData locale=\"en_US\">\n"
    try scratch.write(head + records.joined() + "</HealthData>\n", to: "export.xml")
    try scratch.write(Self.refusal, to: "refusal.c")
  }

  @Test(.enabled(if: compiler != nil), .timeLimit(.minutes(20)))
  func everyCommandWorksOnOneThread() throws {
    let scratch = try Scratch()
    try inputs(scratch)
    let compiler = try #require(Self.compiler)
    let built = try scratch.run("\(compiler) -shared -fPIC -o refusal.so refusal.c")
    try #require(built.code == 0, "\(built.errors)")
    // A process that waits for a thread for ever is ended, and its exit code is 124.
    let alone = try results("LD_PRELOAD=$PWD/refusal.so timeout 100 health-journal", scratch)
    #expect(alone == (try results("health-journal", scratch)))
    #expect(alone[0].contains(#""seq":9001,"uuids":["00000000-0000-4000-8000-100000008999"]"#))
    #expect(alone[2].hasPrefix("good: 18003 lines"))
  }

  /// What commands that share work say in a new journal, without what differs from one journal to
  /// the next.
  private func results(_ program: String, _ scratch: Scratch) throws -> [String] {
    let journal = "--journal \(UUID().uuidString).journal"
    _ = try scratch.run("health-journal init \(journal)")
    return try [
      "append --batch 3000 < commands.ndjson", "import export.xml", "audit --threads 4",
      "audit --chain --threads 4", "replay --threads 4 --format csv",
      "replay --verify --threads 4 --format csv", "statistics --type stepCount",
    ].map { command in
      let outcome = try scratch.run("\(program) \(command) \(journal)")
      #expect(outcome.code == 0, "\(program) \(command): \(outcome.errors)")
      let lines = outcome.output.split(separator: "\n")
      let last = lines.first { $0.hasPrefix("good") } ?? lines.last ?? ""
      // How many lines; chain values and seconds follow.
      return last.contains(",") && !last.contains("{")
        ? String(last.prefix { $0 != "," }) : String(last)
    }
  }
}
