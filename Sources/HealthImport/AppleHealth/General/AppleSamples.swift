import HealthModel

extension AppleObjects {
  /// What a `Record` states: a quantity, a category or, of a type that is neither, the element
  /// whole.
  mutating func sample(
    _ node: Int, in element: inout ElementTree
  ) throws(UnreadableElement) -> StatedObject {
    let type = try required("type", of: node, in: &element)
    let source = sourceName(of: node, in: &element)
    let span = try span(of: node, in: &element)
    let content: Content
    if Self.isCategory(type) {
      let value = category(of: type, node, in: &element)
      content = .category(CategorySample(type: type, span: span, value: value))
    } else if Self.isQuantity(type) || element.statesQuantity(node) {
      content = .quantity(try quantity(of: type, span, node, in: &element))
    } else {
      return other(node, in: &element)
    }
    guard let identity = ContentIdentity(of: content) else { return other(node, in: &element) }
    return StatedObject(
      node: node, content: content, identity: identity, source: Source(name: source ?? ""))
  }

  private static func isQuantity(_ type: String) -> Bool {
    if type.hasPrefix("HKQuantityTypeIdentifier") { return true }
    if case .quantity? = TypeCatalogue.find(type) { return true }
    return false
  }

  private static func isCategory(_ type: String) -> Bool {
    if type.hasPrefix("HKCategoryTypeIdentifier") { return true }
    // Quantities are the rule: ask the catalogue only for what does not say it is one.
    if type.hasPrefix("HKQuantityTypeIdentifier") { return false }
    if case .category? = TypeCatalogue.find(type) { return true }
    return false
  }

  // MARK: Quantities

  private mutating func quantity(
    of type: String, _ span: TimeSpan, _ node: Int, in element: inout ElementTree
  ) throws(UnreadableElement) -> QuantitySample {
    // iOS 8 condensed samples: how many, and their least, greatest and average value.
    let series = SeriesSummary(
      count: element.take("recordCount", of: node, AppleNumber.parse),
      minimum: element.take("min", of: node, AppleNumber.parse),
      maximum: element.take("max", of: node, AppleNumber.parse),
      sum: element.take("sum", of: node, AppleNumber.parse))
    let average = element.peek("average", of: node, AppleNumber.parse)
    let stated = element.take("value", of: node, AppleNumber.parse)
    guard let value = stated ?? average ?? series.sum else {
      throw UnreadableElement("its value is no number")
    }
    if element.has("value", of: node) { throw UnreadableElement("its value is no number") }
    // An average beside a value has no field of its own and stays an attribute.
    if stated == nil { _ = element.take("average", of: node) }
    return QuantitySample(
      type: type, span: span, value: value, unit: text("unit", of: node, in: &element) ?? "",
      series: series == SeriesSummary() ? nil : series)
  }

  // MARK: Categories

  /// The value of a category sample. A sample of a type that knows no values, such as a mindful
  /// session, may have none.
  private mutating func category(
    of type: String, _ node: Int, in element: inout ElementTree
  ) -> CategoryCode {
    let word = text("value", of: node, in: &element) ?? Self.notApplicable
    guard case .category(let known)? = TypeCatalogue.find(type) else {
      return word == Self.notApplicable ? .code(0) : CategoryCode(word: word)
    }
    return known.value(exportName: word).map { .code($0.rawValue) } ?? CategoryCode(word: word)
  }

  static let notApplicable = "HKCategoryValueNotApplicable"
}

extension CategoryCode {
  /// The value of a word that the catalogue does not know.
  init(word: String) {
    // Through the number and back, so that `01` and `+1` stay the words they are.
    self = Int(word).flatMap { String($0) == word ? .code($0) : nil } ?? .name(word)
  }
}

extension ElementTree {
  /// Whether an element has a number and a unit.
  fileprivate func statesQuantity(_ node: Int) -> Bool {
    has("unit", of: node) && peek("value", of: node, AppleNumber.parse) != nil
  }
}
