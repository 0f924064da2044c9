import HealthEvents
import HealthModel
import HealthTables
import JournalFile
import ViewTables

/// The receipts of imports.
enum ImportsView {
  /// One row a receipt, in the order of the lines.
  static func table(of journal: ReplayedJournal, limit: Int?) throws -> Table {
    var rows: [Row] = []
    try forEachReceipt(of: journal) { entry, receipt in
      rows.append(Row(entry, receipt))
    }
    return Table(columns, rows: rows).limited(to: limit)
  }

  /// Calls `body` with each receipt that the reader sees, and its line.
  static func forEachReceipt(
    of journal: ReplayedJournal, _ body: (Entry, ImportReceipt) throws -> Void
  ) throws {
    guard journal.tables.counts[.importReceipt] > 0 else { return }
    try journal.forEachEntry(mentioning: "\"sha256\"") { entry in
      if case .importReceipt(let receipt)? = entry.event { try body(entry, receipt) }
    }
  }

  /// An import.
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
      RowColumn("exported", .time, rank: .detail, note: "as the file says") {
        Cell(time: $0.receipt.exported)
      },
      RowColumn(.start, .time, rank: .detail, note: "of what it states") {
        Cell(time: $0.receipt.extent?.start)
      },
      RowColumn(.end, .time, rank: .detail) { Cell(time: $0.receipt.extent?.end) },
      RowColumn("complete", note: "whether the file was whole and all of it was taken") {
        $0.receipt.extent.map { .flag($0.isComplete) } ?? .missing
      },
    ]
    + ImportFigures.columns(
      hiding: ["read", "superseded", "erased", "leftOut", "unsupported"]
    ).map { column in column.of { $0.figures } } + [
      RowColumn(
        "compared", .number, rank: .detail, note: "the seq of the receipt that it was compared with"
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
  /// The receipts of imports.
  package static let imports = View(
    "imports", summary: "every import, and what one of them did",
    options: NoOptions.self,
    sharing: [.limit, .sort],
    details: """
      A row an import, from its receipt: the file, when it was exported, from when to when it states
      something, and what became of its objects: new, identical with what the journal held, corrected,
      superseded (older than what the journal has, or deleted there), erased (erased from the journal
      before, and kept out), vanished (stated by the earlier exports that it was compared with and not
      by this one), left out (not asked for), quarantined.
      The machine formats tell file hash, size and lines too. Receipts are the owner's.

      With SEQ, the line of a receipt, it shows what that import did: a row for each object that it
      saved or deleted, and of one that it corrected a row for each field that changed.

        health-journal imports
        health-journal imports 11096 --format csv
      """,
    reads: .only(.receipts), forms: [Form("", ImportsView.columns)]
  ) { request, _ in
    try ImportsView.table(of: request.journal, limit: try request.limitUnlessSorted())
  }
}
