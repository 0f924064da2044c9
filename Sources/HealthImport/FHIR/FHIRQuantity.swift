import ByteTools
import HealthModel

/// A Quantity of FHIR as a number and a unit of HealthKit.
struct FHIRQuantity {
  private let quantity: JSONValue
  private let isOwn: Bool

  /// - Parameter isOwn: whether its unit is HealthKit's text, which this program wrote.
  init(_ quantity: JSONValue, isOwn: Bool) {
    self.quantity = quantity
    self.isOwn = isOwn
  }

  /// What it states of a type.
  func amount(of type: String) throws -> Amount {
    guard quantity["comparator"] == nil else {
      throw UnreadableElement("it says less or more than a number")
    }
    guard let number = quantity["value"].number else {
      throw UnreadableElement("its value is no number")
    }
    let known: QuantityType?
    if case .quantity(let type)? = TypeCatalogue.find(type) { known = type } else { known = nil }
    let code = quantity["code"].text
    let value = code == "%" ? FHIRNumber.hundredth(number) : number
    if let known, known.ownUCUM != nil, code == known.ownUCUM {
      return Amount(value, known.canonicalUnitText)
    }
    if isOwn, let unit = quantity["unit"].text { return Amount(value, unit) }
    return Amount(value, try unit(code, of: known))
  }

  /// The text of HealthKit's unit for what another program states.
  private func unit(_ code: String?, of type: QuantityType?) throws -> String {
    let system = quantity["system"].text
    guard system == nil || system == FHIRName.ucum, let text = code ?? quantity["unit"].text,
      let unit = Unit(ucum: text)
    else { throw UnreadableElement("its unit is none that HealthKit has") }
    guard let type, !type.accepts(unit), text.contains("mol"),
      let molar = try? Unit(Self.glucose(text)), type.accepts(molar)
    else { return unit.description }
    return molar.description
  }

  /// A unit of moles with the molar mass of glucose, because HealthKit's units of moles state one.
  private static func glucose(_ text: String) -> String {
    text.replacing("mol", with: "mol<180.15588000005408>")
  }
}

/// Numbers that are fractions in HealthKit and percent in FHIR, without an error of rounding on the
/// way.
package enum FHIRNumber {
  /// A hundred times a number, as the decimal that its text is moved by two digits: `0.98` is `98`.
  package static func hundredfold(_ value: Double) -> String {
    let shown = DecimalText.text(value)
    return exponent(of: shown) == nil ? moved(shown) : text(shown, movedBy: 2)
  }

  private static func exponent(of text: String) -> Substring? {
    let parts = text.split(separator: "e")
    return parts.count == 2 ? parts[1] : nil
  }

  /// The text of a number with `shift` added to its exponent.
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

  /// The hundredth part of a number, by its text.
  package static func hundredth(_ value: Double) -> Double {
    Double(text(DecimalText.text(value), movedBy: -2)) ?? value / 100
  }
}
