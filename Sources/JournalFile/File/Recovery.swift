/// What happened when a journal was opened for writing.
package struct Recovery: Hashable, Sendable {
  /// Bytes of a torn tail that were set aside.
  package var tornBytes: UInt64 = 0
  /// Where they are now.
  package var quarantinePath: String?
  /// Whether the lines were copied to a new file, because an earlier sync had failed.
  package var wasCopied = false
  /// The lines of which nobody knew whether they were on the disk, as a sync had failed or a writer
  /// was stopped in it; they are now.
  package var madeDurable: ClosedRange<UInt64>?
  /// The paths of the journal that belong to another user.
  package var foreign: [String] = []
  /// The paths of the journal that others may write to.
  package var openToOthers: [String] = []

  /// Nothing had to be done.
  package init() {}
}

extension JournalWriter {
  /// Opens the lines of a journal under its lock, and resolves what an earlier writer left.
  ///
  /// - A torn tail, which was never acknowledged, is set aside and cut.
  /// - Lines after a sync that failed are copied to a new file, those of a writer that was stopped
  ///   in a sync are written once more: nobody knows whether they are on the disk.
  /// - Damage is left as it is, and thrown.
  static func recover(
    _ paths: JournalPaths, lock: OpenFile, file: inout OpenFile?, on system: any FileSystem,
    from start: (OpenFile, _ size: UInt64) throws -> Head,
    body: (RawSpan, UInt64) throws -> ScannedLine
  ) throws -> JournalWriter {
    let records = try LockRecords.read(lock, on: system)
    var opened = try system.open(paths.events, .append)
    file = opened
    var recovery = try look(at: paths, opened, on: system)
    let size = try system.size(of: opened)
    let scan = try JournalScan.scan(
      opened, on: system, from: records.isInDoubt ? Head() : try start(opened, size), to: size,
      durable: records.durable, verifyingChain: true, body: body)
    if let damage = scan.damage(in: paths) { throw damage }
    guard scan.head.sequence > 0 else { throw JournalError.missing(path: paths.folder) }
    try ErasureMark.finish(paths, opened, size: size, on: system)
    if case .torn(let bytes) = scan.tail {
      recovery.tornBytes = bytes
      recovery.quarantinePath = try setAside(
        opened, paths, from: scan.head.offset, to: size, on: system)
    }
    // A copy that was not finished.
    if try system.kind(of: paths.copy) != nil { try system.remove(paths.copy) }
    // The names in this folder may have been made just before the power went.
    try system.synchronizeDirectory(paths.folder)
    if records.isInDoubt {
      let copy = try copied(opened, paths, upTo: scan.head.offset, on: system)
      system.close(opened)
      opened = copy
      file = copy
      recovery.wasCopied = true
    } else if recovery.tornBytes > 0 {
      try system.truncate(opened, to: scan.head.offset)
    }
    if records.wasStoppedInSync, let durable = records.durable {
      try rewrite(opened, paths, from: durable.offset, to: scan.head.offset, on: system)
    }
    if records.isInDoubt || records.wasStoppedInSync, let known = records.durable?.sequence,
      known < scan.head.sequence
    {
      recovery.madeDurable = known + 1...scan.head.sequence
    }
    let files = try JournalFiles(paths, events: opened, lock: lock, on: system)
    try files.synchronize()
    let hadDoubt = records.isInDoubt || records.durable?.canHaveHolesAfter == true
    try files.restartNotes(scan.head, durably: hadDoubt)
    return JournalWriter(files, head: scan.head, recovery: recovery)
  }

  /// Looks at who else can change the journal: another name of a file is refused, as what is
  /// written under one name would change the copy under the other; another owner, or rights for
  /// others, are told.
  private static func look(
    at paths: JournalPaths, _ events: OpenFile, on system: any FileSystem
  ) throws -> Recovery {
    guard try system.status(of: events).links <= 1 else {
      throw JournalError.hardLinked(path: paths.events)
    }
    var recovery = Recovery()
    for path in [paths.folder, paths.events, paths.lock] {
      guard let status = try system.statusFollowingLink(at: path) else { continue }
      if !status.isOwn { recovery.foreign.append(path) }
      if status.isOpenToOthers { recovery.openToOthers.append(path) }
    }
    return recovery
  }

  /// Copies the torn bytes to a file of their own, synced, before they are cut.
  static func setAside(
    _ file: OpenFile, _ paths: JournalPaths, from start: UInt64, to end: UInt64,
    on system: any FileSystem
  ) throws -> String {
    let torn = FilePart(file, at: paths.events, start..<end, on: system)
    return try Quarantine.keep(torn, as: "torn-\(start)", in: paths, on: system)
  }

  /// Writes verified lines once more where they stand: a sync that failed unseen has left them in
  /// the cache alone, and the next one would not take them to the disk.
  private static func rewrite(
    _ opened: OpenFile, _ paths: JournalPaths, from start: UInt64, to end: UInt64,
    on system: any FileSystem
  ) throws {
    // A second descriptor: the first one writes after the end only.
    let file = try system.open(paths.events, .update)
    defer { system.close(file) }
    guard try system.status(of: file).identity == system.status(of: opened).identity
    else { throw JournalError.changed(path: paths.events) }
    try FilePart(file, at: paths.events, start..<end, on: system).forEach { bytes, offset in
      try system.write(bytes, at: offset, to: file)
    }
  }

  /// Copies the verified lines to a new file, which takes the place of the old one.
  private static func copied(
    _ file: OpenFile, _ paths: JournalPaths, upTo end: UInt64, on system: any FileSystem
  ) throws -> OpenFile {
    let copied = try system.open(paths.copy, .createNew)
    do {
      // Nobody else may cut the file; a copy that lacks lines must never take its place.
      try FilePart(file, at: paths.events, 0..<end, on: system).append(to: copied)
      try system.synchronize(copied)
      try system.rename(paths.copy, to: paths.events)
      try system.synchronizeDirectory(paths.folder)
    } catch {
      system.close(copied)
      try? system.remove(paths.copy)
      throw error
    }
    return copied
  }
}
