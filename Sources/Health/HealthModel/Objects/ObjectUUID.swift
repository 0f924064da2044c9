/// The identity of a saved object: 128 bits, written as HealthKit writes a UUID, in upper case.
///
///     ObjectUUID("3F2504E0-4F89-41D3-9A0C-0305E82C3301")?.description
///     // 3F2504E0-4F89-41D3-9A0C-0305E82C3301
public struct ObjectUUID: Hashable, Comparable, Sendable, BitwiseCopyable,
  CustomStringConvertible
{
  /// The first 64 bits, big-endian.
  public let high: UInt64
  /// The last 64 bits, big-endian.
  public let low: UInt64

  /// Creates the identity with these bits.
  @inlinable
  public init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  /// Creates a random identity of version 4 (RFC 9562) from 128 random bits.
  public init(random: (UInt64, UInt64)) {
    self.init(
      high: (random.0 & 0xFFFF_FFFF_FFFF_0FFF) | 0x4000,
      low: (random.1 & 0x3FFF_FFFF_FFFF_FFFF) | 0x8000_0000_0000_0000)
  }

  /// Creates an identity of version 8 (RFC 9562) from the first 128 bits of a digest of content.
  package init(content: (UInt64, UInt64)) {
    self.init(
      high: (content.0 & 0xFFFF_FFFF_FFFF_0FFF) | 0x8000,
      low: (content.1 & 0x3FFF_FFFF_FFFF_FFFF) | 0x8000_0000_0000_0000)
  }

  /// True if it is of version 8: made from content, as imports do.
  package var isOfContent: Bool { (high >> 12) & 15 == 8 }

  /// Reads the 8-4-4-4-12 form, in either case; nil for anything else.
  public init?(_ text: some StringProtocol) {
    let bytes = Array(text.utf8)
    guard bytes.count == 36 else { return nil }
    var words: (UInt64, UInt64) = (0, 0)
    var digits = 0
    for (index, byte) in bytes.enumerated() {
      if [8, 13, 18, 23].contains(index) {
        guard byte == UInt8(ascii: "-") else { return nil }
        continue
      }
      guard let digit = Self.digit(byte) else { return nil }
      if digits < 16 { words.0 = (words.0 << 4) | digit } else { words.1 = (words.1 << 4) | digit }
      digits += 1
    }
    self.init(high: words.0, low: words.1)
  }

  private static func digit(_ byte: UInt8) -> UInt64? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt64(byte - UInt8(ascii: "0"))
    case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt64(byte - UInt8(ascii: "A") + 10)
    case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt64(byte - UInt8(ascii: "a") + 10)
    default: nil
    }
  }

  /// The upper-case 8-4-4-4-12 form.
  public var description: String {
    var bytes: [UInt8] = []
    bytes.append(addingCapacity: 36) { text in
      for index in 0..<32 {
        // In front of digits 8, 12, 16 and 20.
        if index % 4 == 0, index >= 8, index <= 20 { text.append(UInt8(ascii: "-")) }
        let word = index < 16 ? high : low
        let value = UInt8(truncatingIfNeeded: (word >> UInt64(60 - index % 16 * 4)) & 15)
        // 1 for a letter, without a branch that no processor foresees.
        let letter = (value &+ 6) >> 4
        text.append(UInt8(ascii: "0") &+ value &+ letter &* 7)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Orders identities as their texts do.
  public static func < (a: ObjectUUID, b: ObjectUUID) -> Bool {
    (a.high, a.low) < (b.high, b.low)
  }
}

/// The beginning of a uuid, as people type it: 8 digits or more, with hyphens where a uuid has
/// them.
///
///     UUIDPrefix("3f2504e0")?.begins(uuid)     // whether it begins 3F2504E0
///     UUIDPrefix("3F2504E0-4F89-4")            // more of it
///     UUIDPrefix("3F2504")                     // nil: too short to mean one object
///
/// It is public only so that the compiler can inline `begins` in other modules: a search calls it
/// for every uuid.
public struct UUIDPrefix: Hashable, Sendable, CustomStringConvertible {
  /// The least number of digits.
  package static let leastDigits = 8

  /// The first uuid that begins so: the digits, and zeros after them.
  package let first: ObjectUUID
  private let mask: ObjectUUID
  private let length: Int

  /// Reads the beginning of the 8-4-4-4-12 form, in either case; nil for anything else.
  package init?(_ text: some StringProtocol) {
    let none = "00000000-0000-0000-0000-000000000000"
    let length = text.utf8.count
    guard (Self.leastDigits...none.utf8.count).contains(length) else { return nil }
    let rest = none.dropFirst(length)
    let digits = String(text.map { $0 == "-" ? "-" : "F" })
    guard let first = ObjectUUID(String(text) + rest), let mask = ObjectUUID(digits + rest) else {
      return nil
    }
    (self.first, self.mask, self.length) = (first, mask, length)
  }

  /// Returns true if a uuid begins with the digits.
  public func begins(_ uuid: ObjectUUID) -> Bool {
    uuid.high & mask.high == first.high && uuid.low & mask.low == first.low
  }

  /// The digits, in upper case.
  public var description: String { String(first.description.prefix(length)) }
}
