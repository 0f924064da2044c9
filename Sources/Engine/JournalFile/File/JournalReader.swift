package import ByteTools
package import HealthModel

/// Reads a journal without a lock. Bytes after the last complete line are in flight and not read.
///
/// A writer may take lines back meanwhile, and write others in their place: then `consistent` reads
/// again.
package final class JournalReader: Sendable {
  package let paths: JournalPaths
  let system: any FileSystem
  let file: OpenFile
  private let mark: LineMark
  /// The size of the file when it was opened.
  package var size: UInt64 { mark.size }
  /// The position after the last complete line then.
  package var linesEnd: UInt64 { mark.end }
  /// The part that was known to be on the disk then; nil: nothing was known.
  package let durable: DurablePart?

  /// Opens the journal in a folder.
  ///
  /// - Throws: `JournalError`: missing, not regular, or the system's refusal.
  package convenience init(_ folder: String, on system: any FileSystem) throws {
    let paths = system.paths(of: folder)
    let opened = try Self.openWithNotes(paths, on: system)
    self.init(
      paths: paths, system: system, file: opened.file, mark: opened.mark, durable: opened.durable)
  }

  /// Opens the lines with the notes of what is on the disk of them. Where an erasure or a restore
  /// puts another file at the path between the two, both are read again.
  private static func openWithNotes(
    _ paths: JournalPaths, on system: any FileSystem
  ) throws -> (file: OpenFile, mark: LineMark, durable: DurablePart?) {
    // Asked first, so that they are never ahead of the file.
    var durable = LockRecords.read(paths, on: system).durable
    var attempt = 0
    while true {
      attempt += 1
      let opened = try open(paths, on: system)
      let noted = durable
      // What cannot be read is told where the lines are read.
      let stands = try? noted?.stands(in: opened.file, on: system, size: opened.mark.size)
      if stands ?? true { return (opened.file, opened.mark, noted) }
      durable = LockRecords.read(paths, on: system).durable
      if durable == noted || attempt == attempts { return (opened.file, opened.mark, durable) }
      system.close(opened.file)
    }
  }

  private init(
    paths: JournalPaths, system: any FileSystem, file: OpenFile, mark: LineMark,
    durable: DurablePart?
  ) {
    self.durable = durable
    self.paths = paths
    self.system = system
    self.file = file
    self.mark = mark
  }

  private static func open(
    _ paths: JournalPaths, on system: any FileSystem
  ) throws(JournalError) -> (file: OpenFile, mark: LineMark) {
    do throws(SystemFailure) {
      let file = try system.open(paths.events, .read)
      do {
        return (file, try LineMark(file, on: system))
      } catch {
        system.close(file)
        throw error
      }
    } catch {
      throw JournalError(error, opening: paths)
    }
  }

  deinit { system.close(file) }

  /// Reads all lines after a position in order; see `JournalScan.scan`.
  package func scan(
    from start: Head = Head(), verifyingChain: Bool = false, erasedMayLackVoucher: Bool = false,
    body: (RawSpan, UInt64) throws -> ScannedLine?
  ) throws -> JournalScan {
    try JournalScan.scan(
      file, on: system, from: start, to: size, linesEnd: max(linesEnd, start.offset),
      durable: durable, verifyingChain: verifyingChain,
      erasedMayLackVoucher: erasedMayLackVoucher, body: body)
  }

  /// The file that is read; nil: the system does not say.
  package var identity: FileIdentity? { try? system.status(of: file).identity }

  /// True if all content of the file when it was opened was known to be on the disk.
  package var isWhollyDurable: Bool { durable?.offset == size }

  /// Returns true if a line with the chain value of `head` ends at its offset.
  package func holds(_ head: Head) throws(SystemFailure) -> Bool {
    try head.stands(in: file, on: system, size: size)
  }

  /// Returns a line reader without a range, which `LineReader.restart` gives it.
  package func lines() -> LineReader { LineReader(file, on: system, from: 0, to: 0) }

  /// Reads the chain value of the last line if it was not read before.
  package func readChain(of head: inout Head) throws(SystemFailure) {
    try head.readChain(from: Head(), in: file, on: system)
  }

  /// Returns the chain value of the line that ends at an offset; nil: none does.
  package func chain(endingAt offset: UInt64) throws(SystemFailure) -> Digest? {
    try Head.chain(endingAt: offset, in: file, on: system)
  }

  /// The position after the last line that its writer does not take back: the last complete line,
  /// but while lines are written without a sync, the last one that is known to be on the disk.
  package var settledEnd: UInt64 {
    get throws { durable?.canHaveHolesAfter == true ? try durableEnd : linesEnd }
  }

  /// Returns the position before the last line that is known to be on the disk, or before the last
  /// complete line if nothing is known: a scan from there reads that line and those after it. If
  /// that line is not sound, it is the beginning.
  package func beforeLastLine() throws -> Head {
    let end = try durableEnd
    var head = Head()
    head.offset = try LineMark.lastLineEnd(in: file, size: max(end, 1) - 1, on: system)
    head.chain = try chain(endingAt: head.offset) ?? .zero
    try forEachLine(from: head.offset, to: end, window: 1 << 12) { line, _ in
      if let entry = try? LineCodec.decode(line) { head.sequence = max(entry.sequence, 1) - 1 }
      return false
    }
    return head.sequence > 0 ? head : Head()
  }

  /// Reads the complete lines from `offset` on, until `body` returns false.
  ///
  /// - Parameters:
  ///   - end: a position between lines; nil: after the last complete one.
  ///   - window: how many bytes are read at a time; fewer serve a few lines better.
  package func forEachLine(
    from offset: UInt64, to end: UInt64? = nil, window: Int = LineReader.window,
    _ body: (RawSpan, UInt64) throws -> Bool
  ) throws {
    var reader = LineReader(file, on: system, from: offset, to: end ?? linesEnd, window: window)
    _ = try reader.forEachLine(body)
  }

  /// The greatest number of attempts to read a journal that another process changes meanwhile.
  private static let attempts = 10

  /// Returns the result of `body` for a journal that others may write to meanwhile: for its lines
  /// at one moment. If some were withdrawn before `body` was done, it gets another reader.
  ///
  /// - Parameter body: also returns the scan that it ended with. If that found bytes after the
  ///   lines, and the file has changed meanwhile, `body` is called again.
  /// - Throws: the errors of `body`; `JournalError.linesGone` if lines are withdrawn again and
  ///   again.
  package static func consistent<Found>(
    _ folder: String, on system: any FileSystem,
    _ body: (JournalReader) throws -> (found: Found, scan: JournalScan)
  ) throws -> (reader: JournalReader, found: Found, scan: JournalScan) {
    for attempt in 1...attempts {
      let reader = try JournalReader(folder, on: system)
      let isLast = attempt == attempts
      do {
        let (found, scan) = try body(reader)
        let stands = try reader.mark.stands(in: reader.file, on: system)
        if stands, try isLast || scan.tail == .clean || reader.hasItsSize {
          return (reader, found, scan)
        }
      } catch {
        if try reader.mark.stands(in: reader.file, on: system) { throw error }
      }
    }
    throw JournalError.linesGone(path: system.paths(of: folder).events)
  }

  private var hasItsSize: Bool {
    get throws(SystemFailure) { try system.size(of: file) == size }
  }

  /// True if there are no notes about the lines, and all lines are complete: see `makeDurable`.
  package var hasNoNotes: Bool { durable == nil && linesEnd == size }

  /// Gets the lines of a journal without notes onto the disk, and notes that: an earlier version or
  /// another program wrote them. A `JournalReader` writes nothing else. It does so only while no
  /// writer has the lock, as a writer may take its lines back.
  ///
  /// - Parameter head: the position after the last line, whose chain has been verified.
  /// - Returns: false where there are notes, or a writer, or bytes after that line.
  package func makeDurable(_ head: Head) -> Bool {
    guard hasNoNotes, let lock = try? system.open(paths.lock, .update) else { return false }
    defer { system.close(lock) }
    do {
      // Before the lock is taken, so that no writer has to wait for the disk.
      try system.synchronize(file)
      guard try system.lock(lock, patiently: false), try system.size(of: lock) == 0,
        try system.status(at: paths.lock)?.identity == system.status(of: lock).identity,
        try system.status(at: paths.events)?.identity == system.status(of: file).identity,
        try system.size(of: file) == head.offset, try holds(head)
      else { return false }
      try system.synchronize(file)
      try system.write(LockRecords.content(durable: DurablePart(head)), at: 0, to: lock)
      return true
    } catch {
      return false
    }
  }

  /// Returns positions between lines that cut the bytes after `start` into parts of about the same
  /// size: the first is `start`, and the last is `end`, a position between lines; nil: after the
  /// last complete line.
  package func cuts(
    from start: UInt64, parts: Int, to end: UInt64? = nil
  ) throws -> [UInt64] {
    let end = end ?? linesEnd
    var cuts = [start]
    for part in 1..<max(parts, 1) {
      let wanted = start + (end - start) / UInt64(parts) * UInt64(part)
      guard let cut = try lineStart(after: max(wanted, cuts[cuts.count - 1])), cut <= end
      else { break }
      cuts.append(cut)
    }
    return cuts + [end]
  }

  /// Returns the first beginning of a line after an offset; nil if no line ends after it.
  package func lineStart(after offset: UInt64) throws -> UInt64? {
    var found: UInt64?
    // The reader hands out what stands up to the next line feed, and where that is.
    try forEachLine(from: offset, window: 1 << 12) { line, start in
      found = start + UInt64(line.byteCount) + 1
      return false
    }
    return found
  }

  /// Reads some lines that begin at `start`, each with `body`, which throws a `LineProblem` where a
  /// line is bad.
  ///
  /// - Throws: a `LineProblem` where any line is bad, not always the first; what the system or
  ///   `body` throws.
  package func part(
    _ lines: inout LineReader, from start: UInt64, verifyingChain: Bool,
    body: (RawSpan, UInt64) throws -> ScannedLine
  ) throws -> JournalPart {
    var part = JournalPart(from: start)
    _ = try lines.forEachLine { line, offset in
      try part.advance(over: line, try body(line, offset), verifyingChain: verifyingChain)
      return true
    }
    try part.finish()
    return part
  }
}

