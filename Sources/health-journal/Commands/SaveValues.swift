import HealthProjections
import HealthModel
import JournalFile
import ViewTables

/// Values as people type them on the command line of `save`.
enum SaveValues {
  /// The content of a quantity or category sample. A type that the catalogue does not know is a
  /// quantity, unless its identifier says category.
  static func sample(
    _ type: String, _ words: [String], span: TimeSpan, unit: String?
  ) throws -> Content {
    let text = words.joined(separator: " ")
    switch TypeCatalogue.find(type) {
    case .category(let category)?:
      let code = try self.category(category, text)
      return .category(CategorySample(type: type, span: span, value: .code(code)))
    case .other?, .workout?, .correlation?, .characteristic?:
      throw Failure.usage("\(type) cannot be saved by hand")
    case nil where type.hasPrefix("HKCategoryTypeIdentifier"):
      let value = Int(text).map { CategoryCode.code($0) } ?? .name(text)
      return .category(CategorySample(type: type, span: span, value: value))
    case .quantity?, nil:
      let amount = try self.amount(of: type, text, unit: unit)
      return .quantity(
        QuantitySample(type: type, span: span, value: amount.value, unit: amount.unit))
    }
  }

  /// A number in a unit of a type.
  private static func amount(of type: String, _ text: String, unit: String?) throws -> Amount {
    guard case .quantity(let known)? = TypeCatalogue.find(type) else {
      guard !text.isEmpty else { throw Failure.usage("VALUE missing, as '71.5 kg'") }
      return try Inputs.amount(text, unit: unit)
    }
    let example = known.isShare ? "97 %" : "12 " + known.metricUnitText
    guard !text.isEmpty else { throw Failure.usage("VALUE missing, as '\(example)'") }
    return try Inputs.amount(text, unit: unit, of: known, example: example)
  }

  /// The figures of a correlation that holds each of its types once, in their order: `120/80`,
  /// `16/10.7 kPa`.
  ///
  /// - Returns: the types of the members, and their values.
  static func figures(
    _ type: String, _ text: String
  ) throws -> [(type: String, value: String)] {
    guard case .correlation(let known)? = TypeCatalogue.find(type), known.membership == .eachOnce
    else { throw Failure.usage("a correlation has no value of its own, but members") }
    let unit = text.drop { $0.isNumber || "+-./ ".contains($0) }
    let numbers = text[..<unit.startIndex].split(separator: "/", omittingEmptySubsequences: false)
    guard numbers.count == known.containedTypes.count else {
      throw Failure.usage(
        "\(known.shortName) takes its figures with a slash between them, as 120/80, not '\(text)'")
    }
    return zip(known.containedTypes, numbers).map { ($0.identifier, "\($1) \(unit)") }
  }

  /// A category's value by number, short name or export name; nothing for a type of a single value.
  private static func category(_ type: CategoryType, _ text: String) throws -> Int {
    if text.isEmpty, type.values.count == 1, let only = type.values.first { return only.rawValue }
    let names = type.values.map(\.name).joined(separator: ", ")
    if text.isEmpty { throw Failure.usage("VALUE missing; \(type.shortName) has \(names)") }
    if let code = Int(text), type.allows(code) { return code }
    if let value = type.value(exportName: text) { return value.rawValue }
    do {
      return try type.resolve(text).rawValue
    } catch {
      throw Failure.usage("\(type.shortName) has no value '\(text)'; there are \(names)")
    }
  }

  /// A characteristic's value as the export writes it.
  static func characteristic(
    _ type: CharacteristicType, _ words: [String]
  ) throws -> String {
    let text = words.joined(separator: " ")
    switch type.valueKind {
    case .date:
      guard CivilDate(text) != nil else {
        throw Failure.usage("\(type.shortName) is a date, as 1985-05-12")
      }
      return text
    case .text: return text
    case .enumeration:
      if let value = type.value(exportName: text) { return value.exportName }
      do {
        return try type.resolve(text).exportName
      } catch {
        let names = type.values.map(\.name).joined(separator: ", ")
        throw Failure.usage("\(type.shortName) has no value '\(text)'; there are \(names)")
      }
    }
  }

  /// A metadata value: of the key's class where the catalogue knows it, by name where the value has
  /// one, else what it looks like.
  static func metadata(
    _ text: String, key: String
  ) throws(OptionProblem) -> MetadataValue {
    switch MetadataKey.find(key)?.valueClass {
    case .string?: return .string(text)
    case .date?:
      guard let date = Timestamp(rfc3339: text) else { throw Inputs.badTime(key, text) }
      return .date(date)
    case .quantity?:
      let amount = try Inputs.amount(text)
      return .quantity(amount.value, unit: amount.unit)
    case .number?, nil: break
    }
    if let value = MetadataKey.find(key)?.enumeration?.value(named: text) {
      return .number(Double(value.rawValue))
    }
    switch text {
    case "true", "yes": return .boolean(true)
    case "false", "no": return .boolean(false)
    default: break
    }
    if MetadataKey.find(key)?.isBoolean ?? false, text == "0" || text == "1" {
      return .boolean(text == "1")
    }
    if let number = Double(text), number.isFinite { return .number(number) }
    if let date = Timestamp(rfc3339: text) { return .date(date) }
    if text.first?.isNumber ?? false, let amount = try? Inputs.amount(text) {
      return .quantity(amount.value, unit: amount.unit)
    }
    return .string(text)
  }
}
