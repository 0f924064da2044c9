import HealthEvents
import HealthModel
import HealthTables
import HealthViews
import Journal
import JournalFile
import TestSupport
import Testing
import ViewTestSupport

/// Changes after an anchor, as HealthKit's anchored query gives them.
@Suite struct ChangesTests {
  private let noon = span("2026-03-01T12:00:00+01:00")

  private func view(
    _ journal: ReplayedJournal, since anchor: UInt64 = 0,
    _ change: (inout ChangesTable.Filter) -> Void = { _ in }
  ) throws -> ChangesTable {
    var filter = ChangesTable.Filter()
    filter.anchor = anchor
    change(&filter)
    return try ChangesTable(of: journal, filter)
  }

  /// `added 2 1`: what happened, in which line, to the object of which number.
  private func short(_ view: ChangesTable) throws -> [String] {
    var found: [String] = []
    try view.forEachChange {
      found.append("\($0.isDeletion ? "deleted" : "added") \($0.sequence) \($0.uuid.low)")
    }
    return found
  }

  /// Line 2: steps 1 and 2; line 3: pulse 3; line 4: steps 1 deleted; line 5: a setting; line 6:
  /// pulse 4; line 7: 3 and 4 deleted.
  private func example() throws -> ReplayedJournal {
    try journal { session in
      try session.save(
        quantity(1, steps, 100, "count", noon), quantity(2, steps, 200, "count", noon))
      try session.save(quantity(3, pulse, 60, "count/min", noon))
      try session.ask(.delete(Deletion(objects: [id(1)])))
      try session.ask(.configure(Configuration(timeZone: "Europe/Paris")))
      try session.save(quantity(4, pulse, 61, "count/min", noon))
      try session.ask(.delete(Deletion(objects: [id(3), id(4)])))
    }
  }

  @Test(
    arguments: [
      (0, ["added 2 2", "deleted 4 1", "deleted 7 3", "deleted 7 4"]),
      (2, ["deleted 4 1", "deleted 7 3", "deleted 7 4"]),
      (4, ["deleted 7 3", "deleted 7 4"]),
      (6, ["deleted 7 3", "deleted 7 4"]),
      (7, []),
    ] as [(UInt64, [String])])
  func showsWhatIsLiveAndWhatWent(_ anchor: UInt64, _ expected: [String]) throws {
    let view = try view(try example(), since: anchor)
    #expect(try short(view) == expected)
    #expect(view.next == 7)
  }

  @Test(
    arguments: [
      (1, 0, ["added 2 2"], 3), (1, 3, ["deleted 4 1"], 6),
      // A line is never split: the two of line 7 come together.
      (1, 6, ["deleted 7 3", "deleted 7 4"], 7), (2, 0, ["added 2 2", "deleted 4 1"], 6),
      (3, 0, ["added 2 2", "deleted 4 1"], 6),
      (4, 0, ["added 2 2", "deleted 4 1", "deleted 7 3", "deleted 7 4"], 7),
    ] as [(Int, UInt64, [String], UInt64)])
  func aLimitEndsBetweenLines(
    _ limit: Int, _ anchor: UInt64, _ expected: [String], _ next: UInt64
  ) throws {
    let view = try view(try example(), since: anchor) { $0.limit = limit }
    #expect(try short(view) == expected)
    #expect(view.next == next)
  }

  @Test func typesAlsoChooseDeletions() throws {
    let view = try view(try example()) { $0.types = [pulse] }
    #expect(try short(view) == ["deleted 7 3", "deleted 7 4"])
    let types = try view.table.column("type")
    #expect(types == [.identifier(pulse), .identifier(pulse)])
  }

  @Test func aNewerVersionComesAfterTheOneItReplaces() throws {
    func version(_ number: Int, _ version: Double) -> HealthObject {
      var object = quantity(number, steps, 100 * version, "count", noon)
      object.metadata[MetadataName.syncIdentifier] = .string("a")
      object.metadata[MetadataName.syncVersion] = .number(version)
      return object
    }
    let journal = try journal { session in
      for number in 1...2 {
        let request = SaveRequest(objects: [Draft(version(number, Double(number)))])
        try session.ask(.save(request))
      }
    }
    #expect(try short(try view(journal, since: 2)) == ["deleted 3 1", "added 3 2"])
    #expect(try short(try view(journal)) == ["deleted 3 1", "added 3 2"])
  }

