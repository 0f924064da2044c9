import ByteTools
import HealthEvents
import HealthModel
import JournalFile

/// Writes the lines of a journal again without what is erased, and after them what was done.
struct ErasedLines {
  /// How many lines one `erase` names at most: each takes some hundred bytes, and a line has a
  /// bound.
  private static let mostNamed = 50_000
  /// How many tombstones one `erase` has at most: 19 bytes each.
  private static let mostTombstones = 250_000

  private let eraser: LineEraser
  private let file: ReplacementFile
  private let system: any FileSystem
  private var output = JSONWriter()
  /// The position after the last line that was written.
  private(set) var head = Head()
  private var erased: [UInt64] = []
  private var kept: [KeptLine] = []

  init(_ eraser: LineEraser, to file: ReplacementFile, on system: any FileSystem) {
    self.eraser = eraser
    self.file = file
    self.system = system
  }

  /// Takes the next line.
  mutating func take(_ line: RawSpan) throws -> ScannedLine {
    let entry = try LineCodec.decode(line)
    guard let stated = Chain.stated(in: line) else { throw LineProblem.noChain }
    let before = output.bytes.count
    switch eraser.outcome(of: entry) {
    case .kept:
      output.bytes.append(contentsOf: line)
      output.bytes.append(UInt8(ascii: "\n"))
    case .erased:
      erased.append(entry.sequence)
      LineCodec.appendErased(
        sequence: entry.sequence, at: entry.at, digest: try Self.original(line),
        chain: stated, to: &output)
    case .rewritten(let event): try rewrite(entry, as: event, line, stated)
    }
    (head.sequence, head.at, head.chain) = (entry.sequence, entry.at, stated)
    head.offset += UInt64(output.bytes.count - before)
    if output.bytes.count >= 1 << 20 { try flush() }
    return ScannedLine(sequence: entry.sequence, at: entry.at)
  }

  private mutating func rewrite(
    _ entry: Entry, as event: Event, _ line: RawSpan, _ chain: Digest
  ) throws {
    let start = output.bytes.count
    let digest = LineCodec.appendRewritten(
      (entry.sequence, entry.at, entry.by ?? ""), event: event, salt: salt(),
      original: try Self.original(line), chain: chain, to: &output)
    guard output.bytes.count - start - 1 <= JournalLimits.lineBytes else {
      throw ErasureProblem.tooLong(line: entry.sequence)
    }
    kept.append(KeptLine(sequence: entry.sequence, digest: digest.hexText))
  }

  private static func original(_ line: RawSpan) throws -> Digest {
    guard let digest = Chain.digest(ofLine: line) else { throw LineProblem.noChain }
    return digest
  }

  private func salt() -> Salt { Salt(random: (system.random(), system.random())) }

  private mutating func flush() throws {
    guard !output.bytes.isEmpty else { return }
    try file.append(output.bytes)
    output.bytes.removeAll(keepingCapacity: true)
  }

  /// Says after the lines what was erased, in one line or several.
  ///
  /// - Returns: the numbers of those lines.
  mutating func finish(reason: String, _ tombstones: Tombstones?) throws -> ClosedRange<UInt64> {
    let first = head.sequence + 1
    let now = system.now()
    let at = max(head.at, Instant(microseconds: now - now % 1_000))
    var hashes = (tombstones?.hashes ?? [])[...]
    repeat {
      let part = Array(hashes.prefix(Self.mostTombstones))
      hashes = hashes.dropFirst(part.count)
      let erasure = Erasure(
        lines: Array(erased.prefix(Self.mostNamed)), kept: Array(kept.prefix(Self.mostNamed)),
        reason: reason,
        tombstones: part.isEmpty
          ? nil : tombstones.map { Tombstones(salt: $0.salt, hashes: part) })
      erased.removeFirst(erasure.lines.count)
      kept.removeFirst(erasure.kept.count)
      let before = output.bytes.count
      head.chain = LineCodec.append(
        event: .erase(erasure), by: EventActor.owner, sequence: head.sequence + 1, at: at,
        salt: salt(), after: head.chain, to: &output)
      head.sequence += 1
      head.at = at
      head.offset += UInt64(output.bytes.count - before)
    } while !erased.isEmpty || !kept.isEmpty || !hashes.isEmpty
    try flush()
    return first...head.sequence
  }
}
