import HealthEvents
import HealthModel
import HealthTables
import JournalFile

/// An object as a predicate looks at it.
struct PredicateSubject {
  var object: HealthObject
  /// The writer: a number in `HealthTables.provenances`.
  var provenance: UInt32
  var workouts: [ObjectUUID]
  var correlations: [ObjectUUID]
  /// The parts of a workout that are looked at.
  var activities: [WorkoutActivity] = []
  /// The row of an object that is no sample.
  var row: ObjectRow?

  init(
    _ object: HealthObject, provenance: UInt32, workouts: [ObjectUUID],
    correlations: [ObjectUUID] = [], row: ObjectRow? = nil
  ) {
    self.object = object
    self.provenance = provenance
    self.workouts = workouts
    self.correlations = correlations
    self.row = row
    if case .workout(let workout) = object.content { activities = workout.activities }
  }

  /// Returns the values of the object itself at a key path; none at a path whose values only the
  /// tables know.
  func facts(_ path: PredicateKeyPath, key: String?) -> [Fact] {
    switch path {
    case .uuid: [.uuid(object.uuid)]
    case .type: Self.typeFacts(object.content.type)
    case .startDate: object.content.span.map { [.moment($0.start.instant.microseconds)] } ?? []
    case .endDate: object.content.span.map { [.moment($0.end.instant.microseconds)] } ?? []
    case .metadata: key.map(metadataFacts) ?? []
    case .workout: workouts.map { .uuid($0) }
    case .correlation: correlations.map { .uuid($0) }
    case .categoryValue, .quantity, .workoutDuration: valueFacts(path)
    case .average, .count, .max, .min, .mostRecent, .mostRecentDuration, .mostRecentEndDate,
      .mostRecentStartDate, .sum:
      seriesFacts(path)
    case .workoutType: workoutFacts
    case .workoutActivity, .workoutActivityType, .workoutActivityStartDate,
      .workoutActivityEndDate, .workoutActivityDuration, .workoutActivityAverageQuantity,
      .workoutActivityMaximumQuantity, .workoutActivityMinimumQuantity,
      .workoutActivitySumQuantity:
      activities.flatMap { Self.facts($0, path, key) }
    case .averageHeartRate, .ecgClassification, .ecgSymptomsStatus,
      .clinicalRecordFHIRResourceIdentifier, .clinicalRecordFHIRResourceType, .status,
      .dateComponents:
      documentFacts(path)
    case .source, .sourceRevision, .device, .workoutAverageQuantity, .workoutMaximumQuantity,
      .workoutMinimumQuantity, .workoutSumQuantity, .workoutTotalDistance,
      .workoutTotalEnergyBurned, .workoutTotalFlightsClimbed,
      .workoutTotalSwimmingStrokeCount:
      []
    }
  }

  /// Returns a type by its identifier and its short name.
  static func typeFacts(_ type: String) -> [Fact] {
    [.text(type)] + (TypeCatalogue.find(type).map { [.text($0.shortName)] } ?? [])
  }

  /// Returns a value of metadata; of an enumeration also its words. The mark of what was entered by
  /// hand is also one as the text of an export.
  private func metadataFacts(_ key: String) -> [Fact] {
    guard let value = object.metadata[key] else { return [] }
    if case .number(let number) = value,
      let word = MetadataKey.find(key)?.word(of: number)
    {
      return [.number(number), .text(word.name), .text(word.exportName)]
    }
    let isMark = key == MetadataName.wasUserEntered && value == .string("1")
    return [Fact(value)] + (isMark ? [.flag(true)] : [])
  }

  // MARK: Samples

  private func valueFacts(_ path: PredicateKeyPath) -> [Fact] {
    if path == .workoutDuration {
      if case .workout(let workout) = object.content {
        return [.quantity(workout.duration, .second)]
      }
      return object.content.span.map { [.quantity($0.duration, .second)] } ?? []
    }
    switch object.content {
    case .quantity(let sample): return [.quantity(sample.value, try? Unit(sample.unit))]
    case .category(let sample) where path == .categoryValue:
      return Self.facts(sample.value, of: sample.type)
    case .category, .correlation, .workout, .characteristic, .summary, .document: return []
    }
  }

  /// Returns the value of a category: its number and its name, or the export's own word.
  static func facts(_ value: CategoryCode, of type: String) -> [Fact] {
    switch value {
    case .name(let word): return [.text(word)]
    case .code(let code):
      guard case .category(let known)? = TypeCatalogue.find(type),
        let value = known.value(rawValue: code)
      else { return [.number(Double(code))] }
      return [.number(Double(code)), .text(value.name), .text(value.exportName)]
    }
  }

