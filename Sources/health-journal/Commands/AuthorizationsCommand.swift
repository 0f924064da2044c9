import HealthProjections
import HealthTables

/// `authorizations`: what the owner has decided on sources.
enum AuthorizationsCommand {
  static let history = Option(
    "history", nil, "every decision in its order, with what was before")

  static let view = View(
    name: "authorizations", summary: "what sources may share and read",
    options: [.source, .type, history, .limit, .sort],
    details: """
      One row a source and type: what holds now, and since which line. A type that was never asked for,
      or has been reset, has no row. With --history one row a decision: what it was set to, and what it
      was before. Times shown are UTC. The owner may save and read everything and is not listed. With
      --as a source sees what it may share; what it may read is not told, as in HealthKit.

        health-journal authorizations --source com.example.swimfit
        health-journal authorizations --history --type bodyMass
      """,
    rowKey: AuthorizationsView.rowKey, hidesEmptyColumns: false
  ) {
    try table($0, &$1)
  }

  /// What holds now, or every decision.
  static func table(_ arguments: Arguments, _ reading: inout Reading) throws -> Table {
    var filter = AuthorizationsView.Filter()
    filter.sources = arguments.all(.source)
    let types = try arguments.list(.type)
    if !types.isEmpty { filter.types = try types.map { try Inputs.type($0) } }
    let limit = arguments.has(.sort) ? nil : try arguments.whole(.limit, least: 1)
    let tables = reading.journal.tables
    let table =
      arguments.has(history)
      ? AuthorizationsView.history(of: tables, filter: filter)
      : AuthorizationsView.table(of: tables, filter: filter)
    return table.limited(to: limit)
  }
}
