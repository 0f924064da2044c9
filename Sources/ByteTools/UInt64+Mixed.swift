extension UInt64 {
  /// A hash of two words, in this order. The steps are those of SplitMix64 (Steele, Lea, Flood
  /// 2014), each of which can be undone.
  @inlinable
  package static func mixed(_ first: UInt64, _ second: UInt64) -> UInt64 {
    var mixed = (first &* 0x9E37_79B9_7F4A_7C15) ^ second
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
