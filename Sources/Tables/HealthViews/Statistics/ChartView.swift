package import HealthModel
package import HealthTables

/// A chart of one type over a window of time.
package enum ChartView {
  /// The way in which the window is cut.
  package enum Step: String, CaseIterable, Sendable {
    /// The window cut into days.
    case day
    /// The window cut into hours of the clocks.
    case hour
    /// The window cut into equal parts.
    case none

    /// The usual length of a bin in microseconds, where the step has one.
    var length: Int64 {
      switch self {
      case .day: 86_400_000_000
      case .hour: 3_600_000_000
      case .none: .max
      }
    }
  }

  /// More bins than this are a slip, or made by one sample of another century.
  private static let mostBins: Int64 = 100_000

  /// Returns the chart of a type; nil if no sample passes.
  ///
  /// - Parameters:
  ///   - step: the way in which the window is cut.
  ///   - interval: the steps of the calendar into which the window is cut; nil: `step` cuts it.
  ///   - parts: the number of parts, if they are equal.
  ///   - sources: the treatment of several sources of a type that adds up: merged, the first
  ///     alone in each bin, or all added up.
  ///   - includesEnd: true if what is at the last moment of the window belongs to the last of
  ///     equal parts, as a workout's samples include those at its end.
  /// - Returns: the chart over the window of the query, whose open ends are those of the samples;
  ///   days and hours are whole, with all samples in them.
  /// - Throws: `ProjectionError`, also if the window has more bins than can be looked at.
  package static func chart(
    of type: String, _ journal: ReplayedJournal, in context: ViewContext, step: Step,
    every interval: CalendarInterval? = nil, parts: Int, sources: DailyView.Sources = .merge,
    includesEnd: Bool = false
  ) throws -> Chart? {
    try journal.tables.requireDetermined(type)
    let journal = journal.forBins(of: type, context.query, step, every: interval)
    let tables = journal.tables
    try tables.read(types: [type])
    guard let columns = tables.columns(of: type) else { return nil }
    let calendar = try context.calendar(of: tables)
    let all = try rows(type, columns, journal, context.query)
    guard let window = window(all, columns, context.query, step) else { return nil }
    guard (window.to - window.from) / step.length < mostBins else {
      throw ProjectionError.tooManyBins(most: Int(mostBins))
    }
    let (from, to) = (window.from, max(window.to, window.from + 1_000_000))
    let edges = ChartEdges(calendar: calendar, weekStarts: tables.settings.weekStarts).edges(
      from: from, to: to, step, every: interval, parts: min(max(Int64(parts), 1), mostBins))
    let bins = context.query.within(edges, step)
    let end = includesEnd && step == .none ? edges.last : nil
    let rows = all.filter { row in
      let (first, last) = (columns.starts[row], columns.ends[row])
      return bins.touches(start: first, end: last) || first == last && last == end
    }
    guard !rows.isEmpty else { return nil }
    let isCategory = columns.flags[rows[0]].contains(.category)
    let fold = ChartFold(
      type: type, columns: columns, tables: tables, edges: edges,
      isOpen: context.query.to == nil && step == .none && interval == nil, calendar: calendar,
      order: SourceOrder(type, columns, in: tables))
    var chart = Chart(
      type: type,
      style: isCategory
        ? .category : tables.catalogue.isCumulative(type) ? .cumulative : .discrete, edges: edges,
      zone: calendar.zone,
      count: rows.count)
    chart.interval = interval
    if isCategory {
      chart.lanes = fold.lanes(rows)
    } else {
      let plan = try UnitPlan(
        type, columns, RowSelection(rows), asked: context.query.unit, in: tables)
      fold.fill(&chart, rows, plan, sources)
    }
    return chart
  }

  /// Returns the samples of a query at any time: the order of the sources depends on those outside
  /// the window too. A type that the catalogue does not know may have quantities and categories:
  /// the quantities are shown.
  private static func rows(
    _ type: String, _ columns: SampleColumns, _ journal: ReplayedJournal, _ query: ViewQuery
  ) throws -> [Int] {
    var selection = try SampleSelection(query.ofAllTime, journal, of: [type])
    let rows = try selection.rows(of: type)
    let quantities = rows.filter { !columns.flags[$0].contains(.category) }
    return quantities.isEmpty ? rows : quantities
  }

  /// Returns the window of the query, and that of the samples if it is open; nil if there are none.
  private static func window(
    _ rows: [Int], _ columns: SampleColumns, _ query: ViewQuery, _ step: Step
  ) -> (from: Int64, to: Int64)? {
    if let from = query.from, let to = query.to { return (from.microseconds, to.microseconds) }
    let rows = rows.filter { query.touches(start: columns.starts[$0], end: columns.ends[$0]) }
    // A moment on the edge of a day or hour lies in the one that begins there.
    let ends = rows.map { row in
      let end = columns.ends[row]
      return step != .none && columns.starts[row] == end ? end + 1 : end
    }
    guard let first = rows.map({ columns.starts[$0] }).min(), let last = ends.max() else {
      return nil
    }
    let from = query.from?.microseconds ?? first
    return (from, max(from, query.to?.microseconds ?? last))
  }

  // Pairs of figures.

  /// Returns charts with the two of each pair of figures that was asked for as one: a range from
  /// the one average to the other.
  ///
  /// - Parameter types: the types that were asked for, those that group samples included.
  package static func pairing(_ charts: [Chart], of types: [String]) -> [Chart] {
    types.reduce(charts) { charts, type in
      let members = CorrelationType.members(of: [type])
      // A unit may be preferred for one of the two alone.
      guard members != [type], let index = charts.firstIndex(where: { $0.type == members.first }),
        let other = charts.first(where: { $0.type == members.last }),
        let low = other.converted(to: charts[index].unit)
      else { return charts }
      var (paired, pair) = (charts, charts[index])
      (pair.type, pair.isPair) = (type, true)
      for (number, bin) in (low.lanes.first?.bins ?? []).enumerated() {
        let own = pair.lanes[0].bins[number]
        guard own.count > 0 || bin.count > 0 else { continue }
        let ends = [own, bin].filter { $0.count > 0 }.map(\.average)
        pair.lanes[0].bins[number].count = max(own.count, bin.count)
        pair.lanes[0].bins[number].maximum = ends.max() ?? .nan
        pair.lanes[0].bins[number].minimum = ends.min() ?? .nan
        pair.lanes[0].bins[number].average = .nan
      }
      paired[index] = pair
      paired.removeAll { $0.type == low.type }
      return paired
    }
  }

  /// Returns the chart of the pulses that were measured with pairs, over the bins of theirs; nil if
  /// there are none.
  ///
  /// - Throws: `ProjectionError`.
  package static func pulses(
    of pairs: Chart, _ journal: ReplayedJournal, in context: ViewContext
  ) throws -> Chart? {
    var context = context
    context.query = context.query.within(pairs.edges, .none)
    (context.query.limit, context.query.unit) = (nil, nil)
    var bins = [Chart.Bin](repeating: Chart.Bin(), count: pairs.binCount)
    var pulses: [Int: [Double]] = [:]
    for reading in try PressureView.readings(of: journal, in: context).readings {
      let next = pairs.edges.firstIndex { $0 > reading.row.start } ?? pairs.binCount
      if let pulse = reading.pulse { pulses[max(next, 1) - 1, default: []].append(pulse) }
    }
    for (index, values) in pulses {
      guard let spread = SampleSpread(values) else { continue }
      bins[index].count = values.count
      (bins[index].minimum, bins[index].maximum) = (spread.least, spread.greatest)
      bins[index].average = spread.mean
    }
    if pulses.isEmpty { return nil }
    var chart = pairs
    (chart.type, chart.unit) = (QuantityType.heartRate.identifier, "count/min")
    (chart.isPair, chart.isOfPairs) = (false, true)
    chart.lanes = [Chart.Lane(value: nil, bins: bins)]
    chart.count = pulses.values.reduce(0) { $0 + $1.count }
    return chart
  }

  // Windows that suit what is charted.

  /// Returns the time from the first to the last moment of the samples of some types, cut to the
  /// window of the query; nil if no sample passes.
  ///
  /// - Throws: `ProjectionError`.
  package static func extent(
    of types: [String], _ journal: ReplayedJournal, in context: ViewContext
  ) throws -> (from: Instant, to: Instant)? {
    var extent: (from: Int64, to: Int64)?
    for type in types {
      try journal.tables.requireDetermined(type)
      var selection = try SampleSelection(context.query, journal, of: [type])
      guard let columns = journal.tables.columns(of: type) else { continue }
      for row in try selection.rows(of: type) {
        let start = columns.starts[row]
        // A window ends before its last moment: a sample of that moment alone would not lie in it.
        let end = max(columns.ends[row], start + 1)
        extent = (min(extent?.from ?? start, start), max(extent?.to ?? end, end))
      }
    }
    let (least, most) = (context.query.from?.microseconds, context.query.to?.microseconds)
    return extent.map { from, to in
      let from = max(from, least ?? from)
      return (Instant(microseconds: from), Instant(microseconds: max(from, min(to, most ?? to))))
    }
  }

  /// Returns how many samples of some types start after a moment, which is now: a window that
  /// nobody named does not reach to them. Nil where there are none, or where there are no others.
  ///
  /// - Throws: `ProjectionError`.
  package static func countAhead(
    of now: Instant, _ types: [String], _ journal: ReplayedJournal, in context: ViewContext
  ) throws -> Int? {
    var (ahead, others) = (0, 0)
    for type in types {
      try journal.tables.requireDetermined(type)
      var selection = try SampleSelection(context.query, journal, of: [type])
      guard let columns = journal.tables.columns(of: type) else { continue }
      for row in try selection.rows(of: type) {
        if columns.starts[row] > now.microseconds { ahead += 1 } else { others += 1 }
      }
    }
    return ahead > 0 && others > 0 ? ahead : nil
  }

  /// Returns the night of a date without its naps, as `sleep` has it; if none is known, the time
  /// from the evening before to the evening of the date.
  package static func night(
    of date: CivilDate, _ journal: ReplayedJournal, in context: ViewContext
  ) throws -> Range<Instant> {
    var context = context
    context.dayStarts = .midnight
    let calendar = try context.calendar(of: journal.tables)
    var query = ViewQuery()
    query.sources = context.query.sources
    query.show(date.dayNumber, of: calendar)
    context.query = query
    if journal.tables.isDetermined(CategoryType.sleepAnalysis.identifier),
      let night = try SleepView.nights(of: journal, in: context).first
    {
      return night.span.start.instant..<night.span.end.instant
    }
    return calendar.night(of: date.dayNumber)
  }

  /// Returns a live workout as a chart shows it; nil if there is none with this uuid.
  ///
  /// - Parameter bands: true if the time in each band of the heart rate is computed, from the
  ///   workout's samples that the query lets pass at any time.
  /// - Throws: `ProjectionError`; the errors of reading the lines.
  package static func workout(
    _ uuid: ObjectUUID, _ journal: ReplayedJournal, _ query: ViewQuery, bands: Bool
  ) throws -> ChartedWorkout? {
    let tables = journal.tables
    try tables.requireDetermined(WorkoutContent.type)
    try tables.readObjects()
    let row = tables.objects.first { $0.uuid == uuid && $0.kind == .workout && $0.isLive }
    guard let row, let object = try journal.object(uuid, in: UInt64(row.sequence)),
      case .workout(let workout) = object.content
    else { return nil }
    var charted = ChartedWorkout(
      span: workout.span, laps: workout.laps.map { $0.span.end.instant.microseconds },
      metadata: object.metadata)
    if bands {
      var members = try WorkoutMembers(tables, of: [row])
      let near = journal.with(members.tables)
      let rate = QuantityType.heartRate.identifier
      var selection = try SampleSelection(query.ofAllTime, near, of: [rate])
      let chosen = Set(try selection.rows(of: rate))
      charted.bands = HeartRateBands(
        row, try members.members(of: row), in: near.tables, where: chosen.contains)
    }
    return charted
  }
}

