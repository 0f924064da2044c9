import ByteTools
package import HealthEvents
import HealthModel
package import HealthTables
import JournalFile

/// The view of the receipts of imports.
enum ImportsView {
  /// Returns one row for each receipt that was recorded in the window of the request, in the order
  /// of the lines.
  static func table(_ request: inout ViewRequest) throws -> Table {
    let (from, to) = try request.window()
    var rows: [Row] = []
    try forEachReceipt(of: request.journal) { entry, receipt in
      guard from.map({ entry.at >= $0 }) ?? true, to.map({ entry.at < $0 }) ?? true else { return }
      rows.append(Row(entry, receipt))
    }
    return Table(columns, rows: rows.suffix(try request.limitUnlessSorted() ?? .max))
  }

  /// Calls `body` with each receipt that the reader sees, and its line.
  static func forEachReceipt(
    of journal: ReplayedJournal, _ body: (Entry, ImportReceipt) throws -> Void
  ) throws {
    guard journal.tables.counts[.importReceipt] > 0 else { return }
    try journal.forEachEntry(ofKinds: [.importReceipt]) { entry in
      if case .importReceipt(let receipt)? = entry.event { try body(entry, receipt) }
    }
  }

  struct Row {
    fileprivate let sequence: UInt64
    fileprivate let at: Instant
    fileprivate let receipt: ImportReceipt
    fileprivate let figures: ImportFigures

    fileprivate init(_ entry: Entry, _ receipt: ImportReceipt) {
      (sequence, at, self.receipt) = (entry.sequence, entry.at, receipt)
      let extent = receipt.extent
      // A receipt without an extent counts elements alone.
      let vanished = extent?.compared.flatMap { _ in
        extent.map { ImportTable.total($0.vanished) }
      }
      figures = ImportFigures(
        count: ImportTable.sum(extent?.types ?? receipt.counts), vanished: vanished)
    }
  }

  static let columns: [RowColumn<Row>] =
    [
      RowColumn(.line, .number, tellsApart: true, rank: .key, note: "the line of the receipt") {
        .whole(Int($0.sequence))
      },
      RowColumn(.recorded, .time, unit: "UTC") { Cell(utc: $0.at) },
      RowColumn("file") { .text($0.receipt.file) },
      RowColumn("format", hidden: true) { .text($0.receipt.format) },
      RowColumn("exported", .time, rank: .detail, note: "as the file states it") {
        Cell(time: $0.receipt.exported)
      },
      RowColumn(.start, .time, rank: .detail, note: "the first time in the file") {
        Cell(time: $0.receipt.extent?.start)
      },
      RowColumn(.end, .time, rank: .detail) { Cell(time: $0.receipt.extent?.end) },
      RowColumn("complete", note: "true: the file was whole, and all of it was imported") {
        $0.receipt.extent.map { .flag($0.isComplete) } ?? .missing
      },
    ]
    + ImportFigures.columns(
      hiding: ["read", "restored", "superseded", "deleted", "erased", "leftOut", "unsupported"]
    ).map { column in column.of { $0.figures } } + [
      RowColumn(
        "compared", .number, rank: .detail,
        note: "the seq of the receipt with which it was compared"
      ) { number($0.receipt.extent?.compared) },
      RowColumn("first", .number, hidden: true, note: "the lines that it appended") {
        number($0.receipt.first)
      },
      RowColumn("last", .number, hidden: true) { number($0.receipt.last) },
      RowColumn("bytes", .count, hidden: true) { .whole(Int(clamping: $0.receipt.bytes)) },
      RowColumn("sha256", hidden: true) { .text($0.receipt.sha256) },
    ]

  private static func number(_ line: UInt64?) -> Cell { Cell(whole: line.map { Int($0) }) }
}

