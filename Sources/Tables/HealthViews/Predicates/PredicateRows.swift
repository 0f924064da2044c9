import HealthEvents
import HealthModel
import HealthTables

/// The rows of one type that a predicate tests: samples in their columns, or objects that were read
/// from their lines. A key path reads their values only through these members.
protocol PredicateRows {
  var type: String { get }
  func uuid(_ row: Int) -> ObjectUUID
  /// Microseconds since 1970.
  func start(_ row: Int) -> Int64?
  /// Microseconds since 1970.
  func end(_ row: Int) -> Int64?
  /// Seconds.
  func duration(_ row: Int) -> Double?
  func value(_ row: Int) -> SampleValue?
  /// Returns the number of the row's provenance in `HealthTables.provenances`: who wrote it.
  func provenance(_ row: Int) -> UInt32
  func metadata(_ key: String, _ row: Int) -> MetadataValue?
  /// Returns a number that rows of the same provenance and metadata share.
  func context(_ row: Int) -> Int
  /// The least number that is no context; 0 where rows have none.
  var contextCount: Int { get }
  func workouts(_ row: Int) -> [ObjectUUID]
  func correlations(_ row: Int) -> [ObjectUUID]
  /// Returns the object, for facts that only its line states; nil if no key path reads more of it.
  func subject(_ row: Int) -> PredicateSubject?
  /// Calls `body` with the candidates as their lines state them, some at a time.
  func forEachBatch(
    of candidates: [Bool], in journal: ReplayedJournal,
    _ body: (_ rows: [Int], PredicateSubjects) throws -> Void
  ) throws
}

extension PredicateRows {
  func duration(_ row: Int) -> Double? {
    guard let start = start(row), let end = end(row) else { return nil }
    return Instant(microseconds: end).seconds(since: Instant(microseconds: start))
  }
}

enum SampleValue {
  /// A number, and its unit: a number in `HealthTables.units`.
  case quantity(Double, unit: UInt32)
  case category(CategoryCode)
}

/// The samples of a type as columns have them.
struct SampleRows: PredicateRows {
  let type: String
  let columns: SampleColumns
  let tables: HealthTables
  let links: PredicateLinks
  /// True if the type adds up.
  let isCumulative: Bool
  /// The workouts of the samples that have any, by row.
  private let workouts: [Int: [ObjectUUID]]

  init(
    _ type: String, _ columns: SampleColumns, in tables: HealthTables, _ links: PredicateLinks
  ) {
    self.type = type
    self.columns = columns
    self.tables = tables
    self.links = links
    isCumulative = tables.catalogue.isCumulative(type)
    workouts = links.workouts(of: type)
  }

  func uuid(_ row: Int) -> ObjectUUID { columns.uuids[row] }
  func start(_ row: Int) -> Int64? { columns.starts[row] }
  func end(_ row: Int) -> Int64? { columns.ends[row] }
  func provenance(_ row: Int) -> UInt32 { columns.common(row).provenance }

  func value(_ row: Int) -> SampleValue? {
    let unit = columns.common(row).unit
    guard columns.flags[row].contains(.category) else {
      return .quantity(columns.values[row], unit: unit)
    }
    guard unit == SampleRow.none else {
      return .category(.name(tables.categoryNames.names[Int(unit)]))
    }
    return .category(.code(Int(columns.values[row])))
  }

  /// Returns the zone, or the mark of what a person entered in an app, as far as
  /// `ComparisonTest.needsLine` leaves it to columns.
  func metadata(_ key: String, _ row: Int) -> MetadataValue? {
    guard key == MetadataName.timeZone else {
      return columns.flags[row].contains(.userEntered) ? .boolean(true) : nil
    }
    let zone = columns.common(row).zone
    return zone == SampleRow.none ? nil : .string(tables.zones.names[Int(zone)])
  }

  func context(_ row: Int) -> Int {
    Int(columns.contexts[row]) * 2 + (columns.flags[row].contains(.userEntered) ? 1 : 0)
  }

  var contextCount: Int { columns.known.count * 2 }

  func workouts(_ row: Int) -> [ObjectUUID] { workouts[row] ?? [] }

  func correlations(_ row: Int) -> [ObjectUUID] {
    links.correlations(
      of: columns.uuids[row], isMember: columns.flags[row].contains(.member))
  }

  func subject(_ row: Int) -> PredicateSubject? { nil }

