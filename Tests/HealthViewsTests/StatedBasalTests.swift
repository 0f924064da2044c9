import HealthEvents
import HealthModel
import HealthTables
import HealthViews
import Journal
import TestSupport
import Testing
import ViewTestSupport

/// Energy at rest that samples state, and what of it the formula has to fill.
@Suite(.enabled(if: Zones.arePresent)) struct StatedBasalTests {
  static let basal = QuantityType.basalEnergyBurned.identifier

  /// A man of whom the formula says 1,635 kcal a day, or of whom nothing is known.
  static func journal(
    knowsBody: Bool = true, _ samples: [(start: String, end: String, kcal: Double, source: String)]
  ) throws -> ReplayedJournal {
    try ViewTestSupport.journal { session in
      if knowsBody {
        try session.save(
          HealthObject(
            uuid: id(1),
            content: .characteristic(
              Characteristic(
                type: CharacteristicType.biologicalSex.identifier, value: "HKBiologicalSexMale"))),
          HealthObject(
            uuid: id(2),
            content: .characteristic(
              Characteristic(
                type: CharacteristicType.dateOfBirth.identifier, value: "1986-01-01"))),
          quantity(
            3, QuantityType.height.identifier, 175, "cm", span("2026-01-01T00:00:00Z")),
          quantity(4, QuantityType.bodyMass.identifier, 70, "kg", span("2026-01-01T00:00:00Z")))
      }
      for (number, sample) in samples.enumerated() {
        try session.save(
          quantity(
            10 + number, basal, sample.kcal, "kcal",
            span("\(sample.start):00+01:00", "\(sample.end):00+01:00"), zone: nil),
          source: sample.source)
      }
    }
  }

  static func balance(
    _ journal: ReplayedJournal, until moment: String = "2026-11-21T00:00:00+01:00",
    _ change: (inout ViewContext) -> Void = { _ in }
  ) throws -> EnergyBalance {
    let day = try #require(CivilDate("2026-11-20")).dayNumber
    var context = ViewContext()
    change(&context)
    return try #require(
      try EnergyView.balances(
        of: journal.tables, days: day...day, until: at(moment).instant, in: context
      ).first)
  }

  typealias Sample = (start: String, end: String, kcal: Double, source: String)

  static let whole: Sample = ("2026-11-20T00:00", "2026-11-21T00:00", 1800, "Apple Watch")
  static let morning: Sample = ("2026-11-20T00:00", "2026-11-20T12:00", 900, "Apple Watch")

  /// Samples, until when the day goes, where the energy at rest is from, and what it is.
  static let cases: [([Sample], String, EnergyBalance.BasalSource, Double)] = [
    ([], "2026-11-21T00:00", .formula, 1635),
    ([whole], "2026-11-21T00:00", .stated, 1800),
    ([whole], "2026-11-20T06:00", .stated, 450),
    // The last minutes are left out, of ten watched hours and of a day.
    (
      [("2026-11-20T00:00", "2026-11-20T23:50", 1790, "Apple Watch")], "2026-11-21T00:00",
      .stated, 1790
    ),
    ([morning], "2026-11-21T00:00", .both, 900 + 1635 / 2),
    ([morning], "2026-11-20T12:05", .stated, 900),
    ([morning], "2026-11-20T18:00", .both, 900 + 1635 / 4),
    // Two sources that measured the same count once.
    (
      [morning, ("2026-11-20T00:00", "2026-11-20T12:00", 700, "Phone")], "2026-11-20T12:00",
      .stated, 900
    ),
    // Over midnight in proportion.
    (
      [("2026-11-19T12:00", "2026-11-20T12:00", 1200, "Apple Watch")], "2026-11-20T12:00",
      .stated, 600
    ),
    // Of what time a moment is nobody knows.
    ([("2026-11-20T08:00", "2026-11-20T08:00", 1800, "App")], "2026-11-21T00:00", .formula, 1635),
    // What is longer than any measurement states nothing.
    ([("2026-11-20T13:00", "2037-01-01T00:00", 9e6, "App")], "2026-11-21T00:00", .formula, 1635),
    (
      [morning, ("2026-11-20T13:00", "2037-01-01T00:00", 9e6, "App")], "2026-11-21T00:00", .both,
      900 + 1635 / 2
    ),
    // Another day says nothing of this one.
    (
      [("2026-11-19T00:00", "2026-11-20T00:00", 1800, "Apple Watch")], "2026-11-21T00:00",
      .formula, 1635
    ),
  ]

  @Test(arguments: cases) func restingIsStatedWhereItIs(
    _ samples: [Sample], _ until: String, _ source: EnergyBalance.BasalSource, _ kcal: Double
  ) throws {
    let balance = try Self.balance(try Self.journal(samples), until: until + ":00+01:00")
    #expect(balance.basalSource == source)
    #expect(abs(try #require(balance.resting) - kcal) < 1e-9)
    let row = try EnergyView.table([balance]).records()[0]
    #expect(row["basalSource"] == .text(source.rawValue))
  }

  @Test func aDayThatIsStatedNeedsNoBody() throws {
    let whole = try Self.balance(try Self.journal(knowsBody: false, [Self.whole]))
    #expect(whole.resting == 1800 && whole.isOfTheDay)
    #expect(whole.missing == ["activeEnergyBurned", "dietaryEnergyConsumed"])
    // Of a part the rest is not known, and is not 0.
    let part = try Self.balance(try Self.journal(knowsBody: false, [Self.morning]))
    #expect(part.resting == nil && part.missing.contains("bodyMass"))
    #expect(try EnergyView.table([part]).records()[0]["basalSource"] == nil)
  }

  /// `--source` is for active and consumed energy: what is explained has all sources too.
  @Test func restingIsOfAnySource() throws {
    let journal = try Self.journal([Self.whole])
    let balance = try Self.balance(journal) { $0.query.sources = ["Phone"] }
    #expect(balance.resting == 1800 && balance.basalSource == .stated)
    var context = ViewContext()
    context.query.sources = ["Phone"]
    let day = try #require(CivilDate("2026-11-20"))
    let rows = try EnergyExplanation.table(
      on: day, until: at("2026-11-21T00:00:00+01:00").instant, journal, in: context
    ).records()
    let counted = rows.filter { $0["what"] == .text("counted") }
    #expect(words(counted, "figure", "source", "counted") == ["resting Apple Watch 1800"])
  }

  /// A day is that of the zone that its samples name, as in `daily`, or of the one asked for.
  @Test func daysAreThoseOfTheSamples() throws {
    let journal = try ViewTestSupport.journal { session in
      try session.save(
        quantity(
          1, Self.basal, 1800, "kcal",
          span("2026-11-20T00:00:00+01:00", "2026-11-21T00:00:00+01:00"), zone: "Asia/Tokyo"),
        source: "Apple Watch")
    }
    let own = try Self.balance(journal)
    #expect(own.basalSource == .both && own.statedResting == 1200)
    #expect(own.moment == at("2026-11-21T00:00:00+09:00") && own.shareOfDay == 1)
    let berlin = try Self.balance(journal) { $0.timeZone = "Europe/Berlin" }
    #expect(berlin.resting == 1800 && berlin.moment == at("2026-11-21T00:00:00+01:00"))
  }

  /// A stretch of a journey: the zone that samples name, from when on, and how many hours.
  typealias Leg = (zone: String?, from: String, hours: Int)

  /// 60 kcal an hour at rest, 30 in motion and 90 eaten, all around the clock.
  static func journey(_ legs: [Leg]) throws -> ReplayedJournal {
    let kinds = [
      (basal, 60.0), (energy, 30), (QuantityType.dietaryEnergyConsumed.identifier, 90),
    ]
    return try ViewTestSupport.journal { session in
      var number = 0
      for leg in legs {
        for hour in 0..<leg.hours {
          let start = at(leg.from).instant.adding(microseconds: Int64(hour) * 3_600_000_000)
          let time = TimeSpan(from: Timestamp(instant: start, offsetMinutes: 0), seconds: 3600)
          for (type, kcal) in kinds {
            number += 1
            try session.save(
              quantity(number, type, kcal, "kcal", time, zone: leg.zone), source: "Watch")
          }
        }
      }
    }
  }

  private static let auckland: [Leg] = [("Pacific/Auckland", "2026-11-19T00:00:00+13:00", 72)]
  private static let west: [Leg] = [
    (nil, "2026-11-19T00:00:00+01:00", 36),
    ("Pacific/Honolulu", "2026-11-20T01:00:00-10:00", 47),
  ]
  private static let east: [Leg] = [
    (nil, "2026-11-19T00:00:00+01:00", 34), ("Asia/Tokyo", "2026-11-20T18:00:00+09:00", 30),
  ]

  /// Journeys, a moment, and the hours of 20 November that count to all three figures. Who flies
  /// west in the middle of the day has 11 hours more, who flies east 8 less.
  @Test(
    arguments: [
      ([(nil, "2026-11-19T00:00:00+01:00", 72)], "2026-11-23T00:00:00Z", 24),
      (auckland, "2026-11-23T00:00:00Z", 24), (auckland, "2026-11-20T18:00:00+13:00", 18),
      (west, "2026-11-23T00:00:00Z", 12 + 23), (west, "2026-11-20T05:00:00-10:00", 12 + 4),
      (east, "2026-11-23T00:00:00Z", 10 + 6),
    ] as [([Leg], String, Double)])
  func allFiguresAreOfOneCalendar(_ legs: [Leg], _ moment: String, _ hours: Double) throws {
    let journal = try Self.journey(legs)
    let balance = try Self.balance(journal, until: moment)
    #expect(balance.active == 30 * hours && balance.consumed == 90 * hours)
    #expect(balance.statedResting == 60 * hours && balance.net == 0)
    #expect(balance.basalSource == .stated)
    guard moment.hasSuffix("Z") else { return }
    for (type, sum) in [(energy, balance.active), (Self.basal, balance.statedResting)] {
      var query = ViewQuery()
      query.types = [type]
      let row = try daily(journal, query).first {
        $0["day"] == CivilDate("2026-11-20").map { .day($0) }
      }
      #expect(row?["sum"] == sum.map { .number($0) })
    }
  }

  /// The formula fills a day of the place too: a time that is typed is one of its clocks.
  @Test func theShareIsThatOfThePlace() throws {
    let home = try Self.journey([])
    let away = try ViewTestSupport.journal { session in
      try session.save(
        quantity(
          20, energy, 30, "kcal", span("2026-11-20T10:00:00+13:00", "2026-11-20T11:00:00+13:00"),
          zone: "Pacific/Auckland"))
    }
    for (journal, moment) in [
      (home, "2026-11-20T18:00:00+01:00"), (away, "2026-11-20T18:00:00+13:00"),
    ] {
      var values = OptionValues()
      values.add("2026-11-20", to: "on")
      values.add("18:00", to: "at")
      var request = ViewRequest(journal, values, now: at("2026-12-01T00:00:00Z").instant)
      let row = try #require(try View.energy.table(&request).records().first)
      #expect(row["at"] == .time(at(moment)))
      #expect(try Self.balance(journal, until: moment).shareOfDay == 0.75)
    }
  }

  /// What is explained adds up to what is shown.
  @Test(arguments: [[whole], [morning], [morning, whole], []] as [[Sample]])
  func theExplanationAddsUp(_ samples: [Sample]) throws {
    let journal = try Self.journal(samples)
    let moment = at("2026-11-21T00:00:00+01:00").instant
    let day = try #require(CivilDate("2026-11-20"))
    let rows = try EnergyExplanation.table(on: day, until: moment, journal, in: ViewContext())
      .records().filter { $0["figure"] == .text("resting") }
    func numbers(_ what: String) -> [Double] {
      rows.filter { $0["what"] == .text(what) }.compactMap { row in
        if case .number(let number)? = row["counted"] { number } else { nil }
      }
    }
    let total = try #require(numbers("total").first)
    #expect(abs(numbers("counted").reduce(0, +) - total) < 1e-9)
    #expect(total == (try Self.balance(journal).resting))
    let explainsFormula = rows.contains { $0["what"] == .text("input") }
    #expect(explainsFormula == !samples.contains { $0.end == Self.whole.end })
  }
}
