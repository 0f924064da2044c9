import ByteTools
import HealthEvents
import HealthModel
import HealthTables
package import HealthViews
package import JournalFile
import Synchronization

/// How a journal is written as another program would write it: one value in one folder for each
/// form, and one line in `JournalExports.all`. `export NAME -o PATH` follows, and its help.
///
/// A view says what was asked of a journal; an export says what is live in it, all or what its own
/// options choose, so that the other program, or an import, can read it back. What the form has no
/// words for is not dropped in silence: it is in the report.
///
///     var folder = FilesInMemory()
///     let report = try AppleHealthExport().write(&request, into: &folder)
///     report.losses.isEmpty   // true: an import of the folder gives the same objects
package protocol JournalExport: Sendable {
  /// Its name on the command line, where a view's name may stand too.
  var name: String { get }
  /// What it writes, as help says it: `the folder that the Health app exports`.
  var summary: String { get }
  /// Where it goes.
  var destination: ExportDestination { get }
  /// The name of its folder where that is packed into a zip archive.
  var folderName: String { get }
  /// The options that choose what is written, beside `--as-of` and `--as`.
  var options: [Option] { get }
  /// The names that `--format` takes, the first of which needs not be given; empty: there is but
  /// one form.
  var formats: [String] { get }

  /// Writes the live objects of a journal, as its reader sees them. The same journal gives the same
  /// bytes.
  ///
  /// - Throws: what reading the journal or writing the folder throws.
  func write(
    _ request: inout ViewRequest, into folder: inout some ExportFolder
  ) throws -> ExportReport
}

extension JournalExport {
  /// Its own name.
  package var folderName: String { name }
  /// A folder.
  package var destination: ExportDestination { .folder }
  /// None.
  package var options: [Option] { [] }
  /// None.
  package var formats: [String] { [] }
}

/// Where an export goes.
package enum ExportDestination: Sendable {
  /// A folder of its own, or a zip archive of it.
  case folder
  /// One file, or standard output.
  case file
}

/// The forms in which a journal is written.
package enum JournalExports {
  /// Every form, in the order of help pages: one line each.
  package static let all: [any JournalExport] = [
    AllViewsExport(),
    AppleHealthExport(),
    FHIRExport(),
    OpenMHealthExport(),
  ]

  /// The options that only they have, each once.
  package static var options: [Option] {
    var options: [Option] = []
    for option in all.flatMap(\.options) where !options.contains(option) { options.append(option) }
    return options
  }

  /// Their names.
  package static func names(_ separator: String) -> String {
    all.map(\.name).joined(separator: separator)
  }
}

/// What an export came to.
package struct ExportReport: Hashable, Sendable {
  /// How many objects were written, by what the form calls them, in the order of first appearance.
  package private(set) var counts: [Count] = []
  /// How many files there are beside the first one.
  package internal(set) var filesBeside = 0
  /// What was not said, or will come back as something else.
  package internal(set) var losses = ExportLosses()
  /// What became of the live objects; nil: nobody counted.
  package internal(set) var balance: ObjectBalance?
  /// The types whose views are left out, because it is not decided whether the reader may see them.
  package internal(set) var undecided: [String] = []

  /// How many objects have one name.
  package struct Count: Hashable, Sendable {
    /// What the form calls them: `Record`.
    package var name: String
    /// How many.
    package var count: Int
  }

  /// Nothing yet.
  init() {}

  /// Whether all was written that was asked for, and what was counted is balanced.
  package var isWhole: Bool { losses.isEmpty && undecided.isEmpty && balance?.isEven ?? true }

  /// Whether nothing was written, or the Patient alone.
  package var isOfNothing: Bool { counts.allSatisfy { $0.count == 0 || $0.name == "Patient" } }

  /// What was written, in words: `10939 Record, 61 Workout`.
  package var sentence: String {
    var words = counts.filter { $0.count > 0 }.map { "\($0.count) \($0.name)" }
    if filesBeside > 0 { words.append(counted(filesBeside, "file") + " beside them") }
    return words.isEmpty ? "no objects" : words.joined(separator: ", ")
  }

  /// Counts objects.
  mutating func count(_ name: String, _ count: Int = 1) {
    if let index = counts.firstIndex(where: { $0.name == name }) {
      counts[index].count += count
    } else {
      counts.append(Count(name: name, count: count))
    }
  }
}

/// What an export could not say, counted by type and reason.
package struct ExportLosses: Hashable, Sendable {
  /// One row of the report.
  package struct Row: Hashable, Sendable {
    /// The identifier of a type, or a word for what is of no type.
    package var type: String
    /// What is lost.
    package var reason: String
    /// Of how many objects.
    package var count: Int
  }

  private struct Key: Hashable {
    var type: String
    var reason: String
  }

  private var counts: [Key: Int] = [:]

  /// Nothing is lost.
  package init() {}

  /// Whether all was said.
  package var isEmpty: Bool { counts.isEmpty }

  /// Counts objects of which something is lost.
  mutating func note(_ reason: String, of type: String, _ count: Int = 1) {
    if count > 0 { counts[Key(type: type, reason: reason), default: 0] += count }
  }

  /// All of them, by type and reason.
  package var rows: [Row] {
    counts.map { Row(type: $0.key.type, reason: $0.key.reason, count: $0.value) }
      .sorted { ($0.type, $0.reason) < ($1.type, $1.reason) }
  }

  /// The report as a sentence for each reason:
  /// `12 objects of 2 types, no schema: uvExposure 4, waterTemperature 8`.
  package var sentences: [String] {
    let reasons = Dictionary(grouping: rows, by: \.reason).sorted { $0.key < $1.key }
    return reasons.map { reason, rows in
      let count = rows.reduce(0) { $0 + $1.count }
      let types = rows.map { row in
        "\(TypeCatalogue.shortName(of: row.type)) \(row.count)"
      }
      return "\(counted(count, "object")) of \(counted(rows.count, "type")), \(reason): "
        + types.joined(separator: ", ")
    }
  }

  /// The report as a table.
  package var table: Table {
    Table(
      columns: [Column(.type), Column("lost"), Column("objects", .number)],
      rows: rows.map { [.identifier($0.type), .text($0.reason), .whole($0.count)] })
  }
}

