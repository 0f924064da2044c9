import HealthModel
import TestSupport
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Category and characteristic values in both directions.
@Suite struct NamedValueTests {
  @Test(arguments: CategoryType.all)
  func roundTrips(_ type: CategoryType) throws {
    for value in type.spellings {
      let newest = try #require(type.value(rawValue: value.rawValue))
      #expect(!newest.isOlderSpelling)
      #expect(type.allows(value.rawValue))
      #expect(type.value(exportName: value.exportName) == newest)
      #expect(type.value(named: value.name) == newest)
      #expect(try type.resolve(value.name.uppercased()) == newest)
      #expect(try type.resolve("\(value.rawValue)") == newest)
      #expect(value.exportName.lowercased().hasSuffix(value.name.lowercased()))
    }
  }

  @Test(
    arguments: [
      (CategoryType.sleepAnalysis, "HKCategoryValueSleepAnalysisAsleepCore", 3, "asleepCore"),
      (.sleepAnalysis, "HKCategoryValueSleepAnalysisAsleep", 1, "asleepUnspecified"),
      (.menstrualFlow, "HKCategoryValueVaginalBleedingLight", 2, "light"),
      (.menstrualFlow, "HKCategoryValueMenstrualFlowNone", 5, "none"),
      (.mindfulSession, "HKCategoryValueNotApplicable", 0, "notApplicable"),
      (.appleStandHour, "HKCategoryValueAppleStandHourIdle", 1, "idle"),
      (
        .known("ovulationTestResult"), "HKCategoryValueOvulationTestResultPositive", 2,
        "luteinizingHormoneSurge"
      ),
      (
        .known("environmentalAudioExposureEvent"),
        "HKCategoryValueAudioExposureEventLoudEnvironment",
        1, "momentaryLimit"
      ),
    ] as [(CategoryType, String, Int, String)])
  func reads(_ type: CategoryType, _ exported: String, _ raw: Int, _ name: String) {
    #expect(type.value(exportName: exported)?.rawValue == raw)
    #expect(type.value(exportName: exported)?.name == name)
  }

  @Test func refusesForeignValues() {
    #expect(!CategoryType.sleepAnalysis.allows(6))
    #expect(!CategoryType.sleepAnalysis.allows(-1))
    #expect(!CategoryType.known("contraceptive").allows(0))
    #expect(CategoryType.sleepAnalysis.value(rawValue: 6) == nil)
    #expect(CategoryType.sleepAnalysis.value(exportName: "HKCategoryValueSeverityMild") == nil)
    #expect(
      CategoryType.known("bleedingAfterPregnancy").value(
        exportName: "HKCategoryValueMenstrualFlowLight") == nil)
    #expect(
      throws: UnknownType(kind: .categoryValue, name: "aslepcore", suggestions: ["asleepCore"])
    ) {
      try CategoryType.sleepAnalysis.resolve("aslepcore")
    }
  }

  /// A refusal lists the values that there are.
  @Test(arguments: CategoryType.all)
  func eachCategoryHasValues(_ type: CategoryType) {
    #expect(!type.values.isEmpty)
    #expect(!type.allows(1000))
  }

  @Test(
    arguments: [
      (CharacteristicType.bloodType, "HKBloodTypeABNegative", 6, "abNegative"),
      (.biologicalSex, "HKBiologicalSexFemale", 1, "female"),
      (.fitzpatrickSkinType, "HKFitzpatrickSkinTypeIV", 4, "IV"),
      (.wheelchairUse, "HKWheelchairUseNo", 1, "no"),
      (.activityMoveMode, "HKActivityMoveModeActiveEnergy", 1, "activeEnergy"),
    ] as [(CharacteristicType, String, Int, String)])
  func readsCharacteristics(
    _ type: CharacteristicType, _ exported: String, _ raw: Int, _ name: String
  ) throws {
    let value = try #require(type.value(exportName: exported))
    #expect(value.rawValue == raw)
    #expect(value.name == name)
    #expect(type.value(rawValue: raw) == value)
    #expect(type.value(named: name.uppercased()) == value)
    #expect(try type.resolve(exported) == value)
  }

  @Test func suggestsCharacteristicValues() {
    let error = UnknownType(kind: .characteristicValue, name: "femal", suggestions: ["female"])
    #expect(throws: error) { try CharacteristicType.biologicalSex.resolve("femal") }
    #expect(CharacteristicType.dateOfBirth.values.isEmpty)
  }

  @Test(.enabled(if: RealExports.arePresent, "no real exports: set HEALTH_JOURNAL_DATA"))
  func readsEveryNameOfRealExports() throws {
    for path in RealExports.paths() {
      let text = try String(contentsOfFile: path, encoding: .utf8)
      for match in text.matches(of: /<Record type="(HKCategory\w+)"[^>]* value="(HK\w+)"/) {
        guard case .category(let type)? = TypeCatalogue.find(String(match.1)) else {
          Issue.record("\(match.1)")
          continue
        }
        #expect(type.value(exportName: String(match.2)) != nil, "\(match.2)")
      }
      for match in text.matches(of: /workoutActivityType="(\w+)"/) {
        #expect(WorkoutActivityType.find(String(match.1)) != nil, "\(match.1)")
      }
      for match in text.matches(of: /<(?:Record|Correlation) type="(\w+)"/) {
        #expect(TypeCatalogue.find(String(match.1)) != nil, "\(match.1)")
      }
    }
  }
}

extension CategoryType {
  /// A type by its short name, for rows of arguments; sleep where there is none.
  static func known(_ shortName: String) -> CategoryType {
    all.first { $0.shortName == shortName } ?? .sleepAnalysis
  }
}
