import ByteTools

/// Some lines of a journal that stand one after the other, read by themselves.
///
/// Whether the first of them follows the line before it can be checked only when that line is known
/// too: see `follows`.
package struct JournalPart: Sendable {
  /// Where the first line begins in the file.
  package let start: UInt64
  /// The position after the last line; before the first one, `sequence` is 0.
  package private(set) var head: Head
  private var first: First?
  private var verifier: ChainVerifier?

  /// What the first line says of itself.
  private struct First {
    var line: ScannedLine
    var stated: Digest
    /// The digest of the line where the chain is verified.
    var digest: Digest?
    var showsErasure: Bool
  }

  /// A part whose first line begins at `start`.
  init(from start: UInt64) {
    self.start = start
    head = Head()
    head.offset = start
  }

  /// Whether something was erased from any line, as far as the chain is verified.
  package var metErasure: Bool {
    (first?.showsErasure ?? false) || (verifier?.metErasure ?? false)
  }

  /// Whether there is no line in it.
  package var isEmpty: Bool { first == nil }

  /// Moves over the next line, or says why it does not follow the one before it in this part. That
  /// a chain value is bad may come to light later, `finish` at the latest. Where the chain is not
  /// verified, `head.chain` is not read.
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

  /// To be called after the last line: says whether the chain value of any line but the first is
  /// bad.
  mutating func finish() throws(LineProblem) { try verifier?.finish() }

  /// Whether the first line follows a position, as `Head.advance` has it. A part without lines
  /// follows any position at its start.
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

extension JournalReader {
  /// Positions between lines that cut what stands after `start` into parts of about the same size:
  /// the first is `start`, and the last is `end`, a position between lines; nil: after the last
  /// complete line.
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

  /// The first beginning of a line after an offset; nil where no line ends after it.
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
