import Foundation
import TestSupport
import Testing

@testable import HealthModel

/// Every type, activity, value and key of the tables has a constant under HealthKit's name.
///
/// `RECORD_CONSTANTS=1 swift test --filter ConstantTests` writes the files anew.
@Suite struct ConstantTests {
  private static let isRecording = ProcessInfo.processInfo.environment["RECORD_CONSTANTS"] == "1"

  @Test(arguments: ConstantFiles.all.indices)
  func theFileIsWhatTheTablesSay(_ place: Int) throws {
    let file = ConstantFiles.all[place]
    let path = Project.root.appending(path: file.path)
    if Self.isRecording { try file.text.write(to: path, atomically: true, encoding: .utf8) }
    #expect(try String(contentsOf: path, encoding: .utf8) == file.text)
  }

  @Test func constantsAreTheTypesOfTheirNames() {
    #expect(QuantityType.vo2Max.identifier == "HKQuantityTypeIdentifierVO2Max")
    #expect(QuantityType.waterTemperature.identifier == "HKQuantityTypeIdentifierWaterTemperature")
    #expect(CategoryType.vomiting.identifier == "HKCategoryTypeIdentifierVomiting")
    #expect(WorkoutActivityType.yoga.rawValue == 57)
    #expect(WorkoutActivityType.other.rawValue == 3000)
    #expect(TypeIdentifier.workout == "HKWorkoutTypeIdentifier")
    #expect(TypeIdentifier.restingHeartRate == TypeIdentifier(.quantity(.restingHeartRate)))
  }
}

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
