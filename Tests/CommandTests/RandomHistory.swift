import ByteTools
import HealthEvents
import HealthImport
import HealthModel
import HealthTables
import HealthViews
import JournalFile
import JournalTestSupport
import TestSupport

@testable import Journal

/// A journal to which everything happens that can happen to one: commands of all kinds, reverts,
/// undo and redo, workouts in progress, imports of exports and of another journal, erasures.
final class RandomHistory {
  let system: MemorySystem
  let journal: Journal
  private var random: RandomCommands
  /// The upper half of the uuids that are drawn.
  private let space: UInt64
  private let snapshots: SnapshotPolicy
  /// The journal of another computer, which goes on between two imports of it.
  private var other: RandomHistory?
  /// The dates of the exports ascend.
  private var exports = 0
  private var hasWorkout = false

  init(_ seed: Int, steps: Int, mayImportJournals: Bool = true) throws {
    system = MemorySystem(
      clock: 1_795_158_000_000_000 + Int64(seed) * 7_000_000, seed: UInt64(seed))
    journal = Journal(at: "/j", on: system)
    space = UInt64(seed) << 32
    random = RandomCommands(seed, space: space)
    snapshots = random.dice.often(30) ? SnapshotPolicy(leastBytes: 1) : .standard
    if mayImportJournals, random.dice.often(30) {
      other = try RandomHistory(seed + 1_000_000, steps: 6, mayImportJournals: false)
    }
    try JournalSession.create(
      "/j", timeZone: "Europe/Berlin", format: random.dice.often(20) ? 1 : JournalLimits.format,
      on: system)
    try write { session in
      for app in RandomCommands.apps {
        // The type that has to be declared is so later.
        let share = RandomCommands.shared.filter { $0 != RandomCommands.sweat }
          .map { AuthorizationGrant($0, .authorized) }
        let change = AuthorizationChange(source: app, share: share)
        _ = try session.perform(Command(by: EventActor.owner, .authorize(change)))
      }
    }
    try go(on: steps)
  }

  /// The number of the last line.
  var lastLine: UInt64 {
    get throws { try ReplayedJournal("/j", on: system).head.sequence }
  }

  /// Writes in a session of its own.
  func write(_ body: (inout JournalSession) throws -> Void) throws {
    var session = try JournalSession.open("/j", on: system, snapshots: snapshots)
    do { try body(&session) } catch { try session.finish(after: error) }
    try session.finish()
  }

  /// Lets so many more things happen; what a rule refuses does not.
  func go(on steps: Int) throws {
    var left = steps
    while left > 0 {
      switch random.dice.below(100) {
      case 0..<3: try importExport()
      case 3..<9: try erase()
      case 9..<18: try importJournal()
      case _: break
      }
      try write { session in
        for _ in 0..<min(left, 1 + random.dice.below(8)) {
          left -= 1
          system.advance(by: Int64(random.dice.below(20)) * 1_000_000)
          do { try act(&session) } catch is Rejection { continue }
        }
      }
    }
  }

  private func act(_ session: inout JournalSession) throws {
    switch random.dice.below(100) {
    case 0..<8: try revert(&session)
    case 8..<11: _ = try session.undo(widensRights: random.dice.often(80))
    case 11..<14: _ = try session.redo(widensRights: random.dice.often(80))
    case 14..<20: try takeStep(&session)
    case 20..<23:
      _ = try session.perform(
        Command(by: EventActor.owner, .declare(RandomCommands.declaration)))
    case _:
      var command = random.next()
      switch command.request {
      case .authorize(let change): command.request = .authorize(onTerms(change))
      case .save(var request)
      where session.tables.catalogue.declaration(of: RandomCommands.sweat) == nil:
        // A declaration is never reverted, and changes the figures of what was saved before it.
        request.imported = false
        command.request = .save(request)
      case .save, .delete, .configure, .declare, .recordImport, .revert: break
      }
      _ = try session.perform(command)
    }
  }

  /// Reverts a few lines, by the owner or by a source.
  private func revert(_ session: inout JournalSession) throws {
    let first = UInt64(1 + random.dice.below(Int(session.lastLine)))
    let last = min(session.lastLine, first + UInt64(random.dice.pick([0, 0, 0, 1, 5])))
    let actor = random.dice.often(80) ? EventActor.owner : random.dice.pick(RandomCommands.apps)
    let plan = try session.plan(
      revertOf: [LineRun(first, last)], by: actor, inALine: random.dice.pick([2, 1000]))
    _ = try session.perform(plan, by: actor, widensRights: random.dice.often(80))
  }

