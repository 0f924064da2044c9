import HealthModel
import Testing
@testable import HealthViews

/// The limits fit the types that they are for.
@Suite struct PlausibleRangeTests {
  @Test(arguments: PlausibleRange.ranges.keys.sorted()) func fitsItsType(_ type: String) throws {
    let range = try #require(PlausibleRange.of(type))
    guard case .quantity(let known)? = TypeCatalogue.find(type) else {
      Issue.record("no such type: \(type)")
      return
    }
    #expect(known.accepts(try Unit(try #require(range.unit))))
    #expect(try #require(range.least) < range.greatest ?? .infinity)
    #expect(!range.source.isEmpty)
  }

  @Test func saysWhoseItIs() {
    let range = PlausibleRange(least: 0, greatest: 2.72, unit: "m", source: "the tallest, Guinness")
    #expect(range.description == "0 to 2.72 m (the tallest, Guinness)")
    let share = PlausibleRange(least: 0.1, greatest: 1, unit: "%", source: "a whole")
    #expect(share.description == "10 to 100 % (a whole)")
    #expect(PlausibleRange(least: 0, source: "a sum").description == "0 or more (a sum)")
    #expect(PlausibleRange(greatest: 1, unit: "m", source: "a").description == "1 m or less (a)")
  }

  /// Every share of a whole has a range of which no value is less or more than that.
  @Test func sharesAreSharesOfAWhole() throws {
    for type in QuantityType.all where type.metricUnitText == "%" {
      let range = try #require(PlausibleRange.of(type.identifier))
      for value in [-0.01, 1.01, 97] {
        #expect(range.excludes(value, .percent, own: .percent), "\(type.shortName)")
      }
      #expect(!range.excludes(1, .percent, own: .percent))
    }
  }
}

/// Numbers with their units as `save` takes them.
@Suite struct AmountInputTests {
  @Test(
    arguments: [
      ("97 %", .oxygenSaturation, 0.97, "%"), ("0.97", .oxygenSaturation, 0.97, "%"),
      ("97.3%", .oxygenSaturation, 0.973, "%"), ("1e2 %", .oxygenSaturation, 1, "%"),
      ("0 %", .oxygenSaturation, 0, "%"), ("1", .oxygenSaturation, 1, "%"),
      ("0.97 %", .bodyFatPercentage, 0.0097, "%"), ("0.05 %", .bloodAlcoholContent, 0.0005, "%"),
      ("5.4 mmol/L", .bloodGlucose, 5.4, "mmol<180.1558800000541>/L"),
      ("37.2 °C", .bodyTemperature, 37.2, "degC"), ("99.1℉", .bodyTemperature, 99.1, "degF"),
      ("12,031", .stepCount, 12_031, "count"), ("\u{2212}1,000.5 m", .height, -1000.5, "m"),
      ("71.5kg", .bodyMass, 71.5, "kg"), ("1e-3 kg", .bodyMass, 0.001, "kg"),
      ("71 kilograms", .bodyMass, 71, "kg"), ("158 lbs", .bodyMass, 158, "lb"),
      ("0.5 Litres", .dietaryWater, 0.5, "L"), ("61 bpm", .heartRate, 61, "count/min"),
      ("3 miles", nil, 3, "mi"), ("5'9\"", .height, 69, "in"), ("5’ 9.5″", .height, 69.5, "in"),
      ("5 feet 9 inches", .height, 69, "in"), ("11st 4lb", .bodyMass, 158, "lb"),
      ("11 stone 4", .bodyMass, 158, "lb"), ("11 st", .bodyMass, 11, "st"),
      ("5 %", nil, 0.05, "%"), ("20 °C", nil, 20, "degC"), ("9,400 %", nil, 94, "%"),
    ] as [(String, QuantityType?, Double, String)])
  func isTaken(_ text: String, _ type: QuantityType?, _ value: Double, _ unit: String) throws {
    #expect(try Inputs.amount(text, of: type) == Amount(value, unit))
  }

  @Test(
    arguments: [
      (
        "97", .oxygenSaturation,
        "oxygenSaturation: 97 is not a share of a whole; write 97 % or 0.97"
      ),
      (
        "0.97 %", .oxygenSaturation, "oxygenSaturation: 0.97 % is 0.0097; write 97 % or 0.97"
      ),
      (
        "1 %", .oxygenSaturation, "oxygenSaturation: 1 % is 0.01; write 100 % or 1"
      ),
      (
        "101 %", .bodyFatPercentage,
        "bodyFatPercentage: 101 % is not a share of a whole; write 0 to 100 %, or 0 to 1"
      ),
      (
        "-0.1", .bloodAlcoholContent,
        "bloodAlcoholContent: -0.1 is not a share of a whole; write 0 to 100 %, or 0 to 1"
      ),
      (
        "71,5 kg", .bodyMass,
        "'71,5 kg': write a point before decimals, and commas only between thousands"
      ),
      ("71.5", .bodyMass, "'71.5' needs a unit, such as '71.5 kg'"),
      ("kg", .bodyMass, "'kg' is not a number with a unit such as '71.5 kg'"),
      (
        "11st 15lb", .bodyMass,
        #"unit "st 15lb", character 3: " " has no meaning here"#
      ),
      ("5 kgg", .bodyMass, "unit \"kgg\", character 1: no unit is named \"kgg\""),
    ] as [(String, QuantityType, String)])
  func isRefused(_ text: String, _ type: QuantityType, _ message: String) throws {
    let problem = #expect(throws: OptionProblem.self) { try Inputs.amount(text, of: type) }
    #expect(problem?.message == message)
  }
}
