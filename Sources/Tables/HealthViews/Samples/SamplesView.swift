import ByteTools
import HealthEvents
import HealthModel
package import HealthTables
import JournalFile

/// Samples one by one, as they were saved, in their own units.
package enum SamplesView {
  /// The fields by which the columns themselves can be sorted, without a row being made.
  package enum Key: String, CaseIterable, Sendable {
    /// The order by start.
    case start
    /// The order by end.
    case end
    /// The order by seq.
    case seq
  }

  /// Returns one row a sample; rows are made as they are asked for.
  ///
  /// Without an order they come type by type, by start, then end, then seq. `order` sorts the
  /// samples of all types if its field is a `Key`; equal ones stay in the order that they have
  /// without it. An order by another field is left to the table.
  package static func table(
    of journal: ReplayedJournal, in context: ViewContext, order: RowOrder? = nil
  ) throws -> Table {
    let tables = journal.tables
    let order = order.flatMap { order in Key(rawValue: order.field).map { (order, $0) } }
    let lists = try lists(of: journal, context.query, atOnce: order != nil)
    let provenances = tables.provenances.indices.map { UInt32($0) }
    let columns = columns(
      Names(
        types: lists.map(\.type), sources: provenances.map(tables.sourceName),
        devices: provenances.map { tables.origin($0)?.device?.name }))
    guard let (order, key) = order else {
      let parts = lists.parts(of: Table.partRows)
      var table = Table(columns, parts: parts.count) { part, body in
        let (number, rows) = parts[part]
        let list = try lists[number].rows
        for row in list.rows.all[rows] { try body(list.line(Int(row), number, tables)) }
      }
      table.knownCount = lists.reduce(0) { $0 + $1.count }
      return table
    }
    let all = try lists.map { try $0.rows }
    let sortedRows = sortedRows(all, by: key, descending: order.isDescending)
    var table = Table(columns) { body in
      for entry in sortedRows {
        try body(all[Int(entry.list)].line(Int(entry.row), Int(entry.list), tables))
      }
    }
    table.knownCount = sortedRows.count
    table.order = order
    return table
  }

  /// Returns the order that `end` or `-end` means; HealthKit's words for the fields are understood.
  package static func order(_ text: String) -> RowOrder {
    var order = RowOrder(text)
    order.field = Table(columns(), rows: []).field(order.field)
    return order
  }

  /// Returns the rows of each type that are shown.
  ///
  /// - Parameter atOnce: true if all of them are asked for.
  private static func lists(
    of journal: ReplayedJournal, _ query: ViewQuery, atOnce: Bool
  ) throws -> [LaterRows<TypeRows>] {
    let types = try query.types(in: journal.tables)
    guard !atOnce, query.unit == nil, query.showsWholeTypes else {
      return try lists(of: types, journal, query).map { LaterRows($0.type, $0.rows.count, $0) }
    }
    return types.compactMap { type in
      LaterRows(type, of: journal) { try lists(of: [type], $0, $1).first }
    }
  }

  private static func lists(
    of types: [String], _ journal: ReplayedJournal, _ query: ViewQuery
  ) throws -> [TypeRows] {
    let tables = journal.tables
    var selection = try SampleSelection(query, journal)
    let found = try types.compactMap { type in
      try tables.columns(of: type).map { columns in
        let rows = OrderedRows(columns, try selection.chosenRows(of: type))
        return (type: type, rows: query.limit.map(rows.newest) ?? rows)
      }
    }
    let newest = query.limit.map { limit in
      let starts = found.map(\.rows.starts)
      return starts.map(\.count).newest(limit) { starts[$0][$1] }
    }
    return try found.enumerated().compactMap { list, found in
      let rows = newest.map { found.rows.keeping($0[list] ?? []) } ?? found.rows
      if rows.count == 0 { return nil }
      let plan = try UnitPlan(
        type: found.type, units: rows.columns.quantityUnits(rows.selected),
        asked: query.unit, merging: false, in: tables)
      return TypeRows(type: found.type, rows: rows, plan: plan)
    }
  }

  /// The position of a row in the lists of the types, with its sort key.
  private struct SortedRow {
    var key: Int64
    var list: UInt32
    var index: UInt32
    var row: UInt32
  }

  private static func sortedRows(_ lists: [TypeRows], by key: Key, descending: Bool) -> [SortedRow]
  {
    var sorted: [SortedRow] = []
    sorted.reserveCapacity(lists.reduce(0) { $0 + $1.rows.count })
    for (list, rows) in lists.enumerated() {
      for (index, row) in rows.rows.all.enumerated() {
        let value = rows.rows.columns.value(of: key, at: Int(row))
        sorted.append(
          SortedRow(key: value, list: UInt32(list), index: UInt32(index), row: row))
      }
    }
    sorted.sort { a, b in
      if a.key != b.key { return descending ? a.key > b.key : a.key < b.key }
      return (a.list, a.index) < (b.list, b.index)
    }
    return sorted
  }

  /// A sample as it is shown. The names of types, sources and devices are in `Names`, so that
  /// millions of rows are cheap to hand on.
  struct Line: Sendable {
    fileprivate var sample: SampleRow
    /// The number of the type.
    fileprivate var type: Int
    /// The value in the unit in which it is shown.
    fileprivate var value: Double
    /// The unit of a quantity.
    fileprivate var unit: String?
    /// The value of a category.
    fileprivate var word: String?
  }

  /// The names of types, sources and devices, by their numbers in a `Line`.
  struct Names: Sendable {
    fileprivate var types: [String] = []
    fileprivate var sources: [String] = []
    fileprivate var devices: [String?] = []
  }

  /// Returns the fields of `samples`.
  static func columns(_ names: Names = Names()) -> [RowColumn<Line>] {
    let (types, sources, devices) = (names.types, names.sources, names.devices)
    return [
      RowColumn(.object, tellsApart: true, hidden: true) { .text($0.sample.uuid.description) },
      RowColumn(.type, rank: .key) { .identifier(types[$0.type]) },
      RowColumn(.start, .time, rank: .key) { .time($0.sample.startTime) },
      RowColumn(.end, .time) { .time($0.sample.endTime) },
      RowColumn("value", .quantity, rank: .key) { line in
        line.word.map { .text($0) } ?? .number(line.value)
      },
      RowColumn(.unit) { Cell(text: $0.unit) },
      RowColumn(.source, rank: .detail) { .text(sources[Int($0.sample.provenance)]) },
      RowColumn("device", rank: .detail) { Cell(text: devices[Int($0.sample.provenance)]) },
      RowColumn(.line, .number, hidden: true) { .whole(Int($0.sample.sequence)) },
    ]
  }

  /// The rows of one type that are shown.
  private struct TypeRows: Sendable {
    var type: String
    var rows: OrderedRows
    var plan: UnitPlan

    /// - Parameter number: the number of the type.
    func line(_ index: Int, _ number: Int, _ tables: HealthTables) -> Line {
      let row = rows.columns[index]
      guard row.flags.contains(.category) else {
        let (value, unit) = plan[row.unit].show(row.value)
        return Line(sample: row, type: number, value: value, unit: unit)
      }
      let word = CategoryWords.word(for: row, type: type, tables: tables)
      return Line(sample: row, type: number, value: row.value, word: word)
    }
  }
}

