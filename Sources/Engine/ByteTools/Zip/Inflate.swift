/// Inflates what was deflated (RFC 1951), a piece at a time, in memory that does not grow.
///
///     var inflate = Inflate()
///     let count = try inflate.read(into: &bytes, from: 0, of: &source)
package struct Inflate: Sendable {
  private enum Stage: Equatable {
    case header, compressed, over
    case stored(Int)
  }

  /// The greatest distance back of a match.
  private static let history = 1 << 15
  /// Past this position of the window no symbol begins, and the piece is full.
  private static let windowEnd = history + (1 << 18)
  /// The most bytes that the last symbol may write past that position: the longest match, in whole
  /// words.
  private static let slack = 258 + 16
  /// A block's header takes fewer bytes, and is only read where this many are there, or zeros at
  /// the end.
  private static let margin = 1024

  private var input = [UInt8](repeating: 0, count: 1 << 16)
  private var inputEnd = 0
  private var inputIsWhole = false
  /// The number of bytes of the source before the input.
  private var dropped: UInt64 = 0
  private var bits = BitReader()

  private var window = [UInt8](repeating: 0, count: windowEnd + slack)
  /// The position of the next write into the window.
  private var at = 0
  /// Up to where the window has been given out.
  private var given = 0

  private var stage = Stage.header
  private var isLast = false
  private var symbols = HuffmanTable(rootBits: 11, room: 2342)
  private var distances = HuffmanTable(rootBits: 8, room: 402)
  private var lengths = HuffmanTable(rootBits: 7, room: 128)

  /// Creates an inflater before any bytes.
  package init() {}

  /// The number of bytes of the source used so far; after the end, the number up to the end.
  package var used: UInt64 { dropped + UInt64(bits.used) }

  /// Writes the next bytes into an array, from `start` to its end at most; see `ByteSource`.
  ///
  /// - Parameter source: the deflated bytes, the same at each call. It may be asked for more than
  ///   belongs to them: see `used`.
  /// - Returns: how many; 0 at the end.
  /// - Throws: `ZipError.notDeflated`, or what the source throws.
  package mutating func read(
    into bytes: inout [UInt8], from start: Int, of source: inout some ByteSource
  ) throws -> Int {
    if given == at { try makePiece(of: &source) }
    let count = min(bytes.count - start, at - given)
    bytes.replaceSubrange(start..<start + count, with: window[given..<given + count])
    given += count
    return count
  }

  private mutating func makePiece(of source: inout some ByteSource) throws {
    slide()
    while at < Self.windowEnd, stage != .over {
      try fill(from: &source)
      switch stage {
      case .header: try readHeader()
      case .stored(let count): try copy(count)
      case .compressed: try decode()
      case .over: break
      }
      if bits.used > inputEnd { throw ZipError.notDeflated }
    }
  }

  /// Moves the history to the beginning of the window.
  private mutating func slide() {
    guard at > Self.history else { return }
    Self.moveHistory(from: at - Self.history, in: &window)
    at = Self.history
    given = at
  }

  /// Moves the history to the beginning of the window.
  private static func moveHistory(from: Int, in window: inout [UInt8]) {
    var span = window.mutableSpan
    var bytes = span.mutableRawBytes
    for offset in stride(from: 0, to: history, by: 8) {
      bytes.copyWord(from: from + offset, to: offset)
    }
  }

  /// Reads until `margin` bytes of input are there; after the end of the source it puts as many
  /// zeros.
  private mutating func fill(from source: inout some ByteSource) throws {
    guard !inputIsWhole, inputEnd - bits.position < Self.margin else { return }
    bits.giveBack()
    let start = bits.position
    for index in start..<inputEnd { input[index - start] = input[index] }
    dropped += UInt64(start)
    inputEnd -= start
    bits.position = 0
    while inputEnd < Self.margin, !inputIsWhole {
      let count = try source.read(into: &input, from: inputEnd)
      inputEnd += count
      inputIsWhole = count == 0
    }
    guard inputIsWhole else { return }
    for index in inputEnd..<inputEnd + Self.margin { input[index] = 0 }
  }

  /// Copies bytes of a stored block, as many as are there and have room.
  private mutating func copy(_ left: Int) throws(ZipError) {
    let count = min(left, inputEnd - bits.position, Self.windowEnd - at)
    guard count > 0 || left == 0 else { throw .notDeflated }
    window.replaceSubrange(
      at..<at + count, with: input[bits.position..<bits.position + count])
    at += count
    bits.position += count
    stage = left > count ? .stored(left - count) : isLast ? .over : .header
  }

  /// Decodes symbols of a block until it ends, the window is full or the input has to be filled up.
  private mutating func decode() throws(ZipError) {
    let (input, symbols, distances) = (self.input, self.symbols.entries, self.distances.entries)
    var (bits, at) = (self.bits, self.at)
    // A turn of the loop reads two words at most.
    let isOver = try Self.decode(
      input.rawBytes, upTo: inputIsWhole ? inputEnd + 8 : inputEnd - 24, symbols.span,
      distances.span, &bits, into: &window, at: &at)
    if isOver { stage = isLast ? .over : .header }
    self.bits = bits
    self.at = at
  }

  /// Decodes symbols of a block.
  ///
  /// - Returns: true if the block has ended.
  private static func decode(
    _ input: RawSpan, upTo lastPosition: Int, _ symbols: Span<HuffmanEntry>,
    _ distances: Span<HuffmanEntry>, _ reader: inout BitReader, into window: inout [UInt8],
    at position: inout Int
  ) throws(ZipError) -> Bool {
    var span = window.mutableSpan
    var out = span.mutableRawBytes
    var (bits, at) = (reader, position)
    defer { (reader, position) = (bits, at) }
    while bits.position <= lastPosition, at < windowEnd {
      bits.refill(input)
      var entry = bits.entry(symbols, 11)
      if entry.isLiteral {
        out.store(entry, at: &at)
        bits.drop(entry.bits)
        entry = bits.entry(symbols, 11)
        if entry.isLiteral {
          out.store(entry, at: &at)
          bits.drop(entry.bits)
          continue
        }
        bits.refill(input)
      }
      if entry.isLink {
        entry = bits.follow(entry, in: symbols, 11)
        if entry.isLiteral {
          out.store(entry, at: &at)
          bits.drop(entry.bits)
          continue
        }
      }
      if entry.isSpecial {
        guard entry.value == HuffmanEntry.end.value else { throw .notDeflated }
        bits.drop(entry.bits)
        return true
      }
      let length = bits.number(entry)
      entry = bits.entry(distances, 8)
      if entry.isLink { entry = bits.follow(entry, in: distances, 8) }
      guard !entry.isSpecial else { throw .notDeflated }
      let distance = bits.number(entry)
      guard distance <= at else { throw .notDeflated }
      out.copyMatch(from: at &- distance, to: at, length)
      at &+= length
    }
    return false
  }

  private static let lengthOrder = [
    16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15,
  ]
  private static let lengthMeanings = (0..<19).map { HuffmanEntry.number($0, extraBits: 0) }

  private static let distanceMeanings: [HuffmanEntry] =
    numbers(from: 1, count: 30, of: 2) + [.invalid, .invalid]

  private static let symbolMeanings: [HuffmanEntry] =
    (0..<256).map { .literal($0) } + [.end] + numbers(from: 3, count: 28, of: 4)
    + [.number(258, extraBits: 0), .invalid, .invalid]

  /// Numbers that go up by one for two groups, then by twice as much for each group.
  private static func numbers(from first: Int, count: Int, of group: Int) -> [HuffmanEntry] {
    var base = first
    return (0..<count).map { index in
      let extraBits = max(index / group - 1, 0)
      defer { base += 1 << extraBits }
      return .number(base, extraBits: extraBits)
    }
  }

  private mutating func readHeader() throws(ZipError) {
    refill()
    isLast = bits.take(1) == 1
    switch bits.take(2) {
    case 0: try readStoredHeader()
    case 1: try useFixedCodes()
    case 2: try readCodes()
    default: throw .notDeflated
    }
  }

  private mutating func refill() {
    let input = self.input
    bits.refill(input.rawBytes)
  }

  private mutating func readStoredHeader() throws(ZipError) {
    _ = bits.take(bits.count & 7)
    refill()
    let (count, check) = (bits.take(16), bits.take(16))
    guard count == ~check & 0xFFFF else { throw .notDeflated }
    bits.giveBack()
    stage = .stored(count)
  }

  private mutating func useFixedCodes() throws(ZipError) {
    var lengths = InlineArray<320, UInt8>(repeating: 8)
    for symbol in 144..<256 { lengths[symbol] = 9 }
    for symbol in 256..<280 { lengths[symbol] = 7 }
    for distance in 288..<320 { lengths[distance] = 5 }
    try build(lengths, 288, 32)
  }

  private mutating func readCodes() throws(ZipError) {
    let symbolCount = bits.take(5) + 257
    let distanceCount = bits.take(5) + 1
    guard symbolCount <= 286, distanceCount <= 30 else { throw .notDeflated }
    var lengths = InlineArray<320, UInt8>(repeating: 0)
    for index in 0..<(bits.take(4) + 4) {
      refill()
      lengths[Self.lengthOrder[index]] = UInt8(bits.take(3))
    }
    guard self.lengths.build(lengths.span.extracting(0..<19), Self.lengthMeanings) else {
      throw .notDeflated
    }
    lengths = try readLengths(symbolCount + distanceCount)
    // Each block has to end.
    guard lengths[256] > 0 else { throw .notDeflated }
    try build(lengths, symbolCount, distanceCount)
  }

  /// Reads the lengths of the codes of symbols and of distances, one after the other.
  private mutating func readLengths(_ count: Int) throws(ZipError) -> InlineArray<320, UInt8> {
    var all = InlineArray<320, UInt8>(repeating: 0)
    var index = 0
    while index < count {
      refill()
      let entry = bits.entry(lengths.entries.span, 7)
      guard !entry.isSpecial else { throw .notDeflated }
      let length = bits.number(entry)
      var repeats = 1
      switch length {
      case 16: repeats = 3 + bits.take(2)
      case 17: repeats = 3 + bits.take(3)
      case 18: repeats = 11 + bits.take(7)
      default: break
      }
      guard index + repeats <= count, length != 16 || index > 0 else { throw .notDeflated }
      let value = length < 16 ? UInt8(length) : length == 16 ? all[index - 1] : 0
      for symbol in index..<index + repeats { all[symbol] = value }
      index += repeats
    }
    return all
  }

  private mutating func build(
    _ lengths: InlineArray<320, UInt8>, _ symbolCount: Int, _ distanceCount: Int
  ) throws(ZipError) {
    let span = lengths.span
    let distanceSpan = span.extracting(symbolCount..<symbolCount + distanceCount)
    guard symbols.build(span.extracting(0..<symbolCount), Self.symbolMeanings),
      distances.build(distanceSpan, Self.distanceMeanings)
    else { throw .notDeflated }
    stage = .compressed
  }
}

