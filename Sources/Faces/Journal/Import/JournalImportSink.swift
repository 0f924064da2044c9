import ByteTools
import HealthEvents
import HealthImport
import HealthModel
import HealthTables
import HealthViews
import JournalFile

final class JournalImportSink {
  /// The number of bytes of lines that are collected before they are written, to fit a processor's
  /// cache.
  private static let batch = 1 << 18

  private var session: JournalSession
  private let fileName: String
  private let tell: (UInt64, Int) -> Void
  private let first: UInt64
  private let start: Head
  private var temporaryFile: OpenFile?
  private var quarantine: ImportQuarantine
  /// The templates that samples are saved with, and the hashes of their sources and devices.
  private var templates: [(template: SampleTemplate, origin: UInt64)?] = []
  /// The objects that the journal held when the import began; nil if none.
  private var stated: StatedObjects?
  /// The journal when the import began; nil if it had no objects.
  private let before: ReplayedJournal?
  /// False if it had none: to ask the large values themselves copies them.
  private let heldObjects: Bool
  /// The objects that had been erased from it.
  private let erased: ErasedBefore
  /// The reading of names of sources.
  let names: SourceNames
  /// Writes the snapshot that was due when the import began; nil: none was, or it is written.
  private var snapshot: BackgroundWork?
  /// The identifiers of the types that the file has declared.
  private var declared: Set<String> = []
  /// True if nothing is written.
  private let isTrial: Bool
  /// True if erased objects are saved again.
  let savesErased: Bool
  /// The number of lines that would have been written.
  private var lineCount: UInt64 = 0

  init(
    _ session: consuming JournalSession, fileName: String, _ choices: ImportJob.Choices,
    quarantining most: Int, progress: @escaping (UInt64, Int) -> Void
  ) throws {
    var session = session
    (isTrial, savesErased) = (choices.isTrial, choices.savesErased)
    first = session.nextSequence
    start = session.writtenHead
    names = try Self.names(of: &session, choices.renamed)
    (before, stated) = try Self.held(by: &session, names, restoringDeleted: savesErased)
    heldObjects = before != nil
    erased = stated?.erased ?? ErasedBefore()
    if before != nil { snapshot = session.takeDueSnapshot().map { BackgroundWork($0) } }
    quarantine = ImportQuarantine(
      named: "import-\(first)", of: session.paths, holding: most, on: session.system)
    session.prepareForMany()
    self.session = session
    self.fileName = fileName
    tell = progress
  }

  /// Returns the reading of names of sources. Ends the session if the requested renaming is not
  /// possible.
  private static func names(
    of session: inout JournalSession, _ renamed: [SourceNames.Renaming]
  ) throws -> SourceNames {
    var names = SourceNames(session)
    if let fault = names.rename(renamed) {
      try session.finish(after: OptionProblem(Wording.text(fault)))
    }
    names.rename(by: session.tables.sameSources, after: renamed)
    return names
  }

  /// Returns the objects of the journal. Ends the session if they cannot be read.
  private static func held(
    by session: inout JournalSession, _ names: SourceNames, restoringDeleted restores: Bool
  ) throws -> (ReplayedJournal?, StatedObjects?) {
    let tables = session.tables
    if tables.holdNoObjects, tables.counts[.erase] == 0 { return (nil, nil) }
    do {
      let journal = try session.replayed()
      return (journal, try StatedObjects(journal, names: names, restoringDeleted: restores))
    } catch {
      try session.finish(after: error)
    }
  }

  deinit {
    if let temporaryFile { session.system.close(temporaryFile) }
    quarantine.close()
  }

  var timeZone: String { session.tables.settings.timeZone }
  var now: Instant { session.now }

  /// A closure that formats notes among bytes that are set aside.
  var note: (String) -> String {
    get { quarantine.note }
    set { quarantine.note = newValue }
  }
  /// The path of the bytes that were set aside.
  var quarantinePath: String? { quarantine.path }
  /// The number of bytes that should have been set aside, and did not fit.
  var bytesLeftOut: UInt64 { quarantine.leftOut }

