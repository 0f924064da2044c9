import HealthModel
import HealthProjections
import Journal
import ViewTables

/// Every tool: those made of views, and the others, one line each.
enum MCPTools {
  /// The views that are tools. Samples themselves are not: a model would add them up.
  private static let views: [View] = [
    .latest, .daily, .statistics, .compare, .sleep, .workouts, .swims, .energy, .sources, .find,
  ]

  /// All of them, in the order in which clients see them.
  static var all: [MCPTool] {
    [types] + views.map { tool($0) } + [explainDay, diff, check, changes]
  }

  // MARK: Views

  /// A tool of a view: its options are the view's.
  private static func tool(_ view: View) -> MCPTool {
    var tool = MCPTool(
      view.name, description(view.summary, view.details), options: view.sharedOptions + [.asOf]
    ) { call in try answer(view, call) }
    tool.rules = view.rules
    return tool
  }

  private static func answer(_ view: View, _ call: MCPCall) throws -> MCPAnswer {
    var request = try call.reader.read(call.values)
    let table = try view.table(&request).arranged(by: call.values)
    return try MCPAnswer(table, view.reads, &request, call)
  }

  /// The summary and the first paragraph of help: the list of tools is read before each
  /// conversation.
  private static func description(_ summary: String, _ details: String) -> String {
    let first = details.firstRange(of: "\n\n").map { details[..<$0.lowerBound] } ?? details[...]
    return "\(summary). " + first.split(separator: "\n").joined(separator: " ")
  }

  private static var explainDay: MCPTool {
    let names = ["type", "on", "time-zone", "day-starts", "source", "unit", "attribute", "sources"]
    let view = View.daily
    var tool = MCPTool(
      "explain_day",
      "why a type's figure of a day is what it is: the samples that count, by how much, the rules and "
        + "the sources, with their lines.",
      options: view.options.filter { names.contains($0.name) } + [.asOf]
    ) { call in try answer(view, call) }
    tool.required = ["type", "on"]
    tool.fixed = [("explain", "")]
    tool.rules = view.rules
    return tool
  }

  // MARK: Others

  private static var types: MCPTool {
    MCPTool(
      "types", "which types have samples, how many, and from when to when: ask this first.",
      options: [.from, .to, .period, .last, .source, .timeZone, .asOf]
    ) { call in
      var request = try call.reader.read(call.values)
      let table = try HeldTypes.table(of: request.journal, in: try request.context())
      return try MCPAnswer(table, .asked, &request, call)
    }
  }

  private static let earlier = Option("earlier", "SEQ|TIME", "the line or time to compare from")
  private static let later = Option(
    "later", "SEQ|TIME", "the line or time to compare with; else now")
  private static let comparedViews = Option(
    "views", "VIEW", "these views; else latest, daily, workouts and swims", isRepeatable: true)

  private static var diff: MCPTool {
    var tool = MCPTool(
      "diff",
      "which figures differ between two moments of the journal, and by which lines: as after an import.",
      options: [earlier, later, comparedViews, .type]
    ) { call in
      let names = try call.values.list(comparedViews)
      let known = Views.all.filter {
        names.isEmpty ? $0.isComparedByDefault : names.contains($0.name)
      }
      if let unknown = names.first(where: { name in !known.contains { $0.name == name } }) {
        throw OptionProblem("no view '\(unknown)'")
      }
      var request = try call.reader.read()
      var values = call.values.without(earlier).without(later).without(comparedViews)
      if let source = call.reader.source { values.add(source, to: Option.reader.name) }
      let moments = (call.values[earlier] ?? "1", call.values[later] ?? "now")
      let table = try call.reader.journal.difference(of: known, between: moments, values).cells
      return try MCPAnswer(table, .asked, &request, call)
    }
    tool.required = [earlier.name]
    return tool
  }

  private static var check: MCPTool {
    MCPTool(
      "check", "samples and workouts that make no sense, and what may well be as it should.",
      options: [.type, .from, .to, .on, .period, .last, .source, .asOf]
    ) { call in
      var request = try call.reader.read(call.values)
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
        + "from, with after where the answer has one.",
      options: [ChangesCommand.since, after, .type, .asOf]
    ) { call in
      var request = try call.reader.read(call.values)
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
