import ByteTools

// Lines are staged without their chain values, which are filled in when all that is to be written is there: so
// hashing is one pass of its own, which another thread can make.
extension Chain {
  /// How a line ends before it is sealed, line feed included: with room for its chain value.
  static var open: StaticString {
    ",\"chain\":\"0000000000000000000000000000000000000000000000000000000000000000\"}\n"
  }

  /// Fills in the chain values of the lines from `start` to the end.
  ///
  /// - Parameter previous: the chain value before the first of them.
  /// - Returns: the chain value behind the last.
  static func seal(
    _ lines: inout [UInt8], from start: Int = 0, after previous: Digest
  ) -> Digest {
    var chain = previous
    var start = start
    while start < lines.count {
      let end = sealed(lines, from: start, &chain)
      lines.replace(hex: chain, at: end - 67)
      start = end
    }
    return chain
  }

  /// The chain value of the line that begins at `start`, and where the next one begins.
  private static func sealed(_ lines: [UInt8], from start: Int, _ chain: inout Digest) -> Int {
    let bytes = unsafe lines.span.bytes
    guard let feed = bytes.lineFeed(from: start) else { preconditionFailure("half a line") }
    let covered = start..<feed - JournalLimits.suffixBytes
    chain = link(chain, digest(of: bytes.extracting(covered)))
    return feed + 1
  }
}

extension [UInt8] {
  /// Puts the 64 lower-case digits of a digest in place of what stands at `index`.
  fileprivate mutating func replace(hex digest: Digest, at index: Int) {
    let words: InlineArray<4, UInt64> = [
      digest.words.0, digest.words.1, digest.words.2, digest.words.3,
    ]
    for place in 0..<4 {
      let (high, low) = (UInt32(words[place] >> 32), UInt32(truncatingIfNeeded: words[place]))
      replace(word: Hex.digits(high, letters: Hex.lower), at: index + place * 16)
      replace(word: Hex.digits(low, letters: Hex.lower), at: index + place * 16 + 8)
    }
  }

  private mutating func replace(word: UInt64, at index: Int) {
    precondition(index >= 0 && index <= count - 8, "outside the bytes")
    unsafe withUnsafeMutableBytes {
      unsafe $0.storeBytes(of: word.littleEndian, toByteOffset: index, as: UInt64.self)
    }
  }
}
