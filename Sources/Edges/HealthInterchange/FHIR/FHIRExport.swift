import ByteTools
import HealthEvents
import HealthExport
import HealthImport
import HealthModel
import HealthTables
package import HealthViews
package import JournalFile

/// The export of a journal as resources of FHIR R4: a Patient, Devices and Observations, as NDJSON
/// or one Bundle.
///
/// Each object is an Observation with its uuid; figures of nights and days follow, marked as such.
/// If the resource alone would not give the same object back, such as a workout with events, an
/// extension holds the whole object: the exporter asks the importer, see `FHIRReadBack`.
package struct FHIRExport: JournalExport {
  package let name = "fhir"
  package let summary = "resources of FHIR R4"
  package let destination = ExportDestination.file
  /// The options that choose the content.
  package let options = ObjectSelection.options + [FHIRExport.views]
  /// NDJSON is a resource a line, the Bundle a collection.
  package let formats = ["ndjson", "bundle"]

  package init() {}

  /// A part of an export.
  enum Part: String, CaseIterable {
    /// Samples one by one, and correlations.
    case samples
    case workouts
    /// The time asleep of each night.
    case sleep
    /// The characteristics of the owner.
    case profile
    /// The steps of each day.
    case daily
  }

  private static let views = Option(
    "views", "VIEW", "fhir: only what these views show; separate several with commas; default: all",
    isRepeatable: true, choices: Part.allCases.map(\.rawValue))

  /// Writes the resources.
  package func write(
    _ request: inout ViewRequest, into folder: inout some ExportFolder
  ) throws -> ExportReport {
    var parts: Set<Part> = []
    for name in try request.values.list(Self.views) {
      guard let part = Part(rawValue: name) else {
        let names = Part.allCases.map(\.rawValue).joined(separator: ", ")
        throw OptionProblem("--views takes some of \(names), not '\(name)'")
      }
      parts.insert(part)
    }
    let isBundle = request.values[Self.format] == formats[1]
    var run = try FHIRExportRun(&request, parts, isBundle: isBundle)
    try run.write(&request, into: &folder)
    return run.report
  }

  private static let format = Option("format", "FORMAT", "")
}

/// The state of one export on its way through a journal. The Patient and the characteristics come
/// first, then workouts, because samples name them, then samples in the order of the journal,
/// correlations that refer to them, and figures. In memory are the tables, 64 objects at a time,
/// the uuids of the members of correlations, and the figures.
struct FHIRExportRun {
  private let journal: ReplayedJournal
  private let parts: Set<FHIRExport.Part>
  /// True if the parts were requested by their names.
  private let isNamed: Bool
  private let isBundle: Bool
  private let selection: ObjectSelection
  private var writer: FHIRObservationWriter
  /// The workout of the samples of each line.
  private let workouts: [UInt64: ObjectUUID]
  private var groups = FHIRGroups()
  private var output: [UInt8] = []
  private var frame: JSONFrame
  private let outcomes: ObjectOutcomes
  /// The result of the export.
  private(set) var report = ExportReport()

  /// The number of bytes gathered before they are written.
  private static let chunk = 1 << 18

  /// Creates the export.
  ///
  /// - Parameter parts: the requested parts; empty: all.
  init(_ request: inout ViewRequest, _ parts: Set<FHIRExport.Part>, isBundle: Bool) throws {
    selection = try ObjectSelection(&request)
    let journal = request.journal
    self.journal = journal
    outcomes = try ObjectOutcomes(journal.tables)
    isNamed = !parts.isEmpty
    self.parts = isNamed ? parts : Set(FHIRExport.Part.allCases)
    self.isBundle = isBundle
    frame =
      isBundle
      ? JSONFrame(open: "{\"resourceType\":\"Bundle\",\"type\":\"collection\",\"entry\":[", "]}\n")
      : .lines
    workouts = journal.workoutsByLine
    writer = FHIRObservationWriter(
      journal: try journal.identifier(), timeZone: journal.tables.settings.timeZone,
      journal.tables.catalogue)
  }

