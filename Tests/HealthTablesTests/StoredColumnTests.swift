import JournalFile
import Testing

@testable import HealthTables

/// What is mapped and what came since read as one column.
@Suite struct StoredColumnTests {
  private let numbers: [UInt32] = [7, 8, 9]

  private func column(at offset: Int = 0) throws -> StoredColumn<UInt32> {
    var bytes = [UInt8](repeating: 0xEE, count: offset)
    for number in numbers {
      for shift in [0, 8, 16, 24] { bytes.append(UInt8(truncatingIfNeeded: number >> shift)) }
    }
    let mapped = MappedBytes(copying: bytes)
    return StoredColumn(try #require(mapped.array(of: UInt32.self, at: offset, count: 3)))
  }

  @Test func whatComesLaterStandsBehindWhatIsMapped() throws {
    var column = try column(at: 8)
    column.append(10)
    column.append(11)
    #expect(Array(column) == [7, 8, 9, 10, 11])
    #expect(column.count == 5)
    #expect(column[2...3].reduce(0, +) == 19)
  }

  @Test(arguments: 0..<5) func anElementIsReplaced(_ place: Int) throws {
    var column = try column()
    column.append(10)
    column.append(11)
    let other = column
    column.replace(place, with: 0)
    var expected = numbers + [10, 11]
    expected[place] = 0
    #expect(Array(column) == expected)
    #expect(Array(other) == numbers + [10, 11])
    column.append(12)
    #expect(Array(column) == expected + [12])
  }

  @Test(arguments: [(0, 4), (4, 3), (16, 1), (1, 2), (-4, 1), (0, -1), (0, .max), (.max, 1)])
  func whatLiesOutsideOrAskewIsNoArray(_ offset: Int, _ count: Int) {
    let mapped = MappedBytes(copying: [UInt8](repeating: 0, count: 15))
    #expect(mapped.array(of: UInt32.self, at: offset, count: count) == nil)
  }

  @Test func nothingIsAColumnToo() throws {
    let mapped = MappedBytes(copying: [])
    let column = StoredColumn(try #require(mapped.array(of: UInt64.self, at: 0, count: 0)))
    #expect(column.isEmpty)
  }
}
