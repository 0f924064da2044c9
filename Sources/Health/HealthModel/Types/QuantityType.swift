/// A type whose samples hold a number and a unit, such as steps or heart rate.
///
///     let steps = QuantityType.stepCount
///     steps.identifier        // "HKQuantityTypeIdentifierStepCount"
///     steps.canonicalUnit     // count
///     steps.aggregationStyle  // .cumulative
///
/// A value is one byte that points into the table, or a type that a journal declares. Source:
/// Apple's SDK headers.
public struct QuantityType: Hashable, Sendable {
  let index: UInt8
  /// The type that a journal declares; nil: it is one of the table.
  private let declared: DeclaredReference?

  /// Creates the type of a row of the table.
  init(index: UInt8) {
    self.index = index
    declared = nil
  }

  /// Creates a type that a journal declares, with a unit that exists and an aggregation.
  init(declared type: DeclaredType) {
    index = .max
    declared = .type(type)
  }

  private var row: QuantityRow {
    declared.map { QuantityRow($0.type) } ?? QuantityTable.rows[Int(index)]
  }

  /// The title of a type that a journal declares; nil for those of the table.
  package var declaredTitle: String? { declared?.type.title }

  /// The 120 quantity types, by identifier.
  public static var all: [QuantityType] {
    QuantityTable.rows.indices.map { QuantityType(index: UInt8($0)) }
  }

  /// Apple's full identifier: `HKQuantityTypeIdentifierStepCount`.
  public var identifier: String { row.identifier }

  /// The name without its prefix: `stepCount`.
  public var shortName: String { row.shortName }

  /// The way in which its samples add up.
  public var aggregationStyle: AggregationStyle { row.aggregation }

  /// The style that Apple's SDK headers up to 26.2 state, if it differs from that of the running
  /// system, which `aggregationStyle` follows; nil if both agree.
  ///
  ///     QuantityType.restingHeartRate.aggregationStyle          // .discreteTemporallyWeighted
  ///     QuantityType.restingHeartRate.headerAggregationStyle    // .discreteArithmetic
  package var headerAggregationStyle: AggregationStyle? { row.headers }

  /// The unit that HealthKit's headers state, as text: `count/s` for heart rate.
  package var canonicalUnitText: String { row.unit }

  /// The unit in which the Health app shows and exports it in metric countries: `count/min`.
  package var metricUnitText: String { row.metric }

  /// The unit in which the Health app shows and exports it in the United States.
  package var usUnitText: String { row.us }

  /// The iOS version that introduced it.
  package var introduced: String { row.introduced }

  /// Its LOINC code, where HealthKitOnFHIR assigns one.
  package var loinc: String? { row.loinc }

  /// The UCUM code for its values, if it differs from that of their unit: `kg/m2` for the body mass
  /// index, which HealthKit counts without a unit.
  package var ownUCUM: String? { row.ucum }

  /// False for a type that HealthKit allows no app to save.
  public var isWritable: Bool { row.isWritable }

  /// The unit that HealthKit's headers state.
  public var canonicalUnit: Unit {
    guard let declared else { return Self.units[Int(index)] }
    return declared.type.unit.flatMap { try? Unit($0) } ?? .count
  }

  /// Returns true if values in this unit can be stored: its dimension is that of the canonical
  /// unit.
  ///
  ///     QuantityType.bodyMass.accepts(try Unit("lb"))   // true
  ///     QuantityType.bodyMass.accepts(.count)           // false
  public func accepts(_ unit: Unit) -> Bool { unit.isCompatible(with: canonicalUnit) }

  /// The canonical units, each different text read once.
  private static let units: [Unit] = {
    var read: [String: Unit] = [:]
    return QuantityTable.rows.map { row in
      if let unit = read[row.unit] { return unit }
      let unit = Unit(known: row.unit)
      read[row.unit] = unit
      return unit
    }
  }()

  /// The time for which a reading of one moment holds; nil if an average is not weighted by time.
  ///
  ///     QuantityType.heartRate.readingHold?.seconds   // 1800
  ///     QuantityType.bodyMass.readingHold             // nil
  package var readingHold: ReadingHold? {
    switch aggregationStyle {
    case .cumulative, .discreteArithmetic: nil
    case .discreteTemporallyWeighted, .discreteEquivalentContinuousLevel: Self.holds[identifier]
    }
  }

  private static let holds: [String: ReadingHold] = {
    var holds: [String: ReadingHold] = [:]
    for (names, seconds, reason) in holdGroups {
      for name in names {
        holds["HKQuantityTypeIdentifier" + name] = ReadingHold(seconds: seconds, reason: reason)
      }
    }
    return holds
  }()

  private static let holdGroups: [([String], Double, String)] = [
    (
      ["HeartRate"], 1800,
      "a watch at rest measures every few minutes; after half an hour it was not worn"
    ),
    (
      ["RestingHeartRate", "WalkingHeartRateAverage", "AtrialFibrillationBurden"], 86_400,
      "one value stands for the day"
    ),
    (
      ["CyclingCadence", "CyclingPower", "CyclingSpeed"], 10,
      "a sensor tells every second or two; after a longer gap the wheel stood or the link was lost"
    ),
    (
      ["EnvironmentalAudioExposure", "EnvironmentalSoundReduction", "HeadphoneAudioExposure"], 60,
      "a level of one moment says little of the next minutes"
    ),
  ]
}
