import ByteTools
import Foundation
import TestSupport
import Testing

/// Archives of others are read, and what is not right in one is said.
@Suite struct ZipArchiveTests {
  /// Three files, one of them not deflated, one with a name beyond ASCII.
  private static let small = [UInt8](
    Data(
      base64Encoded: """
        UEsDBBQAAAAIAABQdl0VFzuUNQAAAPAFAAAKAAAAZXhwb3J0LnhtbLMJSk3OL0pRKKksSLVVCi5JLXDOL80rUVIoS8wp\
        BYoYGinp23HZjKoaVTWqalTVqKohrgoAUEsDBBQAAAAAAABQdl0zQiFVBAAAAAQAAAAFAAAAYS5jc3YxLDIKUEsDBBQA\
        AAgIAABQdl1zjAUpBQEAAAABAAAQAAAAZXhwb3J0YWNpw7NuLnhtbAEAAf/+AAECAwQFBgcICQoLDA0ODxAREhMUFRYX\
        GBkaGxwdHh8gISIjJCUmJygpKissLS4vMDEyMzQ1Njc4OTo7PD0+P0BBQkNERUZHSElKS0xNTk9QUVJTVFVWV1hZWltc\
        XV5fYGFiY2RlZmdoaWprbG1ub3BxcnN0dXZ3eHl6e3x9fn+AgYKDhIWGh4iJiouMjY6PkJGSk5SVlpeYmZqbnJ2en6Ch\
        oqOkpaanqKmqq6ytrq+wsbKztLW2t7i5uru8vb6/wMHCw8TFxsfIycrLzM3Oz9DR0tPU1dbX2Nna29zd3t/g4eLj5OXm\
        5+jp6uvs7e7v8PHy8/T19vf4+fr7/P3+/1BLAQIUAxQAAAAIAABQdl0VFzuUNQAAAPAFAAAKAAAAAAAAAAAAAACAAQAA\
        AABleHBvcnQueG1sUEsBAhQDFAAAAAAAAFB2XTNCIVUEAAAABAAAAAUAAAAAAAAAAAAAAIABXQAAAGEuY3N2UEsBAhQD\
        FAAACAgAAFB2XXOMBSkFAQAAAAEAABAAAAAAAAAAAAAAAIABhAAAAGV4cG9ydGFjacOzbi54bWxQSwUGAAAAAAMAAwCp\
        AAAAtwEAAAAA
        """) ?? Data())

  /// What the small archive holds, by the bytes of its names.
  private static let contents: [[UInt8]: [UInt8]] = [
    Array("export.xml".utf8): Array(
      String(repeating: "<Record type=\"StepCount\" value=\"12\"/>\n", count: 40).utf8),
    Array("a.csv".utf8): Array("1,2\n".utf8),
    Array("exportación.xml".utf8): Array(0...255),
  ]

  @Test func aSmallArchiveIsRead() throws {
    let archive = try ZipArchive(Self.small)
    #expect(archive.entries.map(\.name) == ["export.xml", "a.csv", "exportación.xml"])
    #expect(archive.entries.map(\.method) == [8, 0, 8])
    for entry in archive.entries {
      #expect(try readAll(archive.source(of: entry)) == Self.contents[entry.nameBytes])
    }
  }

  /// All that can be read is right; where nothing can be, or not all, an error has said so.
  private func check(_ bytes: [UInt8]) -> Bool {
    guard let archive = try? ZipArchive(bytes) else { return false }
    var isWhole = archive.entries.count == 3
    for entry in archive.entries {
      guard let read = try? readAll(archive.source(of: entry)) else {
        isWhole = false
        continue
      }
      #expect(read == Self.contents[entry.nameBytes])
    }
    return isWhole
  }

  @Test func everyTruncationIsFound() {
    #expect(check(Self.small))
    for count in Self.small.indices { #expect(!check(Array(Self.small[..<count])), "\(count)") }
  }

  @Test func damageNeverReadsAsSomethingElse() {
    var random = Dice(3000)
    var unharmed = 0
    for _ in 0..<3000 {
      var bytes = Self.small
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        let place = Int.random(in: bytes.indices, using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0: bytes[place] ^= 1 << UInt8.random(in: 0...7, using: &random)
        case 1: bytes[place] = [0, 0xFF].randomElement(using: &random) ?? 0
        case 2: bytes.remove(at: place)
        default: bytes.insert(UInt8.random(in: 0...255, using: &random), at: place)
        }
      }
      if check(bytes) { unharmed += 1 }
    }
    // Times, versions and attributes are not looked at.
    #expect((1..<900).contains(unharmed))
  }

