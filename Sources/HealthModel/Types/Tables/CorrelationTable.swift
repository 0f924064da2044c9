/// The correlation types with the quantity types that they may hold: food, all dietary ones.
///
/// Source: Apple's SDK headers.
enum CorrelationTable {
  static let rows: [CorrelationRow] = [
    CorrelationRow(
      "BloodPressure", .eachOnce,
      [
        QuantityType(known: "BloodPressureSystolic"), QuantityType(known: "BloodPressureDiastolic"),
      ],
      since: "8.0", loinc: "85354-9"),
    CorrelationRow(
      "Food", .anySubset, QuantityType.all.filter { $0.shortName.hasPrefix("dietary") },
      since: "8.0", loinc: "80453-4"),
  ]
}