extension View {
  /// The view of the receipts of imports.
  package static let imports = View(
    "imports", summary: "all imports, or the changes of one import",
    options: NoOptions.self,
    sharing: [.recordedFrom, .recordedTo, .on, .period, .last, .limit, .sort],
    details: """
      Shows every import, from its receipt: the file, the date of the export, the first and last
      time in the file, and the numbers of its objects. Docs/IMPORTS.md explains these numbers.
      The formats for programs also have the hash and size of the file, and the lines that the
      import appended. Only the owner sees receipts.

      LINE is the line of a receipt. With LINE the command shows the changes of that import. There
      is one row for each object that it saved or deleted, and one row for each field that it
      corrected, with the values before and after.

      Examples

        health-journal imports
        health-journal imports 11096 --format csv

      Fields

        with LINE: change (`new`, `corrected` or `deleted`), type, start, end, source, field, before,
          after, uuid, seq
      """,
    reads: .only(.receipts), forms: [Form("", ImportsView.columns)]
  ) { request, _ in try ImportsView.table(&request) }
}

/// The table of an import's figures.
package enum ImportTable {
  /// Returns one row for each kind of element, and after them one for each type of object.
  ///
  /// - Parameter vanished: the objects that earlier imports stated and this one does not, by type;
  ///   nil if the imports were not compared.
  package static func table(
    _ counts: [ImportCount], types: [ImportCount], vanished: [VanishedCount]?
  ) -> Table {
    var missing: [String: Int] = [:]
    for row in vanished ?? [] { add(row.count, to: &missing[row.type, default: 0]) }
    let rows =
      counts.map { Row(element: $0.element, figures: ImportFigures(count: $0)) }
      + types.sorted { $0.element < $1.element }.map { count in
        let vanished = vanished == nil ? nil : missing[count.element] ?? 0
        return Row(
          type: count.element, figures: ImportFigures(count: count, vanished: vanished))
      }
    return Table(columns, rows: rows)
  }

  /// A kind of element, or a type of object.
  private struct Row {
    var element: String?
    var type: String?
    var figures: ImportFigures
  }

  private static let columns: [RowColumn<Row>] =
    [
      RowColumn("element", rank: .key) { Cell(text: $0.element) },
      RowColumn(.type, rank: .key) { Cell(identifier: $0.type) },
    ] + ImportFigures.columns().map { column in column.of { $0.figures } }

  /// Returns how many elements vanished in all; it stops at the greatest number, as `sum` does.
  static func total(_ vanished: [VanishedCount]) -> Int {
    vanished.reduce(into: 0) { sum, row in add(row.count, to: &sum) }
  }

  /// Returns the sum of some counts. Each figure stops at the greatest number: a receipt of another
  /// program may state any.
  package static func sum(_ counts: [ImportCount]) -> ImportCount {
    let figures: [WritableKeyPath<ImportCount, Int>] = [
      \.read, \.saved, \.restored, \.corrected, \.known, \.superseded, \.deleted, \.erased,
      \.leftOut,
      \.quarantined,
      \.unsupported,
    ]
    return counts.reduce(into: ImportCount(element: "")) { sum, count in
      for figure in figures { add(count[keyPath: figure], to: &sum[keyPath: figure]) }
    }
  }

  private static func add(_ count: Int, to sum: inout Int) {
    let (total, overflows) = sum.addingReportingOverflow(count)
    sum = overflows ? .max : total
  }
}

/// The outcomes of an import: the numbers of its elements or objects by result.
struct ImportFigures {
  var count: ImportCount
  /// The number of objects that earlier imports stated and this one does not; nil if the imports
  /// were not compared.
  var vanished: Int?

