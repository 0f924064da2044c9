import HealthEvents
package import HealthModel
package import HealthTables
import JournalFile

/// Every event that touched an object or a version of it, including what it said before it was
/// deleted.
package enum HistoryTable {
  /// Returns one row an event, in order, for one object after the other. Lines are searched for the
  /// text of the uuids, however it is written, so that nothing that names them is missed: saves,
  /// deletes, correlations, replacements, workouts.
  ///
  /// - Complexity: O(n) of the journal, whatever the number of versions.
  package static func table(of uuids: [ObjectUUID], in journal: ReplayedJournal) throws -> Table {
    let history = try ObjectHistory(of: uuids, in: journal)
    return Table(columns, rows: history.chains.flatMap(\.self))
  }

  private static let columns: [RowColumn<ObjectHistory.Step>] = [
    RowColumn(.line, .number, rank: .key) { .whole(Int($0.entry.sequence)) },
    RowColumn(.recorded, .time, unit: "UTC") { Cell(utc: $0.entry.at) },
    RowColumn("by", rank: .detail) { Cell(text: $0.entry.by) },
    RowColumn("event", rank: .key) { .text($0.entry.kind.name) },
    RowColumn("what", rank: .key) { .text($0.what) },
    RowColumn(.type) { Cell(identifier: $0.object?.content.type) },
    RowColumn(.start, .time) { Cell(time: $0.object?.content.span?.start) },
    RowColumn(.end, .time, rank: .detail) { Cell(time: $0.object?.content.span?.end) },
    RowColumn("value", .statedQuantity) { $0.value },
    RowColumn(.unit) { $0.object?.content.unitCell ?? .missing },
    RowColumn(.source, rank: .detail) { Cell(text: $0.source) },
    RowColumn("object", hidden: true) { Cell(text: $0.object.map { ObjectText.json($0) }) },
    RowColumn(.object, hidden: true, note: "the uuid of the version that the event touched") {
      .text($0.version.description)
    },
    RowColumn("recorded", hidden: true, note: "by another journal, from which an import took it") {
      Cell(text: EventSummary.recorded($0.entry))
    },
  ]
}

/// The events that touched some objects or versions of them.
struct ObjectHistory {
  /// An event, with its statement about a version of an object.
  struct Step {
    let entry: Entry
    let what: String
    let version: ObjectUUID
    /// The object, where the event saved it, and its source.
    var object: HealthObject?
    var value = Cell.missing
    var source: String?

    fileprivate init(
      _ entry: Entry, _ role: Role, _ version: ObjectUUID, isNewer: Bool, _ tables: HealthTables
    ) {
      (self.entry, self.version) = (entry, version)
      switch role {
      case .mentioned(let text): what = text
      case .saved(let object, let replaces):
        what = isNewer || replaces ? "saved as a newer version" : "saved"
        self.object = object
        value = object.content.valueCell(tables.catalogue)
        source = tables.sourceName(of: object, by: entry.by)
      }
    }
  }

  /// The place of a version: its object, and its number among the versions, from the oldest.
  private struct Place {
    var chain: Int
    var number: Int
  }

  /// The steps of each object, in order; those of the first object come first.
  private(set) var chains: [[Step]] = []
  private var places: [ObjectUUID: Place] = [:]
  private let lines: [ObjectUUID: UInt64]

  init(of uuids: [ObjectUUID], in journal: ReplayedJournal) throws {
    let tables = journal.tables
    try tables.readObjects()
    var versions: [[ObjectUUID]] = []
    for uuid in uuids where places[uuid] == nil {
      let chain = tables.versions(of: uuid)
      for (number, version) in chain.enumerated() {
        places[version] = Place(chain: versions.count, number: number)
      }
      versions.append(chain)
    }
    lines = try tables.lines(of: places.keys)
    chains = versions.map { _ in [] }
    try journal.forEachEntry(mentioning: places.keys, or: EventKind.revert) { entry in
      // A line that replaces one version by the next has one row, that of the next version.
      guard let event = entry.event else { return }
      for (chain, found) in roles(in: event) {
        let version = versions[chain][found.number]
        chains[chain].append(
          Step(entry, found.role(), version, isNewer: found.number > 0, tables))
      }
    }
  }

