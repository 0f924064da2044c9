import ByteTools
import Foundation
import HealthEvents
import HealthImport
import HealthModel
import HealthTables
import Journal
import JournalFile
import JournalTestSupport
import TestSupport
import Testing

/// The journal of `Fixtures/journal/engine`, which commands, an import and erasures come to on a
/// system whose clock and chance are fixed: a byte that is written otherwise shows, whichever part
/// of the engine wrote it.
///
/// `RECORD_FIXTURES=1 swift test --filter GoldenJournalTests` writes it where it is missing.
@Suite struct GoldenJournalTests {
  /// Returns the file of the lines up to those of a format.
  private static func file(_ format: Int) -> URL {
    let name = format == 1 ? "events" : "events-\(format)"
    return Project.fixtures.appending(path: "journal/engine/\(name).ndjson")
  }

  private static func fixture(_ format: Int) throws -> [UInt8] {
    Array(try Data(contentsOf: file(format)))
  }

  /// A journal with every kind of event, whole lines and parts of lines that were erased, and a
  /// workout.
  ///
  /// - Parameter format: the lines of older formats alone are the beginning of the others.
  private static func written(_ format: Int) throws -> [UInt8] {
    let system = MemorySystem(seed: 17)
    try JournalSession.create("/j", timeZone: "Europe/Berlin", format: 1, on: system)
    var trial = ErasureTrial(on: system)
    let watch = Source(name: "Jo\u{2019}s Watch", bundle: "com.apple.health.0A1B", version: "11.1")
    try trial.save([1, 2, 3], source: watch, device: Device(name: "Apple Watch", model: "Watch"))
    system.advance(by: 1_500_000)
    try trial.save([4], source: Source(name: "An old name"))
    try trial.save([5, 6], replaces: [4], source: watch)
    try trial.delete([2], reason: "entered \"twice\"")
    try trial.configure(priority: ["Jo\u{2019}s Watch", "An old name"])
    try authorize(on: system)
    try importExport(on: system)
    try takeWorkout(on: system)
    try trial.erase([1, 5])
    _ = try trial.erase(.objects([ErasureTrial.uuid(3)]))
    _ = try trial.erase(.names("Scale"))
    try trial.save([7], source: watch)
    if format >= 2 {
      try undo(on: system)
      try declare(on: system)
      try importJournal(on: system)
    }
    return try #require(system["/j/events.ndjson"])
  }

  private static func undo(on system: MemorySystem) throws {
    var session = try JournalSession.open("/j", on: system)
    _ = try session.undo()
    try session.finish()
  }

  private static func declare(on system: MemorySystem) throws {
    let type = DeclaredType(
      "org.example.sweat", unit: "mL", aggregation: .cumulative, title: "Sweat")
    var session = try JournalSession.open("/j", on: system)
    _ = try session.perform(Command(by: EventActor.owner, .declare(type)))
    try session.finish()
  }

  /// Imports a journal of another computer, which has saved and deleted.
  private static func importJournal(on system: MemorySystem) throws {
    let other = MemorySystem(clock: 1_795_158_003_000_000, seed: 9)
    try JournalSession.create("/j", timeZone: "Europe/Berlin", on: other)
    var trial = ErasureTrial(on: other)
    try trial.save([21, 22])
    try trial.delete([21], reason: "a slip")
    var session = try JournalSession.open("/j", on: system)
    _ = try JournalImport.run(
      Journal(at: "/j", on: other), named: "laptop.journal", into: &session, .init())
    try session.finish()
  }

  private static func authorize(on system: MemorySystem) throws {
    var session = try JournalSession.open("/j", on: system)
    let grant = AuthorizationGrant(QuantityType.stepCount.identifier, .authorized)
    let change = AuthorizationChange(source: "com.example.reader", share: [grant], read: [grant])
    _ = try session.perform(Command(by: EventActor.owner, .authorize(change)))
    try session.finish()
  }

  private static func importExport(on system: MemorySystem) throws {
    let export = """
      <HealthData locale="de_DE"><ExportDate value="2026-11-20 10:00:00 +0100"/>
      <Record type="HKQuantityTypeIdentifierBodyMass" sourceName="Scale" unit="kg" value="71.5"
       startDate="2026-11-20 08:00:00 +0100" endDate="2026-11-20 08:00:00 +0100"/>
      <Record type="HKCategoryTypeIdentifierSleepAnalysis" sourceName="Phone"
       value="HKCategoryValueSleepAnalysisInBed"
       startDate="2026-11-19 23:00:00 +0100" endDate="2026-11-20 06:30:00 +0100"/></HealthData>
      """
    let session = try JournalSession.open("/j", on: system)
    var job = try ImportJob(into: session, fileName: "export.xml") { _, _ in }
    let report = try job.run(MemorySource(Array(export.utf8), chunk: 1 << 20))
    #expect(report.lines != nil)
  }

  private static func takeWorkout(on system: MemorySystem) throws {
    var session = try JournalSession.open("/j", on: system)
    _ = try session.startWorkout(
      activity: "HKWorkoutActivityTypeRunning", kilocaloriesPerHour: 500, by: EventActor.owner,
      at: nil)
    for action in [WorkoutSession.Action.pause, .resume, .lap] {
      system.advance(by: 90_000_000)
      _ = try session.take(action, by: EventActor.owner, at: nil)
    }
    system.advance(by: 90_000_000)
    _ = try session.endWorkout(by: EventActor.owner, at: nil)
    try session.finish()
  }

  @Test(.enabled(if: ProcessInfo.processInfo.environment["RECORD_FIXTURES"] == "1"))
  func record() throws {
    for format in 1...JournalLimits.format {
      let file = Self.file(format)
      if FileManager.default.fileExists(atPath: file.path) { continue }
      try Data(Self.written(format)).write(to: file)
    }
  }

  @Test(arguments: 1...JournalLimits.format)
  func theSameWorkComesToTheSameBytes(_ format: Int) throws {
    let (found, known) = (try Self.written(format), try Self.fixture(format))
    #expect(String(decoding: found, as: UTF8.self) == String(decoding: known, as: UTF8.self))
    #expect(found == known)
  }

  @Test func everyKindOfLineIsThere() throws {
    let text = String(decoding: try Self.fixture(JournalLimits.format), as: UTF8.self)
    for kind in EventKind.allCases {
      #expect(text.contains("\"event\":\"\(kind.name)\""), "no line of \(kind.name)")
    }
    #expect(text.contains("\"kept\":"), "no line of which a part was erased")
  }

  /// The bytes of an earlier version are good, and this one writes after them.
  @Test(arguments: 1...JournalLimits.format)
  func theJournalIsGoodAndGoesOn(_ format: Int) throws {
    let system = MemorySystem()
    try JournalSession.create("/j", timeZone: "Europe/Berlin", on: system)
    system["/j/events.ndjson"] = try Self.fixture(format)
    try system.remove("/j/lock")
    var trial = ErasureTrial(on: system)
    try trial.save([8])
    let lines = try #require(system["/j/events.ndjson"])
    let known = try Self.fixture(format)
    #expect(lines.starts(with: known) && lines.count > known.count)
    let audit = try JournalAudit("/j", on: system)
    #expect(audit.count == 0 && audit.lines == UInt64(lines.count { $0 == UInt8(ascii: "\n") }))
  }
}
