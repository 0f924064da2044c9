import HealthModel
import HealthTables

/// The samples of one type, of which comparisons are asked column by column.
struct PredicateRows {
  let type: String
  /// The number of the type.
  let number: Int
  let columns: SampleColumns

  /// Which of the candidates a comparison holds for that needs no line.
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

  /// The operands as numbers in a unit; nil where one of them is no number.
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

  /// How quantities in one unit are compared.
  private enum Comparing {
    /// With numbers in that unit.
    case numbers([Threshold])
    /// Without a number: the result is the same for all.
    case alike(Bool)
    /// With numbers and words.
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
