import HealthEvents
import HealthModel
import Testing

/// Types that the journal declares, and names that are one source's.
@Suite struct DeclaredTypeRulesTests {
  static let sweat = "org.example.sweat.rate"
  static let rate = DeclaredType(
    sweat, unit: "L/hr", aggregation: .discreteArithmetic, title: "Sweat rate")
  static let ache = DeclaredType(
    "org.example.ache", kind: .category, title: "Ache",
    values: [.init(name: "none", code: 0), .init(name: "strong", code: 2)])

  static func declare(
    _ type: DeclaredType = rate, by: String = EventActor.owner,
    _ change: (inout DeclaredType) -> Void = { _ in }
  ) -> Command {
    var type = type
    change(&type)
    return Command(by: by, .declare(type))
  }

  static func knowing(_ types: DeclaredType...) -> Given {
    var given = Given()
    for type in types { given.catalogue.declare(type, at: 3) }
    return given
  }

  static func field(_ name: String, _ expected: String) -> Rejection {
    refusal(.documentField(field: name, expected: expected), nil)
  }

  static func sweating(_ unit: String = "L/hr", imported: Bool = false) -> Command {
    saving(quantity(1, sweat, 1, unit), imported: imported)
  }

  static func aching(_ code: Int) -> Command {
    saving(category(1, ache.identifier, .code(code)))
  }

  static let values = field("values", "words with numbers of 0 or more, none of them twice")

  static let rules: [Rule] = [
    Rule(
      "an app declares", refused: declare(by: app), refusal(.ownerOnly("types"), nil),
      accepted: declare()),
    Rule(
      "no unit", refused: declare { $0.unit = nil }, field("unit", "there, for a quantity"),
      accepted: declare()),
    Rule(
      "a unit that is none", refused: declare { $0.unit = "furlongs" },
      refusal(.unitUnknown("furlongs"), nil), accepted: declare { $0.unit = "mL/min" }),
    Rule(
      "no aggregation", refused: declare { $0.aggregation = nil },
      field(
        "aggregation",
        "one of cumulative, discreteArithmetic, discreteTemporallyWeighted, "
          + "discreteEquivalentContinuousLevel, for a quantity"), accepted: declare()),
    Rule(
      "no title", refused: declare { $0.title = "" },
      field("title", "a text of 1 to 1024 bytes without control characters"), accepted: declare()),
    Rule(
      "a category with a unit", refused: declare(ache) { $0.unit = "ms" },
      field("unit", "absent, for a category"), accepted: declare(ache)),
    Rule(
      "a code twice", refused: declare(ache) { $0.values[1].code = 0 }, values,
      accepted: declare(ache) { $0.values = [] }),
    Rule(
      "a name of the catalogue", refused: declare { $0.identifier = "step.count" },
      field("type", "no name of \(steps)"), accepted: declare { $0.identifier = "step.count.x" }),
    Rule(
      "another type", knowing(rate), refused: declare { $0.unit = "L/min" },
      refusal(.typeDeclared(rate), nil), accepted: declare()),
    Rule(
      "a sample of an undeclared type", refused: sweating(),
      refusal(.typeUndeclared(sweat), 0), accepted: sweating(), given: knowing(rate)),
    Rule(
      "a unit of another dimension", knowing(rate), refused: sweating("kg"),
      refusal(.unitMismatch(type: sweat, unit: "kg", canonical: "L/hr"), 0),
      accepted: sweating("mL/min")),
    Rule(
      "the wrong kind", knowing(ache),
      refused: saving(quantity(1, ache.identifier, 1, "count")),
      refusal(.kindMismatch(type: ache.identifier, kind: "quantity"), 0), accepted: aching(2)),
    Rule(
      "a value that it does not have", knowing(ache), refused: aching(1),
      refusal(.categoryValue(type: ache.identifier), 0), accepted: aching(0)),
    Rule(
      "a right to an undeclared type", refused: TypeNameTests.share(sweat),
      refusal(.typeUndeclared(sweat), nil), accepted: TypeNameTests.share(sweat),
      given: knowing(rate)),
    Rule(
      "a unit of an undeclared type",
      refused: OwnerRulesTests.configure(OwnerRulesTests.unit(sweat, "L/hr")),
      refusal(.typeUndeclared(sweat), nil),
      accepted: OwnerRulesTests.configure(OwnerRulesTests.unit(sweat, "mL/min")),
      given: knowing(rate)),
  ]

