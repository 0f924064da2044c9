import Foundation
import HealthModel
import TestSupport
import Testing

/// Every row of the tables against the tab-separated files that they were made from.
@Suite(.enabled(if: Reference.isPresent, "no ../shared/reference beside the package"))
struct ReferenceTests {
  /// A unit of each dimension that quantity_types.tsv names.
  static let dimensions: [String: String] = [
    "energy": "J", "time": "s", "scalar": "count", "percent": "%", "temperature": "K",
    "mass": "kg", "mass/volume": "kg/m^3", "pressure": "Pa", "length": "m", "speed": "m/s",
    "scalar/time": "count/s", "power": "W", "volume": "L", "conductance": "S",
    "soundPressureLevel": "dBASPL", "effortScore": "appleEffortScore",
    "internationalUnit": "IU", "volume/time": "L/s", "energy/(mass*time)": "J/kg*s",
    "volume/(mass*time)": "L/kg*s",
  ]

  /// What came after the tables, from Apple's pages and public bindings of iOS 18 to 27.
  static let newerTypes: Set = ["HKQuantityTypeIdentifierHeartRateVariabilityRMSSD"]
  static let newerEnumerations: [String: [Int: String]] = [
    "HKAppleSleepingBreathingDisturbancesClassification": [0: "notElevated", 1: "elevated"],
    "HKAppleWalkingSteadinessClassification": [1: "ok", 2: "low", 3: "veryLow"],
    "HKAudiogramConductionType": [0: "air"],
    "HKAudiogramSensitivityTestSide": [0: "left", 1: "right"],
    "HKCategoryValueMenopausalState": [1: "menopause", 2: "perimenopause", 3: "none"],
    "HKElectrocardiogramLead": [1: "appleWatchSimilarToLeadI"],
    "HKGAD7AssessmentAnswer": [
      0: "notAtAll", 1: "severalDays", 2: "moreThanHalfTheDays", 3: "nearlyEveryDay",
    ],
    "HKGAD7AssessmentRisk": [1: "noneToMinimal", 2: "mild", 3: "moderate", 4: "severe"],
    "HKPHQ9AssessmentAnswer": [
      0: "notAtAll", 1: "severalDays", 2: "moreThanHalfTheDays", 3: "nearlyEveryDay",
      4: "preferNotToAnswer",
    ],
    "HKPHQ9AssessmentRisk": [
      1: "noneToMinimal", 2: "mild", 3: "moderate", 4: "moderatelySevere", 5: "severe",
    ],
    "HKWorkoutSessionType": [0: "primary", 1: "mirrored"],
  ]

  @Test(arguments: newerEnumerations) func newerValues(_ name: String, _ words: [Int: String]) {
    let category = CategoryType.known("menopausalState")
    let values = Enumeration.find(name)?.values ?? category.values
    #expect(Dictionary(values.map { ($0.rawValue, $0.name) }) { first, _ in first } == words)
  }

  @Test func quantityTypes() throws {
    let rows = try Reference.rows("quantity_types")
    let types = QuantityType.all.filter { !Self.newerTypes.contains($0.identifier) }
    #expect(rows.map { $0["identifier"] } == types.map(\.identifier))
    for (row, type) in zip(rows, types) {
      #expect(row["short_name"] == type.shortName)
      #expect(try Unit(confirmed(row["canonical_unit"])) == type.canonicalUnit)
      let dimension = try #require(Self.dimensions[row["dimension"] ?? ""])
      #expect(try Unit(dimension).dimension == type.canonicalUnit.dimension)
      #expect(row["aggregation_style"] == "\(type.aggregationStyle)")
      let saysArithmetic = row["notes"]?.contains("SDK headers up to 26.2 say arithmetic") ?? false
      #expect(type.headerAggregationStyle == (saysArithmetic ? .discreteArithmetic : nil))
      #expect(row["ios_introduced"] == type.introduced)
      // LP203183-1 is a part of LOINC's, no term.
      let loinc = row["loinc"].map { $0.hasPrefix("LP") ? "" : $0 }
      #expect(loinc == type.loinc ?? "")
      #expect(confirmed(row["export_unit_metric_locale"]) == type.metricUnitText)
      #expect(confirmed(row["export_unit_us_locale"]) == type.usUnitText)
      #expect((row["app_writable"] != "no") == type.isWritable)
    }
  }

