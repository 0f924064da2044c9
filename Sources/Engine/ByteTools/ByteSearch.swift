extension RawSpan {
  /// True if `\u` occurs, with which JSON can write any character.
  package var holdsUnicodeEscape: Bool {
    var from = 0
    while let index = firstIndex(of: UInt8(ascii: "\\"), from: from) {
      if index &+ 1 < byteCount, byte(index &+ 1) == UInt8(ascii: "u") { return true }
      from = index &+ 1
    }
    return false
  }

  /// Returns true if a UUID with its dashes occurs that the function accepts, with letters in
  /// either case.
  package func holdsUUID(where isMeant: (_ high: UInt64, _ low: UInt64) -> Bool) -> Bool {
    let dash = UInt8(ascii: "-")
    var from = 8
    while let first = firstIndex(of: dash, from: from), first &+ 28 <= byteCount {
      if byte(first &+ 5) == dash, byte(first &+ 10) == dash, byte(first &+ 15) == dash,
        let words = uuidOfAnyCase(at: first &- 8), isMeant(words.high, words.low)
      {
        return true
      }
      from = first &+ 1
    }
    return false
  }

  /// Returns the number of 32 digits whose dashes have been found.
  private func uuidOfAnyCase(at start: Int) -> (high: UInt64, low: UInt64)? {
    // Bit 5 is set in digits and in small letters.
    let fold: UInt64 = 0x2020_2020_2020_2020
    let words = SIMD4(
      word(start), Self.pair(word(start &+ 9), word(start &+ 14)),
      Self.pair(word(start &+ 19), word(start &+ 24)), word(start &+ 28))
    guard let values = Hex.four(words | fold, letters: Hex.lower) else { return nil }
    return (
      (UInt64(values[0]) << 32) | UInt64(values[1]), (UInt64(values[2]) << 32) | UInt64(values[3])
    )
  }
}

/// Looks for ASCII text in bytes, in either case of its letters.
package struct ByteSearch: Sendable {
  private let folded: [UInt8]

  /// Creates a search for `text`, which is ASCII of eight characters or more; a shorter one is a
  /// programmer's error and traps.
  package init(_ text: String) {
    folded = text.utf8.map { $0 | 0x20 }
    precondition(folded.count >= 8, "too short a text to look for")
  }

  /// Returns true if the text occurs. Bytes that differ in bit 5 alone count as equal: letters in
  /// either case, and a few signs, so the caller must check the meaning of a match.
  package func occurs(in bytes: RawSpan) -> Bool {
    guard bytes.byteCount >= folded.count else { return false }
    let start = folded.rawBytes.word(0)
    let fold: UInt64 = 0x2020_2020_2020_2020
    for index in 0...(bytes.byteCount &- folded.count)
    where bytes.word(index) | fold == start && matches(bytes, at: index) {
      return true
    }
    return false
  }

  private func matches(_ bytes: RawSpan, at index: Int) -> Bool {
    for offset in 8..<folded.count where bytes.byte(index &+ offset) | 0x20 != folded[offset] {
      return false
    }
    return true
  }
}

/// Looks for some words of JSON, each in its quotes, in lines.
package struct QuotedWords: Sendable {
  private let words: [[UInt8]]
  /// The first eight bytes of each word with its quotes, and the bits of them that count.
  private let starts: [(word: UInt64, mask: UInt64)]

  /// Creates a search for words of ASCII letters; after each a line has some bytes more, as it ends
  /// with its chain.
  package init(_ words: [String]) {
    self.words = words.map { word in "\"\(word)\"".utf8.map { $0 | 0x20 } }
    starts = self.words.map { word in
      let whole = word + Array(repeating: 0, count: max(0, 8 - word.count))
      return (whole.rawBytes.word(0), word.count < 8 ? (1 << (8 * UInt64(word.count))) - 1 : .max)
    }
  }

  /// Returns true if one of the words occurs, or a line has characters as `\u0041`, as which other
  /// programs may write any of them. The caller must check the meaning of a match.
  package func mayOccur(in line: RawSpan) -> Bool {
    firstIndex(in: line, from: 0) != nil || line.holdsUnicodeEscape
  }

  /// Returns where the first of the words is, from a position on, in either case of its letters.
  package func firstIndex(in line: RawSpan, from position: Int) -> Int? {
    let fold: UInt64 = 0x2020_2020_2020_2020
    var from = position
    while let quote = line.firstIndex(of: UInt8(ascii: "\""), from: from),
      quote &+ 8 <= line.byteCount
    {
      let start = line.word(quote) | fold
      for number in starts.indices where start & starts[number].mask == starts[number].word {
        if Self.matches(line, at: quote, words[number]) { return quote }
      }
      from = quote &+ 1
    }
    return nil
  }

  private static func matches(_ line: RawSpan, at index: Int, _ word: [UInt8]) -> Bool {
    guard index &+ word.count <= line.byteCount else { return false }
    for offset in min(8, word.count)..<word.count
    where line.byte(index &+ offset) | 0x20 != word[offset] {
      return false
    }
    return true
  }
}