  func forEachBatch(
    of candidates: [Bool], in journal: ReplayedJournal,
    _ body: (_ rows: [Int], PredicateSubjects) throws -> Void
  ) throws {
    let rows = candidates.indices.filter { candidates[$0] }
    var batch: [Int] = []
    var subjects = PredicateSubjects(type: type)
    try journal.forEachObject(
      of: rows.map { (columns.uuids[$0], columns.sequences[$0]) }
    ) { index, object in
      batch.append(rows[index])
      subjects.all.append(PredicateSubject(object, of: self, rows[index]))
      guard batch.count == PredicateSubjects.most else { return }
      try body(batch, subjects)
      batch.removeAll(keepingCapacity: true)
      subjects.all.removeAll(keepingCapacity: true)
    }
    try body(batch, subjects)
  }
}

/// An object that was read from its line.
struct PredicateSubject {
  let object: HealthObject
  let value: SampleValue?
  let provenance: UInt32
  let workouts: [ObjectUUID]
  let correlations: [ObjectUUID]
  /// The parts of a workout that are looked at.
  var activities: [WorkoutActivity] = []
  /// The row of an object that is no sample.
  let row: ObjectRow?
  /// True if it is a sample of a type that adds up.
  let isCumulative: Bool

  init(_ object: HealthObject, of rows: SampleRows, _ row: Int) {
    self.object = object
    value = rows.value(row)
    provenance = rows.provenance(row)
    workouts = rows.workouts(row)
    correlations = rows.correlations(row)
    isCumulative = rows.isCumulative
    self.row = nil
  }

  /// Creates a subject from an object that is not a sample.
  init(_ object: HealthObject, _ row: ObjectRow, _ links: PredicateLinks) {
    self.object = object
    value = nil
    provenance = row.provenance
    workouts = links.workouts(of: row)
    correlations = []
    if case .workout(let workout) = object.content { activities = workout.activities }
    self.row = row
    isCumulative = false
  }
}

/// Objects of one type that were read from their lines.
struct PredicateSubjects: PredicateRows {
  /// The most that are in memory for a predicate at a time.
  static let most = 64

  let type: String
  var all: [PredicateSubject] = []

  func uuid(_ row: Int) -> ObjectUUID { all[row].object.uuid }
  func start(_ row: Int) -> Int64? { all[row].object.content.span?.start.instant.microseconds }
  func end(_ row: Int) -> Int64? { all[row].object.content.span?.end.instant.microseconds }
  func value(_ row: Int) -> SampleValue? { all[row].value }
  func provenance(_ row: Int) -> UInt32 { all[row].provenance }
  func metadata(_ key: String, _ row: Int) -> MetadataValue? { all[row].object.metadata[key] }
  func context(_ row: Int) -> Int { 0 }
  var contextCount: Int { 0 }
  func workouts(_ row: Int) -> [ObjectUUID] { all[row].workouts }
  func correlations(_ row: Int) -> [ObjectUUID] { all[row].correlations }
  func subject(_ row: Int) -> PredicateSubject? { all[row] }

  func duration(_ row: Int) -> Double? {
    let content = all[row].object.content
    if case .workout(let workout) = content { return workout.duration }
    return content.span?.duration
  }

  func forEachBatch(
    of candidates: [Bool], in journal: ReplayedJournal,
    _ body: (_ rows: [Int], PredicateSubjects) throws -> Void
  ) throws {
    try body(Array(all.indices), self)
  }
}

/// The workouts, correlations and tagged time that objects belong to, as far as a predicate asks.
struct PredicateLinks {
  /// The workouts of samples, by the type and the row.
  private var workouts: [String: [Int: [ObjectUUID]]] = [:]
  /// The workouts of other objects; nil: the predicate asks for none.
  private var ofLines: WorkoutsOfLines?
  /// The live workouts that the predicate asks for.
  private var seen: Set<ObjectUUID> = []
  /// The live correlations of members.
  private var correlations: [ObjectUUID: [ObjectUUID]] = [:]
  /// The objects that `dedupe` deletes of all that the reader sees.
  private(set) var copies: Set<ObjectUUID> = []
  /// The time of the tags of each comparison.
  private var tagged: [ComparisonTest: TaggedTime] = [:]

  /// The uuid for any correlation that was deleted, or that nobody asked for by name.
  private static let someCorrelation = ObjectUUID(high: 0, low: 0)

