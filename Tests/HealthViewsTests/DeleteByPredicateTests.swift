import HealthEvents
import HealthModel
import HealthTables
import HealthViews
import Journal
import JournalFile
import JournalTestSupport
import TestSupport
import Testing

/// Delete by predicate: what is one's own, in one event, read again from the lines on the disk.
@Suite(.enabled(if: Zones.arePresent)) struct DeleteByPredicateTests {
  private func session(on system: MemorySystem) throws -> JournalSession {
    try JournalSession.create("/j", timeZone: "Europe/Berlin", on: system)
    var session = try JournalSession.open("/j", on: system)
    let share = [AuthorizationGrant(steps, .authorized)]
    try session.ask(.authorize(AuthorizationChange(source: app, share: share)))
    for (number, by) in [(1, EventActor.owner), (2, app), (3, app)] {
      var object = quantity(number, steps, Double(number), "count", span("2026-03-01T08:00:00Z"))
      object.metadata["Number"] = .number(Double(number))
      try session.ask(.save(SaveRequest(objects: [Draft(object)])), by: by)
    }
    try session.commit()
    return session
  }

  @Test(arguments: [
    (app, "all", [2, 3]), (app, "metadata.Number > 2", [3]), (app, "value < 2", []),
    (app, "metadata.Number < 3 and value < 5 count", [2]),
    (EventActor.owner, "all", [1, 2, 3]), (EventActor.owner, "source = com.example.app", [2, 3]),
    ("com.example.other", "all", []),
  ])
  func takesWhatIsOnesOwn(_ by: String, _ text: String, _ expected: [Int]) throws {
    let system = MemorySystem()
    var session = try session(on: system)
    let uuids = try session.deletable(session.query(HealthPredicate(text)), by: by)
    #expect(uuids.map { Int($0.low) } == expected)
    let accepted = try session.delete(uuids, reason: "test", by: by)
    #expect(accepted?.uuids.count == (expected.isEmpty ? nil : expected.count))
    let journal = try ReplayedJournal("/j", on: system)
    #expect(journal.tables.liveCount == 3 - expected.count)
    #expect(journal.tables.counts[.delete] == (expected.isEmpty ? 0 : 1))
    #expect(try session.deletable(session.query(HealthPredicate(text)), by: by) == [])
  }

  /// What an app may not see cannot make its command fail.
  @Test func isNotToldOfOthers() throws {
    let system = MemorySystem()
    var session = try session(on: system)
    try session.ask(
      .save(
        SaveRequest(objects: [
          Draft(quantity(9, pulse, 60, "count/min", span("2026-03-01T08:00:00Z")))
        ])))
    try session.commit()
    let query = try session.query(HealthPredicate("value > 2 count"))
    #expect(try session.deletable(query, by: app) == [id(3)])
    do {
      _ = try session.deletable(query, by: EventActor.owner)
      Issue.record("count is no unit of a heart rate")
    } catch ProjectionError.unitMismatch {}
  }

  /// Windows of time, and whether they have a part of 2026-03-01, as Berlin has it.
  private static let windows: [(from: String?, to: String?, isTaken: Bool)] = [
    ("2026-03-01T22:59:59Z", nil, true), ("2026-03-01T23:00:00Z", nil, false),
    (nil, "2026-02-28T23:00:00Z", false), (nil, "2026-02-28T23:00:01Z", true),
    ("2026-03-01T08:00:00Z", "2026-03-01T09:00:00Z", true),
  ]

  /// A summary has a day and no moment.
  @Test(arguments: windows)
  func takesSummariesByTheirDay(_ from: String?, _ to: String?, _ isTaken: Bool) throws {
    let system = MemorySystem()
    var session = try session(on: system)
    let summary = HealthObject(
      uuid: id(8), content: .summary(SummaryContent(date: "2026-03-01")))
    try session.ask(
      .save(SaveRequest(objects: [Draft(summary)])))
    try session.commit()
    var query = ViewQuery()
    query.types = [SummaryContent.type]
    query.from = from.map { span($0).start.instant }
    query.to = to.map { span($0).start.instant }
    #expect(try session.deletable(query, by: EventActor.owner) == (isTaken ? [id(8)] : []))
  }

  @Test func deletesMoreThanOneLineHolds() throws {
    let system = MemorySystem()
    var session = try session(on: system)
    let uuids = try session.deletable(session.query(.all), by: EventActor.owner)
    let accepted = try session.delete(uuids, reason: nil, by: EventActor.owner, inALine: 2)
    #expect(accepted?.uuids == uuids)
    let journal = try ReplayedJournal("/j", on: system)
    #expect(journal.tables.counts[.delete] == 2)
    #expect(journal.tables.liveCount == 0)
    #expect(accepted?.sequence == journal.head.sequence)
  }

  /// The second line names an object that is not there: the first one is not deleted either.
  @Test func deletesAllOrNothing() throws {
    let system = MemorySystem()
    var session = try session(on: system)
    let uuids = try session.deletable(session.query(.all), by: EventActor.owner)
    do {
      _ = try session.delete(
        uuids + [id(99)], reason: nil, by: EventActor.owner, inALine: uuids.count)
      Issue.record("an object that is not there cannot be deleted")
    } catch is Rejection {}
    #expect(session.stagedBytes == 0)
    #expect(try session.deletable(session.query(.all), by: EventActor.owner) == uuids)
    #expect(try session.delete(uuids, reason: nil, by: EventActor.owner)?.uuids == uuids)
  }
}

extension JournalSession {
  /// The query of a predicate, seen from now.
  fileprivate func query(_ predicate: HealthPredicate) throws -> ViewQuery {
    try ViewQuery(predicate, in: tables, now: now)
  }
}
