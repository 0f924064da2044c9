import HealthEvents
import HealthModel
import Testing

/// Types go by Apple's full identifiers, or a decision on one would be a decision on nothing.
@Suite struct TypeNameTests {
  static let tomorrow = "HKQuantityTypeIdentifierOfTomorrow"

  static func short(_ name: String, _ identifier: String?, _ index: Int? = 0) -> Rejection {
    refusal(.typeName(name, identifier: identifier), index)
  }

  static func share(_ type: String) -> Command {
    OwnerRulesTests.authorize(share: [.init(type, .denied)])
  }

  static func read(_ type: String) -> Command {
    OwnerRulesTests.authorize(read: [.init(type, .denied)])
  }

  static func order(_ type: String) -> Command {
    OwnerRulesTests.configure(
      Configuration(priority: [SourcePriority(type: type, sources: ["A"])]))
  }

  static func measured(_ type: String) -> HealthObject {
    EnteredRulesTests.workout {
      $0.statistics = [WorkoutStatistics(type: type, sum: 1, unit: "kg")]
    }
  }

  static let rules: [Rule] = [
    Rule(
      "a revocation", refused: share("bodyMass"), short("bodyMass", mass, nil),
      accepted: share(mass)),
    Rule("reading", refused: read("steps"), short("steps", steps, nil), accepted: read(steps)),
    Rule("nothing", refused: share(""), short("", nil, nil), accepted: share(tomorrow)),
    Rule(
      "an activity", refused: share("HKWorkoutActivityTypeRunning"),
      short("HKWorkoutActivityTypeRunning", nil, nil), accepted: share(WorkoutContent.type)),
    Rule(
      "a blank", refused: share("HK Steps"), short("HK Steps", nil, nil),
      accepted: share("HKClinicalTypeIdentifierX")),
    Rule(
      "an object", refused: saving(quantity(1, "bodyMass", 1, "kg")), short("bodyMass", mass),
      accepted: saving(quantity(1, "bodyMass", 1, "kg"), imported: true)),
    Rule(
      "a category", refused: saving(category(1, "sleep")), short("sleep", sleep),
      accepted: saving(category(1))),
    Rule(
      "a document", refused: saving(SaveRulesTests.document(1, "Something")),
      short("Something", nil), accepted: saving(SaveRulesTests.document(1, "HKSomething"))),
    Rule(
      "statistics", refused: saving(measured("bodyMass")), short("bodyMass", mass),
      accepted: saving(measured(mass))),
    Rule(
      "a unit", refused: OwnerRulesTests.configure(OwnerRulesTests.unit("bodyMass", "lb")),
      short("bodyMass", mass, nil),
      accepted: OwnerRulesTests.configure(OwnerRulesTests.unit(mass, "lb"))),
    Rule(
      "an order", refused: order("steps"), short("steps", steps, nil), accepted: order("*")),
  ]

  @Test(arguments: rules) func holds(_ rule: Rule) { rule.check() }

  @Test func everyTypeOfTheCatalogueIsNamedInFull() {
    for type in TypeCatalogue.all where type.isWritable {
      if case .correlation = type { continue }
      #expect(!Given().when(Self.share(type.identifier)).events.isEmpty, "\(type.identifier)")
    }
  }

  @Test func theRefusalNamesTheIdentifier() {
    #expect(Self.short("bodyMass", mass, nil).description.hasSuffix("write \(mass)"))
  }
}
