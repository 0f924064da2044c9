import HealthEvents
import HealthModel
import HealthTables
import HealthViews
import Journal
import JournalFile
import JournalTestSupport
import TestSupport
import Testing

/// Reverts, undo and redo, event by event, against a real session.
@Suite struct RevertTests {
  static let app = "com.example.app"
  static let type = QuantityType.stepCount.identifier

  static func session(
    format: Int = JournalLimits.format, _ fill: (inout JournalSession) throws -> Void
  ) throws -> JournalSession {
    let system = MemorySystem()
    try JournalSession.create("/j", timeZone: "UTC", format: format, on: system)
    var session = try JournalSession.open("/j", on: system)
    try fill(&session)
    return session
  }

  static func uuid(_ number: Int) -> ObjectUUID { ObjectUUID(high: 1, low: UInt64(number)) }

  static func steps(_ number: Int, _ count: Double, version: Double? = nil) -> Draft {
    let start = Timestamp(instant: Instant(wholeSeconds: Int64(number)), offsetMinutes: 0)
    let sample = QuantityContent(
      type: type, span: TimeSpan(start, start), value: count, unit: "count")
    var object = HealthObject(uuid: uuid(number), content: .quantity(sample))
    if let version {
      object.metadata[MetadataName.syncIdentifier] = .string("a")
      object.metadata[MetadataName.syncVersion] = .number(version)
    }
    return Draft(object)
  }

  static func save(_ drafts: Draft..., by actor: String = EventActor.owner) -> Command {
    Command(by: actor, .save(SaveRequest(objects: drafts)))
  }

  static func delete(_ numbers: Int..., by actor: String = EventActor.owner) -> Command {
    Command(by: actor, .delete(Deletion(objects: numbers.map(uuid))))
  }

  static func authorize(_ grants: [AuthorizationGrant]) -> Command {
    Command(
      by: EventActor.owner, .authorize(AuthorizationChange(source: app, share: grants)))
  }

  /// The samples that are live, by the numbers of their uuids.
  static func live(_ session: borrowing JournalSession) -> [UInt64] {
    guard let columns = session.tables.columns(of: type) else { return [] }
    return columns.liveRows().map { columns.uuids[$0].low }
  }

  /// The right of the app to share.
  static func right(_ session: borrowing JournalSession) -> AuthorizationStatus {
    session.tables.shareRight(of: type, by: app).decision
  }

  static func refusal(_ line: UInt64, _ obstacle: RevertObstacle) -> Rejection {
    .invalidArgument(.notRevertible(line: line, obstacle), index: nil)
  }

  @Test func undoGoesBackAndRedoForth() throws {
    var session = try Self.session { session in
      _ = try session.perform(Self.save(Self.steps(1, 10)))
      _ = try session.perform(Self.save(Self.steps(2, 20), Self.steps(3, 30)))
      _ = try session.perform(Self.delete(1))
    }
    var seen: [[UInt64]] = [Self.live(session)]
    for _ in 1...3 {
      _ = try #require(try session.undo())
      seen.append(Self.live(session))
    }
    #expect(seen == [[2, 3], [1, 2, 3], [1], []])
    let nothing = try session.undo()
    #expect(nothing == nil)
    for _ in 1...3 {
      _ = try #require(try session.redo())
      seen.append(Self.live(session))
    }
    #expect(seen[4...] == [[1], [1, 2, 3], [2, 3]])
    let noMore = try session.redo()
    #expect(noMore == nil)
    try session.finish()
  }

  /// Given many settings that changed nothing, when the action before them is undone, then the
  /// journal is not read anew for each of them.
  @Test func aLongRowWithoutEffectIsReadOnce() throws {
    let (system, count) = (MemorySystem(), 50)
    try JournalSession.create("/j", timeZone: "UTC", format: JournalLimits.format, on: system)
    var session = try JournalSession.open("/j", on: system)
    _ = try session.perform(Self.save(Self.steps(1, 10)))
    for _ in 0...count {
      let settings = Configuration(weekStarts: .saturday)
      _ = try session.perform(Command(by: EventActor.owner, .configure(settings)))
    }
    var reads = [system.calls(of: .read)]
    _ = try session.plan(revertOf: [LineRun(2, 2)])
    reads.append(system.calls(of: .read))
    _ = try #require(try session.undo())
    reads.append(system.calls(of: .read))
    #expect(Self.live(session).isEmpty)
    #expect(reads[2] - reads[1] < count * (reads[1] - reads[0]), "\(reads)")
    try session.finish()
  }

