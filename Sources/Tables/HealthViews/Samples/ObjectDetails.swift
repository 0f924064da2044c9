import ByteTools
import HealthEvents
import HealthModel
import HealthTables
import JournalFile

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
