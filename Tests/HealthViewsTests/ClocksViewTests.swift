import HealthEvents
import HealthModel
import HealthTables
import HealthViews
import TestSupport
import Testing
import ViewTestSupport

/// The days that are no plain ones.
@Suite(.enabled(if: Zones.arePresent)) struct ClocksViewTests {
  private static let mass = QuantityType.bodyMass.identifier

  private static func days(
    _ journal: ReplayedJournal, _ change: (inout ViewContext) -> Void = { _ in }
  ) throws -> [String] {
    var context = ViewContext()
    change(&context)
    let rows = try ClocksView.table(of: journal, in: context).records()
    return words(rows, "day", "hours", "zone", "reason", "from", "to")
  }

  private static func window(_ context: inout ViewContext, _ from: String, _ to: String? = nil) {
    context.query.from = at(from).instant
    context.query.to = to.map { at($0).instant }
  }

  /// The zone of the journal, a day with a sample, and what is said of it.
  @Test(
    arguments: [
      ("Europe/Berlin", "2026-03-29", "23 Europe/Berlin clocksForward"),
      ("Europe/Berlin", "2026-10-25", "25 Europe/Berlin clocksBack"),
      ("Europe/Berlin", "1921-03-14", nil),
      ("Europe/Berlin", "1946-04-14", "23 Europe/Berlin clocksForward"),
      ("Europe/Berlin", "2100-03-28", "23 Europe/Berlin clocksForward"),
      ("Europe/Berlin", "2026-03-30", nil),
      ("Australia/Lord_Howe", "2040-10-07", "23.5 Australia/Lord_Howe clocksForward"),
      ("America/St_Johns", "2010-11-07", "25 America/St_Johns clocksBack"),
      ("UTC", "2026-03-29", nil),
    ] as [(String, String, String?)])
  func ofTheClocks(_ zone: String, _ day: String, _ expected: String?) throws {
    let journal = try journal(zone) { session in
      try session.save(quantity(1, steps, 1, "count", span("\(day)T12:00:00Z")))
    }
    #expect(try Self.days(journal) == (expected.map { ["\(day) \($0) - -"] } ?? []))
  }

  @Test func daysWithoutSamplesAreThoseOfAWindow() throws {
    let journal = try journal("Pacific/Apia") { session in
      try session.save(
        quantity(1, steps, 1, "count", span("2011-12-28T22:00:00-10:00")),
        quantity(2, steps, 1, "count", span("2012-03-31T22:00:00+14:00")),
        quantity(3, steps, 1, "count", span("2012-04-01T22:00:00+14:00")))
    }
    let skipped = "2011-12-30 0 Pacific/Apia clocksForward - -"
    let back = "2012-04-01 25 Pacific/Apia clocksBack - -"
    #expect(try Self.days(journal) == [back])
    #expect(try Self.days(journal) { Self.window(&$0, "1900-01-01T00:00:00Z") } == [skipped, back])
    #expect(
      try Self.days(journal) {
        Self.window(&$0, "1900-01-01T00:00:00Z", "2012-01-01T00:00:00Z")
      } == [skipped])
    #expect(
      try Self.days(journal) {
        Self.window(&$0, "2011-12-29T12:00:00Z")
        $0.dayStarts = ClockTime("04:00") ?? .midnight
      } == [
        "2011-12-29 20 Pacific/Apia clocksForward - -",
        "2011-12-30 4 Pacific/Apia clocksForward - -", "2012-03-31 25 Pacific/Apia clocksBack - -",
      ])
  }

  @Test func zonesThatSamplesName() throws {
    let journal = try journal { session in
      func sample(_ number: Int, _ time: String, _ zone: String?) -> HealthObject {
        quantity(number, Self.mass, 70, "kg", span(time), zone: zone)
      }
      try session.save(
        sample(7, "2026-06-20T08:00:00+02:00", "Europe/Berlin"),
        sample(1, "2026-06-01T08:00:00+02:00", "Europe/Berlin"),
        sample(2, "2026-06-10T08:00:00+02:00", "Europe/Berlin"),
        sample(3, "2026-06-10T15:00:00+01:00", "Europe/London"),
        sample(4, "2026-06-10T21:00:00-04:00", "America/New_York"),
        // What names no zone says nothing.
        sample(5, "2026-06-15T12:00:00+02:00", nil),
        sample(6, "2026-06-16T12:00:00-04:00", "America/New_York"))
    }
    let expected = [
      "2026-06-10 30 America/New_York zoneChange Europe/Berlin Europe/London",
      "2026-06-10 30 America/New_York zoneChange Europe/London America/New_York",
      "2026-06-20 18 Europe/Berlin zoneChange America/New_York Europe/Berlin",
    ]
    #expect(try Self.days(journal) == expected)
    // The zone before the window is known.
    #expect(
      try Self.days(journal) { Self.window(&$0, "2026-06-12T00:00:00Z") } == [expected[2]])
    #expect(try Self.days(journal) { $0.timeZone = "Europe/Berlin" } == [])
    #expect(try Self.days(journal) { $0.query.types = [steps] } == [])
    #expect(try Self.days(journal) { $0.query.limit = 1 } == [expected[2]])
  }

  /// Back on the same day, over the date line, and by a workout.
  @Test func wayOut() throws {
    let journal = try journal("Pacific/Auckland") { session in
      func sample(_ number: Int, _ time: String, _ zone: String) -> HealthObject {
        quantity(number, Self.mass, 70, "kg", span(time), zone: zone)
      }
      let swum = WorkoutContent(
        activity: WorkoutActivityType.swimming.exportName,
        span: span("2026-06-30T09:00:00-10:00", "2026-06-30T10:00:00-10:00"), duration: 3600)
      try session.save(
        sample(1, "2026-06-01T08:00:00+02:00", "Europe/Berlin"),
        sample(2, "2026-06-01T12:00:00+01:00", "Europe/London"),
        sample(3, "2026-06-01T22:00:00+02:00", "Europe/Berlin"),
        HealthObject(
          uuid: id(4), content: .workout(swum),
          metadata: Metadata([.init(MetadataName.timeZone, .string("Pacific/Honolulu"))])),
        sample(5, "2026-07-02T09:00:00+14:00", "Pacific/Kiritimati"))
    }
    #expect(
      try Self.days(journal) == [
        "2026-06-01 24 Europe/Berlin zoneChange Europe/Berlin Europe/London",
        "2026-06-01 24 Europe/Berlin zoneChange Europe/London Europe/Berlin",
        "2026-06-30 36 Pacific/Honolulu zoneChange Europe/Berlin Pacific/Honolulu",
        "2026-07-02 0 Pacific/Kiritimati zoneChange Pacific/Honolulu Pacific/Kiritimati",
      ])
  }

  /// There and back within a day, and over the date line, where starts and days disagree: every
  /// change is listed once, in the order of the starts.
  @Test(arguments: [
    (
      [
        ("2026-03-02T06:00:00Z", "Europe/Paris"), ("2026-03-02T09:00:00Z", "Europe/London"),
        ("2026-03-02T12:00:00Z", "Europe/Paris"), ("2026-03-02T18:00:00Z", "Europe/Berlin"),
        ("2026-03-03T06:00:00Z", "Europe/Berlin"),
      ],
      [
        "2026-03-02 24 Europe/Berlin zoneChange Europe/Paris Europe/London",
        "2026-03-02 24 Europe/Berlin zoneChange Europe/London Europe/Paris",
        "2026-03-02 24 Europe/Berlin zoneChange Europe/Paris Europe/Berlin",
      ]
    ),
    (
      [
        ("2026-03-01T20:00:00+13:00", "Pacific/Auckland"),
        ("2026-03-02T08:00:00+13:00", "Pacific/Auckland"),
        ("2026-03-01T12:00:00-10:00", "Pacific/Honolulu"),
        ("2026-03-02T12:00:00-10:00", "Pacific/Honolulu"),
      ],
      ["2026-03-01 47 Pacific/Honolulu zoneChange Pacific/Auckland Pacific/Honolulu"]
    ),
    (
      [
        ("2026-03-01T12:00:00-10:00", "Pacific/Honolulu"),
        ("2026-03-03T08:00:00+13:00", "Pacific/Auckland"),
        ("2026-03-02T12:00:00-10:00", "Pacific/Honolulu"),
      ],
      [
        "2026-03-02 47 Pacific/Honolulu zoneChange Pacific/Auckland Pacific/Honolulu",
        "2026-03-03 1 Pacific/Auckland zoneChange Pacific/Honolulu Pacific/Auckland",
      ]
    ),
  ])
  func thereAndBack(_ samples: [(String, String)], _ expected: [String]) throws {
    for order in [Array(samples.enumerated()), samples.enumerated().reversed()] {
      let journal = try journal { session in
        for (number, sample) in order {
          try session.save(
            quantity(number, Self.mass, 70, "kg", span(sample.0), zone: sample.1))
        }
      }
      #expect(try Self.days(journal) == expected)
    }
  }

  /// Objects that start at once in two zones are no way there and back.
  @Test func zonesAtOnce() throws {
    let journal = try journal { session in
      for (number, zone) in ["Europe/Paris", "Europe/London", "Europe/Paris"].enumerated() {
        try session.save(
          quantity(number, Self.mass, 70, "kg", span("2026-06-01T08:00:00Z"), zone: zone))
      }
    }
    #expect(
      try Self.days(journal) == [
        "2026-06-01 23 Europe/Paris zoneChange Europe/London Europe/Paris"
      ])
  }

  /// What claims to last longer than ten years is on its first day alone.
  @Test func aWorkoutWithoutEnd() throws {
    func workout(_ number: Int, _ start: String, _ end: String) -> HealthObject {
      let workout = WorkoutContent(
        activity: WorkoutActivityType.running.exportName, span: span(start, end), duration: 10)
      return HealthObject(uuid: id(number), content: .workout(workout))
    }
    let journal = try journal { session in
      try session.save(
        workout(1, "0001-01-01T00:00:00Z", "9999-12-30T00:00:00Z"),
        workout(2, "2026-03-28T12:00:00Z", "2026-03-30T12:00:00Z"))
    }
    #expect(try Self.days(journal) == ["2026-03-29 23 Europe/Berlin clocksForward - -"])
  }

  @Test func aReaderSeesTheDaysOfWhatItMayRead() throws {
    let journal = try journal { session in
      try session.ask(
        .authorize(AuthorizationChange(source: app, read: [AuthorizationGrant(Self.mass, .denied)]))
      )
      try session.save(
        quantity(1, Self.mass, 70, "kg", span("2026-03-29T12:00:00Z"), zone: "Europe/London"))
    }
    #expect(try Self.days(journal).count == 1)
    #expect(try Self.days(journal.seen(by: app)) == [])
  }
}
