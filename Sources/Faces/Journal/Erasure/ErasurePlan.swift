import HealthEvents
import HealthModel
import HealthTables
import HealthViews
import JournalFile

/// A plan of an erasure: the content to remove from the lines, made before anything is written.
struct ErasurePlan {
  /// The eraser that removes the content from the lines.
  private(set) var eraser = LineEraser()
  /// The counts of the removed content.
  private(set) var counts = ErasureCounts()
  /// The uuids of the erased objects that the journal has.
  private(set) var found: [ObjectUUID] = []
  /// The salt of the tombstones that earlier erasures left; nil: there are none.
  private(set) var salt: TombstoneSalt?
  /// The tombstones of earlier erasures.
  private(set) var before = ErasedBefore()
  /// The lines of the origins that lose the name of their source.
  private var nameless: Set<UInt64> = []

  /// Finds the content that a selection removes from a journal, in three passes over its lines.
  ///
  /// - Throws: `SessionProblem`; `ProjectionError`; what reading the lines throws.
  init(_ selection: ErasureSelection, of journal: ReplayedJournal) throws {
    let chosen = try choose(selection, journal)
    var links = ErasureLinks()
    var receipts: [(line: UInt64, receipt: ImportReceipt)] = []
    try journal.forEachEntry { entry in
      links.take(entry)
      switch entry.event {
      case .importReceipt(let receipt)?: receipts.append((entry.sequence, receipt))
      case .erase(let erasure)?:
        guard let tombstones = erasure.tombstones else { return true }
        salt = TombstoneSalt(tombstones.salt)
        before.take(tombstones)
      case .open?, .origin?, .save?, .delete?, .authorize?, .configure?, .declare?, .format?,
        .revert?, nil:
        break
      }
      return true
    }
    eraser.objects = links.closure(of: chosen)
    var survey = try DerivedSurvey(
      of: eraser.objects, named: selection.wholeTypes, receipts, in: journal)
    try surveyOrigins(journal, &survey)
    eraser.derived = survey.finished(receipts) { journal.system.drawUUID() }
    try count(journal, survey)
  }

  // MARK: Selection

  /// Notes the selected lines and names.
  ///
  /// - Returns: the selected objects.
  private mutating func choose(
    _ selection: ErasureSelection, _ journal: ReplayedJournal
  ) throws -> Set<ObjectUUID> {
    switch selection {
    case .objects(let uuids): return Set(uuids)
    case .query(let query):
      return Set(
        try MatchingObjects.deletable(query, in: journal.with(journal.tables.revived())))
    case .lines(let lines): try choose(lines: Set(lines), journal)
    case .importReceipt(let line):
      try choose(lines: try Self.lines(ofImport: line, journal), journal)
    case .names(let name): try choose(name, journal)
    }
    return try objects(in: eraser.lines, journal)
  }

  private mutating func choose(lines: Set<UInt64>, _ journal: ReplayedJournal) throws {
    if let line = lines.first(where: { !(1...journal.head.sequence).contains($0) }) {
      throw SessionProblem.noLine(line)
    }
    let entries = try journal.entries(lines)
    if let line = lines.sorted().first(where: { entries[$0]?.kind.canBeErased != true }) {
      throw SessionProblem.notErasable(line: line)
    }
    eraser.lines = lines
  }

  /// Returns the lines that an import appended, and its receipt.
  private static func lines(
    ofImport line: UInt64, _ journal: ReplayedJournal
  ) throws -> Set<UInt64> {
    guard line <= journal.head.sequence else { throw SessionProblem.noLine(line) }
    guard case .importReceipt(let receipt)? = try journal.entry(line)?.event else {
      throw SessionProblem.noReceipt(line: line)
    }
    var lines: Set<UInt64> = [line]
    if let appended = receipt.lines(before: line) {
      try journal.forEachEntry(from: appended.lowerBound) { entry in
        let last = appended.upperBound
        if entry.sequence <= last, entry.kind.canBeErased { lines.insert(entry.sequence) }
        return entry.sequence < last
      }
    }
    return lines
  }

