package import HealthEvents
import HealthImport
package import HealthModel
import HealthTables
import JournalFile

/// The objects that an import lacks and that earlier imports of the same person's exports stated.
package struct VanishedObjects: Sendable {
  /// Some of them that have type and source in common.
  package struct Row: Hashable, Sendable {
    package var type: String
    package var source: String
    package var count: Int
    /// The earliest start and the latest end; nil: they have no time.
    package var span: TimeSpan?
  }

  /// The line of the latest receipt with which the file was compared.
  package var compared: UInt64
  /// The objects that vanished, the types in their order, then the sources.
  package var rows: [Row]
  package var uuids: [ObjectUUID]
  /// The types that the file does not state at all, and the number of their live objects: an export
  /// without that part looks the same.
  package var missingTypes: [VanishedCount]

  /// The number of vanished objects, by type.
  package var counts: [VanishedCount] {
    var counts: [String: Int] = [:]
    for row in rows { counts[row.type, default: 0] += row.count }
    return counts.sorted { $0.key < $1.key }.map { VanishedCount(type: $0.key, count: $0.value) }
  }
}

/// The result of comparing an import with earlier ones.
package enum EarlierComparison: Sendable {
  /// The objects that earlier imports stated and this one does not.
  case vanished(VanishedObjects)
  /// The import cannot be compared.
  case none(NotComparable)
}

/// The reason why an import cannot be compared with earlier ones.
package enum NotComparable: Hashable, Sendable {
  /// There is no earlier one of this format.
  case noEarlier
  /// Only a part of the file was asked for, or could be taken.
  case incomplete
  /// The file does not say when it was exported.
  case noExportDate
  /// The import does not name its person.
  case noPerson
  /// The earlier ones are of another person, or do not say whose they are.
  case otherPerson
  /// The journal has a later export of the same person, whose receipt is this line.
  case laterExport(line: UInt64)
  /// The import states fewer than half of the objects of the earlier ones, as an export of another
  /// device does.
  case fewInCommon(stated: Int, of: Int)
}

/// Earlier imports that one can be compared with: of the same format and person, and exported no
/// later.
struct EarlierImports {
  private var lines: [ClosedRange<UInt64>] = []
  /// The line of the latest receipt.
  private var latest: UInt64 = 0

  /// Compares an import with what the journal has of earlier ones.
  ///
  /// - Parameter persons: the uuids that receipts have for the person of the outcome.
  /// - Throws: what reading lines throws.
  static func comparison(
    _ stated: StatedObjects, in journal: ReplayedJournal, format: String, _ outcome: ImportOutcome,
    of persons: Set<ObjectUUID>, isPart: Bool
  ) throws -> EarlierComparison {
    let earlier = stated.receipts.filter { $0.receipt.format == format }
    guard !earlier.isEmpty else { return .none(.noEarlier) }
    guard outcome.holdsAll, !isPart else { return .none(.incomplete) }
    guard let exported = outcome.exported else { return .none(.noExportDate) }
    guard outcome.person != nil else { return .none(.noPerson) }
    func isOfPerson(_ receipt: ImportReceipt) -> Bool {
      receipt.extent?.person.map(persons.contains) ?? false
    }
    var imports = EarlierImports()
    for (line, receipt) in earlier where isOfPerson(receipt) {
      guard let date = receipt.exported else { continue }
      guard date.instant <= exported.instant else { return .none(.laterExport(line: line)) }
      imports.latest = line
      imports.add(receipt)
    }
    guard imports.latest > 0 else { return .none(.otherPerson) }
    // Of these imports, only what a later one has restored is live.
    for receipt in stated.revertedReceipts where receipt.format == format && isOfPerson(receipt) {
      imports.add(receipt)
    }
    imports.lines.sort { $0.lowerBound < $1.lowerBound }
    let count = stated.count(where: imports.appended)
    guard count.confirmed * 2 >= count.all else {
      return .none(.fewInCommon(stated: count.confirmed, of: count.all))
    }
    return .vanished(try imports.vanished(stated, in: journal, outcome))
  }

  private mutating func add(_ receipt: ImportReceipt) {
    if let appended = receipt.lines() { lines.append(appended) }
  }

  /// Returns true if one of the earlier imports appended a line.
  private func appended(_ line: UInt64) -> Bool {
    let index = lines.indices.partitioningIndex { lines[$0].upperBound >= line }
    return index < lines.count && lines[index].contains(line)
  }

