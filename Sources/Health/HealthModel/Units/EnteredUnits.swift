// Units and numbers as people enter them, who know what a type is measured in. It is what text
// shows, the other way round.

extension QuantityType {
  /// True where values are shares of a whole, which is 1, as oxygen saturation is.
  package var isShare: Bool { metricUnitText == "%" }

  /// The unit of a number that is entered without one: for types that everybody counts or measures
  /// in the same unit, that unit; for a share of a whole, `%`, whose value is then 0 to 1; nil if a
  /// number alone could mean several things.
  ///
  ///     QuantityType.stepCount.unitOfBareNumber          // count
  ///     QuantityType.heartRate.unitOfBareNumber          // count/min
  ///     QuantityType.oxygenSaturation.unitOfBareNumber   // %
  ///     QuantityType.bodyMass.unitOfBareNumber           // nil: kg or lb
  package var unitOfBareNumber: String? {
    let isTheSame = metricUnitText == usUnitText
    return isTheSame && ["count", "count/min", "mmHg", "%"].contains(metricUnitText)
      ? metricUnitText : nil
  }

  /// Returns the unit that a person means. For blood glucose, moles are those of glucose, whose
  /// mass HealthKit writes; every other unit is unchanged.
  ///
  ///     QuantityType.bloodGlucose.unit(entered: try Unit("mmol/L"))
  ///     // mmol<180.1558800000541>/L
  package func unit(entered unit: Unit) -> Unit {
    self == .bloodGlucose ? unit.ofMoles(weighing: .glucose) : unit
  }

  /// Returns HealthKit's text of a unit that people write shorter: blood glucose in `mmol/L`, a
  /// temperature in `°C`; every other text is unchanged.
  package func unitText(entered text: String) -> String {
    guard let read = try? Unit(entered: text) else { return text }
    let meant = unit(entered: read)
    return (try? Unit(text)) == meant ? text : meant.description
  }

  /// Returns the text that people are shown for a unit, which `unitText(entered:)` reads: blood
  /// glucose is in `mmol/L`.
  package func unitText(shown text: String) -> String {
    guard self == .bloodGlucose, text.utf8.contains(UInt8(ascii: "<")), let own = try? Unit(text)
    else { return text }
    let parts = own.description.split(omittingEmptySubsequences: false) { $0 == "<" || $0 == ">" }
    let short = parts.indices.filter { $0 % 2 == 0 }.map { parts[$0] }.joined()
    guard let read = try? Unit(short), unit(entered: read).isSameSize(as: own) else { return text }
    return short
  }
}

extension Unit {
  /// Reads a unit as people write it: as HealthKit does, by a name that people have for it, or
  /// with the sign of a degree: `kg`, `kilograms`, `°C`.
  ///
  /// - Throws: as `init(_:)`.
  package init(entered text: String) throws(UnitProblem) {
    guard text.unicodeScalars.contains(where: { "°℃℉".unicodeScalars.contains($0) }) else {
      try self.init(UnitTable.hints[text] ?? UnitTable.hints[text.lowercased()] ?? text)
      return
    }
    try self.init(
      text.exchanging("°", for: "deg").exchanging("℃", for: "degC").exchanging("℉", for: "degF"))
  }

  /// Returns the unit that a person means for a type, by its identifier: see
  /// `QuantityType.unit(entered:)`.
  package func entered(of type: String) -> Unit {
    guard case .quantity(let known)? = TypeCatalogue.find(type) else { return self }
    return known.unit(entered: self)
  }

  /// Returns the value that digits mean before the text of this unit: the hundredth for percent,
  /// which is saved as parts of one; nil if they are no number.
  ///
  ///     Unit.percent.value(entered: "97.3")    // 0.973
  ///     Unit.kilogram.value(entered: "71.5")   // 71.5
  package func value(entered digits: String) -> Double? {
    isPercent ? PercentNumber.hundredth(of: digits) : Double(digits)
  }

  /// True where amounts are counted in moles.
  package var isOfMoles: Bool {
    factors.contains { $0.element.rootIndex == UnitTable.moleIndex }
  }

  /// Returns the unit with the mass of a substance for moles that state none.
  func ofMoles(weighing mass: MolarMass) -> Unit {
    guard factors.contains(where: { $0.element.isBareMole }) else { return self }
    return Unit(
      factors: factors.map { factor in
        guard factor.element.isBareMole else { return factor }
        var element = factor.element
        element.name += "<\(mass.text)>"
        element.molarMass = mass.grams
        return Factor(element: element, power: factor.power)
      })
  }

  /// Reads a unit that another program wrote for people: as HealthKit has it, as people enter it,
  /// or as a program's word for it; nil: it is none of these.
  ///
  ///     Unit(written: "beats/minute")?.description   // "count/min"
  ///     Unit(written: "lbs")?.description            // "lb"
  ///     Unit(written: "°C")?.description             // "degC"
  ///     Unit(written: "furlongs")                    // nil
  package init?(written text: String) {
    guard let unit = try? Unit(entered: Self.words[text] ?? text) else { return nil }
    self = unit
  }

