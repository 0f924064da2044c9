extension JournalWriter {
  /// Puts a file of other lines in the place of the journal's, and ends the writing. The old file
  /// stands until the new one takes its place; no state in between can be seen, even after a crash.
  ///
  /// - Parameters:
  ///   - body: writes the lines into the new file, and returns the position after the last one.
  ///   - removingCaches: removes what was made of the old lines and keeps others from making it
  ///     again, until its argument, in which the file takes its place, has returned.
  /// - Throws: what `body` throws, and `.system`: the old file stands. `.outcomeUnknown`: whether
  ///   the new one has its place is not known.
  package mutating func replaceLines(
    _ body: (ReplacementFile) throws -> Head, removingCaches: (() throws -> Void) throws -> Void
  ) throws {
    try finish()
    let (paths, system) = (files.paths, files.system)
    let file = try JournalError.attempt(
      try ReplacementFile(of: paths.events, beside: paths.copy, on: system))
    let head = try body(file)
    do {
      try ErasureMark.write(head, paths, on: system)
      try removingCaches {
        try files.requireOwn(size: committed.offset)
        // The notes are of the lines as they were.
        try files.forgetNotes()
        try file.put()
      }
      try files.restartNotes(head, durably: true)
    } catch {
      guard files.isReplaced else {
        try? files.restartNotes(committed, durably: true)
        try? system.remove(paths.erasing)
        throw error
      }
      guard let failure = error as? SystemFailure else { throw error }
      throw JournalError.outcomeUnknown(failure)
    }
    try JournalError.attempt(
      try ErasureMark.removeLeftovers(paths, on: system), orThrow: JournalError.outcomeUnknown)
  }
}

/// The mark that lines are being erased: a file beside the lines. It is there from before the new
/// lines replace the old ones until all other files that hold what was erased are gone. Where a
/// crash leaves it, the next writer finishes the erasure.
enum ErasureMark {
  /// Notes where the new lines end, and returns when that is on the disk.
  static func write(
    _ head: Head, _ paths: JournalPaths, on system: any FileSystem
  ) throws(SystemFailure) {
    if try system.kind(of: paths.erasing) != nil { try system.remove(paths.erasing) }
    let file = try system.open(paths.erasing, .createNew)
    defer { system.close(file) }
    try system.append(LockRecords.record("erasing", DurablePart(head)), to: file)
    try system.synchronize(file)
    try system.synchronizeDirectory(paths.folder)
  }

  /// Ends what a crash has left: where the new lines are in their place, what else held the old
  /// ones is removed; else nothing was erased.
  static func finish(
    _ paths: JournalPaths, _ events: OpenFile, size: UInt64, on system: any FileSystem
  ) throws(SystemFailure) {
    guard try system.kind(of: paths.erasing) != nil else { return }
    let file = try system.open(paths.erasing, .read)
    defer { system.close(file) }
    let record = try system.bytes(of: file, from: 0, to: UInt64(LockRecords.recordBytes))
    if let part = LockRecords.part("erasing", record),
      try part.stands(in: events, on: system, size: size)
    {
      try removeLeftovers(paths, on: system)
    } else {
      try system.remove(paths.erasing)
    }
  }

  /// Removes all files beside the lines that may hold what was in them, and the mark at the end.
  static func removeLeftovers(
    _ paths: JournalPaths, on system: any FileSystem
  ) throws(SystemFailure) {
    for folder in [paths.snapshots, paths.quarantine] {
      guard try system.kind(of: folder) == .directory else { continue }
      for path in try system.names(inDirectory: folder).map({ "\(folder)/\($0)" })
      where try system.kind(of: path) != .directory { try system.remove(path) }
      try system.synchronizeDirectory(folder)
    }
    for path in [paths.copy, paths.newSession, paths.spool]
    where try system.kind(of: path) != nil { try system.remove(path) }
    try system.synchronizeDirectory(paths.folder)
    try system.remove(paths.erasing)
    try system.synchronizeDirectory(paths.folder)
  }
}
