import HealthEvents
import HealthModel
import HealthTables
import Journal
import JournalFile

/// Observers of a store that only reads hear what another store or program writes: while somebody
/// observes, its file is looked at several times a second.
extension HealthStore {
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

  /// Takes in what was written since the last look, and tells the observers. An incomplete line is
  /// not taken in yet; a file that cannot be read now is looked at again, a damaged one once it has
  /// changed.
  ///
  /// - Parameter known: what the system said of the file at the last look; nil: this is the first.
  /// - Returns: what it says now.
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

  /// Tells the observers of a store that only reads what came after the lines that it knew, or that
  /// these were replaced.
  func announceNews(since before: Head, upTo after: Head) {
    if !stands(before, in: after) {
      announceRewrite(after)
    } else if after.sequence > before.sequence {
      announceChanges(since: before.sequence, upTo: after)
    }
  }

  /// Whether the lines up to a position are still the same ones.
  private func stands(_ before: Head, in after: Head) -> Bool {
    if after.sequence <= before.sequence { return after.chain == before.chain }
    guard before.sequence > 0, let journal = try? replayed(by: EventActor.owner)
    else { return true }
    let anchor = ChangeAnchor(sequence: before.sequence, chain: before.chainText)
    return (try? journal.require(anchor)) != nil
  }

  /// Ends what observers hear, for good.
  func endObserving() {
    observers.finish()
    stopFollowing()
  }

  /// Tells that lines were taken back, by an element without changes: an observer then asks
  /// `changes`.
  private func announceRewrite(_ head: Head) {
    let anchor = ChangeAnchor(sequence: head.sequence, chain: head.chainText)
    for observer in observers.all { observer.continuation.yield(HealthChanges(anchor: anchor)) }
  }
}