extension JournalError {
  /// Creates the error for missing lines at these paths.
  package init(missing paths: JournalPaths) {
    self = paths.areLinesAlone ? .noLines(path: paths.folder) : .missing(path: paths.folder)
  }

  /// Creates the error for a failure to open the lines of a journal.
  init(_ failure: SystemFailure, opening paths: JournalPaths) {
    switch failure.reason {
    case .missing where [paths.events, paths.lock].contains(failure.path):
      self = JournalError(missing: paths)
    case .notRegular: self = .notRegular(path: failure.path)
    case .missing, .exists, .notPermitted, .readOnly, .tooManyOpen, .busy, .closed, .full,
      .replaced, .other:
      self = .system(failure)
    }
  }
}

extension JournalScan {
  /// Returns the damage that a scan found, as an error.
  package func damage(in paths: JournalPaths) -> JournalError? {
    guard case .damaged(let problem) = tail else { return nil }
    switch problem {
    case .newerFormat(let format): return .newerFormat(format, path: paths.folder)
    case .unknownEvent: return .newerFormat(nil, path: paths.folder)
    default: break
    }
    return .damaged(
      Damage(
        path: paths.events, line: head.sequence + 1, offset: head.offset, problem: problem))
  }
}

/// A line on its way through a scan.
package struct ScannedLine: Hashable, Sendable {
  package var sequence: UInt64
  /// The time of its recording.
  package var at: Instant
  /// True if it has been seen to end in a chain value. If no chain value is verified, only the last
  /// one is needed, so the others are not read.
  package var endsInChain: Bool

  package init(sequence: UInt64, at: Instant, endsInChain: Bool = false) {
    self.sequence = sequence
    self.at = at
    self.endsInChain = endsInChain
  }
}

