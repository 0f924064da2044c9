import HealthEvents
import HealthModel
import Testing

/// Versions under a sync identifier: a newer one replaces, in the same event.
@Suite struct SyncRulesTests {
  static let shared = Given().sharing(steps)

  static func version(_ number: UInt64, _ version: Double, _ name: String = "walk") -> HealthObject
  {
    quantity(
      number, steps, 1, "count", span(), .init(MetadataName.syncIdentifier, .string(name)),
      .init(MetadataName.syncVersion, .number(version)))
  }

  static func half(_ key: String, _ value: MetadataValue) -> HealthObject {
    quantity(1, steps, 1, "count", span(), .init(key, value))
  }

  static let rules: [Rule] = [
    Rule(
      "no version", refused: saving(half(MetadataName.syncIdentifier, .string("a"))),
      refusal(.syncKeys), accepted: saving(version(1, 1))),
    Rule(
      "no identifier", refused: saving(half(MetadataName.syncVersion, .number(1))),
      refusal(.syncKeys), accepted: saving(version(1, 0))),
    Rule(
      "an older version", shared.synced("walk", 3, as: 9), refused: saving(version(1, 2), by: app),
      refusal(.syncVersionOlder), accepted: saving(version(1, 4), by: app)),
    Rule(
      "the same version", shared.synced("walk", 3, as: 9), refused: saving(version(1, 3), by: app),
      refusal(.syncVersionOlder), accepted: saving(version(1, 3, "run"), by: app)),
    Rule(
      "an older version in the command", refused: saving(version(1, 2), version(2, 2)),
      refusal(.syncVersionOlder, 1), accepted: saving(version(1, 2), version(2, 3))),
  ]

  @Test(arguments: rules) func holds(_ rule: Rule) { rule.check() }

  @Test func aNewerVersionReplaces() {
    let state = Self.shared.synced("walk", 3, as: 9)
    #expect(state.when(saving(Self.version(1, 4), by: app)).save?.replaces == [id(9)])
    #expect(state.when(saving(Self.version(1, 4))).save?.replaces == [], "of another source")
  }

  /// No journal names such a version; where one did, nothing of another source would be replaced.
  @Test func aVersionIsReplacedOnlyByWhoMayDeleteIt() {
    let state = Self.shared.synced("walk", 3, as: 9)
    let command = saving(Self.version(1, 4), by: app)
    #expect(state.when(command).save?.replaces == [id(9)])
    let another = "com.example.other"
    #expect(
      state.holding(9, by: another).when(command) == .invalid(.notOwned(id(9), by: another), 0))
    #expect(
      state.holding(9, by: app, isLive: false).when(command)
        == .invalid(.alreadyDeleted(id(9)), 0))
  }

  @Test func twoAppsMayUseTheSameIdentifier() {
    let drafts = ["A", "B"].enumerated().map { index, name in
      Draft(Self.version(UInt64(index + 1), Double(index + 1)), source: Source(name: name))
    }
    let command = Command(by: EventActor.owner, .save(SaveRequest(objects: drafts)))
    #expect(Given().when(command).save?.replaces == [])
  }

  @Test func versionsOfOneCommandReplaceEachOther() {
    let state = Self.shared.synced("walk", 3, as: 9)
    let outcome = state.when(saving(Self.version(1, 4), Self.version(2, 5), by: app))
    #expect(outcome.save?.replaces == [id(9), id(1)])
  }

  /// Corrections of the object 9: rules, and what is nearest to a broken one.
  static let corrections: [Rule] = {
    func correcting(
      _ object: HealthObject = quantity(1), _ replaced: UInt64..., by: String = EventActor.owner
    ) -> Command {
      Command(
        by: by, .save(SaveRequest(objects: [Draft(object)], replaces: replaced.map { id($0) })))
    }
    let mine = correcting(quantity(1), 9)
    func wrong(_ expected: String) -> Rejection {
      refusal(.documentField(field: "replaces", expected: expected), nil)
    }
    let two = SaveRequest(objects: [Draft(quantity(1)), Draft(quantity(2))], replaces: [id(9)])
    return [
      Rule(
        "an unknown object", refused: mine, refusal(.uuidUnknown(id(9)), nil), accepted: mine,
        given: Given().holding(9)),
      Rule(
        "a deleted object", Given().holding(9, isLive: false), refused: mine,
        refusal(.alreadyDeleted(id(9)), nil), accepted: mine, given: Given().holding(9)),
      Rule(
        "an object of another type", Given().holding(9, QuantityType.heartRate.identifier),
        refused: mine, wrong("an object of the same type"), accepted: mine,
        given: Given().holding(9)),
      Rule(
        "two at once", Given().holding(9), refused: Command(by: EventActor.owner, .save(two)),
        wrong("one object, which the only new one replaces"), accepted: mine),
      Rule(
        "the object of another source", Self.shared.holding(9),
        refused: correcting(quantity(1), 9, by: app), refusal(.notOfSource(id(9)), nil),
        accepted: correcting(quantity(1), 9, by: app), given: Self.shared.holding(9, by: app)),
    ]
  }()

  @Test(arguments: corrections) func correctionsHold(_ rule: Rule) { rule.check() }

  @Test func aCorrectionReplacesWhatItNames() {
    let state = Self.shared.synced("walk", 3, as: 9)
    let request = SaveRequest(objects: [Draft(Self.version(1, 4))], replaces: [id(9)])
    #expect(state.when(Command(by: app, .save(request))).save?.replaces == [id(9)])
  }

  @Test func anImportReplacesWhatItNames() {
    let request = SaveRequest(objects: [Draft(quantity(1))], imported: true, replaces: [id(9)])
    let command = Command(by: EventActor.owner, .save(request))
    #expect(Given().holding(9).when(command).save?.replaces == [id(9)])
    #expect(Given().when(command) == .refused(refusal(.uuidUnknown(id(9)), nil)))
  }
}

