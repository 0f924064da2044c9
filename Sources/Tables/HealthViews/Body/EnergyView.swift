package import HealthModel
package import HealthTables

/// The energy balance of days: active, at rest, consumed, and the net.
///
/// Active and consumed energy are the sums of `daily`; a sample over midnight counts in proportion.
/// Resting energy is the figure that samples state (`StatedBasal`). For the rest of the time it is
/// the basal metabolic rate × the share of the day. All figures use the same days (`EnergyDays`).
package enum EnergyView {
  /// The objects that the rows are made of.
  package static let reads = Reads.types(
    ofDay: [QuantityType.activeEnergyBurned, .basalEnergyBurned, .dietaryEnergyConsumed]
      .map(\.identifier),
    lasting: ProfileView.body + [CharacteristicType.dateOfBirth, .biologicalSex].map(\.identifier)
  ).ofWindow

  /// Returns the balances of some days, each up to its end or up to `moment`, whichever is earlier.
  ///
  /// - Parameters:
  ///   - days: days since 1970-01-01; those that begin after `moment` are left out.
  package static func balances(
    of tables: HealthTables, days: ClosedRange<Int>, until moment: Instant,
    in context: ViewContext
  ) throws(ProjectionError) -> [EnergyBalance] {
    let calendar = try context.calendar(of: tables)
    var context = context
    context.query.show(days.lowerBound..<days.upperBound + 1, of: calendar)
    context.query.unit = .kilocalorie
    let active = try DailyView.sums(of: .activeEnergyBurned, in: tables, context, until: moment)
    let consumed = try DailyView.sums(
      of: .dietaryEnergyConsumed, in: tables, context, until: moment)
    let basal = try StatedBasal(tables, context, days, until: moment)
    let lengths = try EnergyDays(tables, days, in: context)
    // The sources of the query are for active and consumed alone; height and mass are of any.
    context.query.sources = []
    let profiles = ProfileSource(tables, context.query)
    var balances: [EnergyBalance] = []
    for day in days {
      let bounds = lengths.bounds(of: day)
      guard bounds.start <= moment else { continue }
      let end = min(moment, bounds.end)
      let date = CivilDate(dayNumber: day)
      var balance = EnergyBalance(
        day: date, moment: Timestamp(end, in: bounds.zones.last),
        shareOfDay: bounds.share(goneAt: end))
      balance.active = active[day]
      balance.consumed = consumed[day]
      (balance.statedResting, balance.statedShare) = basal.ofDay(day, length: bounds.length)
      let profile = profiles.profileForFormula(on: date, at: end)
      balance.basalMetabolicRate = profile.basalMetabolicRate
      balance.measuredLater = profile.measured(after: end)
      balance.missingForRate = profile.missingForRate
      balances.append(balance)
    }
    return balances
  }

  /// Returns the same journal with enough samples for the balances of some days.
  ///
  /// - Throws: what reading them throws.
  static func near(
    _ days: ClosedRange<Int>, of journal: ReplayedJournal, in context: ViewContext
  ) throws -> ReplayedJournal {
    let time = try DayFinder(journal.tables, context).time(of: Range(days))
    let near = journal.forDays(time, context.query, of: reads)
    try near.tables.read(types: reads.ofDates)
    return near
  }

  /// Returns one row a balance, in a unit of energy.
  package static func table(_ balances: [EnergyBalance], in unit: Unit = .kilocalorie) -> Table {
    Table(columns(in: unit), rows: balances)
  }

  /// Returns the fields of `energy`. `missing` names the types that are not known. `measuredLater`
  /// names the inputs of the rate that were first measured after the moment.
  static func columns(in unit: Unit = .kilocalorie) -> [RowColumn<EnergyBalance>] {
    func energy(
      _ field: String, _ kilocalories: @escaping @Sendable (EnergyBalance) -> Double?
    ) -> RowColumn<EnergyBalance> {
      RowColumn(field, .quantity) { balance in
        Cell(kilocalories(balance).flatMap { try? Unit.kilocalorie.convert($0, to: unit) })
      }
    }
    return [
      RowColumn(.date, .time, named: "day", tellsApart: true, rank: .key) { .day($0.day) },
      RowColumn(.recorded, .time, rank: .detail) { .time($0.moment) },
      energy("active") { $0.active }, energy("resting") { $0.resting },
      energy("consumed") { $0.consumed }, energy("net") { $0.net },
      energy("basalMetabolicRate") { $0.basalMetabolicRate },
      RowColumn(.unit, note: "`kcal`, or the unit of `--unit`") { _ in .text(unit.description) },
      RowColumn("missing", rank: .detail, note: "types") { .names($0.missing) },
      RowColumn("measuredLater", rank: .detail, note: "fields; absent if there are none") {
        $0.measuredLater.isEmpty ? .missing : .names($0.measuredLater)
      },
      RowColumn(
        "basalSource", rank: .detail, note: "of `resting`: `stated`, `formula` or `both`"
      ) { $0.resting == nil ? .missing : .text($0.basalSource.rawValue) },
    ]
  }
}