/// The result of scanning a journal's lines.
package struct JournalScan: Sendable {
  /// The kind of the bytes after the last good line.
  package enum Tail: Hashable, Sendable {
    /// Nothing, or nothing that was asked for.
    case clean
    /// Bytes that were never acknowledged. Complete lines may be among them, after a page that the
    /// disk lost; `JournalEnding` has the rules.
    case torn(bytes: UInt64)
    /// A bad or missing line that was acknowledged, or may have been: it is in the part that is
    /// known to be on the disk, or a complete line is at its offset or after it.
    case damaged(LineProblem)
  }

  /// The position after the last good line.
  package var head = Head()
  /// The kind of the bytes that follow.
  package var tail = Tail.clean

  /// Reads all lines in order, checks each line against the one before it, and hands them on.
  ///
  /// - Parameters:
  ///   - start: the position after a line in the file, from which lines are read.
  ///   - end: the size of the file.
  ///   - linesEnd: the position after the last line to read; nil: the end.
  ///   - durable: the part that is known to be on the disk: a bad line in it is damage, bytes
  ///     after it may be torn.
  ///   - verifyingChain: true if chain values are computed and compared, false if only read.
  ///   - erasedMayLackVoucher: true if the caller itself checks that an `erase` vouches for each
  ///     line that was erased whole.
  ///   - body: reads the inside of a line from its bytes and its offset, and returns its number
  ///     and time. It throws a `LineProblem` if the line is bad, and returns nil to stop before the
  ///     line.
  /// - Throws: only the errors of the system or of `body`, except `LineProblem`.
  package static func scan(
    _ file: OpenFile, on system: any FileSystem, from start: Head = Head(), to end: UInt64,
    linesEnd: UInt64? = nil, durable: DurablePart?, verifyingChain: Bool,
    erasedMayLackVoucher: Bool = false,
    body: (RawSpan, UInt64) throws -> ScannedLine?
  ) throws -> JournalScan {
    var scan = JournalScan(head: start)
    var problem: LineProblem?
    var isDone = false
    var vouched = VouchedLines()
    var reader = LineReader(file, on: system, from: start.offset, to: linesEnd ?? end)
    let stop = try reader.forEachLine { line, offset in
      do {
        guard let seen = try body(line, offset) else {
          isDone = true
          return false
        }
        try scan.head.advance(over: line, seen, verifyingChain: verifyingChain)
        if verifyingChain { vouched.take(line, scan.head.sequence) }
        return true
      } catch let found as LineProblem {
        problem = found
        return false
      }
    }
    if !verifyingChain { try scan.head.readChain(from: start, in: file, on: system) }
    if stop.tooLong { problem = .tooLong }
    if !isDone {
      let ending = JournalEnding(file: file, system: system, durable: durable)
      scan.tail = try ending.tail(after: scan.head.offset, to: end, problem)
    } else if vouched.firstWithoutVoucher != nil {
      // The line that vouches for another may stand after the lines that were asked for.
      reader.restart(from: scan.head.offset, to: linesEnd ?? end)
      try vouched.take(restOf: &reader, after: scan.head.sequence)
    }
    // Where a line is damaged, the one that vouches may stand after it.
    if case .damaged = scan.tail { return scan }
    let unvouched =
      erasedMayLackVoucher ? vouched.firstPartWithoutVoucher : vouched.firstWithoutVoucher
    guard let unvouched else { return scan }
    reader.restart(from: start.offset, to: scan.head.offset)
    let head = try start.moved(before: unvouched, in: &reader)
    return JournalScan(head: head, tail: .damaged(.notVouchedFor))
  }
}

