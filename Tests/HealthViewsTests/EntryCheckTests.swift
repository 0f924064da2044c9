import HealthEvents
import HealthModel
import HealthTables
import HealthViews
import Journal
import JournalFile
import TestSupport
import Testing
import ViewTestSupport

/// Entry warns of what `check` finds a problem, and of nothing else.
@Suite(.enabled(if: Zones.arePresent)) struct EntryCheckTests {
  static let mass = QuantityType.bodyMass.identifier
  /// Days from the moment at which the line is recorded.
  static let day: Int64 = 86_400_000_000

  /// The problems that `check` finds in the last of some samples, saved one by one, and what entry
  /// says of it.
  static func problems(
    _ samples: [QuantityContent]
  ) throws -> (check: Set<String>, entry: [String], copies: [UInt32]) {
    let journal = try journal { session in
      for (number, sample) in samples.enumerated() {
        try session.save(HealthObject(uuid: id(number), content: .quantity(sample)))
      }
    }
    let report = try CheckReport(journal, in: ViewContext())
    let last = HealthObject(
      uuid: id(samples.count - 1), content: .quantity(samples[samples.count - 1]))
    let recorded = try #require(try journal.entry(journal.head.sequence)?.at)
    return (
      Set(report.values.filter(\.isProblem).map(\.check)),
      EntryCheck.of(last.content, recordedAt: recorded),
      try EntryCheck.copies(of: last, in: journal)
    )
  }

  /// A sample of the moment at which the journals of these tests are written, or so much later.
  static func sample(
    _ type: String, _ value: Double, _ unit: String, after: Int64 = 0, lasting: Int64 = 0
  ) throws -> QuantityContent {
    let empty = try journal { _ in }
    let now = try #require(try empty.entry(1)?.at)
    let start = now.adding(microseconds: after)
    let span = TimeSpan(
      Timestamp(instant: start, offsetMinutes: 60),
      Timestamp(instant: start.adding(microseconds: lasting), offsetMinutes: 60))
    return QuantityContent(type: type, span: span, value: value, unit: unit)
  }

  @Test(
    arguments: [
      (mass, 71.5, "kg", 0, 0, []),
      (mass, 71_500, "kg", 0, 0, ["implausible"]),
      (mass, 1400.5, "lb", 0, 0, ["implausible"]),
      (mass, -3, "kg", 0, 0, ["implausible"]),
      (mass, 71.5, "kg", day, 0, ["future"]),
      (mass, -3, "kg", day, 0, ["implausible", "future"]),
      (steps, 1200, "count", -day / 24, day / 24, []),
      (steps, -4, "count", 0, 0, ["implausible"]),
      (steps, 30, "count", -59 * day, 59 * day, ["absurdLength"]),
      ("HKQuantityTypeIdentifierOxygenSaturation", 97, "%", 0, 0, ["implausible"]),
      ("HKQuantityTypeIdentifierFromTheFuture", -3, "count", 0, 0, []),
    ] as [(String, Double, String, Int64, Int64, Set<String>)])
  func entrySaysWhatCheckFinds(
    _ type: String, _ value: Double, _ unit: String, _ after: Int64, _ lasting: Int64,
    _ checks: Set<String>
  ) throws {
    let sample = try Self.sample(type, value, unit, after: after, lasting: lasting)
    let found = try Self.problems([sample])
    #expect(found.check == checks)
    #expect(found.entry.count == checks.count, "\(found.entry)")
    #expect(found.copies.isEmpty)
  }

  @Test func whatWasSavedBeforeIsACopy() throws {
    let one = try Self.sample(Self.mass, 71.5, "kg")
    let other = try Self.sample(Self.mass, 71.6, "kg")
    let later = try Self.sample(Self.mass, 71.5, "kg", after: -1000)
    #expect(try Self.problems([one, other, later]).copies.isEmpty)
    let found = try Self.problems([one, other, one])
    #expect(found.check == ["duplicates"])
    #expect(found.copies == [2])
  }

  @Test func aWorkoutThatWasSavedBeforeIsACopy() throws {
    let journal = try journal { session in
      for number in 1...2 {
        try session.save(
          HealthObject(uuid: id(number), content: WorkoutTests.workout(1).content))
      }
    }
    let last = HealthObject(uuid: id(2), content: WorkoutTests.workout(1).content)
    #expect(try EntryCheck.copies(of: last, in: journal) == [2])
  }

  /// A blood pressure whose first figure is below the second is strange, in whatever unit.
  @Test(arguments: [
    (120, "mmHg", 80, "mmHg", false), (80, "mmHg", 120, "mmHg", true),
    (80, "mmHg", 80, "mmHg", false), (16, "kPa", 80, "mmHg", false), (80, "mmHg", 16, "kPa", true),
  ])
  func aPressureIsGivenWithItsGreaterFigureFirst(
    _ first: Double, _ unit: String, _ second: Double, _ other: String, _ isStrange: Bool
  ) throws {
    let contents = [
      Content.quantity(
        try Self.sample(QuantityType.bloodPressureSystolic.identifier, first, unit)),
      .quantity(try Self.sample(QuantityType.bloodPressureDiastolic.identifier, second, other)),
    ]
    #expect((EntryCheck.between(contents) != nil) == isStrange)
    #expect(EntryCheck.between(Array(contents.prefix(1))) == nil)
  }
}

