import ByteTools
import HealthEvents
import HealthModel
import HealthTables
import Journal
import JournalFile
import JournalTestSupport
import TestSupport
import Testing

/// Whatever the rules accept, the audit finds good: both ask the same functions.
@Suite struct AuditOfAcceptedTests {
  static let journals = Counts.scaled(400)
  static let commands = 30

  /// A journal of the commands that were accepted.
  struct Accepted {
    let system = MemorySystem()
    var commands: [Command] = []
    var refused: [Rejection] = []

    init(_ commands: [Command]) throws {
      try JournalSession.create("/j", timeZone: "Europe/Berlin", on: system)
      var session = try JournalSession.open("/j", on: system)
      for command in commands {
        do {
          _ = try session.stage(command)
          self.commands.append(command)
        } catch let rejection as Rejection {
          refused.append(rejection)
        }
      }
      try session.commit()
      try session.finish()
    }

    func audit() throws -> JournalAudit { try JournalAudit("/j", on: system, threads: 1) }
  }

  /// First the sources are given some rights; then anything.
  static func commands(_ seed: Int) -> [Command] {
    var random = RandomCommands(seed)
    let rights = RandomCommands.apps.map { app in
      let share = RandomCommands.shared.map { type in
        AuthorizationGrant(type, random.dice.often(85) ? .authorized : .denied)
      }
      return Command(
        by: EventActor.owner, .authorize(AuthorizationChange(source: app, share: share)))
    }
    let declared = Command(by: EventActor.owner, .declare(RandomCommands.declaration))
    return rights + [declared] + (0..<commands).map { _ in random.next() }
  }

  @Test(.timeLimit(.minutes(20))) func whatIsAcceptedIsGood() throws {
    var (accepted, refused, replaced) = (0, 0, 0)
    for seed in 1...Self.journals {
      let journal = try Accepted(Self.commands(seed))
      let audit = try journal.audit()
      #expect(audit.findings.isEmpty && audit.lines > 1, "seed \(seed)")
      accepted += journal.commands.count
      refused += journal.refused.count
      replaced += try journal.replacements()
    }
    // The property is about something only where much is accepted, refused and replaced.
    let asked = accepted + refused
    #expect(accepted > asked / 3 && refused > asked / 10)
    #expect(replaced > Self.journals / 5)
  }

  // MARK: Ownership

  /// A version under the sync identifier `walk`, in the name of the app.
  static func version(_ number: UInt64, _ version: Double, by: String) -> Command {
    let time = Timestamp(instant: Instant(microseconds: 1_772_323_200_000_000), offsetMinutes: 0)
    let sample = QuantityContent(
      type: QuantityType.stepCount.identifier, span: TimeSpan(time, time), value: 1,
      unit: "count")
    let metadata = Metadata([
      .init(MetadataName.syncIdentifier, .string("walk")),
      .init(MetadataName.syncVersion, .number(version)),
    ])
    let object = HealthObject(
      uuid: ObjectUUID(high: 0, low: number), content: .quantity(sample), metadata: metadata)
    let source = Source(name: "App", bundle: RandomCommands.apps[0])
    return Command(by: by, .save(SaveRequest(objects: [Draft(object, source: source)])))
  }

  /// One may replace what one may delete, and nothing else: the sync identifiers of a source and
  /// those that the owner uses in its name are apart.
  @Test func aSyncIdentifierIsThatOfWhoSaves() throws {
    let app = RandomCommands.apps[0]
    let steps = AuthorizationGrant(QuantityType.stepCount.identifier, .authorized)
    let rights = Command(
      by: EventActor.owner, .authorize(AuthorizationChange(source: app, share: [steps])))
    func deletion(_ number: UInt64) -> Command {
      Command(by: app, .delete(Deletion(objects: [ObjectUUID(high: 0, low: number)])))
    }
    let journal = try Accepted([
      rights, Self.version(1, 1, by: EventActor.owner), Self.version(2, 2, by: app), deletion(1),
      Self.version(3, 3, by: EventActor.owner), Self.version(4, 4, by: app), deletion(2),
    ])
    #expect(try journal.replaced() == [[], [], [1], [2]])
    #expect(journal.refused.count == 2, "the owner's, and one that was replaced")
    #expect(try journal.audit().findings.isEmpty)
  }
}

extension AuditOfAcceptedTests.Accepted {
  /// What each save replaced.
  func replaced() throws -> [[UInt64]] {
    var found: [[UInt64]] = []
    try ReplayedJournal("/j", on: system).forEachEntry { entry in
      if case .save(let save)? = entry.event { found.append(save.replaces.map(\.low)) }
      return true
    }
    return found
  }

  func replacements() throws -> Int { try replaced().reduce(0) { $0 + $1.count } }
}
