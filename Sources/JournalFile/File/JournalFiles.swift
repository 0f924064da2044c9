/// The two files that a writer holds open, and what is done to them: everything is checked before,
/// and noted after, by the thread that does it.
struct JournalFiles: Sendable {
  let paths: JournalPaths
  let system: any FileSystem
  let events: OpenFile
  let lock: OpenFile
  let eventsIdentity: FileIdentity
  private let lockIdentity: FileIdentity

  init(
    _ paths: JournalPaths, events: OpenFile, lock: OpenFile, on system: any FileSystem
  ) throws(SystemFailure) {
    self.paths = paths
    self.system = system
    self.events = events
    self.lock = lock
    eventsIdentity = try system.status(of: events).identity
    lockIdentity = try system.status(of: lock).identity
  }

  /// Closes the files when the other thread is done with them.
  func close(after background: BackgroundWriter?) {
    _ = background?.arrived()
    system.close(events)
    system.close(lock)
  }

  // MARK: Lines

  /// Writes sealed lines after what the file holds; `offset` is where they are to begin.
  ///
  /// - Throws: `.changed` with nothing written; `.system`, when a part of them may stand in the
  ///   file.
  func append(_ lines: [UInt8], at offset: UInt64) throws(JournalError) {
    try requireOwn(size: offset)
    try JournalError.attempt(try system.append(lines, to: events))
  }

  /// Returns when all lines are on the disk; `noteSync` is due then.
  ///
  /// - Parameter isNoted: whether `syncing` is noted already: no `noteSync` was called since an
  ///   earlier sync.
  /// - Throws: what the system refused; the doubt is noted then.
  func synchronize(isNoted: Bool = false) throws(SystemFailure) {
    do {
      // However this process ends before the sync is over, the next writer knows.
      if !isNoted { try system.write(LockRecords.syncing, at: LockRecords.syncOffset, to: lock) }
      try system.synchronize(events)
    } catch {
      noteDoubt()
      throw error
    }
  }

  /// Cuts away what stands after `head`, and returns when that is on the disk. Where that fails, a
  /// part of a write may stand there, so the doubt is noted.
  ///
  /// - Throws: `.outcomeUnknown`.
  func cut(to head: Head) throws(JournalError) {
    do throws(JournalError) {
      try requireOwn(size: nil)
      try JournalError.attempt(try system.truncate(events, to: head.offset))
    } catch {
      noteDoubt()
      throw error.leavingBytes
    }
    try JournalError.attempt(try synchronize(), orThrow: JournalError.outcomeUnknown)
    noteSync(upTo: head)
  }

  /// Whether another file took the place of the lines.
  var isReplaced: Bool {
    guard let there = try? system.status(at: paths.events) else { return true }
    return there.identity != eventsIdentity
  }

  /// Requires that both files are still the journal's, and that nobody else wrote to the lines.
  ///
  /// - Parameter size: that the lines are to have; nil: any.
  /// - Throws: `.changed`.
  func requireOwn(size: UInt64?) throws(JournalError) {
    let lock = try JournalError.attempt(try system.status(at: paths.lock))
    let events = try JournalError.attempt(try system.status(at: paths.events))
    guard lock?.identity == lockIdentity else { throw .changed(path: paths.lock) }
    guard events?.identity == eventsIdentity, size == nil || events?.size == size
    else { throw .changed(path: paths.events) }
  }

  // MARK: Notes in the lock file

  /// Empties the notes, and returns when that is on the disk: nothing is known of the lines then.
  func forgetNotes() throws(SystemFailure) {
    try system.truncate(lock, to: 0)
    try system.synchronize(lock)
  }

  /// Notes where lines begin that may be written without a sync, and returns when that is on the
  /// disk.
  ///
  /// - Throws: `.system`, with nothing written to the lines.
  func noteBegin(_ head: Head) throws(JournalError) {
    let record = LockRecords.record("begun", DurablePart(head))
    try JournalError.attempt(try system.write(record, at: 0, to: lock))
    try JournalError.attempt(try system.synchronize(lock))
  }

  /// Notes that nothing is left unsynced. Where the note is lost, the next writer looks more
  /// closely at lines that are on the disk already.
  func noteEnd() { try? system.write(LockRecords.blank, at: 0, to: lock) }

  /// Notes up to where the lines are on the disk, and that no sync is under way. Where that fails,
  /// the note before it stays, and the next writer syncs again.
  func noteSync(upTo head: Head) {
    let records = LockRecords.record("durable", DurablePart(head)) + LockRecords.blank
    try? system.write(records, at: LockRecords.durableOffset, to: lock)
  }

  /// Writes all notes again: everything up to `head` is on the disk, and nothing is in doubt.
  ///
  /// - Parameter durably: whether the old notes must not come back after a loss of power.
  func restartNotes(_ head: Head, durably: Bool) throws(SystemFailure) {
    if try system.size(of: lock) > LockRecords.bytes {
      try system.truncate(lock, to: UInt64(LockRecords.bytes))
    }
    try system.write(LockRecords.content(durable: DurablePart(head)), at: 0, to: lock)
    if durably { try system.synchronize(lock) }
  }

  /// Notes that a sync failed, so that the cached bytes of the journal may not be the disk's. The
  /// note need not reach the disk itself: a restart clears the cache and the doubt with it.
  func noteDoubt() {
    do {
      try system.write(LockRecords.doubt, at: LockRecords.syncOffset, to: lock)
    } catch {
      // A full disk refuses new bytes; a file of another size, which takes none, says the same.
      try? system.truncate(lock, to: UInt64(LockRecords.bytes + 1))
    }
  }
}

extension JournalError {
  /// What the failure of a cut is, when a part of what was written may stand.
  fileprivate var leavingBytes: JournalError {
    switch self {
    case .system(let failure): .outcomeUnknown(failure)
    case .changed(let path): .outcomeUnknown(SystemFailure(.truncate, path, .replaced))
    default: self
    }
  }
}
