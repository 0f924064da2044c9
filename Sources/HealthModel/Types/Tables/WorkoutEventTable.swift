/// The kinds of workout events.
///
/// Source: Apple's SDK headers.
enum WorkoutEventTable {
  static let rows: [WorkoutEventRow] = [
    WorkoutEventRow(3, "lap", "HKWorkoutEventTypeLap", since: "10.0", duration: true),
    WorkoutEventRow(4, "marker", "HKWorkoutEventTypeMarker", since: "10.0"),
    WorkoutEventRow(5, "motionPaused", "HKWorkoutEventTypeMotionPaused", since: "10.0"),
    WorkoutEventRow(6, "motionResumed", "HKWorkoutEventTypeMotionResumed", since: "10.0"),
    WorkoutEventRow(1, "pause", "HKWorkoutEventTypePause", since: "8.0"),
    WorkoutEventRow(
      8, "pauseOrResumeRequest", "HKWorkoutEventTypePauseOrResumeRequest", since: "11.0"),
    WorkoutEventRow(2, "resume", "HKWorkoutEventTypeResume", since: "8.0"),
    WorkoutEventRow(7, "segment", "HKWorkoutEventTypeSegment", since: "11.0", duration: true),
  ]
}
