import HealthModel
import HealthViews
import Testing

@testable import HealthExport

/// Forms of charts beside bars, ranges and lanes.
@Suite struct ChartFormsTests {
  private static func bin(_ value: Double?) -> Chart.Bin {
    value.map { ChartTextTests.bin($0, $0, $0) } ?? Chart.Bin()
  }

  /// Days of UTC from 2026-01-01 on.
  private static func days(_ values: [Double?], from first: Int = 20_454) -> Chart {
    Chart(
      type: QuantityType.stepCount.identifier, unit: "count", style: .cumulative,
      edges: (0...values.count).map { Int64(first + $0) * 86_400_000_000 }, zone: .utc,
      lanes: [Chart.Lane(value: nil, bins: values.map(bin))], count: values.count)
  }

  /// Each dot of a column of eight stands alone.
  @Test func dotsHaveTheirPlaces() {
    let places = (0..<8).map { dot in
      var canvas = DotCanvas(columns: 1, lines: 1)
      canvas.set(dot / 4, dot % 4)
      return canvas.line(0)[0]
    }
    #expect(String(places) == "⡀⠄⠂⠁⢀⠠⠐⠈")
  }

  @Test func dotsAreBarsAndRanges() {
    let sums = ChartTextTests.chart(.cumulative, [4, 8, nil, 2].map(Self.bin))
    let lines = ChartText.lines(of: [sums], width: 40, height: 2, in: .braille)
    #expect(lines[2...3] == ["         8 ┤⣀⣀⣀⣀⣀⡀⣿⣿⣿⣿⣿⡇", "         0 ┤⣿⣿⣿⣿⣿⡇⣿⣿⣿⣿⣿⡇      ⣶⣶⣶⣶⣶⡆"])
    let range = ChartTextTests.chart(.discrete, [ChartTextTests.bin(60, 70, 80)])
    let drawn = ChartText.lines(of: [range], width: 60, height: 2, in: .braille)
    #expect(drawn[0].hasSuffix("least to greatest"))
    #expect(drawn[2].hasSuffix("⣿⣿⣿⣿⣿⡇") && drawn[3].hasSuffix("⣿⣿⣿⣿⣿⡇"))
    let cut = ChartText.lines(
      of: [range.cut(least: 65, greatest: 75)], width: 60, height: 2, in: .braille)
    #expect(cut[1] == "least to greatest, ▲▼ beyond")
    #expect(cut[3].hasSuffix("▲⣿⣿⣿⣿⡇") && cut[4].hasSuffix("▼⣿⣿⣿⣿⡇"))
  }

  /// A leap year from a Thursday on, with weeks from Monday and from Sunday: each day has its
  /// place, what is not known is told apart from what is little.
  @Test func calendarsHaveAPlaceForEachDay() {
    var values = [Double?](repeating: nil, count: 365)
    (values[0], values[1], values[3], values[364]) = (10, 20, 30, 40)
    let chart = Self.days(values)
    let lines = ChartCalendar(chart, width: 80, weekStarts: .monday, in: .blocks).lines
    #expect(lines[0] == "Steps (count), the sum of each day, 4 of 365 days")
    #expect(lines[2].hasPrefix("2026 Jan") && lines[2].contains("Feb Mar"))
    #expect(lines.filter { $0.contains("·") }.dropLast().count == 7)
    // 2026-01-01 is a Thursday, the 2nd a Friday, the 4th a Sunday; 2026-12-31 a Thursday.
    #expect(lines[6].hasPrefix("Thu  ░") && lines[6].hasSuffix("█"))
    #expect(lines[7].hasPrefix("Fri  ▒") && lines[9].hasPrefix("Sun  ▓"))
    #expect(lines[3].hasPrefix("Mon   ·"), "the Monday of that week is not of the window")
    #expect(lines.last == "     · nothing known   ░ to 10   ▒ to 20   ▓ to 30   █ to 40")
    let sundays = ChartCalendar(chart, width: 80, weekStarts: .sunday, in: .ascii).lines
    #expect(sundays[3].hasPrefix("Sun   +") && sundays[7].hasPrefix("Thu  ."))
  }

