import HealthModel
package import HealthTables

/// The lines behind a figure: how many, and which, the first spans of them by number and the last.
///
///     FigureLines([12, 40, 41, 42, 99]).spans    // [12...12, 40...42, 99...99]
package struct FigureLines: Hashable, Sendable {
  /// How many lines there are.
  package let count: Int
  /// The first spans of lines that follow one another, and after them the last one.
  package let spans: [ClosedRange<UInt32>]
  /// Whether there are spans between the last two that are not named.
  package let leavesOut: Bool

  /// How many spans are named before the last one.
  private static let named = 2

  /// These lines, in any order and some of them perhaps twice.
  package init(_ lines: [UInt32] = []) {
    let isSorted = zip(lines, lines.dropFirst()).allSatisfy { $0 <= $1 }
    var (count, spans, last) = (0, [ClosedRange<UInt32>](), ClosedRange<UInt32>?.none)
    var leavesOut = false
    for line in isSorted ? lines : lines.sorted() where line != last?.upperBound {
      count += 1
      if let known = last, known.upperBound + 1 == line {
        last = known.lowerBound...line
        continue
      }
      if let last {
        if spans.count < Self.named { spans.append(last) } else { leavesOut = true }
      }
      last = line...line
    }
    if let last { spans.append(last) }
    self.count = count
    self.spans = spans
    self.leavesOut = leavesOut
  }

  /// For each stretch between two edges the lines that saved the live samples of a type that touch
  /// it: one for each sample, in the order in which they were saved.
  ///
  /// - Parameter edges: microseconds since 1970, ascending; at least two.
  /// - Complexity: one pass over the samples of the type.
  package static func numbers(
    of type: String, in journal: ReplayedJournal, _ query: Query, edges: [Int64]
  ) throws -> [[UInt32]] {
    precondition(edges.count > 1, "there is a stretch")
    var query = query
    query.types = [type]
    query.from = edges.first.map { Instant(microseconds: $0) }
    query.to = edges.last.map { Instant(microseconds: $0) }
    let journal = journal.forDays(edges[0]...edges[edges.count - 1], query)
    var selection = try SampleSelection(query, journal)
    guard let columns = journal.tables.columns(of: type) else {
      return [[UInt32]](repeating: [], count: edges.count - 1)
    }
    let rows = try selection.chosenRows(of: type)
    var found = [[UInt32]](repeating: [], count: edges.count - 1)
    var stretch = 0
    let sequences = columns.sequences
    columns.forEachChunk(of: rows) { chunk, first, starts, ends, _, _, flags in
      for index in chunk {
        let row = rows[index]
        if rows.skips(flags[row - first]) { continue }
        let (start, end) = (starts[row - first], ends[row - first])
        if start < edges[stretch] || start >= edges[stretch + 1] {
          stretch = edges.step(of: start)
        }
        guard query.touches(start: start, end: end) else { continue }
        found[stretch].append(sequences[row])
        // An endless sample counts only where it starts.
        guard end > edges[stretch + 1], !DayStretch.isEndless(start, end) else { continue }
        var later = stretch + 1
        while later < found.count, edges[later] < end {
          found[later].append(sequences[row])
          later += 1
        }
      }
    }
    return found
  }
}
