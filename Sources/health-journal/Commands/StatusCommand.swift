import HealthExport
import HealthProjections

/// `status`: what the journal is.
enum StatusCommand {
  static let page = CommandPage(
    name: "status", group: .audit, summary: "the journal's identity, head, size and span",
    options: Option.rows + [.asOf, .verify, .timeZone],
    details: """
      Note the seq and the chain value somewhere else: with them you can show later that nothing
      before that line was changed.
      """
  ) { arguments, console in
    var reading = try Reading(arguments, console)
    let table = try reading.request.timed(StatusView.table(of: reading.journal))
    let isTransposed = try Console.format(arguments).isForPeople && !arguments.has(.columns)
    return try console.show(isTransposed ? table.transposed(console.options) : table, arguments)
  }
}
