import HealthProjections

/// `swims`: the swim log.
enum SwimsCommand {
  static let lengths = Option("lengths", nil, "a row a length")
  static let sets = Option("sets", nil, "a row a set: lengths without a long rest between them")
  static let rest = Option(
    "rest", "SECONDS", "how long a rest begins a new set; else the source's own sets, or 10")

  static let view = View(
    name: "swims", summary: "the swim log, newest first, by swim, set or length",
    options: Option.calendar + [
      .from, .to, .source, .predicate, .limit, .sort, .fold, lengths, sets,
      rest,
    ],
    unnamedOptions: [lengths, sets],
    details: """
      One row a swim, from `swim`, from swimming workouts and from the swims in workouts of several
      sports: laps, metres per lap, metres, total time (s), pace (s for 100 m), strokes, SWOLF (seconds
      and strokes of an average length), kilocalories, sets, rest between lengths (s), styles. `copy`
      marks further copies of a workout, 2, 3 …; --fold leaves them out.

      --lengths shows the lengths that the source told of: set, time, metres, style, strokes, SWOLF
      (seconds and strokes of that length), pace, and the rest (s) before the next. Strokes are those of
      the swim's samples in the length's time, in proportion, else what the score leaves beside the
      seconds. --sets shows lengths together that no long rest parts; rests count to neither
      time nor pace there.

        health-journal swims --sort -metres
        health-journal swims --lengths --limit 20
        health-journal swims --sets --rest 30
      """,
    rowKey: .uuid, isComparedByDefault: true
  ) {
    try table($0, &$1)
  }

  static func table(_ arguments: Arguments, _ reading: inout Reading) throws -> Table {
    guard !arguments.has(lengths) || !arguments.has(sets) else {
      throw arguments.misused("--lengths and --sets do not go together")
    }
    let seconds = try arguments.number(rest)
    guard seconds ?? 1 > 0 else { throw arguments.outOfRange(rest, "more than 0 seconds") }
    var context = try reading.context()
    guard arguments.has(lengths) || arguments.has(sets) else {
      return try SwimsView.table(of: reading.journal, in: context, restBetweenSets: seconds)
    }
    let limit = context.query.limit
    context.query.limit = nil
    let swims = try SwimsView.swims(of: reading.journal, in: context, restBetweenSets: seconds)
    let table = arguments.has(sets) ? SwimsView.sets(of: swims) : SwimsView.lengths(of: swims)
    return table.limited(to: limit)
  }
}
