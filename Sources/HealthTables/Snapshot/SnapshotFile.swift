import ByteTools
import JournalFile

/// A snapshot's file. Parts of it are read into memory of the process's own when they are first
/// asked for, and never again: what was verified does not change when the file does.
final class SnapshotFile: Sendable {
  /// What has been read so far, in its place.
  let bytes: OwnedBytes
  private let file: OpenFile
  private let system: any FileSystem
  /// Which one closes the file; nil: this one.
  private let owner: SnapshotFile?

  /// Opens a file.
  ///
  /// - Throws: `SystemFailure`; `SnapshotProblem` where there is no room for its bytes.
  init(_ path: String, on system: any FileSystem) throws {
    self.system = system
    owner = nil
    file = try system.open(path, .read)
    do {
      guard let count = Int(exactly: try system.size(of: file)),
        let bytes = OwnedBytes(count: count)
      else { throw SnapshotProblem() }
      self.bytes = bytes
    } catch {
      system.close(file)
      throw error
    }
  }

  /// The same file with nothing read of it yet, for one question about a few rows.
  init?(again owner: SnapshotFile) {
    guard let bytes = OwnedBytes(count: owner.count) else { return nil }
    (self.bytes, self.owner) = (bytes, owner)
    (file, system) = (owner.file, owner.system)
  }

  deinit { if owner == nil { system.close(file) } }

  /// The size of the file when it was opened.
  var count: Int { bytes.count }

  /// Reads a range that nobody uses yet; false where the file is shorter now, or the system
  /// refuses.
  func load(_ range: Range<Int>) -> Bool {
    var start = range.lowerBound
    while start < range.upperBound {
      guard let count = try? system.read(file, start..<range.upperBound, into: bytes), count > 0
      else { return false }
      start += count
    }
    return true
  }

  /// Reads a section that nobody uses yet; whether its bytes are those that were written.
  func loadSound(_ section: SnapshotSection) -> Bool {
    let range = section.offset..<section.end
    guard load(range), bytes.withBytes(range, Checksum64.of) == section.checksum else {
      return false
    }
    return section.digest.map { $0 == bytes.withBytes(range, SHA256.hash) } ?? true
  }

  /// Reads some rows of a section of samples that nobody uses yet.
  func load(_ rows: Range<Int>, of section: SnapshotSection) -> Bool {
    var offset = section.offset
    for stride in SampleColumns.strides {
      let start = offset + rows.lowerBound * stride
      guard load(start..<start + rows.count * stride) else { return false }
      offset += SnapshotLayout.aligned(section.count * stride)
    }
    return true
  }
}
