import HealthEvents
import HealthModel
import HealthTables
import HealthViews
import Journal
import TestSupport
import Testing
import ViewTestSupport

/// Energy of a day: the formula, the share of the day, and no second way to split a sample.
@Suite(.enabled(if: Zones.arePresent)) struct EnergyTests {
  private static let food = QuantityType.dietaryEnergyConsumed.identifier
  private static let mass = QuantityType.bodyMass.identifier
  private static let height = QuantityType.height.identifier

  private static func trait(_ number: Int, _ type: CharacteristicType, _ value: String)
    -> HealthObject
  {
    let trait = Characteristic(type: type.identifier, value: value)
    return HealthObject(uuid: id(number), content: .characteristic(trait))
  }

  /// A man, born in 1986, of 175 cm and 70 kg: 66 + 966 + 875 − 6.8 × years.
  private static func person(_ session: inout JournalSession) throws {
    try session.save(
      trait(1, .biologicalSex, "HKBiologicalSexMale"), trait(2, .dateOfBirth, "1986-03-29"),
      quantity(3, height, 175, "cm", span("2026-01-01T00:00:00Z")),
      quantity(4, mass, 70, "kg", span("2026-01-02T00:00:00Z")))
  }

  private func balances(
    _ journal: ReplayedJournal, _ first: String, _ last: String? = nil, until moment: String,
    _ query: ViewQuery = ViewQuery()
  ) throws -> [EnergyBalance] {
    let from = try #require(CivilDate(first)).dayNumber
    let to = try #require(CivilDate(last ?? first)).dayNumber
    return try EnergyView.balances(
      of: journal.tables, days: from...to, until: at(moment).instant, in: ViewContext(query))
  }

  @Test func aSourceIsThatOfTheEnergyOnly() throws {
    let journal = try journal { session in
      try Self.person(&session)
      let hour = span("2026-11-20T08:00:00Z", "2026-11-20T09:00:00Z")
      try session.save(quantity(5, energy, 100, "kcal", hour), source: "Watch")
      try session.save(quantity(6, Self.food, 500, "kcal", hour), source: "Food App")
    }
    var query = ViewQuery()
    query.sources = ["Watch"]
    let balance = try #require(
      try balances(journal, "2026-11-20", until: "2026-11-20T12:00:00Z", query).first)
    #expect(balance.active == 100 && balance.consumed == nil)
    #expect(balance.basalMetabolicRate == 1635, "the owner's scale is not the watch's")
  }

  private func balance(
    _ journal: ReplayedJournal, _ day: String, until moment: String
  ) throws -> EnergyBalance {
    try #require(try balances(journal, day, until: moment).first)
  }

  /// A day, a moment of it, the share of the day that is gone, and the rate then: he turns 40 on a
  /// day of 23 hours.
  private static let moments: [(String, String, Double, Double)] = [
    ("2026-03-28", "2026-03-28T12:00:00+01:00", 12.0 / 24, 1641.8),
    ("2026-03-29", "2026-03-29T00:00:00+01:00", 0.0, 1635.0),
    ("2026-03-29", "2026-03-29T12:00:00+02:00", 11.0 / 23, 1635.0),
    ("2026-03-29", "2026-03-30T00:00:00+02:00", 1.0, 1635.0),
    ("2026-03-29", "2026-11-20T00:00:00+01:00", 1.0, 1635.0),
    ("2026-10-25", "2026-10-25T12:00:00+01:00", 13.0 / 25, 1635.0),
    ("2026-10-25", "2026-10-25T02:30:00+02:00", 2.5 / 25, 1635.0),
    ("2026-10-25", "2026-10-25T02:30:00+01:00", 3.5 / 25, 1635.0),
  ]

  @Test(arguments: moments)
  func restingIsTheRateTimesTheShareOfTheDay(
    _ day: String, _ moment: String, _ share: Double, _ rate: Double
  ) throws {
    let journal = try journal { try Self.person(&$0) }
    let balance = try balance(journal, day, until: moment)
    #expect(abs(try #require(balance.shareOfDay) - share) < 1e-12)
    #expect(abs(try #require(balance.basalMetabolicRate) - rate) < 1e-9)
    #expect(abs(try #require(balance.resting) - rate * share) < 1e-9)
    #expect(balance.net == nil)
    #expect(balance.missing == ["activeEnergyBurned", "dietaryEnergyConsumed"])
  }

  @Test func dayThatHasNotBegunHasNoBalance() throws {
    let journal = try journal { try Self.person(&$0) }
    #expect(try balances(journal, "2026-03-29", until: "2026-03-28T12:00:00+01:00").isEmpty)
  }

  @Test func bodyIsAsItWasThen() throws {
    let journal = try journal {
      try Self.person(&$0)
      try $0.save(
        quantity(5, Self.mass, 80_000, "g", span("2026-05-01T08:00:00Z")),
        quantity(6, Self.mass, 90, "kg", span("2026-05-01T20:00:00Z")))
    }
    func rate(_ moment: String) throws -> Double? {
      try balance(journal, String(moment.prefix(10)), until: moment).basalMetabolicRate
    }
    #expect(abs(try #require(try rate("2026-05-01T07:59:59Z")) - 1635) < 1e-9)
    #expect(abs(try #require(try rate("2026-05-01T08:00:00Z")) - 1773) < 1e-9)
    #expect(abs(try #require(try rate("2026-05-01T20:00:00Z")) - 1911) < 1e-9)
  }

  /// What `energy` and `swim` take for a body that is first measured after the moment, and for one
  /// that never is. A day of which nothing else is known is not the journal's.
  @Test(arguments: [
    ("2025-12-31T12:00:00Z", ["height", "bodyMass"], false),
    ("2026-01-01T12:00:00Z", ["bodyMass"], false), ("2026-01-02T12:00:00Z", [], true),
  ])
  func theFirstMeasurementStandsForTheTimeBeforeIt(
    _ moment: String, _ later: [String], _ isOfTheDay: Bool
  ) throws {
    let journal = try journal {
      try Self.person(&$0)
      try $0.save(quantity(5, Self.mass, 90, "kg", span("2026-05-01T20:00:00Z")))
    }
    let balance = try balance(journal, String(moment.prefix(10)), until: moment)
    #expect(abs(try #require(balance.basalMetabolicRate) - (1907 - 6.8 * 39)) < 1e-9)
    #expect(balance.measuredLater == later && balance.missingForRate == [])
    #expect(balance.isOfTheDay == isOfTheDay)
    let mass = try #require(journal.tables.mass(at: at(moment).instant))
    #expect(mass.kilograms == 70)
    #expect((mass.measured.instant > at(moment).instant) == later.contains("bodyMass"))
    let explained = try EnergyExplanation.table(
      on: balance.day, until: at(moment).instant, journal, in: ViewContext()
    ).records()
    let notes = words(explained.filter { $0["what"] == .text("input") }, "note")
    #expect(notes.count { $0.contains("the first one after") } == later.count)
  }

  @Test func aBodyThatWasNeverMeasuredIsMissing() throws {
    let journal = try journal {
      try $0.save(
        Self.trait(1, .biologicalSex, "HKBiologicalSexMale"),
        Self.trait(2, .dateOfBirth, "1986-03-29"))
    }
    let balance = try balance(journal, "2026-01-01", until: "2026-01-01T12:00:00Z")
    #expect(balance.missingForRate == ["height", "bodyMass"] && balance.measuredLater == [])
    #expect(journal.tables.mass(at: at("2026-01-01T12:00:00Z").instant) == nil)
  }

  /// Active energy over the moment that is asked for, over midnight, and in two units.
  @Test func samplesCountUpToTheMoment() throws {
    let journal = try journal {
      try $0.save(
        quantity(
          10, energy, 400, "kcal",
          span("2026-03-28T23:00:00+01:00", "2026-03-29T01:00:00+01:00")),
        quantity(
          11, energy, 418.4, "kJ",
          span("2026-03-29T11:30:00+02:00", "2026-03-29T12:30:00+02:00")),
        quantity(12, energy, 1, "kcal", span("2026-03-29T12:00:00+02:00")),
        quantity(13, energy, 2, "kcal", span("2026-03-29T12:00:01+02:00")))
    }
    func active(_ moment: String, _ day: String = "2026-03-29") throws -> Double? {
      try balance(journal, day, until: moment).active
    }
    #expect(try active("2026-03-29T12:00:00+02:00") == 251)
    #expect(try active("2026-03-29T00:30:00+01:00") == 100)
    #expect(try active("2026-03-30T00:00:00+02:00") == 303)
    #expect(try active("2026-03-28T23:30:00+01:00", "2026-03-28") == 100)
    #expect(try active("2026-03-28T22:00:00+01:00", "2026-03-28") == nil)
  }

  /// What `daily` shows for a whole day, whatever the samples are.
  @Test(arguments: 1...8) func agreesWithDaily(_ seed: Int) throws {
    var dice = Dice(seed)
    let first = at("2026-03-27T20:00:00Z").instant
    let samples = (10..<70).map { number -> HealthObject in
      let start = first.adding(microseconds: Int64(dice.below(4 * 86_400)) * 1_000_000)
      let end = start.adding(microseconds: Int64(dice.below(30_000)) * 1_000_000)
      let time = TimeSpan(
        Timestamp(instant: start, offsetMinutes: 0), Timestamp(instant: end, offsetMinutes: 0))
      let unit = ["kcal", "kJ", "Cal"][dice.below(3)]
      return quantity(
        number, number % 2 == 0 ? energy : Self.food, Double(dice.below(500)), unit, time,
        zone: dice.below(4) == 0 ? "Asia/Tokyo" : nil)
    }
    let journal = try journal { for sample in samples { try $0.save(sample) } }
    var query = ViewQuery()
    query.types = [energy]
    query.unit = .kilocalorie
    let sums = Dictionary(
      uniqueKeysWithValues: try daily(journal, query).map {
        (word($0["day"] ?? .missing), $0["sum"])
      })
    let all = try balances(
      journal, "2026-03-26", "2026-04-02", until: "2026-05-01T00:00:00Z")
    #expect(all.count == 8 && all.contains { $0.active != nil })
    for balance in all {
      #expect(balance.active.map { Cell.number($0) } == sums[balance.day.description] ?? nil)
    }
  }

  @Test func whatNoNumberCanHoldIsMissing() throws {
    let journal = try journal {
      for number in 10..<13 {
        try $0.save(quantity(number, energy, 1.7e308, "kcal", span("2026-03-29T08:00:00Z")))
      }
    }
    let balance = try balance(journal, "2026-03-29", until: "2026-03-30T00:00:00Z")
    #expect(balance.active == nil && balance.missing.first == "activeEnergyBurned")
  }

  @Test func foodCountsOnce() throws {
    let time = span("2026-11-20T08:00:00+01:00")
    let journal = try journal {
      let meal = CorrelationContent(
        type: CorrelationType.food.identifier, span: time, members: [id(20), id(21)])
      try $0.save(
        quantity(20, Self.food, 650, "kcal", time),
        quantity(21, "HKQuantityTypeIdentifierDietaryProtein", 30, "g", time),
        HealthObject(uuid: id(22), content: .correlation(meal)))
      try $0.save(quantity(23, Self.food, 100, "kcal", time))
    }
    #expect(try balance(journal, "2026-11-20", until: "2026-11-20T09:00:00Z").consumed == 750)
  }

  @Test func netIsWhatIsLeft() throws {
    let journal = try journal {
      try Self.person(&$0)
      try $0.save(
        quantity(30, energy, 300, "kcal", span("2026-11-20T08:00:00+01:00")),
        quantity(31, Self.food, 1000, "kcal", span("2026-11-20T08:00:00+01:00")))
    }
    let half = try balance(journal, "2026-11-20", until: "2026-11-20T12:00:00+01:00")
    #expect(abs(try #require(half.net) - (1000 - 300 - 817.5)) < 1e-9)
    let row = try #require(
      try EnergyView.table([half], in: try Unit("kJ")).records().first)
    #expect(row["unit"] == .text("kJ") && row["missing"] == .names([]))
    guard case .number(let kilojoules)? = row["resting"] else {
      Issue.record("no resting energy")
      return
    }
    #expect(abs(kilojoules - 817.5 * 4.184) < 1e-9)
  }

  /// An app that may not read sees its own samples only, and no characteristics.
  @Test func aReaderSeesWhatItMay() throws {
    let journal = try journal {
      try Self.person(&$0)
      try $0.save(quantity(30, energy, 300, "kcal", span("2026-11-20T08:00:00+01:00")))
      try $0.ask(
        .authorize(
          AuthorizationChange(source: app, share: [AuthorizationGrant(energy, .authorized)])))
      let own = quantity(31, energy, 5, "kcal", span("2026-11-20T08:00:00+01:00"))
      try $0.ask(.save(SaveRequest(objects: [Draft(own)])), by: app)
    }
    let seen = try #require(
      try balances(
        journal.seen(by: app), "2026-11-20", until: "2026-11-20T12:00:00+01:00", ViewQuery()
      ).first)
    #expect(seen.active == 5)
    #expect(seen.missingForRate == ["dateOfBirth", "height", "bodyMass", "biologicalSex"])
  }
}
