/// A named value that a source gave and the model has no word for, kept as it came.
public struct Field: Hashable, Sendable {
  /// The name on the line.
  public var name: String
  /// What stands after it.
  public var value: FieldValue

  /// A field of this name.
  public init(_ name: String, _ value: FieldValue) {
    self.name = name
    self.value = value
  }
}

/// The value of a `Field`: everything that JSON can say.
public enum FieldValue: Hashable, Sendable {
  /// No value.
  case null
  /// Text.
  case text(String)
  /// A finite number.
  case number(Double)
  /// True or false.
  case boolean(Bool)
  /// Values in order.
  case list([FieldValue])
  /// Named values in order; no name occurs twice.
  case fields([Field])
}

extension [Field] {
  /// The value of the field with this name, or nil.
  public subscript(name: String) -> FieldValue? { first { $0.name == name }?.value }
}
