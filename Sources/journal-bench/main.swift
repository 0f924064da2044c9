import HealthExport
import JournalFile

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// How the benchmark is called.
let usage = """
  usage: journal-bench [--events N] [--runs N] [--folder DIR] [--json]

  Measures append (1, 100 and all events a sync), replay with and without the chain verified, latest and
  daily, and an import, on N made-up events (100000). Build with -c release. --folder is where the data
  goes: a disk, not memory; it is made new and removed at the end. Seconds are medians of the runs (3).
  """

struct Usage: Error {}

/// Standard output.
struct Output: TextSink {
  mutating func write(_ bytes: [UInt8]) throws {
    try PosixSystem().append(bytes, to: OpenFile(descriptor: 1))
  }
}

func measure(_ words: [String]) throws {
  var events = 100_000
  var runs = 3
  var parent = "."
  var format = Format.text
  var rest = words[...]
  while let word = rest.popFirst() {
    switch word {
    case "--json": format = .json
    case "--events":
      guard let number = rest.popFirst().flatMap({ Int($0) }), number > 0 else { throw Usage() }
      events = number
    case "--runs":
      guard let number = rest.popFirst().flatMap({ Int($0) }), number > 0 else { throw Usage() }
      runs = number
    case "--folder":
      guard let folder = rest.popFirst() else { throw Usage() }
      parent = folder
    default: throw Usage()
    }
  }
  let folder = "\(parent)/journal-bench-\(getpid())"
  let system = PosixSystem()
  try system.createDirectory(folder)
  defer { try? system.removeDirectory(folder) }
  let all = try Benchmarks(folder: folder, events: events, runs: runs).all()
  var output = Output()
  try format.write(Measurement.table(all), to: &output)
}

do {
  try measure(Array(CommandLine.arguments.dropFirst()))
} catch is Usage {
  print(usage)
  exit(2)
} catch {
  print("journal-bench: \(error)")
  exit(5)
}
