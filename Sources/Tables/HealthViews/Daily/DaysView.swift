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
    var days: [CivilDate: [Figure: Double]] = [:]
    let units = ReaderUnits(journal.tables)
    for row in try DailyView.figures(of: journal, in: all) {
      guard let (figure, value) = figure(of: row, units) else { continue }
      days[row.day.day, default: [:]][figure] = value
    }
    for (day, hours) in try nights(journal, all) {
      days[day, default: [:]][Figure(type: sleep, unit: "h")] = hours
    }
    let figures = Set(days.values.flatMap(\.keys)).sorted { $0.place < $1.place }
    let columns = figures.enumerated().map { index, figure in
      let before = index > 0 ? figures[index - 1] : nil
      return figure.column(
        isSecond: before?.type == figure.type && before?.value == figure.value)
    }
    let rows = days.sorted { $0.key < $1.key }.map { day, values in
      [.day(day)] + figures.map { Cell(values[$0]) }
    }
    return try Table(columns: [day] + columns, rows: rows).newest(context.query.limit)
  }

  private static let sleep = CategoryType.sleepAnalysis.identifier

  /// Returns the figure of a row of `daily`: a sum or an average in the unit of the person, the
  /// hours of a category, or how many samples it has if these have no length; nil for sleep, which
  /// has nights.
  private static func figure(of row: DailyRow, _ units: ReaderUnits) -> (Figure, Double)? {
    guard let value = row.sum ?? row.average else {
      guard row.type != sleep, let seconds = row.day.duration else { return nil }
      let isTimed = SampleLength.hasDuration(row.type)
      return (
        Figure(type: row.type, value: word(of: row), unit: isTimed ? "h" : "count"),
        isTimed ? seconds / 3600 : Double(row.day.count)
      )
    }
    let stated = row.unit ?? ""
    guard let own = try? Unit(stated), let unit = units.unit(of: row.type, in: own),
      let shown = try? own.convert(value, to: unit)
    else { return (Figure(type: row.type, unit: stated), value) }
    return (Figure(type: row.type, unit: unit.description), shown)
  }

  /// Returns the value of a category; nil if its type has one value only.
  private static func word(of row: DailyRow) -> String? {
    guard case .category(let known)? = TypeCatalogue.find(row.type) else { return row.value }
    return known.values.count == 1 ? nil : row.value
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
    reads: .asked, hasOwnDays: true, tool: .withheld,
    presentation: Presentation(
      remarks: ["`days` is a list of days now; the changes of the clocks are in `clocks`"]),
    forms: [Form("", [DaysView.day])]
  ) { request, _ in
    var context = try request.context()
    context.query.leavesOutProblems = request.values.has(.withoutProblems)
    return try DaysView.table(of: request.journal, in: context)
  }
}
