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

  /// One row a finding, each followed by its examples; told apart by `what`.
  package var table: Table {
    var rows: [[Cell]] = []
    for (check, findings) in found {
      for finding in findings {
        rows.append(Self.cells(finding, of: check))
        rows += finding.examples.map { Self.cells($0, finding, of: check) }
      }
    }
    return Table(columns: Self.columns, rows: rows)
  }

  private static let columns = [
    Column("what", rank: .key), Column("check", rank: .key), Column("level", findings: ["problem"]),
    Column("type"),
    Column("count", .count), Column("source", rank: .detail), Column("seq", .number),
    Column("uuid", rank: .detail), Column("start", .time), Column("end", .time, rank: .detail),
    Column("value", .statedQuantity), Column("unit"), Column("note"),
  ]

  private static func cells(_ finding: CheckFinding, of check: Check) -> [Cell] {
    [
      .text("finding"), .text(check.name), .text(check.level.rawValue),
      Cell(identifier: finding.type), .whole(finding.count), .missing, .missing, .missing, .missing,
      .missing, .missing, .missing, .text(finding.says.description),
    ]
  }

  private static func cells(
    _ example: CheckExample, _ finding: CheckFinding, of check: Check
  ) -> [Cell] {
    [
      .text("example"), .text(check.name), .text(check.level.rawValue),
      Cell(identifier: finding.type), .missing, Cell(text: example.source),
      Cell(whole: example.seq), Cell(text: example.uuid?.description), example.start, example.end,
      example.value, example.unit, Cell(text: example.note),
    ]
  }

  /// For people: the findings of one level.
  package func findings(_ level: Check.Level) -> Table {
    let columns = [
      Column("check", rank: .key), Column("type", rank: .key), Column("count", .count),
      Column("note", rank: .key),
    ]
    var rows: [[Cell]] = []
    for (check, findings) in found where check.level == level {
      rows += findings.map { finding in
        [
          .text(check.name), Cell(identifier: finding.type), .whole(finding.count),
          .text(finding.says.description),
        ]
      }
    }
    return Table(columns: columns, rows: rows)
  }

  /// For people: the examples of each check that has some.
  ///
  /// - Parameter types: of how many types, those with the greatest counts; nil: of all.
  package func examples(ofTypes types: Int?) throws -> [(check: String, table: Table)] {
    let columns = [
      Column("type", rank: .key), Column("seq", .number), Column("start", .time),
      Column("end", .time, rank: .detail), Column("value", .statedQuantity), Column("unit"),
      Column("source", rank: .detail), Column("note", rank: .key),
    ]
    return try found.compactMap { check, findings in
      let greatest = findings.map(\.count).sorted(by: >).prefix(types ?? .max).last ?? 0
      let shown = findings.filter { $0.count >= greatest }.prefix(types ?? .max)
      let rows = shown.flatMap { finding in
        finding.examples.map { example -> [Cell] in
          [
            Cell(identifier: finding.type), Cell(whole: example.seq), example.start, example.end,
            example.value, example.unit, Cell(text: example.source), Cell(text: example.note),
          ]
        }
      }
      guard !rows.isEmpty else { return nil }
      return (check.name, try Table(columns: columns, rows: rows).withoutEmptyColumns())
    }
  }
}
