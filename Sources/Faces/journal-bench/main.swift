import ByteTools
import HealthExport
import JournalFile
import ProgramStart

/// Standard output or standard error.
struct Output: TextSink {
  var descriptor: Int32 = 1

  mutating func write(_ bytes: [UInt8]) throws {
    try PosixSystem().append(bytes, to: OpenFile(descriptor: descriptor))
  }

  mutating func write(_ text: String) throws { try write(Array(text.utf8)) }
}

/// Reads the baseline before anything is measured, which takes a while.
func baseline(_ call: Invocation) throws(Invocation.Misuse) -> Baseline? {
  guard let path = call.baseline else { return nil }
  var bytes = [UInt8](repeating: 0, count: 1 << 20)
  let system = PosixSystem()
  guard let file = try? system.open(path, .readForeign),
    let count = try? system.read(file, at: 0, into: &bytes, from: 0),
    let baseline = Baseline(json: Array(bytes[..<count]))
  else { throw .baseline(path) }
  guard baseline.events == call.events else { throw .size(baseline.events) }
  return baseline
}

/// Measures in a new folder, and compares.
func run(_ call: Invocation, own: String) throws -> Int32 {
  let baseline = try baseline(call)
  let folder = "\(call.parent)/journal-bench-\(getpid())"
  let system = PosixSystem()
  try system.createDirectory(folder)
  defer { try? system.removeDirectory(folder) }
  let launcher = Launcher(own: own, folder: folder)
  let workshop = Workshop(launcher: launcher, events: call.events, runs: call.runs)
  let all = try Benchmarks(workshop: workshop).all()
  var output = Output()
  guard let baseline else {
    try call.format.write(Measurement.table(all), to: &output)
    return 0
  }
  let comparison = Comparison(all, with: baseline)
  try call.format.write(comparison.table, to: &output)
  var errors = Output(descriptor: 2)
  for failure in comparison.failures { try errors.write("journal-bench: \(failure)\n") }
  return comparison.failures.isEmpty ? 0 : 1
}

/// Runs the benchmark, or one of the small processes that it starts.
func start(_ own: String, _ arguments: ProgramArguments) throws -> Int32 {
  let words: [String]
  switch arguments {
  case .words(let all): words = all
  case .unavailable(let message), .notUTF8(let message):
    throw Invocation.Misuse.unreadable(message)
  }
  switch words.first {
  case Launcher.word:
    let (answer, code) = try Launcher.launch(Array(words.dropFirst()))
    var output = Output()
    try output.write(answer)
    return code
  case GrowthBenchmarks.word where words.count == 2:
    try GrowthBenchmarks.hold(words[1])
    return 0
  default: return try run(try Invocation(words[...]), own: own)
  }
}

StandardDescriptors.openClosed()

do {
  exit(
    try start(
      CommandLine.arguments.first ?? "",
      ProgramArguments(noted: program_start_word_count(), program_start_byte)))
} catch let misuse as Invocation.Misuse {
  var errors = Output(descriptor: 2)
  try? errors.write(misuse.message + "\n")
  exit(2)
} catch {
  var errors = Output(descriptor: 2)
  try? errors.write("journal-bench: \(error)\n")
  exit(5)
}
