import Foundation
import HealthModel
import HealthReport
import HealthTables
import JournalFile
import TestSupport
import Testing

@testable import HealthViews

/// The tables of a page, as a reader sees them.
struct ShownTable {
  let caption: String
  let rows: [[String]]

  /// All tables of a page, in order.
  static func all(_ page: String) -> [ShownTable] {
    page.matches(of: /<table><caption>(?s)(.*?)<\/caption>(.*?)<\/table>/).map { match in
      let rows = match.output.2.matches(of: /<tr>(?s)(.*?)<\/tr>/).map { row in
        row.output.1.matches(of: /<t[hd][^>]*>(?s)(.*?)<\/t[hd]>/).map {
          String($0.output.1).replacing("\u{A0}", with: " ")
        }
      }
      return ShownTable(caption: String(match.output.1), rows: rows)
    }
  }

  /// The row with this heading.
  func row(_ heading: String) -> [String]? { rows.first { $0.first == heading } }
}

/// Every figure is one of a view.
@Suite(.enabled(if: Zones.arePresent)) struct FigureTests {
  private let journal: ReplayedJournal
  private let tables: [ShownTable]
  private let context: ViewContext

  init() throws {
    journal = Full.journal
    tables = ShownTable.all(try report(journal, "2026-02-01", "2026-03-01"))
    context = try Self.context("2026-01-31T23:00:00Z", "2026-02-28T23:00:00Z")
  }

  private static func context(_ from: String, _ to: String) throws -> ViewContext {
    var query = ViewQuery()
    query.from = Timestamp(rfc3339: from)?.instant
    query.to = Timestamp(rfc3339: to)?.instant
    return ViewContext(query)
  }

  /// In the place of many lines stands a call, whose samples are on as many lines.
  @Test func callsShowTheSamplesOfFigures() throws {
    var found = 0
    let evidence = try table("The number of samples").row("Body mass")
    #expect(evidence?[2] == "samples bodyMass --from 2026-02-01 --to 2026-03-01 (28 lines)")
    for cell in tables.flatMap(\.rows).flatMap({ $0 }) {
      let call = cell.wholeMatch(of: /samples (\w+) --from (\S+) --to (\S+) \(([\d,]+) lines\)/)
      guard let (_, type, from, to, count) = call?.output else { continue }
      var values = OptionValues()
      for (name, value) in [("type", type), ("from", from), ("to", to)] {
        values.add(String(value), to: name)
      }
      var request = ViewRequest(journal, values, now: .epoch)
      let rows = try View.samples.table(&request)
      let lines = Set(try numbers(rows, "seq"))
      #expect(String(lines.count) == count.replacing(",", with: ""), "\(cell)")
      found += 1
    }
    #expect(found > 0)
  }

  private func table(_ caption: String) throws -> ShownTable {
    try #require(tables.first { $0.caption.contains(caption) }, "\(caption)")
  }

  private func numbers(_ table: Table, _ field: String) throws -> [Double] {
    let place = try table.columnIndex(of: field)
    return try table.allRows().compactMap { row in
      switch row[place] {
      case .number(let value): value
      case .whole(let value): Double(value)
      default: nil
      }
    }
  }

  /// A number as English has it.
  private func text(_ value: Double, _ decimals: Int = 0) -> String {
    // Halves away from zero, as the page has them; `format` would take the even neighbour.
    let scale = pow(10, Double(decimals))
    let rounded = (value * scale).rounded() / scale
    var (whole, fraction) = (String(format: "%.\(decimals)f", rounded), "")
    if let point = whole.firstIndex(of: ".") {
      fraction = String(whole[point...])
      whole = String(whole[..<point])
    }
    return whole.count > 3 ? whole.dropLast(3) + "," + whole.suffix(3) + fraction : whole + fraction
  }

  private func mean(_ numbers: [Double]) -> Double {
    numbers.reduce(0, +) / Double(numbers.count)
  }

  private func daily(_ name: String, _ context: ViewContext) throws -> Table {
    var context = context
    context.query.types = ["HKQuantityTypeIdentifier" + name]
    return try DailyView.table(of: journal, in: context)
  }

  @Test(arguments: [
    ("Steps", "StepCount", "sum", 0, ""),
    ("Active energy", "ActiveEnergyBurned", "sum", 0, ", kcal"),
    ("Resting heart rate", "RestingHeartRate", "average", 0, ", /min"),
    ("Heart rate", "HeartRate", "average", 0, ", /min"),
    ("Heart rate variability (SDNN)", "HeartRateVariabilitySDNN", "average", 0, ", ms"),
    ("Body mass", "BodyMass", "average", 1, ", kg"),
    ("Blood glucose", "BloodGlucose", "average", 0, ", mg/dL"),
  ])
  func whatChangedIsOfDaily(
    _ name: String, _ type: String, _ field: String, _ decimals: Int, _ unit: String
  ) throws {
    let row = try #require(try table("Totals, such as").row(name + unit))
    let before = try Self.context("2025-12-31T23:00:00Z", "2026-01-31T23:00:00Z")
    let (now, then) = (try daily(type, context), try daily(type, before))
    func average(_ days: Table, _ context: ViewContext) throws -> Double {
      guard field == "average" else { return mean(try numbers(days, field)) }
      var context = context
      context.query.types = ["HKQuantityTypeIdentifier" + type]
      return try #require(try StatisticsView.statistics(of: journal, in: context).first?.average)
    }
    let (a, b) = (try average(now, context), try average(then, before))
    let ofMeans = field == "sum" ? decimals : 1
    #expect(row[1] == text(a, ofMeans) && row[2] == text(b, ofMeans))
    #expect(row[5] == "28 / 17")
    let least = field == "sum" ? "sum" : "minimum"
    let greatest = field == "sum" ? "sum" : "maximum"
    let ends = [try numbers(now, least).min() ?? 0, try numbers(now, greatest).max() ?? 0]
    #expect(row[4] == text(ends[0], decimals) + "–" + text(ends[1], decimals))
    let evidence = try #require(try table("The number of samples").row(name))
    #expect(evidence[1] == text(try numbers(now, "count").reduce(0, +)))
  }

  @Test func latestValuesAreOfLatest() throws {
    var query = ViewQuery()
    query.to = context.query.to
    let latest = try LatestView.table(of: journal, in: ViewContext(query))
    let (types, lines) = (try latest.columnIndex(of: "type"), try latest.columnIndex(of: "seq"))
    let shown = try table("The latest value of each kind")
    for row in try latest.allRows()
    where row[types] == .identifier(QuantityType.bodyMass.identifier) {
      guard case .number(let value) = row[try latest.columnIndex(of: "value")],
        case .whole(let line) = row[lines]
      else { continue }
      let own = try #require(shown.row("Body mass"))
      #expect(own[1] == text(value, 1) + " kg" && own[2] == "same day")
      #expect(own[5] == text(Double(line)))
    }
    #expect(shown.rows.count == 1 + 7)
  }

  /// Of whole days in the journal's zone the sums of `statistics` are those of the days.
  @Test func sumsOfPartsAreOfStatistics() throws {
    let page = try report(journal, "2026-01-12", "2026-03-01")
    let shown = try #require(
      ShownTable.all(page).first { $0.caption.hasPrefix("Steps: the sum") })
    var context = try Self.context("2026-01-11T23:00:00Z", "2026-02-28T23:00:00Z")
    context.query.types = [QuantityType.stepCount.identifier]
    let weeks = try StatisticsView.statistics(
      of: journal, in: context, options: Statistics.Options(every: .week))
    #expect(weeks.count == 7 && shown.rows.count == 1 + weeks.count)
    for (row, week) in zip(shown.rows.dropFirst(), weeks) {
      #expect(row[3] == text(week.sum ?? 0) && row[2] == text(Double(week.count)))
    }
  }

  @Test func nightsAreOfSleep() throws {
    let nights = try SleepView.nights(of: journal, in: context)
    #expect(nights.count == 28)
    let row = try #require(try table("Average beginning and end").row("all"))
    #expect(row[1] == "28" && row[2] == "23:00" && row[3] == "± 0 min" && row[4] == "06:30")
    let minutes = Int((mean(nights.compactMap(\.asleep)) / 60).rounded())
    #expect(row[6] == "\(minutes / 60) h \(two(minutes % 60))")
  }

  @Test func workoutsAreOfWorkouts() throws {
    let workouts = try WorkoutsView.table(of: journal, in: context)
    let row = try #require(try table("Workouts by activity").row("running"))
    let durations = try numbers(workouts, "duration")
    #expect(row[1] == text(Double(durations.count)))
    let minutes = Int(durations.reduce(0, +) / 60)
    #expect(row[2] == "\(minutes / 60) h \(two(minutes % 60))")
    #expect(row[3] == text(try numbers(workouts, "distance").reduce(0, +) / 1000, 2) + " km")
    #expect(row[4] == text(try numbers(workouts, "energy").reduce(0, +)) + " kcal")
  }

  @Test func bloodPressureIsOfItsSamples() throws {
    func values(_ name: String) throws -> [Double] {
      var query = context.query
      query.types = ["HKQuantityTypeIdentifier" + name]
      return try MatchingObjects.samples(query, in: journal).flatMap { $0.rows.map(\.value) }
    }
    let (high, low) = (try values("BloodPressureSystolic"), try values("BloodPressureDiastolic"))
    let row = try #require(try table("Systolic / diastolic by").row("06–12"))
    #expect(row[1] == "28" && row[2] == "\(text(mean(high))) / \(text(mean(low)))")
    #expect(row[4] == "\(text(high.min() ?? 0))–\(text(high.max() ?? 0))")
    let share = Double(zip(high, low).count { $0 >= 135 || $1 >= 85 }) / Double(high.count)
    #expect(row[6] == text(100 * share) + " %")
  }

  @Test func sourcesAreOfSources() throws {
    var context = context
    context.query.types = [QuantityType.stepCount.identifier]
    let rows = try SourcesView.table(of: journal, in: context).allRows()
    let names = rows.enumerated().map { place, row -> String in
      guard case .text(let name) = row[2], case .whole(let count) = row[4] else { return "" }
      return "\(place + 1). \(name) (\(count))"
    }
    let row = try #require(try table("Who wrote what").row("Steps"))
    #expect(row[2] == names.joined(separator: " · "))
  }

  /// The merged day adds up to what `daily` has for it.
  @Test func theMergedDayIsOfDaily() throws {
    let shown = try table("Steps of the day by source")
    let days = try numbers(try daily("StepCount", context), "sum")
    #expect(shown.caption.contains(text(days.last ?? 0)))
    #expect(shown.rows.count == 3)
  }

  @Test func glucoseIsOfItsSamples() throws {
    var query = context.query
    query.types = ["HKQuantityTypeIdentifierBloodGlucose"]
    // Those of the last 14 days.
    query.from = Timestamp(rfc3339: "2026-02-14T23:00:00Z")?.instant
    let values = try MatchingObjects.samples(query, in: journal).flatMap { $0.rows.map(\.value) }
    let figures = try table("Glucose of")
    #expect(figures.row("Readings")?[1] == text(Double(values.count)))
    #expect(figures.row("Average")?[1] == text(mean(values)) + " mg/dL")
    let inRange = Double(values.count { (70...180).contains($0) }) / Double(values.count)
    let ranges = try table("Shares of readings")
    #expect(ranges.row("70 mg/dL – 180 mg/dL")?[1] == text(100 * inRange, 1) + " %")
    #expect(
      figures.row("Glucose management indicator")?[1]
        == text(3.31 + 0.02392 * mean(values), 1) + " %")
  }

  /// Workouts, nights and rings name their lines too, and so does every other table that has a
  /// place for them.
  @Test func everyRowNamesItsLines() throws {
    for table in tables {
      let places = (table.rows.first ?? []).indices.filter {
        ["Line", "Lines", "Lines before", "Lines of samples"].contains(table.rows[0][$0])
      }
      for row in table.rows.dropFirst() {
        for place in places {
          #expect(row[place].contains(/[0-9]/), "\(table.caption): \(row)")
        }
      }
    }
    let nights = try #require(try table("sleep samples of these nights").row("all"))
    let sleep = nights[2].matches(of: /[0-9,]+/).first?.output.replacing(",", with: "")
    let line = try #require(sleep.flatMap { UInt64($0) })
    let entry = try #require(try journal.entry(line))
    #expect("\(entry)".contains("SleepAnalysis"))
    // A sample from 23:00 on, one from 03:00 and one from 04:00 for each of 28 nights.
    #expect(nights[1] == "84")
  }
}

