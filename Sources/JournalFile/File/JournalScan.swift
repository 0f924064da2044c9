import ByteTools
package import HealthModel

/// One line on its way through a scan.
package struct ScannedLine: Hashable, Sendable {
  /// Its number.
  package var sequence: UInt64
  /// When it was recorded.
  package var at: Instant
  /// Whether it has been seen to end in a chain value. Of all lines' values only the last one is
  /// asked for where none is verified, so they are not read on the way.
  package var endsInChain: Bool

  /// A line of this number and time.
  package init(sequence: UInt64, at: Instant, endsInChain: Bool = false) {
    self.sequence = sequence
    self.at = at
    self.endsInChain = endsInChain
  }
}

/// What a scan of a journal's lines found.
package struct JournalScan: Sendable {
  /// What follows the last good line.
  package enum Tail: Hashable, Sendable {
    /// Nothing, or nothing that was asked for.
    case clean
    /// Bytes that were never acknowledged. Complete lines may be among them, after a page that the
    /// disk lost; `JournalEnding` has the rules.
    case torn(bytes: UInt64)
    /// A bad or missing line that was acknowledged, or may have been: it lies in the part that is
    /// known to be on the disk, or a complete line stands at its offset or after it.
    case damaged(LineProblem)
  }

  /// The position after the last good line.
  package var head = Head()
  /// What follows.
  package var tail = Tail.clean

  /// Reads all lines in order, checks what every line owes to the one before it, and hands them on.
  ///
  /// - Parameters:
  ///   - start: the position after a line that stands in the file, from which lines are read.
  ///   - end: the size of the file.
  ///   - linesEnd: the position after the last line to read; nil: the end.
  ///   - durable: the part that is known to be on the disk: a bad line in it is damage, what
  ///     follows it may be torn.
  ///   - verifyingChain: whether chain values are computed and compared, or only read.
  ///   - erasedMayLackVoucher: whether the caller itself checks that an `erase` vouches for each
  ///     line that was erased whole.
  ///   - body: reads the inside of a line from its bytes and its offset, and returns its number and
  ///     time. It throws a `LineProblem` where the line is bad, and returns nil to stop before the
  ///     line.
  /// - Throws: only what the system or `body` throws beside `LineProblem`.
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
  /// Whether a line with this chain value ends at this offset of a file.
  package func stands(
    in file: OpenFile, on system: any FileSystem, size: UInt64
  ) throws(SystemFailure) -> Bool {
    guard offset <= size else { return false }
    return try Self.chain(endingAt: offset, in: file, on: system) == chain
  }

  /// The chain value of the line that ends, with its line feed, at this offset of a file; nil: none
  /// does.
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

  /// The position before the line with a number. The lines before that one are good, and `lines`
  /// hands them out from this position on.
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

  /// Moves over a line that follows this position, or says why it does not follow. Where it is only
  /// known that the line ends in a chain value, `chain` stays as it was.
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
