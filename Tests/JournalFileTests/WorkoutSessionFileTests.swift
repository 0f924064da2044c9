import ByteTools
import HealthEvents
import HealthModel
import JournalFile
import JournalTestSupport
import TestSupport
import Testing

/// The file of the workout in progress.
@Suite struct WorkoutSessionFileTests {
  static let paths = JournalPaths(folder: "/j")

  static func time(_ seconds: Int64) -> Timestamp {
    Timestamp(instant: Instant(wholeSeconds: 1_795_158_000 + seconds), offsetMinutes: 60)
  }

  static func session(_ steps: Int) throws -> WorkoutSession {
    let uuid = ObjectUUID(high: 0x3F25_04E0_4F89_41D3, low: 0x9A0C_0305_E82C_3301)
    var session = try WorkoutSession(
      activity: "HKWorkoutActivityTypeOther", kilocaloriesPerHour: 450, by: "com.example.\"fit",
      workout: uuid)
    let actions: [WorkoutSession.Action] = [.start, .lap, .pause, .resume]
    for (index, action) in actions.prefix(steps).enumerated() {
      try session.take(action, by: EventActor.owner, at: time(Int64(index) * 300))
    }
    return session
  }

  static func folder() throws -> MemorySystem {
    let system = MemorySystem()
    try system.createDirectory("/j")
    return system
  }

  @Test func isOneLine() throws {
    let text = """
      {"format":1,"workout":"3F2504E0-4F89-41D3-9A0C-0305E82C3301","by":"com.example.\\"fit",\
      "activity":"HKWorkoutActivityTypeOther","kilocaloriesPerHour":450,"steps":[\
      {"step":"start","at":"2026-11-20T08:00:00+01:00"},\
      {"step":"lap","at":"2026-11-20T08:05:00+01:00"},\
      {"step":"pause","at":"2026-11-20T08:10:00+01:00"}]
      """
    let line = sealed(text, after: .zero).line + [UInt8(ascii: "\n")]
    let session = try Self.session(3)
    #expect(WorkoutSessionCodec.encode(session) == line)
    #expect(try WorkoutSessionCodec.decode(line) == session)
  }

  /// What a file may not say, whoever sealed it.
  static let refused: [(String, LineProblem)] = [
    ("{\"format\":2", .newerFormat(2)),
    ("{\"format\":1", .missing(key: "workout")),
    ("{\"format\":1,\"workout\":\"x\"", .wrongValue(key: "workout")),
    (file(rate: "-1"), .wrongValue(key: "kilocaloriesPerHour")),
    (file(steps: ""), .wrongValue(key: "steps")),
    (file(steps: step("pause", 0)), .wrongValue(key: "steps")),
    (file(steps: step("start", 5) + "," + step("lap", 0)), .wrongValue(key: "steps")),
    (file(steps: step("start", 0) + "," + step("end", 1)), .wrongValue(key: "steps")),
    (file(steps: step("stop", 0)), .wrongValue(key: "step")),
    (file(steps: "{}"), .missing(key: "step")),
    (file().replacing("\"format\":1", with: "\"format\":0"), .wrongValue(key: "format")),
    (file(steps: step("start", 0)) + ",\"more\":1", .unknownKey("more")),
    ("[1", .notJSON("is not JSON here", offset: 10)),
  ]

  static func file(rate: String = "450", steps: String = step("start", 0)) -> String {
    "{\"format\":1,\"workout\":\"3F2504E0-4F89-41D3-9A0C-0305E82C3301\",\"by\":\"owner\","
      + "\"activity\":\"HKWorkoutActivityTypeYoga\",\"kilocaloriesPerHour\":\(rate),\"steps\":[\(steps)]"
  }

  static func step(_ name: String, _ second: Int64) -> String {
    "{\"step\":\"\(name)\",\"at\":\"\(time(second))\"}"
  }

  @Test(arguments: refused) func refuses(_ inside: String, _ problem: LineProblem) throws {
    let system = try Self.folder()
    system["/j/session"] = sealed(inside, after: .zero).line + [UInt8(ascii: "\n")]
    let error = JournalError.sessionDamaged(path: "/j/session", problem)
    #expect(throws: error) { _ = try WorkoutSessionFile.read(Self.paths, on: system) }
  }

