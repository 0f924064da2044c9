import HealthEvents
package import HealthModel
package import HealthTables
package import JournalFile

/// The selection of samples that a view shows, and their unit.
package struct ViewQuery: Sendable {
  /// The type identifiers; nil: all.
  package var types: [String]?
  /// Samples that end before this moment are left out.
  package var from: Instant? { didSet { firstDay = nil } }
  /// Samples that start at this moment or later are left out.
  package var to: Instant? { didSet { endDay = nil } }
  /// The day with which the window begins, and the one after its last, as days since 1970-01-01,
  /// where they were asked for by their dates: a date that clocks skipped has no moment, but rows
  /// of other zones may be of it. nil: the moments say it.
  private(set) var firstDay: Int?
  /// The day after the last of the window; see `firstDay`.
  private(set) var endDay: Int?
  /// Names or bundle identifiers of sources; empty: all.
  package var sources: [String] = []
  /// A further condition for an object; nil: none.
  package var predicate: HealthPredicate?
  /// The moment that a text of the predicate means; nil: none.
  package var times: @Sendable (String) -> Instant? = { _ in nil }
  /// The greatest number of rows.
  package var limit: Int?
  /// The number of the first rows that nobody looks at: a log may leave out their figures.
  var passedOver = 0
  /// True if workouts that were saved several times, or recorded by several sources, are shown
  /// once: without those that do not count.
  package var foldsCopies = false
  /// True if workouts of all sources count, also those that are one effort.
  package var addsUpWorkouts = false
  /// The only object; nil: all. Unlike the predicate it does not decide which workouts count.
  package var object: ObjectUUID?
  /// True if samples are left out whose values `check` calls problems.
  package var leavesOutProblems = false
  /// The unit to show; nil: the preferred unit, otherwise the unit of the samples.
  package var unit: Unit?

  /// Creates a query for everything.
  package init() {}

  /// True if it asks for objects of all times.
  package var hasNoWindow: Bool { from == nil && to == nil }

  /// True if it asks for all objects.
  package var isOfAll: Bool { types == nil && sources.isEmpty && isOfWholeSources }

  /// True if it asks for all objects of the types and sources that it names.
  var isOfWholeSources: Bool {
    hasNoWindow && predicate == nil && object == nil && !leavesOutProblems
  }

  /// Returns true if a span overlaps the window by the rule of HealthKit's predicate without
  /// options: it ends at the window's start or later, and starts before the window's end.
  package func covers(start: Int64, end: Int64) -> Bool {
    (from.map { end >= $0.microseconds } ?? true) && (to.map { start < $0.microseconds } ?? true)
  }

  /// Returns true if it asks for a source that has these names.
  func names(anyOf names: @autoclosure () -> [String]) -> Bool {
    guard !sources.isEmpty else { return true }
    let names = names()
    return sources.contains { asked in names.contains { SourceName.means(asked, $0) } }
  }

  /// Shows just one day, given as days since 1970-01-01.
  package mutating func show(_ day: Int, of calendar: DayCalendar) {
    show(day..<day + 1, of: calendar)
  }

  /// Sets the window to just these days.
  package mutating func show(_ days: Range<Int>, of calendar: DayCalendar) {
    show(
      from: Bound(calendar.start(of: days.lowerBound), day: days.lowerBound),
      to: Bound(calendar.start(of: days.upperBound), day: days.upperBound))
  }

  /// The beginning or end of a window.
  package struct Bound: Hashable, Sendable {
    package let instant: Instant
    /// The day that it is the start of, where a date was named; nil: a moment was.
    package let day: Int?

    /// Creates the bound of a moment, or of the start of a day.
    package init(_ instant: Instant, day: Int? = nil) {
      self.instant = instant
      self.day = day
    }
  }

  /// Shows just the time between two bounds, where they are known.
  mutating func show(from first: Bound?, to end: Bound?) {
    (from, to) = (first?.instant, end?.instant)
    (firstDay, endDay) = (first?.day, end?.day)
  }

  /// Returns for each provenance if the query names its source.
  func provenances(in tables: HealthTables) -> [Bool] {
    guard !sources.isEmpty else { return tables.provenances.map { _ in true } }
    let asked = Set(sources.map(SourceName.typed))
    return tables.provenances.indices.map { provenance in
      tables.sourceNames(UInt32(provenance)).contains { asked.contains(SourceName.typed($0)) }
    }
  }

  /// Returns the types to show that have samples, by identifier.
  ///
  /// - Throws: `.readNotDetermined` if the query names a type that its reader never asked for.
  func types(in tables: HealthTables) throws(ProjectionError) -> [String] {
    for type in types ?? [] { try tables.requireDetermined(type) }
    return namedTypes(in: tables)
  }

  /// Returns the same types, whatever was decided on them.
  func namedTypes(in tables: HealthTables) -> [String] {
    guard let types else { return tables.types.names.sorted() }
    return Set(types).filter { tables.types.number(of: $0) != nil }.sorted()
  }
}

extension HealthPredicate {
  /// The predicate of objects that a person entered: by `save` and its like, or in an app that
  /// marks them.
  static let enteredByHand =
    compare(.metadata, key: MetadataName.wasUserEntered, .equal, .boolean(true))
    || compare(.source, .equal, .text(EventActor.owner))
}