/// The options of `energy`.
struct EnergyOptions: ViewOptions {
  /// The day; nil: today, or the day of the moment.
  var day: CivilDate?
  /// The moment of the day up to which energy counts, as the user entered it; nil: now, or the end
  /// of a day that is over.
  var moment: String?
  /// True if there is a row for each day of a range.
  var isRange = false
  /// The unit of all figures.
  var unit = Unit.kilocalorie
  /// True if the view explains its figures.
  var explains = false

  private static let on = Option("on", "DAY", "this day; default: today")
  private static let period = Option(
    "period", "PERIOD", "one row for each day of this period, such as 2026-03")
  private static let last = Option(
    "last", "LENGTH", "one row for each of the last days, such as 4w")
  private static let at = Option(
    Option.asked.name, "TIME",
    "up to this moment of the day; default: now, or the end of a day that is over")
  private static let from = Option("from", "DAY", "one row for each day, beginning with this day")
  private static let to = Option("to", "DAY", "with --from: only days before this day")
  private static let source = Option(
    "source", "NAME", "active and consumed energy of this source only", isRepeatable: true)
  private static let explain = Option(
    "explain", nil, "show why the figures of one day (in kcal) are as they are")

  @Sendable private static func ofOneDay(_ option: Option) -> String {
    "--\(option.name) is for one day, --from, --to, --period and --last are for several"
  }

  private static func energyUnit(_ values: OptionValues) throws(OptionProblem) -> Unit {
    let text = values[.unit] ?? ""
    let unit = try Inputs.unit(text)
    guard unit.isCompatible(with: .kilocalorie) else {
      throw OptionProblem("--unit: energy does not convert to \(text); use kcal or kJ")
    }
    return unit
  }

  /// Returns the day that is meant, and the moment up to which it counts.
  fileprivate func end(_ request: inout ViewRequest) throws -> (CivilDate, Instant) {
    let input = try request.timeInput()
    var date = day ?? input.day(of: input.now)
    var end = input.now
    let context = try request.context()
    var bounds = try Self.bounds(of: date, request.journal, context)
    if let moment {
      // 18:00 is a time of the day that is named, on the clocks of its place.
      let place = DayCalendar(bounds.zones.last, startsAt: context.dayStarts)
      let clock = TimeInput(place, weekStarts: request.weekStarts, now: input.now)
      let onDay = day.flatMap { clock.moment(moment, of: $0) }
      guard let time = onDay ?? input.timestamp(moment) else {
        throw Inputs.badTime(Self.at, moment)
      }
      end = time.instant
      if day == nil {
        date = input.day(of: end)
        bounds = try Self.bounds(of: date, request.journal, context)
      }
      guard (bounds.start...bounds.end).contains(end) else {
        throw OptionProblem("--at: \(moment) is not within \(date)")
      }
    }
    guard bounds.start <= end else {
      throw OptionProblem("\(date) has not begun; name a moment of it with --at")
    }
    return (date, end)
  }

  private static func bounds(
    of date: CivilDate, _ journal: ReplayedJournal, _ context: ViewContext
  ) throws -> EnergyDays.Bounds {
    let days = date.dayNumber...date.dayNumber
    let near = try EnergyView.near(days, of: journal, in: context)
    return try EnergyDays(near.tables, days, in: context).bounds(of: date.dayNumber)
  }

