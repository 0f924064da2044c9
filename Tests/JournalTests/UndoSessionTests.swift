import HealthEvents
import HealthModel
import HealthTables
import Journal
import JournalFile
import JournalTestSupport
import Testing

/// Undoing, event by event, against a real session.
@Suite struct UndoSessionTests {
  static let app = "com.example.app"

  static func session(_ fill: (inout JournalSession) throws -> Void) throws -> JournalSession {
    let system = MemorySystem()
    try JournalSession.create("/j", timeZone: "UTC", on: system)
    var session = try JournalSession.open("/j", on: system)
    try fill(&session)
    return session
  }

  static func steps(_ number: Int, _ count: Double) -> Draft {
    let start = Timestamp(instant: Instant(wholeSeconds: Int64(number)), offsetMinutes: 0)
    let sample = QuantityContent(
      type: QuantityType.stepCount.identifier, span: TimeSpan(start, start), value: count,
      unit: "count")
    return Draft(
      HealthObject(uuid: ObjectUUID(high: 1, low: UInt64(number)), content: .quantity(sample)))
  }

  static func save(_ drafts: Draft...) -> Command {
    Command(by: EventActor.owner, .save(SaveRequest(objects: drafts)))
  }

  @Test func onceMoreTakesBackTheSaveBefore() throws {
    var session = try Self.session { session in
      _ = try session.perform(Self.save(Self.steps(1, 10)))
      _ = try session.perform(Self.save(Self.steps(2, 20), Self.steps(3, 30)))
    }
    let last = try #require(try session.undo())
    #expect(last.line == 3 && last.objects.count == 2 && last.accepted.sequence == 4)
    let before = try #require(try session.undo())
    #expect(before.line == 2 && before.objects.count == 1 && before.accepted.sequence == 5)
    #expect(session.tables.liveCount == 0 && session.tables.objectCount == 3)
    // Only the beginning of the journal is left.
    let nothing = try session.undo()
    #expect(nothing?.line == nil)
    try session.finish()
  }

  @Test func whatOthersDidIsPassedOver() throws {
    var session = try Self.session { session in
      _ = try session.perform(Self.save(Self.steps(1, 10)))
      let grant = AuthorizationGrant(QuantityType.stepCount.identifier, .authorized)
      _ = try session.perform(
        Command(
          by: EventActor.owner, .authorize(AuthorizationChange(source: Self.app, share: [grant]))))
      _ = try session.perform(
        Command(by: Self.app, .save(SaveRequest(objects: [Self.steps(2, 20)]))))
    }
    #expect(throws: Rejection.invalidArgument(.notUndoable(line: 3, .authorization), index: nil)) {
      try session.undo()
    }
    let undone = try #require(try session.undo(line: 2))
    #expect(undone.line == 2 && session.tables.liveCount == 1)
    let again = try session.undo(line: 2)
    #expect(again?.line == nil)
    try session.finish()
  }

  /// Those between the first and the last that its receipt names, and the receipt.
  @Test func theLinesOfAnImportAreRefused() throws {
    var session = try Self.session { session in
      _ = try session.perform(Self.save(Self.steps(1, 10)))
      _ = try session.perform(Self.save(Self.steps(2, 20)))
      _ = try session.perform(Self.save(Self.steps(3, 30)))
      let receipt = ImportReceipt(
        format: "apple-health", file: "export.xml", bytes: 1,
        sha256: String(repeating: "0", count: 64), first: 3, last: 4)
      _ = try session.perform(Command(by: EventActor.owner, .recordImport(receipt)))
    }
    for line: UInt64 in 3...5 {
      let refusal = Rejection.invalidArgument(.notUndoable(line: line, .importReceipt), index: nil)
      #expect(throws: refusal) { try session.undo(line: line) }
    }
    let undone = try #require(try session.undo(line: 2))
    #expect(undone.objects.map(\.uuid.low) == [1])
    try session.finish()
  }

  @Test func whatIsPartlyGoneIsTakenBackOfWhatIsLeft() throws {
    var session = try Self.session { session in
      _ = try session.perform(Self.save(Self.steps(1, 10), Self.steps(2, 20)))
      _ = try session.perform(
        Command(by: EventActor.owner, .delete(Deletion(objects: [ObjectUUID(high: 1, low: 1)]))))
    }
    #expect(throws: Rejection.invalidArgument(.notUndoable(line: 3, .deletion), index: nil)) {
      try session.undo()
    }
    let undone = try #require(try session.undo(line: 2))
    #expect(undone.objects.map(\.uuid.low) == [2])
    try session.finish()
  }
}
