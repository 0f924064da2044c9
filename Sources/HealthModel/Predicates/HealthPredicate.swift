/// Which objects are meant: the counterpart of NSPredicate and of HKQuery's predicates.
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
  /// This does not hold.
  case not(HealthPredicate)
  /// At least one part of the workout is as the predicate says, whose `activity…` key paths are
  /// then those of that part alone.
  case workoutActivity(HealthPredicate)

  /// A comparison of a key path.
  ///
  /// - Parameter key: what stands after the point: the key of metadata, a property of the device,
  ///   the type of a workout's statistics.
  public static func compare(
    _ path: PredicateKeyPath, key: String? = nil, _ operation: PredicateOperator,
    _ values: PredicateValue...
  ) -> HealthPredicate {
    .comparison(PredicateComparison(path, key: key, operation, values))
  }

  /// Both hold.
  public static func && (left: HealthPredicate, right: HealthPredicate) -> HealthPredicate {
    if case .and(let terms) = left { return .and(terms + [right]) }
    return .and([left, right])
  }

  /// One of them holds, or both.
  public static func || (left: HealthPredicate, right: HealthPredicate) -> HealthPredicate {
    if case .or(let terms) = left { return .or(terms + [right]) }
    return .or([left, right])
  }

  /// It does not hold.
  public static prefix func ! (predicate: HealthPredicate) -> HealthPredicate { .not(predicate) }

  /// All of them hold: of none every object, of one that one.
  public static func every(_ terms: [HealthPredicate]) -> HealthPredicate {
    terms.count > 1 ? .and(terms) : terms.first ?? .all
  }

  /// One of them holds: of none no object, of one that one.
  public static func either(_ terms: [HealthPredicate]) -> HealthPredicate {
    terms.count > 1 ? .or(terms) : terms.first ?? .nothing
  }
}

/// A key path, an operator and what is compared with.
public struct PredicateComparison: Hashable, Sendable {
  /// What is compared.
  public let path: PredicateKeyPath
  /// What stands after the point of the key path, as in `metadata.HKTimeZone`.
  public let key: String?
  /// How.
  public let operation: PredicateOperator
  /// With what: one value; for `between` two, for `in` any number.
  public let values: [PredicateValue]

  /// A comparison. A wrong number of values is a programmer's error and traps.
  public init(
    _ path: PredicateKeyPath, key: String? = nil, _ operation: PredicateOperator,
    _ values: [PredicateValue]
  ) {
    switch operation {
    case .in: break
    case .between: precondition(values.count == 2, "between takes two values")
    case .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual, .contains,
      .beginsWith, .like:
      precondition(values.count == 1, "a comparison takes one value")
    }
    self.path = path
    self.key = key
    self.operation = operation
    self.values = values
  }
}

/// How a comparison compares: NSComparisonPredicate's operators.
public enum PredicateOperator: String, Hashable, Sendable, CaseIterable {
  /// Equal.
  case equal = "="
  /// Not equal, or not there.
  case notEqual = "!="
  /// Less or earlier.
  case less = "<"
  /// Not more or later.
  case lessOrEqual = "<="
  /// More or later.
  case greater = ">"
  /// Not less or earlier.
  case greaterOrEqual = ">="
  /// Equal to one of several.
  case `in`
  /// From the first of two values to the second, both included.
  case between
  /// Holds the text, in either case of its letters.
  case contains
  /// Begins with the text, in either case of its letters.
  case beginsWith
  /// Is as the pattern, in either case of its letters: `*` any characters, `?` one.
  case like
}

/// What a key path is compared with.
public enum PredicateValue: Hashable, Sendable {
  /// Words.
  case text(String)
  /// A number without a unit; finite.
  case number(Double)
  /// A number with a unit; finite.
  case quantity(Double, Unit)
  /// Yes or no.
  case boolean(Bool)
  /// A moment as people type it: RFC 3339, `2026-03-01`, `yesterday 22:00`. The journal's time zone
  /// tells which one it is.
  case time(String)
  /// A day of the calendar.
  case day(CivilDate)
  /// A uuid.
  case uuid(ObjectUUID)
  /// No value: `device = none` holds where there is no device, `device != none` where there is one.
  case missing

  /// A moment.
  public static func instant(_ instant: Instant) -> PredicateValue {
    .time(Timestamp(instant: instant, offsetMinutes: 0).description)
  }
}