  /// Returns the steps of the object whose version this is.
  func steps(of uuid: ObjectUUID) -> [Step] { places[uuid].map { chains[$0.chain] } ?? [] }

  /// The role of an object in an event.
  fileprivate enum Role {
    /// `replaces`: whether the line replaces others, and by this object alone.
    case saved(HealthObject, replaces: Bool)
    case mentioned(String)
  }

  /// For each object the newest of its versions that an event names, with its role.
  private typealias Roles = [Int: (number: Int, role: () -> Role)]

  /// Notes the role of an object, unless its newest version is known to have one.
  private func note(_ uuid: ObjectUUID?, in found: inout Roles, _ role: @escaping () -> Role) {
    guard let uuid, let place = places[uuid], place.number > found[place.chain]?.number ?? -1
    else { return }
    found[place.chain] = (place.number, role)
  }

  private func roles(in event: Event) -> Roles {
    var found: Roles = [:]
    switch event {
    case .save(let save): found = roles(in: save)
    case .delete(let deletion):
      for uuid in deletion.objects {
        note(uuid, in: &found) {
          .mentioned("deleted" + (deletion.reason.map { ": \($0)" } ?? ""))
        }
      }
    case .revert(let revert):
      for (runs, state) in revert.objects {
        for uuid in places.keys where runs.contains(uuid, savedIn: lines[uuid]) {
          note(uuid, in: &found) { .mentioned(Self.words(of: state)) }
        }
      }
    case .open, .origin, .authorize, .configure, .declare, .importReceipt, .erase, .format: break
    }
    return found
  }

  private static func words(of state: ObjectState) -> String {
    switch state {
    case .live: "live again"
    case .removed: "deleted again"
    case .reverted: "its save was reverted"
    }
  }

  /// Returns the roles in a save; if it names a version in several ways, the first of these counts.
  private func roles(in save: Save) -> Roles {
    var found: Roles = [:]
    for object in save.objects {
      note(object.uuid, in: &found) {
        let others = save.replaces.contains { $0 != object.uuid }
        return .saved(object, replaces: others && save.objects.count == 1)
      }
    }
    for uuid in save.replaces {
      note(uuid, in: &found) {
        .mentioned("replaced by " + save.objects.map(\.uuid.description).joined(separator: " "))
      }
    }
    note(save.workout, in: &found) {
      let count = save.objects.count
      return .mentioned(
        (count == 1 ? "a sample" : "\(count) samples") + " added to the workout")
    }
    for object in save.objects {
      guard case .correlation(let correlation) = object.content else { continue }
      for member in correlation.members {
        note(member, in: &found) { .mentioned("member of \(object.uuid)") }
      }
    }
    return found
  }
}

extension HealthTables {
  /// Returns the name of the source of an object that a line states.
  func sourceName(of object: HealthObject, by actor: String?) -> String? {
    object.origin.flatMap { origins.named($0)?.source.name } ?? actor
  }
}

