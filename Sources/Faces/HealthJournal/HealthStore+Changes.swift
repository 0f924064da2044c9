import HealthEvents
public import HealthModel
import HealthTables
import HealthViews
import Journal
import JournalFile

extension HealthStore {
  /// Returns the changes after an anchor: HealthKit's HKAnchoredObjectQuery.
  ///
  ///     var changes = try await store.changes(types: [.stepCount])   // everything there is
  ///     changes = try await store.changes(since: changes.anchor, types: [.stepCount])   // what is new
  ///
  /// - Parameters:
  ///   - anchor: the anchor of an earlier answer.
  ///   - types: the types; nil: all.
  ///   - reader: who reads: the owner, or a source, which sees what the owner lets it see.
  ///   - limit: at most so many objects, but always all of one event; nil, 0 and less: all.
  /// - Throws: a `StoreError` where the anchor's line is not there any more or is another one now,
  ///   as after a restore from an older copy, or a type is named that `reader` never asked for.
  public func changes(
    since anchor: ChangeAnchor = .beginning, types: [TypeIdentifier]? = nil,
    as reader: String = EventActor.owner, limit: Int? = nil
  ) throws(StoreError) -> HealthChanges {
    try answering {
      let journal = try replayed(by: reader)
      try require(anchor, in: journal)
      var filter = ChangesTable.Filter()
      filter.anchor = anchor.sequence
      filter.types = types.map { Set($0.map(\.rawValue)) }
      filter.limit = Self.limit(limit)
      let view = try ChangesTable(of: journal, filter)
      var changes = HealthChanges(anchor: try journal.anchor(after: view.next) ?? anchor)
      try view.forEachChange { changes.append($0) }
      return changes
    }
  }

  /// Returns what `push` posts: the changes after an anchor, as JSON for other programs, under a
  /// key that is the same whenever the same lines are sent again.
  ///
  ///     var anchor = ChangeAnchor.beginning
  ///     while let batch = try await store.changeBatch(after: anchor, to: "study") {
  ///       try await send(batch.body, idempotencyKey: batch.key)
  ///       anchor = batch.anchor
  ///     }
  ///
  /// - Parameters:
  ///   - anchor: the anchor of the batch before.
  ///   - address: the target: another address has other keys.
  ///   - types: the types; nil: all.
  ///   - reader: the reader: the owner, or a source, which sees what the owner lets it see.
  ///   - size: the greatest number of rows, but always all rows of a line.
  /// - Returns: nil if there is nothing after the anchor.
  /// - Throws: the errors of `changes`.
  public func changeBatch(
    after anchor: ChangeAnchor, to address: String, types: [TypeIdentifier]? = nil,
    as reader: String = EventActor.owner, size: Int = 500
  ) throws(StoreError) -> ChangeBatch? {
    try answering {
      let journal = try replayed(by: reader)
      try require(anchor, in: journal)
      guard let opening = journal.tables.opening, anchor.sequence < journal.head.sequence,
        let known = try journal.anchor(after: journal.head.sequence)
      else { return nil }
      let identity = BatchIdentity(
        journal: opening.journal, address: address,
        types: types.map { Set($0.map(\.rawValue)) }, reader: reader, name: "")
      let batches = ChangeBatches(of: journal, identity, size: max(size, 1))
      let lines = try batches.lines(after: anchor.sequence, known: known)
      guard let last = try journal.anchor(after: lines.last) else { return nil }
      let parcel = try batches.parcel(lines, upTo: last)
      return ChangeBatch(
        body: parcel.body, rowCount: parcel.rows, key: parcel.key, anchor: last)
    }
  }

  private func require(_ anchor: ChangeAnchor, in journal: ReplayedJournal) throws {
    guard let fault = try journal.fault(of: anchor) else { return }
    throw OptionProblem(Wording.text(fault, remedy: "ask since ChangeAnchor.beginning"))
  }

