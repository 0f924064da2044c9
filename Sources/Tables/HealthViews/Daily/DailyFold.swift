import ByteTools
import HealthModel
import HealthTables

/// A fold that adds up the samples of one type by day.
///
/// Its two loops look at every sample there is. So they walk through columns piece by piece, ask
/// for a day only if it is not that of the sample before, add to the cell that was added to last
/// without looking it up, and allocate nothing for a sample; cells of a table come only from
/// `rows`.
struct DailyFold {
  private let type: String
  private let options: DailyView.Options
  private let tables: HealthTables
  private let columns: SampleColumns
  private var shownDays: Range<Int>
  /// Samples count up to this moment where sources are merged; elsewhere it is `.max`.
  private let until: Int64
  private var days: DayFinder
  private var fold: SampleFold
  /// The weights of samples, for types that weigh samples by time.
  private var holds: SampleHolds?

  /// Creates a fold of samples that are shown in `plan`'s units.
  init(
    _ type: String, _ columns: SampleColumns, _ options: DailyView.Options,
    plan: UnitPlan, days: DayFinder, shownDays: Range<Int>, until: Int64,
    in tables: HealthTables
  ) {
    self.days = days
    self.type = type
    self.columns = columns
    self.options = options
    self.shownDays = shownDays
    self.until = until
    self.tables = tables
    let order =
      options.sources == .separate
      ? SourceOrder(type, columns, in: tables) : nil
    fold = SampleFold(type, columns, plan, apart: order, in: tables)
  }

  // MARK: Adding

  /// Adds rows of the type, all at once: what counts of one may depend on the others.
  ///
  /// - Parameter least: the least number of rows that a thread adds.
  mutating func add(_ rows: RowSelection, least: Int = SampleColumns.rowsOfThread) {
    // Of samples of one time the last one recorded counts, by whichever journal.
    let rows =
      columns.areInOrderOfRecording ? rows : RowSelection(columns.byStart(columns.rows(rows)))
    let needsOrder =
      merges ? options.sources == .merge : SampleHolds.areNeeded(for: type, in: tables)
    let order = needsOrder ? SourceOrder(type, columns, in: tables) : nil
    // What counts whole on its first day gives way to samples of other days.
    let parts = options.attribution == .start ? [] : parts(of: rows, least: least)
    if parts.count < 2 {
      if SampleHolds.areNeeded(for: type, in: tables) {
        holds = SampleHolds(type, columns, by: order, in: tables)
      }
      return addShown(merges ? columns.rows(rows, near: shownDays) : rows, by: order)
    }
    let folds = Threads.map(parts, on: parts.count) { [self] in folded($0, by: order) }
    fold = folds[0]
    for part in folds.dropFirst() { fold.append(part) }
  }

  private func parts(of rows: RowSelection, least: Int) -> [FoldPart] {
    var days = days
    return columns.parts(
      shownDays, of: rows, least: least, step: { days.day(of: $0, cursor: 0) },
      time: SampleColumns.time)
  }

  /// True if the part of a sample that counts depends on other samples.
  private var merges: Bool { fold.quantityStyle == .cumulative && options.sources.merges }

  /// Returns what the rows of a part of the days add to these.
  private func folded(_ part: FoldPart, by order: SourceOrder?) -> SampleFold {
    var own = self
    own.shownDays = part.steps
    own.holds = SampleHolds(type, columns, part.rows, by: order, in: tables)
    own.addShown(part.rows, by: order)
    return own.fold
  }

  private mutating func addShown(_ rows: RowSelection, by order: SourceOrder?) {
    defer { fold.cells.finish() }
    // Room that is not used costs nothing.
    fold.cells.reserve(min(rows.positions.count, 4096))
    guard merges else { return addWhole(rows) }
    if let order {
      addMerged(rows, by: order)
    } else {
      let counted = CountedStretches(
        type, columns, rows, options, until: until, in: tables, days: &days)
      for stretch in counted.all { add(stretch) }
    }
  }

  /// Adds what counts of each sample of a type that adds up, where sources measured the same time.
  private mutating func addMerged(_ rows: RowSelection, by order: SourceOrder) {
    var sweep = SourceSweep<CountedStretches.Stretch>(sameSource: order.sameSource)
    columns.forEachByStart(rows) { row, start, end, _, common, flags in
      begin(row, start, end, common, flags, order, &sweep)
    }
    while let ended = sweep.next(endedBy: .max) { add(ended) }
  }

  @inline(__always)
  private mutating func begin(
    _ row: Int, _ start: Int64, _ end: Int64, _ common: SampleContext, _ flags: SampleRow.Flags,
    _ order: SourceOrder, _ sweep: inout SourceSweep<CountedStretches.Stretch>
  ) {
    guard let counting = DayStretch.end(start, end, before: until) else { return }
    let (zone, rank) = (common.zone, order.rank(common.provenance, flags, start))
    while let ended = sweep.next(endedBy: start) { add(ended) }
    if let whole = DayStretch.whole(start, counting, zone: zone, days: &days) {
      let stretch = CountedStretches.Stretch(row: row, rank: rank, length: end - start, whole)
      if rank == 0 { add(sweep.addFirst(stretch)) } else { sweep.add(stretch) }
      return
    }
    let stretches = DayStretch.stretches(start, counting, zone, options.attribution, &days)
    for part in stretches {
      let stretch = CountedStretches.Stretch(row: row, rank: rank, length: end - start, part)
      if part.isFirst { sweep.add(stretch) } else { sweep.addLater(stretch) }
    }
  }

  @inline(__always)
  private mutating func add(_ stretch: CountedStretches.Stretch) {
    guard stretch.counts, shownDays.contains(stretch.day) else { return }
    fold.add(stretch)
  }

