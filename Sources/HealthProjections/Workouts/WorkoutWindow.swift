import HealthModel
import HealthTables

/// A part of a workout's time: that of a lap, say.
struct WorkoutWindow {
  /// Microseconds.
  var start: Int64
  /// Microseconds.
  var end: Int64
  /// Whether a moment at its end lies in it. It does at the end of the workout, else it is the next
  /// part's.
  var isClosed: Bool

  /// All time: what belongs to a workout counts whole.
  static let all = WorkoutWindow(start: .min, end: .max, isClosed: true)
}

extension WorkoutWindow {
  /// The time of a part of a workout.
  init(_ span: TimeSpan, of workout: Workout) {
    start = span.start.instant.microseconds
    end = span.end.instant.microseconds
    isClosed = end >= workout.span.end.instant.microseconds
  }

  /// What of a sample lies in it; nil: nothing. One that is longer than any measurement counts at
  /// its start.
  ///
  /// - Parameter number: what the stretch calls its day.
  func part(of sample: SampleRow, number: Int = 0) -> DayStretch? {
    guard sample.end > sample.start, !DayStretch.isEndless(sample.start, sample.end) else {
      let isInside = sample.start >= start && (sample.start < end || isClosed)
      guard isInside, sample.start <= end, start < end else { return nil }
      return DayStretch(day: number, start: sample.start, end: sample.start, isFirst: true)
    }
    return DayStretch(number, of: sample.start, sample.end, between: start, end)
  }
}

/// A workout's samples in the order of time, to be asked for those in many parts of it.
struct MemberTimeline {
  private let members: WorkoutMembers.Members
  private let tables: HealthTables
  /// For each of the rows of a type the greatest end of it and those before it.
  private var reaches: [[Int64]] = []

  init(_ members: WorkoutMembers.Members, in tables: HealthTables) {
    self.tables = tables
    var members = members
    for index in members.rows.indices {
      guard let columns = tables.columns(of: members.rows[index].type) else { continue }
      members.rows[index].rows = columns.byStart(members.rows[index].rows)
      reaches.append(members.rows[index].rows.map { columns.ends[$0] }.runningMaximum)
    }
    self.members = members
  }

  /// Those that touch a part.
  func touching(_ window: WorkoutWindow) -> WorkoutMembers.Members {
    var found = members
    found.rows = []
    for ((type, rows), reach) in zip(members.rows, reaches) {
      guard let columns = tables.columns(of: type) else { continue }
      let first = rows.indices.partitioningIndex { reach[$0] >= window.start }
      let touching = rows[first...].prefix { columns.starts[$0] <= window.end }
        .filter { columns.ends[$0] >= window.start }
      if !touching.isEmpty { found.rows.append((type, Array(touching))) }
    }
    return found
  }
}
