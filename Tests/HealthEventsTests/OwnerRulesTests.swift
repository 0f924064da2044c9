import HealthEvents
import HealthModel
import Testing

/// Authorizations, settings and receipts are the owner's.
@Suite struct OwnerRulesTests {
  static func authorize(
    _ source: String = app, share: [AuthorizationGrant] = [], read: [AuthorizationGrant] = [],
    by: String = EventActor.owner, _ terms: AuthorizationTerms = .none
  ) -> Command {
    Command(
      by: by,
      .authorize(AuthorizationChange(source: source, share: share, read: read, terms: terms)))
  }

  /// A time so many seconds after the moment at which rules are asked.
  static func time(_ seconds: Int64) -> Timestamp {
    Timestamp(instant: Instant(wholeSeconds: seconds), offsetMinutes: 60)
  }

  /// A refusal of terms, and terms with which the same rights are accepted.
  static func terms(
    _ name: String, share: [AuthorizationGrant] = [],
    read: [AuthorizationGrant] = [.init(steps, .authorized)], refused: AuthorizationTerms,
    _ field: String, _ expected: String, accepted: AuthorizationTerms
  ) -> Rule {
    Rule(
      name, refused: authorize(share: share, read: read, refused),
      refusal(.documentField(field: field, expected: expected), nil),
      accepted: authorize(share: share, read: read, accepted))
  }

  static let termRules: [Rule] = [
    terms(
      "a right that ends now", refused: .init(until: time(0)), "until",
      "later than now: a right that ends before it begins is none",
      accepted: .init(until: time(1))),
    terms(
      "an end before the data", refused: .init(since: time(9), until: time(9)), "until",
      "later than since", accepted: .init(since: time(8), until: time(9))),
    terms(
      "an end of a denial", share: [.init(mass, .denied)], refused: .init(until: time(9)),
      "share and read", "authorized throughout where since, until or purpose is given",
      accepted: .none),
    terms(
      "an end of what was never asked", read: [.init(mass, .notDetermined)],
      refused: .init(since: time(9)), "share and read",
      "authorized throughout where since, until or purpose is given", accepted: .none),
    terms(
      "data to share", share: [.init(mass, .authorized)], read: [], refused: .init(since: time(1)),
      "since", "left out where nothing may be read; it bounds what is read",
      accepted: .init(until: time(1))),
    terms(
      "a purpose on two lines", refused: .init(purpose: "a\nb"), "purpose",
      "text of 1 to 1024 bytes without control characters", accepted: .init(purpose: "a b")),
    terms(
      "an empty purpose", refused: .init(purpose: ""), "purpose",
      "text of 1 to 1024 bytes without control characters", accepted: .init(purpose: "x")),
  ]

  /// From the moment of its end on a right to share is as if it had been denied.
  @Test func aRightToShareEnds() {
    let given = Given().sharing(steps, until: Self.time(5))
    let save = saving(quantity(1), by: app)
    let denied = Outcome.refused(.authorizationDenied(source: app, type: steps))
    for (seconds, isDenied) in [(4, false), (5, true), (6, true)] {
      let moment = Instant(wholeSeconds: Int64(seconds))
      #expect((given.when(save, at: moment) == denied) == isDenied, "\(seconds)")
      var decider = Decider()
      let event = Event.save(Save(objects: [quantity(1)]))
      let fault = decider.fault(of: event, by: app, given: given, at: moment)
      #expect((fault != nil) == isDenied, "\(seconds)")
    }
  }

  static func configure(_ configuration: Configuration, by: String = EventActor.owner) -> Command {
    Command(by: by, .configure(configuration))
  }

  static func unit(_ type: String, _ unit: String) -> Configuration {
    Configuration(preferredUnits: [PreferredUnit(type: type, unit: unit)])
  }

  static func order(_ names: String...) -> Configuration {
    Configuration(priority: [SourcePriority(type: "*", sources: names)])
  }

  static let orderFault = refusal(
    .documentField(field: "priority", expected: "names of sources, none empty and none twice"), nil)
  static let systemFault = refusal(
    .documentField(field: "preferredUnits", expected: "metric or us for *"), nil)
  static let right = authorize(share: [AuthorizationGrant(steps, .authorized)])
  static let sex = "HKCharacteristicTypeIdentifierBiologicalSex"
  static let receipt = Request.recordImport(
    ImportReceipt(format: "apple-health", file: "export.xml", bytes: 1, sha256: "00"))

