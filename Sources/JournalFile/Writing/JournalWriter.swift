import ByteTools
package import HealthEvents
package import HealthModel

/// The one that may write: it holds the lock, has verified every line, and acknowledges nothing
/// that is not on the disk.
///
/// Staged events become lines in a buffer; `commit` fills in their chain values, and is one write and one sync
/// for all of them.
package struct JournalWriter: ~Copyable {
  /// The journal's paths.
  package let paths: JournalPaths
  /// The place behind the last line on the disk.
  package private(set) var committed: Head
  /// The place behind the last staged line. Its chain value is that of the last line which was written.
  package private(set) var staged: Head
  /// What recovery did when this writer was opened.
  package let recovery: Recovery

  private let system: any FileSystem
  private let file: OpenFile
  private let lock: OpenFile
  private var lines = JSONWriter()
  /// Whether a sync or a cut has failed: nothing more is written then.
  package private(set) var isFinished = false
  /// Lines that another thread is writing.
  private var conveyor: LineConveyor?
  /// Commits that were started and not waited for.
  private var underway = 0
  /// Random words for salts, and how many of them have gone into one.
  private var chance: [UInt64] = []
  private var chanceUsed = 0
  /// The text of the last clock reading, which many lines of an import share.
  private var clock = (at: Instant(microseconds: .min), text: [UInt8]())

  init(
    paths: JournalPaths, head: Head, recovery: Recovery, system: any FileSystem, file: OpenFile,
    lock: OpenFile
  ) {
    self.paths = paths
    self.committed = head
    self.staged = head
    self.recovery = recovery
    self.system = system
    self.file = file
    self.lock = lock
  }

  deinit {
    _ = conveyor?.arrived()
    system.close(file)
    system.close(lock)
  }

  /// Bytes of the lines that `commit` would write.
  package var stagedBytes: Int { lines.bytes.count }

  /// Makes the line of an event; `commit` writes it.
  ///
  /// - Returns: when the line says it was recorded: now, or the time of the line before it where
  ///   the clock ran back.
  /// - Throws: with nothing staged, `.unwritable` where the format cannot say the event and
  ///   `.lineTooLong`; `.finished`.
  package mutating func stage(_ event: Event, by: String) throws(JournalError) -> Instant {
    guard !isFinished else { throw .finished }
    let at = readClock()
    do {
      try WritingCheck.check(event, by: by, at: at)
    } catch {
      throw .unwritable(error)
    }
    let start = lines.bytes.count
    LineCodec.append(
      event: event, by: by, sequence: staged.sequence + 1, at: at, salt: drawSalt(), to: &lines)
    let count = lines.bytes.count - start
    guard count - 1 <= JournalLimits.lineBytes else {
      lines.bytes.removeLast(count)
      throw .lineTooLong
    }
    do {
      let line = unsafe lines.bytes.span.bytes.extracting(start..<start + count - 1)
      try WritingCheck.readBack(event, line)
    } catch {
      lines.bytes.removeLast(count)
      throw .unwritable(error)
    }
    advance(at, count)
    return at
  }

  /// Makes the line of one sample by a template; `commit` writes it.
  ///
  /// - Parameters:
  ///   - start, end, value, created, metadata: see `SampleTemplate`; together some kilobytes at most.
  /// - Throws: `.finished`.
  package mutating func stage(
    _ sample: SampleTemplate, _ uuid: ObjectUUID, start: RawSpan, end: RawSpan, value: RawSpan,
    created: RawSpan, metadata: RawSpan
  ) throws(JournalError) {
    guard !isFinished else { throw .finished }
    let at = readClock()
    if clock.at != at {
      clock.at = at
      clock.text.removeAll(keepingCapacity: true)
      clock.text.append(addingCapacity: 40) { $0.append(milliseconds: at) }
      // As `WritingCheck` would: years beyond four digits have no text on a line.
      guard clock.text.count == 24 else { throw .unwritable(.wrongValue(key: "at")) }
    }
    let before = lines.bytes.count
    let (salt, clockText) = (drawSalt(), clock.text)
    LineCodec.append(
      sample, uuid, start: start, end: end, value: value, created: created, metadata: metadata,
      sequence: staged.sequence + 1, at: unsafe clockText.span.bytes, salt: salt,
      to: &lines.bytes)
    advance(at, lines.bytes.count - before)
  }

  /// Now in whole milliseconds, or the time of the line before where the clock ran back.
  private func readClock() -> Instant {
    let now = system.now()
    return max(staged.at, Instant(microseconds: now - now % 1_000))
  }

  private mutating func drawSalt() -> Salt {
    if chanceUsed + 2 > chance.count {
      chance = [UInt64](repeating: 0, count: 32)
      system.random(into: &chance)
      chanceUsed = 0
    }
    chanceUsed += 2
    return Salt(random: (chance[chanceUsed - 2], chance[chanceUsed - 1]))
  }

  private mutating func advance(_ at: Instant, _ count: Int) {
    staged.sequence += 1
    staged.at = at
    staged.offset += UInt64(count)
  }

  /// A place among the staged lines to which `unstage` can go back.
  package struct Mark: Sendable {
    fileprivate var head: Head
    fileprivate var bytes: Int
  }

  /// The place behind the last staged line.
  package var mark: Mark { Mark(head: staged, bytes: lines.bytes.count) }

  /// Forgets what was staged since `mark`, with no commit in between.
  package mutating func unstage(to mark: Mark) {
    lines.bytes.removeLast(lines.bytes.count - mark.bytes)
    staged = mark.head
  }

  /// Forgets what is staged.
  package mutating func discard() {
    lines.bytes.removeAll(keepingCapacity: true)
    staged = committed
  }

  /// Writes the staged lines and returns when they are on the disk.
  ///
  /// - Parameter synchronizing: false leaves the sync to a later commit, and where there are many lines, the
  ///   writing to another thread; nothing may be acknowledged until then.
  /// - Throws: `.system` when a write failed, this one or one of another thread: the file is cut back by what it
  ///   left, and by all that the other thread wrote since the last sync, and the writer goes on, with
  ///   nothing staged. `.syncFailed`: this writer is finished.
  package mutating func commit(synchronizing: Bool = true) throws(JournalError) {
    guard !isFinished else { throw .finished }
    if !synchronizing, lines.bytes.count >= LineConveyor.leastBytes {
      return try send(synchronizing: false)
    }
    try arrive()
    if !lines.bytes.isEmpty {
      staged.chain = Chain.seal(&lines.bytes, after: committed.chain)
      do {
        try system.append(lines.bytes, to: file)
      } catch {
        try cutBack(after: error)
      }
      lines.bytes.removeAll(keepingCapacity: true)
    }
    committed = staged
    guard synchronizing else { return }
    do {
      try system.synchronize(file)
    } catch {
      try finish(after: error)
    }
  }

  /// Whether so many lines are staged that `startCommit` takes less time than `commit`.
  package var isWorthSending: Bool { lines.bytes.count >= LineConveyor.leastBytes }

  /// Begins to get the staged lines onto the disk: another thread does it, while more are staged. A
  /// `finishCommit` is due for each.
  ///
  /// - Throws: as `commit`, for what was started before.
  package mutating func startCommit() throws(JournalError) {
    guard !isFinished else { throw .finished }
    try send(synchronizing: true)
    underway += 1
  }

  /// Returns when the lines of the `startCommit` that was called first are on the disk.
  ///
  /// - Throws: as `commit`: with `.system` nothing that was started since is in the file.
  package mutating func finishCommit() throws(JournalError) {
    guard !isFinished else { throw .finished }
    guard let conveyor, underway > 0 else { return }
    underway -= 1
    let isOnDisk = conveyor.waitForSync()
    if !isOnDisk || underway == 0 { try arrive() }
  }

  /// Leaves the staged lines to another thread.
  private mutating func send(synchronizing: Bool) throws(JournalError) {
    let conveyor = self.conveyor ?? LineConveyor(file, on: system, from: committed)
    self.conveyor = conveyor
    if conveyor.hasFailed { try arrive() }
    var sent = conveyor.spareBuffer()
    swap(&sent, &lines.bytes)
    lines.bytes.reserveCapacity(sent.count + sent.count / 8)
    conveyor.send(sent, upTo: staged, synchronizing: synchronizing)
  }

  /// Waits for the lines that another thread is writing.
  private mutating func arrive() throws(JournalError) {
    guard let conveyor else { return }
    self.conveyor = nil
    underway = 0
    let outcome = conveyor.arrived()
    committed = outcome.failure == nil ? outcome.head : outcome.synchronized
    staged.chain = committed.chain
    guard let failure = outcome.failure else { return }
    if outcome.isOver { try finish(after: failure) }
    try cutBack(after: failure)
  }

  /// Cuts away every line behind `head`, which this writer wrote and nobody was told of.
  ///
  /// - Throws: `.system`; this writer is finished then.
  package mutating func withdraw(to head: Head) throws(JournalError) {
    guard !isFinished else { throw .finished }
    if let conveyor { committed = conveyor.arrived().head }
    conveyor = nil
    underway = 0
    precondition(head.sequence <= committed.sequence, "only what was written can be withdrawn")
    do {
      try system.truncate(file, to: head.offset)
      try system.synchronize(file)
    } catch {
      isFinished = true
      SyncMark.leave(in: lock, on: system)
      throw .system(error)
    }
    committed = head
    discard()
  }

  /// A sync failed: nothing is known of what was written.
  private mutating func finish(after failure: SystemFailure) throws(JournalError) -> Never {
    isFinished = true
    SyncMark.leave(in: lock, on: system)
    throw .syncFailed(failure)
  }

  /// A write failed: whatever it left behind the committed lines goes away.
  private mutating func cutBack(after failure: SystemFailure) throws(JournalError) -> Never {
    discard()
    do {
      try system.truncate(file, to: committed.offset)
      try system.synchronize(file)
    } catch {
      isFinished = true
      SyncMark.leave(in: lock, on: system)
    }
    throw .system(failure)
  }
}

/// A mark in the lock file that says: a sync failed, so the cached bytes of the journal may not be
/// the disk's. It need not reach the disk itself: a restart clears the cache and the doubt with it.
enum SyncMark {
  static func leave(in lock: OpenFile, on system: any FileSystem) {
    let text = Array("sync failed\n".utf8)
    do {
      try system.append(text, to: lock)
    } catch {
      // A full disk refuses new bytes; growing a file without writing takes none.
      try? system.truncate(lock, to: UInt64(text.count))
    }
  }

  static func isLeft(in lock: OpenFile, on system: any FileSystem) throws(SystemFailure) -> Bool {
    try system.size(of: lock) > 0
  }

  static func clear(in lock: OpenFile, on system: any FileSystem) throws(SystemFailure) {
    try system.truncate(lock, to: 0)
  }
}
