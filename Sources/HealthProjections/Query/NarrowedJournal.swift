import HealthModel
package import HealthTables

// A view of few samples asks only for those: of a snapshot, then, only few blocks are read and
// verified.

extension ReplayedJournal {
  /// The same with enough samples for `latest` of a query.
  func forLatest(_ query: Query) -> ReplayedJournal {
    guard query.predicate == nil else { return self }
    if query.from == nil, query.to == nil {
      // A snapshot does not say which sample is the latest of some sources, or without problems.
      return query.sources.isEmpty && !query.leavesOutProblems ? narrowed(query, .latest) : self
    }
    let from = query.from?.microseconds ?? .min
    return narrowed(query, .touching(from...max(from, query.to?.microseconds ?? .max)))
  }

  /// The same with all samples that the figures of a query need on the days of a stretch of time;
  /// nil: on all days.
  func forDays(_ time: ClosedRange<Int64>?, _ query: Query) -> ReplayedJournal {
    guard query.predicate == nil, let time else { return self }
    return narrowed(query, .touching(time))
  }

  /// The same with all samples that the figures of the days need that a query shows: for views that
  /// read them more than once.
  func forDays(of context: ViewContext) throws -> ReplayedJournal {
    let finder = try DayFinder(tables, context)
    return forDays(finder.time(of: finder.days(of: context.query)), context.query)
  }

  /// The same with enough samples of what counts on the days, or nights, of a stretch of time.
  func forDays(
    _ time: ClosedRange<Int64>?, _ query: Query, of reads: Reads
  ) -> ReplayedJournal {
    var query = query
    query.types = reads.ofDates
    return forDays(time, query)
  }

  /// The same for several views of the same days: the first view that asks for a type finds its
  /// samples for all of them.
  package func near(_ days: Range<Int>, in context: ViewContext) throws -> ReplayedJournal {
    forDays(try DayFinder(tables, context).time(of: days), Query())
  }

  /// The same with enough samples for those that a query shows: of a window, only those that touch
  /// it.
  func forWindow(_ query: Query) -> ReplayedJournal {
    guard let from = query.from, let to = query.to, from < to else { return self }
    return forDays(from.microseconds...to.microseconds, query)
  }

  private func narrowed(_ query: Query, _ scope: SampleScope) -> ReplayedJournal {
    guard let wanted = query.types else {
      return with(tables.narrowed(to: Array(tables.sampleTypes), scope))
    }
    let types = wanted.compactMap { tables.types.number(of: $0).map { Int($0) } }
    return with(tables.narrowed(to: types, scope))
  }
}
