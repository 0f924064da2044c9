import HealthEvents
import HealthModel
import HealthTables
import HealthViews
import Journal
import TestSupport
import Testing
import ViewTestSupport

/// Why the latest sample is the latest.
@Suite struct LatestExplanationTests {
  private static let early = span("2026-11-20T08:00:00Z", "2026-11-20T09:00:00Z")
  private static let late = span("2026-11-20T08:30:00Z", "2026-11-20T09:00:00Z")
  private static let last = span("2026-11-20T09:30:00Z", "2026-11-20T09:40:00Z")

  private static func rows(
    _ journal: ReplayedJournal, _ change: (inout ViewQuery) -> Void = { _ in }
  ) throws -> [String] {
    var query = ViewQuery()
    change(&query)
    let table = try LatestExplanation.table(of: steps, journal, in: ViewContext(query))
    return words(
      try table.records().filter { $0["what"] != .text("rule") }, "what", "seq", "value", "by",
      "note")
  }

  private static func saved(_ samples: [(Int, TimeSpan)]) throws -> ReplayedJournal {
    try journal { session in
      for (number, span) in samples {
        try session.save(quantity(number, steps, Double(number), "count", span))
      }
    }
  }

  @Test func eachLosesBySomething() throws {
    let rows = try Self.rows(
      try Self.saved([
        (1, Self.early), (2, Self.late), (3, Self.late), (4, Self.last), (5, Self.last),
      ]))
    #expect(
      rows == [
        "chosen 6 5 - -",
        "next 5 4 - the same time, but in an earlier line, or earlier in its line",
        "next 4 3 - ends earlier", "next 3 2 - ends earlier",
      ])
    let tied = try Self.rows(try Self.saved([(2, Self.late), (1, Self.early)]))
    #expect(
      tied == ["chosen 2 2 - -", "next 3 1 - ends at the same time, but starts earlier"])
  }

  @Test func whatWasRemovedNamesTheLineThatDidIt() throws {
    func version(_ number: Int, _ version: Double, _ span: TimeSpan) -> HealthObject {
      var object = quantity(number, steps, Double(number), "count", span)
      object.metadata[MetadataName.syncIdentifier] = .string("walk")
      object.metadata[MetadataName.syncVersion] = .number(version)
      return object
    }
    let journal = try journal { session in
      try session.save(quantity(1, steps, 1, "count", Self.late))
      try session.save(quantity(2, steps, 2, "count", Self.last))
      try session.save(quantity(3, steps, 3, "count", Self.early))
      try session.ask(.save(SaveRequest(objects: [Draft(version(4, 1, Self.last))])))
      try session.ask(.save(SaveRequest(objects: [Draft(version(5, 2, Self.early))])))
      try session.ask(.delete(Deletion(objects: [id(2)], reason: "a slip")))
      try session.ask(.delete(Deletion(objects: [id(3)])))
    }
    // The third would not have been the latest either.
    #expect(
      try Self.rows(journal) == [
        "removed 5 4 line 6 replaced", "removed 3 2 line 7 deleted: a slip", "chosen 2 1 - -",
        "next 6 5 - ends at the same time, but starts earlier",
      ])
    #expect(
      try Self.rows(journal) { $0.predicate = try? HealthPredicate("value < 3") } == [
        "removed 3 2 line 7 deleted: a slip", "chosen 2 1 - -",
      ])
    #expect(try Self.rows(journal) { $0.to = Self.early.start.instant } == [])
  }

  @Test func whatIsAllRemovedIsStillShown() throws {
    let journal = try journal { session in
      try session.save(quantity(1, steps, 1, "count", Self.late))
      try session.ask(.delete(Deletion(objects: [id(1)])))
    }
    #expect(try Self.rows(journal) == ["removed 2 1 line 3 deleted"])
    let nothing = try LatestExplanation.table(of: pulse, journal, in: ViewContext())
    #expect(try nothing.allRows().isEmpty)
  }

  @Test func aReaderSeesWhatItMayRead() throws {
    let journal = try journal { session in
      try session.save(quantity(1, steps, 1, "count", Self.early))
      try session.save(quantity(2, steps, 2, "count", Self.late))
      try session.ask(.delete(Deletion(objects: [id(2)])))
      try session.ask(
        .authorize(AuthorizationChange(source: app, read: [AuthorizationGrant(steps, .denied)])))
    }
    #expect(try Self.rows(journal.seen(by: app)) == [])
    #expect(try Self.rows(journal).count == 2)
  }

  /// Whatever was saved and deleted: the chosen one is that of `latest`, and each removed one would
  /// be it if the lines before its removal were all.
  @Test(arguments: Counts.seeds(1...20)) func theChosenOneIsTheLatest(_ seed: Int) throws {
    var dice = Dice(seed)
    let journal = try journal { session in
      for number in 1...12 {
        let start = TimeSpan(from: at("2026-11-20T08:00:00Z"), seconds: Double(dice.below(4))).end
        let span = TimeSpan(from: start, seconds: Double(dice.below(3)))
        try session.save(quantity(number, steps, Double(number), "count", span))
      }
      for number in 1...12 where dice.below(2) == 0 {
        try session.ask(.delete(Deletion(objects: [id(number)])))
      }
    }
    let table = try LatestExplanation.table(of: steps, journal, in: ViewContext())
    let records = try table.records()
    let chosen = records.filter { $0["what"] == .text("chosen") }
    let latest = try LatestView.table(of: journal, in: ViewContext()).records()
    #expect(words(chosen, "uuid", "end") == words(latest, "uuid", "end"))
    let order = records.filter { $0["what"] != .text("rule") }.compactMap { record -> Int64? in
      guard case .time(let end)? = record["end"] else { return nil }
      return end.instant.microseconds
    }
    #expect(order == order.sorted(by: >))
  }
}

