import ByteTools
import HealthEvents
import HealthModel
import HealthTables
package import HealthViews
package import JournalFile

/// Writes a journal as the folder that the Health app exports: `export.xml` of version 14, and with
/// it the points of routes and the voltages of electrocardiograms.
///
/// Lines are read in their order, one at a time: samples, rings and documents become elements as
/// they come, then correlations and workouts, whose parts are in other lines. An import
/// distinguishes equal records by their order, so it gives the objects of an earlier export the
/// same uuids again.
package struct AppleHealthExport: JournalExport {
  package let name = "apple-health"
  package let summary = "the folder that the Health app exports"
  /// The folder name in the archive that the Health app makes.
  package let folderName = "apple_health_export"

  package init() {}

  /// Writes the folder.
  package func write(
    _ request: inout ViewRequest, into folder: inout some ExportFolder
  ) throws -> ExportReport {
    let journal = request.journal
    let date = try ExportDate.date(of: journal)
    var run = try AppleHealthExportRun(journal, date)
    try run.write(into: &folder)
    return run.report
  }
}

/// The time that an export states for itself. It needs no clock: the same journal gives the same
/// bytes.
enum ExportDate {
  /// Returns the latest date of the imported files, if nothing was saved or deleted after them:
  /// then all of the journal was known at that moment, and an export of an import has its date.
  /// Otherwise it returns the time of the last line.
  static func date(of journal: ReplayedJournal) throws -> Timestamp {
    var imported: (date: Timestamp, sequence: UInt64)?
    if journal.tables.counts[.importReceipt] > 0 {
      try journal.forEachEntry(ofKinds: [.importReceipt]) { entry in
        guard case .importReceipt(let receipt)? = entry.event else { return }
        let dates = [receipt.exported, imported?.date].compactMap { $0 }
        let last = dates.max { $0.instant < $1.instant }
        if let last { imported = (last, entry.sequence) }
      }
    }
    if let imported, try !holdsObjects(journal, after: imported.sequence) { return imported.date }
    let last = try lastMoment(of: journal)
    var zones = ZoneCatalogue()
    guard let zone = try? zones.rules(named: journal.tables.settings.timeZone) else {
      return Timestamp(instant: last, offsetMinutes: 0)
    }
    return Timestamp(last, in: zone).wholeSecond
  }

  private static func holdsObjects(
    _ journal: ReplayedJournal, after sequence: UInt64
  ) throws -> Bool {
    var isFound = false
    try journal.forEachEntry(from: sequence + 1) { entry in
      isFound = [.save, .delete, .revert].contains(entry.kind)
      return !isFound
    }
    return isFound
  }

  /// Returns the time of the last line with content for the reader.
  private static func lastMoment(of journal: ReplayedJournal) throws -> Instant {
    if journal.tables.access.isOwners, let last = journal.tables.lastAt { return last }
    var last = Instant.epoch
    try journal.forEachEntry { entry in
      last = entry.at
      return true
    }
    return last
  }
}

/// The state of one export on its way through a journal.
struct AppleHealthExportRun {
  private let journal: ReplayedJournal
  private let exported: Timestamp
  private var writer: AppleObjectWriter
  /// The workout of the samples of each line.
  private let workouts: [UInt64: ObjectUUID]
  /// The routes of each workout with their lines, in order.
  private var routes: [ObjectUUID: [(uuid: ObjectUUID, sequence: UInt64)]] = [:]

  /// The number of bytes gathered before they are written.
  private static let chunk = 1 << 18

  /// Creates an export of this moment.
  ///
  /// - Throws: the errors of reading objects.
  init(_ journal: ReplayedJournal, _ exported: Timestamp) throws {
    try journal.tables.readObjects()
    self.journal = journal
    self.exported = exported
    writer = AppleObjectWriter(exported: exported)
    workouts = journal.workoutsByLine
  }

  /// The result of the export.
  var report: ExportReport { writer.report }

