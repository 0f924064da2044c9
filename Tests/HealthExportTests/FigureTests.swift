import ByteTools
import HealthModel
import HealthViews
import Testing

@testable import HealthExport

/// Figures as people say them.
@Suite struct FigureTests {
  /// A type by its short name.
  private static func identifier(_ name: String?) throws -> String? {
    try name.map { try TypeCatalogue.resolve($0).identifier }
  }

  @Test(
    arguments: [
      ("kcal", nil, 1704.91, "1,705"), ("kcal", nil, 5.02667, "5"), ("kcal", nil, 0.1234, "0.12"),
      ("kcal", nil, 0, "0"), ("kcal", nil, -0.4, "-0.4"), ("kcal", nil, 999.6, "1,000"),
      ("count", nil, 1_234_567.8, "1,234,568"), ("count/min", "heartRate", 106.842, "107"),
      ("count/min", "respiratoryRate", 14.52, "14.5"), ("count", "bodyMassIndex", 24.3827, "24.4"),
      ("kg", "bodyMass", 78.9999, "79.0"), ("kg", "bodyMass", 99.96, "100.0"),
      ("km", nil, 19.2435, "19.24"), ("km", nil, 0.00732, "0.0073"), ("km", nil, 10, "10.00"),
      ("m", nil, 1500, "1,500"), ("m", "height", 1.803, "1.8"), ("m", nil, 35.26, "35.3"),
      ("%", "oxygenSaturation", 0.97, "97"), ("%", "bodyFatPercentage", 0.2345, "23.5"),
      ("mg/dL", nil, 99.0857, "99"), ("degC", nil, 36.6, "36.6"),
      ("lb/in^2", nil, 12.3456789, "12.3457"),
      ("lb/in^2", nil, 12345.6789, "12,345.7"), ("no unit", nil, 1234.5, "1,234.5"),
      ("kcal", nil, 1e18, "1,000,000,000,000,000,000"), ("kcal", nil, 1e300, "1e300"),
      ("h", nil, 2.18236, "2:11"), ("h", "sleepAnalysis", -0.316, "-0:19"), ("h", nil, .nan, ""),
      ("kcal", nil, .infinity, ""), ("kcal", nil, 1e-300, "1e-300"),
    ] as [(String, String?, Double, String)])
  func figures(_ unit: String, _ type: String?, _ value: Double, _ expected: String) throws {
    let question = FigureStyle.Question(unit: unit, type: try Self.identifier(type))
    #expect(FigureStyle(question, .stated).text(value) == expected)
  }

  @Test(
    arguments: [
      (UnitSystem.us, "kg", "bodyMass", 71.5, "157.6 lb"), (.us, "m", "height", 1.8, "5.91 ft"),
      (.us, "km", "distanceWalkingRunning", 10, "6.21 mi"),
      (.us, "degC", "bodyTemperature", 37, "98.6 °F"),
      (.us, "count/min", "heartRate", 60, "60 /min"),
      (.us, "kJ", "activeEnergyBurned", 100, "100 kJ"),
      (.metric, "lb", "bodyMass", 157.6, "71.5 kg"),
      (.metric, "mi", "distanceCycling", 1, "1.61 km"),
      (.metric, "kg", "bodyMass", 71.5, "71.5 kg"), (.us, "km", nil, 10, "6.21 mi"),
      (.us, "mmol/L", "bloodGlucose", 5.5, "5.5 mmol/L"),
    ] as [(UnitSystem, String, String?, Double, String)])
  func systems(
    _ system: UnitSystem, _ unit: String, _ type: String?, _ value: Double, _ expected: String
  ) throws {
    let question = FigureStyle.Question(unit: unit, type: try Self.identifier(type))
    let style = FigureStyle(question, ReaderUnits(system))
    #expect("\(style.text(value)) \(style.unit)" == expected)
  }

