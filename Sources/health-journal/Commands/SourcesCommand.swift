import HealthProjections

/// `sources`: who wrote what, and who counts first.
enum SourcesCommand {
  static let page = CommandPage(
    name: "sources", group: .read, summary: "who wrote what, and who counts first",
    options: Option.view + [.type, .from, .to, .source, .predicate, .limit, .sort],
    details: """
      For each type its sources, the one on top that counts first where several measured the same time:
      those that `configure --priority` names, then what was entered by hand, then watches, phones (told
      by the model of the device, else by name), then the others by their first sample. Only types that
      add up, and sleep, have a rank: others show every sample.

        health-journal sources --type stepCount
      """
  ) { arguments, console in
    try arguments.require(words: 0...0, "")
    var reading = try Reading(arguments, console)
    let table = try SourcesView.table(of: reading.journal, in: try reading.context())
    return try console.show(table, arguments)
  }
}
