/// What many samples have in common, so that it is kept once and spoken of by number: who wrote
/// them, in which unit and under which time zone.
package struct SampleContext: Hashable, Sendable, BitwiseCopyable {
  /// Who wrote it: a number in `HealthTables.provenances`.
  package var provenance: UInt32
  /// See `SampleRow.unit`.
  package var unit: UInt32
  /// See `SampleRow.zone`.
  package var zone: UInt32
  /// See `SampleRow.startOffset`.
  package var startOffset: Int16
  /// See `SampleRow.endOffset`.
  package var endOffset: Int16
}

extension SampleContext {
  /// The context of a row.
  init(_ row: SampleRow) {
    self.init(
      provenance: row.provenance, unit: row.unit, zone: row.zone, startOffset: row.startOffset,
      endOffset: row.endOffset)
  }
}
