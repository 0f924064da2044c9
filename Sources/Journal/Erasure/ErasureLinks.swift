import HealthEvents
import HealthModel
import JournalFile

/// Which objects go with which: an older version with the newer one that replaced it, so that it
/// does not come back; the members with their correlation; a correlation with the last of its
/// members.
struct ErasureLinks {
  private var olderVersions: [ObjectUUID: [ObjectUUID]] = [:]
  private var members: [ObjectUUID: [ObjectUUID]] = [:]
  /// Saves that replace objects without saying which of their own objects replaces which.
  private var replacing: [(objects: [ObjectUUID], older: [ObjectUUID])] = []

  /// Takes what a line says.
  mutating func take(_ event: Event?) {
    guard case .save(let save)? = event else { return }
    for object in save.objects {
      if case .correlation(let correlation) = object.content {
        members[object.uuid] = correlation.members
      }
    }
    guard !save.replaces.isEmpty else { return }
    var others: [ObjectUUID] = []
    for (index, older) in save.replaces.enumerated() {
      if save.older(at: index) != nil {
        olderVersions[save.objects[index].uuid, default: []].append(older)
      } else {
        others.append(older)
      }
    }
    if !others.isEmpty { replacing.append((save.objects.map(\.uuid), others)) }
  }

  /// These objects and all that go with them.
  func closure(of chosen: Set<ObjectUUID>) -> Set<ObjectUUID> {
    var all = chosen
    var due = Array(chosen)
    while true {
      while let uuid = due.popLast() {
        for other in (olderVersions[uuid] ?? []) + (members[uuid] ?? [])
        where all.insert(other).inserted { due.append(other) }
      }
      // What is replaced was saved before: from the newest save on, one pass finds all of a chain.
      for (objects, older) in replacing.reversed() where objects.allSatisfy(all.contains) {
        for uuid in older where all.insert(uuid).inserted { due.append(uuid) }
      }
      for (correlation, members) in members
      where !members.isEmpty && members.allSatisfy(all.contains) {
        if all.insert(correlation).inserted { due.append(correlation) }
      }
      if due.isEmpty { return all }
    }
  }
}
