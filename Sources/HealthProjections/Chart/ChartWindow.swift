package import HealthModel
package import HealthTables
package import ViewTables

/// Windows that suit what is charted.
extension ChartView {
  /// From the first to the last moment of the samples of some types, cut to the window of the
  /// query; nil where no sample passes.
  ///
  /// - Throws: `ProjectionError`.
  package static func extent(
    of types: [String], _ journal: ReplayedJournal, in context: ViewContext
  ) throws -> (from: Instant, to: Instant)? {
    var extent: (from: Int64, to: Int64)?
    for type in types {
      try journal.tables.requireDetermined(type)
      var selection = try SampleSelection(context.query, journal, of: [type])
      guard let columns = journal.tables.columns(of: type) else { continue }
      for row in try selection.rows(of: type) {
        let start = columns.starts[row]
        // A window ends before its last moment: a sample of that moment alone would not lie in it.
        let end = max(columns.ends[row], start + 1)
        extent = (min(extent?.from ?? start, start), max(extent?.to ?? end, end))
      }
    }
    let (least, most) = (context.query.from?.microseconds, context.query.to?.microseconds)
    return extent.map { from, to in
      let from = max(from, least ?? from)
      return (Instant(microseconds: from), Instant(microseconds: max(from, min(to, most ?? to))))
    }
  }

  /// Returns how many samples of some types start after a moment, which is now: a window that
  /// nobody named does not reach to them. Nil where there are none, or where there are no others.
  ///
  /// - Throws: `ProjectionError`.
  package static func countAhead(
    of now: Instant, _ types: [String], _ journal: ReplayedJournal, in context: ViewContext
  ) throws -> Int? {
    var (ahead, others) = (0, 0)
    for type in types {
      try journal.tables.requireDetermined(type)
      var selection = try SampleSelection(context.query, journal, of: [type])
      guard let columns = journal.tables.columns(of: type) else { continue }
      for row in try selection.rows(of: type) {
        if columns.starts[row] > now.microseconds { ahead += 1 } else { others += 1 }
      }
    }
    return ahead > 0 && others > 0 ? ahead : nil
  }

  /// The night of a date without its naps, as `sleep` has it; where none is known, from the evening
  /// before to the evening of the date.
  package static func night(
    of date: CivilDate, _ journal: ReplayedJournal, in context: ViewContext
  ) throws -> Range<Instant> {
    var context = context
    context.dayStarts = .midnight
    let calendar = try context.calendar(of: journal.tables)
    var query = Query()
    query.sources = context.query.sources
    query.show(date.dayNumber, of: calendar)
    context.query = query
    if journal.tables.isDetermined(CategoryType.sleepAnalysis.identifier),
      let night = try SleepView.nights(of: journal, in: context).first
    {
      return night.span.start.instant..<night.span.end.instant
    }
    return calendar.night(of: date.dayNumber)
  }

  /// A live workout as a chart shows it; nil where there is none of this uuid.
  ///
  /// - Parameter bands: whether the time in each band of the heart rate is computed, from the
  ///   workout's samples that the query lets pass at any time.
  /// - Throws: `ProjectionError`; what reading the lines throws.
  package static func workout(
    _ uuid: ObjectUUID, _ journal: ReplayedJournal, _ query: Query, bands: Bool
  ) throws -> ChartedWorkout? {
    let tables = journal.tables
    try tables.requireDetermined(Workout.type)
    try tables.readObjects()
    let row = tables.objects.first { $0.uuid == uuid && $0.kind == .workout && $0.isLive }
    guard let row, let object = try journal.object(uuid, in: UInt64(row.sequence)),
      case .workout(let workout) = object.content
    else { return nil }
    var charted = ChartedWorkout(
      span: workout.span, laps: workout.laps.map { $0.span.end.instant.microseconds })
    if bands {
      var members = try WorkoutMembers(tables)
      let rate = QuantityType.heartRate.identifier
      var selection = try SampleSelection(query.ofAllTime, journal, of: [rate])
      let chosen = Set(try selection.rows(of: rate))
      charted.bands = HeartRateBands(
        row, try members.members(of: row), in: tables, where: chosen.contains)
    }
    return charted
  }
}

/// What a chart shows of a workout.
package struct ChartedWorkout: Sendable {
  /// From when to when.
  package var span: TimeSpan
  /// The moments at which its laps end, in microseconds since 1970.
  package var laps: [Int64]
  /// How long the heart beat at which rate; nil: it was not asked for, or there are fewer than two
  /// heart rates.
  package var bands: HeartRateBands?
}
