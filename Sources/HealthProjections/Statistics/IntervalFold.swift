import HealthModel
import HealthTables

/// Adds up samples of one type by interval: parts of time that follow one another without gaps.
///
/// What adds up counts to each interval in proportion to the time that it spends there; a discrete
/// sample takes part in every interval that it touches; a category value has its time there. A
/// moment lies in the interval that begins with it.
struct IntervalFold {
  private let columns: SampleColumns
  private let intervals: Intervals
  /// The days at whose ends readings hold no longer.
  private var days: DayCursor
  private let holds: SampleHolds
  private let keepsValues: Bool
  /// The figures; what the keys of its cells call a day is the number of an interval, from 0.
  private(set) var fold: SampleFold
  /// How many samples count.
  private(set) var count = 0

  /// Nothing added up yet.
  ///
  /// - Parameters:
  ///   - edges: where intervals begin and end, in microseconds since 1970, ascending: one more than
  ///     there are.
  ///   - isOpen: whether the last edge is only where the samples end.
  ///   - calendar: its days end how long a reading of one moment holds.
  ///   - plan: the units in which samples are shown.
  ///   - keepsValues: whether percentiles will be asked for.
  init(
    _ type: String, _ columns: SampleColumns, edges: [Int64], isOpen: Bool,
    _ calendar: DayCalendar, _ holds: SampleHolds, plan: UnitPlan, keepsValues: Bool = false,
    in tables: HealthTables
  ) {
    precondition(edges.count > 1, "there is an interval")
    self.columns = columns
    intervals = Intervals(edges: edges, isOpen: isOpen)
    days = DayCursor(calendar)
    self.holds = holds
    self.keepsValues = keepsValues
    fold = SampleFold(type, columns, plan, in: tables)
  }

  /// Adds rows of the type, all at once: what counts of one may depend on the others. None of them
  /// lies before the first edge; what lies at the last one or after it belongs to the last
  /// interval.
  ///
  /// - Complexity: O(n log n), and the intervals that long samples touch.
  mutating func add(_ rows: [Int], _ sources: DailyView.Sources, by order: SourceOrder) {
    defer { fold.cells.finish() }
    let rows = columns.byStart(rows)
    guard fold.quantityStyle == .cumulative else {
      for row in rows { add(row) }
      return
    }
    var last = -1
    let counted = CountedStretches(columns, rows, sources, by: order, cut: intervals.cut)
    for stretch in counted.all where stretch.counts {
      if stretch.row != last { count += 1 }
      last = stretch.row
      add(stretch)
    }
  }

  /// Adds what counts of a sample in an interval.
  private mutating func add(_ stretch: CountedStretches.Stretch) {
    let (row, value) = (stretch.row, fold.add(stretch))
    fold.cells.selected.cover(stretch.start, stretch.end)
    fold.cells.selected.meet(value, start: columns.starts[row], end: columns.ends[row])
  }

  /// Adds a sample of a discrete or a category type.
  private mutating func add(_ number: Int) {
    let row = columns[number]
    count += 1
    let isCategory = row.flags.contains(.category)
    let (group, value) =
      isCategory
      ? (fold.category(row.value, word: row.unit), row.value)
      : fold.quantity(row.value, unit: row.unit)
    let sample = SampleFold.Sample(
      row: number, start: row.start, end: row.end, value: row.value, common: columns.common(number))
    // A local copy: the closure changes the fold, and without the copy the cells would be copied
    // for each sample.
    let intervals = intervals
    intervals.cut(row) { stretch in
      if isCategory {
        fold.cells.select(day: stretch.day, group: group)
        let seconds = Double(stretch.end - stretch.start) / 1e6
        fold.cells.selected.add(seconds: seconds, starts: true)
      } else {
        var end = holds.end(of: number, stretch.start, stretch.end)
        if end > stretch.end {
          end = min(intervals.end(stretch.day), days.end(ofDayAt: stretch.start, before: end))
        }
        fold.add(value, group, sample, on: stretch, until: end)
        if keepsValues { fold.cells.selected.values.append(value) }
      }
      fold.cells.selected.cover(stretch.start, stretch.end)
    }
  }
}

/// Parts of time that follow one another.
private struct Intervals {
  let edges: [Int64]
  let isOpen: Bool

  /// Where an interval ends; what has only no more samples does not.
  func end(_ interval: Int) -> Int64 {
    isOpen && interval == edges.count - 2 ? .max : edges[interval + 1]
  }

  /// Cuts a sample at the edges. An endless sample counts whole where it starts, and
  /// covers no time.
  func cut(_ row: SampleRow, _ body: (DayStretch) -> Void) {
    guard row.start < row.end, !DayStretch.isEndless(row.start, row.end) else {
      // A start before the first edge is in no interval.
      guard row.start >= edges[0] else { return }
      let interval = edges.step(of: row.start)
      return body(DayStretch(day: interval, start: row.start, end: row.start, isFirst: true))
    }
    for interval in edges.step(of: row.start)...edges.step(of: row.end - 1) {
      let (from, to) = (edges[interval], edges[interval + 1])
      if let part = DayStretch(interval, of: row.start, row.end, between: from, to) { body(part) }
    }
  }
}

extension [Int64] {
  /// The number of the step between two of these edges in which a moment lies; the first or the
  /// last where it lies outside.
  func step(of moment: Int64) -> Int {
    let next = indices.partitioningIndex { self[$0] > moment }
    return Swift.min(Swift.max(next - 1, 0), count - 2)
  }
}
