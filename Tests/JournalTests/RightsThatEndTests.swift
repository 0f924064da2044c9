import ByteTools
import HealthEvents
import HealthModel
import HealthTables
import Journal
import JournalFile
import JournalTestSupport
import Testing

/// Rights with an end, from the command to the lines: the clock moves on while a program writes.
@Suite struct RightsThatEndTests {
  private static let app = "com.example.app"
  private static let steps = QuantityType.stepCount.identifier

  /// A command of the app, as clients write it: the second of two like it is plain.
  private static func line(_ number: UInt64, by: String = app) -> String {
    #"{"event":"save","by":"\#(by)","objects":[{"kind":"quantity","uuid":"\#(ObjectUUID(random: (number, number)))","#
      + #""type":"\#(steps)","start":"2026-11-20T08:00:00+01:00","end":"2026-11-20T08:10:00+01:00","#
      + #""value":\#(number),"unit":"count"}]}"#
  }

  /// Stages a command as `append` does; returns the refusal, if any.
  private static func ask(_ text: String, _ session: inout JournalSession) throws -> Rejection? {
    let bytes = Array(text.utf8)
    do {
      let plain = try PlainCommand(bytes.rawBytes).flatMap {
        try session.stage(plain: $0, in: bytes.rawBytes)
      }
      if plain == nil {
        let asked = try CommandCodec.decode(bytes.rawBytes) { ObjectUUID(random: (1, 2)) }
        _ = try session.stage(asked.command, of: bytes.rawBytes)
      }
      try session.commit()
      return nil
    } catch let rejection as Rejection {
      return rejection
    }
  }

  /// A journal in which the app may share and read steps for an hour.
  private static func session(on system: MemorySystem) throws -> JournalSession {
    try JournalSession.create("/j", timeZone: "UTC", on: system)
    var session = try JournalSession.open("/j", on: system)
    let end = Timestamp(
      instant: Instant(microseconds: system.now() + 3_600_000_000), offsetMinutes: 0)
    let grants = [AuthorizationGrant(steps, .authorized)]
    _ = try session.perform(
      Command(
        by: EventActor.owner,
        .authorize(
          AuthorizationChange(
            source: app, share: grants, read: grants, terms: AuthorizationTerms(until: end)))))
    return session
  }

  /// Neither the general way nor the short one takes a save at the end or after it; the audit finds
  /// the same of lines.
  @Test func theRightToShareEndsInEveryWay() throws {
    let system = MemorySystem()
    var session = try Self.session(on: system)
    #expect(try Self.ask(Self.line(1), &session) == nil)
    #expect(try Self.ask(Self.line(2), &session) == nil)
    system.advance(by: 3_599_999_000)
    #expect(try Self.ask(Self.line(3), &session) == nil)
    let denied = Rejection.authorizationDenied(source: Self.app, type: Self.steps)
    system.advance(by: 1_000)
    #expect(try Self.ask(Self.line(4), &session) == denied)
    #expect(try Self.ask(Self.line(5), &session) == denied)
    #expect(try Self.ask(Self.line(6, by: EventActor.owner), &session) == nil)
    #expect(try Self.ask(Self.line(7, by: EventActor.owner), &session) == nil)
    try session.finish()
    for threads in [1, 4] {
      let audit = try JournalAudit("/j", on: system, threads: threads)
      #expect(audit.findings.isEmpty && audit.lines == 8)
    }
  }

  private static func seen(_ journal: ReplayedJournal) -> Int {
    journal.tables.liveCounts.values.reduce(0, +)
  }

  /// What a source reads is decided at the moment of asking, also of a store that stays open.
  @Test func theRightToReadEndsAtTheMomentOfAsking() throws {
    let system = MemorySystem()
    var session = try Self.session(on: system)
    #expect(try Self.ask(Self.line(6, by: EventActor.owner), &session) == nil)
    let end = system.now() + 3_600_000_000
    let journal = try session.replayed()
    for (moment, count) in [(end - 1, 1), (end, 0), (end + 1, 0)] {
      let seen = try journal.seen(by: Self.app, at: Instant(microseconds: moment))
      #expect(Self.seen(seen) == count)
      #expect(seen.tables.access.status(of: Self.steps) == (count == 1 ? .authorized : .denied))
    }
    #expect(Self.seen(try session.replayed(by: Self.app)) == 1)
    system.advance(by: 3_600_000_000)
    #expect(Self.seen(try session.replayed(by: Self.app)) == 0)
    #expect(Self.seen(try journal.seen(by: Self.app)) == 0)
    try session.finish()
  }
}
