import ByteTools
package import HealthModel
package import HealthTables
package import JournalFile

/// A view: its help, its options, its columns and its rows.
///
/// It is one value in one file, and one line in `Views`; if its rows have a file of their own, the
/// value is in `…Options.swift`. Its command, `export`, `diff`, `push`, its tool of `mcp`, the
/// library's `HealthStore.view` and its part of `Docs/CLI.md` follow from it (D87).
package struct View: Sendable {
  /// Rows with columns of their own, which one of the options asks for.
  package struct Form: Sendable {
    /// The options that ask for it, as ` --lengths`; empty for the rows without any of them.
    package let options: String
    /// Its columns, those included that only further options show.
    package let columns: [Column]

    /// Creates a form of rows with these columns.
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

    /// True if its rows name objects, so that more columns of these can be asked for.
    package var hasDetails: Bool {
      Set(columns.map(\.field)).isSuperset(of: ObjectDetails.columns.map(\.column.field))
    }

    /// Its columns without the details of objects, which are shown on request.
    package var ownColumns: [Column] {
      let details = hasDetails ? ObjectDetails.columns.map(\.column.field) : []
      return columns.filter { !details.contains($0.field) }
    }

    /// Returns the same form with other columns.
    func with(_ columns: [Column]) -> Form { Form(String(options.dropFirst()), columns) }
  }

  /// The use of a view by assistants.
  package enum ToolUse: Hashable, Sendable {
    /// A tool, described by its summary and what else a model has to know, in words of arguments.
    case offered(String = "")
    /// Not a tool.
    case withheld
  }

  /// The word on the command line.
  package let name: String
  /// The line of help.
  package let summary: String
  /// The options that it has besides those of every view.
  package var options: [Option] { declared().map(\.option) }
  /// The rules for combining them.
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
  /// True if its command takes a text as a word.
  package var takesText: Bool { word?.value == "TEXT" }
  /// More help: what it shows in detail, and examples.
  package let details: String
  /// The objects or facts that its rows are made of.
  package var reads: Reads { declaredReads() }
  /// True if `diff` compares it when no view is named.
  package let isComparedByDefault: Bool
  /// True if it shows the types that group samples, each group as one row.
  let showsGroups: Bool
  /// True if it shows one day when no range is named.
  package let isOfOneDay: Bool
  /// True if a sample counts to the day of the zone that it names.
  let hasOwnDays: Bool
  /// True if its rows are newest first, where none of its flags asks for other rows: then `--limit`
  /// shows the first of them.
  package let isNewestFirst: Bool
  /// True if its rows are made of all samples that it is asked for, also the first rows.
  let looksAtAll: Bool
  /// The use as a tool of `mcp`, with the text for a model.
  package let tool: ToolUse
  /// The forms of its rows, with their columns.
  package let forms: @Sendable () -> [Form]
  /// The presentation of its rows for people, if the table has none.
  package let presentation: Presentation

  // Closures, so that a command does not make the declarations of all views: it shows at most one.
  private let declared: @Sendable () -> [OptionFacts]
  private let declaredRules: @Sendable () -> [OptionRule]
  private let declaredReads: @Sendable () -> Reads
  private let rows: @Sendable (inout ViewRequest) throws -> Table

  /// Creates a view whose options are a type of their own.
  package init<Options: ViewOptions>(
    _ name: String, summary: String, options: Options.Type,
    sharing shared: @autoclosure @escaping @Sendable () -> [Option] = [], details: String,
    reads: @autoclosure @escaping @Sendable () -> Reads,
    isComparedByDefault: Bool = false, showsGroups: Bool = false, isOfOneDay: Bool = false,
    hasOwnDays: Bool = false, isNewestFirst: Bool = false, looksAtAll: Bool = false,
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
    declaredRules = { Options.rules + .window(of: own().map(\.option)) }
    self.details = details
    declaredReads = reads
    self.isComparedByDefault = isComparedByDefault
    self.showsGroups = showsGroups
    self.isOfOneDay = isOfOneDay
    self.hasOwnDays = hasOwnDays
    self.isNewestFirst = isNewestFirst
    self.looksAtAll = looksAtAll
    self.tool = tool
    self.forms = {
      forms().map { form in
        Self.hasDetails(own()) ? form.with(ObjectDetails.columns(beside: form.columns)) : form
      }
    }
    self.presentation = presentation
    self.rows = { request in
      request.choosesTypes = Options.choosesTypes
      if !isOfOneDay { try request.countRows() }
      let options = try Options.read(&request)
      try reads().open(in: request.tables)
      var table = try rows(&request, options)
      if let count = request.newest {
        guard let newest = try table.newestTimed(count) else { throw Inputs.badLength("\(count)") }
        table = newest
      }
      if Self.hasDetails(own()) { table = try table.detailed(for: request) }
      return Self.zone(beside: own()).isEmpty ? table : try request.timed(table)
    }
  }

  /// Returns the rows, as the options ask for them except for their order and the choice of
  /// columns.
  ///
  /// - Throws: `OptionProblem`, `ProjectionError`, and what reading the journal throws.
  package func table(_ request: inout ViewRequest) throws -> Table {
    var table = try rows(&request)
    if table.presentation == nil { table.presentation = presentation }
    let nothing = table.presentation?.nothing ?? NothingFound.words
    table.presentation?.findsOut = { [request] in sentence(for: request, nothing) }
    if hasOwnDays { table.presentation?.remarks += try zoneRemarks(&request) }
    return table
  }

  /// Returns about how many samples the rows of a request are made of; 0 if the first rows are made
  /// of few.
  ///
  /// - Throws: `OptionProblem`.
  package func sampleCount(_ request: ViewRequest) throws -> Int {
    guard looksAtAll else { return 0 }
    var request = request
    let query = try request.context().query
    let types = reads.isAsked ? query.namedTypes(in: request.tables) : reads.ofDates
    let from = query.from?.microseconds ?? .min
    let time = from...max(from, query.to?.microseconds ?? .max)
    return types.reduce(0) { $0 + request.tables.sampleCount(of: $1, touching: time) }
  }

  /// Returns the rows as `table` does, without a presentation.
  func rows(of request: inout ViewRequest) throws -> Table { try rows(&request) }

  /// Returns the sentence for people if a request of the view has no rows: what was not found, and
  /// where there is something.
  ///
  /// - Parameter nothing: the sentence that the view has for its rows.
  package func sentence(
    for request: ViewRequest, _ nothing: String = "nothing found"
  ) -> String {
    let access = request.tables.access
    guard access.isKnown(in: request.tables) else {
      return AuthorizationsView.unknown(access.reader)
    }
    let ways = reads.isAsked ? Inputs.otherWays(request.values, unlessGroups: showsGroups) : ""
    let doubt = Inputs.doubt(request.values, in: request.catalogue)
    guard ways.isEmpty, doubt.isEmpty else { return nothing + ways + doubt }
    // A view that answered is not refused because of its sentence.
    return (try? NothingFound(self, request).sentence(nothing)) ?? nothing
  }

  /// Returns true if rows that name objects have the details of those too: if `--where` compares
  /// them.
  private static func hasDetails(_ own: [OptionFacts]) -> Bool {
    own.contains { $0.option.name == Option.predicate.name }
  }

  /// Returns the option for the zone of times, if the view does not declare it as that of its days.
  private static func zone(beside own: [OptionFacts]) -> [OptionFacts] {
    let isDeclared = own.contains { $0.option.name == Option.timeZone.name }
    return isDeclared ? [] : [OptionFacts(option: .timeZone)]
  }
}

