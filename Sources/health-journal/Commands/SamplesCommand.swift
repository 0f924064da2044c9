import HealthProjections

/// `samples`: samples one by one.
enum SamplesCommand {
  static let order = Option("order", "ORDER", "start (the default), end or seq")

  static let page = CommandPage(
    name: "samples", group: .read, summary: "samples one by one",
    options: Option.view + [.type, .from, .to, .source, .limit, .unit, order],
    details: """
      Type by type, as they were saved, in their own units unless --unit or a preferred unit says
      otherwise.

        health-journal samples --type heartRate --from yesterday --format csv
      """
  ) { arguments, console in
    try arguments.require(words: 0...0, "")
    var reading = try Reading(arguments, console)
    return try console.show(try table(arguments, &reading), arguments)
  }

  static func table(_ arguments: Arguments, _ reading: inout Reading) throws -> Table {
    try SamplesView.table(
      of: reading.journal, in: try reading.context(),
      order: try Inputs.choice(order, arguments) ?? .start)
  }
}
