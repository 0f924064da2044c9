import HealthEvents
import HealthModel
import HealthTables
import JournalFile

/// The search for a text in a journal: in names of types, sources and workouts, in notes, and in
/// metadata.
struct FindView {
  /// Returns the fields of `find`, with times on the clock of a zone.
  static func columns(in zone: ZoneRules) -> [RowColumn<Found>] {
    [
      RowColumn(
        "what", tellsApart: true, rank: .key, note: "type, source, workout, note, tag or metadata"
      ) {
        .text($0.what.rawValue)
      },
      RowColumn("name", tellsApart: true, rank: .key) {
        $0.isNamed ? .identifier($0.name) : .text($0.name)
      },
      RowColumn(.value, tellsApart: true, note: "of metadata") { Cell(text: $0.value) },
      RowColumn("count", .count) { .whole($0.tally.count) },
      RowColumn(.first, .time) { .time($0.tally.first.time(in: zone)) },
      RowColumn(.last, .time) { .time($0.tally.last.time(in: zone)) },
      RowColumn("types", rank: .detail, note: "the types that have it") { found in
        found.isNamed
          ? .missing : .names(found.tally.types.sorted().map(TypeCatalogue.shortName(of:)))
      },
    ]
  }

  private let journal: ReplayedJournal
  private let query: ViewQuery
  /// The text that is searched for, in small letters.
  private let text: String

  /// The number of finds, with the time of the first and the last.
  fileprivate struct Tally {
    var count = 0
    var first = Int64.max
    var last = Int64.min
    var types: Set<String> = []

    mutating func add(_ type: String, _ samples: Int = 1, start: Int64, end: Int64) {
      count += samples
      first = min(first, start)
      last = max(last, end)
      types.insert(type)
    }
  }

  /// A name, or a value of metadata, that was found.
  struct Found {
    enum What: String {
      case type
      case source
      case workout
      case note
      case tag
      case metadata
    }

    fileprivate var what: What
    fileprivate var name: String
    fileprivate var value: String?
    fileprivate var tally: Tally

    /// True if its name is the name of a type or an activity.
    fileprivate var isNamed: Bool { what == .type || what == .workout }
  }

  /// Returns one row a name, or a value of metadata, that holds the text in whatever case.
  static func table(
    of journal: ReplayedJournal, in context: ViewContext, _ text: String
  ) throws -> Table {
    let zone = try context.calendar(of: journal.tables).zone
    let find = FindView(journal: journal, query: context.query, text: text.lowercased())
    let rows =
      try find.types() + find.sources() + find.workouts() + find.notes() + find.metadata()
    return Table(columns(in: zone), rows: rows).limited(to: context.query.limit)
  }

  private func holds(_ name: String) -> Bool {
    text.isEmpty || name.lowercased().holds(text)
  }

  private func rows(of what: Found.What, _ tallies: [String: Tally]) -> [Found] {
    tallies.sorted { $0.key < $1.key }.map { Found(what: what, name: $0.key, tally: $0.value) }
  }

  // MARK: Names

  /// Returns types that have samples.
  private func types() throws -> [Found] {
    let alias = TypeCatalogue.meant(by: text)?.identifier
    var rows: [Found] = []
    for type in query.namedTypes(in: journal.tables)
    where holds(TypeCatalogue.shortName(of: type)) || holds(type) || type == alias {
      var tally = Tally()
      try forEachGroup(of: type) { tally.add(type, $1, start: $2, end: $3) }
      if tally.count > 0 { rows.append(Found(what: .type, name: type, tally: tally)) }
    }
    return rows
  }

  /// Sources by their names and bundles, and those that wrote on a device that is called so.
  private func sources() throws -> [Found] {
    let tables = journal.tables
    let asked = SourceName.typed(text)
    let found = tables.provenances.indices.map { index in
      let origin = tables.origin(UInt32(index))
      let device = origin?.device.map { [$0.name, $0.model, $0.manufacturer, $0.hardware] } ?? []
      let names = tables.sourceNames(UInt32(index)) + device.compactMap { $0 }
      return names.contains { holds($0) || SourceName.typed($0).lowercased().holds(asked) }
    }
    guard found.contains(true) else { return [] }
    var tallies: [String: Tally] = [:]
    for type in query.namedTypes(in: tables) {
      try forEachGroup(of: type) { provenance, samples, start, end in
        guard found[Int(provenance)] else { return }
        tallies[tables.sourceName(provenance), default: Tally()]
          .add(type, samples, start: start, end: end)
      }
    }
    for row in try objects() where found[Int(row.provenance)] {
      tallies[tables.sourceName(row.provenance), default: Tally()]
        .add(tables.types.names[Int(row.type)], start: row.start, end: row.end)
    }
    return rows(of: .source, tallies)
  }

