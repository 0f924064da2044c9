/// A sum of doubles that is right to the last bit, whatever their order: the value is rounded once,
/// at the end.
///
/// Two doubles hold the sum and its rounding error exactly, which is enough for nearly all sums of
/// measurements (Knuth, "The Art of Computer Programming", volume 2, 4.2.2, theorem B). What they
/// cannot hold goes to partial sums that do not overlap (Shewchuk, "Adaptive Precision
/// Floating-Point Arithmetic", 1997), as Python's `math.fsum` keeps them.
///
/// It is public only so that the compiler can inline it in other modules, which it does not do for
/// package types: views call it for every sample.
public struct ExactSum: Sendable {
  @usableFromInline var high = 0.0
  @usableFromInline var low = 0.0
  /// Empty for nearly all sums, so that the many sums of a view stay small. Else two lists of
  /// partial sums: of what the two doubles cannot hold, and, times 2^-64, of numbers that took the
  /// sum beyond the greatest double.
  @usableFromInline var partials: [[Double]] = []

  /// Zero.
  @inlinable
  public init() {}

  /// The sum of some finite numbers.
  @inlinable
  public init(_ numbers: some Sequence<Double>) {
    for number in numbers { add(number) }
  }

  /// Adds a finite number.
  @inlinable @inline(__always)
  public mutating func add(_ number: Double) {
    let next = Self.added(high, number)
    let second = Self.added(low, next.lacking)
    // Where the sum is infinite, `lacking` is NaN, which is not 0 either.
    if second.lacking != 0 {
      guard next.sum.isFinite else { return addHuge(number) }
      addRest(second.lacking)
    }
    high = next.sum
    low = second.sum
  }

  /// Adds what another sum holds, as exactly as its numbers one by one.
  public mutating func add(_ other: ExactSum) { add(other, sign: 1) }

  /// Takes what another sum holds away again.
  public mutating func subtract(_ other: ExactSum) { add(other, sign: -1) }

  private mutating func add(_ other: ExactSum, sign: Double) {
    add(other.high * sign)
    add(other.low * sign)
    guard other.partials.count == 2 else { return }
    for part in other.partials[0] { add(part * sign) }
    if other.partials[1].isEmpty { return }
    if partials.isEmpty { partials = [[], []] }
    for part in other.partials[1] { Self.keep(part * sign, in: &partials[1]) }
  }

  /// Adds a number that takes the sum beyond the greatest double, perhaps only until other numbers
  /// follow.
  @usableFromInline
  mutating func addHuge(_ number: Double) {
    if partials.isEmpty { partials = [[], []] }
    Self.keep(high * 0x1p-64, in: &partials[1])
    Self.keep(number * 0x1p-64, in: &partials[1])
    high = 0
  }

  /// Adds what the two doubles cannot hold.
  @usableFromInline
  mutating func addRest(_ number: Double) {
    if partials.isEmpty { partials = [[], []] }
    Self.keep(number, in: &partials[0])
  }

  /// The sum as the nearest double; ties to even. Infinite where it is beyond the greatest.
  @inlinable
  public var value: Double {
    // The nearest double of two is what their addition gives.
    partials.isEmpty ? high + low : roundedPartials
  }

  @usableFromInline var roundedPartials: Double {
    let (parts, huge) = (partials[0] + [low, high], partials[1])
    // What is huge still leaves no bit to numbers so small that their 2^64th part would lose some.
    let isHuge = huge.contains { $0.magnitude > 0x1p900 }
    var partials: [Double] = []
    for part in huge { Self.keep(isHuge ? part : part * 0x1p64, in: &partials) }
    for part in parts { Self.keep(isHuge ? part * 0x1p-64 : part, in: &partials) }
    return Self.rounded(partials) * (isHuge ? 0x1p64 : 1)
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

extension ExactSum: Hashable {
  /// Returns whether two sums have the same value.
  public static func == (a: ExactSum, b: ExactSum) -> Bool { a.value == b.value }

  /// Hashes the value.
  public func hash(into hasher: inout Hasher) { hasher.combine(value) }
}