  @Test(arguments: [40, 60, 80, 130]) func calendarsKeepTheirWidth(_ width: Int) {
    let chart = Self.days((0..<800).map { Double($0 % 7) }, from: 20_400)
    let lines = ChartCalendar(chart, width: width, weekStarts: .monday, in: .ascii).lines
    #expect(lines.dropFirst().dropLast().allSatisfy { $0.count <= width })
    let drawn = lines.joined().filter { ".-+#".contains($0) }.count - 4
    #expect(drawn == 800 * (width == 130 ? 2 : 1))
  }

  @Test func severalHaveOneAxis() {
    let sums = ChartTextTests.chart(.cumulative, [4, 8].map(Self.bin), type: "A")
    let lanes = ChartTextTests.chart(.category, [3600, 0].map(Self.bin), value: "on", type: "B")
    let lines = ChartText.lines(of: [sums, lanes], width: 60, height: 2, in: .ascii)
    let axes = lines.compactMap { $0.firstIndex { "+|".contains($0) }?.utf16Offset(in: $0) }
    #expect(Set(axes) == [21] && lines.filter { $0.contains("+---") }.count == 1)
    #expect(lines[0].hasPrefix("A (count)") && lines[5].hasPrefix("B"))
  }

  @Test func sleepGoesDownToTheDeepest() {
    let names = ["inBed", "asleepUnspecified", "awake", "asleepCore", "asleepDeep", "asleepREM"]
    let chart = Chart(
      type: "HKCategoryTypeIdentifierSleepAnalysis", style: .category, edges: [0, 1], zone: .utc,
      lanes: names.map { Chart.Lane(value: $0, bins: [Self.bin(1)]) }, count: 6)
    let drawn = ChartText.lines(of: [chart], width: 60, height: 3, in: .ascii)[2..<8]
      .compactMap { $0.split(separator: " ").first }
    #expect(
      drawn == ["awake", "asleepREM", "asleepCore", "asleepDeep", "asleepUnspecified", "inBed"])
  }

  @Test func lapsAreTicks() {
    var chart = ChartTextTests.chart(.cumulative, (0..<20).map { Self.bin(Double($0)) })
    chart.marks = [0, 7_200_000_000, 99_000_000_000_000, -5]
    let axis = ChartTextTests.lines(chart, ascii: true)[5]
    #expect(axis == "           +'-'----------------'")
    chart.marks = [72_000_000_000]
    #expect(
      ChartTextTests.lines(chart, ascii: true)[5] == "           +-------------------'",
      "the last lap ends with the workout")
  }

  /// So many digits that the limits of the shades differ, and percent as everywhere.
  @Test(
    arguments: [
      ("kg", [70.6, 70.9, 71.2, 71.75], "░ to 70.6   ▒ to 70.9   ▓ to 71.2   █ to 71.8"),
      ("km/hr", [4.1, 4.3, 4.4, 4.6], "░ to 4.1   ▒ to 4.3   ▓ to 4.4   █ to 4.6"),
      ("degC", [-1.75, -1.5, -1.25, -1], "░ to -1.7   ▒ to -1.5   ▓ to -1.2   █ to -1"),
      ("%", [0.952, 0.955, 0.96, 0.98], "░ to 95.2   ▒ to 95.5   ▓ to 96   █ to 98"),
      ("%", [0.95, 0.96, 0.97, 0.98], "░ to 95   ▒ to 96   ▓ to 97   █ to 98"),
    ] as [(String, [Double], String)])
  func legendsTellLimitsApart(_ unit: String, _ values: [Double], _ expected: String) {
    var chart = Self.days(values)
    chart.unit = unit
    chart.style = .discrete
    let lines = ChartCalendar(chart, width: 80, weekStarts: .monday, in: .blocks).lines
    #expect(lines.last == "     · nothing known   " + expected)
  }
}
