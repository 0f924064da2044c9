import HealthModel
import HealthProjections
import ViewTables

extension Inputs {
  /// `71.5 kg`, `71.5kg`, or `71.5` where `unit` says of what, or else `usual` does.
  static func amount(
    _ text: String, unit: String?, usual: String? = nil, example: String = "71.5 kg"
  ) throws(OptionProblem) -> Amount {
    // A minus as it is printed means what that of the keyboard does.
    let trimmed = String(text.map { $0 == "\u{2212}" ? "-" : $0 }).drop { $0 == " " }
    let number = trimmed.prefix { $0.isNumber || "+-.".contains($0) }
    var end = number.endIndex
    let rest = trimmed[end...]
    // An exponent, as in 1e-3, but not a unit that begins with e.
    if let first = rest.first, first == "e" || first == "E" {
      let exponent = rest.dropFirst().prefix { $0.isNumber || "+-".contains($0) }
      if exponent.contains(where: \.isNumber) { end = exponent.endIndex }
    }
    guard let value = Double(trimmed[..<end]), value.isFinite else {
      throw OptionProblem("'\(text)' is no number with a unit, as '\(example)'")
    }
    if trimmed[end...].first == ",", trimmed[end...].dropFirst().first?.isNumber ?? false {
      throw OptionProblem("'\(text)': write a point before decimals and nothing between thousands")
    }
    var words = String(trimmed[end...].drop { $0 == " " })
    while words.last == " " { words.removeLast() }
    if let unit, !words.isEmpty, words != unit {
      throw OptionProblem("two units: '\(words)' and --unit '\(unit)'")
    }
    let name = words.isEmpty ? unit ?? usual ?? "" : words
    guard !name.isEmpty else { throw OptionProblem("'\(text)' needs a unit, as '\(example)'") }
    _ = try Inputs.unit(name)
    return Amount(value, name)
  }
}