extension Head {
  /// Returns true if a line with this chain value ends at this offset of a file.
  package func stands(
    in file: OpenFile, on system: any FileSystem, size: UInt64
  ) throws(SystemFailure) -> Bool {
    guard offset <= size else { return false }
    return try Self.chain(endingAt: offset, in: file, on: system) == chain
  }

  /// Returns the chain value of the line that ends, with its line feed, at this offset of a file;
  /// nil: none does.
  static func chain(
    endingAt offset: UInt64, in file: OpenFile, on system: any FileSystem
  ) throws(SystemFailure) -> Digest? {
    guard offset > UInt64(JournalLimits.suffixBytes) + 1 else { return nil }
    let start = offset - UInt64(JournalLimits.suffixBytes + 2)
    var bytes = try system.bytes(of: file, from: start, to: offset)
    guard bytes.count == JournalLimits.suffixBytes + 2 else { return nil }
    guard bytes.popLast() == UInt8(ascii: "\n") else { return nil }
    return Chain.stated(in: bytes.rawBytes)
  }

  /// Returns the position before the line with a number. The lines before that one are good, and
  /// `lines` hands them out from this position on.
  fileprivate func moved(before number: UInt64, in lines: inout LineReader) throws -> Head {
    var head = self
    _ = try lines.forEachLine { line, _ in
      guard head.sequence + 1 < number else { return false }
      let seen = ScannedLine(sequence: head.sequence + 1, at: try LineCodec.recordedAt(line))
      try head.advance(over: line, seen, verifyingChain: false)
      return true
    }
    return head
  }