  /// Calls `body` with the provenance, the number, the first start and the last end of samples that
  /// the query shows: of a source at once, where a snapshot knows these, else of one after another.
  private func forEachGroup(
    of type: String, _ body: (UInt32, Int, Int64, Int64) -> Void
  ) throws {
    let tables = journal.tables
    if query.hasNoWindow, let number = tables.types.number(of: type),
      let groups = tables.sourceGroups(of: Int(number))
    {
      let passes = query.provenances(in: tables)
      for (row, samples) in groups.samples.enumerated() where samples > 0 {
        let provenance = groups.rows.provenance(row)
        guard passes[Int(provenance)] else { continue }
        body(provenance, samples, groups.rows.starts[row], groups.lasts[row])
      }
      return
    }
    var own = query
    own.types = [type]
    let journal = journal.forOneLook(own)
    var selection = try SampleSelection(query, journal, of: [type])
    guard let columns = journal.tables.columns(of: type) else { return }
    for row in try selection.rows(of: type) {
      body(columns.provenance(row), 1, columns.starts[row], columns.ends[row])
    }
  }

  /// Correlations and workouts: the objects that are no samples and always have a time.
  private func objects() throws -> [ObjectRow] {
    try journal.tables.readObjects()
    let passes = query.provenances(in: journal.tables)
    return journal.tables.objects.filter { row in
      row.isLive && [.correlation, .workout].contains(row.kind)
        && passes[Int(row.provenance)] && query.covers(start: row.start, end: row.end)
    }
  }

  /// Returns activities of workouts.
  private func workouts() throws -> [Found] {
    guard journal.tables.isDetermined(WorkoutContent.type) else { return [] }
    var query = query
    query.limit = nil
    var tallies: [String: Tally] = [:]
    for listed in try WorkoutList(journal, query).shown {
      let activity = listed.leg.workout.activity
      let name = WorkoutActivityType.find(activity)?.name ?? activity
      guard holds(name) || holds(activity) else { continue }
      tallies[activity, default: Tally()]
        .add(WorkoutContent.type, start: listed.row.start, end: listed.row.end)
    }
    return rows(of: .workout, tallies)
  }

  /// Returns texts and tags of notes; without a text to look for, tags alone.
  private func notes() throws -> [Found] {
    guard journal.tables.isDetermined(Note.type) else { return [] }
    var query = query
    query.limit = nil
    var (texts, tags): ([String: Tally], [String: Tally]) = ([:], [:])
    try SeenDocuments(of: Note.type, in: journal, query) { _ in true }.forEach { row, object in
      let words = Note.Words(stated: object.fields)
      if let found = words.text, !text.isEmpty, holds(found) {
        texts[found, default: Tally()].add(Note.type, start: row.start, end: row.end)
      }
      for tag in words.tags where holds(tag) {
        tags[tag, default: Tally()].add(Note.type, start: row.start, end: row.end)
      }
    }
    return rows(of: .note, texts) + rows(of: .tag, tags)
  }

  // MARK: Metadata

  /// A value of metadata of a key.
  private struct Entry: Hashable, Comparable {
    var key: String
    var value: String

    static func < (a: Entry, b: Entry) -> Bool { (a.key, a.value) < (b.key, b.value) }
  }

