import JournalFile

/// Starts programs from a small process of its own and measures them there: on Linux the peak of a
/// program is never less than that of the process which started it.
struct Launcher {
  /// The hidden word before a program that this one is to start.
  static let word = "--process"

  /// The path of `journal-bench` itself.
  let own: String
  /// Where answers may be written.
  let folder: String

  /// The command, which is built beside the benchmark.
  var command: String {
    (own.lastIndex(of: "/").map { String(own[...$0]) } ?? "./") + "health-journal"
  }

  /// Runs a program.
  ///
  /// - Parameter words: its path and its arguments.
  /// - Throws: `EndedProcess.Failure`, also where its exit code is not 0.
  func run(_ words: [String]) throws -> EndedProcess {
    let path = folder + "/process"
    let launched = try EndedProcess.run([own, Self.word] + words, output: path)
    let system = PosixSystem()
    let file = try system.open(path, .read)
    defer { system.close(file) }
    var bytes = [UInt8](repeating: 0, count: 256)
    let count = try system.readNext(file, into: &bytes, from: 0)
    let answer = String(decoding: bytes[..<count], as: UTF8.self).split(separator: " ")
    guard launched.code == 0, answer.count == 2, let seconds = Double(answer[0]),
      let peak = Int(answer[1])
    else { throw EndedProcess.Failure.failed(words, code: launched.code) }
    return EndedProcess(seconds: seconds, peakBytes: peak, code: 0)
  }

  /// What the small process does: it runs the program and says what it took.
  static func launch(_ words: [String]) throws -> (answer: String, code: Int32) {
    let ended = try EndedProcess.run(words)
    return ("\(ended.seconds) \(ended.peakBytes)", ended.code)
  }
}
