import HealthModel
import TestSupport
import Testing

/// Predicates as text: what is read, how it is written, and where a slip is pointed at.
@Suite struct PredicateTextTests {
  static let texts: [(String, String)] = [
    // text, canonical text
    (
      "activity = other and source = com.example.app and not (start < 2026-03-01 or duration >= 30 min)",
      "activity = other and source = com.example.app and "
        + "not (startDate < 2026-03-01 or duration >= 30 min)"
    ),
    ("ACTIVITY==other", "activity = other"), ("a-l-l", "-"),
    ("workoutType <> 'other'", "activity != other"),
    ("a = 1", "-"), ("value>=120 count/min", "value >= 120 count/min"),
    ("totalDistance > 5km", "totalDistance > 5 km"),
    (
      "distance > 5 km && ! energy < 1e2 kcal",
      "totalDistance > 5 km and not totalEnergyBurned < 100 kcal"
    ),
    ("value > 30 mL/(kg*min)", "value > 30 mL/min·kg"),
    ("(value > 5 mmol<180.15588>/L)", "value > 5 mmol<180.15588>/L"),
    ("count in {1,2 , 3}", "count in {1, 2, 3}"), ("count in {}", "count in {}"),
    ("duration between {5 min, 1 hr}", "duration between {5 min, 1 hr}"),
    (
      "start >= 2026-03-01 08:00 and end < yesterday 22:00",
      "startDate >= \"2026-03-01 08:00\" and endDate < \"yesterday 22:00\""
    ),
    ("start >= 2026-03-01T08:00:00+01:00", "startDate >= 2026-03-01T08:00:00+01:00"),
    ("source CONTAINS \"Ana’s \\\"Watch\\\"\"", "source contains \"Ana’s \\\"Watch\\\"\""),
    ("source = Anna's", "source = \"Anna's\""), ("device != none", "device != none"),
    ("device = 'none'", "device = \"none\""),
    ("device.model like W*h", "device.model like \"W*h\""),
    ("metadata.Laps >= 40", "metadata.Laps >= 40"),
    ("metadata.\"Swim Session\" = x", "metadata.\"Swim Session\" = x"),
    ("metadata.id = 17.5.1", "metadata.id = \"17.5.1\""),
    ("metadata.id = '17'", "metadata.id = \"17\""), ("metadata.x = yes", "metadata.x = true"),
    ("metadata.date < 2026-03-01", "metadata.date < \"2026-03-01\""),
    (
      "uuid = 3f2504e0-4f89-41d3-9a0c-0305e82c3301",
      "UUID = 3F2504E0-4F89-41D3-9A0C-0305E82C3301"
    ),
    ("dateComponents >= 2026-03-01", "dateComponents >= 2026-03-01"),
    ("sumQuantity.steps > 100", "sumQuantity.stepCount > 100"),
    ("workoutActivity ( activityType = running )", "workoutActivity (activityType = running)"),
    ("FHIRResource.identifier = \"a b\"", "FHIRResource.identifier = \"a b\""),
    ("value > 5 and count > 1", "value > 5 and count > 1"),
    ("value > 5 in", "value > 5 in"), ("value > 5 ()", "value > 5 ()"),
    ("value < 94 %", "value < 94 %"), ("value<0.5%", "value < 0.5 %"),
    ("value > 12,031", "value > 12031"), ("value in {1,200}", "value in {1, 200}"),
    ("value > 37.5 °C", "value > 37.5 degC"), ("value > 7 mmol/L", "value > 7 mmol/L"),
    ("device not in {a}", "not device in {a}"), ("device not = a", "-"),
    ("value > -1.5e-7 degC", "value > -1.5e-07 degC"),
    ("all or none", "all or none"), ("not not all", "not not all"),
    ("all and (none and all)", "all and (none and all)"),
    ("(all or none) and all", "(all or none) and all"),
    ("all or none and all", "all or none and all"),
  ]

  @Test(arguments: texts) func readsAndPrints(_ text: String, _ canonical: String) throws {
    guard canonical != "-" else {
      #expect(throws: PredicateProblem.self) { try HealthPredicate(text) }
      return
    }
    let predicate = try HealthPredicate(text)
    #expect(predicate.description == canonical)
    #expect(try HealthPredicate(canonical) == predicate)
  }