  mutating func write(
    _ request: inout ViewRequest, into folder: inout some ExportFolder
  ) throws {
    frame.begin(&output)
    try writeProfile()
    if try mayWrite(.workouts, of: WorkoutContent.type) { try writeWorkouts(&folder) }
    if parts.contains(.samples) {
      try findGroups()
      try writeSamples(&folder)
      try writeGroups(&folder)
    }
    try writeFigures(&request)
    frame.end(&output)
    try folder.take(&output, over: 0)
    if !parts.contains(.profile) { outcomes.noteRest(.notAsked, of: .characteristic) }
    if !parts.contains(.workouts) || !selection.takes(type: WorkoutContent.type) {
      outcomes.noteRest(.notAsked, of: .workout)
    } else if report.undecided.contains(WorkoutContent.type) {
      outcomes.noteRest(.leftOut, of: .workout)
    }
    if !parts.contains(.samples) {
      for kind in [nil, .correlation, .summary, .document] as [ObjectRow.Kind?] {
        outcomes.noteRest(.notAsked, of: kind)
      }
    }
    report.balance = outcomes.balance
  }

  // MARK: Resources

  private mutating func put(_ kind: String, _ resource: FHIRObservationWriter.Resource) {
    report.count(kind)
    let isBundle = isBundle
    frame.append(to: &output) { json in
      guard isBundle else { return json.bytes.append(terminalJSON: resource.bytes.rawBytes) }
      json.object { json in
        json.member("fullUrl", "urn:uuid:\(resource.id)")
        json.key("resource")
        json.bytes.append(terminalJSON: resource.bytes.rawBytes)
      }
    }
  }

  private mutating func put(
    _ live: LiveObject, members: [LiveObject] = [], at sequence: UInt64,
    totals: [WorkoutTotal: Amount] = [:]
  ) {
    let workout = workouts[sequence].flatMap { $0 == live.object.uuid ? nil : $0 }
    let stated = FHIRObservationWriter.Stated(
      live, members: members, at: sequence, workout: workout, totals: totals)
    let loss = writer.write(stated)
    if let loss { report.losses.note(loss.rawValue, of: live.object.content.type) }
    for object in [live] + members {
      outcomes.note(loss?.isAbsence ?? false ? .leftOut : .written, of: object.object.uuid)
    }
    for resource in writer.take() {
      put(resource.id == FHIRText.uuid(live.object.uuid) ? "Observation" : "Device", resource)
    }
  }

  /// Returns the objects of some rows and their lines, in order.
  private func objects(of part: ArraySlice<ObjectRow>) throws -> [(LiveObject, UInt64)] {
    let found = try journal.liveObjects(of: part)
    return part.compactMap { row in found[row.uuid].map { ($0, UInt64(row.sequence)) } }
  }

  // MARK: Profile and workouts

  private mutating func writeProfile() throws {
    var traits: [(LiveObject, UInt64)] = []
    if parts.contains(.profile) {
      for part in journal.batches(of: .characteristic) {
        traits += try objects(of: part).filter { outcomes.takes($0.0, selection) }
      }
    }
    var newest: [String: String] = [:]
    for (live, _) in traits {
      guard case .characteristic(let trait) = live.object.content else { continue }
      newest[trait.type] = trait.value
    }
    let patient = FHIRPatient.bytes(writer.journalID, newest)
    put("Patient", FHIRObservationWriter.Resource(id: writer.journalID, bytes: patient))
    for (live, sequence) in traits { put(live, at: sequence) }
  }

  private mutating func writeWorkouts(_ folder: inout some ExportFolder) throws {
    let totals = try WorkoutsView.totals(of: journal)
    for part in journal.batches(of: .workout) {
      for (live, sequence) in try objects(of: part) where outcomes.takes(live, selection) {
        put(live, at: sequence, totals: totals[live.object.uuid] ?? [:])
      }
      try folder.take(&output, over: Self.chunk)
    }
  }

  // MARK: Samples

  private mutating func writeSamples(_ folder: inout some ExportFolder) throws {
    try journal.forEachLiveObject { live, _, sequence in
      switch live.object.content {
      case .quantity, .category:
        let uuid = live.object.uuid
        if let anchor = groups.anchors[uuid] { try writeGroup(anchor.uuid, anchor.sequence) }
        guard !groups.folded.contains(uuid),
          groups.members.contains(uuid) || outcomes.takes(live, selection)
        else { return }
        put(live, at: sequence)
      case .summary, .document:
        guard outcomes.takes(live, selection) else { return }
        if FHIRObservationWriter.hasResource(live.object.content) {
          put(live, at: sequence)
          return
        }
        report.losses.note(FHIRLoss.noResource.rawValue, of: live.object.content.type)
        outcomes.note(.leftOut, of: live.object.uuid)
      case .correlation, .workout, .characteristic: return
      }
      try folder.take(&output, over: Self.chunk)
    }
  }

