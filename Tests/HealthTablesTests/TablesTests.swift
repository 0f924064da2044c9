import HealthEvents
import HealthModel
import JournalFile
import Testing

@testable import HealthTables

/// Deletes, the index, and the same answers in one pass or many.
@Suite struct TablesTests {
  @Test(arguments: 20...27)
  func oneAppendOrAThousandGiveTheSameAnswers(_ seed: UInt64) throws {
    let lines = Scribe.random(seed, count: 200).lines
    var once = try tables(lines)
    once.buildIndex()
    for every in [1, 7] {
      var step = TableBuilder()
      step.buildIndex()
      for (number, line) in lines.enumerated() {
        try Way.line.apply(line, to: &step)
        if number % every == 0 { step.applyClaims() }
      }
      step.applyClaims()
      #expect(step.tables.dump() == once.dump())
      for uuid in once.samples.flatMap(\.uuids) + once.objects.map(\.uuid) {
        #expect(step.tables.facts(of: uuid) == once.facts(of: uuid))
      }
    }
  }

  @Test func deletedRowsStayUntilClaimsAreApplied() throws {
    var scribe = Scribe()
    scribe.add(saving(quantity(1), quantity(2)))
    scribe.add(.delete(Deletion(objects: [id(1)])))
    var builder = TableBuilder()
    for line in scribe.lines { try Way.line.apply(line, to: &builder) }
    builder.flush()
    #expect(builder.tables.liveCount == 2)
    builder.applyClaims()
    #expect(builder.tables.liveCount == 1)
    #expect(builder.tables.samples[0].isLive(1) && !builder.tables.samples[0].isLive(0))
    builder.buildIndex()
    #expect(builder.tables.facts(of: id(1))?.isLive == false)
    #expect(builder.tables.facts(of: id(3)) == nil)
  }

  @Test func factsNeedTheIndex() throws {
    var scribe = Scribe()
    scribe.add(saving(quantity(1)), by: "com.example.app")
    var tables = try tables(scribe.lines)
    #expect(tables.facts(of: id(1)) == nil)
    tables.buildIndex()
    let facts = ObjectFacts(
      by: "com.example.app", type: "HKQuantityTypeIdentifierStepCount", isLive: true)
    #expect(tables.facts(of: id(1)) == facts)
  }

  static func version(_ number: UInt64, _ version: Double) -> HealthObject {
    quantity(
      number, "X", .init(MetadataName.syncIdentifier, .string("walk")),
      .init(MetadataName.syncVersion, .number(version)))
  }

  @Test func theNewestLiveVersionIsTheOneThatCounts() throws {
    var scribe = Scribe()
    scribe.add(saving(Self.version(1, 2)))
    scribe.add(saving(Self.version(2, 1)))
    var builder = try builder(scribe.lines)
    builder.buildIndex()
    #expect(builder.tables.synced(Self.walk) == SyncedObject(uuid: id(1), version: 2))
    let other = SyncName(identifier: "walk", of: nil, by: "com.example.app")
    #expect(builder.tables.synced(other) == nil)
    scribe.add(.delete(Deletion(objects: [id(1)])))
    scribe.add(saving(Self.version(3, 1)))
    for line in scribe.lines.suffix(2) { try Way.line.apply(line, to: &builder) }
    builder.applyClaims()
    #expect(builder.tables.synced(Self.walk) == SyncedObject(uuid: id(3), version: 1))
  }

  static let walk = SyncName(identifier: "walk", of: nil, by: EventActor.owner)

  /// Given two versions of one journal, one that replaced the other, when they come after a higher
  /// version of another journal, then they stand below it in their order, and the newer one has
  /// the place of the older one.
  @Test func aLowerVersionComesInItsOrder() throws {
    var scribe = Scribe()
    scribe.add(saving(Self.version(1, 9), Self.version(4, 4)))
    scribe.add(.save(Save(objects: [Self.version(2, 2)], workout: id(50))))
    scribe.add(.save(Save(objects: [Self.version(3, 3)], replaces: [id(2)])))
    var builder = try builder(scribe.lines)
    builder.buildIndex()
    #expect(builder.tables.liveVersions(Self.walk).map(\.version) == [9, 4, 3])
    #expect(builder.tables.newest(of: id(2)) == id(3))
    #expect(builder.tables.successors.map(\.line) == [3], "the line that was saved to the workout")
  }

