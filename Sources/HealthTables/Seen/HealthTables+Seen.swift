import HealthEvents
import HealthModel
import JournalFile

extension HealthTables {
  /// What their reader may see; everything, unless they were made by `seen(by:)`.
  package var access: ReadAccess { sight?.access ?? .owner }

  /// The tables as a reader sees them. Whether a sample is a member of a correlation is left as it
  /// is: the lines tell that, see `ReplayedJournal.seen(by:)`.
  package func seen(by reader: String) -> HealthTables {
    guard reader != EventActor.owner else { return self }
    return seen(by: ReadAccess(reader, in: self))
  }

  /// The tables as a reader with this access sees them, which may be the access of another moment.
  func seen(by access: ReadAccess) -> HealthTables {
    precondition(sight == nil, "these tables are those of a reader already")
    guard !access.isOwners else { return self }
    var seen = self
    seen.sight = Sight(access.with(self), of: self)
    return seen
  }

  /// Whether a correlation, or a newer version of an object, is hidden from that reader: then the
  /// members of the correlations that are seen have to be read again.
  func hidesLinks(from seen: HealthTables) -> Bool {
    func correlations(_ tables: HealthTables) -> Int {
      tables.objects.count { $0.kind == .correlation }
    }
    return correlations(self) != correlations(seen) || successors.count != seen.successors.count
  }
}

// MARK: Lines

extension HealthTables {
  /// The uuids of the objects that the reader sees and that a line may name beside saving them:
  /// those that were deleted or replaced, members of correlations, and workouts.
  func namedObjects() -> Set<ObjectUUID> {
    var named: Set<ObjectUUID> = []
    for type in sampleTypes {
      let columns = sight?.rows[type] ?? allColumns(type)
      for row in 0..<columns.count
      where !columns.flags[row].isDisjoint(with: [.dead, .member]) {
        named.insert(columns.uuids[row])
      }
    }
    for object in objects where !object.isLive || object.kind == .workout {
      named.insert(object.uuid)
    }
    return named
  }

  /// What a line says to the reader; nil: nothing.
  ///
  /// A source sees its own origins, and which types it may save; which it may read is a secret.
  /// Everybody sees settings. Only the owner sees receipts of imports and erasures, which are about
  /// the whole journal.
  ///
  /// - Parameter isNamed: whether an object is one of `namedObjects`.
  func seen(_ entry: Entry, isNamed: (ObjectUUID) -> Bool) -> Entry? {
    guard let access = sight?.access else { return entry }
    guard case .event(let event, let by) = entry.body else { return nil }
    var seen: Event?
    switch event {
    case .open, .configure: seen = event
    case .origin(let origin): seen = access.isOwn(by: by, origin) ? event : nil
    case .save(let save): seen = self.seen(save, by: by, access, isNamed)
    case .delete(var deletion):
      deletion.objects = deletion.objects.filter(isNamed)
      seen = deletion.objects.isEmpty ? nil : .delete(deletion)
    case .authorize(var change):
      change.read = []
      let isOwn = change.source == access.reader && !change.share.isEmpty
      seen = isOwn ? .authorize(change) : nil
    case .importReceipt, .erase: seen = nil
    }
    return seen.map { Entry(sequence: entry.sequence, at: entry.at, body: .event($0, by: by)) }
  }

  /// What a save is to the reader. Where all its objects are hidden and it replaced objects that
  /// are seen, it is a deletion of these.
  private func seen(
    _ save: Save, by: String, _ access: ReadAccess, _ isNamed: (ObjectUUID) -> Bool
  ) -> Event? {
    var seen = save
    seen.objects = save.objects.compactMap { object in
      let isOwn = access.isOwn(by: by, object.origin.flatMap { origins[$0] })
      guard isOwn || access.maySeeAll(of: object.content.type) else { return nil }
      return self.seen(isOwn ? object : access.seen(object), isNamed)
    }
    seen.replaces = save.replaces.filter(isNamed)
    if let workout = save.workout, !isNamed(workout) { seen.workout = nil }
    if !seen.objects.isEmpty { return .save(seen) }
    return seen.replaces.isEmpty ? nil : .delete(Deletion(objects: seen.replaces))
  }

  /// A correlation with those of its members that are seen.
  private func seen(_ object: HealthObject, _ isNamed: (ObjectUUID) -> Bool) -> HealthObject {
    guard case .correlation(var correlation) = object.content else { return object }
    correlation.members = correlation.members.filter(isNamed)
    var object = object
    object.content = .correlation(correlation)
    return object
  }
}
