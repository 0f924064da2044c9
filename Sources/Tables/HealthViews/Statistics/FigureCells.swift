import ByteTools
import HealthModel
import HealthTables

/// The figures that rows of days and of intervals share.
protocol SampleFigures: SendableMetatype {
  var value: String? { get }
  var unit: String? { get }
  var sum: Double? { get }
  var minimum: Double? { get }
  var average: Double? { get }
  var maximum: Double? { get }
  var latest: Double? { get }
}

extension Statistics: SampleFigures {}

extension RowColumn where Row: SampleFigures {
  /// The columns that every view of these figures has.
  static var figures: [RowColumn] {
    [
      RowColumn(.value, tellsApart: true, rank: .key, note: "of a category") {
        Cell(text: $0.value)
      },
      RowColumn(.unit) { Cell(text: $0.unit) },
      RowColumn(.sum, .quantity, rank: .key) { Cell($0.sum) },
      RowColumn("minimum", .quantity) { Cell($0.minimum) },
      RowColumn(.average, .quantity, rank: .key) { Cell($0.average) },
      RowColumn("maximum", .quantity) { Cell($0.maximum) },
      RowColumn("latest", .quantity, rank: .detail) { Cell($0.latest) },
    ]
  }
}

/// The figures of days or intervals: a cell for each day, source, unit or value.
struct FigureCells {
  /// The way in which samples are aggregated.
  enum Style: Int {
    case cumulative
    case discrete
    case category
  }

  /// The common properties of the cells of many days or intervals.
  struct Group: Hashable {
    /// The number of the source's name where sources are kept apart.
    var source: Int?
    /// The number of the shown unit of a quantity, or of the word of a category value.
    var label: Int
    var style: Style
  }

  /// The subject of a cell.
  struct Key: Hashable {
    /// Days since 1970-01-01; of intervals the number of one.
    var day: Int
    /// The number of its group.
    var group: Int
  }

  /// The figures of the samples of a cell.
  struct Figures {
    /// The sum: of the values of a type that adds up, of the seconds of a category's samples.
    var sum = ExactSum()
    var mean: StyledMean
    var minimum = Double.infinity
    var maximum = -Double.infinity
    var count = 0
    /// The value of the sample that ends last, when that ends and starts; nothing where the end is
    /// the least number.
    fileprivate var last = (end: Int64.min, start: Int64.min, value: 0.0)
    /// Microseconds covered by at least one sample, see `cover`.
    private(set) var covered: Int64 = 0
    private var coveredUntil = Int64.min
    /// The values of the samples, where percentiles are asked for.
    var values: [Double] = []

    /// Creates the figures of no samples.
    init(mean: StyledMean) { self.mean = mean }
  }

  /// The groups in the order in which they came.
  var groups: [Group] { known.keys }
  private var known = Numbering<Group>()
  /// The subjects of the cells, in the order in which they came.
  private(set) var keys: [Key] = []
  /// The figures of the cells, in the same order; see `finish`.
  private(set) var figures: [Figures] = []
  /// The figures of the selected cell. While samples are added, they are moved out of `figures`, so
  /// that a sample of the same cell as the one before, as most are, needs no look-up.
  var selected: Figures
  /// The cells of each group.
  private var days: [DayCells] = []
  private var selection = (key: Key(day: 0, group: -1), cell: -1)
  private let aggregation: AggregationStyle

  /// Creates cells without content.
  ///
  /// - Parameter aggregation: the style by which an average is computed.
  init(_ aggregation: AggregationStyle) {
    self.aggregation = aggregation
    selected = Figures(mean: StyledMean(aggregation))
  }

  /// Asks for room for this many cells.
  mutating func reserve(_ count: Int) {
    keys.reserveCapacity(count)
    figures.reserveCapacity(count)
  }

  mutating func number(of group: Group) -> Int {
    let number = known.number(ofAny: group)
    if number == days.count { days.append(DayCells()) }
    return number
  }

