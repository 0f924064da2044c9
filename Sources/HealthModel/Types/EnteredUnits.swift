// Units and numbers as people enter them, who know what a type is measured in. It is what text
// shows, the other way round.

extension QuantityType {
  /// True where values are shares of a whole, which is 1, as oxygen saturation is.
  package var isShare: Bool { metricUnitText == "%" }

  /// The unit of a number that is entered without one: that of types that everybody counts or
  /// measures in the same one, for a share of a whole `%`, of which it is then the value, 0 to 1;
  /// nil where a number alone could mean several things.
  ///
  ///     QuantityType.stepCount.unitOfBareNumber          // count
  ///     QuantityType.heartRate.unitOfBareNumber          // count/min
  ///     QuantityType.oxygenSaturation.unitOfBareNumber   // %
  ///     QuantityType.bodyMass.unitOfBareNumber           // nil: kg or lb
  public var unitOfBareNumber: String? {
    let isTheSame = metricUnitText == usUnitText
    return isTheSame && ["count", "count/min", "mmHg", "%"].contains(metricUnitText)
      ? metricUnitText : nil
  }

  /// The unit that a person means: of blood glucose moles are those of glucose, whose mass
  /// HealthKit writes; every other unit as it is.
  ///
  ///     QuantityType.bloodGlucose.unit(entered: try Unit("mmol/L"))
  ///     // mmol<180.1558800000541>/L
  public func unit(entered unit: Unit) -> Unit {
    self == .bloodGlucose ? unit.ofMoles(weighing: .glucose) : unit
  }

  /// HealthKit's text of a unit that people write shorter: blood glucose in `mmol/L`, a temperature
  /// in `°C`; every other text as it stands.
  public func unitText(entered text: String) -> String {
    guard let read = try? Unit(entered: text) else { return text }
    let meant = unit(entered: read)
    return (try? Unit(text)) == meant ? text : meant.description
  }

  /// The text that people are shown for a unit, which `unitText(entered:)` reads: blood glucose is
  /// in `mmol/L`.
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
  /// Reads a unit as people write it: as HealthKit does, or with the sign of a degree, `°C`.
  ///
  /// - Throws: as `init(_:)`.
  package init(entered text: String) throws(UnitProblem) {
    guard text.unicodeScalars.contains(where: { "°℃℉".unicodeScalars.contains($0) }) else {
      try self.init(text)
      return
    }
    try self.init(
      text.replacing("°", with: "deg").replacing("℃", with: "degC").replacing("℉", with: "degF"))
  }

  /// The unit that a person means of a type, by its identifier: see `QuantityType.unit(entered:)`.
  package func entered(of type: String) -> Unit {
    guard case .quantity(let known)? = TypeCatalogue.find(type) else { return self }
    return known.unit(entered: self)
  }

  /// The value that digits mean before the text of this unit: of percent, of which parts of one are
  /// saved, the hundredth; nil: they are no number.
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

  /// The unit with the mass of a substance for moles that state none.
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
}

extension UnitElement {
  /// True for moles of an unknown substance.
  fileprivate var isBareMole: Bool { rootIndex == UnitTable.moleIndex && molarMass == nil }
}

extension String {
  /// A number's text without the commas that text shows between thousands, `12,031.5`; nil where
  /// they stand elsewhere.
  package var withoutThousands: String? {
    guard contains(",") else { return self }
    let parts = split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    var groups = parts[0].split(separator: ",", omittingEmptySubsequences: false)
    let first = groups.removeFirst().drop { "+-".contains($0) }
    guard (1...3).contains(first.count), first.first != "0", groups.allSatisfy({ $0.count == 3 }),
      parts.count == 1 || !parts[1].contains(",")
    else { return nil }
    return replacing(",", with: "")
  }
}
