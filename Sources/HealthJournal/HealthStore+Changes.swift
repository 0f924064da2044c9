import HealthEvents
public import HealthModel
import HealthProjections
import HealthTables
import JournalFile

extension HealthStore {
  /// What changed behind an anchor: HealthKit's HKAnchoredObjectQuery.
  ///
  ///     var changes = try await store.changes(types: [stepCount])   // everything there is
  ///     changes = try await store.changes(since: changes.anchor, types: [stepCount])   // what is new
  ///
  /// - Parameters:
  ///   - anchor: the anchor of an earlier answer; 0: from the beginning.
  ///   - types: type identifiers; nil: all.
  ///   - reader: who reads: the owner, or a source, which sees what the owner lets it see.
  ///   - limit: at most so many objects, but always all of one event.
  /// - Throws: a `StoreError` where the anchor lies beyond the journal's last line, or a type is named
  ///   that `reader` never asked for.
  public func changes(
    since anchor: UInt64 = 0, types: [String]? = nil, as reader: String = Actor.owner,
    limit: Int? = nil
  ) throws -> HealthChanges {
    try StoreError.rethrowing {
      let journal = try session.replayed()
      guard anchor <= journal.head.sequence else {
        let text = Wording.text(anchor: anchor, beyond: journal.head.sequence)
        throw StoreError(description: text)
      }
      var filter = ChangesView.Filter()
      filter.anchor = anchor
      filter.types = types.map { Set($0) }
      filter.reader = reader
      filter.limit = limit
      let view = try ChangesView(of: journal, filter)
      var changes = HealthChanges(anchor: view.next)
      try view.forEachChange { changes.append($0) }
      return changes
    }
  }

  /// The changes that this store makes from now on, one element for each event: HealthKit's
  /// HKObserverQuery, with the changes at hand. The sequence ends with the store.
  ///
  /// - Parameter types: type identifiers; nil: all. Events that concern no other type are passed over.
  public func observe(types: [String]? = nil) -> AsyncStream<HealthChanges> {
    let (stream, continuation) = AsyncStream.makeStream(of: HealthChanges.self)
    let number = observers.add(Observers.Observer(types: types, continuation: continuation))
    continuation.onTermination = { [weak self] _ in
      Task { await self?.forgetObserver(number) }
    }
    return stream
  }

  /// Tells the observers what the lines behind `anchor` changed.
  func announceChanges(since anchor: UInt64) {
    for observer in observers.all {
      // What was saved is saved: an observer that cannot be told asks for the changes itself.
      guard let changes = try? changes(since: anchor, types: observer.types), !changes.isEmpty
      else { continue }
      observer.continuation.yield(changes)
    }
  }

  private func forgetObserver(_ number: Int) { observers.remove(number) }
}

/// Who wants to hear of changes. A class, because its end is the end of what it has promised.
final class Observers {
  /// One of them.
  struct Observer {
    var types: [String]?
    var continuation: AsyncStream<HealthChanges>.Continuation
  }

  private var observers: [Int: Observer] = [:]
  private var next = 0

  deinit { for observer in observers.values { observer.continuation.finish() } }

  var all: [Observer] { Array(observers.values) }

  func add(_ observer: Observer) -> Int {
    next += 1
    observers[next] = observer
    return next
  }

  func remove(_ number: Int) { observers[number] = nil }
}

extension HealthChanges {
  fileprivate mutating func append(_ change: HealthChange) {
    switch change.what {
    case .added(let object): added.append(object)
    case .deleted(let uuid, _): deleted.append(DeletedObject(uuid: uuid, type: change.type))
    }
  }
}