  /// Adds every sample for itself.
  private mutating func addWhole(_ rows: RowSelection) {
    let category = SampleRow.Flags.category.rawValue
    let known = columns.known
    columns.forEachChunk(of: rows) {
      chunk, first, starts, ends, values, contexts, flags in
      for position in chunk {
        let row = rows[position]
        let index = row - first
        if rows.skips(flags[index]) { continue }
        let common = known[Int(contexts[index])]
        let sample = SampleFold.Sample(
          row: row, start: starts[index], end: ends[index], value: values[index], common: common,
          source: fold.source(common.provenance, flags[index], starts[index]))
        if flags[index].rawValue & category != 0 {
          addCategory(sample)
        } else {
          addQuantity(sample)
        }
      }
    }
  }

  @inline(__always)
  private mutating func addQuantity(_ sample: SampleFold.Sample) {
    let (start, end) = (sample.start, sample.end)
    let (group, value) = fold.quantity(
      sample.value, unit: sample.common.unit, source: sample.source)
    if let whole = DayStretch.whole(start, end, zone: sample.common.zone, days: &days) {
      return add(value, group, sample, on: whole)
    }
    let stretches = DayStretch.stretches(start, end, sample.common.zone, options.attribution, &days)
    for stretch in stretches { add(value, group, sample, on: stretch) }
  }

  /// Adds the part of a quantity sample, whose value is `value` in the shown unit, that lies in a
  /// stretch.
  @inline(__always)
  private mutating func add(
    _ value: Double, _ group: Int, _ sample: SampleFold.Sample, on stretch: DayStretch
  ) {
    guard shownDays.contains(stretch.day) else { return }
    if fold.quantityStyle == .cumulative {
      let part = CountedStretches.Stretch(
        row: sample.row, rank: 0, length: sample.end - sample.start, stretch)
      fold.cells.select(day: stretch.day, group: group)
      fold.cells.selected.add(part: value * part.share)
    } else {
      var end = holds?.end(of: sample.row, stretch.start, stretch.end) ?? stretch.end
      if end > stretch.end {
        end = days.end(ofDayAt: stretch.start, zone: sample.common.zone, before: end)
      }
      fold.add(value, group, sample, on: stretch, until: end)
    }
  }

  private mutating func addCategory(_ sample: SampleFold.Sample) {
    let group = fold.category(sample.value, word: sample.common.unit, source: sample.source)
    if let whole = DayStretch.whole(sample.start, sample.end, zone: sample.common.zone, days: &days)
    {
      return add(sample, group, on: whole)
    }
    let stretches = DayStretch.stretches(
      sample.start, sample.end, sample.common.zone, options.attribution, &days)
    for stretch in stretches { add(sample, group, on: stretch) }
  }

  private mutating func add(
    _ sample: SampleFold.Sample, _ group: Int, on stretch: DayStretch
  ) {
    guard shownDays.contains(stretch.day) else { return }
    fold.cells.select(day: stretch.day, group: group)
    // An endless sample counts whole on the day of its start.
    let (start, end) =
      stretch.start < stretch.end ? (stretch.start, stretch.end) : (sample.start, sample.end)
    fold.cells.selected.add(seconds: Double(end - start) / 1e6, starts: stretch.isFirst)
  }

  // MARK: Results

  /// Returns the finite sums of the days, of what is in this unit or converts to it.
  func sums(in unit: Unit?) -> [Int: Double] {
    var sums: [Int: Double] = [:]
    let cells = fold.cells
    for (key, figures) in zip(cells.keys, cells.figures) {
      let group = cells.groups[key.group]
      guard group.style == .cumulative, fold.name(group) == unit?.description else { continue }
      if figures.sum.value.isFinite { sums[key.day] = figures.sum.value }
    }
    return sums
  }

  /// The rows, days ascending; on a day by source, then by unit or category value.
  var rows: DailyRows { DailyRows(fold, type) }

  /// The rows in memory, with the parts of averages.
  var figures: [DailyRow] {
    var indices = fold.indices.makeIterator()
    var days: [DailyRow] = []
    rows.forEach { row in
      var day = row.day
      let index = indices.next() ?? 0
      if day.average != nil { day.parts = fold.cells.figures[index].mean.allParts }
      day.sum = row.sum?.ifFinite
      day.minimum = row.minimum?.ifFinite
      day.average = row.average?.ifFinite
      day.maximum = row.maximum?.ifFinite
      day.latest = row.latest?.ifFinite
      day.duration = day.duration?.ifFinite
      days.append(DailyRow(type: type, day: day))
    }
    return days
  }
}

/// The samples of a type that were saved later than others that start after them.
///
/// A walk over all samples in the order of their starts needs no more than these: the others have
/// been saved in that order, and the late ones come between them.
struct LateRows {
  private var sorted: [(start: Int64, row: Int)] = []
  private var next = 0

  init(_ columns: SampleColumns, _ rows: RowSelection) {
    var late: [(start: Int64, row: Int)] = []
    var reached = Int64.min
    columns.forEachChunk(of: rows) { chunk, first, starts, _, _, _, flags in
      for position in chunk {
        let row = rows[position]
        let start = starts[row - first]
        if start >= reached, !rows.skips(flags[row - first]) {
          reached = start
        } else if !rows.skips(flags[row - first]) {
          late.append((start, row))
        }
      }
    }
    late.sort { $0.start < $1.start }
    sorted = late
  }

  /// Returns true if a row starts before a moment.
  @inline(__always)
  func isNext(before moment: Int64) -> Bool { next < sorted.count && sorted[next].start < moment }

  /// Returns the next row that starts before a moment.
  mutating func next(before moment: Int64) -> Int? {
    guard isNext(before: moment) else { return nil }
    next += 1
    return sorted[next - 1].row
  }
}
