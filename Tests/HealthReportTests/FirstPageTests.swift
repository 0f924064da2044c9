import Foundation
import HealthEvents
import HealthModel
import HealthTables
import TestSupport
import Testing
import ViewTestSupport

@testable import HealthReport
@testable import HealthViews

/// The first page, and what asks for a closer look.
@Suite(.enabled(if: Zones.arePresent)) struct FirstPageTests {
  /// The tiles of a page: title, figure with its unit, and sentences.
  private static func tiles(_ page: String) -> [[String]] {
    page.components(separatedBy: "<div class=\"tile\">").dropFirst().map { tile in
      let texts = tile.components(separatedBy: "</div>")[0]
        .replacing(/<svg(?s).*?<\/svg>/, with: "")
        .replacing(/<[^>]*>/, with: "|").replacing("\u{A0}", with: " ")
      return texts.split(whereSeparator: { $0 == "|" || $0 == "\n" })
        .map { $0.filter { $0 != "\n" } }.map { String($0) }
    }
  }

  /// The figures are those of the table of changes, of the same days.
  @Test func tilesSayWhatTheTablesSay() throws {
    let page = try report(Full.journal)
    let tiles = Self.tiles(page)
    let table = try #require(
      ShownTable.all(page).first { $0.caption.hasPrefix("Totals, such as") })
    #expect(
      tiles.map { $0[0] } == [
        "Blood pressure", "Resting heart rate", "Body mass", "Asleep a night", "Steps",
        "Glucose in range",
      ])
    for (title, row) in [
      ("Resting heart rate", "Resting heart rate, /min"), ("Body mass", "Body mass, kg"),
      ("Steps", "Steps"), ("Asleep a night", "Asleep a night"),
    ] {
      let tile = try #require(tiles.first { $0[0] == title })
      let figures = try #require(table.row(row))
      #expect(tile[1].trimmed == figures[1], "\(title)")
      #expect(tile.last?.contains("Change: \(figures[3]) · 28 of 28") == true, "\(tile)")
    }
    #expect(tiles[0][1].trimmed == "122/78")
    #expect(tiles[0].last == "0 of 28 readings at or above 135/85 (0 %)")
    #expect(page.matches(of: /<section id="overview"/).count == 1)
  }

  /// A journal of workouts alone has a first page too.
  @Test func workoutsAloneAreATile() throws {
    let page = try report(
      try journal { session in
        let workout = WorkoutContent(
          activity: "HKWorkoutActivityTypeRunning",
          span: TimeSpan(at("2026-02-03T08:00"), at("2026-02-03T08:45")), duration: 2700)
        try session.save([HealthObject(uuid: id(1), content: .workout(workout))])
      })
    let tile = try #require(Self.tiles(page).first)
    #expect(tile[0] == "Workouts, in all" && tile[1].trimmed == "1" && tile[2] == "0 h 45")
  }

  /// A long period has the figures of its last twelve months on its first page.
  @Test func aLongPeriodBeginsWithItsLastYear() throws {
    let page = try report(Full.journal, "2016-03-01", "2026-03-01")
    #expect(page.contains(" · 10 years · days of Europe/Berlin"))
    #expect(page.replacing("\u{A0}", with: " ").contains("Averages of 1 Mar 2025 – 28 Feb 2026"))
    #expect(Self.tiles(page)[2].last?.contains("45 of 365 days") == true)
  }

  @Test(arguments: [
    ("2026-02-01", "2026-03-01", "1 month"), ("2025-03-01", "2026-03-01", "1 year"),
    ("2024-09-01", "2026-03-01", "18 months"), ("2026-02-01", "2026-02-20", "19 days"),
  ])
  func lengthsAreWords(_ first: String, _ end: String, _ text: String) throws {
    #expect(try report(Full.journal, first, end).contains(" · \(text) · days of "))
  }

  /// Each printed page has name, birth, period and number; nothing in a name leaves its string.
  @Test func pagesHaveHeads() throws {
    let page = try report(Full.journal) { $0.name = "Ana</style>\"}\u{202E}*{}" }
    let style = try #require(page.firstMatch(of: /<style>(?s)(.*?)<\/style>/)).output.1
    #expect(style.contains(#"@top-left{content:"Ana\3c \2f style\3e \22 \7d \5c u"#))
    #expect(style.contains(#"@top-right{content:"1\a0 Feb\20 2026"#))
    #expect(style.contains("counter(page) \" / \" counter(pages)"))
    #expect(page.contains("Ana&lt;/style&gt;") && page.matches(of: /<\/style>/).count == 1)
  }

  /// Symptoms, warnings and recordings that a journal has, and nothing that it has not.
  private static func episodes() throws -> ReplayedJournal {
    try journal { session in
      func sample(_ number: Int, _ name: String, _ value: Int, _ day: Int) -> HealthObject {
        category(
          number, "HKCategoryTypeIdentifier" + name, value, "2026-02-\(two(day))T08:00",
          "2026-02-\(two(day))T09:00")
      }
      func recording(_ number: Int, _ result: Electrocardiogram.Classification) -> HealthObject {
        let start = at("2026-02-\(two(number))T10:00")
        return Electrocardiogram(span: TimeSpan(start, start), classification: result)
          .object(uuid: id(number))
      }
      try session.save([
        quantity(1, "StepCount", 100, "count", "2026-02-01T08:00", "2026-02-01T09:00"),
        sample(2, "Headache", 2, 3), sample(3, "Headache", 4, 5), sample(4, "Headache", 1, 7),
        sample(5, "IrregularHeartRhythmEvent", 0, 9),
        recording(11, .sinusRhythm), recording(12, .atrialFibrillation),
      ])
    }
  }

  @Test func symptomsAndRecordingsAreShown() throws {
    let tables = ShownTable.all(try report(try Self.episodes()))
    let rows = try #require(tables.first { $0.caption.hasPrefix("Symptoms and warnings") }).rows
    #expect(
      rows.dropFirst() == [
        ["Irregular rhythm", "1", "9 Feb 2026, 08:00", "–"],
        ["Headache", "2", "5 Feb 2026, 08:00", "severe"],
      ])
    let recordings = try #require(tables.first { $0.caption.contains("electrocardiograms of") })
    #expect(recordings.rows.dropFirst().map { $0[1] } == ["atrial fibrillation", "sinus rhythm"])
  }

  @Test func whatAsksForEyesIsOnTheFirstPage() throws {
    let tables = ShownTable.all(try report(try Self.episodes()))
    let eyes = try #require(tables.first { $0.caption.hasPrefix("Warnings of a watch") })
    #expect(
      eyes.rows.dropFirst() == [
        ["Irregular rhythm", "1", "the latest on 9 Feb 2026, 08:00"],
        ["ECG: atrial fibrillation", "1", "the latest on 12 Feb 2026, 10:00"],
      ])
    #expect(try report(Full.journal).contains("There are no warnings of a watch"))
  }

  /// A reading at one of its limits is high.
  @Test(
    arguments: [
      (134.9, 84.9, 0), (135, 70, 1), (120, 85, 1), (180, 110, 1), (nil, 90, 1), (135, nil, 1),
    ] as [(Double?, Double?, Int)])
  func highReadingsHaveLimits(_ systolic: Double?, _ diastolic: Double?, _ high: Int) throws {
    let readings = try PressureView.readings(
      of: try journal { session in
        let figures = [("Systolic", systolic), ("Diastolic", diastolic)].enumerated()
        try session.save(
          figures.compactMap { number, figure in
            figure.1.map {
              quantity(number, "BloodPressure\(figure.0)", $0, "mmHg", "2026-02-01T08:00")
            }
          })
      }, in: ViewContext(ViewQuery())
    ).readings
    let figures = try #require(PressureFigures(readings))
    #expect(figures.high == high && figures.count == 1 && Set(figures.lines).count == 1)
    #expect(PressureFigures([]) == nil)
  }

  /// Readings are dots, and from many on means and ranges.
  @Test func readingsOfYearsAreBands() throws {
    func pressures(_ days: Int) throws -> String {
      try report(
        try journal { session in
          for day in 0..<days {
            let date = CivilDate(dayNumber: 20000 + day)
            try session.save([
              quantity(day * 2, "BloodPressureSystolic", 140, "mmHg", "\(date)T07:10"),
              quantity(day * 2 + 1, "BloodPressureDiastolic", 80, "mmHg", "\(date)T07:10"),
            ])
          }
        }, "2024-10-04", "2027-10-04")
    }
    let (few, many) = (try pressures(100), try pressures(900))
    #expect(few.contains("Two dots are a reading") && few.contains("100 of 100 readings at or"))
    #expect(many.contains("average of each month, the bands") && !many.contains("Two dots"))
  }

  /// The table of blood pressures has the pulse, if some reading has one.
  @Test(arguments: [true, false]) func readingsHaveTheirPulse(_ hasPulse: Bool) throws {
    let page = try report(
      try journal { session in
        var figures = [
          quantity(0, "BloodPressureSystolic", 120, "mmHg", "2026-02-01T08:00"),
          quantity(1, "BloodPressureDiastolic", 80, "mmHg", "2026-02-01T08:00"),
        ]
        if hasPulse {
          figures.append(quantity(2, "HeartRate", 61, "count/min", "2026-02-01T08:00"))
        }
        try session.save(figures)
      })
    let table = try #require(
      ShownTable.all(page).first { $0.caption.hasPrefix("Systolic / diastolic by the clock") })
    #expect(table.rows[0].contains("Average heart rate, /min") == hasPulse)
    #expect(table.rows[1].contains("61") == hasPulse)
  }
}

extension String {
  fileprivate var trimmed: String { split(separator: " ").joined(separator: " ") }
}
