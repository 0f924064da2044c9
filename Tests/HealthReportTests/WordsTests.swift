import HealthModel
import HealthViews
import JournalFile
import TestSupport
import Testing
import ViewTestSupport

@testable import HealthReport

/// Numbers and counts in words.
@Suite struct WordsTests {
  /// What is little keeps two digits, whatever its unit, and no number gets zeros for it.
  @Test(arguments: [
    (0.045, 0, "0.045"), (0.97, 1, "0.97"), (5.4, 0, "5.4"), (5, 0, "5"), (9.97, 0, "10"),
    (0.999, 0, "1"), (72.04, 1, "72.0"), (12.6, 0, "13"), (0.004, 2, "0.004"), (0, 2, "0.00"),
    (-0.25, 0, "−0.25"), (1e-7, 0, "0"),
  ])
  func whatIsLittleKeepsTwoDigits(_ value: Double, _ decimals: Int, _ text: String) {
    #expect(Words(language: .en).number(value, decimals) == text)
    #expect(Words(language: .de).number(value, decimals) == text.replacing(".", with: ","))
  }

  /// A difference is as exact as it was asked to be: more digits would be of no measurement.
  @Test func aDifferenceIsAsExactAsItsEnds() {
    let words = Words(language: .en)
    #expect(words.difference(0.004, 1) == "±0" && words.difference(-0.004, 3) == "−0.004")
    #expect(words.difference(3.14, 1) == "+3.1" && words.difference(3) == "+3")
  }

  @Test func aShortSwimHasADistance() {
    #expect(Words(language: .en).kilometres(4) == "0.004 km")
    #expect(Words(language: .en).kilometres(7600) == "7.60 km")
  }

  @Test(arguments: [
    (Language.en, "1 finding, 2 findings, 1 of 1 day, 0 of 1 night, 1 of 2 days"),
    (.de, "1 Befund, 2 Befunde, 1 von 1 Tag, 0 von 1 Nacht, 1 von 2 Tagen"),
    (.es, "1 hallazgo, 2 hallazgos, 1 de 1 día, 0 de 1 noche, 1 de 2 días"),
  ])
  func oneIsNotMany(_ language: Language, _ texts: String) {
    let words = Words(language: language)
    let own = [
      words.count(1, .oneFinding, .findings), words.count(2, .oneFinding, .findings),
      words.share(1, of: 1, .ofOneDay, .ofDayCount),
      words.share(0, of: 1, .ofOneNight, .ofNightCount),
      words.share(1, of: 2, .ofOneDay, .ofDayCount),
    ]
    #expect(own.joined(separator: ", ") == texts)
  }

