import HealthEvents
import HealthModel
import Testing

/// Who may do what.
@Suite struct PermissionTests {
  static let exercise = "HKQuantityTypeIdentifierAppleExerciseTime"
  static let sex = "HKCharacteristicTypeIdentifierBiologicalSex"
  static let birth = "HKCharacteristicTypeIdentifierDateOfBirth"
  static let tomorrow = "HKQuantityTypeIdentifierOfTomorrow"
  static let notAsked = Rejection.authorizationNotDetermined(source: app, type: steps)
  static let denied = Rejection.authorizationDenied(source: app, type: steps)

  static let rules: [Rule] = [
    Rule(
      "never asked", refused: saving(quantity(1), by: app), notAsked,
      accepted: saving(quantity(1), by: app), given: Given().sharing(steps)),
    Rule(
      "refused", Given().sharing(steps, as: .denied), refused: saving(quantity(1), by: app), denied,
      accepted: saving(quantity(1))),
    Rule(
      "allowed to another", Given().sharing(steps, by: "com.example.other"),
      refused: saving(quantity(1), by: app), notAsked,
      accepted: saving(quantity(1), by: "com.example.other")),
    Rule(
      "a read-only type", Given().sharing(exercise),
      refused: saving(quantity(1, exercise, 1, "min"), by: app),
      refusal(.readOnly(type: exercise)), accepted: saving(quantity(1, exercise, 1, "min"))),
    Rule(
      "a read-only type of the system's", Given().sharing(exercise, by: "com.applesauce"),
      refused: saving(quantity(1, exercise, 1, "min"), by: "com.applesauce"),
      refusal(.readOnly(type: exercise)),
      accepted: saving(quantity(1, exercise, 1, "min"), by: "com.apple.health")),
    Rule(
      "a type that nobody knows", refused: saving(quantity(1, tomorrow), by: app),
      .authorizationNotDetermined(source: app, type: tomorrow),
      accepted: saving(quantity(1, tomorrow), by: app), given: Given().sharing(tomorrow)),
    Rule(
      "the system asks too", refused: saving(quantity(1), by: "com.apple.health"),
      .authorizationNotDetermined(source: "com.apple.health", type: steps),
      accepted: saving(quantity(1), by: "com.apple.health"),
      given: Given().sharing(steps, by: "com.apple.health")),
    Rule(
      "another's bundle", Given().sharing(steps), refused: from("com.example.other"),
      refusal(.foreignSource(bundle: "com.example.other")), accepted: from(app)),
    Rule(
      "a trait by an app", Given().sharing(sex),
      refused: saving(trait(1, sex, "HKBiologicalSexFemale"), by: app),
      refusal(.ownerOnly("characteristics")),
      accepted: saving(trait(1, sex, "HKBiologicalSexFemale"))),
    Rule(
      "a trait of no such value", refused: saving(trait(1, sex, "Female")),
      refusal(.categoryValue(type: sex)), accepted: saving(trait(1, sex, "HKBiologicalSexNotSet"))),
    Rule(
      "a birthday that is none", refused: saving(trait(1, birth, "1985-02-29")),
      refusal(.categoryValue(type: birth)), accepted: saving(trait(1, birth, "1984-02-29"))),
    Rule(
      "a trait of a quantity type", refused: saving(trait(1, steps, "1")),
      refusal(.kindMismatch(type: steps, kind: "characteristic")),
      accepted: saving(trait(1, birth, ""))),
    Rule(
      "an unsaved workout", Given().sharing(steps), refused: saving(quantity(1), by: app, of: 9),
      refusal(.workoutMissing(id(9)), nil), accepted: saving(quantity(1), by: app, of: 9),
      given: Given().sharing(steps).holding(9, WorkoutContent.type, by: app)),
    Rule(
      "another's workout", Given().sharing(steps).holding(9, WorkoutContent.type),
      refused: saving(quantity(1), by: app, of: 9), refusal(.workoutMissing(id(9)), nil),
      accepted: saving(quantity(1), of: 9)),
    Rule(
      "a deleted workout", Given().holding(9, WorkoutContent.type, isLive: false),
      refused: saving(quantity(1), of: 9), refusal(.workoutMissing(id(9)), nil),
      accepted: saving(quantity(1), workout(9), of: 9), given: Given()),
    Rule(
      "a workout that is steps", Given().holding(9), refused: saving(quantity(1), of: 9),
      refusal(.workoutMissing(id(9)), nil), accepted: saving(quantity(1))),
    Rule(
      "a workout of a workout", refused: saving(workout(1), workout(9), of: 9),
      refusal(.notOfWorkout(type: WorkoutContent.type)),
      accepted: saving(category(1), workout(9), of: 9)),
    Rule(
      "a trait of a workout", refused: saving(trait(1, birth, ""), workout(9), of: 9),
      refusal(.notOfWorkout(type: birth)), accepted: saving(workout(9), of: 9)),
    Rule(
      "the owner's name", Given().sharing(steps), refused: from(app, name: "owner"),
      refusal(.foreignSource(bundle: EventActor.owner)), accepted: from(app, name: "My owner's app")
    ),
    Rule(
      "the owner's name in capitals", Given().sharing(steps), refused: from(app, name: "Owner"),
      refusal(.foreignSource(bundle: EventActor.owner)), accepted: from(app)),
    Rule(
      "an element that nobody knows", Given().sharing("other"),
      refused: saving(SaveRulesTests.document(1, nil), by: app), refusal(.importedOnly),
      accepted: saving(SaveRulesTests.document(1, nil))),
    Rule(
      "an element that nobody knows, beside one whose kind is its type",
      Given().sharing("other", Document.Kind.heartbeats.type),
      refused: saving(heartbeats, SaveRulesTests.document(2, nil), by: app),
      refusal(.importedOnly, 1), accepted: saving(heartbeats, by: app)),
  ]

