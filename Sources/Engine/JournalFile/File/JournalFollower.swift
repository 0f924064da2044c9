import ByteTools
import HealthEvents
package import HealthModel

/// Follows a journal while others write to it: hands out each line when it is there whole.
///
/// Writers come and go; the file may be cut back to an earlier line (a write that failed, an import
/// that was withdrawn) or be another file of the same name (recovery, erasure). Lines are shown as
/// soon as they are written, which is a moment before they are acknowledged.
package struct JournalFollower: ~Copyable {
  /// The fate of the lines that were handed out before.
  package enum Outcome: Hashable, Sendable {
    /// They are still there.
    case wentOn
    /// The lines after this one were withdrawn.
    case cutBack(to: UInt64)
    /// The file is of another journal.
    case replaced
  }

  /// The number of the latest chain values that are kept. After a rewrite they show how far the
  /// file is the same.
  private static let remembered = 10_000

  private let paths: JournalPaths
  private let journal: ObjectUUID
  private let system: any FileSystem
  private var file: OpenFile
  /// The position after the last line that was handed out.
  package private(set) var head: Head
  /// The chain values of the latest lines; the last is that of `head`.
  private var chains: [Digest]
  /// The size at which a bad line turned out to be no damage, but bytes that the next writer sets
  /// aside, and the last of these bytes: a new line may have the same length.
  private var torn: (size: UInt64, ending: [UInt8])?

  /// Follows the journal of this identity from after a line on.
  ///
  /// - Throws: `JournalError`.
  package init(
    _ folder: String, journal: ObjectUUID, after head: Head,
    on system: any FileSystem = PosixSystem()
  ) throws {
    self.system = system
    paths = JournalPaths(folder: folder)
    self.journal = journal
    self.head = head
    chains = [head.chain]
    file = try Self.open(paths, system)
  }

  deinit { system.close(file) }

  private static func open(
    _ paths: JournalPaths, _ system: any FileSystem
  ) throws(JournalError) -> OpenFile {
    try JournalError.attempt(try system.open(paths.events, .read)) {
      JournalError($0, opening: paths)
    }
  }

  /// Hands out what has been written since the last call, line by line, until `body` returns false.
  /// Never waits; half a line is left for a later call.
  ///
  /// - Throws: `JournalError.damaged` with the position of a bad line; what `body` throws.
  package mutating func poll(_ body: (Entry) throws -> Bool) throws -> Outcome {
    var outcome = Outcome.wentOn
    let isSame: Bool
    do {
      let there = try system.status(at: paths.events)?.identity
      isSame = try there == system.status(of: file).identity
    } catch {
      throw JournalError(error, opening: paths)
    }
    if !isSame {
      let other = try Self.open(paths, system)
      system.close(file)
      file = other
    }
    if try !isSame || !headStands() { outcome = try findHead() }
    guard outcome != .replaced else { return outcome }
    guard try handOut(body) else { return outcome }
    let found = try findHead()
    if outcome == .wentOn { outcome = found }
    if found != .replaced { _ = try handOut(body) }
    return outcome
  }

  /// Returns true if the last line that was handed out is still there: others of the same length
  /// may have replaced it.
  private func headStands() throws -> Bool {
    try head.sequence == 0
      || head.stands(in: file, on: system, size: system.size(of: file))
  }

  /// Hands out the lines that have come.
  ///
  /// - Returns: true if a bad line was met that may be more than torn bytes.
  private mutating func handOut(_ body: (Entry) throws -> Bool) throws -> Bool {
    let size = try system.size(of: file)
    guard size > head.offset, try !isKnownAsTorn(size) else { return false }
    var isBad = false
    var reader = LineReader(file, on: system, from: head.offset, to: size)
    let stop = try reader.forEachLine { line, _ in
      do {
        let entry = try LineCodec.decode(line)
        let seen = ScannedLine(sequence: entry.sequence, at: entry.at)
        try head.advance(over: line, seen, verifyingChain: true)
        remember(head.chain)
        return try body(entry)
      } catch is LineProblem {
        isBad = true
        return false
      }
    }
    return isBad || stop.tooLong
  }

  private func isKnownAsTorn(_ size: UInt64) throws -> Bool {
    guard let torn, torn.size == size else { return false }
    return try ending(size) == torn.ending
  }

  /// Returns the last bytes of a file of this size.
  private func ending(_ size: UInt64) throws(SystemFailure) -> [UInt8] {
    try system.bytes(of: file, from: size - min(size, 64), to: size)
  }

  private mutating func remember(_ chain: Digest) {
    if chains.count == 2 * Self.remembered { chains.removeFirst(Self.remembered) }
    chains.append(chain)
  }

  /// Reads the file from its first line on and goes back to the last line that is still what it
  /// was. Where the file changes meanwhile, the next call does this.
  private mutating func findHead() throws -> Outcome {
    // Before the size: what is noted by now is in the file.
    let durable = LockRecords.read(paths, on: system).durable
    let mark = try LineMark(file, on: system)
    let (scan, common, found) = try compare(upTo: mark, durable)
    let isUnchanged = try mark.stands(in: file, on: system)
    if isUnchanged, let found, found != journal { return .replaced }
    if let damage = scan.damage(in: paths) {
      if try isUnchanged && system.size(of: file) == mark.size { throw damage }
      return .wentOn
    }
    guard isUnchanged else { return .wentOn }
    if found == nil { return .replaced }
    let isAtHead = common.sequence == scan.head.sequence
    let isTorn = isAtHead && scan.head.offset < mark.size
    torn = isTorn ? (mark.size, try ending(mark.size)) : nil
    return goBack(to: common)
  }

  /// Compares the lines that were handed out with the file.
  ///
  /// - Returns: the content of the file, the position after the last line that was handed out
  ///   unchanged, and the identity of the journal.
  private func compare(
    upTo mark: LineMark, _ durable: DurablePart?
  ) throws -> (scan: JournalScan, common: Head, journal: ObjectUUID?) {
    let first = head.sequence - UInt64(chains.count - 1)
    var (common, found) = (Head(), ObjectUUID?.none)
    var isCommon = true
    let scan = try JournalScan.scan(
      file, on: system, to: mark.size, linesEnd: mark.end, durable: durable,
      verifyingChain: true
    ) { line, offset in
      let entry = try LineCodec.decode(line)
      if case .open(let opening)? = entry.event { found = opening.journal }
      let chain = Chain.stated(in: line)
      if entry.sequence >= first {
        let index = Int(entry.sequence - first)
        isCommon = isCommon && index < chains.count && chains[index] == chain
      }
      if isCommon, let chain {
        common.sequence = entry.sequence
        common.offset = offset + UInt64(line.byteCount) + 1
        common.chain = chain
        common.at = entry.at
      }
      return ScannedLine(sequence: entry.sequence, at: entry.at)
    }
    return (scan, common, found)
  }

  private mutating func goBack(to common: Head) -> Outcome {
    let withdrawn = head.sequence - common.sequence
    chains.removeLast(min(Int(withdrawn), chains.count))
    if chains.isEmpty { chains = [common.chain] }
    head = common
    return withdrawn > 0 ? .cutBack(to: common.sequence) : .wentOn
  }
}
