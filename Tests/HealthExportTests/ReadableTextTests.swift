import ByteTools
import HealthModel
import HealthViews
import Testing

@testable import HealthExport

@Suite struct ReadableTextTests {
  @Test(arguments: [
    (0, "0"), (-0.0, "0"), (8012, "8012"), (-5, "-5"), (72.5, "72.5"), (72.123456, "72.1235"),
    (0.1 + 0.2, "0.3"), (1_234_567.4, "1234567"), (1_234_567.5, "1234568"), (99.99999, "100"),
    (999_999.5, "1000000"), (9.999996, "10"), (0.000123456789, "0.000123457"), (2.5e-9, "2.5e-9"),
    (0.00001, "0.00001"), (0.000001, "1e-6"), (1e20, "100000000000000000000"), (1e21, "1e21"),
    (1.5e300, "1.5e300"), (123_456_789_012_345_680, "123456789012345680"), (-0.25, "-0.25"),
    (.leastNonzeroMagnitude, "5e-324"), (.greatestFiniteMagnitude, "1.79769e308"), (1.0000004, "1"),
    (100, "100"),
    (12.3456789, "12.3457"), (2.675, "2.675"), (1.000005, "1.00001"), (70.10, "70.1"),
  ])
  func numbers(_ value: Double, _ expected: String) {
    #expect(ReadableText.number(value) == expected)
  }

  @Test func roundedNumbersAreCloseToTheirValue() throws {
    for step in 0..<5000 {
      // From 1e-300 to 1e300, about, in steps that meet every kind of digits.
      let value = Double(bitPattern: 0x01a5_6e1f_c2f8_f359 + UInt64(step) * 1_795_000_000_000_003)
      let read = try #require(Double(ReadableText.number(value)))
      #expect(abs(read - value) <= value * 5.01e-6)
    }
  }

  @Test(arguments: [
    ("sum", "sum"), ("metresPerLap", "metres per lap"), ("totalTime", "total time"),
    ("firstBadLine", "first bad line"), ("uuid", "uuid"), ("restingBMR", "resting BMR"),
    ("BMI", "BMI"), ("aB", "a b"), ("", ""), ("vo2Max", "vo2 max"),
  ])
  func wordsOfFields(_ field: String, _ expected: String) {
    #expect(ReadableText.words(field) == expected)
  }

  @Test(arguments: [
    (steps, "Steps"), (heartRate, "Heart rate"), (running, "running"),
    ("HKCategoryTypeIdentifierSleepAnalysis", "Sleep"),
    ("HKWorkoutTypeIdentifier", "Workout"), ("HKQuantityTypeIdentifierFromTheFuture", nil),
    ("", nil),
  ])
  func names(_ identifier: String, _ expected: String?) {
    #expect(ReadableText.name(identifier) == expected ?? identifier)
  }

  @Test(arguments: [
    (time(), "2026-11-20 08:00"), (time(5), "2026-11-20 08:00:05"),
    (time(microseconds: 250_000), "2026-11-20 08:00"), (time(offset: 0), "2026-11-20 07:00"),
    (time(offset: -480), "2026-11-19 23:00"),
  ])
  func times(_ cell: Cell, _ expected: String) {
    #expect(ReadableText.text(cell) == expected)
  }

  @Test func unitsStandInHeadingsForPeople() throws {
    let table = Table(
      columns: [Column("totalTime", .number, unit: "s"), Column("energy", .number, unit: "kcal")],
      rows: [[.number(1860.5), .whole(212)]])
    #expect(
      try export(table, .text) == """
        duration (s)  energy (kcal)
              1860.5            212

        """)
    #expect(try export(table, .csv) == "totalTime,energy\n1860.5,212\n")
  }

  @Test(arguments: [
    (0.0, "0:00"), (29.9, "0:00"), (30, "0:01"), (3599, "1:00"), (26_520, "7:22"),
    (360_000, "100:00"), (-5400, "-1:30"),
  ])
  func durationsAreHoursAndMinutesForPeople(_ seconds: Double, _ expected: String) throws {
    let table = Table(
      columns: [Column("asleep", .hours, unit: "s")], rows: [[.number(seconds)], [.missing]])
    let text = try export(table, .text)
    #expect(text.split(separator: "\n").map { $0.filter { $0 != " " } } == ["asleep", expected])
    #expect(try export(table, .csv).hasPrefix("asleep\n\(DecimalText.text(seconds))\n"))
    #expect(try export(table, .markdown).contains("-----: |"))
  }

  @Test func allTimesOfAColumnShowSecondsWhenOneHasSome() throws {
    let text = try export(column(.time, [time(), time(5), .missing]), .text)
    #expect(text == "value\n2026-11-20 08:00:00\n2026-11-20 08:00:05\n\n")
  }
}