  /// 1 degree Celsius warmer is 1.8 degrees Fahrenheit warmer, not 33.8.
  @Test(
    arguments: [
      (UnitSystem.us, "degC", 1, "1.8 °F"), (.us, "degC", 0, "0.0 °F"),
      (.us, "degC", -0.5, "-0.9 °F"), (.metric, "degF", 1.8, "1.0 °C"),
      (.us, "kg", 1, "2.2 lb"),
    ] as [(UnitSystem, String, Double, String)])
  func differences(
    _ system: UnitSystem, _ unit: String, _ value: Double, _ expected: String
  ) throws {
    let question = FigureStyle.Question(unit: unit, type: nil, isDifference: true)
    let style = FigureStyle(question, ReaderUnits(system))
    #expect("\(style.text(value)) \(style.unit)" == expected)
  }

  /// Columns of `compare` and `trends`, in every format for people.
  @Test func temperaturesDifferByTheSizeOfTheDegree() throws {
    let type = Cell.identifier(QuantityType.bodyTemperature.identifier)
    var options = ExportOptions()
    options.units = ReaderUnits(.us)
    let compared = View.compare.forms()[0].columns.filter {
      ["type", "unit", "current", "earlier", "difference"].contains($0.field)
    }
    let table = Table(
      columns: compared,
      rows: [[type, .text("degC"), .number(37.5), .number(36.5), .number(1)]])
    for format in [Format.text, .markdown] {
      let text = try export(table, format, options)
      #expect(text.contains("99.5") && text.contains("97.7") && text.contains("1.8"), "\(text)")
    }
    let spread = View.trends.forms()[0].columns.filter {
      ["type", "unit", "spread"].contains($0.field)
    }
    let text = try export(
      Table(columns: spread, rows: [[type, .text("degC"), .number(0.5)]]), .text, options)
    #expect(text.contains("0.9") && !text.contains("32"), "\(text)")
    #expect(try export(table, .csv, options).contains("37.5,36.5,1"))
  }

