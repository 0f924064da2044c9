public import HealthModel
import Synchronization

// HealthKit's queries that hand their answers to a function, for programs that use them. Queries
// that are awaited do the same with less code.

/// Calls a function whenever samples of a type change: HealthKit's HKObserverQuery.
///
/// The function is called once when the query begins, as in HealthKit, and then for each change
/// that `observe(types:)` reports. Its second argument, which reports to HealthKit that all is
/// done, does nothing.
@available(*, deprecated, message: "write: for await changes in store.observe(types: […])")
public struct ObserverQuery: Sendable {
  /// A function that receives the query, a function to call at the end, and an error.
  public typealias UpdateHandler =
    @Sendable (ObserverQuery, _ completion: @escaping @Sendable () -> Void, StoreError?) -> Void

  fileprivate let run = QueryRun()
  fileprivate let type: TypeIdentifier
  fileprivate let predicate: HealthPredicate?
  fileprivate let handler: UpdateHandler

  /// Creates a query, which `execute(_:)` begins.
  ///
  /// - Parameters:
  ///   - sampleType: the type of the samples.
  ///   - predicate: the condition for samples; nil: all. Every deletion of the type is reported.
  ///   - updateHandler: is called for each change, on any thread.
  public init(
    sampleType: some SampleType, predicate: HealthPredicate?,
    updateHandler: @escaping UpdateHandler
  ) {
    type = sampleType.typeIdentifier
    self.predicate = predicate
    handler = updateHandler
  }

  /// Calls the function, unless the query was ended.
  fileprivate func call(_ error: StoreError?) {
    if !run.isOver { handler(self, {}, error) }
  }
}

/// Hands samples of a type to a function, once: HealthKit's HKSampleQuery.
@available(*, deprecated, message: "write: try await SampleQueryDescriptor(…).result(for: store)")
public struct SampleQuery: Sendable {
  /// A function that receives the query and its samples, or an error.
  public typealias ResultsHandler =
    @Sendable (SampleQuery, [any Sample]?, StoreError?) -> Void

  fileprivate let run = QueryRun()
  fileprivate let descriptor: SampleQueryDescriptor<any Sample>
  fileprivate let handler: ResultsHandler

  /// Creates a query, which `execute(_:)` begins.
  ///
  /// - Parameters:
  ///   - sampleType: the type of the samples.
  ///   - predicate: the condition for samples; nil: all.
  ///   - limit: the greatest number; `ObjectQueryNoLimit`: all.
  ///   - sortDescriptors: the order of the samples, one; several trap.
  ///   - resultsHandler: is called once, on any thread.
  public init(
    sampleType: some SampleType, predicate: HealthPredicate?, limit: Int,
    sortDescriptors: [ObjectSort]?, resultsHandler: @escaping ResultsHandler
  ) {
    precondition(
      sortDescriptors?.count ?? 0 <= 1, "several sort descriptors: write a SampleQueryDescriptor")
    descriptor = SampleQueryDescriptor(
      predicates: [.sample(type: sampleType, predicate: predicate)],
      sortedBy: sortDescriptors?.first ?? .sequence, limit: limit)
    handler = resultsHandler
  }

  /// Calls the function, unless the query was ended.
  fileprivate func call(_ samples: [any Sample]?, _ error: StoreError?) {
    if !run.isOver { handler(self, samples, error) }
  }
}

@available(*, deprecated)
extension HealthStore {
  /// Begins a query.
  nonisolated public func execute(_ query: ObserverQuery) {
    query.run.begin { [weak self] in
      guard let news = await self?.observe(types: [query.type]) else { return }
      query.call(nil)
      for await changes in news {
        do throws(StoreError) {
          guard try await self?.concerns(changes, query) == true else { continue }
          query.call(nil)
        } catch {
          query.call(error)
        }
      }
    }
  }

  /// Begins a query.
  nonisolated public func execute(_ query: SampleQuery) {
    query.run.begin {
      do throws(StoreError) {
        query.call(try await query.descriptor.result(for: self), nil)
      } catch {
        query.call(nil, error)
      }
    }
  }

  /// Ends a query: its function is not called any more, though one that another thread has begun to
  /// call goes on.
  nonisolated public func stop(_ query: ObserverQuery) { query.run.end() }

  /// Ends a query: its function is not called any more, though one that another thread has begun to
  /// call goes on.
  nonisolated public func stop(_ query: SampleQuery) { query.run.end() }

  /// Returns true if changes concern the samples of a query.
  private func concerns(
    _ changes: HealthChanges, _ query: ObserverQuery
  ) throws(StoreError) -> Bool {
    guard let predicate = query.predicate, changes.deleted.isEmpty, !changes.isEmpty else {
      return true
    }
    let added: HealthPredicate = .objects(withUUIDs: changes.added.map(\.uuid))
    return try !objects(of: query.type, matching: predicate && added, limit: 1).isEmpty
  }
}

