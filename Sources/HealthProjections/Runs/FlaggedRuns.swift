import HealthEvents
import HealthModel
import HealthTables
import JournalFile

/// Runs as the `run` command saved them: a distance sample that names itself as its session, and in
/// the same event the flagged heart rates and the energy.
///
/// Samples that were deleted, and distances that belong to a correlation, are left out.
struct FlaggedRuns {
  private var runs: [ObjectUUID: LoggedRun] = [:]
  /// What was taken, by the workout that counts.
  private var taken: [ObjectUUID: LoggedRun] = [:]
  /// The heart rates of runs: each is that of a run's start or end, and no other of a workout.
  private(set) var heartRates: Set<ObjectUUID> = []
  private let tables: HealthTables
  /// The distances that the query's predicate holds for; nil: it has none.
  private var matching: Set<ObjectUUID>?

  /// The runs that pass a query. Lines are read again only where there is a distance or a heart
  /// rate.
  ///
  /// - Throws: `ProjectionError.readNotDetermined` where the reader never asked for distances.
  init(_ journal: ReplayedJournal, _ query: Query, _ days: inout LogDays) throws {
    tables = journal.tables
    let type = QuantityType.distanceWalkingRunning.identifier
    try RunsView.reads.requireDetermined(in: tables)
    try tables.read(types: [type, QuantityType.heartRate.identifier])
    let columns = tables.columns(of: type)
    let rates = tables.columns(of: QuantityType.heartRate.identifier)?.count ?? 0
    guard (columns?.count ?? 0) + rates > 0 else { return }
    let passes = query.provenances(in: tables)
    var evaluator = try PredicateEvaluator(query, journal)
    if let columns,
      let matches = try evaluator?.samples(of: type, among: query.candidates(columns, passes))
    {
      matching = Set(matches.indices.filter { matches[$0] }.map { columns.uuids[$0] })
    }
    try journal.forEachEntry(mentioning: MetadataName.runSession) { entry in
      guard case .save(let save)? = entry.event else { return }
      for object in save.objects where object.metadata.moment != nil {
        heartRates.insert(object.uuid)
      }
      for object in save.objects where object.isRun {
        guard let row = row(of: object, in: entry), !row.flags.contains(.member),
          passes[Int(row.provenance)], query.covers(start: row.start, end: row.end)
        else { continue }
        let date = days.date(of: row.startTime.instant, object.metadata)
        runs[object.uuid] = logged(object, row, date, save, in: entry)
      }
    }
  }

  /// The runs that were not taken and that the query's predicate holds for.
  var left: [LoggedRun] {
    runs.values.filter { matching?.contains($0.uuid) ?? true }
  }

  /// Takes the runs that lie within the time of a workout, or are one effort with it, of another
  /// source.
  ///
  /// - Parameter effort: the workout that counts of those that are one effort.
  /// - Returns: the longest of them, the same for all of one effort: a copy takes nothing from the
  ///   workout that it is a copy of.
  mutating func take(
    within span: TimeSpan, of source: String, effort: ObjectUUID
  ) -> LoggedRun? {
    if let known = taken[effort] { return known }
    let found = runs.values.filter { run in
      run.span.lies(within: span) || run.source != source && run.span.isOneEffort(with: span)
    }
    for run in found { runs[run.uuid] = nil }
    let longest = found.max { ($0.totalTime, $0.uuid) < ($1.totalTime, $1.uuid) }
    taken[effort] = longest
    return longest
  }

  /// The live row of a sample.
  private func row(of object: HealthObject, in entry: Entry) -> SampleRow? {
    guard let columns = tables.columns(of: object.content.type),
      let sequence = UInt32(exactly: entry.sequence)
    else { return nil }
    return WorkoutMembers.rows(of: sequence, in: columns).first { row in
      columns.uuids[row] == object.uuid && columns.isLive(row)
    }.map { columns[$0] }
  }

  private func logged(
    _ object: HealthObject, _ row: SampleRow, _ date: CivilDate, _ save: Save, in entry: Entry
  ) -> LoggedRun? {
    guard case .quantity(let distance) = object.content else { return nil }
    var run = LoggedRun(
      date: date, span: distance.span, totalTime: distance.span.duration,
      source: tables.sourceName(row.provenance), uuid: object.uuid)
    run.distance = Amount(distance.value, distance.unit)
    for part in save.objects where part.metadata.isOfRun(object.uuid) {
      guard case .quantity(let sample) = part.content, self.row(of: part, in: entry) != nil
      else { continue }
      run.take(sample, part.metadata)
    }
    return run
  }
}

extension LoggedRun {
  /// Takes a figure from a sample of the run.
  fileprivate mutating func take(_ sample: QuantitySample, _ metadata: Metadata) {
    func value(in unit: Unit) -> Double? {
      (try? Unit(sample.unit)).flatMap { try? $0.convert(sample.value, to: unit) }
    }
    switch (sample.type, metadata.moment) {
    case (QuantityType.heartRate.identifier, .start?):
      firstHeartRate = value(in: .countPerMinute)
    case (QuantityType.heartRate.identifier, .end?):
      lastHeartRate = value(in: .countPerMinute)
    case (QuantityType.activeEnergyBurned.identifier, nil):
      kilocalories = value(in: .kilocalorie)
    default: break
    }
  }
}

extension HealthObject {
  /// Whether it is the distance of a run.
  fileprivate var isRun: Bool {
    content.type == QuantityType.distanceWalkingRunning.identifier && metadata.isOfRun(uuid)
  }
}

extension TimeSpan {
  /// Whether no moment of it is outside another.
  fileprivate func lies(within other: TimeSpan) -> Bool {
    other.start.instant <= start.instant && end.instant <= other.end.instant
  }
}

extension Metadata {
  /// Whether it names this run as its session.
  fileprivate func isOfRun(_ uuid: ObjectUUID) -> Bool {
    guard case .string(let text)? = self[MetadataName.runSession] else { return false }
    return ObjectUUID(text) == uuid
  }

  fileprivate var moment: Run.Moment? {
    guard case .string(let text)? = self[MetadataName.runHeartRate] else { return nil }
    return Run.Moment(rawValue: text)
  }
}
