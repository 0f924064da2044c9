import HealthModel
import HealthTables

extension Check {
  /// Types whose unit changes from one sample to the next, in the order of their starts. Units of
  /// one size are one.
  static let unitChanges = Check(
    name: "unitChanges", level: .note, summary: "types whose unit changes over time"
  ) { subject in
    let names = subject.journal.tables.units.names
    return subject.types.compactMap { samples in
      let numbers = samples.columns.quantityUnits(samples.rows)
      guard numbers.count > 1 else { return nil }
      let spellings = UnitSpellings(numbers.map { names[Int($0)] })
      var counts: [String: Int] = [:]
      var changes: [(row: Int, before: String)] = []
      var last: String?
      for row in samples.rows where !samples.columns.flags[row].contains(.category) {
        let unit = spellings[names[Int(samples.columns.unit(row))]]
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

/// The texts of units, of which those of one size stand for one.
private struct UnitSpellings {
  private var first: [String: String] = [:]

  init(_ texts: [String]) {
    var known: [(text: String, unit: Unit)] = []
    for text in texts {
      guard let unit = try? Unit(text) else { continue }
      if let same = known.first(where: { $0.unit.isSameSize(as: unit) }) {
        first[text] = same.text
      } else {
        known.append((text, unit))
      }
    }
  }

  subscript(text: String) -> String { first[text] ?? text }
}
