/// A condition for objects: the counterpart of NSPredicate and of HKQuery's predicates.
///
///     let long: HealthPredicate = .workouts(operator: .greaterOrEqual, duration: 1800)
///     let mine = .workouts(activity: .running) && long && .objects(from: ["com.example.app"])
///     mine.description
///     // "activity = running and duration >= 1800 s and source = com.example.app"
///     try HealthPredicate(mine.description) == mine   // true
///
/// What an object does not have differs from every value: `device != Watch` and
/// `not (device = Watch)` hold for objects without a device, every other comparison with it does
/// not.
public indirect enum HealthPredicate: Hashable, Sendable {
  /// Every object.
  case all
  /// No object.
  case nothing
  /// A comparison holds.
  case comparison(PredicateComparison)
  /// Each of these holds; two or more.
  case and([HealthPredicate])
  /// At least one of these holds; two or more.
  case or([HealthPredicate])
  /// The opposite: this does not hold.
  case not(HealthPredicate)
  /// A condition on parts of a workout: it holds for at least one part; its `activity…` key paths
  /// are then those of that part alone.
  case workoutActivity(HealthPredicate)

  /// Returns a comparison of a key path.
  ///
  /// - Parameter key: the text after the point: the key of metadata, a property of the device,
  ///   the type of a workout's statistics.
  public static func compare(
    _ path: PredicateKeyPath, key: String? = nil, _ operation: PredicateOperator,
    _ values: PredicateValue...
  ) -> HealthPredicate {
    .comparison(PredicateComparison(path, key: key, operation, values))
  }

  private static func compare(
    _ path: PredicateKeyPath, key: String? = nil, in values: [PredicateValue]
  ) -> HealthPredicate {
    .comparison(PredicateComparison(path, key: key, .in, values))
  }

  /// Returns a predicate that is true if both are true.
  public static func && (left: HealthPredicate, right: HealthPredicate) -> HealthPredicate {
    if case .and(let terms) = left { return .and(terms + [right]) }
    return .and([left, right])
  }

  /// Returns a predicate that is true if at least one of them is true.
  public static func || (left: HealthPredicate, right: HealthPredicate) -> HealthPredicate {
    if case .or(let terms) = left { return .or(terms + [right]) }
    return .or([left, right])
  }

  /// Returns a predicate that is true if this one is false.
  public static prefix func ! (predicate: HealthPredicate) -> HealthPredicate { .not(predicate) }

  /// Returns a predicate that is true if all terms are true. Without terms it is true for every
  /// object.
  public static func every(_ terms: [HealthPredicate]) -> HealthPredicate {
    terms.count > 1 ? .and(terms) : terms.first ?? .all
  }

  /// Returns a predicate that is true if a term is true. Without terms it is false for every
  /// object.
  public static func either(_ terms: [HealthPredicate]) -> HealthPredicate {
    terms.count > 1 ? .or(terms) : terms.first ?? .nothing
  }

  /// The rule for samples at the borders of a window of time: HKQueryOptions.
  public struct QueryOptions: OptionSet, Hashable, Sendable {
    /// The raw value of HealthKit's option.
    public let rawValue: Int
    /// Creates options of this raw value.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// Leaves out samples that start before the window.
    public static let strictStartDate = QueryOptions(rawValue: 1)
    /// Leaves out samples that end at the window's end or later.
    public static let strictEndDate = QueryOptions(rawValue: 2)
  }

  /// Samples in a window of time, open where a border is nil.
  ///
  /// Without options what overlaps it: ends at `start` or later and begins before `end`. Source:
  /// predicateForSamples(withStart:end:options:).
  public static func samples(
    from start: Instant?, to end: Instant?, options: QueryOptions = []
  ) -> HealthPredicate {
    var windows: [HealthPredicate] = []
    if options.contains(.strictStartDate) {
      windows += overlap(of: .startDate, .startDate, from: start, to: end)
    }
    if options.contains(.strictEndDate) {
      windows += overlap(of: .endDate, .endDate, from: start, to: end)
    }
    if options.isEmpty { windows += overlap(of: .startDate, .endDate, from: start, to: end) }
    return every(windows)
  }

  /// Comparisons that let through what begins before the end of a window and ends at its start or
  /// later.
  private static func overlap(
    of first: PredicateKeyPath, _ last: PredicateKeyPath, from start: Instant?, to end: Instant?
  ) -> [HealthPredicate] {
    [
      start.map { .compare(last, .greaterOrEqual, .instant($0)) },
      end.map { .compare(first, .less, .instant($0)) },
    ].compactMap { $0 }
  }

  /// Objects of these sources, by name or bundle.
  public static func objects(from sources: [String]) -> HealthPredicate {
    compare(.source, in: sources.map { .text($0) })
  }

  /// Returns a predicate for objects of these versions of sources; a source without a version means
  /// all its versions.
  public static func objects(fromSourceRevisions sources: [Source]) -> HealthPredicate {
    either(
      sources.map { source in
        let own = compare(.source, .equal, .text(source.bundle ?? source.name))
        guard let version = source.version else { return own }
        return own && compare(.sourceRevision, .equal, .text(version))
      })
  }

  /// Returns a predicate for the object with this uuid.
  public static func object(withUUID uuid: ObjectUUID) -> HealthPredicate {
    compare(.uuid, .equal, .uuid(uuid))
  }

  /// Returns a predicate for the objects of these uuids.
  public static func objects(withUUIDs uuids: [ObjectUUID]) -> HealthPredicate {
    compare(.uuid, in: uuids.map { .uuid($0) })
  }

  /// Objects of these devices, by their names.
  public static func objects(fromDevices names: [String]) -> HealthPredicate {
    compare(.device, in: names.map { .text($0) })
  }

  /// Objects whose device has one of these values.
  public static func objects(
    withDeviceProperty property: DeviceProperty, allowedValues: [String]
  ) -> HealthPredicate {
    compare(.device, key: property.rawValue, in: allowedValues.map { .text($0) })
  }

  /// Samples that are members of no correlation.
  public static var objectsWithNoCorrelation: HealthPredicate {
    compare(.correlation, .equal, .missing)
  }

  /// Samples that belong to a workout.
  public static func objects(fromWorkout workout: ObjectUUID) -> HealthPredicate {
    compare(.workout, .equal, .uuid(workout))
  }

  // MARK: Metadata

  /// Objects that have this key in their metadata.
  public static func metadata(key: String) -> HealthPredicate {
    compare(.metadata, key: key, .notEqual, .missing)
  }

  /// Objects whose metadata has one of these values.
  public static func metadata(key: String, allowedValues: [MetadataValue]) -> HealthPredicate {
    compare(.metadata, key: key, in: allowedValues.map { PredicateValue($0) })
  }

  /// Objects whose metadata compares so.
  public static func metadata(
    key: String, operator operation: PredicateOperator, value: MetadataValue
  ) -> HealthPredicate {
    compare(.metadata, key: key, operation, PredicateValue(value))
  }

  // MARK: Values

  /// Returns a predicate for quantity samples by a comparison of their quantity.
  public static func quantitySamples(
    operator operation: PredicateOperator, quantity value: Double, _ unit: Unit
  ) -> HealthPredicate {
    compare(.quantity, operation, .quantity(value, unit))
  }

  /// Returns a predicate for category samples by a comparison of their raw value.
  public static func categorySamples(
    operator operation: PredicateOperator, value: Int
  ) -> HealthPredicate {
    compare(.categoryValue, operation, .number(Double(value)))
  }

  /// Returns a predicate for category samples of one of these raw values.
  public static func categorySamples(equalTo values: [Int]) -> HealthPredicate {
    compare(.categoryValue, in: values.map { .number(Double($0)) })
  }

  // MARK: Workouts

  /// Returns a predicate for workouts of this activity.
  public static func workouts(activity: WorkoutActivityType) -> HealthPredicate {
    compare(.workoutType, .equal, .text(activity.name))
  }

  /// Workouts whose active time in seconds compares so.
  public static func workouts(
    operator operation: PredicateOperator, duration seconds: Double
  ) -> HealthPredicate {
    compare(.workoutDuration, operation, .quantity(seconds, .second))
  }

  /// Workouts whose energy compares so.
  public static func workouts(
    operator operation: PredicateOperator, totalEnergyBurned value: Double, _ unit: Unit
  ) -> HealthPredicate {
    compare(.workoutTotalEnergyBurned, operation, .quantity(value, unit))
  }

  /// Workouts whose distance compares so.
  public static func workouts(
    operator operation: PredicateOperator, totalDistance value: Double, _ unit: Unit
  ) -> HealthPredicate {
    compare(.workoutTotalDistance, operation, .quantity(value, unit))
  }

  /// Workouts over which the sum of a type compares so.
  public static func workouts(
    operator operation: PredicateOperator, sumQuantityType type: QuantityType,
    _ value: Double, _ unit: Unit
  ) -> HealthPredicate {
    compare(.workoutSumQuantity, key: type.shortName, operation, .quantity(value, unit))
  }

  /// Returns a predicate for workouts with a part for which this predicate holds.
  public static func workouts(activityPredicate: HealthPredicate) -> HealthPredicate {
    .workoutActivity(activityPredicate)
  }

  /// Parts of workouts of this activity.
  public static func workoutActivities(activity: WorkoutActivityType) -> HealthPredicate {
    compare(.workoutActivityType, .equal, .text(activity.name))
  }

  /// Parts of workouts whose active time in seconds compares so.
  public static func workoutActivities(
    operator operation: PredicateOperator, duration seconds: Double
  ) -> HealthPredicate {
    compare(.workoutActivityDuration, operation, .quantity(seconds, .second))
  }

  /// Parts of workouts that overlap a window of time, open where a border is nil.
  public static func workoutActivities(
    start: Instant?, end: Instant?
  ) -> HealthPredicate {
    every(overlap(of: .workoutActivityStartDate, .workoutActivityEndDate, from: start, to: end))
  }
}