/// The rows of a type that are shown, which are made when they are first asked for.
private struct LaterRows<Rows: Sendable>: Sendable {
  let type: String
  let count: Int
  private let make: @Sendable () throws -> Rows
  private let known = Memo<Rows>()

  init(_ type: String, _ count: Int, _ make: @autoclosure @escaping @Sendable () throws -> Rows) {
    (self.type, self.count, self.make) = (type, count, make)
  }

  /// Creates the rows of all live samples of a type, in memory that is given back with them; nil:
  /// there are none.
  init?(
    _ type: String, of journal: ReplayedJournal,
    _ make: @escaping @Sendable (ReplayedJournal, ViewQuery) throws -> Rows?
  ) {
    let count = journal.tables.liveCount(of: type)
    if count == 0 { return nil }
    self.init(
      type, count,
      try {
        var query = ViewQuery()
        query.types = [type]
        guard let rows = try make(journal.forOneLook(query), query) else {
          preconditionFailure("live samples without rows")
        }
        return rows
      }())
  }

  var rows: Rows { get throws { try known.value(make) } }
}

extension Array {
  /// Returns parts of at most so many rows, each of one list.
  fileprivate func parts<Rows>(
    of most: Int
  ) -> [(list: Int, rows: Range<Int>)] where Element == LaterRows<Rows> {
    indices.flatMap { list in
      stride(from: 0, to: self[list].count, by: most).map { first in
        (list, first..<Swift.min(first + most, self[list].count))
      }
    }
  }
}

