import ByteTools
import Testing

@Suite struct OutputBytesTests {
  private func text(_ body: (inout OutputSpan<UInt8>) -> Void) -> String {
    var bytes: [UInt8] = Array("> ".utf8)
    bytes.append(addingCapacity: 200, initializingWith: body)
    return String(decoding: bytes.dropFirst(2), as: UTF8.self)
  }

  @Test(arguments: [
    0, 9, 10, 99, 100, 12_345, 9_999_999, 10_000_000, 99_999_999, 100_000_000, 100_000_001,
    999_999_999, 9_876_543_210_123_456, 9_999_999_999_999_999, 10_000_000_000_000_000,
    9_999_999_999_999_999_999,
    10_000_000_000_000_000_000, UInt64.max,
  ])
  func decimals(_ number: UInt64) {
    #expect(text { $0.append(decimal: number) } == String(number))
    #expect(DecimalText.digitCount(number) == String(number).count)
  }

  @Test func digitsOfEveryNibble() {
    #expect(
      text { $0.append(hex: 0x0123_4567_89AB_CDEF) } == "0123456789abcdef")
    #expect(
      text { $0.append(uuid: 0x0123_4567_89AB_CDEF, 0xFEDC_BA98_7654_3210) }
        == "01234567-89AB-CDEF-FEDC-BA9876543210")
    let digest = Digest(words: (1, 2, 3, UInt64.max))
    #expect(text { $0.append(hex: digest) } == digest.hexText)
  }

  /// What it says yes to is what the journal would write; what it need not know is no.
  @Test(arguments: [
    "1", "0", "10", "0.5", "-0.5", "12.25", "0.0001", "123456789012345", "0.123456789012345",
    "-3", "99.999999999999", "1.0000000000001",
  ])
  func surelyShortest(_ number: String) throws {
    let bytes = Array(number.utf8)
    if number.utf8.count <= 16 { #expect(DecimalText.isShortest(unsafe bytes.span.bytes)) }
    #expect(DecimalText.text(try #require(Double(number))) == number)
  }

  @Test(arguments: [
    "", "-", "-0", "01", "1.0", "1.", ".5", "+1", "1e3", "0.00001", "1234567890123456", "1,5",
    "0x1", "1.2.3", "nan", "-0.0", "00", "1 ", "0.00001234567",
  ])
  func notSurelyShortest(_ number: String) {
    let bytes = Array(number.utf8)
    #expect(!DecimalText.isShortest(unsafe bytes.span.bytes))
  }

  @Test func shortestIsWhatIsWritten() throws {
    var state: UInt64 = 7
    for _ in 0..<20_000 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      let digits = String(state >> 16).prefix(Int(state >> 60) + 1)
      let point = Int((state >> 8) & 15)
      let number =
        point < digits.count ? digits.dropLast(point) + "." + digits.suffix(point) : "0." + digits
      let bytes = Array(number.utf8)
      guard DecimalText.isShortest(unsafe bytes.span.bytes) else { continue }
      #expect(DecimalText.text(try #require(Double(String(number)))) == String(number))
    }
  }
}
