import ByteTools

/// Names that occur over and over, each kept once and spoken of by number, in order of appearance.
public struct NameTable: Sendable {
  /// The names; a name's place is its number.
  public private(set) var names: [String] = []
  private var bytes: [[UInt8]] = []
  private var slots = [UInt16](repeating: .max, count: 256)

  /// More names than this are refused: a journal that holds them is not one of health data.
  static let limit = Int(UInt16.max) - 1

  init() {}

  /// The number of a name that is known, or nil. No allocation.
  func number(of name: RawSpan) -> UInt16? {
    var slot = Self.hash(name) & (slots.count - 1)
    while slots[slot] != .max {
      let candidate = slots[slot]
      if unsafe bytes[Int(candidate)].span.bytes.equals(name) { return candidate }
      slot = (slot + 1) & (slots.count - 1)
    }
    return nil
  }

  /// The number of a name that is known, or nil.
  public func number(of name: String) -> UInt16? {
    let utf8 = Array(name.utf8)
    return number(of: unsafe utf8.span.bytes)
  }

  /// The number of a name, new or known; nil where there are too many.
  mutating func intern(_ name: String) -> UInt16? {
    let utf8 = Array(name.utf8)
    if let known = number(of: unsafe utf8.span.bytes) { return known }
    guard names.count < Self.limit else { return nil }
    names.append(name)
    bytes.append(utf8)
    if names.count * 2 > slots.count { grow() } else { place(names.count - 1) }
    return UInt16(names.count - 1)
  }

  private mutating func grow() {
    slots = [UInt16](repeating: .max, count: slots.count * 4)
    for index in names.indices { place(index) }
  }

  private mutating func place(_ index: Int) {
    var slot = Self.hash(unsafe bytes[index].span.bytes) & (slots.count - 1)
    while slots[slot] != .max { slot = (slot + 1) & (slots.count - 1) }
    slots[slot] = UInt16(index)
  }

  /// Mixes the length, the first eight and the last eight bytes: names of types differ at their end.
  private static func hash(_ name: RawSpan) -> Int {
    let count = name.byteCount
    guard count >= 8 else {
      var mixed = UInt64(count)
      for index in 0..<count { mixed = mixed &* 31 &+ UInt64(name.byte(index)) }
      return Int(truncatingIfNeeded: mixed &* 0x9E37_79B9_7F4A_7C15 >> 32)
    }
    let middle = name.word(count / 2 - 4)
    let mixed = name.word(count - 8) ^ name.word(0) &* 31 ^ middle &* 127 ^ UInt64(count)
    return Int(truncatingIfNeeded: mixed &* 0x9E37_79B9_7F4A_7C15 >> 32)
  }
}
