import ByteTools
import Testing

/// What a replay reads eight bytes at a time is what the plain reading of it gives.
@Suite struct InPlaceReadingTests {
  private static let padding = [UInt8](repeating: UInt8(ascii: ","), count: 48)

  /// The bytes of a text with more of a line after it.
  private func line(_ text: String) -> [UInt8] { Array(text.utf8) + Self.padding }

  /// Texts of times: good ones, and each with every character replaced by some others.
  static let times = [
    "2026-11-20T08:00:00.000Z", "2020-02-29T23:59:59+01:00", "2019-12-31T00:00:00-09:30",
    "1969-12-31T23:59:59.999999Z", "0000-01-01T00:00:00Z", "9999-12-31T23:59:59.5+14:00",
    "2021-02-29T00:00:00Z", "2026-11-20T08:00:00.0000001Z", "2026-11-20T24:00:00Z",
    "2026-11-20T08:00:00.Z", "2026-11-20T08:00:00+24:00", "2026-13-01T00:00:00Z",
  ]

  @Test(arguments: times)
  func aTimeNearOthersIsTheTime(text: String) {
    var recent = RecentTimes()
    for place in text.utf8.indices {
      for replacement in "09:-+Z.T/a".utf8 {
        var changed = Array(text.utf8)
        changed[text.utf8.distance(from: text.utf8.startIndex, to: place)] = replacement
        expectSameTime(changed, &recent)
        // What is remembered does not change what is read.
        expectSameTime(Array(text.utf8), &recent)
      }
    }
  }

  private func expectSameTime(_ text: [UInt8], _ recent: inout RecentTimes) {
    let bytes = text + Self.padding
    var (one, two) = (0, 0)
    let span = unsafe bytes.span.bytes
    let expected = RFC3339.parse(span, at: &one)
    let found = unsafe span.uncheckedTime(at: &two, near: &recent)
    #expect(
      found?.microseconds == expected?.microseconds, "\(String(decoding: text, as: UTF8.self))")
    #expect(found?.offsetMinutes == expected?.offsetMinutes)
    #expect(one == two)
  }

  /// Every byte at every place of four words, among bytes next to which it is easily overlooked.
  @Test func thePlainPartOfAStringEndsAtTheFirstByteThatIsNot() {
    for fill: UInt8 in [0x61, 0x62, 0x20, 0x21, 0x23, 0x5B, 0x5D, 0x7F, 0x80, 0xFF] {
      for byte: UInt8 in 0...0xFF {
        for place in 0..<32 {
          var bytes = [UInt8](repeating: fill, count: 39)
          bytes[place] = byte
          let isPlain = byte >= 0x20 && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
          let end = isPlain ? bytes.count : place
          let found = unsafe bytes.span.bytes.plainPart(from: 0)
          if found.end != end || found.isASCII != bytes[..<end].allSatisfy({ $0 < 0x80 }) {
            Issue.record("byte \(byte) at \(place) among \(fill): \(found)")
          }
        }
      }
    }
  }

  @Test func noBytesOfZeroAreATime() {
    var recent = RecentTimes()
    var at = 0
    let bytes = [UInt8](repeating: 0, count: 64)
    let zeros = unsafe bytes.span.bytes.uncheckedTime(at: &at, near: &recent)
    #expect(zeros == nil)
    var mixed = Array("0000000000000000000".utf8)
    mixed.replaceSubrange(0..<11, with: repeatElement(0, count: 11))
    mixed.replaceSubrange(11..<19, with: "08:00:00".utf8)
    let line = mixed + Array("Z".utf8) + Self.padding
    let zeroDate = unsafe line.span.bytes.uncheckedTime(at: &at, near: &recent)
    #expect(zeroDate == nil)
  }

  @Test(arguments: [
    "0", "7", "-0", "48", "5.304", "0.600282", "1234567", "12345678", "0.1234567", "0.12345678",
    "1234567.1234567", "-72.5", "00", "01", "1.", ".5", "-", "1e5", "1.5E-3", "1.5e",
    "123456789012345678901234567890", "0.1", "100.000",
  ])
  func aNumberIsWhatSwiftReads(text: String) {
    let bytes = line(text)
    var at = 0
    let found = DecimalText.parse(unsafe bytes.span.bytes, at: &at)
    let isJSON =
      text.wholeMatch(of: /-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?/) != nil
    #expect(found == (isJSON ? Double(text) : nil))
    #expect(found?.sign == (isJSON ? Double(text)?.sign : nil))
    #expect(at == (isJSON ? text.utf8.count : 0))
  }

  @Test(arguments: ["0", "9", "12345678", "123456789", "999999999999999", "1234567,", "10000000"])
  func aWholeNumberIsWhatSwiftReads(text: String) {
    let bytes = line(text)
    var at = 0
    let found = unsafe bytes.span.bytes.uncheckedShortWhole(at: &at)
    let digits = text.prefix { $0.isNumber }
    #expect(found == UInt64(digits))
    #expect(at == digits.utf8.count)
  }

  @Test(arguments: ["01", "1.5", "1e3", "1234567890123456", "", "-1", "a"])
  func whatIsNoWholeNumberIsLeft(text: String) {
    let bytes = line(text)
    var at = 0
    let found = unsafe bytes.span.bytes.uncheckedShortWhole(at: &at)
    #expect(found == nil)
    #expect(at == 0)
  }

  @Test func everyByteIsADigitOrAStranger() {
    let good = Array("0123456789abcdef".utf8)
    for byte in UInt8.min...UInt8.max {
      for place in 0..<8 {
        var word = UInt64(0x6639_6130_6435_6266)
        word &= ~(0xFF << UInt64(place * 8))
        word |= UInt64(byte) << UInt64(place * 8)
        let isDigit = good.contains(byte)
        let four = SIMD4<UInt64>(0x3030_3030_3030_3030, word, 0x6161_6161_6161_6161, word)
        let strangers = Hex.strangers(four)
        #expect((strangers == SIMD4(repeating: 0)) == isDigit)
        #expect((Hex.four(four, letters: Hex.lower) != nil) == isDigit)
      }
    }
  }

  @Test func digitsOfBothCasesAreRead() {
    for value: UInt32 in [0, 1, 0xDEAD_BEEF, 0x0123_4567, 0x89AB_CDEF, .max] {
      for letters in [Hex.lower, Hex.upper] {
        let word = Hex.digits(value, letters: letters)
        #expect(Hex.four(SIMD4(repeating: word), letters: letters) == SIMD4(repeating: value))
      }
    }
  }

  @Test func aUUIDIsReadAsItIsWritten() {
    let text = "3F2504E0-4F89-41D3-9A0C-0305E82C3301"
    let bytes = line(text)
    var at = 0
    let words = unsafe bytes.span.bytes.uuid(at: &at)
    #expect(words?.high == 0x3F25_04E0_4F89_41D3)
    #expect(words?.low == 0x9A0C_0305_E82C_3301)
    #expect(at == 36)
    for place in 0..<36 {
      for replacement in "-gGaf/:@".utf8 where bytes[place] != replacement {
        var changed = bytes
        changed[place] = replacement
        at = 0
        let found = unsafe changed.span.bytes.uuid(at: &at)
        #expect(found == nil)
      }
    }
  }
}

