import HealthModel

// Who may delete what: a source deletes only its own, the owner anything.
extension Decider {
  /// What may be deleted, or replaced by a newer version, is there, is live, and belongs to the
  /// source that asks.
  func requireRight(
    toRemove uuid: ObjectUUID, by: String, given state: some JournalState
  ) throws(Rejection) {
    guard let facts = state.facts(of: uuid) else { throw .invalid(.uuidUnknown(uuid)) }
    guard facts.isOwn(of: by) else {
      throw .invalid(.notOwned(uuid, by: facts.by))
    }
    guard facts.isLive else { throw .invalid(.alreadyDeleted(uuid)) }
  }

  /// Deletions are all or nothing: the first object that may not be deleted refuses them all. A
  /// source other than the owner is not told whether there is an object that is not its own.
  func decideDelete(
    _ deletion: Deletion, by: String, given state: some JournalState
  ) throws(Rejection) -> [Event] {
    do {
      try check(deletion, by: by, given: state)
    } catch {
      throw by == EventActor.owner ? error : error.discreet
    }
    return [.delete(deletion)]
  }

  /// Checks every rule of a deletion; an audit asks this of lines that another program may have
  /// written.
  func check(
    _ deletion: Deletion, by: String, given state: some JournalState
  ) throws(Rejection) {
    guard !deletion.objects.isEmpty else { throw .invalid(.empty) }
    var seen: Set<ObjectUUID> = []
    for (index, uuid) in deletion.objects.enumerated() {
      guard seen.insert(uuid).inserted else {
        throw .invalidArgument(.uuidTwice(uuid), index: index)
      }
      do {
        try requireRight(toRemove: uuid, by: by, given: state)
      } catch {
        throw error.at(index)
      }
    }
  }
}
