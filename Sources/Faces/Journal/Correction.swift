package import HealthEvents
package import HealthModel
import HealthTables
import HealthViews
import JournalFile

extension JournalSession {
  /// Returns a request to save a newer version of an object, which takes its place: the source, the
  /// metadata and the workout are those of the older one. A sync version becomes one higher.
  ///
  /// - Parameter change: makes the newer content of the older one.
  /// - Throws: `Rejection` if `actor` may not delete the object; what `change` throws; the errors
  ///   of reading its line.
  package mutating func correction(
    of uuid: ObjectUUID, by actor: String, _ change: (Content) throws -> Content
  ) throws -> (request: SaveRequest, older: HealthObject) {
    do {
      try check(Command(by: actor, .delete(Deletion(objects: [uuid]))))
    } catch Rejection.invalidArgument(let fault, index: _) {
      throw Rejection.invalidArgument(fault, index: nil)
    }
    let line = tables.line(of: uuid) ?? 0
    guard case .save(let save)? = try replayed(by: actor).entry(line)?.event,
      let older = save.objects.first(where: { $0.uuid == uuid })
    else { throw Rejection.invalidArgument(.uuidUnknown(uuid), index: nil) }
    var newer = older
    newer.uuid = drawUUID()
    newer.content = try change(older.content)
    if newer.metadata[MetadataName.syncIdentifier] != nil,
      case .number(let version)? = newer.metadata[MetadataName.syncVersion]
    {
      newer.metadata[MetadataName.syncVersion] = .number(version + 1)
    }
    let origin = older.origin.flatMap { tables.origins.named($0) }
    let workout = save.owner.map { tables.newest(of: $0) }
    let isOfWorkout = workout.flatMap { tables.facts(of: $0)?.isLive } ?? false
    let draft = Draft(newer, source: origin?.source, device: origin?.device)
    return (
      SaveRequest(objects: [draft], workout: isOfWorkout ? workout : nil, replaces: [uuid]), older
    )
  }
}
