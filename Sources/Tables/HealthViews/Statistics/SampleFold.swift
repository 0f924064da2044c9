import ByteTools
import HealthModel
import HealthTables

/// A fold that aggregates the samples of one type: it finds the group of each and its value in the
/// unit of that, and adds a part of it to the cell of a span of time.
///
/// Its users know which stretches a sample touches: `DailyFold` days, `IntervalFold` the parts of a
/// time that is asked about, workouts their own time and their laps.
struct SampleFold {
  let type: String
  let tables: HealthTables
  private let plan: UnitPlan
  private let columns: SampleColumns
  var cells: FigureCells
  private let hasExtremes: Bool
  /// The way in which quantity samples of the type are aggregated.
  let quantityStyle: FigureCells.Style
  /// The units and the words of category values.
  private var labels = Numbering<String>()
  /// The order in which sources count; nil if the sources are not kept apart.
  private let sources: SourceOrder?
  /// True if they are kept apart: asked for each sample.
  private let isApart: Bool
  private var known = Numbering<Facts>()
  /// The results for the known facts.
  private var found: [Found] = []
  /// The result for the last sample: the next mostly has the same unit and source.
  private var recent: (facts: Facts, found: Found)

  /// The facts of a sample that decide on its group.
  private struct Facts: Hashable {
    var unit: UInt32
    /// The least rank of its source in the order, where sources are kept apart.
    var source: Int
    /// The number of a category value; 0 of a quantity.
    var value = 0
    var isCategory: Bool
  }

  private struct Found {
    var group: Int
    /// The conversion of a quantity to the shown unit.
    var step: UnitPlan.Step
    /// True if the value changes.
    var converts: Bool
  }

  /// Creates an empty fold.
  ///
  /// - Parameters:
  ///   - plan: the units in which quantities are shown.
  ///   - sources: the sources, if each has groups of its own; nil: all are aggregated together.
  init(
    _ type: String, _ columns: SampleColumns, _ plan: UnitPlan, apart sources: SourceOrder? = nil,
    in tables: HealthTables
  ) {
    self.type = type
    self.columns = columns
    self.plan = plan
    self.sources = sources
    cells = FigureCells(tables.catalogue.style(of: type))
    hasExtremes = columns.hasExtremes
    isApart = sources != nil
    self.tables = tables
    quantityStyle = tables.catalogue.isCumulative(type) ? .cumulative : .discrete
    // Not a sample's: it has no group.
    recent = (
      Facts(unit: 0, source: 0, isCategory: true),
      Found(group: -1, step: UnitPlan.Step(shown: ""), converts: false)
    )
  }

  /// Returns the least rank of a sample's source in the order; 0 if sources are aggregated
  /// together.
  @inline(__always)
  func source(_ provenance: UInt32, _ flags: SampleRow.Flags, _ start: Int64) -> Int {
    isApart ? sources?.head(provenance, flags, start) ?? 0 : 0
  }

  /// Returns the group of a quantity sample, and its value in the unit of that.
  @inline(__always)
  mutating func quantity(
    _ value: Double, unit: UInt32, source: Int = 0
  ) -> (group: Int, value: Double) {
    if recent.facts.unit != unit || recent.facts.isCategory || recent.facts.source != source {
      find(Facts(unit: unit, source: source, isCategory: false))
    }
    let isShown = !recent.found.converts
    return (recent.found.group, isShown ? value : recent.found.step.apply(value))
  }

  /// Returns the group of a category sample.
  mutating func category(_ value: Double, word: UInt32, source: Int = 0) -> Int {
    // Of a sample whose value is the export's own word, that word tells it from others.
    let number = word == SampleRow.none ? Int(value) : 0
    let facts = Facts(unit: word, source: source, value: number, isCategory: true)
    if recent.facts != facts || recent.found.group < 0 { find(facts) }
    return recent.found.group
  }

  private mutating func find(_ facts: Facts) {
    if let number = known.number(of: facts) {
      recent = (facts, found[number])
    } else {
      recent = (facts, make(facts))
      known.append(facts)
      found.append(recent.found)
    }
  }

  private mutating func make(_ facts: Facts) -> Found {
    let step = plan[facts.unit]
    let label =
      facts.isCategory
      ? CategoryWords.word(Double(facts.value), word: facts.unit, type: type, tables: tables)
      : step.shown
    let group = FigureCells.Group(
      source: isApart ? facts.source : nil, label: labels.number(ofAny: label),
      style: facts.isCategory ? .category : quantityStyle)
    return Found(
      group: cells.number(of: group), step: step,
      converts: step.converts && !facts.isCategory)
  }

