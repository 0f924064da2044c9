import HealthEvents
public import HealthModel
import HealthTables
import HealthViews
import Journal

extension HealthStore {
  /// Returns the live objects of a type that match a predicate: HealthKit's HKSampleQuery.
  ///
  ///     let hard = try await store.objects(
  ///       of: .heartRate,
  ///       matching: .samples(from: monday, to: tuesday)
  ///         && .quantitySamples(operator: .greater, quantity: 150, .countPerMinute),
  ///       sortedBy: .endDate.reversed, limit: 10)
  ///
  /// - Parameters:
  ///   - type: of samples, workouts, correlations or documents.
  ///   - predicate: the condition for objects.
  ///   - sort: the order of the objects.
  ///   - limit: the greatest number; nil, 0 and less: all, like HealthKit's HKObjectQueryNoLimit.
  ///   - reader: the owner, or a source, which sees of a refused type only what it saved itself.
  /// - Throws: a `StoreError` if the predicate compares in a unit that does not fit, or `reader`
  ///   never asked for the type.
  public func objects(
    of type: TypeIdentifier, matching predicate: HealthPredicate = .all,
    sortedBy sort: ObjectSort = .sequence, limit: Int? = nil, as reader: String = EventActor.owner
  ) throws(StoreError) -> [SavedObject] {
    try answering {
      var query = try query(predicate)
      query.types = [type.rawValue]
      query.limit = Self.limit(limit)
      return try MatchingObjects.saved(query, sortedBy: sort, in: try replayed(by: reader))
    }
  }

  /// Returns the workouts that match a predicate, newest first, with the totals of their samples.
  ///
  ///     let swims = try await store.workouts(matching: .workouts(activity: .swimming), limit: 5)
  ///     swims[0].energy   // kilocalories
  ///
  /// - Parameters:
  ///   - predicate: the condition for workouts.
  ///   - limit: the greatest number; nil, 0 and less: all.
  ///   - foldingCopies: true if workouts that do not count are left out, see
  ///     `WorkoutWithSamples.copyOf`.
  ///   - reader: `owner` or a source: samples and figures that it may not see are left out.
  /// - Throws: a `StoreError`, like `objects`.
  public func workouts(
    matching predicate: HealthPredicate = .all, limit: Int? = nil, foldingCopies: Bool = false,
    as reader: String = EventActor.owner
  ) throws(StoreError) -> [WorkoutWithSamples] {
    try answering {
      var query = try query(predicate)
      query.limit = Self.limit(limit)
      query.foldsCopies = foldingCopies
      return try WorkoutsView.workoutsWithSamples(
        of: try replayed(by: reader), in: ViewContext(query))
    }
  }

  /// Returns the live object of a uuid, or nil: also if `reader` may not see it.
  public func object(
    _ uuid: ObjectUUID, as reader: String = EventActor.owner
  ) throws(StoreError) -> SavedObject? {
    try answering {
      var predicate: HealthPredicate = .object(withUUID: uuid)
      // The tables of a store that only reads have no index of uuids: the query searches the rows.
      if !onlyReads {
        guard let facts = tables.facts(of: uuid), facts.isLive else { return nil }
        predicate = .compare(.type, .equal, .text(facts.type)) && predicate
      }
      // `query.types` stays nil: so the answer is the same for a type that the reader never asked
      // for and for one without data.
      let query = try query(predicate)
      return try MatchingObjects.saved(
        query, sortedBy: .sequence, in: try replayed(by: reader)
      )
      .first
    }
  }

  /// Returns a limit as queries read it: 0 and less mean none.
  static func limit(_ limit: Int?) -> Int? { limit.flatMap { $0 > 0 ? $0 : nil } }

  /// Returns the sources that wrote live objects of a type, by name, version and bundle identifier:
  /// HealthKit's HKSourceQuery.
  public func sources(of type: TypeIdentifier, as reader: String = EventActor.owner)
    throws(StoreError)
    -> [Source]
  {
    Source.inOrder(try objects(of: type, as: reader).map(\.source))
  }

