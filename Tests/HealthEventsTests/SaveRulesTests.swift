import HealthEvents
import HealthModel
import Testing

/// What is wrong with an object by itself: refused, with the nearest object that is right.
@Suite struct SaveRulesTests {
  static let sound = "HKQuantityTypeIdentifierHeadphoneAudioExposure"
  static let new = "HKCategoryTypeIdentifierOfTomorrow"
  static let clinical = "HKDocumentTypeIdentifierCDA"

  static let rules: [Rule] = [
    Rule("no object", refused: saving(), refusal(.empty, nil), accepted: saving(quantity(1))),
    Rule(
      "the uuid twice", refused: saving(quantity(1), quantity(1)), refusal(.uuidTwice(id(1)), 1),
      accepted: saving(quantity(1), quantity(2))),
    Rule(
      "the uuid exists", Given().holding(1), refused: saving(quantity(2), quantity(1)),
      refusal(.uuidExists(id(1)), 1), accepted: saving(quantity(2))),
    Rule(
      "the uuid was deleted", Given().holding(1, isLive: false), refused: saving(quantity(1)),
      refusal(.uuidExists(id(1))), accepted: saving(quantity(2))),
    Rule(
      "end before start", refused: saving(quantity(1, steps, 1, "count", span(1, 0))),
      refusal(.endBeforeStart), accepted: saving(quantity(1, steps, 1, "count", span(0, 0)))),
    Rule(
      "a sound without a length", refused: saving(quantity(1, sound, 70, "dBASPL", span(0, 0))),
      refusal(.durationTooShort(type: sound, minimum: 0.001)),
      accepted: saving(quantity(1, sound, 70, "dBASPL", span(0, 1)))),
    Rule(
      "such a sound in an import",
      refused: saving(quantity(1, sound, 70, "dBASPL", span(0, 0))),
      refusal(.durationTooShort(type: sound, minimum: 0.001)),
      accepted: saving(quantity(1, sound, 70, "dBASPL", span(0, 0)), imported: true)),
    Rule(
      "a document of five days", refused: saving(document(1, clinical, span(0, 345_601))),
      refusal(.durationTooLong(type: clinical, maximum: 345_600)),
      accepted: saving(document(1, clinical, span(0, 345_600)))),
    Rule(
      "NaN", refused: saving(quantity(1, steps, .nan)), refusal(.notFinite),
      accepted: saving(quantity(1, steps, -1.5))),
    Rule(
      "infinity", refused: saving(quantity(1), quantity(2, steps, .infinity)),
      refusal(.notFinite, 1), accepted: saving(quantity(1), quantity(2, steps, 1e308))),
    Rule(
      "infinity in metadata",
      refused: saving(
        quantity(1, steps, 1, "count", span(), .init("x", .quantity(.infinity, unit: "m")))),
      refusal(.notFinite),
      accepted: saving(
        quantity(1, steps, 1, "count", span(), .init("x", .quantity(5, unit: "m"))))),
    Rule(
      "the unit is none", refused: saving(quantity(1, steps, 1, "step count")),
      refusal(.unitUnknown("step count")), accepted: saving(quantity(1, steps, 1, "count"))),
    Rule(
      "the unit is another dimension's", refused: saving(quantity(1, mass, 1, "m")),
      refusal(.unitMismatch(type: mass, unit: "m", canonical: "kg")),
      accepted: saving(quantity(1, mass, 150, "lb"))),
    Rule(
      "the type knows no such value", refused: saving(category(1, sleep, .code(6))),
      refusal(.categoryValue(type: sleep)), accepted: saving(category(1, sleep, .code(5)))),
    Rule(
      "a word is no value", refused: saving(category(1, sleep, .name("Dozing"))),
      refusal(.categoryValue(type: sleep)),
      accepted: saving(category(1, sleep, .name("Dozing")), imported: true)),
    Rule(
      "a code that no double holds", refused: saving(category(1, new, .code(.max))),
      refusal(.categoryValue(type: new)), accepted: saving(category(1, new, .code(1 << 53)))),
    Rule(
      "such a code in an import", refused: saving(category(1, "X", .code(.min)), imported: true),
      refusal(.categoryValue(type: "X")),
      accepted: saving(category(1, "X", .code(-9)), imported: true)),
    Rule(
      "a category sample of a quantity type", refused: saving(category(1, steps)),
      refusal(.kindMismatch(type: steps, kind: "category")), accepted: saving(category(1))),
    Rule(
      "a quantity sample of a category type", refused: saving(quantity(1, sleep)),
      refusal(.kindMismatch(type: sleep, kind: "quantity")), accepted: saving(quantity(1))),
    Rule(
      "a document of a quantity type", refused: saving(document(1, steps)),
      refusal(.kindMismatch(type: steps, kind: "document")),
      accepted: saving(document(1, "HKDataTypeOfTomorrow"))),
    Rule(
      "a document that claims to be a workout", refused: saving(document(1, WorkoutContent.type)),
      refusal(.kindMismatch(type: WorkoutContent.type, kind: "document")),
      accepted: saving(document(1, nil))),
    Rule(
      "a mood beyond all moods", refused: saving(mood(1.5)),
      refusal(
        .documentField(field: "valence", expected: "a number from -1.0 to 1.0")),
      accepted: saving(mood(-0.5))),
    Rule(
      "such a mood in an import", refused: saving(mood(1.5)),
      refusal(
        .documentField(field: "valence", expected: "a number from -1.0 to 1.0")),
      accepted: saving(mood(1.5), imported: true)),
    Rule(
      "a negative duration", refused: saving(workout(1, duration: -1)),
      refusal(.negativeDuration), accepted: saving(workout(1, duration: 0))),
    Rule(
      "a total in a wrong unit",
      refused: saving(workout(1, totals: [.totalDistance: Amount(1, "kcal")])),
      refusal(
        .unitMismatch(
          type: QuantityType.distanceWalkingRunning.identifier, unit: "kcal", canonical: "km")),
      accepted: saving(workout(1, totals: [.totalDistance: Amount(1, "mi")]))),
    Rule(
      "menstrual flow without its cycle",
      refused: saving(category(1, CategoryType.menstrualFlow.identifier, .code(2))),
      refusal(
        .metadataMissing(
          type: CategoryType.menstrualFlow.identifier, key: "HKMenstrualCycleStart")),
      accepted: saving(
        category(
          1, CategoryType.menstrualFlow.identifier, .code(2),
          .init("HKMenstrualCycleStart", .boolean(true))))),
  ]

