/// What stands at an index of a `HuffmanTable`: what a code means and how many bits it takes.
struct HuffmanEntry {
  /// Bits 0 to 5: how many bits the code and the number after it take. Bits 8 to 12: how many the
  /// code alone takes. Bits 13 to 15: what kind of entry it is. From bit 16 on: its value.
  let word: UInt32

  private static let linkBit: UInt32 = 1 << 13
  private static let literalBit: UInt32 = 1 << 14
  private static let specialBit: UInt32 = 1 << 15

  /// No code.
  static let invalid = HuffmanEntry(word: specialBit)
  /// The end of a block.
  static let end = HuffmanEntry(word: specialBit | (1 << 16))

  /// A byte that stands for itself.
  static func literal(_ byte: Int) -> HuffmanEntry { HuffmanEntry(word: literalBit, byte) }

  /// A number: a base to which the bits after the code are added.
  static func number(_ base: Int, extraBits: Int) -> HuffmanEntry {
    HuffmanEntry(word: UInt32(extraBits), base)
  }

  /// Longer codes stand in a table of their own, under the bits that follow.
  static func link(to start: Int, bits: Int) -> HuffmanEntry {
    HuffmanEntry(word: specialBit | linkBit | UInt32(bits), start)
  }

  /// The same with the length of its code.
  func coded(_ bits: Int) -> HuffmanEntry {
    HuffmanEntry(word: word &+ (UInt32(bits) &* 0x101))
  }

  private init(word: UInt32, _ value: Int) { self.word = word | (UInt32(value) << 16) }

  private init(word: UInt32) { self.word = word }

  /// Whether it is a byte that stands for itself.
  @inline(__always) var isLiteral: Bool { word & Self.literalBit != 0 }
  /// Whether it is a link, an end or no code.
  @inline(__always) var isSpecial: Bool { word & Self.specialBit != 0 }
  /// Whether it leads to a table of longer codes.
  @inline(__always) var isLink: Bool { word & Self.linkBit != 0 }
  /// The byte, the base, the start of a table; 1 for the end of a block.
  @inline(__always) var value: Int { Int(word >> 16) }
  /// The bits of the code and of the number after it; of a link: those that its table is looked up
  /// by.
  @inline(__always) var bits: Int { Int(word & 63) }
  /// The bits of the code.
  @inline(__always) var codeBits: Int { Int((word >> 8) & 31) }
}

/// A prefix code of RFC 1951: what each sequence of bits means that begins with a code.
///
/// It has two levels: codes of up to `rootBits` are found at once, longer ones by a link.
struct HuffmanTable {
  /// Codes have at most as many bits.
  static let longest = 15

  /// At first 2^rootBits entries, then the tables of longer codes.
  private(set) var entries: [HuffmanEntry]
  let rootBits: Int

  /// - Parameter room: the most entries that any code of its kind takes, as zlib's `enough.c` finds
  ///   them.
  init(rootBits: Int, room: Int) {
    self.rootBits = rootBits
    entries = Array(repeating: .invalid, count: room)
  }

  /// Takes another code, whose symbols have these lengths; 0: a symbol that does not occur.
  ///
  /// - Parameter meanings: of the symbols, in their order.
  /// - Returns: false where the lengths are those of no code. As in zlib, not all sequences of bits
  ///   need to mean something where there is one code of one bit, or none.
  mutating func build(_ lengths: Span<UInt8>, _ meanings: [HuffmanEntry]) -> Bool {
    var counts = InlineArray<17, Int>(repeating: 0)
    for index in lengths.indices { counts[Int(lengths[index])] += 1 }
    counts[0] = 0
    var longest = 0
    var free = 1
    for length in 1...Self.longest {
      free = (free << 1) - counts[length]
      if free < 0 { return false }
      if counts[length] > 0 { longest = length }
    }
    if free > 0 {
      if longest > 1 { return false }
      for index in 0..<(1 << rootBits) { entries[index] = .invalid }
    }
    fill(Self.sorted(lengths, counts), meanings, counts, longest)
    return true
  }

  /// The symbols that occur, those of shorter codes first.
  private static func sorted(
    _ lengths: Span<UInt8>, _ counts: InlineArray<17, Int>
  ) -> InlineArray<320, UInt16> {
    var symbols = InlineArray<320, UInt16>(repeating: 0)
    var starts = InlineArray<17, Int>(repeating: 0)
    for length in 1...longest { starts[length + 1] = starts[length] + counts[length] }
    for symbol in lengths.indices where lengths[symbol] > 0 {
      symbols[starts[Int(lengths[symbol])]] = UInt16(symbol)
      starts[Int(lengths[symbol])] += 1
    }
    return symbols
  }

  /// Gives the symbols their codes in order, and each code its entries.
  private mutating func fill(
    _ symbols: InlineArray<320, UInt16>, _ meanings: [HuffmanEntry],
    _ counts: InlineArray<17, Int>, _ longest: Int
  ) {
    var (code, next, link) = (0, 0, (root: -1, start: 0))
    var end = 1 << rootBits
    for length in 1..<(longest + 1) {
      for rank in 0..<counts[length] {
        let meaning = meanings[Int(symbols[next])]
        next += 1
        // The first bit of a code is its highest; entries are found by the first bit as the lowest.
        let reversed = Int(UInt16(code).bitReversed >> UInt16(16 - length))
        code += 1
        guard length > rootBits else {
          store(meaning.coded(length), in: 0..<(1 << rootBits), from: reversed, step: 1 << length)
          continue
        }
        let root = reversed & ((1 << rootBits) - 1)
        if root != link.root {
          let bits = linkBits(length, counts[length] - rank, counts, longest)
          link = (root, end)
          end += 1 << bits
          entries[root] = .link(to: link.start, bits: bits)
        }
        store(
          meaning.coded(length - rootBits), in: link.start..<end, from: reversed >> rootBits,
          step: 1 << (length - rootBits))
      }
      code <<= 1
    }
  }

  private mutating func store(_ entry: HuffmanEntry, in range: Range<Int>, from: Int, step: Int) {
    for index in stride(from: range.lowerBound + from, to: range.upperBound, by: step) {
      entries[index] = entry
    }
  }

  /// How many bits a table of longer codes needs whose first code has this length, when `rest`
  /// codes of this length are left.
  private func linkBits(
    _ length: Int, _ rest: Int, _ counts: InlineArray<17, Int>, _ longest: Int
  ) -> Int {
    var bits = length - rootBits
    var free = (1 << bits) - rest
    while free > 0, rootBits + bits < longest {
      bits += 1
      free = (free << 1) - counts[rootBits + bits]
    }
    return bits
  }
}

extension UInt16 {
  /// The bits in the other order.
  fileprivate var bitReversed: UInt16 {
    var bits = self
    bits = ((bits & 0x5555) << 1) | ((bits >> 1) & 0x5555)
    bits = ((bits & 0x3333) << 2) | ((bits >> 2) & 0x3333)
    bits = ((bits & 0x0F0F) << 4) | ((bits >> 4) & 0x0F0F)
    return bits.byteSwapped
  }
}
