package import ByteTools

/// The hash chain: digest = SHA-256(0 ‖ B), chain(n) = SHA-256(1 ‖ chain(n−1) ‖ digest), where B
/// are the line's bytes before `,"chain":"` and chain(0) is 32 zero bytes. A line ends in its chain
/// value, always in 76 bytes (D1).
package enum Chain {
  /// Returns the digest of a line's bytes before `,"chain":"`.
  package static func digest(of bytes: RawSpan) -> Digest {
    var hash = SHA256()
    hash.update(0x00)
    hash.update(bytes)
    return hash.finalize()
  }

  /// Returns the digests of two lines' bytes before `,"chain":"`, in less time than one after the
  /// other.
  package static func digests(of one: RawSpan, _ two: RawSpan) -> (Digest, Digest) {
    SHA256.hash(0x00, one, two)
  }

  /// Returns the chain value after a line with this digest.
  package static func link(_ previous: Digest, _ digest: Digest) -> Digest {
    SHA256.hash(0x01, previous, digest)
  }

  /// Returns the chain values for two lines at once.
  package static func links(
    _ one: (previous: Digest, digest: Digest), _ two: (previous: Digest, digest: Digest)
  ) -> (Digest, Digest) {
    SHA256.hash(0x01, one, two)
  }

  /// Returns the chain value that a line states at its end, or nil if it does not end as it must.
  package static func stated(in line: RawSpan) -> Digest? {
    var at = line.byteCount - JournalLimits.suffixBytes
    guard at > 0, line.skip(",\"chain\":\"", at: &at) else { return nil }
    let hex = at..<at + 64
    at += 64
    guard line.skip("\"}", at: &at) else { return nil }
    return Digest(hex: line.extracting(hex))
  }

  /// Returns the chain value that follows from a line and the one before it; nil if the line does
  /// not end as it must.
  package static func value(of line: RawSpan, after previous: Digest) -> Digest? {
    digest(ofLine: line).map { link(previous, $0) }
  }

  /// Returns the digest of a line, or the one that it states if it was erased or rewritten; nil if
  /// it does not end as it must.
  package static func digest(ofLine line: RawSpan) -> Digest? {
    guard line.byteCount > JournalLimits.suffixBytes else { return nil }
    let covered = line.extracting(0..<line.byteCount - JournalLimits.suffixBytes)
    return statedDigest(in: covered) ?? digest(of: covered)
  }

  /// Returns the digest that a line states, of its content before it was erased or rewritten; nil:
  /// it is unchanged.
  static func statedDigest(in covered: RawSpan) -> Digest? {
    digest(after: ",\"digest\":\"", in: covered)
  }

  /// Returns the digest that an `erased` line carries instead of its content.
  static func erasedDigest(in covered: RawSpan) -> Digest? {
    digest(after: ",\"event\":\"erased\",\"digest\":\"", in: covered)
  }

  /// The remains of a line from which something was erased.
  package enum Remains {
    case erased
    /// A part of it, with the present digest of the line, by which an `erase` vouches for it.
    case rewritten(Digest)
  }

  /// Returns the remains of a line from which something was erased; nil: it is unchanged.
  package static func remains(ofLine line: RawSpan) -> Remains? {
    let covered = line.extracting(0..<max(0, line.byteCount - JournalLimits.suffixBytes))
    guard statedDigest(in: covered) != nil else { return nil }
    return erasedDigest(in: covered) == nil ? .rewritten(digest(of: covered)) : .erased
  }

  @inline(__always)
  private static func digest(after key: StaticString, in covered: RawSpan) -> Digest? {
    var at = covered.byteCount - 65 - key.utf8CodeUnitCount
    guard at > 0, covered.skip(key, at: &at), covered.byte(at + 64) == UInt8(ascii: "\"")
    else { return nil }
    return Digest(hex: covered.extracting(at..<at + 64))
  }

  // Lines are staged without their chain values, which are filled in when all that is to be written
  // is there: so hashing is one pass of its own, which another thread can make.

  /// The end of a line before it is sealed, line feed included: with room for its chain value.
  static var open: StaticString {
    ",\"chain\":\"0000000000000000000000000000000000000000000000000000000000000000\"}\n"
  }

  /// Fills in the chain values of the lines from `start` to the end.
  ///
  /// - Parameter previous: the chain value before the first of them.
  /// - Returns: the chain value after the last.
  static func seal(
    _ lines: inout [UInt8], from start: Int = 0, after previous: Digest
  ) -> Digest {
    var chain = previous
    var start = start
    while start < lines.count {
      let end = lineEnd(lines, from: start)
      // Two at once where there are two: it takes less time.
      let next = end < lines.count ? lineEnd(lines, from: end) : end
      let digests = digests(lines, start..<end, end..<next)
      chain = link(chain, digests.first)
      lines.replace(hex: chain, at: end - 67)
      if let second = digests.second {
        chain = link(chain, second)
        lines.replace(hex: chain, at: next - 67)
      }
      start = next
    }
    return chain
  }

  /// Returns the end of the line that begins at `start`.
  private static func lineEnd(_ lines: [UInt8], from start: Int) -> Int {
    guard let feed = lines.rawBytes.lineFeed(from: start) else {
      preconditionFailure("half a line")
    }
    return feed + 1
  }

  /// Returns the digests of a line and, if it is not empty, of another.
  private static func digests(
    _ lines: [UInt8], _ one: Range<Int>, _ two: Range<Int>
  ) -> (first: Digest, second: Digest?) {
    let bytes = lines.rawBytes
    let rest = JournalLimits.suffixBytes + 1
    let first = bytes.extracting(one.lowerBound..<one.upperBound - rest)
    if two.isEmpty { return (digest(of: first), nil) }
    return digests(of: first, bytes.extracting(two.lowerBound..<two.upperBound - rest))
  }
}

extension [UInt8] {
  /// Replaces the bytes at `index` by the 64 lower-case digits of a digest.
  fileprivate mutating func replace(hex digest: Digest, at index: Int) {
    let words: InlineArray<4, UInt64> = [
      digest.words.0, digest.words.1, digest.words.2, digest.words.3,
    ]
    for wordIndex in 0..<4 {
      let (high, low) = (
        UInt32(words[wordIndex] >> 32), UInt32(truncatingIfNeeded: words[wordIndex])
      )
      replace(word: Hex.digits(high, letters: Hex.lower), at: index + wordIndex * 16)
      replace(word: Hex.digits(low, letters: Hex.lower), at: index + wordIndex * 16 + 8)
    }
  }
}
