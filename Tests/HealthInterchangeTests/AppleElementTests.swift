import ByteTools
import HealthEvents
import HealthImport
import HealthModel
import TestSupport
import Testing

@testable import HealthInterchange

/// What is written of an object is what an import makes of it again, and what it says to be lost is
/// lost.
@Suite struct AppleElementTests {
  private static let exported = Timestamp(
    instant: Instant(wholeSeconds: 1_800_000_000), offsetMinutes: 60)

  /// Whether the importer makes the same object of what was written of it.
  private func comesBack(_ live: LiveObject, from bytes: [UInt8]) -> Bool {
    var readBack = AppleReadBack(exported: Self.exported)
    guard let draft = readBack.drafts(of: bytes)?.first else { return false }
    var object = live.object
    (object.uuid, object.origin) = (draft.object.uuid, nil)
    let (source, device) = (live.origin?.source, live.origin?.device)
    return draft.object == object && draft.source == source && draft.device == device
  }

  @Test(arguments: 0..<8) func losesWhatItSays(_ seed: UInt64) {
    var random = RandomObjects(seed)
    var whole = 0
    for number in 0..<150 {
      let live = random.live()
      var writer = AppleObjectWriter(exported: Self.exported)
      if case .workout(let workout) = live.object.content {
        writer.append(live, workout, routes: [])
      } else {
        writer.append(live)
      }
      let isSame = comesBack(live, from: writer.bytes)
      writer.finish()
      #expect(
        isSame == writer.report.losses.isEmpty, "\(number): \(writer.report.losses.rows) \(live)")
      if isSame { whole += 1 }
    }
    #expect((35..<145).contains(whole), "\(whole)")
  }

  @Test(arguments: 0..<4) func losesNothingThatCanBeSaid(_ seed: UInt64) {
    var random = RandomObjects(seed, isOdd: false)
    for _ in 0..<150 {
      let live = random.live()
      var writer = AppleObjectWriter(exported: Self.exported)
      if case .workout(let workout) = live.object.content {
        writer.append(live, workout, routes: [])
      } else {
        writer.append(live)
      }
      writer.finish()
      #expect(writer.report.losses.isEmpty, "\(writer.report.losses.rows) \(live)")
      #expect(comesBack(live, from: writer.bytes))
    }
  }

  /// Every character comes back, but for those that XML cannot hold.
  @Test func everyCharacterIsEscaped() {
    for code in (0...0x2FF as ClosedRange<UInt32>).map({ $0 }) + [0xFFFD, 0xFFFE, 0xFFFF, 0x1F600] {
      guard let scalar = Unicode.Scalar(code) else { continue }
      let text = "a\(Character(scalar))b"
      var bytes: [UInt8] = []
      let isHeld = XMLText.append(text, to: &bytes)
      let isOfXML = code >= 0x20 && code < 0xFFFE || code > 0xFFFF || [9, 10, 13].contains(code)
      #expect(isHeld == isOfXML, "\(code)")
      #expect(XMLText.string(bytes.rawBytes) == (isOfXML ? text : "a\u{FFFD}b"), "\(code)")
    }
  }

  /// Minutes where they read as just as many seconds, seconds else: no duration changes.
  @Test func durationsComeBack() {
    var dice = Dice(7)
    for _ in 0..<200 {
      let seconds = Double(dice.below(1 << 30)) / Double(1 + dice.below(1000))
      var random = RandomObjects(1, isOdd: false)
      var workout = random.workout()
      (workout.duration, workout.events, workout.activities) = (seconds, [], [])
      let live = LiveObject(
        object: HealthObject(uuid: random.uuid(), content: .workout(workout), origin: 2),
        origin: Origin(source: Source(name: "Watch")), by: EventActor.owner)
      var writer = AppleObjectWriter(exported: Self.exported)
      writer.append(live, workout, routes: [])
      #expect(writer.report.losses.isEmpty)
    }
  }
}