  /// A sample whose parts are added.
  struct Sample {
    var row: Int
    var start: Int64
    var end: Int64
    var value: Double
    var common: SampleContext
    /// The least rank of its source; see `source`.
    var source = 0
  }

  /// Adds the part of a sample that counts, of a cumulative type.
  ///
  /// - Returns: the sample's value in the shown unit.
  @inline(__always)
  @discardableResult
  mutating func add(_ stretch: CountedStretches.Stretch) -> Double {
    let (group, value) = quantity(
      columns.values[stretch.row], unit: columns.common(stretch.row).unit)
    cells.select(day: stretch.day, group: group)
    cells.selected.add(part: value * stretch.share)
    return value
  }

  /// Adds the part of a sample that does not add up, whose value is `value` in the unit of its
  /// group, that lies in a stretch and weighs as long as that, or holds longer, until a moment.
  @inline(__always)
  mutating func add(
    _ value: Double, _ group: Int, _ sample: Sample, on stretch: DayStretch, until end: Int64
  ) {
    cells.select(day: stretch.day, group: group)
    cells.selected.add(
      value: value, start: sample.start, end: sample.end,
      seconds: SampleHolds.seconds(stretch.start, end))
    if !stretch.isFirst { cells.selected.mean.carry(value) }
    if hasExtremes { addExtremes(sample) }
  }

  private mutating func addExtremes(_ sample: Sample) {
    guard columns.extremes(of: sample.row) != nil else { return }
    let columns = columns
    let range = columns.range(of: sample.row) {
      quantity($0, unit: sample.common.unit, source: sample.source).value
    }
    cells.selected.add(range)
  }

  /// Appends what another fold of the type has of other days.
  mutating func append(_ later: SampleFold) {
    var labels = labels
    cells.append(later.cells) { group in
      var own = group
      own.label = labels.number(ofAny: later.name(group))
      return own
    }
    self.labels = labels
  }

  // MARK: Results

  /// Returns the name of a group: its unit or category value.
  func name(_ group: FigureCells.Group) -> String { labels.keys[group.label] }

  /// Returns the name of a group's source, as `sources` shows it, if sources are kept apart.
  func name(ofSource group: FigureCells.Group) -> String? {
    group.source.flatMap { sources?.sources[$0].name }
  }

