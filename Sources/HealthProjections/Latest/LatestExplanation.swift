import HealthEvents
import HealthModel
package import HealthTables
import JournalFile
package import ViewTables

/// Why a sample is the latest of its type: the rule, the sample, the samples that come next, and
/// those that were deleted or replaced and would be the latest otherwise.
package enum LatestExplanation {
  /// How many of the others are listed.
  private static let shown = 3

  /// The explanation of one type.
  ///
  /// Rows by `what`: `rule`, `removed` (newest first, with the line that removed it), `chosen`,
  /// `next` (newest first, with what it lacks). No rows where no sample was ever there to see.
  package static func table(
    of type: String, _ journal: ReplayedJournal, in context: ViewContext
  ) throws -> Table {
    var query = context.query
    query.types = [type]
    var selection = try SampleSelection(query, journal)
    guard try !selection.types().isEmpty, let columns = journal.tables.columns(of: type) else {
      return Table(Self.columns(), rows: [])
    }
    func newestFirst(_ rows: [Int]) -> [Int] {
      rows.sorted { columns.isEarlier($1, than: $0) }
    }
    let live = newestFirst(try selection.rows(of: type))
    let removed = newestFirst(try selection.removedRows(of: type)).prefix { row in
      live.first.map { columns.isEarlier($0, than: row) } ?? true
    }
    guard !live.isEmpty || !removed.isEmpty else { return Table(Self.columns(), rows: []) }
    let sample = ExplainedSample(type: type, columns: columns, journal: journal, query: query)
    var rows = [rule]
    for row in removed.prefix(shown) { rows.append(try sample.removed(row)) }
    if let chosen = live.first {
      rows.append(try sample.explained(.chosen, chosen))
      for row in live.dropFirst().prefix(shown) {
        rows.append(
          try sample.explained(.next, row, note: sample.lack(of: row, comparedWith: chosen)))
      }
    }
    return Table(Self.columns(of: type), rows: rows)
  }

  /// The fields of `latest --explain`: of those of `daily --explain` the ones that a single sample
  /// has.
  ///
  /// - Parameter type: that of all figures.
  static func columns(of type: String? = nil) -> [RowColumn<ExplainedRow>] {
    ExplainedRow.columns("`rule`, `removed`, `chosen` or `next`", counts: false, of: type)
  }

  private static let rule = ExplainedRow(
    what: .rule,
    note: "latest: the greatest end; of those the latest start; of those the last line")
}

/// The samples of a type as rows of the explanation.
private struct ExplainedSample {
  let type: String
  let columns: SampleColumns
  let journal: ReplayedJournal
  let query: Query

  func explained(
    _ what: ExplainedRow.Kind, _ index: Int, by: UInt64? = nil, note: String? = nil
  ) throws -> ExplainedRow {
    let row = columns[index]
    let shown = try ShownValue(row, type: type, query: query, tables: journal.tables)
    let isSeries = columns.extremes(of: index) != nil
    let notes = [note, isSeries ? "the average of the values that it condenses" : nil]
      .compactMap(\.self)
    return ExplainedRow(
      what: what, value: shown.value, unit: shown.unit, by: by.map { ["line \($0)"] } ?? [],
      note: notes.isEmpty ? nil : notes.joined(separator: "; ")
    ).of(row, from: journal.tables.sourceName(row.provenance))
  }

  /// Why a sample is not the latest.
  func lack(of row: Int, comparedWith chosen: Int) -> String {
    if columns.ends[row] < columns.ends[chosen] { return "ends earlier" }
    if columns.starts[row] < columns.starts[chosen] {
      return "ends at the same time, but starts earlier"
    }
    return "the same time, but in an earlier line, or earlier in its line"
  }

  /// A sample that was deleted or replaced, with the line that did it.
  func removed(_ row: Int) throws -> ExplainedRow {
    let uuid = columns.uuids[row]
    var by: UInt64?
    var note = "removed"
    try journal.forEachEntry(mentioning: uuid.description) { entry in
      switch entry.event {
      case .delete(let deletion)? where deletion.objects.contains(uuid):
        note = "deleted" + (deletion.reason.map { ": \($0)" } ?? "")
      case .save(let save)? where save.replaces.contains(uuid): note = "replaced"
      case .save?, .delete?, .open?, .origin?, .authorize?, .configure?, .importReceipt?, .erase?,
        nil:
        return
      }
      by = entry.sequence
    }
    return try explained(.removed, row, by: by, note: note)
  }
}
