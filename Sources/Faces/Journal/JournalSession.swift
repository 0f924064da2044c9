package import HealthEvents
package import HealthModel
package import HealthTables
package import HealthViews
package import JournalFile

/// The writing side of a journal: decides commands by the rules, writes what they make true, and
/// keeps the tables in step.
///
/// Commands are staged one by one, each seeing what the ones before it did; `commit` gets all of
/// them onto the disk with one write and one sync, and only then may they be acknowledged.
package struct JournalSession: ~Copyable {
  /// The result of an accepted command.
  package struct Accepted: Hashable, Sendable {
    package var sequence: UInt64
    /// The uuids of the objects it saved or deleted.
    package var uuids: [ObjectUUID]

    /// This line and these objects.
    package init(sequence: UInt64, uuids: [ObjectUUID]) {
      self.sequence = sequence
      self.uuids = uuids
    }
  }

  /// The tables, staged events included.
  package var tables: HealthTables { _read { yield builder.tables } }
  var builder: TableBuilder
  var writer: JournalWriter
  /// The short way of plain saves.
  var plain = PlainSaves()
  private var decider = Decider()
  /// The format that staged lines state which the tables do not hold yet.
  private var stagedFormat = 1
  private var zones = ZoneCatalogue()
  private(set) var untabledOrigins: [Origin: UInt64] = [:]
  private var untabledWorkouts: Set<ObjectUUID> = []
  /// The objects that live again by what was staged untabled.
  private(set) var untabledRestored: Set<ObjectUUID> = []
  package let system: any FileSystem
  private let snapshots: SnapshotPolicy
  /// Up to where the newest snapshot goes.
  private var snapshotOffset: UInt64
  /// True if a revert came after a snapshot.
  private var hasReverted = false

  private init(
    writer: consuming JournalWriter, builder: TableBuilder, system: any FileSystem,
    snapshots: SnapshotPolicy, snapshotOffset: UInt64
  ) {
    self.writer = writer
    self.builder = builder
    self.system = system
    self.snapshots = snapshots
    self.snapshotOffset = snapshotOffset
  }

  /// Makes a new journal.
  ///
  /// - Throws: `JournalError`, `.exists` where there is one.
  package static func create(
    _ folder: String, timeZone: String, format: Int = JournalLimits.format,
    on system: any FileSystem = PosixSystem()
  ) throws {
    var writer = try JournalWriter.create(
      folder, timeZone: timeZone, format: format, on: system)
    try writer.finish()
  }

  /// Opens a journal to write to it. Every line is verified on the way, except those in a snapshot,
  /// which its writer has verified.
  ///
  /// - Parameter leavesSnapshot: whether a snapshot that is due is left to `takeDueSnapshot`, or to
  ///   the end of the session.
  /// - Throws: `JournalError`: missing, locked, damaged, newer, or the system's refusal.
  package static func open(
    _ folder: String, on system: any FileSystem = PosixSystem(),
    snapshots: SnapshotPolicy = .standard, leavingSnapshot leavesSnapshot: Bool = false
  ) throws -> JournalSession {
    var builder = TableBuilder()
    var snapshotOffset: UInt64 = 0
    let kept = SnapshotFolder(JournalPaths(folder: folder), on: system)
    let writer = try JournalWriter.open(folder, on: system) { file, size in
      if let start = try kept.newest(in: file, size: size) {
        builder = TableBuilder(start.tables)
        snapshotOffset = start.head.offset
        return start.head
      }
      guard let most = try TableBuilder.verified(linesOf: folder, on: system) else { return Head() }
      builder = most.builder
      return most.head
    } body: { line, offset in
      try builder.apply(line: line, at: offset)
    }
    builder.applyClaims()
    builder.buildIndex()
    var session = JournalSession(
      writer: writer, builder: builder, system: system, snapshots: snapshots,
      snapshotOffset: snapshotOffset)
    if !leavesSnapshot { session.takeDueSnapshot()?() }
    return session
  }

  /// Returns a closure that writes the snapshot that is due, on any thread; nil if none is due. One
  /// is due if the lines since the last one are many, or one of them is a revert, and the tables
  /// are those of the lines on the disk; after an import they are not. The closure ignores
  /// failures, and the session counts the snapshot as written.
  mutating func takeDueSnapshot() -> (@Sendable () -> Void)? {
    let head = writer.committed
    guard snapshots.isDue(from: snapshotOffset, to: head.offset) || hasReverted,
      writer.staged.sequence == head.sequence, tables.lastSequence == head.sequence
    else { return nil }
    (snapshotOffset, hasReverted) = (head.offset, false)
    let (folder, tables) = (SnapshotFolder(paths, on: system), tables)
    let events = writer.eventsIdentity
    return { try? folder.write(tables, head, of: events) }
  }

  /// Ends the session; the caller calls it on every way out. It returns after all work of other
  /// threads is on the disk or has failed, and releases the lock. If many lines were added since
  /// the last snapshot, it writes the next one then, so that no other writer has to wait for it.
  ///
  /// - Throws: the errors of `commit`, for lines that nobody waited for; none if they were
  ///   reported before.
  package mutating func finish() throws(JournalError) {
    let wasFinished = writer.isFinished
    do {
      defer { writer.close() }
      if !wasFinished { try writer.finish() }
    }
    if !wasFinished { takeDueSnapshot()?() }
  }

  /// Finishes where something failed, and throws that; and with it what fails at the end.
  package mutating func finish(after error: any Error) throws -> Never {
    do throws(JournalError) {
      try finish()
    } catch let ending {
      throw FailureAndEnding(failure: error, ending: ending)
    }
    throw error
  }

  /// The actions of recovery at the opening of the journal.
  package var recovery: Recovery { writer.recovery }

  package var paths: JournalPaths { writer.paths }

  /// True if nothing can be written any more, after a failure or at the end.
  package var isFinished: Bool { writer.isFinished }

  /// Bytes that `commit` would write.
  package var stagedBytes: Int { writer.stagedBytes }

  /// Returns a random uuid.
  package func drawUUID() -> ObjectUUID { system.drawUUID() }

  package var now: Instant { Instant(microseconds: system.now()) }

  /// Decides a command and stages what it makes true.
  ///
  /// - Throws: `Rejection` where a rule refuses it; `JournalError` where the format cannot say it.
  ///   Nothing of it is staged then.
  package mutating func stage(_ command: Command) throws -> Accepted {
    accepted(command, try stageEvents(of: command))
  }

  /// Returns the answer to a command whose last event is staged. A type that was declared before in
  /// the same way makes no event; then the line is that of its declaration.
  func accepted(_ command: Command, _ last: Event?) -> Accepted {
    var sequence = writer.staged.sequence
    if last == nil, case .declare(let type) = command.request {
      sequence = catalogue.declaration(of: type.identifier)?.sequence ?? sequence
    }
    return Accepted(sequence: sequence, uuids: last?.objects ?? [])
  }

  /// Decides a command and stages what it makes true.
  ///
  /// - Returns: the last of the events; nil if it makes nothing true.
  mutating func stageEvents(of command: Command) throws -> Event? {
    try requireZone(of: command)
    let moment = try moment(of: command)
    let events = try decided(command, at: moment)
    try apply(stage(events, by: command.by, at: moment))
    builder.applyClaims()
    if !events.allSatisfy(PlainSaves.areIndifferent) { plain.forget() }
    // A reader would have to look at every row of the snapshot before it.
    if case .revert? = events.last, snapshotOffset > 0 { hasReverted = true }
    return events.last
  }

  /// Stages what comes with another journal. The owner brings it, so it is decided by the owner's
  /// rights.
  ///
  /// - Parameters:
  ///   - by: the source that asked for it there.
  ///   - recorded: the line that recorded it there.
  ///   - earlier: a time that the line comes after, so that later lines of this journal come after
  ///     it in the order of recording too.
  mutating func stage(
    _ request: Request, by: String, recorded: Recording? = nil, after earlier: Instant
  ) throws {
    let moment = max(try writer.readClock(), Instant(microseconds: earlier.microseconds + 1_000))
    let command = Command(by: EventActor.owner, request)
    var events = try decided(command, at: moment)
    if recorded != nil, format < 2 {
      // Objects name the lines of their origins, which come after the step of the format.
      try apply(stage([], by: by, at: moment, recorded: recorded))
      events = try decided(command, at: moment)
    }
    try apply(stage(events, by: by, at: moment, recorded: recorded))
    builder.applyClaims()
    plain.forget()
  }

  /// Takes staged entries into the tables.
  private mutating func apply(_ staged: [(entry: Entry, offset: UInt64)]) throws {
    for (entry, offset) in staged { try builder.apply(entry, at: offset) }
  }

  /// Returns the time of the lines of a command where its decision depends on it: where a right may
  /// have ended, or the command grants rights with an end or gives rights back. Nil: the writer
  /// reads the clock for each line.
  private mutating func moment(of command: Command) throws(JournalError) -> Instant? {
    let isOfRights =
      switch command.request {
      case .authorize(let change): change.terms.until != nil
      case .revert(let request): !request.revert.rights.isEmpty
      case .save, .delete, .configure, .declare, .recordImport: false
      }
    return command.by != EventActor.owner || isOfRights ? try writer.readClock() : nil
  }

  /// Returns the events of a command; if the tables could not be read for the decision, it throws
  /// that error and returns neither events nor a refusal.
  private mutating func decided(
    _ command: Command, at moment: Instant? = nil, untabled: Bool = false
  ) throws -> [Event] {
    let moment = moment ?? writer.staged.at
    let decision = Result {
      try untabled
        ? decideUntabled(command, at: moment)
        : decider.decide(command, given: builder.tables, at: moment)
    }
    // Rules ask the tables as commands come, so nothing can be opened before.
    try tables.requireReadable()
    return try decision.get()
  }

  /// Asks whether a command would be accepted; nothing of it happens.
  ///
  /// - Throws: the `Rejection` of the rule that it breaks; what reading the tables throws.
  mutating func check(_ command: Command) throws {
    _ = try decided(command, at: try moment(of: command))
  }

  /// Stages events, all or none.
  ///
  /// - Parameter moment: the time of their lines; nil: the writer reads the clock.
  /// - Returns: their entries and where their lines begin.
  private mutating func stage(
    _ events: [Event], by: String, at moment: Instant? = nil, recorded: Recording? = nil
  ) throws(JournalError) -> [(entry: Entry, offset: UInt64)] {
    let mark = writer.mark
    var staged: [(entry: Entry, offset: UInt64)] = []
    let needed = max(events.map(\.leastFormat).max() ?? 1, recorded == nil ? 1 : 2)
    let (isNew, isForeign) = (needed > format, recorded != nil)
    do {
      for event in isNew ? [.format(FormatStep(to: needed))] + events : events {
        let offset = writer.staged.offset
        let recorded = event.kind.canComeAlong ? recorded : nil
        // Origins and the step of the format are what the owner's import adds.
        let by = isForeign && recorded == nil ? EventActor.owner : by
        let at = try writer.stage(event, by: by, at: moment, recorded: recorded)
        let entry = Entry(
          sequence: writer.staged.sequence, at: at, body: .event(event, by: by),
          recorded: recorded)
        staged.append((entry, offset))
      }
    } catch {
      writer.unstage(to: mark)
      throw error
    }
    stagedFormat = max(stagedFormat, needed)
    return staged
  }

  /// Refuses a time zone that this system does not know: it would leave every view without days.
  private mutating func requireZone(of command: Command) throws {
    guard case .configure(let configuration) = command.request,
      let name = configuration.timeZone
    else { return }
    do {
      _ = try zones.setting(named: name)
    } catch {
      if let failure = error.failure { throw failure }
      throw Rejection.invalidArgument(.timeZoneUnknown(name), index: nil)
    }
  }

  /// Writes the staged lines to the disk. Then they may be acknowledged. After
  /// `JournalError.system` the session can go on, with one exception: if the note in the `lock`
  /// file failed that precedes the first lines, the session is over, and `isFinished` is true.
  ///
  /// - Parameter moreFollows: true if the next commit is due at once.
  /// - Throws: `JournalError.system`: nothing staged was written, and the tables are as they were
  ///   before it. `.outcomeUnknown`, `.changed`: this session is over.
  package mutating func commit(moreFollows: Bool = false) throws {
    try onDisk { writer throws(JournalError) in try writer.commit(moreFollows: moreFollows) }
  }

  /// Leaves what is staged to another thread, which writes it; the next commit gets it onto the
  /// disk and reports its failure. More can be staged meanwhile.
  ///
  /// - Throws: as `commit`, if no line may be written.
  package mutating func writeAhead() throws {
    try onDisk { writer throws(JournalError) in try writer.writeAhead() }
  }

  /// Begins to get what is staged onto the disk, and returns where that is left to another thread;
  /// more can be staged meanwhile. Nothing of it may be acknowledged before `finishCommit`.
  ///
  /// - Returns: false where so little is staged that `commit` takes less time; nothing was done.
  /// - Throws: as `commit`.
  package mutating func startCommit() throws -> Bool {
    guard writer.isWorthSending else { return false }
    try onDisk { writer throws(JournalError) in try writer.startCommit() }
    return true
  }

  /// Waits for what `startCommit` began. Then it may be acknowledged. One is due for each, in
  /// order.
  ///
  /// - Throws: as `commit`. With `JournalError.system`, nothing of what was staged or begun since
  ///   was written either.
  package mutating func finishCommit() throws {
    try onDisk { writer throws(JournalError) in try writer.finishCommit() }
  }

  private mutating func onDisk(
    _ body: (inout JournalWriter) throws(JournalError) -> Void
  ) throws {
    do {
      try body(&writer)
    } catch {
      if case .system = error { try reload() }
      throw error
    }
  }

  /// Returns the journal on the disk, for views; nothing may be staged.
  ///
  /// It shares the tables. A caller that drops it before the next command avoids a copy of them.
  package func replayed() throws -> ReplayedJournal {
    precondition(writer.stagedBytes == 0, "staged lines cannot be read yet")
    return try ReplayedJournal(
      writer.paths.folder, tables: tables, head: writer.committed, on: system)
  }

  /// Returns the journal on the disk as a reader sees it: `owner` or a bundle identifier.
  package func replayed(by reader: String) throws -> ReplayedJournal {
    try replayed().seen(by: reader, at: now)
  }

  /// Runs `body`, which stages several commands; if it fails, none of them is staged, and the
  /// tables are as they were.
  mutating func stageAll(_ body: (inout JournalSession) throws -> Void) throws {
    let mark = writer.mark
    let wasStaged = writer.staged.sequence
    do {
      try body(&self)
    } catch {
      if writer.staged.sequence != wasStaged {
        writer.unstage(to: mark)
        try reload()
      }
      throw error
    }
  }

  /// Stages one command and gets it onto the disk.
  ///
  /// - Parameter condition: the state of the journal that the command depends on; nil: any.
  package mutating func perform(
    _ command: Command, if condition: CommandCondition? = nil
  ) throws -> Accepted {
    if let condition { try require(condition, for: command) }
    let accepted = try stage(command)
    try commit()
    return accepted
  }

  /// The seq that the next event will have.
  var nextSequence: UInt64 { writer.staged.sequence + 1 }

  /// Decides a command and stages its events without taking them into the tables, which then stay
  /// as they were. For an import, whose objects are told apart by their content.
  mutating func stageUntabled(_ command: Command) throws {
    for (entry, _) in try stage(try decided(command, untabled: true), by: command.by) {
      switch entry.event {
      case .origin(let origin)?: untabledOrigins[origin] = entry.sequence
      case .save(let save)?:
        for object in save.objects {
          if case .workout = object.content { untabledWorkouts.insert(object.uuid) }
        }
      case .open?, .delete?, .authorize?, .configure?, .declare?, .importReceipt?, .erase?,
        .format?, .revert?, nil:
        break
      }
    }
  }

  /// Decides a command with regard to what was staged untabled. A function of its own, so that the
  /// `ImportState`, which shares the origins, is gone when it returns: while it exists, each new
  /// origin would cost a copy of all of them.
  private mutating func decideUntabled(
    _ command: Command, at moment: Instant
  ) throws(Rejection) -> [Event] {
    try decider.decide(
      command,
      given: ImportState(
        tables: builder.tables, nextSequence: nextSequence, origins: untabledOrigins,
        workouts: untabledWorkouts, restored: untabledRestored), at: moment)
  }

  /// The format that the journal has with what is staged.
  var format: Int { max(tables.format, stagedFormat) }

  /// Notes that objects live again by what was staged untabled.
  mutating func noteRestored(_ uuids: [ObjectUUID]) { untabledRestored.formUnion(uuids) }

  /// Gets ready for so many commands that a search through all origins for each would take too
  /// long.
  mutating func prepareForMany() { builder.numberOrigins() }

  /// Returns the template of samples like one that the owner imports; nil if there is none, if a
  /// rule refuses the sample, or if its origin has no line yet.
  mutating func template(like draft: Draft) -> SampleTemplate? {
    var draft = draft
    draft.object.uuid = drawUUID()
    let request = SaveRequest(objects: [draft], imported: true)
    guard
      let events = try? decided(Command(by: EventActor.owner, .save(request)), untabled: true),
      events.count == 1, case .save(let save) = events[0]
    else { return nil }
    return SampleTemplate(save.objects[0])
  }

  /// Stages a sample by its template, as `stageUntabled` would stage it.
  mutating func stage(
    _ sample: SampleTemplate, _ uuid: ObjectUUID, start: RawSpan, end: RawSpan, value: RawSpan,
    created: RawSpan, metadata: RawSpan
  ) throws(JournalError) {
    try writer.stage(
      sample, uuid, start: start, end: end, value: value, created: created, metadata: metadata)
  }

  /// Writes what is staged; a later `commit` gets it onto the disk.
  mutating func write() throws { try writer.commit(synchronizing: false) }

  /// Writes what is staged, and waits until it is in the file.
  mutating func writeThrough() throws {
    try write()
    // Another thread may write it; with nothing staged, this waits for that thread.
    try write()
  }

  /// Forgets what is staged untabled: of a trial nothing is written.
  mutating func discardUntabled() {
    writer.discard()
    stagedFormat = 1
  }

  /// The position after the last line that was written.
  package var writtenHead: Head { writer.committed }

  /// Cuts away every line after `head` that was written and not acknowledged.
  mutating func withdraw(to head: Head) throws {
    try writer.withdraw(to: head)
    stagedFormat = 1
  }

  /// Reads the tables of the lines on the disk. If that fails, nothing can be decided any more, and
  /// this session is over.
  private mutating func reload() throws {
    plain.forget()
    stagedFormat = 1
    do {
      builder = TableBuilder(
        try ReplayedJournal(
          writer.paths.folder, on: system, snapshots: snapshots, isForDecisions: true
        ).tables)
      try tables.readRules()
    } catch {
      writer.close()
      throw error
    }
    builder.buildIndex()
  }

  // What a writer asks of the journal that it writes to.

  /// The types that HealthKit knows and the journal declares.
  package var catalogue: JournalTypes { tables.catalogue }

  /// The number of the last line.
  package var lastLine: UInt64 { tables.lastSequence }

  /// Returns the zone whose days count.
  ///
  /// - Throws: `ZoneCatalogue.Unknown`.
  package func zone() throws -> ZoneRules {
    var zones = ZoneCatalogue()
    return try zones.rules(named: tables.settings.timeZone)
  }

  /// Times as a person of that zone types them.
  ///
  /// - Throws: as `zone`.
  package func timeInput() throws -> TimeInput {
    TimeInput(DayCalendar(try zone()), weekStarts: tables.settings.weekStarts, now: now)
  }

  /// Returns a request for views of the lines on the disk, as a reader sees them; nothing may be
  /// staged.
  package func request(by reader: String) throws -> ViewRequest {
    ViewRequest(try replayed(by: reader), OptionValues(), now: now)
  }
  /// Looks up what the names of a new order of sources mean.
  ///
  /// - Throws: what reading rows throws.
  package func check(_ order: SourcePriority) throws -> PriorityCheck {
    try PriorityCheck(order, in: tables)
  }

  /// Reads a statement that two names are those of one source, and looks up what it means; nil if
  /// the text is none.
  package func check(sameSource text: String) -> SameSourceCheck? {
    SameSourceCheck(text, in: tables)
  }

  /// Returns whether the journal has live samples of a type.
  package func holdsSamples(of type: String) -> Bool { tables.liveSampleTypes.contains(type) }

  /// Returns the uuids of the live objects that a query selects and `actor` may delete: the owner
  /// all, any other source its own.
  ///
  /// - Throws: `ProjectionError`; the errors of reading lines.
  package func deletable(_ query: ViewQuery, by actor: String) throws -> [ObjectUUID] {
    try MatchingObjects.deletable(query, in: try replayed(by: actor))
  }

  /// Returns the number of these objects by type.
  package func typeCounts(of uuids: [ObjectUUID]) -> [String: Int] {
    uuids.reduce(into: [:]) { counts, uuid in
      if let facts = tables.facts(of: uuid) { counts[facts.type, default: 0] += 1 }
    }
  }

  /// Deletes objects and gets that onto the disk: one event, or several where one line would be too
  /// long.
  ///
  /// - Parameter most: how many uuids one event names; a line holds about twice as many.
  /// - Returns: the seq of the last event and all uuids; nil where there was nothing to delete.
  /// - Throws: `Rejection`; `JournalError`.
  package mutating func delete(
    _ uuids: [ObjectUUID], reason: String?, by actor: String, inALine most: Int = 200_000
  ) throws -> Accepted? {
    var sequence: UInt64?
    try stageAll { session in
      var rest = uuids[...]
      while !rest.isEmpty {
        let deletion = Deletion(objects: Array(rest.prefix(most)), reason: reason)
        sequence = try session.stage(Command(by: actor, .delete(deletion))).sequence
        rest = rest.dropFirst(most)
      }
    }
    guard let sequence else { return nil }
    try commit()
    return Accepted(sequence: sequence, uuids: uuids)
  }
}
