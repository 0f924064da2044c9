import HealthEvents
import HealthModel
import TestSupport

/// Random commands of all kinds, by the owner and by sources, about few objects on few days: so
/// that they meet in uuids, sync identifiers, workouts, times and rights. Many break a rule and are
/// refused.
struct RandomCommands {
  static let apps = ["com.example.app", "com.example.band", "com.example.scale"]
  static let names = ["Watch", "Band", "iPhone", "Health", "com.example.app"]

  /// Types of quantity samples, with units and a usual value.
  typealias Quantity = (type: String, units: [String], value: Double)

  static let quantities: [Quantity] = ofHealthKit + [(sweat, ["mL", "L"], 100)]

  private static let ofHealthKit: [Quantity] = [
    ("StepCount", ["count"], 100), ("HeartRate", ["count/min", "count/s"], 60),
    ("BodyMass", ["kg", "lb"], 70), ("Height", ["m", "cm"], 1),
    ("ActiveEnergyBurned", ["kcal", "kJ"], 50), ("BasalEnergyBurned", ["kcal"], 50),
    ("DistanceWalkingRunning", ["m", "km"], 2), ("DistanceSwimming", ["m"], 50),
    ("SwimmingStrokeCount", ["count"], 20), ("DietaryEnergyConsumed", ["kcal"], 300),
    ("DietaryProtein", ["g"], 20), ("BloodPressureSystolic", ["mmHg"], 120),
    ("BloodPressureDiastolic", ["mmHg"], 80), ("AppleExerciseTime", ["min"], 5),
    ("OfTheFuture", ["count"], 1),
  ].map { ("HKQuantityTypeIdentifier" + $0.0, $0.1, $0.2) }

  /// A type that has to be declared before it is saved.
  static let sweat = "org.example.sweat"
  static let declaration = DeclaredType(
    sweat, unit: "mL", aggregation: .cumulative, title: "Sweat")

  static let categories = ["SleepAnalysis", "AppleStandHour", "MindfulSession"]
    .map { "HKCategoryTypeIdentifier" + $0 }
  static let pressure = "HKCorrelationTypeIdentifierBloodPressure"
  static let food = "HKCorrelationTypeIdentifierFood"
  static let documents: [Document.Kind] = [.audiogram, .heartbeats, .route]

  /// Every type that a source may ask to read.
  static let types =
    quantities.map(\.type) + categories + [WorkoutContent.type, SummaryContent.type]
    + documents.map(\.type) + [Note.type] + CharacteristicType.all.map(\.identifier)

  var dice: Dice
  /// The upper half of the uuids that are drawn.
  private let space: UInt64
  private var drawn: UInt64 = 0
  /// What was named so far, saved or not.
  private var samples: [ObjectUUID] = []
  private var workouts: [ObjectUUID] = []

  init(_ seed: Int, space: UInt64 = 0xABCD_0000) {
    dice = Dice(seed)
    self.space = space
  }

  mutating func next() -> Command {
    switch dice.below(20) {
    case 0...7: return saveOfSamples()
    case 8...10: return saveOfWorkout()
    case 11...12: return saveOfCorrelation()
    case 13: return saveOfOthers()
    case 14...15: return Command(by: actor(), .delete(deletion()))
    case 16: return Command(by: asker(), .authorize(change()))
    case 17: return dice.often(75) ? configure() : declare()
    case 18: return Command(by: asker(), .recordImport(receipt()))
    case _: return logged()
    }
  }

  // MARK: Who

  private mutating func actor() -> String {
    dice.often(45) ? EventActor.owner : dice.pick(Self.apps)
  }

  /// Mostly the owner, whom alone it is given.
  private mutating func asker() -> String {
    dice.often(90) ? EventActor.owner : dice.pick(Self.apps)
  }

  private mutating func draft(_ object: HealthObject, by: String) -> Draft {
    var draft = Draft(object)
    if by == EventActor.owner, dice.often(70) {
      let bundle = dice.often(60) ? dice.pick(Self.apps) : nil
      draft.source = Source(name: dice.pick(Self.names), bundle: bundle)
    } else if by != EventActor.owner, dice.often(30) {
      draft.source = Source(name: dice.pick(Self.names), bundle: dice.often(50) ? by : nil)
    }
    if dice.often(30) {
      draft.device = Device(name: dice.pick(["Watch", "Phone"]), hardware: "Watch7,2")
    }
    return draft
  }

  // MARK: Saves

  private mutating func saveOfSamples() -> Command {
    let by = actor()
    let count = 1 + dice.below(3)
    let drafts = (0..<count).map { _ in draft(sample(), by: by) }
    var request = SaveRequest(objects: drafts, imported: by == EventActor.owner && dice.often(20))
    if dice.often(25) { request.workout = workouts.randomElement(using: &dice) }
    return Command(by: by, .save(request))
  }

