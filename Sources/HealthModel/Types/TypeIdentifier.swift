/// The identifier of a type of health objects, as calls take it: HealthKit's
/// HKQuantityTypeIdentifier and its relatives.
///
///     try await store.latestSample(of: .bodyMass)
///     try await store.objects(of: "HKQuantityTypeIdentifierThatIsNewer")
///
/// The catalogue may not know it: such types are kept and shown too.
public struct TypeIdentifier: RawRepresentable, Hashable, Sendable {
  /// Apple's full identifier: `HKQuantityTypeIdentifierBodyMass`.
  public let rawValue: String

  /// This identifier, whether the catalogue has it or not.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// This identifier, whether the catalogue has it or not.
  public init(_ identifier: String) { rawValue = identifier }

  /// That of a type of the catalogue.
  public init(_ type: ObjectType) { rawValue = type.identifier }
}

extension TypeIdentifier: ExpressibleByStringLiteral, CustomStringConvertible {
  /// A full identifier in the text of a program.
  public init(stringLiteral identifier: String) { rawValue = identifier }

  /// The identifier.
  public var description: String { rawValue }
}