  /// Returns the unit in which a quantity type is shown: the configured one, or else the type's
  /// metric one; nil for a type that is no quantity.
  public func preferredUnit(for type: TypeIdentifier) -> Unit? {
    if let text = tables.settings.preferredUnit(of: type.rawValue) { return try? Unit(text) }
    guard case .quantity(let known)? = tables.catalogue.find(type.rawValue) else { return nil }
    return try? Unit(known.metricUnitText)
  }

  /// Deletes objects: HealthKit's delete(_:).
  ///
  /// - Throws: a `StoreError`; its `rejection` is that of the first one that is not there or not
  ///   the source's own.
  public func delete(
    _ uuids: [ObjectUUID], reason: String? = nil, by source: String = EventActor.owner
  ) throws(StoreError) {
    try perform(.delete(Deletion(objects: uuids, reason: reason)), by: source)
  }

  /// Reverts events: everything is as it would be without them. Nothing is removed from the file.
  ///
  ///     try await store.revert(lines: 812...840)
  ///
  /// - Parameters:
  ///   - lines: the seqs of the lines whose events no longer count.
  ///   - reason: free text that the event keeps.
  ///   - source: the owner may revert every event, another source what it did itself.
  ///   - widensRights: true if sources may get rights back.
  /// - Throws: a `StoreError`; its `rejection` has the reason why a line cannot be reverted.
  @discardableResult
  public func revert(
    lines: ClosedRange<UInt64>, reason: String? = nil, by source: String = EventActor.owner,
    widensRights: Bool = false
  ) throws(StoreError) -> RevertSummary {
    try changing { session in
      let runs = [LineRun(lines)]
      let plan = try session.plan(revertOf: runs, by: source, reason: reason)
      return RevertSummary(try session.perform(plan, by: source, widensRights: widensRights))
    }
  }

  /// Reverts the owner's last event, or the event of one line. A second call reverts the event
  /// before that.
  ///
  ///     try await store.undo()
  ///
  /// - Parameters:
  ///   - line: the line whose event is undone; nil: the owner's newest with something left to undo.
  ///   - widensRights: true if sources may get rights back.
  /// - Returns: nil if nothing was left to undo.
  /// - Throws: as `revert(lines:)`.
  @discardableResult
  public func undo(
    line: UInt64? = nil, widensRights: Bool = false
  ) throws(StoreError) -> RevertSummary? {
    try changing { session in
      try session.undo(line: line, widensRights: widensRights).map { RevertSummary($0) }
    }
  }

  /// Reverts the last undo, unless the owner has done something else since.
  ///
  /// - Returns: nil if nothing was left to redo.
  /// - Throws: as `revert(lines:)`.
  @discardableResult
  public func redo(widensRights: Bool = false) throws(StoreError) -> RevertSummary? {
    try changing { session in
      try session.redo(widensRights: widensRights).map { RevertSummary($0) }
    }
  }

  /// Returns the figures of a type's samples on each local day: HealthKit's
  /// HKStatisticsCollectionQuery. A sample over midnight counts in proportion; a day without
  /// samples is left out.
  ///
  ///     let days = try await store.dailyStatistics(of: .stepCount)
  ///     days.last?.sum   // 8122
  ///     let nights = try await store.dailyStatistics(
  ///       of: .stepCount, timeZone: "Europe/Paris", dayStarts: ClockTime("04:00") ?? .midnight)
  ///
  /// - Parameters:
  ///   - type: a quantity or category type.
  ///   - from: the moment whose day is the first; nil: from the first day.
  ///   - to: the days that begin before this moment; nil: to the last.
  ///   - sources: the treatment of several sources of a type that adds up.
  ///   - timeZone: the IANA name of the zone whose days count for every sample, as HealthKit's
  ///     query works on one calendar; nil: the sample's own HKTimeZone if it has one, else the
  ///     journal's zone.
  ///   - dayStarts: the time of day at which a day starts; a day has the date on which it starts.
  ///   - unit: the unit of the figures; nil: the preferred one, else the one that the samples
  ///     have.
  ///   - leavingOutProblems: true if samples with impossible values are left out: those that
  ///     `check` calls implausible.
  ///   - reader: the owner, or a source, which sees only its own samples of a refused type.
  /// - Returns: days ascending; several of a day for sources that are kept apart, for the values
  ///   of a category, and for units that do not convert.
  /// - Throws: a `StoreError` if the unit does not fit, `reader` never asked for the type, or the
  ///   system does not know the zone.
  public func dailyStatistics(
    of type: TypeIdentifier, from: Instant? = nil, to: Instant? = nil,
    sources: DayStatistics.Sources = .merge, timeZone: String? = nil,
    dayStarts: ClockTime = .midnight, unit: Unit? = nil, leavingOutProblems: Bool = false,
    as reader: String = EventActor.owner
  ) throws(StoreError) -> [DayStatistics] {
    try answering {
      var query = ViewQuery()
      query.types = [type.rawValue]
      query.from = from
      query.to = to
      query.unit = unit
      query.leavesOutProblems = leavingOutProblems
      var options = DailyView.Options()
      options.sources = sources
      var context = ViewContext(query)
      context.timeZone = timeZone
      context.dayStarts = dayStarts
      return try DailyView.statistics(
        of: try replayed(by: reader), in: context, options: options)
    }
  }

