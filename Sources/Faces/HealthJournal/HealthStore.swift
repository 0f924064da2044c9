public import HealthEvents
public import HealthModel
import HealthTables
import HealthViews
import Journal
public import JournalFile

/// A journal that is open for writing, or only for reading: HealthKit's HKHealthStore.
///
///     try HealthStore.create(at: "my.journal", timeZone: "Europe/Paris")
///     let store = try HealthStore(at: "my.journal")
///     let mass = QuantitySample(
///       type: .bodyMass, quantity: Quantity(unit: .gramUnit(with: .kilo), doubleValue: 71.5),
///       start: .now, end: .now)
///     try await store.save(mass)
///     try await store.latestSample(of: .bodyMass)?.quantity   // 71.5 kg
///
/// When a method that saves returns, its data is on the disk. One store at a time may write to a
/// journal; others are refused at once. Any number may read at the same time, with
/// `HealthStore(reading:)`.
public actor HealthStore {
  /// The open side of a store.
  private enum Side {
    case writing(Writer)
    case reading(ReplayedJournal)
  }

  let journal: Journal
  /// The line or the time of the state that is read; nil: the present state.
  private let moment: String?
  private var side: Side
  /// The moment of asking for what a source reads; nil: now.
  private(set) var momentOfAsking: Instant?
  /// The reason why the journal could not be opened again after an import; nil: it was.
  private var notReopened: StoreError?
  let observers = Observers()
  /// Looks for what others write, where somebody observes a store that only reads.
  var following: Task<Void, Never>?

  /// Makes a new journal in a folder that holds none.
  ///
  /// - Parameters:
  ///   - folder: the folder of the journal.
  ///   - timeZone: the IANA name of the zone whose days count.
  /// - Throws: a `StoreError` where there is a journal already, the zone is unknown, or the system
  ///   refuses.
  public static func create(at folder: String, timeZone: String) throws(StoreError) {
    try StoreError.typed {
      try Journal(at: folder).create(timeZone: timeZone)
    }
  }

  /// Opens a journal; it verifies every line, except those in a snapshot, which the snapshot's
  /// writer has verified.
  ///
  /// - Parameters:
  ///   - folder: the folder of the journal.
  ///   - clockIsRight: true if the system's clock is right although it is more than a year ahead
  ///     of the last line; otherwise nothing is saved with that clock
  ///     (`StoreError.Code.clockLeap`), because lines never go back in time.
  /// - Throws: a `StoreError` if there is none, it is damaged, or another writer has it open.
  public init(at folder: String, clockIsRight: Bool = false) throws(StoreError) {
    try self.init(at: folder, clockIsRight: clockIsRight, on: PosixSystem())
  }

  /// Opens a journal of this system.
  package init(
    at folder: String, clockIsRight: Bool = false, on system: any FileSystem
  ) throws(StoreError) {
    var journal = Journal(at: folder, on: system)
    journal.clockIsRight = clockIsRight
    self.journal = journal
    moment = nil
    side = .writing(try StoreError.typed { [journal] in try Writer(journal) })
  }

  /// Creates a new journal in memory, for tests: it vanishes with the store.
  ///
  ///     let store = try HealthStore(inMemory: "Europe/Berlin")
  ///
  /// - Parameter timeZone: the IANA name of the zone whose days count.
  /// - Throws: a `StoreError` if the zone is unknown.
  public init(inMemory timeZone: String) throws(StoreError) {
    let memory = Journal(at: "/health.journal", on: MemoryFileSystem())
    let writer = try StoreError.typed {
      try memory.create(timeZone: timeZone)
      return try Writer(memory)
    }
    journal = memory
    moment = nil
    side = .writing(writer)
  }

  /// Opens a journal only for reading, with or without a writer at work. The store answers queries
  /// from the present content of the journal, and refuses to save. `reload` reads what was saved
  /// later, and `observe` reports it.
  ///
  ///     let store = try HealthStore(reading: "my.journal")
  ///     try await store.latestSample(of: .bodyMass)?.quantity   // 71.5 kg
  ///
  /// - Throws: a `StoreError` if there is no journal, or it is damaged.
  public init(reading folder: String) throws(StoreError) {
    try self.init(reading: folder, on: PosixSystem())
  }

  /// Opens a journal of this system to read only.
  package init(reading folder: String, on system: any FileSystem) throws(StoreError) {
    journal = Journal(at: folder, on: system)
    moment = nil
    side = .reading(try Self.read(journal, asOf: nil))
  }

  /// Opens a journal to read as it stood at a moment.
  init(_ journal: Journal, asOf moment: String) throws(StoreError) {
    self.journal = journal
    self.moment = moment
    side = .reading(try StoreError.typed { try Self.read(journal, asOf: moment) })
  }

  /// Reads the saves of other stores since this one, which only reads, was opened or last reloaded,
  /// and notifies the observers. A store that writes knows all there is.
  ///
  /// - Throws: a `StoreError`.
  public func reload() throws(StoreError) {
    guard case .reading(let before) = side else { return }
    let after = try Self.read(journal, asOf: moment)
    side = .reading(after)
    announceNews(since: before.head, upTo: after.head)
  }

  private static func read(_ journal: Journal, asOf moment: String?) throws(StoreError)
    -> ReplayedJournal
  {
    try StoreError.typed {
      var options = Journal.ReadOptions()
      options.asOf = moment
      let read = try journal.read(OptionValues(), options).journal
      try read.tables.readRules()
      read.tables.beginDeciding()
      return read
    }
  }

  /// Closes the journal: another store can open it, and this one saves nothing any more. It still
  /// answers queries, from its tables, without later saves of other stores. The sequences of its
  /// observers end.
  ///
  /// A store without any reference is closed too. This method also throws if that fails, and writes
  /// a snapshot if many lines were added since the last.
  ///
  /// - Throws: a `StoreError`.
  public func close() throws(StoreError) {
    defer { endObserving() }
    try endSession()
  }

  /// Lets another writer open the journal; the observers stay.
  private func endSession() throws(StoreError) {
    guard case .writing(let writer) = side else { return }
    try StoreError.typed { try writer.session.finish() }
  }

  // MARK: What is open

  /// True if it was opened only for reading.
  var onlyReads: Bool { if case .reading = side { true } else { false } }

  /// The tables, for what asks no line.
  var tables: HealthTables {
    switch side {
    case .writing(let writer): writer.session.tables
    case .reading(let journal): journal.tables
    }
  }

  /// Returns the journal as a reader sees it.
  func replayed(by reader: String) throws -> ReplayedJournal {
    if let notReopened { throw notReopened }
    return switch side {
    case .writing(let writer): try writer.session.replayed().seen(by: reader, at: asked)
    case .reading(let journal): try journal.seen(by: reader, at: asked)
    }
  }

  /// Returns the tables as a reader sees them.
  func tables(seenBy reader: String) throws -> HealthTables {
    switch side {
    case .writing(let writer): try writer.session.tables.seen(by: reader, at: asked)
    case .reading(let journal): try journal.tables(seenBy: reader, at: asked)
    }
  }

  /// Returns the writing side.
  ///
  /// - Throws: a `StoreError` if this store only reads, or could not open the journal again.
  func writer() throws(StoreError) -> Writer {
    if let notReopened { throw notReopened }
    guard case .writing(let writer) = side else {
      throw StoreError(
        code: .readOnly,
        description: "this store was opened to read; open the journal with HealthStore(at:) to save"
      )
    }
    return writer
  }

  /// Lets `body` write to the journal in a session of its own. The session of this store is ended
  /// before and begun anew afterwards, also where `body` throws, and the observers are told what
  /// changed.
  func exchangingWriter<Result>(
    _ body: () throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    let before = try writer().session.writtenHead.sequence
    try endSession()
    defer {
      // What `body` did is done, so its outcome is told. Where the journal cannot be opened again,
      // the calls that follow throw `.closed`, and say why: the tables do not have the import.
      do {
        let next = try Writer(journal)
        side = .writing(next)
        announceChanges(since: before, upTo: next.session.writtenHead)
      } catch {
        notReopened = StoreError(
          code: .closed,
          description: "after the import, the store could not open the journal again: "
            + StoreError(error).description)
      }
    }
    return try body()
  }

  var clock: Instant { Instant(microseconds: journal.system.now()) }

  /// The moment at which rights may have ended.
  var asked: Instant { momentOfAsking ?? clock }

  /// Sets the moment of asking: from then on this store answers a source by its rights as they are
  /// at that moment. The present rights decide what a source may save.
  ///
  /// - Parameter moment: the moment; nil: the moment of each question, as at first.
  public func ask(at moment: Instant?) { momentOfAsking = moment }

  /// Returns a predicate's query. Its times are in the journal's zone, relative to now.
  func query(_ predicate: HealthPredicate) throws -> ViewQuery {
    try ViewQuery(predicate, in: tables, now: clock)
  }

  /// Saves new objects, all or none.
  ///
  /// - Parameters:
  ///   - contents: what they say; their uuids are drawn.
  ///   - source: who asks, a bundle identifier; the owner by default.
  ///   - workout: the saved workout that they belong to.
  /// - Returns: their uuids, in order.
  /// - Throws: a `StoreError`; its `rejection` is the rule that they break.
  @_disfavoredOverload
  public func save(
    _ contents: [Content], by source: String = EventActor.owner, workout: ObjectUUID? = nil
  ) throws(StoreError) -> [ObjectUUID] {
    let drafts = contents.map { Draft(HealthObject(uuid: journal.drawUUID(), content: $0)) }
    return try perform(.save(SaveRequest(objects: drafts, workout: workout)), by: source)
  }

  /// Does what a command asks.
  ///
  /// - Parameters:
  ///   - request: the objects to save or delete, or the change of rights, types or settings.
  ///   - source: who asks; its rights decide what the store accepts.
  ///   - condition: the state of the journal that the command depends on; nil: any. The store
  ///     checks it and writes under the same lock, so of two programs that depend on one state only
  ///     one succeeds.
  /// - Returns: the uuids of the objects that it saved or deleted.
  /// - Throws: a `StoreError`; its `rejection` is the rule that it breaks; `.conflict` where the
  ///   journal is not as the condition requires.
  @discardableResult
  public func perform(
    _ request: Request, by source: String = EventActor.owner,
    if condition: CommandCondition? = nil
  ) throws(StoreError) -> [ObjectUUID] {
    try changing { session in
      try session.perform(Command(by: source, request), if: condition).uuids
    }
  }

  /// The anchor after the last line, on which the condition of a command can depend.
  public var head: ChangeAnchor {
    let head =
      switch side {
      case .writing(let writer): writer.session.writtenHead
      case .reading(let journal): journal.head
      }
    return ChangeAnchor(sequence: head.sequence, chain: head.chainText)
  }

  /// Returns the live sample of a type with the greatest end, in the unit in which it was saved.
  ///
  ///     let mass = try await store.latestSample(of: .bodyMass)
  ///     mass?.quantity.doubleValue(for: .gramUnit(with: .kilo))   // 71.5
  ///
  /// - Parameters:
  ///   - type: a quantity type.
  ///   - reader: the owner, or a source, which sees only its own samples of a refused type.
  /// - Returns: nil if there is none, or if the catalogue does not know its type or unit:
  ///   `objects(of:)` returns such samples.
  /// - Throws: a `StoreError` if `reader` never asked for the type.
  public func latestSample(
    of type: TypeIdentifier, as reader: String = EventActor.owner
  ) throws(StoreError) -> QuantitySample? {
    try answering {
      let journal = try replayed(by: reader)
      try journal.tables.requireDetermined(type.rawValue)
      let row = LatestView.row(of: type.rawValue, in: journal.tables)
      return try row.flatMap { try MatchingObjects.saved($0, in: journal) }
        .flatMap { QuantitySample($0) }
    }
  }

  /// Runs `body`, which answers a question; what it throws comes out as a `StoreError`. A
  /// `StoreError` is also thrown where a part of the journal could not be read for the answer.
  func answering<Answer>(_ body: () throws -> Answer) throws(StoreError) -> Answer {
    if let notReopened { throw notReopened }
    return try StoreError.typed {
      let answer = try body()
      try tables.requireReadable()
      return answer
    }
  }

  /// Returns the owner's decision whether a source may save a type. A right that has ended is
  /// denied.
  public func authorizationStatus(for type: TypeIdentifier, of source: String)
    -> AuthorizationStatus
  {
    tables.shareRight(of: type.rawValue, by: source).status(at: asked)
  }

  // Saving and deleting as HealthKit's programs write it. What is refused comes out as a
  // `StoreError`, with the code that HealthKit's HKError has for it.

  /// Saves a sample; a correlation with its samples, all or none.
  ///
  /// - Parameters:
  ///   - sample: what is saved.
  ///   - source: who asks, a bundle identifier; the owner by default.
  /// - Throws: a `StoreError`.
  public func save(_ sample: any Sample, by source: String = EventActor.owner) throws(StoreError) {
    try save([sample], by: source)
  }

  /// Saves samples, all or none, in one line.
  ///
  /// - Parameters:
  ///   - samples: what is saved; a correlation brings its own samples.
  ///   - source: who asks, a bundle identifier; the owner by default.
  /// - Throws: a `StoreError`; `.invalidArgument` where there is none.
  public func save(_ samples: [any Sample], by source: String = EventActor.owner) throws(StoreError)
  {
    try StoreError.typed {
      var zones = try SampleZones(usual: timeZone)
      _ = try perform(.save(SaveRequest(objects: zones.drafts(of: samples))), by: source)
    }
  }

  /// Deletes a sample; the samples of a correlation stay, as in HealthKit.
  ///
  /// - Throws: a `StoreError` if it is not there or not the source's own.
  public func delete(_ sample: any Sample, by source: String = EventActor.owner) throws(StoreError)
  {
    try delete([sample], by: source)
  }

  /// Deletes samples, all or none.
  ///
  /// - Throws: a `StoreError` where one is not there or not the source's own.
  public func delete(_ samples: [any Sample], by source: String = EventActor.owner)
    throws(StoreError)
  {
    try StoreError.typed {
      _ = try perform(.delete(Deletion(objects: samples.map(\.uuid))), by: source)
    }
  }

  /// Deletes the objects of a type that a predicate holds for: those that `source` saved, all where
  /// the owner asks.
  ///
  /// - Returns: how many were deleted; 0 is no error.
  /// - Throws: a `StoreError`.
  @discardableResult
  public func deleteObjects(
    of type: some SampleType, predicate: HealthPredicate, by source: String = EventActor.owner
  ) throws(StoreError) -> Int {
    try StoreError.typed {
      try deleteObjects(of: type.typeIdentifier, predicate: predicate, by: source)
    }
  }

  /// Saves documents, all or none: electrocardiograms, audiograms, heartbeat series, states of
  /// mind, vision prescriptions, workout routes, notes.
  ///
  ///     let mood = StateOfMind(span: now, kind: .dailyMood, valence: 0.4, labels: [.calm])
  ///     try await store.save(documents: [mood])
  ///
  /// - Parameters:
  ///   - documents: what they say; their uuids are drawn.
  ///   - source: who asks, a bundle identifier; the owner by default.
  ///   - workout: the saved workout that they belong to.
  /// - Returns: their uuids, in order.
  /// - Throws: a `StoreError`; its `rejection` is the rule that they break.
  public func save(
    documents: [any DocumentValue], by source: String = EventActor.owner, workout: ObjectUUID? = nil
  ) throws(StoreError) -> [ObjectUUID] {
    let drafts = documents.map { Draft($0.object(uuid: journal.drawUUID())) }
    return try perform(.save(SaveRequest(objects: drafts, workout: workout)), by: source)
  }

  /// Deletes the objects of a type that a predicate holds for: those that `source` saved, all where
  /// the owner asks. HealthKit's deleteObjects(of:predicate:).
  ///
  ///     try await store.deleteObjects(
  ///       of: "HKQuantityTypeIdentifierStepCount",
  ///       predicate: .samples(from: morning, to: noon, options: .strictStartDate))
  ///
  /// - Parameters:
  ///   - type: a type identifier.
  ///   - predicate: which objects.
  ///   - source: who asks, a bundle identifier; the owner by default.
  /// - Returns: how many were deleted; 0 is no error.
  /// - Throws: a `StoreError` where the predicate compares in a unit that does not fit or names a
  ///   time that is none, and where the disk refuses.
  @discardableResult
  public func deleteObjects(
    of type: TypeIdentifier, predicate: HealthPredicate, by source: String = EventActor.owner
  ) throws(StoreError) -> Int {
    try changing { session in
      var query = try ViewQuery(predicate, in: session.tables, now: session.now)
      query.types = [type.rawValue]
      let uuids = try session.deletable(query, by: source)
      return try session.delete(uuids, reason: nil, by: source)?.uuids.count ?? 0
    }
  }

  /// The IANA name of the zone whose days count.
  public var timeZone: String { tables.settings.timeZone }

  /// The present moment, with the offset of the journal's zone.
  ///
  /// - Throws: a `StoreError` where the system does not know the zone.
  public var now: Timestamp {
    get throws(StoreError) { Timestamp(clock, in: try StoreError.typed { try zone() }) }
  }

  /// Returns the moment that a text means in the journal's zone: RFC 3339, `2026-03-01 08:00`,
  /// `2026-03-01` (its first moment), `08:00`, `yesterday`, `monday`, `last week`, `-7d`, `now`:
  /// see Docs/TIMES.md.
  ///
  ///     let span = TimeSpan(try await store.timestamp("today"), try await store.now)
  ///
  /// - Throws: a `StoreError`: `.invalidArgument` if it means none, `.timeZoneUnknown`.
  public func timestamp(_ text: String) throws(StoreError) -> Timestamp {
    try StoreError.typed {
      let input = TimeInput(
        DayCalendar(try zone()), weekStarts: tables.settings.weekStarts, now: clock)
      guard let time = input.timestamp(text) else { throw ProjectionError.time(text) }
      return time
    }
  }

  /// Returns the day of the journal's zone that holds a moment.
  ///
  /// - Throws: a `StoreError` if the system does not know the zone.
  public func day(of moment: Instant) throws(StoreError) -> CivilDate {
    try StoreError.typed { Timestamp(moment, in: try zone()).date }
  }

  private func zone() throws -> ZoneRules {
    var zones = ZoneCatalogue()
    return try zones.rules(named: timeZone)
  }

  // What vouches for a journal from outside.

  /// Makes a checkpoint of all lines that are on the disk, to keep outside of the journal; their
  /// chain is verified.
  ///
  ///     let note = try await store.checkpoint().description   // three lines; sign and keep them
  ///     // later
  ///     try await store.audit(against: [note])                // .verified
  ///
  /// - Throws: a `StoreError` where the journal is damaged or cannot be read.
  public func checkpoint() throws(StoreError) -> Checkpoint {
    try StoreError.typed {
      try journal.checkpoint(threads: PosixSystem.processors).note.checkpoint
    }
  }

  /// Computes every chain value anew, checks every line and rule, makes each snapshot anew, and
  /// compares the lines with checkpoints that were kept.
  ///
  /// - Parameter notes: the texts of checkpoints, with their signatures or without; these are not
  ///   verified here.
  /// - Returns: `.verified`; without notes `.unanchored`; or what is wrong.
  /// - Throws: a `StoreError` where a text is no checkpoint, or the journal cannot be read.
  public func audit(against notes: [String] = []) throws(StoreError) -> AuditVerdict {
    let checkpoints = try notes.map { text throws(StoreError) in
      guard let note = CheckpointNote(Array(text.utf8)) else {
        throw StoreError(
          code: .invalidArgument,
          description: "a text is no checkpoint: three lines as checkpoint() makes them, and "
            + "signatures after an empty line")
      }
      return note.checkpoint
    }
    return try StoreError.typed {
      try journal.audit(against: checkpoints, threads: PosixSystem.processors).verdict
    }
  }
}

/// The writing side of a store, whose end closes the journal.
final class Writer {
  var session: JournalSession

  init(_ journal: Journal) throws {
    session = try journal.write()
    try session.tables.readRules()
  }
}

extension Instant {
  /// The present moment by the system's clock.
  public static var now: Instant { Instant(microseconds: PosixSystem().now()) }
}

extension Timestamp {
  /// Reads the time in a text of RFC 3339; nil for anything else.
  ///
  ///     Timestamp("2026-03-01T08:00:00+01:00")?.hour   // 8
  public init?(_ rfc3339: String) { self.init(rfc3339: rfc3339) }
}
