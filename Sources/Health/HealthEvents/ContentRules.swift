import HealthModel

extension Decider {
  /// Checks the metadata of a new object: HealthKit's keys have the values that HealthKit names,
  /// Apple's own keys are written by Apple alone, and all other keys are free.
  func check(metadataOf object: HealthObject, by: String) throws(Rejection) {
    let unit = object.content.unit
    try check(object.metadata, sampleUnit: unit, by: by)
    guard case .workout(let workout) = object.content else { return }
    for event in workout.events { try check(event.metadata, sampleUnit: nil, by: by) }
    for part in workout.activities {
      try check(part.metadata, sampleUnit: nil, by: by)
      for event in part.events { try check(event.metadata, sampleUnit: nil, by: by) }
    }
  }

  private func check(
    _ metadata: Metadata, sampleUnit: String?, by: String
  ) throws(Rejection) {
    for entry in metadata.entries {
      if let fault = Self.fault(of: entry, sampleUnit: sampleUnit, by: by) { throw .invalid(fault) }
    }
  }

  private static func fault(
    of entry: Metadata.Entry, sampleUnit: String?, by: String
  ) -> Rejection.Fault? {
    let known = MetadataKey.find(entry.key)
    let isReserved = known?.isReserved ?? entry.key.hasPrefix(MetadataKey.privatePrefix)
    if isReserved, !EventActor.isSystem(by) { return .metadataReserved(key: entry.key) }
    if entry.key.isEmpty { return .metadataClass(key: "''", expected: "named by a key") }
    guard let known else { return fault(ofUnitIn: entry.value) }
    switch (known.valueClass, entry.value) {
    case (.string, .string(let name)) where known.key == MetadataName.timeZone:
      return ZoneRules.isValidName(name) ? nil : .timeZoneUnknown(name)
    case (.string, .string), (.date, .date): return nil
    case (.number, .number(let number)): return fault(of: number, for: known)
    case (.number, .boolean) where known.isBoolean: return nil
    case (.quantity, .quantity(let length, _))
    where known.key == MetadataName.lapLength && length <= 0:
      return .metadataClass(key: known.key, expected: "more than 0")
    case (.quantity, .quantity(_, let unit)):
      return fault(ofUnit: unit, for: known, sampleUnit: sampleUnit)
    case (.string, _), (.date, _), (.number, _), (.quantity, _):
      return .metadataClass(key: known.key, expected: known.expectation)
    }
  }

  /// Returns the fault of an unknown unit: a key that HealthKit does not define has any value; the
  /// unit of a quantity must exist.
  private static func fault(ofUnitIn value: MetadataValue) -> Rejection.Fault? {
    guard case .quantity(_, let unit) = value, (try? Unit(unit)) == nil else { return nil }
    return .unitUnknown(unit)
  }

  private static func fault(of number: Double, for key: MetadataKey) -> Rejection.Fault? {
    let isRight =
      if key.isBoolean {
        number == 0 || number == 1
      } else if let enumeration = key.enumeration {
        Int(exactly: number).map { enumeration.allows($0) } ?? false
      } else {
        !key.isInteger || Int(exactly: number) != nil
      }
    return isRight ? nil : .metadataClass(key: key.key, expected: key.expectation)
  }

  private static func fault(
    ofUnit text: String, for key: MetadataKey, sampleUnit: String?
  ) -> Rejection.Fault? {
    guard let unit = try? Unit(text) else { return .unitUnknown(text) }
    guard let expected = key.comparableUnit ?? sampleUnit.flatMap({ try? Unit($0) }),
      !unit.isCompatible(with: expected)
    else { return nil }
    return .unitMismatch(type: key.key, unit: text, canonical: expected.description)
  }

  /// Requires a document of a type with a value of its own to be readable as that, and to make
  /// sense.
  static func requireDocument(_ object: HealthObject) throws(Rejection) {
    let document: TypedDocument?
    do {
      document = try TypedDocument(object)
    } catch {
      throw .field(error.field, error.expected)
    }
    switch document {
    case .workoutRoute(let route)?: try check(route)
    case .audiogram(let test)?: try check(test)
    case .heartbeatSeries(let series)?: try check(series)
    case .stateOfMind(let mood)?: try check(mood, stated: object.fields)
    case .visionPrescription(let prescription)?:
      try check(prescription.rightEye, "rightEye")
      try check(prescription.leftEye, "leftEye")
    case .electrocardiogram?, .gad7?, .phq9?, .note?, nil: break
    }
  }

  private static func check(_ route: WorkoutRoute) throws(Rejection) {
    var last = route.span.start.instant
    for (index, location) in route.locations.enumerated() {
      let field = "locations \(index + 1) date"
      let date = location.date.instant
      guard date >= route.span.start.instant, date <= route.span.end.instant else {
        throw .field(field, "from start to end of the route")
      }
      guard date >= last else { throw .field(field, "no earlier than the place before") }
      last = date
    }
  }

