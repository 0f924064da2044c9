import ByteTools
import HealthEvents
import HealthModel
import HealthTables
package import HealthViews
package import JournalFile
import Synchronization

/// The form in which a journal is written for another program: one value in one folder for each
/// form, and one line in `JournalExports.all`. `export NAME -o PATH` follows, and its help.
///
/// A view shows the answer to a question about a journal; an export holds the live objects, all or
/// those that its own options choose, so that the other program, or an import, can read them back.
/// Objects that the form cannot express are not dropped in silence: they are in the report.
///
///     var folder = FilesInMemory()
///     let report = try AppleHealthExport().write(&request, into: &folder)
///     report.losses.isEmpty   // true: an import of the folder gives the same objects
package protocol JournalExport: Sendable {
  /// The name on the command line, where a view's name is also possible.
  var name: String { get }
  /// The description of its output in help: `the folder that the Health app exports`.
  var summary: String { get }
  var destination: ExportDestination { get }
  /// The name of its folder where that is packed into a zip archive.
  var folderName: String { get }
  /// The options that choose the content, besides `--as-of` and `--as`.
  var options: [Option] { get }
  /// The names that `--format` accepts; the first is the default. Empty: there is only one form.
  var formats: [String] { get }

  /// Returns a sentence that tells how much it writes, before it begins; nil: it does not know.
  ///
  /// - Throws: the errors of the views.
  func announcement(_ request: inout ViewRequest) throws -> String?

  /// Writes the live objects of a journal, as its reader sees them. The same journal gives the same
  /// bytes.
  ///
  /// - Throws: what reading the journal or writing the folder throws.
  func write(
    _ request: inout ViewRequest, into folder: inout some ExportFolder
  ) throws -> ExportReport
}

extension JournalExport {
  /// The folder name: the export's own name.
  package var folderName: String { name }
  package var destination: ExportDestination { .folder }
  package var options: [Option] { [] }
  package var formats: [String] { [] }

  package func announcement(_ request: inout ViewRequest) throws -> String? { nil }
}

package enum ExportDestination: Sendable {
  /// A folder of its own, or a zip archive of it.
  case folder
  /// A file, or standard output.
  case file
}

/// The forms in which a journal is written.
package enum JournalExports {
  /// Every form, in the order of help pages: one line each.
  package static let all: [any JournalExport] = [
    AllViewsExport(),
    AppleHealthExport(),
    SiteExport(),
    FHIRExport(),
    OpenMHealthExport(),
  ]

  /// The options that only they have, each once.
  package static var options: [Option] {
    var options: [Option] = []
    for option in all.flatMap(\.options) where !options.contains(option) { options.append(option) }
    return options
  }

  /// Returns their names, joined by the separator.
  package static func names(_ separator: String) -> String {
    all.map(\.name).joined(separator: separator)
  }
}

/// The result of an export.
package struct ExportReport: Hashable, Sendable {
  /// The numbers of written objects, by the form's names for them, in the order of first
  /// appearance.
  package private(set) var counts: [Count] = []
  /// The number of files besides the first one.
  package internal(set) var filesBeside = 0
  /// The content that was not written, or that an import reads back as something else.
  package internal(set) var losses = ExportLosses()
  /// The balance of the live objects; nil: nobody counted.
  package internal(set) var balance: ObjectBalance?
  /// The types whose views are left out, because it is not decided whether the reader may see them.
  package internal(set) var undecided: [String] = []

  /// The number of objects with one name.
  package struct Count: Hashable, Sendable {
    /// The form's name for them: `Record`.
    package var name: String
    package var count: Int
  }

  /// Creates an empty report.
  init() {}

  /// True if everything requested was written, and the counts are balanced.
  package var isWhole: Bool { losses.isEmpty && undecided.isEmpty && balance?.isEven ?? true }

  /// True if nothing was written, or the Patient alone.
  package var isOfNothing: Bool { counts.allSatisfy { $0.count == 0 || $0.name == "Patient" } }

  /// The written objects in words: `10939 Record, 61 Workout`.
  package var sentence: String {
    var words = counts.filter { $0.count > 0 }.map { "\($0.count) \($0.name)" }
    if filesBeside > 0 { words.append(counted(filesBeside, "file") + " beside them") }
    return words.isEmpty ? "no objects" : words.joined(separator: ", ")
  }

  mutating func count(_ name: String, _ count: Int = 1) {
    if let index = counts.firstIndex(where: { $0.name == name }) {
      counts[index].count += count
    } else {
      counts.append(Count(name: name, count: count))
    }
  }
}

