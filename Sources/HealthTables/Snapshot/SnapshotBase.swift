import ByteTools
import HealthModel
import JournalFile
import Synchronization

/// The part of a snapshot that is used where it lies: the rows of each type and the places of uuids,
/// each verified when it is first asked for.
///
/// Where a part is not what was written, the lines up to the snapshot's are replayed, once, and what they
/// give serves in its place: the same rows in the same places.
final class SnapshotBase: Sendable {
  private struct State {
    var isSound: [Bool?]
    var replayed: HealthTables?
  }

  private let file: MappedBytes
  private let sections: [SnapshotSection]
  private let placed: PlacedUUIDs
  private let sums: StoredColumn<UInt64>
  private let source: SnapshotSource
  private let state: Mutex<State>

  /// - Parameters:
  ///   - sections: the sections of samples, by the numbers of their types.
  ///   - sums: a checksum for each bucket of `placed`.
  init(
    _ file: MappedBytes, _ sections: [SnapshotSection], _ placed: PlacedUUIDs,
    sums: StoredColumn<UInt64>, source: SnapshotSource
  ) {
    self.file = file
    self.sections = sections
    self.placed = placed
    self.sums = sums
    self.source = source
    state = Mutex(State(isSound: Array(repeating: nil, count: sections.count)))
  }

  /// The rows to use for a type in place of the snapshot's; nil: those are sound.
  func replacement(for type: Int) -> SampleColumns? {
    isSound(type) ? nil : replayed().samples[type]
  }

  private func isSound(_ type: Int) -> Bool {
    state.withLock { state in
      if let known = state.isSound[type] { return known }
      let section = sections[type]
      let isSound = section.isSound(in: file)
      state.isSound[type] = isSound
      return isSound
    }
  }

  /// Whether the places of this uuid and those near it are what was written.
  func vouches(for uuid: ObjectUUID) -> Bool {
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
