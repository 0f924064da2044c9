import HealthModel
import Testing

/// What people type, read as what they mean: beginnings of uuids, and numbers without a unit.
@Suite struct EntryTests {
  static let uuid = "3F2504E0-4F89-41D3-9A0C-0305E82C3301"

  @Test(arguments: [
    ("3F2504E0", true), ("3f2504e0", true), ("3F2504E0-", true), ("3F2504E0-4F89-41d3-9", true),
    (uuid, true), ("3F2504E1", false), ("3F2504E0-4F8A", false), ("00000000", false),
    ("3F2504E0-4F89-41D3-9A0C-0305E82C3302", false),
  ])
  func aPrefixBegins(_ text: String, _ begins: Bool) throws {
    let prefix = try #require(UUIDPrefix(text))
    let uuid = try #require(ObjectUUID(Self.uuid))
    #expect(prefix.begins(uuid) == begins)
    #expect(prefix.begins(prefix.first))
    #expect(prefix.description == text.uppercased())
  }

  @Test(arguments: [
    "", "3F2504E", "3F2504E04", "3F2504E-0", "3F2504G0", "3F2504E0 ", uuid + "0", "3F2504Eé",
    "--------",
  ])
  func otherTextsAreNone(_ text: String) {
    #expect(UUIDPrefix(text) == nil)
  }

  @Test(arguments: [
    ("stepCount", "count"), ("flightsClimbed", "count"), ("heartRate", "count/min"),
    ("bloodPressureSystolic", "mmHg"), ("bodyMassIndex", "count"), ("bodyMass", nil),
    ("bloodGlucose", nil), ("oxygenSaturation", "%"), ("bodyTemperature", nil),
  ])
  func aBareNumberHasAUnitWhereThereIsOne(_ name: String, _ unit: String?) throws {
    guard case .quantity(let type) = try TypeCatalogue.resolve(name) else {
      Issue.record("\(name) is no quantity")
      return
    }
    #expect(type.unitOfBareNumber == unit)
  }

  @Test func glucoseInMolesIsWrittenAsHealthKitWritesIt() throws {
    let text = QuantityType.bloodGlucose.unitText(entered: "mmol/L")
    #expect(text == "mmol<180.1558800000541>/L")
    #expect(QuantityType.bloodGlucose.accepts(try Unit(text)))
    #expect(QuantityType.bloodGlucose.unitText(entered: "mg/dL") == "mg/dL")
    #expect(QuantityType.bodyMass.unitText(entered: "mmol/L") == "mmol/L")
  }

  /// What people are shown for a unit, and what it is when they type that.
  @Test(
    arguments: [
      (.bloodGlucose, "mmol<180.1558800000541>/L", "mmol/L", "mmol<180.1558800000541>/L"),
      (.bloodGlucose, "mmol<180.15588>/L", "mmol/L", "mmol<180.1558800000541>/L"),
      (.bloodGlucose, "mcmol<180.15588>/dL", "mcmol/dL", "mcmol<180.1558800000541>/dL"),
      (.bloodGlucose, "mmol<12.5>/L", "mmol<12.5>/L", "mmol<12.5>/L"),
      (.bloodGlucose, "mg/dL", "mg/dL", "mg/dL"), (.bodyTemperature, "degC", "°C", "degC"),
      (.bodyTemperature, "degF", "°F", "degF"), (.bodyMass, "kg", "kg", "kg"),
      (.dietaryWater, "ml", "ml", "ml"),
    ] as [(QuantityType, String, String, String)])
  func unitsAreReadAsTheyAreShown(
    _ type: QuantityType, _ unit: String, _ people: String, _ read: String
  ) throws {
    if !people.hasPrefix("°") { #expect(type.unitText(shown: unit) == people) }
    #expect(type.unitText(entered: people) == read)
    #expect(try Unit(read).isSameSize(as: try Unit(unit)))
  }

  @Test(arguments: [
    ("12,031", "12031"), ("-1,234,567.5", "-1234567.5"), ("705", "705"), ("71,5", nil),
    ("0,970", nil), ("1,23,456", nil), ("1234,567", nil), ("1,234.5,678", nil), (",5", nil),
  ])
  func commasStandBetweenThousands(_ text: String, _ number: String?) {
    #expect(text.withoutThousands == number)
  }
}