  @Test func categoryTypes() throws {
    let rows = try Reference.rows("category_types")
    #expect(rows.count == 72)
    for row in rows where row["short_name"] != "audioExposureEvent" {
      guard case .category(let type)? = TypeCatalogue.find(row["identifier"] ?? "") else {
        Issue.record("no \(row["identifier"] ?? "")")
        continue
      }
      #expect(row["short_name"] == type.shortName)
      #expect(row["ios_introduced"] == type.introduced)
      #expect(row["value_enum"]?.hasPrefix(type.enumeration) == true)
      #expect((row["app_writable"]?.hasPrefix("no") == true) != type.isWritable)
      guard row["allowed_values"]?.hasPrefix("?") == false else { continue }
      let newest = type.values.map { "\($0.rawValue)=\($0.name)" }
      let allowed = row["allowed_values"]?.split(separator: ";").map {
        String($0.split(separator: "|")[0])
      }
      #expect(newest == allowed)
    }
  }

  @Test func categoryValues() throws {
    let rows = try Reference.rows("enum_values").filter {
      $0["enum"]?.hasPrefix("HKCategory") == true
    }
    let spellings = Set(CategoryType.all.flatMap(\.spellings))
    #expect(spellings.count >= rows.count)
    for row in rows {
      let found = spellings.filter { $0.exportName == row["objc_name"] }
      #expect(!found.isEmpty, "\(row)")
      #expect(found.allSatisfy { "\($0.rawValue)" == row["raw_value"] })
      #expect(found.allSatisfy { $0.name == row["short_name"] })
    }
  }

  @Test func characteristicTypes() throws {
    let rows = try Reference.rows("characteristic_types")
    #expect(rows.map { $0["identifier"] } == CharacteristicType.all.map(\.identifier))
    for (row, type) in zip(rows, CharacteristicType.all) {
      #expect(row["short_name"] == type.shortName)
      #expect(confirmed(row["ios_introduced"]) == type.introduced ?? "")
      guard type.valueKind == .enumeration else { continue }
      let allowed = type.values.map { "\($0.rawValue)=\($0.name)" }.joined(separator: ";")
      let exported = type.values.map { "\($0.rawValue)=\($0.exportName)" }.joined(separator: ";")
      #expect(row["allowed_values"] == allowed)
      #expect(confirmed(row["export_strings"]) == exported)
    }
  }

  @Test func correlationTypes() throws {
    let rows = try Reference.rows("correlation_types")
    #expect(rows.map { $0["identifier"] } == CorrelationType.all.map(\.identifier))
    for (row, type) in zip(rows, CorrelationType.all) {
      #expect(row["short_name"] == type.shortName)
      #expect(row["ios_introduced"] == type.introduced)
      #expect(row["loinc"] == type.loinc)
      let members = type.containedTypes.map(\.identifier).joined(separator: ";")
      #expect(row["contained_types"] == members)
    }
  }

  @Test func otherTypes() throws {
    let rows = try Reference.rows("other_sample_types")
    // All but the last: notes are the journal's own.
    #expect(rows.map { $0["identifier"] } + [Note.type] == OtherType.all.map(\.identifier))
    for (row, type) in zip(rows, OtherType.all) {
      #expect(row["short_name"] == type.shortName)
      #expect(confirmed(row["class"]).contains("(") || row["class"] == type.className)
      #expect(confirmed(row["ios_introduced"]) == type.introduced ?? "")
      #expect((row["app_writable"] == "yes") == type.isWritable)
      let perObject = ["yes", "by medication"].contains(row["per_object_authorization"])
      #expect(perObject == type.needsPerObjectAuthorization)
    }
  }

  @Test func workoutActivities() throws {
    let rows = try Reference.rows("workout_activity_types")
    #expect(rows.map { $0["name"] } == WorkoutActivityType.all.map(\.name))
    for (row, type) in zip(rows, WorkoutActivityType.all) {
      #expect(row["raw_value"] == "\(type.rawValue)")
      #expect(row["export_string"] == type.exportName)
      #expect(row["ios_introduced"] == type.introduced)
      #expect(row["deprecated_in"] == type.deprecated ?? "")
    }
  }

