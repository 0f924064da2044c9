import HealthEvents
import HealthModel
import Testing

/// The rules of HealthKit's authorization, in the order in which the reference tells them: each as
/// a command that breaks it and the nearest one that does not.
@Suite struct AuthorizationReferenceTests {
  typealias Owner = OwnerRulesTests
  typealias Sync = SyncRulesTests

  static let route = Document.Kind.route.type
  static let glasses = "HKVisionPrescriptionTypeIdentifier"
  static let dose = "HKMedicationDoseEventTypeIdentifierMedicationDoseEvent"
  static let medication = "HKDataTypeUserAnnotatedMedicationConcept"
  static let birth = "HKCharacteristicTypeIdentifierDateOfBirth"
  static let insulin = "HKQuantityTypeIdentifierInsulinDelivery"
  static let flow = CategoryType.menstrualFlow.identifier
  static let other = "com.example.other"

  static func share(_ types: String...) -> Command {
    Owner.authorize(share: types.map { AuthorizationGrant($0, .authorized) })
  }

  static func read(_ types: String...) -> Command {
    Owner.authorize(read: types.map { AuthorizationGrant($0, .authorized) })
  }

  static func unshareable(_ name: String, _ type: String) -> Rule {
    Rule(
      name, refused: share(steps, type), refusal(.readOnly(type: type), nil), accepted: read(type))
  }

  // MARK: The sheet

  static let asking: [Rule] = [
    unshareable("a clinical record", "HKClinicalTypeIdentifierLabResultRecord"),
    unshareable("the activity rings", SummaryContent.type),
    unshareable("an electrocardiogram", Document.Kind.ecg.type),
    unshareable("a characteristic", birth),
    unshareable("a type that only the system writes", PermissionTests.exercise),
    Rule(
      "a correlation to share", refused: share(pressure),
      refusal(.notAuthorizable(type: pressure), nil), accepted: share(systolic, diastolic)),
    Rule(
      "a correlation to read", refused: read(CorrelationRulesTests.food),
      refusal(.notAuthorizable(type: CorrelationRulesTests.food), nil),
      accepted: read(CorrelationRulesTests.energy)),
    Rule(
      "a prescription to read", refused: read(glasses),
      refusal(.pickedOneByOne(type: glasses), nil),
      accepted: share(glasses)),
    Rule(
      "a medication to read", refused: read(steps, medication),
      refusal(.pickedOneByOne(type: medication), nil), accepted: read(steps)),
    Rule(
      "a dose to read", refused: read(dose), refusal(.pickedOneByOne(type: dose), nil),
      accepted: read(steps)),
    Rule(
      "a route to share without workouts", refused: share(route),
      refusal(.parentMissing(type: route, parent: WorkoutContent.type), nil),
      accepted: share(route, WorkoutContent.type)),
    Rule(
      "a route to share after workouts", refused: share(route),
      refusal(.parentMissing(type: route, parent: WorkoutContent.type), nil),
      accepted: share(route),
      given: Given().sharing(WorkoutContent.type, as: .denied)),
    Rule(
      "a route to read without workouts", refused: read(route),
      refusal(.parentMissing(type: route, parent: WorkoutContent.type), nil),
      accepted: Owner.authorize(read: [.init(route, .denied)])),
    Rule(
      "an app for itself", refused: Owner.authorize(read: [.init(steps, .authorized)], by: app),
      refusal(.ownerOnly("authorizations"), nil), accepted: read(steps)),
  ]

  // MARK: Writing

  static let writing: [Rule] = [
    Rule(
      "never asked", refused: saving(quantity(1), by: app),
      .authorizationNotDetermined(source: app, type: steps), accepted: saving(quantity(1))),
    Rule(
      "refused", Given().sharing(steps, as: .denied), refused: saving(quantity(1), by: app),
      .authorizationDenied(source: app, type: steps), accepted: saving(quantity(1), by: app),
      given: Given().sharing(steps)),
    Rule(
      "all or nothing: the first refused object is told", Given().sharing(steps).holding(9),
      refused: saving(quantity(1), quantity(2, mass, 70, "kg"), quantity(9), by: app),
      .authorizationNotDetermined(source: app, type: mass),
      accepted: saving(quantity(1), quantity(2), by: app)),
    Rule(
      "all or nothing: a known uuid before an invalid sample", Given().holding(9),
      refused: saving(quantity(1), quantity(9), quantity(2, steps, .nan)),
      refusal(.uuidExists(id(9)), 1), accepted: saving(quantity(1), quantity(2))),
    Rule(
      "all or nothing: an invalid sample before a known uuid", Given().holding(9),
      refused: saving(quantity(2, steps, .nan), quantity(9)), refusal(.notFinite, 0),
      accepted: saving(quantity(1))),
    Rule(
      "an existing uuid", Given().holding(1), refused: saving(quantity(1)),
      refusal(.uuidExists(id(1))), accepted: saving(quantity(2))),
    Rule(
      "one's own only", Given().holding(1, by: other), refused: deleting(1, by: app),
      refusal(.notOfSource(id(1))), accepted: deleting(1, by: other)),
    Rule(
      "the owner's, by an app", Given().holding(1), refused: deleting(1, by: app),
      refusal(.notOfSource(id(1))), accepted: deleting(1)),
    Rule(
      "one sync key", refused: saving(Sync.half(MetadataName.syncIdentifier, .string("a"))),
      refusal(.syncKeys), accepted: saving(Sync.version(1, 1))),
    Rule(
      "an equal version", Sync.shared.synced("walk", 3, as: 9),
      refused: saving(Sync.version(1, 3), by: app), refusal(.syncVersionOlder),
      accepted: saving(Sync.version(1, 3.5), by: app)),
    Rule(
      "a lower version", Sync.shared.synced("walk", 3, as: 9),
      refused: saving(Sync.version(1, 2), by: app), refusal(.syncVersionOlder),
      accepted: saving(Sync.version(1, 2), by: other),
      given: Sync.shared.sharing(steps, by: other)),
    Rule(
      "a value outside the enumeration", refused: saving(category(1, sleep, .code(6))),
      refusal(.categoryValue(type: sleep)), accepted: saving(category(1))),
    Rule(
      "a unit that does not fit", refused: saving(quantity(1, mass, 1, "m")),
      refusal(.unitMismatch(type: mass, unit: "m", canonical: "kg")),
      accepted: saving(quantity(1, mass, 1, "st"))),
    Rule(
      "menstrual flow without its cycle", refused: saving(category(1, flow, .code(2))),
      refusal(.metadataMissing(type: flow, key: "HKMenstrualCycleStart")),
      accepted: saving(category(1, flow, .code(2), .init("HKMenstrualCycleStart", .boolean(false))))
    ),
    Rule(
      "insulin without its reason", refused: saving(quantity(1, insulin, 4, "IU")),
      refusal(.metadataMissing(type: insulin, key: "HKInsulinDeliveryReason")),
      accepted: saving(
        quantity(1, insulin, 4, "IU", span(), .init("HKInsulinDeliveryReason", .number(2))))),
    Rule(
      "insulin for a reason that is none",
      refused: saving(
        quantity(1, insulin, 4, "IU", span(), .init("HKInsulinDeliveryReason", .number(3)))),
      refusal(
        .metadataClass(
          key: "HKInsulinDeliveryReason",
          expected: "a value of HKInsulinDeliveryReason: 1 basal, 2 bolus")),
      accepted: saving(
        quantity(1, insulin, 4, "IU", span(), .init("HKInsulinDeliveryReason", .number(1))))),
    Rule(
      "a characteristic by an app", Given().sharing(birth),
      refused: saving(trait(1, birth, "1985-05-12"), by: app),
      refusal(.ownerOnly("characteristics")), accepted: saving(trait(1, birth, "1985-05-12"))),
  ]

