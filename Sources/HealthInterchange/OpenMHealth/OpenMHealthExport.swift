import ByteTools
import HealthEvents
import HealthModel
package import HealthProjections
package import JournalFile
import HealthTables

/// Writes data points of IEEE 1752.1 and Open mHealth, one a line, of the types that their schemas
/// know.
///
/// Blood pressures come first, then samples and workouts in the order of the journal, then a sleep
/// episode for each night. The report says how many objects were left out because there is no
/// schema for them.
package struct OpenMHealthExport: JournalExport {
  /// `omh`.
  package let name = "omh"
  /// For help.
  package let summary = "data points of IEEE 1752.1 and Open mHealth"
  /// One file.
  package let destination = ExportDestination.file
  /// What is written.
  package let options = ObjectSelection.options
  /// A data point a line.
  package let formats = ["ndjson"]

  /// An export.
  package init() {}

  /// Writes it.
  package func write(
    _ request: inout ViewRequest, into folder: inout some ExportFolder
  ) throws -> ExportReport {
    var run = try OpenMHealthRun(&request)
    try run.write(&request, into: &folder)
    return run.report
  }
}

/// One export on its way through a journal.
private struct OpenMHealthRun {
  private let journal: ReplayedJournal
  private let selection: ObjectSelection
  private var clock: LocalClock
  private var output: [UInt8] = []
  /// The figures of blood pressures, which stand in a data point together.
  private var pressures: Set<ObjectUUID> = []
  /// The totals of workouts, as `workouts` shows them.
  private var totals: [ObjectUUID: [WorkoutTotal: Amount]] = [:]
  private let outcomes: ObjectOutcomes
  /// The spans of the sleep episodes, in order.
  private var episodes: [Range<Int64>] = []
  private(set) var report = ExportReport()

  private static let sleep = CategoryType.sleepAnalysis.identifier
  private static let chunk = 1 << 18
  private static let noSchema = "no schema of Open mHealth"

  init(_ request: inout ViewRequest) throws {
    selection = try ObjectSelection(&request)
    journal = request.journal
    clock = LocalClock(journal.tables.settings.timeZone)
    outcomes = try ObjectOutcomes(journal.tables)
  }

  mutating func write(
    _ request: inout ViewRequest, into folder: inout some ExportFolder
  ) throws {
    try writePressures(&folder)
    if mayWrite(Workout.type) { totals = try WorkoutsView.totals(of: journal) }
    var nights: [OpenMHealthPoint] = []
    if mayWrite(Self.sleep) { nights = try self.nights(&request) }
    try journal.forEachLiveObject { live, _, _ in
      try take(live)
      try folder.take(&output, over: Self.chunk)
    }
    for night in nights { put(.sleepEpisode, night) }
    try folder.take(&output, over: 0)
    report.balance = outcomes.balance
  }

  /// Whether what is computed of a type is asked for and may be; where it is not decided, the
  /// report says so.
  private mutating func mayWrite(_ type: String) -> Bool {
    guard selection.takes(type: type) else { return false }
    if journal.tables.isDetermined(type) { return true }
    report.undecided.append(type)
    return false
  }

  private mutating func put(_ schema: OpenMHealthSchema, _ point: OpenMHealthPoint) {
    report.count(schema.name)
    let bytes = point.bytes(schema)
    output.append(terminalJSON: bytes.rawBytes)
    output.append(UInt8(ascii: "\n"))
  }

  /// Names an object as left out.
  private mutating func leaveOut(_ live: LiveObject, _ reason: String) {
    report.losses.note(reason, of: live.object.content.type)
    outcomes.note(.leftOut, of: live.object.uuid)
  }

  // MARK: Objects

