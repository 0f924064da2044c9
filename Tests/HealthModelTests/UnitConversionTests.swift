import HealthModel
import Testing

@Suite struct UnitConversionTests {
  @Test(
    arguments: [
      // value, from, to, result; published constants
      (1, "kcal", "J", 4184), (1, "cal", "J", 4.184), (1, "Cal", "kcal", 1),
      (1, "kcal", "kJ", 4.184),
      (1, "lb", "kg", 0.45359237), (1, "oz", "g", 28.349523125), (1, "st", "lb", 14),
      (1, "mi", "m", 1609.344), (1, "yd", "m", 0.9144), (1, "ft", "in", 12), (1, "in", "cm", 2.54),
      (1, "mi", "ft", 5280), (5.3, "km", "m", 5300), (1, "mi/hr", "km/hr", 1.609344),
      (36, "km/hr", "m/s", 10), (72, "count/min", "count/s", 1.2),
      (1.2, "count/s", "count/min", 72),
      (500, "mg", "g", 0.5), (250, "mcg", "mg", 0.25), (1, "atm", "mmHg", 760),
      (1, "atm", "Pa", 101_325), (1, "mmHg", "Pa", 133.32236842105263),
      (1, "inHg", "Pa", 3386.38816),
      (1, "cmAq", "Pa", 98.06649606299213), (1, "fl_oz_us", "mL", 29.5735295625),
      (1, "fl_oz_imp", "mL", 28.4130625), (1, "cup_us", "fl_oz_us", 8),
      (1, "cup_imp", "fl_oz_imp", 10),
      (1, "pt_us", "mL", 473.176473), (1, "pt_imp", "fl_oz_imp", 20), (1, "d", "hr", 24),
      (180, "deg", "rad", 3.141592653589793), (1, "Hz", "1/s", 1), (1, "W", "J/s", 1),
      (1, "L", "m^3", 0.001), (1, "L", "m^2·in", 0.0393700787401574803),
      (1, "Pa·m^3", "J", 1), (1, "kg·m^2/s^2", "J", 1), (1, "kcal/hr·kg", "W/kg", 4184.0 / 3600),
      (0.98, "%", "count", 0.98), (1, "mol<12>", "mol<2>", 6), (1, "mol<180>", "g", 180),
      (5.5, "mmol<180.1558800000541>/L", "mg/dL", 99.08573400002976),
      (100, "mg/dL", "mmol<180.15588000005408>/L", 100 / 18.015588000005408),
      (1, "mol", "mmol", 1000),
      (98.6, "degF", "degC", 37), (37, "degC", "degF", 98.6), (0, "K", "degF", -459.67),
      (37, "degC", "K", 310.15), (-40, "degF", "degC", -40), (310.15, "K", "degC", 37),
      (273_150, "mK", "degC", 0), (0, "degC", "mK", 273_150), (1, "kK", "degC", 726.85),
      (9, "degF/min", "degC/min", 5), (1, "degC·m", "K·m", 1), (1, "degC^2", "K^2", 1),
      (5, "1/degC", "1/K", 5), (1, "1/degF", "1/K", 1.8), (1, "dL/L", "()", 0.1),
      (1, "in/m", "()", 0.0254),
    ] as [(Double, String, String, Double)])
  func converts(_ value: Double, _ from: String, _ to: String, _ result: Double) throws {
    let (source, target) = (try Unit(from), try Unit(to))
    #expect(source.isCompatible(with: target))
    let there = try source.convert(value, to: target)
    #expect(abs(there - result) <= 1e-12 * max(abs(result), 1e-3), "\(there)")
    let back = try target.convert(there, to: source)
    #expect(abs(back - value) <= 1e-12 * max(abs(value), 300), "\(back)")
  }

  @Test(
    arguments: [
      (500, "mg", "g", 0.5), (72, "count/min", "count/s", 1.2), (12, "in", "ft", 1),
      (0.1, "m", "mm", 100),
      (98.6, "degF", "degC", 37), (1.1, "km", "m", 1100), (0.7, "kcal", "cal", 700),
      (33, "km/hr", "m/hr", 33000), (1e-3, "mcg", "ng", 1),
    ] as [(Double, String, String, Double)])
  func convertsToTheBit(_ value: Double, _ from: String, _ to: String, _ result: Double) throws {
    #expect(try Unit(from).convert(value, to: Unit(to)) == result)
  }

  @Test(arguments: [
    ("kg", "kg"), ("kcal", "Cal"), ("%", "count"), ("degF", "degF"), ("m^2", "m·m"), ("Hz", "1/s"),
    ("mL", "ml"), ("degC·m", "K·m"), ("mmol<180.1558800000541>/L", "mmol<180.15588000005408>/L"),
    ("m^90", "m^90"), ("kcal^99", "Cal^99"),
  ])
  func givesEqualSizesBackBitForBit(_ from: String, _ to: String) throws {
    let (source, target) = (try Unit(from), try Unit(to))
    let values: [Double] = [
      0.1 + 0.2, -0.0, .leastNonzeroMagnitude, .greatestFiniteMagnitude, .infinity, .nan, 36.6,
      1 / 3,
    ]
    for value in values {
      #expect(try source.convert(value, to: target).bitPattern == value.bitPattern)
    }
  }

  @Test(arguments: [
    ("m", "s"), ("kg", "m"), ("count", "()"), ("%", "()"), ("count/min", "1/min"),
    ("count·m", "m"), ("Hz", "count/s"), ("dBASPL", "Pa"), ("dBASPL", "dBHL"), ("dBHL", "count"),
    ("IU", "count"), ("D", "pD"), ("D", "1/m"), ("appleEffortScore", "count"), ("mol", "mol<12>"),
    ("mol", "g"), ("S", "V"), ("lx", "count"), ("rad", "()"), ("deg", "count"), ("degC", "degC·m"),
  ])
  func refusesToConvert(_ from: String, _ to: String) throws {
    let (source, target) = (try Unit(from), try Unit(to))
    #expect(!source.isCompatible(with: target))
    #expect(throws: UnitProblem.incompatible(from: source, to: target)) {
      try source.convert(1, to: target)
    }
  }

  @Test func namesBothUnitsInTheRefusal() throws {
    let problem = #expect(throws: UnitProblem.self) {
      try Unit.kilogram.convert(70, to: Unit.meter)
    }
    #expect(problem?.description == "unit kg (mass) does not convert to m (length)")
  }

  @Test func refusesWhatADoubleCannotHold() throws {
    let (huge, tiny) = (try Unit("Tm^99"), try Unit("pm^99"))
    #expect(throws: UnitProblem.outOfRange(from: huge, to: tiny)) {
      try huge.convert(1, to: tiny)
    }
    #expect(try tiny.convert(1, to: huge) == 0)
    #expect(try Unit("km").convert(.infinity, to: .meter) == .infinity)
    #expect(try Unit("km").convert(1e308, to: Unit("mi")) == 1e308 / 1.609344)
  }
}
