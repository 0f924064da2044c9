import HealthModel
package import HealthTables

/// Swim log: one row a swim, newest first, from the `swim` command and from imported workouts.
package enum SwimsView {
  /// One row a swim. `pace` is in seconds per 100 metres, `totalTime` in seconds.
  package static func table(of journal: ReplayedJournal, in context: ViewContext) throws -> Table {
    let tables = journal.tables
    var members = WorkoutMembers(tables, seenBy: context.query.reader)
    let figures = try WorkoutFigures(tables: tables)
    var days = try DayFinder(tables, zones: context.zones)
    var zones = context.zones
    let swims = try WorkoutsView.workouts(
      of: journal, in: context, activities: [WorkoutActivityType.swimming.exportName])
    var rows: [[Cell]] = []
    for (row, object) in swims {
      guard case .workout(let workout) = object.content else { continue }
      let computed = figures.figures(members.members(of: row))
      let swim = Swim(workout, object.metadata, computed, figures)
      var day = days.day(of: row.start, cursor: 0)
      if case .string(let name)? = object.metadata[MetadataName.timeZone],
        let zone = try? zones.rules(named: name)
      {
        day = zone.localDay(of: workout.span.start.instant)
      }
      rows.append(
        swim.cells(
          date: CivilDate(dayNumber: day), source: tables.sourceName(row.provenance),
          uuid: row.uuid))
    }
    return Table(columns: columns, rows: rows)
  }

  /// The fields of `swims`.
  private static let columns = [
    Column("date", .time), Column("laps", .number), Column("metresPerLap", .number),
    Column("metres", .number), Column("totalTime", .number, unit: "s"),
    Column("pace", .number, unit: "s/100m"),
    Column("strokes", .number), Column("swolf", .number), Column("kilocalories", .number),
    Column("source", .text), Column("uuid", .text, hidden: true),
  ]
}

/// The figures of one swim, each where it is known.
private struct Swim {
  var laps: Double?
  var metresPerLap: Double?
  var metres: Double?
  var seconds: Double
  var strokes: Double?
  var kilocalories: Double?
  var statedSWOLF: Double?

  init(
    _ workout: Workout, _ metadata: Metadata, _ computed: [TypeFigures],
    _ figures: WorkoutFigures
  ) {
    seconds = workout.duration
    kilocalories = figures.energy(workout, computed)
    strokes = figures.strokes(workout, computed)
    metres = figures.distance(workout, computed)
    if case .quantity(let value, let unit)? = metadata[MetadataName.lapLength] {
      metresPerLap = figures.convert(value, unit, to: .meter)
    }
    laps = Self.laps(workout, metadata)
    if let metresPerLap, metresPerLap > 0, let metres, laps == nil {
      laps = (metres / metresPerLap).roundedToWhole
    }
    if metres == nil, let laps, let metresPerLap { metres = laps * metresPerLap }
    if case .number(let score)? = metadata["HKSWOLFScore"] { statedSWOLF = score }
  }

  /// Laps as the `swim` command wrote them, else the lap events.
  private static func laps(_ workout: Workout, _ metadata: Metadata) -> Double? {
    if case .number(let laps)? = metadata[MetadataName.laps] { return laps }
    let events = workout.events.filter { $0.type == WorkoutEventName.lap }
    return events.isEmpty ? nil : Double(events.count)
  }

  /// Seconds for 100 metres.
  var pace: Double? {
    guard let metres, metres > 0, seconds > 0 else { return nil }
    return seconds / metres * 100
  }

  /// Seconds and strokes of an average length, as the swimming community defines the score.
  var swolf: Double? {
    if let statedSWOLF { return statedSWOLF }
    guard let laps, laps > 0, let strokes else { return nil }
    return (seconds + strokes) / laps
  }

  func cells(date: CivilDate, source: String, uuid: ObjectUUID) -> [Cell] {
    [
      .day(date), Cell(laps), Cell(metresPerLap), Cell(metres), .number(seconds), Cell(pace),
      Cell(strokes), Cell(swolf), Cell(kilocalories), .text(source), .text(uuid.description),
    ]
  }
}

extension Double {
  /// The nearest whole number, halves up; nil beyond what a swim can be.
  fileprivate var roundedToWhole: Double? {
    guard self >= 0, self < 1e9 else { return nil }
    return Double(Int(self + 0.5))
  }
}
