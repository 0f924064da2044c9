package import HealthModel

extension HealthTables {
  /// The lines of all live samples that are members of a correlation.
  package func memberLines() -> [ObjectUUID: UInt64] {
    var lines: [ObjectUUID: UInt64] = [:]
    for type in sampleTypes where samples[type].count > 0 {
      let columns = columns(type)
      for row in 0..<columns.count where columns.flags[row].contains(.member) && columns.isLive(row)
      {
        lines[columns.uuids[row]] = UInt64(columns.sequences[row])
      }
    }
    return lines
  }
}
