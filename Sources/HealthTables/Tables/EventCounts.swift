package import HealthEvents

/// How many lines of each kind there are.
package struct EventCounts: Hashable, Sendable {
  private var counts = [UInt64](repeating: 0, count: EventKind.allCases.count)

  /// None yet.
  package init() {}

  /// By kind; nil where there are more or fewer.
  init?(_ counts: [UInt64]) {
    guard counts.count == self.counts.count else { return nil }
    self.counts = counts
  }

  /// How many lines are of this kind.
  package subscript(kind: EventKind) -> UInt64 { counts[kind.rawValue] }

  /// How many lines there are; nil where there are more than can be counted.
  var sum: UInt64? {
    counts.reduce(0 as UInt64?) { sum, count in
      guard let (sum, overflow) = sum?.addingReportingOverflow(count), !overflow else { return nil }
      return sum
    }
  }

  mutating func add(_ other: EventCounts) {
    for index in counts.indices { counts[index] += other.counts[index] }
  }

  mutating func add(_ kind: EventKind) { counts[kind.rawValue] += 1 }
}