  /// Returns the columns of these figures.
  ///
  /// - Parameter hidden: the fields that people are not shown.
  static func columns(hiding hidden: Set<String> = []) -> [RowColumn<ImportFigures>] {
    func figure(
      _ field: String, _ figure: @escaping @Sendable (ImportFigures) -> Int?
    ) -> RowColumn<ImportFigures> {
      RowColumn(field, .count, hidden: hidden.contains(field)) { Cell(whole: figure($0)) }
    }
    return [
      figure("read") { $0.count.read }, figure("new") { $0.count.saved },
      figure("identical") { $0.count.known }, figure("corrected") { $0.count.corrected },
      figure("restored") { $0.count.restored }, figure("superseded") { $0.count.superseded },
      figure("deleted") { $0.count.deleted }, figure("erased") { $0.count.erased },
      figure("vanished") { $0.vanished }, figure("leftOut") { $0.count.leftOut },
      figure("quarantined") { $0.count.quarantined },
      figure("unsupported") { $0.count.unsupported },
    ]
  }
}

extension Table {
  /// Returns the same table for people: without the columns that hold only zeros, except those of
  /// `fields`.
  package func withoutZeros(but fields: Set<String>) throws -> Table {
    let rows = try allRows()
    let empty = columns.indices.filter { index in
      rows.allSatisfy { $0[index] == .missing || $0[index] == .whole(0) }
    }
    return try without(Set(empty.map { columns[$0].field }).subtracting(fields))
  }
}

