extension SampleColumns {
  /// Appends rows of canonical lines that another thread read.
  ///
  /// - Parameters:
  ///   - units: the numbers that its units have here; likewise the others.
  mutating func append(
    _ other: SampleColumns, _ range: Range<Int>, units newUnits: [UInt32], zones newZones: [UInt32],
    provenances newProvenances: [UInt32]
  ) {
    uuids.append(contentsOf: other.uuids, range)
    starts.append(contentsOf: other.starts, range)
    ends.append(contentsOf: other.ends, range)
    values.append(contentsOf: other.values, range)
    sequences.append(contentsOf: other.sequences, range)
    provenances.append(contentsOf: other.provenances, range) { newProvenances[Int($0)] }
    units.append(contentsOf: other.units, range) { Self.number($0, newUnits) }
    zones.append(contentsOf: other.zones, range) { Self.number($0, newZones) }
    startOffsets.append(contentsOf: other.startOffsets, range)
    endOffsets.append(contentsOf: other.endOffsets, range)
    flags.append(contentsOf: other.flags, range)
  }

  private static func number(_ old: UInt32, _ numbers: [UInt32]) -> UInt32 {
    old == SampleRow.none ? old : numbers[Int(old)]
  }
}
