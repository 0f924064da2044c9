import ByteTools
import HealthEvents
import HealthModel
package import JournalFile

/// The rule that decides when a new snapshot is worth writing.
package struct SnapshotPolicy: Sendable {
  /// The fewest bytes of lines after the newest snapshot; to read them takes a few milliseconds.
  package var leastBytes: UInt64
  /// The lines after the newest snapshot must also be at least one part in this many of the
  /// journal. So all snapshots of a growing journal have at most about this many times the bytes of
  /// the last one.
  package var mostTails: UInt64 = 100

  /// The usual policy.
  package static let standard = SnapshotPolicy(leastBytes: 8 << 20)

  /// Creates a policy of one snapshot for each `leastBytes` bytes of lines.
  package init(leastBytes: UInt64) { self.leastBytes = leastBytes }

  /// Returns true if lines from `start` to `end` are enough.
  package func isDue(from start: UInt64, to end: UInt64) -> Bool {
    end > start && end - start >= max(leastBytes, end / mostTails)
  }
}

/// The proof that a snapshot must give before it is used (D172).
enum SnapshotTrust {
  /// Its checksums: enough for what is only shown.
  case checksums
  /// The seal of this user too: for what is decided, and for a snapshot that goes on from it.
  case seal
}

/// The snapshot of a journal, which has the number of its last line for a name, and older ones that
/// are to be removed. They are a cache of the lines (D79).
package struct SnapshotFolder: Sendable {
  private let paths: JournalPaths
  let system: any FileSystem

  package init(_ paths: JournalPaths, on system: any FileSystem) {
    self.paths = paths
    self.system = system
  }

  /// A snapshot as it lies there.
  package struct Kept: Hashable, Sendable {
    /// The number of the last line that it holds.
    package var sequence: UInt64
    /// The size of the snapshot.
    package var bytes: UInt64
  }

  func path(_ sequence: UInt64) -> String { "\(paths.snapshots)/\(sequence)" }

  /// Returns the numbers of the snapshots that seem to exist, the newest first.
  private func sequences() -> [UInt64] {
    guard let names = try? system.names(inDirectory: paths.snapshots) else { return [] }
    return names.compactMap { name in UInt64(name).flatMap { String($0) == name ? $0 : nil } }
      .sorted(by: >)
  }

  /// Returns the snapshots that exist, the oldest first.
  package func kept() -> [Kept] {
    sequences().reversed().compactMap { sequence in
      guard let file = try? system.open(path(sequence), .read) else { return nil }
      defer { system.close(file) }
      return (try? system.size(of: file)).map { Kept(sequence: sequence, bytes: $0) }
    }
  }

  // MARK: Reading

  /// Returns the newest snapshot that is of use, or nil.
  ///
  /// - Parameters:
  ///   - asOf: the moment or line up to which lines count.
  ///   - reader: reads the lines; also those of the snapshot, if it turns out not to be what was
  ///     written.
  ///   - trust: the checks that a snapshot must pass.
  /// - Throws: the errors of `requireLines`.
  func newest(
    _ asOf: AsOf, of reader: JournalReader, threads: Int?, _ trust: SnapshotTrust
  ) throws -> Snapshot? {
    try newest(trust, stands: reader.holds) { found in
      asOf.surelyHolds(found) ? found : try found.cut(to: asOf, of: reader)
    } replay: { head in
      try ReplayedJournal.tables(of: reader, upTo: head, threads: threads)
    }
  }

  /// Returns the newest snapshot of the lines in a file that the caller has locked, for decisions
  /// on what may be written: one that this user's programs have sealed, or nil.
  ///
  /// - Throws: the errors of `requireLines`.
  package func newest(in file: OpenFile, size: UInt64) throws -> Snapshot? {
    try newest(.seal) {
      try $0.stands(in: file, on: system, size: size)
    } choose: {
      $0
    } replay: { head in
      let reader = try JournalReader(paths.folder, on: system)
      return try ReplayedJournal.tables(of: reader, upTo: head, threads: nil)
    }
  }

  /// - Parameter choose: returns the snapshot to use for one that stands; nil: none.
  private func newest(
    _ trust: SnapshotTrust, stands: (Head) throws -> Bool,
    choose: (Snapshot) throws -> Snapshot?,
    replay: @escaping @Sendable (Head) throws -> HealthTables
  ) throws -> Snapshot? {
    let key = trust == .seal ? system.userKey(making: false) : nil
    for sequence in sequences() {
      guard let found = snapshot(sequence, key: key, replay) else { continue }
      if try !stands(found.head) {
        _ = try hasLines(of: found)
      } else if found.isSealed || trust == .checksums, let chosen = try choose(found) {
        return chosen
      }
    }
    return nil
  }

  /// Reads a snapshot as it is on the disk, without a look at the lines; returns nil if the file is
  /// no snapshot, or if its parts that are read now are not what was written.
  private func snapshot(
    _ sequence: UInt64, key: [UInt8]?, _ replay: @escaping @Sendable (Head) throws -> HealthTables
  ) -> Snapshot? {
    let source = SnapshotSource(
      path: paths.snapshots, replay: replay, discard: { try? system.remove(path(sequence)) })
    let found = try? Snapshot(
      try SnapshotFile(path(sequence), on: system), source: source, key: key)
    return found?.head.sequence == sequence ? found : nil
  }

  private func snapshot(_ sequence: UInt64) -> Snapshot? {
    snapshot(sequence, key: nil) { _ in throw SnapshotProblem() }
  }

  /// Requires that the journal still has the lines of its newest snapshot: they were on the disk
  /// before it was written, and no writer removes such lines. A snapshot of another journal does
  /// not count.
  ///
  /// - Throws: `JournalError.damaged` if they are missing, or others have replaced them.
  package func requireLines() throws {
    for sequence in sequences() {
      if let snapshot = snapshot(sequence), try hasLines(of: snapshot) { return }
    }
  }

  /// Returns true if the journal has the lines of a snapshot; false if that is another journal's,
  /// or was removed meanwhile.
  private func hasLines(of snapshot: Snapshot) throws -> Bool {
    // Opened after the snapshot was read, so that the lines that it was made of are there.
    let reader = try JournalReader(paths.folder, on: system)
    let head = snapshot.head
    if try reader.holds(head) { return true }
    guard try reader.opening()?.journal == snapshot.tables.opening?.journal else { return false }
    let scan = try reader.scan { line, _ in
      let entry = try LineCodec.decode(line)
      return ScannedLine(sequence: entry.sequence, at: entry.at)
    }
    // An erasure or a restore removes the snapshots before it puts other lines in place.
    guard try system.kind(of: path(head.sequence)) != nil else { return false }
    throw JournalError.damaged(
      Damage(
        path: paths.events, line: scan.head.sequence + 1, offset: scan.head.offset,
        problem: reader.size < head.offset
          ? .cutBack(last: head.sequence) : .replaced(last: head.sequence)))
  }

  // MARK: Writing

  /// Returns true if this process may write in the folder of the lines.
  func isWritable() -> Bool {
    guard let lock = try? system.open(paths.lock, .update) else { return false }
    system.close(lock)
    return true
  }

  /// Writes a snapshot of tables with all claims applied, unless another process is just writing
  /// one. No writer of lines has to wait for it: the lines up to `head` are on the disk, so they
  /// stay, and their chain has been verified, or they go on from a snapshot that is sealed.
  ///
  /// - Parameter events: the file that the lines were read from; where an erasure has put another
  ///   file at its path, no snapshot is kept. Nil: that is not checked.
  /// - Throws: `SystemFailure`; what reading the tables throws, where they come from a snapshot
  ///   that is not sound. There is no new snapshot then.
  package func write(
    _ tables: HealthTables, _ head: Head, of events: FileIdentity?
  ) throws {
    precondition(tables.lastSequence == head.sequence, "the tables are of other lines")
    try withNewFile { file in
      try tables.readAll()
      try system.truncate(file, to: 0)
      try Snapshot.write(tables, head, SnapshotSeal(of: system)) {
        if Interruption.signal != nil { throw SnapshotProblem() }
        try system.append($0, to: file)
      }
      try system.synchronize(file)
      if let events, try system.status(at: paths.events)?.identity != events {
        throw SystemFailure(.rename, paths.events, .replaced)
      }
      try system.rename(paths.newSnapshot, to: path(head.sequence))
      try system.synchronizeDirectory(paths.snapshots)
      removeOthers(than: head.sequence)
    }
  }

  /// Removes all snapshots, and keeps others from making new ones until `body` has returned.
  ///
  /// - Throws: what `body` throws; `SystemFailure`, with the reason `.exists` where another process
  ///   is just writing one.
  package func removeAll(until body: () throws -> Void) throws {
    var isDone = false
    for _ in 0..<Self.attempts where !isDone {
      try withNewFile(patiently: true) { _ in
        for name in try system.names(inDirectory: paths.snapshots) where name != "new" {
          try system.remove("\(paths.snapshots)/\(name)")
        }
        try system.synchronizeDirectory(paths.snapshots)
        isDone = true
        try body()
        try system.remove(paths.newSnapshot)
      }
    }
    guard isDone else { throw SystemFailure(.lock, paths.newSnapshot, .exists) }
  }

  /// The number of attempts to get the lock of a snapshot, each time with patience.
  private static let attempts = 10

  /// Calls `body` with the file in which a snapshot is written; its lock keeps others from writing
  /// to it. Where another process has the lock, `body` is not called. A file that a crash has left
  /// is used again.
  private func withNewFile(
    patiently: Bool = false, _ body: (OpenFile) throws -> Void
  ) throws {
    switch try system.kind(of: paths.snapshots) {
    case nil: try system.ensureDirectory(paths.snapshots)
    case .directory: break
    case .link, .regular, .other: throw SystemFailure(.open, paths.snapshots, .notRegular)
    }
    let file = try system.open(paths.newSnapshot, .update)
    defer { system.close(file) }
    guard try system.lock(file, patiently: patiently) else { return }
    // Another process may have renamed the file to its final name, or removed it, just before.
    let status = try system.status(of: file)
    guard status.links == 1, try system.status(at: paths.newSnapshot)?.identity == status.identity
    else { return }
    do {
      try body(file)
    } catch {
      try? system.remove(paths.newSnapshot)
      throw error
    }
  }

  /// Removes older snapshots, and files with the name of a later line that are no snapshots.
  private func removeOthers(than newest: UInt64) {
    for sequence in sequences() where sequence < newest || snapshot(sequence) == nil {
      try? system.remove(path(sequence))
    }
  }

  /// Returns true if the snapshot of a line is, byte by byte, the one that these tables make.
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

  /// Returns the position after the last line of a snapshot, as the snapshot states it.
  fileprivate func end(_ sequence: UInt64) -> UInt64? {
    guard let file = try? SnapshotFile(path(sequence), on: system) else { return nil }
    return (try? SnapshotTrailer(file))?.head.offset
  }

  /// Returns true if the file of a snapshot can be read.
  fileprivate func isThere(_ sequence: UInt64) -> Bool {
    guard let file = try? system.open(path(sequence), .read) else { return false }
    system.close(file)
    return true
  }
}

