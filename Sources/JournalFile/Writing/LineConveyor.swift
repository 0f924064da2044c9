import ByteTools
import Synchronization

/// Staged lines on their way to the file: another thread seals and writes them, in order, while more are
/// staged. A write that fails is the last: what follows it is dropped.
struct LineConveyor: Sendable {
  /// Fewer bytes than this are written faster where they are.
  static let leastBytes = 1 << 16

  private let end: End
  private let conveyor: ByteConveyor

  /// - Parameter head: the place behind the last line of the file.
  init(_ file: OpenFile, on system: any FileSystem, from head: Head) {
    let end = End(file, on: system, from: head)
    self.end = end
    conveyor = ByteConveyor(room: 2) { end.take(&$0) }
  }

  /// Sends whole lines that are not sealed yet.
  ///
  /// - Parameter head: the place behind the last of them, but for its chain value.
  func send(_ lines: consuming [UInt8], upTo head: Head) {
    end.expect(head)
    conveyor.send(lines)
  }

  /// An empty buffer.
  func spareBuffer() -> [UInt8] { conveyor.spareBuffer() }

  /// Whether a write has failed already.
  var hasFailed: Bool { end.result.failure != nil }

  /// Waits for all that was sent.
  ///
  /// - Returns: the place behind the last line that was written whole, and why none followed it.
  func arrived() -> (head: Head, failure: SystemFailure?) {
    conveyor.wait()
    return end.result
  }

  /// The other thread's end. A class, as both threads hold it.
  private final class End: Sendable {
    private struct State {
      var head: Head
      var failure: SystemFailure?
      var expected: [Head] = []
      /// Up to where the disk has been asked to begin.
      var onItsWay: UInt64
    }

    /// Bytes that may wait before the disk is asked to begin with them.
    private static let stride: UInt64 = 8 << 20

    private let file: OpenFile
    private let system: any FileSystem
    private let state: Mutex<State>

    init(_ file: OpenFile, on system: any FileSystem, from head: Head) {
      self.file = file
      self.system = system
      state = Mutex(State(head: head, onItsWay: head.offset))
    }

    var result: (head: Head, failure: SystemFailure?) {
      state.withLock { ($0.head, $0.failure) }
    }

    func expect(_ head: Head) { state.withLock { $0.expected.append(head) } }

    func take(_ lines: inout [UInt8]) {
      let (expected, chain, failure) = state.withLock {
        ($0.expected.removeFirst(), $0.head.chain, $0.failure)
      }
      guard failure == nil else { return }
      var head = expected
      head.chain = Chain.seal(&lines, after: chain)
      do {
        try system.append(lines, to: file)
        let next = head
        state.withLock { $0.head = next }
        startSynchronizing()
      } catch {
        state.withLock { $0.failure = error }
      }
    }

    /// So that the disk works while the lines to come are made, and the sync finds little to do.
    private func startSynchronizing() {
      let from: UInt64? = state.withLock { state in
        guard state.head.offset - state.onItsWay >= Self.stride else { return nil }
        defer { state.onItsWay = state.head.offset }
        return state.onItsWay
      }
      if let from { system.startSynchronizing(file, from: from) }
    }
  }
}
