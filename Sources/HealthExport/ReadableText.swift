import HealthModel
import ViewTables

/// How the formats for people spell cells and headings. What these functions return is not yet
/// safe for a terminal or a page: the format escapes it.
enum ReadableText {
  /// A cell as people read it: short names, local times, rounded numbers.
  static func text(_ cell: Cell) -> String {
    switch cell.finite {
    case .missing: ""
    case .text(let text): text
    case .number(let number): self.number(number)
    case .whole(let number): String(number)
    case .time(let time): self.time(time, seconds: false, offset: false)
    case .day(let day): day.description
    case .flag(let flag): flag ? "yes" : "no"
    case .identifier(let identifier): shortName(identifier)
    case .names(let names): names.joined(separator: ", ")
    case .list(let objects): objects.isEmpty ? "" : jsonText(objects)
    case .json(let text): text
    }
  }

  /// The words of a column's name: `metres per lap`.
  static func heading(_ column: Column) -> String { words(column.field) }

  /// The words of a field's name: `metresPerLap` gives `metres per lap`, `restingBMR`
  /// `resting BMR`.
  static func words(_ field: String) -> String {
    // A key of metadata is a name of somebody else's.
    if field.utf8.contains(UInt8(ascii: ".")) { return field }
    // Most fields are one word.
    if field.utf8.allSatisfy({ $0 < 0x80 && !(UInt8(ascii: "A")...UInt8(ascii: "Z") ~= $0) }) {
      return field
    }
    let letters = Array(field)
    var words = ""
    for (index, letter) in letters.enumerated() {
      let follows = index > 0 && !letters[index - 1].isUppercase
      let begins = letter.isUppercase && follows
      let isAlone = index + 1 == letters.count || !letters[index + 1].isUppercase
      if begins { words += " " }
      words += begins && isAlone ? letter.lowercased() : String(letter)
    }
    return words
  }

  /// The catalogue's short name of a type or an activity; else the identifier as it is.
  static func shortName(_ identifier: String) -> String {
    TypeCatalogue.find(identifier)?.shortName
      ?? WorkoutActivityType.find(identifier)?.name
      ?? WorkoutEventType.find(identifier)?.name
      ?? identifier
  }

  static func twoDigits(_ number: Int) -> String {
    number < 10 ? "0\(number)" : "\(number)"
  }

  /// A finite number in six significant digits, without zeros at the end; the whole part is never
  /// rounded: `72.1235`, `0.3`, `1234568`, `0.000123457`, `1.5e-9`.
  static func number(_ value: Double) -> String {
    if let whole = Int(exactly: value), whole.magnitude < 1_000_000 { return String(whole) }
    var (digits, point) = decimal(value.magnitude)
    round(&digits, to: (-4...21).contains(point) ? max(6, point) : 6, &point)
    let isPlain = (-4...21).contains(point)
    let sign = value < 0 ? "-" : ""
    guard isPlain else {
      let fraction = text(digits, 1, digits.count)
      return "\(sign)\(digits[0])\(fraction.isEmpty ? "" : ".\(fraction)")e\(point - 1)"
    }
    let fraction = text(digits, point, digits.count)
    let whole = point < 1 ? "0" : text(digits, 0, point)
    return sign + whole + (fraction.isEmpty ? "" : ".\(fraction)")
  }

  /// Digits from one index to another, zeros where there are none.
  private static func text(_ digits: [UInt8], _ first: Int, _ end: Int) -> String {
    var text = ""
    var index = first
    while index < end {
      let digit = digits.indices.contains(index) ? digits[index] : 0
      text.unicodeScalars.append(Unicode.Scalar(UInt8(ascii: "0") + digit))
      index += 1
    }
    return text
  }

  /// The digits of the shortest decimal that reads back to a positive number, without zeros at
  /// either end, and the position of the point: 0.05 is ([5], -1), 72.5 is ([7, 2, 5], 2).
  private static func decimal(_ value: Double) -> (digits: [UInt8], point: Int) {
    let text = value.description
    let mantissa = text.utf8.prefix { $0 != UInt8(ascii: "e") }
    var digits: [UInt8] = []
    var (whole, zeros, isWhole) = (0, 0, true)
    for byte in mantissa {
      guard byte != UInt8(ascii: ".") else {
        isWhole = false
        continue
      }
      if isWhole { whole += 1 }
      if byte == UInt8(ascii: "0"), digits.isEmpty {
        zeros += 1
      } else {
        digits.append(byte - UInt8(ascii: "0"))
      }
    }
    while digits.last == 0 { digits.removeLast() }
    let exponent =
      mantissa.endIndex < text.endIndex ? Int(text[mantissa.endIndex...].dropFirst()) ?? 0 : 0
    return (digits, whole - zeros + exponent)
  }

  /// A finite number as exact as people need it, with commas between thousands: `1,705`, `79.0`.
  /// Less than the least digit is shown by its first digits: `0.0073`.
  static func number(_ value: Double, _ precision: FigureStyle.Precision) -> String {
    var (digits, point) = decimal(value.magnitude)
    guard !digits.isEmpty else { return fixed(digits, 1, precision.decimals) }
    guard (-3...15).contains(point) else { return grouped(number(value)) }
    let kept = max(point + precision.decimals, precision.significant)
    round(&digits, to: kept, &point)
    let decimals = max(precision.decimals, digits.count - point)
    return (value < 0 ? "-" : "") + fixed(digits, point, decimals)
  }

  /// Digits, this many of them after the point.
  private static func fixed(_ digits: [UInt8], _ point: Int, _ decimals: Int) -> String {
    let whole = point < 1 ? "0" : grouped(text(digits, 0, point))
    guard decimals > 0 else { return whole }
    return "\(whole).\(text(digits, point, point + decimals))"
  }

  /// A number's text with commas between thousands of its whole part: `12,031`.
  static func grouped(_ text: String) -> String {
    guard !text.contains("e") else { return text }
    let whole = text.prefix { $0 != "." }
    let sign = whole.hasPrefix("-") ? "-" : ""
    var digits = whole.dropFirst(sign.count)
    guard digits.count > 3 else { return text }
    var groups: [Substring] = []
    while digits.count > 3 {
      groups.insert(digits.suffix(3), at: 0)
      digits = digits.dropLast(3)
    }
    return sign + ([digits] + groups).joined(separator: ",") + text[whole.endIndex...]
  }

  /// Rounds half up, as people do, to at most this many digits.
  private static func round(_ digits: inout [UInt8], to count: Int, _ point: inout Int) {
    guard digits.count > count else { return }
    let roundsUp = digits[count] >= 5
    digits.removeSubrange(count...)
    if roundsUp {
      while digits.last == 9 { digits.removeLast() }
      if digits.isEmpty {
        digits = [1]
        point += 1
      } else {
        digits[digits.count - 1] += 1
      }
    }
    while digits.last == 0 { digits.removeLast() }
  }
}
