import HealthEvents
import HealthModel
import TestSupport

@testable import HealthInterchange

/// Random objects over all types of the catalogue, some of them such as an export cannot say.
struct RandomObjects {
  var dice: Dice
  /// Whether they hold what an export cannot say.
  var isOdd = true
  /// Samples so far, for correlations to hold.
  private(set) var samples: [ObjectUUID] = []

  init(_ seed: UInt64, isOdd: Bool = true) {
    dice = Dice(seed)
    self.isOdd = isOdd
  }

  private static let texts = [
    "plain", "Ünïcödé 🏊", "a < b & \"c\" > 'd'", "tab\tline\nreturn\r", " blanks  ", "]]>",
    "\u{A0}x",
    "漢字", "&amp;", "1", "0.5", "37 cm", "2024-05-01 07:30:00 +0200",
  ]
  private static let oddTexts = ["\u{B}", "a\u{FFFF}b", "\u{0}"]

  /// An object with its source, of any kind that can stand by itself.
  mutating func draft() -> Draft {
    var object = HealthObject(uuid: uuid(), content: content())
    if dice.often(60) { object.created = time() }
    object.metadata = metadata()
    if dice.oneIn(8) { object.fields = leftovers() }
    var draft = Draft(object, source: Source(name: text(), version: dice.often(50) ? text() : nil))
    if dice.often(40) { draft.device = device() }
    if isOdd, dice.oneIn(10) { draft.source = nil }
    if isOdd, dice.oneIn(10) { draft.source?.bundle = "com.example.app" }
    return draft
  }

  /// The same as the object of a journal.
  mutating func live() -> LiveObject {
    let draft = draft()
    let origin = draft.source.map { Origin(source: $0, device: draft.device) }
    var object = draft.object
    object.origin = origin.map { _ in 2 }
    return LiveObject(object: object, origin: origin, by: EventActor.owner)
  }

  mutating func uuid() -> ObjectUUID { ObjectUUID(content: (dice.next(), dice.next())) }

  // MARK: Contents

  private mutating func content() -> Content {
    switch dice.below(12) {
    case 0: return .workout(workout())
    case 1:
      return .document(
        Document(kind: .audiogram, type: "HKDataTypeIdentifierAudiogram", span: span()))
    case 2, 3, 4: return .category(category())
    default: return .quantity(quantity())
    }
  }

  /// A quantity of any type.
  mutating func quantity() -> QuantityContent {
    let type = dice.pick(QuantityType.all)
    var sample = QuantityContent(
      type: type.identifier, span: span(), value: number(),
      unit: dice.pick([type.canonicalUnitText, type.metricUnitText, type.usUnitText]))
    if dice.oneIn(20) { sample.type = "HKQuantityTypeIdentifierNewlyMade" }
    if dice.oneIn(20) { sample.series = SeriesSummary(count: 3, minimum: number(), sum: number()) }
    return sample
  }

  private mutating func category() -> CategoryContent {
    let type = dice.pick(CategoryType.all)
    let value = type.values.randomElement(using: &dice)?.rawValue ?? dice.below(3)
    var sample = CategoryContent(type: type.identifier, span: span(), value: .code(value))
    if dice.oneIn(20) { sample.type = "HKCategoryTypeIdentifierNewlyMade" }
    if dice.oneIn(10) { sample.value = .code(dice.below(500) - 100) }
    if dice.oneIn(10) { sample.value = .name("HKCategoryValueUnheard") }
    if isOdd, dice.oneIn(20) { sample.value = .name("7") }
    return sample
  }

  /// A workout of any activity.
  mutating func workout() -> WorkoutContent {
    let span = span()
    var workout = WorkoutContent(
      activity: dice.pick(WorkoutActivityType.all).exportName, span: span,
      duration: dice.often(50) ? span.duration : Double(dice.below(10_000_000)) / 997)
    if dice.often(50) { workout.totals[.totalDistance] = Amount(number().magnitude, "km") }
    if dice.often(50) { workout.totals[.totalEnergyBurned] = Amount(512.25, "kcal") }
    if dice.oneIn(4) { workout.totals[.totalSwimmingStrokeCount] = Amount(40, "count") }
    workout.events = events()
    workout.statistics = statistics()
    for _ in 0..<dice.below(3) {
      workout.activities.append(
        WorkoutActivity(
          uuid: uuid().description, activity: dice.often(50) ? "HKWorkoutActivityTypeRunning" : nil,
          start: time(), end: dice.often(50) ? time() : nil,
          duration: dice.often(50) ? number().magnitude : nil, events: events(),
          statistics: statistics(), metadata: metadata()))
    }
    return workout
  }