/// The table of an import's changes.
package enum ImportChanges {
  /// Returns one row for each object that the import saved or deleted, and for each field that it
  /// corrected, in the order of its lines.
  ///
  /// - Parameter line: the line of its receipt.
  /// - Throws: `ProjectionError.noReceipt`; the errors of reading lines.
  package static func table(of line: UInt64, in journal: ReplayedJournal) throws -> Table {
    guard case .importReceipt(let receipt)? = try journal.entry(line)?.event else {
      throw ProjectionError.noReceipt(line: line)
    }
    guard let lines = receipt.lines(before: line) else { return Table(columns, rows: []) }
    let older = try older(in: journal, lines)
    return Table(columns) { body in
      try journal.forEachEntry(from: lines.lowerBound) { entry in
        guard entry.sequence <= lines.upperBound else { return false }
        for row in try rows(entry, older, journal.tables) { try body(row) }
        return true
      }
    }
  }

  /// An object that was saved or deleted, or a field of it that was corrected.
  private struct Row {
    var change: String
    var object: HealthObject
    var source: String
    var sequence: UInt64
    var field: Change?
  }

  private static let columns: [RowColumn<Row>] = [
    RowColumn("change", rank: .key) { .text($0.change) },
    RowColumn(.type, rank: .key) { .identifier($0.object.content.type) },
    RowColumn(.start, .time) { Cell(time: $0.object.content.span?.start) },
    RowColumn(.end, .time, rank: .detail) { Cell(time: $0.object.content.span?.end) },
    RowColumn(.source, rank: .detail) { .text($0.source) },
    RowColumn(.field) { Cell(text: $0.field?.field) },
    RowColumn("before") { Cell(text: $0.field?.before) },
    RowColumn("after") { Cell(text: $0.field?.after) },
    RowColumn(.object, hidden: true) { .text($0.object.uuid.description) },
    RowColumn(.line, .number, hidden: true) { .whole(Int($0.sequence)) },
  ]

  // MARK: Older versions

  /// An object as an earlier line stated it.
  private struct Stated: Sendable {
    var object: HealthObject
    var line: UInt64
  }

  /// Returns the objects that the lines of an import replaced or deleted, as they were stated.
  private static func older(
    in journal: ReplayedJournal, _ lines: ClosedRange<UInt64>
  ) throws -> [ObjectUUID: Stated] {
    var wanted: Set<ObjectUUID> = []
    try journal.forEachEntry(from: lines.lowerBound) { entry in
      switch entry.event {
      case .save(let save)?: wanted.formUnion(save.replaces)
      case .delete(let deletion)?: wanted.formUnion(deletion.objects)
      case .revert(let revert)?:
        wanted.formUnion(try journal.tables.objects(of: revert[.live]).keys)
      case .open?, .origin?, .authorize?, .configure?, .declare?, .importReceipt?, .erase?,
        .format?, nil:
        break
      }
      return entry.sequence < lines.upperBound
    }
    var found: [ObjectUUID: Stated] = [:]
    let sequences = try journal.tables.lines(of: wanted)
    for entry in try journal.entries(Set(sequences.values)).values {
      guard case .save(let save)? = entry.event else { continue }
      for object in save.objects where wanted.contains(object.uuid) {
        found[object.uuid] = Stated(object: object, line: entry.sequence)
      }
    }
    return found
  }

  // MARK: Rows

  private static func rows(
    _ entry: Entry, _ older: [ObjectUUID: Stated], _ tables: HealthTables
  ) throws -> [Row] {
    switch entry.event {
    case .save(let save)?:
      return save.objects.enumerated().flatMap { index, object -> [Row] in
        guard index < save.replaces.count, let old = older[save.replaces[index]]?.object else {
          return [row("new", object, entry, tables)]
        }
        let changes = changes(from: fields(of: old, tables), to: fields(of: object, tables))
        return changes.map { row("corrected", object, entry, tables, $0) }
      }
    case .delete(let deletion)?:
      return deletion.objects.compactMap { uuid in
        older[uuid].map { row("deleted", $0.object, entry, tables) }
      }
    case .revert(let revert)?:
      return try tables.objects(of: revert[.live]).keys.sorted().compactMap { uuid in
        older[uuid].map { row("restored", $0.object, entry, tables) }
      }
    case .open?, .origin?, .authorize?, .configure?, .declare?, .importReceipt?, .erase?, .format?,
      nil:
      return []
    }
  }

  private static func row(
    _ change: String, _ object: HealthObject, _ entry: Entry, _ tables: HealthTables,
    _ field: Change? = nil
  ) -> Row {
    let source = object.origin.flatMap { tables.origins.named($0)?.source.name } ?? EventActor.owner
    return Row(
      change: change, object: object, source: source, sequence: entry.sequence, field: field)
  }

  // MARK: Fields

  private struct Change {
    var field: String
    var before: String?
    var after: String?
  }

  private static func changes(
    from before: [String: String], to after: [String: String]
  ) -> [Change] {
    Set(before.keys).union(after.keys).sorted().compactMap { field in
      let change = Change(field: field, before: before[field], after: after[field])
      return change.before == change.after ? nil : change
    }
  }

  /// Returns all fields of an object, by paths as `metadata.HKTimeZone`, its source and device
  /// included.
  private static func fields(of object: HealthObject, _ tables: HealthTables) -> [String: String] {
    var fields: [String: String] = [:]
    add(ObjectText.bytes(object), to: &fields)
    for name in ["uuid", "origin"] { fields[name] = nil }
    if let origin = object.origin.flatMap({ tables.origins[$0] }) {
      add(OriginText.bytes(origin), to: &fields)
    }
    return fields
  }

  private static func add(_ json: [UInt8], to fields: inout [String: String]) {
    let bytes = json.rawBytes
    guard let tape = try? JSONTape(bytes) else { return }
    add(JSONView(tape, bytes), "", to: &fields)
  }

  private static func add(_ value: JSONView, _ path: String, to fields: inout [String: String]) {
    func inner(_ name: String) -> String { path.isEmpty ? name : "\(path).\(name)" }
    var elements = value.elements
    switch value.kind {
    case .object:
      while let key = elements.next(), let member = elements.next() {
        add(member, inner(key.text ?? ""), to: &fields)
      }
    case .array:
      var number = 1
      while let element = elements.next() {
        add(element, inner(String(number)), to: &fields)
        number += 1
      }
    case .null: break
    case .no: fields[path] = "false"
    case .yes: fields[path] = "true"
    case .number: fields[path] = value.number.map { DecimalText.text($0) }
    case .text: fields[path] = value.text
    }
  }
}