  static func mood(_ valence: Double) -> HealthObject {
    StateOfMind(span: span(), kind: .dailyMood, valence: valence).object(uuid: id(1))
  }

  static func document(
    _ number: UInt64, _ type: String?, _ span: TimeSpan? = nil
  ) -> HealthObject {
    let document = Document(kind: .other, type: type, span: span)
    return HealthObject(uuid: id(number), content: .document(document))
  }

  @Test(arguments: rules) func holds(_ rule: Rule) { rule.check() }

  @Test(arguments: ["count", "kg", "furlong", "", "a b"])
  func anUnknownTypeTakesAnyUnit(_ unit: String) {
    let outcome = Given().when(saving(quantity(1, "HKQuantityTypeIdentifierOfTomorrow", 1, unit)))
    #expect(outcome.save?.objects.count == 1)
  }

  @Test func onlyKnownTypesAreRestricted() {
    let restricted = TypeCatalogue.all.filter {
      $0.isMinimumDurationRestricted || $0.isMaximumDurationRestricted
    }
    #expect(restricted.count == 3)
    #expect(QuantityType.stepCount.maximumAllowedDuration == nil)
    #expect(CategoryType.sleepAnalysis.minimumAllowedDuration == nil)
    let year = span(0, 366 * 86_400)
    #expect(Given().when(saving(quantity(1, steps, 1, "count", year))).save != nil)
  }

  @Test func theFirstWrongTotalIsTheSameEveryTime() {
    let totals: [WorkoutTotal: Amount] = [
      .totalEnergyBurned: Amount(1, "first"), .totalDistance: Amount(1, "second"),
      .totalSwimmingStrokeCount: Amount(1, "third"), .totalFlightsClimbed: Amount(1, "fourth"),
    ]
    let command = saving(workout(1, totals: totals))
    #expect(Given().when(command) == .invalid(.unitUnknown("first"), 0))
  }

