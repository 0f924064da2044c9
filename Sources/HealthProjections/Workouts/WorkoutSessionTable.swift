package import HealthEvents
package import HealthModel
package import ViewTables

/// The workout in progress, in one row.
package enum WorkoutSessionTable {
  /// The fields of `workout`.
  ///
  /// - Parameters:
  ///   - session: nil: no row.
  ///   - now: up to when the figures count.
  ///   - sequence: the seq of the line that saved it, once it is saved.
  package static func table(
    of session: WorkoutSession?, at now: Timestamp, savedIn sequence: UInt64? = nil
  ) -> Table {
    let columns: [RowColumn<WorkoutSession>] = [
      RowColumn("state") { .text($0.state.rawValue) },
      RowColumn(.object, hidden: true) { .text($0.workout.description) },
      RowColumn(.activity) { .identifier($0.activity) },
      RowColumn(.start, .time) { Cell(time: $0.steps.first?.time) },
      RowColumn(.recorded, .time) { _ in .time(now) },
      RowColumn("duration", .duration, unit: "s") { .number($0.figures(at: now).duration) },
      RowColumn("energy", .quantity, unit: "kcal") { Cell($0.figures(at: now).kilocalories) },
      RowColumn("kilocaloriesPerHour", .count) { Cell($0.kilocaloriesPerHour) },
      RowColumn("intervals", .count) { .whole($0.figures(at: now).intervals) },
      RowColumn("laps", .count) { .whole($0.figures(at: now).laps) },
      RowColumn(.source) { .text($0.source) },
      RowColumn(.line, .number, hidden: true) { _ in Cell(whole: sequence.map { Int($0) }) },
    ]
    return Table(columns, rows: [session].compactMap { $0 })
  }

  /// What is known of a workout that was saved before: that it is over.
  package static func table(finished workout: ObjectUUID) -> Table {
    over("uuid", workout.description)
  }

  /// What is known of one that could not be read: that it is over, and where its file is.
  package static func table(setAside path: String) -> Table { over("quarantine", path) }

  private static func over(_ field: String, _ text: String) -> Table {
    let state = WorkoutSession.State.finished.rawValue
    return Table(
      columns: [Column("state"), Column(field)], rows: [[.text(state), .text(text)]])
  }
}
