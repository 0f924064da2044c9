import HealthModel

/// A row of `daily`: a day of a type.
struct DailyRow: Equatable, SampleFigures, Sendable {
  var type: String
  var day: DayStatistics

  var value: String? { day.value }
  var unit: String? { day.unit }
  var sum: Double? { day.sum }
  var minimum: Double? { day.minimum }
  var average: Double? { day.average }
  var maximum: Double? { day.maximum }
  var latest: Double? { day.latest }
}

/// The days of one type in `daily`, which become rows when they are read: so held, many of them
/// need little memory.
struct DailyRows: Sendable {
  /// A day.
  private struct Day: Sendable {
    var number: Int32
    var group: Int32
    var count: Int
  }

  /// The style of each group: how its samples are taken together.
  private let styles: [FigureCells.Style]
  /// A row for each group, with all that the rows of the group share.
  private let groups: [DailyRow]
  private var days: [Day] = []
  /// The figures of the rows, row by row: of a type that adds up the sum, of a category the
  /// seconds of its samples, else the minimum, average, maximum and latest value.
  private var figures: [Double] = []

  /// The days of the cells of a fold.
  init(_ fold: SampleFold, _ type: String) {
    let (cells, indices) = (fold.cells, fold.indices)
    styles = cells.groups.map(\.style)
    groups = cells.groups.map { group in
      let label = fold.name(group)
      let isCategory = group.style == .category
      let day = DayStatistics(
        day: CivilDate(dayNumber: 0), source: fold.name(ofSource: group),
        value: isCategory ? label : nil, unit: isCategory ? nil : label)
      return DailyRow(type: type, day: day)
    }
    days.reserveCapacity(indices.count)
    for index in indices {
      let key = cells.keys[index]
      days.append(
        Day(
          number: Int32(key.day), group: Int32(key.group), count: cells.figures[index].count))
      // One by one: a copy of the figures would have references to count.
      guard styles[key.group] == .discrete else {
        figures.append(cells.figures[index].sum.value)
        continue
      }
      figures.append(cells.figures[index].minimum)
      figures.append(cells.figures[index].average ?? .nan)
      figures.append(cells.figures[index].maximum)
      figures.append(cells.figures[index].latest?.value ?? .nan)
    }
  }

  /// Calls `body` with each row.
  func forEach<Failure: Error>(
    _ body: (DailyRow) throws(Failure) -> Void
  ) throws(Failure) {
    // One row is filled in again for each day of its group.
    guard var row = groups.first else { return }
    var (group, next) = (0, 0)
    for day in days {
      if day.group != group {
        group = Int(day.group)
        row = groups[group]
      }
      row.day.day = CivilDate(dayNumber: Int(day.number))
      row.day.count = day.count
      switch styles[group] {
      case .cumulative: row.day.sum = figures[next]
      case .category: row.day.duration = figures[next]
      case .discrete:
        row.day.minimum = figures[next]
        row.day.average = figures[next + 1]
        row.day.maximum = figures[next + 2]
        row.day.latest = figures[next + 3]
        next += 3
      }
      next += 1
      try body(row)
    }
  }
}