  /// Returns the objects that earlier imports stated and this one does not.
  ///
  /// - Throws: the errors of reading the journal.
  func comparison(
    _ outcome: ImportOutcome, format: String, isPart: Bool
  ) throws -> EarlierComparison {
    guard let stated, let before else { return .none(.noEarlier) }
    var persons: Set<ObjectUUID> = []
    if let person = outcome.person {
      // Receipts of older programs have a hash of the traits.
      persons = Set(stated.persons.uuids(of: person) + [person.uuidOfOlderPrograms])
    }
    return try EarlierImports.comparison(
      stated, in: before, format: format, outcome, of: persons, isPart: isPart)
  }

  /// Returns the uuid that receipts of this journal have for a person: that of earlier receipts,
  /// else a new one.
  func uuid(of person: StatedPerson) -> ObjectUUID {
    stated?.persons.uuids(of: person).first ?? session.system.drawUUID()
  }

  func declare(_ type: DeclaredType) throws {
    guard session.catalogue.declaration(of: type.identifier) == nil,
      declared.insert(type.identifier).inserted
    else { return }
    do {
      try session.stageUntabled(Command(by: EventActor.owner, .declare(type)))
    } catch is Rejection {
      // Its samples are kept as the file states them; `check` names their type.
    }
  }

  func delete(_ uuids: [ObjectUUID], reason: String) throws {
    var rest = uuids[...]
    while !rest.isEmpty {
      let part = Deletion(objects: Array(rest.prefix(Self.mostDeleted)), reason: reason)
      rest = rest.dropFirst(Self.mostDeleted)
      try session.stageUntabled(Command(by: EventActor.owner, .delete(part)))
      try writeBatch(atLeast: 0)
    }
  }

  /// Makes objects live again that were reverted or deleted, in as many lines as it takes.
  private func restore(_ uuids: [ObjectUUID]) throws {
    guard !uuids.isEmpty, let before else { return }
    for revert in try RevertPlan.restoring(uuids, in: before) {
      let request = RevertRequest(revert)
      try session.stageUntabled(Command(by: EventActor.owner, .revert(request)))
      try writeBatch(atLeast: 0)
    }
  }

  /// The greatest number of uuids in one line, because a line has at most 16 MiB.
  private static let mostDeleted = 100_000

  /// Writes the receipt where there is something to tell, and gets everything onto the disk.
  ///
  /// - Returns: the lines before the receipt, and its own.
  func finish(
    _ receipt: (_ file: String, _ first: UInt64?, _ last: UInt64?) -> ImportReceipt
  ) throws -> (lines: ClosedRange<UInt64>?, receipt: UInt64?) {
    try quarantine.finish()
    try restore(stated?.restored(without: session.untabledRestored) ?? [])
    try writeBatch(atLeast: 0)
    let last = isTrial ? first + lineCount - 1 : session.nextSequence - 1
    let lines = last >= first ? first...last : nil
    var event = receipt(fileName, lines?.lowerBound, lines?.upperBound)
    if session.format == 1 { event = event.inFormat1 }
    let isTold = stated?.receipts.contains { $0.receipt.sha256 == event.sha256 } ?? false
    let isDue = lines != nil || !isTold && event.counts.contains { $0.read > 0 }
    if isDue, !isTrial {
      try session.stageUntabled(Command(by: EventActor.owner, .recordImport(event)))
      try session.commit()
    }
    snapshot?.wait()
    try session.finish()
    return (lines, isDue ? last + 1 : nil)
  }

  /// Writes the staged lines if they have so many bytes; a trial discards them.
  private func writeBatch(atLeast bytes: Int = batch) throws {
    let staged = session.stagedBytes
    guard staged > 0, staged >= bytes else { return }
    guard isTrial else { return try session.write() }
    lineCount += session.nextSequence - 1 - start.sequence
    session.discardUntabled()
  }

