import HealthEvents
package import HealthModel

/// What the tables know of the lines themselves: how many there are of each kind, when they were
/// recorded, and where they begin.
package struct LineLog: Sendable {
  /// How many lines of each kind there are.
  package private(set) var counts = EventCounts()
  /// The number of the last line.
  package private(set) var lastSequence: UInt64 = 0
  /// When the first line was recorded.
  package private(set) var firstAt: Instant?
  /// When the last line was recorded.
  package private(set) var lastAt: Instant?
  /// Where lines begin.
  var starts = LineIndex()

  /// Notes the next line.
  @inline(__always)
  mutating func note(_ sequence: UInt64, _ at: Instant, _ kind: EventKind, at offset: UInt64) {
    counts.add(kind)
    starts.note(sequence, at: offset)
    lastSequence = sequence
    if firstAt == nil { firstAt = at }
    lastAt = at
  }

  /// Notes the lines of another log, which follow.
  mutating func append(contentsOf other: LineLog) {
    counts.add(other.counts)
    starts.append(contentsOf: other.starts)
    if firstAt == nil { firstAt = other.firstAt }
    guard other.lastSequence > 0 else { return }
    lastSequence = other.lastSequence
    lastAt = other.lastAt
  }
}

extension HealthTables {
  /// How many lines of each kind there are.
  @inlinable package var counts: EventCounts { lines.counts }
  /// The number of the last line.
  @inlinable package var lastSequence: UInt64 { lines.lastSequence }
  /// When the first line was recorded.
  @inlinable package var firstAt: Instant? { lines.firstAt }
  /// When the last line was recorded.
  @inlinable package var lastAt: Instant? { lines.lastAt }
}
