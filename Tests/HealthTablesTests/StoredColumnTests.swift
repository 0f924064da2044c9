import HealthModel
import JournalFile
import JournalTestSupport
import Testing

@testable import HealthTables

/// The memory of a file of these bytes, all of it read.
private func ownedBytes(_ bytes: [UInt8]) throws -> OwnedBytes {
  let system = MemorySystem()
  try system.createDirectory("/m")
  system["/m/a"] = bytes
  let file = try SnapshotFile("/m/a", on: system)
  #expect(file.load(0..<bytes.count))
  return file.bytes
}

/// What a snapshot holds and what came since read as one column.
@Suite struct StoredColumnTests {
  private let numbers: [UInt32] = [7, 8, 9]

  private func column(at offset: Int = 0) throws -> StoredColumn<UInt32> {
    var bytes = [UInt8](repeating: 0xEE, count: offset)
    for number in numbers {
      for shift in [0, 8, 16, 24] { bytes.append(UInt8(truncatingIfNeeded: number >> shift)) }
    }
    let owned = try ownedBytes(bytes)
    return StoredColumn(try #require(owned.array(of: UInt32.self, at: offset, count: 3)))
  }

  @Test func whatComesLaterStandsAfterTheSnapshot() throws {
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
  func whatLiesOutsideOrAskewIsNoArray(_ offset: Int, _ count: Int) throws {
    let owned = try ownedBytes([UInt8](repeating: 0, count: 15))
    #expect(owned.array(of: UInt32.self, at: offset, count: count) == nil)
  }

  @Test func nothingIsAColumnToo() throws {
    let owned = try ownedBytes([])
    let column = StoredColumn(try #require(owned.array(of: UInt64.self, at: 0, count: 0)))
    #expect(column.isEmpty)
  }

  /// What a snapshot holds and what came since are two pieces; a column that was copied whole is
  /// one.
  @Test(arguments: [false, true]) func columnsAreHandedOutInPieces(_ isCopied: Bool) throws {
    var numbers = try column()
    if isCopied { numbers.replace(0, with: 7) }
    let owned = try ownedBytes([UInt8](repeating: 0, count: 16 * 3))
    func zeros<Element: BitwiseCopyable & Sendable>(_ type: Element.Type) throws
      -> StoredColumn<Element>
    {
      StoredColumn(try #require(owned.array(of: Element.self, at: 0, count: 3)))
    }
    var columns = SampleColumns(
      uuids: try zeros(ObjectUUID.self), starts: try zeros(Int64.self),
      ends: try zeros(Int64.self), values: try zeros(Double.self),
      sequences: try zeros(UInt32.self), contexts: numbers,
      flags: try zeros(SampleRow.Flags.self), deadCount: 0)
    columns.known = (0..<10).map {
      SampleContext(provenance: 0, unit: $0 * 2, zone: 0, startOffset: 0, endOffset: 0)
    }
    for start in 3..<6 {
      columns.append(
        PendingRow(
          uuid: ObjectUUID(high: 0, low: 0), start: Int64(start), end: 0, value: 0, sequence: 0,
          context: UInt32(start), type: 0, flags: []))
    }
    for rows in [[Int](0..<6), [], [1], [4], [5, 0, 2, 3, 4, 1]] {
      var found: [String] = []
      columns.forEachChunk(of: rows) { places, first, starts, _, _, contexts, flags in
        for place in places {
          let index = rows[place] - first
          let unit = columns.known[Int(contexts[index])].unit
          found.append("\(rows[place]): \(starts[index]) \(unit) \(flags[index].rawValue)")
        }
      }
      #expect(
        found
          == rows.map {
            "\($0): \(columns[$0].start) \(columns[$0].unit) \(columns[$0].flags.rawValue)"
          })
    }
    var whole: [String] = []
    columns.forEachChunk { rows, first, starts, _, _, contexts, _ in
      for row in rows {
        let unit = columns.known[Int(contexts[row - first])].unit
        whole.append("\(row): \(starts[row - first]) \(unit)")
      }
    }
    #expect(whole == (0..<6).map { "\($0): \(columns[$0].start) \(columns[$0].unit)" })
  }
}
