import HealthModel
import HealthTables
import JournalFile
import ViewTables

extension View {
  /// Every live object.
  package static let objects = View(
    "objects", summary: "every live object, of any kind, one row each",
    options: NoOptions.self,
    sharing: [
      .type, .from, .to, .on, .period, .last, .source, .predicate, .typed, .limit, .sort,
    ],
    details: """
      What the other views count, and what none of them has: moods, doses of medication, assessments,
      audiograms, clinical records, and elements that this program does not know. By type, then by
      start; what has no time of its own, as a characteristic or the rings of a day, is left out
      where a time is asked for. `fields` is all that the line states of the object, as JSON.

        health-journal objects --type stateOfMind --all-columns
        health-journal objects --where 'metadata.HKWasUserEntered = YES' --columns type,start,fields
      """,
    reads: .asked,
    presentation: Presentation(hidesEmptyColumns: false),
    forms: [Form("", ObjectsView.columns)]
  ) { request, _ in
    try ObjectsView.table(of: request.journal, try request.context().query)
  }
}

/// Every live object, whatever its kind.
enum ObjectsView {
  /// An object, and where it stands.
  struct Row {
    fileprivate var object: HealthObject
    fileprivate var source: String
    fileprivate var sequence: UInt32
  }

  /// The fields of `objects`.
  static let columns: [RowColumn<Row>] = [
    RowColumn(.object, tellsApart: true, hidden: true) { .text($0.object.uuid.description) },
    RowColumn("kind", rank: .detail) { .text($0.object.content.kindName) },
    RowColumn(.type, rank: .key) { .identifier($0.object.content.type) },
    RowColumn(.start, .time, rank: .key) { Cell(time: $0.object.content.span?.start) },
    RowColumn(.end, .time) { Cell(time: $0.object.content.span?.end) },
    RowColumn("value", .quantity, rank: .key) { row in
      let value = row.object.content.valueCell
      // What an element of no known type is called.
      return value.isMissing ? Cell(text: row.object.fields.text("element")) : value
    },
    RowColumn(.unit, rank: .key) { $0.object.content.unitCell },
    RowColumn(.source, rank: .detail) { .text($0.source) },
    RowColumn(.line, .number, hidden: true) { .whole(Int($0.sequence)) },
    RowColumn("fields", hidden: true, note: "the object as its line states it, JSON") {
      .json(ObjectText.json($0.object))
    },
  ]

  /// What identifies an object and orders it.
  private struct Place {
    var uuid: ObjectUUID
    var type: String
    var start: Int64
    var end: Int64
    var sequence: UInt32
    var provenance: UInt32

    static func precedes(_ one: Place, _ other: Place) -> Bool {
      guard one.type == other.type else { return one.type < other.type }
      return (one.start, one.end, one.sequence) < (other.start, other.end, other.sequence)
    }
  }

  /// One row an object, by type, then by start.
  static func table(of journal: ReplayedJournal, _ query: Query) throws -> Table {
    let places = try places(in: journal, query)
    return Table(columns) { body in
      for first in stride(from: 0, to: places.count, by: ReplayedJournal.objectsAtOnce) {
        let part = places[first..<min(first + ReplayedJournal.objectsAtOnce, places.count)]
        let objects = try journal.objects(part.map { ($0.uuid, $0.sequence) })
        for (place, object) in zip(part, objects) {
          guard let object else { continue }
          let source = journal.tables.sourceName(place.provenance)
          try body(Row(object: object, source: source, sequence: place.sequence))
        }
      }
    }
  }

  private static func places(in journal: ReplayedJournal, _ query: Query) throws -> [Place] {
    let tables = journal.tables
    var selection = try SampleSelection(query, journal)
    var places: [Place] = []
    for type in try selection.types() {
      guard let columns = tables.columns(of: type) else { continue }
      for row in try selection.rows(of: type).map({ columns[$0] }) {
        places.append(
          Place(
            uuid: row.uuid, type: type, start: row.start, end: row.end, sequence: row.sequence,
            provenance: row.provenance))
      }
    }
    let asked = query.types.map(Set.init)
    let isOfAllTime = query.from == nil && query.to == nil
    let rows = try journal.objectRows(query) { row in
      let hasTime = row.kind != .characteristic && row.kind != .summary
      return (asked?.contains(tables.types.names[Int(row.type)]) ?? true)
        && (isOfAllTime || hasTime && query.covers(start: row.start, end: row.end))
    }
    places += rows.map {
      Place(
        uuid: $0.uuid, type: tables.types.names[Int($0.type)], start: $0.start, end: $0.end,
        sequence: $0.sequence, provenance: $0.provenance)
    }
    places.sort(by: Place.precedes)
    return Array(places.prefix(query.limit ?? .max))
  }
}
