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
    let marked = SummaryRows(of: columns, in: tables)
    var found: [Group: Int64] = [:]
    for place in 0..<marked.count where marked.marks[place].contains(.sources) {
      let row = Int(marked.numbers[place])
      #expect(found.updateValue(columns.starts[row], forKey: group(columns, row)) == nil)
      #expect(marked.rows.uuids[place] == columns.uuids[row])
    }
    #expect(found == firsts)
    let latest = (0..<marked.count).filter { marked.marks[$0].contains(.latest) }
    let ends = (0..<columns.count).filter(columns.isLive).map { columns.ends[$0] }
    #expect(latest.map { marked.rows.ends[$0] } == [ends.max()].compactMap { $0 })
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