  /// Handles a failed import: removes its lines, which were not acknowledged, and what it set
  /// aside, and throws the error.
  func withdraw(after error: any Error) throws -> Never {
    // A file that cannot be removed does no harm; what matters is that the lines go.
    try? quarantine.withdraw()
    snapshot?.wait()
    do {
      if !session.isFinished { try session.withdraw(to: start) }
    } catch let ending as JournalError {
      throw FailureAndEnding(failure: error, ending: ending)
    }
    try session.finish(after: error)
  }

  private func openTemporaryFile() throws -> OpenFile {
    if let temporaryFile { return temporaryFile }
    let path = session.paths.spool
    if try session.system.kind(of: path) != nil { try session.system.remove(path) }
    let file = try session.system.open(path, .createNew)
    // Nameless from here on: it goes away with the process, however that ends.
    try session.system.remove(path)
    temporaryFile = file
    return file
  }
}

extension SourceNames {
  package init(_ session: borrowing JournalSession) {
    self.init(session.tables.origins.all.map(\.origin))
  }
}

extension JournalImportSink: ImportSink {
  func knows(_ uuid: ObjectUUID) -> Bool {
    heldObjects && session.tables.facts(of: uuid) != nil
  }

  func held(_ copy: ContentKey) -> HeldObject? { stated?.held(copy) }

  func copy(of uuid: ObjectUUID) -> ContentKey? {
    stated?.makeIndex()
    return stated?.copy(of: uuid)
  }

  func statement(of copy: ContentKey) throws -> Draft? {
    guard let stated, let before, let held = stated.held(copy),
      let line = stated.line(of: copy), let object = try before.object(held.newest, in: line)
    else { return nil }
    let origin = object.origin.flatMap { before.tables.origins[$0] }
    return Draft(object, source: origin?.source, device: origin?.device)
  }

  func isRewritten(_ copy: ContentKey) throws -> Bool {
    guard let line = stated?.line(of: copy) else { return false }
    return try before?.entry(line)?.original != nil
  }

  func correlations(in group: ContentKey, _ fingerprint: Fingerprint) -> [ContentKey] {
    stated?.correlations(in: group, fingerprint) ?? []
  }

  func units(of type: String, from source: String?) -> [String] {
    stated?.units(of: type, from: source) ?? []
  }

  func heldQuantities(in groups: Set<ContentKey>) throws -> [HeldQuantity] {
    guard let before else { return [] }
    return try stated?.heldQuantities(in: groups, of: before) ?? []
  }

  var holdsTombstones: Bool { !erased.isEmpty }

  func wasErased(_ uuid: ObjectUUID) -> Bool { erased.contains(uuid) }

  func exported(_ copy: ContentKey) -> Instant? { stated?.exported(copy) }

  func fingerprint(of draft: Draft) -> Fingerprint {
    StatedHash.fingerprint(of: draft.object, origin: Self.origin(of: draft))
  }

  func confirm(_ copy: ContentKey) { stated?.confirm(copy) }

  func compare(
    _ copy: ContentKey, like index: Int, created: Timestamp, metadata: RawSpan
  ) -> ImportComparison {
    guard heldObjects else { return .new }
    guard let template = templates[index] else { preconditionFailure("nothing is prepared there") }
    var sum = StatedSample.of(created: created.instant)
    if !metadata.isEmpty { sum &+= StatedSample.of(entries: StatedHash.sum(ofEntries: metadata)) }
    let hash = StatedHash.mix(template.origin, sum)
    return stated?.compare(copy, Fingerprint(hash)) ?? .new
  }

  func heldSamples(of type: String, from source: UInt64) -> [HeldSample] {
    guard let tables = before?.tables, let columns = tables.columns(of: type) else { return [] }
    let isOfSource = tables.provenances.indices.map { index in
      let stated = tables.statedOrigin(UInt32(index))?.source.name
      let name = names.nameInLines(stated ?? tables.sourceName(UInt32(index)))
      return ContentKey.word(ofSource: name) == source
    }
    return columns.liveRows().filter { isOfSource[Int(columns.provenance($0))] }.map { index in
      let row = columns[index]
      let start = Timestamp(
        instant: Instant(microseconds: row.start), offsetMinutes: row.startOffset)
      let end = Timestamp(instant: Instant(microseconds: row.end), offsetMinutes: row.endOffset)
      return HeldSample(uuid: row.uuid, span: TimeSpan(start, end))
    }
  }