  private func objects(
    in lines: Set<UInt64>, _ journal: ReplayedJournal
  ) throws -> Set<ObjectUUID> {
    guard !lines.isEmpty else { return [] }
    var objects: Set<ObjectUUID> = []
    try journal.forEachEntry(from: lines.min() ?? 1) { entry in
      if lines.contains(entry.sequence), case .save(let save)? = entry.event {
        objects.formUnion(save.objects.map(\.uuid))
      }
      return true
    }
    return objects
  }

  /// Notes the origins that lose a name, and its replacement.
  private mutating func choose(_ name: String, _ journal: ReplayedJournal) throws {
    try journal.forEachEntry { entry in
      guard case .origin(let origin)? = entry.event else { return true }
      if Self.names(origin.source).contains(where: { SourceName.means(name, $0) }) {
        eraser.origins[entry.sequence] = nameless(origin, entry.sequence)
      } else if let device = origin.device, device.name.map({ SourceName.means(name, $0) }) == true
      {
        eraser.origins[entry.sequence] = Origin(source: origin.source)
      }
      return true
    }
  }

  /// Returns an origin without names. Sources with the same name get the same replacement, so that
  /// views still merge them.
  private mutating func nameless(_ origin: Origin, _ line: UInt64) -> Origin {
    let name = eraser.word(for: origin.source.name) ?? "erased \(line)"
    eraser.replace(origin.source.name, by: name)
    return Origin(source: Source(name: name))
  }

  // MARK: Survey

  /// Notes the origins that are erased, because all of their objects are. If the line of an origin
  /// was selected and other objects still name the origin, it stays without names.
  private mutating func surveyOrigins(
    _ journal: ReplayedJournal, _ survey: inout DerivedSurvey
  ) throws {
    var (used, left) = (Set<UInt64>(), Set<UInt64>())
    var told: [UInt64: Origin] = [:]
    try journal.forEachEntry { entry in
      survey.take(entry)
      switch entry.event {
      case .origin(let origin)?: told[entry.sequence] = origin
      case .save(let save)?:
        for object in save.objects {
          guard let origin = object.origin else { continue }
          if eraser.objects.contains(object.uuid) {
            used.insert(origin)
          } else {
            left.insert(origin)
          }
        }
      case .open?, .delete?, .authorize?, .configure?, .declare?, .importReceipt?, .erase?,
        .format?, .revert?, nil:
        break
      }
      return true
    }
    for line in eraser.lines.intersection(left).sorted() {
      guard let origin = told[line] else { continue }
      eraser.origins[line] = nameless(origin, line)
    }
    for line in used.subtracting(left) where told[line] != nil {
      eraser.origins[line] = nil
      eraser.lines.insert(line)
    }
    nameless = Set(eraser.origins.filter { $0.value.source != told[$0.key]?.source }.keys)
    forgetNames(told)
  }

  /// Removes from settings and receipts the names that no origin has any more.
  private mutating func forgetNames(_ told: [UInt64: Origin]) {
    let left = told.filter { !eraser.lines.contains($0.key) }
      .map { eraser.origins[$0.key]?.source ?? $0.value.source }
    let known = Set(left.flatMap(Self.names).map(SourceName.typed))
    for (line, origin) in told.sorted(by: { $0.key < $1.key }) {
      let word = eraser.word(for: origin.source.name) ?? "erased \(line)"
      for name in Self.names(origin.source) where !known.contains(SourceName.typed(name)) {
        eraser.replace(name, by: word)
      }
    }
  }

  private static func names(_ source: Source) -> [String] {
    [source.name, source.bundle].compactMap(\.self)
  }

  private mutating func count(_ journal: ReplayedJournal, _ survey: DerivedSurvey) throws {
    var tally = DerivedTally(eraser, survey, nameless: nameless)
    defer { counts.derived = tally.tallies }
    try journal.forEachEntry { entry in
      if !eraser.lines.contains(entry.sequence) { tally.take(entry) }
      switch eraser.outcome(of: entry) {
      case .kept: return true
      case .erased: counts.lines += 1
      case .rewritten: counts.parts += 1
      }
      if case .save(let save)? = entry.event {
        for object in save.objects where eraser.objects.contains(object.uuid) {
          found.append(object.uuid)
          counts.objects += 1
          guard let facts = try journal.facts(of: object.uuid), facts.isLive else { continue }
          counts.live[facts.type, default: 0] += 1
        }
      }
      return true
    }
    for folder in [journal.paths.snapshots, journal.paths.quarantine] {
      counts.files += (try? journal.system.names(inDirectory: folder).count) ?? 0
    }
  }
}

