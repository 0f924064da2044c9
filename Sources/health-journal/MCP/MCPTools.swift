import HealthModel
import HealthProjections
import Journal
import ViewTables

/// Every tool: those made of views, and the others, one line each.
struct MCPTools {
  private let views: [View]

  /// The tools of these views, and all others.
  init(of views: [View]) { self.views = views }

  /// All of them, in the order in which clients see them. Samples themselves are none: a model
  /// would add them up.
  var all: [MCPTool] {
    [Self.types] + views.compactMap(Self.tool) + [Self.explainDay, diff, Self.check, Self.changes]
  }

  // MARK: Views

  /// The tool of a view, whose options are the view's; nil: its declaration says that it is none.
  private static func tool(_ view: View) -> MCPTool? {
    guard case .offered(let note) = view.tool else { return nil }
    var tool = MCPTool(
      view.name, view.summary + (note.isEmpty ? "" : ". " + note),
      options: view.sharedOptions + [.asOf]
    ) { call in
      var call = call
      var request = try call.read(namingTypes: view.options.contains(.type))
      let table = try view.table(&request).arrangedForAssistant(by: call.values)
      let added = try view.rowsOfTotals(request)
      return try MCPAnswer(table, view.reads, &request, call, addingUp: added)
    }
    tool.rules = view.rules
    return tool
  }

  private static var explainDay: MCPTool {
    let view = View.daily
    let others = Option.window.filter { $0 != .on } + [.sort, DailyOptions.day]
    var tool = MCPTool(
      "explain_day",
      "why a type's figure of a day is what it is: the samples that count, by how much, the rules "
        + "and the sources, with their lines",
      options: view.options.filter { $0.value != nil && !others.contains($0) } + [.asOf]
    ) { call in
      var call = call
      var request = try call.read(namingTypes: true)
      return try MCPAnswer(try view.table(&request), view.reads, &request, call)
    }
    tool.required = [Option.type.name, Option.on.name]
    tool.fixed = [("explain", "")]
    tool.rules = view.rules
    return tool
  }

  // MARK: Others

  private static var types: MCPTool {
    MCPTool(
      "types",
      "which types there are, samples, workouts, rings and all others: how many, from when to when, "
        + "and the tool that is about them; ask this first",
      options: [.from, .to, .period, .last, .source, .timeZone, .asOf]
    ) { call in
      var request = try call.reader.read(call.values)
      let table = try HeldTypes.table(of: request.journal, in: try request.context())
      return try MCPAnswer(table, .asked, &request, call)
    }.with(.window)
  }

  private static let lastImport = "last-import"
  private static let earlier = Option(
    "earlier", "SEQ|TIME",
    "the line or time to compare from, or last-import: around the last import")
  private static let later = Option(
    "later", "SEQ|TIME", "the line or time to compare with; else now")

  private var diff: MCPTool {
    let usual = views.filter(\.isComparedByDefault).map(\.name).joined(separator: ", ")
    let compared = Option("views", "VIEW", "these views; else \(usual)", isRepeatable: true)
    var tool = MCPTool(
      "diff",
      "which figures differ between two moments of the journal, and by which lines: as after an import",
      options: [Self.earlier, Self.later, compared, .type]
    ) { [views] call in
      var call = call
      let names = try call.values.list(compared)
      var known = try names.map { try views.one(named: $0, "view", by: \.name) }
      if names.isEmpty {
        // An activity is no type of a sample.
        let asksForType = call.values.has(.type)
        known = views.filter {
          $0.isComparedByDefault && (!asksForType || $0.options.contains(.type))
        }
      }
      var request = try call.read(namingTypes: known.allSatisfy { $0.options.contains(.type) })
      try Self.leaveOut(of: &known, request, &call)
      let moments = try Self.moments(call.values, in: request)
      let values = call.reader.reading(
        [Self.earlier, Self.later, compared].reduce(call.values) { $0.without($1) })
      let table = try call.reader.journal.difference(
        of: known, between: moments, called: (Self.earlier.name, Self.later.name), values
      ).cells
      return try MCPAnswer(table, .asked, &request, call)
    }
    tool.required = [Self.earlier.name]
    return tool
  }

  /// Leaves out the views that the reader never asked for, as long as there are others.
  private static func leaveOut(
    of views: inout [View], _ request: ViewRequest, _ call: inout MCPCall
  ) throws {
    let seen = views.filter { $0.reads.undetermined(in: request.tables) == nil }
    guard let first = seen.first ?? views.first else { return }
    try first.reads.requireDetermined(in: request.tables)
    call.leaveOut(views.compactMap { $0.reads.undetermined(in: request.tables) })
    views = seen
  }

  private static func moments(
    _ values: OptionValues, in request: ViewRequest
  ) throws -> (String, String) {
    guard values[earlier] == lastImport else {
      return (values[earlier] ?? "1", values[later] ?? "now")
    }
    guard !values.has(later) else {
      throw OptionProblem("'\(later.name)' goes without \(lastImport)")
    }
    return try request.journal.momentsAroundLastImport()
  }

  private static var check: MCPTool {
    MCPTool(
      "check", "samples and workouts that make no sense, and what may well be as it should",
      options: [.type, .from, .to, .on, .period, .last, .source, .asOf]
    ) { call in
      var call = call
      var request = try call.read(namingTypes: true)
      let report = try CheckReport(request.journal, in: try request.context())
      return try MCPAnswer(report.table, .asked, &request, call)
    }.with(.window)
  }

  private static let after = Option(
    "after", "UUID", "of the first line after since, only what follows this object; from the answer"
  )

  private static var changes: MCPTool {
    MCPTool(
      "changes",
      "objects that were saved, and uuids that were deleted, since a line; next is the line to go on "
        + "from, with after where the answer has one",
      options: [ChangesCommand.since, after, .type, .asOf]
    ) { call in
      var call = call
      var request = try call.read(namingTypes: true)
      var filter = ChangesTable.Filter()
      filter.types = try Inputs.types(call.values).map { Set($0) }
      filter.limit = call.limit
      let since = try call.values.whole(ChangesCommand.since) ?? 0
      filter.anchor = try ChangesCommand.anchor(UInt64(since), in: request)
      if let text = call.values[after] {
        guard let uuid = ObjectUUID(text) else {
          throw OptionProblem("'after' takes the uuid of an answer, not '\(text)'")
        }
        filter.after = uuid
      }
      let view = try ChangesTable(of: request.journal, filter)
      return try MCPAnswer(view.table, .asked, &request, call, next: view.next)
    }
  }
}

extension MCPTool {
  /// The same tool, whose options go together as these rules say.
  fileprivate func with(_ rules: [OptionRule]) -> MCPTool {
    var tool = self
    tool.rules = rules
    return tool
  }
}
