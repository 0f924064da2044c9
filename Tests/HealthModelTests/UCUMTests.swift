import HealthModel
import Testing

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
