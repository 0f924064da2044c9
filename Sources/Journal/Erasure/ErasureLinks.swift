import HealthEvents
import HealthModel
import JournalFile

/// Which objects go with which: an older version with the newer one that replaced it, so that it
/// does not come back; the members with their correlation; a correlation with the last of its
/// members.
struct ErasureLinks {
  /// Objects that go with one object: its older version, or its members.
  private var following: [ObjectUUID: [ObjectUUID]] = [:]
  /// Objects that go where all of some others do: a correlation with its members; what a save
  /// replaced without saying by which of its own objects, with those.
  private var groups: [(needed: Set<ObjectUUID>, going: [ObjectUUID])] = []
  /// The groups that need an object.
  private var groupsOf: [ObjectUUID: [Int]] = [:]
  /// The source of each `origin` line.
  private var sources: [UInt64: Source] = [:]
  /// The newest version under each sync identifier so far.
  private var newest: [SyncName: SyncedObject] = [:]

  /// Takes what the next line says.
  mutating func take(_ entry: Entry) {
    switch entry.event {
    case .origin(let origin)?: sources[entry.sequence] = origin.source
    case .save(let save)?: take(save, by: entry.by ?? EventActor.owner)
    case .open?, .delete?, .authorize?, .configure?, .importReceipt?, .erase?, nil: break
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
      let older = [save.older(at: index), versionBefore(object, by: by)].compactMap(\.self)
      for uuid in older where replaced.contains(uuid) && uuid != object.uuid {
        following[object.uuid, default: []].append(uuid)
        paired.insert(uuid)
      }
    }
    let others = save.replaces.filter { !paired.contains($0) }
    if !others.isEmpty { group(save.objects.map(\.uuid), with: others) }
  }

  /// Returns the version that stood before an object under its sync identifier, and notes the
  /// object; nil: none, or a newer one, as imports state versions in any order.
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

  /// Returns these objects and all that go with them. Each link is looked at once.
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
