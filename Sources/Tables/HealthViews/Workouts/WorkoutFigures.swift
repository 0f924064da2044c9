package import HealthModel
package import HealthTables

/// The time that the heart beat at each rate during a workout: below 100 beats a minute, then in
/// bands of 20, and from 180 on. They are no training zones, which would need a greatest heart rate
/// that nobody measured.
package struct HeartRateBands: Hashable, Sendable {
  /// The start of the workout.
  package let start: Instant
  /// The end of the workout.
  package let end: Instant
  package private(set) var seconds = [Double](repeating: 0, count: starts.count)
  /// The lines that saved the values in each band, one for each value.
  package private(set) var lines = [[UInt32]](repeating: [], count: starts.count)

  /// The number of values in each band.
  package var counts: [Int] { lines.map(\.count) }

  /// The rates at which bands begin, in beats a minute.
  package static let starts: [Double] = [0, 100, 120, 140, 160, 180]
  /// A heart rate holds until the next one, but no longer than this, in seconds.
  package static let longest = 60.0

  /// Returns the words for a band: `below 100`, `100-119`, `from 180`.
  package static func name(_ band: Int, dash: String = "-") -> String {
    if band == 0 { return "below \(Int(starts[1]))" }
    if band == starts.count - 1 { return "from \(Int(starts[band]))" }
    return "\(Int(starts[band]))\(dash)\(Int(starts[band + 1]) - 1)"
  }

  /// The number of seconds that have a heart rate.
  package var measured: Double { seconds.reduce(0, +) }

  /// Creates bands without heart rates between these two moments.
  package init(start: Instant, end: Instant) { (self.start, self.end) = (start, end) }

  /// Adds a heart rate, in beats a minute, that held for some seconds, of the value of a line.
  package mutating func add(_ rate: Double, for held: Double, of line: UInt32) {
    // What was converted from beats a second must not fall below a limit by that.
    let band = Self.starts.lastIndex { $0 * (1 - 1e-12) <= rate } ?? 0
    seconds[band] += min(held, Self.longest)
    lines[band].append(line)
  }

  /// Creates the bands of a workout by those of its own samples that are chosen; nil if fewer than
  /// two are heart rates.
  init?(
    _ workout: ObjectRow, _ members: WorkoutMembers.Members, in tables: HealthTables,
    where isChosen: (Int) -> Bool = { _ in true }
  ) {
    let type = QuantityType.heartRate.identifier
    guard let rows = members.rows.first(where: { $0.type == type })?.rows,
      let columns = tables.columns(of: type)
    else { return nil }
    let order = rows.filter { !columns.flags[$0].contains(.category) && isChosen($0) }
      .sorted { (columns.starts[$0], $0) < (columns.starts[$1], $1) }
    guard order.count > 1 else { return nil }
    self.init(
      start: Instant(microseconds: workout.start), end: Instant(microseconds: workout.end))
    var units: [UInt32: Unit] = [:]
    for (row, next) in zip(order, order.dropFirst().map { columns.starts[$0] } + [nil]) {
      let number = columns.unit(row)
      let unit = units[number] ?? (try? Unit(tables.units.names[Int(number)]))
      units[number] = unit
      guard let rate = try? unit?.convert(columns.values[row], to: .countPerMinute), rate >= 0
      else { continue }
      let held = Double(max((next ?? workout.end) - columns.starts[row], 0)) / 1e6
      add(rate, for: held, of: columns.sequences[row])
    }
  }
}

/// The computed figures of a workout's samples of one type, in one unit.
typealias TypeFigures = WorkoutWithSamples.Figures

/// The figures of a workout's samples of one type, and whether these were found by their time.
struct ListedFigures {
  var figures: TypeFigures
  /// True if the samples were found in the workout's time, and not saved with it.
  var isInferred: Bool

  /// The fields of `workouts --samples`.
  static let columns: [RowColumn<ListedFigures>] = [
    RowColumn(.type, rank: .key) { .identifier($0.figures.type) },
    RowColumn(.unit) { $0.figures.unit.isEmpty ? .missing : .text($0.figures.unit) },
    RowColumn("count", .count, rank: .detail) { .whole($0.figures.count) },
    RowColumn("sum", .quantity) { Cell($0.figures.sum) },
    RowColumn("minimum", .quantity) { Cell($0.figures.minimum) },
    RowColumn("average", .quantity) { Cell($0.figures.average) },
    RowColumn("maximum", .quantity) { Cell($0.figures.maximum) },
    RowColumn("inferred", rank: .detail) { .flag($0.isInferred) },
  ]
}

/// The units in which energies and distances of workouts are shown.
struct WorkoutUnits {
  var energy = Unit.kilocalorie
  var distance = Unit.meter
}