  @Test(
    arguments: [
      (Column("a", .duration, unit: "s"), Cell.number(7856.51), "2:10:56"),
      (Column("a", .duration, unit: "s"), .number(45.4), "0:00:45"),
      (Column("a", .hours, unit: "s"), .number(25_530), "7:06"),
      (Column("a", .pace, unit: "s/km"), .number(327.4), "5:27"),
      (Column("a", .share), .number(0.966), "97 %"), (Column("a", .share), .number(0.004), "0.4 %"),
      (Column("a", .count), .whole(12_031), "12,031"),
      (Column("a", .count), .number(62.48), "62.5"),
      (Column("a", .number), .whole(12_031), "12031"),
      (Column("a", .number), .number(0.12345678), "0.123457"),
      (Column("a", .quantity, unit: "kcal"), .number(1704.91), "1,705"),
      (Column("a", .quantity), .text("inBed"), "inBed"), (Column("a", .duration), .missing, ""),
      (Column("a", .duration, unit: "s"), .number(1e300), "1e300"),
    ] as [(Column, Cell, String)])
  func kinds(_ column: Column, _ cell: Cell, _ expected: String) throws {
    let lines = try export(Table(columns: [column], rows: [[cell]]), .text)
      .split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines[1].drop { $0 == " " } == expected)
  }

  @Test func distancesAndPacesFollowTheUnits() throws {
    let table = Table(
      columns: [
        Column("distance", .distance, unit: "m"), Column("pace", .pace, unit: "s/km"),
        Column("swim", .pace, unit: "s/100m"), Column("run", .distance), Column(.unit),
      ], rows: [[.number(19_243.5), .number(327), .number(125), .number(5), .text("km")]])
    let lengths = [("km", ReaderUnits(.metric)), ("mi", ReaderUnits(.us))].map { name, units in
      var options = ExportOptions()
      options.units = units
      return (name, options)
    }
    #expect(
      try export(table, .text, lengths[0].1) == """
        distance (km)  pace (/km)  swim (/100 m)      run
                19.24        5:27           2:05  5.00 km

        """)
    #expect(
      try export(table, .text, lengths[1].1) == """
        distance (mi)  pace (/mi)  swim (/100 yd)      run
                11.96        8:46            1:54  3.11 mi

        """)
    #expect(try export(table, .csv, lengths[1].1).hasSuffix("\n19243.5,327,125,5,km\n"))
  }

  /// Columns whose rows name no type name it themselves: of a profile, and of explanations.
  @Test func columnsOfOneTypeFollowItsUnits() throws {
    let profile = View.profile.forms()[0].columns.filter { $0.field.hasPrefix("height") }
    let height = Table(columns: profile, rows: [[.number(5), .text("ft"), .missing]])
    var options = ExportOptions()
    options.units = ReaderUnits(.metric)
    #expect(try export(try height.transposed(options), .text).contains("152.4 cm"))
    var value = Column("value", .exactQuantity)
    value.type = QuantityType.height.identifier
    let explained = Table(
      columns: [value, Column(.unit)],
      rows: [[.number(5.123456), .text("ft")], [.number(1234.5678), .missing]])
    #expect(
      try export(explained, .text, options) == "     value\n156.163 cm\n   1234.57\n")
    #expect(try export(explained, .csv, options).contains("5.123456,ft"))
    options.units = ReaderUnits(system: .metric, distance: nil, preferred: [value.type ?? ""])
    #expect(try export(explained, .text, options).contains("5.12346 ft"))
  }

  @Test func timesAreOfOneClock() throws {
    var options = ExportOptions()
    options.clock = .fixed(offsetSeconds: 7200)
    let table = Table(
      columns: [Column(.recorded, .time, unit: "UTC")],
      rows: [[time(offset: 0)], [time(5, offset: 60)]])
    #expect(
      try export(table, .text, options) == "at\n2026-11-20 09:00:00\n2026-11-20 09:00:05\n")
    options.namesClock = true
    #expect(try export(table, .text, options).hasSuffix(":05\n\ndays and times of +02:00\n"))
    #expect(try export(table, .markdown, options).hasSuffix(" |\n\nDays and times of +02:00.\n"))
    #expect(try export(table, .csv, options).contains("2026-11-20T07:00:00Z"))
  }

  @Test func fieldsStandWithTheirUnits() throws {
    let table = Table(
      columns: [
        Column("active", .quantity), Column(.unit),
        Column("height", .quantity, unitIn: "heightUnit"),
        Column("heightUnit"), Column("took", .duration, unit: "s"), Column("none"),
      ], rows: [[.number(512.3), .text("kcal"), .number(1.8), .text("m"), .number(61), .missing]])
    let texts = try table.transposed().allRows().map { row in
      row.map { if case .text(let text) = $0 { text } else { "?" } }
    }
    #expect(texts == [["active", "512 kcal"], ["height", "1.8 m"], ["took", "0:01:01"]])
  }

  // MARK: What is shown can be typed

  private static let units =
    Unit.named.flatMap { root in
      (root.takesPrefix ? ["", "k", "m", "mc"] : [""]).map { $0 + root.name }
    } + [
      "count/min", "count/s", "mg/dL", "g/L", "mmol<180.1558800000541>/L", "mmol<180.15588>/L",
      "mcmol<180.15588>/L", "mL/min·kg", "mL/kg·min", "kcal/hr·kg", "km/hr", "m/s", "mi/hr",
      "L/min",
      "kg·m^2", "ml",
    ]

  /// Values of every size; of a share those that it can be.
  private static func values(of type: QuantityType) -> [Double] {
    if type.isShare { return [0, 0.1, 0.213, 0.5, 0.9349, 0.97, 0.9996, 1] }
    return [
      0, 0.00073, 0.0951, 0.5, 1, 12.345, 36.6, 72, 98.6, 999.96, 1704.91, 12_031, 1_234_567.891,
      5e15, 1.5e22, 1e-7, -3.25, -12_345.6,
    ]
  }

  /// Every figure of every type in every unit, as text shows it, is read as that figure, by `save`
  /// and by predicates, in the unit that it has there.
  @Test(arguments: [ReaderUnits.stated, ReaderUnits(.metric), ReaderUnits(.us)])
  func whatIsShownCanBeTyped(_ units: ReaderUnits) throws {
    var count = 0
    for type in QuantityType.all {
      for text in Self.units where type.accepts(try Unit(text)) {
        let style = FigureStyle(
          FigureStyle.Question(unit: text, type: type.identifier), units)
        for value in Self.values(of: type) {
          let shown = style.text(value)
          let typed = "\(shown) \(style.unit)"
          let read = try Inputs.amount(typed, of: type)
          let again = FigureStyle(
            FigureStyle.Question(unit: read.unit, type: type.identifier), .stated)
          #expect(again.text(read.value) == shown && again.unit == style.unit, "\(type) \(typed)")
          let predicate = HealthPredicate.compare(
            .quantity, .equal, .quantity(read.value, try Unit(entered: style.unit)))
          #expect(try HealthPredicate("quantity = \(typed)") == predicate, "\(typed)")
          count += 1
        }
      }
    }
    #expect(count > 9_000)
  }

  /// Units of one size are written with the same digits.
  @Test(
    arguments: [
      ("mmol<180.15588>/L", "bloodGlucose", 6.83333, "6.8 mmol/L"),
      ("mmol<180.1558800000541>/L", "bloodGlucose", 5, "5.0 mmol/L"),
      ("mL/kg·min", "vo2Max", 41.23, "41.2 mL/kg·min"), ("ml", nil, 250.4, "250 ml"),
      ("cm^3", nil, 250.4, "250 cm^3"), ("cm^3/s", nil, 250.43, "250.43 cm^3/s"),
    ] as [(String, String?, Double, String)])
  func unitsOfOneSizeHaveTheSameDigits(
    _ unit: String, _ type: String?, _ value: Double, _ expected: String
  ) throws {
    let question = FigureStyle.Question(unit: unit, type: try Self.identifier(type))
    let style = FigureStyle(question, .stated)
    #expect("\(style.text(value)) \(style.unit)" == expected)
  }

  /// Pools and swims are in metres, or in yards for those who chose them.
  @Test(arguments: [
    (ReaderUnits.stated, ["metres per lap", "average metres", "pace (/100 m)"], ["22.9", "274"]),
    (ReaderUnits(.us), ["yards per lap", "average yards", "pace (/100 yd)"], ["25", "300"]),
    (
      ReaderUnits.stated.asking(for: "yd"), ["yards per lap", "average yards", "pace (/100 yd)"],
      ["25", "300"]
    ),
    (
      ReaderUnits(system: .us, distance: nil, swimming: .meter, preferred: []),
      ["metres per lap", "average metres", "pace (/100 m)"], ["22.9", "274"]
    ),
    (
      ReaderUnits.stated.asking(for: "km"),
      ["kilometres per lap", "average kilometres", "pace (/100 m)"], ["0.023", "0.27"]
    ),
  ])
  func poolsAreInYards(
    _ units: ReaderUnits, _ headings: [String], _ figures: [String]
  ) {
    var options = ExportOptions()
    options.units = units
    let columns = [
      Column("metresPerLap", .poolLength), Column("averageMetres", .poolLength),
      Column("pace", .pace, unit: "s/100m"),
    ]
    var readable = ReadableColumns(columns, options) { _ in true }
    #expect(readable.headings == headings)
    let row = [Cell.number(22.86), .number(274.32), .number(175)]
    #expect(Array(readable.texts(row).prefix(2)) == figures)
  }
}

extension ReaderUnits {
  /// The units of a system.
  fileprivate init(_ system: UnitSystem) {
    self.init(system: system, distance: system.distance, preferred: [])
  }
}