  /// A source learns nothing of imported objects by saving under the uuids that they would have.
  @Test func aSourceTakesNoUUIDOfContent() {
    let uuid = ObjectUUID(content: (7, 9))
    func saving(_ uuid: ObjectUUID, by: String, imported: Bool = false) -> Command {
      var object = quantity(2)
      object.uuid = uuid
      let drafts = [Draft(quantity(1)), Draft(object)]
      return Command(by: by, .save(SaveRequest(objects: drafts, imported: imported)))
    }
    let refused = Outcome.invalid(.uuidOfContent(uuid), 1)
    var known = Given().sharing(steps)
    known.objects[uuid] = ObjectFacts(by: EventActor.owner, type: mass, isLive: true)
    for state in [Given().sharing(steps), known] {
      #expect(state.when(saving(uuid, by: app)) == refused)
      #expect(state.when(saving(uuid, by: app, imported: true)) == refused)
    }
    let random = ObjectUUID(random: (7, 9))
    #expect(Given().sharing(steps).when(saving(random, by: app)).save?.objects.count == 2)
    for imported in [false, true] {
      let save = saving(uuid, by: EventActor.owner, imported: imported)
      #expect(Given().when(save).save?.objects.count == 2)
    }
    #expect(known.when(saving(uuid, by: EventActor.owner)) == .invalid(.uuidExists(uuid), 1))
    // What an older program took is no fault of the journal.
    let saved = Given().sharing(steps).when(saving(random, by: app)).save?.objects ?? []
    var old = saved
    old[1].uuid = uuid
    var decider = Decider()
    #expect(
      decider.fault(
        of: .save(Save(objects: old)), by: app, given: Given().sharing(steps), at: .epoch) == nil)
  }

  @Test func oneWrongObjectSinksAll() {
    var state = Given().sharing(steps)
    state.nextSequence = 7
    let command = saving(quantity(1), quantity(2), quantity(3, mass, 70, "kg"), by: app)
    #expect(
      state.when(command) == .refused(.authorizationNotDetermined(source: app, type: mass)))
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity])
  func noNumberAnywhereIsInfinite(_ number: Double) {
    let series = SeriesSummary(count: 1, minimum: number)
    let condensed = QuantityContent(
      type: steps, span: span(), value: 1, unit: "count", series: series)
    var fields = quantity(2)
    fields.fields = [Field("deep", .list([.fields([Field("x", .number(number))])]))]
    var event = workout(3)
    event.content = .workout(
      WorkoutContent(
        activity: "x", span: span(), duration: 1,
        statistics: [WorkoutStatistics(type: steps, maximum: number)]))
    let wrong = [
      HealthObject(uuid: id(1), content: .quantity(condensed)), fields, event,
      workout(4, duration: number), workout(5, totals: [.totalDistance: Amount(number, "m")]),
    ]
    for object in wrong {
      #expect(Given().when(saving(object, imported: true)) == .invalid(.notFinite, 0))
    }
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity])
  func noNumberOfAWorkoutsEventIsInfinite(_ number: Double) {
    let (kind, time) = (WorkoutEventName.lap, span().start)
    let metadata = Metadata([Metadata.Entry("x", .number(number))])
    let events = [
      WorkoutEvent(type: kind, date: time, duration: number),
      WorkoutEvent(type: kind, date: time, duration: 1, metadata: metadata),
      WorkoutEvent(type: kind, date: time, metadata: metadata),
    ]
    for event in events {
      var object = workout(1)
      object.content = .workout(
        WorkoutContent(activity: "x", span: span(), duration: 1, events: [event]))
      #expect(Given().when(saving(object, imported: true)) == .invalid(.notFinite, 0))
    }
  }

  @Test func importsAreTakenAsTheyStand() {
    let flow = category(1, CategoryType.menstrualFlow.identifier, .code(2))
    let half = quantity(2, steps, 1, "count", span(), .init(MetadataName.syncVersion, .number(1)))
    let sex = trait(3, "HKCharacteristicTypeIdentifierBiologicalSex", "HKBiologicalSexOfTomorrow")
    let outcome = Given().when(saving(flow, half, sex, correlation(4), imported: true))
    #expect(outcome.save?.objects.count == 4)
    #expect(outcome.save?.replaces == [])
  }
}
