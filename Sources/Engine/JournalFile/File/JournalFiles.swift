package import ByteTools

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

  /// Writes sealed lines after the content of the file; `offset` is their expected beginning.
  ///
  /// - Throws: `.changed` with nothing written; `.system`, when a part of them may be in the
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

  /// Cuts away the bytes after `head`, and returns when that is on the disk. If that fails, a part
  /// of a write may be there, so the doubt is noted.
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

  /// True if another file has replaced the lines.
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
  /// The error for a failed cut, when a part of the written bytes may remain.
  fileprivate var leavingBytes: JournalError {
    switch self {
    case .system(let failure): .outcomeUnknown(failure)
    case .changed(let path): .outcomeUnknown(SystemFailure(.truncate, path, .replaced))
    default: self
    }
  }
}

/// The paths in a journal's folder.
public struct JournalPaths: Hashable, Sendable {
  /// The path of the folder.
  public let folder: String
  /// The path of the lines: the only truth.
  public let events: String
  /// The path of the file that a writer locks.
  public let lock: String
  /// True if there are lines alone and no folder.
  public let areLinesAlone: Bool
  /// Bytes that recovery or an import set aside.
  public var quarantine: String { folder + "/quarantine" }
  /// The path of a copy of the lines before it replaces them.
  public var copy: String { folder + "/events.ndjson.copy" }
  /// The folder for snapshots of the tables: a cache, which may be deleted at any moment.
  public var snapshots: String { folder + "/snapshot" }
  /// The path of a snapshot before it gets its name.
  public var newSnapshot: String { snapshots + "/new" }
  /// The path of the workout in progress.
  public var session: String { folder + "/session" }
  /// The mark that lines are being erased: it is there until all files that held them are gone.
  public var erasing: String { folder + "/erasing" }
  /// The temporary file of an import, should a crash have left it.
  public var spool: String { folder + "/import.spool" }
  /// The path of the workout in progress before it replaces the one before.
  public var newSession: String { folder + "/session.new" }

  /// The names of the files and folders in it.
  package var names: Set<String> {
    Set(
      [events, lock, quarantine, copy, snapshots, session, erasing, spool, newSession].map {
        FilePath.name(of: $0)
      })
  }

  /// Creates the paths below this folder.
  public init(folder: String) {
    let folder = FilePath.withoutEndingSlashes(folder)
    self.folder = folder
    events = folder + "/events.ndjson"
    lock = folder + "/lock"
    areLinesAlone = false
  }

  /// Creates the paths of lines alone, under the name that messages use: there are no other files.
  package init(lines name: String) {
    folder = name
    events = name
    lock = name + "/lock"
    areLinesAlone = true
  }
}

