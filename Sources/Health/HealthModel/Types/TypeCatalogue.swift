/// Every object type by its identifier and by the names that people type.
///
/// Nothing is built before it is used: the first `resolve` of other than a quantity's short name
/// costs some tens of microseconds.
public enum TypeCatalogue {
  /// Every type: quantities, categories, characteristics, correlations, workout and the others.
  public static var all: [ObjectType] {
    QuantityType.all.map(ObjectType.quantity) + CategoryType.all.map(ObjectType.category)
      + allOthers
  }

  private static var allOthers: [ObjectType] {
    CharacteristicType.all.map(ObjectType.characteristic)
      + CorrelationType.all.map(ObjectType.correlation)
      + OtherType.all.map { type in
        type.identifier == ObjectType.workoutIdentifier ? .workout : .other(type)
      }
  }

  /// Returns the type with this full identifier.
  ///
  ///     TypeCatalogue.find("HKQuantityTypeIdentifierStepCount")   // .quantity(.stepCount)
  ///     TypeCatalogue.find("HKQuantityTypeIdentifierFromTheFuture") // nil: keep the text
  ///
  /// - Complexity: O(log n) in the number of types of a kind.
  public static func find(_ identifier: String) -> ObjectType? {
    if identifier.hasPrefix("HKQ") { return quantity(identifier) }
    return identifier.hasPrefix("HKCat") ? category(identifier) : others[identifier]
  }

  // Most programs ask for quantities and categories only. Their tables are in order: so those
  // programs build no index.

  private static func quantity(_ identifier: String) -> ObjectType? {
    let rows = QuantityTable.rows
    let index = rows.indices.partitioningIndex { rows[$0].identifier >= identifier }
    guard index < rows.count, rows[index].identifier == identifier else { return nil }
    return .quantity(QuantityType(index: UInt8(index)))
  }

  private static func category(_ identifier: String) -> ObjectType? {
    let rows = CategoryTable.rows
    let first = rows.indices.partitioningIndex { rows[$0].identifier >= identifier }
    // A superseded constant has the identifier of the one after it.
    guard
      let index = rows[first...].firstIndex(where: { !$0.isSuperseded }),
      rows[index].identifier == identifier
    else { return nil }
    return .category(CategoryType(index: UInt8(index)))
  }

  /// Returns the type that a person means by a name.
  ///
  ///     try TypeCatalogue.resolve("heart-rate")   // .quantity(.heartRate)
  ///     try TypeCatalogue.resolve("steps")        // .quantity(.stepCount)
  ///     try TypeCatalogue.resolve("stepcout")     // throws, suggesting stepCount
  ///
  /// It accepts the full identifier, the short name, `name(of:)` and the aliases of `Aliases`, in
  /// any case and with or without the separators `-`, `_`, `.` and space.
  ///
  /// - Throws: `UnknownType` with up to three short names: those within a few slips of the
  ///   keyboard or, if there are none, those that contain the text.
  public static func resolve(_ name: String) throws(UnknownType) -> ObjectType {
    if let known = meant(by: name) { return known }
    throw UnknownType(kind: .type, name: name, suggestions: byName.suggestions(for: name))
  }

  /// Returns the same type; nil if there is none. It looks for no suggestions, which take longer.
  package static func meant(by name: String) -> ObjectType? {
    quantity(called: name) ?? find(name) ?? byName.find(name)
      ?? byFoldedIdentifier[NameMatching.fold(name)]
  }

  private static let byFoldedIdentifier = Dictionary(
    all.map { (NameMatching.fold($0.identifier), $0) }, uniquingKeysWith: { first, _ in first })

  /// Returns the short name of a type; its identifier if the catalogue does not know it.
  ///
  ///     TypeCatalogue.shortName(of: "HKQuantityTypeIdentifierStepCount")   // "stepCount"
  package static func shortName(of identifier: String) -> String {
    find(identifier)?.shortName ?? identifier
  }