  private mutating func saveOfWorkout() -> Command {
    let by = actor()
    var drafts = [draft(workout(), by: by)]
    for _ in 0..<dice.below(4) { drafts.append(draft(sample(), by: by)) }
    if dice.often(15) { drafts.append(draft(workout(), by: by)) }
    return Command(by: by, .save(SaveRequest(objects: drafts)))
  }

  private mutating func saveOfCorrelation() -> Command {
    let by = actor()
    let isPressure = dice.often(60)
    let types = isPressure ? Self.quantities[11...12] : Self.quantities[9...10]
    var members: [ObjectUUID] = []
    var drafts: [Draft] = []
    for type in types where isPressure || dice.often(80) {
      if dice.often(30), let known = samples.randomElement(using: &dice) {
        members.append(known)
      } else {
        let object = quantity(type)
        members.append(object.uuid)
        drafts.append(draft(object, by: by))
      }
    }
    let correlation = CorrelationContent(
      type: isPressure ? Self.pressure : Self.food, span: span(), members: members)
    let object = HealthObject(
      uuid: uuid(), content: .correlation(correlation), metadata: metadata())
    drafts.append(draft(object, by: by))
    return Command(by: by, .save(SaveRequest(objects: drafts)))
  }

  /// Characteristics, rings and documents.
  private mutating func saveOfOthers() -> Command {
    let by = actor()
    let content: Content
    var fields: [Field] = []
    switch dice.below(4) {
    case 0:
      let (type, values) = dice.pick([
        (CharacteristicType.dateOfBirth, ["1985-05-12", "1990-01-01"]),
        (.biologicalSex, ["HKBiologicalSexFemale", "HKBiologicalSexMale"]),
      ])
      content = .characteristic(
        Characteristic(type: type.identifier, value: dice.pick(values)))
    case 1:
      let day = dice.pick(["2026-03-01", "2026-03-02"])
      content = .summary(SummaryContent(date: day))
    case 2: content = .document(Document(kind: dice.pick(Self.documents), span: span()))
    case _:
      let tags = dice.pick([["sick"], ["Sick", "travel"], ["travel"]])
      let note = Note(span: span(atLeast: 60), text: "as it was", tags: tags)
      (content, fields) = (note.content, note.fields)
    }
    let object = HealthObject(uuid: uuid(), content: content, fields: fields)
    let imported = by == EventActor.owner
    return Command(
      by: by, .save(SaveRequest(objects: [draft(object, by: by)], imported: imported)))
  }

  /// What `swim` and `run` save.
  private mutating func logged() -> Command {
    let by = actor()
    let objects: [HealthObject]
    if dice.often(50) {
      let run = Run(
        distance: Amount(5, "km"), span: span(atLeast: 20), heartRateStart: 90,
        heartRateEnd: 150, kilocalories: 300)
      var drawn: [ObjectUUID] = []
      objects = run.objects {
        drawn.append(uuid())
        return drawn[drawn.count - 1]
      }
    } else {
      let swim = Swim(laps: 20, metresPerLap: 25, minutes: 20, pace: 6, span: span(atLeast: 20))
      objects = swim.objects(kilocalories: 150, workout: uuid(), energy: uuid())
    }
    return Command(by: by, .save(SaveRequest(objects: objects.map { draft($0, by: by) })))
  }

  // MARK: Objects

  private mutating func sample() -> HealthObject {
    if dice.often(75) { return quantity(dice.pick(Self.quantities)) }
    let type = dice.pick(Self.categories)
    let code = type.hasSuffix("SleepAnalysis") ? dice.below(6) : 0
    let content = Content.category(CategoryContent(type: type, span: span(), value: .code(code)))
    let object = HealthObject(
      uuid: uuid(), content: content, created: created(), metadata: metadata())
    samples.append(object.uuid)
    return object
  }

  private mutating func quantity(
    _ type: (type: String, units: [String], value: Double)
  ) -> HealthObject {
    let sample = QuantityContent(
      type: type.type, span: span(), value: type.value + Double(dice.below(20)),
      unit: dice.pick(type.units))
    let object = HealthObject(
      uuid: uuid(), content: .quantity(sample), created: created(), metadata: metadata())
    samples.append(object.uuid)
    return object
  }

  private mutating func workout() -> HealthObject {
    let time = span(atLeast: 30)
    let activity = dice.pick(["Running", "Swimming", "Walking", "Other"])
    var workout = WorkoutContent(
      activity: "HKWorkoutActivityType" + activity, span: time, duration: time.duration)
    if dice.often(50) { workout.totals[.totalEnergyBurned] = Amount(200, "kcal") }
    if dice.often(40) { workout.totals[.totalDistance] = Amount(3, "km") }
    if dice.often(40) { workout.totals[.totalSwimmingStrokeCount] = Amount(300, "count") }
    if dice.often(50) { workout.statistics = statistics() }
    if dice.often(50) {
      workout.events = [WorkoutEvent(type: "HKWorkoutEventTypeLap", date: time.start, duration: 60)]
    }
    if dice.often(20) {
      workout.activities = [
        WorkoutActivity(
          activity: workout.activity, start: time.start, end: time.end, statistics: statistics())
      ]
    }
    let object = HealthObject(uuid: uuid(), content: .workout(workout), metadata: metadata())
    workouts.append(object.uuid)
    return object
  }