extension ViewQuery {
  /// True if it shows all live samples of each type that it names.
  fileprivate var showsWholeTypes: Bool {
    isOfWholeSources && sources.isEmpty && limit == nil
  }
}

/// Rows of a type in the order of time, which they get when they are first asked for.
private struct OrderedRows: Sendable {
  let columns: SampleColumns
  /// The same rows in any order.
  let selected: RowSelection
  let count: Int
  private let ordered = Memo<[UInt32]>()

  init(_ columns: SampleColumns = SampleColumns(), _ selected: RowSelection = RowSelection([])) {
    self.columns = columns
    self.selected = selected
    count = columns.count(of: selected)
  }

  /// All of them, by start, then end, then in the order of recording.
  var all: [UInt32] { ordered.value { Self.order(columns.rows(selected), of: columns) } }

  private static func order(_ rows: [Int], of columns: SampleColumns) -> [UInt32] {
    rows.map { UInt32($0) }.sorted { a, b in
      let (a, b) = (Int(a), Int(b))
      let (one, other) = (
        (columns.starts[a], columns.ends[a]), (columns.starts[b], columns.ends[b])
      )
      return one == other ? columns.isRecorded(a, before: b) : one < other
    }
  }

  /// The starts of all of them, in their order.
  var starts: [Int64] { all.map { columns.starts[Int($0)] } }

  /// Returns those at some indices, in their order.
  func keeping(_ indices: [Int]) -> OrderedRows {
    let all = all
    let kept = indices.map { all[$0] }
    let rows = OrderedRows(columns, RowSelection(kept.map { Int($0) }))
    _ = rows.ordered.value { kept }
    return rows
  }

  /// Returns the last of them, this many at most.
  func newest(_ count: Int) -> OrderedRows {
    keeping(Array(Swift.max(self.count - count, 0)..<self.count))
  }
}

extension SampleColumns {
  fileprivate func value(of key: SamplesView.Key, at row: Int) -> Int64 {
    switch key {
    case .start: starts[row]
    case .end: ends[row]
    case .seq: Int64(sequences[row])
    }
  }
}

