extension Unit {
  /// The code of UCUM for the unit, nil where UCUM has none.
  ///
  ///     try Unit("mL/min·kg").ucum   // "mL/min/kg"
  ///     try Unit("count/min").ucum   // "/min"
  ///     try Unit("count").ucum       // "{count}"
  ///
  /// What is counted is 1 and disappears beside other factors. Percent is a code only by itself, as
  /// HealthKit's is a fraction: values of it are to be taken a hundredfold. Source: UCUM 2.2,
  /// ucum.org/ucum.
  public var ucum: String? {
    var above: [String] = []
    var below: [String] = []
    for factor in factors {
      guard let code = Self.code(factor) else { return nil }
      if factor.element.root.name == "%", factors.count > 1 || factor.power != 1 { return nil }
      if code.hasPrefix("{"), factors.count > 1 || factor.power != 1 { continue }
      let power = factor.power.magnitude
      let text = power == 1 ? code : code + String(power)
      if factor.power > 0 { above.append(text) } else { below.append("/" + text) }
    }
    let code = above.joined(separator: ".") + below.joined()
    return code.isEmpty ? "1" : code
  }

  /// True for percent by itself, whose values are fractions here and hundredths in UCUM.
  public var isPercent: Bool {
    factors.count == 1 && factors[0].power == 1 && factors[0].name == "%"
  }

  private static func code(_ factor: Factor) -> String? {
    let element = factor.element
    guard let root = element.root.ucum else { return nil }
    guard let prefix = UnitTable.prefixes.first(where: { element.hasPrefix($0) }) else {
      return root
    }
    return prefix.ucum + root
  }

  /// Reads a code of UCUM, as far as HealthKit has such units; nil for others.
  ///
  ///     Unit(ucum: "/min")?.description           // "count/min"
  ///     Unit(ucum: "{beats}/min")?.description    // "count/min"
  ///     Unit(ucum: "[lb_av]")?.description        // "lb"
  ///     Unit(ucum: "10*3/uL")                     // nil
  public init?(ucum code: String) {
    guard code.utf8.count <= UnitParser.maximumLength else { return nil }
    var names = (above: [String](), below: [String]())
    var isBelow = false
    for part in Self.parts(of: code) {
      switch part {
      case "/": isBelow = true
      case ".": isBelow = false
      default:
        guard let name = Self.name(ofTerm: part) else { return nil }
        if name.isEmpty { continue }
        if isBelow { names.below.append(name) } else { names.above.append(name) }
      }
    }
    let above = names.above.isEmpty ? "count" : names.above.joined(separator: "*")
    let below = names.below.joined(separator: "*")
    guard let unit = try? Unit(below.isEmpty ? above : "\(above)/(\(below))") else { return nil }
    self = unit
  }

  /// Terms and operators; those inside of brackets and braces are letters.
  private static func parts(of code: String) -> [Substring] {
    var parts: [Substring] = []
    var start = code.startIndex
    var depth = 0
    for index in code.indices {
      let character = code[index]
      if character == "[" || character == "{" { depth += 1 }
      if character == "]" || character == "}" { depth -= 1 }
      guard depth == 0, character == "/" || character == "." else { continue }
      if start < index { parts.append(code[start..<index]) }
      parts.append(code[index...index])
      start = code.index(after: index)
    }
    if start < code.endIndex { parts.append(code[start...]) }
    return parts
  }

  /// HealthKit's text for a term, empty for 1; nil: there is none.
  private static func name(ofTerm term: Substring) -> String? {
    if let known = codes[String(term)] { return known }
    let bare = term.prefix { $0 != "{" }
    if bare.isEmpty || bare == "1" { return "" }
    let digits = bare.reversed().prefix { ("0"..."9").contains($0) }.count
    guard let name = codes[String(bare.dropLast(digits))] else { return nil }
    guard digits > 0 else { return name }
    return "\(name)^\(bare.suffix(digits))"
  }

  /// HealthKit's names by UCUM's codes, with every prefix that goes with them.
  private static let codes: [String: String] = {
    var codes: [String: String] = [:]
    for root in UnitTable.roots {
      guard let code = root.ucum, code != "{count}" else { continue }
      codes[code] = root.name
      guard root.takesPrefix else { continue }
      for prefix in UnitTable.prefixes { codes[prefix.ucum + code] = prefix.name + root.name }
    }
    codes["l"] = "L"
    for prefix in UnitTable.prefixes { codes[prefix.ucum + "l"] = prefix.name + "L" }
    return codes
  }()
}

extension UnitElement {
  /// Whether it is its root with this prefix.
  fileprivate func hasPrefix(_ prefix: UnitPrefix) -> Bool {
    root.takesPrefix && exponent == prefix.exponent && name.hasPrefix(prefix.name)
  }
}
