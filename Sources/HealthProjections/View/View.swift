package import ViewTables

/// A view: its help, its options, its columns and its rows.
///
/// It is one value in one file, and one line in `Views`; where its rows stand in a file of their
/// own, the value is in `…Options.swift`. Its command, `export`, `diff`, `push`, its tool
/// of `mcp`, the library's `HealthStore.view` and its part of `Docs/CLI.md` follow from it.
package struct View: Sendable {
  /// Rows with columns of their own, which one of the options asks for.
  package struct Form: Sendable {
    /// The options that ask for it, as ` --lengths`; empty for the rows without any of them.
    package let options: String
    /// Its columns, those included that only further options show.
    package let columns: [Column]

    /// Rows with these columns.
    package init(_ options: String, _ columns: [Column]) {
      self.options = options.isEmpty ? "" : " " + options
      self.columns = columns
    }

    /// Rows of one type, and the columns that only further options show.
    package init<Row>(
      _ options: String, _ columns: [RowColumn<Row>], _ further: [Column] = []
    ) {
      self.init(options, columns.map(\.column) + further)
    }

    /// Whether its rows name objects, of which more columns can be asked for.
    package var hasDetails: Bool {
      Set(columns.map(\.field)).isSuperset(of: ObjectDetails.columns.map(\.column.field))
    }

    /// The same with other columns.
    func with(_ columns: [Column]) -> Form { Form(String(options.dropFirst()), columns) }
  }

  /// Whether assistants may ask for it.
  package enum ToolUse: Hashable, Sendable {
    /// It is a tool, told of by its summary and what a model has to know beside it, in words of
    /// arguments.
    case offered(String = "")
    /// It is no tool.
    case withheld
  }

  /// The word on the command line.
  package let name: String
  /// One line of help.
  package let summary: String
  /// What it takes beside what every view takes.
  package var options: [Option] { declared().map(\.option) }
  /// Which of them go together.
  package var rules: [OptionRule] { declaredRules() }
  /// The options that other commands take for it: with the rest its own command shows other rows.
  package var sharedOptions: [Option] { declared().filter { !$0.isOfCommand }.map(\.option) }
  /// Options with which rows cannot be compared, as no columns identify a row.
  package var unnamedOptions: [Option] { declared().filter(\.isUnnamed).map(\.option) }
  /// The option whose value its command takes as a word too; nil: it takes no word. A type is
  /// always taken.
  package var word: Option? {
    let declared = declared()
    return declared.first(where: \.isWord)?.option
      ?? declared.first { $0.option.name == Option.type.name }?.option
  }
  /// More help: what it shows in detail, and examples.
  package let details: String
  /// What they are made of.
  package var reads: Reads { declaredReads() }
  /// Whether `diff` compares it where no view is named.
  package let isComparedByDefault: Bool
  /// Whether it shows one day where no range is named.
  package let isOfOneDay: Bool
  /// Whether a sample counts to the day of the zone that it names.
  let hasOwnDays: Bool
  /// Whether it is a tool of `mcp`, and what a model is told of it.
  package let tool: ToolUse
  /// Its columns.
  package let forms: @Sendable () -> [Form]
  /// How people are shown its rows, where the table does not say.
  package let presentation: Presentation

  // Closures, so that a command does not make the declarations of all views: it shows at most one.
  private let declared: @Sendable () -> [OptionFacts]
  private let declaredRules: @Sendable () -> [OptionRule]
  private let declaredReads: @Sendable () -> Reads
  private let rows: @Sendable (inout ViewRequest) throws -> Table

  /// A view whose options are a type of their own.
  package init<Options: ViewOptions>(
    _ name: String, summary: String, options: Options.Type,
    sharing shared: @autoclosure @escaping @Sendable () -> [Option] = [], details: String,
    reads: @autoclosure @escaping @Sendable () -> Reads,
    isComparedByDefault: Bool = false, isOfOneDay: Bool = false, hasOwnDays: Bool = false,
    tool: ToolUse = .offered(), presentation: Presentation = Presentation(),
    forms: @autoclosure @escaping @Sendable () -> [Form],
    rows: @escaping @Sendable (inout ViewRequest, Options) throws -> Table
  ) {
    self.name = name
    self.summary = summary
    let own = { @Sendable in
      shared().map { OptionFacts(option: $0) } + Options.declared.map(\.facts)
    }
    declared = { own() + Self.zone(beside: own()) }
    declaredRules = {
      let takesWindow = own().contains { $0.option.name == Option.period.name }
      return Options.rules + (takesWindow ? .window : [])
    }
    self.details = details
    declaredReads = reads
    self.isComparedByDefault = isComparedByDefault
    self.isOfOneDay = isOfOneDay
    self.hasOwnDays = hasOwnDays
    self.tool = tool
    self.forms = {
      forms().map { form in
        Self.hasDetails(own()) ? form.with(ObjectDetails.columns(beside: form.columns)) : form
      }
    }
    self.presentation = presentation
    self.rows = { request in
      request.choosesTypes = Options.choosesTypes
      let options = try Options.read(&request)
      try reads().open(in: request.tables)
      var table = try rows(&request, options)
      if Self.hasDetails(own()) { table = try table.detailed(for: request) }
      return Self.zone(beside: own()).isEmpty ? table : try request.timed(table)
    }
  }

  /// The rows, as the options ask for them but for their order and the choice of columns.
  ///
  /// - Throws: `OptionProblem`, `ProjectionError`, and what reading the journal throws.
  package func table(_ request: inout ViewRequest) throws -> Table {
    var table = try rows(&request)
    if table.presentation == nil { table.presentation = presentation }
    if reads.isAsked { table.presentation?.nothing += Inputs.otherWays(request.values) }
    if hasOwnDays { table.presentation?.remarks += try zoneRemarks(&request) }
    return table
  }

  /// Whether rows that name objects have the details of those too: where `--where` compares them.
  private static func hasDetails(_ own: [OptionFacts]) -> Bool {
    own.contains { $0.option.name == Option.predicate.name }
  }

  /// The option for the zone of times, where the view does not declare it as that of its days.
  private static func zone(beside own: [OptionFacts]) -> [OptionFacts] {
    let isDeclared = own.contains { $0.option.name == Option.timeZone.name }
    return isDeclared ? [] : [OptionFacts(option: .timeZone)]
  }
}
