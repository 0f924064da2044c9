import ByteTools
import Synchronization
import Testing

/// Threads share work, and what comes of it has the order of the items.
@Suite struct ThreadsTests {
  @Test(arguments: [1, 2, 5]) func shareWorkInOrder(_ threads: Int) throws {
    struct Odd: Error, Equatable { var number: Int }
    let numbers = Array(0..<40)
    #expect(try Threads.map(numbers, on: threads) { $0 * 2 } == numbers.map { $0 * 2 })
    #expect(try Threads.map([Int](), on: threads) { $0 } == [])
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
    #expect(try Threads.map(numbers, on: 4, from: starter) { $0 * 2 } == numbers.map { $0 * 2 })
  }
}