  /// Finds the blood pressures that hold their figures as components: those that state everything
  /// that the figures state.
  private mutating func findGroups() throws {
    var writer = writer
    var groups = FHIRGroups(journal)
    for part in journal.batches(of: .correlation) {
      for (live, sequence) in try objects(of: part) where outcomes.takes(live, selection) {
        let group = try groups.group(live, sequence, in: journal)
        guard let members = groups.alike(group, workouts) else {
          groups.refer(group)
          continue
        }
        let stated = FHIRObservationWriter.Stated(
          group.live, members: members, at: sequence, workout: workouts[sequence])
        if writer.isExact(stated) { groups.fold(group) } else { groups.refer(group) }
      }
    }
    self.groups = groups
  }

  private mutating func writeGroups(_ folder: inout some ExportFolder) throws {
    for (uuid, sequence) in groups.referring {
      try writeGroup(uuid, sequence)
      try folder.take(&output, over: Self.chunk)
    }
  }

  private mutating func writeGroup(_ uuid: ObjectUUID, _ sequence: UInt64) throws {
    guard let live = try journal.liveObjects([uuid: sequence])[uuid] else { return }
    let group = try groups.group(live, sequence, in: journal)
    guard !group.isBereft else {
      outcomes.note(.leftOut, of: uuid)
      return report.losses.note("its members were deleted", of: live.object.content.type)
    }
    let isFolded = group.members.contains { groups.folded.contains($0.live.object.uuid) }
    put(group.live, members: isFolded ? group.members.map(\.live) : [], at: sequence)
  }

  // MARK: Figures

  /// Returns true if a part may be written; its view needs a decision on this type. Without the
  /// decision a part that was named is refused, like its view; another part is left out, and the
  /// report notes it.
  private mutating func mayWrite(_ part: FHIRExport.Part, of type: String) throws -> Bool {
    guard parts.contains(part), selection.takes(type: type) else { return false }
    do {
      try journal.tables.requireDetermined(type)
      return true
    } catch {
      if isNamed { throw error }
      report.undecided.append(type)
      return false
    }
  }

  private mutating func writeFigures(_ request: inout ViewRequest) throws {
    var figures: [FHIRObservationWriter.Resource] = []
    if try mayWrite(.sleep, of: CategoryType.sleepAnalysis.identifier) {
      figures += try FHIRFigures.nights(&request, of: writer.journalID)
    }
    if try mayWrite(.daily, of: QuantityType.stepCount.identifier) {
      figures += try FHIRFigures.days(&request, of: writer.journalID)
    }
    for figure in figures { put("figure", figure) }
  }
}

/// The correlations of a journal, and which of them hold their members as components.
struct FHIRGroups {
  /// A correlation with its live members, in their newest versions.
  struct Group {
    var live: LiveObject
    var sequence: UInt64
    var members: [(live: LiveObject, sequence: UInt64)]
    /// True if all its members were deleted and there was at least one.
    var isBereft = false
  }

  /// The members that their correlations hold.
  private(set) var folded: Set<ObjectUUID> = []
  /// The members that have Observations of their own.
  private(set) var members: Set<ObjectUUID> = []
  /// The correlations that refer to their members, with their lines.
  private(set) var referring: [(uuid: ObjectUUID, sequence: UInt64)] = []
  /// The correlations that hold their members, with their lines, by the member that was saved
  /// first. They are written when that member is met, so that samples of one type stay in their
  /// order.
  private(set) var anchors: [ObjectUUID: (uuid: ObjectUUID, sequence: UInt64)] = [:]
  private var lines: [ObjectUUID: UInt64] = [:]

  /// The correlation that FHIR has one Observation for.
  static let pressure = "HKCorrelationTypeIdentifierBloodPressure"

  init() {}

  /// Creates the correlations of a journal, before any is examined.
  init(_ journal: ReplayedJournal) { lines = journal.tables.memberLines() }

