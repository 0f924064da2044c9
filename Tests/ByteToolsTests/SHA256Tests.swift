import ByteTools
import Testing

@Suite struct SHA256Tests {
  /// A message of FIPS 180-4 and its digest.
  struct Vector: CustomTestStringConvertible {
    let name: String
    let message: [UInt8]
    let digest: String
    var testDescription: String { name }
  }

  static let vectors = [
    Vector(
      name: "empty", message: [],
      digest: "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    Vector(
      name: "abc", message: Array("abc".utf8),
      digest: "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    Vector(
      name: "448 bits",
      message: Array("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq".utf8),
      digest: "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"),
    Vector(
      name: "896 bits",
      message: Array(
        ("abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmn"
          + "hijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu").utf8),
      digest: "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1"),
    Vector(
      name: "one million a", message: [UInt8](repeating: 97, count: 1_000_000),
      digest: "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"),
    Vector(
      name: "one byte bd", message: [0xbd],
      digest: "68325720aabd7c82f30f554b313d0570c95accbb7dc4b5aae11204c08ffe732b"),
    Vector(
      name: "55 zeros", message: [UInt8](repeating: 0, count: 55),
      digest: "02779466cdec163811d078815c633f21901413081449002f24aa3e80f0b88ef7"),
    Vector(
      name: "56 zeros", message: [UInt8](repeating: 0, count: 56),
      digest: "d4817aa5497628e7c77e6b606107042bbba3130888c5f47a375e6179be789fbb"),
    Vector(
      name: "64 zeros", message: [UInt8](repeating: 0, count: 64),
      digest: "f5a5fd42d16a20302798ef6ed309979b43003d2320d9f0e8ea9831a92759fb4b"),
  ]

  @Test(arguments: vectors)
  func vector(_ vector: Vector) {
    #expect(unsafe SHA256.hash(vector.message.span.bytes).hexText == vector.digest)
  }

  @Test(arguments: vectors)
  func byteByByte(_ vector: Vector) {
    var hash = SHA256()
    for byte in vector.message { hash.update(byte) }
    #expect(hash.finalize().hexText == vector.digest)
  }

  @Test func everySplitGivesTheSameDigest() {
    let message = (0..<200).map { UInt8(truncatingIfNeeded: $0 &* 7) }
    let whole = unsafe SHA256.hash(message.span.bytes)
    for split in 0...message.count {
      var hash = SHA256()
      unsafe hash.update(message.span.bytes.extracting(0..<split))
      unsafe hash.update(message.span.bytes.extracting(split..<message.count))
      #expect(hash.finalize() == whole, "split at \(split)")
    }
  }

  @Test func digestIsTakenInAsItsBytes() {
    let digest = unsafe SHA256.hash("abc".utf8.span.bytes)
    var bytes: [UInt8] = [1]
    bytes += (0..<32).map { digest[$0] }
    var hash = SHA256()
    hash.update(1)
    hash.update(digest)
    #expect(bytes.count == 33)
    #expect(unsafe hash.finalize() == SHA256.hash(bytes.span.bytes))
  }

  @Test func finalizeStartsAnew() {
    var hash = SHA256()
    hash.update(7)
    let first = hash.finalize()
    #expect(unsafe hash.finalize() == SHA256.hash([UInt8]().span.bytes))
    hash.update(7)
    #expect(hash.finalize() == first)
  }
}

@Suite struct DigestTests {
  static let good = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"

  @Test func hexRoundTrip() throws {
    let digest = try #require(unsafe Digest(hex: Self.good.utf8.span.bytes))
    #expect(digest.hexText == Self.good)
    #expect(digest[0] == 0xba && digest[31] == 0xad && digest.words.0 == 0xba78_16bf_8f01_cfea)
  }

  @Test func zero() {
    #expect(Digest.zero.hexText == String(repeating: "0", count: 64))
  }

  @Test(arguments: [
    "", "ba", good.uppercased(), good + "0", String(good.dropLast()), String(good.dropLast()) + "g",
    String(good.dropLast()) + " ", "0x" + good.dropLast(2),
  ])
  func refused(_ text: String) {
    #expect(unsafe Digest(hex: text.utf8.span.bytes) == nil)
  }
}

/// Every byte at every place of a digest is taken or refused as a digit by itself is.
@Suite struct DigestDigitTests {
  @Test func everyByteAtEveryPlace() {
    for place in 0..<64 {
      for byte in UInt8.min...UInt8.max {
        var text = Array(DigestTests.good.utf8)
        text[place] = byte
        let found = unsafe Digest(hex: text.span.bytes)
        let isDigit = "0123456789abcdef".utf8.contains(byte)
        let isRight =
          isDigit ? found?.hexText.utf8.elementsEqual(text) ?? false : found == nil
        if !isRight { Issue.record("byte \(byte) at \(place)") }
      }
    }
  }
}

/// The cases of RFC 4231 with keys of up to 64 bytes.
@Suite struct HMACTests {
  private func code(_ text: [UInt8], _ key: [UInt8]) -> String {
    HMAC.sha256(text.rawBytes, key: key).hexText
  }

  @Test func isThatOfRFC4231() {
    #expect(
      code(Array("Hi There".utf8), [UInt8](repeating: 0x0B, count: 20))
        == "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7")
    #expect(
      code(Array("what do ya want for nothing?".utf8), Array("Jefe".utf8))
        == "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843")
    #expect(
      code([UInt8](repeating: 0xDD, count: 50), [UInt8](repeating: 0xAA, count: 20))
        == "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe")
    #expect(
      code([UInt8](repeating: 0xCD, count: 50), Array(1...25))
        == "82558a389a443c0ea4cc819899f2083a85f0faa3e578f8077a2e3ff46729665b")
  }
}

@Suite struct Checksum64Tests {
  private static func bytes(_ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: ($0 &* 167) &+ ($0 >> 8)) }
  }

  private static func sum(_ bytes: [UInt8]) -> UInt64 { Checksum64.of(unsafe bytes.span.bytes) }

  @Test(arguments: [1, 7, 8, 31, 32, 33, 64, 100])
  func everyChangedBitTells(_ count: Int) {
    let good = Self.bytes(count)
    let expected = Self.sum(good)
    for bit in 0..<count * 8 {
      var bad = good
      bad[bit / 8] ^= 1 << UInt8(bit % 8)
      #expect(Self.sum(bad) != expected)
    }
  }

  @Test func everyPairOfHighBitsTells() {
    let good = Self.bytes(256)
    let expected = Self.sum(good)
    for first in 0..<32 {
      for second in first + 1..<32 {
        var bad = good
        bad[first * 8 + 7] ^= 0x80
        bad[second * 8 + 7] ^= 0x80
        #expect(Self.sum(bad) != expected)
      }
    }
  }

  @Test func lengthsAreToldApart() {
    let sums = (0..<200).map { Self.sum([UInt8](repeating: 0, count: $0)) }
    #expect(Set(sums).count == 200)
  }

  @Test func wordsThatChangePlacesTell() {
    let good = Self.bytes(64)
    var bad = good
    for index in 0..<8 { bad.swapAt(index, 32 + index) }
    #expect(Self.sum(bad) != Self.sum(good))
  }

  @Test func piecesGiveWhatTheWholeGives() {
    let whole = Self.bytes(1000)
    var sum = Checksum64()
    for range in [0..<32, 32..<320, 320..<1000] {
      sum.update(unsafe whole.span.bytes.extracting(range))
    }
    #expect(sum.value == Self.sum(whole))
  }
}
