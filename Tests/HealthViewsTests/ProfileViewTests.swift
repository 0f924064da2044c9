import HealthEvents
import HealthModel
import HealthTables
import HealthViews
import Journal
import TestSupport
import Testing
import ViewTestSupport

/// The profile as of a day.
@Suite(.enabled(if: Zones.arePresent)) struct ProfileViewTests {
  private let mass = QuantityType.bodyMass.identifier
  private let height = QuantityType.height.identifier

  private func made() throws -> ReplayedJournal {
    try journal {
      let born = Characteristic(
        type: CharacteristicType.dateOfBirth.identifier, value: "1984-02-29")
      try $0.save(
        HealthObject(uuid: id(1), content: .characteristic(born)),
        quantity(2, height, 5.9, "ft", span("2026-01-01T12:00:00Z")),
        quantity(3, mass, 154, "lb", span("2026-03-01T22:59:59Z")),
        quantity(4, mass, 71, "kg", span("2026-03-01T23:00:00Z")))
      try $0.ask(.configure(Configuration(preferredUnits: [PreferredUnit(type: mass, unit: "st")])))
    }
  }

  private func profile(_ journal: ReplayedJournal, _ day: String) throws -> Profile {
    try ProfileView.profile(
      of: journal.tables, on: try #require(CivilDate(day)), in: ViewContext())
  }

  /// The day ends at 23:00 UTC: what is measured then is the next day's.
  @Test func massAndHeightAreThoseOfTheDaysEnd() throws {
    let journal = try made()
    #expect(try profile(journal, "2026-03-01").bodyMass?.value == 154)
    #expect(try profile(journal, "2026-03-02").bodyMass?.value == 71)
    #expect(try profile(journal, "2026-03-02").bodyMass?.unit == "kg")
    #expect(try profile(journal, "2025-12-31").height == nil)
    #expect(try profile(journal, "2025-12-31").missing.contains("height"))
    #expect(try profile(journal, "2025-12-31").age == 41)
  }

  @Test func showsUnitsThatAreAskedForThenPreferredThenOwn() throws {
    let journal = try made()
    let profile = try profile(journal, "2026-03-02")
    func row(_ units: ProfileView.Units) throws -> [String: Cell] {
      let table = try ProfileView.table(profile, units: units, of: journal.tables)
      return try #require(try table.records().first)
    }
    let plain = try row(ProfileView.Units())
    #expect(plain["heightUnit"] == .text("ft") && plain["height"] == .number(5.9))
    #expect(plain["bodyMassUnit"] == .text("st"))
    #expect(plain["bloodType"] == nil && plain["age"] == .whole(42))
    var units = ProfileView.Units()
    units.mass = .kilogram
    units.height = .centimeter
    #expect(try row(units)["bodyMass"] == .number(71))
    #expect(try row(units)["height"] == .number(179.832))
    units.mass = .meter
    #expect(throws: ProjectionError.unitMismatch(type: mass, unit: "m")) { try row(units) }
  }
}

/// Consent now and as it came about.
@Suite struct AuthorizationsViewTests {
  private let mass = QuantityType.bodyMass.identifier

  private func made() throws -> ReplayedJournal {
    try journal("UTC") {
      for (source, status) in [(app, AuthorizationStatus.authorized), ("com.b", .denied)] {
        let grants = [AuthorizationGrant(mass, status)]
        try $0.ask(.authorize(AuthorizationChange(source: source, share: grants, read: grants)))
      }
      let denied = [AuthorizationGrant(mass, .denied)]
      try $0.ask(.authorize(AuthorizationChange(source: app, share: denied)))
      try $0.ask(.authorize(AuthorizationChange(source: app, share: denied)))
      let reset = [AuthorizationGrant(mass, .notDetermined)]
      try $0.ask(.authorize(AuthorizationChange(source: "com.b", share: reset, read: reset)))
    }
  }

  @Test func whatHoldsAndSinceWhen() throws {
    let rows = try AuthorizationsView.table(of: try made().tables, at: .epoch).records()
    #expect(
      words(rows, "source", "type", "share", "read", "seq")
        == ["\(app) \(mass) denied authorized 4"])
  }

  @Test func whatWasDecidedInOrder() throws {
    let tables = try made().tables
    let rows = try AuthorizationsView.history(of: tables).records()
    #expect(
      words(rows, "seq", "source", "shareBefore", "share", "readBefore", "read") == [
        "2 \(app) notDetermined authorized notDetermined authorized",
        "3 com.b notDetermined denied notDetermined denied", "4 \(app) authorized denied - -",
        "5 \(app) denied denied - -", "6 com.b denied notDetermined denied notDetermined",
      ])
    var filter = AuthorizationsView.Filter()
    filter.sources = ["com.b"]
    #expect(try AuthorizationsView.history(of: tables, filter: filter).records().count == 2)
    filter.types = [steps]
    #expect(try AuthorizationsView.history(of: tables, filter: filter).records().isEmpty)
  }

  /// A source is asked for by its bundle or by the name under which it saves, as anywhere.
  @Test(arguments: ["Swim Fit", "com.b"], ["owner", "com.b"])
  func aSourceIsAskedForByItsName(_ asked: String, reader: String) throws {
    let journal = try journal("UTC") { session in
      for source in [app, "com.b"] {
        let grants = [AuthorizationGrant(mass, .authorized)]
        try session.ask(.authorize(AuthorizationChange(source: source, share: grants)))
      }
      let weight = quantity(1, mass, 70, "kg", span("2026-11-20T08:00:00Z"))
      let draft = Draft(weight, source: Source(name: "Swim\u{A0}Fit"))
      try session.ask(.save(SaveRequest(objects: [draft])), by: "com.b")
    }
    var filter = AuthorizationsView.Filter()
    filter.sources = [asked]
    let tables = try journal.tables.seen(by: reader, at: .epoch)
    let rows = try AuthorizationsView.table(of: tables, filter: filter, at: .epoch).records()
    #expect(words(rows, "source", "type") == ["com.b \(mass)"])
  }
}
