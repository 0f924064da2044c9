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
    let lists = try lists(of: journal, context.query)
    let provenances = tables.provenances.indices.map { UInt32($0) }
    let columns = columns(
      Names(
        types: lists.map(\.type), sources: provenances.map(tables.sourceName),
        devices: provenances.map { tables.origin($0)?.device?.name }))
    guard let order, let key = Key(rawValue: order.field) else {
      let parts = parts(of: lists)
      var table = Table(columns, parts: parts.count) { part, body in
        let (number, rows) = parts[part]
        let list = lists[number]
        for row in list.rows.all[rows] { try body(list.line(Int(row), number, tables)) }
      }
      table.knownCount = lists.reduce(0) { $0 + $1.rows.count }
      return table
    }
    let sortedRows = sortedRows(lists, by: key, descending: order.isDescending)
    var table = Table(columns) { body in
      for entry in sortedRows {
        try body(lists[Int(entry.list)].line(Int(entry.row), Int(entry.list), tables))
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
  private static func lists(
    of journal: ReplayedJournal, _ query: ViewQuery
  ) throws -> [TypeRows] {
    let tables = journal.tables
    var selection = try SampleSelection(query, journal)
    let found = try selection.types().compactMap { type in
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

  /// Returns the parts of the table: rows of one list.
  private static func parts(of lists: [TypeRows]) -> [(list: Int, rows: Range<Int>)] {
    lists.indices.flatMap { list in
      let count = lists[list].rows.count
      return stride(from: 0, to: count, by: Table.partRows).map { first in
        (list, first..<min(first + Table.partRows, count))
      }
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
    let parts = lists.indices.flatMap { list in
      stride(from: 0, to: lists[list].count, by: ReplayedJournal.objectsAtOnce).map { first in
        (list, first..<min(first + ReplayedJournal.objectsAtOnce, lists[list].count))
      }
    }
    var table = Table(columns, parts: parts.count) { part, body in
      let (list, range) = parts[part]
      let places = range.map { lists[list][$0] }
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
  ) throws -> [TypeObjects] {
    let tables = journal.tables
    var selection = try SampleSelection(query, journal)
    var lists: [String: TypeObjects] = [:]
    for type in try selection.types() {
      guard let columns = tables.columns(of: type) else { continue }
      let rows = OrderedRows(columns, try selection.chosenRows(of: type))
      lists[type] = TypeObjects(type: type, rows: rows)
    }
    for (type, others) in try others(of: journal, query) {
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

/// The columns for details of a row's object that are on its line and in no column of its view.
/// Every view that has `--where` and whose rows name an object by its uuid has them, on request:
/// each row costs reading its line again.
enum ObjectDetails {
  /// An object, and what the journal knows of its origin.
  struct Row {
    fileprivate var object: HealthObject
    fileprivate var origin: Origin?
  }

  /// The columns of all details, in order.
  static let columns: [RowColumn<Row>] = [
    RowColumn("created", .time, hidden: true) { Cell(time: $0.object.created) },
    RowColumn("sourceVersion", hidden: true) { Cell(text: $0.origin?.source.version) },
    RowColumn(
      "metadata", hidden: true,
      note: "an object; `metadata.KEY` is one value of it; these three only on request"
    ) { row in
      row.object.metadata.isEmpty ? .missing : .json(MetadataText.json(row.object.metadata))
    },
  ]
  private static let keyPrefix = "metadata."

  /// Returns the columns of a view's form, with the details if its rows name objects.
  static func columns(beside columns: [Column]) -> [Column] {
    guard columns.index(of: .object) != nil else { return columns }
    let own = Set(columns.map(\.field))
    return columns + Self.columns.map(\.column).filter { !own.contains($0.field) }
  }

  /// Returns the details that a request names and its table does not have.
  ///
  /// All are returned if a name is unknown, so that its refusal lists them.
  fileprivate static func asked(
    of table: Table, _ values: OptionValues
  ) throws -> [RowColumn<Row>] {
    let own = Set(table.columns.map(\.field))
    let absent = columns.filter { !own.contains($0.column.field) }
    let names = try names(values).map(table.field)
    let known = own.union(absent.map(\.column.field))
    let keys = names.filter { $0.hasPrefix(keyPrefix) && $0.utf8.count > keyPrefix.utf8.count }
    let isUnknown = names.contains { !known.contains($0) && !keys.contains($0) }
    let all = isUnknown || values.has(Option.allColumns)
    var seen: Set<String> = []
    return (all ? absent : absent.filter { names.contains($0.column.field) })
      + keys.filter { !own.contains($0) && seen.insert($0).inserted }.map(value)
  }

  /// Returns the fields that `--columns` and `--sort` name.
  private static func names(_ values: OptionValues) throws -> [String] {
    try values.list(.columns).compactMap { ColumnChoice($0)?.field }
      + (values[.sort].map { [RowOrder($0).field] } ?? [])
  }

  /// Returns the column of one value of metadata.
  private static func value(_ field: String) -> RowColumn<Row> {
    let key = String(field.dropFirst(keyPrefix.count))
    return RowColumn(field) { cell(of: key, in: $0.object.metadata) }
  }

  /// Returns a value of metadata: of an enumeration by its word, yes or no if the key means that.
  private static func cell(of key: String, in metadata: Metadata) -> Cell {
    let known = MetadataKey.find(key)
    switch metadata[key] {
    case nil: return .missing
    case .string(let text)?: return .text(text)
    case .boolean(let flag)?: return .flag(flag)
    case .date(let date)?: return .time(date)
    case .quantity(let number, let unit)?: return .text(DecimalText.text(number) + " " + unit)
    case .number(let number)?:
      if known?.isBoolean ?? false { return .flag(number != 0) }
      return (known?.word(of: number)).map { .text($0.name) } ?? .number(number)
    }
  }
}

extension MetadataKey {
  /// Returns the value of the key's enumeration for a number.
  func word(of number: Double) -> NamedValue? {
    Int(exactly: number).flatMap { enumeration?.value(rawValue: $0) }
  }
}

extension Table {
  /// Returns the same rows with the details of their objects that the request names.
  func detailed(for request: ViewRequest) throws -> Table {
    guard let uuid = columns.index(of: .object) else { return self }
    let details = try ObjectDetails.asked(of: self, request.values)
    guard !details.isEmpty else { return self }
    let journal = request.journal
    let line = try lineNumber(ofObjectAt: uuid, in: journal)
    var table = Table(columns: columns + details.map(\.column)) { body in
      var waiting: [[Cell]] = []
      func flush() throws {
        let objects = try journal.objects(waiting.map(line))
        for (row, object) in zip(waiting, objects) {
          let detailed = object.map { object in
            let origin = object.origin.flatMap { journal.tables.origins.named($0) }
            return ObjectDetails.Row(object: object, origin: origin)
          }
          try body(row + details.map { column in detailed.map(column.cell) ?? .missing })
        }
        waiting.removeAll(keepingCapacity: true)
      }
      try forEachRow { row in
        waiting.append(row)
        if waiting.count == ReplayedJournal.objectsAtOnce { try flush() }
      }
      try flush()
    }
    (table.order, table.presentation) = (order, presentation)
    return table
  }

  /// Returns a closure that finds the object of a row, and the line that saved it.
  private func lineNumber(
    ofObjectAt uuid: Int, in journal: ReplayedJournal
  ) throws -> @Sendable ([Cell]) -> (uuid: ObjectUUID, sequence: UInt32) {
    let sequence = columns.index(of: .line)
    if sequence == nil { try journal.tables.readObjects() }
    let lines =
      sequence == nil
      ? Dictionary(journal.tables.objects.map { ($0.uuid, $0.sequence) }) { $1 } : [:]
    return { row in
      var found = ObjectUUID(high: 0, low: 0)
      if case .text(let text) = row[uuid] { found = ObjectUUID(text) ?? found }
      if let sequence, case .whole(let line) = row[sequence] {
        return (found, UInt32(clamping: line))
      }
      return (found, lines[found] ?? 0)
    }
  }
}

extension ReplayedJournal {
  /// The number of objects whose lines are in memory at once; any may be a recording.
  static let objectsAtOnce = 64
}
