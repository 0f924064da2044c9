import HealthJournal
import TestSupport
import Testing

/// Eight stores that read beside one that writes.
@Suite struct ManyReadersTests: StoreSuite {
  let home = TemporaryFolder()

  private static let length = Duration.seconds(Counts.scaled(1))

  /// Each event is two samples of the same number: a reader that sees one of them sees a torn
  /// event.
  private static func event(_ number: Int) -> [any Sample] {
    let start = Instant(wholeSeconds: 1_772_000_000) + Double(number)
    return (0..<2).map { _ in
      QuantitySample(
        type: .stepCount, quantity: Quantity(unit: .count(), doubleValue: Double(number)),
        start: start, end: start)
    }
  }

  /// Reads until the writer is done, and then once more.
  ///
  /// - Returns: how many events there are at the end.
  private static func read(_ store: HealthStore, until end: ContinuousClock.Instant) async throws
    -> Int
  {
    var known = 0
    var isLast = false
    while true {
      try await store.reload()
      let values = try await store.objects(of: .stepCount).compactMap {
        QuantitySample($0)?.quantity.doubleValue
      }
      #expect(values == (0..<values.count).map { Double($0 / 2) })
      #expect(values.count.isMultiple(of: 2) && values.count / 2 >= known)
      known = values.count / 2
      if isLast { return known }
      isLast = ContinuousClock.now >= end
    }
  }

  @Test func eightReadersSeeWholeEventsInOrder() async throws {
    try await withStore { writer in
      let readers = try (0..<8).map { _ in try HealthStore(reading: folder) }
      let end = ContinuousClock.now + Self.length
      var written = 0
      try await withThrowingTaskGroup(of: Int.self) { group in
        for reader in readers {
          group.addTask { try await Self.read(reader, until: end) }
        }
        while ContinuousClock.now < end {
          try await writer.save(Self.event(written))
          written += 1
          try await Task.sleep(for: .milliseconds(5))
        }
        for try await seen in group { #expect(seen <= written && seen > 0) }
      }
      for reader in readers {
        #expect(try await Self.read(reader, until: end) == written)
      }
    }
  }
}
