import Foundation
import HealthModel
import HealthTables
import HealthViews
import JournalFile
import TestSupport
import Testing

@testable import HealthReport

/// Drawings over an hour, a night, a workout.
@Suite struct DrawingTests {
  private let words = Words(language: .en)

  private func moment(_ text: String) throws -> Instant {
    try #require(Timestamp(rfc3339: text)).instant
  }

  private func stretch(
    _ start: String, _ end: String, _ zone: ZoneRules = .utc
  ) throws -> TimeStretch {
    try TimeStretch(moment(start), moment(end), in: zone)
  }

  private func html(_ figure: Figure) -> String {
    String(decoding: Page([.figure(figure)], words).bytes, as: UTF8.self)
  }

  private func count(_ part: String, in figure: Figure) -> Int {
    html(figure).components(separatedBy: part).count - 1
  }

  /// Labels are round times of the clock, few enough to stand side by side.
  @Test(arguments: [
    ("2026-03-01T22:10:00Z", "2026-03-02T06:30:00Z", "00:00 02:00 04:00 06:00"),
    ("2026-03-01T18:00:00Z", "2026-03-01T18:54:00Z", "18:00 18:10 18:20 18:30 18:40 18:50"),
    ("2026-03-01T18:00:05Z", "2026-03-01T18:00:50Z", ""),
    ("2026-03-01T00:00:00Z", "2026-03-02T00:00:00Z", "00:00 06:00 12:00 18:00 00:00"),
  ])
  func ticksAreRoundTimes(_ start: String, _ end: String, _ texts: String) throws {
    let ticks = try stretch(start, end).ticks(words, most: 6)
    #expect(ticks.map(\.text).joined(separator: " ") == texts)
  }

  /// Of a century the years are labelled, and of no time a second.
  @Test func oddStretchesHaveFewTicks() throws {
    let century = try stretch("1926-01-01T00:00:00Z", "2026-01-01T00:00:00Z")
    #expect((1...9).contains(century.ticks(words, most: 6).count))
    let none = try stretch("2026-01-01T00:00:00Z", "2026-01-01T00:00:00Z")
    #expect(none.ticks(words, most: 6).map(\.text) == ["00:00"])
    let most = try stretch("0001-01-01T00:00:00Z", "9999-12-31T00:00:00Z")
    #expect(most.ticks(words, most: 6).count < 20)
    let all = TimeStretch(Instant(microseconds: .min), Instant(microseconds: .max), in: .utc)
    #expect(all.share(.epoch) > 0)
  }

  /// In the night in which clocks go forward, there is no second hour.
  @Test(.enabled(if: Zones.arePresent)) func ticksFollowTheClocks() throws {
    var zones = ZoneCatalogue()
    let night = try stretch(
      "2026-03-29T00:00:00+01:00", "2026-03-29T06:00:00+02:00", zones.rules(named: "Europe/Berlin"))
    let texts = night.ticks(words, most: 6).map(\.text)
    #expect(texts == ["00:00", "01:00", "03:00", "04:00", "05:00", "06:00"])
  }