  private func vanished(
    _ stated: StatedObjects, in journal: ReplayedJournal, _ outcome: ImportOutcome
  ) throws -> VanishedObjects {
    let types = Set(outcome.types.filter { $0.read > 0 }.map(\.element))
    var found = Found()
    var rest = stated.unconfirmed(where: appended)[...]
    while !rest.isEmpty {
      // Some at a time: what is found is summed up.
      let part = rest.prefix(4096)
      rest = rest.dropFirst(4096)
      let objects = try journal.objects(inLines: part.map(\.line))
      for (line, uuid) in part {
        guard let object = objects[line]?[uuid] else { continue }
        found.add(object, from: object.origin.flatMap { journal.tables.origins[$0] }, types)
      }
    }
    return found.vanished(comparedWith: latest)
  }
}

private struct Found {
  private struct Key: Hashable {
    var type: String
    var source: String
  }

  private var rows: [Key: VanishedObjects.Row] = [:]
  private var uuids: [ObjectUUID] = []
  private var missing: [String: Int] = [:]

  mutating func add(_ object: HealthObject, from origin: Origin?, _ types: Set<String>) {
    let type = object.content.type
    guard types.contains(type) else {
      missing[type, default: 0] += 1
      return
    }
    uuids.append(object.uuid)
    let key = Key(type: type, source: origin?.source.name ?? EventActor.owner)
    var row =
      rows[key] ?? VanishedObjects.Row(type: key.type, source: key.source, count: 0, span: nil)
    row.count += 1
    row.span = object.content.span?.union(row.span) ?? row.span
    rows[key] = row
  }

  func vanished(comparedWith line: UInt64) -> VanishedObjects {
    VanishedObjects(
      compared: line, rows: rows.values.sorted { ($0.type, $0.source) < ($1.type, $1.source) },
      uuids: uuids,
      missingTypes: missing.sorted { $0.key < $1.key }
        .map { VanishedCount(type: $0.key, count: $0.value) })
  }
}

extension TimeSpan {
  /// Returns the span from the earlier start to the later end of the two.
  fileprivate func union(_ other: TimeSpan?) -> TimeSpan {
    guard let other else { return self }
    return TimeSpan(
      start.instant <= other.start.instant ? start : other.start,
      end.instant >= other.end.instant ? end : other.end)
  }
}

/// The persons whose exports a journal has taken in, as its lines tell.
///
/// The first receipt that has a uuid for a person follows the lines that saved the person's traits,
/// so these traits are the person's. The uuid is drawn by chance: where the traits are erased, no
/// guess at them can be tried against it.
struct KnownPersons {
  /// The traits so far, by type, and the types by the objects that state them.
  private var traits: [String: String] = [:]
  private var types: [ObjectUUID: String] = [:]
  /// The persons in the order of their first receipts, and the traits that the journal had then.
  private var persons: [(uuid: ObjectUUID, traits: [String: String])] = []
  private var met: Set<ObjectUUID> = []
  /// True if something was erased: it may have been a trait.
  private var hasGaps = false

  /// Adds the content of a line.
  mutating func read(_ event: Event?) {
    switch event {
    case .save(let save)?:
      for uuid in save.replaces { remove(uuid) }
      for object in save.objects {
        guard case .characteristic(let trait) = object.content else { continue }
        (traits[trait.type], types[object.uuid]) = (trait.value, trait.type)
      }
    case .delete(let deletion)?: for uuid in deletion.objects { remove(uuid) }
    case .importReceipt(let receipt)?:
      guard let person = receipt.extent?.person, !person.isOfContent, met.insert(person).inserted
      else { return }
      persons.append((person, traits))
    case .erase?: hasGaps = true
    case .open?, .origin?, .authorize?, .configure?, .declare?, .format?, .revert?, nil: break
    }
  }

  private mutating func remove(_ uuid: ObjectUUID) {
    guard let type = types.removeValue(forKey: uuid) else { return }
    traits[type] = nil
  }

  /// Returns the uuids that receipts have for the person with some traits, the first one first;
  /// none: no receipt is known to be of that person. Traits that were erased are not compared, and
  /// at least one must be left; of several persons those count with which most are.
  func uuids(of stated: StatedPerson) -> [ObjectUUID] {
    var found = (common: 1, uuids: [ObjectUUID]())
    for person in persons {
      let common = stated.traits.count { person.traits[$0.key] == $0.value }
      let fits = stated.traits.allSatisfy { trait in
        person.traits[trait.key].map { $0 == trait.value } ?? hasGaps
      }
      guard fits, common >= found.common else { continue }
      if common > found.common { found = (common, []) }
      found.uuids.append(person.uuid)
    }
    return found.uuids
  }
}
