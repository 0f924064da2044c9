import HealthModel

/// The times of samples that lines touched, to be asked for those in many stretches of time.
struct LineSpans {
  private typealias Span = (start: Int64, end: Int64, line: UInt64)

  private var spans: [Span] = []
  /// For each of the spans the greatest end of it and those before it.
  private var reaches: [Int64] = []

  mutating func add(start: Int64, end: Int64, line: UInt64) { spans.append((start, end, line)) }

  /// Puts the spans in the order of time; to be called before they are asked for.
  mutating func sort() {
    spans.sort { ($0.start, $0.line) < ($1.start, $1.line) }
    reaches = spans.map(\.end).runningMaximum
  }

  /// The lines that touched samples between two moments, both included.
  func lines(from first: Int64, to last: Int64) -> Set<UInt64> {
    let index = spans.indices.partitioningIndex { reaches[$0] >= first }
    return Set(
      spans[index...].lazy.prefix { $0.start <= last }.filter { $0.end >= first }.map(\.line))
  }
}

extension [Int64] {
  /// For each index the greatest value up to it: for ends in the order of the starts, how far the
  /// spans up to that index reach.
  var runningMaximum: [Int64] {
    var greatest = Int64.min
    return map { moment in
      greatest = Swift.max(greatest, moment)
      return greatest
    }
  }
}
