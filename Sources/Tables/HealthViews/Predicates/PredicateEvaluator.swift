import HealthEvents
package import HealthModel
package import HealthTables

/// Asks a predicate of the rows of a journal.
///
/// It asks one comparison at a time of all rows that are left, without an allocation for each. What
/// the columns of samples do not have is asked last, of their lines.
package struct PredicateEvaluator {
  private let test: PredicateTest
  private let testOfColumns: PredicateTest
  private let journal: ReplayedJournal
  private let links: PredicateLinks
  private var members: WorkoutMembers?
  private var figures: WorkoutFigures?
  private var computed: (workout: ObjectUUID, figures: [TypeFigures])?

  /// Creates an evaluator of a query's predicate; nil if it has none.
  ///
  /// - Throws: `ProjectionError.time` if a text means no time; `.unitMismatch` and `.unordered`
  ///   if the query names a type whose values cannot be compared so, even if there are no values;
  ///   the errors of reading lines.
  package init?(_ query: ViewQuery, _ journal: ReplayedJournal) throws {
    guard let predicate = query.predicate else { return nil }
    try self.init(predicate, times: query.times, journal)
    for type in query.types ?? [] { _ = try test.verdict(of: type) }
  }

  /// Creates an evaluator of a predicate.
  ///
  /// - Parameter times: the moment that a text means; nil: none.
  package init(
    _ predicate: HealthPredicate, times: (String) -> Instant?, _ journal: ReplayedJournal
  ) throws {
    test = try PredicateTest(predicate, times: times, journal.tables.catalogue)
    testOfColumns = test.ofColumns
    links = try PredicateLinks(test, journal)
    self.journal = journal
  }

  /// Returns for each row of a type whether the predicate holds for it.
  ///
  /// - Parameter candidates: the rows that matter; the others are false in the result.
  /// - Throws: `ProjectionError.unitMismatch` where a row is compared in a unit that measures
  ///   something else.
  package mutating func samples(of type: String, among candidates: [Bool]) throws -> [Bool] {
    try journal.tables.read(types: [type])
    guard let columns = journal.tables.columns(of: type) else {
      return candidates.map { _ in false }
    }
    let rows = SampleRows(type, columns, in: journal.tables, links)
    return try kept(candidates, of: rows, where: testOfColumns)
  }

  /// Returns whether the predicate holds for an object that is no sample, as its reader sees it.
  package mutating func holds(_ row: ObjectRow, _ object: HealthObject) throws -> Bool {
    try holds(test, PredicateSubject(object, row, links))
  }

  private mutating func holds(_ test: PredicateTest, _ subject: PredicateSubject) throws -> Bool {
    let alone = PredicateSubjects(type: subject.object.content.type, all: [subject])
    return try kept([true], of: alone, where: test).contains(true)
  }

  private mutating func kept<Rows: PredicateRows>(
    _ candidates: [Bool], of rows: Rows, where test: PredicateTest
  ) throws -> [Bool] {
    guard candidates.contains(true) else { return candidates }
    switch test {
    case .constant(let holds): return holds ? candidates : candidates.map { _ in false }
    case .comparison(let comparison): return try kept(candidates, of: rows, where: comparison)
    case .not(let term):
      return Self.left(of: candidates, without: try kept(candidates, of: rows, where: term))
    case .every(let terms):
      var found = candidates
      for term in terms { found = try kept(found, of: rows, where: term) }
      return found
    case .either(let terms):
      var left = candidates
      for term in terms {
        left = Self.left(of: left, without: try kept(left, of: rows, where: term))
      }
      return Self.left(of: candidates, without: left)
    case .ofLine(let term):
      var found = candidates.map { _ in false }
      try rows.forEachBatch(of: candidates, in: journal) { batch, subjects in
        let keptOfBatch = try kept(batch.map { candidates[$0] }, of: subjects, where: term)
        for (row, isKept) in zip(batch, keptOfBatch) where isKept { found[row] = true }
      }
      return found
    case .part(let term):
      var found = candidates
      for row in found.indices where found[row] {
        found[row] = try rows.subject(row).map { try holdsForPart(term, of: $0) } ?? false
      }
      return found
    }
  }

  private static func left(of candidates: [Bool], without found: [Bool]) -> [Bool] {
    var left = candidates
    for row in left.indices where found[row] { left[row] = false }
    return left
  }

  private mutating func holdsForPart(
    _ test: PredicateTest, of subject: PredicateSubject
  ) throws -> Bool {
    for part in subject.activities {
      var alone = subject
      alone.activities = [part]
      if try holds(test, alone) { return true }
    }
    return false
  }

  // MARK: Key paths

  /// Returns the candidates for whose values at the key path of a comparison it holds.
  private mutating func kept<Rows: PredicateRows>(
    _ candidates: [Bool], of rows: Rows, where comparison: ComparisonTest
  ) throws -> [Bool] {
    var mask = candidates
    let type = rows.type
    switch comparison.path {
    case .uuid: comparison.filter(&mask, uuid: { rows.uuid($0) })
    case .startDate: comparison.filter(&mask, moment: { rows.start($0) })
    case .endDate: comparison.filter(&mask, moment: { rows.end($0) })
    case .tag:
      let time = links.time(of: comparison)
      comparison.filter(&mask) { row in
        time?.holds(start: rows.start(row), end: rows.end(row))
      }
    case .copy:
      let (yes, no) = try (
        comparison.holds([.flag(true)], of: type), comparison.holds([.flag(false)], of: type)
      )
      comparison.filter(&mask) { row in links.copies.contains(rows.uuid(row)) ? yes : no }
    case .workout: try comparison.filter(&mask, of: type, links: { rows.workouts($0) })
    case .correlation:
      try comparison.filter(&mask, of: type, links: { rows.correlations($0) })
    case .workoutDuration:
      try comparison.filter(&mask, of: type, unit: { _ in .second }) { row in
        rows.duration(row).map { .quantity($0, unit: 0) }
      }
    case .quantity, .categoryValue:
      let names = journal.tables.units.names
      try comparison.filter(&mask, of: type, unit: { try? Unit(names[Int($0)]) }) {
        rows.value($0)
      }
    case _: try comparison.filter(&mask, of: rows) { try facts(comparison, of: rows, $0) }
    }
    return mask
  }

  private mutating func facts<Rows: PredicateRows>(
    _ comparison: ComparisonTest, of rows: Rows, _ row: Int
  ) throws -> [Fact] {
    switch comparison.path {
    case .type: return Fact.names(of: rows.type)
    case .source, .sourceRevision, .device:
      return journal.tables.facts(comparison, rows.provenance(row))
    case .metadata:
      let key = comparison.key ?? ""
      return rows.metadata(key, row).map { Fact.facts(of: $0, at: key) } ?? []
    case .workoutTotalDistance, .workoutTotalEnergyBurned, .workoutTotalFlightsClimbed,
      .workoutTotalSwimmingStrokeCount, .workoutAverageQuantity, .workoutMaximumQuantity,
      .workoutMinimumQuantity, .workoutSumQuantity:
      return try rows.subject(row).map { try figureFacts(comparison, $0) } ?? []
    case _: return rows.subject(row)?.facts(comparison.path, key: comparison.key) ?? []
    }
  }

  // MARK: Workouts

  /// Returns totals and statistics of a workout: as its source states them, else computed from its
  /// samples.
  private mutating func figureFacts(
    _ comparison: ComparisonTest, _ subject: PredicateSubject
  ) throws -> [Fact] {
    guard case .workout(let workout) = subject.object.content, let row = subject.row else {
      return []
    }
    let figures = try self.figures ?? WorkoutFigures(tables: journal.tables)
    self.figures = figures
    let leg = WorkoutLeg(workout: workout, metadata: subject.object.metadata)
    if let key = comparison.key {
      let stated = PredicateSubject.facts(workout.statistics, comparison.path, key)
      if !stated.isEmpty { return stated }
      return try computedFigures(row, leg, figures).filter { $0.type == key }
        .compactMap { $0.fact(comparison.path, in: try? Unit($0.unit)) }
    }
    if let known = figures.fact(comparison.path, leg, []) { return [known] }
    return figures.fact(comparison.path, leg, try computedFigures(row, leg, figures))
      .map { [$0] } ?? []
  }

  private mutating func computedFigures(
    _ row: ObjectRow, _ leg: WorkoutLeg, _ figures: WorkoutFigures
  ) throws -> [TypeFigures] {
    if let computed, computed.workout == row.uuid { return computed.figures }
    var members = try self.members ?? WorkoutMembers(journal.tables)
    let found = figures.figures(try members.members(of: row, as: leg))
    self.members = members
    computed = (row.uuid, found)
    return found
  }
}