extension Chart {
  /// Returns the same chart with marks for the time of notes with some tags.
  package func marking(_ tags: [String], of notes: NotedTime) -> Chart {
    var chart = self
    chart.tagged = tags.map { tag in
      let time = notes.time(of: [tag])
      let bins = zip(edges, edges.dropFirst())
      return TaggedBins(tag: tag, isTagged: bins.map { time.lies(in: $0..<max($0, $1)) })
    }
    return chart
  }

  /// Returns the same chart for a drawing, which ends at the limits of plausible values.
  package func withinPlausible() -> Chart {
    guard let ends = PlausibleRange.ends(of: type, in: unit ?? "") else { return self }
    return cut(least: ends.least, greatest: ends.greatest)
  }
}

extension ReplayedJournal {
  /// Returns the same journal with all samples that the bins of a window need.
  fileprivate func forBins(
    of type: String, _ query: ViewQuery, _ step: ChartView.Step, every interval: CalendarInterval?
  ) -> ReplayedJournal {
    // A step of the calendar may be of any length; and whether a type that is not known has
    // quantities, all of its samples tell.
    guard interval == nil, tables.catalogue.find(type) != nil else { return self }
    var query = query
    query.types = [type]
    if step != .none {
      // Days and hours are whole, in whatever zone.
      query.from = query.from?.adding(microseconds: -3 * ChartView.Step.day.length)
      query.to = query.to?.adding(microseconds: 3 * ChartView.Step.day.length)
    }
    return forWindow(query)
  }
}

