import ByteTools
import Testing

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