extension WorkoutFigures {
  /// Returns a total of a workout, in the unit in which `workouts` shows it.
  fileprivate func fact(
    _ path: PredicateKeyPath, _ leg: WorkoutLeg, _ figures: [TypeFigures]
  ) -> Fact? {
    let (number, unit): (Double?, Unit) =
      switch path {
      case .workoutTotalEnergyBurned: (energy(leg, figures), units.energy)
      case .workoutTotalDistance: (distance(leg, figures), units.distance)
      case .workoutTotalSwimmingStrokeCount: (strokes(leg, figures), .count)
      case .workoutTotalFlightsClimbed:
        (total(.totalFlightsClimbed, of: leg, figures, in: .count), .count)
      case _: (nil, .count)
      }
    return number.map { .quantity($0, unit) }
  }
}

extension HealthTables {
  /// Returns what is known of who wrote something and what measured it.
  fileprivate func facts(_ comparison: ComparisonTest, _ provenance: UInt32) -> [Fact] {
    let (path, origin) = (comparison.path, origin(provenance))
    let texts: [String?] =
      switch (path, comparison.key) {
      case (.source, _): sourceNames(provenance, withLabels: !comparison.operation.isOfParts)
      case (.sourceRevision, "productType"?): [origin?.source.productType]
      case (.sourceRevision, "operatingSystem"?): [origin?.source.operatingSystem]
      case (.sourceRevision, _): [origin?.source.version]
      case (_, let key): [origin?.device?.property(DeviceProperty(rawValue: key ?? "") ?? .name)]
      }
    return texts.compactMap { text in
      text.map { .text(path.isOfNames ? SourceName.typed($0) : $0) }
    }
  }
}

