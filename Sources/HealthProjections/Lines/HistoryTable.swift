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
  package static func table(of uuid: ObjectUUID, in journal: ReplayedJournal) throws -> Table {
    var rows: [UInt64: [Cell]] = [:]
    let versions = journal.tables.versions(of: uuid)
    for version in versions {
      try journal.forEachEntry(mentioning: version.description) { entry in
        guard let event = entry.event, let role = role(of: version, in: event) else { return }
        // A line that replaces one version by the next has one row, that of the next version.
        rows[entry.sequence] = cells(
          entry, role, version, isNewer: version != versions.first, journal.tables)
      }
    }
    return Table(columns: columns, rows: rows.sorted { $0.key < $1.key }.map(\.value))
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

  private static func role(of uuid: ObjectUUID, in event: Event) -> Role? {
    switch event {
    case .save(let save): return role(of: uuid, in: save)
    case .delete(let deletion):
      guard deletion.objects.contains(uuid) else { return nil }
      return .mentioned("deleted" + (deletion.reason.map { ": \($0)" } ?? ""))
    case .open, .origin, .authorize, .configure, .importReceipt, .erase: return nil
    }
  }

  private static func role(of uuid: ObjectUUID, in save: Save) -> Role? {
    if let object = save.objects.first(where: { $0.uuid == uuid }) {
      let others = save.replaces.contains { $0 != uuid }
      return .saved(object, replaces: others && save.objects.count == 1)
    }
    if save.replaces.contains(uuid) {
      let newer = save.objects.map(\.uuid.description).joined(separator: " ")
      return .mentioned("replaced by \(newer)")
    }
    if save.workout == uuid {
      let count = save.objects.count
      return .mentioned(
        (count == 1 ? "a sample" : "\(count) samples") + " added to the workout")
    }
    for object in save.objects {
      if case .correlation(let correlation) = object.content, correlation.members.contains(uuid) {
        return .mentioned("member of \(object.uuid)")
      }
    }
    return nil
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