  /// Selects a cell, which is made where there is none yet.
  @inline(__always)
  mutating func select(day: Int, group: Int) {
    if selection.key.day == day, selection.key.group == group { return }
    change(to: Key(day: day, group: group))
  }

  private mutating func change(to key: Key) {
    finish()
    let cell = days[key.group].cell(of: key.day, orNew: keys.count)
    // `selected` is empty now, as a new cell has to be.
    if cell == keys.count {
      keys.append(key)
      figures.append(Figures(mean: StyledMean(aggregation)))
    } else {
      swap(&selected, &figures[cell])
    }
    selection = (key, cell)
  }

  /// Puts the selected cell back among the others.
  mutating func finish() {
    guard selection.cell >= 0 else { return }
    swap(&selected, &figures[selection.cell])
    selection = (Key(day: 0, group: -1), -1)
  }

  /// Appends the cells of other days.
  ///
  /// - Parameter own: returns the group here that is a group there.
  mutating func append(_ later: FigureCells, _ own: (Group) -> Group) {
    for (key, figures) in zip(later.keys, later.figures) {
      let group = number(of: own(later.groups[key.group]))
      _ = days[group].cell(of: key.day, orNew: keys.count)
      keys.append(Key(day: key.day, group: group))
      self.figures.append(figures)
    }
  }

  /// Returns the indices of all cells, days ascending, and those of a day in this order of the
  /// groups.
  func indices(by order: [Int]) -> [Int] {
    if days.count == 1 { return days[0].cells }
    var found: [(day: Int, rank: Int, cell: Int)] = []
    for (rank, group) in order.enumerated() {
      for (day, cell) in zip(days[group].days, days[group].cells) {
        found.append((day, rank, cell))
      }
    }
    return found.sorted { ($0.day, $0.rank) < ($1.day, $1.rank) }.map(\.cell)
  }
}

/// The indices of a group's cells in the order of their days.
private struct DayCells {
  private(set) var days: [Int] = []
  private(set) var cells: [Int] = []

  /// Returns the index of the cell of a day, which is inserted with a new one if it has none.
  mutating func cell(of day: Int, orNew new: Int) -> Int {
    let index = index(of: day)
    if index == days.count {
      days.append(day)
      cells.append(new)
    } else if days[index] != day {
      days.insert(day, at: index)
      cells.insert(new, at: index)
    }
    return cells[index]
  }

  /// Returns the index of the first day that is not before one.
  private func index(of day: Int) -> Int {
    guard let last = days.last, day <= last else { return days.count }
    // Mostly no day before the last is missing.
    let guess = days.count - 1 - (last - day)
    if guess >= 0, days[guess] == day { return guess }
    return days.indices.partitioningIndex { days[$0] >= day }
  }
}

extension SampleColumns {
  /// Returns the range of the values of a row's sample: for one that condenses a series the range
  /// that it states, for any other its value.
  ///
  /// - Parameter step: converts them to the shown unit.
  func range(of row: Int, _ step: (Double) -> Double) -> ClosedRange<Double> {
    let value = step(values[row])
    let stated = [extremes(of: row)?.least, extremes(of: row)?.greatest]
      .compactMap { $0.map(step) }.filter(\.isFinite)
    guard value.isFinite else { return 0...0 }
    return stated.reduce(value...value) { range, end in
      min(range.lowerBound, end)...max(range.upperBound, end)
    }
  }
}

extension Double {
  /// The number; nil if it is not finite.
  var ifFinite: Double? { isFinite ? self : nil }

  /// Returns a mean of numbers between these two, limited to them: a sum is rounded before it is
  /// divided, which can move the mean of equal numbers out by a step. A mean that is not finite
  /// stays.
  func within(_ least: Double, _ greatest: Double) -> Double {
    guard isFinite else { return self }
    return self < least ? least : self > greatest ? greatest : self
  }
}

extension FigureCells.Figures {
  /// Adds what counts of a sample of a type that adds up.
  @inline(__always)
  mutating func add(part: Double) {
    sum.add(part)
    count += 1
  }