extension Device {
  /// Returns a property by HealthKit's key.
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

// MARK: Rows

extension ComparisonTest {
  /// Leaves in a mask the rows for which `holds` is true; nil means that the row has no value.
  @inline(__always)
  fileprivate func filter(
    _ mask: inout [Bool], where holds: (_ row: Int) throws -> Bool?
  ) rethrows {
    let holdsForLacking = holdsForLacking
    for row in mask.indices where mask[row] { mask[row] = try holds(row) ?? holdsForLacking }
  }

  @inline(__always)
  fileprivate func filter(_ mask: inout [Bool], uuid: (_ row: Int) -> ObjectUUID) {
    let wanted = Set(
      operands.compactMap { if case .uuid(let uuid) = $0 { uuid } else { nil } })
    let isWanted = operation != .notEqual
    filter(&mask) { wanted.contains(uuid($0)) == isWanted }
  }

  @inline(__always)
  fileprivate func filter(_ mask: inout [Bool], moment: (_ row: Int) -> Int64?) {
    let wanted = operands.map { operand -> Int64? in
      if case .moment(let moment) = operand { moment } else { nil }
    }
    filter(&mask) { row in
      moment(row).map { moment in
        holds { index in
          wanted[index].map { (moment > $0 ? 1 : 0) - (moment < $0 ? 1 : 0) }
        }
      }
    }
  }

  /// Compares quantities with the operands, converted to the unit of each; categories by their
  /// values. Both are prepared once for all that are alike.
  @inline(__always)
  fileprivate func filter(
    _ mask: inout [Bool], of type: String, unit: (UInt32) -> Unit?,
    value: (_ row: Int) -> SampleValue?
  ) throws {
    var last: UInt32?
    var thresholds: [Threshold?] = []
    var verdicts: [CategoryCode: Bool] = [:]
    try filter(&mask) { row in
      switch value(row) {
      case .quantity(let value, let number)?:
        if last != number {
          thresholds = try ofValues(of: type).thresholds(in: unit(number), of: type)
          last = number
        }
        return holds { thresholds[$0]?.order(of: value) }
      case .category(let code)? where path == .categoryValue:
        if let known = verdicts[code] { return known }
        let facts = Fact.facts(of: code, of: catalogue.find(type))
        let verdict = try ofValues(of: type).holds(facts, of: type)
        verdicts[code] = verdict
        return verdict
      case .category?, nil: return nil
      }
    }
  }

  /// Compares facts, once for all rows of the same context.
  @inline(__always)
  fileprivate func filter<Rows: PredicateRows>(
    _ mask: inout [Bool], of rows: Rows, facts: (_ row: Int) throws -> [Fact]
  ) throws {
    let type = rows.type
    var verdicts = [Bool?](repeating: nil, count: rows.contextCount)
    try filter(&mask) { row in
      if verdicts.isEmpty { return try holds(facts(row), of: type) }
      let context = rows.context(row)
      if let known = verdicts[context] { return known }
      let verdict = try holds(facts(row), of: type)
      verdicts[context] = verdict
      return verdict
    }
  }

  /// Compares links, once for each run of rows that have the same.
  @inline(__always)
  fileprivate func filter(
    _ mask: inout [Bool], of type: String, links: (_ row: Int) -> [ObjectUUID]
  ) throws {
    var last: (uuids: [ObjectUUID], verdict: Bool) = ([], holdsForLacking)
    try filter(&mask) { row in
      let uuids = links(row)
      if uuids != last.uuids {
        last = (uuids, try holds(uuids.map { .uuid($0) }, of: type))
      }
      return last.verdict
    }
  }
}