/// Why a day's energy is what it is.
@Suite(.enabled(if: Zones.arePresent)) struct EnergyExplanationTests {
  private static let food = QuantityType.dietaryEnergyConsumed.identifier
  private static let day = "2026-03-29"

  private static func trait(_ number: Int, _ type: CharacteristicType, _ value: String)
    -> HealthObject
  {
    let trait = Characteristic(type: type.identifier, value: value)
    return HealthObject(uuid: id(number), content: .characteristic(trait))
  }

  private static func person(_ session: inout JournalSession) throws {
    try session.save(trait(1, .biologicalSex, "HKBiologicalSexMale"))
    try session.save(trait(2, .dateOfBirth, "1986-03-29"))
    let (height, mass) = (QuantityType.height.identifier, QuantityType.bodyMass.identifier)
    try session.save(quantity(3, height, 1.75, "m", span("2026-01-01T00:00:00Z")))
    try session.save(quantity(4, mass, 71_000, "g", span("2026-01-01T00:00:00Z")))
    try session.save(quantity(5, mass, 70_000, "g", span("2026-01-02T00:00:00Z")))
  }

  private static func records(
    _ journal: ReplayedJournal, until moment: String = "2026-03-30T00:00:00+02:00",
    _ query: ViewQuery = ViewQuery()
  ) throws -> [[String: Cell]] {
    let day = try #require(CivilDate(Self.day))
    return try EnergyExplanation.table(
      on: day, until: at(moment).instant, journal, in: ViewContext(query)
    ).records()
  }

  @Test func theLinesThatANumberCameFrom() throws {
    let journal = try journal { session in
      try Self.person(&session)
      try session.save(
        quantity(
          6, energy, 400, "kcal", span("2026-03-28T23:00:00+01:00", "2026-03-29T01:00:00+01:00")),
        source: "Watch")
      try session.save(
        quantity(
          7, energy, 418.4, "kJ", span("2026-03-29T11:30:00+02:00", "2026-03-29T12:30:00+02:00")),
        source: "Watch")
      try session.save(quantity(8, Self.food, 650, "kcal", span("2026-03-29T08:00:00+02:00")))
    }
    let rows = words(
      try Self.records(journal, until: "2026-03-29T12:00:00+02:00"), "what", "figure", "seq",
      "value", "unit", "share", "counted")
    let gone = 11.0 / 23
    #expect(
      rows == [
        "day - - - - \(gone) -", "source active - - - - -",
        "counted active 8 400 kcal 0.5 200", "counted active 9 100 kcal 0.5 50",
        "total active - - kcal - 250", "source consumed - - - - -",
        "counted consumed 10 650 kcal 1 650", "total consumed - - kcal - 650",
        "input resting 6 70000 g - 70", "input resting 4 1.75 m - 175",
        "input resting 3 1986-03-29 - - 40", "input resting 2 male - - -",
        "rule resting - 1635 kcal - -", "counted resting - 1635 kcal \(gone) \(1635 * gone)",
        "total resting - - kcal - \(1635 * gone)",
        "total net - - kcal - \(650 - (250 + 1635 * gone))",
      ])
  }

  @Test func whatIsMissingIsNamed() throws {
    let journal = try journal { session in
      try session.save(Self.trait(1, .biologicalSex, "HKBiologicalSexOther"))
      try session.save(quantity(2, Self.food, 650, "kcal", span("2026-03-29T08:00:00+02:00")))
    }
    #expect(
      words(try Self.records(journal).filter { $0["what"] == .text("missing") }, "figure", "note")
        == [
          "active activeEnergyBurned", "resting dateOfBirth", "resting height", "resting bodyMass",
          "resting biologicalSex",
          "net activeEnergyBurned, dateOfBirth, height, bodyMass, biologicalSex",
        ])
    #expect(try Self.records(journal.seen(by: app)).isEmpty)
  }

  @Test func aSourceChoosesWhoseEnergyCountsNotWhoseScale() throws {
    let journal = try journal { session in
      try Self.person(&session)
      let hour = span("2026-03-29T08:00:00Z", "2026-03-29T09:00:00Z")
      try session.save(quantity(6, energy, 100, "kcal", hour), source: "Watch")
      try session.save(quantity(7, energy, 120, "kcal", hour), source: "Band")
    }
    var query = ViewQuery()
    query.sources = ["Band"]
    let rows = words(try Self.records(journal, query), "what", "figure", "counted")
    #expect(rows.contains("total active 120") && rows.contains("total resting 1635"))
    #expect(rows.filter { $0.hasPrefix("counted active") } == ["counted active 120"])
    #expect(rows.filter { $0.hasPrefix("input") }.count == 4)
  }

  /// Whatever was measured: the parts add up to the totals, and the totals are those of `energy`,
  /// to the last digit.
  @Test(arguments: Counts.seeds(1...20)) func thePartsAddUpToTheBalance(_ seed: Int) throws {
    var dice = Dice(seed)
    let journal = try journal { session in
      try Self.person(&session)
      for number in 10...40 {
        let start = TimeSpan(
          from: at("2026-03-28T20:00:00Z"), seconds: Double(dice.below(100_000))
        ).end
        let span = TimeSpan(from: start, seconds: Double(dice.below(9_000)))
        let type = dice.below(3) == 0 ? Self.food : energy
        try session.save(
          quantity(
            number, type, Double(dice.below(100_000)) / 7, dice.below(2) == 0 ? "kJ" : "kcal", span),
          source: ["Watch", "Phone", "Band"][dice.below(3)])
      }
    }
    let moment = TimeSpan(
      from: at("2026-03-29T00:00:00+01:00"), seconds: Double(dice.below(82_800))
    ).end
    let records = try Self.records(journal, until: moment.description)
    let number = try #require(CivilDate(Self.day)).dayNumber
    let balance = try #require(
      try EnergyView.balances(
        of: journal.tables, days: number...number, until: moment.instant, in: ViewContext()
      ).first)
    func counted(_ what: String, _ figure: String) -> [Double] {
      records.compactMap { record in
        guard record["what"] == .text(what), record["figure"] == .text(figure),
          case .number(let value)? = record["counted"]
        else { return nil }
        return value
      }
    }
    let figures = [
      ("active", balance.active), ("consumed", balance.consumed), ("resting", balance.resting),
    ]
    for (figure, value) in figures {
      var sum = ExactSum()
      for part in counted("counted", figure) { sum.add(part) }
      #expect(counted("total", figure) == [value].compactMap { $0 })
      #expect(value == nil || sum.value == value, "\(figure)")
    }
    #expect(counted("total", "net") == [balance.net].compactMap { $0 })
  }
}
