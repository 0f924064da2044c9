import HealthProjections

/// `latest`: the latest sample of each type.
enum LatestCommand {
  private static let explain = Option("explain", nil, "with one --type: why it is so")

  static let page = CommandPage(
    name: "latest", group: .read, summary: "the latest sample of each type",
    options: Option.view + [.type, .from, .to, .source, .predicate, .limit, .unit, .sort, explain],
    details: """
      The live sample with the greatest end; ties by start, then by seq, later wins. Deleting it brings
      the one before back. --explain lists the sample, those that come next and what they lack, and those
      that would come first had a line not deleted or replaced them; `history` and `log` show a line.

        health-journal latest --type bodyMass --unit lb
        health-journal latest --type bodyMass --explain
      """
  ) { arguments, console in
    try arguments.require(words: 0...0, "")
    var reading = try Reading(arguments, console)
    let context = try reading.context()
    guard arguments.has(explain) else {
      let table = try LatestView.table(of: reading.journal, in: context)
      return try console.show(table, arguments)
    }
    guard let types = context.query.types, types.count == 1 else {
      throw arguments.misused("--explain needs one --type")
    }
    let table = try LatestExplanation.table(of: types[0], reading.journal, in: context)
    return try console.showFilled(table.limited(to: context.query.limit), arguments)
  }
}
