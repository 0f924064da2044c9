/// What many samples have in common, so that it is kept once and spoken of by number: who wrote them, in
/// which unit and under which time zone.
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

  /// What this is of a row.
  init(_ row: SampleRow) {
    self.init(
      provenance: row.provenance, unit: row.unit, zone: row.zone, startOffset: row.startOffset,
      endOffset: row.endOffset)
  }

  /// These, see `SampleRow`.
  init(provenance: UInt32, unit: UInt32, zone: UInt32, startOffset: Int16, endOffset: Int16) {
    self.provenance = provenance
    self.unit = unit
    self.zone = zone
    self.startOffset = startOffset
    self.endOffset = endOffset
  }
}

/// All contexts that samples have had, numbered in the order in which they came.
struct SampleContextTable: Sendable {
  private(set) var all: [SampleContext] = []
  /// Behind a snapshot it is made when the first is added.
  private var numbers: [SampleContext: UInt32] = [:]

  /// None yet.
  init() {}

  /// Those that a snapshot holds.
  init(_ all: [SampleContext]) { self.all = all }

  /// The number of a context, new or known.
  mutating func number(of context: SampleContext) -> UInt32 {
    if numbers.isEmpty {
      for (number, known) in all.enumerated() { numbers[known] = UInt32(number) }
    }
    if let known = numbers[context] { return known }
    let number = UInt32(all.count)
    all.append(context)
    numbers[context] = number
    return number
  }
}
