package import HealthModel
package import HealthTables

/// Swim log: one row a swim, newest first, from the `swim` command, from swimming workouts and from
/// the swims in workouts of several sports.
package enum SwimsView {
  /// Returns one row a swim. `pace` is in seconds per 100 metres, `totalTime` and `rest` in
  /// seconds.
  ///
  /// - Parameter rest: seconds of rest that begin a new set; nil: as in the source, otherwise ten.
  package static func table(
    of journal: ReplayedJournal, in context: ViewContext, restBetweenSets rest: Double? = nil
  ) throws -> Table {
    Table(columns, rows: try swims(of: journal, in: context, restBetweenSets: rest))
  }

  /// Returns the swims, newest first.
  ///
  /// - Parameter rest: seconds of rest that begin a new set; nil: as in the source, otherwise ten.
  package static func swims(
    of journal: ReplayedJournal, in context: ViewContext, restBetweenSets rest: Double? = nil
  ) throws -> [LoggedSwim] {
    let tables = journal.tables
    let shown = try WorkoutList(journal, context.query, of: .swimming).shown
    let passedOver = context.query.passedOver
    let asked = Array(shown.dropFirst(passedOver))
    let types = asked.types(
      of: [.totalEnergyBurned, .totalDistance, .totalSwimmingStrokeCount])
    var members = try WorkoutMembers(
      tables, of: asked.map(\.row), types: types,
      leavingOutProblems: context.query.leavesOutProblems)
    let figures = try WorkoutFigures(tables: members.tables)
    var days = try LogDays(tables, context)
    return try shown.enumerated().map { index, listed in
      let (row, leg) = (listed.row, listed.leg)
      var swim = LoggedSwim(
        date: days.date(of: leg.start, leg.metadata), span: leg.workout.span,
        totalTime: leg.workout.duration, source: tables.sourceName(row.provenance), uuid: row.uuid)
      swim.copy = listed.mark.copy
      swim.copyOf = listed.mark.counted?.uuid
      swim.possibleTime = leg.workout.possibleDuration
      if index < passedOver { return swim }
      let found = try members.members(of: row, as: leg)
      let strokes = QuantityType.swimmingStrokeCount.identifier
      let maySeeStrokes = tables.access.maySee(strokes, of: row)
      let laps = leg.workout.laps
      swim.fill(leg, laps, figures.figures(found, within: leg.window), figures)
      swim.lengths = SwimLengths(figures, found, maySeeStrokes: maySeeStrokes)
        .lengths(of: leg.workout, laps, metresPerLap: swim.metresPerLap, rest: rest)
      return swim
    }
  }

  /// The fields of `swims`.
  static let columns: [RowColumn<LoggedSwim>] = [
    RowColumn(.date, .time, rank: .key) { .day($0.date) },
    RowColumn("laps", .count) { Cell($0.laps) },
    RowColumn("metresPerLap", .poolLength, rank: .detail) { Cell($0.metresPerLap) },
    RowColumn("metres", .poolLength) { Cell($0.metres) },
    RowColumn("totalTime", .duration, unit: "s") { .number($0.totalTime) },
    RowColumn("pace", .pace, unit: "s/100m") { Cell($0.pace) },
    RowColumn("strokes", .count) { Cell($0.strokes) },
    RowColumn("swolf", .count) { Cell($0.swolf) },
    RowColumn("kilocalories", .count) { Cell($0.kilocalories) },
    RowColumn("sets", .count, rank: .detail) { swim in
      let sets = swim.sets.count
      return sets == 0 ? .missing : .whole(sets)
    },
    RowColumn("rest", .duration, unit: "s", rank: .detail) { Cell($0.rest) },
    RowColumn("styles", rank: .detail) { Cell($0.styles) },
    RowColumn(.source, rank: .detail) { .text($0.source) },
    RowColumn(.object, tellsApart: true, hidden: true) { .text($0.uuid.description) },
    RowColumn("copy", .number, rank: .detail) { Cell(whole: $0.copy) },
    WorkoutsView.copyOfColumn.of { $0.copyOf },
    RowColumn(.start, .time, rank: .detail) { .time($0.span.start) },
    RowColumn("factor", .number, rank: .detail, note: "kcal per kilogram and hour") {
      Cell($0.factor)
    },
  ]

  // MARK: Lengths and sets

  /// A length or a set, with its swim.
  struct Part<Own: Sendable>: Sendable {
    fileprivate var own: Own
    fileprivate var swim: LoggedSwim
  }

  /// Returns one row a length: the newest swim first, its lengths in order. A swim without known
  /// lengths has no row. Formats for people show the columns that identify lengths.
  package static func lengths(of swims: [LoggedSwim]) -> Table {
    Table(
      lengthColumns,
      rows: swims.flatMap { swim in swim.lengths.map { Part(own: $0, swim: swim) } })
  }

  /// The fields of `swims --lengths`.
  static let lengthColumns: [RowColumn<Part<SwimLength>>] = [
    RowColumn(.date, .time, hidden: true) { .day($0.swim.date) },
    RowColumn(.object, tellsApart: true, hidden: true) { .text($0.swim.uuid.description) },
    RowColumn("set", .number, rank: .key) { .whole($0.own.set) },
    RowColumn("length", .number, rank: .key) { .whole($0.own.number) },
    RowColumn(.start, .time) { .time($0.own.span.start) },
    RowColumn(.end, .time, hidden: true) { .time($0.own.span.end) },
    RowColumn("duration", .quantity, unit: "s") { .number($0.own.duration) },
    RowColumn("metres", .poolLength) { Cell($0.own.metres) },
    RowColumn("style") { Cell(text: $0.own.style?.name) },
    RowColumn("strokes", .count) { Cell($0.own.strokes) },
    RowColumn("swolf", .count) { Cell($0.own.swolf) },
    RowColumn("pace", .pace, unit: "s/100m") { Cell($0.own.pace) },
    RowColumn("rest", .quantity, unit: "s", rank: .detail) { Cell($0.own.rest) },
    RowColumn(.source, hidden: true) { .text($0.swim.source) },
  ]

  /// Returns one row a set: the newest swim first, its sets in order.
  package static func sets(of swims: [LoggedSwim]) -> Table {
    Table(
      setColumns, rows: swims.flatMap { swim in swim.sets.map { Part(own: $0, swim: swim) } })
  }

  /// The fields of `swims --sets`.
  static let setColumns: [RowColumn<Part<SwimSet>>] = [
    RowColumn(.date, .time, hidden: true) { .day($0.swim.date) },
    RowColumn(.object, tellsApart: true, hidden: true) { .text($0.swim.uuid.description) },
    RowColumn("set", .number, rank: .key) { .whole($0.own.number) },
    RowColumn("lengths", .count) { .whole($0.own.lengths.count) },
    RowColumn(.start, .time) { Cell(time: $0.own.lengths.first?.span.start) },
    RowColumn(.end, .time, hidden: true) { Cell(time: $0.own.lengths.last?.span.end) },
    RowColumn("duration", .duration, unit: "s") { .number($0.own.duration) },
    RowColumn("metres", .poolLength) { Cell($0.own.metres) },
    RowColumn("styles") { Cell($0.own.styles) },
    RowColumn("strokes", .count) { Cell($0.own.strokes) },
    RowColumn("swolf", .count) { Cell($0.own.swolf) },
    RowColumn("pace", .pace, unit: "s/100m") { Cell($0.own.pace) },
    RowColumn("rest", .duration, unit: "s", rank: .detail) { Cell($0.own.rest) },
    RowColumn(.source, hidden: true) { .text($0.swim.source) },
  ]
}

