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
    guard let session else { return Table(columns: columns, rows: []) }
    let figures = session.figures(at: now)
    let row: [Cell] = [
      .text(session.state.rawValue), .text(session.workout.description),
      .identifier(session.activity), Cell(time: session.steps.first?.time), .time(now),
      .number(figures.duration), Cell(figures.kilocalories), Cell(session.kilocaloriesPerHour),
      .whole(figures.intervals), .whole(figures.laps), .text(session.source),
      sequence.map { .whole(Int($0)) } ?? .missing,
    ]
    return Table(columns: columns, rows: [row])
  }

  /// What is known of a workout that was saved before: that it is over.
  package static func table(finished workout: ObjectUUID) -> Table {
    Table(
      columns: [Column("state"), Column("uuid")],
      rows: [[.text(WorkoutSession.State.finished.rawValue), .text(workout.description)]])
  }

  /// What is known of one that could not be read: that it is over, and where its file is.
  package static func table(setAside path: String) -> Table {
    Table(
      columns: [Column("state"), Column("quarantine")],
      rows: [[.text(WorkoutSession.State.finished.rawValue), .text(path)]])
  }

  private static let columns = [
    Column("state"), Column("uuid", hidden: true), Column("activity"), Column("start", .time),
    Column("at", .time), Column("duration", .duration, unit: "s"),
    Column("energy", .quantity, unit: "kcal"), Column("kilocaloriesPerHour", .count),
    Column("intervals", .count), Column("laps", .count), Column("source"),
    Column("seq", .number, hidden: true),
  ]
}
