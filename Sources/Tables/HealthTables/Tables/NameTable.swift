import ByteTools

/// Names that occur over and over, each kept once and spoken of by number, in order of appearance.
///
/// By the raw bytes of a line, only names are found that JSON writes without an escape.
package struct NameTable: Sendable {
  /// The names; a name's index is its number.
  package private(set) var names: [String] = []
  /// The UTF-8 of all names, each with a quote after it and filled up to whole words.
  private var bytes: [UInt8] = []
  /// The place of each name in the bytes.
  private var extents: [Extent] = []
  private var escaped: [String: UInt32] = [:]
  private var slots = Self.noNumbers
  /// Names that were found lately, by a hash of some of the 32 bytes from their beginning on.
  private var hints = Self.noNumbers

  private struct Extent {
    var start: Int
    var count: Int
    /// The mask for the bytes of the last word that belong to the name and the quote.
    var lastMask: UInt64

    var range: Range<Int> { start..<start &+ count }
    /// The offset of the last word, which holds the quote; only whole words are before it.
    var last: Int { count & ~7 }
  }

  /// The numbers that all tables begin with and share until they are written to.
  private static let noNumbers = [UInt32](repeating: .max, count: 256)

  init() {}

  /// Names by their numbers; nil where one is there twice.
  init?(_ names: [String]) {
    self.names.reserveCapacity(names.count)
    extents.reserveCapacity(names.count)
    bytes.reserveCapacity(names.reduce(0) { $0 + $1.utf8.count + 8 })
    for name in names where intern(name) != self.names.count - 1 { return nil }
  }

  /// Returns the number of a name that is known, or nil. No allocation.
  func number(of name: RawSpan) -> UInt32? {
    let all = bytes.rawBytes
    var slot = Self.hash(name) & (slots.count &- 1)
    while slots[slot] != .max {
      let candidate = slots[slot]
      if all.extracting(extents[Int(candidate)].range).equals(name) { return candidate }
      slot = (slot &+ 1) & (slots.count &- 1)
    }
    return nil
  }

  /// Returns the number of a name that is known and that a quote ends, and moves past the quote. No
  /// allocation.
  ///
  /// Most names were found a short time ago in front of the same bytes: comparing with that name
  /// saves the search for the quote and the search in the table.
  @inline(__always)
  mutating func number(in line: RawSpan, at position: inout Int) -> UInt32? {
    let hint = Self.hint(line, position)
    if stands(hints[hint], in: line, at: &position) { return hints[hint] }
    return search(line, at: &position, hint)
  }

  private mutating func search(_ line: RawSpan, at position: inout Int, _ hint: Int) -> UInt32? {
    guard let quote = line.firstIndex(of: UInt8(ascii: "\""), from: position),
      let number = number(of: line.extracting(position..<quote))
    else { return nil }
    hints[hint] = number
    position = quote + 1
    return number
  }

  @inline(__always)
  private static func hint(_ line: RawSpan, _ position: Int) -> Int {
    // Units differ at once, actors after their domain, types after their prefix of 24 bytes.
    guard let mixed = line.hintOf32Bytes(at: position) else { return 0 }
    return Int(truncatingIfNeeded: mixed >> 56)
  }

  /// Returns true if this name and a quote are at a position, and moves past them if so.
  @inline(__always)
  private func stands(_ number: UInt32, in line: RawSpan, at position: inout Int) -> Bool {
    guard number < extents.count else { return false }
    let extent = extents[Int(number)]
    guard
      line.hasWords(
        of: bytes.rawBytes, from: extent.start, wholeBytes: extent.last, lastMask: extent.lastMask,
        at: position)
    else { return false }
    position &+= extent.count &+ 1
    return true
  }

  /// Returns the number of a name that is known, or nil.
  package func number(of name: String) -> UInt32? {
    let known = number(of: name.utf8.rawBytes)
    return known == nil && !escaped.isEmpty ? escaped[name] : known
  }

  /// Returns the number of a name, new or known.
  mutating func intern(_ name: String) -> UInt32 {
    if let known = number(of: name) { return known }
    let number = UInt32(names.count)
    names.append(name)
    let start = bytes.count
    bytes.append(contentsOf: name.utf8)
    let count = bytes.count - start
    bytes.append(UInt8(ascii: "\""))
    extents.append(
      Extent(start: start, count: count, lastMask: .max >> UInt64(56 - count % 8 * 8)))
    while bytes.count % 8 > 0 { bytes.append(0) }
    if Self.needsEscape(bytes.rawBytes.extracting(start..<start + count)) {
      escaped[name] = number
    } else if names.count * 2 > slots.count {
      grow()
    } else {
      enter(Int(number))
    }
    return number
  }

  private static func needsEscape(_ name: RawSpan) -> Bool {
    for index in 0..<name.byteCount {
      let byte = name.byte(index)
      if byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { return true }
    }
    return false
  }

  private mutating func grow() {
    slots = [UInt32](repeating: .max, count: slots.count * 4)
    for index in names.indices where escaped[names[index]] == nil { enter(index) }
  }

  private mutating func enter(_ index: Int) {
    let hash = Self.hash(bytes.rawBytes.extracting(extents[index].range))
    var slot = hash & (slots.count - 1)
    while slots[slot] != .max { slot = (slot + 1) & (slots.count - 1) }
    slots[slot] = UInt32(index)
  }

  /// Mixes the length with the first, middle and last eight bytes: identifiers differ at their end.
  private static func hash(_ name: RawSpan) -> Int {
    let count = name.byteCount
    guard count >= 8 else {
      var mixed = UInt64(count)
      for index in 0..<count { mixed = mixed &* 31 &+ UInt64(name.byte(index)) }
      return Int(truncatingIfNeeded: (mixed &* 0x9E37_79B9_7F4A_7C15) >> 32)
    }
    let middle = name.word(count / 2 &- 4) &* 127
    let mixed = name.word(count &- 8) ^ (name.word(0) &* 31) ^ middle ^ UInt64(count)
    return Int(truncatingIfNeeded: (mixed &* 0x9E37_79B9_7F4A_7C15) >> 32)
  }
}