/// Uuids by their beginnings.
@Suite(.enabled(if: Zones.arePresent)) struct UUIDInputTests {
  static let pulses = [id(0x100), id(0x101)]

  static func journal() throws -> ReplayedJournal {
    try ViewTestSupport.journal { session in
      let read = [AuthorizationGrant(steps, .denied), AuthorizationGrant(pulse, .authorized)]
      try session.ask(.authorize(AuthorizationChange(source: app, read: read)))
      let span = span("2026-01-01T08:00:00Z")
      for uuid in pulses {
        let sample = QuantityContent(type: pulse, span: span, value: 60, unit: "count/min")
        try session.save(HealthObject(uuid: uuid, content: .quantity(sample)))
      }
      let walk = QuantityContent(type: steps, span: span, value: 5, unit: "count")
      let uuid = ObjectUUID(high: 0xABCD_0000, low: 1 << 63)
      try session.save(HealthObject(uuid: uuid, content: .quantity(walk)))
    }
  }

  static let head = "00000000-ABCD-0000-"

  @Test func theOnlyOneIsMeant() throws {
    let tables = try Self.journal().tables
    #expect(try Inputs.uuid(Self.head + "0000-000000000101", in: tables) == id(0x101))
    #expect(try Inputs.uuid(Self.head + "8", in: tables)?.low == 1 << 63)
    #expect(try Inputs.uuid("12345678", in: tables) == nil)
    // A whole uuid means itself, whether there is such an object or not.
    #expect(try Inputs.uuid(Self.head + "0000-000000000109", in: tables) == id(0x109))
  }

  @Test func whatBeginsSeveralIsRefusedWithThem() throws {
    let tables = try Self.journal().tables
    let problem = #expect(throws: OptionProblem.self) {
      try Inputs.uuid(Self.head + "0000-0000000001", in: tables)
    }
    let message = try #require(problem?.message)
    #expect(message.contains("begins 2 uuids"))
    for uuid in Self.pulses { #expect(message.contains("\(uuid) (heartRate)")) }
    #expect(throws: OptionProblem.self) { try Inputs.uuid(ofOne: "12345678", in: tables) }
    #expect(throws: OptionProblem.self) { try Inputs.uuid("1234567", in: tables) }
  }

  @Test func whatAReaderMayNotSeeHasNoBeginning() throws {
    let seen = try Self.journal().seen(by: app).tables
    #expect(try Inputs.uuid(Self.head + "8", in: seen) == nil)
    #expect(try Inputs.uuid(Self.head + "0000-000000000101", in: seen) != nil)
    #expect(seen.objects(beginningWith: try #require(UUIDPrefix("00000000"))).count == 2)
  }
}