  /// A redo after something else would bring back what was not done last.
  @Test func anActionEndsWhatCanBeRedone() throws {
    var session = try Self.session { session in
      _ = try session.perform(Self.save(Self.steps(1, 10)))
    }
    _ = try session.undo()
    _ = try session.perform(Self.save(Self.steps(2, 20)))
    let nothing = try session.redo()
    #expect(nothing == nil && Self.live(session) == [2])
    try session.finish()
  }

  @Test func whatOthersDidIsPassedOver() throws {
    var session = try Self.session { session in
      _ = try session.perform(Self.save(Self.steps(1, 10)))
      _ = try session.perform(
        Self.authorize([AuthorizationGrant(Self.type, .authorized)]))
      _ = try session.perform(Self.save(Self.steps(2, 20), by: Self.app))
    }
    _ = try session.undo()
    #expect(session.tables.shareRight(of: Self.type, by: Self.app).decision == .notDetermined)
    _ = try session.undo()
    #expect(Self.live(session) == [2])
    try session.finish()
  }

  @Test func anImportIsRevertedWhole() throws {
    var session = try Self.session { session in
      for number in 1...200 {
        _ = try session.stage(Self.save(Self.steps(number, 10)))
      }
      let receipt = ImportReceipt(
        format: "apple-health", file: "export.xml", bytes: 1,
        sha256: String(repeating: "0", count: 64), first: 3, last: 201)
      _ = try session.stage(Command(by: EventActor.owner, .recordImport(receipt)))
      try session.commit()
    }
    let lines = try #require(try session.lastImport())
    let plan = try session.plan(revertOf: lines)
    let done = try session.perform(plan)
    #expect(Self.live(session) == [1])
    let line = try #require(try session.replayed().line(done.sequence))
    #expect(line.utf8.count < 1024, "\(line)")
    let none = try session.lastImport()
    #expect(none == nil)
    _ = try session.perform(try session.plan(revertOf: [LineRun(done.sequence, done.sequence)]))
    #expect(Self.live(session).count == 200)
    try session.finish()
  }

  /// Given a right that a redo gave back, when its decision was erased, then it goes with the redo,
  /// and with nothing else.
  @Test func aRightWhoseDecisionWasErasedGoesWithWhatGaveItBack() throws {
    var first = try Self.session { session in
      _ = try session.perform(Self.authorize([AuthorizationGrant(Self.type, .authorized)]))
      _ = try session.undo()
      _ = try session.redo(widensRights: true)
    }
    _ = try first.erase(.lines([2]), reason: "asked for")
    try first.finish()
    var session = try JournalSession.open("/j", on: first.system)
    var rights = [Self.right(session)]
    _ = try session.perform(Self.save(Self.steps(1, 10)))
    _ = try session.undo()
    rights.append(Self.right(session))
    let done = try session.perform(try session.plan(revertOf: [LineRun(4, 4)]))
    rights.append(Self.right(session))
    _ = try session.perform(
      try session.plan(revertOf: [LineRun(done.sequence, done.sequence)]), widensRights: true)
    rights.append(Self.right(session))
    #expect(rights == [.authorized, .authorized, .notDetermined, .authorized])
    try session.finish()
  }

  /// Given settings that a redo gave back, when the line that made them was erased, then they go
  /// with the redo, and with nothing else.
  @Test func settingsWhoseLineWasErasedGoWithWhatGaveThemBack() throws {
    var first = try Self.session { session in
      for day in [Weekday.saturday, .sunday] {
        let settings = Configuration(weekStarts: day)
        _ = try session.perform(Command(by: EventActor.owner, .configure(settings)))
      }
      _ = try session.undo()
      _ = try session.redo()
    }
    _ = try first.erase(.lines([3]), reason: "asked for")
    try first.finish()
    var session = try JournalSession.open("/j", on: first.system)
    var days = [session.tables.settings.weekStarts]
    _ = try session.perform(Self.save(Self.steps(1, 10)))
    _ = try session.undo()
    days.append(session.tables.settings.weekStarts)
    for line in [5, nil] as [UInt64?] {
      let line = line ?? session.lastLine
      _ = try session.perform(try session.plan(revertOf: [LineRun(line, line)]))
      days.append(session.tables.settings.weekStarts)
    }
    #expect(days == [.sunday, .sunday, .saturday, .sunday])
    try session.finish()
  }