  @Test func workoutEvents() throws {
    let rows = try Reference.rows("workout_event_types")
    #expect(rows.map { $0["name"] } == WorkoutEventType.all.map(\.name))
    for (row, type) in zip(rows, WorkoutEventType.all) {
      #expect(row["raw_value"] == "\(type.rawValue)")
      #expect(row["export_string"] == type.exportName)
      #expect(row["ios_introduced"] == type.introduced)
      #expect((row["duration_allowed"] == "yes") == type.allowsDuration)
    }
  }

  @Test func metadataKeys() throws {
    let classes: [String: MetadataKey.ValueClass] = [
      "NSString": .string, "NSNumber": .number, "NSDate": .date, "HKQuantity": .quantity,
    ]
    let rows = try Reference.rows("metadata_keys")
    #expect(rows.map { $0["constant_name"] } == MetadataKey.all.map(\.constantName))
    for (row, key) in zip(rows, MetadataKey.all) {
      #expect(row["key_string"] == key.key || row["key_string"] == "?")
      #expect(classes[row["value_class"] ?? ""] == key.valueClass)
      #expect(row["value_detail"]?.filter { $0 != "?" } == key.detail ?? "")
      #expect(confirmed(row["ios_introduced"]) == key.introduced ?? "")
      #expect((row["system_reserved"] == "yes") == key.isReserved)
      #expect((row["notes"]?.hasPrefix("required on") == true) == (key.requiredBy != nil))
    }
  }

  @Test func enumerations() throws {
    // These stand with their types and are compared above.
    let elsewhere = Set(CharacteristicType.all.map { "HK" + $0.identifier.dropFirst(30) })
    let rows = try Reference.rows("enum_values").filter { row in
      let name = row["enum"] ?? ""
      return !name.hasPrefix("HKCategory") && !elsewhere.contains(name)
    }
    let stated = Dictionary(grouping: rows) { $0["enum"] ?? "" }
    let names = Set(Enumeration.all.map(\.name)).subtracting(Self.newerEnumerations.keys)
    #expect(Set(stated.keys) == names)
    for (name, rows) in stated {
      let values = try #require(Enumeration.find(name)).values
      #expect(
        Set(rows.map { [$0["raw_value"] ?? "", $0["short_name"] ?? "", $0["objc_name"] ?? ""] })
          == Set(values.map { ["\($0.rawValue)", $0.name, $0.exportName] }))
    }
  }

  @Test func metadataEnumerationsAndUnitsAreKnown() {
    for key in MetadataKey.all {
      if key.detail?.hasPrefix("enum ") ?? false { #expect(key.enumeration != nil, "\(key)") }
      guard key.valueClass == .quantity, key.detail != "unit of its sample" else { continue }
      #expect(key.comparableUnit != nil, "\(key)")
    }
  }

  @Test func errorCodes() throws {
    for row in try Reference.rows("error_codes") where row["name"] != "(undocumented)" {
      let code = HealthErrorCode(rawValue: Int(row["raw_value"] ?? "") ?? -1)
      let plain = row["name"].map { $0.hasPrefix("error") ? String($0.dropFirst(5)) : $0 }
      #expect(code?.name.lowercased() == plain?.lowercased())
    }
  }
}

/// The tables that this module's data came from, for tests that compare with them:
/// `../shared/reference`.
enum Reference {
  private static let folder = Project.shared.appending(path: "reference").path

  static let isPresent = FileManager.default.fileExists(atPath: folder)

  /// The rows of a tab-separated table, each by column name.
  static func rows(_ name: String) throws -> [[String: String]] {
    let text = try String(contentsOfFile: "\(folder)/\(name).tsv", encoding: .utf8)
    let lines = text.split(separator: "\n").map {
      $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    }
    guard let head = lines.first else { return [] }
    return lines.dropFirst().map { cells in
      Dictionary(uniqueKeysWithValues: zip(head, cells))
    }
  }
}

/// A cell without the `?` that marks it as not confirmed.
func confirmed(_ cell: String?) -> String {
  (cell ?? "").split(separator: " ").first.map { $0.filter { $0 != "?" } } ?? ""
}
