import HealthEvents
package import HealthModel
package import HealthTables
import JournalFile

/// The changes in views between two moments of a journal, with the lines that caused them.
package struct DifferenceView {
  private let touched: TouchedRows
  private let names: LineNames
  private var rows: [Row] = []
  private var counts: DifferenceSummary

  /// Creates a comparison with nothing compared yet.
  ///
  /// - Parameters:
  ///   - journal: the journal as it was at the later moment.
  ///   - first: the last line of the earlier moment.
  ///   - context: the context whose days the views follow.
  ///   - period: the period of `sleep`: nights or days.
  ///   - byType: true if the rows of each type are counted, false if those of each view.
  /// - Throws: `ProjectionError.zone`; the errors of reading lines.
  package init(
    _ journal: ReplayedJournal, after first: UInt64, in context: ViewContext,
    sleepBy period: SleepSummary.Period = .night, byType: Bool = false
  ) throws {
    counts = DifferenceSummary(byType: byType)
    names = try LineNames(journal)
    touched = try TouchedRows(journal, after: first, in: context, sleepBy: period)
  }

  /// Compares a view as it was and as it became. Where rows can differ on some days only, it makes
  /// no others.
  ///
  /// - Throws: what producing the rows throws.
  package mutating func add(
    _ view: View, from before: inout ViewRequest, to after: inout ViewRequest
  ) throws {
    let days = try days(of: view, &after)
    var (was, became) = (try before.near(days), try after.near(days))
    // A new device may have moved a source that the owner put in order.
    let orders = try days.keys.map { try was.order(of: $0) == became.order(of: $0) }
    guard !days.isEmpty, orders.allSatisfy(\.self) else {
      return try add(
        view.name, view.reads, from: try view.table(&before), to: try view.table(&after))
    }
    try add(
      view.name, view.reads, from: try view.table(&was), to: try view.table(&became), on: days)
  }

  /// Returns the days on which rows of a view can differ, for each type for which they are known.
  private func days(of view: View, _ after: inout ViewRequest) throws -> [String: RangeSet<Int>] {
    let (tables, query) = (after.tables, try after.context().query)
    guard view.reads.isByDay, tables.access.isOwners, query.isOfWholeSources,
      query.sources.isEmpty,
      // A sample that counts whole on its first day gives way to those of its other days.
      !after.values.has(DailyOptions.attribute)
    else { return [:] }
    // Of a group, the days of its members are known.
    let types = tables.sampleTypes.map { tables.types.names[$0] }.filter { type in
      if case .correlation? = TypeCatalogue.find(type) { return false }
      return query.types?.contains(type) ?? true
    }
    return types.reduce(into: [:]) { $0[$1] = touched.days(of: $1) }
  }

  /// Compares the rows of a view as they were and as they became.
  ///
  /// - Parameters:
  ///   - reads: what its rows are made of.
  ///   - days: the days of some types on which rows are compared; of other types all are.
  /// - Throws: what producing the rows throws.
  package mutating func add(
    _ view: String, _ reads: Reads, from before: Table, to after: Table,
    on days: [String: RangeSet<Int>] = [:]
  ) throws {
    for change in try TableDifference.changes(from: before, to: after, on: days) {
      let touching = touched.lines(of: change, reads)
      counts.add(view, change, by: touching, names)
      let lines = names.names(of: touching)
      var subject = change.subject
      subject[.value] = Self.part(subject)
      for cell in change.cells {
        rows.append(
          Row(view: view, kind: change.kind, subject: subject, cell: cell, lines: lines))
      }
    }
  }

  /// A cell that changed.
  private struct Row {
    var view: String
    var kind: TableDifference.Kind
    var subject: [Column.Role: Cell]
    var cell: TableDifference.ChangedCell
    /// The names of the lines that changed it.
    var lines: [String]
  }

  /// The table with one row a cell that changed; `lines` names the events that changed it, see
  /// `LineNames`.
  package var table: Table { Table(Self.columns, rows: rows) }

  /// The table with one row a view, or a type of it: how many of its rows were added, removed or
  /// changed.
  package var summary: Table { counts.table(names) }

  private static let columns: [RowColumn<Row>] = [
    RowColumn("view", rank: .key) { .text($0.view) },
    RowColumn("change", rank: .key) { .text($0.kind.rawValue) },
    subject(.type, rank: .key), subject(.date, .time, named: "day"), subject(.start, .time),
    subject(.value), subject(.source, rank: .detail), subject(.object, rank: .detail),
    RowColumn(.field, rank: .key) { .text($0.cell.field) },
    RowColumn("before", .number, rank: .key) { $0.cell.before },
    RowColumn("after", .number, rank: .key) { $0.cell.after },
    RowColumn(.lines) { $0.lines.isEmpty ? .missing : .names($0.lines) },
  ]

  /// Returns a column for the subject of a row.
  private static func subject(
    _ role: Column.Role, _ kind: Column.Kind = .text, named field: String? = nil,
    rank: Column.Rank = .usual
  ) -> RowColumn<Row> {
    RowColumn(role, kind, named: field, rank: rank) { $0.subject[role] ?? .missing }
  }

  /// Returns what of its subject a row is about: a figure of sleep or workouts, a part of one, a
  /// statistic, as in `lap 2`, `part 1, average` and `duration, total`; missing: it is the whole.
  private static func part(_ row: [Column.Role: Cell]) -> Cell {
    var words: [String] = []
    switch row[.value] {
    case .text(let figure)?: words.append(figure)
    case .missing?, nil: break
    case let value?: return value
    }
    if case .whole(let part)? = row[.part] { words.append("part \(part)") }
    if case .identifier(let event)? = row[.event], case .whole(let index)? = row[.index] {
      words.append("\(WorkoutEventType.find(event)?.name ?? event) \(index)")
    }
    if case .text(let statistic)? = row[.statistic] { words.append(statistic) }
    return words.isEmpty ? .missing : .text(words.joined(separator: ", "))
  }
}