  /// Percent are typed and printed a hundredfold, and nothing is rounded on the way.
  @Test func percentAreTheHundredthsThatArePrinted() throws {
    #expect(
      try HealthPredicate("value < 94 %")
        == .compare(.categoryValue, .less, .quantity(0.94, .percent)))
    var bits: UInt64 = 35
    for _ in 0..<2_000 {
      bits = bits &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      let share = Double(bits >> 11) / Double(1 << (bits % 60))
      let predicate = HealthPredicate.compare(.quantity, .less, .quantity(share, .percent))
      #expect(try HealthPredicate(predicate.description) == predicate)
    }
  }

  static let slips: [(String, Int, String)] = [
    // text, at which character, a part of what is said
    ("", 1, "a comparison is missing"), ("   ", 4, "a comparison is missing"),
    ("start > ", 9, "a time is missing here, such as 2026-03-01"),
    ("strat > 1", 1, "did you mean startDate?"), ("start 2026", 7, "an operator is missing"),
    ("start contains 5", 7, "startDate is not compared by contains"),
    ("source < b", 8, "source is not compared by <"),
    ("metadata = 5", 1, "metadata needs a name, such as metadata.HKTimeZone"),
    ("sumQuantity > 5", 1, "such as sumQuantity.activeEnergyBurned"),
    ("sumQuantity.nosuch > 5", 1, "unknown type"), ("source.x = b", 1, "source has no \"x\""),
    ("device.colour = b", 1, "device has no \"colour\""),
    ("sumQuantity.sleepAnalysis > 5", 1, "sumQuantity has no \"sleepAnalysis\""),
    ("all and  activity = runing", 21, "did you mean running?"),
    ("type in {steps, hart-rate}", 17, "did you mean heartRate?"),
    ("value > 5 kgg", 11, "no unit is named \"kgg\""), ("duration > x", 12, "as 5 km"),
    ("duration > 5-3", 12, "as 5 km"), ("UUID = 5", 8, "a uuid or none"),
    ("UUID < 5", 6, "not compared by <"),
    ("value > -nan", 9, "a word or a number"), ("source < a", 8, "is not compared by <"),
    ("activity >= running", 10, "is not compared by >="),
    ("value > 1e999", 9, "a word or a number"), ("count > 1e999", 9, "a number"),
    ("count > 5 km", 11, "and, or, or the end"),
    ("dateComponents = today", 18, "a day"), ("start in 5", 10, "in takes values in braces"),
    ("count between {1}", 15, "between takes"), ("count in {1, 2", 15, "braces"),
    ("count in {1 2}", 13, "braces"), ("count in {none}", 11, "a number"),
    ("count > none", 9, "a number"), ("source = \"a", 10, "never closed"),
    ("source = Apple Watch", 16, "words with blanks take quotes"), ("(all", 1, "never closed"),
    ("(all all)", 6, "and, or"), ("all)", 4, "and, or"), ("all and", 8, "a comparison is missing"),
    ("not", 4, "a comparison is missing"), ("so\u{1B}urce = b", 1, "\"so\\u{1B}urce\""),
  ]

  @Test(arguments: slips) func pointsAtTheSlip(_ text: String, _ position: Int, _ part: String) {
    #expect {
      _ = try HealthPredicate(text)
    } throws: { error in
      guard let problem = error as? PredicateProblem else { return false }
      let isRight = problem.position == position && problem.description.contains(part)
      if !isRight { Issue.record("\(text): \(problem)") }
      return isRight
    }
  }

  @Test func limitsAreTold() throws {
    let deep = String(repeating: "(", count: 63) + "all" + String(repeating: ")", count: 63)
    #expect(try HealthPredicate(deep) == .all)
    #expect(throws: PredicateProblem.self) { try HealthPredicate("(" + deep + ")") }
    let nots = String(repeating: "!", count: 100_00) + "all"
    #expect(throws: PredicateProblem.self) { try HealthPredicate(nots) }
    let long = "all" + String(repeating: " ", count: 65_533)
    #expect(try HealthPredicate(long) == .all)
    #expect(throws: PredicateProblem.self) { try HealthPredicate(long + " ") }
    let wide = Array(repeating: "all", count: 5_000).joined(separator: " and ")
    #expect(try HealthPredicate(wide).description == wide)
  }

  @Test(arguments: Counts.seeds(0...39)) func whatIsWrittenReadsBack(_ seed: Int) throws {
    var maker = RandomPredicates(seed)
    for _ in 0..<50 {
      let predicate = maker.predicate()
      #expect(try HealthPredicate(predicate.description) == predicate, "\(predicate)")
    }
  }
}

/// Predicates of all key paths, operators and values.
struct RandomPredicates {
  private var state: UInt64
  init(_ seed: Int) { state = UInt64(seed) &* 77 &+ 13 }

