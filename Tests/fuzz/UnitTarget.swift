import HealthModel

/// The canonical text of a unit is read as an equal one; its values convert to themselves, and back
/// from the square root of the unit's square.
enum UnitTarget {
  static func run(_ bytes: [UInt8]) {
    guard let text = String(validating: bytes, as: UTF8.self), let unit = try? Unit(text) else {
      return
    }
    let canonical = unit.description
    let again = try? Unit(canonical)
    demand(again == unit, "'\(canonical)' is read as \(again as Any)")
    demand(again?.description == canonical, "'\(canonical)' is not canonical")
    demand((try? unit.convert(98.6, to: unit)) == 98.6, "98.6 \(canonical) is not itself")
    demand(unit.divided(by: unit).isNull, "\(canonical) over itself is a unit")
    demand(unit.raised(to: -1).raised(to: -1) == unit, "\(canonical) is not what it was")
  }
}