  /// Returns the changes that this store makes from now on, one element for each call that changes
  /// objects: HealthKit's HKObserverQuery, together with the changes. The sequence ends when the
  /// store is closed or has no reference any more; the sequence of a closed store is empty.
  ///
  /// For a store that only reads, it returns the changes that others write: within a second, and
  /// never half a line.
  ///
  /// An element without changes means that the new lines could not be read: ask `changes`.
  ///
  /// - Parameters:
  ///   - types: the types; nil: all. Calls that concern none of them are skipped.
  ///   - reader: the owner, or a source, which gets the changes that it may see.
  public func observe(
    types: [TypeIdentifier]? = nil, as reader: String = EventActor.owner
  ) -> AsyncStream<HealthChanges> {
    let (stream, continuation) = AsyncStream.makeStream(of: HealthChanges.self)
    let observer = Observers.Observer(
      types: types.map { Set($0.map(\.rawValue)) }, reader: reader, continuation: continuation)
    guard let number = observers.add(observer) else { return stream }
    startFollowing()
    continuation.onTermination = { [weak self] _ in
      Task { await self?.forgetObserver(number) }
    }
    return stream
  }

  /// Runs `body`, which appends lines, and notifies the observers of the changes. All methods of
  /// the store append lines through it, except an import: see `exchangingWriter`.
  ///
  /// - Throws: the errors of `body`, as a `StoreError`.
  func changing<Result>(
    _ body: (inout JournalSession) throws -> Result
  ) throws(StoreError) -> Result {
    let writer = try writer()
    let before = writer.session.writtenHead.sequence
    let result = try StoreError.typed { try body(&writer.session) }
    announceChanges(since: before, upTo: writer.session.writtenHead)
    return result
  }

  /// Notifies the observers of the changes in the lines after `anchor`.
  func announceChanges(since anchor: UInt64, upTo head: Head) {
    guard head.sequence > anchor, !observers.all.isEmpty else { return }
    let next = ChangeAnchor(sequence: head.sequence, chain: head.chainText)
    for observer in observers.all {
      // The lines are saved in any case: an observer whose changes cannot be read gets an element
      // without changes.
      let found = try? changes(after: anchor, seenBy: observer.reader)
      var changes = HealthChanges(anchor: next)
      for change in found ?? [] where change.isOf(observer.types) { changes.append(change) }
      if found == nil || !changes.isEmpty { observer.continuation.yield(changes) }
    }
  }

  private func changes(
    after anchor: UInt64, seenBy reader: String
  ) throws -> [HealthChange] {
    var filter = ChangesTable.Filter()
    filter.anchor = anchor
    var changes: [HealthChange] = []
    try ChangesTable(of: try replayed(by: reader), filter).forEachChange {
      changes.append($0)
    }
    return changes
  }

  private func forgetObserver(_ number: Int) {
    observers.remove(number)
    stopFollowing()
  }

  // Observers of a store that only reads hear what another store or program writes: while somebody
  // observes, its file is looked at several times a second.

  private static let pause = Duration.milliseconds(200)

  /// Begins to look, where the store only reads and nobody has begun.
  func startFollowing() {
    guard onlyReads, following == nil else { return }
    following = Task { [weak self] in
      var known: FileStatus?
      while !Task.isCancelled {
        // Not held while it sleeps: the store may end.
        do {
          guard let self else { return }
          known = await self.catchUp(since: known)
        }
        try? await Task.sleep(for: Self.pause)
      }
    }
  }

  /// Ends it, where nobody observes any more.
  func stopFollowing() {
    guard observers.all.isEmpty else { return }
    following?.cancel()
    following = nil
  }

  /// Reads the lines that were written since the last look, and notifies the observers. An
  /// incomplete line is not read yet; a file that cannot be read now is read again, a damaged one
  /// once it has changed.
  ///
  /// - Parameter known: the file's status at the last look; nil: this is the first.
  /// - Returns: its status now.
  private func catchUp(since known: FileStatus?) -> FileStatus? {
    guard let now = try? journal.system.status(at: journal.paths.events) else { return known }
    guard now != known else { return known }
    do {
      try reload()
    } catch {
      // Damaged bytes would be found damaged again.
      guard error.code == .damaged else { return known }
    }
    return now
  }

