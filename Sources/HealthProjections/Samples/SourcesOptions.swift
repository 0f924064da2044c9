import ViewTables

extension View {
  /// Who wrote what, and who counts first.
  package static let sources = View(
    "sources", summary: "who wrote what, and who counts first",
    options: NoOptions.self,
    sharing: [.type, .from, .to, .on, .period, .last, .source, .predicate, .typed, .limit, .sort],
    details: """
      For each type its sources, the one on top that counts first where several measured the same time:
      those that `configure --priority` names, then what was entered by hand, then watches, phones (told
      by the device; by name only where no device is stated), then the others, the newest first, by
      their first sample. Only types that add up, and sleep, have a rank: others show every sample. A
      window of time chooses the samples that are counted; the order is that of all time.

      A source is its bundle, else its name. Sources of one name have bundle or hardware behind it. One
      with samples entered by hand and others has a row for each. `owner` is what the owner saved
      without a source; --where 'metadata.HKWasUserEntered = true' finds what others call so, and
      --typed yes both.

        health-journal sources --type stepCount
      """,
    reads: .asked,
    presentation: Presentation(hidesEmptyColumns: false),
    forms: [Form("", SourcesView.columns)]
  ) { request, _ in
    try SourcesView.table(of: request.journal, in: try request.context())
  }
}
