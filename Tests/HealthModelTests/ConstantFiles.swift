@testable import HealthModel

/// The source files of constants that are made from the tables of types: path and text.
enum ConstantFiles {
  /// A file by its path in the package.
  struct File {
    var path: String
    var text: String
  }

  /// All of them.
  static let all: [File] = [
    file(
      "Health/HealthModel/Types/Constants/QuantityType+Constants.swift", "QuantityType",
      QuantityType.all.map { type in
        constant(
          type.shortName, "`\(type.identifier)`, in `\(type.canonicalUnitText)`.",
          "Self(index: \(type.index))")
      }),
    file(
      "Health/HealthModel/Types/Constants/CategoryType+Constants.swift", "CategoryType",
      CategoryType.all.map { type in
        constant(
          type.shortName, "`\(type.identifier)`.", "Self(index: \(type.index))")
      } + [audioExposureEvent]),
    file(
      "Health/HealthModel/Types/Constants/WorkoutActivityType+Constants.swift",
      "WorkoutActivityType",
      WorkoutActivityType.all.map { type in
        constant(
          type.name, "`\(type.exportName)`, \(type.rawValue).",
          "Self(index: \(type.index))")
      }),
    file(
      "Health/HealthModel/Types/Constants/TypeIdentifier+Quantities.swift", "TypeIdentifier",
      QuantityType.all.map { identifier($0.identifier, $0.shortName) }),
    file(
      "Health/HealthModel/Types/Constants/TypeIdentifier+Others.swift", "TypeIdentifier",
      TypeCatalogue.all.filter { if case .quantity = $0 { false } else { true } }
        .map { identifier($0.identifier, $0.shortName) }),
    File(
      path: "Sources/Faces/HealthJournal/Constants/CategoryValueConstants.swift",
      text: categoryValues),
    File(path: "Sources/Faces/HealthJournal/Constants/MetadataKeys.swift", text: metadataKeys),
  ]

  private static let head = """
    // Made from the tables of types: RECORD_CONSTANTS=1 swift test --filter ConstantTests
    // swift-format-ignore-file

    """

  private static func file(_ path: String, _ type: String, _ constants: [String]) -> File {
    File(
      path: "Sources/" + path,
      text: "\(head)\nextension \(type) {\n\(constants.joined(separator: "\n"))\n}\n")
  }

  private static func constant(
    _ name: String, _ words: String, _ value: String
  ) -> String {
    let line = "  public static var \(name): Self { \(value) }"
    let broken = "  public static var \(name): Self {\n    \(value)\n  }"
    return "  /// \(words)\n" + (line.count > 100 ? broken : line)
  }

  private static func identifier(_ identifier: String, _ name: String) -> String {
    constant(name, "`\(identifier)`.", "\"\(identifier)\"")
  }

  /// The 72nd constant of category types, whose string another one has too.
  private static let audioExposureEvent = """
      /// `HKCategoryTypeIdentifierAudioExposureEvent`.
      @available(*, deprecated, renamed: "environmentalAudioExposureEvent")
      public static var audioExposureEvent: CategoryType { .environmentalAudioExposureEvent }
    """

  /// Swift enumerations of the values of category types, by HealthKit's names without the prefix.
  private static var categoryValues: String {
    var seen: Set<String> = []
    var text = head
    for type in CategoryType.all.sorted(by: { $0.enumeration < $1.enumeration }) {
      let name = String(type.enumeration.dropFirst(2))
      guard name != "CategoryValue", !type.values.isEmpty, seen.insert(name).inserted else {
        continue
      }
      text += "\n/// The values of `\(type.enumeration)`.\n"
      text += "public enum \(name): Int, Hashable, Sendable, CaseIterable {\n"
      for value in type.values {
        text += "  /// `\(value.exportName)`.\n  case \(value.name) = \(value.rawValue)\n"
      }
      text += "}\n"
    }
    return text
  }

  /// The strings of metadata keys under HealthKit's names without the prefix.
  private static var metadataKeys: String {
    head
      + MetadataKey.all.map { key in
        let name = key.constantName.dropFirst(2)
        return "\n/// `\(key.constantName)`.\npublic let \(name) =\n  \"\(key.key)\"\n"
      }.joined()
  }
}
