package import HealthModel
package import HealthTables

/// Windows that suit what is charted.
extension ChartView {
  /// From the first to the last moment of the samples of some types, cut to the window of the query; nil where no
  /// sample passes.
  ///
  /// - Throws: `ProjectionError`.
  package static func extent(
    of types: [String], _ journal: ReplayedJournal, in context: ViewContext
  ) throws -> (from: Instant, to: Instant)? {
    var extent: (from: Int64, to: Int64)?
    for type in types {
      try journal.tables.requireDetermined(type)
      guard let columns = journal.tables.columns(of: type) else { continue }
      var selection = try SampleSelection(context.query, journal)
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

  /// The night before the morning of a day: from noon to noon, as `sleep` has it.
  package static func night(before day: CivilDate, _ calendar: DayCalendar) -> Range<Instant> {
    let noons = DayCalendar(calendar.zone, startsAt: .noon)
    return noons.start(of: day.dayNumber - 1)..<noons.start(of: day.dayNumber)
  }

  /// The time of a live workout and the moments at which its laps end; nil where there is no such workout.
  ///
  /// - Throws: `ProjectionError.readNotDetermined`; what reading the lines throws.
  package static func workout(
    _ uuid: ObjectUUID, _ journal: ReplayedJournal
  ) throws -> (span: TimeSpan, laps: [Int64])? {
    try journal.tables.requireDetermined(Workout.type)
    let row = journal.tables.objects.first { $0.uuid == uuid && $0.kind == .workout && $0.isLive }
    guard let row, let object = try journal.object(uuid, in: UInt64(row.sequence)),
      case .workout(let workout) = object.content
    else { return nil }
    return (workout.span, workout.laps.map { $0.span.end.instant.microseconds })
  }
}
