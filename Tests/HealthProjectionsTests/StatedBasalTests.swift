import HealthEvents
import Journal
import HealthModel
import HealthProjections
import HealthTables
import TestSupport
import Testing
import ViewTables
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

  /// A day of the view is one of its zone, whatever zones samples carry.
  @Test func daysAreThoseOfTheView() throws {
    let journal = try ViewTestSupport.journal { session in
      try session.save(
        quantity(
          1, Self.basal, 1800, "kcal",
          span("2026-11-20T00:00:00+01:00", "2026-11-21T00:00:00+01:00"), zone: "Asia/Tokyo"),
        source: "Apple Watch")
    }
    #expect(try Self.balance(journal).resting == 1800)
    let tokyo = try Self.balance(journal, until: "2026-11-20T15:00:00Z") {
      $0.timeZone = "Asia/Tokyo"
    }
    #expect(tokyo.basalSource == .both && tokyo.statedResting == 1200)
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
