import Synchronization

/// Work that threads share.
package enum Threads {
  /// Runs `body` on several threads at once, the caller's among them, and returns when all are
  /// done. Where the system refuses threads, `body` runs on fewer, perhaps on the caller's alone.
  /// So `body` must take its work from something that all threads share, such as a counter.
  ///
  /// - Parameter count: of the threads at most.
  package static func run(
    on count: Int, from starter: ThreadStarter, _ body: @Sendable () -> Void
  ) {
    withoutActuallyEscaping(body) { body in
      var started: [StartedThread] = []
      while started.count < count - 1, let thread = starter.start(body) { started.append(thread) }
      body()
      for thread in started { thread.join() }
    }
  }

  /// What `body` makes of each item, in the order of the items, whichever thread comes to it.
  ///
  /// - Parameter count: of the threads at most; with one it is the caller's own.
  /// - Throws: what `body` throws for the first item for which it does.
  package static func map<Item: Sendable, Result: Sendable>(
    _ items: [Item], on count: Int, from starter: ThreadStarter = .system,
    _ body: @Sendable (Item) throws -> Result
  ) throws -> [Result] {
    let count = min(count, items.count)
    guard count > 1 else { return try items.map(body) }
    let next = Atomic(0)
    let results = Mutex([Swift.Result<Result, any Error>?](repeating: nil, count: items.count))
    run(on: count, from: starter) {
      while case let index = next.wrappingAdd(1, ordering: .relaxed).oldValue,
        index < items.count
      {
        let result = Swift.Result { try body(items[index]) }
        results.withLock { $0[index] = result }
      }
    }
    return try results.withLock { try $0.compactMap { try $0?.get() } }
  }

  /// Hands what `body` makes of each item to `take`, in the order of the items and one at a time,
  /// on whichever thread is free for it. No thread waits for another.
  ///
  /// - Parameter count: of the threads at most; with one it is the caller's own.
  /// - Throws: what `body` or `take` throws for the first item for which one of them does; nothing
  ///   after that is taken.
  package static func inOrder<Item: Sendable, Result: Sendable>(
    _ items: [Item], on count: Int, from starter: ThreadStarter = .system,
    _ body: @Sendable (Item) throws -> Result, take: @Sendable (Result) throws -> Void
  ) throws {
    let next = Atomic(0)
    let made = Mutex([Int: Swift.Result<Result, any Error>]())
    let turn = Mutex(Turn<Result>())
    run(on: min(count, items.count), from: starter) {
      while case let index = next.wrappingAdd(1, ordering: .relaxed).oldValue,
        index < items.count
      {
        let result = Swift.Result { try body(items[index]) }
        made.withLock { $0[index] = result }
        guard turn.withLockIfAvailable({ $0.takes(made, take) }) ?? true else { return }
      }
    }
    turn.withLock { _ = $0.takes(made, take) }
    if let failure = turn.withLock({ $0.failure }) { throw failure }
  }

  /// Which item is taken next, where none has failed.
  private struct Turn<Result: Sendable>: Sendable {
    private var index = 0
    private(set) var failure: (any Error)?

    /// Takes what has been made of the next items; false: one of them has failed.
    mutating func takes(
      _ made: borrowing Mutex<[Int: Swift.Result<Result, any Error>]>,
      _ take: (Result) throws -> Void
    ) -> Bool {
      while failure == nil, let result = made.withLock({ $0.removeValue(forKey: index) }) {
        index += 1
        do { try take(result.get()) } catch { failure = error }
      }
      return failure == nil
    }
  }
}