/// The key by which HealthKit's samples are sorted by their start.
@available(*, deprecated, message: "write .startDate")
// swift-format-ignore: AlwaysUseLowerCamelCase
public let SampleSortIdentifierStartDate = "startDate"

/// The key by which HealthKit's samples are sorted by their end.
@available(*, deprecated, message: "write .endDate")
// swift-format-ignore: AlwaysUseLowerCamelCase
public let SampleSortIdentifierEndDate = "endDate"

/// The task in which a query runs; one that was ended before it began does not begin.
final class QueryRun: Sendable {
  private enum State {
    case waiting
    case running(Task<Void, Never>)
    case over
  }
  private let state = Mutex<State>(.waiting)

  /// Begins the work, once.
  func begin(_ body: @escaping @Sendable () async -> Void) {
    state.withLock { state in
      guard case .waiting = state else { return }
      state = .running(Task { await body() })
    }
  }

  /// True if it was ended.
  var isOver: Bool {
    state.withLock { state in if case .over = state { true } else { false } }
  }

  func end() {
    state.withLock { state in
      if case .running(let task) = state { task.cancel() }
      state = .over
    }
  }

  /// Begins, once: hands each result of a sequence to a function, or only the first.
  ///
  /// - Parameter call: is told a result or what went wrong, and whether it is the first call.
  fileprivate func begin<Result: Sendable>(
    _ results: @autoclosure @escaping @Sendable () -> AsyncThrowingStream<Result, any Error>,
    goesOn: Bool, _ call: @escaping @Sendable (Result?, StoreError?, _ isFirst: Bool) -> Void
  ) {
    begin {
      var isFirst = true
      do {
        for try await result in results() {
          call(result, nil, isFirst)
          isFirst = false
          if !goesOn { return }
        }
      } catch {
        call(nil, StoreError(error), isFirst)
      }
    }
  }
}

// More of HealthKit's queries that hand their answers to functions; see HandlerQueries.swift.

/// Hands statistics of a type to a function, once: HealthKit's HKStatisticsQuery.
@available(
  *, deprecated, message: "write: try await StatisticsQueryDescriptor(…).result(for: store)"
)

public struct StatisticsQuery: Sendable {
  /// A function that receives the query and the statistics, or an error.
  public typealias CompletionHandler =
    @Sendable (StatisticsQuery, Statistics?, StoreError?) -> Void

  fileprivate let run = QueryRun()
  fileprivate let descriptor: StatisticsQueryDescriptor
  fileprivate let handler: CompletionHandler

  /// Creates a query, which `execute(_:)` begins.
  ///
  /// - Parameters:
  ///   - quantityType: the type of the samples.
  ///   - quantitySamplePredicate: the condition for samples; nil: all.
  ///   - options: the figures.
  ///   - completionHandler: is called once, on any thread.
  public init(
    quantityType: QuantityType, quantitySamplePredicate: HealthPredicate?,
    options: StatisticsOptions = [], completionHandler: @escaping CompletionHandler
  ) {
    descriptor = StatisticsQueryDescriptor(
      predicate: .quantitySample(type: quantityType, predicate: quantitySamplePredicate),
      options: options)
    handler = completionHandler
  }

  /// Calls the function, unless the query was ended.
  fileprivate func call(_ statistics: Statistics?, _ error: StoreError?) {
    if !run.isOver { handler(self, statistics, error) }
  }
}

/// Hands statistics of intervals to functions: HealthKit's HKStatisticsCollectionQuery.
@available(
  *, deprecated,
  message: "write: try await StatisticsCollectionQueryDescriptor(…).result(for: store)"
)

public final class StatisticsCollectionQuery: Sendable {
  /// A function that receives the query and the first statistics, or an error.
  public typealias InitialHandler =
    @Sendable (StatisticsCollectionQuery, StatisticsCollection?, StoreError?) -> Void
  /// A function that receives, for each change, the query and the statistics, or an error. The
  /// second argument is nil: the intervals that changed are not known.
  public typealias UpdateHandler =
    @Sendable (StatisticsCollectionQuery, Statistics?, StatisticsCollection?, StoreError?) -> Void

  fileprivate let run = QueryRun()
  fileprivate let descriptor: StatisticsCollectionQueryDescriptor
  private let handlers = Mutex<(initial: InitialHandler?, update: UpdateHandler?)>((nil, nil))

  /// Creates a query, which `execute(_:)` begins.
  ///
  /// - Parameters:
  ///   - quantityType: the type of the samples.
  ///   - quantitySamplePredicate: the condition for samples; nil: all.
  ///   - options: the figures.
  ///   - anchor: the moment from which intervals are counted, in both directions.
  ///   - interval: the length of the intervals.
  public init(
    quantityType: QuantityType, quantitySamplePredicate: HealthPredicate?,
    options: StatisticsOptions = [], anchor: Instant, every interval: CalendarInterval
  ) {
    descriptor = StatisticsCollectionQueryDescriptor(
      predicate: .quantitySample(type: quantityType, predicate: quantitySamplePredicate),
      options: options, anchor: anchor, every: interval)
  }

