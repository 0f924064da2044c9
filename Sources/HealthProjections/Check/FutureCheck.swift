import HealthModel
import HealthTables

extension Check {
  /// Samples that start after they were known: after the line was recorded, or after the date that the
  /// imported file gives itself.
  static let future = Check(
    name: "future", level: .problem,
    summary: "samples that start after they were recorded, imported ones after the export"
  ) { subject in
    let times = try subject.times
    return try subject.findings("start after they were recorded or exported") { _, samples, row in
      let known = times.known(samples.columns.sequences[row]).microseconds
      let ahead = samples.columns.starts[row] - known
      // Lines state whole milliseconds, samples may have finer times: what is saved at once is not ahead.
      return ahead >= 1000 ? "\(LengthWords.of(ahead)) ahead" : nil
    }
  }
}