  private mutating func events() -> [WorkoutEvent] {
    (0..<dice.below(3)).map { _ in
      WorkoutEvent(
        type: dice.pick(WorkoutEventType.all).exportName, date: time(),
        duration: dice.often(50) ? Double(dice.below(1000)) / 7 : nil, metadata: metadata())
    }
  }

  private mutating func statistics() -> [WorkoutStatistics] {
    (0..<dice.below(3)).map { _ in
      WorkoutStatistics(
        type: dice.pick(QuantityType.all).identifier, start: dice.often(70) ? time() : nil,
        end: dice.often(70) ? time() : nil, sum: dice.often(50) ? number() : nil,
        average: dice.often(50) ? number() : nil, minimum: dice.often(50) ? number() : nil,
        maximum: dice.often(50) ? number() : nil, unit: dice.often(70) ? "count" : nil)
    }
  }

  // MARK: What all have

  mutating func number() -> Double {
    switch dice.below(4) {
    case 0: return Double(dice.below(100_000))
    case 1: return Double(dice.below(1_000_000)) / 1000
    case 2: return -Double(dice.below(1000)) / 7
    default:
      let value = Double(bitPattern: dice.next())
      return value.isFinite ? value : 0.1
    }
  }

  /// A meal: a sample and the correlation that holds it.
  mutating func meal() -> [Draft] {
    let scale = Source(name: "Scale")
    let sample = HealthObject(uuid: uuid(), content: .quantity(quantity()))
    let own = dice.often(50) ? span() : sample.content.span
    let group = CorrelationContent(
      type: "HKCorrelationTypeIdentifierFood", span: own ?? span(), members: [sample.uuid])
    return [
      Draft(sample, source: scale),
      Draft(HealthObject(uuid: uuid(), content: .correlation(group)), source: scale),
    ]
  }

  mutating func time() -> Timestamp {
    let offset = Int16(dice.pick([0, 60, -300, 330, 345, -1439, 1439]))
    let micros = Int64(dice.below(1_800_000_000) - 100_000_000) * 1_000_000
    let part = isOdd ? Int64(dice.pick([0, 0, 0, 0, 0, 0, 250_000, 1])) : 0
    return Timestamp(instant: Instant(microseconds: micros + part), offsetMinutes: offset)
  }

  mutating func span() -> TimeSpan {
    let (a, b) = (time(), time())
    return a.instant < b.instant ? TimeSpan(a, b) : TimeSpan(b, a)
  }

  private mutating func text() -> String {
    isOdd && dice.oneIn(30) ? dice.pick(Self.oddTexts) : dice.pick(Self.texts)
  }

  private mutating func device() -> Device {
    Device(
      name: dice.often(80) ? "Apple Watch" : nil, manufacturer: "Apple Inc.",
      hardware: dice.often(50) ? "Watch6,1" : nil, software: "9.1",
      fields: dice.often(30) ? [Field("creation date", .text("2023-10-02 10:11:12 +0000"))] : [])
  }

  private mutating func metadata() -> Metadata {
    var metadata = Metadata()
    for _ in 0..<dice.pick([0, 0, 1, 2]) { metadata["key " + text()] = .string(text()) }
    if isOdd, dice.oneIn(10) {
      metadata["own"] = dice.often(50) ? .number(number()) : .boolean(true)
    }
    for _ in 0..<dice.pick([0, 0, 1]) {
      let key = dice.pick(MetadataKey.all)
      switch key.valueClass {
      case .string: metadata[key.key] = .string("words")
      case .number where key.isBoolean: metadata[key.key] = .boolean(dice.often(50))
      case .number: metadata[key.key] = .number(Double(dice.below(9)))
      case .date: metadata[key.key] = .date(time())
      case .quantity:
        metadata[key.key] = .quantity(number(), unit: key.comparableUnit?.description ?? "cm")
      }
    }
    return metadata
  }

  /// What an import keeps of an element beyond what it reads.
  private mutating func leftovers() -> [Field] {
    var fields = [Field("attributes", .fields([Field("colour", .text(dice.pick(Self.texts)))]))]
    if dice.often(50) {
      let inner = [Field("element", .text("Inner")), Field("text", .text("words"))]
      fields.append(
        Field("children", .list([.fields([Field("element", .text("Extra"))]), .fields(inner)])))
    }
    if isOdd, dice.oneIn(3) { fields.append(Field("note", .text("kept"))) }
    return fields
  }
}
