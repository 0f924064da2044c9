import HealthExport
import HealthModel
import HealthViews
import Testing

/// Charts as text.
@Suite struct ChartTextTests {
  static func bin(_ minimum: Double, _ average: Double, _ maximum: Double) -> Chart.Bin {
    var bin = Chart.Bin()
    (bin.count, bin.sum) = (1, average)
    (bin.minimum, bin.average, bin.maximum) = (minimum, average, maximum)
    return bin
  }

  static func chart(
    _ style: Chart.Style, _ bins: [Chart.Bin], value: String? = nil, unit: String? = "count",
    type: String = "T"
  ) -> Chart {
    Chart(
      type: type, unit: unit, style: style,
      edges: (0...bins.count).map { Int64($0) * 3_600_000_000 }, zone: .utc,
      lanes: [Chart.Lane(value: value, bins: bins)], count: bins.count)
  }

  static func lines(_ chart: Chart, height: Int = 3, ascii: Bool = false) -> [String] {
    let lines = ChartText.lines(
      of: [chart], width: 40, height: height, in: ascii ? .ascii : .blocks)
    // A title may take several lines.
    let end = lines.firstIndex(of: "") ?? 0
    return [lines[..<end].joined(separator: ", ")] + lines[end...]
  }

  @Test func barsFromZero() {
    let bins = [0, 4, 8, 1].map { $0 == 0 ? Chart.Bin() : Self.bin(0, $0, 0) }
    #expect(
      Self.lines(Self.chart(.cumulative, bins), height: 4) == [
        "T (count), 4 samples, 1 h a bar", "",
        "         8 ┤            █████",
        "           │            █████",
        "           │      █████ █████",
        "         0 ┤      █████ █████ ▄▄▄▄▄",
        "           └────────────────────────",
        "            1970-01-01 00:00",
        "                    1970-01-01 04:00",
      ])
  }

  @Test func rangesWithTheirAverage() {
    let bins = [Self.bin(60, 80, 100), Chart.Bin(), Self.bin(70, 70, 70)]
    #expect(
      Self.lines(Self.chart(.discrete, bins), height: 5, ascii: true) == [
        "T (count), 3 samples, 1 h a column, | range, o average", "",
        "       100 +|",
        "           ||",
        "        80 +o",
        "           ||           o",
        "        60 +|",
        "           +------------------",
        "            1970-01-01 00:00",
        "              1970-01-01 03:00",
      ])
  }

  @Test func everyLineHasAPlaceInTheWidth() {
    let bins = [Chart.Bin](repeating: Self.bin(1, 2, 3), count: 28)
    for chart in [Self.chart(.cumulative, bins), Self.chart(.discrete, bins)] {
      let drawn = Self.lines(chart).dropFirst()
      #expect(drawn.allSatisfy { $0.count <= 40 })
      #expect(drawn.last == "                        1970-01-02 04:00")
    }
  }

  @Test func whatIsNotFiniteIsNotDrawn() {
    let bins = [Self.bin(-1.7e308, .infinity, 1.7e308), Self.bin(-1.7e308, .nan, 1.7e308)]
    #expect(!Self.lines(Self.chart(.discrete, bins)).dropFirst().contains { $0.contains("●") })
    let sums = Self.lines(Self.chart(.cumulative, [Self.bin(0, .infinity, 0), Self.bin(0, 4, 0)]))
    #expect(sums[2].hasPrefix("         4 ┤"))
  }

  @Test func oneValueHasOneLabel() {
    let lines = Self.lines(Self.chart(.discrete, [Self.bin(7, 7, 7)]))
    #expect(lines[2...4] == ["           │", "         7 ┤●", "           │"])
  }

  @Test func lanesByShare() {
    let bins = [0.0, 900, 1800, 3600, 0].map { seconds in Self.bin(0, seconds, 0) } + [Chart.Bin()]
    let lines = Self.lines(Self.chart(.category, bins, value: "asleepREM", unit: nil))
    #expect(lines[0] == "T, 6 samples, 1 h a column")
    #expect(lines[2] == "           asleepREM ┤●●●▒▒▒▓▓▓███●●●")
  }

  @Test func littleShowsAndLessThanNothingDoesNot() {
    let bins = [Self.bin(0, 1e9, 0), Self.bin(0, 1, 0), Self.bin(0, -5, 0)]
    let chart = Self.chart(.cumulative, bins)
    #expect(Self.lines(chart)[4] == "         0 ┤█████ ▁▁▁▁▁")
    #expect(Self.lines(chart, ascii: true)[4] == "         0 +##### .....")
  }

  @Test(arguments: [1e-300, 1e300, 123_456_789_012, -0.000_123_456_789, 1e15 / 3])
  func figuresHaveTheirPlace(_ value: Double) {
    for line in Self.lines(Self.chart(.discrete, [Self.bin(value, value * 2, value * 3)])) {
      #expect(
        line.firstIndex { "┤│└".contains($0) }.map { line[..<$0].count } ?? 11 == 11, "\(line)")
    }
  }

  @Test func figuresAtTheEndsOfTheRange() {
    let most = Double.greatestFiniteMagnitude
    let ends = [Self.bin(-most, 0, most), Self.bin(0, .infinity, most), Self.bin(0, .nan, 0)]
    for style in [Chart.Style.cumulative, .discrete] {
      #expect(Self.lines(Self.chart(style, ends)).count == 8, "no trap")
    }
    let lines = Self.lines(Self.chart(.discrete, [Self.bin(-most, 0, most)]))
    #expect(lines[2...4] == ["  1.79e308 ┤┃", "         0 ┤●", " -1.79e308 ┤┃"])
  }

  @Test func hostileTextIsSpelledOut() {
    let evil = "\u{1B}[31m" + String(repeating: "名", count: 30)
    let chart = Self.chart(
      .category, [Self.bin(0, 3600, 0)], value: evil, unit: nil, type: evil)
    for line in Self.lines(chart) { #expect(!line.contains("\u{1B}"), "\(line)") }
    let unit = Self.chart(.discrete, [Self.bin(1, 1, 1)], unit: "\u{9B}2J")
    #expect(!Self.lines(unit)[0].unicodeScalars.contains("\u{9B}"))
  }

  @Test(arguments: [40, 80, 1000]) func staysWithinItsWidth(_ width: Int) {
    for style in [Chart.Style.cumulative, .discrete, .category] {
      let room = ChartText.room(in: width, hasCategories: style == .category)
      for count in Set([1, 2, 3, room / 2, room]) {
        let bins = (0..<count).map { Self.bin(Double($0), Double($0), Double($0)) }
        let chart = Self.chart(style, bins, value: "value", unit: nil)
        let lines = ChartText.lines(of: [chart], width: width, height: 5, in: .blocks)
        for line in lines { #expect(line.count <= width, "\(line)") }
      }
    }
  }

  @Test func asciiIsASCII() {
    let bins = (1...9).map { Self.bin(0, Double($0), 10) }
    for style in [Chart.Style.cumulative, .discrete, .category] {
      for line in Self.lines(Self.chart(style, bins, value: "v"), ascii: true) {
        #expect(line.utf8.allSatisfy { $0 < 0x80 }, "\(line)")
      }
    }
  }

  @Test func partsOfOneAreDrawnAsPercent() {
    let lines = Self.lines(Self.chart(.discrete, [Self.bin(0.901, 0.95, 1)], unit: "%"))
    #expect(lines[0].hasPrefix("T (%)"))
    #expect(lines[2].hasPrefix("       100 ┤") && lines[3].hasPrefix("     95.05 ┤"))
    #expect(lines[4].hasPrefix("      90.1 ┤"))
  }
}