  /// Returns the quantity type with exactly this short name, which most people type: found without
  /// an index, because making one costs more than all else of a short command.
  private static func quantity(called name: String) -> ObjectType? {
    guard let index = QuantityTable.rows.firstIndex(where: { $0.shortName == name }) else {
      return nil
    }
    return .quantity(QuantityType(index: UInt8(index)))
  }

  /// Returns the types whose identifier, short name or alias contains every word of the text.
  ///
  ///     TypeCatalogue.search("blood pressure").map(\.shortName)
  ///     // bloodPressureDiastolic, bloodPressureSystolic, bloodPressure
  ///     TypeCatalogue.search("")   // all of them
  ///
  /// The types are in the order of `all`; the search is linear.
  package static func search(_ text: String) -> [ObjectType] {
    let words = text.split(separator: " ").map { NameMatching.fold(String($0)) }
    return all.filter { type in
      let aliases = Aliases.types.filter { $0.value == type.shortName }.map(\.key)
      let names = ([type.identifier, type.shortName] + aliases).map(NameMatching.fold)
      return words.allSatisfy { word in names.contains { $0.holds(word) } }
    }
  }

  private static let others: [String: ObjectType] = Dictionary(
    uniqueKeysWithValues: allOthers.map { ($0.identifier, $0) })

  private static let byName: NameIndex<ObjectType> = {
    var entries = all.map { NameIndex.Entry(name: $0.shortName, shown: $0.shortName, value: $0) }
    let named = Dictionary(uniqueKeysWithValues: all.map { ($0.shortName, $0) })
    entries += all.map { type in
      NameIndex.Entry(name: name(ofShort: type.shortName), shown: type.shortName, value: type)
    }
    for row in CategoryTable.rows where row.isSuperseded {
      guard let type = find(row.identifier) else { continue }
      entries.append(NameIndex.Entry(name: row.shortName, shown: type.shortName, value: type))
    }
    for alias in Aliases.types {
      guard let type = named[alias.value] else { continue }
      entries.append(NameIndex.Entry(name: alias.key, shown: alias.value, value: type))
    }
    return NameIndex(entries)
  }()
}

/// The comparison of names that people type.
enum NameMatching {
  /// Returns the name with a small first letter, which is ASCII: `stepCount` for `StepCount`.
  static func small(_ name: String) -> String { withFirst(of: name) { $0 | 0x20 } }

  /// Returns the name in its form after another one: `StepCount` for `stepCount`.
  static func capital(_ name: String) -> String { withFirst(of: name) { $0 & 0xDF } }

