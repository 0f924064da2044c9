import ByteTools
import HealthEvents
import HealthTables
import JournalFile

extension Backup {
  /// Something was erased since the backup, so that its lines must be written anew.
  private struct ErasedSince: Error {}

  /// Adds the lines that the journal got since to a backup that is a folder, or makes a backup if
  /// nothing is at the path; the backup must be a continued one. Of both, only the backup's last
  /// line and the lines after it are read.
  ///
  /// The backup is written to as every journal is, under its lock: after a kill it has a part of
  /// the new lines, and the next call adds the rest. If something was erased since, all lines are
  /// written anew, and replace the old ones in one step. The checkpoint stays as it is: the lines
  /// have grown from it (D252).
  ///
  /// - Throws: `BackupProblem`; `JournalError`, `.damaged` where a new line is not sound, `.locked`
  ///   where another process adds to the backup; as `write`. Nothing was changed then, except with
  ///   `JournalError.outcomeUnknown`.
  package func add(to path: String) throws -> Written {
    let kind = try system.kindFollowingLinks(of: path)
    guard !path.hasSuffix(".tar"), kind != .regular else {
      throw BackupProblem.archive(path: path)
    }
    guard kind != nil else { return try write(to: path) }
    guard try !system.isSame(path, journal.folder) else { throw BackupProblem.itself(path: path) }
    var writer = try writer(of: path)
    let end = writer.committed
    var (head, erased) = (end, 0)
    do {
      head = try append(to: &writer, path)
    } catch {
      if !writer.isFinished { try writer.withdraw(to: end) }
      guard error is ErasedSince else { throw error }
      (head, erased) = try rewrite(&writer, path)
    }
    return Written(
      lines: head.sequence, chain: head.chainText, bytes: head.offset, lastAt: head.at,
      added: head.sequence - end.sequence, erased: erased)
  }

  /// Opens a backup to write to it. Its last line is verified, and what a kill left after that line
  /// is resolved.
  private func writer(of path: String) throws -> JournalWriter {
    guard try system.kind(of: "\(path)/\(Self.events)") != nil else {
      throw BackupProblem.noBackup(path: path)
    }
    return try JournalWriter.open(path, on: system) { _, _ in
      try JournalReader(path, on: system).beforeLastLine()
    } body: { line, _ in
      let entry = try LineCodec.decode(line)
      return ScannedLine(sequence: entry.sequence, at: entry.at)
    }
  }

  /// Returns true if the last line of the backup ends at the same place in the journal; false if it
  /// is in another place there, because erasures change the lengths of lines.
  ///
  /// - Throws: `BackupProblem` if the journal does not have it.
  private func isInPlace(_ end: Head, of path: String, in reader: JournalReader) throws -> Bool {
    if try reader.holds(end) { return true }
    var (number, first, chain) = (UInt64(0), Digest.zero, Digest.zero)
    try reader.forEachLine(from: 0) { line, _ in
      number += 1
      if number == 1 { first = Chain.stated(in: line) ?? .zero }
      if number == end.sequence { chain = Chain.stated(in: line) ?? .zero }
      return number < end.sequence
    }
    guard chain == end.chain else {
      var isOurs = false
      try JournalReader(path, on: system).forEachLine(from: 0) { line, _ in
        isOurs = Chain.stated(in: line) == first
        return false
      }
      throw BackupProblem.notFirst(
        path: path, isOurs && number < end.sequence ? .rolledBack : .forked)
    }
    return false
  }

  /// Appends the lines of the journal after those of the backup, and returns when they are on the
  /// disk.
  ///
  /// - Returns: the position after the last line.
  /// - Throws: `ErasedSince` before anything is appended of a line from which something was erased:
  ///   its `erase` comes later, and after a kill nothing would vouch for the line.
  private func append(to writer: inout JournalWriter, _ path: String) throws -> Head {
    let end = writer.committed
    let head = try copyLines(after: end) { reader in
      try writer.withdraw(to: end)
      guard try isInPlace(end, of: path, in: reader) else { throw ErasedSince() }
    } looking: { line, _ in
      let isErasure = LineCodec.erasure(in: line) != nil
      if isErasure || Chain.remains(ofLine: line) != nil { throw ErasedSince() }
    } take: { part, head in
      try writer.append(sealed: part, upTo: head)
    }
    try writer.commit()
    try writer.finish()
    return head
  }

  /// Replaces the lines of the backup by all lines of the journal. No file in the folder keeps what
  /// was erased.
  ///
  /// - Returns: the position after the last line, and the number of lines that were erased, whole
  ///   or in part, since the backup.
  private func rewrite(_ writer: inout JournalWriter, _ path: String) throws -> (Head, Int) {
    let (end, paths) = (writer.committed, writer.paths)
    var (head, erased) = (Head(), Set<UInt64>())
    try Restore.removeLeftovers(from: paths)
    try writer.replaceLines { file in
      head = try copyLines { reader in
        try file.clear()
        erased = []
        _ = try isInPlace(end, of: path, in: reader)
      } looking: { line, number in
        guard number > end.sequence, let erasure = LineCodec.erasure(in: line) else { return }
        erased.formUnion(erasure.lines + erasure.kept.map(\.sequence))
      } take: { part, _ in
        try file.append(part)
      }
      guard head.sequence > end.sequence else { throw JournalError.linesGone(path: paths.events) }
      return head
    } removingCaches: { body in
      try SnapshotFolder(paths, on: system).removeAll(until: body)
    }
    return (head, erased.count)
  }
}
