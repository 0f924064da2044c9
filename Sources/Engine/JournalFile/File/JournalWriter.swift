import ByteTools
package import HealthEvents
public import HealthModel

/// The one that may write: it holds the lock, has verified every line, and acknowledges nothing
/// that is not on the disk.
///
/// Staged events become lines in a buffer; `commit` fills in their chain values, and is one write
/// and one sync for all of them.
package struct JournalWriter: ~Copyable {
  /// The position after the last line on the disk.
  package private(set) var committed: Head
  /// The position after the last staged line. Its chain value is that of the last line which was
  /// written.
  package private(set) var staged: Head
  /// The actions of recovery when this writer was opened.
  package let recovery: Recovery

  let files: JournalFiles
  private var lines = JSONWriter()
  /// The position after the last line that is known to be on the disk.
  private var durable: Head
  /// Syncs since the last one that was noted.
  private var unnoted = 0
  /// True if the step to another format is staged or its sync not noted: an older program cuts no
  /// line that is known to be on the disk.
  private var isStepUnnoted = false
  /// True if it was noted that lines may be written without a sync.
  private var hasBegun = false
  /// True if a sync or a cut has failed, the files are no longer this writer's, or it was finished:
  /// nothing more is written then.
  package private(set) var isFinished = false
  private var isClosed = false
  /// Lines that another thread is writing.
  private var background: BackgroundWriter?
  /// Commits that were started and not waited for.
  private var underway = 0
  /// True if that thread has lines which belong to no commit yet.
  private var isAhead = false
  /// Random words for salts, and how many of them have been used.
  private var randomWords: [UInt64] = []
  private var randomWordsUsed = 0
  /// The judgement about a clock that leaps ahead: by more than 31 days since the last line. By
  /// default a writer accepts a leap of up to a year.
  package var judgesLeap: @Sendable (ClockLeap) -> Bool = { !$0.isFar }
  /// The clock reading that was last judged right.
  private var rightClock = Instant(microseconds: .min)
  /// The text of the last clock reading, which many lines of an import share.
  private var clock = (at: Instant(microseconds: .min), text: InlineArray<24, UInt8>(repeating: 0))

  init(_ files: JournalFiles, head: Head, recovery: Recovery) {
    self.files = files
    self.committed = head
    self.staged = head
    self.durable = head
    self.recovery = recovery
  }

  /// Gives the files back. What became of lines is told by `finish`.
  deinit { if !isClosed { files.close(after: background) } }

  package var paths: JournalPaths { files.paths }

  /// The identity of the file of the lines.
  package var eventsIdentity: FileIdentity { files.eventsIdentity }

  private var system: any FileSystem { _read { yield files.system } }

  /// Bytes of the lines that `commit` would write.
  package var stagedBytes: Int { lines.bytes.count }

  /// Makes the line of an event; `commit` writes it.
  ///
  /// - Parameters:
  ///   - moment: what `readClock` returned for this line; nil: it is read now.
  ///   - recorded: the line of another journal that recorded the event first.
  /// - Returns: the time of recording on the line: now, or the time of the line before it if the
  ///   clock ran back.
  /// - Throws: with nothing staged, `.unwritable` if the format cannot express the event,
  ///   `.lineTooLong`, and `.clockLeap`; `.finished`.
  package mutating func stage(
    _ event: Event, by: String, at moment: Instant? = nil, recorded: Recording? = nil
  ) throws(JournalError) -> Instant {
    guard !isFinished else { throw .finished }
    let at = if let moment { moment } else { try readClock() }
    let start = lines.bytes.count
    LineCodec.append(
      event: event, by: by, sequence: staged.sequence + 1, at: at, recorded: recorded,
      salt: drawSalt(), to: &lines)
    let count = lines.bytes.count - start
    do {
      try check(event, from: start)
    } catch {
      lines.truncate(to: start)
      throw error
    }
    advance(at, count)
    if case .format = event { isStepUnnoted = true }
    return at
  }

  /// Refuses the line that was written from `start` on if it is too long or no reader accepts it.
  private func check(_ event: Event, from start: Int) throws(JournalError) {
    let line = lines.bytes.rawBytes.extracting(start..<lines.bytes.count - 1)
    guard lines.fault != nil || line.byteCount <= JournalLimits.lineBytes
    else { throw .lineTooLong }
    do {
      try WritingCheck.check(event, line, noting: lines.fault)
    } catch {
      throw .unwritable(error)
    }
  }

  /// Makes the line of one sample by a template; `commit` writes it.
  ///
  /// - Parameters:
  ///   - start, end, value, created, metadata: see `SampleTemplate`; together some kilobytes at
  ///     most.
  /// - Throws: `.finished`; `.clockLeap`.
  package mutating func stage(
    _ sample: SampleTemplate, _ uuid: ObjectUUID, start: RawSpan, end: RawSpan, value: RawSpan,
    created: RawSpan, metadata: RawSpan
  ) throws(JournalError) {
    guard !isFinished else { throw .finished }
    let at = try readClock()
    if clock.at != at {
      let text = [UInt8](capacity: 40) { $0.append(milliseconds: at) }
      // As `WritingCheck` would: years beyond four digits have no text on a line.
      guard text.count == clock.text.count else { throw .unwritable(.wrongValue("at")) }
      for index in text.indices { clock.text[index] = text[index] }
      clock.at = at
    }
    let before = lines.bytes.count
    let (salt, clockText) = (drawSalt(), clock.text)
    sample.append(
      uuid, start: start, end: end, value: value, created: created, metadata: metadata,
      sequence: staged.sequence + 1, at: clockText.rawBytes, salt: salt, to: &lines.bytes)
    advance(at, lines.bytes.count - before)
  }

  /// Returns the present time in whole milliseconds, or the time of the line before if the clock
  /// ran back.
  ///
  /// - Throws: `.clockLeap` if it is ahead of that line and not judged right.
  package mutating func readClock() throws(JournalError) -> Instant {
    let now = system.now()
    // The first line has none before it.
    if staged.sequence > 0, now - max(staged.at, rightClock).microseconds > ClockLeap.least {
      try judge(Instant(microseconds: now))
    }
    return max(staged.at, Instant(microseconds: now - now % 1_000))
  }

  private mutating func judge(_ now: Instant) throws(JournalError) {
    let leap = ClockLeap(from: staged.at, to: now)
    guard judgesLeap(leap) else { throw .clockLeap(leap) }
    rightClock = now
  }

  private mutating func drawSalt() -> Salt {
    if randomWordsUsed + 2 > randomWords.count {
      randomWords = [UInt64](repeating: 0, count: 32)
      system.random(into: &randomWords)
      randomWordsUsed = 0
    }
    randomWordsUsed += 2
    return Salt(random: (randomWords[randomWordsUsed - 2], randomWords[randomWordsUsed - 1]))
  }

  private mutating func advance(_ at: Instant, _ count: Int) {
    staged.sequence += 1
    staged.at = at
    staged.offset += UInt64(count)
  }

  /// A position among the staged lines to which `unstage` can go back.
  package struct Mark: Sendable {
    fileprivate var head: Head
    fileprivate var bytes: Int
  }

  /// The position after the last staged line.
  package var mark: Mark { Mark(head: staged, bytes: lines.bytes.count) }

  /// Forgets what was staged since `mark`, with no commit in between.
  package mutating func unstage(to mark: Mark) {
    lines.truncate(to: mark.bytes)
    staged = mark.head
  }

  /// Forgets the staged lines.
  package mutating func discard() {
    lines.bytes.removeAll(keepingCapacity: true)
    staged = committed
  }

  /// Writes the staged lines and returns when they are on the disk.
  ///
  /// - Parameters:
  ///   - synchronizing: false leaves the sync to a later commit, and where there are many lines,
  ///     the writing to another thread; nothing may be acknowledged until then.
  ///   - moreFollows: whether the next commit is due at once. Then the note of this sync may wait
  ///     for it.
  /// - Throws: `.system` when a write failed, this one or one of another thread: the file is cut
  ///   back to the last sync, and the writer goes on, with nothing staged; also when the note that
  ///   lines begin failed: nothing was written, and this writer is finished. `.outcomeUnknown`,
  ///   `.changed`: this writer is finished.
  package mutating func commit(
    synchronizing: Bool = true, moreFollows: Bool = false
  ) throws(JournalError) {
    guard !isFinished else { throw .finished }
    if !synchronizing, lines.bytes.count >= BackgroundWriter.leastBytes {
      if background?.hasFailed ?? false { try arrive() }
      return try writeAhead()
    }
    try arrive()
    do {
      if !lines.bytes.isEmpty { try write(synchronizing: synchronizing) }
      committed = staged
      if synchronizing { try synchronize(moreFollows: moreFollows) }
    } catch {
      try stop(after: error)
    }
  }

  /// The most syncs in a row without a note: only some are noted, so that a commit costs no more
  /// than its sync. If a writer is interrupted, the next one writes the lines without a noted sync
  /// once more.
  private static let mostUnnoted = 64

  private mutating func synchronize(moreFollows: Bool) throws(JournalError) {
    if durable != committed {
      try JournalError.attempt(
        try files.synchronize(isNoted: unnoted > 0), orThrow: JournalError.outcomeUnknown)
      durable = committed
      unnoted += 1
    }
    if !moreFollows || unnoted >= Self.mostUnnoted || isStepUnnoted { noteSyncs() }
  }

  /// Notes the syncs that are not noted yet.
  private mutating func noteSyncs() {
    guard unnoted > 0 else { return }
    files.noteSync(upTo: durable)
    unnoted = 0
    isStepUnnoted = false
  }

  private mutating func write(synchronizing: Bool) throws(JournalError) {
    if !synchronizing || lines.bytes.count > DurablePart.mostUnmarked { try begin() }
    staged.chain = Chain.seal(&lines.bytes, after: committed.chain)
    try files.append(lines.bytes, at: committed.offset)
    lines.bytes.removeAll(keepingCapacity: true)
  }

  /// Writes lines of a journal with the same beginning, whose chain continues the committed lines
  /// and is verified; a `commit` gets them onto the disk. Nothing may be staged.
  ///
  /// - Parameter head: the position after the last of them.
  /// - Throws: as `commit`.
  package mutating func append(sealed lines: [UInt8], upTo head: Head) throws(JournalError) {
    guard !isFinished else { throw .finished }
    do {
      try begin()
      try files.append(lines, at: committed.offset)
    } catch {
      try stop(after: error)
    }
    (committed, staged) = (head, head)
  }

  /// Notes once that lines after the committed ones may be written and not synced. Where that
  /// fails, nothing was written and this writer is finished: a disk that failed a sync is not asked
  /// again.
  private mutating func begin() throws(JournalError) {
    guard !hasBegun else { return }
    do {
      try files.noteBegin(committed)
    } catch {
      isFinished = true
      discard()
      throw error
    }
    hasBegun = true
  }

  /// True if so many lines are staged that `startCommit` needs less time than `commit`, or if those
  /// before them are on their way.
  package var isWorthSending: Bool {
    isAhead || lines.bytes.count >= BackgroundWriter.leastBytes
  }

  /// Leaves the staged lines to another thread, which writes them; a commit to come gets them onto
  /// the disk and reports their failure, after those of the commits that were started before.
  ///
  /// - Throws: as `commit`, if no line may be written.
  package mutating func writeAhead() throws(JournalError) {
    guard !isFinished else { throw .finished }
    try send(synchronizing: false)
  }

  /// Begins to get the staged lines onto the disk: another thread does it, while more are staged. A
  /// `finishCommit` is due for each.
  ///
  /// - Throws: as `commit`, if no line may be written.
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
    guard let background, underway > 0 else { return }
    underway -= 1
    let isOnDisk = background.waitForSync()
    // Lines that were written ahead belong to the next commit, and so does their failure.
    if !isOnDisk || underway == 0 && !isAhead { try arrive() }
  }

  /// Leaves the staged lines to another thread.
  private mutating func send(synchronizing: Bool) throws(JournalError) {
    try begin()
    noteSyncs()
    let background =
      self.background ?? BackgroundWriter(files, from: committed, synchronized: durable)
    self.background = background
    isAhead = !synchronizing
    var sent = background.spareBuffer()
    swap(&sent, &lines.bytes)
    lines.bytes.reserveCapacity(sent.count + sent.count / 8)
    background.send(consume sent, upTo: staged, synchronizing: synchronizing)
  }

  /// Waits for the lines that another thread is writing.
  private mutating func arrive() throws(JournalError) {
    guard let background else { return }
    self.background = nil
    (underway, isAhead) = (0, false)
    let outcome = background.arrived()
    committed = outcome.head
    durable = outcome.synchronized
    staged.chain = committed.chain
    if let failure = outcome.failure { try stop(after: failure) }
  }

  /// Cuts away every line after `head`, which this writer wrote and nobody was told of.
  ///
  /// - Throws: `.outcomeUnknown`, `.changed`; this writer is finished then.
  package mutating func withdraw(to head: Head) throws(JournalError) {
    guard !isFinished else { throw .finished }
    do {
      try arrive()
    } catch {
      // A write that failed was cut away, with all that was not synced.
      if isFinished { throw error }
    }
    discard()
    if committed.sequence != head.sequence { try cut(to: head) }
  }

  /// Goes back to what is on the disk where a write failed; else this writer is finished.
  private mutating func stop(after error: JournalError) throws(JournalError) -> Never {
    if !isFinished, case .system = error { try cut(to: durable) } else { isFinished = true }
    throw error
  }

  private mutating func cut(to head: Head) throws(JournalError) {
    precondition(
      durable.sequence <= head.sequence && head.sequence <= committed.sequence,
      "only what was written and not synced can be cut")
    unnoted = 0
    do {
      try files.cut(to: head)
    } catch {
      isFinished = true
      throw error
    }
    committed = head
    durable = head
    discard()
  }

  /// Ends the writing: returns when what was left to another thread is on the disk or has failed,
  /// and notes that nothing is unsynced. To be called on every way out; nothing can be written
  /// after it.
  ///
  /// - Throws: as `commit`, for what was not waited for.
  package mutating func finish() throws(JournalError) {
    guard !isFinished else { return }
    try arrive()
    discard()
    isFinished = true
    noteSyncs()
    if hasBegun, durable == committed { files.noteEnd() }
  }

  /// Gives the files back, and with them the lock.
  package mutating func close() {
    if !isClosed { files.close(after: background) }
    (isClosed, isFinished, background) = (true, true, nil)
  }

  /// Replaces the journal's lines by a file of other lines, and ends the writing. The old file
  /// remains until the new one replaces it; no state in between can be seen, even after a crash.
  ///
  /// - Parameters:
  ///   - body: writes the lines into the new file, and returns the position after the last one.
  ///   - removingCaches: removes the caches of the old lines and keeps others from making them
  ///     again, until its argument, in which the file is replaced, has returned.
  /// - Throws: the errors of `body`, and `.system`: the old file remains. `.outcomeUnknown`: it
  ///   is not known which file is in place.
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

