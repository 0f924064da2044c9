import ByteTools
import HealthModel

/// Who wrote an Observation, as far as that decides how its numbers are read.
enum FHIRWriter {
  /// This program.
  case own
  /// HealthKitOnFHIR, which writes percent as HealthKit has it: fractions of one.
  case healthKitOnFHIR
  /// Somebody else, or a HealthKitOnFHIR that does not say so.
  case other
}

/// A Quantity of FHIR as a number and a unit of HealthKit.
///
/// The unit is that of UCUM's code; else what the code or the unit for people means among the words
/// that programs write; else HealthKit's own text. The first that fits the type counts. A number
/// without a unit is a count, of types that are counted.
struct FHIRQuantity {
  private let quantity: JSONValue
  private let type: String
  private let known: QuantityType?
  private let writer: FHIRWriter

  /// A Quantity of a type, by its identifier.
  init(_ quantity: JSONValue, of type: String, by writer: FHIRWriter) {
    self.quantity = quantity
    self.type = type
    self.writer = writer
    if case .quantity(let type)? = TypeCatalogue.find(type) { known = type } else { known = nil }
  }

  /// What it states.
  func amount() throws -> Amount {
    guard quantity["comparator"] == nil else {
      throw UnreadableElement("it says less or more than a number")
    }
    guard let number = quantity["value"].number else {
      throw UnreadableElement("its value is no number")
    }
    if let known, let own = known.ownUCUM, isWritten(own) {
      return Amount(number, known.canonicalUnitText)
    }
    if writer == .own, let text = quantity["unit"].text {
      return Amount(code == "%" ? Self.hundredth(of: number) : number, text)
    }
    let unit = try unit()
    guard unit.isPercent, !isFraction(number) else { return Amount(number, unit.description) }
    return Amount(Self.hundredth(of: number), unit.description)
  }

  /// Whether it may be a fraction of one, where nothing says who wrote it; nil: it may not.
  var doubt: DoubtfulPercent? {
    guard writer == .other, let number = quantity["value"].number, number > 0, number <= 1,
      let unit = try? unit(), unit.isPercent
    else { return nil }
    return DoubtfulPercent(type: type, isFraction: isFraction(number), count: 1)
  }

  // MARK: Percent

  /// Whether a number of percent is a fraction: HealthKitOnFHIR's are, and at most 1 % of oxygen is
  /// nobody's.
  private func isFraction(_ number: Double) -> Bool {
    guard number <= 1 else { return false }
    switch writer {
    case .own: return false
    case .healthKitOnFHIR: return true
    case .other: return known == .oxygenSaturation
    }
  }

  private static func hundredth(of number: Double) -> Double {
    PercentNumber.hundredth(of: DecimalText.text(number)) ?? number
  }

  // MARK: Units

  /// UCUM's code; nil: there is none, or it is of another system.
  private var code: String? {
    let system = quantity["system"].text
    return system == nil || system == FHIRName.ucum ? quantity["code"].text : nil
  }

  /// The texts that may be a unit.
  private var texts: [String] { [code, quantity["unit"].text].compactMap(\.self) }

  /// Whether its unit is UCUM's code for a type alone, as people write it too: `kg/m2`, `kg/m^2`.
  private func isWritten(_ own: String) -> Bool {
    texts.contains { $0.replacing("^", with: "").replacing("²", with: "2") == own }
  }

  private func unit() throws -> Unit {
    // HealthKitOnFHIR (25b9ca38) has decibels of hearing here, and HealthKit those of sound.
    if let known, known == .environmentalSoundReduction, texts.contains("dB(HL)") {
      return known.canonicalUnit
    }
    let coded = code.flatMap { Unit(ucum: $0) }.map(meant)
    if let coded, fits(coded) { return coded }
    // Where no code is given, the unit may be one.
    let last = code == nil ? texts.first.flatMap { Unit(ucum: $0) } : nil
    let others = texts.map { Unit(written: $0) } + [last]
    let units = [coded].compactMap(\.self) + others.compactMap(\.self).map(meant)
    if let unit = units.first(where: fits) ?? units.first { return unit }
    guard !texts.isEmpty else {
      if let known, known.canonicalUnit == .count { return .count }
      throw UnreadableElement("it has no unit")
    }
    let read = texts.map { text in
      "'\(TerminalText.escaped(String(text.unicodeScalars.prefix(40))))'"
    }
    throw UnreadableElement(
      "its unit is none that HealthKit has: \(read.joined(separator: ", "))")
  }

  private func meant(_ unit: Unit) -> Unit { known?.unit(entered: unit) ?? unit }

  private func fits(_ unit: Unit) -> Bool { known?.accepts(unit) ?? true }
}
