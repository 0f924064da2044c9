import HealthEvents
import HealthModel
import TestSupport

/// Random events as a source might write them.
struct RandomEvents {
  static let names = [
    "plain", "Ünïcödé 🏊", "quote \" and \\ back", "tab\tand\u{1}", "", "e\u{301}", "é",
    "HKQuantityTypeIdentifierStepCount", "line\u{2028}separator", "a/b", "漢字",
  ]
  var dice: Dice
  var saved: [ObjectUUID] = []

  init(_ seed: UInt64) { dice = Dice(seed) }

  mutating func event(_ sequence: UInt64) -> Event {
    switch dice.below(11) {
    case 0 where !saved.isEmpty:
      return .delete(Deletion(objects: [dice.pick(saved)], reason: dice.pick(Self.names)))
    case 10 where !saved.isEmpty: return .revert(revert(sequence))
    case 1:
      return .origin(Origin(source: Source(name: dice.pick(Self.names)), device: Device(name: "x")))
    default: return .save(save(sequence))
    }
  }

  /// Objects get any states, by the lines that saved them or by their uuids.
  private mutating func revert(_ sequence: UInt64) -> Revert {
    func runs() -> ObjectRuns? {
      guard dice.often(50) else { return nil }
      let first = UInt64(1 + dice.below(Int(sequence) - 1))
      let lines = LineRun(first, min(sequence - 1, first + UInt64(dice.below(4))))
      return ObjectRuns(
        lines: dice.often(60) ? [lines] : [], objects: dice.often(60) ? [dice.pick(saved)] : [])
    }
    var revert = Revert(
      lines: [LineRun(sequence - 1, sequence - 1)], live: runs(), gone: runs(), deleted: runs(),
      reason: dice.pick(Self.names))
    if dice.often(30) { revert.joined = [dice.pick(saved)] }
    if dice.often(30) { revert.freed = [dice.pick(saved)] }
    if dice.often(30) {
      var right = RestoredRight(source: "com.example.app", type: dice.pick(Self.names))
      right.sharing = AuthorizationRight(dice.pick(AuthorizationStatus.allCases))
      right.reading = dice.often(50) ? .notDetermined : nil
      revert.rights = [right]
    }
    if dice.often(20) {
      revert.settings = Configuration(timeZone: dice.pick(["Asia/Tokyo", "Europe/Berlin"]))
    }
    return revert
  }

  private mutating func save(_ sequence: UInt64) -> Save {
    var objects: [HealthObject] = []
    for _ in 0...dice.below(3) { objects.append(object(sequence)) }
    var save = Save(objects: objects, workout: dice.often(20) ? uuid() : nil)
    if dice.often(15), let old = saved.randomElement(using: &dice) { save.replaces = [old] }
    saved += objects.map(\.uuid)
    return save
  }

  mutating func uuid() -> ObjectUUID {
    ObjectUUID(random: (dice.next(), dice.next()))
  }

  private mutating func object(_ sequence: UInt64) -> HealthObject {
    var object = HealthObject(uuid: uuid(), content: content())
    if dice.often(60) { object.origin = UInt64(dice.below(Int(sequence))) }
    if dice.often(40) { object.created = time() }
    object.metadata = metadata()
    return object
  }

  private mutating func content() -> Content {
    let type = dice.pick(Self.names) + String(dice.below(4))
    switch dice.below(12) {
    case 0:
      return .correlation(CorrelationContent(type: type, span: span(), members: saved.suffix(2)))
    case 1: return .workout(WorkoutContent(activity: type, span: span(), duration: 1))
    case 2: return .characteristic(Characteristic(type: type, value: "x"))
    case 3: return .summary(SummaryContent(date: "2026-11-20"))
    case 4: return .document(Document(kind: .route, span: span()))
    case 5:
      return .category(CategoryContent(type: type, span: span(), value: .name("word \(type)")))
    case 6, 7:
      let code = dice.pick([0, 1, -3, 1 << 53])
      return .category(CategoryContent(type: type, span: span(), value: .code(code)))
    default:
      var sample = QuantityContent(
        type: type, span: span(), value: number(), unit: dice.pick(["kcal", "Cal", "", "m\"x"]))
      if dice.often(10) {
        sample.series = SeriesSummary(
          count: 3, minimum: dice.often(70) ? number() : nil, maximum: dice.often(70) ? 7 : nil)
      }
      return .quantity(sample)
    }
  }

  private mutating func number() -> Double {
    switch dice.below(4) {
    case 0: return Double(dice.below(100_000))
    case 1: return Double(dice.below(1_000_000)) / 1000
    case 2: return -Double(dice.below(1000)) / 7
    default:
      let value = Double(bitPattern: dice.next())
      return value.isFinite ? value : 0.1
    }
  }

  private mutating func time() -> Timestamp {
    let offset = Int16(dice.pick([0, 60, -300, 330, 345, -1439, 1439]))
    let micros = Int64(dice.below(1_800_000_000)) * 1_000_000
    return Timestamp(
      instant: Instant(microseconds: micros + Int64(dice.pick([0, 0, 250_000, 1]))),
      offsetMinutes: offset)
  }

  private mutating func span() -> TimeSpan {
    let (a, b) = (time(), time())
    return a.instant < b.instant ? TimeSpan(a, b) : TimeSpan(b, a)
  }

  private mutating func metadata() -> Metadata {
    var metadata = Metadata()
    for _ in 0..<dice.pick([0, 0, 1, 2, 10]) { metadata[dice.pick(Self.names)] = value() }
    if dice.often(30) { metadata[MetadataName.timeZone] = .string(dice.pick(Self.names)) }
    if dice.often(30) { metadata[MetadataName.wasUserEntered] = value() }
    if dice.often(10) {
      metadata[MetadataName.syncIdentifier] = .string(dice.pick(Self.names))
      metadata[MetadataName.syncVersion] = .number(Double(dice.below(4)))
    }
    return metadata
  }

  private mutating func value() -> MetadataValue {
    switch dice.below(7) {
    case 0: return .number(number())
    case 1: return .boolean(dice.often(50))
    case 2: return .date(time())
    case 3: return .quantity(number(), unit: "km")
    case 4: return .string("1")
    case 5: return .number(dice.pick([0, 1, -0.0]))
    default: return .string(dice.pick(Self.names))
    }
  }
}
