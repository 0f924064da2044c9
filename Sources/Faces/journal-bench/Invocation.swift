import ByteTools
import HealthExport
import JournalFile

/// The call of the benchmark, read from its words.
struct Invocation {
  static let usage = """
    usage: journal-bench [--events N] [--runs N] [--folder DIR] [--json] [--compare FILE]

    Measures replay, views, append, import, queries, memory and growth on N made-up events (100000), each in
    turns with a yardstick: fixed work that no tuning changes. The ratio, yardstick ÷ measured, is what
    travels between machines: greater is better. Figures are medians of the runs (5). Build with -c release,
    health-journal too. --folder is where the data goes: a disk, not memory; it is made new and removed at
    the end.

    --compare FILE takes the ratios that an earlier run wrote with --json and the same --events, and fails
    with 1 where one has fallen by more than a fifth.
    """

  /// The reason why the words are no call.
  enum Misuse: Error {
    /// The words do not match the usage.
    case words
    /// The baseline is missing, or not what `--json` writes.
    case baseline(String)
    /// The baseline was made on another number of events.
    case size(Int?)
    /// The system did not give them, or not as text.
    case unreadable(String)
  }

  var events = 100_000
  var runs = 5
  var parent = "."
  var format = Format.text
  /// The path of the file of the baseline.
  var baseline: String?

  init(_ words: ArraySlice<String>) throws(Misuse) {
    var rest = words
    while let word = rest.popFirst() {
      switch word {
      case "--json": format = .json
      case "--events": events = try Self.number(rest.popFirst())
      case "--runs": runs = try Self.number(rest.popFirst())
      case "--folder": parent = try Self.text(rest.popFirst())
      case "--compare": baseline = try Self.text(rest.popFirst())
      default: throw .words
      }
    }
  }

  private static func number(_ word: String?) throws(Misuse) -> Int {
    guard let number = word.flatMap({ Int($0) }), number > 0 else { throw .words }
    return number
  }

  private static func text(_ word: String?) throws(Misuse) -> String {
    guard let word, !word.isEmpty else { throw .words }
    return word
  }
}

extension Invocation.Misuse {
  /// The message with the correct usage.
  var message: String {
    switch self {
    case .words: Invocation.usage
    case .unreadable(let message): "journal-bench: \(message)"
    case .baseline(let path): "journal-bench: \(path) is not there, or not what --json writes"
    case .size(let events):
      "journal-bench: the baseline was made with another --events"
        + (events.map { ": give --events \($0), or make it anew" } ?? "; make it anew")
    }
  }
}

/// Starts programs from a small process of its own and measures them there: on Linux the peak of a
/// program is never less than that of the process which started it.
struct Launcher {
  /// The hidden word before a program that this one is to start.
  static let word = "--process"

  /// The path of `journal-bench` itself.
  let own: String
  /// The folder of the answers.
  let folder: String

  /// The path of the command, which is built in the same folder as the benchmark.
  var command: String {
    (own.lastIndex(of: "/").map { String(own[...$0]) } ?? "./") + "health-journal"
  }

  /// Runs a program.
  ///
  /// - Parameters:
  ///   - words: its path and its arguments.
  ///   - mostCode: the greatest exit code that is no failure.
  /// - Throws: `EndedProcess.Failure`, also where its exit code is another.
  func run(_ words: [String], mostCode: Int32 = 0) throws -> EndedProcess {
    let path = folder + "/process"
    let launched = try EndedProcess.run([own, Self.word] + words, output: path)
    let system = PosixSystem()
    let file = try system.open(path, .read)
    defer { system.close(file) }
    var bytes = [UInt8](repeating: 0, count: 256)
    let count = try system.readNext(file, into: &bytes, from: 0)
    let answer = String(decoding: bytes[..<count], as: UTF8.self).split(separator: " ")
    guard (0...mostCode).contains(launched.code), answer.count == 2,
      let seconds = Double(answer[0]),
      let peak = Int(answer[1])
    else { throw EndedProcess.Failure.failed(words, code: launched.code) }
    return EndedProcess(seconds: seconds, peakBytes: peak, code: 0)
  }

  /// Runs the program in the small process and reports its time and memory.
  static func launch(_ words: [String]) throws -> (answer: String, code: Int32) {
    let ended = try EndedProcess.run(words)
    return ("\(ended.seconds) \(ended.peakBytes)", ended.code)
  }
}

/// A program that ran to its end.
struct EndedProcess {
  /// The time between its start and its end, in seconds.
  var seconds: Double
  /// The most memory that it took.
  var peakBytes: Int
  /// Its exit code; 128 and more: a signal ended it.
  var code: Int32

  /// The reason why there is no result.
  enum Failure: Error {
    /// It did not do what it was to do.
    case failed([String], code: Int32)
  }

  /// Starts a program, whose output goes to a file, and waits for its end.
  ///
  /// - Parameter words: its path and its arguments.
  static func run(
    _ words: [String], output: String = "/dev/null"
  ) throws(SystemFailure) -> EndedProcess {
    let start = ContinuousClock.now
    let end = try SpawnedProcess(words, environment: environment, output: .file(output)).wait()
    let seconds = Turns.seconds(ContinuousClock.now - start)
    return EndedProcess(seconds: seconds, peakBytes: end.peakBytes, code: end.code)
  }

  /// The environment variables that programs get: the paths of libraries, and the way to hash.
  private static var environment: [String] {
    let names = ["PATH", "HOME", "LD_LIBRARY_PATH", "HEALTH_JOURNAL_SHA256"]
    return names.compactMap { name in
      SystemFacts.variable(name).map { "\(name)=\(String(decoding: $0, as: UTF8.self))" }
    }
  }
}
