public import HealthModel
import Synchronization

// More of HealthKit's queries that hand their answers to functions; see HandlerQueries.swift.

/// Hands statistics of a type to a function, once: HealthKit's HKStatisticsQuery.
@available(
  *, deprecated, message: "write: try await StatisticsQueryDescriptor(…).result(for: store)"
)
public struct StatisticsQuery: Sendable {
  /// What is called: the query and the statistics, or what went wrong.
  public typealias CompletionHandler =
    @Sendable (StatisticsQuery, Statistics?, StoreError?) -> Void

  fileprivate let run = QueryRun()
  fileprivate let descriptor: StatisticsQueryDescriptor
  fileprivate let handler: CompletionHandler

  /// A query, which `execute(_:)` begins.
  ///
  /// - Parameters:
  ///   - quantityType: the type whose samples it is about.
  ///   - quantitySamplePredicate: which samples; nil: all.
  ///   - options: which figures.
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
  /// What is called first: the query and the statistics, or what went wrong.
  public typealias InitialHandler =
    @Sendable (StatisticsCollectionQuery, StatisticsCollection?, StoreError?) -> Void
  /// What is called for each change: the query, the statistics, or what went wrong. Which of the
  /// intervals changed is not told: the second argument is nil.
  public typealias UpdateHandler =
    @Sendable (StatisticsCollectionQuery, Statistics?, StatisticsCollection?, StoreError?) -> Void

  fileprivate let run = QueryRun()
  fileprivate let descriptor: StatisticsCollectionQueryDescriptor
  private let handlers = Mutex<(initial: InitialHandler?, update: UpdateHandler?)>((nil, nil))

  /// A query, which `execute(_:)` begins.
  ///
  /// - Parameters:
  ///   - quantityType: the type whose samples it is about.
  ///   - quantitySamplePredicate: which samples; nil: all.
  ///   - options: which figures.
  ///   - anchor: from where intervals are counted, in both directions.
  ///   - interval: how long they are.
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
  /// What is called: the query, what was saved and what deleted, the anchor after it, or what went
  /// wrong.
  public typealias Handler =
    @Sendable (
      AnchoredObjectQuery, [any Sample]?, [DeletedObject]?, QueryAnchor?, StoreError?
    ) -> Void

  fileprivate let run = QueryRun()
  fileprivate let descriptor: AnchoredObjectQueryDescriptor<any Sample>
  private let initial: Handler
  private let update = Mutex<Handler?>(nil)

  /// A query, which `execute(_:)` begins.
  ///
  /// - Parameters:
  ///   - type: the type whose samples it is about.
  ///   - predicate: which samples; nil: all. Every deletion of the type is told.
  ///   - anchor: after which changes count; nil: everything there is.
  ///   - limit: as that of an `AnchoredObjectQueryDescriptor`; `ObjectQueryNoLimit`: all.
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

extension QueryRun {
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