  /// Returns statistics of a type over a range of time, or over each interval of a calendar in it:
  /// HealthKit's HKStatisticsQuery and HKStatisticsCollectionQuery.
  ///
  ///     let months = try await store.statistics(
  ///       of: .stepCount, from: newYear,
  ///       options: Statistics.Options(every: .month))
  ///     months.last?.sum   // 240811
  ///
  /// The part of a sample outside the range does not count.
  ///
  /// - Parameters:
  ///   - type: a quantity or category type.
  ///   - predicate: the condition for samples.
  ///   - from: the beginning of the range; nil: the first sample.
  ///   - to: the end of the range; nil: the last sample.
  ///   - options: the intervals, and the separation of sources.
  ///   - unit: the unit of the figures; nil: the preferred one, or else that of the samples.
  ///   - reader: the owner, or a source, which sees of a refused type only what it saved itself.
  /// - Returns: intervals ascending; for each interval first all sources together, then each
  ///   source, if sources are kept apart. An interval has several elements for the values of a
  ///   category, and for units that do not convert. Nothing if there is no data.
  /// - Throws: a `StoreError` if the unit does not fit, `reader` never asked for the type, the
  ///   system does not know the zone, or there are more than a million intervals.
  public func statistics(
    of type: TypeIdentifier, matching predicate: HealthPredicate = .all, from: Instant? = nil,
    to: Instant? = nil, options: Statistics.Options = Statistics.Options(), unit: Unit? = nil,
    as reader: String = EventActor.owner
  ) throws(StoreError) -> [Statistics] {
    try answering {
      var query = try query(predicate)
      query.types = [type.rawValue]
      query.from = from
      query.to = to
      query.unit = unit
      return try StatisticsView.statistics(
        of: try replayed(by: reader), in: ViewContext(query), options: options)
    }
  }

  /// Returns sleep by night or day, the time of each stage, no instant counted twice.
  ///
  ///     let nights = try await store.sleep()
  ///     nights.last?.asleep   // 26520, in seconds
  ///
  /// - Parameters:
  ///   - period: nights, each with the date on which it ends and the naps of that date, or days.
  ///   - from: the nights from the date of this moment on; nil: from the first.
  ///   - to: the nights whose dates begin before this moment; nil: to the last.
  ///   - sources: the treatment of several sources.
  ///   - reader: the owner, or a source, which sees of a refused type only what it saved itself.
  /// - Returns: dates ascending; nights without data are left out.
  /// - Throws: a `StoreError` if `reader` never asked for sleep, or the system does not know the
  ///   journal's zone.
  public func sleep(
    by period: SleepSummary.Period = .night, from: Instant? = nil, to: Instant? = nil,
    sources: SleepSummary.Sources = .merge, as reader: String = EventActor.owner
  ) throws(StoreError) -> [SleepSummary] {
    try answering {
      var query = ViewQuery()
      query.from = from
      query.to = to
      return try SleepView.summaries(
        of: try replayed(by: reader), in: ViewContext(query), SleepView.Rule(by: period, sources))
    }
  }