/// Every view: one line each, in the order of help. A new one comes before `imports`, which help
/// lists with the commands that import.
package enum Views {
  /// The version of the rules by which views make figures of lines. Receipts of reports, exports
  /// and `mcp` state it, so that a figure of changed rules is told from one of changed lines. A
  /// change of a rule counts it up and adds a row to the table in DECISIONS (D217).
  package static let rulesVersion: UInt64 = 3

  /// The closures that make all views; a command makes those up to its own.
  package static let makers: [@Sendable () -> View] = [
    { .latest },
    { .daily },
    { .statistics },
    { .compare },
    { .trends },
    { .summary },
    { .day },
    { .days },
    { .clocks },
    { .samples },
    { .workouts },
    { .routes },
    { .swims },
    { .runs },
    { .sleep },
    { .energy },
    { .profile },
    { .rings },
    { .ecg },
    { .pressure },
    { .notes },
    { .authorizations },
    { .sources },
    { .find },
    { .objects },
    { .imports },
  ]
  package static let all = makers.map { $0() }

  /// Returns the view that is about a type, as `sleep` is; nil if there is none.
  package static func about(_ type: String) -> View? { all.first { $0.reads.isAbout(type) } }

  /// Returns the view that shows the members of a correlation together, as `pressure` does; nil if
  /// there is none.
  package static func together(_ type: CorrelationType) -> View? {
    let members = type.containedTypes.map(\.identifier)
    return all.first { Set(members).isSubset(of: $0.reads.required) }
  }
}

