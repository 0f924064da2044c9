import HealthModel
import Testing

/// The statements of reference/units_grammar.md, one row each.
@Suite struct UnitParsingTests {
  @Test(arguments: [
    // text, canonical text
    ("", "()"), ("()", "()"), ("((()))", "()"), ("m^0", "()"), ("m/m", "()"), ("1", "()"),
    ("(m·s)^0", "()"),
    ("m", "m"), ("m^1", "m"), ("m*m", "m^2"), ("m.m", "m^2"), ("m·m", "m^2"),
    ("(m)·(m)", "m^2"), ("((m))", "m"), ("(m^2)^2", "m^4"), ("(m·s)^2", "m^2·s^2"),
    ("s^-2", "1/s^2"), ("1/s", "1/s"), ("m·1/s", "m/s"), ("(m·1)", "m"), ("m^2/m", "m"),
    ("l", "L"), ("L", "L"), ("ml", "mL"), ("mL", "mL"), ("Ml", "ML"), ("dl", "dL"),
    ("kg/m.s^2", "1·kg/m·s^2"), ("kcal/hr*kg", "kcal/hr·kg"), ("kcal/kg·hr", "kcal/hr·kg"),
    ("kcal/(kg*hr)", "kcal/hr·kg"), ("ml/(kg*min)", "mL/min·kg"), ("mL/min·kg", "mL/min·kg"),
    ("mg/dL", "mg/dL"), ("count/min", "count/min"), ("min^-1*count", "count/min"),
    ("dL/L", "dL/L"), ("m/in", "m/in"), ("count/%", "count/%"), ("%", "%"),
    ("mmol<180.15588000005408>/L", "mmol<180.1558800000541>/L"),
    ("mmol<180.1558800000541>/L", "mmol<180.1558800000541>/L"),
    ("mol<12.50>", "mol<12.5>"), ("mol<012>", "mol<12>"), ("Gmol", "Gmol"), ("mol", "mol"),
    ("mol<999999999999999.99>", "mol<1000000000000000>"), ("mol<.5>", "mol<0.5>"),
    ("mcg", "mcg"), ("mcS", "mcS"), ("dam", "dam"), ("pD", "pD"), ("min", "min"), ("ft", "ft"),
    ("pt_us", "pt_us"), ("kcal", "kcal"), ("cmAq", "cmAq"), ("Tm", "Tm"), ("GL", "GL"),
  ])
  func readsAndPrints(_ text: String, _ canonical: String) throws {
    let expected = canonical.hasPrefix("1·") ? String(canonical.dropFirst(2)) : canonical
    let unit = try Unit(text)
    #expect(unit.description == expected)
    #expect(try Unit(unit.description) == unit)
    #expect(try Unit(unit.description).hashValue == unit.hashValue)
  }

  typealias Syntax = UnitProblem.Syntax

