import HealthTables
import ViewTables
/// The options of `authorizations`.
struct AuthorizationsOptions: ViewOptions {
  /// Whether there is a row for each decision.
  var showsHistory = false

  private static let history = Option(
    "history", nil, "every decision in its order, with what was before")

  static let declared: [DeclaredOption<Self>] =
    shared(.source, .type)
    + [
      .flag(\.showsHistory, history)
    ]
    + shared(.limit, .sort)
}

extension View {
  /// What the owner has decided on sources.
  package static let authorizations = View(
    "authorizations", summary: "what sources may share and read",
    options: AuthorizationsOptions.self,
    details: """
      One row a source and type: what holds now, and since which line. A type that was never asked for,
      or has been reset, has no row. With --history one row a decision: what it was set to, and what it
      was before. Times shown are UTC. The owner may save and read everything and is not listed. With
      --as a source sees what it may share; what it may read is not told, as in HealthKit.

        health-journal authorizations --source com.example.swimfit
        health-journal authorizations --history --type bodyMass
      """,
    rowKey: AuthorizationsView.rowKey, reads: .only(.authorizations),
    presentation: Presentation(hidesEmptyColumns: false),
    forms: [
      Form("", AuthorizationsView.columns), Form("--history", AuthorizationsView.historyColumns),
    ]
  ) { request, options in
    var filter = AuthorizationsView.Filter()
    filter.sources = request.values.all(.source)
    filter.types = try Inputs.types(request.values)
    let tables = request.journal.tables
    let table =
      options.showsHistory
      ? AuthorizationsView.history(of: tables, filter: filter)
      : AuthorizationsView.table(of: tables, filter: filter)
    return table.limited(to: try request.limitUnlessSorted())
  }
}
