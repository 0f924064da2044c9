/// A position in a journal after which changes are asked for: HealthKit's HKQueryAnchor.
///
///     let changes = try await store.changes()
///     let text = changes.anchor.description   // "12-9f86d081…": keep it
///     try await store.changes(since: ChangeAnchor(text) ?? .beginning)
///
/// The chain value tells whether the line is still the one that it was: a journal that was restored
/// from an older copy, and has gone on, has other lines under the same numbers.
public struct ChangeAnchor: Hashable, Sendable, LosslessStringConvertible {
  /// Before the first line.
  public static let beginning = ChangeAnchor(
    sequence: 0, chain: String(repeating: "0", count: 64))

  /// The number of the last line that was looked at; 0: none.
  public let sequence: UInt64
  /// The chain value of that line: 64 lower-case hex digits.
  public let chain: String

  /// The anchor after a line.
  package init(sequence: UInt64, chain: String) {
    self.sequence = sequence
    self.chain = chain
  }

  /// The anchor of a text that `description` made; nil where the text is not an anchor.
  public init?(_ text: String) {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 2, let sequence = UInt64(parts[0]) else { return nil }
    self.init(sequence: sequence, chain: String(parts[1]))
    guard description == text, Self.isChain(chain) else { return nil }
  }

  /// Number and chain value, with a hyphen between them.
  public var description: String { "\(sequence)-\(chain)" }

  /// Whether a text is 64 lower-case hex digits.
  package static func isChain(_ text: String) -> Bool {
    text.utf8.count == 64
      && text.utf8.allSatisfy {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
          || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains($0)
      }
  }
}