/// Values that occur over and over, each kept once and spoken of by number, in order of appearance.
package struct NumberTable<Value: Hashable & Sendable>: Sendable {
  /// The values; a value's index is its number.
  package private(set) var all: [Value] = []
  /// The number of each value. For the values of a snapshot, it is made at the first search.
  private var numbers: [Value: UInt32] = [:]

  init() {}

  /// Creates a table of the values that a snapshot holds.
  init(_ all: [Value]) { self.all = all }

  /// Returns the number of a value, new or known.
  mutating func number(of value: Value) -> UInt32 {
    if numbers.isEmpty {
      for (number, known) in all.enumerated() { numbers[known] = UInt32(number) }
    }
    if let known = numbers[value] { return known }
    let number = UInt32(all.count)
    all.append(value)
    numbers[value] = number
    return number
  }
}

/// The values that many rows share, each kept once: the rows have its number.
package struct Vocabulary: Sendable {
  /// The type identifiers.
  package internal(set) var types = NameTable()
  /// The unit texts.
  package internal(set) var units = NameTable()
  /// Time zone names from metadata.
  package internal(set) var zones = NameTable()
  /// Words for category values that the catalogue has no number for.
  package internal(set) var categoryNames = NameTable()
  /// The actors who asked for saves.
  package internal(set) var actors = NameTable()
  /// The pairs of actor and origin.
  package internal(set) var provenances = NumberTable<Provenance>()
  /// The contexts that samples have in common.
  var contexts = NumberTable<SampleContext>()
}

extension HealthTables {
  /// Type identifiers.
  @inlinable package var types: NameTable { vocabulary.types }
  /// Unit texts.
  @inlinable package var units: NameTable { vocabulary.units }
  /// Time zone names from metadata.
  @inlinable package var zones: NameTable { vocabulary.zones }
  /// Words for category values that the catalogue has no number for.
  @inlinable package var categoryNames: NameTable { vocabulary.categoryNames }
  /// The actors who asked.
  @inlinable package var actors: NameTable { vocabulary.actors }
  /// Pairs of actor and origin.
  @inlinable package var provenances: [Provenance] { vocabulary.provenances.all }
}
