import HealthEvents
import HealthModel
import Testing

/// Correlations and their members.
@Suite struct CorrelationRulesTests {
  static let both = Given().sharing(systolic, diastolic)
  static let upper = quantity(1, systolic, 120, "mmHg")
  static let lower = quantity(2, diastolic, 80, "mmHg")
  static let food = "HKCorrelationTypeIdentifierFood"
  static let energy = QuantityType.dietaryEnergyConsumed.identifier

  static let new = "HKCorrelationTypeIdentifierOfTomorrow"

  static let rules: [Rule] = [
    Rule(
      "another's member", both.holding(2, diastolic),
      refused: saving(upper, correlation(3, 1, 2), by: app), refusal(.memberMissing(id(2)), 1),
      accepted: saving(upper, correlation(3, 1, 2), by: app),
      given: both.holding(2, diastolic, by: app)),
    Rule(
      "another's member of a type that does not fit", both.holding(2),
      refused: saving(upper, correlation(3, 1, 2), by: app), refusal(.memberMissing(id(2)), 1),
      accepted: saving(upper, lower, correlation(3, 1, 2), by: app), given: both),
    Rule(
      "itself", refused: saving(correlation(3, 3, type: new)),
      refusal(.memberType(type: new, member: new)),
      accepted: saving(quantity(1), correlation(3, 1, type: new))),
    Rule(
      "a member twice", refused: saving(quantity(1), correlation(3, 1, 1, type: new)),
      refusal(.uuidTwice(id(1)), 1),
      accepted: saving(quantity(1), quantity(2), correlation(3, 1, 2, type: new))),
    Rule(
      "a workout as a member", refused: saving(workout(1), correlation(3, 1, type: new)),
      refusal(.memberType(type: new, member: WorkoutContent.type), 1),
      accepted: saving(category(1), correlation(3, 1, type: new))),
    Rule(
      "no members", refused: saving(correlation(3)), refusal(.noMembers),
      accepted: saving(upper, lower, correlation(3, 1, 2))),
    Rule(
      "half a blood pressure", refused: saving(upper, correlation(3, 1)),
      refusal(.memberTypeMissing(type: pressure, member: diastolic), 1),
      accepted: saving(upper, correlation(3, 1), imported: true)),
    Rule(
      "the same figure twice",
      refused: saving(upper, quantity(4, systolic, 1, "mmHg"), correlation(3, 1, 4)),
      refusal(.memberType(type: pressure, member: systolic), 2),
      accepted: saving(correlation(3, 2, 1), upper, lower)),
    Rule(
      "a member is missing", refused: saving(upper, correlation(3, 1, 2)),
      refusal(.memberMissing(id(2)), 1), accepted: saving(upper, correlation(3, 1, 2)),
      given: Given().holding(2, diastolic)),
    Rule(
      "a member is deleted", Given().holding(2, diastolic, isLive: false),
      refused: saving(upper, correlation(3, 1, 2)), refusal(.memberMissing(id(2)), 1),
      accepted: saving(upper, quantity(4, diastolic, 1, "mmHg"), correlation(3, 1, 4))),
    Rule(
      "a member of a wrong type", refused: saving(upper, quantity(2), correlation(3, 1, 2)),
      refusal(.memberType(type: pressure, member: steps), 2),
      accepted: saving(upper, quantity(2), correlation(3, 1, 2, type: new))),
    Rule(
      "no food", refused: saving(correlation(3, type: food)), refusal(.noMembers),
      accepted: saving(quantity(1, energy, 1, "kcal"), correlation(3, 1, type: food))),
    Rule(
      "a member that may not be shared",
      Given().sharing(systolic).sharing(diastolic, as: .denied)
        .holding(2, diastolic, by: app), refused: saving(upper, correlation(3, 1, 2), by: app),
      .authorizationDenied(source: app, type: diastolic),
      accepted: saving(upper, correlation(3, 1, 2), by: app),
      given: both.holding(2, diastolic, by: app)),
    Rule(
      "a member that was never asked for", Given().sharing(systolic).holding(2, diastolic, by: app),
      refused: saving(upper, correlation(3, 1, 2), by: app),
      .authorizationNotDetermined(source: app, type: diastolic),
      accepted: saving(upper, correlation(3, 1, 2))),
    Rule(
      "a correlation of another type's kind", refused: saving(correlation(3, 1, type: steps)),
      refusal(.kindMismatch(type: steps, kind: "correlation")),
      accepted: saving(correlation(3, 1, type: new)), given: Given().holding(1)),
  ]

  @Test(arguments: rules) func holds(_ rule: Rule) { rule.check() }

  @Test func foodTakesManyOfOneType() {
    let sugar = "HKQuantityTypeIdentifierDietarySugar"
    let outcome = Given().when(
      saving(
        quantity(1, sugar, 1, "g"), quantity(2, sugar, 2, "g"),
        correlation(3, 1, 2, type: Self.food)))
    #expect(outcome.save?.objects.count == 3)
  }
}