  /// Given a version whose save is reverted while others come, when it lives again, then it is
  /// among the live versions.
  @Test func aRevertedVersionKeepsItsPlace() throws {
    var scribe = Scribe()
    scribe.add(saving(Self.version(1, 1)))
    scribe.add(saving(Self.version(2, 9)))
    var revert = Revert(lines: [LineRun(3, 3)])
    revert[.reverted] = ObjectRuns(objects: [id(2)])
    scribe.add(.revert(revert))
    scribe.add(saving(Self.version(3, 3)))
    var builder = try builder(scribe.lines)
    builder.buildIndex()
    #expect(builder.tables.liveVersions(Self.walk).map(\.version) == [3, 1])
    revert[.reverted] = ObjectRuns()
    revert[.live] = ObjectRuns(objects: [id(2)])
    scribe.add(.revert(revert))
    try Way.line.apply(scribe.lines[5], to: &builder)
    builder.applyClaims()
    #expect(builder.tables.liveVersions(Self.walk).map(\.version) == [3, 9, 1])
  }

  /// A uuid that comes twice, as only a damaged or a foreign journal has it.
  @Test func versionsInACircleEnd() throws {
    var scribe = Scribe()
    for number in [1, 2, 1] as [UInt64] { scribe.add(saving(Self.version(number, 1))) }
    var revert = Revert(lines: [LineRun(2, 3)])
    revert[.reverted] = ObjectRuns(objects: [id(1), id(2)])
    scribe.add(.revert(revert))
    var builder = try builder(scribe.lines)
    builder.buildIndex()
    #expect(builder.tables.synced(Self.walk) == nil)
    #expect(builder.tables.liveVersions(Self.walk).isEmpty)
  }

  @Test func aReplacedVersionOfTheSameEventIsGone() throws {
    var save = Save(objects: [Self.version(1, 1), Self.version(2, 2)])
    save.replaces = [id(1)]
    var scribe = Scribe()
    scribe.add(.save(save))
    for indexed in [false, true] {
      var builder = TableBuilder()
      if indexed { builder.buildIndex() }
      for line in scribe.lines { try Way.line.apply(line, to: &builder) }
      builder.applyClaims()
      builder.buildIndex()
      let tables = builder.tables
      #expect(tables.facts(of: id(1))?.isLive == false)
      #expect(tables.synced(Self.walk)?.uuid == id(2))
    }
  }

  static let walks: [Event] = [
    .save(Save(objects: [quantity(7)], workout: id(50))),
    .save(Save(objects: [version(1, 1), quantity(8)], workout: id(50))),
    .save(
      Save(objects: [
        HealthObject(
          uuid: id(60),
          content: .correlation(
            CorrelationContent(
              type: "C", span: TimeSpan(time(), time(60)), members: [id(1), id(8)])))
      ])),
    .save(Save(objects: [version(2, 2), quantity(9)], replaces: [id(1)])),
    .save(Save(objects: [version(3, 3)], replaces: [id(2)])),
  ]

  @Test(arguments: [0, 1, 3, 9], [false, true])
  func aNewerVersionHasTheOlderOnesPlace(appliedAfter: Int, indexed: Bool) throws {
    var scribe = Scribe()
    for event in Self.walks { scribe.add(event) }
    var builder = TableBuilder()
    if indexed { builder.buildIndex() }
    for (number, line) in scribe.lines.enumerated() {
      try Way.line.apply(line, to: &builder)
      if number == appliedAfter { builder.applyClaims() }
    }
    builder.applyClaims()
    let tables = builder.tables
    #expect(tables.newest(of: id(1)) == id(3))
    #expect(tables.newest(of: id(9)) == id(9))
    #expect(tables.successors.map(\.line) == [3, 3], "the line that was saved to the workout")
    let columns = try #require(tables.columns(of: "X"))
    #expect(Array(columns.uuids) == [id(1), id(2), id(3)])
    #expect(columns.flags.map { $0.contains(.dead) } == [true, true, false])
    #expect(columns.flags[2].contains(.member))
    let others = try #require(tables.columns(of: "HKQuantityTypeIdentifierStepCount"))
    #expect(others.flags.map { $0.contains(.member) } == [false, true, false])
  }