extension View {
  package static let samples = View(
    "samples", summary: "samples one by one",
    options: NoOptions.self,
    sharing: [.type] + Option.narrowing + [.limit, .unit, .sort],
    details: """
      Shows samples one by one, as they were saved. Each sample has its own unit, unless --unit or
      a preferred unit sets another. The order is by type, then by start. With --sort all types
      are sorted together. Rows with equal values keep their usual order. Sorting by start, end or
      seq needs no memory for the rows.

      `samples bloodPressure` shows blood pressures as pairs, with the pulse that was measured with
      them. `samples food` shows each meal with its members.

      Examples

        health-journal samples --type heartRate --from yesterday --format csv
        health-journal samples --sort -end --columns startDate,endDate,identifier,value,units --limit 10
        health-journal samples --type stepCount --columns steps=value,startDate,endDate --format json
        health-journal samples --type stepCount --where 'source = owner and value > 500'
      """,
    reads: .asked, showsGroups: true, tool: .withheld,
    presentation: Presentation(hidesEmptyColumns: false),
    forms: [
      Form("", SamplesView.columns()), Form("--type bloodPressure", GroupsView.columns),
    ]
  ) { request, _ in
    let context = try request.context()
    if let groups = try GroupsView.asked(context.query) {
      var table = try GroupsView.table(of: groups, request.journal, in: context)
      table.presentation = Presentation()
      return table
    }
    return try SamplesView.table(
      of: request.journal, in: context,
      order: request.values[.sort].map { SamplesView.order($0) })
  }

  /// The view of every live object.
  package static let objects = View(
    "objects", summary: "every live object, of any kind, one row per object",
    options: NoOptions.self,
    sharing: [.type] + Option.narrowing + [.limit, .sort],
    details: """
      Shows every live object. Only this view has moods, doses of medication, assessments,
      audiograms, clinical records, and elements that this program does not know. The order is by
      type, then by start. If you ask for a time, the view leaves out objects without a time, such
      as a characteristic or the rings of a day. `fields` is JSON and has everything that the line
      states about the object.

      Examples

        health-journal objects --type bodyMass --all-columns
        health-journal objects --columns type,start,fields --format ndjson
      """,
    reads: .asked,
    presentation: Presentation(hidesEmptyColumns: false),
    forms: [Form("", ObjectsView.columns)]
  ) { request, _ in
    try ObjectsView.table(of: request.journal, try request.context().query)
  }
}

/// Every live object, whatever its kind.
enum ObjectsView {
  /// An object, with its source and line.
  struct Row {
    fileprivate var object: HealthObject
    fileprivate var value: Cell
    fileprivate var source: String
    fileprivate var sequence: UInt32
  }

  /// The fields of `objects`.
  static let columns: [RowColumn<Row>] = [
    RowColumn(.object, tellsApart: true, hidden: true) { .text($0.object.uuid.description) },
    RowColumn("kind", rank: .detail) { .text($0.object.content.kindName) },
    RowColumn(.type, rank: .key) { .identifier($0.object.content.type) },
    RowColumn(.start, .time, rank: .key) { Cell(time: $0.object.content.span?.start) },
    RowColumn(.end, .time) { Cell(time: $0.object.content.span?.end) },
    RowColumn("value", .quantity, rank: .key) { row in
      // What an element of no known type is called.
      row.value.isMissing ? Cell(text: row.object.fields.text("element")) : row.value
    },
    RowColumn(.unit) { $0.object.content.unitCell },
    RowColumn(.source, rank: .detail) { .text($0.source) },
    RowColumn(.line, .number, hidden: true) { .whole(Int($0.sequence)) },
    RowColumn("fields", hidden: true, note: "the object as JSON, as its line states it") {
      .json(ObjectText.json($0.object))
    },
  ]

  /// The objects of one type, in the order of the view: its samples, or else places of any kind.
  private struct TypeObjects: Sendable {
    var type: String
    var rows = OrderedRows()
    var others: [MatchingObjects.Candidate] = []

    var count: Int { rows.count + others.count }

    /// The object at an index, up to `count`.
    subscript(index: Int) -> MatchingObjects.Candidate {
      index < rows.count
        ? .init(rows.columns[Int(rows.all[index])]) : others[index - rows.count]
    }

    mutating func keep(_ kept: [Int]) {
      (rows, others) = (
        rows.keeping(kept.filter { $0 < rows.count }),
        kept.filter { $0 >= rows.count }.map { others[$0 - rows.count] }
      )
    }
  }

