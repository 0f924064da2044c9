import HealthTables
import HealthModel
import ViewTables

/// The options of `energy`.
struct EnergyOptions: ViewOptions {
  /// The day; nil: today, or that of the moment.
  var day: CivilDate?
  /// Up to which moment of the day, as it was typed; nil: now, or the day's end where it is over.
  var moment: String?
  /// Whether there is a row for each day of a range.
  var isRange = false
  /// The unit of all figures.
  var unit = Unit.kilocalorie
  /// Whether it says why.
  var explains = false

  private static let day = Option("day", "DAY", "this day; else today")
  private static let on = Option("on", "DAY", "the same as --day")
  private static let period = Option("period", "PERIOD", "a row a day of this period, as 2026-03")
  private static let last = Option("last", "LENGTH", "a row a day of the last days, as 4w")
  private static let at = Option(
    "at", "TIME", "up to this moment of the day; else now, or its end where it is over")
  private static let from = Option("from", "DAY", "a row a day, from this one on")
  private static let to = Option("to", "DAY", "with --from: the days before this one")
  private static let source = Option(
    "source", "NAME", "active and consumed of this source only", isRepeatable: true)
  private static let explain = Option("explain", nil, "of one day: why it is so, in kcal")

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

  /// The day that is meant, and the moment up to which it counts.
  fileprivate func end(_ request: inout ViewRequest) throws -> (CivilDate, Instant) {
    let input = try request.timeInput()
    var date = day ?? input.day(of: input.now)
    var end = input.now
    let context = try request.context()
    var bounds = try Self.bounds(of: date, request.tables, context)
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
        bounds = try Self.bounds(of: date, request.tables, context)
      }
      guard (bounds.start...bounds.end).contains(end) else {
        throw OptionProblem("--at: \(moment) is no moment of \(date)")
      }
    }
    guard bounds.start <= end else {
      throw OptionProblem("\(date) has not begun; name a moment of it with --at")
    }
    return (date, end)
  }

  private static func bounds(
    of date: CivilDate, _ tables: HealthTables, _ context: ViewContext
  ) throws -> EnergyDays.Bounds {
    let day = date.dayNumber
    return try EnergyDays(tables, day...day, in: context).bounds(of: day)
  }

  /// The balances of a range of days, up to now.
  fileprivate static func range(_ request: inout ViewRequest) throws -> [EnergyBalance] {
    let context = try request.context()
    guard let from = context.query.from else { return [] }
    let input = try request.timeInput()
    let first = input.day(of: from).dayNumber
    let end = context.query.to.map { min($0, input.now) } ?? input.now
    let last = input.day(of: end.adding(microseconds: -1)).dayNumber
    guard first <= last else { return [] }
    let balances = try EnergyView.balances(
      of: request.journal.tables, days: first...last, until: input.now, in: context)
    return Array(balances.filter(\.isOfTheDay).prefix(context.query.limit ?? .max))
  }

  static let declared: [DeclaredOption<Self>] =
    shared(.timeZone, .dayStarts)
    + [
      .value(\.day, day) { request, option in try request.day(option) },
      .value(\.day, on) { request, option in try request.day(option) },
      .value(\.moment, at) { request, option in request.values[option] },
      .value(\.isRange, from) { _, _ in true },
      .value(\.isRange, to) { _, _ in true },
      .value(\.isRange, period) { _, _ in true },
      .value(\.isRange, last) { _, _ in true },
    ]
    + shared(source)
    + [
      .value(\.unit, .unit) { request, _ in try energyUnit(request.values) }
    ]
    + shared(.limit, .sort)
    + [
      .flag(\.explains, explain).ofCommand
    ]

  static let rules: [OptionRule] = [
    .excludes(explain, [from, to, period, last, .unit]) { other in
      "--explain is of one day, in kcal: it goes without --\(other.name)"
    },
    .atMostOne(of: [day, on]),
    .excludes(from, [day, at], saying: ofOneDay), .excludes(to, [day, at], saying: ofOneDay),
    .excludes(period, [day, at], saying: ofOneDay), .excludes(last, [day, at], saying: ofOneDay),
    .requires(to, [from], saying: "--from missing"),
  ]
}

extension View {
  /// What days come to in energy: active, at rest, consumed, net.
  package static let energy = View(
    "energy", summary: "energy of a day: active, resting, consumed, net",
    options: EnergyOptions.self,
    details: """
      net = consumed − (active + resting). active and consumed are the sums of activeEnergyBurned and
      dietaryEnergyConsumed up to the moment, a sample over midnight in proportion. resting is what
      basalEnergyBurned states where its samples lie, and for the rest of the time the basal metabolic
      rate × the share of the day that is gone then, of 23 or 25 hours where clocks change. `basalSource` says
      which: `stated` (of all of the time but a hundredth), `formula`, or `both`.
      --time-zone and --day-starts say what a day is, as for `daily`; else the day of samples that
      name a time zone is that of its clocks, for all figures and for the share, and --at with
      --day is a time of these clocks.
      --source chooses whose active and consumed count; resting, height and mass are of any source.
      The rate is that of Harris and Benedict, in kcal, with age as it was then, and mass and height as
      measured last by then, else as measured first after it; `measuredLater` names those:

        men     66 + 13.8 × kg + 5 × cm − 6.8 × years
        women   655 + 9.6 × kg + 1.8 × cm − 4.7 × years

      `missing` names what is not known; there is no net then. --from and --to show a row a day; a day
      of which the journal says nothing has none. --explain lists every sample and what of it counts, the numbers
      that the formula takes and the lines that they came from, and what they come to.

        health-journal energy --day yesterday
        health-journal energy --day 2026-03-29 --at 12:00 --unit kJ
        health-journal energy --day 2026-03-29 --explain
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
    if options.explains {
      var table = try EnergyExplanation.table(
        on: date, until: moment, request.journal, in: context
      ).limited(to: context.query.limit)
      table.presentation = Presentation(nothing: "nothing is known of \(date)")
      return table
    }
    let number = date.dayNumber
    let balances = try EnergyView.balances(
      of: request.journal.tables, days: number...number, until: moment, in: context)
    var table = EnergyView.table(balances, in: options.unit)
    table.presentation = Presentation(isTransposed: true)
    if let only = balances.first, only.isEmpty {
      table.presentation?.unknown =
        "nothing is known of \(only.day); `missing` names what to save"
    }
    return table
  }
}