  /// Returns the figures of a series; a sample of one value is a series of one.
  private func seriesFacts(_ path: PredicateKeyPath) -> [Fact] {
    guard case .quantity(let sample) = object.content else { return [] }
    let unit = try? Unit(sample.unit)
    let isCumulative = AggregationStyle.isCumulative(sample.type)
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

  // MARK: Workouts

  private var workoutFacts: [Fact] {
    guard case .workout(let workout) = object.content else { return [] }
    return Self.activityFacts(workout.activity)
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
    case _: statisticsFacts(part.statistics, path, key)
    }
  }

  /// Returns the figures that statistics of a type state.
  static func statisticsFacts(
    _ statistics: [WorkoutStatistics], _ path: PredicateKeyPath, _ key: String?
  ) -> [Fact] {
    statistics.filter { $0.type == key }.compactMap { one in
      one.fact(path, in: one.unit.flatMap { try? Unit($0) })
    }
  }

  /// Returns the facts of objects that have their details in their fields.
  func documentFacts(_ path: PredicateKeyPath) -> [Fact] {
    switch path {
    case .dateComponents:
      guard case .summary(let summary) = object.content, let day = CivilDate(summary.date) else {
        return []
      }
      return [.day(day.dayNumber)]
    case .averageHeartRate: return Self.figure(object.fields["averageHeartRate"], .countPerMinute)
    case .ecgClassification:
      return Self.words(object.fields["classification"], "HKElectrocardiogramClassification")
    case .ecgSymptomsStatus:
      return Self.words(object.fields["symptomsStatus"], "HKElectrocardiogramSymptomsStatus")
    case .status:
      return Self.words(object.fields["status"] ?? object.fields["logStatus"])
    case .clinicalRecordFHIRResourceIdentifier: return resource("identifier")
    case .clinicalRecordFHIRResourceType:
      let stated = resource("resourceType")
      return stated.isEmpty ? resource("type") : stated
    case _: return []
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
  /// Returns the figure for a key path of a workout or of its part.
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

extension Fact {
  init(_ value: MetadataValue) {
    switch value {
    case .string(let text): self = .text(text)
    case .number(let number): self = .number(number)
    case .boolean(let flag): self = .flag(flag)
    case .date(let date): self = .moment(date.instant.microseconds)
    case .quantity(let number, let unit): self = .quantity(number, try? Unit(unit))
    }
  }
}

/// The workouts and correlations that objects belong to, as far as a predicate asks.
struct PredicateLinks {
  /// The workouts of samples, by the number of the type and the row.
  private var workouts: [Int: [Int: [ObjectUUID]]] = [:]
  /// The workouts of other objects; nil: the predicate asks for none.
  private var ofLines: WorkoutsOfLines?
  /// The live workouts that the predicate asks for.
  private var seen: Set<ObjectUUID> = []
  /// The live correlations of members.
  private var correlations: [ObjectUUID: [ObjectUUID]] = [:]

  /// The uuid for any correlation that was deleted, or that nobody asked for by name.
  private static let someCorrelation = ObjectUUID(high: 0, low: 0)

  /// - Throws: what reading lines throws.
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
  }

  /// Returns the uuids that comparisons ask for; nil if they ask for more than these.
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
        guard let number = tables.types.number(of: type) else { continue }
        for index in rows {
          workouts[Int(number), default: [:]][index, default: []].append(row.uuid)
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

  /// Returns the workouts of a sample.
  func workouts(type: Int, row: Int) -> [ObjectUUID] { workouts[type]?[row] ?? [] }

  /// Returns the workouts of another object; a workout is not its own.
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

extension ReplayedJournal {
  /// Calls `body` with objects, read again from their lines, and their indices in `objects`; an
  /// object whose line was erased is left out.
  func forEachObject(
    of objects: [(uuid: ObjectUUID, sequence: UInt32)],
    _ body: (Int, HealthObject) throws -> Void
  ) throws {
    var start = 0
    while start < objects.count {
      let chunk = start..<min(start + 1024, objects.count)
      var indices: [ObjectUUID: Int] = [:]
      for index in chunk { indices[objects[index].uuid] = index }
      let entries = try entries(Set(chunk.map { UInt64(objects[$0].sequence) }))
      for (_, entry) in entries.sorted(by: { $0.key < $1.key }) {
        guard case .save(let save)? = entry.event else { continue }
        for object in save.objects {
          guard let index = indices[object.uuid],
            UInt64(objects[index].sequence) == entry.sequence
          else { continue }
          try body(index, object)
        }
      }
      start = chunk.upperBound
    }
  }
}