  private mutating func take(_ live: LiveObject) throws {
    guard outcomes.takes(live, selection) else { return }
    switch live.object.content {
    case .quantity(let sample): take(sample, live)
    case .workout(let workout):
      var point = OpenMHealthPoint(live, &clock)
      point.members = OpenMHealthPoint.members(of: workout, totals[live.object.uuid] ?? [:])
      put(.physicalActivity, point)
      outcomes.note(.written, of: live.object.uuid)
    case .category(let sample) where sample.type == Self.sleep:
      if isInEpisode(sample.span) {
        outcomes.note(.written, of: live.object.uuid)
      } else {
        leaveOut(live, "in no sleep episode")
      }
    case .correlation(let correlation) where correlation.type == Self.pressure: break
    case .category, .correlation, .characteristic, .summary, .document:
      leaveOut(live, Self.noSchema)
    }
  }

  private mutating func take(_ sample: QuantitySample, _ live: LiveObject) {
    if pressures.contains(live.object.uuid) { return }
    guard let schema = OpenMHealthSchema.of(sample.type) else {
      return leaveOut(live, Self.noSchema)
    }
    guard let member = schema.member(sample) else {
      return leaveOut(live, "its unit is none of the schema's")
    }
    var point = OpenMHealthPoint(live, &clock)
    point.members = [member]
    if let meal = Self.meal(live.object.metadata) {
      point.words.append(("temporal_relationship_to_meal", meal))
    }
    put(schema, point)
    outcomes.note(.written, of: live.object.uuid)
  }

  private static func meal(_ metadata: Metadata) -> String? {
    switch metadata[MetadataName.bloodGlucoseMealTime] {
    case .number(1): "before meal"
    case .number(2): "after meal"
    default: nil
    }
  }

  // MARK: What is put together

  private static let pressure = FHIRGroups.pressure

  private mutating func writePressures(_ folder: inout some ExportFolder) throws {
    let rows = journal.liveRows(of: .correlation)
    guard !rows.isEmpty else { return }
    let groups = FHIRGroups(journal)
    for row in rows where journal.tables.types.names[Int(row.type)] == Self.pressure {
      let sequence = UInt64(row.sequence)
      guard let live = try journal.liveObjects([row.uuid: sequence])[row.uuid],
        outcomes.takes(live, selection)
      else { continue }
      let group = try groups.group(live, sequence, in: journal)
      var point = OpenMHealthPoint(live, &clock)
      point.members = group.members.compactMap { OpenMHealthSchema.figure($0.live) }
      guard point.members.count == 2 else {
        leaveOut(live, "not both figures of a blood pressure")
        continue
      }
      point.members.sort { $0.key > $1.key }
      pressures.formUnion(group.members.map(\.live.object.uuid))
      put(.bloodPressure, point)
      for object in [live] + group.members.map(\.live) {
        outcomes.note(.written, of: object.object.uuid)
      }
      try folder.take(&output, over: Self.chunk)
    }
  }

  /// Returns true for a sample of sleep in a span of an episode.
  private func isInEpisode(_ span: TimeSpan) -> Bool {
    let (start, end) = (span.start.instant.microseconds, span.end.instant.microseconds)
    let index = episodes.indices.partitioningIndex { episodes[$0].upperBound >= start }
    return index < episodes.count && episodes[index].lowerBound <= end
  }

  private mutating func nights(_ request: inout ViewRequest) throws -> [OpenMHealthPoint] {
    let journalID = try journal.identifier()
    let nights = try SleepView.nights(
      of: journal, in: try request.context(), .withoutNaps)
    var points: [OpenMHealthPoint] = []
    for night in nights {
      guard let asleep = night.asleep else { continue }
      var point = OpenMHealthPoint(
        id: FHIRText.derived("Episode", "\(journalID) \(night.date)"), span: night.span,
        created: night.span.end)
      let stages = [
        ("total_sleep_time", asleep as Double?), ("light_sleep_duration", night.core),
        ("deep_sleep_duration", night.deep), ("rem_sleep_duration", night.rem),
      ]
      point.members = stages.compactMap { name, seconds in
        seconds.map { OpenMHealthPoint.Member(key: name, value: $0 / 60, unit: "min") }
      }
      points.append(point)
      let (start, end) = (night.span.start.instant, night.span.end.instant)
      episodes.append(start.microseconds..<max(start.microseconds, end.microseconds))
    }
    episodes.sort { $0.upperBound < $1.upperBound }
    return points
  }
}
