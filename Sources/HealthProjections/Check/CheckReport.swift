package import HealthModel
package import HealthTables
package import ViewTables

/// What checks found in the samples and workouts of a journal.
package struct CheckReport {
  /// How many samples were looked at.
  package let samples: Int
  /// Of how many types.
  package let types: Int
  /// How many workouts were looked at.
  package let workouts: Int
  /// What each check found, in the order of the checks.
  package let found: [(check: Check, findings: [CheckFinding])]

  /// Runs the checks on the samples that the query shows.
  ///
  /// - Parameter before: called before each check, with how many are done and how many there are;
  ///   what it throws ends the work.
  /// - Throws: what the query's predicate and reader may, and what reading lines throws.
  package init(
    _ journal: ReplayedJournal, in context: ViewContext, options: CheckOptions = CheckOptions(),
    before: (Check, _ done: Int, _ count: Int) throws -> Void = { _, _, _ in }
  ) throws {
    var subject = try CheckSubject(journal, context, options)
    samples = subject.types.reduce(0) { $0 + $1.rows.count }
    types = subject.types.count
    workouts = subject.workouts.count
    let checks = Check.all.filter { options.only?.contains($0.name) ?? true }
    found = try checks.enumerated().map { done, check in
      try before(check, done, checks.count)
      return (check, try check.find(&subject))
    }
  }

  /// How many findings say that something is wrong.
  package var problems: Int { count(.problem) }

  /// How many findings are for information.
  package var notes: Int { count(.note) }

  private func count(_ level: Check.Level) -> Int {
    found.reduce(0) { $0 + ($1.check.level == level ? $1.findings.count : 0) }
  }

  /// The findings as values, in the order of the table.
  package var values: [SampleFinding] {
    found.flatMap { check, findings in
      findings.map { finding in
        SampleFinding(
          check: check.name, isProblem: check.level == .problem, type: finding.type,
          count: finding.count, note: finding.says.description,
          samples: finding.examples.compactMap(\.uuid))
      }
    }
  }

  // MARK: Tables

  /// A finding, or an example of it.
  private struct Row: Sendable {
    var check: Check
    var finding: CheckFinding
    var example: CheckExample?
  }

  /// One row a finding, each followed by its examples; told apart by `what`.
  package var table: Table {
    let what = RowColumn<Row>("what", rank: .key) {
      .text($0.example == nil ? "finding" : "example")
    }
    let level = RowColumn<Row>("level", findings: ["problem"]) { .text($0.check.level.rawValue) }
    let uuid = RowColumn<Row>(.object, rank: .detail) { Cell(text: $0.example?.uuid?.description) }
    var rows: [Row] = []
    for (check, findings) in found {
      for finding in findings {
        rows.append(Row(check: check, finding: finding))
        rows += finding.examples.map { Row(check: check, finding: finding, example: $0) }
      }
    }
    return Table(
      [
        what, Self.check, level, Self.type(), Self.count, Self.source, Self.seq, uuid, Self.start,
        Self.end, Self.value, Self.unit, Self.note(),
      ], rows: rows)
  }

  /// For people: the findings of one level.
  package func findings(_ level: Check.Level) -> Table {
    Table(
      [Self.check, Self.type(rank: .key), Self.count, Self.note(rank: .key)],
      rows: found.filter { $0.check.level == level }.flatMap { check, findings in
        findings.map { Row(check: check, finding: $0) }
      })
  }

  /// For people: the examples of each check that has some.
  ///
  /// - Parameter types: of how many types, those with the greatest counts; nil: of all.
  package func examples(ofTypes types: Int?) throws -> [(check: String, table: Table)] {
    try found.compactMap { check, findings in
      let greatest = findings.map(\.count).sorted(by: >).prefix(types ?? .max).last ?? 0
      let shown = findings.filter { $0.count >= greatest }.prefix(types ?? .max)
      let rows = shown.flatMap { finding in
        finding.examples.map { Row(check: check, finding: finding, example: $0) }
      }
      guard !rows.isEmpty else { return nil }
      let table = Table(
        [
          Self.type(rank: .key), Self.seq, Self.start, Self.end, Self.value, Self.unit,
          Self.source, Self.note(rank: .key),
        ], rows: rows)
      return (check.name, try table.withoutEmptyColumns())
    }
  }

  // MARK: Columns

  private static let check = RowColumn<Row>("check", rank: .key) { .text($0.check.name) }

  private static func type(rank: Column.Rank = .usual) -> RowColumn<Row> {
    RowColumn(.type, rank: rank) { Cell(identifier: $0.finding.type) }
  }

  private static let count = RowColumn<Row>("count", .count) {
    $0.example == nil ? .whole($0.finding.count) : .missing
  }

  private static let source = RowColumn<Row>(.source, rank: .detail) {
    Cell(text: $0.example?.source)
  }

  private static let seq = RowColumn<Row>(.line, .number) { Cell(whole: $0.example?.seq) }

  private static let start = RowColumn<Row>(.start, .time) { $0.example?.start ?? .missing }

  private static let end = RowColumn<Row>(.end, .time, rank: .detail) {
    $0.example?.end ?? .missing
  }

  private static let value = RowColumn<Row>("value", .statedQuantity) {
    $0.example?.value ?? .missing
  }

  private static let unit = RowColumn<Row>(.unit) { $0.example?.unit ?? .missing }

  private static func note(rank: Column.Rank = .usual) -> RowColumn<Row> {
    RowColumn(.note, rank: rank) { row in
      guard let example = row.example else { return .text(row.finding.says.description) }
      return Cell(text: example.note)
    }
  }
}
