import ByteTools
import HealthModel
import JournalFile
import Synchronization

/// The parts of a snapshot that are verified when they are first asked for: the rows of each type, the
/// places of lines and uuids, which are used where they lie, and what links objects.
///
/// Where a part is not what was written, the lines up to the snapshot's are replayed, once, and what they
/// give serves in its place: the same rows in the same places.
final class SnapshotBase: Sendable {
  private struct State {
    var isSound: [Bool?]
    var hasSoundBuckets: Bool?
    var lines: StoredColumn<UInt64>?
    var links: HealthTables.Links?
    var rights: HealthTables.Rights?
    var replayed: HealthTables?
  }

  private let file: MappedBytes
  private let parts: SnapshotParts
  private let placed: PlacedUUIDs
  private let sums: StoredColumn<UInt64>
  private let lineOffsets: StoredColumn<UInt64>
  private let source: SnapshotSource
  private let state: Mutex<State>

  /// - Parameters:
  ///   - sums: a checksum for each bucket of `placed`.
  ///   - lines: where lines begin.
  init(
    _ file: MappedBytes, _ parts: SnapshotParts, _ placed: PlacedUUIDs,
    sums: StoredColumn<UInt64>, lines: StoredColumn<UInt64>, source: SnapshotSource
  ) {
    self.file = file
    self.parts = parts
    self.placed = placed
    self.sums = sums
    lineOffsets = lines
    self.source = source
    state = Mutex(State(isSound: Array(repeating: nil, count: parts.samples.count)))
  }

  // MARK: Samples

  /// The rows to use for a type in place of the snapshot's; nil: those are sound.
  func replacement(for type: Int) -> SampleColumns? {
    isSound(type) ? nil : replayed().samples[type]
  }

  private func isSound(_ type: Int) -> Bool {
    state.withLock { state in
      if let known = state.isSound[type] { return known }
      let isSound = parts.samples[type].isSound(in: file)
      state.isSound[type] = isSound
      return isSound
    }
  }

  /// What is told of the rows of a type by blocks; nil: nothing that can be trusted.
  func blocks(of type: Int) -> SampleBlocks? {
    let section = parts.blocks[type]
    return section.isSound(in: file) ? try? SampleBlocks(file, section) : nil
  }

  /// The rows of a type that questions about others need; nil: none that can be trusted.
  func marked(of type: Int) -> MarkedRows? {
    let section = parts.marked[type]
    return section.isSound(in: file) ? try? MarkedRows(file, section) : nil
  }

  // MARK: Places and links

  /// Where lines begin.
  func lines() -> StoredColumn<UInt64> {
    if let known = state.withLock({ $0.lines }) { return known }
    let lines = parts.lines.isSound(in: file) ? lineOffsets : replayed().lines.offsets
    state.withLock { $0.lines = lines }
    return lines
  }

  /// Objects that are no samples, and what links objects.
  func links() -> HealthTables.Links {
    if let known = state.withLock({ $0.links }) { return known }
    let links = read(parts.links, HealthTables.Links.init) ?? replayed().links.value
    state.withLock { $0.links = links }
    return links
  }

  /// What the owner decided.
  func rights() -> HealthTables.Rights {
    if let known = state.withLock({ $0.rights }) { return known }
    let rights = read(parts.rights, HealthTables.Rights.init) ?? replayed().rights.value
    state.withLock { $0.rights = rights }
    return rights
  }

  /// What a section says; nil where it is not what was written.
  private func read<Part>(
    _ section: SnapshotSection, _ decode: (inout FactReader) throws(SnapshotProblem) -> Part
  ) -> Part? {
    guard section.isSound(in: file) else { return nil }
    var reader = FactReader(file, section)
    return try? decode(&reader)
  }

  private var hasSoundBuckets: Bool {
    state.withLock { state in
      if let known = state.hasSoundBuckets { return known }
      let isSound =
        parts.buckets.isSound(in: file)
        && placed.starts.last == UInt32(exactly: placed.entries.count)
      state.hasSoundBuckets = isSound
      return isSound
    }
  }

  /// Whether the places of this uuid and those near it are what was written.
  func vouches(for uuid: ObjectUUID) -> Bool {
    guard hasSoundBuckets else { return false }
    let bucket = placed.bucket(of: uuid)
    return placed.checksum(bucket) == sums[bucket]
  }

  /// Whether the snapshot may have a row with this uuid; most that it has not are told at once.
  func mayHold(_ uuid: ObjectUUID) -> Bool {
    !vouches(for: uuid) || !placed.candidates(for: uuid).isEmpty
  }

  /// The places of a uuid by what was replayed.
  func replayedPlaces(of uuid: ObjectUUID) -> [UUIDIndex.Place] { replayed().places(of: uuid) }

  private func replayed() -> HealthTables {
    state.withLock { state in
      if let known = state.replayed { return known }
      guard let tables = source.replayed() else {
        // Neither the snapshot nor the lines can be read: there is nothing to answer from.
        preconditionFailure("the journal can no longer be read")
      }
      state.replayed = tables
      return tables
    }
  }
}

/// Where a snapshot comes from: its path, and the lines that it was made of.
struct SnapshotSource: Sendable {
  /// Replays the lines that the snapshot holds.
  let replay: @Sendable () throws -> HealthTables
  /// Takes the snapshot away, so that another is made; where it cannot, it stays.
  let discard: @Sendable () -> Void

  /// What the lines give; nil where they cannot be read.
  func replayed() -> HealthTables? {
    discard()
    guard var tables = try? replay() else { return nil }
    tables.buildIndex()
    return tables
  }
}

extension SnapshotSection {
  /// Whether the bytes are those that were written.
  func isSound(in file: MappedBytes) -> Bool {
    file.withBytes(offset..<offset + size) { Checksum64.of($0) } == checksum
  }
}