/// The differences between two tables of one view, row by row and cell by cell.
struct TableDifference {
  enum Kind: String {
    case added
    case removed
    case changed
  }

  /// A row that is not what it was.
  struct Change {
    var kind: Kind
    /// The roles of the cells after the change; of a removed row, before it.
    var row: [Column.Role: Cell]
    /// The cells that tell it from others.
    var subject: [Column.Role: Cell]
    /// The cells of the row before; empty where there was none.
    var earlier: [Column.Role: Cell]
    /// The cells that differ, in the order of the fields.
    var cells: [ChangedCell]
  }

  /// A cell that is not what it was.
  typealias ChangedCell = (field: String, before: Cell, after: Cell)

  /// Returns the rows that differ, in the order of the rows after, then those that are gone. Rows
  /// are matched by the key that their columns declare; which object or line they are of does not
  /// count.
  ///
  /// - Parameter days: see `DifferenceView.add`.
  static func changes(
    from before: Table, to after: Table, on days: [String: RangeSet<Int>] = [:]
  ) throws -> [Change] {
    let keys = Set((before.columns + after.columns).filter(\.tellsApart).map(\.field)).sorted()
    let (was, became) = (try Rows(before, keys, days), try Rows(after, keys, days))
    let shared = was.sharedKeys.union(became.sharedKeys)
    let (old, new) = (was.named(apart: shared), became.named(apart: shared))
    let all = new.order + old.order.filter { new.rows[$0] == nil }
    return all.compactMap { key in
      let (before, after) = (old.rows[key], new.rows[key])
      guard let row = after ?? before else { return nil }
      let own = after == nil ? was : became
      let cells = own.compared.map { field -> ChangedCell in
        (field, was.cell(field, before), became.cell(field, after))
      }.filter { $0.before != $0.after }
      if cells.isEmpty { return nil }
      return Change(
        kind: before == nil ? .added : after == nil ? .removed : .changed,
        row: own.columns.cellsByRole(row),
        subject: own.columns.cellsByRole(row, where: \.tellsApart),
        earlier: before.map { was.columns.cellsByRole($0) } ?? [:], cells: cells)
    }
  }

