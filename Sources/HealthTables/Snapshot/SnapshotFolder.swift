import HealthModel
package import JournalFile

/// When a snapshot is worth its writing.
package struct SnapshotPolicy: Sendable {
  /// So many bytes of lines behind the newest snapshot at least; to read them takes a few milliseconds.
  package var leastBytes: UInt64
  /// And a part of the journal: this many such tails make it up. So much the more is written in all.
  package var mostTails: UInt64 = 100

  /// The usual.
  package static let standard = SnapshotPolicy(leastBytes: 8 << 20)

  /// A snapshot for each so many bytes of lines.
  package init(leastBytes: UInt64) { self.leastBytes = leastBytes }

  /// Whether lines from `start` to `end` are enough.
  package func isDue(from start: UInt64, to end: UInt64) -> Bool {
    end > start && end - start >= max(leastBytes, end / mostTails)
  }
}

/// The snapshots of a journal: the newest, and a few older ones spread over it for looking back. Each
/// has the number of its last line for a name.
package struct SnapshotFolder: Sendable {
  /// How many older ones are kept.
  static let olderOnes = 4

  private let paths: JournalPaths
  private let system: any FileSystem

  /// The snapshots of the journal with these paths.
  package init(_ paths: JournalPaths, on system: any FileSystem) {
    self.paths = paths
    self.system = system
  }

  /// A snapshot as it lies there.
  package struct Kept: Hashable, Sendable {
    /// The number of the last line that it holds.
    package var sequence: UInt64
    /// Its size.
    package var bytes: UInt64
  }

  private func path(_ sequence: UInt64) -> String { "\(paths.snapshots)/\(sequence)" }

  /// The numbers of the snapshots that there seem to be, the newest first.
  private func sequences() -> [UInt64] {
    guard let names = try? system.names(inDirectory: paths.snapshots) else { return [] }
    return names.compactMap { name in UInt64(name).flatMap { String($0) == name ? $0 : nil } }
      .sorted(by: >)
  }

  /// What is there, the oldest first.
  package func kept() -> [Kept] {
    sequences().reversed().compactMap { sequence in
      guard let file = try? system.open(path(sequence), .read) else { return nil }
      defer { system.close(file) }
      return (try? system.size(of: file)).map { Kept(sequence: sequence, bytes: $0) }
    }
  }

  // MARK: Reading

  /// The newest snapshot that is of use, or nil.
  ///
  /// - Parameters:
  ///   - asOf: up to where lines count.
  ///   - stands: whether the journal has the chain value of a place there.
  ///   - replay: replays the lines up to the one of this number.
  func newest(
    _ asOf: AsOf = .now, stands: (Head) throws -> Bool,
    replay: @escaping @Sendable (UInt64) throws -> HealthTables
  ) -> Snapshot? {
    for sequence in sequences() {
      if case .sequence(let last) = asOf, sequence > last { continue }
      let source = SnapshotSource(
        replay: { try replay(sequence) }, discard: { discard(sequence) })
      let found = try? Snapshot(try map(sequence), source: source) { head in
        try head.sequence == sequence && stands(head)
      }
      if let found, asOf.surelyHolds(found) { return found }
    }
    return nil
  }

  /// The newest snapshot of the lines in a file that the caller has locked, or nil.
  package func newest(in file: OpenFile, size: UInt64) -> Snapshot? {
    newest(
      stands: { try $0.stands(in: file, on: system, size: size) },
      replay: { last in
        try ReplayedJournal(
          paths.folder, on: system, asOf: .sequence(last), fromFirstLine: true
        ).tables
      })
  }

  private func map(_ sequence: UInt64) throws(SystemFailure) -> MappedBytes {
    let file = try system.open(path(sequence), .read)
    defer { system.close(file) }
    return try system.map(file)
  }

  // MARK: Writing

  /// Whether nobody writes to the journal at this moment, and this process might.
  func canWrite() -> Bool { withLock { true } ?? false }

  /// Calls `body` under the writer's lock; nil where another has it, or this process may not.
  private func withLock<Result>(_ body: () throws -> Result) -> Result? {
    guard let lock = try? system.open(paths.lock, .append) else { return nil }
    defer { system.close(lock) }
    guard (try? system.lock(lock, patiently: false)) == true else { return nil }
    return try? body()
  }

  /// Writes a snapshot if this process can take the writer's lock at once and the lines still stand.
  /// What goes wrong is of no consequence.
  func offer(_ tables: HealthTables, _ head: Head) {
    _ = withLock {
      let events = try system.open(paths.events, .read)
      defer { system.close(events) }
      guard try head.stands(in: events, on: system, size: try system.size(of: events)) else {
        return
      }
      try write(tables, head)
    }
  }

  /// Writes a snapshot of settled tables; the caller has the writer's lock, and has verified the chain up
  /// to `head` or gone on from a snapshot.
  package func write(_ tables: HealthTables, _ head: Head) throws {
    precondition(tables.lastSequence == head.sequence, "the tables are of other lines")
    switch try system.kind(of: paths.snapshots) {
    case nil: try system.createDirectory(paths.snapshots)
    case .directory: try system.restrictDirectory(paths.snapshots)
    case .link, .regular, .other: throw SystemFailure(.open, paths.snapshots, .notRegular)
    }
    if try system.kind(of: paths.newSnapshot) != nil { try system.remove(paths.newSnapshot) }
    do {
      let file = try system.open(paths.newSnapshot, .createNew)
      defer { system.close(file) }
      try Snapshot.write(tables, head, to: file, on: system)
      try system.synchronize(file)
    } catch {
      try? system.remove(paths.newSnapshot)
      throw error
    }
    try system.rename(paths.newSnapshot, to: path(head.sequence))
    try system.synchronizeDirectory(paths.snapshots)
    thin(upTo: head.sequence)
  }

  /// Removes what is newer than the newest, and of the older ones those that stand closest together.
  private func thin(upTo newest: UInt64) {
    let all = sequences()
    for sequence in all where sequence > newest { try? system.remove(path(sequence)) }
    let older = Array(all.filter { $0 < newest }.reversed())
    for sequence in Self.surplus(older, before: newest) { try? system.remove(path(sequence)) }
  }

  /// Which of the older snapshots go, so that the rest is spread evenly.
  static func surplus(_ older: [UInt64], before newest: UInt64) -> [UInt64] {
    var kept = older
    var surplus: [UInt64] = []
    while kept.count > olderOnes {
      let gaps = kept.indices.map { index in
        (index + 1 < kept.count ? kept[index + 1] : newest) - (index == 0 ? 0 : kept[index - 1])
      }
      guard let least = gaps.indices.min(by: { gaps[$0] < gaps[$1] }) else { break }
      surplus.append(kept.remove(at: least))
    }
    return surplus
  }

  /// Takes a snapshot away that turned out not to be what was written.
  private func discard(_ sequence: UInt64) {
    _ = withLock { try system.remove(path(sequence)) }
  }

  /// Takes all snapshots away, and returns when they are gone from the disk. The caller has the
  /// writer's lock. Whoever takes content out of lines calls this first: snapshots hold it too.
  package func removeAll() throws(SystemFailure) {
    guard try system.kind(of: paths.snapshots) == .directory else { return }
    for name in try system.names(inDirectory: paths.snapshots) {
      try system.remove("\(paths.snapshots)/\(name)")
    }
    try system.synchronizeDirectory(paths.snapshots)
  }
}

extension AsOf {
  /// Whether all lines of a snapshot were known at the moment.
  ///
  /// The moment may be told from the zones that were in force at earlier lines, which the snapshot does
  /// not hold; the same text names moments less than two days apart in any two zones.
  fileprivate func surelyHolds(_ snapshot: Snapshot) -> Bool {
    switch self {
    case .now: return true
    case .sequence(let last): return snapshot.head.sequence <= last
    case .time(let moment):
      guard let limit = try? moment(snapshot.tables.settings.timeZone) else { return false }
      let (sum, overflow) = snapshot.head.at.microseconds.addingReportingOverflow(
        2 * 86_400_000_000)
      return !overflow && sum <= limit.microseconds
    }
  }
}