extension ViewQuery {
  /// Returns the same query over the whole of these bins. A sample at the very end of an open
  /// window of equal parts belongs to the last bin.
  fileprivate func within(_ edges: [Int64], _ step: ChartView.Step) -> ViewQuery {
    var query = self
    query.from = edges.first.map { Instant(microseconds: $0) }
    if step != .none || to != nil { query.to = edges.last.map { Instant(microseconds: $0) } }
    return query
  }
}

/// The part of a workout that a chart shows.
package struct ChartedWorkout: Sendable {
  package var span: TimeSpan
  /// The moments at which its laps end, in microseconds since 1970.
  package var laps: [Int64]
  /// The time in each band of the heart rate; nil if nobody asked for it, or if there are fewer
  /// than two heart rates.
  package var bands: HeartRateBands?
  fileprivate let metadata: Metadata

  /// Returns its date, that of its own zone.
  package func date(of tables: HealthTables, in context: ViewContext) throws -> CivilDate {
    var days = try LogDays(tables, context)
    return days.date(of: span.start.instant, metadata)
  }
}

/// The edges of the bins of a chart.
struct ChartEdges {
  /// Days are those of this calendar, hours those of its zone's clocks.
  let calendar: DayCalendar
  let weekStarts: Weekday

  /// Returns the edges in microseconds since 1970, ascending: whole days, hours or other steps of
  /// the calendar from that of `from` to that in which `to` lies, or equal parts of just this
  /// window.
  func edges(
    from: Int64, to: Int64, _ step: ChartView.Step, every interval: CalendarInterval?, parts: Int64
  ) -> [Int64] {
    if let interval { return edges(from: from, to: to, every: interval, calendar) }
    switch step {
    case .none:
      let (whole, rest) = (to - from).quotientAndRemainder(dividingBy: parts)
      return (0...parts).map { from + whole * $0 + rest * $0 / parts }
    case .day: return edges(from: from, to: to, every: .day, calendar)
    case .hour:
      let days = edges(from: from, to: to, every: .day, DayCalendar(calendar.zone))
      return trimmed(hours(days), from, to)
    }
  }

