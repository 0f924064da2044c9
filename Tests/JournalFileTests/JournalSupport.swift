import ByteTools
import HealthEvents
import HealthModel
import JournalFile
import JournalTestSupport

/// What a reader of the library gets out of a journal.
struct Reading {
  let scan: JournalScan
  let entries: [Entry]
  var events: [Event] { entries.compactMap { $0.event } }
}

/// Reads the inside of a line as the general path does.
func scanned(_ line: RawSpan) throws(LineProblem) -> ScannedLine {
  let entry = try LineCodec.decode(line)
  return ScannedLine(sequence: entry.sequence, at: entry.at)
}

/// Reads the journal in a folder, verifying its chain.
func read(_ folder: String, on system: any FileSystem) throws -> Reading {
  var entries: [Entry] = []
  let reader = try JournalReader(folder, on: system)
  let scan = try reader.scan(verifyingChain: true) { line, _ in
    let entry = try LineCodec.decode(line)
    entries.append(entry)
    return ScannedLine(sequence: entry.sequence, at: entry.at)
  }
  return Reading(scan: scan, entries: Array(entries.prefix(Int(scan.head.sequence))))
}

/// Reads these bytes as the lines of a journal.
func read(_ bytes: [UInt8]) throws -> Reading { try read("/j", on: memory(bytes)) }

/// A system whose journal `/j` holds these bytes.
func memory(_ bytes: [UInt8]) throws -> MemorySystem {
  let system = MemorySystem()
  try system.createDirectory("/j")
  system["/j/events.ndjson"] = bytes
  return system
}

/// Opens a journal to write to it.
func openWriter(_ folder: String, on system: any FileSystem) throws -> JournalWriter {
  try JournalWriter.open(folder, on: system) { line, _ in try scanned(line) }
}

func decode(_ line: [UInt8]) throws(LineProblem) -> Entry {
  try LineCodec.decode(unsafe line.span.bytes)
}

/// The lines of a file, without their line feeds; a last one without a feed is left out.
func lines(of bytes: [UInt8]) -> [[UInt8]] {
  bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).dropLast()
    .map { Array($0) }
}

/// Ends a line by hand: `inside` is everything before `,"chain":"`.
func sealed(_ inside: String, after previous: Digest) -> (line: [UInt8], chain: Digest) {
  let covered = Array(inside.utf8)
  let chain = Chain.link(previous, Chain.digest(of: unsafe covered.span.bytes))
  return (covered + Array(",\"chain\":\"\(chain.hexText)\"}".utf8), chain)
}

/// A journal of these lines, each everything before `,"chain":"`.
func sealed(_ insides: [String]) -> [UInt8] {
  var chain = Digest.zero
  var bytes: [UInt8] = []
  for inside in insides {
    let next = sealed(inside, after: chain)
    chain = next.chain
    bytes += next.line + [UInt8(ascii: "\n")]
  }
  return bytes
}

/// The file with one line erased, as the format says it.
func erasing(_ number: Int, in bytes: [UInt8]) throws -> [UInt8] {
  var writer = JSONWriter()
  for (index, line) in lines(of: bytes).enumerated() {
    guard index == number - 1 else {
      writer.bytes += line + [UInt8(ascii: "\n")]
      continue
    }
    let entry = try decode(line)
    let covered = Array(line.dropLast(JournalLimits.suffixBytes))
    guard let chain = Chain.stated(in: unsafe line.span.bytes) else { continue }
    LineCodec.appendErased(
      sequence: entry.sequence, at: entry.at, digest: Chain.digest(of: unsafe covered.span.bytes),
      chain: chain, to: &writer)
  }
  return writer.bytes
}
