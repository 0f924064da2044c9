import HealthModel

/// The rows of one type in `daily`, whose cells are made when they are read.
struct DailyRows: Sendable {
  /// What the rows of many days have in common.
  struct Group: Sendable {
    var type: String
    /// Its name, where sources are kept apart.
    var source: String?
    /// The shown unit of a quantity, or the word of a category value.
    var label: String
    var style: FigureCells.Style
  }

  /// What a day comes to.
  private struct Day: Sendable {
    var number: Int
    var group: Int
    var count: Int
    /// Of a type that adds up its sum, of a category the seconds of its samples.
    var sum: Double
    var minimum: Double
    var average: Double?
    var maximum: Double
    var latest: Double?
  }

  private let groups: [Group]
  private var days: [Day] = []

  /// No rows yet.
  init(groups: [Group]) { self.groups = groups }

  /// Adds rows for some cells behind the others.
  mutating func add(_ places: [Int], of cells: FigureCells) {
    days.reserveCapacity(days.count + places.count)
    for place in places {
      let key = cells.keys[place]
      let isDiscrete = groups[key.group].style == .discrete
      // One by one: a copy of the figures would have references to count.
      days.append(
        Day(
          number: key.day, group: key.group, count: cells.figures[place].count,
          sum: isDiscrete ? 0 : cells.figures[place].sum.value,
          minimum: cells.figures[place].minimum,
          average: isDiscrete ? cells.figures[place].mean.value : nil,
          maximum: cells.figures[place].maximum, latest: cells.figures[place].latest?.value))
    }
  }

  /// Calls `body` with the cells of each row.
  func forEach<Failure: Error>(_ body: ([Cell]) throws(Failure) -> Void) throws(Failure) {
    // One row for each group is filled in again for each of its days.
    var rows = groups.map(\.row)
    for day in days {
      fill(&rows[day.group], day)
      try body(rows[day.group])
    }
  }

  private func fill(_ row: inout [Cell], _ day: Day) {
    let first = groups[day.group].figures
    var cells = row.mutableSpan
    cells[1] = .day(CivilDate(dayNumber: day.number))
    switch groups[day.group].style {
    case .cumulative:
      cells[first] = .number(day.sum)
    case .discrete:
      cells[first + 1] = .number(day.minimum)
      cells[first + 2] = Cell(day.average)
      cells[first + 3] = .number(day.maximum)
      cells[first + 4] = Cell(day.latest)
    case .category:
      cells[first + 6] = .number(day.sum)
    }
    cells[first + 5] = .whole(day.count)
  }
}

extension DailyRows.Group {
  /// The place of `sum` in a row, the first of the figures.
  fileprivate var figures: Int { source == nil ? 4 : 5 }

  /// The cells that all its rows have.
  fileprivate var row: [Cell] {
    let isCategory = style == .category
    return [.identifier(type), .missing] + (source.map { [.text($0)] } ?? [])
      + (isCategory ? [.text(label), .missing] : [.missing, .text(label)])
      + [Cell](repeating: .missing, count: 7)
  }
}