  /// - Throws: the errors of reading lines.
  init(_ test: PredicateTest, _ journal: ReplayedJournal) throws {
    let comparisons = test.comparisons
    let onWorkouts = comparisons.filter { $0.path == .workout }
    if !onWorkouts.isEmpty {
      try linkWorkouts(Self.named(onWorkouts), journal.tables)
    }
    let onCorrelations = comparisons.filter {
      $0.path == .correlation && $0.operands != [.missing]
    }
    if !onCorrelations.isEmpty {
      try linkCorrelations(Self.named(onCorrelations), journal)
    }
    if comparisons.contains(where: { $0.path == .copy }) {
      copies = Set(try DoubleEntries(in: journal, ViewContext()).uuids)
    }
    let onTags = comparisons.filter { $0.path == .tag }
    if !onTags.isEmpty {
      let notes = try NotedTime(journal)
      for comparison in onTags { tagged[comparison] = try TaggedTime(comparison, notes) }
    }
  }

  /// Returns the uuids that comparisons ask for; nil where they ask for more than these.
  private static func named(_ comparisons: [ComparisonTest]) -> Set<ObjectUUID>? {
    var uuids: Set<ObjectUUID> = []
    for comparison in comparisons {
      guard comparison.operation == .equal || comparison.operation == .in else { return nil }
      for operand in comparison.operands {
        guard case .uuid(let uuid) = operand else { return nil }
        uuids.insert(uuid)
      }
    }
    return uuids
  }

  private mutating func linkWorkouts(_ wanted: Set<ObjectUUID>?, _ tables: HealthTables) throws {
    var members = try WorkoutMembers(tables)
    for row in tables.objects where row.kind == .workout && row.isLive {
      guard wanted?.contains(row.uuid) ?? true else { continue }
      seen.insert(row.uuid)
      for (type, rows) in try members.members(of: row).rows {
        for index in rows {
          workouts[type, default: [:]][index, default: []].append(row.uuid)
        }
      }
    }
    ofLines = try WorkoutsOfLines(tables)
  }

  private mutating func linkCorrelations(
    _ wanted: Set<ObjectUUID>?, _ journal: ReplayedJournal
  ) throws {
    try journal.tables.readObjects()
    let rows = journal.tables.objects.filter {
      $0.kind == .correlation && $0.isLive && wanted?.contains($0.uuid) ?? true
    }
    try journal.forEachObject(of: rows.map { ($0.uuid, $0.sequence) }) { _, object in
      guard case .correlation(let correlation) = object.content else { return }
      for member in correlation.members {
        correlations[member, default: []].append(object.uuid)
      }
    }
  }

  /// Returns the time that decides a comparison of tags.
  func time(of comparison: ComparisonTest) -> TaggedTime? { tagged[comparison] }

  /// Returns the workouts of the samples of a type, by row.
  func workouts(of type: String) -> [Int: [ObjectUUID]] { workouts[type] ?? [:] }

  /// Returns the workouts of an object that is no sample; a workout is not its own.
  func workouts(of row: ObjectRow) -> [ObjectUUID] {
    guard let workout = ofLines?.workout(of: row), seen.contains(workout), workout != row.uuid
    else { return [] }
    return [workout]
  }

  /// Returns the correlations of a sample.
  func correlations(of uuid: ObjectUUID, isMember: Bool) -> [ObjectUUID] {
    correlations[uuid] ?? (isMember ? [Self.someCorrelation] : [])
  }
}

// MARK: Values that only lines state

extension PredicateSubject {
  func facts(_ path: PredicateKeyPath, key: String?) -> [Fact] {
    switch path {
    case .average, .count, .max, .min, .mostRecent, .mostRecentDuration, .mostRecentEndDate,
      .mostRecentStartDate, .sum:
      return seriesFacts(path)
    case .workoutType:
      if case .workout(let workout) = object.content { return Self.activityFacts(workout.activity) }
    case .workoutActivity, .workoutActivityType, .workoutActivityStartDate,
      .workoutActivityEndDate, .workoutActivityDuration, .workoutActivityAverageQuantity,
      .workoutActivityMaximumQuantity, .workoutActivityMinimumQuantity,
      .workoutActivitySumQuantity:
      return activities.flatMap { Self.facts($0, path, key) }
    case .dateComponents:
      if case .summary(let summary) = object.content, let day = CivilDate(summary.date) {
        return [.day(day.dayNumber)]
      }
    case .averageHeartRate: return Self.figure(object.fields["averageHeartRate"], .countPerMinute)
    case .ecgClassification:
      return Self.words(object.fields["classification"], "HKElectrocardiogramClassification")
    case .ecgSymptomsStatus:
      return Self.words(object.fields["symptomsStatus"], "HKElectrocardiogramSymptomsStatus")
    case .status: return Self.words(object.fields["status"] ?? object.fields["logStatus"])
    case .clinicalRecordFHIRResourceIdentifier: return resource("identifier")
    case .clinicalRecordFHIRResourceType:
      let stated = resource("resourceType")
      return stated.isEmpty ? resource("type") : stated
    case _: break
    }
    return []
  }

