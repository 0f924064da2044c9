import ByteTools
import Synchronization
import Testing

/// Threads share work, and what comes of it has the order of the items.
@Suite struct ThreadsTests {
  @Test(arguments: [1, 2, 5]) func shareWorkInOrder(_ threads: Int) throws {
    struct Odd: Error, Equatable { var number: Int }
    let numbers = Array(0..<40)
    #expect(Threads.map(numbers, on: threads) { $0 * 2 } == numbers.map { $0 * 2 })
    #expect(Threads.map([Int](), on: threads) { $0 } == [])
    #expect(throws: Odd(number: 7)) {
      try Threads.map(numbers, on: threads) { number in
        if number == 7 || number == 30 { throw Odd(number: number) }
        return number
      }
    }
  }

  @Test(arguments: [0, 1]) func doTheWorkWithoutThreads(_ most: Int) throws {
    let given = Atomic(0)
    let starter = ThreadStarter { given.wrappingAdd(1, ordering: .relaxed).oldValue < most }
    let numbers = Array(0..<40)
    #expect(Threads.map(numbers, on: 4, from: starter) { $0 * 2 } == numbers.map { $0 * 2 })
  }

  @Test(arguments: [1, 2, 5]) func handOverInOrder(_ threads: Int) throws {
    struct Odd: Error, Equatable { var number: Int }
    let numbers = Array(0..<400)
    let taken = Mutex([Int]())
    try Threads.inOrder(numbers, on: threads) {
      $0 * 2
    } take: { number in
      taken.withLock { $0.append(number) }
    }
    #expect(taken.withLock { $0 } == numbers.map { $0 * 2 })
    taken.withLock { $0 = [] }
    #expect(throws: Odd(number: 70)) {
      try Threads.inOrder(numbers, on: threads) { number in
        if number == 70 || number == 300 { throw Odd(number: number) }
        return number
      } take: { number in
        taken.withLock { $0.append(number) }
      }
    }
    #expect(taken.withLock { $0 } == Array(0..<70))
  }

  /// Also where the system has no thread to give, work is done when its end is waited for, or
  /// nobody holds it.
  @Test(arguments: [true, false]) func workBesideIsDone(_ hasThread: Bool) {
    let done = Atomic(0)
    let starter = ThreadStarter { hasThread }
    let work = BackgroundWork(from: starter) { _ = done.wrappingAdd(1, ordering: .relaxed) }
    work.wait()
    work.wait()
    #expect(done.load(ordering: .relaxed) == 1)
    _ = BackgroundWork(from: starter) { _ = done.wrappingAdd(1, ordering: .relaxed) }
    #expect(done.load(ordering: .relaxed) == 2)
  }
}

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

  /// The other thread changes the buffer that was sent, and no copy of it, which would have less
  /// room.
  @Test func aBufferIsNotCopied() {
    let rooms = Mutex<[Int]>([])
    do {
      let queue = BufferQueue(room: 2) { bytes in
        bytes[0] = 1
        let room = bytes.capacity
        rooms.withLock { $0.append(room) }
      }
      for _ in 0..<200 {
        var buffer: [UInt8] = [0]
        buffer.reserveCapacity(1 << 16)
        queue.send(consume buffer)
      }
      queue.wait()
    }
    #expect(rooms.withLock { $0.count { $0 >= 1 << 16 } } == 200)
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
