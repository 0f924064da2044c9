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

  /// As many blocks of two messages, side by side and one after the other.
  @Test(.enabled(if: SHA256Blocks.usesInstructions, "the processor has no SHA-256"))
  func twoMessagesAreMixedAsOne() {
    var random = SystemRandomNumberGenerator()
    for count in 0..<40 {
      let blocks = (0..<count * 64).map { _ in UInt8.random(in: 0...255, using: &random) }
      let others = (0..<count * 64).map { _ in UInt8.random(in: 0...255, using: &random) }
      var first = SHA256Blocks.State.random(in: 0 ... .max, using: &random)
      var second = SHA256Blocks.State.random(in: 0 ... .max, using: &random)
      var (one, two) = (first, second)
      SHA256Blocks.compressPortably(&first, unsafe blocks.span.bytes)
      SHA256Blocks.compressPortably(&second, unsafe others.span.bytes)
      SHA256Blocks.compressByInstructions(
        &one, unsafe blocks.span.bytes, &two, unsafe others.span.bytes)
      #expect(one == first && two == second, "\(count) blocks")
    }
  }

  /// Messages of any two lengths have the digests that each has alone.
  @Test func twoDigestsAreThoseOfEach() {
    let bytes = (0..<1100).map { UInt8(truncatingIfNeeded: ($0 &* 31) &+ ($0 >> 5)) }
    let lengths = Array(0...140) + [183, 184, 191, 192, 247, 248, 440, 441, 500, 1000]
    let alone = lengths.map { length in
      var hash = SHA256()
      hash.update(7)
      unsafe hash.update(bytes.span.bytes.extracting(0..<length))
      return hash.finalize()
    }
    for (place, one) in lengths.enumerated() {
      for (other, two) in lengths.enumerated() {
        let found = unsafe SHA256.hash(
          7, bytes.span.bytes.extracting(0..<one), bytes.span.bytes.extracting(0..<two))
        if found != (alone[place], alone[other]) { Issue.record("\(one) and \(two) bytes") }
      }
    }
  }

  @Test func digestsOfDigests() {
    let all = (0..<4).map { number in
      var hash = SHA256()
      hash.update(UInt8(number))
      return hash.finalize()
    }
    func slowly(_ first: UInt8, _ left: Digest, _ right: Digest) -> Digest {
      let bytes = [first] + [left, right].flatMap { digest in (0..<32).map { digest[$0] } }
      return unsafe SHA256.hash(bytes.span.bytes)
    }
    #expect(SHA256.hash(1, all[0], all[1]) == slowly(1, all[0], all[1]))
    let found = SHA256.hash(9, (all[0], all[1]), (all[2], all[3]))
    #expect(found.0 == slowly(9, all[0], all[1]) && found.1 == slowly(9, all[2], all[3]))
  }
}