  /// Returns the balances of a range of days, up to now.
  fileprivate static func range(_ request: inout ViewRequest) throws -> [EnergyBalance] {
    let context = try request.context()
    guard let from = context.query.from else { return [] }
    let input = try request.timeInput()
    let first = input.day(of: from).dayNumber
    let end = context.query.to.map { min($0, input.now) } ?? input.now
    let last = input.day(of: end.adding(microseconds: -1)).dayNumber
    guard first <= last else { return [] }
    let near = try EnergyView.near(first...last, of: request.journal, in: context)
    let balances = try EnergyView.balances(
      of: near.tables, days: first...last, until: input.now, in: context)
    return Array(balances.filter(\.isOfTheDay).suffix(context.query.limit ?? .max))
  }

  static let declared: [DeclaredOption<Self>] =
    shared(.timeZone, .dayStarts)
    + [
      .value(\.day, on) { try $0.day($1) },
      .value(\.moment, at) { $0.values[$1] },
    ]
    + [from, to, period, last].map { .value(\.isRange, $0) { _, _ in true } }
    + [
      .shared(source),
      .value(\.unit, .unit) { request, _ in try energyUnit(request.values) },
      .shared(.limit), .shared(.sort), .flag(\.explains, explain).ofCommand,
    ]

  static let rules: [OptionRule] = [
    .excludes(explain, [from, to, period, last, .unit]) { other in
      "--explain is for one day, in kcal; it cannot be combined with --\(other.name)"
    },
    .excludes(from, [on, at], saying: ofOneDay), .excludes(to, [on, at], saying: ofOneDay),
    .excludes(period, [on, at], saying: ofOneDay), .excludes(last, [on, at], saying: ofOneDay),
    .requires(to, [from], saying: "--from missing"),
  ]
}

extension View {
  /// The view of the energy of days: active, at rest, consumed, net.
  package static let energy = View(
    "energy", summary: "energy of a day: active, resting, consumed, net",
    options: EnergyOptions.self,
    details: """
      Shows the energy of a day, in kcal: net = consumed − (active + resting). Without --at the
      figures are up to now, or up to the end of a day that is over. With --from and --to there is
      one row per day. Days without any data, and days after now, have no row.

        active, consumed  The sums of activeEnergyBurned and dietaryEnergyConsumed up to the moment,
                          as in `daily`. --source chooses their sources.
        resting           The figure that samples of basalEnergyBurned state for their time. For the
                          rest of the time it is the basal metabolic rate × the part of the day. A
                          day has 23 or 25 hours when clocks change. All sources count.
        basalSource       `stated` if samples cover at least 99 % of the time, otherwise `formula`
                          (no samples) or `both`

      `resting` leaves out samples of no length, or of more than ten years. --time-zone and
      --day-starts define the day, as in `daily`. Without these options, the time zone that a
      sample names decides its day, for all figures. With --on, --at means a time in the zone in
      which that day ends.

      The program uses the rate of Harris and Benedict:

        men    66 + 13.8 × kg + 5 × cm − 6.8 × years
        women  655 + 9.6 × kg + 1.8 × cm − 4.7 × years

      The age is the age on that day. Mass and height are the last measurements before the moment.
      If there are none, the first measurements after it are used, and `measuredLater` names them.
      `swim` finds the mass by the same rule. In a range, a day has no row if such a rate is its
      only data. The formula has no figures for the sex `other`, so there is no rate.

      `missing` names the types that the journal lacks. If a type is missing, there is no net, and
      nothing counts as 0.

      --explain is for one day, in kcal. It lists every sample of `active`, `consumed` and stated
      resting energy, and how much of it counts. It also lists the numbers of the formula
      (`input`), each with its line (`seq`). The rows `counted` of a figure add up exactly to its
      `total`, and the totals are those of `energy`.

      Examples

        health-journal energy --on 2026-03-03
        health-journal energy --on 2026-03-03 --at 18:00 --unit kJ
        health-journal energy --on 2026-03-03 --explain
        health-journal energy --from 2026-03-01 --to 2026-04-01 --format csv
      """,
    reads: EnergyView.reads, isOfOneDay: true, hasOwnDays: true,
    forms: [
      Form("", EnergyView.columns()), Form("--explain", EnergyExplanation.columns),
    ]
  ) { request, options in
    if options.isRange {
      return EnergyView.table(try EnergyOptions.range(&request), in: options.unit)
    }
    let (date, moment) = try options.end(&request)
    let context = try request.context()
    let number = date.dayNumber
    let near = try EnergyView.near(number...number, of: request.journal, in: context)
    if options.explains {
      var table = try EnergyExplanation.table(on: date, until: moment, near, in: context)
        .limited(to: context.query.limit)
      table.presentation = Presentation(nothing: "nothing is known of \(date)")
      return try ExplainedRow.withEvidence(nil, table)
    }
    let balances = try EnergyView.balances(
      of: near.tables, days: number...number, until: moment, in: context)
    var table = EnergyView.table(balances, in: options.unit)
    table.presentation = Presentation(isTransposed: true)
    if let only = balances.first, only.isEmpty {
      table.presentation?.unknown =
        "nothing is known of \(only.day); `missing` names what to save"
    }
    return table
  }
}

