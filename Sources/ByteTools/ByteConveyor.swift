import Dispatch
import Synchronization

/// Buffers of bytes on their way to another thread, which takes them one at a time, in order.
///
///     let conveyor = ByteConveyor(room: 2) { bytes in … }
///     conveyor.send(buffer)   // waits while two are on their way
///     conveyor.wait()         // returns when all have been taken
///
/// So memory is bounded, and whoever sends works while what was sent is taken. What the other thread finds out
/// is kept where both can look: see `Mutex`.
package final class ByteConveyor: Sendable {
  private struct State: Sendable {
    var waiting: [[UInt8]] = []
    var spare: [[UInt8]] = []
  }

  private let state = Mutex(State())
  private let room: DispatchSemaphore
  private let places: Int
  private let queue: DispatchQueue
  private let take: @Sendable (inout [UInt8]) -> Void

  /// A conveyor with nothing on it.
  ///
  /// - Parameters:
  ///   - places: how many buffers may be on their way.
  ///   - take: is handed each buffer on the other thread and may change it.
  package init(room places: Int, take: @escaping @Sendable (inout [UInt8]) -> Void) {
    self.places = places
    room = DispatchSemaphore(value: places)
    queue = DispatchQueue(label: "conveyor")
    self.take = take
  }

  /// Sends a buffer, as soon as there is room for it.
  package func send(_ bytes: consuming [UInt8]) {
    room.wait()
    // Through the mutex and not in the closure, which would share the buffer and have it copied.
    let sent = bytes
    state.withLock { $0.waiting.append(sent) }
    queue.async { self.takeNext() }
  }

  /// An empty buffer, one that was sent before where there is any.
  package func spareBuffer() -> [UInt8] { state.withLock { $0.spare.popLast() } ?? [] }

  /// Returns when everything that was sent has been taken.
  package func wait() {
    for _ in 0..<places { room.wait() }
    for _ in 0..<places { room.signal() }
  }

  private func takeNext() {
    var bytes = state.withLock { $0.waiting.removeFirst() }
    take(&bytes)
    bytes.removeAll(keepingCapacity: true)
    let spare = bytes
    state.withLock { if $0.spare.count < places { $0.spare.append(spare) } }
    room.signal()
  }
}