/// Source revisions and devices are written once and then referred to.
@Suite struct OriginRulesTests {
  static let watch = Device(name: "Apple Watch", hardware: "Watch7,2")
  static let source = Source(name: "Swim", bundle: app, version: "2")

  static func command(_ drafts: Draft..., by: String = EventActor.owner) -> Command {
    Command(by: by, .save(SaveRequest(objects: drafts)))
  }

  @Test func aNewOriginComesFirst() throws {
    let outcome = Given().when(
      Self.command(
        Draft(quantity(1), source: Self.source, device: Self.watch),
        Draft(quantity(2), source: Self.source), Draft(quantity(3)),
        Draft(quantity(4), source: Self.source, device: Self.watch)))
    #expect(
      outcome.events.dropLast() == [
        .origin(Origin(source: Self.source, device: Self.watch)),
        .origin(Origin(source: Self.source)),
      ])
    #expect(try #require(outcome.save).objects.map(\.origin) == [10, 11, nil, 10])
  }

  @Test func aKnownOriginIsReferredTo() {
    var state = Given()
    state.origins[Origin(source: Self.source)] = 4
    let outcome = state.when(Self.command(Draft(quantity(1), source: Self.source)))
    #expect(outcome.events.count == 1)
    #expect(outcome.save?.objects.first?.origin == 4)
  }

  @Test func whatTheDraftClaimsAsOriginIsNotRead() {
    var object = quantity(1)
    object.origin = 3
    #expect(Given().when(Self.command(Draft(object))).save?.objects.first?.origin == nil)
  }

  @Test func anAppThatNamesNoSourceIsItself() {
    let state = Given().sharing(steps)
    let named = Origin(source: Source(name: app, bundle: app))
    #expect(state.when(saving(quantity(1), by: app)).events.first == .origin(named))
    let unnamed = Self.command(Draft(quantity(1), source: Source(name: "Swim")), by: app)
    #expect(
      state.when(unnamed).events.first == .origin(Origin(source: Source(name: "Swim", bundle: app)))
    )
  }

  @Test func theOwnersDeviceIsAnOrigin() {
    let outcome = Given().when(Self.command(Draft(quantity(1), device: Self.watch)))
    let origin = Origin(source: Source(name: EventActor.owner), device: Self.watch)
    #expect(outcome.events.first == .origin(origin))
  }

  /// A trait that names no source is the owner's own, whatever device it was entered on.
  @Test func aTraitWithoutASourceHasNoOrigin() throws {
    let birth = trait(1, PermissionTests.birth, "1984-02-29")
    let entered = Given().when(Self.command(Draft(birth, device: Self.watch)))
    #expect(entered.events.count == 1)
    #expect(try #require(entered.save).objects.map(\.origin) == [nil])
    let named = Given().when(Self.command(Draft(birth, source: Self.source, device: Self.watch)))
    #expect(named.events.first == .origin(Origin(source: Self.source, device: Self.watch)))
  }

  @Test func aRefusalNamesNoOrigin() {
    let outcome = Given().when(
      Self.command(Draft(quantity(1), source: Self.source), Draft(quantity(2, steps, .nan))))
    #expect(outcome == .invalid(.notFinite, 1))
  }
}
