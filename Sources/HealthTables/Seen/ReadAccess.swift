import HealthEvents
package import HealthModel

/// By which rights a source reads what was known at a moment.
package enum RightsMoment: String, Sendable, CaseIterable {
  /// Those of the moment and those of the last line: what both let be seen, without what was
  /// deleted or replaced since.
  case now
  /// Those of the moment alone: what the source could read then. The owner asks so.
  case then
}

/// The rule of reading, stated once: the owner sees everything. Any other source sees the objects
/// of the types that the owner lets it read, and its own: those that it saved, and those that carry
/// its bundle.
///
/// What a reader may not see is as if it had never been saved: a journal with and without it gives
/// the reader the same bytes in every view. So the rule is asked before any view is computed, see
/// `ReplayedJournal.seen(by:)`, and by no view itself.
///
/// A correlation is never asked for itself: it is seen by a reader that sees the types of all its
/// members.
package struct ReadAccess: Sendable {
  /// `owner` or a bundle identifier.
  package let reader: String
  /// Which provenances are the reader's own; nil: the reader is the owner.
  private let own: [Bool]?
  /// What the owner decided on the types that the reader asked for.
  private let statuses: [String: AuthorizationStatus]

  /// The owner's.
  static let owner = ReadAccess(EventActor.owner, own: nil, [:])

  private init(_ reader: String, own: [Bool]?, _ statuses: [String: AuthorizationStatus]) {
    self.reader = reader
    self.own = own
    self.statuses = statuses
  }

  /// The access of a reader, by what the owner has decided so far.
  init(_ reader: String, in tables: HealthTables) {
    var statuses: [String: AuthorizationStatus] = [:]
    for (key, status) in tables.grants where key.source == reader && key.isRead {
      statuses[key.type] = status
    }
    self = ReadAccess(reader, own: nil, statuses).with(tables)
  }

  /// This access where the same reader has another access too, that of another moment: what both
  /// let be seen. Where the reader never asked by one of them, it never asked.
  func limited(to other: ReadAccess) -> ReadAccess {
    var statuses: [String: AuthorizationStatus] = [:]
    for (type, status) in self.statuses {
      switch other.status(of: type) {
      case .authorized: statuses[type] = status
      case .denied where status != .notDetermined: statuses[type] = .denied
      case .denied, .notDetermined: break
      }
    }
    return ReadAccess(reader, own: own, statuses)
  }

  /// The same access, as the owner has decided it, to tables of the same journal at another moment.
  func with(_ tables: HealthTables) -> ReadAccess {
    guard !isOwners else { return self }
    let own = tables.provenances.indices.map { index in
      isOwn(
        by: tables.actors.names[Int(tables.provenances[index].actor)],
        tables.origin(UInt32(index)))
    }
    return ReadAccess(reader, own: own, statuses)
  }

  /// Whether the owner reads.
  package var isOwners: Bool { reader == EventActor.owner }

  /// The owner's decision on reading a type.
  package func status(of type: String) -> AuthorizationStatus { statuses[type] ?? .notDetermined }

  /// Whether everything of a type may be seen.
  package func maySeeAll(of type: String) -> Bool {
    if isOwners { return true }
    guard case .correlation(let known)? = TypeCatalogue.find(type) else {
      return status(of: type) == .authorized
    }
    return known.containedTypes.allSatisfy { maySeeAll(of: $0.identifier) }
  }

  /// Whether an object of a type may be seen that was written by this provenance.
  package func maySee(_ type: String, provenance: UInt32) -> Bool {
    isOwn(provenance) || maySeeAll(of: type)
  }

  /// Whether what this provenance wrote is the reader's own; everything is the owner's.
  func isOwn(_ provenance: UInt32) -> Bool { own?[Int(provenance)] ?? true }

  /// Whether anything is the reader's own.
  var ownsSomething: Bool { own?.contains(true) ?? true }

  /// Whether what an actor saved of an origin is the reader's own.
  func isOwn(by actor: String, _ origin: Origin?) -> Bool {
    isOwners || actor == reader || origin?.source.bundle == reader
  }
}