  /// Returns the hash of the source and device of a draft; 0 if it has none.
  private static func origin(of draft: Draft) -> UInt64 {
    Decider.origin(of: draft, by: EventActor.owner).map { StatedHash.of($0) } ?? 0
  }

  func save(_ request: SaveRequest) throws -> Rejection? {
    let gone = request.replaces.filter { stated?.isRestorable($0) ?? false }
    do {
      try restore(gone.filter { !session.untabledRestored.contains($0) })
      session.noteRestored(gone)
      _ = try session.stageUntabled(Command(by: EventActor.owner, .save(request)))
    } catch let rejection as Rejection {
      return rejection
    } catch JournalError.lineTooLong {
      return .invalidArgument(.tooLarge, index: nil)
    } catch JournalError.unwritable(let problem) {
      return .invalidArgument(.unwritable(problem.cause), index: nil)
    }
    try writeBatch()
    return nil
  }

  func prepare(_ draft: Draft, at index: Int) -> Bool {
    guard let template = session.template(like: draft) else { return false }
    while templates.count <= index { templates.append(nil) }
    templates[index] = (template, Self.origin(of: draft))
    return true
  }

  func spelling(of entry: Metadata.Entry) -> [UInt8] { MetadataText.json(entry) }

  func save(
    _ uuid: ObjectUUID, like index: Int, start: RawSpan, end: RawSpan, value: RawSpan,
    created: RawSpan, metadata: RawSpan
  ) throws {
    guard let template = templates[index]?.template else {
      preconditionFailure("nothing is prepared there")
    }
    try session.stage(
      template, uuid, start: start, end: end, value: value, created: created,
      metadata: metadata)
    try writeBatch()
  }

  func quarantine(
    _ bytes: RawSpan, element: String, offset: UInt64, reason: String, continues: Bool
  ) throws {
    if isTrial { return }
    try quarantine.keep(bytes, offset: offset, reason: reason, continues: continues)
  }

  func storeTemporarily(_ bytes: RawSpan) throws {
    try session.system.append(bytes.array, to: try openTemporaryFile())
  }

  func temporaryBytes() throws -> any ByteSource {
    FileByteSource(try openTemporaryFile(), on: session.system, from: 0)
  }

  func progress(bytesRead: UInt64, elements: Int) { tell(bytesRead, elements) }
}

/// The journal as an import sees it: the tables from before it began, and the origins and workouts
/// that it added.
struct ImportState: JournalState {
  let tables: HealthTables
  let nextSequence: UInt64
  let origins: [Origin: UInt64]
  let workouts: Set<ObjectUUID>
  let restored: Set<ObjectUUID>

  func facts(of uuid: ObjectUUID) -> ObjectFacts? {
    if workouts.contains(uuid) {
      return ObjectFacts(by: EventActor.owner, type: WorkoutContent.type, isLive: true)
    }
    var facts = tables.facts(of: uuid)
    if restored.contains(uuid) { facts?.isLive = true }
    return facts
  }

  func shareRight(of type: String, by source: String) -> AuthorizationRight {
    tables.shareRight(of: type, by: source)
  }

  func readRight(of type: String, by source: String) -> AuthorizationRight {
    tables.readRight(of: type, by: source)
  }

  func sequence(of origin: Origin) -> UInt64? {
    tables.sequence(of: origin) ?? origins[origin]
  }

  func synced(_ name: SyncName) -> SyncedObject? { tables.synced(name) }

  var sameSources: SameSources { tables.sameSources }

  var catalogue: JournalTypes { tables.catalogue }
}