  /// The indices of the cells in the order of rows: days ascending; of a day by the source's name,
  /// then by the unit or the category value.
  var indices: [Int] {
    let names = cells.groups.map { (name(ofSource: $0) ?? "", name($0), $0.style.rawValue) }
    return cells.indices(by: names.indices.sorted { names[$0] < names[$1] })
  }
}

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
  private var holds: SampleHolds?
  private let keepsValues: Bool
  /// The figures. The day in the keys of its cells is the number of an interval, from 0.
  private(set) var fold: SampleFold
  /// The intervals that are computed.
  private var shown: Range<Int>
  /// The number of samples that count.
  private(set) var count = 0
  /// The interval of the last sample: the next one mostly lies in it too.
  private var recent: (number: Int, span: Range<Int64>)

  /// Creates an empty fold.
  ///
  /// - Parameters:
  ///   - edges: the edges of the intervals, in microseconds since 1970, ascending: one more than
  ///     there are intervals.
  ///   - isOpen: true if the last edge is only the end of the samples.
  ///   - calendar: its days end how long a reading of one moment holds.
  ///   - holds: the weights of the samples; nil: they are computed when rows are added.
  ///   - plan: the units in which samples are shown.
  ///   - keepsValues: true if percentiles will be asked for.
  init(
    _ type: String, _ columns: SampleColumns, edges: [Int64], isOpen: Bool,
    _ calendar: DayCalendar, _ holds: SampleHolds?, plan: UnitPlan, keepsValues: Bool = false,
    in tables: HealthTables
  ) {
    precondition(edges.count > 1, "there is an interval")
    self.columns = columns
    intervals = Intervals(edges: edges, isOpen: isOpen)
    days = DayCursor(calendar)
    self.holds = holds
    self.keepsValues = keepsValues
    recent = (0, edges[0]..<edges[1])
    shown = 0..<edges.count - 1
    fold = SampleFold(type, columns, plan, in: tables)
  }

  /// Adds rows of the type, all at once: the part of a row that counts may depend on the others.
  /// None of them lies before the first edge. Rows at the last edge or after it belong to the last
  /// interval.
  ///
  /// - Parameter least: the least number of rows that a thread adds.
  /// - Complexity: O(n log n), and the intervals that long samples touch.
  mutating func add(
    _ rows: RowSelection, _ sources: DailyView.Sources, by order: SourceOrder,
    least: Int = SampleColumns.rowsOfThread
  ) {
    let parts = columns.parts(
      shown, of: rows, least: least, step: { intervals.edges.step(of: $0) }, time: intervals.time)
    if parts.count == 1 { return addShown(rows, isWhole: columns.areAll(rows), sources, by: order) }
    let parted = Threads.map(parts, on: parts.count) { [self] part in
      var own = self
      own.shown = part.steps
      own.addShown(part.rows, isWhole: true, sources, by: order)
      return own
    }
    for part in parted {
      count += part.count
      fold.append(part.fold)
    }
  }

  /// Adds rows to the intervals that are computed.
  ///
  /// - Parameter isWhole: true if they are all live rows of their time.
  private mutating func addShown(
    _ rows: RowSelection, isWhole: Bool, _ sources: DailyView.Sources, by order: SourceOrder
  ) {
    defer { fold.cells.finish() }
    let columns = columns
    guard fold.quantityStyle == .cumulative else {
      let late = columns.areInOrderOfRecording ? LateRows(columns, rows) : nil
      let all = isWhole ? rows : RowSelection(allOf: columns)
      holds =
        holds
        ?? SampleHolds(
          fold.type, columns, all, isWhole ? late : nil, by: order, in: fold.tables)
      return columns.forEachByStart(rows, late) { row, start, end, value, common, flags in
        add(
          SampleFold.Sample(row: row, start: start, end: end, value: value, common: common),
          isCategory: flags.contains(.category))
      }
    }
    var last = -1
    let counted = CountedStretches(
      columns, columns.byStart(columns.rows(rows)), sources, by: order
    ) { intervals.cut($0.start, $0.end, $1) }
    for stretch in counted.all where stretch.counts {
      if stretch.row != last, shown.contains(stretch.day) { count += 1 }
      last = stretch.row
      if shown.contains(stretch.day) { add(stretch) }
    }
  }

  /// Adds the part of a sample that counts in an interval.
  private mutating func add(_ stretch: CountedStretches.Stretch) {
    let (row, value) = (stretch.row, fold.add(stretch))
    fold.cells.selected.cover(stretch.start, stretch.end)
    fold.cells.selected.meet(value, start: columns.starts[row], end: columns.ends[row])
  }

  /// Adds a sample of a discrete or a category type.
  @inline(__always)
  private mutating func add(_ sample: SampleFold.Sample, isCategory: Bool) {
    let (group, value) =
      isCategory
      ? (fold.category(sample.value, word: sample.common.unit), sample.value)
      : fold.quantity(sample.value, unit: sample.common.unit)
    let (start, end) = (sample.start, sample.end)
    if recent.span.contains(start), start <= end, end <= recent.span.upperBound,
      !DayStretch.isEndless(start, end)
    {
      guard shown.contains(recent.number) else { return }
      count += 1
      let whole = DayStretch(day: recent.number, start: start, end: end, isFirst: true)
      return add(value, group, sample, on: whole, isCategory: isCategory)
    }
    if shown.contains(intervals.edges.step(of: start)) { count += 1 }
    for stretch in intervals.stretches(start, end) {
      recent = (stretch.day, intervals.edges[stretch.day]..<intervals.edges[stretch.day + 1])
      guard shown.contains(stretch.day) else { continue }
      add(value, group, sample, on: stretch, isCategory: isCategory)
    }
  }

  @inline(__always)
  private mutating func add(
    _ value: Double, _ group: Int, _ sample: SampleFold.Sample, on stretch: DayStretch,
    isCategory: Bool
  ) {
    if isCategory {
      fold.cells.select(day: stretch.day, group: group)
      let seconds = Double(stretch.end - stretch.start) / 1e6
      fold.cells.selected.add(seconds: seconds, starts: true)
    } else {
      var end = holds?.end(of: sample.row, stretch.start, stretch.end) ?? stretch.end
      if end > stretch.end {
        end = min(intervals.end(stretch.day), days.end(ofDayAt: stretch.start, before: end))
      }
      fold.add(value, group, sample, on: stretch, until: end)
      if keepsValues { fold.cells.selected.values.append(value) }
    }
    fold.cells.selected.cover(stretch.start, stretch.end)
  }
}

