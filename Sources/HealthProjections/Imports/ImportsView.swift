import HealthEvents
import HealthTables
import JournalFile
import ViewTables

/// What imports state of themselves.
enum ImportsView {
  /// One row a receipt, in the order of the lines.
  static func table(of journal: ReplayedJournal, limit: Int?) throws -> Table {
    var rows: [[Cell]] = []
    try forEachReceipt(of: journal) { entry, receipt in
      rows.append(cells(entry, receipt))
    }
    return Table(columns: columns, rows: rows).limited(to: limit)
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

  static let columns =
    [
      Column("seq", .number, rank: .key, note: "the line of the receipt"),
      Column("at", .time, unit: "UTC"), Column("file"), Column("format", hidden: true),
      Column("exported", .time, rank: .detail, note: "as the file says"),
      Column("start", .time, rank: .detail, note: "of what it states"),
      Column("end", .time, rank: .detail),
      Column("complete", note: "whether the file was whole and all of it was taken"),
    ]
    + ImportTable.figures.map { figure in
      Column(
        figure, .count,
        hidden: ["read", "superseded", "erased", "leftOut", "unsupported"].contains(figure))
    } + [
      Column(
        "compared", .number, rank: .detail, note: "the seq of the receipt that it was compared with"
      ),
      Column("first", .number, hidden: true, note: "the lines that it appended"),
      Column("last", .number, hidden: true), Column("bytes", .count, hidden: true),
      Column("sha256", hidden: true),
    ]

  private static func cells(_ entry: Entry, _ receipt: ImportReceipt) -> [Cell] {
    let extent = receipt.extent
    let head: [Cell] = [
      .whole(Int(entry.sequence)), Cell(utc: entry.at), .text(receipt.file), .text(receipt.format),
      Cell(time: receipt.exported), Cell(time: extent?.start), Cell(time: extent?.end),
      extent.map { .flag($0.isComplete) } ?? .missing,
    ]
    // A receipt without an extent counts elements alone.
    let vanished = extent?.compared.flatMap { _ in
      extent.map { ImportTable.total($0.vanished) }
    }
    let tail: [Cell] = [
      Cell(whole: extent?.compared.map { Int($0) }), Cell(whole: receipt.first.map { Int($0) }),
      Cell(whole: receipt.last.map { Int($0) }), .whole(Int(clamping: receipt.bytes)),
      .text(receipt.sha256),
    ]
    let sum = ImportTable.sum(extent?.types ?? receipt.counts)
    return ImportTable.cells(head, sum, vanished: vanished) + tail
  }
}
