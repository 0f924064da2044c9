import HealthEvents
package import HealthModel
package import HealthTables

/// Asks a predicate of the rows of a journal.
///
/// It tests columns first, one comparison at a time and without an allocation for each row. For
/// comparisons that columns cannot answer, it reads the lines of the rows that are left.
package struct PredicateEvaluator {
  private let test: PredicateTest
  let journal: ReplayedJournal
  let links: PredicateLinks
  private var members: WorkoutMembers?
  private var figures: WorkoutFigures?
  private var computed: (workout: ObjectUUID, figures: [TypeFigures])?

  /// An evaluator of a query's predicate; nil where it has none.
  ///
  /// - Throws: `ProjectionError.time` where a text means no time; `.unitMismatch` and `.unordered`
  ///   where the query names a type whose values cannot be compared so, whether there are any or
  ///   not; what reading lines throws.
  package init?(_ query: Query, _ journal: ReplayedJournal) throws {
    guard let predicate = query.predicate else { return nil }
    try self.init(predicate, times: query.times, journal)
    for type in query.types ?? [] { _ = try test.verdict(of: type) }
  }

  /// An evaluator of a predicate.
  ///
  /// - Parameter times: the moment that a text means; nil: none.
  package init(
    _ predicate: HealthPredicate, times: (String) -> Instant?, _ journal: ReplayedJournal
  ) throws {
    test = try PredicateTest(predicate, times: times)
    links = try PredicateLinks(test, journal)
    self.journal = journal
  }

  /// Which of the rows of a type the predicate holds for.
  ///
  /// - Parameter candidates: the rows that matter; the others are false in the result.
  /// - Throws: `ProjectionError.unitMismatch` where a row is compared in a unit that measures
  ///   something else.
  package mutating func samples(of type: String, among candidates: [Bool]) throws -> [Bool] {
    try journal.tables.read(types: [type])
    guard let number = journal.tables.types.number(of: type),
      let columns = journal.tables.columns(of: type)
    else { return candidates.map { _ in false } }
    let rows = PredicateRows(type: type, number: Int(number), columns: columns)
    return try mask(test, rows, candidates)
  }

  /// Whether the predicate holds for an object that is no sample, as its reader sees it.
  package mutating func holds(_ row: ObjectRow, _ object: HealthObject) throws -> Bool {
    try holds(
      test,
      PredicateSubject(
        object, provenance: row.provenance, workouts: links.workouts(of: row), row: row))
  }

  // MARK: Columns

  private mutating func mask(
    _ test: PredicateTest, _ rows: PredicateRows, _ candidates: [Bool]
  ) throws -> [Bool] {
    guard candidates.contains(true) else { return candidates }
    switch test {
    case .constant(let holds): return holds ? candidates : candidates.map { _ in false }
    case .comparison(let comparison):
      if comparison.needsLine { return try lines(test, rows, candidates) }
      return try rows.mask(comparison, candidates, journal.tables, links)
    case .not(let term):
      return Self.combine(candidates, try mask(term, rows, candidates)) { $0 && !$1 }
    case .every(let terms):
      var kept = candidates
      for term in terms where !term.needsLine { kept = try mask(term, rows, kept) }
      let rest = terms.filter(\.needsLine)
      return rest.isEmpty ? kept : try lines(.every(rest), rows, kept)
    case .either(let terms):
      var left = candidates
      for term in terms where !term.needsLine {
        left = Self.combine(left, try mask(term, rows, left)) { $0 && !$1 }
      }
      let rest = terms.filter(\.needsLine)
      if !rest.isEmpty {
        left = Self.combine(left, try lines(.either(rest), rows, left)) { $0 && !$1 }
      }
      return Self.combine(candidates, left) { $0 && !$1 }
    // A sample has no parts.
    case .part: return candidates.map { _ in false }
    }
  }

  private static func combine(
    _ left: [Bool], _ right: [Bool], _ rule: (Bool, Bool) -> Bool
  ) -> [Bool] {
    var result = left
    for index in result.indices { result[index] = rule(left[index], right[index]) }
    return result
  }

  // MARK: Lines

  private mutating func lines(
    _ test: PredicateTest, _ rows: PredicateRows, _ candidates: [Bool]
  ) throws -> [Bool] {
    let columns = rows.columns
    let wanted = candidates.indices.filter { candidates[$0] }
    var result = candidates.map { _ in false }
    let (journal, links) = (journal, links)
    try journal.forEachObject(
      of: wanted.map { (columns.uuids[$0], columns.sequences[$0]) }
    ) { index, object in
      let row = wanted[index]
      let subject = PredicateSubject(
        object, provenance: columns.provenance(row),
        workouts: links.workouts(type: rows.number, row: row),
        correlations: links.correlations(
          of: object.uuid, isMember: columns.flags[row].contains(.member)))
      result[row] = try holds(test, subject)
    }
    return result
  }

  private mutating func holds(_ test: PredicateTest, _ subject: PredicateSubject) throws -> Bool {
    switch test {
    case .constant(let holds): return holds
    case .comparison(let comparison):
      let type = subject.object.content.type
      let facts = try facts(comparison, subject)
      let test = facts.isEmpty ? comparison : try comparison.ofValues(of: type)
      return try test.holds(facts, of: Self.label(comparison, type))
    case .not(let term): return try !holds(term, subject)
    case .every(let terms):
      for term in terms where try !holds(term, subject) { return false }
      return true
    case .either(let terms):
      for term in terms where try holds(term, subject) { return true }
      return false
    case .part(let term):
      for part in subject.activities {
        var alone = subject
        alone.activities = [part]
        if try holds(term, alone) { return true }
      }
      return false
    }
  }

  /// What a comparison is of, for the message of an error.
  static func label(_ comparison: ComparisonTest, _ type: String) -> String {
    switch comparison.path {
    case .quantity, .categoryValue, .average, .min, .max, .sum, .mostRecent: type
    case _: comparison.path.rawValue + (comparison.key.map { "." + $0 } ?? "")
    }
  }

  private mutating func facts(
    _ comparison: ComparisonTest, _ subject: PredicateSubject
  ) throws -> [Fact] {
    switch comparison.path {
    case .source, .sourceRevision, .device:
      return journal.tables.facts(comparison, subject.provenance)
    case .workoutTotalDistance, .workoutTotalEnergyBurned, .workoutTotalFlightsClimbed,
      .workoutTotalSwimmingStrokeCount, .workoutAverageQuantity, .workoutMaximumQuantity,
      .workoutMinimumQuantity, .workoutSumQuantity:
      return try figureFacts(comparison, subject)
    case _: return subject.facts(comparison.path, key: comparison.key)
    }
  }

  // MARK: Workouts

  /// Totals and statistics of a workout: stated by the source, else computed from its samples.
  private mutating func figureFacts(
    _ comparison: ComparisonTest, _ subject: PredicateSubject
  ) throws -> [Fact] {
    guard case .workout(let workout) = subject.object.content, let row = subject.row else {
      return []
    }
    let figures = try self.figures ?? WorkoutFigures(tables: journal.tables)
    self.figures = figures
    if let key = comparison.key {
      let stated = PredicateSubject.statisticsFacts(workout.statistics, comparison.path, key)
      if !stated.isEmpty { return stated }
      return try computedFigures(row, figures).filter { $0.type == key }
        .compactMap { $0.fact(comparison.path, in: try? Unit($0.unit)) }
    }
    let leg = WorkoutLeg(workout: workout, metadata: subject.object.metadata)
    if let known = figures.fact(comparison.path, leg, []) { return [known] }
    return figures.fact(comparison.path, leg, try computedFigures(row, figures)).map { [$0] } ?? []
  }

  private mutating func computedFigures(
    _ row: ObjectRow, _ figures: WorkoutFigures
  ) throws -> [TypeFigures] {
    if let computed, computed.workout == row.uuid { return computed.figures }
    var members = try self.members ?? WorkoutMembers(journal.tables)
    let found = figures.figures(try members.members(of: row))
    self.members = members
    computed = (row.uuid, found)
    return found
  }
}