/// Parts of time that follow one another.
private struct Intervals {
  let edges: [Int64]
  let isOpen: Bool

  /// Returns the end of an interval; the last one has no end if only the samples end there.
  func end(_ interval: Int) -> Int64 {
    isOpen && interval == edges.count - 2 ? .max : edges[interval + 1]
  }

  /// Cuts a sample at the edges. An endless sample counts whole at its start, and covers no time.
  func cut(_ start: Int64, _ end: Int64, _ body: (DayStretch) -> Void) {
    guard start < end, !DayStretch.isEndless(start, end) else {
      // A start before the first edge is in no interval.
      guard start >= edges[0] else { return }
      let interval = edges.step(of: start)
      return body(DayStretch(day: interval, start: start, end: start, isFirst: true))
    }
    for interval in edges.step(of: start)...edges.step(of: end - 1) {
      let (from, to) = (edges[interval], edges[interval + 1])
      if let part = DayStretch(interval, of: start, end, between: from, to) { body(part) }
    }
  }

  /// Returns the time of some intervals; what lies before the first or after the last is of these.
  func time(of numbers: Range<Int>) -> ClosedRange<Int64>? {
    let from = numbers.lowerBound == 0 ? .min : edges[numbers.lowerBound]
    return from...(numbers.upperBound == edges.count - 1 ? .max : edges[numbers.upperBound])
  }

  /// Returns the parts of a sample between the edges.
  func stretches(_ start: Int64, _ end: Int64) -> [DayStretch] {
    var stretches: [DayStretch] = []
    cut(start, end) { stretches.append($0) }
    return stretches
  }
}

extension [Int64] {
  /// Returns the number of the step between two of these edges in which a moment lies; the first or
  /// the last if it lies outside.
  func step(of moment: Int64) -> Int {
    let next = indices.partitioningIndex { self[$0] > moment }
    return Swift.min(Swift.max(next - 1, 0), count - 2)
  }
}

/// The weight of each sample of a type in an average that is weighted by time: the one rule of
/// every view.
///
/// A sample with a length weighs the length that lies in the time that is asked about. A reading of
/// one moment holds until the next sample of its source, at most as long as its type has it
/// (`ReadingHold`), and never beyond the end of its day or of the time that is asked about. The
/// next sample is any live one that the reader sees, wherever it lies and whatever else a query
/// asks: a weight is a fact of a source, not of a question.
struct SampleHolds: Sendable {
  /// For each row from the first on, until when a reading of its start would hold; empty where no
  /// time weighs.
  private let ends: [Int64]
  private let first: Int

  /// Creates the holds of the samples of a type.
  ///
  /// - Parameters:
  ///   - rows: all live rows of a range, the only ones that are asked for; nil: of all.
  ///   - late: the late ones among them, where they are known.
  ///   - order: the order of the type's sources, where it is known.
  /// - Complexity: O(n) if they were saved in the order of time, else O(n log n).
  init(
    _ type: String, _ columns: SampleColumns, _ rows: RowSelection? = nil,
    _ late: LateRows? = nil, by order: SourceOrder? = nil, in tables: HealthTables
  ) {
    let rows = rows ?? RowSelection(allOf: columns)
    let numbers = rows.positions
    first = numbers.lowerBound
    guard let hold = Self.longest(tables.catalogue.find(type)), !numbers.isEmpty else {
      ends = []
      return
    }
    let order = order ?? SourceOrder(type, columns, in: tables)
    var ends = [Int64](repeating: .min, count: numbers.count)
    // Of each source the first row of its latest moment so far, which holds until its next moment,
    // and its other rows of that moment; mostly there are none.
    var open = [(start: Int64, row: Int)](repeating: (.min, -1), count: order.sources.count)
    var others: [Int: [Int]] = [:]
    columns.forEachByStart(rows, late) { row, start, _, _, common, flags in
      let row = row - numbers.lowerBound
      ends[row] = start + hold
      let source = order.head(common.provenance, flags, start)
      let last = open[source]
      guard last.start < start else {
        others[source, default: []].append(row)
        return
      }
      open[source] = (start, row)
      if last.row >= 0 { ends[last.row] = min(ends[last.row], start) }
      if others.isEmpty { return }
      for row in others.removeValue(forKey: source) ?? [] { ends[row] = min(ends[row], start) }
    }
    self.ends = ends
  }

  /// Returns true if the samples of a type weigh as long as they hold.
  static func areNeeded(for type: String, in tables: HealthTables) -> Bool {
    longest(tables.catalogue.find(type)) != nil
  }

