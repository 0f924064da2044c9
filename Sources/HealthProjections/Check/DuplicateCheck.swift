import HealthModel
import HealthTables

extension Check {
  /// Samples of equal content: type, source, start, end, value and unit, as an import tells samples
  /// apart. Of one source everything counts, so they count several times.
  static let duplicates = Check(
    name: "duplicates", level: .problem,
    summary: "samples of equal type, source, start, end, value and unit"
  ) { subject in
    subject.types.compactMap { samples in
      let copies = Copies(samples, subject.journal.tables)
      guard !copies.groups.isEmpty else { return nil }
      let extra = copies.groups.reduce(0) { $0 + $1.count - 1 }
      return CheckFinding(
        type: samples.type, count: extra,
        note: "are further copies, in \(LengthWords.counted(copies.groups.count, "group"))",
        examples: copies.groups.prefix(subject.options.examples).map { group in
          let lines = group.map { samples.columns.sequences[$0] }.sorted()
          let shown = lines.prefix(4).map { "\($0)" } + (lines.count > 4 ? ["…"] : [])
          return subject.example(
            group[0], of: samples,
            note: "\(group.count) copies: lines \(shown.joined(separator: ", "))")
        })
    }
  }
}

/// The rows of a type that equal another one.
private struct Copies {
  /// Two or more rows each, by start.
  private(set) var groups: [[Int]] = []

  /// What makes rows of one span equal.
  private struct Content: Hashable {
    var end: Int64
    var value: Double
    var unit: UInt32
    var source: String
  }

  init(_ samples: CheckSubject.TypeRows, _ tables: HealthTables) {
    let columns = samples.columns
    let names = tables.provenances.indices.map { tables.sourceName(UInt32($0)) }
    var from = samples.rows.startIndex
    while from < samples.rows.endIndex {
      let start = columns.starts[samples.rows[from]]
      let to =
        samples.rows[from...].firstIndex { columns.starts[$0] != start } ?? samples.rows.endIndex
      if to - from > 1 {
        add(samples.rows[from..<to]) { row in
          Content(
            end: columns.ends[row], value: columns.values[row], unit: columns.unit(row),
            source: names[Int(columns.provenance(row))])
        }
      }
      from = to
    }
  }

  /// Adds the groups of rows that start together, in the order of their first rows.
  private mutating func add(_ rows: ArraySlice<Int>, _ content: (Int) -> Content) {
    var places: [Content: Int] = [:]
    var found: [[Int]] = []
    for row in rows {
      let content = content(row)
      if let place = places[content] {
        found[place].append(row)
      } else {
        places[content] = found.count
        found.append([row])
      }
    }
    groups += found.filter { $0.count > 1 }
  }
}