  static let rules: [Rule] = [
    Rule(
      "an app authorizes itself",
      refused: authorize(share: [AuthorizationGrant(steps, .authorized)], by: app),
      refusal(.ownerOnly("authorizations"), nil), accepted: right),
    Rule(
      "the owner needs none", refused: authorize("owner", read: [.init(steps, .denied)]),
      refusal(.sourceName, nil), accepted: authorize(read: [.init(steps, .denied)])),
    Rule(
      "a source without a name", refused: authorize("", read: [.init(steps, .denied)]),
      refusal(.sourceName, nil), accepted: right),
    Rule("no type", refused: authorize(), refusal(.empty, nil), accepted: right),
    Rule(
      "sharing a type twice",
      refused: authorize(share: [.init(steps, .authorized), .init(steps, .denied)]),
      refusal(.typeTwice(steps), nil),
      accepted: authorize(share: [.init(steps, .authorized)], read: [.init(steps, .denied)])),
    Rule(
      "two orders of a type",
      refused: configure(
        Configuration(priority: ["A", "B"].map { .init(type: mass, sources: [$0]) })),
      refusal(.typeTwice(mass), nil), accepted: configure(unit(mass, "kg"))),
    Rule(
      "sharing a correlation", refused: authorize(share: [.init(pressure, .authorized)]),
      refusal(.notAuthorizable(type: pressure), nil),
      accepted: authorize(share: [.init(systolic, .authorized), .init(diastolic, .authorized)])),
    Rule(
      "reading a correlation", refused: authorize(read: [.init(pressure, .denied)]),
      refusal(.notAuthorizable(type: pressure), nil), accepted: right),
    Rule(
      "sharing a trait", refused: authorize(share: [.init(sex, .authorized)]),
      refusal(.readOnly(type: sex), nil), accepted: authorize(read: [.init(sex, .authorized)])),
    Rule(
      "an app configures", refused: configure(Configuration(timeZone: "UTC"), by: app),
      refusal(.ownerOnly("settings"), nil),
      accepted: configure(Configuration(timeZone: "Europe/Paris"))),
    Rule(
      "no setting", refused: configure(Configuration()), refusal(.empty, nil),
      accepted: configure(
        Configuration(priority: [SourcePriority(type: "*", sources: ["Watch"])]))),
    Rule(
      "a zone that is a path", refused: configure(Configuration(timeZone: "../etc/passwd")),
      refusal(.timeZoneUnknown("../etc/passwd"), nil),
      accepted: configure(Configuration(timeZone: "America/Argentina/Ushuaia"))),
    Rule(
      "a unit that does not fit", refused: configure(unit(mass, "km")),
      refusal(.unitMismatch(type: mass, unit: "km", canonical: "kg"), nil),
      accepted: configure(unit(mass, "lb"))),
    Rule(
      "a unit that is none", refused: configure(unit(mass, "stones")),
      refusal(.unitUnknown("stones"), nil), accepted: configure(unit(mass, "st"))),
    Rule(
      "a unit and an order taken back", refused: configure(unit(mass, " ")),
      refusal(.unitUnknown(" "), nil),
      accepted: configure(
        Configuration(
          priority: [SourcePriority(type: steps, sources: [])],
          preferredUnits: [PreferredUnit(type: mass, unit: "")]))),
    Rule(
      "a unit of a category", refused: configure(unit(sleep, "m")),
      refusal(.kindMismatch(type: sleep, kind: "quantity"), nil),
      accepted: configure(unit("HKQuantityTypeIdentifierOfTomorrow", "m"))),
    Rule(
      "a unit that is none of a type that is new",
      refused: configure(unit("HKQuantityTypeIdentifierOfTomorrow", "qq")),
      refusal(.unitUnknown("qq"), nil), accepted: configure(unit(mass, "kg"))),
    Rule(
      "a system of units that is none",
      refused: configure(unit(PreferredUnit.allTypes, "imperial")), systemFault,
      accepted: configure(unit(PreferredUnit.allTypes, "us"))),
    Rule(
      "a system of units taken back", refused: configure(unit(PreferredUnit.allTypes, " ")),
      systemFault, accepted: configure(unit(PreferredUnit.allTypes, ""))),
    Rule(
      "a source twice", refused: configure(order("A", "B", "A")), orderFault,
      accepted: configure(order("A", "B"))),
    Rule(
      "a source without a name", refused: configure(order("A", "")), orderFault,
      accepted: configure(order("A"))),
    Rule(
      "an app's receipt", refused: Command(by: app, receipt), refusal(.ownerOnly("an import"), nil),
      accepted: Command(by: EventActor.owner, receipt)),
  ]

  @Test(arguments: rules + termRules) func holds(_ rule: Rule) { rule.check() }