  /// One that is written in several lines is reverted whole, whichever of them is named.
  @Test(arguments: 1...4 as ClosedRange<UInt64>)
  func aRevertInSeveralLinesIsOne(_ named: UInt64) throws {
    var session = try Self.session { session in
      let drafts = (1...8).map { Self.steps($0, 10) }
      _ = try session.perform(
        Command(by: EventActor.owner, .save(SaveRequest(objects: drafts))))
    }
    let plan = try session.plan(revertOf: [LineRun(2, 2)], inALine: 2)
    let done = try session.perform(plan)
    #expect(done.sequence == 6 && Self.live(session).isEmpty)
    let line = 2 + named
    _ = try session.perform(try session.plan(revertOf: [LineRun(line, line)]))
    #expect(Self.live(session).count == 8)
    try session.finish()
  }

  /// The version before it comes back, and is what the next version replaces.
  @Test func aReplacedVersionComesBack() throws {
    var session = try Self.session { session in
      _ = try session.perform(Self.save(Self.steps(1, 10, version: 1)))
      _ = try session.perform(Self.save(Self.steps(2, 20, version: 5)))
    }
    _ = try session.undo()
    #expect(Self.live(session) == [1])
    _ = try session.perform(Self.save(Self.steps(3, 30, version: 3)))
    #expect(Self.live(session) == [3])
    try session.finish()
  }

