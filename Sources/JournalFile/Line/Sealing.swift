import ByteTools

// Lines are staged without their chain values, which are filled in when all that is to be written
// is there: so hashing is one pass of its own, which another thread can make.
extension Chain {
  /// How a line ends before it is sealed, line feed included: with room for its chain value.
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

  /// Where the line ends that begins at `start`.
  private static func lineEnd(_ lines: [UInt8], from start: Int) -> Int {
    guard let feed = lines.rawBytes.lineFeed(from: start) else {
      preconditionFailure("half a line")
    }
    return feed + 1
  }

  /// The digests of a line and, if it is not empty, of another.
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
  /// Puts the 64 lower-case digits of a digest in place of what stands at `index`.
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
