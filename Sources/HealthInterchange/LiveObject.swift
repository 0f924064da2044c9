import HealthEvents
import HealthModel
import HealthTables
import JournalFile

/// An object that is live, with who wrote it.
struct LiveObject {
  /// What was saved.
  var object: HealthObject
  /// Its source and device; nil: the owner by hand, or the phone itself.
  var origin: Origin?
  /// Who asked for the save.
  var by: String

  /// The name of its source, as rows show it: its own name, else who asked.
  var sourceName: String { origin?.source.name ?? by }
}

extension ReplayedJournal {
  /// The uuid of the journal as FHIR writes it, in small letters.
  func identifier() throws -> String {
    guard case .open(let opening)? = try entry(1)?.event else {
      return FHIRText.uuid(ObjectUUID(high: 0, low: 0))
    }
    return FHIRText.uuid(opening.journal)
  }

  /// Calls `body` with each live object and the line that saved it, in the order in which they were
  /// saved. One line is in memory at a time.
  func forEachLiveObject(_ body: (LiveObject, Save, UInt64) throws -> Void) throws {
    let removed = try removedObjects()
    try forEachEntry { entry in
      guard case .event(.save(let save), let by) = entry.body else { return true }
      for object in save.objects where removed[object.uuid] == nil {
        try body(live(object, by: by), save, entry.sequence)
      }
      return true
    }
  }

  /// The rows of all live objects of a kind, in order.
  func liveRows(of kind: ObjectRow.Kind) -> [ObjectRow] {
    tables.objects.filter { $0.kind == kind && $0.isLive }
  }

  /// The same, at most 64 in a batch.
  func batches(of kind: ObjectRow.Kind) -> [ArraySlice<ObjectRow>] {
    let rows = liveRows(of: kind)
    return stride(from: 0, to: rows.count, by: 64).map { rows[$0..<min($0 + 64, rows.count)] }
  }

  /// The workouts that the samples of lines belong to, in their newest versions.
  var workoutsByLine: [UInt64: ObjectUUID] {
    let lines = tables.workoutLines.map { (UInt64($0.sequence), tables.newest(of: $0.workout)) }
    return Dictionary(lines) { first, _ in first }
  }

  /// Some live objects, each by its uuid and the number of the line that saved it.
  func liveObjects(_ sequences: [ObjectUUID: UInt64]) throws -> [ObjectUUID: LiveObject] {
    var found: [ObjectUUID: LiveObject] = [:]
    for (sequence, entry) in try entries(Set(sequences.values)) {
      guard case .event(.save(let save), let by) = entry.body else { continue }
      for object in save.objects where sequences[object.uuid] == sequence {
        found[object.uuid] = live(object, by: by)
      }
    }
    return found
  }

  /// The objects of some rows, each by its uuid. Of a uuid that another program's journal has
  /// twice, the first row counts.
  func liveObjects(of rows: some Sequence<ObjectRow>) throws -> [ObjectUUID: LiveObject] {
    try liveObjects(
      Dictionary(rows.map { ($0.uuid, UInt64($0.sequence)) }) { first, _ in first })
  }

  private func live(_ object: HealthObject, by: String) -> LiveObject {
    LiveObject(object: object, origin: object.origin.flatMap { tables.origins[$0] }, by: by)
  }
}
