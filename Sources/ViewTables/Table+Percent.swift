import HealthModel

extension Column.Kind {
  /// Whether cells are figures in a unit that the column or the row names.
  var isMeasured: Bool {
    switch self {
    case .quantity, .difference, .exactQuantity, .statedQuantity, .distance: true
    case .text, .number, .count, .poolLength, .duration, .hours, .pace, .share, .time, .drawing,
      .list:
      false
    }
  }
}

extension Table {
  /// The same rows with percent as people say it: 97 instead of 0.97. Parts of a whole are percent
  /// too, and their columns say so.
  package func inPercent() -> Table {
    let percent = columns.map { PercentColumn($0, among: columns) }
    return mapped(columns.map(\.inPercent)) { row in
      row.indices.map { percent[$0].cell(row[$0], in: row) }
    }
  }
}

extension Column {
  /// The column of what is said in percent where it had parts of a whole.
  fileprivate var inPercent: Column {
    guard kind == .share else { return self }
    var column = Column(
      field, .quantity, unit: PercentColumn.unit, hidden: isHidden, rank: rank, note: note)
    column.type = type
    return column
  }
}

/// Which cells of a column are percent.
private struct PercentColumn: Sendable {
  static let unit = Unit.percent.description

  private let column: Column
  /// Where a row names the unit.
  private let unitIndex: Int?

  init(_ column: Column, among columns: [Column]) {
    self.column = column
    unitIndex = columns.unitIndex(of: column)
  }

  /// A cell of a row, as people say it.
  func cell(_ cell: Cell, in row: [Cell]) -> Cell {
    if case .list(let objects) = cell { return .list(objects.map(inPercent)) }
    let isPercent =
      column.kind == .share || (column.kind.isMeasured && column.unit == Self.unit)
      || unitIndex.map { row[$0] == .text(Self.unit) } ?? false
    return isPercent ? Self.hundredfold(cell) : cell
  }

  /// An object of a list, with those members that are its figures.
  private func inPercent(_ object: [(String, Cell)]) -> [(String, Cell)] {
    let unit = column.members.first { $0.role == .unit }?.field
    let named = object.contains { $0.0 == unit && $0.1 == .text(Self.unit) }
    return object.map { field, cell in
      guard let member = column.members.first(where: { $0.field == field }) else {
        return (field, cell)
      }
      let isPercent =
        member.kind == .share
        || member.kind.isMeasured && (member.unit.map { $0 == Self.unit } ?? named)
      return (field, isPercent ? Self.hundredfold(cell) : cell)
    }
  }

  private static func hundredfold(_ cell: Cell) -> Cell {
    switch cell {
    case .number(let number):
      Double(PercentNumber.hundredfold(of: "\(number)")).map { .number($0) } ?? cell
    case .whole(let number): .whole(number * 100)
    case .missing, .text, .time, .day, .flag, .identifier, .names, .list, .json: cell
    }
  }
}