/// The notes of writers in the `lock` file, so that the next writer knows which lines were
/// acknowledged.
///
/// Three records of 128 bytes, each padded with spaces to a line feed; a blank one means nothing.
///
/// 1. `begun`: the bytes after this line were written and not synced. The record is on the disk
/// before those lines are written.
/// 2. `durable`: up to this line everything was synced. It is rewritten after a sync, or after some
/// of many syncs in a row. It is not synced itself: an older record is true too.
/// 3. `syncing`, from the first sync on that the second record does not include: it remains if a
/// writer was stopped before it rewrote that record. Or `sync failed`: the cached bytes of the
/// journal may not be the disk's.
///
/// So a power cut costs only what was not acknowledged (D72).
package struct LockRecords: Hashable, Sendable {
  /// The greatest part that is known to be on the disk; nil: none is.
  package var durable: DurablePart?
  /// True if a sync or a cut failed, or if no writer of this version wrote the content.
  package var isInDoubt = false
  /// True if a writer was stopped and may have been syncing the lines after the durable part.
  package var wasStoppedInSync = false

  static let recordBytes = 128
  static let bytes = 3 * recordBytes
  static let durableOffset: UInt64 = 128
  static let syncOffset: UInt64 = 256
  static let syncing = record { $0.append("syncing") }
  static let doubt = record { $0.append("sync failed") }
  static let blank = record { _ in }

  /// Creates records without knowledge: of a new journal, or one of an earlier version.
  init() {}

  /// Reads the content of a lock file.
  init(_ content: [UInt8]) {
    guard !content.isEmpty else { return }
    let records = (0..<3).map { index in
      Array(content.dropFirst(index * Self.recordBytes).prefix(Self.recordBytes))
    }
    let begun = Self.part("begun", records[0])
    let synced = Self.part("durable", records[1])
    durable = [begun, synced].compactMap { $0 }.max { $0.offset < $1.offset }
    let isSyncing = records[2] == Self.syncing
    isInDoubt =
      content.count != Self.bytes || !(isSyncing || Self.isBlank(records[2]))
      || (begun == nil && !Self.isBlank(records[0]))
      || (synced == nil && !Self.isBlank(records[1]))
    // Without a durable part nothing tells which lines were being synced.
    if isSyncing, durable == nil { isInDoubt = true }
    wasStoppedInSync = isSyncing && !isInDoubt
    durable?.canHaveHolesAfter = begun != nil || isInDoubt
  }

  /// Reads the lock file of a journal, without its lock; a journal without one has no records.
  package static func read(_ paths: JournalPaths, on system: any FileSystem) -> LockRecords {
    guard let file = try? system.open(paths.lock, .read) else { return LockRecords() }
    defer { system.close(file) }
    return (try? read(file, on: system)) ?? LockRecords()
  }

  static func read(
    _ lock: OpenFile, on system: any FileSystem
  ) throws(SystemFailure) -> LockRecords {
    // One byte more than it may have tells that it has too many.
    LockRecords(try system.bytes(of: lock, from: 0, to: UInt64(bytes + 1)))
  }

  /// Returns the whole content of a lock file after everything up to here was synced.
  static func content(durable part: DurablePart) -> [UInt8] {
    blank + record("durable", part) + blank
  }

  /// Returns `WORD OFFSET LINE CHAIN CHECK`, with CHECK as the beginning of the SHA-256 of the text
  /// before it.
  ///
  /// It is written after each sync, so it is made without strings.
  static func record(_ word: StaticString, _ part: DurablePart) -> [UInt8] {
    record { text in
      text.append(word)
      text.append(UInt8(ascii: " "))
      text.append(decimal: part.offset)
      text.append(UInt8(ascii: " "))
      text.append(decimal: part.sequence)
      text.append(UInt8(ascii: " "))
      text.append(hex: part.chain)
      text.append(UInt8(ascii: " "))
      let check = SHA256.hash(text.rawBytes).words.0 >> 32
      text.append(word: Hex.digits(UInt32(truncatingIfNeeded: check), letters: Hex.lower))
    }
  }

  private static func record(_ text: (inout OutputSpan<UInt8>) -> Void) -> [UInt8] {
    [UInt8](capacity: recordBytes) { record in
      text(&record)
      while record.freeCapacity > 1 { record.append(UInt8(ascii: " ")) }
      record.append(UInt8(ascii: "\n"))
    }
  }

  static func part(_ word: StaticString, _ record: [UInt8]) -> DurablePart? {
    let words = String(decoding: record, as: UTF8.self).split(separator: " ")
    guard words.count == 6, words[0] == word.description, let offset = UInt64(words[1]),
      let sequence = UInt64(words[2])
    else { return nil }
    let digits = Array(words[3].utf8)
    guard digits.count == 64, let chain = Digest(hex: digits.rawBytes) else { return nil }
    var head = Head()
    (head.offset, head.sequence, head.chain) = (offset, sequence, chain)
    let part = DurablePart(head)
    return Self.record(word, part) == record ? part : nil
  }

  private static func isBlank(_ record: [UInt8]) -> Bool {
    record == blank || record.allSatisfy { $0 == 0 }
  }
}

/// The part of a journal that is on the disk: all lines up to one of them.
package struct DurablePart: Hashable, Sendable {
  /// The number of its last line.
  package var sequence: UInt64
  /// The offset after that line.
  package var offset: UInt64
  /// The chain value of that line.
  package var chain: Digest
  /// True if a writer wrote more than `mostUnmarked` bytes after it before it synced them, or
  /// failed to sync them. After a loss of power any page of them can be missing.
  package var canHaveHolesAfter = false

  /// A commit of at most this many bytes is written without a record before it: one page of a file,
  /// so that it lies on two pages at most.
  package static let mostUnmarked = 4096

  init(_ head: Head, canHaveHolesAfter: Bool = false) {
    (sequence, offset, chain) = (head.sequence, head.offset, head.chain)
    self.canHaveHolesAfter = canHaveHolesAfter
  }

  /// Returns true if the last line of the part is in a file of this size.
  func stands(
    in file: OpenFile, on system: any FileSystem, size: UInt64
  ) throws(SystemFailure) -> Bool {
    guard offset <= size else { return false }
    if offset == 0 { return true }
    return try Head.chain(endingAt: offset, in: file, on: system) == chain
  }
}
