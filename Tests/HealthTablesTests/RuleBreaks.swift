import HealthEvents
import HealthModel
import HealthTables
import JournalFile
import TestSupport

/// A journal that mostly keeps the rules and here and there breaks one: each that an audit knows,
/// at random places.
struct RuleBreaks {
  private static let apps = ["com.example.a", "com.example.b", "com.apple.Health"]
  private static let units = [
    QuantityType.stepCount.identifier: "count", QuantityType.bodyMass.identifier: "kg",
    "HKQuantityTypeIdentifierAppleExerciseTime": "min", "HKQuantityTypeIdentifierNew": "new",
  ]
  private static let sleep = "HKCategoryTypeIdentifierSleepAnalysis"
  private static let types = units.keys.sorted() + [sleep]

  private var scribe = Scribe()
  private var dice: Dice
  private var lastUUID: UInt64 = 100
  private var saved: [ObjectUUID] = []
  private var workouts: [ObjectUUID] = []
  private var origins: [UInt64] = []
  /// How many times in a thousand a rule is broken.
  private let rate: Int

  /// The lines of such a journal, some of them erased.
  static func lines(_ seed: Int, count: Int, rate: Int = 30) -> [[UInt8]] {
    var breaks = RuleBreaks(seed, rate)
    while breaks.scribe.lines.count < count { breaks.addEvent() }
    var lines = breaks.scribe.lines
    guard seed % 3 == 0 else { return lines }
    for _ in 0..<3 {
      let place = 1 + breaks.dice.below(lines.count - 1)
      lines[place] = AuditTests.erased(lines[place], UInt64(place + 1))
    }
    return lines
  }

  private init(_ seed: Int, _ rate: Int) {
    dice = Dice(seed)
    self.rate = rate
    for app in Self.apps.prefix(2) {
      let share = Self.types.map { AuthorizationGrant($0, .authorized) }
      add(.authorize(AuthorizationChange(source: app, share: share)), by: EventActor.owner)
    }
  }

  /// Adds a line, if it can be one.
  private mutating func add(_ event: Event, by: String) {
    var longer = scribe
    longer.add(event, by: by)
    let line = longer.lines[longer.lines.count - 1]
    if (try? LineCodec.decode(unsafe line.span.bytes)) != nil { scribe = longer }
  }

  private mutating func breaks() -> Bool { dice.below(1000) < rate }

  private mutating func uuid() -> ObjectUUID {
    lastUUID += 1
    return id(lastUUID)
  }

  /// What was saved, or what never was.
  private mutating func known(_ uuids: [ObjectUUID]) -> ObjectUUID {
    uuids.isEmpty || breaks() ? id(dice.next() % 100_000 + 1_000_000) : dice.pick(uuids)
  }

  private mutating func owner() -> String { breaks() ? Self.apps[0] : EventActor.owner }

  private mutating func addEvent() {
    let by = dice.often(60) ? EventActor.owner : dice.pick(Array(Self.apps.prefix(2)))
    switch dice.below(25) {
    case 0: addAuthorization()
    case 1:
      add(.origin(Origin(source: Source(name: "App"))), by: EventActor.owner)
      origins.append(UInt64(scribe.lines.count))
    case 2, 3: addDeletion(by)
    case 4: addWorkout(by)
    case 5: addCorrelation(by)
    case 6: addConfiguration()
    case 7: addReceipt()
    case 8:
      let lines = [UInt64(dice.below(scribe.lines.count) + 1), UInt64(dice.below(80) + 1)]
      add(.erase(Erasure(lines: lines, reason: "asked for")), by: owner())
    case 9:
      let birth = Characteristic(
        type: "HKCharacteristicTypeIdentifierDateOfBirth", value: "1985-05-12")
      add(saving(HealthObject(uuid: uuid(), content: .characteristic(birth))), by: owner())
    case 10:
      let old = known(saved)
      let object = sample()
      add(.save(Save(objects: [object], replaces: [old])), by: by)
    case 11: addRevert(by)
    default: addSamples(by)
    }
  }

  /// Objects of a few lines, or one, live again or leave the views.
  private mutating func addRevert(_ by: String) {
    let last = UInt64(scribe.lines.count)
    let first = UInt64(dice.below(scribe.lines.count) + 1)
    let lines = [LineRun(first, breaks() ? last + 1 : min(last, first + 2))]
    let isOfLines = dice.often(60)
    let runs = isOfLines ? ObjectRuns(lines: lines) : ObjectRuns(objects: [known(saved)])
    var revert = Revert(lines: lines)
    revert[dice.pick([ObjectState.live, .live, .reverted, .removed])] = runs
    if breaks() { revert.settings = Configuration(timeZone: "Asia/Tokyo") }
    add(.revert(revert), by: isOfLines ? owner() : by)
  }

