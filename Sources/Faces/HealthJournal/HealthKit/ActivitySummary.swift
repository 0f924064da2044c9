public import HealthModel
import HealthViews

/// The activity rings of one day: HealthKit's HKActivitySummary. It has the figure that Apple
/// stated for a ring, or else the one of the journal's own samples; nil if there is neither.
public struct ActivitySummary: Hashable, Sendable {
  /// The local day.
  public let day: CivilDate
  /// The figure that the move ring of the day counts.
  public fileprivate(set) var activityMoveMode = ActivityMoveMode.activeEnergy
  /// The move ring in minutes, where that is what it counts.
  public fileprivate(set) var appleMoveTime: Quantity?
  /// Its goal, which only Apple states.
  public fileprivate(set) var appleMoveTimeGoal: Quantity?
  /// The move ring in kilocalories, where that is what it counts.
  public fileprivate(set) var activeEnergyBurned: Quantity?
  /// Its goal, which only Apple states.
  public fileprivate(set) var activeEnergyBurnedGoal: Quantity?
  /// The exercise ring, in minutes.
  public fileprivate(set) var appleExerciseTime: Quantity?
  /// Its goal, which only Apple states.
  public fileprivate(set) var exerciseTimeGoal: Quantity?
  /// The stand ring, a count of hours.
  public fileprivate(set) var appleStandHours: Quantity?
  /// Its goal, which only Apple states.
  public fileprivate(set) var standHoursGoal: Quantity?

  fileprivate mutating func take(_ figure: RingFigure) {
    func quantity(_ value: Double?) -> Quantity? {
      value.map { Quantity(unit: figure.unit, doubleValue: $0) }
    }
    let (value, goal) = (quantity(figure.stated ?? figure.own), quantity(figure.goal))
    switch figure.ring {
    case "move" where figure.unit == .minute:
      activityMoveMode = .appleMoveTime
      (appleMoveTime, appleMoveTimeGoal) = (value, goal)
    case "move": (activeEnergyBurned, activeEnergyBurnedGoal) = (value, goal)
    case "exercise": (appleExerciseTime, exerciseTimeGoal) = (value, goal)
    case "stand": (appleStandHours, standHoursGoal) = (value, goal)
    default: break
    }
  }
}

/// A query for the activity rings of days: HealthKit's HKActivitySummaryQueryDescriptor.
///
///     let march = Query.predicate(forActivitySummariesBetweenStart: first, end: last)
///     let days = try await ActivitySummaryQueryDescriptor(predicate: march).result(for: store)
///     days.last?.appleExerciseTime?.doubleValue(for: .minute())
public struct ActivitySummaryQueryDescriptor: Sendable {
  /// The days that the query is about; nil: all.
  public let predicate: ClosedRange<CivilDate>?

  /// Creates a query for the rings of these days; nil: all.
  public init(predicate: ClosedRange<CivilDate>?) { self.predicate = predicate }

  /// Returns the rings, by day; a day without data is left out.
  ///
  /// - Parameters:
  ///   - store: the journal.
  ///   - reader: the owner, or a source, which sees what the owner lets it see.
  /// - Throws: a `StoreError`.
  public func result(
    for store: HealthStore, as reader: String = EventActor.owner
  ) async throws(StoreError) -> [ActivitySummary] {
    try await store.rings(of: predicate, as: reader)
  }

  /// Returns the present rings, and new ones whenever something in the journal changes them. The
  /// sequence ends when the store is closed.
  ///
  /// - Parameters:
  ///   - store: the journal.
  ///   - reader: the owner, or a source, which sees what the owner lets it see.
  /// - Returns: a sequence that throws a `StoreError`.
  public func results(
    for store: HealthStore, as reader: String = EventActor.owner
  ) -> AsyncThrowingStream<[ActivitySummary], any Error> {
    store.answers(ofTypes: nil, as: reader) { try await result(for: store, as: reader) }
  }
}

extension Query {
  /// Returns the days from one to another, both included.
  public static func predicate(
    forActivitySummariesBetweenStart start: CivilDate, end: CivilDate
  ) -> ClosedRange<CivilDate> { min(start, end)...max(start, end) }
}

extension HealthStore {
  /// Returns the rings of days, by day.
  fileprivate func rings(
    of days: ClosedRange<CivilDate>?, as reader: String
  ) throws(StoreError) -> [ActivitySummary] {
    let figures = try answering {
      try RingsView.figures(of: try replayed(by: reader), in: ViewContext())
    }
    let known = Dictionary(grouping: figures, by: \.day).filter { days?.contains($0.key) ?? true }
    return known.sorted { $0.key < $1.key }.map { day, figures in
      var summary = ActivitySummary(day: day)
      for figure in figures { summary.take(figure) }
      return summary
    }
  }
}
