import HealthProjections

/// `sources`: who wrote what, and who counts first.
enum SourcesCommand {
  static let view = View(
    name: "sources", summary: "who wrote what, and who counts first",
    options: [.type, .from, .to, .source, .predicate, .limit, .sort],
    details: """
      For each type its sources, the one on top that counts first where several measured the same time:
      those that `configure --priority` names, then what was entered by hand, then watches, phones (told
      by the model of the device, else by name), then the others by their first sample. Only types that
      add up, and sleep, have a rank: others show every sample.

        health-journal sources --type stepCount
      """,
    rowKey: SourcesView.rowKey, hidesEmptyColumns: false
  ) {
    try SourcesView.table(of: $1.journal, in: try $1.context())
  }
}