/// A key path, an operator and what is compared with.
public struct PredicateComparison: Hashable, Sendable {
  /// The property that is compared.
  public let path: PredicateKeyPath
  /// The part after the point of the key path, as in `metadata.HKTimeZone`.
  public let key: String?
  /// The operator.
  public let operation: PredicateOperator
  /// The values to compare with: one; two for `between`, any number for `in`.
  public let values: [PredicateValue]

  /// Makes a comparison. A wrong number of values is a programmer's error and traps.
  public init(
    _ path: PredicateKeyPath, key: String? = nil, _ operation: PredicateOperator,
    _ values: [PredicateValue]
  ) {
    precondition(
      operation == .in || values.count == (operation == .between ? 2 : 1),
      "between takes two values, and a comparison one")
    self.path = path
    self.key = key
    self.operation = operation
    self.values = values
  }
}

/// The operators of a comparison: those of NSComparisonPredicate.
public enum PredicateOperator: String, Hashable, Sendable, CaseIterable {
  /// Equal.
  case equal = "="
  /// A value that is not equal, or not there.
  case notEqual = "!="
  /// A value that is less or earlier.
  case less = "<"
  /// A value that is not more or later.
  case lessOrEqual = "<="
  /// A value that is more or later.
  case greater = ">"
  /// A value that is not less or earlier.
  case greaterOrEqual = ">="
  /// A value that is equal to one of several.
  case `in`
  /// A value from the first of two values to the second, both included.
  case between
  /// Holds the text, in either case of its letters.
  case contains
  /// Begins with the text, in either case of its letters.
  case beginsWith
  /// Is as the pattern, in either case of its letters: `*` any characters, `?` one.
  case like

