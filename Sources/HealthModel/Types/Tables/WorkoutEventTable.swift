/// The kinds of workout events.
///
/// Source: Apple's SDK headers.
enum WorkoutEventTable {
  static let rows: [WorkoutEventRow] = [
    WorkoutEventRow(3, "lap", since: "10.0", duration: true),
    WorkoutEventRow(4, "marker", since: "10.0"),
    WorkoutEventRow(5, "motionPaused", since: "10.0"),
    WorkoutEventRow(6, "motionResumed", since: "10.0"),
    WorkoutEventRow(1, "pause", since: "8.0"),
    WorkoutEventRow(8, "pauseOrResumeRequest", since: "11.0"),
    WorkoutEventRow(2, "resume", since: "8.0"),
    WorkoutEventRow(7, "segment", since: "11.0", duration: true),
  ]
}
