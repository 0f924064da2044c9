import ByteTools
import Foundation
import HealthModel
import HealthViews
import Testing

@testable import HealthExport

/// Colours of charts: they are told from dark and light, and say nothing that characters do not
/// say.
@Suite struct ChartColorTests {
  private static let edges = (0...6).map { Int64($0) * 86_400_000_000 }

  private static func chart(
    _ type: String, _ style: Chart.Style, _ values: [String?] = [nil]
  ) -> Chart {
    let bins = (1...6).map { ChartTextTests.bin(1, Double($0 * $0), 40) }
    return Chart(
      type: type, unit: style == .category ? nil : "count", style: style, edges: edges, zone: .utc,
      lanes: values.map { Chart.Lane(value: $0, bins: bins) }, count: 6)
  }

  private static let heart: Chart = {
    var heart = ChartColorTests.chart(QuantityType.heartRate.identifier, .discrete)
    var bands = HeartRateBands(start: Instant(wholeSeconds: 0), end: Instant(wholeSeconds: 3600))
    for (rate, values, seconds) in [(90.0, 1, 12.0), (110, 20, 750), (150, 1, 1), (170, 40, 2000)] {
      for _ in 0..<values { bands.add(rate, for: seconds / Double(values), of: 7) }
    }
    heart.bands = bands
    return heart
  }()

  private static let charts = [
    chart(QuantityType.stepCount.identifier, .cumulative), heart,
    chart(CategoryType.sleepAnalysis.identifier, .category, ["awake", "asleepCore", "inBed"]),
  ]

  /// All drawings of what is drawn, plain or in colours.
  private static func lines(_ drawing: Drawing, isColored: Bool) -> [String] {
    let several = ChartText.lines(
      of: charts, width: 60, height: 4, in: drawing, isColored: isColored)
    let single = charts.flatMap {
      ChartText.lines(of: [$0], width: 60, height: 4, in: drawing, isColored: isColored)
    }
    let calendar = ChartCalendar(
      charts[0], width: 60, weekStarts: .monday, in: drawing, isColored: isColored)
    return several + single + calendar.lines
  }

  @Test(arguments: [Drawing.blocks, .braille, .ascii])
  func withoutColourTheCharactersAreTheSame(_ drawing: Drawing) {
    let plain = Self.lines(drawing, isColored: false)
    let colored = Self.lines(drawing, isColored: true)
    #expect(!plain.joined().contains("\u{1B}"))
    #expect(colored.joined().contains("\u{1B}[38;5;33m"))
    let bare = colored.map { $0.replacing(/\x{1B}\[[0-9;]*m/, with: "") }
    #expect(bare == plain)
    for line in plain { #expect(TerminalText.width(line) <= 60, "\(line)") }
  }

  /// Each colour is told from a black and from a white background: 3 to 1, as WCAG 2.2 asks of what
  /// is drawn.
  @Test func coloursAreToldFromDarkAndLight() {
    let colors = ChartColors.series + ChartColors.levels + ChartColors.stages.values
    for color in Set(colors) {
      let light = Self.luminance(color)
      #expect(1.05 / (light + 0.05) >= 3, "\(color) on white")
      #expect((light + 0.05) / 0.05 >= 3, "\(color) on black")
    }
    #expect(Set(ChartColors.series).count == 8 && Set(ChartColors.levels).count == 4)
  }

  /// The relative luminance of one of the colours from 16 to 231, a cube of 6.
  private static func luminance(_ color: UInt8) -> Double {
    let steps = [0.0, 95, 135, 175, 215, 255]
    let place = Int(color) - 16
    let parts = [place / 36, place / 6 % 6, place % 6].map { step -> Double in
      let part = steps[step] / 255
      return part <= 0.040_45 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4)
    }
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]
  }

  @Test func bandsHaveTimeShareAndBar() {
    let lines = ChartText.lines(of: [Self.heart], width: 60, height: 4, in: .blocks)
    #expect(
      lines.suffix(9) == [
        "time in bands of 20/min, not training zones; 0:46:03 of", "1:00:00 has a heart rate", "",
        " below 100  0:00:12    0 %  ▎", "   100–119  0:12:30   27 %  ████████████",
        "   120–139  0:00:00    0 %", "   140–159  0:00:01    0 %  ▏",
        "   160–179  0:33:20   72 %  ████████████████████████████████",
        "  from 180  0:00:00    0 %",
      ])
    let ascii = ChartText.lines(of: [Self.heart], width: 60, height: 4, in: .ascii)
    #expect(ascii.contains { $0.hasPrefix("   100-119  0:12:30   27 %  ####") })
    let dots = ChartText.lines(of: [Self.heart], width: 60, height: 4, in: .braille)
    #expect(dots.contains { $0.hasSuffix("27 %  ⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿") })
  }

  @Test func stepsOfTheCalendarAreSaidAsSuch() {
    var chart = Self.charts[0]
    for (count, component, words) in [
      (1, CalendarInterval.Component.week, "a week a bar"), (1, .month, "a month a bar"),
      (2, .week, "2 weeks a bar"), (1, .year, "a year a bar"),
    ] {
      chart.interval = CalendarInterval(count, component)
      let lines = ChartText.lines(of: [chart], width: 60, height: 4, in: .blocks)
      #expect(lines[0].hasSuffix(words), "\(lines[0])")
    }
  }
}
