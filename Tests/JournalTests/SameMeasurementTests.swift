import ByteTools
import Foundation
import HealthEvents
import HealthImport
import HealthModel
import HealthTables
import Journal
import JournalFile
import JournalTestSupport
import TestSupport
import Testing

/// A measurement is one, in whatever unit, offset, order of attributes and spelling of its source
/// an export prints it.
@Suite struct SameMeasurementTests {
  /// Types with two units that phones print, the range of their values, and decimals that apps
  /// write.
  private static let kinds: [(type: String, units: [String], values: ClosedRange<Double>)] = [
    ("DistanceWalkingRunning", ["km", "mi", "m"], 0.001...40),
    ("BodyMass", ["kg", "lb", "st"], 30...150),
    ("ActiveEnergyBurned", ["Cal", "kcal", "kJ"], 0...900),
    ("DietaryWater", ["mL", "fl_oz_us", "L"], 50...2_000),
    ("BloodGlucose", ["mg/dL", "mmol<180.1558800000541>/L"], 40...300),
    ("BodyTemperature", ["degC", "degF"], 34...42), ("Height", ["cm", "ft", "m"], 120...210),
  ]

  /// A number as exports print it, with so many digits.
  private static func printed(_ number: Double, digits: Int) -> String {
    guard number != 0 else { return "0" }
    var exponent = 0
    while abs(number) >= Double("1e\(exponent + 1)") ?? .infinity { exponent += 1 }
    while abs(number) < Double("1e\(exponent)") ?? 0 { exponent -= 1 }
    let step = digits - 1 - exponent
    let scale = Double("1e\(abs(step))") ?? 1
    let kept = (step >= 0 ? number * scale : number / scale).rounded()
    return DecimalText.text(step >= 0 ? kept / scale : kept * scale)
  }

  private struct Record {
    var kind: Int
    var minute: Int
    /// In the first unit of its kind.
    var value: Double
  }

  private static func element(
    _ record: Record, unit: String, digits: Int, isTurned: Bool, source: String, offset: Int
  ) throws -> String {
    let kind = kinds[record.kind]
    let value = try Unit(kind.units[0]).convert(record.value, to: Unit(unit))
    let start = time(record.minute, offset)
    let parts = [
      "type=\"HKQuantityTypeIdentifier\(kind.type)\"", "sourceName=\"\(source)\"",
      "unit=\"\(unit.replacing("<", with: "&lt;").replacing(">", with: "&gt;"))\"",
      "creationDate=\"\(start)\"", "startDate=\"\(start)\"",
      "endDate=\"\(time(record.minute + 5, offset))\"",
      "value=\"\(printed(value, digits: digits))\"",
    ]
    return "<Record \((isTurned ? parts.reversed() : parts).joined(separator: " "))/>"
  }

  private static func time(_ minute: Int, _ offset: Int) -> String {
    let seconds = Int64(1_772_323_200 + minute * 60)
    let stamp = Timestamp(
      instant: Instant(wholeSeconds: seconds), offsetMinutes: Int16(offset * 60))
    let text = stamp.description
    let sign = offset < 0 ? "-" : "+"
    let hours = abs(offset) < 10 ? "0\(abs(offset))" : "\(abs(offset))"
    return "\(text.prefix(10)) \(text.dropFirst(11).prefix(8)) \(sign)\(hours)00"
  }

  private static func export(_ elements: [String], _ day: Int = 1) -> [UInt8] {
    Array(
      """
      <HealthData locale="en_GB"><ExportDate value="2026-06-0\(day) 10:00:00 +0100"/>
      <Me HKCharacteristicTypeIdentifierBiologicalSex="HKBiologicalSexFemale"/>
      \(elements.joined(separator: "\n"))
      </HealthData>
      """.utf8)
  }

  /// Random measurements in any unit to six digits; then in any other, with another offset, another
  /// order of attributes and no-break spaces: nothing is saved.
  @Test(arguments: Counts.seeds(0...11 as ClosedRange<UInt64>)) func anyPresentationIsTheSame(
    seed: UInt64
  ) throws {
    var dice = Dice(seed)
    let records = (0..<60).map { _ in
      let kind = Int.random(in: 0..<Self.kinds.count, using: &dice)
      return Record(
        kind: kind, minute: 10 * Int.random(in: 0..<20, using: &dice),
        value: Double.random(in: Self.kinds[kind].values, using: &dice))
    }
    // A phone prints one unit of a type at a time.
    func elements(_ dice: inout Dice, _ source: String, _ offset: Int) throws -> [String] {
      let units = Self.kinds.map { $0.units.randomElement(using: &dice) ?? $0.units[0] }
      let isTurned = dice.oneIn(2)
      return try records.map {
        try Self.element(
          $0, unit: units[$0.kind], digits: 6, isTurned: isTurned, source: source, offset: offset)
      }
    }
    let trial = try ErasedTrial(usesFastPath: dice.oneIn(2))
    let first = try trial.run(Self.export(try elements(&dice, "Anna’s Watch", 1)))
    #expect(first.saved == 61)
    let live = try trial.live()
    for (round, offset) in [-5, 0, 9].enumerated() {
      let again = try elements(&dice, "Anna’s\u{A0}Watch", offset).shuffled(using: &dice)
      let sum = try trial.run(Self.export(again, 2 + round))
      #expect(sum.known == 61 && sum.saved + sum.corrected == 0, "\(sum)")
      #expect(try trial.live() == live)
    }
  }

