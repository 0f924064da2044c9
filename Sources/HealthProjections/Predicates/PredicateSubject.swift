import HealthModel
import HealthTables

/// An object as a predicate looks at it.
struct PredicateSubject {
  var object: HealthObject
  /// Who wrote it: a number in `HealthTables.provenances`.
  var provenance: UInt32
  var workouts: [ObjectUUID]
  var correlations: [ObjectUUID]
  /// The parts of a workout that are looked at.
  var activities: [WorkoutActivity] = []
  /// The row of an object that is no sample.
  var row: ObjectRow?

  init(
    _ object: HealthObject, provenance: UInt32, workouts: [ObjectUUID],
    correlations: [ObjectUUID] = [], row: ObjectRow? = nil
  ) {
    self.object = object
    self.provenance = provenance
    self.workouts = workouts
    self.correlations = correlations
    self.row = row
    if case .workout(let workout) = object.content { activities = workout.activities }
  }

  /// The values of the object itself at a key path; none at a path whose values only the tables
  /// know.
  func facts(_ path: PredicateKeyPath, key: String?) -> [Fact] {
    switch path {
    case .uuid: [.uuid(object.uuid)]
    case .type: Self.typeFacts(object.content.type)
    case .startDate: object.content.span.map { [.moment($0.start.instant.microseconds)] } ?? []
    case .endDate: object.content.span.map { [.moment($0.end.instant.microseconds)] } ?? []
    case .metadata: key.map(metadataFacts) ?? []
    case .workout: workouts.map { .uuid($0) }
    case .correlation: correlations.map { .uuid($0) }
    case .categoryValue, .quantity, .workoutDuration: valueFacts(path)
    case .average, .count, .max, .min, .mostRecent, .mostRecentDuration, .mostRecentEndDate,
      .mostRecentStartDate, .sum:
      seriesFacts(path)
    case .workoutType: workoutFacts
    case .workoutActivity, .workoutActivityType, .workoutActivityStartDate,
      .workoutActivityEndDate, .workoutActivityDuration, .workoutActivityAverageQuantity,
      .workoutActivityMaximumQuantity, .workoutActivityMinimumQuantity,
      .workoutActivitySumQuantity:
      activities.flatMap { Self.facts($0, path, key) }
    case .averageHeartRate, .ecgClassification, .ecgSymptomsStatus,
      .clinicalRecordFHIRResourceIdentifier, .clinicalRecordFHIRResourceType, .status,
      .dateComponents:
      documentFacts(path)
    case .source, .sourceRevision, .device, .workoutAverageQuantity, .workoutMaximumQuantity,
      .workoutMinimumQuantity, .workoutSumQuantity, .workoutTotalDistance,
      .workoutTotalEnergyBurned, .workoutTotalFlightsClimbed,
      .workoutTotalSwimmingStrokeCount:
      []
    }
  }

  /// A type by its identifier and its short name.
  static func typeFacts(_ type: String) -> [Fact] {
    [.text(type)] + (TypeCatalogue.find(type).map { [.text($0.shortName)] } ?? [])
  }

  /// A value of metadata; of an enumeration also its words. The mark of what was entered by hand is
  /// also one as the text of an export.
  private func metadataFacts(_ key: String) -> [Fact] {
    guard let value = object.metadata[key] else { return [] }
    if case .number(let number) = value,
      let word = MetadataKey.find(key)?.word(of: number)
    {
      return [.number(number), .text(word.name), .text(word.exportName)]
    }
    let isMark = key == MetadataName.wasUserEntered && value == .string("1")
    return [Fact(value)] + (isMark ? [.flag(true)] : [])
  }

  // MARK: Samples

  private func valueFacts(_ path: PredicateKeyPath) -> [Fact] {
    if path == .workoutDuration {
      if case .workout(let workout) = object.content {
        return [.quantity(workout.duration, .second)]
      }
      return object.content.span.map { [.quantity($0.duration, .second)] } ?? []
    }
    switch object.content {
    case .quantity(let sample): return [.quantity(sample.value, try? Unit(sample.unit))]
    case .category(let sample) where path == .categoryValue:
      return Self.facts(sample.value, of: sample.type)
    case .category, .correlation, .workout, .characteristic, .summary, .document: return []
    }
  }