  /// Returns the figures of a series; a sample of one value is a series of one.
  private func seriesFacts(_ path: PredicateKeyPath) -> [Fact] {
    guard case .quantity(let sample) = object.content else { return [] }
    let unit = try? Unit(sample.unit)
    let count = sample.series?.count ?? 1
    let single = count == 1 && !isCumulative ? sample.value : nil
    func fact(_ number: Double?) -> [Fact] { number.map { [.quantity($0, unit)] } ?? [] }
    switch path {
    case .count: return [.number(count)]
    case .sum: return fact(sample.series?.sum ?? (isCumulative ? sample.value : nil))
    case .average: return fact(isCumulative ? nil : sample.value)
    case .min: return fact(sample.series?.minimum ?? single)
    case .max: return fact(sample.series?.maximum ?? single)
    case .mostRecent: return fact(single)
    case .mostRecentStartDate where single != nil:
      return [.moment(sample.span.start.instant.microseconds)]
    case .mostRecentEndDate where single != nil:
      return [.moment(sample.span.end.instant.microseconds)]
    case .mostRecentDuration where single != nil: return [.quantity(sample.span.duration, .second)]
    case _: return []
    }
  }

  private static func activityFacts(_ activity: String) -> [Fact] {
    [.text(activity)] + (WorkoutActivityType.find(activity).map { [.text($0.name)] } ?? [])
  }

  private static func facts(
    _ part: WorkoutActivity, _ path: PredicateKeyPath, _ key: String?
  ) -> [Fact] {
    switch path {
    case .workoutActivity:
      [.uuid(part.uuid.flatMap { ObjectUUID($0) } ?? ObjectUUID(high: 0, low: 0))]
    case .workoutActivityType: part.activity.map(activityFacts) ?? []
    case .workoutActivityStartDate: [.moment(part.start.instant.microseconds)]
    case .workoutActivityEndDate: part.end.map { [.moment($0.instant.microseconds)] } ?? []
    case .workoutActivityDuration:
      (part.duration ?? part.end?.instant.seconds(since: part.start.instant))
        .map { [.quantity($0, .second)] } ?? []
    case _: facts(part.statistics, path, key)
    }
  }

  /// Returns what statistics of a type state.
  static func facts(
    _ statistics: [WorkoutStatistics], _ path: PredicateKeyPath, _ key: String?
  ) -> [Fact] {
    statistics.filter { $0.type == key }.compactMap { one in
      one.fact(path, in: one.unit.flatMap { try? Unit($0) })
    }
  }

  /// Returns a field of a clinical record: of its resource, of itself, or of the export's element.
  private func resource(_ name: String) -> [Fact] {
    let candidates = [
      object.fields["FHIRResource"], .fields(object.fields), object.fields["attributes"],
    ]
    for case .fields(let fields)? in candidates {
      if case .text(let text)? = fields[name] { return [.text(text)] }
    }
    return []
  }

  /// Returns a word, or a number and the word for it in one of HealthKit's enumerations.
  private static func words(_ value: FieldValue?, _ enumeration: String = "") -> [Fact] {
    switch value {
    case .text(let text)?: [.text(text)]
    case .number(let number)?:
      [.number(number)]
        + (Int(exactly: number).flatMap { Enumeration.find(enumeration)?.value(rawValue: $0) }
          .map { [.text($0.name)] } ?? [])
    case .null?, .boolean?, .list?, .fields?, nil: []
    }
  }

  /// Returns a number in the usual unit, or with its own.
  private static func figure(_ value: FieldValue?, _ usual: Unit) -> [Fact] {
    switch value {
    case .number(let number)?: return [.quantity(number, usual)]
    case .fields(let fields)?:
      guard case .number(let number)? = fields["value"] else { return [] }
      guard case .text(let unit)? = fields["unit"] else { return [.quantity(number, usual)] }
      return [.quantity(number, try? Unit(unit))]
    case .text?, .null?, .boolean?, .list?, nil: return []
    }
  }
}

extension TypeSummary {
  /// Returns the figure that a key path of a workout or of its part means.
  func fact(_ path: PredicateKeyPath, in unit: Unit?) -> Fact? {
    let number: Double? =
      switch path {
      case .workoutSumQuantity, .workoutActivitySumQuantity: sum
      case .workoutAverageQuantity, .workoutActivityAverageQuantity: average
      case .workoutMinimumQuantity, .workoutActivityMinimumQuantity: minimum
      case .workoutMaximumQuantity, .workoutActivityMaximumQuantity: maximum
      case _: nil
      }
    return number.map { .quantity($0, unit) }
  }
}
