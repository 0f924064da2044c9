import HealthEvents
import HealthModel
import HealthProjections
import HealthTables
import Testing

/// The rings of days: what samples come to beside what Apple states.
@Suite(.enabled(if: Zones.arePresent)) struct RingTests {
  private static let exercise = QuantityType.appleExerciseTime.identifier
  private static let stand = CategoryType.appleStandHour.identifier

  private static func rings(
    _ journal: ReplayedJournal, _ change: (inout ViewContext) -> Void = { _ in }
  ) throws -> [String] {
    var context = ViewContext()
    change(&context)
    let rows = try RingsView.table(of: journal, in: context).records()
    return words(rows, "day", "ring", "samples")
  }

  /// Exercise in whole minutes, the nearest, halves up; also where no integer is as large.
  @Test(arguments: [
    (1e300, 1e300), (1e19, 1e19), (-1e19, -1e19), (29.4, 29), (29.5, 30), (-2.7, -3), (-2.5, -2),
  ])
  func exerciseInWholeMinutes(_ minutes: Double, _ shown: Double) throws {
    let journal = try journal { session in
      try session.save(
        quantity(1, Self.exercise, minutes, "min", span("2026-03-05T10:00:00Z")))
    }
    let rows = try RingsView.table(of: journal, in: ViewContext()).records()
    #expect(rows.map { $0["samples"] } == [.number(shown)])
  }

  private static func hour(
    _ number: Int, _ start: String, stood: Bool, zone: String? = nil
  ) -> HealthObject {
    let begins = at(start)
    let ends = Timestamp(
      instant: begins.instant.adding(microseconds: 3_600_000_000),
      offsetMinutes: begins.offsetMinutes)
    var hour = category(number, stand, .code(stood ? 0 : 1), TimeSpan(begins, ends))
    if let zone { hour.metadata[MetadataName.timeZone] = .string(zone) }
    return hour
  }

  /// Two watches saw the same hours: each counts once, and is stood if one of them says so.
  @Test func anHourIsStoodOnce() throws {
    let journal = try journal { session in
      try session.save(
        Self.hour(1, "2026-03-05T10:00:00+01:00", stood: true),
        Self.hour(2, "2026-03-05T11:00:00+01:00", stood: false),
        Self.hour(3, "2026-03-05T12:00:00+01:00", stood: true),
        Self.hour(4, "2026-03-06T12:00:00+01:00", stood: false), source: "Watch")
      try session.save(
        Self.hour(5, "2026-03-05T10:00:00+01:00", stood: true),
        Self.hour(6, "2026-03-05T11:00:00+01:00", stood: true), source: "Other")
    }
    #expect(try Self.rings(journal) == ["2026-03-05 stand 3", "2026-03-06 stand 0"])
    #expect(
      try Self.rings(journal) { $0.query.sources = ["Watch"] }
        == ["2026-03-05 stand 2", "2026-03-06 stand 0"])
  }

  /// The hour that comes twice is two hours; one that two zones place on two days counts on each.
  @Test func hoursAreThoseOfTheDay() throws {
    let journal = try journal { session in
      try session.save(
        Self.hour(1, "2026-10-25T02:00:00+02:00", stood: true),
        Self.hour(2, "2026-10-25T02:00:00+01:00", stood: true),
        Self.hour(3, "2026-03-05T23:00:00Z", stood: true),
        Self.hour(4, "2026-03-05T23:00:00Z", stood: true, zone: "Europe/London"))
    }
    #expect(
      try Self.rings(journal)
        == ["2026-03-05 stand 1", "2026-03-06 stand 1", "2026-10-25 stand 2"])
  }
}
