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

extension SnapshotFolder {
  /// Makes each snapshot again from the lines and compares every byte. Files of other layouts are left out, as
  /// no program reads them.
  ///
  /// - Parameters:
  ///   - kept: those that were there before the lines were read: others may go on with lines that came since.
  ///   - head: the place behind the last good line.
  func findings(
    _ kept: [Kept], _ reader: JournalReader, upTo head: Head
  ) throws -> [SnapshotFinding] {
    let all = Set(kept.map(\.sequence).filter(hasThisLayout))
    guard let last = all.filter({ $0 <= head.sequence }).max() else {
      return all.sorted().map { SnapshotFinding(sequence: $0, problem: .ahead) }
    }
    var found = all.filter { $0 > head.sequence }
      .map { SnapshotFinding(sequence: $0, problem: .ahead) }
    var builder = TableBuilder()
    try reader.forEachLine(from: 0, to: head.offset) { line, offset in
      _ = try builder.apply(line: line, at: offset)
      if all.contains(builder.tables.lastSequence) {
        builder.settle()
        let place = Head(behind: line, at: offset, builder.tables)
        if try !isMade(of: builder.tables, place) {
          found.append(SnapshotFinding(sequence: place.sequence, problem: .differs))
        }
      }
      return builder.tables.lastSequence < last
    }
    return found.sorted { $0.sequence < $1.sequence }
  }

  /// Whether the snapshot of a line is, byte by byte, the one that these tables make.
  private func isMade(of tables: HealthTables, _ head: Head) throws -> Bool {
    guard let file = try? system.open(path(head.sequence), .read) else { return true }
    defer { system.close(file) }
    var offset: UInt64 = 0
    do {
      try Snapshot.write(tables, head) { bytes in
        let end = offset + UInt64(bytes.count)
        guard try system.bytes(of: file, from: offset, to: end) == bytes else {
          throw SnapshotProblem()
        }
        offset = end
      }
      return try system.size(of: file) == offset
    } catch is SnapshotProblem {
      return false
    }
  }

  private func hasThisLayout(_ sequence: UInt64) -> Bool {
    guard let file = try? system.open(path(sequence), .read) else { return false }
    defer { system.close(file) }
    let front = SnapshotLayout.front
    return (try? system.bytes(of: file, from: 0, to: UInt64(front.count))) == front
  }
}

extension Head {
  /// The place behind the line that tables took last.
  fileprivate init(behind line: RawSpan, at offset: UInt64, _ tables: HealthTables) {
    self.init()
    sequence = tables.lastSequence
    self.offset = offset + UInt64(line.byteCount) + 1
    chain = Chain.stated(in: line) ?? chain
    at = tables.lastAt ?? at
  }
}