  /// A bar lies at its share of the time, says what it is, and leads on; one outside is not drawn.
  @Test func lanesHaveBarsOverTime() throws {
    func bar(_ start: String, _ end: String, _ text: String) throws -> Lane.Bar {
      try Lane.Bar(moment(start), moment(end), "rem", Linked(text, to: "object/1"))
    }
    let figure = try Figure.lanes(
      "Night", "",
      [
        Lane("<Watch>"),
        Lane(
          "REM",
          [
            bar("2026-03-01T01:00:00Z", "2026-03-01T02:00:00Z", "a&b"),
            bar("2026-03-02T01:00:00Z", "2026-03-02T02:00:00Z", "outside"),
          ]),
      ], over: stretch("2026-03-01T00:00:00Z", "2026-03-01T04:00:00Z"), words)
    let text = html(figure)
    // The plane is 314 wide from 40 on: a quarter is 78.5.
    #expect(
      text.contains(
        #"<a href="object/1"><title>a&amp;b</title>"#
          + "\n" + #"<path class="rem" d="M118.5 27h78.5v12h-78.5z"/>"#), "\(text)")
    #expect(text.contains(">&lt;Watch&gt;<") && !text.contains("outside"))
    #expect(text.contains(#"role="group""#))
  }

  private func chart(_ style: Chart.Style, _ values: [Double?], bands: Bool = false) throws -> Chart
  {
    let start = try moment("2026-03-01T18:00:00Z").microseconds
    var lane = Chart.Lane(value: nil, bins: [])
    for value in values {
      var bin = Chart.Bin()
      if let value {
        (bin.count, bin.sum, bin.average) = (2, value, value)
        (bin.minimum, bin.maximum) = (value - 5, value + 5)
      }
      lane.bins.append(bin)
    }
    var chart = Chart(
      type: "HKQuantityTypeIdentifierHeartRate", unit: "count/min", style: style,
      edges: (0...values.count).map { start + Int64($0) * 60_000_000 }, zone: .utc, lanes: [lane],
      count: 2 * values.count)
    if bands { chart.bands = HeartRateBands(start: .epoch, end: .epoch) }
    return chart
  }

  private func figure(_ chart: Chart) -> Figure {
    .chart(chart, "Rate", "", words, line: "line heart", fill: "f-heart", pale: "f-heart pale")
  }

  /// A line joins bins that are near each other, and no others.
  @Test func aChartBreaksWhereNothingIsKnown() throws {
    let near = figure(try chart(.discrete, [100, nil, 110, 120]))
    #expect(count(#"class="hit""#, in: near) == 3)
    #expect(html(near).contains("<title>18:02 110 (105–115) /min</title>"))
    func line(_ figure: Figure) -> Int {
      html(figure).firstMatch(of: /class="line heart" d="([^"]*)"/)
        .map { $0.output.1.count { $0 == "M" } } ?? 0
    }
    #expect(line(near) == 1)
    let far = figure(try chart(.discrete, [100, 105, nil, nil, nil, nil, 110]))
    #expect(line(far) == 2)
  }

  @Test func sumsAreBarsFromZero() throws {
    let sums = figure(try chart(.cumulative, [10, nil, 20]))
    #expect(count(#"class="line heart""#, in: sums) == 0)
    #expect(html(sums).contains(#"class="f-heart" d="M"#) && html(sums).contains(">0<"))
    #expect(html(sums).contains("<title>18:02 20 /min</title>"))
  }

  /// Every second band that the values reach is shaded, and none if bands were not asked for.
  @Test func bandsAreShaded() throws {
    func bands(_ values: [Double?], _ bands: Bool = true) throws -> Int {
      let figure = figure(try chart(.discrete, values, bands: bands))
      let paths = figure.shapes.compactMap { shape -> PathText? in
        guard case .path(let path, let name) = shape else { return nil }
        return name.description == "f-heart pale" ? path : nil
      }
      return paths.first?.text.count { $0 == "M" } ?? -1
    }
    #expect(try bands([90, 150]) == 2)
    #expect(try bands([70, 80]) == 0)
    #expect(try bands([90, 150], false) == 0)
  }

  /// A curve has no line between segments, and few points.
  @Test func aCurveIsInSegments() throws {
    let start = try moment("2026-03-01T18:00:00Z")
    let points = (0..<5000).map { index in
      CurvePoint(
        start.adding(microseconds: Int64(index) * 1_000_000), Double(index % 100),
        segment: index / 2500)
    }
    let time = TimeStretch(start, points[4999].time, in: .utc)
    let text = html(.curve("Elevation", "", points, over: time, words, "line move"))
    let path = try #require(text.firstMatch(of: /class="line move" d="([^"]*)"/)).output.1
    #expect(path.count { $0 == "M" } == 2)
    #expect((200...700).contains(path.count { $0 == "L" }))
  }

  @Test func barsAreSharesOfTheWhole() {
    let figure = Figure.bars(
      "Laps", "", [BarRow("1", 50, "0:50"), BarRow("2", 0, "–"), BarRow("3", 1e9, "∞")], of: 100,
      "f-move")
    #expect(count(#"class="f-move""#, in: figure) == 2)
    #expect(html(figure).contains("1: 0:50; 2: –; 3: ∞"))
    #expect(html(figure).contains("h105") && html(figure).contains("h210"))
  }
}
