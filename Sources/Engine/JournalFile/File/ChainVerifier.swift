package import ByteTools
package import HealthEvents
import HealthModel

/// Verifies the chain values of lines, two lines at a time: their bytes are hashed side by side,
/// which needs two thirds of the time.
///
/// A line is held back until the next one comes, so the verifier reports that some line is bad, not
/// which. A caller that must know reads the lines again, with `JournalScan`.
package struct ChainVerifier: Sendable {
  /// The chain value that the last line states.
  private var last: Digest
  /// The covered bytes of a line held back; empty: none is.
  private var held: [UInt8] = []
  /// True if something was erased from any line, so that an `erase` must vouch for it.
  package private(set) var metErasure = false
  /// The chain value before the line held back, and the one that it states.
  private var link = (previous: Digest.zero, stated: Digest.zero)
  private let keepsDigests: Bool
  /// The digests of the lines, in order, where they are kept; complete after `finish`.
  package private(set) var digests: [Digest] = []
  /// The index among them of the line held back.
  private var heldIndex = 0

  /// Creates a verifier of the lines after this chain value.
  ///
  /// - Parameter keepsDigests: true if `digests` must hold those of all lines.
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
  /// - Throws: `chainBroken` if it is bad.
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

/// The result of verifying some lines.
package struct VerifiedLines: Sendable {
  /// The position after the last line, its number counted from the first of these.
  package let head: Head
  /// The digests of the lines, in order, where they were wanted.
  let digests: [Digest]
  /// True if something was erased from any line, so that the caller must ask `vouchesForErasures`.
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

  /// Returns true if an `erase` vouches for each line from which something was erased.
  package func vouchesForErasures() throws -> Bool {
    try vouchedLines().firstWithoutVoucher == nil
  }

  /// Returns the lines from which something was erased.
  func vouchedLines() throws -> VouchedLines {
    var (found, reader) = (VouchedLines(), lines())
    reader.restart(from: 0, to: linesEnd)
    try found.take(restOf: &reader, after: 0)
    return found
  }
}

/// The lines from which something was erased, as a verification of the chain finds them.
///
/// The chain holds the digest that such a line had before, so it proves nothing about its present
/// content: everybody can write a line with a digest that fits. An `erase` after the line vouches
/// for that content (D151): the last one that names the line states that it was erased whole, or
/// has the digest of what is left of it.
struct VouchedLines: Sendable {
  /// A line that lost a part by an erasure.
  private struct Part {
    /// The digest of its bytes as they are.
    var digest: Digest
    /// The number of the `erase` that vouches for it.
    var voucher: UInt64?
  }

  private var parts: [UInt64: Part] = [:]
  /// The lines that were erased whole, ascending: there may be millions of them.
  private var erased: [UInt64] = []
  /// True for each of these lines for which an `erase` vouches.
  private var isVouched: [Bool] = []

  /// Takes the next line, and its number.
  mutating func take(_ line: RawSpan, _ number: UInt64) {
    switch Chain.remains(ofLine: line) {
    case .erased:
      erased.append(number)
      isVouched.append(false)
    case .rewritten(let now): parts[number] = Part(digest: now)
    case nil:
      if !parts.isEmpty || !erased.isEmpty, let erasure = LineCodec.erasure(in: line) {
        learn(erasure, from: number)
      }
    }
  }

  private mutating func learn(_ erasure: Erasure, from voucher: UInt64) {
    for number in erasure.lines {
      parts[number]?.voucher = nil
      setVouched(number, true)
    }
    for kept in erasure.kept {
      setVouched(kept.sequence, false)
      guard let part = parts[kept.sequence] else { continue }
      parts[kept.sequence]?.voucher = part.digest.hexText == kept.digest ? voucher : nil
    }
  }

  private mutating func setVouched(_ number: UInt64, _ isNow: Bool) {
    let index = erased.indices.partitioningIndex { erased[$0] >= number }
    if index < erased.count, erased[index] == number { isVouched[index] = isNow }
  }

  /// Reads the lines after this one, for which nothing else is asked.
  mutating func take(restOf reader: inout LineReader, after last: UInt64) throws {
    var number = last
    _ = try reader.forEachLine { line, _ in
      number += 1
      take(line, number)
      return true
    }
  }

  /// The first line that lost a part by an erasure and whose rest has no voucher.
  var firstPartWithoutVoucher: UInt64? { parts.filter { $0.value.voucher == nil }.keys.min() }

  /// The first line for which nothing vouches; nil: all is well.
  var firstWithoutVoucher: UInt64? {
    let whole = isVouched.firstIndex(of: false).map { erased[$0] }
    return [whole, firstPartWithoutVoucher].compactMap { $0 }.min()
  }

  /// Returns the number of the first lines for which a checkpoint after them does not vouch: a part
  /// of them was erased later.
  func count(erasedAfter last: UInt64) -> UInt64 {
    UInt64(parts.count { $0.key <= last && ($0.value.voucher ?? .max) > last })
  }
}

extension LineCodec {
  /// Every `erase` holds this key, if need be with escapes.
  private static let keyOfErasures = ByteSearch("\"reason\"")

  /// Returns the erasure that a line states; nil: it is no `erase`. Other lines are not decoded.
  package static func erasure(in line: RawSpan) -> Erasure? {
    guard keyOfErasures.occurs(in: line) || line.holdsUnicodeEscape,
      case .erase(let erasure)? = try? decode(line).event
    else { return nil }
    return erasure
  }
}