  /// Notifies the observers of a store that only reads of the lines after the known ones, or of the
  /// replacement of these.
  func announceNews(since before: Head, upTo after: Head) {
    if !stands(before, in: after) {
      announceRewrite(after)
    } else if after.sequence > before.sequence {
      announceChanges(since: before.sequence, upTo: after)
    }
  }

  /// Returns true if the lines up to a position are still the same ones.
  private func stands(_ before: Head, in after: Head) -> Bool {
    if after.sequence <= before.sequence { return after.chain == before.chain }
    guard before.sequence > 0, let journal = try? replayed(by: EventActor.owner)
    else { return true }
    let anchor = ChangeAnchor(sequence: before.sequence, chain: before.chainText)
    do { return try journal.fault(of: anchor) == nil } catch { return false }
  }

  /// Ends what observers hear, for good.
  func endObserving() {
    observers.finish()
    stopFollowing()
  }

  /// Notifies the observers of withdrawn lines, by an element without changes: an observer then
  /// asks `changes`.
  private func announceRewrite(_ head: Head) {
    let anchor = ChangeAnchor(sequence: head.sequence, chain: head.chainText)
    for observer in observers.all { observer.continuation.yield(HealthChanges(anchor: anchor)) }
  }

  /// An answer now, and a new one whenever a change has made it differ.
  ///
  /// - Parameters:
  ///   - types: those whose changes matter; nil: all.
  ///   - reader: the owner, or a source, which hears of what it may see.
  ///   - answer: asks the store.
  /// - Returns: a sequence that throws what `answer` throws, and ends when the store is closed.
  nonisolated func answers<Answer: Equatable & Sendable>(
    ofTypes types: [TypeIdentifier]?, as reader: String,
    _ answer: @escaping @Sendable () async throws -> Answer
  ) -> AsyncThrowingStream<Answer, any Error> {
    let (stream, continuation) = AsyncThrowingStream.makeStream(of: Answer.self)
    let task = Task {
      do {
        // Before the first answer, so that nothing falls between it and the next one.
        let news = await observe(types: types, as: reader)
        var known = try await answer()
        continuation.yield(known)
        for await _ in news {
          let next = try await answer()
          if next != known { continuation.yield(next) }
          known = next
        }
        continuation.finish()
      } catch {
        continuation.finish(throwing: error)
      }
    }
    continuation.onTermination = { _ in task.cancel() }
    return stream
  }
}

/// Changes as they travel to other programs.
public struct ChangeBatch: Hashable, Sendable {
  /// A JSON array of the rows that `changes` shows; without rows it is empty.
  public let body: [UInt8]
  /// The number of rows in `body`.
  public let rowCount: Int
  /// The key, which is the same whenever the same lines are sent again.
  public let key: String
  /// The anchor after its last line.
  public let anchor: ChangeAnchor
}

/// The observers of a store. A class, so that its `deinit` ends their sequences.
final class Observers {
  struct Observer {
    var types: Set<String>?
    var reader: String
    var continuation: AsyncStream<HealthChanges>.Continuation
  }

  private var observers: [Int: Observer] = [:]
  private var next = 0
  private var isOver = false

  deinit { finish() }

  var all: [Observer] { Array(observers.values) }

  /// Takes one more.
  ///
  /// - Returns: its number; nil: the store is closed, and the observer's sequence has ended.
  func add(_ observer: Observer) -> Int? {
    guard !isOver else {
      observer.continuation.finish()
      return nil
    }
    next += 1
    observers[next] = observer
    return next
  }

  func remove(_ number: Int) { observers[number] = nil }

