import HealthEvents
import HealthModel
import JournalFile
import TestSupport
import Testing

@testable import HealthTables

/// What a source sees of tables is what a replay gives of the lines that the source sees, with and
/// without a snapshot.
@Suite struct SeenTests {
  private static let app = "com.example.app"

  /// A journal in which the app may read some of the types that there are, and whose sources are in
  /// part those of the app.
  private static func journal(_ seed: UInt64, changingRights: Bool = false) throws -> SnapshotTrial
  {
    var events = RandomEvents(seed)
    var scribe = Scribe()
    let types = RandomEvents.names.flatMap { name in (0..<4).map { name + String($0) } }
    let others = [WorkoutContent.type, SummaryContent.type, Document.Kind.route.type]
    func rights(_ percent: Int, _ statuses: [AuthorizationStatus]) -> Event {
      // Of two that are canonically equivalent one is enough.
      let read = Set(types + others).sorted().filter { _ in events.dice.often(percent) }
        .map { AuthorizationGrant($0, events.dice.pick(statuses)) }
      var terms = AuthorizationTerms.none
      if events.dice.often(60) {
        terms.since = Timestamp(
          instant: Instant(wholeSeconds: Int64(events.dice.below(1_800_000_000))),
          offsetMinutes: 60)
      }
      return .authorize(AuthorizationChange(source: app, read: read, terms: terms))
    }
    scribe.add(rights(100, [.authorized, .denied]))
    for number in 3..<UInt64(240) {
      if changingRights, number % 40 == 0 {
        scribe.add(rights(50, [.authorized, .authorized, .denied, .notDetermined]))
        continue
      }
      var event = events.event(number)
      if case .origin(var origin) = event, events.dice.often(40) {
        origin.source.bundle = app
        event = .origin(origin)
      }
      scribe.add(event, by: events.dice.pick([EventActor.owner, app, "com.example.other"]))
    }
    return try SnapshotTrial(scribe.lines, after: [120, 200])
  }

  @Test(arguments: Counts.seeds(1...60 as ClosedRange<UInt64>)) func areThoseOfTheLinesThatAreSeen(
    _ seed: UInt64
  ) throws {
    let journal = try Self.journal(seed)
    let whole = try journal.read(fromFirstLine: true)
    let seen = try whole.seen(by: Self.app)
    var expected = TableBuilder()
    var hidden = 0
    try whole.forEachEntry { entry in
      // An origin is that of the objects which refer to it, whether its line is shown or not.
      let line =
        if case .origin? = entry.event { Entry?.some(entry) } else { try seen.allowed(entry) }
      if let line { try expected.apply(line) } else { hidden += 1 }
      return true
    }
    expected.applyClaims()
    #expect(hidden > 5)
    let words = try expected.tables.sightDump()
    #expect(try seen.tables.sightDump() == words)
    #expect(try journal.read().seen(by: Self.app).tables.sightDump() == words)
  }

  /// As of a moment a source sees what it would have seen then if the owner had let it read only
  /// what it may read now too, and had deleted what is deleted by now; with the rights of then,
  /// what it saw then.
  @Test(arguments: Counts.seeds(1...30 as ClosedRange<UInt64>)) func thePastHasTheRightsOfNow(
    _ seed: UInt64
  ) throws {
    let journal = try Self.journal(seed, changingRights: true)
    let now = try journal.read(fromFirstLine: true)
    var revoked = 0
    for line in stride(from: 30, through: journal.lines.count, by: 35) {
      let then = try journal.read(.sequence(UInt64(line)))
      let cut = try SnapshotTrial(Array(journal.lines.prefix(line)), after: [])
      #expect(
        try then.seen(by: Self.app, .then).tables.sightDump()
          == cut.read().seen(by: Self.app).tables.sightDump())
      var builder = TableBuilder(try cut.read(fromFirstLine: true).tables)
      let before = try builder.tables.seen(by: Self.app, at: .epoch).sightDump()
      for event in try Self.rightsAndDeletions(of: now, in: builder.tables) {
        let entry = Entry(
          sequence: builder.tables.lastSequence + 1, at: .epoch,
          body: .event(event, by: EventActor.owner))
        try builder.apply(entry, at: 0)
      }
      builder.applyClaims()
      let expected = try builder.tables.seen(by: Self.app, at: .epoch).sightDump()
      if expected != before { revoked += 1 }
      // Links of members ask the lines, which have no such decisions.
      #expect(try then.tables(seenBy: Self.app).sightDump() == expected)
      #expect(try then.seen(by: EventActor.owner).tables.sightDump() == then.tables.sightDump())
    }
    #expect(revoked > 3)
  }

  /// What the owner would have to decide and delete at a moment to have done what is done by now.
  private static func rightsAndDeletions(
    of now: ReplayedJournal, in tables: HealthTables
  ) throws -> [Event] {
    let order: [AuthorizationStatus] = [.notDetermined, .denied, .authorized]
    let rights = tables.types.names.sorted().compactMap { type -> Event? in
      let rights = [tables, now.tables].map { $0.readRight(of: type, by: app) }
      guard let status = order.first(where: rights.map(\.decision).contains) else { return nil }
      let since = rights.compactMap(\.terms.since).max { $0.instant < $1.instant }
      return .authorize(
        AuthorizationChange(
          source: app, read: [AuthorizationGrant(type, status)],
          terms: AuthorizationTerms(since: since)))
    }
    let gone = try now.tables.removedObjects().keys.sorted()
    return rights
      + (gone.isEmpty ? [] : [.delete(Deletion(objects: gone))])
  }
}

extension HealthTables {
  /// All that a view asks of objects, in words: of dead ones only that they are dead.
  fileprivate func sightDump() throws -> [String] {
    var text = objects.map { row in
      "\(row.uuid) \(row.kind) \(types.names[Int(row.type)]) \(row.sequence) \(row.isLive)"
    }
    // By bytes: some names are canonically equivalent.
    let ordered = sampleTypes.sorted { first, second in
      types.names[first].utf8.lexicographicallyPrecedes(types.names[second].utf8)
    }
    for type in ordered {
      let columns = columns(type)
      text += (0..<columns.count).map { row in
        "\(types.names[type]) \(columns.uuids[row]) \(columns.sequences[row])"
          + (columns.isLive(row)
            ? " \(columns.starts[row]) \(columns.values[row]) \(columns.flags[row].rawValue)"
            : " dead")
      }
    }
    let lines = Set(objects.map(\.sequence) + sampleTypes.flatMap { columns($0).sequences })
    text += workoutLines.filter { lines.contains($0.sequence) }.map { "\($0)" }
    text += successors.map { successor in
      "\(successor.older) \(successor.uuid) \(successor.type.map { types.names[Int($0)] } ?? "-") \(successor.row)"
        + " \(successor.line)"
    }
    text += try removedObjects().keys.map { "\($0)" }.sorted()
    return text + CharacteristicType.all.map { characteristic($0) ?? "-" }
  }
}
