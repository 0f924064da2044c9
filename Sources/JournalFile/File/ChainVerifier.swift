package import ByteTools

/// Verifies the chain values of lines, two lines at a time: their bytes are hashed side by side,
/// which takes two thirds of the time.
///
/// A line is held back until the next one comes, so this tells that some line is bad, not which.
/// A caller that has to know reads the lines again, with `JournalScan`.
package struct ChainVerifier: Sendable {
  /// The chain value that the last line states.
  private var last: Digest
  /// The covered bytes of a line held back; empty: none is.
  private var held: [UInt8] = []
  /// Whether something was erased from any line, so that an `erase` has to vouch for it.
  package private(set) var metErasure = false
  /// The chain value before the line held back, and the one that it states.
  private var link = (previous: Digest.zero, stated: Digest.zero)
  private let keepsDigests: Bool
  /// The digests of the lines, in order, where they are kept; complete after `finish`.
  package private(set) var digests: [Digest] = []
  /// The index among them of the line held back.
  private var heldIndex = 0

  /// A verifier of the lines after this chain value.
  ///
  /// - Parameter keepsDigests: whether `digests` has those of all lines.
  package init(after last: Digest, keepingDigests keepsDigests: Bool = false) {
    self.last = last
    self.keepsDigests = keepsDigests
  }

  /// Takes the next line and the chain value that it states.
  ///
  /// - Throws: `chainBroken` where this line or the one held back is bad.
  package mutating func take(_ line: RawSpan, stated: Digest) throws(LineProblem) {
    let previous = last
    last = stated
    let covered = line.extracting(0..<line.byteCount - JournalLimits.suffixBytes)
    if let digest = Chain.statedDigest(in: covered) {
      guard Chain.link(previous, digest) == stated else { throw .chainBroken }
      metErasure = true
      keep(digest)
    } else if held.isEmpty {
      held.append(contentsOf: covered)
      link = (previous, stated)
      heldIndex = digests.count
      keep(.zero)
    } else {
      let digests = Chain.digests(of: held.rawBytes, covered)
      held.removeAll(keepingCapacity: true)
      let chains = Chain.links((link.previous, digests.0), (previous, digests.1))
      guard chains == (link.stated, stated) else { throw .chainBroken }
      fillIn(digests.0)
      keep(digests.1)
    }
  }

  /// Verifies the line that is still held back.
  ///
  /// - Throws: `chainBroken` where it is bad.
  package mutating func finish() throws(LineProblem) {
    guard !held.isEmpty else { return }
    let digest = Chain.digest(of: held.rawBytes)
    held = []
    guard Chain.link(link.previous, digest) == link.stated else { throw .chainBroken }
    fillIn(digest)
  }

  private mutating func keep(_ digest: Digest) {
    if keepsDigests { digests.append(digest) }
  }

  /// Puts the digest of the line that was held back at its index.
  private mutating func fillIn(_ digest: Digest) {
    if keepsDigests { digests[heldIndex] = digest }
  }
}

/// What a verification of some lines comes to.
package struct VerifiedLines: Sendable {
  /// The position after the last line, its number counted from the first of these.
  package let head: Head
  /// The digests of the lines, in order, where they were wanted.
  let digests: [Digest]
  /// Whether something was erased from any line, so that `vouchesForErasures` is to be asked.
  package let metErasure: Bool
}

extension JournalReader {
  /// Verifies the chain values of the complete lines from `start` to `end`, and nothing else of
  /// them.
  ///
  /// - Parameters:
  ///   - start: 0, or where a line ends; what that one states is taken for good.
  ///   - keepsDigests: whether the digests of the lines are wanted.
  /// - Throws: a `LineProblem` where any line is bad, not always the first; what the system throws.
  package func verifyChain(
    from start: UInt64, to end: UInt64, keepingDigests keepsDigests: Bool = false
  ) throws -> VerifiedLines {
    var head = Head()
    head.offset = start
    if start > 0 {
      guard let chain = try chain(endingAt: start) else { throw LineProblem.noChain }
      head.chain = chain
    }
    var verifier = ChainVerifier(after: head.chain, keepingDigests: keepsDigests)
    try forEachLine(from: start, to: end) { line, offset in
      guard let stated = Chain.stated(in: line) else { throw LineProblem.noChain }
      try verifier.take(line, stated: stated)
      head.sequence += 1
      head.offset = offset + UInt64(line.byteCount) + 1
      head.chain = stated
      return true
    }
    try verifier.finish()
    return VerifiedLines(
      head: head, digests: verifier.digests, metErasure: verifier.metErasure)
  }
}
