package import HealthModel

/// The chart of one type: a window of time cut into bins, and the figures of the samples of each.
/// The format decides how it is drawn.
package struct Chart: Sendable {
  /// The way in which the samples of a bin are aggregated.
  package enum Style: Hashable, Sendable {
    /// They add up; one that spans several bins counts to each in proportion.
    case cumulative
    /// Minimum, average and maximum of those that touch the bin.
    case discrete
    /// The time that each value held.
    case category
  }

  /// The figures of the samples of a bin, in the chart's unit.
  package struct Bin: Sendable {
    /// The number of samples that touch it.
    package var count = 0
    /// The sum of a cumulative type; the seconds for which a category value held.
    package var sum = 0.0
    /// The least value of a discrete type.
    package var minimum = Double.infinity
    /// The average of a discrete type.
    package var average = 0.0
    /// The greatest value of a discrete type.
    package var maximum = -Double.infinity
    /// True if a value was greater than a drawing shows, which ends at the limits of plausible
    /// values.
    package var isCutAbove = false
    /// True if a value was less.
    package var isCutBelow = false

    /// Creates a bin without samples.
    package init() {}
  }

  /// The bins of one category value; of a quantity, all of them.
  package struct Lane: Sendable {
    /// The category value; nil for a quantity.
    package var value: String?
    /// A bin for each stretch between two of the chart's edges.
    package var bins: [Bin]

    package init(value: String?, bins: [Bin]) { (self.value, self.bins) = (value, bins) }
  }

  /// The bins in which notes with a tag lie.
  package struct TaggedBins: Sendable {
    package let tag: String
    /// For each bin, whether a note lies in it.
    package let isTagged: [Bool]

    package init(tag: String, isTagged: [Bool]) { (self.tag, self.isTagged) = (tag, isTagged) }
  }

  package var type: String
  /// The unit of all figures; nil for a category.
  package var unit: String?
  /// The way in which samples are aggregated.
  package var style: Style
  /// The edges of the bins, in microseconds since 1970, ascending: one more than there are bins.
  package var edges: [Int64]
  /// The time zone in which times are shown.
  package var zone: ZoneRules
  /// The lanes: one for a quantity, one a value for a category.
  package var lanes: [Lane]
  /// The number of samples in the chart.
  package var count: Int
  /// Moments that the axis of time marks, in microseconds since 1970: the ends of laps.
  package var marks: [Int64] = []
  /// The bins of each tag that a drawing marks.
  package var tagged: [TaggedBins] = []
  /// The time in each band of the heart rate in a workout.
  package var bands: HeartRateBands?
  /// The interval of the calendar that a bin is, where one was asked for.
  package var interval: CalendarInterval?
  /// True if each bin is the range between the averages of two figures.
  package var isPair = false
  /// True if each bin is the pulse that was measured with such pairs.
  package var isOfPairs = false
  /// The number of samples that are left out, because their unit does not convert to the chart's.
  package var leftOut = 0

  /// Creates a chart over these edges; at least two.
  package init(
    type: String, unit: String? = nil, style: Style, edges: [Int64], zone: ZoneRules,
    lanes: [Lane] = [], count: Int
  ) {
    precondition(edges.count > 1, "a chart has a bin")
    self.type = type
    self.unit = unit
    self.style = style
    self.edges = edges
    self.zone = zone
    self.lanes = lanes
    self.count = count
  }

  /// Returns the moment of an edge.
  package func time(_ edge: Int) -> Timestamp {
    Timestamp(Instant(microseconds: edges[edge]), in: zone)
  }

  /// Returns the same chart for a drawing: values of a discrete type beyond these ends are cut off
  /// there.
  package func cut(least: Double?, greatest: Double?) -> Chart {
    guard style == .discrete else { return self }
    var chart = self
    func inside(_ value: Double) -> Double {
      min(max(value, least ?? value), greatest ?? value)
    }
    for lane in lanes.indices {
      for index in lanes[lane].bins.indices where lanes[lane].bins[index].count > 0 {
        var bin = lanes[lane].bins[index]
        bin.isCutAbove = greatest.map { bin.maximum > $0 } ?? false
        bin.isCutBelow = least.map { bin.minimum < $0 } ?? false
        bin.minimum = inside(bin.minimum)
        bin.average = bin.average.isFinite ? inside(bin.average) : bin.average
        bin.maximum = inside(bin.maximum)
        chart.lanes[lane].bins[index] = bin
      }
    }
    return chart
  }

  /// The number of bins.
  package var binCount: Int { edges.count - 1 }

  /// Returns the figure of a quantity's bin, the sum or the average; nil if nothing is known.
  package func figure(_ index: Int) -> Double? {
    guard let bin = lanes.first?.bins[index], bin.count > 0, style != .category else { return nil }
    let figure = style == .cumulative ? bin.sum : bin.average
    return figure.isFinite ? figure : nil
  }

  /// A row for each bin that has samples, in the order of time, and for each band of a workout's
  /// heart rate.
  package var table: Table { Self.table(of: [self]) }

  /// Returns the same chart in the unit that people are shown; unchanged if a figure has no number
  /// there.
  package func shown(in units: ReaderUnits) -> Chart {
    guard let unit, let own = try? Unit(unit), let target = units.unit(of: type, in: own),
      target != own
    else { return self }
    return (try? converted(from: own, to: target)) ?? self
  }

  /// Returns the same chart in another unit; nil if a figure has no number there.
  func converted(to text: String?) -> Chart? {
    if unit == text { return self }
    guard let unit, let text, let own = try? Unit(unit), let target = try? Unit(text) else {
      return nil
    }
    return try? converted(from: own, to: target)
  }

  private func converted(from own: Unit, to target: Unit) throws(UnitProblem) -> Chart {
    var chart = self
    chart.unit = target.description
    for lane in lanes.indices {
      for index in lanes[lane].bins.indices where lanes[lane].bins[index].count > 0 {
        var bin = lanes[lane].bins[index]
        bin.sum = try own.convert(bin.sum, to: target)
        bin.minimum = try own.convert(bin.minimum, to: target)
        bin.average = try own.convert(bin.average, to: target)
        bin.maximum = try own.convert(bin.maximum, to: target)
        chart.lanes[lane].bins[index] = bin
      }
    }
    return chart
  }

  /// Returns the rows of several charts, one after the other.
  package static func table(of charts: [Chart]) -> Table {
    Table(columns, rows: charts.flatMap(\.rows))
  }

  /// The figure of a bin of a lane, or of a band of a workout's heart rate.
  private struct Row: Sendable {
    var type: String
    var start: Timestamp
    var end: Timestamp
    var value: String?
    var unit: String?
    var sum: Double?
    var minimum: Double?
    var average: Double?
    var maximum: Double?
    var count: Int
    var duration: Double?
  }

  private static let columns: [RowColumn<Row>] = [
    RowColumn(.type, rank: .key) { .identifier($0.type) },
    RowColumn(.start, .time, rank: .key) { .time($0.start) },
    RowColumn(.end, .time, rank: .detail) { .time($0.end) },
    RowColumn("value") { Cell(text: $0.value) },
    RowColumn(.unit) { Cell(text: $0.unit) },
    RowColumn("sum", .quantity, rank: .key) { Cell($0.sum) },
    RowColumn("minimum", .quantity) { Cell($0.minimum) },
    RowColumn("average", .quantity, rank: .key) { Cell($0.average) },
    RowColumn("maximum", .quantity) { Cell($0.maximum) },
    RowColumn("count", .count, rank: .detail) { .whole($0.count) },
    RowColumn("duration", .duration, unit: "s", rank: .key) { Cell($0.duration) },
  ]

  private var rows: [Row] {
    (0..<binCount).flatMap { index in
      lanes.filter { $0.bins[index].count > 0 }.map { row(index, $0) }
    } + bandRows
  }

  /// The rows of the time in each band of the heart rate, as a category's value holds for a time.
  private var bandRows: [Row] {
    guard let bands else { return [] }
    return HeartRateBands.starts.indices.map { band in
      Row(
        type: type, start: Timestamp(bands.start, in: zone), end: Timestamp(bands.end, in: zone),
        value: HeartRateBands.name(band), unit: Unit.countPerMinute.description,
        count: bands.counts[band], duration: bands.seconds[band])
    }
  }

  private func row(_ index: Int, _ lane: Lane) -> Row {
    let bin = lane.bins[index]
    var row = Row(type: type, start: time(index), end: time(index + 1), count: bin.count)
    switch style {
    case .cumulative: (row.unit, row.sum) = (unit, bin.sum)
    case .discrete:
      row.unit = unit
      (row.minimum, row.average, row.maximum) = (bin.minimum, bin.average, bin.maximum)
    case .category: (row.value, row.duration) = (lane.value, bin.sum)
    }
    return row
  }
}