  private mutating func below(_ count: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int(state >> 33) % count
  }

  private mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[below(elements.count)]
  }

  mutating func predicate(_ depth: Int = 0) -> HealthPredicate {
    switch below(depth > 3 ? 8 : 14) {
    case 0: return .all
    case 1: return .nothing
    case 2..<8: return comparison()
    case 8, 9: return .and((0...1 + below(2)).map { _ in predicate(depth + 1) })
    case 10, 11: return .or((0...1 + below(2)).map { _ in predicate(depth + 1) })
    case 12: return .not(predicate(depth + 1))
    default: return .workoutActivity(predicate(depth + 1))
    }
  }

  private static let equals: [PredicateOperator] = [.equal, .notEqual, .in]
  private static let orders: [PredicateOperator] = [
    .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual, .in, .between,
  ]
  private static let texts: [PredicateOperator] = [
    .equal, .notEqual, .contains, .beginsWith, .like,
  ]
  private static let words = [
    "plain", "com.example.app", "Apple Watch", "none", "and", "", "5", "5 km", "a\"b\\c", "é🏊",
    "true", "-", "Anna's", "\u{1B}[31m", "line\nfeed", "a.b",
  ]

  private mutating func comparison() -> HealthPredicate {
    let paths = PredicateKeyPath.allCases
    let path = pick(paths)
    let word = path.rawValue.lowercased()
    if path == .metadata { return make(path, key: pick(["Laps", "Swim Session", "a.b", "="])) }
    if word.contains("quantity"), path != .quantity { return make(path, key: "stepCount") }
    return make(path, key: path == .device ? pick([nil, "model"]) : nil)
  }

  private mutating func make(_ path: PredicateKeyPath, key: String?) -> HealthPredicate {
    let operators: [PredicateOperator]
    switch path {
    case .uuid, .workout, .correlation, .workoutType, .workoutActivityType, .type:
      operators = Self.equals
    case .copy: operators = Self.equals
    case .workoutActivity: operators = [.equal, .notEqual]
    case .source, .sourceRevision, .device, .ecgClassification, .ecgSymptomsStatus, .status, .tag,
      .clinicalRecordFHIRResourceIdentifier, .clinicalRecordFHIRResourceType:
      operators = Self.texts
    default: operators = Self.orders
    }
    let operation = pick(operators)
    let count = operation == .in ? below(4) : operation == .between ? 2 : 1
    let values = (0..<count).map { _ in value(path) }
    let missing = values.count == 1 && [.equal, .notEqual].contains(operation) && below(9) == 0
    return .comparison(
      PredicateComparison(path, key: key, operation, missing ? [.missing] : values))
  }

  private mutating func value(_ path: PredicateKeyPath) -> PredicateValue {
    switch path {
    case .uuid, .workout, .correlation, .workoutActivity:
      return .uuid(ObjectUUID(high: UInt64(below(1 << 30)), low: UInt64(below(1 << 30))))
    case .workoutType, .workoutActivityType: return .text(pick(["running", "other", "hiit"]))
    case .type: return .text(pick(["stepCount", "HKFromTheFuture"]))
    case .source, .sourceRevision, .device, .ecgClassification, .ecgSymptomsStatus, .status, .tag,
      .clinicalRecordFHIRResourceIdentifier, .clinicalRecordFHIRResourceType:
      return .text(pick(Self.words))
    case .startDate, .endDate, .mostRecentStartDate, .mostRecentEndDate,
      .workoutActivityStartDate, .workoutActivityEndDate:
      return pick([
        .time("2026-03-01 08:00"), .time("today"),
        .instant(Instant(microseconds: 1_795_000_000_000_001)),
      ])
    case .dateComponents: return .day(CivilDate(dayNumber: below(40_000)))
    case .copy: return .boolean(below(2) == 0)
    case .count: return .number(number())
    case .metadata, .categoryValue:
      switch below(4) {
      case 0: return .text(pick(Self.words))
      case 1: return .boolean(below(2) == 0)
      default: return quantity()
      }
    default: return quantity()
    }
  }

  private mutating func number() -> Double {
    pick([0, -0.0, 5, -5, 0.1, 1e300, .leastNonzeroMagnitude, 1e15, 123_456_789.25, 1 / 3])
  }

  private mutating func quantity() -> PredicateValue {
    let units = [
      "km", "count/min", "mL/min·kg", "1/s", "()", "%", "mmol<180.1558800000541>/L", "in",
    ]
    guard below(3) > 0, let unit = try? Unit(pick(units)) else { return .number(number()) }
    return .quantity(number(), unit)
  }
}
