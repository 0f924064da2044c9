import HealthModel
import HealthViews
import Testing
import ViewTestSupport

/// The catalogue as a person looks things up in it.
@Suite struct TypesViewTests {
  private func names(_ finding: TypesTable.Finding) -> [String] {
    switch finding {
    case .one(let entry): ["= " + entry.name]
    case .several(let entries): entries.map(\.name)
    case .none(let near): ["?"] + near
    }
  }

  @Test(arguments: [
    ("heartRate", ["= heartRate"]), ("heart-rate", ["= heartRate"]),
    ("HKQuantityTypeIdentifierHeartRate", ["= heartRate"]), ("weight", ["= bodyMass"]),
    ("running", ["= running"]), ("HKWorkoutActivityTypeRunning", ["= running"]),
    ("lap", ["= lap"]), ("HKTimeZone", ["= HKMetadataKeyTimeZone"]), ("food", ["= food"]),
    ("workout", ["= workout"]), ("pressure blood dia", ["= bloodPressureDiastolic"]),
    ("hartrate", ["?", "heartRate"]), ("qqqqq", ["?"]), ("swiming", ["?", "swimming"]),
  ])
  func finds(_ text: String, _ found: [String]) {
    #expect(names(TypesTable.find(text)) == found)
  }

  @Test func findsWhatContainsEveryWord() {
    let hearts = names(TypesTable.find("heart rate"))
    #expect(hearts == ["= heartRate"])
    let heart = names(TypesTable.find("heart"))
    #expect(heart.contains("heartRate") && heart.contains("heartbeatSeries"))
    #expect(heart.contains("HKMetadataKeyHeartRateMotionContext"))
    #expect(names(TypesTable.find("heart", kinds: [.quantity])).count == 6)
  }

  @Test(arguments: [
    (TypeEntry.Kind.quantity, 121), (.category, 71), (.correlation, 2), (.characteristic, 7),
    (.other, 24), (.workoutActivity, 84), (.workoutEvent, 8), (.metadataKey, 72),
  ])
  func listsEveryKindWhole(_ kind: TypeEntry.Kind, _ count: Int) {
    #expect(names(TypesTable.find("", kinds: [kind])).count == count)
  }

  @Test func listsTheTypesWithoutAWord() {
    #expect(names(TypesTable.find("")).count == 225)
    #expect(TypeEntry.all.count == 225 + 84 + 8 + 72)
  }

  /// What `details` says of a name.
  private func details(_ name: String) throws -> [String: Cell] {
    guard case .one(let entry) = TypesTable.find(name) else { return [:] }
    return try #require(try TypesTable.details(of: entry).records().first)
  }

  @Test func showsATypeInFull() throws {
    let pulse = try details("heartRate")
    #expect(pulse["unit"] == .text("count/min") && pulse["canonicalUnit"] == .text("count/s"))
    #expect(pulse["aggregation"] == .text("discreteTemporallyWeighted"))
    #expect(pulse["loinc"] == .text("8867-4") && pulse["writtenBy"] == .text("anyApp"))
    #expect(try details("appleStandTime")["writtenBy"] == .text("system"))
    #expect(try details("dateOfBirth")["writtenBy"] == .text("owner"))
    #expect(try details("menstrualFlow")["requiredMetadata"] == .names(["HKMenstrualCycleStart"]))
    #expect(
      try details("bloodPressure")["members"]
        == .names(["bloodPressureSystolic", "bloodPressureDiastolic"]))
    #expect(try details("running")["rawValue"] == .whole(37))
    #expect(try details("lap")["lasts"] == .flag(true))
    #expect(try details("HKTimeZone")["valueClass"] == .text("string"))
  }

  @Test(arguments: QuantityType.all)
  func saysWhichStyleWasChosenWhereHeadersSayAnother(_ type: QuantityType) throws {
    let note = try details(type.shortName)["aggregationNote"]
    guard let other = type.headerAggregationStyle else { return #expect(note == nil) }
    guard case .text(let text)? = note else {
      Issue.record("\(type.shortName) does not say that headers disagree")
      return
    }
    #expect(text.contains(other.name) && text.contains("plain average"))
  }

  @Test func showsOldAndNewSpellingsOfValues() throws {
    guard case .one(let sleep) = TypesTable.find("sleepAnalysis") else {
      Issue.record("sleep is not found")
      return
    }
    let rows = words(try TypesTable.values(of: sleep).records(), "rawValue", "name", "older")
    #expect(rows.contains("1 asleepUnspecified false") && rows.contains("1 asleep true"))
  }

  /// Every entry can be shown, and is found by its own identifier.
  @Test(arguments: TypeEntry.all.map(\.identifier))
  func everyEntryIsFound(_ identifier: String) throws {
    #expect(try details(identifier)["type"] == .text(identifier))
  }
}
