/// The number inside `mol<…>`: grams per mole.
///
/// HealthKit prints it with 16 significant digits, so the constant 180.15588000005408 and the
/// `180.1558800000541` of an export name the same unit. The text is normalised the same way.
struct MolarMass: Sendable {
  let text: String
  let grams: Double

  private static let significantDigits = 16

  /// That of glucose, as the Health app exports it.
  static let glucose = known("180.1558800000541")

  /// A mass whose text is part of the program; anything else is a programmer's error and traps.
  private static func known(_ text: String) -> MolarMass {
    guard let mass = MolarMass(text) else { preconditionFailure("not a mass: \(text)") }
    return mass
  }

  /// Reads digits with at most one dot; nil for anything else, for zero and for infinity.
  ///
  ///     MolarMass("180.15588000005408")?.text   // "180.1558800000541"
  ///     MolarMass("12.50")?.text                // "12.5"
  init?(_ input: String) {
    var digits: [UInt8] = []
    var pointIndex: Int?
    for byte in input.utf8 {
      switch byte {
      case UInt8(ascii: "."):
        guard pointIndex == nil else { return nil }
        pointIndex = digits.count
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        digits.append(byte - UInt8(ascii: "0"))
      default: return nil
      }
    }
    let text = Self.normalised(digits, point: pointIndex ?? digits.count)
    guard let grams = Double(text), grams > 0, grams.isFinite else { return nil }
    self.text = text
    self.grams = grams
  }

  /// Rounds to 16 significant digits, half up, and drops the zeros that say nothing.
  private static func normalised(_ digits: [UInt8], point: Int) -> String {
    var digits = digits
    var point = point
    if let first = digits.firstIndex(where: { $0 != 0 }) {
      let end = first + significantDigits
      if end < digits.count {
        let roundsUp = digits[end] >= 5
        for index in end..<digits.count { digits[index] = 0 }
        if roundsUp && carry(into: &digits, before: end) { point += 1 }
      }
    }
    let ascii = digits.map { Character(UnicodeScalar($0 + UInt8(ascii: "0"))) }
    let whole = String(ascii[..<point].drop { $0 == "0" })
    var fraction = String(ascii[point...])
    while fraction.last == "0" { fraction.removeLast() }
    let front = whole.isEmpty ? "0" : whole
    return fraction.isEmpty ? front : "\(front).\(fraction)"
  }

  /// Adds one to the last digit before `end`; true if the number grew by a digit.
  private static func carry(into digits: inout [UInt8], before end: Int) -> Bool {
    for index in (0..<end).reversed() {
      if digits[index] < 9 {
        digits[index] += 1
        return false
      }
      digits[index] = 0
    }
    digits.insert(1, at: 0)
    return true
  }
}