  /// Returns the name with its first byte changed: every start of a program makes some hundred of
  /// them.
  private static func withFirst(of name: String, _ change: (UInt8) -> UInt8) -> String {
    var bytes = Array(name.utf8)
    guard let first = bytes.first, (0x61...0x7A).contains(first | 0x20) else { return name }
    bytes[0] = change(first)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Letters in lower case, without the separators `-`, `_`, `.` and space.
  ///
  ///     NameMatching.fold("Heart Rate")   // "heartrate"
  static func fold(_ name: String) -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(name.utf8.count)
    for byte in name.utf8 {
      switch byte {
      case UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."), UInt8(ascii: " "): continue
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): bytes.append(byte + 32)
      default: bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Returns the Damerau–Levenshtein distance; two letters that changed places count as one slip.
  ///
  ///     NameMatching.distance(Array("stepcuont".utf8), Array("stepcount".utf8))   // 1
  ///
  /// - Complexity: the product of the lengths.
  static func distance(_ left: [UInt8], _ right: [UInt8]) -> Int {
    var before: [Int] = []
    var above = Array(0...right.count)
    for i in left.indices {
      var row = [i + 1]
      for j in right.indices {
        let swap = left[i] == right[j] ? 0 : 1
        var best = min(above[j] + swap, above[j + 1] + 1, row[j] + 1)
        if i > 0, j > 0, left[i] == right[j - 1], left[i - 1] == right[j] {
          best = min(best, before[j - 1] + 1)
        }
        row.append(best)
      }
      (before, above) = (above, row)
    }
    return above[right.count]
  }
}

/// Values by the names that people type, with the nearest names for a slip.
struct NameIndex<Value: Sendable>: Sendable {
  /// An entry: a name, the name to suggest, and the value.
  struct Entry: Sendable {
    let name: String
    let shown: String
    let value: Value
  }

  private let entries: [Entry]
  private let values: [String: Value]

  /// Creates an index; the first entry with a name keeps it.
  init(_ entries: [Entry]) {
    var values: [String: Value] = [:]
    values.reserveCapacity(entries.count)
    for entry in entries {
      let folded = NameMatching.fold(entry.name)
      if values[folded] == nil { values[folded] = entry.value }
    }
    self.entries = entries
    self.values = values
  }

  /// Returns the value with this name, in any case and with any separators.
  func find(_ name: String) -> Value? { values[NameMatching.fold(name)] }

  /// Returns up to three names within reach of a slip (a quarter of the letters, 1 to 3 of them);
  /// if there are none, the shortest names that contain the text.
  func suggestions(for name: String) -> [String] {
    let typed = Array(NameMatching.fold(name).utf8)
    guard (2...64).contains(typed.count) else { return [] }
    let reach = min(max(typed.count / 4, 1), 3)
    var near: [(rank: Int, shown: String)] = []
    var containing: [(rank: Int, shown: String)] = []
    for entry in entries {
      let folded = Array(NameMatching.fold(entry.name).utf8)
      if abs(folded.count - typed.count) <= reach {
        let distance = NameMatching.distance(typed, folded)
        if distance <= reach { near.append((distance, entry.shown)) }
      }
      if typed.count > 2, folded.count > typed.count, folded.holds(typed) {
        containing.append((folded.count, entry.shown))
      }
    }
    return Self.firstThree(near.isEmpty ? containing : near)
  }

  private static func firstThree(_ found: [(rank: Int, shown: String)]) -> [String] {
    var names: [String] = []
    for (_, shown) in found.sorted(by: { ($0.rank, $0.shown) < ($1.rank, $1.shown) })
    where !names.contains(shown) {
      names.append(shown)
      if names.count == 3 { break }
    }
    return names
  }
}

/// The names that may have been meant by a word that is not a known name.
package enum NearestNames {
  /// Returns up to three names within reach of a slip, else those that contain the word.
  ///
  ///     NearestNames.of("dayly", among: ["daily", "delete"])   // ["daily"]
  package static func of(_ word: String, among names: [String]) -> [String] {
    NameIndex(names.map { .init(name: $0, shown: $0, value: $0) }).suggestions(for: word)
  }
}

/// The names that people use for types and activities, besides HealthKit's short names.
///
/// An alias is here only if it can mean one thing. `calories`, `energy`, `audio` and `cycling`
/// could mean several: they get suggestions instead.
///
/// An alias is a folded name (lower case, no separators), with the short name that it means.
enum Aliases {
  /// For `TypeCatalogue.resolve`.
  static let types: KeyValuePairs = [
    // Activity.
    "steps": "stepCount", "step": "stepCount", "distance": "distanceWalkingRunning",
    "walkingdistance": "distanceWalkingRunning", "runningdistance": "distanceWalkingRunning",
    "cyclingdistance": "distanceCycling", "swimmingdistance": "distanceSwimming",
    "flights": "flightsClimbed", "floors": "flightsClimbed", "strokes": "swimmingStrokeCount",
    "strokecount": "swimmingStrokeCount", "activeenergy": "activeEnergyBurned",
    "activecalories": "activeEnergyBurned", "restingenergy": "basalEnergyBurned",
    "basalenergy": "basalEnergyBurned", "restingcalories": "basalEnergyBurned",
    "exercise": "appleExerciseTime", "exercisetime": "appleExerciseTime",
    "exerciseminutes": "appleExerciseTime", "movetime": "appleMoveTime",
    "standtime": "appleStandTime", "standhour": "appleStandHour", "standhours": "appleStandHour",
    "daylight": "timeInDaylight", "rings": "activitySummary", "workouts": "workout",
    "route": "workoutRoute", "routes": "workoutRoute",
    // Heart.
    "pulse": "heartRate", "hr": "heartRate", "rhr": "restingHeartRate",
    "restingpulse": "restingHeartRate", "hrv": "heartRateVariabilitySDNN",
    "heartratevariability": "heartRateVariabilitySDNN", "sdnn": "heartRateVariabilitySDNN",
    "rmssd": "heartRateVariabilityRMSSD",
    "vo2": "vo2Max", "cardiofitness": "vo2Max", "bp": "bloodPressure",
    "systolic": "bloodPressureSystolic", "diastolic": "bloodPressureDiastolic",
    "ecg": "electrocardiogram", "ekg": "electrocardiogram", "heartbeats": "heartbeatSeries",
    "afib": "atrialFibrillationBurden",
    // Body.
    "weight": "bodyMass", "mass": "bodyMass", "bmi": "bodyMassIndex",
    "bodyfat": "bodyFatPercentage", "leanmass": "leanBodyMass", "waist": "waistCircumference",
    "temperature": "bodyTemperature", "wristtemperature": "appleSleepingWristTemperature",
    "spo2": "oxygenSaturation", "oxygen": "oxygenSaturation", "bloodoxygen": "oxygenSaturation",
    "respiration": "respiratoryRate", "breathing": "respiratoryRate", "glucose": "bloodGlucose",
    "bloodsugar": "bloodGlucose", "insulin": "insulinDelivery", "bac": "bloodAlcoholContent",
    "falls": "numberOfTimesFallen",
    // Food.
    "dietaryenergy": "dietaryEnergyConsumed", "dietarycalories": "dietaryEnergyConsumed",
    "water": "dietaryWater", "caffeine": "dietaryCaffeine", "protein": "dietaryProtein",
    "carbs": "dietaryCarbohydrates", "carbohydrates": "dietaryCarbohydrates",
    "fat": "dietaryFatTotal", "sugar": "dietarySugar", "fiber": "dietaryFiber",
    "fibre": "dietaryFiber", "sodium": "dietarySodium", "cholesterol": "dietaryCholesterol",
    "drinks": "numberOfAlcoholicBeverages", "meal": "food",
    // Mind, sleep and the rest.
    "sleep": "sleepAnalysis", "mindfulness": "mindfulSession", "mindfulminutes": "mindfulSession",
    "meditation": "mindfulSession", "mood": "stateOfMind", "period": "menstrualFlow",
    "menstruation": "menstrualFlow", "handwashing": "handwashingEvent",
    "toothbrushing": "toothbrushingEvent",
    // The person.
    "sex": "biologicalSex", "gender": "biologicalSex", "birthday": "dateOfBirth",
    "birthdate": "dateOfBirth", "dob": "dateOfBirth", "skintype": "fitzpatrickSkinType",
    "wheelchair": "wheelchairUse",
  ]

  /// For `WorkoutActivityType.resolve`.
  static let workoutActivities: KeyValuePairs = [
    "run": "running", "runs": "running", "swims": "swimming", "walks": "walking",
    "rides": "cycling", "jog": "running", "jogging": "running", "walk": "walking", "hike": "hiking",
    "swim": "swimming", "bike": "cycling", "biking": "cycling", "ride": "cycling",
    "row": "rowing", "climb": "climbing", "football": "soccer",
    "hiit": "highIntensityIntervalTraining", "core": "coreTraining",
    "strength": "traditionalStrengthTraining", "strengthtraining": "traditionalStrengthTraining",
    "weights": "traditionalStrengthTraining", "skiing": "downhillSkiing", "ski": "downhillSkiing",
    "diving": "underwaterDiving", "triathlon": "swimBikeRun", "multisport": "swimBikeRun",
    "horseriding": "equestrianSports", "surfing": "surfingSports",
  ]
}
