import ByteTools
import HealthModel
import HealthViews
import Journal

/// Every tool: those made of views, and the others, one line each.
struct MCPTools {
  private let views: [View]

  /// Creates the tools of these views, and all others.
  init(of views: [View]) { self.views = views }

  /// All tools, in the order in which clients see them. There is no tool for samples, because a
  /// model would add them up.
  var all: [MCPTool] {
    [Self.types] + views.compactMap(Self.tool) + [Self.explainDay, diff, Self.check, Self.changes]
  }

  // MARK: Views

  /// Returns the tool of a view, with the view's options; nil if the view declares no tool.
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
    let others = Option.window.filter { $0 != .on } + [.sort]
    var tool = MCPTool(
      "explain_day",
      "explains the figure of a type on a day: the samples that count, how much each counts, "
        + "the rules and the sources, with their lines",
      options: view.sharedOptions.filter { !others.contains($0) } + [.asOf]
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
      "the types of the journal (samples, workouts, rings and all others): how many objects, "
        + "their time, and the tool for each; ask this first",
      options: [.from, .to, .period, .last, .source, .timeZone, .asOf]
    ) { call in
      var request = try call.reader.read(call.values)
      let table = try HeldTypes.table(of: request.journal, in: try request.context())
      return try MCPAnswer(table, .asked, &request, call)
    }.with(.window)
  }

  private static let lastImport = "last-import"
  private static let earlier = Option(
    "earlier", "LINE|TIME",
    "the earlier line or time; or last-import: before and after the last import")
  private static let later = Option(
    "later", "LINE|TIME", "the later line or time; default now")

  /// The options of the views that `diff` takes.
  private static let narrowing = [Option.type] + Option.window + [.source]

  private var diff: MCPTool {
    let usual = views.filter(\.isComparedByDefault).map(\.name).joined(separator: ", ")
    let compared = Option(
      "views", "VIEW", "compare these views; default \(usual)", isRepeatable: true)
    var tool = MCPTool(
      "diff",
      "figures that differ between two moments of the journal, and the lines that changed them, "
        + "such as an import",
      options: [Self.earlier, Self.later, compared] + Self.narrowing
    ) { [views] call in
      var call = call
      let names = try call.values.list(compared)
      var known = try names.map { try views.one(named: $0, "view", by: \.name) }
      let given = Self.narrowing.filter { call.values.has($0) }
      for view in known {
        if let other = given.first(where: { view.options.named($0.name) == nil }) {
          throw OptionProblem("\(view.name) takes no '\(other.name)'")
        }
      }
      if names.isEmpty {
        // An activity is no type of a sample, and some views have no window.
        known = views.filter { view in
          view.isComparedByDefault && given.allSatisfy { view.options.named($0.name) != nil }
        }
      }
      var request = try call.read(namingTypes: known.allSatisfy { $0.options.contains(.type) })
      try Self.leaveOut(of: &known, request, &call)
      let moments = try Self.moments(call.values, in: request)
      let values = call.reader.reading(
        [Self.earlier, Self.later, compared].reduce(call.values) { $0.without($1) })
      let table = try call.reader.journal.difference(
        of: known, between: moments, called: (Self.earlier.name, Self.later.name), values,
        askedAt: request.asked
      ).cells
      return try MCPAnswer(table, .asked, &request, call)
    }
    tool.required = [Self.earlier.name]
    tool.rules = .window
    return tool
  }

  /// Leaves out the views of types about which the owner has not decided, as long as other views
  /// are left.
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
      throw OptionProblem("'\(later.name)' cannot be combined with \(lastImport)")
    }
    return try request.journal.momentsAroundLastImport()
  }

  private static var check: MCPTool {
    MCPTool(
      "check", "samples and workouts that make no sense (problems), or that may be right (notes)",
      options: CheckTool.declared.map(\.option)
    ) { call in
      var call = call
      let options = try CheckTool.read(&call).check
      var request = try call.read(namingTypes: true)
      let report = try CheckReport(request.journal, in: try request.context(), options: options)
      return try MCPAnswer(report.table, .asked, &request, call)
    }.with(.window)
  }

  private static let after = Option(
    "after", "UUID",
    "in the first line after since, only changes after this object; use the value of the answer"
  )

  private static var changes: MCPTool {
    MCPTool(
      "changes",
      "objects that were saved, and uuids that were deleted, since a line; give next of the answer "
        + "as since in the next call, and after if the answer has it",
      options: [ChangesCommand.since, after, .type, .timeZone, .asOf]
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

/// The options of the tool `check`.
private struct CheckTool: ChecksOptions {
  typealias Input = MCPCall
  var check = CheckOptions()

  static let declared: [DeclaredOption<Self>] = checks + shared(.timeZone, .asOf)
}

extension MCPTool {
  /// Returns the same tool with these rules for its options.
  fileprivate func with(_ rules: [OptionRule]) -> MCPTool {
    var tool = self
    tool.rules = rules
    return tool
  }
}

/// A tool that an assistant can call: what it takes, and how it answers.
struct MCPTool: Sendable {
  let name: String
  /// A description of what it shows, for a model that chooses among tools.
  let description: String
  /// The options that are its arguments.
  let options: [Option]
  /// The names of the options that are required.
  var required: [String] = []
  /// The values that every call has.
  var fixed: [(name: String, value: String)] = []
  /// The rules about options that go together.
  var rules: [OptionRule] = []
  let answer: @Sendable (MCPCall) throws -> MCPAnswer

  init(
    _ name: String, _ description: String, options: [Option],
    answer: @escaping @Sendable (MCPCall) throws -> MCPAnswer
  ) {
    self.name = name
    self.description = description
    self.options = options.filter { $0.name != Option.limit.name } + [.limit]
    self.answer = answer
  }

  /// Arguments that the list of tools leaves out, though tools take them: few questions need them.
  static let seldom: [Option] = [.typed, .timeZone, .dayStarts]

  /// Writes it in the format of the protocol. It names no schema of answers, as rows differ from
  /// view to view.
  ///
  /// - Parameter shared: the arguments that the server explains once: the list of tools is read
  ///   before each conversation.
  func describe(_ words: MCPWords, sharing shared: [Option], _ writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("name", name)
      writer.member("description", words.text(description))
      writer.object("inputSchema") { writer in
        writer.member("type", "object")
        writer.object("properties") { writer in
          for option in options where !Self.seldom.contains(option) {
            writer.key(option.name)
            let note = shared.contains(option) ? nil : words.text(option.help)
            Self.schema(of: option, note, &writer)
          }
        }
        if !required.isEmpty {
          writer.strings("required", required)
        }
      }
      writer.object("annotations") { $0.member("readOnlyHint", true) }
    }
  }

  private static func schema(of option: Option, _ note: String?, _ writer: inout JSONWriter) {
    writer.object { writer in
      if option == .limit {
        writer.member("type", "integer")
      } else if option.value == nil {
        writer.member("type", "boolean")
      } else if option.isRepeatable, option != .type, option != .source {
        writer.strings("type", ["string", "array"])
      } else if !option.choices.isEmpty {
        writer.strings("enum", option.choices)
      } else {
        writer.member("type", "string")
      }
      if let note { writer.member("description", note) }
    }
  }
}

/// The program's messages in words for an assistant: it knows tools and arguments, while a person
/// knows commands and options.
///
///     MCPWords(["types"]).text("--from: 'x' is no time; see `health-journal help times`")
///     // `from`: 'x' is no time
struct MCPWords: Sendable {
  private static let program = "health-journal"

  private let tools: Set<String>

  /// Creates the words for an assistant that has tools of these names.
  init(_ tools: some Sequence<String>) { self.tools = Set(tools) }

  /// Returns a text with `--from` as `from`, and without advice that only a person at a terminal
  /// can follow. Text in single quotation marks is a quotation and stays.
  func text(_ text: String) -> String {
    guard text.holds("--") || text.contains("`") else { return text }
    var said = ""
    var rest = text[...]
    while let mark = rest.firstIndex(where: { "`'-".contains($0) }) {
      said += rest[..<mark]
      rest = rest[mark...]
      switch rest.first {
      case "`": takeCode(&rest, after: &said)
      case "'": Self.takeWords(&rest, after: &said)
      default: Self.nameOption(&rest, after: &said)
      }
    }
    said += rest
    return said.isEmpty ? text : said
  }

  /// Moves a text in single quotation marks unchanged to `said`; an apostrophe opens none.
  private static func takeWords(_ rest: inout Substring, after said: inout String) {
    let follows = said.last.map { $0.isLetter || $0.isNumber } ?? false
    guard !follows, let end = rest.dropFirst().firstIndex(of: "'") else {
      said.append(rest.removeFirst())
      return
    }
    said += rest[...end]
    rest = rest[end...].dropFirst()
  }

  /// Takes `--name`, which becomes the name of an argument, or another hyphen.
  private static func nameOption(_ rest: inout Substring, after said: inout String) {
    let name = rest.dropFirst(2).prefix { $0.isLetter || $0.isNumber || $0 == "-" }
    guard rest.hasPrefix("--"), name.first?.isLetter ?? false else {
      said.append(rest.removeFirst())
      return
    }
    said += "`\(name)`"
    rest = rest[name.endIndex...]
  }

  /// Handles the text between backticks: a tool with its arguments is kept, a command that is no
  /// tool is left out.
  private func takeCode(_ rest: inout Substring, after said: inout String) {
    guard let end = rest.dropFirst().firstIndex(of: "`") else {
      said.append(rest.removeFirst())
      return
    }
    let code = rest[..<end].dropFirst()
    let isCommand = code.hasPrefix(Self.program)
    rest = rest[end...].dropFirst()
    var words = code.split(separator: " ").dropFirst(isCommand ? 1 : 0)
    let name = words.popFirst().map { String($0) } ?? ""
    if isCommand, !tools.contains(name) { return Self.dropClause(&rest, around: &said) }
    said += "`\(Self.argument(name))`"
    if !words.isEmpty { said += " with " + words.map(Self.argument).joined(separator: " ") }
  }

  private static func argument(_ word: some StringProtocol) -> String {
    word.hasPrefix("--") ? String(word.dropFirst(2)) : String(word)
  }

  /// Leaves out the clause around a text, or the whole text if it has only that clause.
  private static func dropClause(_ rest: inout Substring, around said: inout String) {
    let marks: Set<Character> = [";", ".", ",", ":"]
    let end = rest.indices.first { index in
      marks.contains(rest[index])
        && (rest.index(after: index) == rest.endIndex
          || rest[rest.index(after: index)] == " ")
    }
    rest = end.map { rest[$0...] } ?? ""
    var start = said.endIndex
    while start > said.startIndex {
      start = said.index(before: start)
      if marks.contains(said[start]), said[said.index(after: start)...].hasPrefix(" ") { break }
    }
    said = String(said[..<start])
  }
}