  /// Returns one row for each object, by type, then by start.
  static func table(of journal: ReplayedJournal, _ query: ViewQuery) throws -> Table {
    let lists = try lists(of: journal, query)
    let parts = lists.parts(of: ReplayedJournal.objectsAtOnce)
    var table = Table(columns, parts: parts.count) { part, body in
      let (number, range) = parts[part]
      let list = try lists[number].rows
      let places = range.map { list[$0] }
      let objects = try journal.objects(places.map { ($0.uuid, $0.sequence) })
      for (place, object) in zip(places, objects) {
        guard let object else { continue }
        try body(
          Row(
            object: object, value: object.content.valueCell(journal.tables.catalogue),
            source: journal.tables.sourceName(place.provenance), sequence: place.sequence))
      }
    }
    table.knownCount = lists.reduce(0) { $0 + $1.count }
    return table
  }

  private static func lists(
    of journal: ReplayedJournal, _ query: ViewQuery
  ) throws -> [LaterRows<TypeObjects>] {
    let others = try others(of: journal, query)
    var (query, types) = (query, try query.types(in: journal.tables))
    var later: [LaterRows<TypeObjects>] = []
    if query.showsWholeTypes {
      later = types.filter { others[$0] == nil }.compactMap { type in
        LaterRows(type, of: journal) { try lists(of: [type], $0, $1, [:]).first }
      }
      types.removeAll { others[$0] == nil }
      query.types = types
    }
    later += try lists(of: types, journal, query, others).map { LaterRows($0.type, $0.count, $0) }
    return later.sorted { $0.type < $1.type }
  }

  private static func lists(
    of types: [String], _ journal: ReplayedJournal, _ query: ViewQuery,
    _ others: [String: [ObjectRow]]
  ) throws -> [TypeObjects] {
    let tables = journal.tables
    var selection = try SampleSelection(query, journal)
    var lists: [String: TypeObjects] = [:]
    for type in types {
      guard let columns = tables.columns(of: type) else { continue }
      let rows = OrderedRows(columns, try selection.chosenRows(of: type))
      lists[type] = TypeObjects(type: type, rows: rows)
    }
    for (type, others) in others {
      var list = lists[type] ?? TypeObjects(type: type)
      let samples = (0..<list.rows.count).map { list[$0] }
      list.rows = OrderedRows()
      list.others = (samples + others.map { .init($0) }).sorted { one, other in
        let (a, b) = ((one.start, one.end), (other.start, other.end))
        return a == b
          ? tables.recordings.isRecorded(one.sequence, before: other.sequence) : a < b
      }
      lists[type] = list
    }
    let all = lists.values.filter { $0.count > 0 }.sorted { $0.type < $1.type }
    return query.limit.map { newest($0, of: all) } ?? all
  }

  /// Returns the rows of the objects that are no samples, by their types.
  private static func others(
    of journal: ReplayedJournal, _ query: ViewQuery
  ) throws -> [String: [ObjectRow]] {
    let names = journal.tables.types.names
    let asked = query.types.map(Set.init)
    let isOfAllTime = query.from == nil && query.to == nil
    let rows = try journal.objectRows(query) { row in
      let hasTime = row.kind != .characteristic && row.kind != .summary
      return (asked?.contains(names[Int(row.type)]) ?? true)
        && (isOfAllTime || hasTime && query.covers(start: row.start, end: row.end))
    }
    return Dictionary(grouping: rows) { names[Int($0.type)] }
  }

  private static func newest(_ limit: Int, of lists: [TypeObjects]) -> [TypeObjects] {
    // The objects of a type are in the order of time.
    var lists = lists
    for list in lists.indices {
      lists[list].keep(Array(max(lists[list].count - limit, 0)..<lists[list].count))
    }
    let starts = lists.map { list in list.rows.starts + list.others.map(\.start) }
    let kept = starts.map(\.count).newest(limit) { starts[$0][$1] }
    for list in lists.indices { lists[list].keep(kept[list] ?? []) }
    return lists
  }
}
