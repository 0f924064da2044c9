import Foundation
import HealthEvents
import HealthJournal
import HealthModel
import Journal
import JournalFile
import TestSupport
import Testing

/// Swims and runs through the library.
struct LogTests: StoreSuite {
  let home = TemporaryFolder()

  private func span(_ start: Int64, minutes: Int64) -> TimeSpan {
    let first = Instant(wholeSeconds: start)
    return TimeSpan(
      Timestamp(instant: first, offsetMinutes: 0),
      Timestamp(instant: first.adding(microseconds: minutes * 60_000_000), offsetMinutes: 0))
  }

  @Test func swims() async throws {
    try await withStore { store in
      let swim = Swim(
        laps: 24, metresPerLap: 50, minutes: 40, pace: 6, span: span(86_400, minutes: 40))
      await #expect(throws: StoreError(SessionProblem.noBodyMass)) {
        try await store.saveSwim(swim)
      }
      #expect(try await store.swims() == [])
      let mass = QuantityContent(
        type: QuantityType.bodyMass.identifier, span: span(0, minutes: 0), value: 70_000, unit: "g")
      _ = try await store.save([.quantity(mass)])
      let uuid = try await store.saveSwim(swim)
      let logged = try await store.swims()
      #expect(logged.map(\.uuid) == [uuid])
      #expect(logged.first?.metres == 1200)
      #expect(logged.first?.kilocalories == 280)
      #expect(logged.first?.pace == 200)
      #expect(logged.first?.date.description == "1970-01-02")
    }
  }

  @Test func lengthsAndSets() async throws {
    try await withStore { store in
      let whole = span(86_400, minutes: 5)
      let laps = [0.0, 40, 90].map { second in
        WorkoutEvent(
          type: WorkoutEventName.lap, date: TimeSpan(from: whole.start, seconds: second).end,
          duration: 35,
          metadata: Metadata([
            .init(MetadataName.swimmingStrokeStyle, .number(4)),
            .init(MetadataName.lapLength, .quantity(25, unit: "m")),
          ]))
      }
      let workout = WorkoutContent(
        activity: WorkoutActivityType.swimming.exportName, span: whole, duration: 300, events: laps)
      _ = try await store.save([.workout(workout)])
      let swim = try #require(try await store.swims().first)
      #expect(swim.lengths.map(\.pace) == [140, 140, 140] && swim.styles == [.breaststroke])
      #expect(swim.sets.map(\.metres) == [50, 25] && swim.rest == 20)
      #expect(try await store.swims(restBetweenSets: 5).first?.sets.count == 3)
    }
  }

  @Test func runs() async throws {
    try await withStore { store in
      for day: Int64 in [1, 2] {
        try await store.saveRun(
          Run(
            distance: Amount(3.1, "mi"), span: span(day * 86_400, minutes: 30),
            heartRateStart: 92, heartRateEnd: 161))
      }
      let logged = try await store.runs(limit: 1)
      #expect(logged.map(\.date.description) == ["1970-01-03"])
      #expect(logged.first?.distance == Amount(3.1, "mi"))
      #expect(logged.first?.lastHeartRate == 161)
      #expect(try await store.runs(in: .meter).first?.distance == Amount(4988.9664, "m"))
      await #expect(throws: StoreError.self) { try await store.runs(in: .kilogram) }
    }
  }

  private static func swim(
    laps: Int = 24, metres: Double = 25, minutes: Double = 40, pace: Double? = 6,
    kilocalories: Double? = nil
  ) -> Swim {
    let start = Timestamp(instant: .epoch, offsetMinutes: 0)
    let end = Timestamp(instant: Instant(wholeSeconds: 2_400), offsetMinutes: 0)
    return Swim(
      laps: laps, metresPerLap: metres, minutes: minutes, pace: pace,
      kilocalories: kilocalories, span: TimeSpan(start, end))
  }

  @Test(arguments: [
    (swim(laps: 0), "laps"), (swim(minutes: 0.09), "minutes"),
    (swim(minutes: 10_001), "minutes"), (swim(minutes: .nan), "minutes"),
    (swim(metres: 0), "metresPerLap"), (swim(pace: 101), "pace"),
    (swim(pace: nil, kilocalories: -1), "kilocalories"),
  ])
  func aSwimThatNobodySwims(_ swim: Swim, _ figure: String) {
    do {
      try Self.swim().check()
      try swim.check()
      Issue.record("it was taken")
    } catch {
      guard case .outOfRange(figure, _) = error else {
        Issue.record(error)
        return
      }
    }
  }

  @Test func whatContradictsItselfIsNoSwimAndNoRun() async throws {
    try await withStore { store in
      let both = Swim(
        laps: 2, minutes: 4, pace: 6, kilocalories: 9, span: span(0, minutes: 4))
      await #expect(throws: StoreError(FigureProblem<Swim.Rule>.rule(.energyTwice))) {
        try await store.saveSwim(both)
      }
      let long = Swim(laps: 2, minutes: 5, kilocalories: 9, span: span(0, minutes: 4))
      await #expect(throws: StoreError(FigureProblem<Swim.Rule>.rule(.longerThanSpan))) {
        try await store.saveSwim(long)
      }
      for (minutes, problem): (Int64, FigureProblem<Run.Rule>) in [
        (10_001, .rule(.tooLong)), (0, .rule(.noTime)),
      ] {
        let run = Run(distance: Amount(5, "km"), span: span(0, minutes: minutes))
        await #expect(throws: StoreError(problem)) { try await store.saveRun(run) }
      }
      let distance = FigureProblem<Run.Rule>.outOfRange(
        figure: "distance", range: "more than 0, up to 1000 km")
      for amount in [Amount(0, "km"), Amount(5, "kg"), Amount(1001, "km")] {
        let run = Run(distance: amount, span: span(0, minutes: 30))
        await #expect(throws: StoreError(distance)) { try await store.saveRun(run) }
      }
      let (swims, runs) = (try await store.swims(), try await store.runs())
      #expect(swims.isEmpty && runs.isEmpty)
    }
  }

  @Test func anAppNeedsEachType() async throws {
    let app = "com.example.run"
    let run = Run(
      distance: Amount(5, "km"), span: span(0, minutes: 30), heartRateStart: 92)
    try await withStore { store in
      let distance = QuantityType.distanceWalkingRunning.identifier
      let change = AuthorizationChange(
        source: app, share: [AuthorizationGrant(distance, .authorized)])
      try await store.perform(.authorize(change))
      let pulse = QuantityType.heartRate.identifier
      await #expect(
        throws: StoreError(Rejection.authorizationNotDetermined(source: app, type: pulse))
      ) {
        try await store.saveRun(run, by: app)
      }
      #expect(try await store.runs() == [], "all or nothing")
    }
  }
}

