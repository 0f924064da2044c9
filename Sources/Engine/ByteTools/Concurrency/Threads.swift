import Dispatch
import Synchronization

/// The work that threads share.
package enum Threads {
  /// Runs `body` on several threads at once, including the caller's, and returns when all are done.
  /// If the system refuses threads, `body` runs on fewer, perhaps on the caller's alone. So `body`
  /// must get its work from something that all threads share, such as a counter.
  ///
  /// - Parameter count: the greatest number of threads.
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

  /// Returns the results of `body` for the items, in the order of the items, on any of the threads.
  ///
  /// - Parameter count: the greatest number of threads; with one it is the caller's own.
  /// - Throws: the error of `body` for the first item for which it throws.
  package static func map<Item: Sendable, Result: Sendable, Failure: Error>(
    _ items: [Item], on count: Int, from starter: ThreadStarter = .system,
    _ body: @Sendable (Item) throws(Failure) -> Result
  ) throws(Failure) -> [Result] {
    let count = min(count, items.count)
    guard count > 1 else { return try items.map(body) }
    let next = Atomic(0)
    let results = Mutex([Swift.Result<Result, Failure>?](repeating: nil, count: items.count))
    run(on: count, from: starter) {
      while case let index = next.wrappingAdd(1, ordering: .relaxed).oldValue,
        index < items.count
      {
        let result = Swift.Result { () throws(Failure) in try body(items[index]) }
        results.withLock { $0[index] = result }
      }
    }
    let all = results.withLock { $0 }
    var found: [Result] = []
    for case let result? in all { found.append(try result.get()) }
    return found
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

  /// The index of the next item whose result is accepted, if none has failed.
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

/// Values that threads use one after the other, because a new one costs much.
package final class Spare<Value: Sendable>: Sendable {
  private let values = Mutex<[Value]>([])

  package init() {}

  /// Calls `body` with a value that no other thread uses now, a new one where there is none.
  package func use<Result>(
    _ new: @autoclosure () -> Value, _ body: (inout Value) throws -> Result
  ) rethrows -> Result {
    var value = values.withLock { $0.popLast() } ?? new()
    defer {
      let used = value
      values.withLock { $0.append(used) }
    }
    return try body(&value)
  }
}

/// Work that another thread does; `deinit` waits for its end where `wait` was not called.
///
///     let work = BackgroundWork { … }
///     work.wait()
package final class BackgroundWork: Sendable {
  private let thread: Mutex<StartedThread?>

  /// Begins the work; where the system has no thread to give, does it here.
  package init(from starter: ThreadStarter = .system, _ body: @escaping @Sendable () -> Void) {
    let started = starter.start(body)
    if started == nil { body() }
    thread = Mutex(started)
  }

  deinit { wait() }

  /// Waits until it is done.
  package func wait() {
    thread.withLock { thread in
      thread?.join()
      thread = nil
    }
  }
}

/// Buffers of bytes on their way to another thread, which takes them one at a time, in order.
///
///     let queue = BufferQueue(room: 2) { bytes in … }
///     queue.send(buffer)   // waits while two are on their way
///     queue.wait()         // returns when all have been taken
///
/// So memory is bounded, and the sender works while the other thread takes what was sent. What the
/// other thread finds out goes into a `Mutex` that both threads have. Where the system has no
/// thread to give, `send` takes the buffer itself.
package final class BufferQueue: Sendable {
  private let belt: Belt
  private let hasThread: Bool

  /// Creates a queue with nothing on it.
  ///
  /// - Parameters:
  ///   - capacity: the greatest number of buffers on their way.
  ///   - take: receives each buffer, on the other thread if there is one, and may change it.
  package init(
    room capacity: Int, from starter: ThreadStarter = .system,
    take: @escaping @Sendable (inout [UInt8]) -> Void
  ) {
    let belt = Belt(capacity, take)
    let thread = starter.start { belt.run() }
    thread?.detach()
    self.belt = belt
    hasThread = thread != nil
  }

  /// Ends the thread after the buffers that were sent are processed.
  deinit { belt.close() }

  /// Sends a buffer, as soon as there is room for it.
  package func send(_ bytes: consuming [UInt8]) {
    belt.put(consume bytes)
    if !hasThread { _ = belt.takeNext() }
  }

  /// Returns an empty buffer, if possible one that was sent before.
  package func spareBuffer() -> [UInt8] { belt.spareBuffer() }

  /// Returns when everything that was sent has been taken.
  package func wait() { belt.wait() }
}

/// The data of a queue that both threads hold.
private final class Belt: Sendable {
  private struct State: Sendable {
    var waiting: [[UInt8]] = []
    var spare: [[UInt8]] = []
  }

  private let state = Mutex(State())
  /// Counts the buffers that may still be sent.
  private let room: DispatchSemaphore
  /// Counts buffers that wait, and the end.
  private let due = DispatchSemaphore(value: 0)
  private let capacity: Int
  private let take: @Sendable (inout [UInt8]) -> Void

  init(_ capacity: Int, _ take: @escaping @Sendable (inout [UInt8]) -> Void) {
    self.capacity = capacity
    room = DispatchSemaphore(value: capacity)
    self.take = take
  }

  func put(_ bytes: consuming [UInt8]) {
    room.wait()
    // The buffer goes into the shared state. Another reference to it here would make the other
    // thread's first change copy it.
    var sent = consume bytes
    state.withLock {
      $0.waiting.append([])
      swap(&$0.waiting[$0.waiting.count - 1], &sent)
    }
    due.signal()
  }

  /// Closes the queue: no buffer follows.
  func close() { due.signal() }

  /// Takes buffers until none follows.
  func run() { while takeNext() {} }

  /// Waits for the next buffer and takes it; false: none follows.
  func takeNext() -> Bool {
    due.wait()
    guard var bytes = state.withLock({ $0.waiting.isEmpty ? nil : $0.waiting.removeFirst() })
    else { return false }
    take(&bytes)
    bytes.removeAll(keepingCapacity: true)
    let spare = bytes
    state.withLock { if $0.spare.count < capacity { $0.spare.append(spare) } }
    room.signal()
    return true
  }

  func spareBuffer() -> [UInt8] { state.withLock { $0.spare.popLast() } ?? [] }

  func wait() {
    for _ in 0..<capacity { room.wait() }
    for _ in 0..<capacity { room.signal() }
  }
}