// MARK: - Symbols

extension MutableRawSpan {
  @inline(__always)
  fileprivate mutating func store(_ entry: HuffmanEntry, at offset: inout Int) {
    storeBytes(of: UInt8(truncatingIfNeeded: entry.value), toByteOffset: offset, as: UInt8.self)
    offset &+= 1
  }

  @inline(__always)
  fileprivate mutating func copyWord(from: Int, to: Int) {
    storeBytes(of: bytes.word(from).littleEndian, toByteOffset: to, as: UInt64.self)
  }

  /// Copies `length` bytes from an earlier offset, which the copy may overlap. It may write up to
  /// 15 bytes more.
  @inline(__always)
  fileprivate mutating func copyMatch(from: Int, to: Int, _ length: Int) {
    var to = to
    var from = from
    let end = to &+ length
    // The word overlaps its copy: only its first `to - from` bytes are right, and each step doubles
    // that number.
    while to &- from < 8 {
      let distance = to &- from
      copyWord(from: from, to: to)
      to &+= distance
      if to >= end { return }
    }
    repeat {
      copyWord(from: from, to: to)
      from &+= 8
      to &+= 8
    } while to < end
  }
}

// MARK: - Headers

/// The entry at an index of a `HuffmanTable`: the meaning of a code and the number of its bits.
struct HuffmanEntry {
  /// Bits 0 to 5: how many bits the code and the number after it take. Bits 8 to 12: how many the
  /// code alone takes. Bits 13 to 15: what kind of entry it is. From bit 16 on: its value.
  let word: UInt32