  /// Each of them has one thing wrong.
  @Test(.enabled(if: MadeZips.python != nil)) func whatIsNotReadSaysWhy() throws {
    let lines = try MadeZips.lines("refused.txt")
    #expect(lines.count >= 18)
    for line in lines {
      let error = #expect(throws: ZipError.self, "\(line)") {
        let archive = try ZipArchive(try MadeZips.bytes(line[0]))
        for entry in archive.entries {
          let read = try readAll(archive.source(of: entry))
          #expect(read.count <= Int(entry.size))
        }
      }
      #expect(error.map { "\($0)" } == line[1], "\(line)")
    }
  }

  @Test(.enabled(if: MadeZips.python != nil)) func archivesOfOthersAreRead() throws {
    var wanted: [String: Set<[String]>] = ["empty.zip": []]
    for line in try MadeZips.lines("zips.txt") { wanted[line[0], default: []].insert(line) }
    #expect(wanted.count >= 15)
    for (name, wanted) in wanted {
      let archive = try ZipArchive(try MadeZips.bytes(name))
      #expect(archive.entries.count == wanted.count)
      let read = try archive.entries.map { entry in
        let bytes = try readAll(archive.source(of: entry), chunk: 1 << 12)
        var sum = CRC32()
        sum.update(bytes.rawBytes)
        let hex = entry.name.utf8.map { String(UInt16($0) + 0x100, radix: 16).dropFirst() }
        let checksum = String(UInt64(sum.value) + (1 << 32), radix: 16).dropFirst()
        return [name, hex.joined(), String(checksum), "\(bytes.count)"]
      }
      #expect(Set(read) == wanted, "\(name)")
    }
  }

  /// A file that cannot be read keeps nobody from the others.
  @Test func theOthersOfADamagedArchiveAreRead() throws {
    var bytes = Self.small
    bytes[45] ^= 0xFF
    let archive = try ZipArchive(bytes)
    var first = try archive.source(of: archive.entries[0])
    var array = [UInt8](repeating: 0, count: 10)
    let found = #expect(throws: ZipError.self) {
      while try first.read(into: &array, from: 0) > 0 {}
    }
    // It stays as it is.
    let error = try #require(found)
    #expect(throws: error) { try first.read(into: &array, from: 0) }
    #expect(try readAll(archive.source(of: archive.entries[1])) == Array("1,2\n".utf8))
  }

  /// An archive with nothing between its headers and its directory but what they promise.
  private struct PromisedBytes: SeekableBytes {
    var size: UInt64 = 0
    var parts: [(offset: UInt64, bytes: [UInt8])] = []

    mutating func append(_ bytes: [UInt8], andSkip skipped: UInt64 = 0) {
      parts.append((size, bytes))
      size += UInt64(bytes.count) + skipped
    }

    func read(at offset: UInt64, into array: inout [UInt8], from start: Int) -> Int {
      guard offset < size else { return 0 }
      let part = parts.last { $0.offset <= offset }
      let at = part.map { Int(offset - $0.offset) } ?? 0
      guard let part, at < part.bytes.count else {
        array[start] = 0
        return 1
      }
      return part.bytes.read(at: UInt64(at), into: &array, from: start)
    }
  }

  /// The sizes of an archive's files.
  struct Sizes: Sendable, CustomTestStringConvertible {
    let each: [UInt64]

    init(_ each: [UInt64]) {
      self.each = each
    }

    var testDescription: String { each.count > 10 ? "\(each.count) files" : "\(each)" }
  }

  /// What is written is read back, of any size and number: beyond 4 GiB and 65,535 files too.
  @Test(arguments: [
    Sizes([3]), Sizes([]), Sizes([0, 0xFFFF_FFFE, 7]), Sizes([0xFFFF_FFFF, 1]),
    Sizes([1 << 40, 5, 0xFFFF_FFFF]),
    Sizes([UInt64](repeating: 2, count: 70_000)), Sizes([UInt64](repeating: 1, count: 65_535)),
  ]) func whatIsWrittenIsRead(_ written: Sizes) throws {
    let sizes = written.each
    var (directory, archive) = (ZipDirectory(), PromisedBytes())
    for (index, size) in sizes.enumerated() {
      let header = directory.add("ordner/\(index)é.xml", size: size, checksum: UInt32(index))
      archive.append(header, andSkip: size)
    }
    archive.append(directory.end)
    let found = try ZipArchive(archive).entries
    #expect(found.map(\.size) == sizes && found.map(\.compressedSize) == sizes)
    #expect(found.map(\.checksum) == sizes.indices.map { UInt32($0) })
    #expect(found.map(\.name) == sizes.indices.map { "ordner/\($0)é.xml" })
    for entry in found.prefix(5) { _ = try ZipArchive(archive).source(of: entry) }
  }

  /// A disk whose reads are short, or fail.
  private struct SlowBytes: SeekableBytes {
    struct Failure: Error {}

    let bytes: [UInt8]
    let limit: UInt64
    var size: UInt64 { bytes.size }

    func read(at offset: UInt64, into array: inout [UInt8], from start: Int) throws -> Int {
      guard offset < limit else { throw Failure() }
      var one: [UInt8] = [0]
      let count = bytes.read(at: offset, into: &one, from: 0)
      if count > 0 { array[start] = one[0] }
      return count
    }
  }

  @Test func readsMayBeShort() throws {
    let archive = try ZipArchive(SlowBytes(bytes: Self.small, limit: .max))
    for entry in archive.entries {
      #expect(try readAll(archive.source(of: entry)) == Self.contents[entry.nameBytes])
    }
    #expect(throws: SlowBytes.Failure.self) {
      try ZipArchive(SlowBytes(bytes: Self.small, limit: 400))
    }
  }
}
