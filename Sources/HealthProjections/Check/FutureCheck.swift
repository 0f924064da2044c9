import HealthModel
import HealthTables

extension Check {
  /// Samples that start after they were known: after the line was recorded, or after the date that
  /// the imported file gives itself.
  static let future = Check(
    name: "future", level: .problem,
    summary: "samples that start after they were recorded, imported ones after the export"
  ) { subject in
    try subject.findings(.ahead) { subject, samples, row in
      try subject.lead(of: row, in: samples)
    }
  }
}

extension CheckSubject {
  /// Returns how much later a sample starts than it was known, in words; nil: it does not. What had
  /// yet to come is no day with data for other checks.
  mutating func lead(of row: Int, in samples: TypeRows) throws -> String? {
    guard options.readsLines else { return nil }
    let known = try times.known(samples.columns.sequences[row]).microseconds
    return FutureRule.note(start: samples.columns.starts[row], known: known)
  }
}

/// Nothing starts after it is known.
enum FutureRule {
  /// How much later a sample starts than the moment at which it was known, in words; both in
  /// microseconds; nil: it does not.
  static func note(start: Int64, known: Int64) -> String? {
    let ahead = start - known
    // Lines state whole milliseconds, samples may have finer times: what is saved at once is not
    // ahead.
    return ahead >= 1000 ? "\(LengthWords.of(ahead)) ahead" : nil
  }
}