  @Test func rowsAreOfAllKindsWithValuesAsSaved() throws {
    let workout = WorkoutContent(
      activity: "HKWorkoutActivityTypeRunning",
      span: span("2026-03-01T12:00:00+01:00", "2026-03-01T12:30:00+01:00"), duration: 1800)
    let journal = try journal { session in
      try session.save(quantity(1, steps, 100, "count", noon), source: "Watch")
      try session.save(category(2, sleep, .code(3), noon))
      try session.save(HealthObject(uuid: id(3), content: .workout(workout)))
      try session.ask(
        .configure(
          Configuration(preferredUnits: [
            PreferredUnit(type: QuantityType.bodyMass.identifier, unit: "lb")
          ])))
      try session.save(quantity(4, QuantityType.bodyMass.identifier, 70, "kg", noon))
    }
    let rows = try view(journal).table.records()
    #expect(
      words(rows, "change", "seq", "type", "value", "unit", "source") == [
        "added 3 \(steps) 100 count Watch", "added 4 \(sleep) asleepCore - owner",
        "added 5 HKWorkoutTypeIdentifier 1800 s owner",
        "added 7 HKQuantityTypeIdentifierBodyMass 70 kg owner",
      ])
    #expect(rows[2]["end"] == .time(at("2026-03-01T12:30:00+01:00")))
  }

  @Test func aReaderSeesItsOwnAndWhatItMayRead() throws {
    let allowed = [AuthorizationGrant(steps, .authorized), AuthorizationGrant(pulse, .authorized)]
    let refused = [AuthorizationGrant(steps, .denied), AuthorizationGrant(pulse, .authorized)]
    let journal = try journal { session in
      try session.ask(
        .authorize(AuthorizationChange(source: app, share: allowed, read: refused)))
      try session.save(
        quantity(1, steps, 1, "count", noon), quantity(2, pulse, 60, "count/min", noon))
      for number in [3, 4] {
        let own = SaveRequest(objects: [Draft(quantity(number, steps, 1, "count", noon))])
        try session.ask(.save(own), by: app)
      }
      try session.ask(.delete(Deletion(objects: [id(1)])))
      try session.ask(.delete(Deletion(objects: [id(4)])), by: app)
    }
    let seen = try short(try view(journal.seen(by: app)))
    #expect(seen.map { String($0.suffix(2)) } == [" 2", " 3", " 4"])
    #expect(seen.last?.hasPrefix("deleted") == true)
    #expect(throws: ProjectionError.readNotDetermined(source: app, type: energy)) {
      _ = try view(journal.seen(by: app)) { $0.types = [energy] }
    }
  }

  /// Who follows the changes page by page has, whenever it stops, what was live.
  @Test(arguments: Counts.seeds(1...20)) func whoFollowsHasWhatIsLive(_ seed: Int) throws {
    var dice = Dice(seed)
    var live: Set<ObjectUUID> = []
    var next = 1
    let journal = try journal { session in
      for _ in 1...40 {
        if dice.below(3) > 0 || live.isEmpty {
          let count = 1 + dice.below(3)
          for number in next..<next + count {
            try session.save(quantity(number, steps, 1, "count", noon))
            live.insert(id(number))
          }
          next += count
        } else if let victim = live.sorted().randomElement(using: &dice) {
          try session.ask(.delete(Deletion(objects: [victim])))
          live.remove(victim)
        }
      }
    }
    var mirror: Set<ObjectUUID> = []
    var anchor: UInt64 = 0
    while anchor < journal.head.sequence {
      let page = try view(journal, since: anchor) { $0.limit = 1 + dice.below(5) }
      try page.forEachChange { change in
        if change.isDeletion { mirror.remove(change.uuid) } else { mirror.insert(change.uuid) }
      }
      #expect(page.next > anchor)
      anchor = page.next
    }
    #expect(mirror == live)
  }
}