  /// Returns the beginnings of days, weeks, months or years: from that of the one in which `from`
  /// lies to the first at or after `to`, which is later than `from`.
  private func edges(
    from: Int64, to: Int64, every interval: CalendarInterval, _ calendar: DayCalendar
  ) -> [Int64] {
    let first = calendar.day(of: Instant(microseconds: from))
    let last = calendar.day(of: Instant(microseconds: to - 1))
    let steps = DaySteps(interval, near: first, weekStarts).steps(of: first..<last + 1)
    return (steps.map(\.lowerBound) + steps.suffix(1).map(\.upperBound))
      .map { calendar.start(of: $0).microseconds }
  }

  /// Returns the moments of those days at which the clocks show a full hour, each by the offset
  /// that holds at the moment before it in the list.
  private func hours(_ days: [Int64]) -> [Int64] {
    var edges = Array(days.prefix(1))
    while let edge = edges.last, let end = days.last, edge < end {
      edges.append(hour(after: edge))
    }
    return edges
  }

  /// Returns the next full hour of the clocks: half an hour away if they change by half an hour.
  private func hour(after moment: Int64) -> Int64 {
    let hour: Int64 = 3_600_000_000
    let offset = Int64(calendar.zone.offset(at: Instant(microseconds: moment))) * 1_000_000
    let past = (moment + offset) % hour
    return moment + hour - (past < 0 ? past + hour : past)
  }