/// The figures of workouts: as the source stated them, else computed from the samples. A sample
/// that was saved with a workout counts whole, also in a pause or over the border, as in
/// HealthKit's statistics: only so do energy and distance agree with the totals that real exports
/// state.
struct WorkoutFigures {
  private(set) var tables: HealthTables
  private(set) var units = WorkoutUnits()
  private let asked: Unit?

  /// The columns that `--unit` adds.
  static let unitColumns = ["energyUnit", "distanceUnit"]
    .map { Column($0, hidden: true, note: "with `--unit`") }

  /// Returns the columns that name the units of energy and distance for a program, if `--unit`
  /// asked for another one.
  func namedUnits<Row>() -> [RowColumn<Row>] {
    guard asked != nil else { return [] }
    return zip(Self.unitColumns, [units.energy, units.distance].map(\.description))
      .map { column, unit in RowColumn(column) { _ in .text(unit) } }
  }

  /// The types of the samples from which energy, distance and heart rate are computed.
  static let types = WorkoutContent.typesOfTotals.union([QuantityType.heartRate.identifier])

  /// - Parameter asked: a unit of energy or of length, in which those figures are shown.
  init(tables: HealthTables, asked: Unit? = nil) throws(ProjectionError) {
    self.tables = tables
    self.asked = asked
    guard let asked else { return }
    if asked.isCompatible(with: units.energy) {
      units.energy = asked
    } else if asked.isCompatible(with: units.distance) {
      units.distance = asked
    } else {
      throw .unitMismatch(type: "the energy or distance of a workout", unit: asked.description)
    }
  }

  /// Returns the same figures of other tables of the journal.
  func of(_ tables: HealthTables) -> WorkoutFigures {
    var figures = self
    figures.tables = tables
    return figures
  }

  /// Figures for each type of the samples, or of what of them lies in a part of the workout; a type
  /// that nobody can convert to one unit has a row for each.
  ///
  /// For a cumulative type, only the first source in the order that has a sample at an instant
  /// counts there; of a sample that crosses the borders of a part, the share inside counts. A
  /// sample of another type counts in every part that it touches.
  func figures(
    _ members: WorkoutMembers.Members, within window: WorkoutWindow = .all
  ) -> [TypeFigures] {
    members.rows.flatMap { type, rows -> [TypeFigures] in
      var found = figures(type, rows, members, window)
      guard let others = members.otherSports[type] else { return found }
      let counting = figures(type, rows, members, window, outside: others)
      for index in found.indices {
        let unit = found[index].unit
        found[index].counting = counting.first { $0.unit == unit }?.sum
      }
      return found
    }
  }

  private func figures(
    _ type: String, _ rows: [Int], _ members: WorkoutMembers.Members, _ window: WorkoutWindow,
    outside others: [ClosedRange<Int64>] = []
  ) -> [TypeFigures] {
    guard let columns = tables.columns(of: type), let plan = plan(type, columns, rows) else {
      return []
    }
    let categories = rows.count { row in
      columns.flags[row].contains(.category) && window.part(of: columns[row]) != nil
    }
    var fold = SampleFold(type, columns, plan, in: tables)
    let counted = counted(type, columns, rows, members) { sample, body in
      window.cut(sample, outside: others, body)
    }
    for stretch in counted {
      if fold.quantityStyle == .cumulative {
        fold.add(stretch)
        continue
      }
      let (row, unit) = (stretch.row, columns.unit(stretch.row))
      let (group, value) = fold.quantity(columns.values[row], unit: unit)
      let range = columns.range(of: row) { fold.quantity($0, unit: unit).value }
      fold.cells.select(day: stretch.day, group: group)
      fold.cells.selected.add(
        value: value, start: stretch.start, end: stretch.end,
        seconds: members.seconds(type, stretch, before: window.end))
      fold.cells.selected.add(range)
    }
    fold.cells.finish()
    let category = TypeFigures(type: type, unit: "", count: categories)
    return (categories > 0 ? [category] : []) + figures(type, fold)
  }

  /// Returns the figures of a fold's cells, by unit.
  private func figures(_ type: String, _ fold: SampleFold) -> [TypeFigures] {
    fold.indices.map { cell in
      let unit = fold.name(fold.cells.groups[fold.cells.keys[cell].group])
      let found = fold.cells.figures[cell]
      guard fold.quantityStyle == .discrete else {
        return TypeFigures(type: type, unit: unit, count: found.count, sum: found.sum.value)
      }
      return TypeFigures(
        type: type, unit: unit, count: found.count, minimum: found.minimum, average: found.average,
        maximum: found.maximum)
    }
  }