  /// Keys and texts of metadata of live objects. Lines that have none are passed over.
  private func metadata() throws -> [Found] {
    var tallies: [Entry: Tally] = [:]
    var live = try LiveObjects(journal.tables)
    let (query, passes) = (query, query.provenances(in: journal.tables))
    // Of many lines, most have one of a few keys and texts.
    var known: [String: Bool] = [:]
    func isFound(_ name: String) -> Bool {
      if let known = known[name] { return known }
      if known.count == 4096 { known = [:] }
      let isFound = holds(name)
      known[name] = isFound
      return isFound
    }
    try journal.forEachEntry(withMetadata: holds, orText: true) { entry in
      guard case .save(let save)? = entry.event else { return }
      for object in save.objects {
        let matches = object.metadata.entries.compactMap { match($0, isFound) }
        guard !matches.isEmpty, let span = object.content.span,
          let provenance = try live.provenance(of: object, in: entry.sequence),
          passes[Int(provenance)]
        else { continue }
        let (start, end) = (span.start.instant.microseconds, span.end.instant.microseconds)
        guard query.covers(start: start, end: end) else { continue }
        for match in matches {
          tallies[match, default: Tally()].add(object.content.type, start: start, end: end)
        }
      }
    }
    return tallies.sorted { $0.key < $1.key }.map { entry, tally in
      Found(
        what: .metadata, name: entry.key, value: entry.value.isEmpty ? nil : entry.value,
        tally: tally)
    }
  }

  /// Returns the entry if its key or its text matches; nil if neither does. Numbers have no text.
  private func match(_ entry: Metadata.Entry, _ isFound: (String) -> Bool) -> Entry? {
    if !text.isEmpty, case .string(let value) = entry.value, isFound(value) {
      return Entry(key: entry.key, value: value)
    }
    return isFound(entry.key) ? Entry(key: entry.key, value: "") : nil
  }
}

extension Int64 {
  /// Returns the moment that is this number of microseconds after 1970.
  fileprivate func time(in zone: ZoneRules) -> Timestamp {
    Timestamp(Instant(microseconds: self), in: zone)
  }
}

/// A test for objects that lines saved: it passes those that are still live.
private struct LiveObjects {
  private let tables: HealthTables
  private let objects: [ObjectUUID: ObjectRow]
  /// The samples of each type that was asked for.
  private var columns: [String: SampleColumns?] = [:]

  init(_ tables: HealthTables) throws {
    self.tables = tables
    try tables.readObjects()
    objects = Dictionary(tables.objects.lazy.filter(\.isLive).map { ($0.uuid, $0) }) { $1 }
  }

  /// Returns who wrote the object; nil if it no longer exists.
  mutating func provenance(of object: HealthObject, in sequence: UInt64) throws -> UInt32? {
    if let row = objects[object.uuid] { return row.provenance }
    guard let columns = try columns(of: object.content.type) else { return nil }
    let first = (0..<columns.count).partitioningIndex { columns.sequences[$0] >= sequence }
    var row = first
    while row < columns.count, columns.sequences[row] == sequence {
      if columns.uuids[row] == object.uuid {
        return columns.isLive(row) ? columns.provenance(row) : nil
      }
      row += 1
    }
    return nil
  }

  private mutating func columns(of type: String) throws -> SampleColumns? {
    if let known = columns[type] { return known }
    try tables.read(types: [type])
    let found = tables.columns(of: type)
    columns[type] = .some(found)
    return found
  }
}

/// The options of `find`.
struct FindOptions: ViewOptions {
  /// The text that is searched for.
  var text = ""

  private static let text = Option("text", "TEXT", "the text to find, in upper or lower case")

  static let declared: [DeclaredOption<Self>] =
    [DeclaredOption<Self>.value(\.text, text) { $0.values[$1] }.asWord]
    + shared(.from, .to, .on, .period, .last, .source, .timeZone, .limit, .sort)
}

extension View {
  /// The view of the places where a text occurs.
  package static let find = View(
    "find", summary: "find a text in types, sources, workouts, notes and metadata",
    options: FindOptions.self,
    details: """
      Finds a text, in upper or lower case. It looks in names of types that have samples, and in
      sources with their bundle identifiers and devices. It also looks in activities of workouts, in
      texts and tags of notes, and in keys and texts of metadata. There is one row per name, or per
      text of a note or of metadata: the number of live objects, the first start, the last end, and
      the types. The command does not search numbers in metadata; `--where` compares them. Without
      TEXT the command lists all names, tags and keys.

      Examples

        health-journal find swim
        health-journal find HKLapLength
        health-journal find run --period 2026
      """,
    reads: .asked, forms: [Form("", FindView.columns(in: .utc))]
  ) { request, options in
    try FindView.table(of: request.journal, in: try request.context(), options.text)
  }
}