  /// Rights that are granted alone may have terms.
  private func onTerms(_ change: AuthorizationChange) -> AuthorizationChange {
    guard random.dice.often(40) else { return change }
    func granted(_ grants: [AuthorizationGrant]) -> [AuthorizationGrant] {
      grants.filter { $0.status == .authorized }
    }
    // 2026-03-02T00:00:00Z, and days before and after the moments of asking.
    let since = Timestamp(instant: Instant(wholeSeconds: 1_772_409_600), offsetMinutes: 60)
    let until = random.dice.pick([1_795_244_400, 1_799_000_000, 1_801_000_000] as [Int64])
    let terms = AuthorizationTerms(
      since: random.dice.often(60) ? since : nil,
      until: random.dice.often(60)
        ? Timestamp(instant: Instant(wholeSeconds: until), offsetMinutes: 0) : nil,
      purpose: random.dice.often(30) ? "a study" : nil)
    return AuthorizationChange(
      source: change.source, share: granted(change.share), read: granted(change.read),
      terms: terms)
  }

  private func takeStep(_ session: inout JournalSession) throws {
    guard hasWorkout else {
      _ = try session.startWorkout(
        activity: "HKWorkoutActivityTypeRunning", kilocaloriesPerHour: 500, by: EventActor.owner,
        at: nil)
      return hasWorkout = true
    }
    switch random.dice.below(10) {
    case 0..<4:
      let action = random.dice.pick([WorkoutSession.Action.pause, .resume, .lap])
      _ = try session.take(action, by: EventActor.owner, at: nil)
    case 4..<9:
      let words = Note.Words(text: "a run", tags: ["sick"])
      _ = try session.endWorkout(
        by: EventActor.owner, at: nil, noting: random.dice.often(30) ? words : nil)
      hasWorkout = false
    case _:
      _ = try session.cancelWorkout(by: EventActor.owner)
      hasWorkout = false
    }
  }

  // MARK: What has a session of its own

  private func importExport() throws {
    var choices = ImportJob.Choices()
    choices.savesErased = random.dice.often(30)
    choices.appliesDeletions = random.dice.often(30)
    exports += 1
    let session = try JournalSession.open("/j", on: system, snapshots: snapshots)
    var job = try ImportJob(into: session, fileName: "export.xml", choices) { _, _ in }
    // Where much was erased, it cannot be told what vanished.
    do { _ = try job.run(MemorySource(export())) } catch is OptionProblem {}
  }

  /// Few records in few versions, some of the days of the commands: an export later on corrects
  /// what an earlier one states.
  private func export() -> [UInt8] {
    let records = (0..<1 + random.dice.below(8)).map { _ in
      let (day, hour, version) = (
        1 + random.dice.below(3), 10 + random.dice.below(2), random.dice.below(3)
      )
      let time = "Date=\"2026-03-0\(day) \(hour):"
      let span = "start\(time)00:00 +0100\" end\(time)30:00 +0100\""
      let created = "creationDate=\"2026-03-1\(version) 10:00:00 +0100\" "
      let metadata = "<MetadataEntry key=\"version\" value=\"\(version)\"/>"
      return switch random.dice.below(3) {
      case 0:
        "<Workout workoutActivityType=\"HKWorkoutActivityTypeRunning\" sourceName=\"Watch\" "
          + "\(span)>\(metadata)</Workout>"
      case 1:
        "<Record type=\"HKQuantityTypeIdentifierStepCount\" sourceName=\"iPhone\" unit=\"count\" "
          + created + "\(span) value=\"\(10 + version)\"/>"
      case _:
        "<Record type=\"HKQuantityTypeIdentifierHeartRate\" sourceName=\"Watch\" "
          + "unit=\"count/min\" \(span) value=\"60\">\(metadata)</Record>"
      }
    }
    let date = "2026-04-\(exports / 20 + 10) \(exports % 20):00:00 +0100"
    return Array(
      "<HealthData><ExportDate value=\"\(date)\"/>\(records.joined())</HealthData>".utf8)
  }

  private func importJournal() throws {
    guard let other else { return }
    try other.go(on: 4)
    var choices = JournalImport.Choices()
    choices.takesRights = random.dice.often(30)
    choices.takesSettings = random.dice.often(30)
    system.advance(by: 60_000_000_000)
    try write { session in
      do {
        _ = try JournalImport.run(other.journal, named: "other", into: &session, choices)
      } catch is Rejection {}
    }
  }

  /// Erases a line or an object; a workout in progress and a line of the format are in the way.
  private func erase() throws {
    let line = UInt64(2 + random.dice.below(Int(try lastLine)))
    let object = ObjectUUID(high: space, low: UInt64(1 + random.dice.below(30)))
    let selection: ErasureSelection = random.dice.often(60) ? .lines([line]) : .objects([object])
    try write { session in
      do {
        _ = try session.erase(selection, reason: "asked for", forgets: random.dice.often(20))
      } catch is SessionProblem {} catch is Rejection {}
    }
  }
}
