import HealthProjections

/// `latest`: the latest sample of each type.
enum LatestCommand {
  static let page = CommandPage(
    name: "latest", group: .read, summary: "the latest sample of each type",
    options: Option.view + [.type, .from, .to, .source, .predicate, .limit, .unit, .sort],
    details: """
      The live sample with the greatest end; ties by start, then by seq, later wins. Deleting it brings
      the one before back.

        health-journal latest --type bodyMass --unit lb
      """
  ) { arguments, console in
    try arguments.require(words: 0...0, "")
    var reading = try Reading(arguments, console)
    let table = try LatestView.table(of: reading.journal, in: try reading.context())
    return try console.show(table, arguments)
  }
}