  /// True if the operator asks for less or more.
  package var isOrder: Bool {
    [.less, .lessOrEqual, .greater, .greaterOrEqual, .between].contains(self)
  }

  /// True where a part of a text is enough.
  package var isOfParts: Bool {
    switch self {
    case .contains, .beginsWith, .like: true
    case .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual, .in, .between: false
    }
  }

  /// True if the values are written in braces.
  var takesList: Bool { self == .in || self == .between }
}

/// A value that a key path is compared with.
public enum PredicateValue: Hashable, Sendable {
  /// A text.
  case text(String)
  /// A number without a unit; finite.
  case number(Double)
  /// A number with a unit; finite.
  case quantity(Double, Unit)
  /// A boolean: yes or no.
  case boolean(Bool)
  /// A moment as people type it: RFC 3339, `2026-03-01`, `yesterday 22:00`. The journal's time zone
  /// decides which one it is.
  case time(String)
  /// A day of the calendar.
  case day(CivilDate)
  /// A uuid.
  case uuid(ObjectUUID)
  /// No value: `device = none` holds where there is no device, `device != none` where there is one.
  case missing

  /// Returns the value of a moment.
  public static func instant(_ instant: Instant) -> PredicateValue {
    .time(Timestamp(instant: instant, offsetMinutes: 0).description)
  }

  /// Returns the text of a value after a key path of this kind.
  fileprivate func text(of kind: PredicateValueKind) -> String {
    switch self {
    case .text(let text): PredicateText.word(text, startsWithLetter: true)
    case .time(let text): PredicateText.word(text, startsWithLetter: false)
    case .number(let number): PredicateText.number(number)
    case .quantity(let number, let unit) where unit.isPercent:
      "\(PercentNumber.hundredfold(of: PredicateText.number(number))) \(unit)"
    case .quantity(let number, let unit): "\(PredicateText.number(number)) \(unit)"
    case .boolean(let flag): flag ? "true" : "false"
    case .day(let day): day.description
    case .uuid(let uuid): uuid.description
    case .missing: "none"
    }
  }

  /// Creates the value of a value of metadata; a quantity whose unit is not valid is its number.
  public init(_ value: MetadataValue) {
    switch value {
    case .string(let text): self = .text(text)
    case .number(let number): self = .number(number)
    case .boolean(let flag): self = .boolean(flag)
    case .date(let date): self = .text(date.description)
    case .quantity(let number, let unit):
      self = (try? Unit(unit)).map { .quantity(number, $0) } ?? .number(number)
    }
  }
}