  @Test func aVersionThatNamesItsWorkoutBelongsThere() throws {
    var scribe = Scribe()
    scribe.add(.save(Save(objects: [Self.version(1, 1)], workout: id(50))))
    scribe.add(
      .save(Save(objects: [Self.version(2, 2)], workout: id(51), replaces: [id(1)])))
    #expect(try tables(scribe.lines).successors.map(\.line) == [3])
  }

  @Test func settingsAreTakenBack() throws {
    var scribe = Scribe()
    let type = "HKQuantityTypeIdentifierBodyMass"
    for (unit, names) in [("lb", ["W"]), ("", [])] {
      scribe.add(
        .configure(
          Configuration(
            priority: [SourcePriority(type: type, sources: names)],
            preferredUnits: [PreferredUnit(type: type, unit: unit)])))
    }
    let before = try tables(scribe.lines.dropLast()).settings
    #expect(before.preferredUnits == [PreferredUnit(type: type, unit: "lb")])
    #expect(before.priority == [SourcePriority(type: type, sources: ["W"])])
    #expect(before.preferredUnit(of: type) == "lb" && before.preferredUnit(of: "X") == nil)
    #expect(before.priority(of: type) == ["W"] && before.priority(of: "*") == nil)
    let after = try tables(scribe.lines).settings
    #expect(after.preferredUnits.isEmpty && after.priority.isEmpty)
  }

  @Test func settingsAndGrantsAreTheLatest() throws {
    var scribe = Scribe()
    for (zone, status) in [("UTC", AuthorizationStatus.denied), ("Asia/Tokyo", .authorized)] {
      scribe.add(.configure(Configuration(timeZone: zone)))
      let grant = AuthorizationGrant("X", status)
      scribe.add(.authorize(AuthorizationChange(source: "a", share: [grant], read: [grant])))
    }
    let order = [SourcePriority(type: "*", sources: ["W", "P"])]
    scribe.add(.configure(Configuration(priority: order)))
    let tables = try tables(scribe.lines)
    #expect(tables.settings.timeZone == "Asia/Tokyo")
    #expect(tables.settings.priority == order)
    #expect(tables.shareRight(of: "X", by: "a").decision == .authorized)
    #expect(tables.readRight(of: "X", by: "a").decision == .authorized)
    #expect(tables.readRight(of: "X", by: "b").decision == .notDetermined)
  }

  @Test func theFirstLineIsOpenAndNoOther() throws {
    var scribe = Scribe()
    scribe.add(.open(JournalOpening(format: 1, journal: id(0), timeZone: "UTC")))
    #expect(throws: LineProblem.openMisplaced) { _ = try tables(scribe.lines) }
    let save = try FastPathTests.line(
      saving(quantity(1)), replacing: "\"seq\":2", with: "\"seq\":1")
    #expect(throws: LineProblem.openMisplaced) { _ = try tables([save]) }
  }
}

/// What `origin` lines say is found by their numbers, in whatever order it came.
@Suite struct OriginsTests {
  private static func origin(_ name: String) -> Origin { Origin(source: Source(name: name)) }

  @Test func areFoundByTheirNumbers() {
    var origins = Origins()
    for sequence in [7, 9, 2, 30, 8] as [UInt64] {
      origins.set(Self.origin("\(sequence)"), at: sequence)
    }
    origins.set(Self.origin("nine"), at: 9)
    origins.set(Self.origin("2"), at: 31)
    for sequence in 0...40 as ClosedRange<UInt64> {
      let name: String? =
        switch sequence {
        case 2, 7, 8, 30: "\(sequence)"
        case 9: "nine"
        case 31: "2"
        case _: nil
        }
      #expect(origins[sequence]?.source.name == name)
    }
    #expect(origins.all.map(\.sequence) == [2, 7, 8, 9, 30, 31])
    #expect(origins.sequence(of: Self.origin("2")) == 2)
    #expect(origins.sequence(of: Self.origin("9")) == nil)
  }
}