  private func statistics() -> [WorkoutStatistics] {
    [
      WorkoutStatistics(
        type: Self.quantities[1].type, average: 120, minimum: 100, maximum: 150,
        unit: "count/min"),
      WorkoutStatistics(type: Self.quantities[4].type, sum: 210, unit: "kcal"),
      WorkoutStatistics(type: Self.quantities[6].type, sum: 3.1, unit: "km"),
    ]
  }

  private mutating func metadata() -> Metadata {
    var metadata = Metadata()
    if dice.often(35) {
      metadata[MetadataName.syncIdentifier] = .string(dice.pick(["a", "b", "c"]))
      if dice.often(95) { metadata[MetadataName.syncVersion] = .number(Double(dice.below(9))) }
    }
    if dice.often(10) { metadata[MetadataName.timeZone] = .string("America/New_York") }
    if dice.often(15) { metadata[MetadataName.wasUserEntered] = .boolean(true) }
    return metadata
  }

  private mutating func created() -> Timestamp? { dice.often(20) ? span().end : nil }

  /// A new uuid, in rare cases one that is taken.
  private mutating func uuid() -> ObjectUUID {
    if dice.often(2), let known = (samples + workouts).randomElement(using: &dice) {
      return known
    }
    drawn += 1
    return ObjectUUID(high: space, low: drawn)
  }

  /// From minutes to hours, in three days.
  private mutating func span(atLeast minutes: Int = 0) -> TimeSpan {
    // 2026-03-01T00:00:00Z
    let start = 1_772_323_200 + 600 * dice.below(6 * 72)
    let length = 60 * (minutes + dice.pick([0, 10, 10, 30, 60, 240]))
    func time(_ seconds: Int) -> Timestamp {
      Timestamp(instant: Instant(microseconds: Int64(seconds) * 1_000_000), offsetMinutes: 60)
    }
    return TimeSpan(time(start), time(start + length))
  }

  // MARK: Other requests

  private mutating func deletion() -> Deletion {
    var objects: [ObjectUUID] = []
    for _ in 0...dice.below(2) {
      if let known = (samples + workouts).randomElement(using: &dice) { objects.append(known) }
    }
    return Deletion(objects: objects, reason: dice.often(50) ? "a slip" : nil)
  }

  /// Decisions on a few types of a source.
  mutating func change() -> AuthorizationChange {
    func grants(_ types: [String], _ percent: Int, _ dice: inout Dice) -> [AuthorizationGrant] {
      types.filter { _ in dice.often(percent) }.map { type in
        let status: AuthorizationStatus =
          dice.often(70) ? .authorized : dice.often(70) ? .denied : .notDetermined
        return AuthorizationGrant(type, status)
      }
    }
    let source = dice.pick(Self.apps)
    return AuthorizationChange(
      source: source, share: grants(Self.shared, 30, &dice), read: grants(Self.types, 10, &dice))
  }

  /// Everything that a source may save.
  static let shared =
    quantities.map(\.type).filter { !$0.hasSuffix("AppleExerciseTime") }
    + [categories[0], categories[2], WorkoutContent.type, Note.type] + documents.map(\.type)

  private mutating func configure() -> Command {
    Command(by: asker(), .configure(configuration()))
  }

  /// Mostly the first declaration of the type again.
  private mutating func declare() -> Command {
    let style: AggregationStyle = dice.often(80) ? .cumulative : .discreteArithmetic
    return Command(
      by: asker(),
      .declare(DeclaredType(Self.sweat, unit: "mL", aggregation: style, title: "Sweat")))
  }

  private mutating func configuration() -> Configuration {
    var configuration = Configuration()
    switch dice.below(4) {
    case 0:
      configuration.sameSource = [
        SameSource(old: dice.pick(Self.names), name: dice.pick(Self.names + [""]))
      ]
    case 3:
      configuration.timeZone = dice.pick(["Europe/Paris", "America/New_York", "Europe/Nowhere"])
    case 1:
      let names = Self.names.shuffled(using: &dice).prefix(2)
      configuration.priority = [
        SourcePriority(type: dice.pick(["*", Self.quantities[0].type]), sources: Array(names))
      ]
    case _:
      let type = dice.pick(Self.quantities)
      configuration.preferredUnits = [PreferredUnit(type: type.type, unit: dice.pick(type.units))]
    }
    return configuration
  }

  private mutating func receipt() -> ImportReceipt {
    var count = ImportCount(element: "Record")
    count.read = 3
    count.saved = 3
    let first = UInt64(1 + dice.below(30))
    return ImportReceipt(
      format: "apple-health", file: "export.xml", bytes: 9,
      sha256: String(repeating: "0", count: 64), exported: span().end, first: first,
      last: first + 3, counts: [count])
  }
}
