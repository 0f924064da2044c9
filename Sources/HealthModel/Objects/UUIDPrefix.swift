/// The beginning of a uuid, as people type it: 8 digits or more, with hyphens where a uuid has
/// them.
///
///     UUIDPrefix("3f2504e0")?.begins(uuid)     // whether it begins 3F2504E0
///     UUIDPrefix("3F2504E0-4F89-4")            // more of it
///     UUIDPrefix("3F2504")                     // nil: too short to mean one object
public struct UUIDPrefix: Hashable, Sendable, CustomStringConvertible {
  /// How many digits it has at least.
  public static let leastDigits = 8

  /// The first uuid that begins so: the digits, and zeros after them.
  public let first: ObjectUUID
  private let mask: ObjectUUID
  private let length: Int

  /// Reads the beginning of the 8-4-4-4-12 form, in either case; nil for anything else.
  public init?(_ text: some StringProtocol) {
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

  /// Whether a uuid begins so.
  public func begins(_ uuid: ObjectUUID) -> Bool {
    uuid.high & mask.high == first.high && uuid.low & mask.low == first.low
  }

  /// The digits, in upper case.
  public var description: String { String(first.description.prefix(length)) }
}