  /// Adds the time of a category value.
  mutating func add(seconds: Double, starts: Bool) {
    sum.add(seconds)
    if starts { count += 1 }
  }

  /// Adds a sample of a type that does not add up, which weighs this many seconds in the cell.
  @inline(__always)
  mutating func add(value: Double, start: Int64, end: Int64, seconds: Double) {
    mean.add(value, seconds: seconds)
    count += 1
    minimum = min(minimum, value)
    maximum = max(maximum, value)
    meet(value, start: start, end: end)
  }

  /// Adds the ends of the values that a sample condenses, in addition to the sample itself.
  mutating func add(_ range: ClosedRange<Double>) {
    minimum = min(minimum, range.lowerBound)
    maximum = max(maximum, range.upperBound)
  }

  /// Keeps the value of the sample that ends last; of equal ones the later start, then the later
  /// call.
  @inline(__always)
  mutating func meet(_ value: Double, start: Int64, end: Int64) {
    if end < last.end || end == last.end && start < last.start { return }
    last = (end, start, value)
  }

  /// The average of the values that were added; nil of nothing.
  var average: Double? { mean.value?.within(minimum, maximum) }

  /// The sample that `meet` kept.
  var latest: (end: Int64, start: Int64, value: Double)? { last.end == .min ? nil : last }

  /// Adds to the time that is covered; what overlaps counts once. In the order of the starts.
  mutating func cover(_ start: Int64, _ end: Int64) {
    covered += max(0, end - max(start, coveredUntil))
    coveredUntil = max(coveredUntil, end)
  }
}

/// The mean of some numbers, how far they lie from it, and between which they lie.
package struct SampleSpread {
  /// The number of numbers.
  package let count: Int
  /// The least of the numbers.
  package let least: Double
  /// The greatest of the numbers.
  package let greatest: Double
  /// The arithmetic mean.
  package let mean: Double
  /// The standard deviation of a sample, with n − 1; nil of one number.
  package let deviation: Double?

  /// Creates the spread of these numbers; nil if there are none.
  package init?(_ numbers: [Double]) {
    guard let mean = Self.mean(of: numbers), let least = numbers.min(),
      let greatest = numbers.max()
    else { return nil }
    (count, self.least, self.greatest) = (numbers.count, least, greatest)
    let squares = ExactSum(numbers.lazy.map { ($0 - mean) * ($0 - mean) })
    self.mean = mean
    deviation =
      numbers.count > 1 ? (squares.value / Double(numbers.count - 1)).squareRoot() : nil
  }

  /// Returns the arithmetic mean of these numbers; nil if there are none.
  package static func mean(of numbers: [Double]) -> Double? {
    guard let least = numbers.min(), let greatest = numbers.max() else { return nil }
    return (ExactSum(numbers).value / Double(numbers.count)).within(least, greatest)
  }

  /// Returns the number below which a share of some numbers lies, between two of them in
  /// proportion: 0 is the first, 0.5 the median, 1 the last (type 7 of Hyndman and Fan, "Sample
  /// Quantiles in Statistical Packages", 1996; NumPy's default).
  ///
  /// - Parameter ordered: ascending; one at least.
  package static func quantile(_ share: Double, of ordered: [Double]) -> Double {
    let position = share * Double(ordered.count - 1)
    let lower = Int(position)
    let upper = min(lower + 1, ordered.count - 1)
    let part = position - Double(lower)
    return ordered[lower] * (1 - part) + ordered[upper] * part
  }

  /// Returns the numbers below which so many percent of some numbers lie, see `quantile`. Empty if
  /// there are none, and if one of them is not finite.
  static func percentiles(_ percents: [Double], of numbers: [Double]) -> [Double: Double] {
    guard !numbers.isEmpty, !percents.isEmpty, numbers.allSatisfy(\.isFinite) else { return [:] }
    let ordered = numbers.sorted()
    var found: [Double: Double] = [:]
    for percent in percents where (0...100).contains(percent) {
      found[percent] = quantile(percent / 100, of: ordered)
    }
    return found
  }
}