/// Text that is looked for where it stands, near the end of a line too.
@Suite struct BytePatternTests {
  private static let line = Array(",\"start\":\"2026-03-01T08:00:00Z\",\"end\":\"2026".utf8)

  /// At every position, and for a pattern of every length: found where the bytes are the same.
  @Test(arguments: 0...32) func isFoundWhereItsBytesStand(_ count: Int) {
    let text = Self.line.dropFirst(3).prefix(count)
    let pattern = BytePattern(String(decoding: text, as: UTF8.self))
    #expect(pattern.count == count)
    for position in -1...Self.line.count + 1 {
      var at = position
      let isThere = Self.line.rawBytes.skip(pattern, at: &at)
      let due =
        position >= 0 && Self.line.dropFirst(position).starts(with: text)
        && position + count <= Self.line.count
      #expect(isThere == due, "\(count) bytes at \(position)")
      #expect(at == position + (due ? count : 0))
    }
  }

  /// One byte that differs, whichever it is.
  @Test func isNotFoundWhereAByteDiffers() {
    let line = Array(Self.line.prefix(32))
    for count in [1, 20, 31, 32] {
      let pattern = BytePattern(String(decoding: line.prefix(count), as: UTF8.self))
      for index in 0..<count {
        for rest in [0, 40] {
          var changed = line.prefix(count) + [UInt8](repeating: 0x20, count: rest)
          changed[index] ^= 1
          var at = 0
          #expect(!Array(changed).rawBytes.skip(pattern, at: &at) && at == 0)
        }
      }
    }
  }
}
