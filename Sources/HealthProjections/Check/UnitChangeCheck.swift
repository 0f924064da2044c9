import HealthTables

extension Check {
  /// Types whose unit changes from one sample to the next, in the order of their starts.
  static let unitChanges = Check(
    name: "unitChanges", level: .note, summary: "types whose unit changes over time"
  ) { subject in
    let names = subject.journal.tables.units.names
    return subject.types.compactMap { samples in
      var counts: [String: Int] = [:]
      var changes: [(row: Int, before: String)] = []
      var last: String?
      for row in samples.rows where !samples.columns.flags[row].contains(.category) {
        let unit = names[Int(samples.columns.unit(row))]
        counts[unit, default: 0] += 1
        if let last, last != unit { changes.append((row, last)) }
        last = unit
      }
      guard !changes.isEmpty else { return nil }
      let units = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
        .map { CheckStatement.SamplesOfUnit(count: $0.value, unit: $0.key) }
      return CheckFinding(
        type: samples.type, count: changes.count,
        says: .unitChanges(units), lines: changes.map { samples.columns.sequences[$0.row] },
        examples: changes.prefix(subject.options.examples).map { row, before in
          subject.example(row, of: samples, note: "before it \(before)")
        })
    }
  }
}
