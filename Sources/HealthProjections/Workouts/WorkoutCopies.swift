import HealthEvents
import HealthModel
import HealthTables
import JournalFile

/// Workouts that were saved several times: those of equal activity, source, start and end. Sources
/// are told apart by their folded names, as `SampleCopies` tells them.
///
/// Views list all of them unless the query folds copies; totals over workouts leave further copies
/// out.
struct WorkoutCopies {
  /// Two or more equal workouts each, in the order in which they were saved; groups newest first.
  let groups: [[ObjectRow]]
  /// 2, 3 … for each further copy.
  private let numbers: [ObjectRow: Int]

  /// What makes workouts of one span equal.
  private struct Content: Hashable {
    var start: Int64
    var end: Int64
    var source: String
    var activity = ""
  }

  /// - Parameter rows: the workouts among which copies are looked for. Lines are read only of those
  ///   that share start, end and source with another one.
  init(_ rows: [ObjectRow], in journal: ReplayedJournal) throws {
    let spans = Dictionary(grouping: rows) { row in
      Content(
        start: row.start, end: row.end,
        source: SourceName.folded(journal.tables.sourceName(row.provenance)))
    }
    let alike = spans.values.filter { $0.count > 1 }.flatMap(\.self)
    let entries = try journal.entries(alike.map { UInt64($0.sequence) })
    var equal: [Content: [ObjectRow]] = [:]
    for (span, rows) in spans where rows.count > 1 {
      for row in rows {
        guard case .save(let save)? = entries[UInt64(row.sequence)]?.event,
          let object = save.objects.first(where: { $0.uuid == row.uuid }),
          case .workout(let workout) = object.content
        else { continue }
        var content = span
        content.activity = workout.activity
        equal[content, default: []].append(row)
      }
    }
    groups = equal.values.filter { $0.count > 1 }
      .map { $0.sorted { ($0.sequence, $0.uuid) < ($1.sequence, $1.uuid) } }
      .sorted { ($0[0].start, $0[0].end, $0[0].uuid) > ($1[0].start, $1[0].end, $1[0].uuid) }
    var numbers: [ObjectRow: Int] = [:]
    for group in groups {
      for (index, row) in group.enumerated().dropFirst() { numbers[row] = index + 1 }
    }
    self.numbers = numbers
  }

  /// 2, 3 … for a further copy of an earlier workout; nil for any other.
  func number(of workout: ObjectRow) -> Int? { numbers[workout] }
}