  /// Rows and the key of each: the cells by which it is told from others.
  private struct Rows {
    let columns: [Column]
    /// The fields that may differ, in their order.
    let compared: [String]
    private let indices: [String: Int]
    private var all: [(key: String, row: [Cell])] = []

    init(_ table: Table, _ keys: [String], _ days: [String: RangeSet<Int>]) throws {
      columns = table.columns
      compared = columns.filter { !$0.tellsApart && $0.role != .object && $0.role != .line }
        .map(\.field)
      indices = Dictionary(uniqueKeysWithValues: zip(columns.map(\.field), columns.indices))
      let (type, date) = (columns.index(of: .type), columns.index(of: .date))
      try table.forEachRow { row in
        if let type, let date, case .identifier(let type) = row[type],
          case .day(let day) = row[date], days[type]?.contains(day.dayNumber) == false
        {
          return
        }
        let key = keys.map { "\(cell($0, row))" }.joined(separator: "\u{1F}")
        all.append((key, row))
      }
    }

    /// Returns the cell of a field; missing if there is no such field or no row.
    func cell(_ field: String, _ row: [Cell]?) -> Cell {
      indices[field].flatMap { row?[$0] } ?? .missing
    }

    /// The keys that several rows have: sums in units that do not convert into one another.
    var sharedKeys: Set<String> {
      let known = Dictionary(grouping: all) { $0.key }
      return Set(known.filter { $0.value.count > 1 }.keys)
    }

    /// Returns the rows by unique keys: rows that share a key are separated by their units, then by
    /// their order.
    func named(apart shared: Set<String>) -> (order: [String], rows: [String: [Cell]]) {
      let unit = columns.index(of: .unit)
      var order: [String] = []
      var rows: [String: [Cell]] = [:]
      for (key, row) in all {
        var key = key
        if shared.contains(key) { key += "\u{1F}\(unit.map { row[$0] } ?? .missing)" }
        while rows[key] != nil { key += "\u{1F}" }
        rows[key] = row
        order.append(key)
      }
      return (order, rows)
    }
  }
}

/// The number of rows of views that differ between two moments, with their days and the events that
/// caused it.
struct DifferenceSummary {
  /// The rows of a view, or of one of its types.
  private struct Group {
    var counts: [TableDifference.Kind: Int] = [:]
    /// The first of the days or starts of the rows that have any.
    var first: CivilDate?
    var last: CivilDate?
    /// The lines that belong to no import.
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

  /// Creates an empty summary.
  ///
  /// - Parameter byType: true if each type of a view has a row.
  init(byType: Bool) { self.byType = byType }

  mutating func add(
    _ view: String, _ change: TableDifference.Change, by lines: [UInt64], _ names: LineNames
  ) {
    var key = Key(view: view)
    if byType, case .identifier(let type)? = change.row[.type] { key.type = type }
    if groups[key] == nil { order.append(key) }
    var group = groups.removeValue(forKey: key) ?? Group()
    group.counts[change.kind, default: 0] += 1
    if let day = (change.row[.date] ?? change.row[.start])?.date { group.note(day) }
    for line in lines {
      if let receipt = names.receipt(of: line) {
        group.receipts.insert(receipt)
      } else {
        group.lines.insert(line)
      }
    }
    groups[key] = group
  }

  /// The number of types of a view that have a row of their own, so that all fit a screen.
  private static let mostTypes = 20

  /// Returns a row a view, or a type of it, and one for all of them. If there are many types, those
  /// with the most rows are named.
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
      RowColumn(.lines, rank: .detail) { row in
        let receipts = row.group.receipts.sorted().map { "import \($0)" }
        return .names(few(receipts + names.names(of: row.group.lines.sorted())))
      },
    ]
  }

  /// Returns the first of some names, and how many more there are.
  private static func few(_ names: [String]) -> [String] {
    names.count > 4 ? names.prefix(3) + ["… \(names.count - 3) more"] : names
  }
}

