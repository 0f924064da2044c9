public import HealthModel
import HealthProjections
import ViewTables

/// The rows of a view: what its command prints, as values.
public struct ViewRows: Hashable, Sendable {
  /// A column.
  public struct Field: Hashable, Sendable {
    /// What its values mostly are.
    public enum Kind: Hashable, Sendable {
      /// Words, identifiers, flags.
      case text
      /// Numbers.
      case number
      /// Seconds.
      case duration
      /// Moments and days.
      case time
      /// Lists of small objects.
      case list
    }

    /// Its name, which is part of the contract: `totalTime`.
    public let name: String
    /// What its values mostly are.
    public let kind: Kind
    /// The unit of all its numbers; nil where that is a field of its own, or there is none.
    public let unit: String?
  }

  /// One value of a row.
  public enum Value: Hashable, Sendable {
    /// There is none. Never 0: a day without data is not a day without steps.
    case missing
    /// Text, an identifier or a JSON object too.
    case text(String)
    /// A number.
    case number(Double)
    /// A number without fraction.
    case whole(Int)
    /// A moment, with the offset of the clock there.
    case time(Timestamp)
    /// A day.
    case day(CivilDate)
    /// Yes or no.
    case flag(Bool)
    /// Names, as of sources or fields.
    case names([String])
    /// Small objects.
    case list([[String: Value]])
  }

  /// The columns, in order.
  public let fields: [Field]
  /// The rows; each has a value for each field.
  public let rows: [[Value]]

  /// The value of a field in a row; nil where there is no such field or row.
  ///
  ///     let nights = try await store.view("sleep", options: ["from": "2026-03-01"])
  ///     nights[0, "asleep"]   // .number(26520)
  public subscript(row: Int, field: String) -> Value? {
    guard rows.indices.contains(row), let index = fields.firstIndex(where: { $0.name == field })
    else { return nil }
    return rows[row][index]
  }
}

extension ViewRows {
  /// The rows of a table.
  init(_ table: Table) throws {
    fields = table.columns.map { Field(name: $0.field, kind: Field.Kind($0.kind), unit: $0.unit) }
    var rows: [[Value]] = []
    try table.forEachRow { rows.append($0.map { Value($0) }) }
    self.rows = rows
  }
}

extension ViewRows.Field.Kind {
  fileprivate init(_ kind: Column.Kind) {
    switch kind {
    case .text, .drawing: self = .text
    case .number, .count, .quantity, .exactQuantity, .statedQuantity, .difference,
      .poolLength, .distance, .pace, .share:
      self = .number
    case .duration, .hours: self = .duration
    case .time: self = .time
    case .list: self = .list
    }
  }
}

extension ViewRows.Value {
  fileprivate init(_ cell: Cell) {
    switch cell.finite {
    case .missing: self = .missing
    case .text(let text), .identifier(let text), .json(let text): self = .text(text)
    case .number(let number): self = .number(number)
    case .whole(let number): self = .whole(number)
    case .time(let time): self = .time(time)
    case .day(let day): self = .day(day)
    case .flag(let flag): self = .flag(flag)
    case .names(let names): self = .names(names)
    case .list(let list):
      self = .list(
        list.map { members in
          Dictionary(members.map { ($0.0, Self($0.1)) }) { first, _ in first }
        })
    }
  }
}
