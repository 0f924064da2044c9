import HealthProjections

/// `latest`: the latest sample of each type.
enum LatestCommand {
  private static let explain = Option("explain", nil, "with one --type: why it is so")

  static let view = View(
    name: "latest", summary: "the latest sample of each type",
    options: [.type, .from, .to, .source, .predicate, .limit, .unit, .sort, explain],
    commandOptions: [explain],
    details: """
      The live sample with the greatest end; ties by start, then by seq, later wins. Deleting it brings
      the one before back. --explain lists the sample, those that come next and what they lack, and those
      that would come first had a line not deleted or replaced them; `history` and `log` show a line.

        health-journal latest --type bodyMass --unit lb
        health-journal latest --type bodyMass --explain
      """,
    rowKey: LatestView.rowKey, isComparedByDefault: true, hidesEmptyColumns: false
  ) {
    try LatestView.table(of: $1.journal, in: try $1.context())
  } show: { arguments, reading, console in
    let context = try reading.context()
    guard arguments.has(explain) else {
      return try console.show(
        try LatestView.table(of: reading.journal, in: context), arguments)
    }
    guard let types = context.query.types, types.count == 1 else {
      throw arguments.misused("--explain needs one --type")
    }
    let table = try LatestExplanation.table(of: types[0], reading.journal, in: context)
    return try console.showFilled(table.limited(to: context.query.limit), arguments)
  }
}
