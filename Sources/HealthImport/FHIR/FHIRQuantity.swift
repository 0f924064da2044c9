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
    let part = code == "%" ? PercentNumber.hundredth(of: DecimalText.text(number)) : nil
    let value = part ?? number
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
    return (type?.unit(entered: unit) ?? unit).description
  }
}
