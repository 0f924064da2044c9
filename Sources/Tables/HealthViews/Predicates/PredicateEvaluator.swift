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
    test = try PredicateTest(predicate, times: times)
    links = try PredicateLinks(test, journal)
    self.journal = journal
  }

  /// Returns for each row of a type if the predicate holds for it.
  ///
  /// - Parameter candidates: the rows that matter; the others are false in the result.
  /// - Throws: `ProjectionError.unitMismatch` if a row is compared in a unit that measures
  ///   something else.
  package mutating func samples(of type: String, among candidates: [Bool]) throws -> [Bool] {
    try journal.tables.read(types: [type])
    guard let number = journal.tables.types.number(of: type),
      let columns = journal.tables.columns(of: type)
    else { return candidates.map { _ in false } }
    let rows = PredicateRows(type: type, number: Int(number), columns: columns)
    return try mask(test, rows, candidates)
  }

  /// Returns true if the predicate holds for an object that is no sample, as its reader sees it.
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

  /// Returns the name of what is compared, for the message of an error.
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
  /// Returns a total of a workout, in the unit in which `workouts` shows it.
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
  /// Returns the facts of a provenance: who wrote something and what measured it.
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

/// The samples of one type, which comparisons test column by column.
struct PredicateRows {
  let type: String
  let number: Int
  let columns: SampleColumns

  /// Returns the candidates for which a comparison holds that needs no line.
  func mask(
    _ comparison: ComparisonTest, _ candidates: [Bool], _ tables: HealthTables,
    _ links: PredicateLinks
  ) throws(ProjectionError) -> [Bool] {
    var mask = candidates
    switch comparison.path {
    case .startDate: moments(comparison, columns.starts, &mask)
    case .endDate: moments(comparison, columns.ends, &mask)
    case .workoutDuration: try durations(comparison, &mask)
    case .quantity, .categoryValue: try values(comparison.ofValues(of: type), tables, &mask)
    case .source, .sourceRevision, .device:
      try numbered(columns.provenance, comparison, &mask) { tables.facts(comparison, $0) }
    case .metadata where comparison.asksWhetherByHand:
      let isWanted = comparison.operation == .equal
      for row in mask.indices where mask[row] {
        mask[row] = columns.flags[row].contains(.userEntered) == isWanted
      }
    case .metadata:
      try numbered(columns.zone, comparison, &mask) {
        $0 == SampleRow.none ? [] : [.text(tables.zones.names[Int($0)])]
      }
    case .uuid: uuids(comparison, &mask)
    case .workout:
      try linked(comparison, &mask) { links.workouts(type: number, row: $0) }
    case .correlation:
      try linked(comparison, &mask) { row in
        links.correlations(
          of: columns.uuids[row], isMember: columns.flags[row].contains(.member))
      }
    case .type:
      if try !comparison.holds(PredicateSubject.typeFacts(type), of: type) { clear(&mask) }
    case _:
      // What a sample does not have.
      if try !comparison.holds([], of: type) { clear(&mask) }
    }
    return mask
  }

  private func clear(_ mask: inout [Bool]) { mask = mask.map { _ in false } }

  // MARK: Columns

  private func moments(
    _ comparison: ComparisonTest, _ moments: StoredColumn<Int64>, _ mask: inout [Bool]
  ) {
    guard comparison.operands != [.missing] else {
      if comparison.operation == .equal { clear(&mask) }
      return
    }
    let operands = comparison.operands.map { operand -> Int64 in
      if case .moment(let moment) = operand { return moment }
      return .max
    }
    for row in mask.indices where mask[row] {
      let moment = moments[row]
      mask[row] = comparison.holds(count: operands.count) { index in
        (moment > operands[index] ? 1 : 0) - (moment < operands[index] ? 1 : 0)
      }
    }
  }

  private func durations(
    _ comparison: ComparisonTest, _ mask: inout [Bool]
  ) throws(ProjectionError) {
    let label = PredicateEvaluator.label(comparison, type)
    guard let thresholds = try thresholds(comparison, .second, label) else {
      if try !comparison.holds([.quantity(0, .second)], of: label) { clear(&mask) }
      return
    }
    for row in mask.indices where mask[row] {
      let seconds = Instant(microseconds: columns.ends[row])
        .seconds(since: Instant(microseconds: columns.starts[row]))
      mask[row] = comparison.holds(count: thresholds.count) { thresholds[$0].order(of: seconds) }
    }
  }

  /// Returns the operands as numbers in a unit; nil if one of them is no number.
  private func thresholds(
    _ comparison: ComparisonTest, _ unit: Unit?, _ label: String
  ) throws(ProjectionError) -> [Threshold]? {
    var thresholds: [Threshold] = []
    for operand in comparison.operands {
      guard let threshold = try comparison.threshold(operand, in: unit, of: label) else {
        return nil
      }
      thresholds.append(threshold)
    }
    return thresholds
  }

