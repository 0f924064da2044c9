/// A sum of doubles that is right to the last bit, whatever their order: the value is rounded once, at
/// the end.
///
/// Two doubles hold the sum and what it lacks, exactly, which is enough for nearly all sums of
/// measurements (Knuth, "The Art of Computer Programming", volume 2, 4.2.2, theorem B). What has no
/// place in them goes to partial sums that do not overlap (Shewchuk, "Adaptive Precision Floating-Point
/// Arithmetic", 1997), as Python's `math.fsum` keeps them.
package struct ExactSum: Sendable {
  @usableFromInline var high = 0.0
  @usableFromInline var low = 0.0
  @usableFromInline var rest: [Double] = []

  /// Zero.
  @inlinable
  package init() {}

  /// Adds a finite number.
  @inlinable
  package mutating func add(_ number: Double) {
    let lacking: Double
    let left: Double
    (high, lacking) = Self.added(high, number)
    (low, left) = Self.added(low, lacking)
    if left != 0 { Self.keep(left, in: &rest) }
  }

  /// The sum as the nearest double; ties to even.
  @inlinable
  package var value: Double {
    // The nearest double of two is what their addition gives.
    if rest.isEmpty { return high + low }
    var partials = rest
    Self.keep(low, in: &partials)
    Self.keep(high, in: &partials)
    return Self.rounded(partials)
  }

  /// The nearest double of a sum, and what it lacks.
  @inlinable @inline(__always)
  static func added(_ a: Double, _ b: Double) -> (sum: Double, lacking: Double) {
    let sum = a + b
    let second = sum - a
    return (sum, (a - (sum - second)) + (b - second))
  }

  /// Adds a number to partial sums, the smallest first.
  @usableFromInline
  static func keep(_ number: Double, in partials: inout [Double]) {
    var x = number
    var kept = 0
    for index in partials.indices {
      let (sum, lacking) = added(x, partials[index])
      if lacking != 0 {
        partials[kept] = lacking
        kept += 1
      }
      x = sum
    }
    partials.removeSubrange(kept...)
    partials.append(x)
  }

  /// Partial sums, rounded once.
  @usableFromInline
  static func rounded(_ partials: [Double]) -> Double {
    var index = partials.count - 1
    var high = partials[index]
    var low = 0.0
    while index > 0, low == 0 {
      index -= 1
      (high, low) = added(high, partials[index])
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