  /// Returns the conversion of values to one unit: the one that was asked for, if it fits.
  func plan(_ type: String, _ columns: SampleColumns, _ rows: [Int]) -> UnitPlan? {
    let units = columns.quantityUnits(rows)
    func plan(_ asked: Unit?) -> UnitPlan? {
      try? UnitPlan(type: type, units: units, asked: asked, merging: true, in: tables)
    }
    return plan(asked) ?? plan(nil)
  }

  /// Returns the quantity samples that have a part which counts, and how much counts.
  ///
  /// - Parameter cut: passes the stretches of a sample that matter to its argument; their `day`
  ///   may number any parts of time.
  func counted(
    _ type: String, _ columns: SampleColumns, _ rows: [Int], _ members: WorkoutMembers.Members,
    cut: (SampleRow, (DayStretch) -> Void) -> Void
  ) -> [CountedStretches.Stretch] {
    let quantities = rows.filter { !columns.flags[$0].contains(.category) }
    guard tables.catalogue.isCumulative(type) else {
      var stretches: [CountedStretches.Stretch] = []
      for row in quantities {
        cut(columns[row]) { stretches.append(CountedStretches.Stretch(whole: row, at: $0)) }
      }
      return stretches
    }
    let order = members.orders[type] ?? SourceOrder(type, columns, in: tables)
    return CountedStretches(columns, quantities, .merge, by: order, cut: cut).all.filter(\.counts)
  }

  // MARK: Totals

  /// Returns a total in `unit`.
  func total(
    _ total: WorkoutTotal, of leg: WorkoutLeg, _ figures: [TypeFigures], in unit: Unit,
    _ laps: Double? = nil
  ) -> Double? {
    amount(total, of: leg, figures, laps: laps).flatMap { convert($0.value, $0.unit, to: unit) }
  }

  /// Returns a total in the unit that it was given in: that of the workout, else that of its
  /// statistics, else, for the distance of a swim, its laps by their length, else the total of its
  /// samples.
  ///
  /// Only statistics and samples of the types that the total is of count, those of several added
  /// up: a ride never has the distance that was walked meanwhile, and neither has the ride of a
  /// triathlon. So a reader who may not see a type lacks its figure, and gets no other instead.
  ///
  /// - Parameter laps: the number of laps, where it is known; nil: it is looked for if need be.
  func amount(
    _ total: WorkoutTotal, of leg: WorkoutLeg, _ figures: [TypeFigures], laps: Double? = nil
  ) -> Amount? {
    let workout = leg.workout
    if let amount = workout.totals[total] { return amount }
    let types = workout.types(of: total)
    let stated = workout.statistics.compactMap { statistics in
      statistics.sum.flatMap { sum in
        statistics.unit.map { (type: statistics.type, amount: Amount(sum, $0)) }
      }
    }
    if let amount = added(stated, of: types) { return amount }
    if total == .totalDistance, types == [QuantityType.distanceSwimming.identifier],
      let metres = lapLength(leg.metadata), let laps = laps ?? count(of: leg.workout.laps, in: leg)
    {
      return Amount(laps * metres, Unit.meter.description)
    }
    return added(
      figures.compactMap { figure in
        figure.counting.map { (type: figure.type, amount: Amount($0, figure.unit)) }
      }, of: types)
  }

  /// Returns the sum of the amounts of these types, in the unit of the first; of one type the first
  /// counts.
  private func added(_ amounts: [(type: String, amount: Amount)], of types: [String]) -> Amount? {
    let amounts = amounts.filter { types.contains($0.type) }
    guard let first = amounts.first?.amount else { return nil }
    guard amounts.count > 1, let unit = try? Unit(first.unit) else { return first }
    var seen: Set<String> = []
    let values = amounts.filter { seen.insert($0.type).inserted }
      .compactMap { convert($0.amount.value, $0.amount.unit, to: unit) }
    return Amount(ExactSum(values).value, first.unit)
  }

  /// Returns how many laps a swim has: as the `swim` command wrote it, else those that events tell
  /// of.
  func count(of laps: [WorkoutLap], in leg: WorkoutLeg) -> Double? {
    leg.metadata.number(MetadataName.laps) ?? (laps.isEmpty ? nil : Double(laps.count))
  }

  /// Returns the energy in its unit of `units`.
  func energy(_ leg: WorkoutLeg, _ figures: [TypeFigures]) -> Double? {
    total(.totalEnergyBurned, of: leg, figures, in: units.energy)
  }

  /// Returns the distance in its unit of `units`.
  func distance(
    _ leg: WorkoutLeg, _ figures: [TypeFigures], _ laps: Double? = nil
  ) -> Double? {
    total(.totalDistance, of: leg, figures, in: units.distance, laps)
  }