extension WorkoutFigures {
  /// A total of a workout, in the unit in which `workouts` shows it.
  fileprivate func fact(
    _ path: PredicateKeyPath, _ leg: WorkoutLeg, _ figures: [TypeFigures]
  ) -> Fact? {
    let number: Double?
    var unit = Unit.count
    switch path {
    case .workoutTotalEnergyBurned:
      number = energy(leg, figures)
      unit = energyUnit
    case .workoutTotalDistance:
      number = distance(leg, figures)
      unit = distanceUnit
    case .workoutTotalSwimmingStrokeCount: number = strokes(leg, figures)
    case .workoutTotalFlightsClimbed:
      number = total(.totalFlightsClimbed, of: leg, figures, in: unit)
    case _: number = nil
    }
    guard let number else { return nil }
    return .quantity(number, unit)
  }
}

extension HealthTables {
  /// What is known of who wrote something and what measured it.
  func facts(_ comparison: ComparisonTest, _ provenance: UInt32) -> [Fact] {
    let (path, key, origin) = (comparison.path, comparison.key, origin(provenance))
    let text: String? =
      switch (path, key) {
      case (.source, _): nil
      case (.sourceRevision, "productType"?): origin?.source.productType
      case (.sourceRevision, "operatingSystem"?): origin?.source.operatingSystem
      case (.sourceRevision, _): origin?.source.version
      case (.device, _):
        origin?.device?.property(key.flatMap { DeviceProperty(rawValue: $0) } ?? .name)
      case _: nil
      }
    let texts =
      path == .source
      ? sourceNames(provenance, withLabels: !comparison.operation.isOfParts)
      : text.map { [$0] } ?? []
    return texts.map { .text(path.isOfNames ? SourceName.typed($0) : $0) }
  }
}

extension Device {
  /// A property by HealthKit's key.
  fileprivate func property(_ property: DeviceProperty) -> String? {
    switch property {
    case .name: name
    case .manufacturer: manufacturer
    case .model: model
    case .hardware: hardware
    case .firmware: firmware
    case .software: software
    case .localIdentifier: localIdentifier
    case .udi: udi
    }
  }
}
