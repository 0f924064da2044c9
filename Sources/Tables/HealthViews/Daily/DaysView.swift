import ByteTools
import HealthModel
import HealthTables

/// A list of days: a row for each day, and a column for each type. The figures are those of `daily`
/// and `sleep`, in the units of the person.
enum DaysView {
  /// A column: the figure of a type, or of a value of a category.
  private struct Figure: Hashable {
    var type: String
    var value: String?
    var unit: String

    /// The place in the list: the types of `summary` first, then the others by name.
    var place: (Int, String, String, String) {
      (
        SummaryView.types.firstIndex(of: type) ?? .max, TypeCatalogue.shortName(of: type),
        value ?? "", unit
      )
    }

    /// Returns the column. A second unit of a type, which does not convert, is a part of its name.
    func column(isSecond: Bool) -> Column {
      let name = [TypeCatalogue.shortName(of: type), value, isSecond ? unit : nil]
      return Column(
        name.compactMap(\.self).joined(separator: "."), .quantity, unit: unit, type: type)
    }
  }

  /// The first column; those of the types follow.
  static let day = Column(.date, .time, named: "day", tellsApart: true, rank: .key)

  /// Returns one row a day that has data, days ascending.
  static func table(of journal: ReplayedJournal, in context: ViewContext) throws -> Table {
    var all = context
    all.query.limit = nil
    var shown = Columns(units: ReaderUnits(journal.tables))
    var days: [CivilDate: [(figure: Int, value: Double)]] = [:]
    for rows in try DailyView.rows(of: journal, in: all, options: DailyView.Options()) {
      rows.forEach { row in
        if let cell = shown.cell(of: row) { days[row.day.day, default: []].append(cell) }
      }
    }
    for (day, hours) in try nights(journal, all) {
      let figure = shown.number(of: Figure(type: sleep, unit: "h"))
      days[day, default: []].append((figure, hours))
    }
    let figures = shown.figures.keys
    let order = figures.indices.sorted { figures[$0].place < figures[$1].place }
    let columns = order.enumerated().map { index, number in
      let (before, figure) = (index > 0 ? figures[order[index - 1]] : nil, figures[number])
      return figure.column(
        isSecond: before?.type == figure.type && before?.value == figure.value)
    }
    let places = order.indices.sorted { order[$0] < order[$1] }
    let rows = days.sorted { $0.key < $1.key }.map { day, values in
      var row: [Cell] = [.day(day)] + order.map { _ in .missing }
      for (figure, value) in values { row[places[figure] + 1] = Cell(value) }
      return row
    }
    return try Table(columns: [day] + columns, rows: rows).newest(context.query.limit)
  }

  /// Returns the first rows, this many if there are so many: of the days from the first sample on.
  static func table(
    of journal: ReplayedJournal, in context: ViewContext, first count: Int
  ) throws -> Table {
    let query = context.query
    let isOfAll = query.hasNoWindow && query.predicate == nil && query.limit == nil
    if isOfAll, count < 1000, let first = try firstDay(of: journal, in: context) {
      let calendar = try context.calendar(of: journal.tables)
      for days in [count + 30, 4 * count] {
        var few = context
        few.query.show(first..<first + days, of: calendar)
        var table = try table(of: journal, in: few)
        table.isUncounted = true
        if try table.rowCount() >= count { return table }
      }
    }
    return try table(of: journal, in: context)
  }

  /// Returns a day before those of all samples; nil: there are none.
  private static func firstDay(
    of journal: ReplayedJournal, in context: ViewContext
  ) throws -> Int? {
    // The first sample of each source is among those of any time, a problem or not.
    let few = journal.forDays(Int64.min...Int64.min, context.query)
    var query = context.query
    query.leavesOutProblems = false
    var selection = try SampleSelection(query, few)
    let starts = try selection.types().flatMap { type in
      try selection.rows(of: type).compactMap { few.tables.columns(of: type)?.starts[$0] }
    }
    let calendar = try context.calendar(of: journal.tables)
    return starts.min().map { calendar.day(of: Instant(microseconds: $0)) - 2 }
  }

  private static let sleep = CategoryType.sleepAnalysis.identifier