  /// The value of a category: its number and its name, or the export's own word.
  static func facts(_ value: CategoryCode, of type: String) -> [Fact] {
    switch value {
    case .name(let word): return [.text(word)]
    case .code(let code):
      guard case .category(let known)? = TypeCatalogue.find(type),
        let value = known.value(rawValue: code)
      else { return [.number(Double(code))] }
      return [.number(Double(code)), .text(value.name), .text(value.exportName)]
    }
  }

  /// The figures of a series; a sample of one value is a series of one.
  private func seriesFacts(_ path: PredicateKeyPath) -> [Fact] {
    guard case .quantity(let sample) = object.content else { return [] }
    let unit = try? Unit(sample.unit)
    let isCumulative = AggregationStyle.isCumulative(sample.type)
    let count = sample.series?.count ?? 1
    let single = count == 1 && !isCumulative ? sample.value : nil
    func fact(_ number: Double?) -> [Fact] { number.map { [.quantity($0, unit)] } ?? [] }
    switch path {
    case .count: return [.number(count)]
    case .sum: return fact(sample.series?.sum ?? (isCumulative ? sample.value : nil))
    case .average: return fact(isCumulative ? nil : sample.value)
    case .min: return fact(sample.series?.minimum ?? single)
    case .max: return fact(sample.series?.maximum ?? single)
    case .mostRecent: return fact(single)
    case .mostRecentStartDate where single != nil:
      return [.moment(sample.span.start.instant.microseconds)]
    case .mostRecentEndDate where single != nil:
      return [.moment(sample.span.end.instant.microseconds)]
    case .mostRecentDuration where single != nil: return [.quantity(sample.span.duration, .second)]
    case _: return []
    }
  }

  // MARK: Workouts

  private var workoutFacts: [Fact] {
    guard case .workout(let workout) = object.content else { return [] }
    return Self.activityFacts(workout.activity)
  }

  private static func activityFacts(_ activity: String) -> [Fact] {
    [.text(activity)] + (WorkoutActivityType.find(activity).map { [.text($0.name)] } ?? [])
  }

  private static func facts(
    _ part: WorkoutActivity, _ path: PredicateKeyPath, _ key: String?
  ) -> [Fact] {
    switch path {
    case .workoutActivity:
      [.uuid(part.uuid.flatMap { ObjectUUID($0) } ?? ObjectUUID(high: 0, low: 0))]
    case .workoutActivityType: part.activity.map(activityFacts) ?? []
    case .workoutActivityStartDate: [.moment(part.start.instant.microseconds)]
    case .workoutActivityEndDate: part.end.map { [.moment($0.instant.microseconds)] } ?? []
    case .workoutActivityDuration:
      (part.duration ?? part.end?.instant.seconds(since: part.start.instant))
        .map { [.quantity($0, .second)] } ?? []
    case _: statisticsFacts(part.statistics, path, key)
    }
  }

  /// What statistics of a type state.
  static func statisticsFacts(
    _ statistics: [WorkoutStatistics], _ path: PredicateKeyPath, _ key: String?
  ) -> [Fact] {
    statistics.filter { $0.type == key }.compactMap { one in
      one.fact(path, in: one.unit.flatMap { try? Unit($0) })
    }
  }
}

extension TypeSummary {
  /// The figure that a key path of a workout or of its part stands for.
  func fact(_ path: PredicateKeyPath, in unit: Unit?) -> Fact? {
    let number: Double? =
      switch path {
      case .workoutSumQuantity, .workoutActivitySumQuantity: sum
      case .workoutAverageQuantity, .workoutActivityAverageQuantity: average
      case .workoutMinimumQuantity, .workoutActivityMinimumQuantity: minimum
      case .workoutMaximumQuantity, .workoutActivityMaximumQuantity: maximum
      case _: nil
      }
    return number.map { .quantity($0, unit) }
  }
}

extension Fact {
  /// A value of metadata.
  init(_ value: MetadataValue) {
    switch value {
    case .string(let text): self = .text(text)
    case .number(let number): self = .number(number)
    case .boolean(let flag): self = .flag(flag)
    case .date(let date): self = .moment(date.instant.microseconds)
    case .quantity(let number, let unit): self = .quantity(number, try? Unit(unit))
    }
  }
}