  // MARK: Correlations and workouts

  static let parts: [Rule] = [
    Rule(
      "a correlation with half its permissions",
      Given().sharing(systolic).holding(2, diastolic, by: app),
      refused: saving(
        CorrelationRulesTests.upper, correlation(3, 1, 2), by: app),
      .authorizationNotDetermined(source: app, type: diastolic),
      accepted: saving(
        CorrelationRulesTests.upper, CorrelationRulesTests.lower, correlation(3, 1, 2), by: app),
      given: CorrelationRulesTests.both),
    Rule(
      "samples of another's workout",
      Given().sharing(steps).holding(9, WorkoutContent.type, by: other),
      refused: saving(quantity(1), by: app, of: 9), refusal(.workoutMissing(id(9)), nil),
      accepted: saving(quantity(1), by: app, of: 9),
      given: Given().sharing(steps).holding(9, WorkoutContent.type, by: app)),
    Rule(
      "samples of an unsaved workout", Given().sharing(steps),
      refused: saving(quantity(1), by: app, of: 9), refusal(.workoutMissing(id(9)), nil),
      accepted: saving(quantity(1), by: app)),
    Rule(
      "samples of one's own workout, not shared", Given().holding(9, WorkoutContent.type, by: app),
      refused: saving(quantity(1), by: app, of: 9),
      .authorizationNotDetermined(source: app, type: steps),
      accepted: saving(quantity(1), by: app, of: 9),
      given: Given().sharing(steps).holding(9, WorkoutContent.type, by: app)),
  ]

  static let rules = asking + writing + parts

  @Test(arguments: rules) func holds(_ rule: Rule) { rule.check() }

  @Test func aCorrelationStaysUndeterminedForEver() {
    for type in CorrelationType.all.map(\.identifier) {
      for status in AuthorizationStatus.allCases {
        let command = Owner.authorize(share: [.init(type, status)])
        #expect(Given().when(command) == .invalid(.notAuthorizable(type: type)))
      }
    }
  }

  @Test func everyTypeMayBeSharedOrIsNamed() {
    for type in TypeCatalogue.all.map(\.identifier) where type != Self.route {
      let outcome = Given().when(Self.share(type))
      let known = TypeCatalogue.find(type)
      if case .correlation? = known {
        #expect(outcome == .invalid(.notAuthorizable(type: type)))
      } else if known?.isWritable ?? false {
        #expect(outcome.events.count == 1, "\(type)")
      } else {
        #expect(outcome == .invalid(.readOnly(type: type)))
      }
    }
  }

  @Test func aRevokedAppKeepsNothingButItsRightToDelete() {
    let state = Given().sharing(steps, as: .denied).holding(1, by: app)
    let denied = Rejection.authorizationDenied(source: app, type: steps)
    #expect(state.when(saving(quantity(2), by: app)) == .refused(denied))
    #expect(state.when(deleting(1, by: app)).events.count == 1)
  }

  @Test func everyRefusalHasAnHKErrorOfItsOwn() {
    let codes: [(Rejection, HealthErrorCode, Int)] = [
      (.invalidArgument(.empty, index: nil), .invalidArgument, 3),
      (.authorizationDenied(source: app, type: steps), .authorizationDenied, 4),
      (.authorizationNotDetermined(source: app, type: steps), .authorizationNotDetermined, 5),
    ]
    for (rejection, code, number) in codes {
      #expect(rejection.errorCode == code)
      #expect(rejection.code == code.name)
      #expect(rejection.errorCode.rawValue == number)
    }
    #expect(HealthErrorCode.domain == "com.apple.healthkit")
  }
}
