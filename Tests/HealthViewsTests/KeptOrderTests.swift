import HealthModel
import HealthTables
import TestSupport
import Testing
import ViewTestSupport

@testable import HealthViews

/// The kept order tells of the changes that an order found anew each time tells of.
@Suite(.enabled(if: Zones.arePresent)) struct KeptOrderTests {
  /// Some samples of sources that share names, bundles and devices.
  private static func tables(_ dice: inout Dice) throws -> HealthTables {
    try journal { session in
      for number in 0..<60 {
        let start = 20_000 * 86_400 + dice.below(40) * 3600
        let span = TimeSpan(time(start), time(start + dice.below(3) * 1800))
        var sample = quantity(number, steps, 1, "count", span)
        if dice.below(5) == 0 { sample.metadata[MetadataName.wasUserEntered] = .boolean(true) }
        let name = ["Zed", "Alpha", "alpha\u{A0}", "iPhone", "My Apple Watch"][dice.below(5)]
        let hardware = [nil, "iPhone14,5", "Watch6,1", "Other1"][dice.below(4)]
        try session.save(
          sample, source: name, bundle: dice.below(4) == 0 ? "com.example.\(dice.below(3))" : nil,
          device: hardware.map { Device(hardware: $0) })
      }
    }.tables
  }

  private static func time(_ second: Int) -> Timestamp {
    Timestamp(instant: Instant(wholeSeconds: Int64(second)), offsetMinutes: 0)
  }

  /// A source's rank with the name that rows show.
  private struct Rank: Hashable {
    var source: FoundSources.Identity
    var isByHand: Bool
    var name: String
  }

  /// The ranks of all sources, in their order.
  private static func ranks(
    _ tallies: [SourceTallies.Tally], _ split: [SplitName], _ tables: HealthTables
  ) -> [Rank] {
    let found = FoundSources(SourceTallies(tallies), split, in: tables)
    let labels = found.labels()
    return found.slots(by: ConfiguredPlaces([], in: tables)).map {
      Rank(
        source: found.sources[$0.source].identity, isByHand: $0.isByHand, name: labels[$0.source])
    }
  }

  private static func differ(_ before: [Rank], _ after: [Rank]) -> Bool {
    func places(_ ranks: [Rank]) -> Set<[String]> {
      Set(ranks.map { ["\($0.source)", "\($0.isByHand)"] })
    }
    let both = places(before).intersection(places(after))
    func staying(_ ranks: [Rank]) -> [Rank] {
      ranks.filter { both.contains(["\($0.source)", "\($0.isByHand)"]) }
    }
    return staying(before) != staying(after)
  }

  @Test(arguments: Counts.seeds(0...59)) func tellsOfTheChangesOfAnOrderFoundAnew(_ seed: Int)
    throws
  {
    var dice = Dice(seed)
    let tables = try Self.tables(&dice)
    let columns = try #require(tables.columns(of: steps))
    let spans = (0..<columns.count).map(columns.span)
    let count = tables.provenances.count
    let all = SourceTallies(spans, count: count)
    let split = SplitName.all(all.ofProvenance.map(\.time), in: tables) { $0.grouped(spans) }
    var order = KeptOrder(all, split, in: tables)
    var isIn = spans.map { _ in false }
    var before: [Rank]?
    for step in 0..<120 {
      var moved: Set<Int> = []
      for _ in 0...dice.below(3) {
        let row = dice.below(spans.count)
        isIn[row].toggle()
        moved.insert(Int(spans[row].provenance))
      }
      let tallies = SourceTallies(
        spans.indices.filter { isIn[$0] }.map { spans[$0] }, count: count
      ).ofProvenance
      let after = Self.ranks(tallies, split, tables)
      let changed = order.update(moved) { tallies[$0] }
      #expect(changed == Self.differ(before ?? after, after), "step \(step)")
      before = after
    }
  }
}
