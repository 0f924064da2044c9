import HealthEvents
import HealthModel
import HealthTables

/// The journal as an import sees it: the tables from before it began, and the origins and workouts
/// that it added.
struct ImportState: JournalState {
  let tables: HealthTables
  let nextSequence: UInt64
  let origins: [Origin: UInt64]
  let workouts: Set<ObjectUUID>

  func facts(of uuid: ObjectUUID) -> ObjectFacts? {
    if workouts.contains(uuid) {
      return ObjectFacts(by: EventActor.owner, type: Workout.type, isLive: true)
    }
    return tables.facts(of: uuid)
  }

  func shareStatus(of type: String, by source: String) -> AuthorizationStatus {
    tables.shareStatus(of: type, by: source)
  }

  func readStatus(of type: String, by source: String) -> AuthorizationStatus {
    tables.readStatus(of: type, by: source)
  }

  func sequence(of origin: Origin) -> UInt64? {
    tables.sequence(of: origin) ?? origins[origin]
  }

  func synced(_ name: SyncName) -> SyncedObject? { tables.synced(name) }
}