/// The starts and ends of the days of energy. The clocks of the place where the day's samples were
/// measured decide, as in `daily`. If no sample names a zone, the clocks of the view decide.
///
/// The samples of energy at rest come first, because the formula fills the rest of the day. If
/// there are none, the samples of active energy decide, then those of consumed energy. If the
/// samples of a day name several zones, the day starts by the first zone and ends by the last, as
/// in `days`.
struct EnergyDays {
  /// A day's first moment, and the moment after its last.
  struct Bounds {
    var start: Instant
    var end: Instant
    /// The zones whose clocks say so.
    var zones: (first: ZoneRules, last: ZoneRules)

    /// Returns how much of it is gone at a moment, 0 to 1; nil for a date that was skipped.
    func share(goneAt moment: Instant) -> Double? {
      guard start < end else { return nil }
      return min(max(moment.seconds(since: start) / end.seconds(since: start), 0), 1)
    }

    var length: Int64 { end.microseconds - start.microseconds }
  }

  private let finder: DayFinder
  /// The cursors of the first and the last sample of each day.
  private var cursors: [Int: (first: Int, last: Int)] = [:]

  /// - Parameter days: days since 1970-01-01.
  init(
    _ tables: HealthTables, _ days: ClosedRange<Int>, in context: ViewContext
  ) throws(ProjectionError) {
    var finder = try DayFinder(tables, context)
    let types = [QuantityType.basalEnergyBurned, .activeEnergyBurned, .dietaryEnergyConsumed]
    let near = types.map { Self.rows(of: $0.identifier, near: days, tables) }
    // Mostly no sample of energy names a zone.
    let isAway = near.contains { columns, rows in
      rows.contains { columns.zone($0) != SampleRow.none }
    }
    if context.timeZone == nil, isAway {
      for (columns, rows) in near {
        let found = Self.cursors(of: rows, columns, days, &finder)
        cursors.merge(found) { known, _ in known }
      }
    }
    self.finder = finder
  }

  private static func rows(
    of type: String, near days: ClosedRange<Int>, _ tables: HealthTables
  ) -> (SampleColumns, [Int]) {
    guard !tables.zones.names.isEmpty, let columns = tables.columns(of: type) else {
      return (SampleColumns(), [])
    }
    let all = SampleSelection.chosenRows(of: type, ViewQuery(), in: tables)
    return (columns, columns.rows(columns.rows(all, near: Range(days))))
  }

