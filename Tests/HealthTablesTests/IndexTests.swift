import HealthEvents
import HealthModel
import JournalFile
import JournalTestSupport
import TestSupport
import Testing

@testable import HealthTables

/// Names by number, uuids by place.
@Suite struct IndexTests {
  @Test func namesKeepTheirNumbers() {
    var table = NameTable()
    let names = (0..<3000).map { number in
      switch number % 4 {
      case 0: "HKQuantityTypeIdentifier\(number)"
      case 1: "\"quoted\" \(number)"
      case 2: "back\\slash \(number)"
      default: "Größe \(number) 🏊"
      }
    }
    for (number, name) in names.enumerated() { #expect(table.intern(name) == UInt32(number)) }
    for (number, name) in names.enumerated() {
      #expect(table.number(of: name) == UInt32(number))
      #expect(table.intern(name) == UInt32(number))
      let bytes = Array(name.utf8)
      let isPlain = !name.utf8.contains { $0 == 0x22 || $0 == 0x5C }
      #expect((table.number(of: unsafe bytes.span.bytes) != nil) == isPlain)
    }
    #expect(table.names == names)
    #expect(table.number(of: "unheard of") == nil)
  }

  @Test func namesHaveNoLimit() {
    var table = NameTable()
    for number in 0..<70_000 { #expect(table.intern("n\(number)") == UInt32(number)) }
    #expect(table.intern("n7") == 7)
    #expect(table.number(of: "n69999") == 69_999)
  }

  @Test func namesOfOneHashAreToldApart() {
    var table = NameTable()
    // Short names mix few bits; empty and equal-ended ones too.
    let names = ["", "a", "aa", "\u{E9}", "e\u{301}", "abcdefgh", "abcdefgi", "xbcdefgh"]
    for name in names { _ = table.intern(name) }
    #expect(table.names.count == names.count)
    for (number, name) in names.enumerated() { #expect(table.number(of: name) == UInt32(number)) }
  }

  private func tables(_ uuids: [ObjectUUID], index first: Bool) -> HealthTables {
    var builder = TableBuilder()
    if first { builder.buildIndex() }
    for uuid in uuids {
      let type = builder.tables.vocabulary.types.intern("T\(uuid.low % 3)")
      builder.append(row(uuid), type: type)
    }
    builder.buildIndex()
    return builder.tables
  }

  private func row(_ uuid: ObjectUUID) -> SampleRow {
    SampleRow(
      uuid: uuid, start: 0, end: 0, value: 0, sequence: 1, provenance: 0, unit: SampleRow.none,
      zone: SampleRow.none, startOffset: 0, endOffset: 0, flags: [])
  }

  @Test(arguments: [false, true]) func collidingUUIDsAreFound(_ first: Bool) {
    // Bits below 16 of the first word do not take part in the hash.
    let uuids = (0..<600).map { ObjectUUID(high: $0, low: 0) }
    let tables = tables(uuids, index: first)
    for (row, uuid) in uuids.enumerated() {
      #expect(tables.rowID(of: uuid)?.row == UInt32(row))
    }
    #expect(tables.rowID(of: ObjectUUID(high: 601, low: 0)) == nil)
  }

  @Test(arguments: [false, true]) func manyUUIDsAreFound(_ first: Bool) {
    var dice = Dice(5)
    let uuids = (0..<200_000).map { _ in ObjectUUID(random: (dice.next(), dice.next())) }
    let tables = tables(uuids, index: first)
    var wrong = 0
    for uuid in uuids {
      guard let rowID = tables.rowID(of: uuid), tables.uuid(at: rowID) == uuid
      else {
        wrong += 1
        continue
      }
    }
    for _ in 0..<1000 {
      let other = ObjectUUID(random: (dice.next(), dice.next()))
      if tables.rowID(of: other) != nil { wrong += 1 }
    }
    #expect(wrong == 0)
  }

  @Test func ofAUUIDThatIsThereTwiceTheFirstStays() {
    let tables = tables([id(1), id(2), id(1)], index: true)
    #expect(tables.rowID(of: id(1))?.row == 0)
  }
}
