import Testing

@testable import ByteTools

/// The block function in its two ways.
@Suite struct SHA256InstructionsTests {
  /// The processor's instructions and the Swift code mix any blocks alike.
  @Test(.enabled(if: SHA256Blocks.usesInstructions, "the processor has no SHA-256"))
  func instructionsAgreeWithSwift() {
    var random = SystemRandomNumberGenerator()
    for count in 0..<200 {
      let blocks = (0..<count % 20 * 64).map { _ in UInt8.random(in: 0...255, using: &random) }
      var state = SHA256Blocks.State.random(in: 0 ... .max, using: &random)
      var other = state
      SHA256Blocks.compressPortably(&state, unsafe blocks.span.bytes)
      SHA256Blocks.compressByInstructions(&other, unsafe blocks.span.bytes)
      #expect(state == other, "\(blocks.count) bytes")
    }
  }

  /// Both ways reach the digests of the standard, whichever the processor has.
  @Test(arguments: [(0, "e3b0c442"), (1, "ba7816bf")])
  func bothWaysReachTheStandard(_ example: (index: Int, start: String)) {
    var block = SHA256Tests.vectors[example.index].message
    let bits = UInt8(block.count * 8)
    block.append(0x80)
    block += [UInt8](repeating: 0, count: 63 - block.count) + [bits]
    var ways = [SHA256Blocks.compressPortably]
    if SHA256Blocks.usesInstructions { ways.append(SHA256Blocks.compressByInstructions) }
    for compress in ways {
      var state = SHA256Blocks.initial
      compress(&state, unsafe block.span.bytes)
      #expect(String(state[0], radix: 16) == example.start)
    }
  }
}
