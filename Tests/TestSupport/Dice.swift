/// Steele, Lea and Flood's SplitMix64: random numbers that are the same in every run.
package struct Dice: RandomNumberGenerator {
  private var state: UInt64

  /// A generator whose numbers follow from a seed.
  package init(_ seed: some BinaryInteger) { state = UInt64(truncatingIfNeeded: seed) }

  /// The next number.
  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// A number from 0 to `count` - 1.
  package mutating func below(_ count: Int) -> Int { Int.random(in: 0..<count, using: &self) }

  /// True so many times in a hundred.
  package mutating func often(_ percent: Int) -> Bool { below(100) < percent }

  /// True once in so many times.
  package mutating func oneIn(_ times: Int) -> Bool { below(times) == 0 }

  /// One of these, of which there is at least one.
  package mutating func pick<Elements: RandomAccessCollection>(
    _ elements: Elements
  ) -> Elements.Element where Elements.Index == Int {
    elements[elements.startIndex + below(elements.count)]
  }
}
