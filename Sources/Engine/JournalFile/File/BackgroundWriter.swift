import ByteTools
import Dispatch
import Synchronization

/// Staged lines on their way to the file: another thread seals, writes and synchronizes them, in
/// order, while more are staged. A call that fails is the last: what follows it is dropped.
struct BackgroundWriter: Sendable {
  /// Fewer bytes than this are written faster by the calling thread.
  static let leastBytes = 1 << 14

  /// The fate of the lines that were sent.
  struct Outcome {
    /// The position after the last line that was written whole.
    var head: Head
    /// The position after the last line that is on the disk.
    var synchronized: Head
    /// The failure after which nothing follows.
    var failure: JournalError?
  }

  private let end: End
  private let queue: BufferQueue

  /// Creates a writer.
  ///
  /// - Parameters:
  ///   - head: the position after the last line of the file.
  ///   - synchronized: the position after the last one that is on the disk.
  init(_ files: JournalFiles, from head: Head, synchronized: Head) {
    let end = End(files, from: head, synchronized: synchronized)
    self.end = end
    // A sync takes as long as the staging of many lines.
    queue = BufferQueue(room: 8) { end.take(&$0) }
  }

  /// Sends whole lines that are not sealed yet.
  ///
  /// - Parameters:
  ///   - head: the position after the last of them, without its chain value.
  ///   - synchronizing: true if they must be on the disk; then `waitForSync` is due once.
  func send(_ lines: consuming [UInt8], upTo head: Head, synchronizing: Bool) {
    end.expect(head, synchronizing)
    queue.send(consume lines)
  }

  /// Waits for the first sync that was not waited for yet.
  ///
  /// - Returns: false if it failed, or anything before it.
  func waitForSync() -> Bool { end.waitForSync() }

  func spareBuffer() -> [UInt8] { queue.spareBuffer() }

  /// True if a write has failed already.
  var hasFailed: Bool { end.outcome.failure != nil }

  /// Waits for all that was sent.
  func arrived() -> Outcome {
    queue.wait()
    return end.outcome
  }

  /// The state that both threads share, and the work of the other thread.
  private final class End: Sendable {
    private struct State {
      var outcome: Outcome
      var expected: [(head: Head, synchronizing: Bool)] = []
      /// The number of syncs that succeeded.
      var syncs = 0
      /// The number of syncs that were waited for.
      var awaited = 0
      /// Up to where the disk has been asked to begin.
      var onItsWay: UInt64
    }

    /// Bytes that may wait before the disk is asked to begin with them.
    private static let stride: UInt64 = 8 << 20

    private let files: JournalFiles
    private let state: Mutex<State>
    /// Counts the syncs that are over, one way or the other.
    private let over = DispatchSemaphore(value: 0)

    init(_ files: JournalFiles, from head: Head, synchronized: Head) {
      self.files = files
      state = Mutex(
        State(
          outcome: Outcome(head: head, synchronized: synchronized),
          onItsWay: synchronized.offset))
    }

    var outcome: Outcome { state.withLock { $0.outcome } }

    func expect(_ head: Head, _ synchronizing: Bool) {
      state.withLock { $0.expected.append((head, synchronizing)) }
    }

    func waitForSync() -> Bool {
      over.wait()
      return state.withLock { state in
        state.awaited += 1
        return state.syncs >= state.awaited
      }
    }

    func take(_ lines: inout [UInt8]) {
      let (expected, outcome) = state.withLock { ($0.expected.removeFirst(), $0.outcome) }
      if outcome.failure == nil {
        do throws(JournalError) {
          try write(&lines, upTo: expected.head, after: outcome.head)
          if expected.synchronizing { try synchronize() } else { startSynchronizing() }
        } catch {
          state.withLock { $0.outcome.failure = error }
        }
      }
      if expected.synchronizing { over.signal() }
    }

    private func write(
      _ lines: inout [UInt8], upTo expected: Head, after last: Head
    ) throws(JournalError) {
      var head = expected
      head.chain = Chain.seal(&lines, after: last.chain)
      try files.append(lines, at: last.offset)
      let next = head
      state.withLock { $0.outcome.head = next }
    }

    private func synchronize() throws(JournalError) {
      try JournalError.attempt(try files.synchronize(), orThrow: JournalError.outcomeUnknown)
      files.noteSync(upTo: outcome.head)
      state.withLock { state in
        state.syncs += 1
        state.outcome.synchronized = state.outcome.head
        state.onItsWay = state.outcome.head.offset
      }
    }

    /// Starts the writing to the disk, so that the disk works while the next lines are made, and
    /// the sync finds little to do.
    private func startSynchronizing() {
      let from: UInt64? = state.withLock { state in
        let end = state.outcome.head.offset
        guard end - state.onItsWay >= Self.stride else { return nil }
        defer { state.onItsWay = end }
        return state.onItsWay
      }
      if let from { files.system.startSynchronizing(files.events, from: from) }
    }
  }
}
