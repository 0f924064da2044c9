extension View {
  /// What imports state of themselves.
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
    rowKey: RowKey("seq"), reads: .only(.receipts),
    forms: [Form("", ImportsView.columns)]
  ) { request, _ in
    try ImportsView.table(of: request.journal, limit: try request.limitUnlessSorted())
  }
}
