/// Percent, of which HealthKit keeps parts of one and people, FHIR and Open mHealth write a
/// hundredfold. Texts are moved by two digits, so that nothing is rounded on the way.
package enum PercentNumber {
  /// A hundred times the number that a text is: of `0.98` it is `98`.
  package static func hundredfold(of digits: String) -> String {
    exponent(of: digits) == nil ? moved(digits) : text(digits, movedBy: 2)
  }

  /// The hundredth part of the number that a text is: of `97.3` it is 0.973; nil: it is none.
  package static func hundredth(of digits: String) -> Double? {
    Double(text(digits.lowercased(), movedBy: -2))
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
}
