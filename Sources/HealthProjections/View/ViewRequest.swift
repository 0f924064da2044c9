package import HealthModel
package import HealthTables
package import JournalFile
package import ViewTables

/// What a view is asked: of which journal, with which values of its options.
package struct ViewRequest: Sendable {
  /// The journal, as its reader sees it.
  package let journal: ReplayedJournal
  /// The options.
  package let values: OptionValues
  /// The moment that `now` means.
  package let now: Instant
  /// Whether the rows are for people, in the view's own order and with its own columns.
  package var isForPeople = false
  /// Whether `--type` names object types.
  var choosesTypes = true
  private var zones = ZoneCatalogue()

  /// A request of these values.
  package init(_ journal: ReplayedJournal, _ values: OptionValues, now: Instant) {
    self.journal = journal
    self.values = values
    self.now = now
  }

  /// The live objects and what is in force.
  package var tables: HealthTables { journal.tables }
  /// The name of the zone whose days count.
  package var timeZone: String { tables.settings.timeZone }
  /// The day with which weeks begin.
  package var weekStarts: Weekday { tables.settings.weekStarts }

  /// The same of other values.
  package func with(_ values: OptionValues) -> ViewRequest {
    ViewRequest(journal, values, now: now)
  }

  // MARK: Times

  /// Times as a person types them in the zone that `--time-zone` names, else in the journal's.
  package mutating func timeInput() throws -> TimeInput {
    try TimeInput(values, journal.tables.settings.calendar, &zones, now: now)
  }

  /// The same rows with their times on the clock that `--time-zone` names, if it names one.
  ///
  /// - Throws: `ZoneCatalogue.Unknown`.
  package mutating func timed(_ table: Table) throws -> Table {
    try zone().map { table.timed(in: $0) } ?? table
  }

  /// The zone that `--time-zone` names; nil: none is named.
  mutating func zone() throws -> ZoneRules? {
    try values[.timeZone].map { try zones.rules(named: $0) }
  }

  /// A moment that an option names; nil where it is not given.
  package mutating func time(_ option: Option) throws -> Instant? {
    guard values.has(option) else { return nil }
    return try Inputs.time(option, values, try timeInput())?.instant
  }

  /// The window that options name, open where they say nothing.
  package mutating func window() throws -> (from: Instant?, to: Instant?) {
    let (from, to) = try bounds()
    return (from?.instant, to?.instant)
  }

  private mutating func bounds() throws -> (from: Query.Bound?, to: Query.Bound?) {
    guard Option.window.contains(where: { values.has($0) }) else { return (nil, nil) }
    return try Inputs.window(values, try timeInput())
  }

  /// The day that an option names; today without it.
  mutating func day(_ option: Option) throws -> CivilDate {
    try Inputs.day(option, values, try timeInput())
  }

  // MARK: What all views share

  /// The query that the shared options make, over the days of `--time-zone` and `--day-starts`.
  package mutating func context() throws -> ViewContext {
    var query = Query()
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

  /// The same of a view that leaves out problems unless it is asked for them.
  package mutating func contextWithoutProblems() throws -> ViewContext {
    var context = try context()
    context.query.leavesOutProblems = !values.has(.withProblems)
    return context
  }

  /// The most rows that a view makes; nil with `--sort`, for then `arranged` limits the sorted
  /// rows.
  package func limitUnlessSorted() throws(OptionProblem) -> Int? {
    values.has(.sort) ? nil : try values.whole(.limit, least: 1)
  }
}

extension TimeInput {
  /// Times of the zone that `--time-zone` names, else of the journal's; of days that begin as
  /// `--day-starts` says.
  package init(
    _ values: OptionValues, _ settings: AsOf.Calendar, _ zones: inout ZoneCatalogue, now: Instant
  ) throws {
    let zone = try zones.rules(named: values[.timeZone] ?? settings.timeZone)
    let calendar = DayCalendar(zone, startsAt: try Inputs.dayStarts(values))
    self.init(calendar, weekStarts: settings.weekStarts, now: now)
  }
}

extension Table {
  /// The table as `--sort`, `--limit` and `--columns` ask for it.
  ///
  /// - Throws: `ColumnProblem`; `OptionProblem`.
  package func arranged(by values: OptionValues) throws -> Table {
    let choices = try values.list(.columns).map { text in
      guard let choice = ColumnChoice(text) else {
        throw OptionProblem("--columns takes FIELD or NAME=FIELD, not '\(text)'")
      }
      return choice
    }
    let sorted = try sorted(by: values, choices)
    return try choices.isEmpty ? sorted : sorted.selecting(choices)
  }

  /// The same for an assistant, which is given the newest rows first where it asks for no order:
  /// of many rows it sees the first.
  ///
  /// - Throws: as `arranged(by:)`.
  package func arrangedForAssistant(by values: OptionValues) throws -> Table {
    var table = try values.has(.sort) ? arranged(by: values) : newestFirst()
    (table.presentation, table.times) = (presentation, times)
    return table
  }

  /// The table in the order that `--sort` asks for, and of that as much as `--limit` says. A field
  /// may be named as `--columns` renames it.
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
}
