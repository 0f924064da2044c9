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
    var rows: [[Cell]] = []
    let versions = journal.tables.versions(of: uuid)
    let numbers = Dictionary(zip(versions, versions.indices)) { _, last in last }
    try journal.forEachEntry(mentioning: versions) { entry in
      // A line that replaces one version by the next has one row, that of the next version.
      guard let event = entry.event, let found = role(in: event, numbers) else { return }
      let version = versions[found.number]
      rows.append(
        cells(entry, found.role, version, isNewer: version != versions.first, journal.tables))
    }
    return Table(columns: columns, rows: rows)
  }

  private static let columns = [
    Column("seq", .number, rank: .key), Column("at", .time, unit: "UTC"),
    Column("by", rank: .detail), Column("event", rank: .key), Column("what", rank: .key),
    Column("type"), Column("start", .time), Column("end", .time, rank: .detail),
    Column("value", .statedQuantity), Column("unit"), Column("source", rank: .detail),
    Column("object", hidden: true),
    Column("uuid", hidden: true, note: "of the version that the event touched"),
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

  private static func cells(
    _ entry: Entry, _ role: Role, _ uuid: ObjectUUID, isNewer: Bool, _ tables: HealthTables
  ) -> [Cell] {
    let head: [Cell] = [
      .whole(Int(entry.sequence)), Cell(utc: entry.at),
      Cell(text: entry.by), .text(entry.kind.name),
    ]
    switch role {
    case .mentioned(let text):
      return head + [.text(text)] + Array(repeating: .missing, count: 7)
        + [.text(uuid.description)]
    case .saved(let object, let replaces):
      let source = object.origin.flatMap { tables.origins[$0]?.source.name } ?? entry.by
      let span = object.content.span
      let (value, unit) = object.content.valueCells
      return head + [
        .text(isNewer || replaces ? "saved as a newer version" : "saved"),
        .identifier(object.content.type), Cell(time: span?.start), Cell(time: span?.end), value,
        unit, Cell(text: source), .text(ObjectText.json(object)),
        .text(uuid.description),
      ]
    }
  }
}
