import Dispatch
import Synchronization

/// Work that threads share.
package enum Threads {
  /// What `body` makes of each item, in the order of the items, whichever thread comes to it.
  ///
  /// - Parameter count: of the threads; with one it is the caller's own.
  /// - Throws: what `body` throws for the first item for which it does.
  package static func map<Item: Sendable, Result: Sendable>(
    _ items: [Item], on count: Int, _ body: @Sendable (Item) throws -> Result
  ) throws -> [Result] {
    let count = min(count, items.count)
    guard count > 1 else { return try items.map(body) }
    let next = Atomic(0)
    let results = Mutex([Swift.Result<Result, any Error>?](repeating: nil, count: items.count))
    DispatchQueue.concurrentPerform(iterations: count) { _ in
      while case let place = next.wrappingAdd(1, ordering: .relaxed).oldValue,
        place < items.count
      {
        let result = Swift.Result { try body(items[place]) }
        results.withLock { $0[place] = result }
      }
    }
    return try results.withLock { try $0.compactMap { try $0?.get() } }
  }
}