extension LoggedSwim {
  /// Fills in each figure from the leg or the computed figures, if one has it.
  fileprivate mutating func fill(
    _ leg: WorkoutLeg, _ found: [WorkoutLap], _ computed: [TypeFigures],
    _ figures: WorkoutFigures
  ) {
    kilocalories = figures.energy(leg, computed)
    strokes = figures.strokes(leg, computed)
    laps = figures.count(of: found, in: leg)
    metres = figures.distance(leg, computed, laps)
    metresPerLap = figures.lapLength(leg.metadata)
    if let metresPerLap, metresPerLap > 0, let metres, laps == nil {
      laps = (metres / metresPerLap).roundedToWhole
    }
    factor = leg.metadata.number(MetadataName.paceFactor)
    statedSWOLF = leg.metadata.number(MetadataName.swolfScore)
  }
}

extension Double {
  /// The nearest whole number, halves up; nil beyond what a swim can be.
  fileprivate var roundedToWhole: Double? {
    guard self >= 0, self < 1e9 else { return nil }
    return (self + 0.5).rounded(.down)
  }
}

extension Cell {
  /// Names of styles, or nothing.
  init(_ styles: [SwimmingStrokeStyle]) {
    self = styles.isEmpty ? .missing : .names(styles.map(\.name))
  }
}

