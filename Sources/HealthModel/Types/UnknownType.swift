/// A name that the catalogue does not know, with what may have been meant.
///
///     do { _ = try TypeCatalogue.resolve("stepcout") } catch { print(error) }
///     // unknown type "stepcout"; did you mean stepCount?
public struct UnknownType: Error, Hashable, Sendable, CustomStringConvertible {
  /// What was looked for.
  public enum Kind: String, Hashable, Sendable {
    /// An object type.
    case type = "type"
    /// A workout activity.
    case workoutActivity = "workout activity"
    /// A kind of workout event.
    case workoutEvent = "workout event"
    /// A value of a category type.
    case categoryValue = "category value"
    /// A value of a characteristic.
    case characteristicValue = "characteristic value"
  }

  /// What was looked for.
  public let kind: Kind
  /// The name as it was given.
  public let name: String
  /// Up to three short names, nearest first; empty where nothing is near.
  public let suggestions: [String]

  /// An error about a name; `suggestions` are short names, nearest first.
  public init(kind: Kind, name: String, suggestions: [String]) {
    self.kind = kind
    self.name = name
    self.suggestions = suggestions
  }

  /// One line; foreign text is escaped.
  public var description: String {
    let start = "unknown \(kind.rawValue) \(UnitProblem.quote(name))"
    guard let last = suggestions.last else { return start }
    let others = suggestions.dropLast().joined(separator: ", ")
    return "\(start); did you mean \(others.isEmpty ? last : "\(others) or \(last)")?"
  }
}
