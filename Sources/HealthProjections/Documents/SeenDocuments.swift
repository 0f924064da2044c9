import HealthModel
import HealthTables
import ViewTables

/// The live documents of a type that a query means, newest first. What they say is read again from
/// their lines, one at a time: a route or a recording takes a hundred times the memory of its row.
struct SeenDocuments: Sendable {
  /// The rows in order.
  let rows: [ObjectRow]
  private let journal: ReplayedJournal

  /// - Parameters:
  ///   - type: an identifier.
  ///   - isMeant: which of the rows are asked for.
  /// - Throws: `.readNotDetermined`; what reading lines throws.
  init(
    of type: String, in journal: ReplayedJournal, _ query: Query,
    where isMeant: (ObjectRow) -> Bool
  ) throws {
    let tables = journal.tables
    try tables.requireDetermined(type)
    let number = tables.types.number(of: type)
    var rows = try journal.objectRows(query) { row in
      row.kind == .document && row.type == number
        && query.covers(start: row.start, end: row.end) && isMeant(row)
    }
    rows.sort {
      ($0.start, $0.end, $0.sequence, $0.uuid) > ($1.start, $1.end, $1.sequence, $1.uuid)
    }
    self.rows = Array(rows.prefix(query.limit ?? .max))
    self.journal = journal
  }

  /// Calls `body` with each row and what its line says.
  func forEach(_ body: (ObjectRow, HealthObject) throws -> Void) throws {
    try journal.forEach(rows, body)
  }
}

extension ReplayedJournal {
  /// The live objects beside samples that a query's sources and predicate let pass, in the order
  /// in which they were saved.
  ///
  /// - Parameter isMeant: which of the rows are asked for.
  func objectRows(
    _ query: Query, where isMeant: (ObjectRow) -> Bool
  ) throws -> [ObjectRow] {
    try tables.readObjects()
    let passes = query.provenances(in: tables)
    let rows = tables.objects.filter {
      $0.isLive && passes[Int($0.provenance)] && isMeant($0)
    }
    guard var evaluator = try PredicateEvaluator(query, self) else { return rows }
    var kept: [ObjectRow] = []
    try forEach(rows) { row, object in
      if try evaluator.holds(row, object) { kept.append(row) }
    }
    return kept
  }

  /// Calls `body` with each row and what its line says. A line that saved several that follow each
  /// other is read once.
  func forEach(
    _ rows: [ObjectRow], _ body: (ObjectRow, HealthObject) throws -> Void
  ) throws {
    var rest = rows[...]
    while let first = rest.first {
      let ofLine = rest.prefix { $0.sequence == first.sequence }
      rest = rest.dropFirst(ofLine.count)
      let line = UInt64(first.sequence)
      let objects = try objects(inLines: [line])[line]
      for row in ofLine {
        if let object = objects?[row.uuid] { try body(row, object) }
      }
    }
  }
}

extension [Field] {
  /// The elements of a list; none where there is none.
  func list(_ name: String) -> [FieldValue] {
    if case .list(let elements)? = self[name] { elements } else { [] }
  }

  /// A number; nil where there is none.
  func number(_ name: String) -> Double? {
    if case .number(let number)? = self[name] { number } else { nil }
  }

  /// A text; nil where there is none.
  func text(_ name: String) -> String? {
    if case .text(let text)? = self[name] { text } else { nil }
  }
}
