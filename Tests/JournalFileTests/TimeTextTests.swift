import ByteTools
import HealthModel
import JournalFile
import TestSupport
import Testing

/// RFC 3339 as the format takes it, and UUIDs and UTF-8 as the fast path reads them.
@Suite struct TimeTextTests {
  static let taken: [(String, Int64, Int16)] = [
    ("1970-01-01T00:00:00Z", 0, 0), ("1970-01-01T00:00:00+00:00", 0, 0),
    ("1970-01-01T00:00:00-00:00", 0, 0), ("1970-01-01T01:00:00+01:00", 0, 60),
    ("1969-12-31T20:30:00-03:30", 0, -210), ("1970-01-01T00:00:00.5Z", 500_000, 0),
    ("1970-01-01T00:00:00.000001Z", 1, 0), ("1969-12-31T23:59:59.999999Z", -1, 0),
    ("1970-01-01T00:00:00.123456+23:59", 123_456 - 86_340_000_000, 1439),
    ("2024-02-29T12:00:00Z", 1_709_208_000_000_000, 0),
    ("2000-02-29T00:00:00Z", 951_782_400_000_000, 0),
    ("2026-11-20T08:00:00+01:00", 1_795_158_000_000_000, 60),
    ("0000-01-01T00:00:00Z", -62_167_219_200_000_000, 0),
    ("0000-02-29T00:00:00Z", -62_162_121_600_000_000, 0),
    ("9999-12-31T23:59:59.999999Z", 253_402_300_799_999_999, 0),
    ("9999-12-31T23:59:59-23:59", 253_402_300_799_000_000 + 86_340_000_000, -1439),
  ]

  @Test(arguments: taken) func takes(_ text: String, _ microseconds: Int64, _ offset: Int16) throws
  {
    let time = try #require(Timestamp(rfc3339: text))
    #expect(time.instant.microseconds == microseconds)
    #expect(time.offsetMinutes == offset)
    #expect(Timestamp(rfc3339: time.description) == time)
  }

  @Test(arguments: [
    "", "2026", "2026-11-20", "2026-11-20T08:00Z", "2026-11-20 08:00:00Z", "2026-11-20t08:00:00Z",
    "2026-11-20T08:00:00z", "2026-11-20T08:00:00", "2026-11-20T08:00:00+01",
    "2026-11-20T08:00:00+0100",
    "2026-11-20T08:00:00 +01:00", "2026-11-20T08:00:00+24:00", "2026-11-20T08:00:00+01:60",
    "2026-11-20T08:00:00.Z", "2026-11-20T08:00:00.1234567Z", "2026-11-20T08:00:00,5Z",
    "2026-11-20T24:00:00Z", "2026-11-20T08:60:00Z", "2026-11-20T23:59:60Z", "2026-13-01T00:00:00Z",
    "2026-00-01T00:00:00Z", "2026-01-00T00:00:00Z", "2026-01-32T00:00:00Z", "2026-02-29T00:00:00Z",
    "1900-02-29T00:00:00Z", "2100-02-29T00:00:00Z", "2024-02-30T00:00:00Z", "2026-04-31T00:00:00Z",
    "2026-06-31T00:00:00Z", "2026-09-31T00:00:00Z", "2026-11-31T00:00:00Z", "+2026-11-20T08:00:00Z",
    "12026-11-20T08:00:00Z", "2026-11-20T08:00:00Zx", " 2026-11-20T08:00:00Z",
    "2026-11-20T08:00:00-",
    "２026-11-20T08:00:00Z", "2026/11/20T08:00:00Z", "-026-11-20T08:00:00Z",
    "2026-11-20T08:00:00+1:00",
  ])
  func refuses(_ text: String) { #expect(Timestamp(rfc3339: text) == nil) }

  @Test func everyTimeReadsBack() throws {
    var chance = Dice(5)
    for _ in 0..<20_000 {
      let micros = Int64.random(
        in: -62_000_000_000_000_000...253_000_000_000_000_000, using: &chance)
      let scale = [1, 1_000, 1_000_000].randomElement(using: &chance) ?? 1
      let time = Timestamp(
        instant: Instant(microseconds: micros - micros % Int64(scale)),
        offsetMinutes: Int16.random(in: -1439...1439, using: &chance))
      if Timestamp(rfc3339: time.description) != time { Issue.record("\(time)") }
    }
  }

  @Test(arguments: [
    (Int64(0), "1970-01-01T00:00:00.000Z"), (1_795_158_000_481_000, "2026-11-20T07:00:00.481Z"),
    (-1_000, "1969-12-31T23:59:59.999Z"), (5_000, "1970-01-01T00:00:00.005Z"),
  ])
  func recordingTimesHaveThreeDigits(_ microseconds: Int64, _ text: String) {
    #expect(LineCodec.millisecondText(Instant(microseconds: microseconds)) == text)
  }

  @Test func uuidsReadBackAndNothingElseDoes() throws {
    var chance = Dice(6)
    for _ in 0..<2_000 {
      let uuid = ObjectUUID(high: chance.next(), low: chance.next())
      var bytes = Array(uuid.description.utf8)
      let read = try #require(parsed(bytes))
      #expect(ObjectUUID(high: read.high, low: read.low) == uuid)
      let place = Int.random(in: 0..<36, using: &chance)
      bytes[place] = UInt8.random(in: 0...255, using: &chance)
      let altered = parsed(bytes).map { ObjectUUID(high: $0.high, low: $0.low) }
      #expect(altered?.description == (altered == nil ? nil : text(bytes)))
      if altered == nil { #expect(ObjectUUID(text(bytes))?.description != text(bytes)) }
    }
    #expect(parsed(Array("3F2504E0-4F89-41D3-9A0C-0305E82C330".utf8)) == nil)
    #expect(parsed(Array("3f2504e0-4f89-41d3-9a0c-0305e82c3301".utf8)) == nil)
  }

  private func parsed(_ bytes: [UInt8]) -> (high: UInt64, low: UInt64)? {
    var position = 0
    return unsafe bytes.span.bytes.uuid(at: &position)
  }
}
