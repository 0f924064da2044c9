import Foundation
import HealthModel
import TestSupport
import Testing

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
