import ByteTools
import Synchronization
import Testing

/// Buffers arrive whole and in order, whether there is a thread to take them or not.
@Suite struct BufferQueueTests {
  /// What has been taken. A class, as both threads hold it.
  private final class Taken: Sendable {
    let buffers = Mutex<[[UInt8]]>([])
  }

  @Test(arguments: [true, false]) func buffersArriveInOrder(_ hasThread: Bool) {
    let taken = Taken()
    let sent = (0..<200).map { [UInt8](repeating: UInt8($0), count: $0) }
    do {
      let queue = BufferQueue(room: 2, from: ThreadStarter { hasThread }) { bytes in
        let copy = bytes
        taken.buffers.withLock { $0.append(copy) }
        bytes.append(7)
      }
      for (number, bytes) in sent.enumerated() {
        var buffer = queue.spareBuffer()
        #expect(buffer.isEmpty)
        buffer.append(contentsOf: bytes)
        queue.send(buffer)
        // In the middle, then on.
        if number == 100 {
          queue.wait()
          #expect(taken.buffers.withLock { $0.count } == 101)
        }
      }
      queue.wait()
      #expect(taken.buffers.withLock { $0 } == sent)
    }
  }

  /// A queue that goes while buffers are on their way leaves none behind.
  @Test func whatWasSentIsTakenWithoutAWait() async throws {
    let taken = Taken()
    for number: UInt8 in 0..<50 {
      let queue = BufferQueue(room: 3) { bytes in
        let copy = bytes
        taken.buffers.withLock { $0.append(copy) }
      }
      for _ in 0..<3 { queue.send([number]) }
    }
    while taken.buffers.withLock({ $0.count }) < 150 { try await Task.sleep(for: .milliseconds(1)) }
    #expect(taken.buffers.withLock { Set($0).count } == 50)
  }
}
