public import HealthModel
import Synchronization

// HealthKit's queries that hand their answers to a function, for programs that use them. Queries
// that are awaited do the same with less code.

/// Calls a function whenever samples of a type change: HealthKit's HKObserverQuery.
///
/// The function is called once when the query begins, as in HealthKit, and then for each change, as
/// `observe(types:)` tells of it. Its second argument, which tells HealthKit that all is done, does
/// nothing.
@available(*, deprecated, message: "write: for await changes in store.observe(types: […])")
public struct ObserverQuery: Sendable {
  /// What is called: the query, a function to call when all is done, and what went wrong.
  public typealias UpdateHandler =
    @Sendable (ObserverQuery, _ completion: @escaping @Sendable () -> Void, StoreError?) -> Void

  fileprivate let run = QueryRun()
  fileprivate let type: TypeIdentifier
  fileprivate let predicate: HealthPredicate?
  fileprivate let handler: UpdateHandler

  /// A query, which `execute(_:)` begins.
  ///
  /// - Parameters:
  ///   - sampleType: the type whose samples it is about.
  ///   - predicate: which samples; nil: all. Every deletion of the type is told.
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
  /// What is called: the query and its samples, or what went wrong.
  public typealias ResultsHandler =
    @Sendable (SampleQuery, [any Sample]?, StoreError?) -> Void

  fileprivate let run = QueryRun()
  fileprivate let descriptor: SampleQueryDescriptor<any Sample>
  fileprivate let handler: ResultsHandler

  /// A query, which `execute(_:)` begins.
  ///
  /// - Parameters:
  ///   - sampleType: the type whose samples it is about.
  ///   - predicate: which samples; nil: all.
  ///   - limit: at most so many; `ObjectQueryNoLimit`: all.
  ///   - sortDescriptors: in which order they come, one; several trap.
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

  /// Whether changes concern what a query is about.
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

  /// Begins, once.
  func begin(_ body: @escaping @Sendable () async -> Void) {
    state.withLock { state in
      guard case .waiting = state else { return }
      state = .running(Task { await body() })
    }
  }

  /// Whether it was ended.
  var isOver: Bool {
    state.withLock { state in if case .over = state { true } else { false } }
  }

  /// Ends it.
  func end() {
    state.withLock { state in
      if case .running(let task) = state { task.cancel() }
      state = .over
    }
  }
}