  /// Writes the whole export.
  mutating func write(into folder: inout some ExportFolder) throws {
    try begin()
    try journal.forEachLiveObject { live, save, sequence in
      try take(live, save, sequence, &folder)
      try flush(&folder, from: Self.chunk)
    }
    try writeCorrelations(&folder)
    try writeWorkouts(&folder)
    writer.bytes.append(contentsOf: "\n</HealthData>\n".utf8)
    try flush(&folder, from: 0)
    writer.finish()
    noteSettings()
  }

  private mutating func flush(
    _ folder: inout some ExportFolder, from least: Int
  ) throws {
    for file in writer.files {
      writer.report.filesBeside += 1
      try folder.append(file.bytes, to: file.name)
    }
    writer.files.removeAll()
    try folder.take(&writer.bytes, to: AppleFileNames.main, over: least)
  }

  // MARK: The head

  private mutating func begin() throws {
    writer.bytes.append(contentsOf: "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n".utf8)
    writer.bytes.append(contentsOf: AppleDocumentType.text.utf8)
    writer.bytes.append(contentsOf: "<HealthData locale=\"en_US\">".utf8)
    var elements = AppleElements()
    elements.xml.begin("ExportDate")
    elements.date("value", exported)
    elements.xml.end()
    elements.me(try traits())
    writer.bytes += elements.xml.bytes
  }

  /// Returns the newest of each characteristic.
  private mutating func traits() throws -> [Characteristic] {
    let rows = journal.liveRows(of: .characteristic)
    let found = try journal.liveObjects(of: rows)
    var newest: [String: Characteristic] = [:]
    for live in rows.reversed().compactMap({ found[$0.uuid] }) {
      guard case .characteristic(let trait) = live.object.content else { continue }
      if newest[trait.type] != nil {
        writer.note(.earlier, live)
      } else {
        newest[trait.type] = trait
        note(trait, live)
      }
    }
    return newest.values.filter { AppleElements.isTrait($0.type) }.sorted { $0.type < $1.type }
  }

  /// Notes the losses of a characteristic, because an export holds its value alone.
  private mutating func note(_ trait: Characteristic, _ live: LiveObject) {
    guard AppleElements.isTrait(trait.type) else { return writer.note(.noElement, live) }
    guard !trait.value.isEmpty else { return writer.note(.withdrawn, live) }
    var bytes: [UInt8] = []
    if !XMLText.append(trait.value, to: &bytes) { writer.note(.characters, live) }
    if live.origin != nil || live.by != EventActor.owner { writer.note(.source, live) }
    if !live.object.metadata.isEmpty || !live.object.fields.isEmpty { writer.note(.details, live) }
    if live.object.created != exported, !live.object.isDatedByExport { writer.note(.created, live) }
    writer.noteUUID(of: live)
  }

  // MARK: What stands by itself

  private mutating func take(
    _ live: LiveObject, _ save: Save, _ sequence: UInt64, _ folder: inout some ExportFolder
  ) throws {
    let workout = workouts[sequence]
    switch live.object.content {
    case .characteristic, .correlation, .workout: break
    case .document(let document) where document.kind == .route:
      guard let workout else { return writer.note(.noElement, live) }
      routes[workout, default: []].append((live.object.uuid, sequence))
      return
    case .quantity, .category, .summary, .document: writer.append(live)
    }
    if let workout, live.object.uuid != workout { writer.note(.workout, live) }
  }

  // MARK: What is put together

  private mutating func writeCorrelations(_ folder: inout some ExportFolder) throws {
    let batches = journal.batches(of: .correlation)
    guard !batches.isEmpty else { return }
    let memberLines = journal.tables.memberLines()
    for part in batches {
      let found = try journal.liveObjects(of: part)
      var wanted: [ObjectUUID: UInt64] = [:]
      for live in found.values {
        for uuid in members(of: live) { wanted[uuid] = memberLines[uuid] }
      }
      let members = try journal.liveObjects(wanted)
      for live in part.compactMap({ found[$0.uuid] }) {
        writer.append(live, members: self.members(of: live).compactMap { members[$0] })
        try flush(&folder, from: Self.chunk)
      }
    }
  }

  /// Returns the members of a correlation, in their newest versions.
  private func members(of live: LiveObject) -> [ObjectUUID] {
    guard case .correlation(let correlation) = live.object.content else { return [] }
    return correlation.members.map { journal.tables.newest(of: $0) }
  }