  /// The words that programs write for units, besides those of `UnitTable.hints`.
  ///
  /// Source: the units for people, and the codes that are none of UCUM's, of the mapping of
  /// HealthKitOnFHIR (StanfordBDHG, MIT, 25b9ca38, HKSampleMapping.json) with the units that it
  /// states for them.
  private static let words: [String: String] = [
    "beats/minute": "count/min", "beats/min": "count/min", "breaths/minute": "count/min",
    "breaths/min": "count/min", "r/min": "count/min", "rpm": "count/min",
    "flights": "count", "beverages": "count", "falls": "count", "strokes": "count",
    "wheelchair pushes": "count", "effort": "appleEffortScore",
    "watt": "W", "siemens": "S", "meters": "m", "m/sec": "m/s", "lux": "lx", "hertz": "Hz",
    "dB(SPL)": "dBASPL", "dB(HL)": "dBHL", "kcal/hr/kg": "kcal/hr·kg",
    "kcal/(kg*hr)": "kcal/hr·kg", "mL/kg/min": "mL/min·kg",
  ]
}

extension UnitElement {
  /// True for moles of an unknown substance.
  fileprivate var isBareMole: Bool { rootIndex == UnitTable.moleIndex && molarMass == nil }
}

extension String {
  /// The text of a number without the commas that text shows between thousands, `12,031.5`; nil if
  /// they are elsewhere.
  package var withoutThousands: String? {
    guard contains(",") else { return self }
    let parts = split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    var groups = parts[0].split(separator: ",", omittingEmptySubsequences: false)
    let first = groups.removeFirst().drop { "+-".contains($0) }
    guard (1...3).contains(first.count), first.first != "0", groups.allSatisfy({ $0.count == 3 }),
      parts.count == 1 || !parts[1].contains(",")
    else { return nil }
    return filter { $0 != "," }
  }
}

/// The units that people of a country are used to.
///
///     UnitSystem.us.unit(of: QuantityType.bodyMass.identifier, in: .kilogram)   // lb
package enum UnitSystem: String, CaseIterable, Sendable {
  /// Kilometres, kilograms, degrees Celsius.
  case metric
  /// Miles, pounds, degrees Fahrenheit.
  case us

  /// Returns the unit in which figures of a type are shown, for a given unit; nil if they stay in
  /// it.
  ///
  /// For types of the catalogue it is the unit of the Health app in such countries. Energy stays: a
  /// person's country does not decide which of its units the person likes.
  ///
  /// - Parameter type: its identifier; nil if the unit alone decides.
  package func unit(of type: String?, in unit: Unit) -> Unit? {
    guard unit.dimension != Unit.kilocalorie.dimension else { return nil }
    guard let type, case .quantity(let known)? = TypeCatalogue.find(type) else {
      return Self.pairs[unit.description].map { self == .metric ? $0.metric : $0.us }
    }
    let (metric, us) = (known.metricUnitText, known.usUnitText)
    guard metric != us, let target = try? Unit(self == .metric ? metric : us),
      target.isCompatible(with: unit)
    else { return nil }
    return target
  }

  /// The unit in which it is told how far someone went.
  package var distance: Unit { self == .metric ? .kilometer : .mile }

  /// The pairs of equivalent units, by the text of either.
  private static let pairs: [String: (metric: Unit, us: Unit)] = {
    var pairs: [String: (metric: Unit, us: Unit)] = [:]
    for (metric, us) in [
      ("km", "mi"), ("kg", "lb"), ("degC", "degF"), ("cm", "in"), ("km/hr", "mi/hr"),
    ] {
      let pair = (Unit(known: metric), Unit(known: us))
      (pairs[metric], pairs[us]) = (pair, pair)
    }
    return pairs
  }()
}

/// Percent numbers: HealthKit keeps parts of one; people, FHIR and Open mHealth write a hundred
/// times that. Texts are moved by two digits, so that nothing is rounded on the way.
package enum PercentNumber {
  /// Returns a hundred times the number of a text: `98` for `0.98`.
  package static func hundredfold(of digits: String) -> String {
    exponent(of: digits) == nil ? moved(digits) : text(digits, movedBy: 2)
  }

  /// Returns the hundredth part of the number of a text: 0.973 for `97.3`; nil if it is no number.
  package static func hundredth(of digits: String) -> Double? {
    Double(text(digits.lowercased(), movedBy: -2))
  }

  private static func exponent(of text: String) -> Substring? {
    let parts = text.split(separator: "e")
    return parts.count == 2 ? parts[1] : nil
  }

  /// Returns the text of a number with `shift` added to its exponent.
  private static func text(_ text: String, movedBy shift: Int) -> String {
    let exponent = exponent(of: text).flatMap { Int($0) } ?? 0
    return "\(text.prefix { $0 != "e" })e\(exponent + shift)"
  }

  private static func moved(_ text: String) -> String {
    let isNegative = text.hasPrefix("-")
    let parts = (isNegative ? text.dropFirst() : text[...]).split(separator: ".")
    let fraction = parts.count > 1 ? String(parts[1]) : ""
    let padded = fraction + String(repeating: "0", count: max(0, 2 - fraction.count))
    let whole = (String(parts[0]) + padded.prefix(2)).drop { $0 == "0" }
    let rest = padded.dropFirst(2)
    let number = (whole.isEmpty ? "0" : whole) + (rest.isEmpty ? "" : "." + rest)
    return (isNegative && number != "0" ? "-" : "") + number
  }
}
