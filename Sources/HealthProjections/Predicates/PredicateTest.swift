import HealthModel

/// A predicate whose times, types and activities have been looked up, ready to be asked of rows.
indirect enum PredicateTest: Sendable {
  case constant(Bool)
  case comparison(ComparisonTest)
  case every([PredicateTest])
  case either([PredicateTest])
  case not(PredicateTest)
  case part(PredicateTest)

  /// - Parameter times: the moment that a text means.
  /// - Throws: `.time` where a text means none.
  init(
    _ predicate: HealthPredicate, times: (String) -> Instant?
  ) throws(ProjectionError) {
    switch predicate {
    case .all: self = .constant(true)
    case .nothing: self = .constant(false)
    case .comparison(let comparison):
      self = .comparison(try ComparisonTest(comparison, times: times))
    case .and(let terms): self = .every(try Self.tests(terms, times))
    case .or(let terms): self = .either(try Self.tests(terms, times))
    case .not(let term): self = .not(try PredicateTest(term, times: times))
    case .workoutActivity(let term): self = .part(try PredicateTest(term, times: times))
    }
  }

  private static func tests(
    _ terms: [HealthPredicate], _ times: (String) -> Instant?
  ) throws(ProjectionError) -> [PredicateTest] {
    var tests: [PredicateTest] = []
    for term in terms { tests.append(try PredicateTest(term, times: times)) }
    // Units are compared last, so that `value < 72 kg and type = bodyMass` asks no other type for
    // kilograms, whichever stands first.
    return tests.filter { !$0.hasUnits } + tests.filter(\.hasUnits)
  }

  /// Whether something is compared in a unit.
  private var hasUnits: Bool {
    comparisons.contains { comparison in
      comparison.operands.contains { operand in
        if case .quantity = operand { return true }
        return false
      }
    }
  }

  /// The comparisons in it.
  var comparisons: [ComparisonTest] {
    switch self {
    case .constant: []
    case .comparison(let comparison): [comparison]
    case .every(let terms), .either(let terms): terms.flatMap(\.comparisons)
    case .not(let term), .part(let term): term.comparisons
    }
  }

  /// Whether the columns of a sample do not tell, so that its line has to be read again.
  var needsLine: Bool { comparisons.contains(where: \.needsLine) }
}

/// A comparison whose values have been looked up.
struct ComparisonTest: Sendable {
  /// What a fact is compared with.
  enum Operand: Hashable, Sendable {
    /// A text, and the moment that it means where it means one.
    case text(String, moment: Int64?)
    case number(Double)
    case quantity(Double, Unit)
    case boolean(Bool)
    case moment(Int64)
    case day(Int)
    case uuid(ObjectUUID)
    case missing
  }

  let path: PredicateKeyPath
  /// The key behind the point; of statistics the identifier of the type.
  let key: String?
  let operation: PredicateOperator
  let operands: [Operand]

  init(
    _ comparison: PredicateComparison, times: (String) -> Instant?
  ) throws(ProjectionError) {
    path = comparison.path
    operation = comparison.operation
    switch path {
    case .metadata, .device, .sourceRevision: key = comparison.key
    case _: key = comparison.key.map(Self.typeIdentifier)
    }
    var operands: [Operand] = []
    for value in comparison.values {
      operands.append(try Self.operand(value, path, times))
    }
    self.operands = operands
  }

  private static func operand(
    _ value: PredicateValue, _ path: PredicateKeyPath, _ times: (String) -> Instant?
  ) throws(ProjectionError) -> Operand {
    switch value {
    case .text(let name) where path == .type: return .text(typeIdentifier(name), moment: nil)
    case .text(let name) where path == .workoutType || path == .workoutActivityType:
      let known = try? WorkoutActivityType.resolve(name)
      return .text(known?.exportName ?? name, moment: nil)
    case .text(let text):
      return .text(text, moment: path == .metadata ? times(text)?.microseconds : nil)
    case .time(let text):
      guard let instant = times(text) else { throw .time(text) }
      return .moment(instant.microseconds)
    case .number(let number): return .number(number)
    case .quantity(let number, let unit): return .quantity(number, unit)
    case .boolean(let flag): return .boolean(flag)
    case .day(let day): return .day(day.dayNumber)
    case .uuid(let uuid): return .uuid(uuid)
    case .missing: return .missing
    }
  }

  private static func typeIdentifier(_ name: String) -> String {
    (try? TypeCatalogue.resolve(name))?.identifier ?? name
  }

  /// Whether the columns of a sample do not tell.
  var needsLine: Bool {
    switch path {
    case .metadata: key != MetadataName.timeZone
    case .average, .count, .max, .min, .mostRecent, .mostRecentDuration, .mostRecentEndDate,
      .mostRecentStartDate, .sum:
      true
    case .averageHeartRate, .categoryValue, .clinicalRecordFHIRResourceIdentifier,
      .clinicalRecordFHIRResourceType, .correlation, .dateComponents, .device,
      .ecgClassification, .ecgSymptomsStatus, .endDate, .quantity, .source, .sourceRevision,
      .startDate, .status, .uuid, .workout, .workoutActivity, .workoutActivityAverageQuantity,
      .workoutActivityDuration, .workoutActivityEndDate, .workoutActivityMaximumQuantity,
      .workoutActivityMinimumQuantity, .workoutActivityStartDate, .workoutActivitySumQuantity,
      .workoutActivityType, .workoutAverageQuantity, .workoutDuration, .workoutMaximumQuantity,
      .workoutMinimumQuantity, .workoutSumQuantity, .workoutTotalDistance,
      .workoutTotalEnergyBurned, .workoutTotalFlightsClimbed, .workoutTotalSwimmingStrokeCount,
      .workoutType, .type:
      false
    }
  }
}