  /// Ends what all of them hear, and takes no more.
  func finish() {
    isOver = true
    for observer in observers.values { observer.continuation.finish() }
    observers = [:]
  }
}

/// Corrections of what was saved.
extension HealthStore {
  /// Saves a newer version of a quantity sample, which takes its place in every view, in its
  /// workout and in its correlation. Time, source and metadata stay; the old version stays in the
  /// history.
  ///
  ///     try await store.correct(sample.uuid, to: Quantity(unit: .kilogram, doubleValue: 68.9))
  ///
  /// - Parameters:
  ///   - uuid: the sample.
  ///   - quantity: its new value, in a unit of its type.
  ///   - source: who asks, a bundle identifier; the owner by default.
  /// - Returns: the uuid of the newer version.
  /// - Throws: a `StoreError` if it is not there, is no quantity sample or not the source's own, or
  ///   the unit does not fit.
  @discardableResult
  public func correct(
    _ uuid: ObjectUUID, to quantity: Quantity, by source: String = EventActor.owner
  ) throws(StoreError) -> ObjectUUID {
    try correct(uuid, by: source) { older in
      guard case .quantity(let sample) = older else { return nil }
      return .quantity(
        QuantityContent(
          type: sample.type, span: sample.span, value: quantity.doubleValue,
          unit: quantity.unit.description))
    }
  }

  /// Saves a newer version of a category sample, which takes its place, as for a quantity sample.
  ///
  /// - Parameters:
  ///   - uuid: the sample.
  ///   - value: its new value, one of its type.
  ///   - source: who asks, a bundle identifier; the owner by default.
  /// - Returns: the uuid of the newer version.
  /// - Throws: a `StoreError` if it is not there, is no category sample or not the source's own, or
  ///   the type has no such value.
  @discardableResult
  public func correct(
    _ uuid: ObjectUUID, to value: Int, by source: String = EventActor.owner
  ) throws(StoreError) -> ObjectUUID {
    try correct(uuid, by: source) { older in
      guard case .category(var sample) = older else { return nil }
      sample.value = .code(value)
      return .category(sample)
    }
  }

  /// Corrects a sample; a change that returns nil is for another kind of object.
  private func correct(
    _ uuid: ObjectUUID, by source: String, _ change: (Content) -> Content?
  ) throws(StoreError) -> ObjectUUID {
    try changing { session in
      let (request, _) = try session.correction(of: uuid, by: source) { older in
        guard let newer = change(older) else {
          let fault = Rejection.Fault.kindMismatch(type: older.type, kind: "corrected sample")
          throw Rejection.invalidArgument(fault, index: nil)
        }
        return newer
      }
      return try session.perform(Command(by: source, .save(request))).uuids[0]
    }
  }

  /// Deletes all but one of each group of equal samples, and of workouts of equal activity, source
  /// and time. The one that stays is a part of a workout or a correlation, or else the one that was
  /// recorded first; parts of workouts and correlations that stay are not deleted.
  ///
  ///     let count = try await store.deleteCopies(of: [.stepCount])
  ///
  /// - Parameter types: the types of samples, or `HKWorkoutTypeIdentifier`; nil: all.
  /// - Returns: the number of objects that were deleted, in one event; 0 is no error.
  /// - Throws: a `StoreError`.
  @discardableResult
  public func deleteCopies(of types: [TypeIdentifier]? = nil) throws(StoreError) -> Int {
    try changing { session in
      var query = ViewQuery()
      query.types = types?.map(\.rawValue)
      let doubles = try DoubleEntries(in: try session.replayed(), ViewContext(query))
      return try session.delete(doubles.uuids, reason: DoubleEntries.reason, by: EventActor.owner)?
        .uuids.count ?? 0
    }
  }
}

extension HealthChanges {
  fileprivate mutating func append(_ change: HealthChange) {
    switch change.what {
    case .added(let object): added.append(object)
    case .deleted(let uuid, _): deleted.append(DeletedObject(uuid: uuid, type: change.type))
    }
  }
}
