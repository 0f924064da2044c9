import HealthEvents
package import HealthModel
package import HealthTables
import JournalFile
package import ViewTables

/// Every event that touched an object or a version of it, including what it said before it was
/// deleted.
package enum HistoryTable {
  /// One row an event, in order. Lines are searched for the uuid's text, however it is written, so
  /// that nothing that names it is missed: saves, deletes, correlations, replacements, workouts.
  ///
  /// - Complexity: O(n) of the journal, whatever the number of versions.
  package static func table(of uuid: ObjectUUID, in journal: ReplayedJournal) throws -> Table {
    var rows: [Row] = []
    try journal.tables.readObjects()
    let versions = journal.tables.versions(of: uuid)
    let numbers = Dictionary(zip(versions, versions.indices)) { _, last in last }
    try journal.forEachEntry(mentioning: versions) { entry in
      // A line that replaces one version by the next has one row, that of the next version.
      guard let event = entry.event, let found = role(in: event, numbers) else { return }
      let version = versions[found.number]
      rows.append(
        Row(entry, found.role, version, isNewer: version != versions.first, journal.tables))
    }
    return Table(columns, rows: rows)
  }

  /// An event, and what it says of a version of the object.
  private struct Row {
    let entry: Entry
    let what: String
    let version: ObjectUUID
    /// The object, where the event saved it, and its source.
    var object: HealthObject?
    var source: String?

    init(
      _ entry: Entry, _ role: Role, _ version: ObjectUUID, isNewer: Bool, _ tables: HealthTables
    ) {
      (self.entry, self.version) = (entry, version)
      switch role {
      case .mentioned(let text): what = text
      case .saved(let object, let replaces):
        what = isNewer || replaces ? "saved as a newer version" : "saved"
        self.object = object
        source = object.origin.flatMap { tables.origins[$0]?.source.name } ?? entry.by
      }
    }
  }

  private static let columns: [RowColumn<Row>] = [
    RowColumn(.line, .number, rank: .key) { .whole(Int($0.entry.sequence)) },
    RowColumn(.recorded, .time, unit: "UTC") { Cell(utc: $0.entry.at) },
    RowColumn("by", rank: .detail) { Cell(text: $0.entry.by) },
    RowColumn("event", rank: .key) { .text($0.entry.kind.name) },
    RowColumn("what", rank: .key) { .text($0.what) },
    RowColumn(.type) { Cell(identifier: $0.object?.content.type) },
    RowColumn(.start, .time) { Cell(time: $0.object?.content.span?.start) },
    RowColumn(.end, .time, rank: .detail) { Cell(time: $0.object?.content.span?.end) },
    RowColumn("value", .statedQuantity) { $0.object?.content.valueCell ?? .missing },
    RowColumn(.unit) { $0.object?.content.unitCell ?? .missing },
    RowColumn(.source, rank: .detail) { Cell(text: $0.source) },
    RowColumn("object", hidden: true) { Cell(text: $0.object.map { ObjectText.json($0) }) },
    RowColumn(.object, hidden: true, note: "of the version that the event touched") {
      .text($0.version.description)
    },
  ]

  /// What an event says of an object.
  private enum Role {
    /// `replaces`: whether the line replaces others, and by this object alone.
    case saved(HealthObject, replaces: Bool)
    case mentioned(String)
  }

  /// What an event says of the newest version that it names.
  ///
  /// - Parameter numbers: those of the versions, from the oldest.
  private static func role(
    in event: Event, _ numbers: [ObjectUUID: Int]
  ) -> (number: Int, role: Role)? {
    switch event {
    case .save(let save): return role(in: save, numbers)
    case .delete(let deletion):
      guard let number = deletion.objects.lazy.compactMap({ numbers[$0] }).max() else { return nil }
      return (number, .mentioned("deleted" + (deletion.reason.map { ": \($0)" } ?? "")))
    case .open, .origin, .authorize, .configure, .importReceipt, .erase: return nil
    }
  }

  /// Of the ways in which a save names one version, the first of these counts.
  private static func role(
    in save: Save, _ numbers: [ObjectUUID: Int]
  ) -> (number: Int, role: Role)? {
    var found: (number: Int, role: () -> Role)?
    func note(_ uuid: ObjectUUID?, _ role: @escaping () -> Role) {
      guard let uuid, let number = numbers[uuid], number > found?.number ?? -1 else { return }
      found = (number, role)
    }
    for object in save.objects {
      note(object.uuid) {
        let others = save.replaces.contains { $0 != object.uuid }
        return .saved(object, replaces: others && save.objects.count == 1)
      }
    }
    for uuid in save.replaces {
      note(uuid) {
        .mentioned(
          "replaced by " + save.objects.map(\.uuid.description).joined(separator: " "))
      }
    }
    note(save.workout) {
      let count = save.objects.count
      return .mentioned(
        (count == 1 ? "a sample" : "\(count) samples") + " added to the workout")
    }
    for object in save.objects {
      guard case .correlation(let correlation) = object.content else { continue }
      for member in correlation.members { note(member) { .mentioned("member of \(object.uuid)") } }
    }
    return found.map { ($0.number, $0.role()) }
  }
}