  private static let linkBit: UInt32 = 1 << 13
  private static let literalBit: UInt32 = 1 << 14
  private static let specialBit: UInt32 = 1 << 15

  /// The entry for no code.
  static let invalid = HuffmanEntry(word: specialBit)
  /// The entry for the end of a block.
  static let end = HuffmanEntry(word: specialBit | (1 << 16))

  static func literal(_ byte: Int) -> HuffmanEntry { HuffmanEntry(word: literalBit, byte) }

  /// Returns the entry of a number: a base plus the bits after the code.
  static func number(_ base: Int, extraBits: Int) -> HuffmanEntry {
    HuffmanEntry(word: UInt32(extraBits), base)
  }

  /// Returns the entry of a link: longer codes have a table of their own, under the bits that
  /// follow.
  static func link(to start: Int, bits: Int) -> HuffmanEntry {
    HuffmanEntry(word: specialBit | linkBit | UInt32(bits), start)
  }

  /// Returns the same entry with the length of its code.
  func coded(_ bits: Int) -> HuffmanEntry {
    HuffmanEntry(word: word &+ (UInt32(bits) &* 0x101))
  }

  private init(word: UInt32, _ value: Int) { self.word = word | (UInt32(value) << 16) }

  private init(word: UInt32) { self.word = word }