/// The losses of an export, counted by type and reason.
package struct ExportLosses: Hashable, Sendable {
  /// A row of the report.
  package struct Row: Hashable, Sendable {
    /// The identifier of a type, or a word for what is of no type.
    package var type: String
    /// The reason for the loss.
    package var reason: String
    /// The number of objects.
    package var count: Int
  }

  private struct Key: Hashable {
    var type: String
    var reason: String
  }

  private var counts: [Key: Int] = [:]

  /// Creates losses without any.
  package init() {}

  /// True if nothing is lost.
  package var isEmpty: Bool { counts.isEmpty }

  /// Counts objects that lost something.
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

  package var table: Table {
    Table(
      columns: [Column(.type), Column("lost"), Column("objects", .number)],
      rows: rows.map { [.identifier($0.type), .text($0.reason), .whole($0.count)] })
  }
}

/// The fate of the live objects of a journal, as its reader sees them, in an export: each is in
/// it, or named as left out, or not asked for. It keeps 17 bytes an object.
final class ObjectOutcomes: Sendable {
  enum Outcome: UInt8 {
    /// No fate is known yet.
    case unknown
    case written
    /// It is named among the losses.
    case leftOut
    /// The options of the export do not choose it.
    case notAsked
  }

  private let uuids: [ObjectUUID]
  private let outcomes: Mutex<[Outcome]>
  private let tables: HealthTables

  /// Creates the outcomes of all live objects.
  ///
  /// - Throws: the errors of reading rows.
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

  /// Calls a function for each live object.
  ///
  /// - Parameter body: receives a uuid, a type and a kind; nil for samples.
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

  /// Notes the fate of an object. An object once in the export stays in it.
  func note(_ outcome: Outcome, of uuid: ObjectUUID) {
    guard let index = index(of: uuid) else { return }
    outcomes.withLock { if $0[index] != .written { $0[index] = outcome } }
  }

  /// Returns whether an object is asked for; notes one that is not.
  func takes(_ live: LiveObject, _ selection: ObjectSelection) -> Bool {
    let stated = live.object.origin.flatMap { tables.origins[$0] }
    let isAsked = selection.takes(
      live.object.content, names: tables.names(stated, by: live.by))
    if !isAsked { note(.notAsked, of: live.object.uuid) }
    return isAsked
  }

  /// Notes the object that a row of a file names.
  func note(_ uuid: Cell) {
    if case .text(let text) = uuid, let uuid = ObjectUUID(text) { note(.written, of: uuid) }
  }

  /// Notes the fate of all objects of a kind without a known fate; nil: samples.
  func noteRest(_ outcome: Outcome, of kind: ObjectRow.Kind?) {
    Self.forEachLive(in: tables) { uuid, _, own in
      guard own == kind, let index = index(of: uuid) else { return }
      outcomes.withLock { if $0[index] == .unknown { $0[index] = outcome } }
    }
  }

  /// Returns the rows of a table whose objects are in no file yet.
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

  /// The types of objects without a known fate, and the number of objects of each.
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
  var object: HealthObject
  /// Its source and device; nil: the owner by hand, or the phone itself.
  var origin: Origin?
  /// The author of the save.
  var by: String

  /// The name of its source, as rows show it: its own name, else who asked.
  var sourceName: String { origin?.source.name ?? by }
}

extension ReplayedJournal {
  /// Returns the uuid of the journal as FHIR writes it, in small letters.
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

  /// Returns the rows of all live objects of a kind, in order.
  func liveRows(of kind: ObjectRow.Kind) -> [ObjectRow] {
    tables.objects.filter { $0.kind == kind && $0.isLive }
  }

  /// Returns these rows in batches of at most 64.
  func batches(of kind: ObjectRow.Kind) -> [ArraySlice<ObjectRow>] {
    let rows = liveRows(of: kind)
    return stride(from: 0, to: rows.count, by: 64).map { rows[$0..<min($0 + 64, rows.count)] }
  }

  /// The workouts that the samples of lines belong to, in their newest versions.
  var workoutsByLine: [UInt64: ObjectUUID] {
    let lines = tables.linesOfNewestWorkouts.map { (UInt64($0.sequence), $0.workout) }
    return Dictionary(lines) { first, _ in first }
  }

  /// Reads some live objects, each by its uuid and the number of the line that saved it.
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

  /// Reads the objects of some rows, each by its uuid. If another program's journal has a uuid
  /// twice, the first row counts.
  func liveObjects(of rows: some Sequence<ObjectRow>) throws -> [ObjectUUID: LiveObject] {
    try liveObjects(
      Dictionary(rows.map { ($0.uuid, UInt64($0.sequence)) }) { first, _ in first })
  }

  private func live(_ object: HealthObject, by: String) -> LiveObject {
    LiveObject(object: object, origin: object.origin.flatMap { tables.origins.named($0) }, by: by)
  }
}

/// The clock by which times are written: that of the place where something happened.
struct LocalClock {
  private var zones = ZoneCatalogue()
  private let journalZone: ZoneRules?

  /// Creates the clock of a journal; its zone is used if a sample names none.
  init(_ timeZone: String) { journalZone = try? zones.rules(named: timeZone) }

  /// Returns a span with the offsets of the zone that its metadata names, or else of the journal's.
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