  @Test(
    arguments: [
      // text, what is wrong, at which character
      ("J/m/kg/s", .secondDivision, 4), ("mL/kg/min", .secondDivision, 6),
      ("(m·atm/in^4)^2", .divisionInParentheses, 7),
      ("m(m)", .missingOperator, 2), ("(m)(m)", .missingOperator, 4), ("1m", .missingOperator, 2),
      ("(m)s", .missingOperator, 4), ("count%", .missingOperator, 6),
      ("m^2^2", .chainedPower, 4), ("(m)^2^2", .chainedPower, 6),
      ("/s", .missingFactor, 1), ("m/", .missingFactor, 3), ("m**s", .missingFactor, 3),
      ("*m", .missingFactor, 1), ("(m·)", .missingFactor, 4), ("^2", .missingFactor, 1),
      ("(", .unclosedParenthesis, 1), (")", .unopenedParenthesis, 1),
      ("m)", .unopenedParenthesis, 2),
      ("(m", .unclosedParenthesis, 1), ("s·(m", .unclosedParenthesis, 3),
      ("((", .unclosedParenthesis, 2),
      ("mol<>", .badMolarMass, 4), ("mol<1.2.3>", .badMolarMass, 4), ("mol<-1>", .badMolarMass, 4),
      ("mol<1e3>", .badMolarMass, 4), ("mol<0>", .badMolarMass, 4), ("mol<12", .badMolarMass, 4),
      ("km<123>", .unexpectedCharacter("<"), 3),
      ("()·m", .nullInProduct, 1), ("m·()", .nullInProduct, 3), ("()·()", .nullInProduct, 1),
      ("()^2", .nullInProduct, 1), ("()()", .nullInProduct, 1), ("()/s", .nullInProduct, 1),
      ("m^", .missingPower, 3), ("m^x", .missingPower, 3), ("m^-", .missingPower, 4),
      ("m^+2", .missingPower, 3), ("m^100", .powerOutOfRange, 3),
      ("m^99999999999999999999", .powerOutOfRange, 3), ("m^60·m^60", .powerOutOfRange, 9),
      ("m s", .unexpectedCharacter(" "), 2), (" m", .unexpectedCharacter(" "), 1),
      ("10", .unexpectedCharacter("0"), 2), ("1^2", .unexpectedCharacter("^"), 2),
      ("2m", .unexpectedCharacter("2"), 1), ("m-s", .unexpectedCharacter("-"), 2),
      ("kcal/hr-kg", .unexpectedCharacter("-"), 8), ("kg/m2", .unexpectedCharacter("2"), 5),
      ("percent", .unknownName("percent", hint: "%"), 1),
      ("count/hour", .unknownName("hour", hint: "hr"), 7),
      ("ug", .unknownName("ug", hint: "mcg"), 1), ("μg", .unknownName("μg", hint: "mcg"), 1),
      ("Kg", .unknownName("Kg", hint: "kg"), 1), ("kWh", .unknownName("kWh", hint: nil), 1),
      ("pa", .unknownName("pa", hint: nil), 1), ("HR", .unknownName("HR", hint: nil), 1),
      ("mcount", .unknownName("mcount", hint: nil), 1),
      ("kmin", .unknownName("kmin", hint: nil), 1),
      ("mcmg", .unknownName("mcmg", hint: nil), 1), ("mcal", .unknownName("mcal", hint: nil), 1),
      ("kdegC", .unknownName("kdegC", hint: nil), 1), ("cd", .unknownName("cd", hint: nil), 1),
    ] as [(String, Syntax, Int)])
  func refuses(_ text: String, _ syntax: Syntax, _ position: Int) {
    #expect(throws: UnitProblem.syntax(syntax, text: text, position: position)) {
      try Unit(text)
    }
  }

  @Test func refusesTextWithoutEnd() {
    let deep = String(repeating: "(", count: 1_000_000)
    #expect(throws: UnitProblem.syntax(.tooLong, text: deep, position: 257)) { try Unit(deep) }
    let nested = String(repeating: "(", count: 127) + "m" + String(repeating: ")", count: 127)
    #expect(throws: Never.self) { try Unit(nested) }
  }

  @Test(arguments: [
    (
      "mL/kg/min",
      #"unit "mL/kg/min", character 6: a second "/"; put the divisors together: a/(b*c)"#
    ),
    ("percent", #"unit "percent", character 1: no unit is named "percent"; HealthKit writes %"#),
    ("m\u{1B}[2J", #"unit "m\u{1B}[2J", character 2: "\u{1B}" has no meaning here"#),
    ("m\u{202E}", #"unit "m\u{202E}", character 2: "#),
  ])
  func explainsOnOneLine(_ text: String, _ start: String) {
    let problem = #expect(throws: UnitProblem.self) { try Unit(text) }
    #expect(problem.map { "\($0)" }?.hasPrefix(start) == true, "\(problem as Any)")
  }

  @Test(arguments: [
    ("kcal", "Cal"), ("count", "%"), ("count", "()"), ("mol", "mol<12>"), ("mol<12>", "mol<13>"),
    ("m", "km"), ("m^2", "m"), ("J", "W·s"), ("1/s", "Hz"),
  ])
  func areDifferentUnits(_ left: String, _ right: String) throws {
    #expect(try Unit(left) != Unit(right))
  }

  @Test func multipliesDividesAndRaises() throws {
    #expect(Unit.meter.multiplied(by: .meter).description == "m^2")
    #expect(Unit.count.divided(by: .minute) == .countPerMinute)
    #expect(try Unit("m/s").raised(to: -2).description == "s^2/m^2")
    #expect(try Unit("m/s").raised(to: 1) == Unit("m/s"))
    #expect(Unit.meter.raised(to: 0) == .null)
    #expect(Unit.meter.multiplied(by: .null) == .meter)
    #expect(Unit.meter.divided(by: .meter).isNull)
  }

  @Test func tellsFactorsAndDimension() throws {
    let unit = try Unit("ml/(kg*min)")
    #expect(unit.factors.map(\.name) == ["mL", "min", "kg"])
    #expect(unit.factors.map(\.power) == [1, -1, -1])
    #expect(unit.dimension.power(of: .length) == 3)
    #expect(unit.dimension.description == "length^3/mass·time")
    #expect(try Unit("1/s").dimension.description == "1/time")
    #expect(Unit.null.dimension.description == "none")
  }
}

/// UCUM's codes of HealthKit's units, and back.
@Suite struct UCUMTests {
  @Test(arguments: [
    ("count", "{count}"), ("count/min", "/min"), ("count/s", "/s"), ("in", "[in_i]"),
    ("IU", "[iU]"), ("dBASPL", "dB[SPL]"), ("dBHL", "dB{HL}"), ("Hz", "Hz"),
    ("kcal/hr·kg", "kcal/h/kg"), ("mL/min·kg", "mL/min/kg"), ("mmHg", "mm[Hg]"),
    ("degC", "Cel"), ("degF", "[degF]"), ("mcg", "ug"), ("mcS", "uS"), ("lb", "[lb_av]"),
    ("mg/dL", "mg/dL"), ("mmol<180.1558800000541>/L", "mmol/L"), ("m/s", "m/s"),
    ("km/hr", "km/h"), ("%", "%"), ("L/min", "L/min"), ("m^2", "m2"), ("Cal", "[Cal]"),
    ("appleEffortScore", "{appleEffortScore}"), ("()", "1"),
  ]) func code(_ text: String, _ code: String) throws {
    #expect(try Unit(text).ucum == code)
  }

  /// UCUM has none: its cups are those of the United States; a percent is no part of another unit.
  @Test(arguments: ["cup_imp", "%/min", "1/%"]) func noCode(_ text: String) throws {
    #expect(try Unit(text).ucum == nil)
  }

  @Test(arguments: [
    ("/min", "count/min"), ("{beats}/min", "count/min"), ("1/min", "count/min"),
    ("{steps}", "count"), ("1", "count"), ("[lb_av]", "lb"), ("Cel", "degC"), ("mm[Hg]", "mmHg"),
    ("kg/m2", "kg/m^2"), ("ug", "mcg"), ("mL/min/kg", "mL/min·kg"), ("mL/(kg.min)", nil),
    ("ml", "mL"), ("dB[SPL]", "dBASPL"), ("10*3/uL", nil), ("furlong", nil), ("", "count"),
    ("{", "count"), ("]/[", nil), ("m99999999999", nil),
  ]) func read(_ code: String, _ text: String?) {
    #expect(Unit(ucum: code)?.description == text)
  }

  /// What is written is read back as the same unit, for every unit in which a type is stored or
  /// shown.
  @Test func everyTypeHasACode() throws {
    for type in QuantityType.all {
      for text in [type.canonicalUnitText, type.metricUnitText, type.usUnitText] {
        let unit = try Unit(text)
        let code = try #require(unit.ucum, "\(text)")
        #expect(Unit(ucum: code)?.isCompatible(with: unit) ?? (text.contains("count")), "\(code)")
      }
    }
  }

  /// Dietary fiber has a part of LOINC's in HealthKitOnFHIR, which is no code of an observation.
  @Test func codesOfLOINCAreTerms() {
    let codes = QuantityType.all.compactMap(\.loinc)
    #expect(codes.count == 26)
    for code in codes { #expect(code.wholeMatch(of: /\d{1,6}-\d/) != nil) }
  }
}