  /// Looks for samples and workouts that make no sense.
  ///
  ///     let findings = try await store.check()
  ///     findings.filter(\.isProblem).map(\.check)   // ["duplicates", "implausible"]
  ///
  /// - Parameters:
  ///   - types: the types to look at; nil: all.
  ///   - checks: the names of the checks to run, see `SampleFinding.check`; nil: all.
  ///   - examples: at most so many samples a finding.
  ///   - reader: who reads: the owner, or a source, which sees of a refused type only what it saved
  ///     itself.
  /// - Returns: by check, then type; none of a journal that is clean.
  /// - Throws: a `StoreError` where the journal cannot be read, `reader` never asked for one of the
  ///   types, or the system does not know the journal's zone.
  public func check(
    _ types: [TypeIdentifier]? = nil, checks: Set<String>? = nil, examples: Int = 3,
    as reader: String = EventActor.owner
  ) throws(StoreError) -> [SampleFinding] {
    try answering {
      var query = ViewQuery()
      query.types = types?.map(\.rawValue)
      var options = CheckOptions()
      options.only = checks
      options.examples = max(0, examples)
      return try CheckReport(
        try replayed(by: reader), in: ViewContext(query), options: options
      )
      .values
    }
  }

  // What HealthKit does not have: the past of a journal, and why a figure is what it is.

  /// Returns the state of the journal at a moment: a store that only reads, and does not change. A
  /// source sees the objects that it could read then and may read now, without those deleted or
  /// replaced since.
  ///
  ///     let past = try await store.asOf(monday)
  ///     try await past.latestSample(of: .bodyMass)
  ///
  /// - Throws: a `StoreError`, `.invalidArgument` if the journal had not begun.
  public func asOf(_ moment: Instant) throws(StoreError) -> HealthStore {
    try HealthStore(
      journal, asOf: Timestamp(instant: moment, offsetMinutes: 0).description)
  }

  /// Returns the state of the journal after a line, as a store that only reads and does not change.
  /// See `asOf(_:)` for the objects that a source sees.
  ///
  /// - Throws: a `StoreError`, `.invalidArgument` if there is no such line.
  public func asOf(line: UInt64) throws(StoreError) -> HealthStore {
    try HealthStore(journal, asOf: String(line))
  }

  /// Returns the samples of a type on a local day, with the rule by which each counts or does not,
  /// as `daily --explain` shows it.
  ///
  ///     let rows = try await store.explain(.stepCount, on: CivilDate(year: 2026, month: 3, day: 1))
  ///
  /// - Parameters:
  ///   - type: the type whose figure it is.
  ///   - day: the local day.
  ///   - reader: the owner, or a source, which sees what the owner lets it see.
  /// - Throws: a `StoreError`.
  public func explain(
    _ type: TypeIdentifier, on day: CivilDate, as reader: String = EventActor.owner
  ) throws(StoreError) -> ViewRows {
    try StoreError.typed {
      try view(
        "daily",
        options: ["type": type.rawValue, "on": day.description, "explain": "true"], as: reader)
    }
  }

  /// Returns the samples of a type on a local day, with the rule by which each counts or does not.
  ///
  /// - Throws: a `StoreError`.
  public func explain(
    _ type: some SampleType, on day: CivilDate, as reader: String = EventActor.owner
  ) throws(StoreError) -> ViewRows { try explain(type.typeIdentifier, on: day, as: reader) }
}

/// The effect of a revert.
public struct RevertSummary: Hashable, Sendable {
  /// The seq of the last line that was written for it.
  public let sequence: UInt64
  /// The lines whose events no longer count.
  public let lines: [ClosedRange<UInt64>]
  /// The number of objects that live again, by type identifier.
  public let live: [String: Int]
  /// The number of objects that are as if they had never been saved, by type identifier.
  public let gone: [String: Int]
  /// The number of objects that are deleted or replaced again, by type identifier.
  public let deleted: [String: Int]
  /// The number of lines whose content was erased and does not come back.
  public let erasedLines: Int

  init(_ reverted: JournalSession.Reverted) {
    let plan = reverted.plan
    sequence = reverted.sequence
    lines = plan.lines.map { $0.first...$0.last }
    live = plan.counts[.live] ?? [:]
    gone = plan.counts[.reverted] ?? [:]
    deleted = plan.counts[.removed] ?? [:]
    erasedLines = plan.erasedLines
  }
}