/// The fate of the live objects of a journal, as its reader sees them, in an export: each is in
/// it, or named as left out, or not asked for. It keeps 17 bytes an object.
final class ObjectOutcomes: Sendable {
  /// The fate of an object.
  enum Outcome: UInt8 {
    /// Nobody has said.
    case unknown
    /// It is in the export.
    case written
    /// It is named among the losses.
    case leftOut
    /// The options of the export do not choose it.
    case notAsked
  }

  private let uuids: [ObjectUUID]
  private let outcomes: Mutex<[Outcome]>
  private let tables: HealthTables

  /// - Throws: what reading rows throws.
  init(_ tables: HealthTables) throws {
    self.tables = tables
    try tables.readAll()
    var all: [ObjectUUID] = []
    Self.forEachLive(in: tables) { uuid, _, _ in all.append(uuid) }
    all.sort()
    // Another program's journal may have a uuid twice.
    uuids = all.indices.filter { $0 == 0 || all[$0] != all[$0 - 1] }.map { all[$0] }
    outcomes = Mutex(Array(repeating: .unknown, count: uuids.count))
  }

  /// - Parameter body: takes a uuid, a type and a kind; of samples nil.
  private static func forEachLive(
    in tables: HealthTables, _ body: (ObjectUUID, String, ObjectRow.Kind?) -> Void
  ) {
    for type in tables.types.names {
      guard let columns = tables.columns(of: type) else { continue }
      for row in columns.liveRows() { body(columns.uuids[row], type, nil) }
    }
    for row in tables.objects where row.isLive {
      body(row.uuid, tables.types.names[Int(row.type)], row.kind)
    }
  }

  private func index(of uuid: ObjectUUID) -> Int? {
    let index = uuids.indices.partitioningIndex { uuids[$0] >= uuid }
    return index < uuids.count && uuids[index] == uuid ? index : nil
  }

  /// Says what becomes of an object. What is once in the export stays in it.
  func note(_ outcome: Outcome, of uuid: ObjectUUID) {
    guard let index = index(of: uuid) else { return }
    outcomes.withLock { if $0[index] != .written { $0[index] = outcome } }
  }

  /// Returns whether an object is asked for; notes one that is not.
  func takes(_ live: LiveObject, _ selection: ObjectSelection) -> Bool {
    let isAsked = selection.takes(live.object.content, origin: live.origin, by: live.by)
    if !isAsked { note(.notAsked, of: live.object.uuid) }
    return isAsked
  }

  /// A row of a file names this object.
  func note(_ uuid: Cell) {
    if case .text(let text) = uuid, let uuid = ObjectUUID(text) { note(.written, of: uuid) }
  }

  /// Says what becomes of those of a kind of which nobody has said; nil: of samples.
  func noteRest(_ outcome: Outcome, of kind: ObjectRow.Kind?) {
    Self.forEachLive(in: tables) { uuid, _, own in
      guard own == kind, let index = index(of: uuid) else { return }
      outcomes.withLock { if $0[index] == .unknown { $0[index] = outcome } }
    }
  }

  /// The rows of a table whose objects are in no file yet.
  func others(of table: Table) -> Table {
    guard let column = table.columns.index(of: .object) else { return table }
    return Table(columns: table.columns) { body in
      try table.forEachRow { row in
        if case .text(let text) = row[column], let uuid = ObjectUUID(text),
          let index = self.index(of: uuid), self.outcomes.withLock({ $0[index] == .written })
        {
          return
        }
        try body(row)
      }
    }
  }

  /// The types of objects of which nobody has said what becomes, and how many of each there are.
  var unknown: [(type: String, count: Int)] {
    var counts: [String: Int] = [:]
    let outcomes = outcomes.withLock { $0 }
    guard outcomes.contains(.unknown) else { return [] }
    Self.forEachLive(in: tables) { uuid, type, _ in
      if let index = index(of: uuid), outcomes[index] == .unknown { counts[type, default: 0] += 1 }
    }
    return counts.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  /// The live objects of the tables against those in the export and those that are not.
  var balance: ObjectBalance {
    let outcomes = outcomes.withLock { $0 }
    func count(_ outcome: Outcome) -> Int { outcomes.count { $0 == outcome } }
    return ObjectBalance(
      live: uuids.count, written: count(.written), leftOut: count(.leftOut),
      notAsked: count(.notAsked))
  }
}

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

/// The clock by which times are written: that of the place where something happened.
struct LocalClock {
  private var zones = ZoneCatalogue()
  private let journalZone: ZoneRules?

  /// The clock of a journal; its zone is used where a sample names none.
  init(_ timeZone: String) { journalZone = try? zones.rules(named: timeZone) }

  /// A span with the offsets of the zone that its metadata names, else of the journal's.
  mutating func local(_ span: TimeSpan, _ metadata: Metadata) -> TimeSpan {
    var own: ZoneRules?
    if case .string(let name)? = metadata[MetadataName.timeZone] {
      own = try? zones.rules(named: name)
    }
    guard let zone = own ?? journalZone else { return span }
    return TimeSpan(
      Timestamp(span.start.instant, in: zone), Timestamp(span.end.instant, in: zone))
  }
}