  /// A document that names no type beside its kind.
  static let heartbeats = HealthObject(
    uuid: id(1), content: .document(Document(kind: .heartbeats, span: span())),
    fields: FigureRulesTests.heart(1).fields)

  static func from(_ bundle: String, name: String = "An app") -> Command {
    let draft = Draft(quantity(1), source: Source(name: name, bundle: bundle))
    return Command(by: app, .save(SaveRequest(objects: [draft])))
  }

  @Test(arguments: rules) func holds(_ rule: Rule) { rule.check() }

  @Test(arguments: ["", "a\u{1}b", "tab\t", "\u{7F}", String(repeating: "x", count: 1025)])
  func aSourceHasAPlainName(_ name: String) {
    #expect(Given().when(saving(quantity(1), by: name)) == .invalid(.sourceName))
  }

  @Test(arguments: [" ", "An app", "~", "Größe", String(repeating: "x", count: 1024)])
  func aPlainNameIsTaken(_ name: String) {
    #expect(Given().sharing(steps, by: name).when(saving(quantity(1), by: name)).save != nil)
  }

  @Test func aSummaryIsTheSystemsOwn() {
    let rings = HealthObject(uuid: id(1), content: .summary(SummaryContent(date: "2026-11-20")))
    let state = Given().sharing(SummaryContent.type)
    #expect(
      state.when(saving(rings, by: app)) == .invalid(.readOnly(type: SummaryContent.type), 0))
    #expect(state.when(saving(rings)).save != nil)
  }
}

/// Deleting: a source only its own, and nothing twice.
@Suite struct DeleteRulesTests {
  static let rules: [Rule] = [
    Rule("nothing", refused: deleting(), refusal(.empty, nil), accepted: deleting(1), given: one),
    Rule(
      "unknown", one, refused: deleting(1, 2), refusal(.uuidUnknown(id(2)), 1),
      accepted: deleting(1)),
    Rule(
      "twice", one, refused: deleting(1, 1), refusal(.uuidTwice(id(1)), 1), accepted: deleting(1)),
    Rule(
      "gone already", Given().holding(1, isLive: false), refused: deleting(1),
      refusal(.alreadyDeleted(id(1))), accepted: deleting(1), given: one),
    Rule(
      "another's", Given().holding(1, by: "com.example.other"), refused: deleting(1, by: app),
      refusal(.notOfSource(id(1))), accepted: deleting(1)),
    Rule(
      "its own", Given().holding(1), refused: deleting(1, by: app),
      refusal(.notOfSource(id(1))), accepted: deleting(1, by: app),
      given: Given().holding(1, by: app)),
    Rule(
      "unknown to an app", refused: deleting(1, by: app), refusal(.notOfSource(id(1))),
      accepted: deleting(1, by: app), given: Given().holding(1, by: app)),
  ]
  static let one = Given().holding(1)

  @Test(arguments: rules) func holds(_ rule: Rule) { rule.check() }

  @Test func needsNoShareAuthorization() {
    let state = Given().holding(1, by: app).sharing(steps, as: .denied)
    #expect(state.when(deleting(1, by: app)).events == [.delete(Deletion(objects: [id(1)]))])
  }
}