  /// Each table has the same names, those of all words among them, and the same gaps to fill. In
  /// English types have the names of the catalogue.
  @Test(arguments: Language.allCases) func eachWordIsInEachLanguage(_ language: Language) {
    let (own, english) = (language.table.texts, Language.en.table.texts)
    #expect(Set(own.keys.filter { !$0.hasPrefix("type.") }) == Set(english.keys))
    for word in Word.allCases { #expect(own[word.rawValue] != nil, "\(word)") }
    #expect(language.table.months.count == 12 && language.table.weekdays.count == 7)
    for (name, text) in own {
      // Only some languages have a mark after the number of a day.
      #expect(!text.isEmpty || name == Word.dayMark.rawValue, "\(name)")
      func gaps(_ text: String?) -> Set<Substring> {
        Set((text ?? "").matches(of: /%[0-9]/).map(\.output))
      }
      #expect(gaps(text) == gaps(english[name]), "\(name)")
    }
  }
}

extension WordsTests {
  /// The report and the tables call a type by one name.
  @Test(arguments: Measure.compared + Measure.vital)
  func namesMeasuresAsTheTablesDo(_ measure: Measure) {
    #expect(Words(language: .en)(measure.word) == TypeCatalogue.name(of: measure.type))
  }
}

/// What a page says of times, units and counts.
@Suite(.enabled(if: Zones.arePresent)) struct PageWordsTests {
  /// A table of a page by words of its caption.
  private func table(_ caption: String, _ page: String) throws -> ShownTable {
    try #require(ShownTable.all(page).first { $0.caption.contains(caption) }, "\(caption)")
  }

  /// Times are those of the clock that the page names, whatever offset a source gave.
  @Test func timesAreOfTheClockOfThePage() throws {
    let start = try #require(Timestamp(rfc3339: "2026-02-10T23:40:00-05:00"))
    let end = try #require(Timestamp(rfc3339: "2026-02-11T00:10:00-05:00"))
    let mass = QuantityContent(
      type: QuantityType.bodyMass.identifier, span: TimeSpan(start, start), value: 70, unit: "kg")
    let workout = WorkoutContent(
      activity: "HKWorkoutActivityTypeRunning", span: TimeSpan(start, end), duration: 1800,
      totals: [.totalDistance: Amount(4000, "m")])
    let saved = try journal { session in
      try session.save([
        HealthObject(uuid: id(1), content: .quantity(mass)),
        HealthObject(uuid: id(2), content: .workout(workout)),
      ])
    }
    let page = try report(saved)
    #expect(try table("latest value of each", page).row("Body mass")?[3] == "11 Feb 2026, 05:40")
    #expect(try table("The newest workouts.", page).row("11 Feb 2026, 05:40") != nil)
  }

  /// The last day is one of what had happened when the last line was recorded, on the 20th of
  /// November, also where the latest sample of each type is of the future.
  @Test func theFutureDoesNotMoveThePeriod() throws {
    let future = [
      quantity(1, "StepCount", 5, "count", "2027-01-03T08:00", "2027-01-03T09:00"),
      quantity(2, "BodyMass", 70, "kg", "2027-02-01T08:00"),
    ]
    func lastDay(_ samples: [HealthObject]) throws -> String? {
      let saved = try journal { session in try session.save(samples) }
      return try Report.lastDay(of: saved, in: ViewContext(ViewQuery()))?.description
    }
    let past = [
      quantity(3, "StepCount", 7, "count", "2026-11-18T08:00", "2026-11-18T09:00"),
      quantity(4, "BodyMass", 71, "kg", "2026-11-10T08:00"),
    ]
    #expect(try lastDay(future + past) == "2026-11-18")
    #expect(try lastDay(past) == "2026-11-18")
    // All of it is of the future: the earliest counts.
    #expect(try lastDay(future) == "2027-01-03")
  }

  /// A sample over midnight counts on two days, and the page says so.
  @Test func aSampleOverMidnightIsSaidToCountTwice() throws {
    let saved = try journal { session in
      try session.save([
        quantity(1, "StepCount", 100, "count", "2026-02-01T23:30", "2026-02-02T00:30")
      ])
    }
    let evidence = try table("The number of samples", try report(saved))
    #expect(evidence.caption.contains("a sample that counts on two days is counted twice"))
    #expect(evidence.row("Steps")?[1] == "2")
  }

  @Test func smallUnitsAreNotZero() throws {
    let saved = try journal { session in
      try session.save([
        quantity(1, "HeartRateVariabilitySDNN", 0.04, "s", "2026-02-01T08:00"),
        quantity(2, "HeartRateVariabilitySDNN", 0.05, "s", "2026-02-02T08:00"),
        quantity(3, "OxygenSaturation", 0.97, "count", "2026-02-01T08:00"),
      ])
    }
    let page = try report(saved)
    let changes = try table("Totals, such as", page)
    let row = try #require(changes.row("Heart rate variability (SDNN), s"))
    #expect(row[1] == "0.045" && row[4] == "0.04–0.05")
    #expect(changes.row("Oxygen saturation")?[1] == "0.97")
    let latest = try table("latest value of each", page)
    #expect(latest.row("Heart rate variability (SDNN)")?[1] == "0.05 s")
  }

  /// The row of workouts is no mean of days, and says so.
  @Test func workoutsAreATotal() throws {
    let row = try #require(
      try table("Totals, such as", try report(Full.journal)).row("Workouts, in all"))
    let activities = try table("Workouts by activity", try report(Full.journal))
    #expect(row[1] == activities.row("running")?[1])
  }

  @Test func oneDayIsNotDays() throws {
    let saved = try journal { session in
      try session.save([quantity(1, "BodyMass", 70, "kg", "2026-02-01T08:00")])
    }
    func page(_ language: Language) throws -> String {
      try report(saved, "2026-02-01", "2026-02-02") { $0.language = language }
    }
    let (english, german, spanish) = (try page(.en), try page(.de), try page(.es))
    #expect(english.contains(" · 1 day · ") && english.contains("; 1 of 1 day."))
    #expect(english.contains("The checks found nothing in 1 sample."))
    #expect(german.contains("nichts in 1 Messwert.") && german.contains("; 1 von 1 Tag."))
    #expect(spanish.contains("nada en 1 medición.") && spanish.contains("; 1 de 1 día."))
  }
}