  /// Reads a correlation with its members.
  func group(
    _ live: LiveObject, _ sequence: UInt64, in journal: ReplayedJournal
  ) throws -> Group {
    guard case .correlation(var correlation) = live.object.content else {
      return Group(live: live, sequence: sequence, members: [])
    }
    let newest = correlation.members.map { journal.tables.newest(of: $0) }
    var wanted: [ObjectUUID: UInt64] = [:]
    for uuid in newest { wanted[uuid] = lines[uuid] }
    let found = try journal.liveObjects(wanted)
    correlation.members = newest.filter { found[$0] != nil }
    var live = live
    live.object.content = .correlation(correlation)
    let members = correlation.members.compactMap { uuid in
      found[uuid].map { ($0, lines[uuid] ?? 0) }
    }
    return Group(
      live: live, sequence: sequence, members: members,
      isBereft: members.isEmpty && !newest.isEmpty)
  }

  /// Returns the figures of a blood pressure, if they share its span, origin, creation date and
  /// workout; otherwise nil.
  func alike(_ group: Group, _ workouts: [UInt64: ObjectUUID]) -> [LiveObject]? {
    let whole = group.live
    guard whole.object.content.type == Self.pressure, group.members.count == 2 else { return nil }
    for (member, sequence) in group.members {
      guard case .quantity(let sample) = member.object.content,
        sample.span == whole.object.content.span, member.statedOrigin == whole.statedOrigin,
        member.object.created == whole.object.created, !folded.contains(member.object.uuid),
        !members.contains(member.object.uuid), workouts[sequence] == workouts[group.sequence]
      else { return nil }
    }
    return group.members.map(\.live)
  }

  /// Notes that a correlation holds its members.
  mutating func fold(_ group: Group) {
    folded.formUnion(group.members.map(\.live.object.uuid))
    let first = group.members.min { $0.sequence < $1.sequence }
    if let first {
      anchors[first.live.object.uuid] = (group.live.object.uuid, group.sequence)
    }
  }

  /// Notes that a correlation refers to its members.
  mutating func refer(_ group: Group) {
    members.formUnion(group.members.map(\.live.object.uuid))
    referring.append((group.live.object.uuid, group.sequence))
  }
}

/// Writes the Device of a source and the hardware that it measured with.
enum FHIRDeviceWriter {
  /// Returns the Device as JSON.
  static func bytes(_ origin: Origin, id: String) -> [UInt8] {
    JSONWriter.objectBytes { writer in
      writer.member("resourceType", "Device")
      writer.member("id", id)
      writer.source(origin.source)
      guard let device = origin.device else { return }
      writer.objects("identifier", texts([("value", device.localIdentifier)])) {
        $0.member($1.0, $1.1)
      }
      writer.objects("udiCarrier", texts([("deviceIdentifier", device.udi)])) {
        $0.member($1.0, $1.1)
      }
      writer.member("manufacturer", text: device.manufacturer)
      writer.member("modelNumber", text: device.hardware)
      let names = texts([("user-friendly-name", device.name), ("model-name", device.model)])
      writer.objects("deviceName", names) { writer, name in
        writer.member("name", name.1)
        writer.member("type", name.0)
      }
      let versions = texts([("firmware", device.firmware), ("software", device.software)])
      writer.objects("version", versions) { writer, version in
        writer.object("type") { $0.member("text", version.0) }
        writer.member("value", version.1)
      }
    }
  }

  /// Returns the pairs whose text FHIR can hold.
  fileprivate static func texts(_ pairs: [(String, String?)]) -> [(String, String)] {
    pairs.compactMap { name, text in
      text.flatMap { FHIRText.isText($0) ? (name, $0) : nil }
    }
  }
}

extension JSONWriter {
  fileprivate mutating func source(_ source: Source) {
    let parts = [
      ("source/name", source.name), ("source/bundleIdentifier", source.bundle),
      ("version", source.version), ("productType", source.productType),
      ("operatingSystemVersion", source.operatingSystem),
    ]
    let texts = FHIRDeviceWriter.texts(parts)
    if texts.isEmpty { return }
    objects("extension", [FHIRName.source]) { writer, url in
      writer.member("url", url)
      writer.objects("extension", texts) { writer, part in
        writer.extension(url + "/" + part.0, text: part.1)
      }
    }
  }
}