  /// Returns the longest hold of a type in microseconds; nil: time weighs nothing.
  private static func longest(_ type: ObjectType?) -> Int64? {
    guard case .quantity(let known)? = type else { return nil }
    return known.readingHold.map { Int64($0.seconds * 1e6) }
  }

  /// Returns the time until which a part of a sample counts if nothing ends that before: the end of
  /// the part, or for a reading of one moment the end of its hold.
  @inline(__always)
  func end(of row: Int, _ start: Int64, _ end: Int64) -> Int64 {
    start < end || ends.isEmpty ? end : ends[row - first]
  }

  /// Returns the weight of such a part in seconds.
  ///
  /// A reading at the very end of the requested time has almost no weight, but is not lost if it is
  /// alone.
  @inline(__always)
  static func seconds(_ start: Int64, _ end: Int64) -> Double { Double(max(end - start, 1)) / 1e6 }
}

/// The average of samples by the aggregation style of their type.
///
/// - arithmetic: the plain mean of the values;
/// - temporally weighted: each value weighs as long as it holds, see `SampleHolds`;
/// - equivalent continuous level: the mean of the powers 10^(L/10) over time, as a level again,
///   10·log10 of it (Leq, IEC 61672).
///
/// The average of a week or a year is the average of its samples, not of its days. Every view makes
/// it from the same parts.
struct StyledMean {
  private let style: AggregationStyle
  private var parts = AverageParts()
  /// The number of values that weigh 1, as all of an arithmetic mean do.
  private var ones = 0

  init(_ style: AggregationStyle) { self.style = style }

  /// Adds a value that held for this many seconds.
  @inline(__always)
  mutating func add(_ value: Double, seconds: Double) {
    if style.isWeightedByTime {
      addWeighted(value, seconds)
    } else {
      ones += 1
      parts.sum.add(value)
    }
  }

  private mutating func addWeighted(_ value: Double, _ seconds: Double) {
    let part = style == .discreteEquivalentContinuousLevel ? pow(10, value / 10) : value
    parts.sum.add(part * seconds)
    parts.weight.add(seconds)
  }

  /// Notes that a value that was added began in the part of time before.
  mutating func carry(_ value: Double) {
    guard !style.isWeightedByTime else { return }
    parts.carried.sum.add(value)
    parts.carried.count += 1
  }

  /// Adds the parts of another average.
  ///
  /// - Parameter isFirst: true if nothing comes before it, in which its carried values count.
  mutating func add(_ other: AverageParts, isFirst: Bool = true) {
    parts.sum.add(other.sum)
    parts.weight.add(other.weight)
    if isFirst || other.carried.count == 0 { return }
    parts.sum.subtract(other.carried.sum)
    parts.weight.add(-Double(other.carried.count))
  }

  var allParts: AverageParts {
    var all = parts
    all.style = style
    all.weight.add(Double(ones))
    return all
  }

  /// The average; nil of nothing.
  var value: Double? {
    let all = allParts
    guard all.weight.value > 0 else { return nil }
    let mean = all.sum.value / all.weight.value
    return style == .discreteEquivalentContinuousLevel ? 10 * log10(mean) : mean
  }
}

extension AggregationStyle {
  /// True if a value weighs as long as it holds.
  var isWeightedByTime: Bool {
    switch self {
    case .cumulative, .discreteArithmetic: false
    case .discreteTemporallyWeighted, .discreteEquivalentContinuousLevel: true
    }
  }
}

extension Sequence<DayStatistics> {
  /// Returns the average of these days of a discrete type, as `statistics` computes it over all
  /// their time; nil if none has one.
  ///
  /// - Parameter first: the first day of the time, which may have no figures: its number since
  ///   1970-01-01.
  func average(from first: Int) -> Double? {
    average { $0 == first }
  }

  /// Returns the same average of days that need not follow one another.
  ///
  /// - Parameter begins: returns true for a day whose day before is none of them.
  func average(where begins: (_ day: Int) -> Bool) -> Double? {
    let style = lazy.compactMap(\.parts).first?.style
    var mean = StyledMean(style ?? .discreteArithmetic)
    var (least, greatest) = (Double.infinity, -Double.infinity)
    for day in self {
      guard let average = day.average, let parts = day.parts else { continue }
      mean.add(parts, isFirst: begins(day.day.dayNumber))
      least = Swift.min(least, day.minimum ?? average)
      greatest = Swift.max(greatest, day.maximum ?? average)
    }
    return mean.value?.within(least, greatest)
  }
}