extension HealthPredicate: CustomStringConvertible {
  /// Reads a predicate as people type it; `Docs/PREDICATES.md` has the grammar.
  ///
  ///     try HealthPredicate("activity = other and not (duration >= 30 min)")
  ///
  /// - Throws: `PredicateProblem`, which points at the character.
  public init(_ text: String) throws(PredicateProblem) {
    var parser = PredicateParser(text)
    self = try parser.parse()
  }

  /// The canonical text; reading it gives an equal predicate.
  public var description: String {
    switch self {
    case .all: "all"
    case .nothing: "none"
    case .comparison(let comparison): comparison.description
    case .and(let terms):
      terms.isEmpty ? "all" : terms.map { $0.text(under: 2) }.joined(separator: " and ")
    case .or(let terms):
      terms.isEmpty ? "none" : terms.map { $0.text(under: 1) }.joined(separator: " or ")
    case .not(let term): "not \(term.text(under: 3))"
    case .workoutActivity(let term): "\(PredicateKeyPath.workoutActivity.rawValue) (\(term))"
    }
  }

  /// Returns the text, in parentheses if a neighbour binds as tightly or tighter.
  private func text(under strength: Int) -> String {
    let own =
      switch self {
      case .or: 1
      case .and: 2
      case .not: 3
      case .all, .nothing, .comparison, .workoutActivity: 4
      }
    return own > strength || own == 3 && strength == 3 ? description : "(\(description))"
  }
}

extension PredicateComparison: CustomStringConvertible {
  /// The canonical text.
  public var description: String {
    let name = path.rawValue + (key.map { "." + PredicateText.key($0) } ?? "")
    let texts = values.map { $0.text(of: path.kind) }
    let value = operation.takesList ? "{\(texts.joined(separator: ", "))}" : texts[0]
    return "\(name) \(operation.rawValue) \(value)"
  }
}

/// The spelling of words and numbers in a predicate.
enum PredicateText {
  /// Words that mean something else without quotes.
  static let reserved: Set<String> = [
    "all", "none", "and", "or", "not", "true", "false", "yes", "no", "in", "between", "contains",
    "beginswith", "like",
  ]

  /// Returns a word as it is if it can be nothing else, otherwise in quotes.
  static func word(_ text: String, startsWithLetter: Bool) -> String {
    let start = text.unicodeScalars.first.map { !startsWithLetter || isLetter($0) } ?? false
    let isPlain = isPlain(text, signs: startsWithLetter ? "._-" : "._-:+")
    return isPlain && start && !reserved.contains(text.lowercased()) ? text : quoted(text)
  }

  /// Returns the text of a key of a key path, in quotes if it needs them.
  static func key(_ text: String) -> String {
    isPlain(text, signs: "_-") && !text.isEmpty ? text : quoted(text)
  }

  private static func isPlain(_ text: String, signs: String) -> Bool {
    text.unicodeScalars.allSatisfy {
      isLetter($0) || isDigit($0) || signs.unicodeScalars.contains($0)
    }
  }

  /// Returns the shortest decimal that reads back to the same double.
  static func number(_ number: Double) -> String {
    if number.magnitude < 1e15, number == Double(Int64(number)),
      !(number == 0 && number.sign == .minus)
    {
      return String(Int64(number))
    }
    return "\(number)"
  }

  private static func quoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      if scalar == "\"" || scalar == "\\" { quoted.unicodeScalars.append("\\") }
      quoted.unicodeScalars.append(scalar)
    }
    return quoted + "\""
  }

  /// Returns true if a text begins as numbers do.
  static func startsNumber(_ text: String) -> Bool {
    text.unicodeScalars.first.map { isDigit($0) || "+-.".unicodeScalars.contains($0) } ?? false
  }

  static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
    ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar)
  }

  static func isDigit(_ scalar: Unicode.Scalar) -> Bool { ("0"..."9").contains(scalar) }
}

/// The properties of a device that predicates compare: HKDevicePropertyKey.
public enum DeviceProperty: String, Hashable, Sendable, CaseIterable {
  /// The name, as `Apple Watch`.
  case name
  /// The manufacturer, as `Apple Inc.`.
  case manufacturer
  /// The model, as `Watch`.
  case model
  /// The hardware version, as `Watch7,2`.
  case hardware
  /// The firmware version.
  case firmware
  /// The software version.
  case software
  /// The name that the phone gave to the device.
  case localIdentifier
  /// The device part of a UDI.
  case udi
}