/// The material of a view's rows: the types of the objects, or the other facts of a journal.
///
/// The settings, and what its reader may see, count for every view. The program opens a view's
/// reads before it computes the view: samples of the requested types, or of days and nights, if the
/// view chooses them, and the workouts of a predicate, or what else it looks at, if that is known.
package struct Reads: Sendable {
  /// A fact of a journal that is no object.
  enum Fact: Sendable {
    /// The owner's decisions on sources.
    case authorizations
    /// The receipts of imports.
    case receipts
  }

  /// Types whose objects rows are, whatever their day.
  private(set) var objects: [String] = []
  /// Types whose samples on a row's day count.
  private(set) var ofDay: [String] = []
  /// Types whose samples on a row's night or day of sleep count.
  private(set) var ofNight: [String] = []
  /// Types whose objects count for rows of any day, as a height or a date of birth, or as all
  /// samples before count for a figure that runs on.
  private(set) var lasting: [String] = []
  /// Types on which the owner must have decided before a reader gets any row.
  private(set) var required: [String] = []
  /// The fact that rows are made of if they are made of no objects.
  private(set) var fact: Fact?
  /// True where only the samples of the days that are shown count of `ofDay` and `ofNight`.
  private(set) var isOfWindow = false
  /// True where rows are days of types, made of the samples near the day, by all sources and units.
  var isByDay = false
  /// True if the types are those that `--type` names: without it, all. Tests check each view for
  /// it.
  private(set) var isAsked = false

  /// The types that `--type` names; all if none is named, or if the view does not have that option.
  package static let asked = asked(requiring: [])

  /// Returns the same reads, with the types that must have been decided on first.
  static func asked(requiring required: [String]) -> Reads {
    Reads(required: required, isAsked: true)
  }

  /// Objects of these types, whatever is asked for.
  static func types(
    _ objects: [String] = [], ofDay: [String] = [], ofNight: [String] = [],
    lasting: [String] = [], requiring required: [String] = []
  ) -> Reads {
    Reads(
      objects: objects, ofDay: ofDay, ofNight: ofNight, lasting: lasting, required: required)
  }

  /// The reads limited to the samples that lie near the days that are shown.
  var ofWindow: Reads {
    var reads = self
    reads.isOfWindow = true
    return reads
  }

  /// Returns reads of no objects.
  static func only(_ fact: Fact) -> Reads { Reads(fact: fact) }

  /// The types of the rows that have a time and name no type.
  var ofDates: [String] { ofDay + ofNight }

  /// Opens what rows are made of, as far as that is known before it is chosen.
  ///
  /// - Throws: what reading the journal throws.
  func open(in tables: HealthTables) throws {
    if fact == .authorizations { try tables.readDecisions() }
    let types = objects + lasting + (isOfWindow ? [] : ofDates)
    for type in types {
      switch TypeCatalogue.find(type) {
      case .quantity?, .category?, nil: try tables.read(types: [type])
      case .correlation?, .workout?, .characteristic?, .other?: try tables.readObjects()
      }
    }
  }

  /// Returns the first type that must be decided on and is not; nil if there is none.
  package func undetermined(in tables: HealthTables) -> String? {
    required.first { !tables.isDetermined($0) }
  }

  /// Returns true if the view is about a type that is no quantity: its rows need it, or it is no
  /// sample.
  func isAbout(_ type: String) -> Bool {
    switch TypeCatalogue.find(type) {
    case .quantity?, nil: false
    case .characteristic?: ofDates.isEmpty && lasting.contains(type)
    case .category?, .correlation?, .workout?, .other?: required.contains(type)
    }
  }

  /// Requires that the owner has decided on the types that the view is about.
  ///
  /// - Throws: `.readNotDetermined`.
  package func requireDetermined(in tables: HealthTables) throws(ProjectionError) {
    for type in required { try tables.requireDetermined(type) }
  }
}