/// Lines in words, and figures of days.
@Suite struct FigureLineTests {
  @Test(arguments: [
    ([UInt32](), 0, "[]", false), ([5], 1, "[5...5]", false),
    ([1, 2, 3, 9], 4, "[1...3, 9...9]", false), ([3, 1, 2, 2], 3, "[1...3]", false),
    ([1, 3, 5, 7, 8], 5, "[1...1, 3...3, 7...8]", true),
    ([1, 3, 5], 3, "[1...1, 3...3, 5...5]", false),
  ])
  func linesAreSpans(_ lines: [UInt32], _ count: Int, _ spans: String, _ leavesOut: Bool) {
    let found = FigureLines(lines)
    let texts = found.spans.map { "\($0.lowerBound)...\($0.upperBound)" }
    #expect(found.count == count && "[" + texts.joined(separator: ", ") + "]" == spans)
    #expect(found.leavesOut == leavesOut)
  }

  @Test func daysWeighTheSame() throws {
    func day(_ number: Int, _ sum: Double, count: Int) -> DayStatistics {
      DayStatistics(day: CivilDate(dayNumber: number), sum: sum, count: count)
    }
    let figures = try #require(
      DayFigures([day(1, 10, count: 99), day(5, 40, count: 1)], from: 1))
    #expect(figures.average == 25 && figures.sum == 50 && figures.days == 2)
    #expect(figures.samples == 100 && figures.least.value == 10 && figures.greatest.value == 40)
    #expect(figures.greatest.day == CivilDate(dayNumber: 5))
    #expect(DayFigures([DayStatistics](), from: 1) == nil)
  }

  @Test(
    arguments: [
      ("mg/dL", [54, 70, 180, 250]), ("g/L", [0.54, 0.7, 1.8, 2.5]),
      ("mg/L", [540, 700, 1800, 2500]), ("kg/m^3", [0.54, 0.7, 1.8, 2.5]),
      ("mmol<180.1558800000541>/L", [3, 3.9, 10, 13.9]), ("mmol<180.15588>/L", [3, 3.9, 10, 13.9]),
      ("mcmol<180.15588>/L", [3000, 3900, 10_000, 13_900]),
      ("mcmol<180.15588>/mL", [3, 3.9, 10, 13.9]), ("mmol<180.15588>/dL", [0.3, 0.39, 1, 1.39]),
    ] as [(String, [Double])])
  func bandsHaveTheirBounds(_ text: String, _ limits: [Double]) throws {
    let unit = try Unit(text)
    let bands: [GlucoseProfile.Band] = [.veryLow, .low, .target, .high, .veryHigh]
    for (index, limit) in limits.enumerated() {
      // The lower two limits belong to the band above them, the upper two to that below.
      let own = index < 2 ? index + 1 : index
      #expect(GlucoseProfile.Band(limit, in: unit) == bands[own], "\(limit) \(text)")
      #expect(GlucoseProfile.Band(limit * 0.999, in: unit) == bands[index])
      #expect(GlucoseProfile.Band(limit * 1.001, in: unit) == bands[index + 1])
    }
    #expect(GlucoseProfile.Band(5, in: .kilogram) == nil)
  }

  @Test func aProfileNeedsTwoWeeksOfHours() throws {
    func readings(days: Int, every minutes: Int) -> [ClockSample] {
      (0..<days).flatMap { day in
        stride(from: 0, to: 1440, by: minutes).map {
          ClockSample(
            value: 100, stated: 100, unit: .milligramsPerDeciliter, day: day, minute: $0, line: 1)
        }
      }
    }
    func profile(days: Int, every minutes: Int, over window: Int) throws -> GlucoseProfile {
      try #require(GlucoseProfile(readings(days: days, every: minutes), over: 0..<window))
    }
    // Of the hours of the window seven in ten must have a reading.
    for (days, minutes, window, isEnough) in [
      (14, 60, 14, true), (10, 60, 14, true), (9, 60, 14, false), (13, 15, 13, false),
      (14, 120, 14, false),
    ] {
      let found = try profile(days: days, every: minutes, over: window)
      #expect(found.isEnough == isEnough, "\(days) \(minutes) \(window)")
    }
    #expect(try profile(days: 7, every: 60, over: 14).coverage == 0.5)
    let profile = try profile(days: 14, every: 5, over: 14)
    #expect(profile.slots.allSatisfy { $0.percentiles == [100, 100, 100, 100, 100] })
    #expect(GlucoseProfile([], over: 0..<14) == nil)
  }
}
