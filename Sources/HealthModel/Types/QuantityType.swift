/// A type whose samples carry a number and a unit, such as steps or heart rate.
///
///     let steps = QuantityType.stepCount
///     steps.identifier        // "HKQuantityTypeIdentifierStepCount"
///     steps.canonicalUnit     // count
///     steps.aggregationStyle  // .cumulative
///
/// A value is one byte that points into the table.
/// Source: Apple's SDK headers.
public struct QuantityType: Hashable, Sendable {
  let index: UInt8

  private var row: QuantityRow { QuantityTable.rows[Int(index)] }

  /// The 120 quantity types, by identifier.
  public static var all: [QuantityType] {
    QuantityTable.rows.indices.map { QuantityType(index: UInt8($0)) }
  }

  /// Apple's full identifier: `HKQuantityTypeIdentifierStepCount`.
  public var identifier: String { row.identifier }

  /// The name without its prefix: `stepCount`.
  public var shortName: String { row.shortName }

  /// How its samples add up.
  public var aggregationStyle: AggregationStyle { row.aggregation }

  /// The style that Apple's SDK headers up to 26.2 state, where it is another one than that of the
  /// running system, which `aggregationStyle` follows; nil where both agree.
  ///
  ///     QuantityType.restingHeartRate.aggregationStyle          // .discreteTemporallyWeighted
  ///     QuantityType.restingHeartRate.headerAggregationStyle    // .discreteArithmetic
  public var headerAggregationStyle: AggregationStyle? { row.headers }

  /// The unit that HealthKit's headers state, as text: `count/s` for heart rate.
  public var canonicalUnitText: String { row.unit }

  /// The unit in which the Health app shows and exports it in metric countries: `count/min`.
  public var metricUnitText: String { row.metric }

  /// The unit in which the Health app shows and exports it in the United States.
  public var usUnitText: String { row.us }

  /// The iOS version that introduced it.
  public var introduced: String { row.introduced }

  /// Its LOINC code, where HealthKitOnFHIR assigns one.
  public var loinc: String? { row.loinc }

  /// UCUM's code for its values, where it is another one than that of their unit: `kg/m2` for the
  /// body mass index, which HealthKit counts without a unit.
  public var ownUCUM: String? { row.ucum }

  /// False where HealthKit lets no app save it.
  public var isWritable: Bool { row.isWritable }

  /// The canonical unit.
  public var canonicalUnit: Unit { Self.units[Int(index)] }

  /// True when values in this unit can be stored: the dimension is the canonical unit's.
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
}

/// One row of the table of quantity types.
struct QuantityRow: Sendable {
  let identifier: String
  let shortName: String
  let aggregation: AggregationStyle
  let unit: String
  let metric: String
  let us: String
  let introduced: String
  let loinc: String?
  let ucum: String?
  let isWritable: Bool
  let headers: AggregationStyle?

  /// A row by the name after the prefix. `name` stands where the short name is not that with a
  /// small letter, `metric` where people see another unit than the canonical one, `us` where the
  /// United States see another one than the rest, `ucum` where UCUM's code is not that of the unit.
  init(
    _ constant: String, name: String? = nil, _ aggregation: AggregationStyle, _ unit: String,
    metric: String? = nil, us: String? = nil, since: String, headers: AggregationStyle? = nil,
    loinc: String? = nil, ucum: String? = nil, writable: Bool = true
  ) {
    identifier = "HKQuantityTypeIdentifier" + constant
    shortName = name ?? NameMatching.small(constant)
    self.aggregation = aggregation
    self.unit = unit
    self.metric = metric ?? unit
    self.us = us ?? metric ?? unit
    introduced = since
    self.loinc = loinc
    self.ucum = ucum
    isWritable = writable
    self.headers = headers
  }
}