  private mutating func writeWorkouts(_ folder: inout some ExportFolder) throws {
    for row in journal.liveRows(of: .workout) {
      let own = routes.removeValue(forKey: row.uuid) ?? []
      var sequences = Dictionary(own.map { ($0.uuid, $0.sequence) }) { first, _ in first }
      sequences[row.uuid] = UInt64(row.sequence)
      let found = try journal.liveObjects(sequences)
      guard let live = found[row.uuid], case .workout(let workout) = live.object.content
      else { continue }
      let routes = own.compactMap { found[$0.uuid] }
      writer.append(live, workout, routes: routes)
      try flush(&folder, from: Self.chunk)
    }
    for (uuid, sequence) in routes.values.joined() {
      for live in try journal.liveObjects([uuid: sequence]).values { writer.note(.noElement, live) }
    }
  }

  // MARK: What is no object

  /// Counts what the owner decided and set, which is no part of an export.
  private mutating func noteSettings() {
    guard journal.tables.access.isOwners else { return }
    let reasons: [(EventKind, String)] = [
      (.authorize, "who may save and read what"), (.configure, "settings"),
      (.declare, "declared types"),
    ]
    for (kind, reason) in reasons {
      writer.report.losses.note(
        reason, of: kind == .authorize ? "authorizations" : "configuration",
        Int(journal.tables.counts[kind]))
    }
  }
}

/// The names of files next to export.xml: no two are equal, in either case of letters, and none
/// leads out of the folder.
struct AppleFileNames {
  /// The name of the one file that every export has.
  static let main = "export.xml"

  private var taken: Set<String> = []
  /// The last number that was given to a name, without its ending: those below it are taken.
  private var numbers: [String: Int] = [:]

  /// Returns the name of the file at a path that an object states, such as `/workout-routes/x.gpx`;
  /// nil if the path leads elsewhere, is in use, or its folder would have the path of export.xml.
  mutating func claim(_ path: String, ending: String) -> String? {
    let parts = FilePath.names(in: path).dropFirst()
    let isPlain = parts.allSatisfy { part in
      !part.isEmpty && part.utf8.first != UInt8(ascii: ".") && part.utf8.count < 200
        && part.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F && $0 != "\\" }
    }
    guard path.utf8.first == UInt8(ascii: "/"), parts.count == 2, isPlain, path.hasSuffix(ending),
      parts.first?.lowercased() != Self.main, taken.insert(path.lowercased()).inserted
    else { return nil }
    return parts.joined(separator: "/")
  }

  /// Returns a free name, made of the file's content and the time when that began.
  mutating func name(_ start: String, _ ending: String) -> String {
    let plain = start + ending
    var number = numbers[plain] ?? 1
    var name = number == 1 ? plain : "\(start)_\(number)\(ending)"
    while !taken.insert("/" + name.lowercased()).inserted {
      number += 1
      name = "\(start)_\(number)\(ending)"
    }
    numbers[plain] = number
    return name
  }
}

extension Timestamp {
  /// The time in a file name of the phone: `2021-01-28_5.21pm`.
  var inName: String {
    let twelve = hour % 12 == 0 ? 12 : hour % 12
    return "\(date)_\(twelve).\(minute < 10 ? "0" : "")\(minute)\(hour < 12 ? "am" : "pm")"
  }
}

/// A file next to export.xml.
struct AppleFile {
  /// Its path in the folder.
  var name: String
  var bytes: [UInt8]
}

/// The losses of an object in an export of the Health app's form.
enum AppleLoss: String, Hashable, CaseIterable {
  case fraction = "fractions of a second"
  case byHand = "that the owner entered it by hand"
  case source = "its source"
  case sourceDetails = "the source's bundle and system, who saved it"
  case device = "a part of the device"
  case characters = "characters or names that XML cannot hold"
  case metadata = "the class of a metadata value"
  case created = "when it was created"
  case content = "a part of what it says"
  case details = "details that the element has no place for"
  case member = "a member that was deleted"
  case workout = "which workout it belongs to"
  case noElement = "the object: no element says it"
  case earlier = "the object: a newer one is written"
  case withdrawn = "the object: its value was taken back"
}