/// The values that all views need in addition to the journal: the query, the time zones, and the
/// number of threads.
package struct ViewContext: Sendable {
  package var query: ViewQuery
  /// The time zones of the system.
  package var zones: ZoneCatalogue
  /// The zone whose days count for every sample; nil: the sample's own HKTimeZone, otherwise the
  /// zone of the journal.
  package var timeZone: String?
  package var dayStarts = ClockTime.midnight

  /// The number of threads that a view over samples of several types may use.
  package var threads = 1

  package init(_ query: ViewQuery = ViewQuery(), zones: ZoneCatalogue = ZoneCatalogue()) {
    self.query = query
    self.zones = zones
  }

  /// Returns the days of a view: of the requested zone, otherwise of the zone of the journal.
  package func calendar(of tables: HealthTables) throws(ProjectionError) -> DayCalendar {
    var zones = zones
    do {
      let zone = try zones.rules(named: timeZone ?? tables.settings.timeZone)
      return DayCalendar(zone, startsAt: dayStarts)
    } catch {
      throw .zone(error)
    }
  }
}

// A view of few samples asks only for those: of a snapshot, then, only few blocks are read and
// verified.

extension ReplayedJournal {
  /// Returns the same journal with enough samples for `latest` of a query.
  ///
  /// - Parameter passes: for each provenance, true if the query names its source.
  func forLatest(_ query: ViewQuery, passing passes: [Bool]) -> ReplayedJournal {
    guard query.predicate == nil else { return self }
    if query.hasNoWindow {
      // A snapshot does not say which sample is the latest without problems.
      if query.leavesOutProblems { return forOneLook(query) }
      return query.sources.isEmpty ? narrowed(query, .latest) : forLatestOf(passes, query)
    }
    let from = query.from?.microseconds ?? .min
    return narrowed(query, .touching(from...max(from, query.to?.microseconds ?? .max)))
  }

  /// Returns the same journal with the samples of the moments at which the last ones of a query's
  /// sources end.
  private func forLatestOf(_ passes: [Bool], _ query: ViewQuery) -> ReplayedJournal {
    var own = query
    return query.namedTypes(in: tables).reduce(self) { journal, type in
      own.types = [type]
      guard let number = tables.types.number(of: type),
        let groups = tables.sourceGroups(of: Int(number))
      else { return journal.forOneLook(own) }
      let end = groups.indices(passing: passes).map { groups.lasts[$0] }.max()
      return journal.forTimes(end.map { [$0...$0] } ?? [], own)
    }
  }

  /// Returns the same journal with all samples that the figures of a query need on the days of a
  /// stretch of time; nil: on all days.
  func forDays(_ time: ClosedRange<Int64>?, _ query: ViewQuery) -> ReplayedJournal {
    time.map { forTimes([$0], query) } ?? self
  }

  /// Returns the same journal with all samples of a query that touch some spans of time.
  func forTimes(_ times: [ClosedRange<Int64>], _ query: ViewQuery) -> ReplayedJournal {
    guard query.predicate == nil else { return self }
    return narrowed(query, .near(times.map { SampleWindow($0) }))
  }

  /// Returns the same journal with all samples of some types that touch spans of time, of each type
  /// its own. One type after the other would copy the list of those before it.
  func forTimes(_ times: [String: [ClosedRange<Int64>]]) -> ReplayedJournal {
    let scopes = times.compactMap { type, times in
      tables.types.number(of: type).map { number in
        (type: Int(number), scope: SampleScope.near(times.map { SampleWindow($0) }))
      }
    }
    return with(tables.narrowed(to: scopes))
  }

  /// Returns the same journal with all samples that the figures of a query's days need: for views
  /// that read them more than once.
  func forDays(of context: ViewContext) throws -> ReplayedJournal {
    let finder = try DayFinder(tables, context)
    return forDays(finder.time(of: finder.days(of: context.query)), context.query)
  }

  /// Returns the same journal with enough samples for the days, or nights, of a span of time.
  func forDays(
    _ time: ClosedRange<Int64>?, _ query: ViewQuery, of reads: Reads
  ) -> ReplayedJournal {
    var query = query
    query.types = reads.ofDates
    return forDays(time, query)
  }

  /// Returns the same journal for several views of the same days: the first view that asks for a
  /// type finds its samples for all of them.
  package func near(_ days: Range<Int>, in context: ViewContext) throws -> ReplayedJournal {
    forDays(try DayFinder(tables, context).time(of: days), ViewQuery())
  }

  /// Returns the same journal with enough samples for those that a query shows; if it has a window,
  /// only those that touch it.
  func forWindow(_ query: ViewQuery) -> ReplayedJournal {
    let (from, to) = (query.from?.microseconds ?? .min, query.to?.microseconds ?? .max)
    guard !query.hasNoWindow, from < to else { return self }
    return forDays(from...to, query)
  }

  /// Returns the same journal for a view that looks once at the samples that a query shows: their
  /// memory is given back with the journal that this returns.
  func forOneLook(_ query: ViewQuery) -> ReplayedJournal {
    query.hasNoWindow && query.predicate == nil ? narrowed(query, .all) : forWindow(query)
  }

  private func narrowed(_ query: ViewQuery, _ scope: SampleScope) -> ReplayedJournal {
    guard let wanted = query.types else {
      return with(tables.narrowed(to: Array(tables.sampleTypes), scope))
    }
    let types = wanted.compactMap { tables.types.number(of: $0).map { Int($0) } }
    return with(tables.narrowed(to: types, scope))
  }
}