  /// The columns of rows of `daily`; most rows have the column of the row before.
  private struct Columns {
    let units: ReaderUnits
    private(set) var figures = Numbering<Figure>()
    private var last: (type: String, value: String?, unit: String?)?
    private var figure = Figure(type: "", unit: "")
    /// The number of the figure, where a row has it.
    private var number: Int?
    /// The conversion to the unit of the person; nil: the value stays.
    private var conversion: (from: Unit, to: Unit)?

    init(units: ReaderUnits) { self.units = units }

    mutating func number(of figure: Figure) -> Int { figures.number(ofAny: figure) }

    /// Returns the number of the figure of a row, and its value: a sum or an average in the unit of
    /// the person, the hours of a category, or how many samples it has if these have no length; nil
    /// for sleep, which has nights.
    mutating func cell(of row: DailyRow) -> (figure: Int, value: Double)? {
      let value = (row.sum ?? row.average)?.ifFinite
      let seconds = row.day.duration?.ifFinite
      if value == nil, row.type == sleep || seconds == nil { return nil }
      if last.map({ $0 != (row.type, row.value, row.unit) }) ?? true { find(row) }
      var shown = value ?? (figure.unit == "h" ? (seconds ?? 0) / 3600 : Double(row.day.count))
      if let conversion {
        guard let converted = try? conversion.from.convert(shown, to: conversion.to) else {
          return (number(of: Figure(type: row.type, unit: row.unit ?? "")), shown)
        }
        shown = converted
      }
      let number = number ?? number(of: figure)
      self.number = number
      return (number, shown)
    }

    private mutating func find(_ row: DailyRow) {
      last = (row.type, row.value, row.unit)
      (number, conversion) = (nil, nil)
      if row.day.duration != nil {
        let isTimed = SampleLength.hasDuration(row.type)
        figure = Figure(type: row.type, value: word(of: row), unit: isTimed ? "h" : "count")
        return
      }
      figure = Figure(type: row.type, unit: row.unit ?? "")
      guard let own = try? Unit(figure.unit), let unit = units.unit(of: row.type, in: own) else {
        return
      }
      figure.unit = unit.description
      conversion = (own, unit)
    }

    /// Returns the value of a category; nil if its type has one value only.
    private func word(of row: DailyRow) -> String? {
      guard case .category(let known)? = TypeCatalogue.find(row.type) else { return row.value }
      return known.values.count == 1 ? nil : row.value
    }
  }

  /// Returns the hours asleep in each night; none if the query is about other types.
  private static func nights(
    _ journal: ReplayedJournal, _ context: ViewContext
  ) throws -> [(CivilDate, Double)] {
    let isAsked = context.query.types?.contains(sleep) ?? journal.tables.isDetermined(sleep)
    guard isAsked else { return [] }
    return try SleepView.summaries(of: journal, in: context).compactMap { night in
      night.asleep.map { (night.date, $0 / 3600) }
    }
  }
}

extension View {
  /// The list of days.
  package static let days = View(
    "days", summary: "a list of days: one row per day, one column per type",
    options: NoOptions.self,
    sharing: [.timeZone, .dayStarts, .type] + Option.narrowing
      + [.withoutProblems, .limit, .sort],
    details: """
      Shows a list of days for a spreadsheet: one row per day, and one column per type. The figures
      are those of `daily`, with sources merged: the sum of the day, or the average of types that
      do not add up. Sleep has the hours asleep in the night that ended on the day, as `sleep` has
      it. Other categories have the hours of each value, or the number of samples if these have no
      length. Figures are in the units that `configure --units` and `--preferred-unit` name.

      The columns are the types that have data on these days. --type names the types to show.
      Workouts, notes and the like have views of their own.

      Examples

        health-journal days --last 7d
        health-journal days --type stepCount,bodyMass,sleep --period 2026-03
        health-journal export days -o days.csv
        health-journal export days -o days.csv --spreadsheet
      """,
    reads: .asked, hasOwnDays: true, looksAtAll: true, tool: .withheld,
    presentation: Presentation(
      remarks: ["`days` is a list of days now; the changes of the clocks are in `clocks`"]),
    forms: [Form("", [DaysView.day])]
  ) { request, _ in
    var context = try request.context()
    context.query.leavesOutProblems = request.values.has(.withoutProblems)
    guard let enough = request.enough else {
      return try DaysView.table(of: request.journal, in: context)
    }
    return try DaysView.table(of: request.journal, in: context, first: enough)
  }
}