  /// Returns the average heart rate in beats a minute: the statistics' value, else that of the
  /// samples.
  func heartRate(_ workout: WorkoutContent, _ figures: [TypeFigures]) -> Double? {
    let type = QuantityType.heartRate.identifier
    let stated = workout.statistics.compactMap { statistics -> Amount? in
      guard statistics.type == type, let average = statistics.average else { return nil }
      return statistics.unit.map { Amount(average, $0) }
    }
    let computed = figures.compactMap { figure in
      figure.type == type ? figure.average.map { Amount($0, figure.unit) } : nil
    }
    return (stated.first ?? computed.first).flatMap {
      convert($0.value, $0.unit, to: .countPerMinute)
    }
  }

  /// Returns the strokes of a swim.
  func strokes(_ leg: WorkoutLeg, _ figures: [TypeFigures]) -> Double? {
    total(.totalSwimmingStrokeCount, of: leg, figures, in: .count)
  }

  func convert(_ value: Double, _ text: String, to unit: Unit) -> Double? {
    guard let from = try? Unit(text) else { return nil }
    return try? from.convert(value, to: unit)
  }
}

extension WorkoutMembers.Members {
  /// Returns the weight in seconds of the counting part of a sample of a type in a part of the
  /// workout.
  func seconds(
    _ type: String, _ stretch: CountedStretches.Stretch, before edge: Int64 = .max
  ) -> Double {
    var end = holds[type]?.end(of: stretch.row, stretch.start, stretch.end) ?? stretch.end
    if end > stretch.end { end = min(end, edge, self.end) }
    return SampleHolds.seconds(stretch.start, end)
  }
}

extension CountedStretches.Stretch {
  /// Creates the stretch of a sample that counts whole for as long as it lies in a stretch.
  fileprivate init(whole row: Int, at stretch: DayStretch) {
    let length = max(stretch.end - stretch.start, 1)
    self.init(
      row: row, day: stretch.day, rank: 0, start: stretch.start, end: stretch.end,
      counted: length, length: length)
  }
}

/// A workout in a few figures, as `workouts` has them, and how long the heart beat at which rate.
package struct WorkoutRecord: Hashable, Sendable {
  package var uuid: ObjectUUID
  package var sequence: UInt32
  /// The export's word for the activity.
  package var activity: String
  package var span: TimeSpan
  /// Its local day, as a number since 1970-01-01.
  package var day: Int
  /// The active seconds, as stated.
  package var duration: Double
  /// The seconds as totals count them; nil if no workout can have lasted so long.
  package var possibleDuration: Double?
  /// The energy in kilocalories.
  package var energy: Double?
  /// The distance in metres.
  package var distance: Double?
  /// The average heart rate, beats a minute.
  package var heartRate: Double?
  package var source: String
  /// The time in each band of the heart rate; nil if it has no heart rates.
  package var bands: HeartRateBands?

  /// Returns the workouts that begin on the days of a query, newest first, without those that do
  /// not count.
  package static func all(
    of journal: ReplayedJournal, in context: ViewContext
  ) throws -> [WorkoutRecord] {
    let tables = journal.tables
    guard tables.isDetermined(WorkoutContent.type) else { return [] }
    var days = try LogDays(tables, context)
    let shown = try DayFinder(tables, context).days(of: context.query)
    var context = try context.reachingOwnDays(of: tables)
    context.query.foldsCopies = true
    context.query.types = nil
    let figures = try WorkoutFigures(tables: tables)
    return try WorkoutsView.measured(
      of: journal, in: context, nil, figures, samplesOf: WorkoutFigures.types,
      where: { shown.contains(days.date(of: $0.start, $0.metadata).dayNumber) }
    ) { measured, figures in
      let (workout, found) = (measured.workout, measured.figures)
      let date = days.date(of: workout.span.start.instant, measured.metadata)
      return WorkoutRecord(
        uuid: measured.row.uuid, sequence: measured.row.sequence, activity: workout.activity,
        span: workout.span, day: date.dayNumber,
        duration: workout.duration, possibleDuration: workout.possibleDuration,
        energy: figures.energy(measured.leg, found),
        distance: figures.distance(measured.leg, found),
        heartRate: figures.heartRate(workout, found),
        source: tables.sourceName(measured.row.provenance),
        bands: HeartRateBands(measured.row, measured.members, in: figures.tables))
    }
  }

  /// Returns the date of each workout of a query, that of its own zone, by uuid.
  package static func dates(
    of journal: ReplayedJournal, in context: ViewContext
  ) throws -> [ObjectUUID: CivilDate] {
    guard journal.tables.isDetermined(WorkoutContent.type) else { return [:] }
    var days = try LogDays(journal.tables, context)
    return try WorkoutList(journal, context.query).shown.reduce(into: [:]) { dates, listed in
      dates[listed.row.uuid] = days.date(of: listed.leg.start, listed.leg.metadata)
    }
  }
}