extension JournalReader {
  /// Returns the content of the first line; nil if it is no opening line.
  fileprivate func opening() throws -> JournalOpening? {
    var opening: JournalOpening?
    _ = try scan { line, _ in
      if case .open(let found)? = try LineCodec.decode(line).event { opening = found }
      return nil
    }
    return opening
  }
}

extension AsOf {
  /// True if later lines do not count.
  var isPast: Bool {
    switch self {
    case .now: false
    case .sequence, .time: true
    }
  }

  /// Returns true if all lines of a snapshot were known at the moment.
  ///
  /// The moment may depend on the zones that were in force at earlier lines, which the snapshot
  /// does not hold.
  fileprivate func surelyHolds(_ snapshot: Snapshot) -> Bool {
    let calendar = snapshot.tables.settings.calendar
    return surelyKnew(snapshot.head.sequence, at: snapshot.head.at, calendar)
  }
}

/// A problem with a snapshot.
package struct SnapshotFinding: Hashable, Sendable {
  /// The kind of problem.
  package enum Problem: Hashable, Sendable {
    /// The journal has no line with the snapshot's number.
    case ahead
    /// It is not what the lines make.
    case differs
  }

  /// The number of the last line that it claims to hold, which is its name.
  package var sequence: UInt64
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

  /// Creates the audit of the snapshots that are there before the lines are read: other programs
  /// may write on, with lines that came since.
  ///
  /// - Parameter comparesAll: false to compare none.
  init(_ folder: SnapshotFolder, of reader: JournalReader, comparesAll: Bool = true) {
    self.folder = folder
    due = comparesAll ? Set(folder.kept().map(\.sequence).filter(folder.hasThisLayout)) : []
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

  /// Returns the problems with the snapshots, the oldest first.
  ///
  /// - Parameter scan: the position where the good lines end. A snapshot of an earlier line that
  ///   has not been compared names another position for it. Snapshots of later lines are unknown if
  ///   a bad line ended the audit before them.
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

/// A snapshot that is due: it holds what was read, once the chain of the lines has been verified.
package struct DueSnapshot: Sendable {
  let tables: HealthTables
  /// The position after the last line of the snapshot that it goes on from.
  let start: Head
  /// The position after the last line that it holds.
  let head: Head
  let reader: JournalReader
  let folder: SnapshotFolder
  let threads: Int

  /// Verifies the chain of the lines and writes the snapshot. Where a chain value is wrong, the
  /// disk has no room, or a signal asks the program to end, there is none: it is a cache, and
  /// nothing depends on it.
  package func write() {
    let verified = ParallelChain.head(
      of: reader, after: start, to: head.offset, threads: threads)
    guard let verified, verified.chain == head.chain,
      reader.isWhollyDurable || reader.makeDurable(head)
    else { return }
    try? folder.write(tables, head, of: reader.identity)
  }
}