  @Test func unknownTypesMayBeAuthorized() {
    let command = Self.authorize(share: [.init("HKQuantityTypeIdentifierOfTomorrow", .denied)])
    #expect(Given().when(command).events.count == 1)
  }
}

/// What an audit says of events that another program may have written.
@Suite struct FaultTests {
  static func fault(_ event: Event, by: String = app, _ state: Given = Given()) -> Rejection? {
    var decider = Decider()
    return decider.fault(of: event, by: by, given: state, at: .epoch)
  }

  /// An import may have stated a member twice, and a member that another source saved.
  @Test func membersAreTakenAsAnImportStatesThem() {
    let new = CorrelationRulesTests.new
    let twice = Event.save(Save(objects: [quantity(1), correlation(3, 1, 1, type: new)]))
    #expect(Self.fault(twice, by: EventActor.owner) == nil)
    let others = Event.save(Save(objects: [correlation(3, 1, type: new)]))
    #expect(Self.fault(others, Given().sharing(steps).holding(1)) == nil)
    #expect(Self.fault(others) == refusal(.memberMissing(id(1))))
  }

  @Test func rulesHoldForEventsToo() {
    let unasked = Rejection.authorizationNotDetermined(source: app, type: steps)
    #expect(Self.fault(.save(Save(objects: [quantity(1)]))) == unasked)
    #expect(Self.fault(.save(Save(objects: [quantity(1)])), by: EventActor.owner) == nil)
    #expect(
      Self.fault(.delete(Deletion(objects: [id(1)])), by: app, Given().holding(1))
        == refusal(.notOwned(id(1), by: EventActor.owner)))
    #expect(Self.fault(.authorize(AuthorizationChange(source: app)), by: EventActor.owner) == nil)
    #expect(
      Self.fault(.erase(Erasure(lines: [1], reason: ""))) == refusal(.ownerOnly("erasure"), nil))
    let receipt = ImportReceipt(format: "apple-health", file: "x", bytes: 1, sha256: "00")
    #expect(Self.fault(.importReceipt(receipt)) == refusal(.ownerOnly("an import"), nil))
    #expect(Self.fault(.importReceipt(receipt), by: EventActor.owner) == nil)
    #expect(Self.fault(.origin(Origin(source: Source(name: "x")))) == nil)
  }

  /// `decide` replaces a version of the same command; an audit takes what it wrote.
  @Test func aVersionMayReplaceOneOfItsOwnSave() throws {
    let outcome = Given().when(
      saving(SyncRulesTests.version(1, 1), SyncRulesTests.version(2, 2)))
    let save = try #require(outcome.save)
    #expect(save.replaces == [id(1)])
    #expect(Self.fault(.save(save), by: EventActor.owner) == nil)
    #expect(
      Self.fault(.save(Save(objects: [quantity(1)], replaces: [id(7)])), by: EventActor.owner)
        == refusal(.uuidUnknown(id(7)), nil))
  }

  @Test func whatAnImportMayStateIsNoFault() {
    #expect(
      Self.fault(.save(Save(objects: [category(1, sleep, .name("New"))])), by: "owner") == nil)
    #expect(
      Self.fault(.save(Save(objects: [correlation(1, 2)])), by: EventActor.owner)
        == refusal(.memberMissing(id(2))))
  }
}

/// Every refusal says something, and nothing of a value.
@Suite struct WordingTests {
  static let all: [Rule] =
    SaveRulesTests.rules + PermissionTests.rules + DeleteRulesTests.rules
    + CorrelationRulesTests.rules + SyncRulesTests.rules + OwnerRulesTests.rules
    + MetadataRulesTests.rules + TypeNameTests.rules + EnteredRulesTests.rules
    + AuthorizationReferenceTests.rules

  @Test func everyRefusalHasWords() {
    for rule in Self.all {
      #expect(rule.why.description.count > 10)
      #expect(!rule.why.code.isEmpty)
    }
    #expect(Rejection.Fault.tooLarge.description.contains("16 MiB"))
    #expect(refusal(.empty, 2).description.hasPrefix("object 3: "))
  }

  @Test func theTablesAboveReachEveryCase() {
    let faults: Set<String> = Set(Self.all.map { Self.caseName($0.why) })
    // `tooLarge` comes from the writer, which alone knows how long a line is.
    #expect(faults.count == 2 + 38)
  }

  private static func caseName(_ why: Rejection) -> String {
    guard case .invalidArgument(let fault, _) = why else { return why.code }
    return Mirror(reflecting: fault).children.first?.label ?? "\(fault)"
  }
}