  private static func check(_ test: Audiogram) throws(Rejection) {
    var seen: Set<Double> = []
    for (index, point) in test.points.enumerated()
    where !seen.insert(point.frequency).inserted {
      throw .field("sensitivityPoints \(index + 1) frequencyValue", "named once")
    }
  }

  /// Sources round a series' start and end to seconds.
  private static func check(_ series: HeartbeatSeries) throws(Rejection) {
    for (index, beat) in series.beats.enumerated()
    where beat.timeSinceStart > series.span.duration + 1 {
      throw .field("beats \(index + 1) timeSinceStart", "no later than the end of the series")
    }
  }

  /// Checks that a stated classification is that of the valence.
  private static func check(_ mood: StateOfMind, stated fields: [Field]) throws(Rejection) {
    let classes = Enumeration.find(StateOfMind.ValenceClassification.enumeration)?.values
    let right = classes?.first { $0.rawValue == mood.valenceClassification?.rawValue }
    let isRight =
      switch fields["valenceClassification"] {
      case .text(let text)?: text == right?.name || text == right?.exportName
      case .number(let number)?: Int(exactly: number) == right?.rawValue
      case .null?, nil: true
      case .boolean?, .list?, .fields?: false
      }
    guard isRight else { throw .field("valenceClassification", "that of the valence, or absent") }
  }

  private static func check(
    _ lens: VisionPrescription.Lens?, _ eye: String
  ) throws(Rejection) {
    if let axis = lens?.axis, !(0...360).contains(axis) {
      throw .field(eye + " axis", "a number from 0 to 360 degrees")
    }
    if let add = lens?.addPower, add < 0 { throw .field(eye + " add", "0 or more") }
  }

  /// Checks the members of a correlation. Members of an imported one must be in the save or in the
  /// journal, and its source must be allowed to share their types; no other rule holds for them.
  func check(
    _ correlation: CorrelationContent, uuid: ObjectUUID, by: String,
    among types: [ObjectUUID: String],
    given state: some JournalState, _ imported: Bool
  ) throws(Rejection) {
    guard !correlation.members.isEmpty || imported else { throw .invalid(.noMembers) }
    if !imported { try Self.requireOnce(correlation, uuid: uuid) }
    var known: CorrelationType?
    if !imported, case .correlation(let type)? = TypeCatalogue.find(correlation.type) {
      known = type
    }
    let wanted = known?.containedTypes.map(\.identifier) ?? []
    var left = Set(wanted)
    for member in correlation.members {
      let saved = state.facts(of: member)
      guard let type = types[member] ?? saved?.type, saved?.isLive ?? true || imported else {
        throw .invalid(.memberMissing(member))
      }
      if !imported {
        // A source must not learn what another source saved.
        guard types[member] != nil || saved?.isOwn(of: by) == true else {
          throw .invalid(.memberMissing(member))
        }
      }
      let fits = known?.membership == .eachOnce ? left.remove(type) != nil : left.contains(type)
      if known != nil && !fits || !imported && !Self.isSample(type) {
        throw .invalid(.memberType(type: correlation.type, member: type))
      }
      if by != EventActor.owner { try requireShare(of: type, by: by, given: state) }
    }
    if known?.membership == .eachOnce, let missing = wanted.first(where: left.contains) {
      throw .invalid(.memberTypeMissing(type: correlation.type, member: missing))
    }
  }

  /// Requires a correlation to hold each member once, and not itself.
  private static func requireOnce(
    _ correlation: CorrelationContent, uuid: ObjectUUID
  ) throws(Rejection) {
    var seen: Set<ObjectUUID> = []
    for member in correlation.members {
      guard member != uuid else {
        let type = correlation.type
        throw .invalid(.memberType(type: type, member: type))
      }
      guard seen.insert(member).inserted else { throw .invalid(.uuidTwice(member)) }
    }
  }

  /// Correlations hold quantity and category samples; types that the catalogue does not know may be
  /// either.
  private static func isSample(_ type: String) -> Bool {
    switch TypeCatalogue.find(type) {
    case .quantity?, .category?, nil: true
    case .correlation?, .characteristic?, .workout?, .other?: false
    }
  }

