import HealthEvents
import HealthModel
import JournalFile

extension HealthTables {
  /// What their reader may see; everything, unless they were made by `seen(by:)`.
  package var access: ReadAccess { sight?.access ?? .owner }

  /// The tables as a reader sees them, where they are those of the last line. Whether a sample is a
  /// member of a correlation is left as it is: the lines tell that, see
  /// `ReplayedJournal.seen(by:)`, which also knows what is to be hidden of an earlier moment.
  ///
  /// - Throws: what reading the rows and links that they leave out throws.
  package func seen(by reader: String) throws -> HealthTables {
    guard reader != EventActor.owner else { return self }
    try readDecisions()
    return try seen(by: ReadAccess(reader, in: self))
  }

  /// The tables as a reader with this access sees them, which may be the access of another moment.
  ///
  /// - Parameter removed: what was deleted or replaced by another moment.
  func seen(
    by access: ReadAccess, without removed: RemovedRows = RemovedRows()
  ) throws -> HealthTables {
    precondition(sight == nil, "these tables are those of a reader already")
    guard !access.isOwners else { return self }
    var seen = self
    seen.sight = try Sight(access.with(self), of: self, without: removed)
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
  /// The objects that the reader sees and that a line may name beside saving them.
  func namedObjects() throws -> NamedObjects {
    let removed = try removedRows()
    var named = removed.uuids
    for type in sampleTypes {
      if sight?.rows[type] == nil { try readAllRows(type) }
      let columns = sight?.rows[type] ?? allColumns(type)
      for row in 0..<columns.count where columns.flags[row].contains(.member) {
        named.insert(columns.uuids[row])
      }
    }
    for object in objects where object.kind == .workout { named.insert(object.uuid) }
    return NamedObjects(uuids: named, removed: removed)
  }

  /// What a line says to the reader by its rights, whatever became of the objects; nil: nothing.
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
    return seen.event
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

/// Objects that a reader sees and that lines may name to it.
struct NamedObjects: Sendable {
  /// Those that were deleted or replaced, members of correlations, and workouts.
  let uuids: Set<ObjectUUID>
  /// Those of them that were deleted or replaced.
  let removed: RemovedRows
}

extension Entry {
  /// The same without what objects said that were deleted or replaced, and without the reasons for
  /// it; nil: nothing is left.
  func withholding(_ removed: Set<ObjectUUID>) -> Entry? {
    var entry = self
    switch event {
    case .save(var save)?:
      save.objects.removeAll { removed.contains($0.uuid) }
      guard let event = save.event else { return nil }
      entry.body = .event(event, by: by ?? EventActor.owner)
    case .delete(let deletion)?:
      entry.body = .event(
        .delete(Deletion(objects: deletion.objects)), by: by ?? EventActor.owner)
    case .open?, .origin?, .authorize?, .configure?, .importReceipt?, .erase?, nil: break
    }
    return entry
  }
}

extension Save {
  /// The event of what is left of a save: the deletion of what it replaced where nothing else is;
  /// nil: nothing is left.
  fileprivate var event: Event? {
    if !objects.isEmpty { return .save(self) }
    return replaces.isEmpty ? nil : .delete(Deletion(objects: replaces))
  }
}