/// A request for a view: the journal, and the values of its options.
package struct ViewRequest: OptionInput, Sendable {
  /// The journal, as its reader sees it.
  package let journal: ReplayedJournal
  package private(set) var values: OptionValues
  /// The number of rows that `--last` asks for if it names no length of time; nil: all.
  fileprivate var newest: Int?
  /// The moment that `now` means.
  package let now: Instant
  /// The moment of asking, at which rights may have ended.
  package let asked: Instant
  /// True if the rows are for people, in the view's own order and with its own columns.
  package var isForPeople = false
  /// The number of the first rows that are asked for, where the others may be left out.
  package var enough: Int?
  /// The number of the first of these that nobody looks at: they may lack figures.
  package var passedOver = 0
  /// True if `--type` names object types.
  var choosesTypes = true
  private var zones = ZoneCatalogue()

  /// Creates a request.
  ///
  /// - Parameter asked: the moment of asking; nil: now.
  package init(
    _ journal: ReplayedJournal, _ values: OptionValues, now: Instant, asked: Instant? = nil
  ) {
    self.journal = journal
    self.values = values
    self.now = now
    self.asked = asked ?? now
  }

  /// The types that HealthKit knows and the journal declares.
  package var catalogue: JournalTypes { journal.tables.catalogue }
  /// The live objects and what is in force.
  package var tables: HealthTables { journal.tables }
  /// The name of the zone whose days count.
  package var timeZone: String { tables.settings.timeZone }
  /// The day with which weeks begin.
  package var weekStarts: Weekday { tables.settings.weekStarts }

  /// Returns the same request for views of the samples of some days alone: the first that asks for
  /// a type reads its samples for all of them.
  package func near(_ days: Range<Int>) throws -> ViewRequest {
    var own = self
    let near = try journal.near(days, in: own.context())
    return ViewRequest(near, values, now: now, asked: asked)
  }

  /// The same request of all samples.
  var withAllSamples: ViewRequest {
    ViewRequest(journal.with(tables.withAllSamples), values, now: now, asked: asked)
  }

  /// Returns the same request with other values.
  package func with(_ values: OptionValues) -> ViewRequest {
    ViewRequest(journal, values, now: now, asked: asked)
  }

  /// Takes a number of rows out of `--last`, which is then no window of time.
  ///
  /// - Throws: `OptionProblem` if the number is less than 1.
  fileprivate mutating func countRows() throws(OptionProblem) {
    guard let text = values[.last], Int(text) != nil else { return }
    newest = try values.whole(.last, least: 1)
    (enough, passedOver) = (nil, 0)
    values = values.without(.last)
  }

  // MARK: Times

  /// Times as a person types them in the zone that `--time-zone` names, else in the journal's.
  package mutating func timeInput() throws -> TimeInput {
    try TimeInput(values, journal.tables.settings.calendar, &zones, now: now)
  }

  /// Returns the same rows with their times on the clock that `--time-zone` names, if it names one.
  ///
  /// - Throws: `ZoneCatalogue.Unknown`.
  package mutating func timed(_ table: Table) throws -> Table {
    try zone().map { table.timed(in: $0) } ?? table
  }

  /// Returns the zone that `--time-zone` names; nil if none is named.
  mutating func zone() throws -> ZoneRules? {
    try values[.timeZone].map { try zones.rules(named: $0) }
  }

  /// Returns a moment that an option names; nil if the option is not given.
  package mutating func time(_ option: Option) throws -> Instant? {
    guard values.has(option) else { return nil }
    return try Inputs.time(option, values, try timeInput())?.instant
  }

  /// Returns the window that options name; it is open at an end that they do not name.
  package mutating func window() throws -> (from: Instant?, to: Instant?) {
    let (from, to) = try bounds()
    return (from?.instant, to?.instant)
  }

  private mutating func bounds() throws -> (from: ViewQuery.Bound?, to: ViewQuery.Bound?) {
    guard Option.window.contains(where: { values.has($0) }) else { return (nil, nil) }
    return try Inputs.window(values, try timeInput())
  }

  /// Returns the day that an option names; today without it.
  mutating func day(_ option: Option) throws -> CivilDate {
    try Inputs.day(option, values, try timeInput())
  }

  // MARK: What all views share

  /// Returns the context of the query that the shared options make, over the days of `--time-zone`
  /// and `--day-starts`.
  package mutating func context() throws -> ViewContext {
    var query = ViewQuery()
    if choosesTypes { query.types = try Inputs.types(values) }
    let (from, to) = try bounds()
    query.show(from: from, to: to)
    query.sources = values.all(.source)
    query.foldsCopies = values.has(.fold)
    query.leavesOutProblems = values.has(.withoutProblems)
    query.predicate = try Inputs.predicate(values)
    if query.predicate != nil {
      let input = try timeInput()
      query.times = { input.timestamp($0)?.instant }
    }
    query.limit = try limitUnlessSorted()
    query.passedOver = passedOver
    if let text = values[.unit] { query.unit = try Inputs.unit(text) }
    // So that the view does not read its file once more.
    _ = try? zones.rules(named: values[.timeZone] ?? journal.tables.settings.timeZone)
    var context = ViewContext(query, zones: zones)
    context.timeZone = values[.timeZone]
    context.dayStarts = try Inputs.dayStarts(values)
    // An unknown zone is refused by every view, also by those that ask for no day.
    _ = try context.calendar(of: journal.tables)
    return context
  }

  /// Returns the same context for a view that leaves out problems unless it is asked for them.
  package mutating func contextWithoutProblems() throws -> ViewContext {
    var context = try context()
    context.query.leavesOutProblems = !values.has(.withProblems)
    return context
  }

  /// Returns the greatest number of rows that a view makes; nil with `--sort`, for then `arranged`
  /// limits the sorted rows.
  package func limitUnlessSorted() throws(OptionProblem) -> Int? {
    values.has(.sort) ? nil : try values.whole(.limit, least: 1)
  }
}

