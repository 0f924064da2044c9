import HealthModel
import HealthReport
import Testing

/// Which days a report is about.
@Suite struct ReportPeriodTests {
  private func day(_ text: String) -> CivilDate {
    CivilDate(text) ?? CivilDate(dayNumber: 0)
  }

  @Test(arguments: [
    ("2026-03-31", ReportPeriod.Length.month, "2026-03-01 to 2026-03-31"),
    ("2026-11-19", .month, "2026-10-20 to 2026-11-19"),
    ("2026-03-30", .month, "2026-02-28 to 2026-03-30"),
    ("2026-11-19", .year, "2025-11-20 to 2026-11-19"),
    ("2024-02-28", .year, "2023-02-28 to 2024-02-28"),
  ])
  func aLengthEndsWithADay(_ end: String, _ length: ReportPeriod.Length, _ text: String) {
    #expect(ReportPeriod(length, endingWith: day(end)).description == text)
  }

  @Test(arguments: [
    ("2026-03-01", "2026-04-01", "2026-02-01 to 2026-02-28"),
    ("2026-01-01", "2027-01-01", "2025-01-01 to 2025-12-31"),
    ("2026-03-10", "2026-03-17", "2026-03-03 to 2026-03-09"),
    ("2026-10-20", "2026-11-20", "2026-09-20 to 2026-10-19"),
    ("2026-03-31", "2026-04-01", "2026-03-30 to 2026-03-30"),
  ])
  func aPeriodIsComparedWithTheOneBefore(_ first: String, _ end: String, _ text: String) {
    let period = ReportPeriod(day(first).dayNumber..<day(end).dayNumber)
    #expect(period.before.description == text)
  }
}
