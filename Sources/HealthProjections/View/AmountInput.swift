import ByteTools
package import HealthModel
package import ViewTables

extension Inputs {
  /// A number and its unit as a person types them, which is what text shows: `71.5 kg`, `71.5kg`,
  /// `1,705 kcal`, `97 %` for 0.97, `5.4 mmol/L` of glucose; a number alone where `unit`, or else
  /// the type, says of what.
  ///
  /// - Throws: an `OptionProblem` that says what to write; also of a share of a whole that is none.
  package static func amount(
    _ text: String, unit: String? = nil, of type: QuantityType? = nil, example: String = "71.5 kg"
  ) throws(OptionProblem) -> Amount {
    // A minus as it is printed means what that of the keyboard does.
    let trimmed = String(text.map { $0 == "\u{2212}" ? "-" : $0 }).drop { $0 == " " }
    let end = endOfNumber(trimmed)
    guard let digits = String(trimmed[..<end]).withoutThousands else {
      throw OptionProblem(
        "'\(text)': write a point before decimals, and commas between thousands alone")
    }
    guard let number = Double(digits), number.isFinite else {
      throw OptionProblem("'\(text)' is no number with a unit, as '\(example)'")
    }
    var words = String(trimmed[end...].drop { $0 == " " })
    while words.last == " " { words.removeLast() }
    if let unit, !words.isEmpty, words != unit {
      throw OptionProblem("two units: '\(words)' and --unit '\(unit)'")
    }
    let stated = words.isEmpty ? unit : words
    let name = stated ?? type?.unitOfBareNumber ?? ""
    guard !name.isEmpty else { throw OptionProblem("'\(text)' needs a unit, as '\(example)'") }
    let read = try self.unit(name)
    // A share that is typed without a unit is one already.
    let value = stated == nil ? number : read.value(entered: digits) ?? number
    if let type, type.isShare {
      try check(share: value, of: type, typed: digits, inPercent: stated != nil && read.isPercent)
    }
    let isHealthKits = (try? Unit(name)) != nil
    return Amount(value, type?.unitText(entered: name) ?? (isHealthKits ? name : read.description))
  }

  /// Where the number ends with which a text begins.
  private static func endOfNumber(_ text: Substring) -> String.Index {
    let number = text.prefix { $0.isNumber || "+-.,".contains($0) }
    let rest = text[number.endIndex...]
    // An exponent, as in 1e-3, but not a unit that begins with e.
    guard let first = rest.first, first == "e" || first == "E" else { return number.endIndex }
    let exponent = rest.dropFirst().prefix { $0.isNumber || "+-".contains($0) }
    return exponent.contains(where: \.isNumber) ? exponent.endIndex : number.endIndex
  }

  /// Refuses a share of a whole beyond 0 to 1, and one that nobody can have and that was percent as
  /// HealthKit writes them.
  private static func check(
    share: Double, of type: QuantityType, typed digits: String, inPercent: Bool
  ) throws(OptionProblem) {
    func spellings(_ percent: String) -> String {
      "write \(percent) % or \(PercentNumber.hundredth(of: percent).map(DecimalText.text) ?? "")"
    }
    guard (0...1).contains(share) else {
      let isLikelyPercent = !inPercent && (1...100).contains(share)
      throw OptionProblem(
        "\(type.shortName): \(digits)\(inPercent ? " %" : "") is no share of a whole; "
          + (isLikelyPercent ? spellings(digits) : "write 0 to 100 %, or 0 to 1"))
    }
    guard inPercent, let number = Double(digits), number > 0, number <= 1,
      PlausibleRange.of(type.identifier)?.excludes(share, .percent, own: .percent) ?? false
    else { return }
    throw OptionProblem(
      "\(type.shortName): \(digits) % is \(DecimalText.text(share)); "
        + spellings(PercentNumber.hundredfold(of: DecimalText.text(number))))
  }
}
