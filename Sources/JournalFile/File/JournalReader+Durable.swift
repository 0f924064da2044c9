extension JournalReader {
  /// Whether nothing is noted of the lines, all of which are complete: see `makeDurable`.
  package var hasNoNotes: Bool { durable == nil && linesEnd == size }

  /// Gets the lines of a journal without notes onto the disk, and notes that: an earlier version or
  /// another program wrote them. A `JournalReader` writes nothing else. It does so only while no
  /// writer has the lock, as a writer may take its lines back.
  ///
  /// - Parameter head: the position after the last line, whose chain has been verified.
  /// - Returns: false where there are notes, or a writer, or bytes after that line.
  package func makeDurable(_ head: Head) -> Bool {
    guard hasNoNotes, let lock = try? system.open(paths.lock, .update) else { return false }
    defer { system.close(lock) }
    do {
      // Before the lock is taken, so that no writer has to wait for the disk.
      try system.synchronize(file)
      guard try system.lock(lock, patiently: false), try system.size(of: lock) == 0,
        try system.status(at: paths.lock)?.identity == system.status(of: lock).identity,
        try system.status(at: paths.events)?.identity == system.status(of: file).identity,
        try system.size(of: file) == head.offset, try holds(head)
      else { return false }
      try system.synchronize(file)
      try system.write(LockRecords.content(durable: DurablePart(head)), at: 0, to: lock)
      return true
    } catch {
      return false
    }
  }
}
