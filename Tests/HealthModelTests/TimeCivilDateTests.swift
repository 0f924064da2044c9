import HealthModel
import Testing

@Suite struct TimeCivilDateTests {
  @Test(arguments: [
    (0, "1970-01-01", 4), (-1, "1969-12-31", 3), (20_777, "2026-11-20", 5),
    (11_016, "2000-02-29", 2), (-719_468, "0000-03-01", 3), (-719_528, "0000-01-01", 6),
    (2_932_896, "9999-12-31", 5), (2_932_897, "+010000-01-01", 6),
    (-719_529, "-000001-12-31", 5), (-25_509, "1900-02-28", 3), (-25_508, "1900-03-01", 4),
  ])
  func knowsDays(number: Int, text: String, weekday: Int) {
    let date = CivilDate(dayNumber: number)
    #expect(date.description == text)
    #expect(date.dayNumber == number)
    #expect(date.weekday == weekday)
    if text.count == 10 { #expect(CivilDate(text) == date) }
  }

  @Test func roundTripsOverSixMillionDays() {
    var previous = CivilDate(dayNumber: -3_000_001)
    var failures: [Int] = []
    for number in -3_000_000...3_000_000 {
      let date = CivilDate(dayNumber: number)
      let isGood =
        date.dayNumber == number && previous < date && date.weekday == previous.weekday % 7 + 1
      if !isGood { failures.append(number) }
      previous = date
    }
    #expect(failures.isEmpty)
  }

  @Test func countsDaysWithoutTheAlgorithm() {
    var number = CivilDate(year: -400, month: 1, day: 1).map(\.dayNumber) ?? 0
    for year in -400...2400 {
      for month in 1...12 {
        for day in 1...CivilDate.daysInMonth(month, year: year) {
          let date = CivilDate(dayNumber: number)
          guard date.year == year, date.month == month, date.day == day else {
            Issue.record("day \(number) is \(date)")
            return
          }
          number += 1
        }
      }
    }
  }

  @Test func reachesTheEndsOfItsRange() {
    let first = CivilDate(dayNumber: CivilDate.dayNumbers.lowerBound)
    let last = CivilDate(dayNumber: CivilDate.dayNumbers.upperBound)
    #expect(first.description == "-999999-01-01")
    #expect(last.description == "+999999-12-31")
    #expect(first == CivilDate(year: -999_999, month: 1, day: 1))
    #expect(last == CivilDate(year: 999_999, month: 12, day: 31))
    #expect(CivilDate(year: 1_000_000, month: 1, day: 1) == nil)
  }

  @Test(arguments: [
    "", "2026-11-2", "2026-11-200", "2026-1-020", " 2026-11-20", "2026-11-20 ", "2026/11/20",
    "2026-13-01", "2026-00-01", "2026-01-00", "2026-04-31", "2023-02-29", "1900-02-29",
    "-026-11-20", "+2026-1-20", "2026-11-+1", "２０２６-11-20", "2026-11-20T00:00:00Z", "é026-1-20",
  ])
  func refusesText(text: String) {
    #expect(CivilDate(text) == nil)
  }

  @Test(arguments: [
    (2024, 2, 29, true), (2023, 2, 29, false), (2000, 2, 29, true), (2026, 4, 31, false),
  ])
  func validatesFields(year: Int, month: Int, day: Int, isValid: Bool) {
    #expect((CivilDate(year: year, month: month, day: day) != nil) == isValid)
  }

  @Test(arguments: [
    ("1990-05-17", "2026-05-16", 35), ("1990-05-17", "2026-05-17", 36),
    ("2000-02-29", "2001-02-28", 0), ("2000-02-29", "2001-03-01", 1),
    ("2000-02-29", "2004-02-28", 3), ("2000-02-29", "2004-02-29", 4),
    ("2000-02-29", "2100-02-28", 99), ("2000-02-29", "2100-03-01", 100),
    ("1999-12-31", "2000-01-01", 0), ("1999-12-31", "1999-12-31", 0),
    ("2001-03-01", "2000-02-29", -1), ("2000-12-31", "2000-01-01", 0),
  ])
  func countsYears(birth: String, day: String, age: Int) throws {
    let other = try #require(CivilDate(day))
    #expect(try #require(CivilDate(birth)).years(until: other) == age)
  }

  @Test(arguments: [
    ("2024-02-28", 2, "2024-03-01"), ("2023-12-31", 1, "2024-01-01"),
    ("2024-03-01", -1, "2024-02-29"),
  ])
  func addsDays(text: String, days: Int, sum: String) throws {
    #expect(try #require(CivilDate(text)).adding(days: days).description == sum)
  }
}
