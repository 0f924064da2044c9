import Dispatch
import Synchronization

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

  /// A queue with nothing on it.
  ///
  /// - Parameters:
  ///   - capacity: how many buffers may be on their way.
  ///   - take: is handed each buffer, on the other thread where there is one, and may change it.
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

  /// What was sent is still taken; then the thread ends.
  deinit { belt.close() }

  /// Sends a buffer, as soon as there is room for it.
  package func send(_ bytes: consuming [UInt8]) {
    belt.put(bytes)
    if !hasThread { _ = belt.takeNext() }
  }

  /// An empty buffer, one that was sent before where there is any.
  package func spareBuffer() -> [UInt8] { belt.spareBuffer() }

  /// Returns when everything that was sent has been taken.
  package func wait() { belt.wait() }
}

/// What both threads hold of a queue.
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
    // The buffer goes into the shared state. A closure for the other thread would keep a reference
    // to it, and the first change would copy it.
    let sent = bytes
    state.withLock { $0.waiting.append(sent) }
    due.signal()
  }

  /// No buffer follows.
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
