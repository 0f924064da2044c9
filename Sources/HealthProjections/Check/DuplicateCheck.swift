import HealthModel
import HealthTables
import ViewTables

extension Check {
  /// Samples of equal content: type, source, start, end, value and unit, and workouts of equal
  /// activity, source, start and end. Sources are told apart as `SourceOrder` does it. Views count
  /// every sample of one source, so copies count several times.
  static let duplicates = Check(
    name: "duplicates", level: .problem,
    summary: "further copies of equal samples, and of workouts of equal activity and time"
  ) { subject in
    workoutCopies(subject) + sampleCopies(subject)
  }

  private static func workoutCopies(_ subject: CheckSubject) -> [CheckFinding] {
    let efforts = WorkoutEfforts(subject.workouts, addingUp: true, in: subject.journal.tables)
    let groups = efforts.copies.map { $0.map { subject.workouts[$0] } }
    if groups.isEmpty { return [] }
    let examples = groups.prefix(subject.options.examples).map { group in
      subject.example(group[0], note: lines(of: group.map(\.row.sequence)))
    }
    return [finding(Workout.type, groups.map { $0.map(\.row.sequence) }, examples)]
  }

  private static func sampleCopies(_ subject: CheckSubject) -> [CheckFinding] {
    subject.types.compactMap { samples in
      let copies = SampleCopies(samples, subject.journal.tables)
      guard !copies.groups.isEmpty else { return nil }
      let groups = copies.groups.map { $0.map { samples.columns.sequences[$0] } }
      let examples = zip(copies.groups, groups).prefix(subject.options.examples).map {
        subject.example($0[0], of: samples, note: lines(of: $1))
      }
      return finding(samples.type, groups, examples)
    }
  }

  /// - Parameter groups: the lines of those that are equal.
  private static func finding(
    _ type: String, _ groups: [[UInt32]], _ examples: [CheckExample]
  ) -> CheckFinding {
    CheckFinding(
      type: type, count: groups.reduce(0) { $0 + $1.count - 1 },
      says: .copies(groups: groups.count), lines: groups.flatMap(\.self), examples: examples)
  }

  private static func lines(of sequences: [UInt32]) -> String {
    let lines = sequences.sorted()
    let shown = lines.prefix(4).map { "\($0)" } + (lines.count > 4 ? ["…"] : [])
    return "\(lines.count) copies: lines \(shown.joined(separator: ", "))"
  }
}

/// The rows of a type that equal another one.
struct SampleCopies {
  /// Two or more rows each, by start.
  private(set) var groups: [[Int]] = []

  /// What makes rows of one span equal.
  private struct Content: Hashable {
    var end: Int64
    var value: Double
    var unit: UInt32
    var source: Int
  }

  init(_ samples: CheckSubject.TypeRows, _ tables: HealthTables) {
    let columns = samples.columns
    if samples.rows.isEmpty { return }
    let order = SourceOrder(samples.type, columns, in: tables)
    var from = samples.rows.startIndex
    while from < samples.rows.endIndex {
      let start = columns.starts[samples.rows[from]]
      let to =
        samples.rows[from...].firstIndex { columns.starts[$0] != start } ?? samples.rows.endIndex
      if to - from > 1 {
        add(samples.rows[from..<to]) { row in
          Content(
            end: columns.ends[row], value: columns.values[row], unit: columns.unit(row),
            source: order.head(row, of: columns))
        }
      }
      from = to
    }
  }

  /// Adds the groups of rows that start together, in the order of their first rows.
  private mutating func add(_ rows: ArraySlice<Int>, _ content: (Int) -> Content) {
    var indices: [Content: Int] = [:]
    var found: [[Int]] = []
    for row in rows {
      let content = content(row)
      if let index = indices[content] {
        found[index].append(row)
      } else {
        indices[content] = found.count
        found.append([row])
      }
    }
    groups += found.filter { $0.count > 1 }
  }
}