/// The options of `swims`.
struct SwimsOptions: ViewOptions {
  /// True if there is a row for each length.
  var showsLengths = false
  /// True if there is a row for each set.
  var showsSets = false
  /// The seconds of rest that begin a new set; nil: as in the source, otherwise ten.
  var rest: Double?
  /// The options for grouping swims.
  var rollup = RollupOptions()
  /// The rule for an effort that several sources recorded.
  var sources = EffortSources.merge

  /// The unit that people are shown; nil: the preferred one.
  var unit: Unit?

  private static let unit = Option(
    Option.unit.name, "UNIT", "show lengths and distances to people in this unit, such as yd")
  private static let lengths = Option("lengths", nil, "show each length")
  private static let sets = Option(
    "sets", nil, "show each set: lengths without a long rest between them")
  private static let rest = Option(
    "rest", "SECONDS", "a rest of this length begins a new set; default: the source's sets, or 10")

  static let declared: [DeclaredOption<Self>] =
    shared([.timeZone, .dayStarts] + Option.narrowing + [.limit, .sort])
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
    [.excludes(lengths, [sets]) { _ in "--lengths cannot be combined with --sets" }]
    + RollupOptions.rules(without: [lengths, sets, rest])
}

extension View {
  /// The view of the swim log.
  package static let swims = View(
    "swims", summary: "the swim log, newest first, by swim, set or length",
    options: SwimsOptions.self,
    details: """
      Shows the swim log, the newest first. It contains swims that were saved with `swim`,
      swimming workouts, and the swims in multisport workouts. The program finds a swim in a
      multisport workout by the name of the part, otherwise by its distance. A row has laps,
      metres per lap, metres, duration (s), pace (s per 100 m), strokes, SWOLF (seconds plus
      strokes of an average length), energy (kcal), sets, rest between lengths (s), styles, start,
      and the factor from which `swim` computed the energy (kcal per kilogram and hour).

      --lengths shows one row per length that the source recorded: set, time, metres, style,
      strokes, SWOLF, pace and rest. `strokes` are the strokes of the swim's samples in the time
      of the length, in proportion. Several sources are merged as in `workouts`. Without such
      samples, `strokes` is the stated SWOLF score minus the seconds, if this difference is a
      whole number. `swolf` is the stated score, otherwise the seconds plus the strokes of this
      length, for a pool of any length. `rest` is the time to the next length, including pauses.

      --sets shows one row per set: lengths without a long rest between them. `pace` and
      `duration` of a set leave out the rests.

      With --every or --total there is one row per interval. A swim counts on the day on which it
      began, and an effort counts once. `copy` and `copyOf` mark swims that do not count, as in
      `workouts`. --fold hides them. With --sources all every source counts.

      The fields are in metres. `configure --units us`, `configure --preferred-unit
      distanceSwimming=yd` or --unit yd show yards to people: lengths, distances, and the pace per
      100 yards.

      Examples

        health-journal swims --sort -metres
        health-journal swims --total --period 2026
        health-journal workout start --activity swimming --at '2026-03-04 18:00'
        health-journal workout lap --at '2026-03-04 18:00:48'
        health-journal workout end --at '2026-03-04 18:01:40'
        health-journal swims --lengths
        health-journal swims --sets --rest 30
      """,
    reads: WorkoutsView.reads, isComparedByDefault: true, isNewestFirst: true,
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

/// The lengths of a swim, from its laps and its samples.
struct SwimLengths {
  private let figures: WorkoutFigures
  private let members: WorkoutMembers.Members
  /// True if the reader may see strokes, which the scores would reveal.
  private let maySeeStrokes: Bool

  init(
    _ figures: WorkoutFigures, _ members: WorkoutMembers.Members, maySeeStrokes: Bool
  ) {
    self.figures = figures
    self.members = members
    self.maySeeStrokes = maySeeStrokes
  }

  /// - Parameters:
  ///   - metres: the metres of a lap, if the lap does not state them itself.
  ///   - rest: the seconds of rest that begin a new set; nil: those of the source, else the
  ///     usual.
  func lengths(
    of workout: WorkoutContent, _ laps: [WorkoutLap], metresPerLap metres: Double?, rest: Double?
  ) -> [SwimLength] {
    if laps.isEmpty { return [] }
    let sets = SwimSets(laps, workout, rest: rest)
    let reaches = laps.reaches(in: workout)
    let strokes = sums(of: .swimmingStrokeCount, in: .count, reaches)
    let distances = sums(of: .distanceSwimming, in: .meter, reaches)
    return laps.enumerated().map { index, lap in
      var length = SwimLength(
        number: index + 1, set: sets.numbers[index], span: lap.span, duration: lap.duration)
      length.metres = figures.lapLength(lap.metadata) ?? metres ?? distances[index]
      length.style = lap.metadata.number(MetadataName.swimmingStrokeStyle)
        .flatMap { Int(exactly: $0) }.flatMap(SwimmingStrokeStyle.init(rawValue:))
      length.statedSWOLF = lap.metadata.number(MetadataName.swolfScore)
      length.strokes = strokes[index] ?? strokesInScore(length)
      length.rest = laps.rest(after: index)
      return length
    }
  }

  /// Returns the score minus the seconds, if that is a whole number: then the score is that of this
  /// length alone, and the difference is its strokes.
  private func strokesInScore(_ length: SwimLength) -> Double? {
    guard maySeeStrokes, let score = length.statedSWOLF else { return nil }
    let strokes = score - length.duration
    let whole = strokes.rounded()
    return whole >= 0 && abs(strokes - whole) < 0.001 ? whole : nil
  }

  // MARK: Samples

  /// Returns the sums of the swim's samples of a type in each lap, in proportion, sources merged;
  /// nil if no sample lies in it. All are nil if a unit does not convert.
  private func sums(
    of type: QuantityType, in unit: Unit, _ reaches: [WorkoutWindow]
  ) -> [Double?] {
    var sums = [Double?](repeating: nil, count: reaches.count)
    let type = type.identifier
    let rows = members.rows.filter { $0.type == type }.flatMap(\.rows)
    guard !rows.isEmpty, let columns = figures.tables.columns(of: type),
      let plan = plan(type, columns.quantityUnits(rows), in: unit)
    else { return sums }
    let counted = figures.counted(type, columns, rows, members) { sample, body in
      Self.cut(sample, by: reaches, body)
    }
    var fold = SampleFold(type, columns, plan, in: figures.tables)
    for stretch in counted { fold.add(stretch) }
    fold.cells.finish()
    for (key, lap) in zip(fold.cells.keys, fold.cells.figures) { sums[key.day] = lap.sum.value }
    return sums
  }

  /// Returns the conversion of values to a unit; nil if those in one of these units do not convert.
  private func plan(_ type: String, _ units: [UInt32], in unit: Unit) -> UnitPlan? {
    let plan = try? UnitPlan(
      type: type, units: units, asked: unit, merging: true, in: figures.tables)
    return plan.flatMap { plan in
      units.allSatisfy { plan[$0].shown == unit.description } ? plan : nil
    }
  }

  /// Passes each part of a sample to the lap that contains it.
  private static func cut(
    _ sample: SampleRow, by reaches: [WorkoutWindow], _ body: (DayStretch) -> Void
  ) {
    let first = reaches.indices.partitioningIndex { reaches[$0].end >= sample.start }
    for lap in first..<reaches.count {
      if reaches[lap].start > sample.end { return }
      if let part = reaches[lap].part(of: sample, number: lap) { body(part) }
    }
  }
}

extension WorkoutFigures {
  /// Returns the length of a lap in metres, if metadata state it.
  func lapLength(_ metadata: Metadata) -> Double? {
    guard case .quantity(let value, let unit)? = metadata[MetadataName.lapLength] else {
      return nil
    }
    return convert(value, unit, to: .meter)
  }
}

extension Metadata {
  /// Returns a number; nil if there is none, or if the value is not a number.
  func number(_ key: String) -> Double? {
    guard case .number(let number)? = self[key] else { return nil }
    return number
  }
}

/// The set of each lap of a swim.
///
/// The source's own sets (segment events) decide if there are any: laps whose middle lies in the
/// same segment are a set. Laps in no segment, and all laps if a rest is named, are split by rests.
struct SwimSets {
  /// The seconds of rest that begin a new set by default. Apple's watches have been seen to begin a
  /// new set after 12 seconds and not after 3; Garmin's do so after 15.
  static let usualRest = 10.0

  /// The set of each lap, from 1 on.
  let numbers: [Int]

  /// - Parameter rest: the seconds of rest that begin a new set; nil: the seconds of the source,
  ///   otherwise the usual ones.
  init(_ laps: [WorkoutLap], _ workout: WorkoutContent, rest: Double?) {
    let segments = rest == nil ? Self.segments(workout) : []
    let threshold = rest ?? Self.usualRest
    let segmentIndices = laps.map { Self.segmentIndex(of: $0, in: segments) }
    var numbers: [Int] = []
    for index in laps.indices {
      guard index > 0 else {
        numbers.append(1)
        continue
      }
      let isLong = segmentIndices[index] == nil && laps.rest(after: index - 1) ?? 0 >= threshold
      let isNew = isLong || segmentIndices[index] != segmentIndices[index - 1]
      numbers.append(numbers[index - 1] + (isNew ? 1 : 0))
    }
    self.numbers = numbers
  }

  private static func segments(_ workout: WorkoutContent) -> [TimeSpan] {
    workout.segments.filter { $0.start.instant < $0.end.instant }
  }

  /// Returns the last segment that holds the middle of a lap.
  private static func segmentIndex(of lap: WorkoutLap, in segments: [TimeSpan]) -> Int? {
    let start = lap.span.start.instant
    let half = (lap.span.end.instant.microseconds - start.microseconds) / 2
    let middle = start.adding(microseconds: half)
    return segments.lastIndex { $0.start.instant <= middle && middle < $0.end.instant }
  }
}

/// The rests between the laps of a swim.
extension [WorkoutLap] {
  /// Returns the seconds of rest after a lap; nil after the last. A source that rounds moments down
  /// to seconds may seem to begin a lap before the end of the one before: then there was no rest.
  func rest(after index: Int) -> Double? {
    guard index + 1 < count else { return nil }
    let (lap, next) = (self[index], self[index + 1])
    let gap = next.span.start.instant.seconds(since: lap.span.end.instant)
    return Swift.max(gap, 0) + next.paused
  }

  /// Returns the time from each lap's start to its end, but no further than the start of the next.
  func reaches(in workout: WorkoutContent) -> [WorkoutWindow] {
    indices.map { index in
      var reach = WorkoutWindow(self[index].span, of: workout)
      if index + 1 < count {
        reach.end = Swift.min(reach.end, self[index + 1].span.start.instant.microseconds)
        reach.isClosed = false
      }
      return reach
    }
  }
}
