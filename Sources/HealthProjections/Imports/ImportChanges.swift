import ByteTools
import HealthEvents
import HealthModel
package import HealthTables
import JournalFile
package import ViewTables

/// What one import did.
package enum ImportChanges {
  /// A line that is no receipt of an import.
  package struct NoReceipt: Error, Hashable, Sendable {}

  /// One row for each object that the import saved or deleted, and for each field that it
  /// corrected, in the order of its lines.
  ///
  /// - Parameter line: that of its receipt.
  /// - Throws: `NoReceipt`; what reading lines throws.
  package static func table(of line: UInt64, in journal: ReplayedJournal) throws -> Table {
    guard case .importReceipt(let receipt)? = try journal.entry(line)?.event else {
      throw NoReceipt()
    }
    guard let first = receipt.first, let last = receipt.last, first <= last else {
      return Table(columns, rows: [])
    }
    let older = try older(in: journal, first...last)
    return Table(columns) { body in
      try journal.forEachEntry(from: first) { entry in
        guard entry.sequence <= last else { return false }
        for row in rows(entry, older, journal.tables) { try body(row) }
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
    RowColumn("field") { Cell(text: $0.field?.field) },
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

  /// What the lines of an import replaced or deleted, as it was stated.
  private static func older(
    in journal: ReplayedJournal, _ lines: ClosedRange<UInt64>
  ) throws -> [ObjectUUID: Stated] {
    var wanted: Set<ObjectUUID> = []
    try journal.forEachEntry(from: lines.lowerBound) { entry in
      switch entry.event {
      case .save(let save)?: wanted.formUnion(save.replaces)
      case .delete(let deletion)?: wanted.formUnion(deletion.objects)
      case .open?, .origin?, .authorize?, .configure?, .importReceipt?, .erase?, nil: break
      }
      return entry.sequence < lines.upperBound
    }
    var found: [ObjectUUID: Stated] = [:]
    let sequences = try journal.tables.sequences(of: wanted)
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
  ) -> [Row] {
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
    case .open?, .origin?, .authorize?, .configure?, .importReceipt?, .erase?, nil: return []
    }
  }

  private static func row(
    _ change: String, _ object: HealthObject, _ entry: Entry, _ tables: HealthTables,
    _ field: Change? = nil
  ) -> Row {
    let source = object.origin.flatMap { tables.origins[$0]?.source.name } ?? EventActor.owner
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

  /// All that an object says, by paths as `metadata.HKTimeZone`, its source and device included.
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

extension HealthTables {
  /// The lines that saved some objects, live or not, in one pass over all rows.
  fileprivate func sequences(of uuids: Set<ObjectUUID>) throws -> [ObjectUUID: UInt64] {
    if uuids.isEmpty { return [:] }
    try read(types: nil)
    try readObjects()
    var found: [ObjectUUID: UInt64] = [:]
    for type in sampleTypes {
      let columns = columns(type)
      for row in 0..<columns.count where uuids.contains(columns.uuids[row]) {
        found[columns.uuids[row]] = UInt64(columns.sequences[row])
      }
    }
    for object in objects where uuids.contains(object.uuid) {
      found[object.uuid] = UInt64(object.sequence)
    }
    return found
  }
}
