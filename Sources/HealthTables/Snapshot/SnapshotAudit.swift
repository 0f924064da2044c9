import ByteTools
import JournalFile

/// What is wrong with a snapshot.
package struct SnapshotFinding: Hashable, Sendable {
  /// In what way.
  package enum Problem: Hashable, Sendable {
    /// The journal has no such line.
    case ahead
    /// It is not what the lines make.
    case differs
  }

  /// The number of the last line that it claims to hold, which is its name.
  package var sequence: UInt64
  /// What is wrong.
  package var problem: Problem
}

/// Compares each snapshot, byte by byte, with what a replay makes of the lines. Files of other
/// layouts are left out, as no program reads them.
struct SnapshotAudit: Sendable {
  private let folder: SnapshotFolder
  /// The last lines of those that have not been compared.
  private var due: Set<UInt64>
  private var differing: [UInt64] = []
  /// The positions after those lines, as the snapshots have them, where a line ends; ascending.
  let stops: [UInt64]

  /// The snapshots that are there before the lines are read: others may go on with lines that came
  /// since.
  init(_ folder: SnapshotFolder, of reader: JournalReader) {
    self.folder = folder
    due = Set(folder.kept().map(\.sequence).filter(folder.hasThisLayout))
    stops = due.compactMap(folder.end).filter { end in
      end > 0 && (try? reader.lineStart(after: end - 1)) == end
    }.sorted()
  }

  /// Compares the snapshot of these lines, where there is one. Claims are applied then.
  ///
  /// - Throws: what the system throws.
  mutating func compare(_ builder: inout TableBuilder, _ head: Head) throws {
    guard due.remove(head.sequence) != nil else { return }
    builder.applyClaims()
    if try !folder.isMade(of: builder.tables, head) { differing.append(head.sequence) }
  }

  /// What is wrong with them, the oldest first.
  ///
  /// - Parameter scan: where the good lines end. A snapshot of an earlier line that has not been
  ///   compared names another position for it. Of those of later lines nothing is known where a bad
  ///   line ended the audit before them.
  func findings(_ scan: JournalScan) -> [SnapshotFinding] {
    let head = scan.head
    let uncompared = due.filter { sequence in
      sequence > head.sequence ? !scan.isDamaged : folder.isThere(sequence)
    }
    let found = uncompared.map { sequence in
      SnapshotFinding(sequence: sequence, problem: sequence > head.sequence ? .ahead : .differs)
    }
    return (found + differing.map { SnapshotFinding(sequence: $0, problem: .differs) })
      .sorted { $0.sequence < $1.sequence }
  }
}

extension SnapshotFolder {
  /// Whether the snapshot of a line is, byte by byte, the one that these tables make.
  fileprivate func isMade(of tables: HealthTables, _ head: Head) throws -> Bool {
    guard let file = try? system.open(path(head.sequence), .read) else { return true }
    defer { system.close(file) }
    var offset: UInt64 = 0
    do {
      // The seal of another user, or on another machine, says nothing of the lines.
      let seal = try SnapshotTrailer(try SnapshotFile(path(head.sequence), on: system)).seal
      try Snapshot.write(tables, head, .copied(seal)) { bytes in
        let end = offset + UInt64(bytes.count)
        let stored = try system.bytes(of: file, from: offset, to: end)
        guard stored.rawBytes.equals(bytes.rawBytes) else { throw SnapshotProblem() }
        offset = end
      }
      return try system.size(of: file) == offset
    } catch is SnapshotProblem {
      return false
    }
  }

  fileprivate func hasThisLayout(_ sequence: UInt64) -> Bool {
    guard let file = try? system.open(path(sequence), .read) else { return false }
    defer { system.close(file) }
    let front = SnapshotLayout.front
    return (try? system.bytes(of: file, from: 0, to: UInt64(front.count))) == front
  }

  /// The position after the last line of a snapshot, as it says itself.
  fileprivate func end(_ sequence: UInt64) -> UInt64? {
    guard let file = try? SnapshotFile(path(sequence), on: system) else { return nil }
    return (try? SnapshotTrailer(file))?.head.offset
  }

  /// Whether the file of a snapshot can be read.
  fileprivate func isThere(_ sequence: UInt64) -> Bool {
    guard let file = try? system.open(path(sequence), .read) else { return false }
    system.close(file)
    return true
  }
}
