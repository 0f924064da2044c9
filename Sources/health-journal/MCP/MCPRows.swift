import HealthExport
import HealthProjections
import ViewTables

/// The rows of a table that an answer has room for.
struct MCPRows {
  /// Those that are shown.
  private(set) var shown: [[Cell]]
  /// The same as objects of JSON: a cell that is missing is no member.
  private(set) var texts: [[UInt8]]
  /// How many the table has, shown or not.
  let count: Int
  /// The first that is not shown; nil: there is none.
  private let cut: [Cell]?

  /// As many rows as a call asks for and the budget has room for.
  ///
  /// - Parameter isFollowed: whether the table is of changes, of which one row at least is shown:
  ///   else a client that follows `next` would ask for the same row for ever.
  init(_ table: Table, _ call: MCPCall, isFollowed: Bool) throws {
    var (rows, count) = ([[Cell]](), 0)
    try table.forEachRow { row in
      count += 1
      // One more than is shown: the line of the first one that is not tells where to go on.
      if count <= call.limit + 1 { rows.append(row) }
    }
    let all = try Self.texts(Array(rows.prefix(call.limit)), table.columns)
    var size = 0
    var fitting = all.prefix { text in
      size += text.count
      return size <= 4 * MCPAnswer.budget
    }.count
    if isFollowed, fitting == 0 { fitting = min(1, all.count) }
    texts = Array(all.prefix(fitting))
    shown = Array(rows.prefix(fitting))
    cut = rows.count > fitting ? rows[fitting] : nil
    self.count = count
  }

  private static func texts(_ rows: [[Cell]], _ columns: [Column]) throws -> [[UInt8]] {
    var sink = CollectingSink()
    try Format.ndjson.write(Table(columns: columns, rows: rows), to: &sink)
    return sink.bytes.split(separator: UInt8(ascii: "\n")).map { Array($0) }
  }

  /// Where changes go on, if there are rows that are not shown. A line that has no room after
  /// others is left to the next call; one that alone has more rows goes on after the last of them.
  mutating func endOfChanges(_ columns: [Column]) -> ChangesEnd? {
    guard let cut, let column = columns.index(of: .line), let uuid = columns.index(of: .object),
      case .whole(let line) = cut[column]
    else { return nil }
    let whole = shown.prefix { row in
      if case .whole(line) = row[column] { false } else { true }
    }.count
    var end = ChangesEnd(next: UInt64(max(line - 1, 0)))
    if whole > 0 {
      shown.removeSubrange(whole...)
      texts.removeSubrange(whole...)
    } else if let last = shown.last, case .text(let name) = last[uuid] {
      end.after = name
    }
    return end
  }
}

/// From where a client is told the changes that it has not been told.
struct ChangesEnd {
  /// The last line of which it was told everything.
  var next: UInt64
  /// The object in the line after that one up to which it was told; nil: nothing of it.
  var after: String?

  /// What to ask for next, where a line goes on.
  var note: String? {
    after.map { "line \(next + 1) goes on: ask again with since \(next) and after \($0)" }
  }
}
