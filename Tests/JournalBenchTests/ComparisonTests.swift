import HealthExport
import HealthViews
import TestSupport
import Testing
import struct Foundation.Data
import struct Foundation.URL

import journal_bench

/// What a run comes to beside a baseline.
@Suite struct ComparisonTests {
  private static let run = [
    Measurement("replay, 1 thread", events: 1_000, measured: 200, yardstick: 100, unit: "ms"),
    Measurement(
      "import", events: 1_000, measured: 50, yardstick: 25, unit: "ms", peakBytes: 9_000_000),
    Measurement("memory of an object", events: 4_000, measured: nil, yardstick: 80, unit: "B"),
  ]

  /// The baseline that `--json` makes of a run.
  private static func baseline(_ rows: [Measurement]) throws -> Baseline {
    var sink = CollectingSink()
    try Format.json.write(Measurement.table(rows), to: &sink)
    return try #require(Baseline(json: sink.bytes))
  }

  /// The run, so many times as fast.
  private static func faster(_ factor: Double) -> [Measurement] {
    run.map { one in
      var one = one
      one.yardstick *= factor
      return one
    }
  }

  @Test func theRatioIsTheYardstickInPartsOfWhatWasMeasured() {
    #expect(Self.run.map(\.ratio) == [0.5, 0.5, nil])
    #expect(
      Measurement("", events: 1, measured: 3, yardstick: 1, unit: "ms").ratio == 0.3333)
    #expect(
      Measurement("", events: 1, measured: 3, yardstick: 20_000, unit: "ms").ratio == 6_667)
    #expect(Measurement("", events: 1, measured: 0, yardstick: 1, unit: "ms").ratio == nil)
  }

  @Test(arguments: [
    (1.0, []), (0.5, []), (1.24, []),
    (
      1.3,
      [
        "replay, 1 thread: the ratio has fallen from 0.65 to 0.5",
        "import: the ratio has fallen from 0.65 to 0.5",
      ]
    ),
  ])
  func aFallByMoreThanAFifthFails(_ factor: Double, _ failures: [String]) throws {
    let baseline = try Self.baseline(Self.faster(factor))
    #expect(Comparison(Self.run, with: baseline).failures == failures)
  }

  @Test func whatIsNewPassesAndWhatIsGoneFails() throws {
    let first = try Self.baseline([Self.run[0]])
    #expect(Comparison(Self.run, with: first).failures == [])
    let all = try Self.baseline(Self.run)
    #expect(
      Comparison([Self.run[0]], with: all).failures
        == ["import, 1000 events: in the baseline, not measured"])
    var other = Self.run
    other[1].events = 2_000
    #expect(
      Comparison(other, with: all).failures
        == ["import, 1000 events: in the baseline, not measured"])
  }

  @Test func theTableShowsTheChange() throws {
    let table = Comparison(Self.run, with: try Self.baseline(Self.faster(1.25))).table
    var sink = CollectingSink()
    try Format.csv.write(table, to: &sink)
    let lines = String(decoding: sink.bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
      .map(String.init)
    #expect(
      lines == [
        "name,events,measured,yardstick,unit,ratio,peakMegabytes,baseline,change",
        "\"replay, 1 thread\",1000,200,100,ms,0.5,,0.625,-20",
        "import,1000,50,25,ms,0.5,9,0.625,-20",
        "memory of an object,4000,,80,B,,,,",
      ])
  }

  @Test(arguments: ["", "{}", "[1]", "[{\"name\":\"import\"}]", "[{\"name\":1,\"events\":1}]"])
  func whatIsNoBaselineIsRefused(_ text: String) {
    #expect(Baseline(json: Array(text.utf8)) == nil)
  }

  @Test func theCommittedBaselineHasARatioForEverything() throws {
    let file = Project.fixtures.appending(path: "journal-bench/baseline.json")
    let baseline = try #require(Baseline(json: Array(try Data(contentsOf: file))))
    #expect(baseline.rows.first?.events == 200_000)
    #expect(baseline.rows.count >= 15)
    #expect(baseline.rows.allSatisfy { ($0.ratio ?? 0) > 0 })
  }
}