  private static func cursors(
    of rows: [Int], _ columns: SampleColumns, _ days: ClosedRange<Int>, _ finder: inout DayFinder
  ) -> [Int: (first: Int, last: Int)] {
    var ends: [Int: (first: (Int64, Int), last: (Int64, Int))] = [:]
    for row in rows {
      let zone = columns.zone(row)
      let cursor = finder.cursor(zone: zone)
      DayStretch.forEach(
        columns.starts[row], columns.ends[row], zone: zone, .split, days: &finder
      ) { stretch in
        guard days.contains(stretch.day) else { return }
        let (first, last) = ((stretch.start, cursor), (stretch.end, cursor))
        let known = ends[stretch.day] ?? (first, last)
        ends[stretch.day] = (
          first < known.first ? first : known.first, last > known.last ? last : known.last
        )
      }
    }
    return ends.mapValues { ($0.first.1, $0.last.1) }
  }

  /// Returns the start and end of a day.
  func bounds(of day: Int) -> Bounds {
    let (first, last) = cursors[day] ?? (0, 0)
    let bounds = bounds(of: day, first, last)
    // Who flies west over the date line may reach the end of a date before its beginning.
    return bounds.start <= bounds.end ? bounds : self.bounds(of: day, last, last)
  }

  private func bounds(of day: Int, _ first: Int, _ last: Int) -> Bounds {
    Bounds(
      start: finder.calendar(first).start(of: day), end: finder.calendar(last).start(of: day + 1),
      zones: (finder.zone(of: first), finder.zone(of: last)))
  }
}

/// The energy at rest that samples of basalEnergyBurned state, and the time that they cover.
///
/// Sources are merged, and days are the days of `daily`, as for any energy. Samples of every source
/// count, as in the formula.
struct StatedBasal {
  private let sums: [Int: Double]
  /// The microseconds of each day that samples cover.
  private var covered: [Int: Int64] = [:]

  /// - Parameter context: its query names the days and the unit.
  init(
    _ tables: HealthTables, _ context: ViewContext, _ days: ClosedRange<Int>, until moment: Instant
  ) throws(ProjectionError) {
    let context = Self.context(context)
    let type = QuantityType.basalEnergyBurned
    let columns = tables.columns(of: type.identifier) ?? SampleColumns()
    let rows = columns.rows(
      SampleSelection.chosenRows(of: type.identifier, context.query.ofAllTime, in: tables))
    let lasting = Self.lasting(rows, columns)
    sums = try DailyView.sums(
      of: type, RowSelection(lasting), in: tables, context, until: moment)
    var finder = try DayFinder(tables, context)
    var stretches: [DayStretch] = []
    for row in columns.rows(columns.rows(RowSelection(lasting), near: Range(days))) {
      let start = columns.starts[row]
      guard let end = DayStretch.end(start, columns.ends[row], before: moment.microseconds)
      else { continue }
      DayStretch.forEach(start, end, zone: columns.zone(row), .split, days: &finder) { stretch in
        if days.contains(stretch.day) { stretches.append(stretch) }
      }
    }
    cover(stretches)
  }

  /// Returns the samples that state which time they cover: not those without length, nor those that
  /// are longer than any measurement.
  static func lasting(_ rows: [Int], _ columns: SampleColumns) -> [Int] {
    rows.filter { row in
      let length = columns.ends[row] - columns.starts[row]
      return length > 0 && !DayStretch.isEndless(0, length)
    }
  }

  /// Returns the context in which all sources count.
  static func context(_ context: ViewContext) -> ViewContext {
    var context = context
    context.query.sources = []
    return context
  }

  /// Notes of each day how much of it lies in some stretches, once where they overlap.
  private mutating func cover(_ stretches: [DayStretch]) {
    var reached: (day: Int, moment: Int64) = (.min, .min)
    for stretch in stretches.sorted(by: { ($0.day, $0.start, $0.end) < ($1.day, $1.start, $1.end) })
    {
      if stretch.day != reached.day { reached = (stretch.day, .min) }
      let start = max(stretch.start, reached.moment)
      if start < stretch.end { covered[stretch.day, default: 0] += stretch.end - start }
      reached.moment = max(reached.moment, stretch.end)
    }
  }

  /// Returns the energy that samples state for a day of this length, in microseconds, and the share
  /// of the day that they cover.
  func ofDay(_ day: Int, length: Int64) -> (energy: Double?, share: Double) {
    guard length > 0, let covered = covered[day] else { return (nil, 0) }
    return (sums[day], min(Double(covered) / Double(length), 1))
  }
}