  /// True if it is a literal byte.
  @inline(__always) var isLiteral: Bool { word & Self.literalBit != 0 }
  /// True if it is a link, an end or no code.
  @inline(__always) var isSpecial: Bool { word & Self.specialBit != 0 }
  /// True if it leads to a table of longer codes.
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

  /// Creates an empty table.
  ///
  /// - Parameter room: the most entries that any code of its kind needs, as zlib's `enough.c`
  ///   finds them.
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

  /// Returns the symbols that occur, those of shorter codes first.
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

  /// Returns the number of bits of a table of longer codes whose first code has this length, when
  /// `rest` codes of this length are left.
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

/// The bits of bytes, from the lowest of each byte up.
struct BitReader {
  /// The bits that are read next, the first in the lowest bit.
  var buffer: UInt64 = 0
  /// The number of valid bits in the buffer.
  var count = 0
  /// The position of the byte after them.
  var position = 0

  /// The number of bytes whose bits have been read.
  var used: Int { position - (count >> 3) }

  /// Makes 56 bits or more ready.
  @inline(__always)
  mutating func refill(_ bytes: RawSpan) {
    buffer |= bytes.word(position) &<< UInt64(count)
    position &+= (63 &- count) >> 3
    count |= 56
  }

  @inline(__always)
  mutating func drop(_ bits: Int) {
    buffer &>>= UInt64(bits)
    count &-= bits
  }

  @inline(__always)
  mutating func take(_ bits: Int) -> Int {
    defer { drop(bits) }
    return Int(truncatingIfNeeded: buffer) & ((1 << bits) - 1)
  }

  /// Leaves whole bytes to be read again.
  mutating func giveBack() {
    position -= count >> 3
    count &= 7
    buffer &= (1 << UInt64(count)) - 1
  }

  /// Returns the entry of a table at the index that the next bits give.
  @inline(__always)
  func entry(_ table: Span<HuffmanEntry>, _ rootBits: Int) -> HuffmanEntry {
    table[Int(truncatingIfNeeded: buffer) & ((1 &<< rootBits) &- 1)]
  }

  /// Returns the entry of a longer code.
  @inline(__always)
  mutating func follow(
    _ link: HuffmanEntry, in table: Span<HuffmanEntry>, _ rootBits: Int
  ) -> HuffmanEntry {
    drop(rootBits)
    return table[link.value &+ (Int(truncatingIfNeeded: buffer) & ((1 &<< link.bits) &- 1))]
  }

  /// Takes a number: the code of its base and the bits after it.
  @inline(__always)
  mutating func number(_ entry: HuffmanEntry) -> Int {
    let all = Int(truncatingIfNeeded: buffer) & ((1 &<< entry.bits) &- 1)
    drop(entry.bits)
    return entry.value &+ (all &>> entry.codeBits)
  }
}
