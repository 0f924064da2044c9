import HealthEvents
import HealthModel
import Testing

/// The journal so far, as a test states it.
struct Given: JournalState {
  struct Grant: Hashable, Sendable {
    var type: String
    var source: String
  }

  var nextSequence: UInt64 = 10
  var objects: [ObjectUUID: ObjectFacts] = [:]
  var shares: [Grant: AuthorizationRight] = [:]
  var reads: [Grant: AuthorizationRight] = [:]
  var origins: [Origin: UInt64] = [:]
  var versions: [Grant: SyncedObject] = [:]
  var sameSources = SameSources()
  var catalogue = JournalTypes()

  func facts(of uuid: ObjectUUID) -> ObjectFacts? { objects[uuid] }
  func readRight(of type: String, by source: String) -> AuthorizationRight {
    reads[Grant(type: type, source: source)] ?? .notDetermined
  }
  func shareRight(of type: String, by source: String) -> AuthorizationRight {
    shares[Grant(type: type, source: source)] ?? .notDetermined
  }
  func sequence(of origin: Origin) -> UInt64? { origins[origin] }
  func synced(_ name: SyncName) -> SyncedObject? {
    versions[Grant(type: name.identifier, source: name.source)]
  }

  /// The same journal in which `by` may share these types.
  func sharing(
    _ types: String..., by: String = app, as status: AuthorizationStatus = .authorized,
    until end: Timestamp? = nil
  ) -> Given {
    var given = self
    let right = AuthorizationRight(status, on: AuthorizationTerms(until: end))
    for type in types { given.shares[Grant(type: type, source: by)] = right }
    return given
  }

  /// The same journal in which this object has been saved.
  func holding(
    _ number: UInt64, _ type: String = steps, by: String = EventActor.owner, isLive: Bool = true
  ) -> Given {
    var given = self
    given.objects[id(number)] = ObjectFacts(by: by, type: type, isLive: isLive)
    return given
  }

  /// The same journal in which `by` has saved a version under a sync identifier.
  func synced(_ name: String, _ version: Double, as number: UInt64, by: String = app) -> Given {
    var given = holding(number, by: by)
    given.versions[Grant(type: name, source: by)] = SyncedObject(
      uuid: id(number), version: version)
    return given
  }

  /// The events, or why not.
  func when(_ command: Command, at moment: Instant = .epoch) -> Outcome {
    var decider = Decider()
    do {
      return .events(try decider.decide(command, given: self, at: moment))
    } catch {
      return .refused(error)
    }
  }
}

/// What became of a command.
enum Outcome: Hashable, Sendable {
  case events([Event])
  case refused(Rejection)

  var events: [Event] {
    guard case .events(let events) = self else { return [] }
    return events
  }

  var save: Save? {
    guard case .save(let save)? = events.last else { return nil }
    return save
  }

  static func invalid(_ fault: Rejection.Fault, _ index: Int? = nil) -> Outcome {
    .refused(.invalidArgument(fault, index: index))
  }
}

/// A rule: a command that breaks it, why it is refused, and the nearest one that is accepted.
struct Rule: Sendable, CustomTestStringConvertible {
  var testDescription: String
  var given: Given
  var refused: Command
  var why: Rejection
  var acceptedGiven: Given
  var accepted: Command

  init(
    _ name: String, _ given: Given = Given(), refused: Command, _ why: Rejection,
    accepted: Command, given other: Given? = nil
  ) {
    testDescription = name
    self.given = given
    self.refused = refused
    self.why = why
    self.accepted = accepted
    acceptedGiven = other ?? given
  }

  func check() {
    #expect(given.when(refused) == .refused(why))
    guard case .refused(let rejection) = acceptedGiven.when(accepted) else { return }
    Issue.record("refused what is right: \(rejection)")
  }
}

let app = "com.example.app"
let steps = QuantityType.stepCount.identifier
let mass = QuantityType.bodyMass.identifier
let sleep = CategoryType.sleepAnalysis.identifier
let systolic = "HKQuantityTypeIdentifierBloodPressureSystolic"
let diastolic = "HKQuantityTypeIdentifierBloodPressureDiastolic"
let pressure = "HKCorrelationTypeIdentifierBloodPressure"

func id(_ number: UInt64) -> ObjectUUID { ObjectUUID(high: 0xABCD_0000, low: number) }

func span(_ start: Int64 = 0, _ end: Int64 = 600) -> TimeSpan {
  func time(_ seconds: Int64) -> Timestamp {
    Timestamp(instant: Instant(wholeSeconds: 1_795_158_000 + seconds), offsetMinutes: 60)
  }
  return TimeSpan(time(start), time(end))
}

func quantity(
  _ number: UInt64, _ type: String = steps, _ value: Double = 1, _ unit: String = "count",
  _ time: TimeSpan = span(), _ metadata: Metadata.Entry...
) -> HealthObject {
  let sample = QuantityContent(type: type, span: time, value: value, unit: unit)
  return HealthObject(
    uuid: id(number), content: .quantity(sample), metadata: Metadata(metadata))
}

func category(
  _ number: UInt64, _ type: String = sleep, _ value: CategoryCode = .code(3),
  _ metadata: Metadata.Entry...
) -> HealthObject {
  let sample = CategoryContent(type: type, span: span(), value: value)
  return HealthObject(
    uuid: id(number), content: .category(sample), metadata: Metadata(metadata))
}

func correlation(_ number: UInt64, _ members: UInt64..., type: String = pressure) -> HealthObject {
  let content = CorrelationContent(type: type, span: span(), members: members.map(id))
  return HealthObject(uuid: id(number), content: .correlation(content))
}

func workout(
  _ number: UInt64, duration: Double = 600, totals: [WorkoutTotal: Amount] = [:]
) -> HealthObject {
  let workout = WorkoutContent(
    activity: "HKWorkoutActivityTypeRunning", span: span(), duration: duration, totals: totals)
  return HealthObject(uuid: id(number), content: .workout(workout))
}

func trait(_ number: UInt64, _ type: String, _ value: String) -> HealthObject {
  HealthObject(
    uuid: id(number), content: .characteristic(Characteristic(type: type, value: value)))
}

func saving(
  _ objects: HealthObject..., by: String = EventActor.owner, of workout: UInt64? = nil,
  imported: Bool = false
) -> Command {
  Command(
    by: by,
    .save(
      SaveRequest(
        objects: objects.map { Draft($0) }, workout: workout.map(id), imported: imported)))
}

func deleting(_ numbers: UInt64..., by: String = EventActor.owner) -> Command {
  Command(by: by, .delete(Deletion(objects: numbers.map(id))))
}

func refusal(_ fault: Rejection.Fault, _ index: Int? = 0) -> Rejection {
  .invalidArgument(fault, index: index)
}
