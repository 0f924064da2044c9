/// Numbers that look random, the same for the same seed: SplitMix64 (Steele, Lea, Flood 2014).
struct SplitMix {
  private var seed: UInt64

  init(seed: UInt64) { self.seed = seed }

  mutating func next() -> UInt64 {
    seed &+= 0x9E37_79B9_7F4A_7C15
    var z = seed
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  mutating func below(_ bound: UInt64) -> UInt64 { next() % bound }
}
