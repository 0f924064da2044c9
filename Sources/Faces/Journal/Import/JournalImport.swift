import ByteTools
import HealthEvents
import HealthModel
import HealthTables
import HealthViews
import JournalFile

/// An import of another journal: what it saved, deleted and reverted is done here too, and each
/// line states who recorded it there, when and where (D249).
///
/// Of two changes of one object the later one counts, by the time of recording, then the identity
/// of the journal, then the line (D251). So two journals that import each other have the same
/// objects. If both journals saved an object, a revert of one save leaves the other.
package struct JournalImport {
  private let other: ReplayedJournal
  private let name: String
  private let choices: Choices
  private let identity: ObjectUUID
  private let ownIdentity: ObjectUUID
  /// The times of this journal's lines.
  private let times: [Instant]
  /// The last change of each object here that was deleted, replaced or reverted.
  private var changes: [ObjectUUID: Moment]
  private var erasedHere: ErasedBefore
  private var erasedThere = ErasedBefore()
  /// The dates of the exports whose content the lines of both journals have.
  private var exports: ExportDates
  /// The lines of imports of journals that this journal has reverted.
  private let givenUp: LineSet
  /// The objects here whose saves were reverted, and that a deletion took that counts.
  private let revertedAndDeleted: Set<ObjectUUID>
  private var report: Report
  /// SHA-256 of the lines that are read, in hex.
  private let digest: String
  /// The last line of this journal before.
  private let start: Head
  private var deletions = ImportCount(element: "deletion")
  private var reverts = ImportCount(element: "revert")
  private var types: [String: ImportCount] = [:]
  /// The objects that were saved here as newer versions of what this journal has in another newer
  /// version.
  private var corrected: [(ObjectUUID, Moment, rival: ObjectUUID)] = []
  /// The objects that were saved here under each sync identifier.
  private var versions: [SyncName: [Version]] = [:]
  /// The objects that live again here.
  private var restored: Set<ObjectUUID> = []
  /// The objects that both journals have, and the other's line.
  private var known: [(uuid: ObjectUUID, line: UInt64)] = []

  /// Imports a journal; nothing is written if it throws.
  ///
  /// - Parameters:
  ///   - name: the name of the journal for the receipt.
  ///   - check: throws where the work is to end.
  /// - Throws: `JournalImportProblem`; `JournalError`, `.damaged` where a chain value of the
  ///   other journal is wrong; `Rejection` of settings and rights.
  package static func run(
    _ other: Journal, named name: String, into session: inout JournalSession, _ choices: Choices,
    checking check: () throws -> Void = {}
  ) throws -> Report {
    var job = try JournalImport(other, named: name, into: session, choices)
    do {
      try job.takeEntries(into: &session, check)
      try job.settle(into: &session)
      try job.takeSettings(into: &session)
      try job.finish(&session)
    } catch {
      if session.isFinished { throw error }
      session.discardUntabled()
      if !choices.isTrial { try session.withdraw(to: job.start) }
      throw error
    }
    return job.report
  }

  private init(
    _ other: Journal, named name: String, into session: borrowing JournalSession,
    _ choices: Choices
  ) throws {
    start = session.writtenHead
    let own = try session.replayed()
    // A snapshot that came with the lines of somebody else may state anything.
    let read = try ReplayedJournal(other.folder, on: other.system, isForDecisions: true)
    if let leap = ClockLeap(of: read.head.at, after: session.now), !session.judgesLeap(leap) {
      throw JournalError.clockLeap(leap)
    }
    try read.tables.read(types: nil)
    try read.tables.readObjects()
    var builder = TableBuilder(read.tables)
    builder.buildIndex()
    self.other = read.with(builder.tables)
    guard let identity = self.other.tables.opening?.journal,
      let ownIdentity = own.tables.opening?.journal
    else { throw JournalError(missing: other.paths) }
    guard identity != ownIdentity else { throw JournalImportProblem.itself(path: other.folder) }
    (self.identity, self.ownIdentity, self.name, self.choices) = (
      identity, ownIdentity, name, choices
    )
    let past = try own.importedJournals()
    let head =
      past[identity].map { ChangeAnchor(sequence: $0.line, chain: $0.chain) } ?? .beginning
    switch try self.other.fault(of: head) {
    case .beyond(_, let last)?:
      throw JournalImportProblem.rolledBack(path: other.folder, lines: last, before: head.sequence)
    case .replaced?: throw JournalImportProblem.forked(path: other.folder, line: head.sequence)
    case nil: break
    }
    digest = try self.other.verifyChain(after: head.sequence)
    let last = self.other.head
    report = Report(
      journal: ImportedJournal(identity, upTo: last.sequence, chain: last.chainText),
      after: head.sequence)
    times = try own.recordedTimes(of: 1...own.head.sequence)
    (changes, erasedHere) = try Self.history(of: own, ownIdentity)
    exports = ExportDates()
    try exports.take(own, ownIdentity)
    let reverted = try own.revertedLines()
    givenUp = exports.lines(givenUp: reverted)
    revertedAndDeleted = try own.deletions(of: own.tables.revertedObjects(), reverted)
    try exports.take(self.other, identity)
    if last.sequence > head.sequence { try report.noteRules(brokenIn: other) }
  }

  /// Returns the last changes of objects, and what was erased.
  private static func history(
    of journal: ReplayedJournal, _ identity: ObjectUUID
  ) throws -> ([ObjectUUID: Moment], ErasedBefore) {
    var (changes, erased) = ([ObjectUUID: Moment](), ErasedBefore())
    try journal.forEachEntry(
      ofKinds: [.delete, .revert], orHolding: ["replaces", "tombstones"]
    ) { entry in
      let moment = Moment(of: entry, in: identity)
      switch entry.event {
      case .save(let save)?: for uuid in save.replaces { changes[uuid] = moment }
      case .delete(let deletion)?: for uuid in deletion.objects { changes[uuid] = moment }
      case .revert(let revert)?:
        for (runs, _) in revert.objects {
          for uuid in try journal.tables.objects(of: runs).keys { changes[uuid] = moment }
        }
      case .erase(let erasure)?: if let found = erasure.tombstones { erased.take(found) }
      case .open?, .origin?, .authorize?, .configure?, .declare?, .importReceipt?, .format?, nil:
        break
      }
    }
    return (changes, erased)
  }

  // MARK: Entries

  private mutating func takeEntries(
    into session: inout JournalSession, _ check: () throws -> Void
  ) throws {
    if other.tables.counts[.erase] > 0 {
      try other.forEachEntry(ofKinds: [], orHolding: ["tombstones"]) { entry in
        guard choices.erases || entry.sequence > report.after,
          case .erase(let erasure)? = entry.event, let found = erasure.tombstones
        else { return }
        erasedThere.take(found)
      }
    }
    try other.forEachEntry(from: report.after + 1) { entry in
      try check()
      let moment = Moment(of: entry, in: identity)
      switch entry.event {
      case .save(let save)?: try take(save, of: entry, moment, into: &session)
      case .delete(let deletion)?:
        if moment.journal != ownIdentity { try take(deletion, of: entry, moment, into: &session) }
      case .revert(let revert)?:
        if moment.journal != ownIdentity { try take(revert, of: entry, moment, into: &session) }
      case .declare(let type)?: try declare(type, into: &session)
      case .open?, .origin?, .authorize?, .configure?, .importReceipt?, .erase?, .format?, nil:
        break
      }
      if !choices.isTrial, session.stagedBytes >= 1 << 18 { try session.write() }
      return true
    }
  }

  /// Returns what a line here states about the line that recorded an event first.
  private func recording(_ moment: Moment) -> Recording {
    let isFirst = ownIdentity < moment.journal
    let after = times.indices.partitioningIndex {
      isFirst ? times[$0] > moment.at : times[$0] >= moment.at
    }
    return Recording(
      journal: moment.journal, line: moment.line, at: moment.at, after: UInt64(after))
  }

  private mutating func take(
    _ save: Save, of entry: Entry, _ moment: Moment, into session: inout JournalSession
  ) throws {
    var fresh: [(object: HealthObject, index: Int)] = []
    var restored: [ObjectUUID] = []
    for (index, object) in save.objects.enumerated() {
      let fate = fate(of: object, moment, session.tables)
      tally(object.content.type) {
        $0.read += 1
        $0[keyPath: fate] += 1
      }
      switch fate {
      case \.saved: fresh.append((object, index))
      case \.restored: restored.append(object.uuid)
      case \.known, \.superseded, \.deleted: known.append((object.uuid, entry.sequence))
      default: break
      }
    }
    // An older version that lives again here is replaced again.
    let replaced =
      fresh.isEmpty
      ? save.replaces.filter { self.restored.contains($0) || restored.contains($0) } : []
    restored.removeAll { replaced.contains($0) }
    if !restored.isEmpty || !replaced.isEmpty {
      let states = restored.map { ($0, ObjectState.live) } + replaced.map { ($0, .removed) }
      try set(states, entry, moment, into: &session)
    }
    if fresh.isEmpty { return }
    // Versions of imports have the index of what they replace.
    let isPaired = save.objects.indices.contains { save.older(at: $0) != nil }
    let isWhole =
      fresh.count == save.objects.count
      && save.replaces.allSatisfy { uuid in
        isLive(uuid, session) || save.objects.contains { $0.uuid == uuid }
      }
    if !isPaired || isWhole {
      return try self.save(
        fresh.map(\.object), save, save.replaces, entry, moment, into: &session)
    }
    for (object, index) in fresh {
      try self.save(
        [object], save, save.older(at: index).map { [$0] } ?? [], entry, moment, into: &session)
    }
  }

  /// Returns what becomes of an object that the other journal saved.
  private func fate(
    of object: HealthObject, _ moment: Moment, _ tables: HealthTables
  ) -> WritableKeyPath<ImportCount, Int> {
    let uuid = object.uuid
    guard tables.facts(of: uuid) != nil else {
      return erasedHere.contains(uuid) ? \.erased : \.saved
    }
    switch tables.state(of: uuid) {
    case .live: return \.known
    case .removed: return tables.newerVersions(of: uuid).isEmpty ? \.deleted : \.superseded
    case .reverted where revertedAndDeleted.contains(uuid): return \.deleted
    case .reverted:
      // A revert of this journal's own save does not take the other's. A save that is the same on
      // both sides comes back only if the import was reverted that had taken it.
      let isGivenUp = tables.line(of: uuid).map(givenUp.contains) ?? false
      return isGivenUp || !isSame(uuid, moment, tables) ? \.restored : \.known
    }
  }

  /// Returns true if the save of an object here is the one that a moment names.
  private func isSame(
    _ uuid: ObjectUUID, _ moment: Moment, _ tables: HealthTables
  ) -> Bool {
    guard let line = tables.line(of: uuid) else { return false }
    guard let first = tables.recordings[line] else {
      return moment.journal == ownIdentity && moment.line == line
    }
    return first.journal == moment.journal && first.line == moment.line
  }

  private mutating func save(
    _ objects: [HealthObject], _ save: Save, _ replaces: [ObjectUUID], _ entry: Entry,
    _ moment: Moment, into session: inout JournalSession
  ) throws {
    let drafts = objects.map { object in
      let origin = object.origin.flatMap { other.tables.origins[$0] }
      return Draft(object, source: origin?.source, device: origin?.device)
    }
    let own = Set(objects.map(\.uuid))
    let older = replaces.filter { own.contains($0) || isLive($0, session) }
    let workout = save.owner.flatMap { own.contains($0) ? nil : $0 }
    let isInPlace = workout.map { isLive($0, session) }
    var request = SaveRequest(
      objects: drafts, workout: isInPlace == true ? workout : nil, imported: true,
      replaces: older)
    request.isCorrection = save.keeping(objects, replacing: older).isCorrection
    do {
      try session.stage(
        .save(request), by: entry.by ?? "", recorded: recording(moment), after: moment.at)
    } catch let rejection as Rejection {
      for object in objects {
        tally(object.content.type) {
          $0.saved -= 1
          $0.quarantined += 1
        }
      }
      report.note("line \(entry.sequence): \(rejection.cause)")
      return
    }
    for uuid in older { changes[uuid] = moment }
    if isInPlace == false {
      report.note(
        "line \(entry.sequence): the workout that it belongs to is not in this journal; it was "
          + "saved without it")
    }
    for draft in drafts { note(draft, replaces, entry, moment, session) }
  }

  /// Notes an object that was saved here and of which this journal may have a version too.
  private mutating func note(
    _ draft: Draft, _ replaces: [ObjectUUID], _ entry: Entry, _ moment: Moment,
    _ session: borrowing JournalSession
  ) {
    let uuid = draft.object.uuid
    if uuid.isOfContent {
      for older in replaces where older.isOfContent {
        let rival = session.tables.newerVersions(of: older).last {
          $0 != uuid && isLive($0, session)
        }
        if let rival { corrected.append((uuid, moment, rival)) }
      }
    }
    guard case .string(let name)? = draft.object.metadata[MetadataName.syncIdentifier],
      case .number(let version)? = draft.object.metadata[MetadataName.syncVersion]
    else { return }
    let sync = SyncName(identifier: name, of: draft.source, by: entry.by ?? "")
    versions[sync, default: []].append(
      Version(object: SyncedObject(uuid: uuid, version: version), moment: moment))
  }

  /// Takes those versions out of the views that do not count, where both journals have one: the
  /// highest under a sync identifier counts, of equal ones that which was recorded first; of two
  /// that imports have corrected that of the later export. A version that lives again here is as
  /// one that was saved.
  private mutating func settle(into session: inout JournalSession) throws {
    var losers: Set<ObjectUUID> = []
    for (uuid, moment, rival) in corrected
    where [uuid, rival].allSatisfy({ isLive($0, session) && !losers.contains($0) }) {
      let isLater = date(of: rival, session) < exports.date(of: moment)
      losers.insert(isLater ? rival : uuid)
    }
    for (sync, objects) in session.tables.liveVersions(among: restored) {
      let found = objects.map { Version(object: $0, moment: date(of: $0.uuid, session)) }
      versions[sync, default: []] += found
    }
    for (sync, versions) in versions {
      let taken = versions.filter { isLive($0.object.uuid, session) }
      let uuids = Set(taken.map(\.object.uuid))
      // Versions that are both live in the other journal do not contest each other.
      let own = session.tables.liveVersions(sync)
        .filter { known in
          !uuids.contains(known.uuid) && !(other.tables.facts(of: known.uuid)?.isLive ?? false)
        }
        .map { Version(object: $0, moment: date(of: $0.uuid, session)) }
      guard let best = taken.min(), let ownBest = own.min() else { continue }
      losers.formUnion((best < ownBest ? own : taken).map(\.object.uuid))
    }
    var rest = losers.sorted()[...]
    while !rest.isEmpty {
      var revert = Revert(lines: [], reason: "another version counts")
      revert[.removed] = ObjectRuns(objects: Array(rest.prefix(RevertPlan.mostInALine)))
      rest = rest.dropFirst(RevertPlan.mostInALine)
      _ = try session.stage(Command(by: EventActor.owner, .revert(RevertRequest(revert))))
    }
  }

  private func date(of uuid: ObjectUUID, _ session: borrowing JournalSession) -> Moment {
    exports.moment(of: uuid, in: session.tables, ownIdentity, times)
  }

  private mutating func take(
    _ deletion: Deletion, of entry: Entry, _ moment: Moment, into session: inout JournalSession
  ) throws {
    deletions.read += 1
    let objects = deletion.objects.filter { isLive($0, session) && isLast(moment, of: $0) }
    guard !objects.isEmpty else {
      deletions.known += 1
      return
    }
    deletions.saved += 1
    try session.stage(
      .delete(Deletion(objects: objects, reason: deletion.reason)), by: entry.by ?? "",
      recorded: recording(moment), after: moment.at)
    for uuid in objects { changes[uuid] = moment }
  }

  private mutating func take(
    _ revert: Revert, of entry: Entry, _ moment: Moment, into session: inout JournalSession
  ) throws {
    reverts.read += 1
    // The other journal has given up an import; what it had taken stays where it came from.
    let isOfImport = exports.journals.contains { imported in
      revert.lines.contains { $0.contains(imported.receipt) }
    }
    var changed: [(ObjectUUID, ObjectState)] = []
    for (runs, state) in revert.objects {
      for uuid in try other.tables.objects(of: runs).keys.sorted() {
        guard session.tables.facts(of: uuid) != nil, session.tables.state(of: uuid) != state,
          isLast(moment, of: uuid)
        else { continue }
        if state == .reverted {
          // A save here that is another one than that which was reverted stays.
          guard !isOfImport, let saved = saved(uuid), isSame(uuid, saved, session.tables)
          else { continue }
        }
        changed.append((uuid, state))
      }
    }
    let joined = Self.known(revert.joined, session.tables)
    let freed = Self.known(revert.freed, session.tables)
    guard !changed.isEmpty || !joined.isEmpty || !freed.isEmpty else {
      reverts.known += 1
      return
    }
    reverts.saved += 1
    try set(
      changed, joined: joined, freed: freed, reason: revert.reason, entry, moment, into: &session)
  }

  private static func known(_ uuids: [ObjectUUID], _ tables: HealthTables) -> [ObjectUUID] {
    uuids.filter { tables.facts(of: $0) != nil }
  }

  /// Returns the moment of the save of an object in the other journal.
  private func saved(_ uuid: ObjectUUID) -> Moment? {
    guard let line = other.tables.line(of: uuid) else { return nil }
    guard let first = other.tables.recordings[line] else { return Moment(.epoch, identity, line) }
    return Moment(first.at, first.journal, first.line)
  }

  private func isLive(_ uuid: ObjectUUID, _ session: borrowing JournalSession) -> Bool {
    session.tables.facts(of: uuid)?.isLive ?? false
  }

  /// Returns true if no later change of an object is known here.
  private func isLast(_ moment: Moment, of uuid: ObjectUUID) -> Bool {
    changes[uuid].map { $0 < moment } ?? true
  }

  /// Stages the states of some objects as the other journal recorded them.
  private mutating func set(
    _ states: [(ObjectUUID, ObjectState)], joined: [ObjectUUID] = [], freed: [ObjectUUID] = [],
    reason: String? = nil, _ entry: Entry, _ moment: Moment, into session: inout JournalSession
  ) throws {
    var (joined, freed, rest) = (joined, freed, states[...])
    repeat {
      let part = rest.prefix(RevertPlan.mostInALine)
      rest = rest.dropFirst(part.count)
      var revert = Revert(lines: [], joined: joined, freed: freed, reason: reason)
      for state in [ObjectState.live, .reverted, .removed] {
        revert[state] = ObjectRuns(objects: part.filter { $0.1 == state }.map(\.0))
      }
      try session.stage(
        .revert(RevertRequest(revert)), by: entry.by ?? "", recorded: recording(moment),
        after: moment.at)
      (joined, freed) = ([], [])
    } while !rest.isEmpty
    for (uuid, state) in states {
      changes[uuid] = moment
      if state == .live { restored.insert(uuid) }
    }
  }

  private mutating func declare(
    _ type: DeclaredType, into session: inout JournalSession
  ) throws {
    do {
      _ = try session.stage(Command(by: EventActor.owner, .declare(type)))
    } catch let rejection as Rejection {
      report.note("\(type.identifier): \(rejection.cause)")
    }
  }

  // MARK: Rights and settings

  private mutating func takeSettings(into session: inout JournalSession) throws {
    for (change, count) in rights(in: session.tables) {
      guard choices.takesRights else {
        report.rightsLeft += count
        continue
      }
      _ = try session.stage(Command(by: EventActor.owner, .authorize(change)))
    }
    guard choices.takesSettings,
      let settings = other.tables.settings.changes(since: session.tables.settings)
    else { return }
    _ = try session.stage(Command(by: EventActor.owner, .configure(settings)))
  }

  /// Returns the other journal's rights that differ from those here and were decided later.
  private func rights(in tables: HealthTables) -> [(AuthorizationChange, count: Int)] {
    var newest: [HealthTables.GrantKey: Instant] = [:]
    for decision in tables.decisions {
      for isRead in [false, true] where (isRead ? decision.reading : decision.sharing) != nil {
        let key = HealthTables.GrantKey(
          source: decision.source, type: decision.type, isRead: isRead)
        newest[key] = decision.at
      }
    }
    var found: [HealthTables.GrantKey: AuthorizationRight] = [:]
    for decision in other.tables.decisions
    where choices.takesRights || decision.sequence > report.after {
      for isRead in [false, true] {
        guard let right = isRead ? decision.reading : decision.sharing else { continue }
        let key = HealthTables.GrantKey(
          source: decision.source, type: decision.type, isRead: isRead)
        let own =
          isRead
          ? tables.readRight(of: key.type, by: key.source)
          : tables.shareRight(of: key.type, by: key.source)
        let isLater = newest[key].map { $0 < decision.at } ?? true
        found[key] = isLater && own != right ? right : nil
      }
    }
    let sorted = found.sorted { one, other in
      (one.key.source, one.key.isRead ? 1 : 0, one.key.type)
        < (other.key.source, other.key.isRead ? 1 : 0, other.key.type)
    }
    return sorted.map { key, right in
      let grant = [AuthorizationGrant(key.type, right.decision)]
      return (
        AuthorizationChange(
          source: key.source, share: key.isRead ? [] : grant, read: key.isRead ? grant : [],
          terms: right.terms), 1
      )
    }
  }

  // MARK: End

  private mutating func tally(_ type: String, _ body: (inout ImportCount) -> Void) {
    var count = types[type] ?? ImportCount(element: type)
    body(&count)
    types[type] = count
  }

  /// Writes the receipt, and gets everything onto the disk.
  private mutating func finish(_ session: inout JournalSession) throws {
    if choices.isTrial { session.discardUntabled() } else { try session.writeThrough() }
    try compareKnown(session)
    report.types = types.values.sorted { $0.element < $1.element }
    var objects = ImportTable.sum(report.types)
    objects.element = "object"
    report.counts = [objects, deletions, reverts].filter { $0.read > 0 }
    if !erasedThere.isEmpty {
      report.erasedThere = try session.replayed().tables.uuids(where: erasedThere.contains)
    }
    guard !choices.isTrial else { return }
    let last = session.writtenHead.sequence
    if last > start.sequence { report.lines = start.sequence + 1...last }
    let isDue = report.lines != nil || report.journal.line > report.after
    if isDue { try writeReceipt(&session) }
    guard choices.erases, !report.erasedThere.isEmpty else { return }
    let erased = try session.erase(
      .objects(report.erasedThere), reason: "erased in journal \(identity)", forgets: false)
    report.erasure = erased.lines?.lowerBound
  }

  private mutating func writeReceipt(_ session: inout JournalSession) throws {
    let receipt = ImportReceipt(
      format: Self.format, file: name, bytes: try other.bytes(after: report.after),
      sha256: digest, first: report.lines?.lowerBound,
      last: report.lines?.upperBound, counts: report.counts,
      extent: ImportExtent(isComplete: report.isComplete, types: report.types),
      journal: report.journal)
    try session.stage(.recordImport(receipt), by: EventActor.owner, after: other.head.at)
    try session.commit()
    report.receipt = session.lastLine
  }

  /// Counts the objects of the same uuid and other content: those here stay.
  private mutating func compareKnown(_ session: borrowing JournalSession) throws {
    let own = try session.replayed()
    var rest = known[...]
    while !rest.isEmpty {
      let part = rest.prefix(4096)
      rest = rest.dropFirst(4096)
      let lines = try own.tables.lines(of: part.map(\.uuid))
      let mine = try own.objects(inLines: Set(lines.values))
      let theirs = try other.objects(inLines: Set(part.map(\.line)))
      for (uuid, line) in part {
        guard let own = lines[uuid].flatMap({ mine[$0]?[uuid] }), let other = theirs[line]?[uuid],
          !isSame(own, other, session.tables)
        else { continue }
        tally(other.content.type) {
          $0.known -= 1
          $0.quarantined += 1
        }
        report.note("line \(line): this journal has other content of \(uuid), and keeps it")
      }
    }
  }

  private func isSame(
    _ own: HealthObject, _ foreign: HealthObject, _ tables: HealthTables
  ) -> Bool {
    guard
      own.origin.flatMap({ tables.origins[$0] })
        == foreign.origin.flatMap({ other.tables.origins[$0] })
    else { return false }
    var (own, foreign) = (own, foreign)
    (own.origin, foreign.origin) = (nil, nil)
    return own == foreign
  }
}
