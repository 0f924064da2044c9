/// Why an object's fields are not the document that its type says: which field, and what it must
/// be.
///
///     do { _ = try StateOfMind(object) } catch { print(error) }
///     // the field valence must be a number from -1.0 to 1.0
public struct DocumentProblem: Error, Hashable, Sendable, CustomStringConvertible {
  /// The field, with the position in a list counted from 1: `sensitivityPoints 2 leftEarValue`.
  public let field: String
  /// What it must be, in words.
  public let expected: String

  /// This field is not that.
  public init(field: String, expected: String) {
    self.field = field
    self.expected = expected
  }

  /// One line, without the value.
  public var description: String { "the field \(field) must be \(expected)" }
}
