import HealthModel
import ViewTables

/// The options of `swims`.
struct SwimsOptions: ViewOptions {
  /// Whether there is a row for each length.
  var showsLengths = false
  /// Whether there is a row for each set.
  var showsSets = false
  /// Seconds of rest that begin a new set; nil: as the source has it, else ten.
  var rest: Double?
  /// Whether swims are taken together.
  var rollup = RollupOptions()
  /// Whether an effort that several sources recorded counts once.
  var sources = EffortSources.merge

  /// The unit that people are shown; nil: the preferred one.
  var unit: Unit?

  private static let unit = Option(
    Option.unit.name, "UNIT", "show people lengths and distances in this unit, as yd")
  private static let lengths = Option("lengths", nil, "a row a length")
  private static let sets = Option(
    "sets", nil, "a row a set: lengths without a long rest between them")
  private static let rest = Option(
    "rest", "SECONDS", "how long a rest begins a new set; else the source's own sets, or 10")

  static let declared: [DeclaredOption<Self>] =
    shared(
      .timeZone, .dayStarts, .from, .to, .on, .period, .last, .source, .predicate, .typed, .limit,
      .sort)
    + [
      // For people alone: the fields are metres.
      .value(\.unit, unit) { request, unit in
        try Inputs.unit(unit, of: .distanceSwimming, request.values)
      },
      .flag(\.showsLengths, lengths).unnamed,
      .flag(\.showsSets, sets).unnamed,
      .value(\.rest, rest) { request, rest in
        guard let seconds = try request.values.number(rest), seconds > 0 else {
          throw request.values.outOfRange(rest, "more than 0 seconds")
        }
        return seconds
      },
    ] + DeclaredOption.efforts(\.sources) + DeclaredOption.rollup(\.rollup)

  static let rules: [OptionRule] =
    [.excludes(lengths, [sets]) { _ in "--lengths and --sets do not go together" }]
    + RollupOptions.rules(without: [lengths, sets, rest])
}

extension View {
  /// The swim log.
  package static let swims = View(
    "swims", summary: "the swim log, newest first, by swim, set or length",
    options: SwimsOptions.self,
    details: """
      One row a swim, from `swim`, from swimming workouts and from the swims in workouts of several
      sports: laps, metres per lap, metres, total time (s), pace (s for 100 m), strokes, SWOLF
      (seconds and strokes of an average length), kilocalories, sets, rest between lengths (s),
      styles. `copy` marks further copies of a workout, 2, 3 …, and `copyOf` names the workout that
      counts in the place of one, a copy or the same effort of another source; --fold leaves out
      those that do not count, with --sources all every source counts.

      --lengths shows the lengths that the source told of: set, time, metres, style, strokes, SWOLF
      (seconds and strokes of that length), pace, and the rest (s) before the next. Strokes are
      those of the swim's samples in the length's time, in proportion, else what the score leaves
      beside the seconds. --sets shows lengths together that no long rest parts; rests count to
      neither time nor pace there. With --every or --total a row has what its swims come to; one
      counts on the day on which it began, an effort once. The fields are metres; --unit yd, or a
      preferred unit of distanceSwimming, shows people yards.

        health-journal swims --sort -metres
        health-journal swims --total --period 'this month'
        health-journal swims --lengths --limit 20
        health-journal swims --sets --rest 30
      """,
    reads: WorkoutsView.reads, isComparedByDefault: true,
    forms: [
      Form("", SwimsView.columns), Form("--every month", SwimsView.rollup.columns),
      Form("--lengths", SwimsView.lengthColumns),
      Form("--sets", SwimsView.setColumns),
    ]
  ) { request, options in
    var context = try request.context()
    context.query.addsUpWorkouts = options.sources == .all
    if options.rollup.isAsked {
      return try SwimsView.table(of: request.journal, in: context, options.rollup)
    }
    guard options.showsLengths || options.showsSets else {
      return try SwimsView.table(
        of: request.journal, in: context, restBetweenSets: options.rest)
    }
    let limit = context.query.limit
    context.query.limit = nil
    let swims = try SwimsView.swims(
      of: request.journal, in: context, restBetweenSets: options.rest)
    let table = options.showsSets ? SwimsView.sets(of: swims) : SwimsView.lengths(of: swims)
    return table.limited(to: limit)
  }
}
