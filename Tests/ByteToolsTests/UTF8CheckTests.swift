import TestSupport
import Testing

@testable import ByteTools

@Suite struct UTF8CheckTests {
  @Test func utf8CheckAgreesWithTheStandardLibrary() {
    var random = Dice(8)
    let pieces: [[UInt8]] =
      JSONParserTests.badUTF8
      + ["a", "é", "€", "𝄞", "abcdefgh", "\u{10FFFF}"]
      .map { Array($0.utf8) }
    for _ in 0..<20_000 {
      let count = Int.random(in: 0...5, using: &random)
      let bytes = (0..<count).flatMap { _ in pieces.randomElement(using: &random) ?? [] }
      let mine = UTF8Check.isValid(unsafe bytes.span.bytes, 0..<bytes.count)
      if mine != (String(validating: bytes, as: UTF8.self) != nil) { Issue.record("\(bytes)") }
    }
  }
}