  /// Reads the chain value of the last line, where lines came after `start`.
  mutating func readChain(
    from start: Head, in file: OpenFile, on system: any FileSystem
  ) throws(SystemFailure) {
    guard offset > start.offset else { return }
    chain = try Self.chain(endingAt: offset, in: file, on: system) ?? chain
  }

  /// Moves over a line that follows this position, or throws the reason why it does not follow. If
  /// it is only known that the line ends in a chain value, `chain` stays unchanged.
  package mutating func advance(
    over line: RawSpan, _ seen: ScannedLine, verifyingChain: Bool
  ) throws(LineProblem) {
    guard seen.sequence == sequence + 1 else { throw .sequence(expected: sequence + 1) }
    guard seen.at >= at else { throw .timeRanBack }
    if verifyingChain || !seen.endsInChain {
      guard let stated = Chain.stated(in: line) else { throw .noChain }
      if verifyingChain, Chain.value(of: line, after: chain) != stated { throw .chainBroken }
      chain = stated
    }
    sequence = seen.sequence
    at = seen.at
    offset += UInt64(line.byteCount) + 1
  }
}

/// Some consecutive lines of a journal, read by themselves.
///
/// The first of them can be checked against the line before it only when that line is known too:
/// see `follows`.
package struct JournalPart: Sendable {
  /// The offset of the first line in the file.
  package let start: UInt64
  /// The position after the last line; before the first one, `sequence` is 0.
  package private(set) var head: Head
  private var first: First?
  private var verifier: ChainVerifier?

  /// The statements of the first line about itself.
  private struct First {
    var line: ScannedLine
    var stated: Digest
    /// The digest of the line where the chain is verified.
    var digest: Digest?
    var showsErasure: Bool
  }

  /// Creates a part whose first line begins at `start`.
  init(from start: UInt64) {
    self.start = start
    head = Head()
    head.offset = start
  }

  /// True if something was erased from any line, as far as the chain is verified.
  package var metErasure: Bool {
    (first?.showsErasure ?? false) || (verifier?.metErasure ?? false)
  }

  /// True if there is no line in it.
  package var isEmpty: Bool { first == nil }

  /// Moves over the next line, or throws the reason why it does not follow the one before it in
  /// this part. A bad chain value may be found later, at the latest by `finish`. If the chain is
  /// not verified, `head.chain` is not read.
  mutating func advance(
    over line: RawSpan, _ seen: ScannedLine, verifyingChain: Bool
  ) throws(LineProblem) {
    guard first == nil else {
      try head.advance(over: line, seen, verifyingChain: false)
      try verify(line)
      return
    }
    guard let stated = Chain.stated(in: line) else { throw .noChain }
    first = First(
      line: seen, stated: stated, digest: verifyingChain ? Chain.digest(ofLine: line) : nil,
      showsErasure: verifyingChain && Chain.remains(ofLine: line) != nil)
    verifier = verifyingChain ? ChainVerifier(after: stated) : nil
    head.sequence = seen.sequence
    head.at = seen.at
    head.chain = stated
    head.offset += UInt64(line.byteCount) + 1
  }

  private mutating func verify(_ line: RawSpan) throws(LineProblem) {
    guard verifier != nil else { return }
    guard let stated = Chain.stated(in: line) else { throw .noChain }
    head.chain = stated
    try verifier?.take(line, stated: stated)
  }

  /// Ends the check after the last line: throws if the chain value of any line but the first is
  /// bad.
  mutating func finish() throws(LineProblem) { try verifier?.finish() }

  /// Returns true if the first line follows a position, as `Head.advance` checks it. A part without
  /// lines follows any position at its start.
  package func follows(_ previous: Head) -> Bool {
    guard start == previous.offset else { return false }
    guard let first else { return true }
    guard first.line.sequence == previous.sequence + 1, first.line.at >= previous.at else {
      return false
    }
    guard let digest = first.digest else { return true }
    return Chain.link(previous.chain, digest) == first.stated
  }
}

/// The position after a line: what the next one continues.
package struct Head: Hashable, Sendable {
  /// The number of the last line; 0: none yet.
  package var sequence: UInt64 = 0
  /// The offset of the next line in the file.
  package var offset: UInt64 = 0
  package var chain = Digest.zero
  /// The time when the last line was recorded.
  package var at = Instant(microseconds: .min)

  /// Creates the position before the first line.
  package init() {}

  /// The chain value as 64 lower-case hex digits.
  package var chainText: String { chain.hexText }
}