/// The names of lines that did something together: imports by their receipts, and lines that follow
/// one another as a range.
struct LineNames {
  /// Lines that an import appended, in order, and that of its receipt.
  private(set) var imports: [(lines: ClosedRange<UInt64>, receipt: UInt64)] = []

  /// Reads the imports whose receipts the reader of a journal sees.
  ///
  /// - Throws: the errors of reading lines.
  init(_ journal: ReplayedJournal) throws {
    try ImportsView.forEachReceipt(of: journal) { entry, receipt in
      guard let lines = receipt.lines(before: entry.sequence),
        lines.lowerBound > imports.last?.receipt ?? 0
      else { return }
      imports.append((lines, entry.sequence))
    }
  }

  /// Returns the receipt of the import that appended a line; nil if none did.
  func receipt(of line: UInt64) -> UInt64? {
    let index = imports.indices.partitioningIndex { imports[$0].lines.upperBound >= line }
    guard index < imports.count, imports[index].lines.contains(line) else { return nil }
    return imports[index].receipt
  }

  /// Returns names as `17`, `20-25`, `import 11096`, in the order of the lines.
  ///
  /// - Parameter lines: in order.
  func names(of lines: [UInt64]) -> [String] {
    var names: [String] = []
    var range: ClosedRange<UInt64>?
    func name(_ range: ClosedRange<UInt64>) -> String {
      range.count == 1
        ? String(range.lowerBound) : "\(range.lowerBound)-\(range.upperBound)"
    }
    for line in lines {
      if let receipt = receipt(of: line) {
        if let range { names.append(name(range)) }
        range = nil
        if names.last != "import \(receipt)" { names.append("import \(receipt)") }
      } else if let known = range, known.upperBound + 1 == line {
        range = known.lowerBound...line
      } else {
        if let range { names.append(name(range)) }
        range = line...line
      }
    }
    if let range { names.append(name(range)) }
    return names
  }
}

extension ReplayedJournal {
  /// Returns the lines of the last import whose receipt the reader sees, the receipt included; nil
  /// if there was none.
  package func lastImport() throws -> ClosedRange<UInt64>? {
    var last: ClosedRange<UInt64>?
    try ImportsView.forEachReceipt(of: self) { entry, receipt in
      let first = receipt.first.map { min(max($0, 2), entry.sequence) } ?? entry.sequence
      last = first...entry.sequence
    }
    return last
  }

  /// Returns the line before the lines that the last import appended, and its receipt, as words for
  /// moments.
  ///
  /// - Throws: `ProjectionError.nothingImported` if the reader sees no import.
  package func momentsAroundLastImport() throws -> (String, String) {
    guard let last = try lastImport() else { throw ProjectionError.nothingImported }
    return (String(last.lowerBound - 1), String(last.upperBound))
  }
}

extension ViewRequest {
  /// Returns the names of the sources of a type in their order, which few samples tell.
  fileprivate func order(of type: String) throws -> [String] {
    try tables.read(types: [type])
    guard let columns = tables.columns(of: type) else { return [] }
    let order = SourceOrder(type, columns, in: tables)
    return order.sources.map { "\($0.name) \($0.isByHand) \($0.head)" }
  }

  /// Returns the same request for views that look at some days of some types alone.
  fileprivate func near(_ days: [String: RangeSet<Int>]) throws -> ViewRequest {
    var own = self
    let finder = try DayFinder(tables, own.context())
    let near = journal.forTimes(
      days.mapValues { $0.ranges.compactMap { finder.time(of: $0) } })
    return ViewRequest(near, values, now: now, asked: asked)
  }
}

extension Reads {
  /// The same reads for rows of which each is a day of a type.
  var byDay: Reads {
    var reads = self
    reads.isByDay = true
    return reads
  }
}
