/// A sum of doubles that is right to the last bit, whatever their order: the value is rounded once, at
/// the end.
///
/// Shewchuk, "Adaptive Precision Floating-Point Arithmetic" (1997), as Python's `math.fsum` does it:
/// partial sums that do not overlap hold the whole value.
package struct ExactSum: Sendable {
  @usableFromInline var partials: [Double] = []

  /// Zero.
  @inlinable
  package init() {}

  /// Adds a finite number.
  @inlinable
  package mutating func add(_ number: Double) {
    var x = number
    var kept = 0
    for index in partials.indices {
      var y = partials[index]
      if x.magnitude < y.magnitude { swap(&x, &y) }
      let high = x + y
      let low = y - (high - x)
      if low != 0 {
        partials[kept] = low
        kept += 1
      }
      x = high
    }
    partials.removeSubrange(kept...)
    partials.append(x)
  }

  /// The sum as the nearest double; ties to even.
  @inlinable
  package var value: Double {
    var index = partials.count - 1
    guard index >= 0 else { return 0 }
    var high = partials[index]
    var low = 0.0
    while index > 0, low == 0 {
      index -= 1
      let x = high
      let y = partials[index]
      high = x + y
      low = y - (high - x)
    }
    // Half-way cases: the partials below decide on which side of the tie the sum lies.
    if index > 0, (low < 0) == (partials[index - 1] < 0), low != 0 {
      let doubled = low * 2
      let rounded = high + doubled
      if doubled == rounded - high { high = rounded }
    }
    return high
  }
}