/// The links between objects that are erased together: a newer version and the older version that
/// it replaced, so that the older one does not come back; a correlation and its members; the
/// members of a correlation and the correlation, if all members are erased.
struct ErasureLinks {
  /// Objects that are erased with one object: its older version, or its members.
  private var following: [ObjectUUID: [ObjectUUID]] = [:]
  /// Objects that are erased if all of some other objects are erased: a correlation if all members
  /// are erased; the objects that a save replaced without pairs, if all objects of the save are
  /// erased.
  private var groups: [(needed: Set<ObjectUUID>, going: [ObjectUUID])] = []
  /// The groups that need an object.
  private var groupsOf: [ObjectUUID: [Int]] = [:]
  /// The source of each `origin` line.
  private var sources: [UInt64: Source] = [:]
  /// The newest version under each sync identifier so far.
  private var newest: [SyncName: SyncedObject] = [:]

  /// Adds the content of the next line.
  mutating func take(_ entry: Entry) {
    switch entry.event {
    case .origin(let origin)?: sources[entry.sequence] = origin.source
    case .save(let save)?: take(save, by: entry.by ?? EventActor.owner)
    case .open?, .delete?, .authorize?, .configure?, .declare?, .importReceipt?, .erase?, .format?,
      .revert?, nil:
      break
    }
  }

  private mutating func take(_ save: Save, by: String) {
    let replaced = Set(save.replaces)
    var paired: Set<ObjectUUID> = []
    for (index, object) in save.objects.enumerated() {
      if case .correlation(let correlation) = object.content, !correlation.members.isEmpty {
        following[object.uuid, default: []] += correlation.members
        group(correlation.members, with: [object.uuid])
      }
      let older = [save.older(at: index), save.corrected, versionBefore(object, by: by)]
        .compactMap(\.self)
      for uuid in older where replaced.contains(uuid) && uuid != object.uuid {
        following[object.uuid, default: []].append(uuid)
        paired.insert(uuid)
      }
    }
    let others = save.replaces.filter { !paired.contains($0) }
    if !others.isEmpty { group(save.objects.map(\.uuid), with: others) }
  }

  /// Returns the earlier version under the sync identifier of an object, and notes the object.
  /// Returns nil if there is no version, or only a newer one, because imports state versions in any
  /// order.
  private mutating func versionBefore(_ object: HealthObject, by: String) -> ObjectUUID? {
    guard case .string(let identifier)? = object.metadata[MetadataName.syncIdentifier],
      case .number(let version)? = object.metadata[MetadataName.syncVersion]
    else { return nil }
    let source = object.origin.flatMap { sources[$0] }
    let name = SyncName(identifier: identifier, of: source, by: by)
    if let known = newest[name], known.version > version { return nil }
    return newest.updateValue(SyncedObject(uuid: object.uuid, version: version), forKey: name)?
      .uuid
  }

  private mutating func group(_ needed: [ObjectUUID], with going: [ObjectUUID]) {
    let needed = Set(needed)
    for uuid in needed { groupsOf[uuid, default: []].append(groups.count) }
    groups.append((needed, going))
  }

  /// Returns these objects and all objects that are erased with them. It follows each link once.
  func closure(of chosen: Set<ObjectUUID>) -> Set<ObjectUUID> {
    var all = chosen
    var due = Array(chosen)
    var missing = groups.map(\.needed.count)
    while let uuid = due.popLast() {
      var going = following[uuid] ?? []
      for index in groupsOf[uuid] ?? [] {
        missing[index] -= 1
        if missing[index] == 0 { going += groups[index].going }
      }
      for other in going where all.insert(other).inserted { due.append(other) }
    }
    return all
  }
}