  /// Is called once, on any thread.
  public var initialResultsHandler: InitialHandler? {
    get { handlers.withLock { $0.initial } }
    set { handlers.withLock { $0.initial = newValue } }
  }

  /// Is called for each change after the first results; nil when the query begins: it ends with
  /// these.
  public var statisticsUpdateHandler: UpdateHandler? {
    get { handlers.withLock { $0.update } }
    set { handlers.withLock { $0.update = newValue } }
  }

  /// Calls a function, unless the query was ended.
  fileprivate func call(
    _ statistics: StatisticsCollection?, _ error: StoreError?, isFirst: Bool
  ) {
    guard !run.isOver else { return }
    if isFirst {
      initialResultsHandler?(self, statistics, error)
    } else {
      statisticsUpdateHandler?(self, nil, statistics, error)
    }
  }
}

/// Hands what changed of a type to functions: HealthKit's HKAnchoredObjectQuery.
@available(
  *, deprecated,
  message: "write: for try await update in AnchoredObjectQueryDescriptor(…).results(for: store)"
)

public final class AnchoredObjectQuery: Sendable {
  /// A function that receives the query, the saved and the deleted objects and the anchor after
  /// them, or an error.
  public typealias Handler =
    @Sendable (
      AnchoredObjectQuery, [any Sample]?, [DeletedObject]?, QueryAnchor?, StoreError?
    ) -> Void

  fileprivate let run = QueryRun()
  fileprivate let descriptor: AnchoredObjectQueryDescriptor<any Sample>
  private let initial: Handler
  private let update = Mutex<Handler?>(nil)

  /// Creates a query, which `execute(_:)` begins.
  ///
  /// - Parameters:
  ///   - type: the type of the samples.
  ///   - predicate: the condition for samples; nil: all. Every deletion of the type is reported.
  ///   - anchor: the anchor after which changes count; nil: everything there is.
  ///   - limit: the same as for an `AnchoredObjectQueryDescriptor`; `ObjectQueryNoLimit`: all.
  ///   - resultsHandler: is called once, on any thread.
  public init(
    type: some SampleType, predicate: HealthPredicate?, anchor: QueryAnchor?, limit: Int,
    resultsHandler: @escaping Handler
  ) {
    descriptor = AnchoredObjectQueryDescriptor(
      predicates: [.sample(type: type, predicate: predicate)], anchor: anchor, limit: limit)
    initial = resultsHandler
  }

  /// Is called for each change after the first results; nil when the query begins: it ends with
  /// these.
  public var updateHandler: Handler? {
    get { update.withLock { $0 } }
    set { update.withLock { $0 = newValue } }
  }

  /// Calls a function, unless the query was ended.
  fileprivate func call(
    _ result: AnchoredObjectQueryDescriptor<any Sample>.Result?, _ error: StoreError?,
    isFirst: Bool
  ) {
    guard !run.isOver, let handler = isFirst ? initial : updateHandler else { return }
    handler(self, result?.addedSamples, result?.deletedObjects, result?.newAnchor, error)
  }
}

@available(*, deprecated)
extension HealthStore {
  /// Begins a query.
  nonisolated public func execute(_ query: StatisticsQuery) {
    query.run.begin {
      do throws(StoreError) {
        query.call(try await query.descriptor.result(for: self), nil)
      } catch {
        query.call(nil, error)
      }
    }
  }

  /// Begins a query.
  nonisolated public func execute(_ query: StatisticsCollectionQuery) {
    let goesOn = query.statisticsUpdateHandler != nil
    query.run.begin(query.descriptor.results(for: self), goesOn: goesOn) {
      query.call($0?.statisticsCollection, $1, isFirst: $2)
    }
  }

  /// Begins a query.
  nonisolated public func execute(_ query: AnchoredObjectQuery) {
    let goesOn = query.updateHandler != nil
    query.run.begin(query.descriptor.results(for: self), goesOn: goesOn) {
      query.call($0, $1, isFirst: $2)
    }
  }

  /// Ends a query: its function is not called any more, though one that another thread has begun to
  /// call goes on.
  nonisolated public func stop(_ query: StatisticsQuery) { query.run.end() }

  /// Ends a query: its functions are not called any more, though one that another thread has begun
  /// to call goes on.
  nonisolated public func stop(_ query: StatisticsCollectionQuery) { query.run.end() }

  /// Ends a query: its functions are not called any more, though one that another thread has begun
  /// to call goes on.
  nonisolated public func stop(_ query: AnchoredObjectQuery) { query.run.end() }
}
