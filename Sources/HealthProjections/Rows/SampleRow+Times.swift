package import HealthModel
package import HealthTables

extension SampleRow {
  /// The start with the offset that the source gave.
  package var startTime: Timestamp {
    Timestamp(instant: Instant(microseconds: start), offsetMinutes: startOffset)
  }

  /// The end with the offset that the source gave.
  package var endTime: Timestamp {
    Timestamp(instant: Instant(microseconds: end), offsetMinutes: endOffset)
  }
}