/// The mark that lines are being erased: a file next to the lines. It exists from before the new
/// lines replace the old ones until all other files with erased content are gone. If a crash leaves
/// it, the next writer finishes the erasure.
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

  /// Removes all files next to the lines that may hold their old content, and finally the mark.
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

/// A clock that is further ahead of the last line than people pause. Lines never go back in time:
/// by
/// a wrong clock, one line would date all later ones.
public struct ClockLeap: Hashable, Sendable {
  /// The time when the last line was recorded.
  public var last: Instant
  /// The time on the clock.
  public var now: Instant

  /// The least leap that is reported, in microseconds: 31 days.
  static let least: Int64 = 31 * day
  private static let day: Int64 = 86_400_000_000

  /// Creates the leap from one moment to another.
  public init(from last: Instant, to now: Instant) { (self.last, self.now) = (last, now) }

  /// Creates the leap for a last line that is dated after now; nil: it is not, or by no more than a
  /// minute, by which clocks differ.
  package init?(of last: Instant?, after now: Instant) {
    guard let last, last > now + 60 else { return nil }
    self.init(from: now, to: last)
  }

  /// The number of whole days.
  public var days: Int64 { (now.microseconds - last.microseconds) / Self.day }

  /// True if a wrong clock is likelier than a pause: the leap is more than 366 days.
  public var isFar: Bool { now.microseconds - last.microseconds > 366 * Self.day }
}
