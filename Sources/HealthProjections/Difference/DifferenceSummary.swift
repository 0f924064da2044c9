import HealthModel
import ViewTables

/// How many rows of views differ between two moments, of which days they are, and which events did
/// it.
struct DifferenceSummary {
  /// The rows of a view, or of one of its types.
  private struct Group {
    var counts: [TableDifference.Kind: Int] = [:]
    /// Of the days or starts of the rows that have any.
    var first: CivilDate?
    var last: CivilDate?
    /// Lines of no import.
    var lines: Set<UInt64> = []
    var receipts: Set<UInt64> = []

    mutating func add(_ other: Group) {
      counts.merge(other.counts) { $0 + $1 }
      for day in [other.first, other.last] { if let day { note(day) } }
      lines.formUnion(other.lines)
      receipts.formUnion(other.receipts)
    }

    mutating func note(_ day: CivilDate) {
      first = first.map { min($0, day) } ?? day
      last = last.map { max($0, day) } ?? day
    }
  }

  /// A view, and a type where one view alone is summed.
  private struct Key: Hashable {
    var view: String
    var type: String?
  }

  private let byType: Bool
  private var order: [Key] = []
  private var groups: [Key: Group] = [:]

  /// Nothing summed yet.
  ///
  /// - Parameter byType: whether each type of a view has a row.
  init(byType: Bool) { self.byType = byType }

  mutating func add(
    _ view: String, _ change: TableDifference.Change, by lines: [UInt64], _ names: LineNames
  ) {
    var key = Key(view: view)
    if byType, case .identifier(let type)? = change.row[.type] { key.type = type }
    if groups[key] == nil { order.append(key) }
    var group = groups.removeValue(forKey: key) ?? Group()
    group.counts[change.kind, default: 0] += 1
    if let day = Self.day(of: change.row) { group.note(day) }
    for line in lines {
      if let receipt = names.receipt(of: line) {
        group.receipts.insert(receipt)
      } else {
        group.lines.insert(line)
      }
    }
    groups[key] = group
  }

  private static func day(of row: [Column.Role: Cell]) -> CivilDate? {
    switch row[.date] ?? row[.start] {
    case .day(let day)?: day
    case .time(let time)?: time.date
    default: nil
    }
  }

  /// How many types of a view have a row of their own, so that all fit a screen.
  private static let mostTypes = 20

  /// A row a view, or a type of it, and one for all of them. Of many types those with the most rows
  /// are named.
  func table(_ names: LineNames) -> Table {
    var (named, others) = (order, [Key]())
    if byType, order.count > Self.mostTypes {
      let most = order.sorted { count($0) > count($1) }.prefix(Self.mostTypes - 1)
      named = order.filter { most.contains($0) }
      others = order.filter { !most.contains($0) }
    }
    var rows = named.map { key in
      Row(view: key.view, type: Cell(identifier: key.type), group: sum([key]))
    }
    if let view = others.first?.view {
      rows.append(
        Row(view: view, type: .text("\(others.count) more types"), group: sum(others)))
    }
    if rows.count > 1 { rows.append(Row(view: "total", type: .missing, group: sum(order))) }
    return Table(Self.columns(names), rows: rows)
  }

  private func count(_ key: Key) -> Int {
    groups[key]?.counts.values.reduce(0, +) ?? 0
  }

  private func sum(_ keys: [Key]) -> Group {
    keys.reduce(into: Group()) { sum, key in
      if let group = groups[key] { sum.add(group) }
    }
  }

  /// The rows of a view, of a type of it, or of several.
  private struct Row {
    var view: String
    var type: Cell
    var group: Group

    func count(_ kind: TableDifference.Kind) -> Cell { .whole(group.counts[kind] ?? 0) }
  }

  private static func columns(_ names: LineNames) -> [RowColumn<Row>] {
    [
      RowColumn("view", rank: .key) { .text($0.view) }, RowColumn(.type, rank: .key) { $0.type },
      RowColumn("added", .count, rank: .key) { $0.count(.added) },
      RowColumn("removed", .count, rank: .key) { $0.count(.removed) },
      RowColumn("changed", .count, rank: .key) { $0.count(.changed) },
      RowColumn(.first, .time) { $0.group.first.map { .day($0) } ?? .missing },
      RowColumn(.last, .time) { $0.group.last.map { .day($0) } ?? .missing },
      RowColumn("lines", rank: .detail) { row in
        let receipts = row.group.receipts.sorted().map { "import \($0)" }
        return .names(few(receipts + names.names(of: row.group.lines.sorted())))
      },
    ]
  }

  /// The first of some names, and how many more there are.
  private static func few(_ names: [String]) -> [String] {
    names.count > 4 ? names.prefix(3) + ["… \(names.count - 3) more"] : names
  }
}