  @Test(arguments: rules) func holds(_ rule: Rule) { rule.check() }

  @Test(arguments: [
    "", "sweat", ".sweat", "org.", "org..sweat", "org.sweat rate", "org.swëat", "HKX.y",
    "org/sweat.x", String(repeating: "a.", count: 128) + "b",
  ]) func isNoIdentifier(_ text: String) {
    #expect(!DeclaredType.isIdentifier(text))
    let outcome = Given().when(Self.declare { $0.identifier = text })
    #expect(outcome.events.isEmpty)
  }

  @Test func theFirstDeclarationStays() {
    #expect(Given().when(Self.declare()) == .events([.declare(Self.rate)]))
    #expect(Self.knowing(Self.rate).when(Self.declare()) == .events([]))
    var types = JournalTypes()
    types.declare(Self.rate, at: 3)
    types.declare(Self.ache, at: 5)
    var other = Self.rate
    other.unit = "L/min"
    types.declare(other, at: 7)
    #expect(types.declaration(of: Self.sweat)?.type == Self.rate)
    #expect(types.before(5).find(Self.ache.identifier) == nil)
    #expect(types.before(4).find(Self.sweat) == types.find(Self.sweat))
  }

  /// An import keeps what its file states.
  @Test func anImportNeedsNoDeclaration() {
    #expect(!Given().when(Self.sweating(imported: true)).events.isEmpty)
  }

  // MARK: Names

  static func same(_ pairs: (String, String)...) -> Command {
    OwnerRulesTests.configure(
      Configuration(sameSource: pairs.map { SameSource(old: $0.0, name: $0.1) }))
  }

  static func naming(_ pairs: (String, String)...) -> Given {
    var given = Given()
    for pair in pairs { given.sameSources.set(SameSource(old: pair.0, name: pair.1)) }
    return given
  }

  static let nameRules: [Rule] = [
    Rule(
      "itself", refused: same(("A", "A ")), refusal(.sourceCircle("A", "A "), nil),
      accepted: same(("A", "B"))),
    Rule(
      "a circle", naming(("B", "C"), ("C", "A")), refused: same(("A", "B")),
      refusal(.sourceCircle("A", "B"), nil), accepted: same(("A", "D"))),
    Rule(
      "a circle in one command", refused: same(("A", "B"), ("B", "A")),
      refusal(.sourceCircle("A", "B"), nil), accepted: same(("A", "B"), ("B", ""))),
    Rule(
      "a name twice", refused: same(("A", "B"), ("A", "C")), refusal(.sourceTwice("A"), nil),
      accepted: same(("A", "C"), ("B", "C"))),
    Rule(
      "the owner", refused: same(("A", "owner")), refusal(.sourceName, nil),
      accepted: same(("A", "owner's"))),
    Rule(
      "no old name", refused: same(("", "B")), refusal(.sourceName, nil),
      accepted: same(("A", ""))),
  ]

  @Test(arguments: nameRules) func holdsOfNames(_ rule: Rule) { rule.check() }

  @Test func theLastNameCounts() {
    let names = Self.naming(("A", "B"), ("B", "C"), ("Jo's Watch", "Ring")).sameSources
    #expect(names.name(of: "A") == "C")
    #expect(names.name(of: "Jo’s Watch") == "Ring")
    #expect(names.entry("Jo's Watch (Watch7,2)") == "Ring (Watch7,2)")
    #expect(names.entry("Ring (2)") == "Ring (2)")
    // Lines of another program may close a circle.
    #expect(Self.naming(("A", "B"), ("B", "A")).sameSources.name(of: "A") == "A")
  }
}
