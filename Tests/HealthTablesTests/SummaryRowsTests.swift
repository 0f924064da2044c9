import HealthEvents
import HealthModel
import TestSupport
import Testing

@testable import HealthTables

/// Of the rows of a type a snapshot marks those that questions about others need.
@Suite struct SummaryRowsTests {
  /// What tells sources, their order and units apart.
  private struct Group: Hashable {
    var provenance: UInt32
    var unit: UInt32
    var flags: UInt8
  }

  private func sample(
    _ number: UInt64, hours: Int64, unit: String, byHand: Bool
  ) -> HealthObject {
    let byHand = Metadata.Entry("HKWasUserEntered", .boolean(true)).onlyIf(byHand)
    var object = quantity(number)
    object.metadata = Metadata(byHand)
    let span = TimeSpan(time(hours * 3600), time(hours * 3600 + 60))
    object.content = .quantity(
      QuantityContent(type: object.content.type, span: span, value: 1, unit: unit))
    return object
  }

  @Test(arguments: Counts.seeds(1...20 as ClosedRange<UInt64>))
  func eachSourceAndUnitHasOneThatStartsFirst(_ seed: UInt64) throws {
    var dice = Dice(seed)
    var scribe = Scribe()
    for number in 1...60 as ClosedRange<UInt64> {
      let object = sample(
        number, hours: Int64(dice.below(500)), unit: dice.often(20) ? "m" : "count",
        byHand: dice.often(30))
      scribe.add(saving(object), by: dice.often(50) ? "owner" : "com.example.one")
      if dice.often(20) { scribe.add(.delete(Deletion(objects: [id(number)]))) }
    }
    let tables = try tables(scribe.lines)
    let columns = try #require(tables.columns(of: "HKQuantityTypeIdentifierStepCount"))
    var firsts: [Group: Int64] = [:]
    for row in 0..<columns.count where columns.isLive(row) {
      let group = group(columns, row)
      firsts[group] = min(firsts[group] ?? .max, columns.starts[row])
    }
    let known = try KnownUUIDs(tables)
    let marked = SummaryRows(of: columns, type: 0, try Ladder(of: tables, known), in: tables)
    var found: [Group: Int64] = [:]
    for place in 0..<marked.count where marked.marks[place].contains(.sources) {
      let row = Int(marked.numbers[place])
      #expect(found.updateValue(columns.starts[row], forKey: group(columns, row)) == nil)
      #expect(marked.rows.uuids[place] == columns.uuids[row])
    }
    #expect(found == firsts)
    for place in 0..<marked.count where marked.marks[place].contains(.sources) {
      let group = group(columns, Int(marked.numbers[place]))
      let own = (0..<columns.count).filter {
        columns.isLive($0) && self.group(columns, $0) == group
      }
      #expect(Int(marked.samples[place]) == own.count)
      #expect(marked.lasts[place] == own.map { columns.ends[$0] }.max())
    }
    let latest = (0..<marked.count).filter { marked.marks[$0].contains(.latest) }
    let ends = (0..<columns.count).filter(columns.isLive).map { columns.ends[$0] }
    #expect(latest.map { marked.rows.ends[$0] } == [ends.max()].compactMap { $0 })
  }

  /// The first rows of each earlier line are marked too, also those that were deleted later.
  @Test(arguments: Counts.seeds(1...10 as ClosedRange<UInt64>))
  func theFirstOfEveryLineAreMarked(_ seed: UInt64) throws {
    var dice = Dice(seed)
    var scribe = Scribe()
    for number in 1...50 as ClosedRange<UInt64> {
      let object = sample(number, hours: Int64(dice.below(90)), unit: "m", byHand: dice.often(30))
      scribe.add(saving(object))
      if dice.often(30) {
        let dead = id(UInt64(dice.below(Int(number))) + 1)
        scribe.add(.delete(Deletion(objects: [dead])))
      }
    }
    let all = try tables(scribe.lines)
    let columns = try #require(all.columns(of: "HKQuantityTypeIdentifierStepCount"))
    let known = try KnownUUIDs(all)
    let marked = SummaryRows(of: columns, type: 0, try Ladder(of: all, known), in: all)
    let past = Set(
      (0..<marked.count).filter { marked.marks[$0].contains(.past) }.map { marked.numbers[$0] })
    #expect(past.count < columns.count)
    for line in 3...scribe.lines.count {
      let then = try #require(
        try tables(Array(scribe.lines.prefix(line)))
          .columns(of: "HKQuantityTypeIdentifierStepCount"))
      let live = (0..<then.count).filter(then.isLive)
      for rows in Dictionary(grouping: live, by: { group(then, $0) }).values {
        let first = rows.map { then.starts[$0] }.min()
        #expect(rows.contains { then.starts[$0] == first && past.contains(UInt32($0)) }, "\(line)")
      }
    }
  }

  private func group(_ columns: SampleColumns, _ row: Int) -> Group {
    Group(
      provenance: columns.provenance(row), unit: columns.unit(row),
      flags: columns.flags[row].intersection([.userEntered, .category]).rawValue)
  }
}

extension Metadata.Entry {
  fileprivate func onlyIf(_ condition: Bool) -> [Metadata.Entry] { condition ? [self] : [] }
}