  /// Checks the figures of a series that is not imported: they must fit each other and the value of
  /// the sample.
  static func check(
    seriesOf sample: QuantityContent, given state: some JournalState
  ) throws(Rejection) {
    guard let series = sample.series else { return }
    if let count = series.count, count < 1 || Int(exactly: count) == nil {
      throw .field("count", "a whole number of 1 or more")
    }
    let (least, most) = (series.minimum, series.maximum)
    if let least, let most, least > most { throw .field("minimum", "no more than maximum") }
    guard case .quantity(let type)? = state.catalogue.find(sample.type) else { return }
    if type.aggregationStyle.isCumulative {
      guard let sum = series.sum else { return }
      guard !isMore(sum, than: sample.value), !isMore(sample.value, than: sum) else {
        throw .field("sum", "the value of the sample, or absent")
      }
    } else {
      if let least, isMore(least, than: sample.value) {
        throw .field("minimum", "no more than the value")
      }
      if let most, isMore(sample.value, than: most) {
        throw .field("maximum", "no less than the value")
      }
    }
  }

  /// The figures of Apple's activity rings.
  private static let ringFigures = [
    "activeEnergyBurned", "activeEnergyBurnedGoal", "appleMoveTime", "appleMoveTimeGoal",
    "appleExerciseTime", "appleExerciseTimeGoal", "appleStandHours", "appleStandHoursGoal",
  ]

  /// Checks a summary that is not imported: it must have a day, and figures that are numbers of 0
  /// or more.
  static func check(_ summary: SummaryContent, fields: [Field]) throws(Rejection) {
    guard CivilDate(summary.date) != nil else { throw .field("date", "a day, such as 2026-11-20") }
    for name in ringFigures {
      let isRight =
        switch fields[name] {
        case .number(let number)?: number >= 0
        case .text(let text)?: Double(text).map { $0.isFinite && $0 >= 0 } ?? false
        case nil: true
        case .null?, .boolean?, .list?, .fields?: false
        }
      guard isRight else { throw .field(name, "a number of 0 or more") }
    }
  }

  /// Requires every number of an object to be finite: a line has no spelling for any other.
  func requireFinite(_ object: HealthObject) throws(Rejection) {
    guard object.content.isFinite, object.metadata.isFinite,
      object.fields.allSatisfy({ $0.value.isFinite })
    else { throw .invalid(.notFinite) }
  }
}

extension MetadataKey {
  /// A description of the values of the key, in words.
  fileprivate var expectation: String {
    switch valueClass {
    case .string: "text"
    case .date: "a date"
    case .quantity: "a quantity with a unit"
    case .number where isBoolean: "true or false, 1 or 0"
    case .number where isInteger: "a whole number"
    case .number: enumeration?.expectation ?? "a number"
    }
  }
}

extension Content {
  /// The unit of a quantity sample.
  fileprivate var unit: String? {
    guard case .quantity(let sample) = self else { return nil }
    return sample.unit
  }

  fileprivate var isFinite: Bool {
    switch self {
    case .quantity(let sample):
      sample.value.isFinite && (sample.series?.isFinite ?? true)
    case .workout(let workout): workout.isFinite
    case .category, .correlation, .characteristic, .summary, .document: true
    }
  }
}

extension SaveRequest {
  /// Returns the request with codes of category values instead of an export's names.
  func withCategoryCodes(of catalogue: JournalTypes) -> SaveRequest {
    var request = self
    for index in objects.indices {
      guard case .category(var sample) = objects[index].object.content,
        case .name(let name) = sample.value,
        case .category(let type)? = catalogue.find(sample.type),
        let value = type.value(exportName: name)
      else { continue }
      sample.value = .code(value.rawValue)
      request.objects[index].object.content = .category(sample)
    }
    return request
  }
}

extension SeriesSummary {
  fileprivate var isFinite: Bool {
    [count, minimum, maximum, sum].allSatisfy { $0?.isFinite ?? true }
  }
}

extension WorkoutContent {
  fileprivate var isFinite: Bool {
    duration.isFinite && totals.values.allSatisfy { $0.value.isFinite }
      && events.allSatisfy(\.isFinite) && statistics.allSatisfy(\.isFinite)
      && activities.allSatisfy { part in
        part.duration?.isFinite ?? true && part.events.allSatisfy(\.isFinite)
          && part.statistics.allSatisfy(\.isFinite) && part.metadata.isFinite
      }
  }
}

extension WorkoutEvent {
  fileprivate var isFinite: Bool { duration?.isFinite ?? true && metadata.isFinite }
}

extension WorkoutStatistics {
  fileprivate var isFinite: Bool {
    [sum, average, minimum, maximum].allSatisfy { $0?.isFinite ?? true }
  }
}

extension Metadata {
  fileprivate var isFinite: Bool {
    entries.allSatisfy { entry in
      switch entry.value {
      case .number(let number), .quantity(let number, unit: _): number.isFinite
      case .string, .boolean, .date: true
      }
    }
  }
}

extension FieldValue {
  fileprivate var isFinite: Bool {
    switch self {
    case .number(let number): number.isFinite
    case .list(let values): values.allSatisfy(\.isFinite)
    case .fields(let fields): fields.allSatisfy { $0.value.isFinite }
    case .null, .text, .boolean: true
    }
  }
}