  private mutating func addAuthorization() {
    let status: AuthorizationStatus =
      breaks() ? dice.pick([.denied, .notDetermined]) : .authorized
    var terms = AuthorizationTerms.none
    if dice.often(30) {
      // The lines are a millisecond apart; a right may end before its line, at one or after it.
      let end = 1_795_158_000_000_000 + Int64(dice.below(200)) * 1_000
      terms.until = Timestamp(instant: Instant(microseconds: end), offsetMinutes: 0)
    }
    let change = AuthorizationChange(
      source: dice.pick(Self.apps), share: [AuthorizationGrant(dice.pick(Self.types), status)],
      terms: terms)
    add(.authorize(change), by: owner())
  }

  private mutating func addDeletion(_ by: String) {
    var objects = [known(saved)]
    if dice.often(30) { objects.append(known(saved)) }
    if breaks() { objects.append(objects[0]) }
    if !breaks() { saved.removeAll(where: objects.contains) }
    add(.delete(Deletion(objects: objects)), by: dice.often(80) ? EventActor.owner : by)
  }

  private mutating func addWorkout(_ by: String) {
    let workout = WorkoutContent(
      activity: "HKWorkoutActivityTypeRunning", span: TimeSpan(time(), time(60)),
      duration: breaks() ? -1 : 60)
    let uuid = uuid()
    workouts.append(uuid)
    add(saving(HealthObject(uuid: uuid, content: .workout(workout))), by: by)
  }

  private mutating func addCorrelation(_ by: String) {
    let food = CorrelationContent(
      type: breaks() ? Self.sleep : "HKCorrelationTypeIdentifierFood",
      span: TimeSpan(time(), time(60)), members: [known(saved), known(saved)])
    add(saving(HealthObject(uuid: uuid(), content: .correlation(food))), by: by)
  }

  private mutating func addConfiguration() {
    var configuration = Configuration(timeZone: breaks() ? "no zone" : "Asia/Tokyo")
    if breaks() {
      configuration.preferredUnits = [
        PreferredUnit(type: QuantityType.bodyMass.identifier, unit: dice.pick(["m", "?"]))
      ]
    }
    add(.configure(configuration), by: owner())
  }

  private mutating func addReceipt() {
    var count = ImportCount(element: "Record")
    count.read = breaks() ? 3 : 2
    count.saved = 2
    let receipt = ImportReceipt(
      format: "f", file: "e", bytes: 1, sha256: "00", counts: [count])
    add(.importReceipt(receipt), by: owner())
  }

  // MARK: Samples

  private mutating func addSamples(_ by: String) {
    var objects = [sample()]
    if dice.often(30) { objects.append(sample()) }
    if breaks() { objects.append(objects[0]) }
    let workout = dice.often(15) ? known(workouts) : nil
    saved += objects.map(\.uuid)
    let isSystem = dice.often(4)
    add(.save(Save(objects: objects, workout: workout)), by: isSystem ? Self.apps[2] : by)
  }

  private mutating func sample() -> HealthObject {
    let type = breaks() ? Self.types[0] : dice.pick(Array(Self.types.dropFirst()))
    let end = breaks() ? time(-60) : time(60)
    var object = HealthObject(
      uuid: breaks() && !saved.isEmpty ? dice.pick(saved) : uuid(),
      content: content(type, TimeSpan(time(), end)))
    if dice.often(20) { object.origin = origin() }
    return object
  }

  private mutating func content(_ type: String, _ span: TimeSpan) -> Content {
    if (type == Self.sleep) != breaks() {
      return .category(CategoryContent(type: type, span: span, value: .code(dice.below(5))))
    }
    let unit = breaks() ? dice.pick(["m", "?"]) : Self.units[type] ?? "count"
    return .quantity(
      QuantityContent(type: type, span: span, value: Double(dice.below(90)), unit: unit))
  }

  /// An `origin` line, mostly.
  private mutating func origin() -> UInt64? {
    if breaks() { return UInt64(dice.below(scribe.lines.count * 2)) }
    return origins.isEmpty ? nil : dice.pick(origins)
  }
}
