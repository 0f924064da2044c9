import ByteTools
import HealthModel
import JournalFile

@testable import HealthTables

/// A snapshot whose bytes were changed by someone who knows how its checksums are made, and made
/// them fit.
struct ForgedSnapshot {
  var bytes: [UInt8]

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  private func word(_ place: Int) -> UInt64 {
    guard place >= 0, place <= bytes.count - 8 else { return 0 }
    return unsafe bytes.span.bytes.word(place)
  }

  private mutating func put(_ word: UInt64, at place: Int) {
    guard place >= 0, place <= bytes.count - 8 else { return }
    for index in 0..<8 {
      bytes[place + index] = UInt8(truncatingIfNeeded: word >> UInt64(index * 8))
    }
  }

  private func sum(_ range: Range<Int>) -> UInt64 {
    Checksum64.of(unsafe bytes.span.bytes.extracting(range))
  }

  /// Where the directory begins, and how many sections it has.
  var directory: (start: Int, count: Int) {
    let trailer = bytes.count - SnapshotLayout.trailerSize
    return (Int(truncatingIfNeeded: word(trailer)), Int(truncatingIfNeeded: word(trailer + 8)))
  }

  /// The offsets in the directory of all sections.
  var entries: [Int] {
    let (start, count) = directory
    guard start >= 0, start < bytes.count, count > 0,
      count <= (bytes.count - start) / SnapshotSection.entrySize
    else { return [] }
    return (0..<count).map { start + $0 * SnapshotSection.entrySize }
  }

  private func section(_ entry: Int) -> SnapshotSection? {
    guard entry >= 0, entry <= bytes.count - SnapshotSection.entrySize else { return nil }
    let span = unsafe bytes.span.bytes.extracting(entry..<entry + SnapshotSection.entrySize)
    return SnapshotSection(span, number: 0, fileSize: directory.start)
  }

  /// Makes all checksums fit what stands there now: those of blocks and buckets first, which others
  /// cover.
  mutating func seal() {
    let sections = entries.map(section)
    for (index, rows) in sections.enumerated() {
      guard let rows, rows.kind == .samples, index + 1 < sections.count,
        let blocks = sections[index + 1], blocks.kind == .blocks
      else { continue }
      for block in 0..<min(blocks.count, SampleBlocks.count(for: rows.count)) {
        put(sum(ofBlock: block, rows), at: place(of: block, blocks))
      }
    }
    if let buckets = sections.last(where: { $0?.kind == .buckets }) ?? nil,
      let rowIDs = sections.last(where: { $0?.kind == .rowIDs }) ?? nil
    {
      sealBuckets(buckets, rowIDs)
    }
    for (entry, section) in zip(entries, sections) {
      if let section { put(sum(section.offset..<section.end), at: entry + 40) }
    }
    let start = directory.start
    guard start >= 0, start < bytes.count - 8 else { return }
    put(sum(start..<bytes.count - 8), at: bytes.count - 8)
  }

  private func place(of block: Int, _ blocks: SnapshotSection) -> Int {
    blocks.offset + 2 * SnapshotLayout.aligned(blocks.count * 8) + block * 8
  }

  private func sum(ofBlock block: Int, _ section: SnapshotSection) -> UInt64 {
    var sum = Checksum64()
    var place = section.offset
    for stride in SampleColumns.strides {
      let rows = SampleBlocks.rows(block, of: section.count)
      let range = place + rows.lowerBound * stride..<place + rows.upperBound * stride
      guard range.upperBound <= bytes.count else { return 0 }
      sum.update(self.sum(range))
      place += SnapshotLayout.aligned(section.count * stride)
    }
    return sum.value
  }

  private mutating func sealBuckets(_ buckets: SnapshotSection, _ rowIDs: SnapshotSection) {
    func start(_ bucket: Int) -> Int {
      let place = buckets.offset + bucket * 4
      guard place + 8 <= bytes.count else { return 0 }
      return Int(UInt32(truncatingIfNeeded: word(place)))
    }
    let sums = buckets.offset + SnapshotLayout.aligned((buckets.count + 1) * 4)
    for bucket in 0..<buckets.count {
      var sum = Checksum64()
      for entry in start(bucket)..<max(start(bucket), min(start(bucket + 1), rowIDs.count)) {
        sum.update(word(rowIDs.offset + entry * 8))
      }
      put(sum.value, at: sums + bucket * 8)
    }
  }
}