/// Checkpoints, as a program outside this package makes and compares them.
struct CheckpointStoreTests: StoreSuite {
  let home = TemporaryFolder()

  private func save(_ store: isolated HealthStore) throws {
    let type = QuantityType.heartRate.identifier
    let span = TimeSpan(at: try store.now)
    let sample = QuantityContent(type: type, span: span, value: 60, unit: "count/min")
    _ = try store.save([.quantity(sample)])
  }

  @Test func growthIsVerifiedAndACutTailRolledBack() async throws {
    try HealthStore.create(at: folder, timeZone: "UTC")
    let store = try HealthStore(at: folder)
    #expect(try await store.audit() == .unanchored)
    var notes: [String] = []
    for lines in 1...4 as ClosedRange<UInt64> {
      let checkpoint = try await store.checkpoint()
      #expect(checkpoint.lines == lines && checkpoint.description.hasSuffix("\n"))
      notes.append(checkpoint.description)
      try await save(store)
    }
    #expect(try await store.audit(against: notes) == .verified)
    #expect(try await store.audit(against: [notes[3] + "\n— ana AAAA\n"]) == .verified)
    await #expect(throws: StoreError.self) { try await store.audit(against: ["none"]) }
    try await store.close()
    let file = URL(filePath: folder + "/events.ndjson")
    let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n").prefix(3)
    try Data((lines.joined(separator: "\n") + "\n").utf8).write(to: file)
    try FileManager.default.removeItem(atPath: folder + "/lock")
    let reading = try HealthStore(reading: folder)
    #expect(try await reading.audit(against: notes) == .rolledBack)
    #expect(try await reading.audit(against: Array(notes[..<3])) == .verified)
  }
}