extension TimeInput {
  /// Creates an input for times of the zone that `--time-zone` names, else of the journal's; of
  /// days that begin at the time of `--day-starts`.
  package init(
    _ values: OptionValues, _ settings: AsOf.Calendar, _ zones: inout ZoneCatalogue, now: Instant
  ) throws {
    let zone = try zones.rules(named: values[.timeZone] ?? settings.timeZone)
    let calendar = DayCalendar(zone, startsAt: try Inputs.dayStarts(values))
    self.init(calendar, weekStarts: settings.weekStarts, now: now)
  }
}

extension OptionValues {
  /// Returns the columns that `--columns` names.
  package func columnChoices() throws(OptionProblem) -> [ColumnChoice] {
    var choices: [ColumnChoice] = []
    for text in try list(.columns) {
      guard let choice = ColumnChoice(text) else {
        throw OptionProblem("--columns takes FIELD or NAME=FIELD, not '\(text)'")
      }
      choices.append(choice)
    }
    return choices
  }
}

extension Table {
  /// Returns the table as `--sort`, `--limit` and `--columns` request it.
  ///
  /// - Throws: `ProjectionError`; `OptionProblem`.
  package func arranged(by values: OptionValues) throws -> Table {
    let choices = try values.columnChoices()
    let sorted = try sorted(by: values, choices)
    guard choices.isEmpty else { return try sorted.selecting(choices) }
    return values[.sort].map { sorted.keeping(sorted.field(RowOrder($0).field)) } ?? sorted
  }

  /// Returns the same table for an assistant, which receives the newest rows first if it asks for
  /// no order: of many rows it sees the first.
  ///
  /// - Throws: the errors of `arranged(by:)`.
  package func arrangedForAssistant(by values: OptionValues) throws -> Table {
    var table = try values.has(.sort) ? arranged(by: values) : newestFirst()
    (table.presentation, table.times) = (presentation, times)
    return table
  }

  /// Returns the table in the order that `--sort` asks for, with as many rows as `--limit` allows.
  /// A field may be named as `--columns` renames it.
  private func sorted(by values: OptionValues, _ choices: [ColumnChoice]) throws -> Table {
    guard let text = values[.sort] else { return self }
    let limit = try values.whole(.limit, least: 1)
    var wanted = RowOrder(text)
    if !columns.contains(where: { $0.field == wanted.field }),
      let choice = choices.first(where: { $0.name == wanted.field })
    {
      wanted.field = choice.field
    }
    if order == RowOrder(field(wanted.field), descending: wanted.isDescending) {
      return limited(to: limit)
    }
    return try sorted(by: try columnIndex(of: wanted.field), descending: wanted.isDescending)
      .limited(to: limit)
  }

  /// Adds a remark on rows that begin in the future, if there are some. `check` finds these
  /// samples.
  ///
  /// - Parameter names: the names of these rows.
  mutating func remark(onFuture names: [String]) {
    guard !names.isEmpty else { return }
    let shown = names.prefix(3).map(TerminalText.escaped).joined(separator: ", ")
    let isOne = names.count == 1
    presentation?.remarks.append(
      "\(counted(names.count, "row")) \(isOne ? "begins" : "begin") in the future"
        + " (\(shown)\(names.count > 3 ? " …" : "")); `check --only future` lists such samples")
  }
}
