import ByteTools
import HealthEvents
import HealthModel
import HealthTables
import JournalFile

/// One export on its way through a journal.
struct AppleHealthExportRun {
  private let journal: ReplayedJournal
  private let exported: Timestamp
  private var writer: AppleObjectWriter
  /// Which workout the samples of a line belong to.
  private let workouts: [UInt64: ObjectUUID]
  /// The routes of each workout with their lines, in order.
  private var routes: [ObjectUUID: [(uuid: ObjectUUID, sequence: UInt64)]] = [:]

  /// How much is gathered before it is written.
  private static let chunk = 1 << 18

  /// An export of this moment.
  ///
  /// - Throws: what reading objects throws.
  init(_ journal: ReplayedJournal, _ exported: Timestamp) throws {
    try journal.tables.readObjects()
    self.journal = journal
    self.exported = exported
    writer = AppleObjectWriter(exported: exported)
    workouts = journal.workoutsByLine
  }

  /// What it came to.
  var report: ExportReport { writer.report }

  /// Writes it all.
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

  /// The newest of each characteristic.
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

  /// Notes what is lost of a characteristic, of which an export knows the value alone.
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

  /// The members of a correlation, in their newest versions.
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
    ]
    for (kind, reason) in reasons {
      writer.report.losses.note(
        reason, of: kind == .authorize ? "authorizations" : "configuration",
        Int(journal.tables.counts[kind]))
    }
  }
}