/// Every figure that a type has had for a day: when it became so, and by which event.
package enum DayHistory {
  /// Returns one row a figure and line, in the order of the lines; a day that has lost all its
  /// samples has a row without figures. If there are very many lines, the newest are shown, and a
  /// remark says so.
  ///
  /// The day's bounds are those of the zone that was in force at each line, if the context names
  /// none.
  ///
  /// - Parameter steps: the greatest amount of work; n lines of n samples are n² steps.
  package static func table(
    of type: String, on day: CivilDate, _ journal: ReplayedJournal, in context: ViewContext,
    options: DailyView.Options, steps: Int = 1 << 24
  ) throws -> Table {
    let names = try LineNames(journal)
    // Zones differ by up to 26 hours, and samples on two more days to each side may count.
    let time = try DayFinder(journal.tables, context)
      .time(of: day.dayNumber - 4..<day.dayNumber + 5)
    let past = time.flatMap { journal.tables.pastSamples(of: type, near: $0) }
    let found = try lines(touching: type, past, on: day.dayNumber, journal, context, options)
    // What an import did is one step.
    let touching = Set(found.lines.map { names.receipt(of: $0) ?? $0 }).sorted()
    let samples = journal.tables.count(of: type)
    let most = mostLines(steps, samples: samples, near: found.near, journal.tables)
    var rows: [State] = []
    var last: [DailyRow] = []
    // The one before tells whether the first of them changed something.
    var isBefore = touching.count > most
    func add(_ entry: Entry, _ tables: borrowing HealthTables) throws {
      let tables = copy tables
      var then = context
      then.query.show(day.dayNumber, of: try then.calendar(of: tables))
      let figures = try DailyView.rows(of: type, in: tables, then, options)
      guard figures != last else { return isBefore = false }
      last = figures
      if isBefore { return isBefore = false }
      rows += figures.isEmpty ? [State(entry, nil)] : figures.map { State(entry, $0) }
    }
    let shownLines = Set(touching.suffix(most + 1))
    if let past {
      try journal.forEachState(after: shownLines, of: past, removals: found.removals, add)
    } else {
      try journal.forEachState(after: shownLines, add)
    }
    let shown = rows.suffix(context.query.limit ?? .max)
    var table = Table(columns(of: type, options), rows: Array(shown))
    table.presentation = Presentation()
    if touching.count > most {
      table.presentation?.remarks.append(
        "of \(touching.count) lines that may touch the day the last \(most) are shown; "
          + "--as-of \(touching[touching.count - most - 1]) shows earlier ones")
    }
    return table
  }

  /// Returns how many lines are shown if each needs some steps: all lines of a day of a person.
  private static func mostLines(
    _ steps: Int, samples: Int, near: Int, _ tables: HealthTables
  ) -> Int {
    // After each line all sources are put in order, and the samples near the day are added up.
    max(64, steps / max(samples / 64 + near + 64 * tables.provenances.count, 1))
  }

  /// Returns the lines that may have changed the day's figures: those that saved, deleted or
  /// replaced samples near it; those that changed how the samples of every day are counted; and
  /// those of settings. Also returns how many parts of samples are near it, and the lines that
  /// removed samples.
  ///
  /// - Parameter past: the samples to look at; nil: all of the type.
  private static func lines(
    touching type: String, _ past: PastSamples?, on day: Int, _ journal: ReplayedJournal,
    _ context: ViewContext, _ options: DailyView.Options
  ) throws -> (lines: Set<UInt64>, near: Int, removals: [ObjectUUID: UInt64]) {
    var days = try DayFinder(journal.tables, context)
    if past == nil { try journal.tables.read(types: [type]) }
    let columns = past?.rows ?? journal.tables.columns(of: type) ?? SampleColumns()
    let near = rows(near: day, columns, options, &days)
    let gone = (OrderChanges.mayOccur(columns) ? Array(0..<columns.count) : near)
      .filter { !columns.isLive($0) }
    var (found, removals, namings) = try settings(
      and: gone, of: type, columns, past?.numbers, journal)
    if let declaration = journal.tables.catalogue.declaration(of: type) {
      found.insert(declaration.sequence)
    }
    for row in near {
      found.insert(UInt64(columns.sequences[row]))
      if !columns.isLive(row), let line = removals[columns.uuids[row]] { found.insert(line) }
    }
    for names in namings {
      var tables = journal.tables
      tables.name(by: names)
      found.formUnion(OrderChanges.lines(columns, removals: removals, in: tables))
    }
    // A sample is cut at the end of each day that it touches.
    let parts = near.reduce(0) { parts, row in
      let (start, end) = (columns.starts[row], columns.ends[row])
      let days = DayStretch.isEndless(start, end) ? 0 : (end - start) / 86_400_000_000
      return parts + 1 + Int(days)
    }
    return (found, parts, removals)
  }

  /// Returns the samples on the day and on the two days before and after it, for another time zone
  /// may count them to this day (zones differ by up to 26 hours); and the samples that overlap with
  /// any of these.
  private static func rows(
    near day: Int, _ columns: SampleColumns, _ options: DailyView.Options, _ days: inout DayFinder
  ) -> [Int] {
    var (start, end) = (Int64.max, Int64.min)
    for row in 0..<columns.count {
      DayStretch.forEach(of: columns[row], options.attribution, days: &days) { stretch in
        guard abs(stretch.day - day) <= 2 else { return }
        start = min(start, stretch.start)
        end = max(end, stretch.end)
      }
    }
    return (0..<columns.count).filter { columns.starts[$0] <= end && columns.ends[$0] >= start }
  }

  /// Returns the lines of settings, those that deleted or replaced some samples, and the names of
  /// sources that were in force at one time.
  ///
  /// - Parameter numbers: the numbers of the rows among all of the type; nil: their own.
  private static func settings(
    and rows: [Int], of type: String, _ columns: SampleColumns, _ numbers: [Int]?,
    _ journal: ReplayedJournal
  ) throws -> (Set<UInt64>, removals: [ObjectUUID: UInt64], namings: [SameSources]) {
    let gone = Set(rows.map { columns.uuids[$0] })
    var settings: Set<UInt64> = []
    var namings = [SameSources()]
    var removals: [ObjectUUID: UInt64] = [:]
    func note(_ uuids: [ObjectUUID], _ line: UInt64) {
      for uuid in uuids where gone.contains(uuid) {
        removals[uuid] = min(line, removals[uuid] ?? line)
      }
    }
    func take(_ entry: Entry) {
      switch entry.event {
      case .configure(let change)?:
        settings.insert(entry.sequence)
        let names = namings[namings.count - 1].adding(change.sameSource)
        if !change.sameSource.isEmpty { namings.append(names) }
      case .delete(let deletion)?: note(deletion.objects, entry.sequence)
      case .save(let save)?: note(save.replaces, entry.sequence)
      case .revert?: settings.insert(entry.sequence)
      case .open?, .origin?, .authorize?, .declare?, .importReceipt?, .erase?, .format?, nil:
        break
      }
    }
    let kinds: [EventKind] = [.configure, .revert]
    if rows.isEmpty {
      try journal.forEachEntry(ofKinds: kinds, take)
    } else {
      let removed = numbers.map { numbers in rows.map { numbers[$0] } } ?? rows
      try journal.forEachEntry(removing: removed, of: type, orOfKinds: kinds, take)
    }
    return (settings, removals, namings)
  }

  /// A figure of the day after a line; nil if the day has no samples after the line.
  private struct State: Sendable {
    let sequence: UInt64
    let at: Instant
    let by: String?
    let event: String
    let figures: DailyRow?

    init(_ entry: Entry, _ figures: DailyRow?) {
      (sequence, at, by, event) = (entry.sequence, entry.at, entry.by, entry.kind.name)
      self.figures = figures
    }
  }

  /// Returns the fields of `history --daily`: those of `daily`, every digit of whose figures may
  /// matter.
  private static func columns(
    of type: String, _ options: DailyView.Options
  ) -> [RowColumn<State>] {
    let figures = DailyView.columns(options).dropFirst(2).map { own in
      var column = own.column
      if column.kind == .quantity {
        column = Column(
          column.field, .exactQuantity, type: type, rank: column.rank, note: column.note)
      }
      return RowColumn<State>(column) { $0.figures.map(own.cell) ?? .missing }
    }
    return [
      RowColumn(.line, .number, rank: .key) { .whole(Int($0.sequence)) },
      RowColumn(.recorded, .time, unit: "UTC") { Cell(utc: $0.at) },
      RowColumn("by", rank: .detail) { Cell(text: $0.by) },
      RowColumn("event", rank: .key) { .text($0.event) },
    ] + figures
  }
}
