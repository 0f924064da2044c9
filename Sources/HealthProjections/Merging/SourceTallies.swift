import HealthTables

/// What each provenance wrote of a type: as much as the order of its sources depends on.
struct SourceTallies {
  /// Of one provenance.
  struct Tally {
    /// The start of the first span in microseconds.
    var first = Int64.max
    /// The end of the last one.
    var last = Int64.min
    /// Whether some were entered by hand.
    var hasByHand = false
    /// Whether some were not.
    var hasOthers = false

    /// From when to when; nil: there is nothing.
    var time: ClosedRange<Int64>? {
      hasByHand || hasOthers ? first...max(first, last) : nil
    }

    @inline(__always)
    mutating func add(start: Int64, end: Int64, isByHand: Bool) {
      first = min(first, start)
      last = max(last, end)
      if isByHand { hasByHand = true } else { hasOthers = true }
    }

    mutating func add(_ other: Tally) {
      first = min(first, other.first)
      last = max(last, other.last)
      hasByHand = hasByHand || other.hasByHand
      hasOthers = hasOthers || other.hasOthers
    }
  }

  /// By the number of the provenance.
  private(set) var ofProvenance: [Tally]

  /// These.
  init(_ ofProvenance: [Tally]) { self.ofProvenance = ofProvenance }

  /// Of some spans.
  init(_ spans: [SourceSpan], count: Int) {
    ofProvenance = Array(repeating: Tally(), count: count)
    for span in spans {
      ofProvenance[Int(span.provenance)].add(
        start: span.start, end: span.end, isByHand: span.isByHand)
    }
  }

  /// Of the live samples of a type.
  init(_ columns: SampleColumns, count: Int) {
    // By context, of which there are few, and then by who wrote them.
    var tallies = Array(repeating: Tally(), count: columns.known.count)
    let byHand = SampleRow.Flags.userEntered.rawValue
    let dead = SampleRow.Flags.dead.rawValue
    columns.forEachChunk { rows, first, starts, ends, _, contexts, flags in
      var tallies = tallies.mutableSpan
      for row in rows {
        let index = row - first
        let flag = flags[index].rawValue
        if flag & dead != 0 { continue }
        tallies[Int(contexts[index])].add(
          start: starts[index], end: ends[index], isByHand: flag & byHand != 0)
      }
    }
    ofProvenance = Array(repeating: Tally(), count: count)
    for (common, tally) in zip(columns.known, tallies) {
      ofProvenance[Int(common.provenance)].add(tally)
    }
  }
}
