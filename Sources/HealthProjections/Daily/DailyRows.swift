import HealthModel
import ViewTables

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

  /// A row.
  private struct Day: Sendable {
    var number: Int32
    var group: Int32
    var count: Int
  }

  private let groups: [Group]
  private var days: [Day] = []
  /// The figures of the rows, row by row: of a type that adds up the sum, of a category the
  /// seconds of its samples, else the minimum, average, maximum and latest value.
  private var figures: [Double] = []

  /// No rows yet.
  init(groups: [Group]) { self.groups = groups }

  /// Adds rows for some cells after the others.
  mutating func add(_ indices: [Int], of cells: FigureCells) {
    days.reserveCapacity(days.count + indices.count)
    for index in indices {
      let key = cells.keys[index]
      days.append(
        Day(
          number: Int32(key.day), group: Int32(key.group), count: cells.figures[index].count))
      // One by one: a copy of the figures would have references to count.
      guard groups[key.group].style == .discrete else {
        figures.append(cells.figures[index].sum.value)
        continue
      }
      figures.append(cells.figures[index].minimum)
      figures.append(cells.figures[index].average ?? .nan)
      figures.append(cells.figures[index].maximum)
      figures.append(cells.figures[index].latest?.value ?? .nan)
    }
  }

  /// Calls `body` with the cells of each row.
  func forEach<Failure: Error>(_ body: ([Cell]) throws(Failure) -> Void) throws(Failure) {
    // One row for each group is filled in again for each of its days.
    var rows = groups.map(\.row)
    var next = 0
    for day in days {
      let group = Int(day.group)
      next += fill(&rows[group], day, figures[next...])
      try body(rows[group])
    }
  }

  /// Fills in a day, and returns how many figures it has.
  private func fill(_ row: inout [Cell], _ day: Day, _ figures: ArraySlice<Double>) -> Int {
    // One by one: a copy of the group would have references to count.
    let (style, first) = (groups[Int(day.group)].style, groups[Int(day.group)].figures)
    let next = figures.startIndex
    var cells = row.mutableSpan
    cells[1] = .day(CivilDate(dayNumber: Int(day.number)))
    cells[first + 5] = .whole(day.count)
    switch style {
    case .cumulative: cells[first] = .number(figures[next])
    case .discrete:
      for index in 0..<4 { cells[first + 1 + index] = .number(figures[next + index]) }
      return 4
    case .category: cells[first + 6] = .number(figures[next])
    }
    return 1
  }
}

extension DailyRows.Group {
  /// The index of `sum` in a row, the first of the figures.
  fileprivate var figures: Int { source == nil ? 4 : 5 }

  /// The cells that all its rows have.
  fileprivate var row: [Cell] {
    let isCategory = style == .category
    return [.identifier(type), .missing] + (source.map { [.text($0)] } ?? [])
      + (isCategory ? [.text(label), .missing] : [.missing, .text(label)])
      + [Cell](repeating: .missing, count: 7)
  }
}
