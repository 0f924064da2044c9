import Foundation
import HealthEvents
import HealthImport
import HealthModel
import HealthReport
import HealthTables
import HealthViews
import Journal
import JournalFile
import TestSupport
import Testing
import ViewTestSupport

/// The figures of the reports of real exports are those of the views, section by section.
@Suite(.enabled(if: RealExports.arePresent && Zones.arePresent)) struct RealReportTests {
  /// Each export with its zone, and the year that its report is about.
  static let exports = [
    (RealExports.steps, "Asia/Jerusalem", "2016-11-12", "2017-11-12"),
    (RealExports.workouts, "Europe/Paris", "2025-03-30", "2026-03-30"),
  ]

  /// A report, and the views of the same days.
  private struct Case {
    let journal: ReplayedJournal
    let tables: [ShownTable]
    let page: String
    let context: ViewContext
    let before: ViewContext

    init(_ export: String, _ zone: String, _ first: String, _ end: String) throws {
      journal = try RealExports.journal(of: export, zone: zone)
      page = try report(journal, first, end)
      tables = ShownTable.all(page)
      let calendar = try ViewContext().calendar(of: journal.tables)
      let days = [first, end].compactMap { CivilDate($0)?.dayNumber }
      let year = (CivilDate(first)?.year ?? 0) - 1
      let start = try #require(CivilDate("\(year)" + first.dropFirst(4)))
      func viewed(_ days: Range<Int>) -> ViewContext {
        var query = ViewQuery()
        query.from = calendar.start(of: days.lowerBound)
        query.to = calendar.start(of: days.upperBound)
        return ViewContext(query)
      }
      context = viewed(days[0]..<days[1])
      before = viewed(start.dayNumber..<days[0])
    }

    /// The first table whose caption has these words.
    func table(_ caption: String) throws -> ShownTable {
      try #require(tables.first { $0.caption.contains(caption) }, "\(caption)")
    }

    func daily(_ type: String, _ context: ViewContext) throws -> [DayStatistics] {
      var context = context
      context.query.types = [type]
      return try DailyView.statistics(of: journal, in: context)
    }

    func statistics(_ type: String, _ context: ViewContext) throws -> [Statistics] {
      var context = context
      context.query.types = [type]
      return try StatisticsView.statistics(of: journal, in: context)
    }
  }

  /// What the row of a type is called.
  private static let names = [
    "StepCount": "Steps", "DistanceWalkingRunning": "Distance", "FlightsClimbed": "Flights climbed",
    "ActiveEnergyBurned": "Active energy", "AppleExerciseTime": "Exercise",
    "RestingHeartRate": "Resting heart rate", "HeartRate": "Heart rate", "BodyMass": "Body mass",
    "HeartRateVariabilitySDNN": "Heart rate variability (SDNN)", "VO2Max": "VO₂ max",
    "BloodGlucose": "Blood glucose", "OxygenSaturation": "Oxygen saturation",
    "RespiratoryRate": "Respiratory rate",
  ]

  @Test(arguments: exports)
  func figures(_ export: String, _ zone: String, _ first: String, _ end: String) throws {
    let shown = try Case(export, zone, first, end)
    try changes(shown)
    try latest(shown)
    try parts(shown)
    try nights(shown)
    try workouts(shown)
    try swims(shown)
    try rings(shown)
    try sources(shown)
    try findings(shown)
    #expect(shown.page.contains(shown.journal.head.chainText))
    // Every line column names lines.
    #expect(!shown.page.contains("<td class=\"l\"></td>"))
  }

  /// A number as the page has it: with marks between thousands, halves away from zero.
  private func text(_ value: Double, _ decimals: Int = 0) -> String {
    let scale = pow(10, Double(decimals))
    var whole = String(format: "%.\(decimals)f", (value * scale).rounded() / scale)
    var fraction = ""
    if let point = whole.firstIndex(of: ".") {
      fraction = String(whole[point...])
      whole = String(whole[..<point])
    }
    var groups: [Substring] = []
    var rest = whole[...]
    while rest.count > 3 {
      groups.insert(rest.suffix(3), at: 0)
      rest = rest.dropLast(3)
    }
    return ([rest] + groups).joined(separator: ",") + fraction
  }

  private func mean(_ numbers: [Double]) -> Double? {
    var sum = ExactSum()
    for number in numbers { sum.add(number) }
    return numbers.isEmpty ? nil : sum.value / Double(numbers.count)
  }

  /// Means, days and samples of both periods.
  private func changes(_ shown: Case) throws {
    let (table, evidence) = (
      try shown.table("Totals, such as"), try shown.table("The number of samples")
    )
    for (type, name) in Self.names {
      let type = "HKQuantityTypeIdentifier" + type
      let row = table.rows.first { $0[0] == name || $0[0].hasPrefix(name + ", ") }
      let days = [try shown.daily(type, shown.context), try shown.daily(type, shown.before)]
      guard let row else {
        #expect(days.joined().isEmpty, "\(name)")
        continue
      }
      #expect(row[5] == days.map { text(Double($0.count)) }.joined(separator: " / "), "\(name)")
      let factor = row[0].hasSuffix(", %") ? 100.0 : 1
      for (cell, (days, context)) in zip(
        [row[1], row[2]], zip(days, [shown.context, shown.before]))
      {
        let decimals = cell.contains(".") ? cell.split(separator: ".")[1].count : 0
        let samples = try shown.statistics(type, context).first?.average
        let average = mean(days.compactMap(\.sum)) ?? samples
        #expect(cell == average.map { text($0 * factor, decimals) } ?? "–", "\(name)")
      }
      let samples = days.map { $0.reduce(0) { $0 + $1.count } }
      let lines = try #require(evidence.row(name))
      #expect(lines[1] == text(Double(samples[0])) && lines[3] == text(Double(samples[1])))
      #expect((lines[2] == "–") == (samples[0] == 0), "\(name)")
    }
  }

  private func latest(_ shown: Case) throws {
    var context = shown.context
    context.query.from = nil
    let rows = try LatestView.table(of: shown.journal, in: context).records()
    guard let table = shown.tables.first(where: { $0.caption.contains("latest value of each") })
    else { return }
    var count = 0
    for row in rows {
      guard case .identifier(let type)? = row["type"], case .whole(let line)? = row["seq"],
        let name = Self.names[String(type.dropFirst(24))], let own = table.row(name)
      else { continue }
      #expect(own[5] == text(Double(line)), "\(name)")
      count += 1
    }
    #expect(count > 0)
  }

  /// The sums of months are those of `statistics`, whose samples are cut at the months' ends too.
  private func parts(_ shown: Case) throws {
    for table in shown.tables where table.caption.contains("the sum, and mean") {
      let name = table.caption.split(separator: /:| \(/)[0]
      let type = try #require(Self.names.first { $0.value == name }).key
      let days = try shown.daily("HKQuantityTypeIdentifier" + type, shown.context)
      let months = Dictionary(grouping: days) { $0.day.year * 12 + $0.day.month }
        .sorted { $0.key < $1.key }.map(\.value)
      #expect(table.rows.count == 1 + months.count, "\(name)")
      for (row, days) in zip(table.rows.dropFirst(), months) {
        let decimals = row[3].contains(".") ? row[3].split(separator: ".")[1].count : 0
        var sum = ExactSum()
        for day in days { sum.add(day.sum ?? 0) }
        #expect(row[1] == text(Double(days.count)) && row[3] == text(sum.value, decimals))
        #expect(row.last != "–")
      }
    }
  }

  private func nights(_ shown: Case) throws {
    let nights = try SleepView.nights(of: shown.journal, in: shown.context)
    guard
      let row = shown.tables.first(where: { $0.caption.contains("Average beginning") })?.row("all")
    else {
      #expect(nights.isEmpty)
      return
    }
    #expect(row[1] == text(Double(nights.count)))
    let asleep = try #require(mean(nights.compactMap(\.asleep)))
    let minutes = Int((asleep / 60).rounded())
    #expect(row[6] == "\(minutes / 60) h \(two(minutes % 60))")
    let lines = try #require(try shown.table("sleep samples of these nights").row("all"))
    #expect(lines[1] != "0" && lines[2] != "–")
  }

  private func workouts(_ shown: Case) throws {
    let rows = try WorkoutsView.table(of: shown.journal, in: shown.context).records()
      .filter { ($0["copyOf"] ?? .missing) == .missing }
    let table = try shown.table("Workouts by activity")
    let groups = Dictionary(grouping: rows) { "\($0["activity"] ?? .missing)" }
    #expect(table.rows.count == 1 + groups.count)
    var counts: [String: Int] = [:]
    for rows in groups.values {
      let seconds = rows.compactMap { row -> Double? in
        guard case .number(let seconds)? = row["duration"], case .time(let start)? = row["start"],
          case .time(let end)? = row["end"]
        else { return nil }
        // An app states an hour of a workout that ends as it begins.
        return seconds <= end.instant.seconds(since: start.instant) + 1 ? seconds : nil
      }
      let minutes = Int((seconds.reduce(0, +) / 60).rounded())
      counts["\(rows.count) \(minutes / 60) h \(two(minutes % 60))", default: 0] += 1
    }
    for row in table.rows.dropFirst() { counts["\(row[1]) \(row[2])", default: 0] -= 1 }
    #expect(counts.values.allSatisfy { $0 == 0 }, "\(counts)")
    #expect(table.rows.allSatisfy { $0.last != "–" })
    // The months add up to the same.
    let months = try shown.table("Workouts by time").rows.dropFirst()
    #expect(months.compactMap { Int($0[1]) }.reduce(0, +) == rows.count)
  }

  private func swims(_ shown: Case) throws {
    let swims = try SwimsView.swims(of: shown.journal, in: shown.context)
    guard let table = shown.tables.first(where: { $0.caption.hasPrefix("Newest swims") }) else {
      #expect(swims.isEmpty)
      return
    }
    #expect(table.rows.count == 1 + min(swims.count, 12))
    for (row, swim) in zip(table.rows.dropFirst(), swims) {
      #expect(row[1] == swim.metres.map { text($0) + " m" } ?? "–")
      #expect(row[2] == swim.laps.map { text($0) } ?? "–" && row[5] != "")
    }
  }

  private func rings(_ shown: Case) throws {
    let figures = try RingsView.figures(of: shown.journal, in: shown.context)
    guard let table = shown.tables.first(where: { $0.caption.contains("that Apple stated") }) else {
      #expect(figures.isEmpty)
      return
    }
    for (ring, name) in [("move", "Move"), ("exercise", "Exercise"), ("stand", "Stand")] {
      let own = figures.filter { $0.ring == ring }
      guard let row = table.row(name) else {
        #expect(own.isEmpty)
        continue
      }
      #expect(row[1] == text(Double(own.count)))
      let average = try #require(mean(own.compactMap { $0.stated ?? $0.own }))
      let shownMean = String(row[2].prefix { $0 != " " })
      let decimals = shownMean.contains(".") ? shownMean.split(separator: ".")[1].count : 0
      #expect(decimals < 2 || average < 1)
      #expect(shownMean == text(average, decimals))
    }
  }

  private func sources(_ shown: Case) throws {
    let rows = try SourcesView.table(of: shown.journal, in: shown.context).records()
    // A period may have workouts alone.
    guard let table = shown.tables.first(where: { $0.caption.contains("Who wrote what") }) else {
      #expect(rows.isEmpty)
      return
    }
    for (type, name) in Self.names {
      let own = rows.filter { $0["type"] == .identifier("HKQuantityTypeIdentifier" + type) }
      let samples = own.reduce(0) { sum, row in
        if case .whole(let count)? = row["samples"] { sum + count } else { sum }
      }
      #expect((table.row(name)?[1] ?? "0") == text(Double(samples)), "\(name)")
    }
  }

  /// The findings are those of `check`, without the ones that ask when lines were recorded.
  private func findings(_ shown: Case) throws {
    var options = CheckOptions()
    options.only = Set(Check.all.map(\.name)).subtracting(["late", "future", "wholeSecond"])
    let found = try CheckReport(shown.journal, in: shown.context, options: options)
    let counts = found.values.map(\.count).sorted(by: >)
    guard let table = shown.tables.first(where: { $0.caption.contains("findings in") }) else {
      #expect(counts.isEmpty)
      return
    }
    #expect(table.caption.hasPrefix("\(counts.count) findings in \(text(Double(found.samples)))"))
    let cells = table.rows.dropFirst().compactMap { Int($0[3].replacing(",", with: "")) }
    if counts.count <= 24 { #expect(cells.sorted(by: >) == counts) }
    let lines = try shown.table("lines that hold what was found")
    #expect(lines.rows.dropFirst().allSatisfy { $0.count == 5 && $0[4] != "–" })
  }
}
