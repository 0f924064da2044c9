import ByteTools
package import HealthModel
package import HealthTables
import JournalFile
import Synchronization

/// The findings of checks in the samples and workouts of a journal.
package struct CheckReport: Sendable {
  /// The number of samples that were checked.
  package let samples: Int
  /// The number of their types.
  package let types: Int
  /// The number of workouts that were checked.
  package let workouts: Int
  /// The findings of each check, in the order of the checks.
  package private(set) var found: [(check: Check, findings: [CheckFinding])]

  /// Runs the checks on the samples that the query shows.
  ///
  /// - Parameter before: called before the samples of each type, with how many types have been
  ///   begun and how many there are, on any of the context's threads; what it throws ends the work.
  /// - Throws: what the query's predicate and reader may, and what reading lines throws.
  package init(
    _ journal: ReplayedJournal, in context: ViewContext, options: CheckOptions = CheckOptions(),
    before: @Sendable (_ type: String, _ done: Int, _ count: Int) throws -> Void = { _, _, _ in }
  ) throws {
    var subject = try CheckSubject(workoutsOf: journal, context, options)
    let checks = Check.all.filter { options.only?.contains($0.name) ?? true }
    workouts = subject.workouts.count
    let ofWorkouts = try checks.map { try $0.find(&subject) }
    let begun = Atomic(0)
    let count = try context.query.types(in: journal.tables).count
    let ofTypes = try subject.map { type, subject in
      try before(type, begun.wrappingAdd(1, ordering: .relaxed).oldValue, count)
      let rows = subject.types.first?.rows.count ?? 0
      return (rows, try checks.map { rows == 0 ? [] : try $0.find(&subject) })
    }
    samples = ofTypes.reduce(0) { $0 + $1.0 }
    types = ofTypes.count { $0.0 > 0 }
    found = checks.indices.map { index in
      let parts = [ofWorkouts[index]] + ofTypes.map { $0.1[index] }
      let all = checks[index].join?(parts, options) ?? parts.flatMap(\.self)
      return (check: checks[index], findings: all)
    }
  }

  /// The same report without the lines behind the findings, which no table of it shows: they may be
  /// as many as the samples.
  package var withoutLines: CheckReport {
    var report = self
    for check in found.indices {
      for finding in found[check].findings.indices {
        report.found[check].findings[finding].lines = []
        report.found[check].findings[finding].hours = [:]
      }
    }
    return report
  }

  /// The number of findings that mean that something is wrong.
  package var problems: Int { count(.problem) }

  /// The number of findings for information.
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

  /// The table with one row a finding, each followed by its examples; the column `what` separates
  /// them.
  package var table: Table {
    let what = RowColumn<Row>("what", rank: .key) {
      .text($0.example == nil ? "finding" : "example")
    }
    let level = RowColumn<Row>("level", findings: ["problem"]) { .text($0.check.level.rawValue) }
    var rows: [Row] = []
    for (check, findings) in found {
      for finding in findings {
        rows.append(Row(check: check, finding: finding))
        rows += finding.examples.map { Row(check: check, finding: finding, example: $0) }
      }
    }
    return Table(
      [
        what, Self.check, level, Self.type(), Self.count, Self.source, Self.seq,
        Self.uuid(rank: .detail), Self.start,
        Self.end, Self.value, Self.unit, Self.note(),
      ], rows: rows)
  }

  /// Returns the findings of one level, for people.
  package func findings(_ level: Check.Level) -> Table {
    Table(
      [Self.check, Self.type(rank: .key), Self.count, Self.note(rank: .key)],
      rows: found.filter { $0.check.level == level }.flatMap { check, findings in
        findings.map { Row(check: check, finding: $0) }
      })
  }

  /// Returns the examples of each check that has some, for people.
  ///
  /// - Parameters:
  ///   - levels: the levels of the checks.
  ///   - types: the number of types, those with the greatest counts; nil: all.
  package func examples(
    of levels: [Check.Level], ofTypes types: Int?
  ) throws -> [(check: String, table: Table)] {
    try found.filter { levels.contains($0.check.level) }.compactMap { check, findings in
      let greatest = findings.map(\.count).sorted(by: >).prefix(types ?? .max).last ?? 0
      let shown = findings.filter { $0.count >= greatest }.prefix(types ?? .max)
      let rows = shown.flatMap { finding in
        finding.examples.map { Row(check: check, finding: finding, example: $0) }
      }
      guard !rows.isEmpty else { return nil }
      let uuid = check.name == Check.duplicates.name ? [Self.uuid(rank: .key)] : []
      let table = Table(
        [Self.type(rank: .key), Self.seq] + uuid
          + [Self.start, Self.end, Self.value, Self.unit, Self.source, Self.note(rank: .key)],
        rows: rows)
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

  private static func uuid(rank: Column.Rank) -> RowColumn<Row> {
    // As a drawing it is never broken: it is to be copied.
    RowColumn(.object, .drawing, rank: rank) { Cell(text: $0.example?.uuid?.description) }
  }

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

/// The doubts that `check` would have about an object that is entered now, by the rules of its
/// checks.
package enum EntryCheck {
  /// Returns a few words a doubt, without a health value: `lies outside 0.2 to 635 kg (0.212 to
  /// 635, Guinness)`.
  ///
  /// - Parameter moment: the time at which it is recorded.
  package static func of(_ content: Content, recordedAt moment: Instant) -> [String] {
    // A note may be about any time.
    guard let span = content.span, content.type != Note.type else { return [] }
    let (start, end) = (span.start.instant.microseconds, span.end.instant.microseconds)
    var doubts: [String] = []
    if case .quantity(let sample) = content, let range = range(excluding: sample) {
      doubts.append("lies outside \(range)")
    }
    if SampleRow.Flags.isAhead(start: start, known: moment.microseconds) {
      doubts.append("starts in the future")
    }
    if let long = SampleLength.excessiveLength(
      end - start, beyond: SampleLength.longest(content.type))
    {
      doubts.append("is \(long), longer than its type can last")
    }
    return doubts
  }

  /// Returns what is doubtful about objects that are entered together: a blood pressure whose first
  /// figure is below the second; nil: nothing.
  package static func between(_ contents: [Content]) -> String? {
    func millimetres(_ type: QuantityType) -> Double? {
      for case .quantity(let sample) in contents where sample.type == type.identifier {
        return (try? Unit(sample.unit)).flatMap {
          try? $0.convert(sample.value, to: type.canonicalUnit)
        }
      }
      return nil
    }
    guard let systolic = millimetres(.bloodPressureSystolic),
      let diastolic = millimetres(.bloodPressureDiastolic), systolic < diastolic
    else { return nil }
    return "the first figure of the blood pressure (systolic) is lower than the second (diastolic)"
  }

  /// Returns the earlier lines whose samples, or workouts, `check` calls copies of one that was
  /// just saved.
  ///
  /// - Parameter journal: the journal as the reader who saved it sees it, the new line included.
  /// - Throws: `ProjectionError`; the errors of reading lines.
  package static func copies(
    of object: HealthObject, in journal: ReplayedJournal
  ) throws -> [UInt32] {
    guard let span = object.content.span else { return [] }
    let sequences: [[UInt32]]
    switch object.content {
    case .quantity, .category:
      var query = ViewQuery()
      query.types = [object.content.type]
      query.from = span.start.instant
      query.to = span.start.instant.adding(microseconds: 1)
      let subject = try CheckSubject(journal, ViewContext(query), CheckOptions())
      sequences = subject.types.flatMap { samples in
        SampleCopies(samples, journal.tables).groups
          .filter { $0.contains { samples.columns.uuids[$0] == object.uuid } }
          .map { $0.map { samples.columns.sequences[$0] } }
      }
    case .workout:
      var query = ViewQuery()
      query.from = span.start.instant
      query.to = span.start.instant.adding(microseconds: 1)
      let workouts = try WorkoutList(journal, query).shown
      sequences = WorkoutEfforts(workouts, addingUp: true, in: journal.tables).copies
        .map { $0.map { workouts[$0].row } }
        .filter { $0.contains { $0.uuid == object.uuid } }.map { $0.map(\.sequence) }
    case .correlation, .characteristic, .summary, .document: return []
    }
    return sequences.flatMap(\.self).filter { $0 < journal.head.sequence }.sorted()
  }

  /// Returns the plausible range that this sample's value lies outside of; nil if the value is
  /// plausible.
  private static func range(excluding sample: QuantityContent) -> PlausibleRange? {
    guard let range = PlausibleRange.of(sample.type), let unit = try? Unit(sample.unit),
      range.excludes(sample.value, unit, own: range.unit.flatMap { try? Unit($0) })
    else { return nil }
    return range
  }
}
