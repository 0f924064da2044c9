package import HealthModel

extension Table {
  /// The same rows in the order of one column, cells of each kind together; what is written as
  /// missing comes last, equal cells keep their order.
  ///
  /// All rows are held in memory.
  package func sorted(by column: Int, descending: Bool) throws -> Table {
    let rows = try allRows().enumerated().sorted { a, b in
      let (left, right) = (a.element[column].finite, b.element[column].finite)
      if left.isMissing || right.isMissing {
        return left.isMissing == right.isMissing ? a.offset < b.offset : right.isMissing
      }
      if left.precedes(right) { return !descending }
      if right.precedes(left) { return descending }
      return a.offset < b.offset
    }
    return Table(columns: columns, rows: rows.map(\.element))
  }

  /// The same rows, the newest first where they say when they are; those of one time keep their
  /// order.
  ///
  /// All rows are held in memory.
  package func newestFirst() throws -> Table {
    let roles: [Column.Role] = [.date, .start, .recorded]
    let found = roles.lazy.compactMap { role in
      columns.firstIndex { $0.role == role && $0.kind == .time }
    }.first
    return try found.map { try sorted(by: $0, descending: true) } ?? self
  }

  /// The first rows, all of them where `count` is nil. At most one more row is produced than is
  /// shown.
  package func limited(to count: Int?) -> Table {
    guard let count else { return self }
    return Table(columns: columns) { body in
      var left = count
      do {
        try forEachRow { row in
          guard left > 0 else { throw Enough() }
          left -= 1
          try body(row)
        }
      } catch is Enough {}
    }
  }

  /// Ends a reading of rows.
  private struct Enough: Error {}
}

extension Cell {
  /// Whether there is no value.
  package var isMissing: Bool { self == .missing }

  /// The order of two cells of one column: that of their kinds, then that of the kind; lists are
  /// equal.
  fileprivate func precedes(_ other: Cell) -> Bool {
    switch (self, other) {
    case (.number(let a), .number(let b)): a < b
    case (.whole(let a), .whole(let b)): a < b
    case (.number(let a), .whole(let b)): a < Double(b)
    case (.whole(let a), .number(let b)): Double(a) < b
    case (.time(let a), .time(let b)): a.instant < b.instant
    case (.day(let a), .day(let b)): a < b
    case (.flag(let a), .flag(let b)): !a && b
    case (.text(let a), .text(let b)), (.identifier(let a), .identifier(let b)),
      (.text(let a), .identifier(let b)), (.identifier(let a), .text(let b)):
      a < b
    case (.missing, _), (.text, _), (.number, _), (.whole, _), (.time, _), (.day, _), (.flag, _),
      (.identifier, _), (.names, _), (.list, _), (.json, _):
      rank < other.rank
    }
  }

  /// Where cells of its kind stand among those of others.
  private var rank: Int {
    switch self {
    case .number, .whole: 0
    case .flag: 1
    case .day: 2
    case .time: 3
    case .text, .identifier: 4
    case .names: 5
    case .list, .json: 6
    case .missing: 7
    }
  }
}

extension Table {
  /// The same rows with all times on the clock of a zone.
  package func timed(in zone: ZoneRules) -> Table {
    mapped { row in row.map { $0.timed(in: zone) } }
  }

  /// The same table with another row for each, of other columns where these are named.
  package func mapped(
    _ columns: [Column]? = nil, _ row: @escaping @Sendable ([Cell]) -> [Cell]
  ) -> Table {
    var table = Table(columns: columns ?? self.columns) { body in
      try forEachRow { try body(row($0)) }
    }
    (table.order, table.presentation, table.times) = (order, presentation, times)
    return table
  }
}

extension Cell {
  fileprivate func timed(in zone: ZoneRules) -> Cell {
    switch self {
    case .time(let time): .time(Timestamp(time.instant, in: zone))
    case .list(let objects): .list(objects.map { $0.map { ($0, $1.timed(in: zone)) } })
    case .missing, .text, .number, .whole, .day, .flag, .identifier, .names, .json: self
    }
  }
}

extension Table {
  /// The same rows without the columns that have no value in any of them.
  ///
  /// All rows are held in memory.
  package func withoutEmptyColumns() throws -> Table {
    let rows = try allRows()
    let kept = columns.indices.filter { column in rows.contains { !$0[column].isMissing } }
    return Table(
      columns: kept.map { columns[$0] }, rows: rows.map { row in kept.map { row[$0] } })
  }

  /// The same rows without these fields; they are held in memory.
  package func without(_ fields: Set<String>) throws -> Table {
    let kept = columns.indices.filter { !fields.contains(columns[$0].field) }
    return Table(
      columns: kept.map { columns[$0] }, rows: try allRows().map { row in kept.map { row[$0] } })
  }
}