  /// Returns the edges from the last at or before `from` to the first at or after `to`.
  private func trimmed(_ edges: [Int64], _ from: Int64, _ to: Int64) -> [Int64] {
    let first = edges.lastIndex { $0 <= from } ?? 0
    let last = edges.firstIndex { $0 >= to } ?? edges.count - 1
    return Array(edges[first...max(last, first + 1)])
  }
}

/// The fold that fills the lanes of a chart: a picture of the figures of each interval.
struct ChartFold {
  let type: String
  let columns: SampleColumns
  let tables: HealthTables
  /// The edges of the bins; at least one bin.
  let edges: [Int64]
  /// True if the last bin ends only because the samples do.
  let isOpen: Bool
  let calendar: DayCalendar
  /// The order in which the sources' samples count.
  let order: SourceOrder

  /// Fills the lane of a quantity, in the unit that most of its samples are shown in.
  func fill(
    _ chart: inout Chart, _ rows: [Int], _ plan: UnitPlan, _ sources: DailyView.Sources
  ) {
    var counts: [String: Int] = [:]
    for row in rows {
      let step = plan[columns.unit(row)]
      // A value that does not convert to the unit is left out.
      if step.apply(columns.values[row]).isFinite { counts[step.shown, default: 0] += 1 }
    }
    let unit = counts.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key ?? ""
    let shown = rows.filter { row in
      let step = plan[columns.unit(row)]
      return step.shown == unit && step.apply(columns.values[row]).isFinite
    }
    var intervals = intervals(plan)
    intervals.add(RowSelection(shown), sources, by: order)
    chart.unit = unit
    chart.leftOut = rows.count - shown.count
    chart.count = intervals.count
    let cells = intervals.fold.cells
    var bins = [Chart.Bin](repeating: Chart.Bin(), count: edges.count - 1)
    for (key, figures) in zip(cells.keys, cells.figures) {
      bins[key.day] = Chart.Bin(figures)
    }
    chart.lanes = [Chart.Lane(value: nil, bins: bins)]
  }

  private func intervals(_ plan: UnitPlan) -> IntervalFold {
    IntervalFold(
      type, columns, edges: edges, isOpen: isOpen, calendar, SampleHolds(type, columns, in: tables),
      plan: plan, in: tables)
  }

  /// Returns a lane for each category value, in the order of the catalogue, others by name after
  /// them.
  func lanes(_ rows: [Int]) -> [Chart.Lane] {
    var order: [String: Double] = [:]
    for row in rows {
      let word = CategoryWords.word(for: columns[row], type: type, tables: tables)
      order[word] = columns.unit(row) == SampleRow.none ? columns.values[row] : .infinity
    }
    var intervals = intervals(UnitPlan())
    intervals.add(RowSelection(rows), .all, by: self.order)
    let fold = intervals.fold
    let none = [Chart.Bin](repeating: Chart.Bin(), count: edges.count - 1)
    var lanes = fold.cells.groups.map { Chart.Lane(value: fold.name($0), bins: none) }
    for (key, figures) in zip(fold.cells.keys, fold.cells.figures) {
      var bin = Chart.Bin(figures)
      // What several sources say of the same time holds once, as in statistics.
      bin.sum = Double(figures.covered) / 1e6
      lanes[key.group].bins[key.day] = bin
    }
    return lanes.sorted { a, b in
      let (left, right) = (a.value ?? "", b.value ?? "")
      return (order[left] ?? 0, left) < (order[right] ?? 0, right)
    }
  }
}

extension Chart.Bin {
  fileprivate init(_ figures: FigureCells.Figures) {
    self.init()
    count = figures.count
    sum = figures.sum.value
    minimum = figures.minimum
    average = figures.average ?? .nan
    maximum = figures.maximum
  }
}
