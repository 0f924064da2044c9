import Foundation

/// Numbers of random cases. One variable makes all of them larger or smaller.
package enum Counts {
  /// The share of the full numbers that tests try: `HEALTH_JOURNAL_TEST_COUNTS`, or a tenth.
  private static let share =
    ProcessInfo.processInfo.environment["HEALTH_JOURNAL_TEST_COUNTS"].flatMap(Double.init) ?? 0.1

  /// Returns how many cases a test tries that tries `full` of them at a share of 1.
  package static func scaled(_ full: Int, atLeast least: Int = 1) -> Int {
    max(least, Int((Double(full) * share).rounded()))
  }

  /// The number of seeds that come before the first one: `HEALTH_JOURNAL_TEST_SKIP`, or none. So a
  /// long run can be done in parts.
  private static let skipped =
    ProcessInfo.processInfo.environment["HEALTH_JOURNAL_TEST_SKIP"].flatMap(Int.init) ?? 0

  /// Returns the first of these seeds, as many as a test tries; above a share of 1, more than
  /// these.
  package static func seeds<Seed: FixedWidthInteger>(
    _ full: ClosedRange<Seed>, atLeast least: Int = 1
  ) -> [Seed] {
    (0..<scaled(full.count, atLeast: least)).map { full.lowerBound + Seed($0 + skipped) }
  }
}