  /// A number that a person changed in the same unit is another measurement; one that another unit
  /// rounds to is the same.
  @Test(arguments: [
    ("BodyMass", "72", "kg", "72.4", "kg", false), ("BodyMass", "72", "kg", "158.733", "lb", true),
    ("DistanceWalkingRunning", "4.828", "km", "3", "mi", true),
    ("DistanceWalkingRunning", "4.828", "km", "3.1", "mi", false),
    ("ActiveEnergyBurned", "512.5", "Cal", "512.5", "kcal", true),
    ("ActiveEnergyBurned", "512", "Cal", "512.4", "kcal", false),
    ("StepCount", "0", "count", "1", "count", false),
  ]) func onlyPresentationIsFolded(
    _ type: String, _ old: String, _ oldUnit: String, _ new: String, _ newUnit: String,
    _ isSame: Bool
  ) throws {
    func record(_ value: String, _ unit: String) -> String {
      """
      <Record type="HKQuantityTypeIdentifier\(type)" sourceName="Scale" unit="\(unit)" \
      startDate="2026-01-01 08:00:00 +0100" endDate="2026-01-01 08:00:00 +0100" value="\(value)"/>
      """
    }
    let trial = try ErasedTrial()
    _ = try trial.run(Self.export([record(old, oldUnit)]))
    let sum = try trial.run(Self.export([record(new, newUnit)], 2))
    #expect(sum.saved == (isSame ? 0 : 1) && sum.corrected == 0)
  }

  /// A workout whose totals are printed in other units is no newer version of itself; one whose
  /// distance changed is.
  @Test func aWorkoutInOtherUnitsIsKnown() throws {
    func workout(_ energy: String, _ distance: String) -> [String] {
      [
        """
        <Workout workoutActivityType="HKWorkoutActivityTypeRunning" duration="30" \
        durationUnit="min" \(energy) sourceName="Watch" startDate="2026-01-01 08:00:00 +0100" \
        endDate="2026-01-01 08:30:00 +0100"><WorkoutStatistics \
        type="HKQuantityTypeIdentifierDistanceWalkingRunning" \(distance)/></Workout>
        """
      ]
    }
    let kcal = "totalEnergyBurned=\"300\" totalEnergyBurnedUnit=\"kcal\""
    let joule = "totalEnergyBurned=\"1255.2\" totalEnergyBurnedUnit=\"kJ\""
    let trial = try ErasedTrial()
    _ = try trial.run(Self.export(workout(kcal, "sum=\"5\" unit=\"km\"")))
    let moved = try trial.run(Self.export(workout(joule, "sum=\"3.10686\" unit=\"mi\""), 2))
    #expect(moved.known == 2 && moved.corrected == 0)
    let longer = try trial.run(Self.export(workout(joule, "sum=\"3.6\" unit=\"mi\""), 3))
    #expect(longer.corrected == 1)
  }

  /// Erased in one unit, stated in another that no line shows: it stays out, until it is asked for.
  @Test func whatWasErasedStaysOutInOtherUnits() throws {
    func records(_ unit: String, _ values: [String]) -> [String] {
      values.enumerated().map { hour, value in
        """
        <Record type="HKQuantityTypeIdentifierBodyMass" sourceName="Scale" unit="\(unit)" \
        startDate="2026-01-01 0\(hour):00:00 +0100" endDate="2026-01-01 0\(hour):00:00 +0100" \
        value="\(value)"/>
        """
      }
    }
    for isAll in [false, true] {
      let trial = try ErasedTrial()
      _ = try trial.run(Self.export(records("kg", ["70", "71", "72"])))
      let masses = try trial.lines().filter { $0.contains("BodyMass") }.compactMap { line in
        line.components(separatedBy: "\"uuid\":\"").dropFirst().first.flatMap {
          ObjectUUID($0.prefix(36))
        }
      }
      #expect(masses.count == 3)
      try trial.erase(isAll ? masses : [masses[0]])
      let bytes = Self.export(records("lb", ["154.324", "156.528", "158.733"]), 2)
      let sum = try trial.run(bytes)
      #expect(sum.saved == 0 && sum.erased == (isAll ? 3 : 1), "\(sum)")
      #expect(try trial.run(bytes, again: true).saved == (isAll ? 3 : 1))
    }
  }
}