  /// The way in which quantities in one unit are compared.
  private enum Comparing {
    /// A comparison with numbers in that unit.
    case numbers([Threshold])
    /// Without a number: the result is the same for all.
    case alike(Bool)
    /// A comparison with numbers and words.
    case facts(Unit?)
  }

  private func comparing(
    _ comparison: ComparisonTest, in text: String
  ) throws(ProjectionError) -> Comparing {
    let unit = try? Unit(text)
    if let thresholds = try thresholds(comparison, unit, type) { return .numbers(thresholds) }
    let hasNumber = comparison.operands.contains { operand in
      switch operand {
      case .number, .quantity: true
      case .text, .boolean, .moment, .day, .uuid, .missing: false
      }
    }
    if hasNumber { return .facts(unit) }
    return .alike(try comparison.holds([.quantity(0, unit)], of: type))
  }

  /// Compares quantities with the operands, converted to the unit of each; categories by their
  /// values.
  private func values(
    _ comparison: ComparisonTest, _ tables: HealthTables, _ mask: inout [Bool]
  ) throws(ProjectionError) {
    var ready: UInt32?
    var comparing = Comparing.alike(false)
    var categories: [Int64: Bool] = [:]
    for row in mask.indices where mask[row] {
      let unit = columns.unit(row)
      if columns.flags[row].contains(.category) {
        mask[row] = try category(row, comparison, tables, &categories)
        continue
      }
      if ready != unit {
        ready = unit
        comparing = try self.comparing(comparison, in: tables.units.names[Int(unit)])
      }
      let value = columns.values[row]
      switch comparing {
      case .numbers(let thresholds):
        mask[row] = comparison.holds(count: thresholds.count) { thresholds[$0].order(of: value) }
      case .alike(let holds): mask[row] = holds
      case .facts(let unit): mask[row] = try comparison.holds([.quantity(value, unit)], of: type)
      }
    }
  }

  private func category(
    _ row: Int, _ comparison: ComparisonTest, _ tables: HealthTables,
    _ known: inout [Int64: Bool]
  ) throws(ProjectionError) -> Bool {
    let word = columns.unit(row)
    let code = Int64(columns.values[row])
    let key = word == SampleRow.none ? code : Int64(word) + (1 << 54)
    if let verdict = known[key] { return verdict }
    let value: CategoryCode =
      word == SampleRow.none ? .code(Int(code)) : .name(tables.categoryNames.names[Int(word)])
    let facts = comparison.path == .quantity ? [] : PredicateSubject.facts(value, of: type)
    let verdict = try comparison.holds(facts, of: type)
    known[key] = verdict
    return verdict
  }

  private func uuids(_ comparison: ComparisonTest, _ mask: inout [Bool]) {
    guard comparison.operands != [.missing] else {
      if comparison.operation == .equal { clear(&mask) }
      return
    }
    let wanted = Set(
      comparison.operands.compactMap { operand -> ObjectUUID? in
        if case .uuid(let uuid) = operand { return uuid }
        return nil
      })
    let isWanted = comparison.operation != .notEqual
    for row in mask.indices where mask[row] {
      mask[row] = wanted.contains(columns.uuids[row]) == isWanted
    }
  }

  /// Asks once for each of the numbers that rows have.
  private func numbered(
    _ column: (Int) -> UInt32, _ comparison: ComparisonTest, _ mask: inout [Bool],
    _ facts: (UInt32) -> [Fact]
  ) throws(ProjectionError) {
    var verdicts: [UInt32: Bool] = [:]
    var last: (number: UInt32, verdict: Bool)?
    for row in mask.indices where mask[row] {
      let number = column(row)
      if let last, last.number == number {
        mask[row] = last.verdict
        continue
      }
      let verdict: Bool
      if let known = verdicts[number] {
        verdict = known
      } else {
        verdict = try comparison.holds(facts(number), of: type)
        verdicts[number] = verdict
      }
      last = (number, verdict)
      mask[row] = verdict
    }
  }

  /// Asks once for each run of rows with the same links; most have none.
  private func linked(
    _ comparison: ComparisonTest, _ mask: inout [Bool], _ links: (Int) -> [ObjectUUID]
  ) throws(ProjectionError) {
    let none = try comparison.holds([], of: type)
    var last: (uuids: [ObjectUUID], verdict: Bool) = ([], none)
    for row in mask.indices where mask[row] {
      let uuids = links(row)
      if uuids.isEmpty {
        mask[row] = none
        continue
      }
      if uuids != last.uuids {
        last = (uuids, try comparison.holds(uuids.map { .uuid($0) }, of: type))
      }
      mask[row] = last.verdict
    }
  }
}