  @Test func aLineUnderALaterVersionNeedsThatToo() throws {
    var session = try Self.session { session in
      _ = try session.perform(Self.save(Self.steps(1, 10, version: 1)))
      _ = try session.perform(Self.save(Self.steps(2, 20, version: 2)))
      _ = try session.perform(Self.save(Self.steps(3, 30, version: 3)))
    }
    #expect(throws: Self.refusal(2, .replacedLater(line: 4))) {
      try session.plan(revertOf: [LineRun(3, 3)])
    }
    _ = try session.perform(try session.plan(revertOf: [LineRun(3, 4)]))
    #expect(Self.live(session) == [1])
    try session.finish()
  }

  @Test func linesThatCannotBeRevertedAreRefused() throws {
    var first: UInt64 = 0
    var session = try Self.session(format: 1) { session in
      first = try session.perform(Self.save(Self.steps(1, 10))).sequence
      _ = try session.perform(Self.authorize([AuthorizationGrant(Self.type, .authorized)]))
      _ = try session.perform(Self.save(Self.steps(2, 20), by: Self.app))
    }
    let last = session.lastLine
    #expect(throws: Self.refusal(last + 5, .notThere(last: last))) {
      try session.plan(revertOf: [LineRun(2, last + 5)])
    }
    #expect(throws: Self.refusal(1, .foundation)) {
      try session.plan(revertOf: [LineRun(1, 1)])
    }
    #expect(throws: Self.refusal(first, .ofSource(EventActor.owner))) {
      try session.plan(revertOf: [LineRun(first, first)], by: Self.app)
    }
    _ = try session.perform(try session.plan(revertOf: [LineRun(first, first)]))
    #expect(throws: Self.refusal(first, .done)) {
      try session.plan(revertOf: [LineRun(first, first)])
    }
    // The step to format 2, which the first revert needed.
    #expect(session.tables.format == 2 && session.lastLine == last + 2)
    #expect(throws: Self.refusal(last + 1, .foundation)) {
      try session.plan(revertOf: [LineRun(last + 1, last + 1)])
    }
    try session.finish()
  }

  @Test func aSourceRevertsItsOwn() throws {
    var deletion: UInt64 = 0
    var session = try Self.session { session in
      _ = try session.perform(Self.authorize([AuthorizationGrant(Self.type, .authorized)]))
      _ = try session.perform(Self.save(Self.steps(1, 20), by: Self.app))
      deletion = try session.perform(Self.delete(1, by: Self.app)).sequence
    }
    let plan = try session.plan(revertOf: [LineRun(deletion, deletion)], by: Self.app)
    _ = try session.perform(plan, by: Self.app)
    #expect(Self.live(session) == [1])
    deletion = try session.perform(Self.delete(1, by: Self.app)).sequence
    _ = try session.perform(Self.authorize([AuthorizationGrant(Self.type, .denied)]))
    #expect(throws: Rejection.authorizationDenied(source: Self.app, type: Self.type)) {
      let plan = try session.plan(revertOf: [LineRun(deletion, deletion)], by: Self.app)
      return try session.perform(plan, by: Self.app).sequence
    }
    try session.finish()
  }

  @Test func noRightIsWidenedUnasked() throws {
    var session = try Self.session { session in
      _ = try session.perform(Self.authorize([AuthorizationGrant(Self.type, .authorized)]))
      _ = try session.perform(Self.authorize([AuthorizationGrant(Self.type, .denied)]))
    }
    let plan = try session.plan(revertOf: [LineRun(3, 3)])
    #expect(plan.widened.map(\.type) == [Self.type])
    let rejection = Rejection.invalidArgument(
      .widensRight(source: Self.app, type: Self.type), index: nil)
    #expect(throws: rejection) { try session.perform(plan).sequence }
    #expect(session.tables.shareRight(of: Self.type, by: Self.app).decision == .denied)
    _ = try session.perform(plan, widensRights: true)
    #expect(session.tables.shareRight(of: Self.type, by: Self.app).decision == .authorized)
    let standing = AuthorizationsView.standing(in: session.tables, filter: .init())
    #expect(standing.map(\.sequence) == [2])
    try session.finish()
  }

  /// A right comes back with its terms; terms that give more are a wider right too.
  @Test func termsComeBack() throws {
    let grants = [AuthorizationGrant(Self.type, .authorized)]
    func change(_ terms: AuthorizationTerms) -> Command {
      Command(
        by: EventActor.owner,
        .authorize(AuthorizationChange(source: Self.app, share: grants, read: grants, terms: terms))
      )
    }
    let since = Timestamp(instant: Instant(wholeSeconds: 9), offsetMinutes: 60)
    let end = Timestamp(instant: Instant(wholeSeconds: 4_000_000_000), offsetMinutes: 60)
    let terms = AuthorizationTerms(since: since, until: end, purpose: "a study")
    var session = try Self.session { session in
      _ = try session.perform(change(terms))
      _ = try session.perform(change(.none))
    }
    // Back to less than there is now needs no agreement; back to all of it does.
    let narrower = try session.plan(revertOf: [LineRun(3, 3)])
    #expect(narrower.widened.isEmpty)
    _ = try session.perform(narrower)
    let reading = session.tables.readRight(of: Self.type, by: Self.app)
    let sharing = session.tables.shareRight(of: Self.type, by: Self.app)
    #expect(reading == AuthorizationRight(.authorized, on: terms))
    #expect(
      sharing
        == AuthorizationRight(.authorized, on: AuthorizationTerms(until: end, purpose: "a study")))
    let wider = try session.plan(revertOf: [LineRun(4, 4)])
    #expect(wider.widened.count == 1)
    #expect(throws: Rejection.self) { try session.perform(wider).sequence }
    _ = try session.perform(wider, widensRights: true)
    #expect(session.tables.readRight(of: Self.type, by: Self.app).terms == .none)
    let replayed = try ReplayedJournal("/j", on: try session.replayed().system)
    #expect(replayed.tables.readRight(of: Self.type, by: Self.app).terms == .none)
    try session.finish()
  }

  @Test func settingsGoBack() throws {
    var session = try Self.session { session in
      let first = Configuration(
        weekStarts: .sunday, priority: [SourcePriority(type: "*", sources: ["Watch"])])
      let second = Configuration(
        timeZone: "Europe/Paris", weekStarts: .monday,
        priority: [SourcePriority(type: "*", sources: [])],
        preferredUnits: [PreferredUnit(type: QuantityType.bodyMass.identifier, unit: "lb")])
      for settings in [first, second] {
        _ = try session.perform(Command(by: EventActor.owner, .configure(settings)))
      }
    }
    _ = try session.perform(try session.plan(revertOf: [LineRun(3, 3)]))
    let settings = session.tables.settings
    #expect(settings.timeZone == "UTC" && settings.weekStarts == .sunday)
    #expect(settings.priority(of: "*") == ["Watch"] && settings.preferredUnits.isEmpty)
    try session.finish()
  }

  /// What was erased does not come back; the rest does.
  @Test func whatWasErasedStaysErased() throws {
    var session = try Self.session { session in
      _ = try session.perform(Self.save(Self.steps(1, 10), Self.steps(2, 20)))
      _ = try session.perform(Self.delete(1, 2))
    }
    let system = session.system
    _ = try session.erase(.objects([Self.uuid(1)]), reason: "no longer")
    try session.finish()
    session = try JournalSession.open("/j", on: system)
    let plan = try session.plan(revertOf: [LineRun(3, 3)])
    #expect(plan.erasedLines == 1 && plan.counts[.live] == [Self.type: 1])
    _ = try session.perform(plan)
    #expect(Self.live(session) == [2])
    try session.finish()
  }
}