  @Test func everyChangedOrMissingByteShows() throws {
    let bytes = WorkoutSessionCodec.encode(try Self.session(2))
    for index in bytes.indices {
      var changed = bytes
      changed[index] ^= 0x01
      #expect(throws: LineProblem.self) { _ = try WorkoutSessionCodec.decode(changed) }
      #expect(throws: LineProblem.self) {
        _ = try WorkoutSessionCodec.decode(Array(bytes[..<index]))
      }
    }
  }

  @Test func refusesALinkAndAFileWithoutEnd() throws {
    let system = try Self.folder()
    system.placeLink(at: "/j/session")
    #expect(throws: JournalError.notRegular(path: "/j/session")) {
      _ = try WorkoutSessionFile.read(Self.paths, on: system)
    }
    let long = try Self.folder()
    long["/j/session"] = [UInt8](repeating: 0x20, count: 9 << 20)
    #expect(throws: JournalError.sessionDamaged(path: "/j/session", .tooLong)) {
      _ = try WorkoutSessionFile.read(Self.paths, on: long)
    }
  }

  @Test func writesNothingThatItCouldNotRead() throws {
    let system = try Self.folder()
    var session = try WorkoutSession(
      activity: "HKWorkoutActivityTypeYoga", by: EventActor.owner,
      workout: ObjectUUID(high: 1, low: 1))
    let far = Timestamp(instant: Instant(microseconds: .max), offsetMinutes: 0)
    try session.take(.start, by: EventActor.owner, at: far)
    #expect(throws: JournalError.unwritable(.wrongValue(key: "at"))) {
      try WorkoutSessionFile.write(session, Self.paths, on: system)
    }
    #expect(system.paths.filter { $0.hasPrefix("/j/") } == [])
  }

  @Test func setsAsideWhatCannotBeRead() throws {
    let system = try Self.folder()
    system["/j/session"] = [1, 2, 3]
    let first = try WorkoutSessionFile.setAside(Self.paths, on: system)
    system["/j/session"] = [4]
    let second = try WorkoutSessionFile.setAside(Self.paths, on: system)
    system.crash(keeping: 0)
    #expect(system[first] == [1, 2, 3])
    #expect(system[second] == [4])
    #expect(try WorkoutSessionFile.read(Self.paths, on: system) == nil)
  }

  // MARK: Faults

  /// Every call of a write fails once, and then the power goes: the file holds the step before or
  /// this one, and what was acknowledged is there.
  @Test(arguments: SystemFailure.Operation.allCases)
  func everyCallOfAWrite(_ operation: SystemFailure.Operation) throws {
    let before = try Self.session(2)
    let after = try Self.session(3)
    let clean = try Self.folder()
    try WorkoutSessionFile.write(before, Self.paths, on: clean)
    let first = clean.calls(of: operation)
    try WorkoutSessionFile.write(after, Self.paths, on: clean)
    for call in 0...clean.calls(of: operation) - first {
      for (reason, ending) in FaultTests.cases(call) {
        let system = try Self.folder()
        try WorkoutSessionFile.write(before, Self.paths, on: system)
        system.fail(operation, after: call, with: reason, written: 50)
        let problem = failure(JournalError.self) {
          try WorkoutSessionFile.write(after, Self.paths, on: system)
        }
        ending.happen(to: system)
        let comment: Comment = "\(operation) \(call) \(reason) \(ending)"
        // A failure that no write met must not be met by the reader.
        system.crash(keeping: .max, keepingNames: true)
        let found = try WorkoutSessionFile.read(Self.paths, on: system)
        #expect(found == after || problem != nil && found == before, comment)
        #expect(system.openFiles == 0, comment)
        try WorkoutSessionFile.write(after, Self.paths, on: system)
        #expect(try WorkoutSessionFile.read(Self.paths, on: system) == after, comment)
      }
    }
  }
}

/// Random workouts against a model that counts microseconds.
@Suite struct SessionPropertyTests {
  /// What a workout must come to, by the simplest means.
  struct Model {
    var began: Int64?
    var lengths: [Int64] = []
    var laps = 0

    mutating func take(_ action: WorkoutSession.Action, at time: Int64) {
      switch action {
      case .start, .resume: began = time
      case .lap: laps += 1
      case .pause, .end, .cancel:
        if let began, time > began { lengths.append(time - began) }
        began = nil
      }
    }
  }

  @Test(arguments: Counts.seeds(1...200 as ClosedRange<UInt64>))
  func addsUp(_ seed: UInt64) throws {
    let chance = MemorySystem(seed: seed)
    func below(_ limit: UInt64) -> UInt64 { chance.random() % limit }
    let rate = Double(1 + below(2_000_000)) / 997
    var session = try WorkoutSession(
      activity: "HKWorkoutActivityTypeYoga", kilocaloriesPerHour: rate, by: "app",
      workout: ObjectUUID(high: seed, low: 1))
    var model = Model()
    var now = Int64(below(1 << 50))
    func stamp() -> Timestamp {
      Timestamp(instant: Instant(microseconds: now), offsetMinutes: Int16(below(3)) * 60)
    }
    try session.take(.start, by: "app", at: stamp())
    model.take(.start, at: now)
    for _ in 0..<below(60) {
      let isStill = below(5) == 0
      if !isStill { now += Int64(below(5_000_000_000)) }
      let possible: [WorkoutSession.Action] = session.state == .active ? [.pause, .lap] : [.resume]
      let action = possible[Int(below(UInt64(possible.count)))]
      try session.take(action, by: "app", at: stamp())
      model.take(action, at: now)
      #expect(try WorkoutSessionCodec.decode(WorkoutSessionCodec.encode(session)) == session)
    }
    now += Int64(below(1_000_000_000))
    let request = try session.saving(endedAt: stamp(), by: "app") {
      ObjectUUID(random: (chance.random(), chance.random()))
    }
    model.take(.end, at: now)
    try expect(request, model, rate)
  }

  private func expect(_ request: SaveRequest, _ model: Model, _ rate: Double) throws {
    guard case .workout(let workout)? = request.objects.first?.object.content else {
      Issue.record("no workout")
      return
    }
    #expect(workout.duration == Double(model.lengths.reduce(0, +)) / 1_000_000)
    #expect(workout.events.count { $0.type == WorkoutEventName.lap } == model.laps)
    var sum = ExactSum()
    var energies: [Double] = []
    for draft in request.objects.dropFirst().reversed() {
      guard case .quantity(let sample) = draft.object.content else { continue }
      energies.insert(sample.value, at: 0)
      sum.add(sample.value)
    }
    #expect(energies.count == model.lengths.count)
    for (energy, length) in zip(energies, model.lengths) {
      let wanted = rate * Double(length) / 3.6e9
      #expect(abs(energy - wanted) <= 1e-12 * wanted)
    }
    #expect(workout.totals[.totalEnergyBurned]?.value == (energies.isEmpty ? nil : sum.value))
  }
}
