import HealthModel

/// Words of a command line, read as what they mean.
enum Inputs {
  /// The identifier of a type: a short name is looked up, any other text that begins as Apple's
  /// identifiers do is taken as it is.
  static func type(_ name: String) throws(Failure) -> String {
    do {
      return try TypeCatalogue.resolve(name).identifier
    } catch {
      if name.hasPrefix("HK") { return name }
      throw .usage(error.description)
    }
  }

  /// The identifiers of the types that `--type` names; nil without it.
  static func types(_ arguments: Arguments) throws(Failure) -> Set<String>? {
    let names = try arguments.list(.type)
    if names.isEmpty { return nil }
    var types: Set<String> = []
    for name in names { types.insert(try type(name)) }
    return types
  }

  /// Why nothing may have been found: a full identifier that the catalogue does not have.
  static func doubt(_ arguments: Arguments) -> String {
    let unknown = arguments.all(.type).flatMap { $0.split(separator: ",") }
      .first { $0.hasPrefix("HK") && TypeCatalogue.find(String($0)) == nil }
    return unknown.map { "; " + strange(String($0)) } ?? ""
  }

  /// Whether the catalogue has an identifier.
  static func isKnown(_ identifier: String) -> Bool { TypeCatalogue.find(identifier) != nil }

  /// Words for an identifier that the catalogue does not have.
  static func strange(_ identifier: String) -> String {
    let names = TypeCatalogue.all.map(\.identifier)
    let near = NearestNames.of(identifier, among: names).first
    return "\(identifier) is no type that this program knows"
      + (near.map { "; did you mean \($0)?" } ?? "")
  }

  static func unit(_ text: String) throws(Failure) -> Unit {
    do {
      return try Unit(text)
    } catch {
      throw .usage(error.description)
    }
  }

  /// The export's word for a workout activity.
  static func activity(_ name: String) throws(Failure) -> String {
    if name.hasPrefix("HKWorkoutActivityType") { return name }
    do {
      return try WorkoutActivityType.resolve(name).exportName
    } catch {
      throw .usage(error.description)
    }
  }

  static func predicate(_ text: String) throws(Failure) -> HealthPredicate {
    do {
      return try HealthPredicate(text)
    } catch {
      throw .usage(error.description)
    }
  }

  static func uuid(_ text: String) throws(Failure) -> ObjectUUID {
    guard let uuid = ObjectUUID(text) else {
      throw .usage("'\(text)' is no uuid, as 3F2504E0-4F89-41D3-9A0C-0305E82C3301")
    }
    return uuid
  }

  /// `71.5 kg`, `71.5kg`, or `71.5` where `unit` says of what.
  static func amount(
    _ text: String, unit: String?, example: String = "71.5 kg"
  ) throws(Failure) -> Amount {
    let trimmed = text.drop { $0 == " " }
    let number = trimmed.prefix { $0.isNumber || "+-.".contains($0) }
    var end = number.endIndex
    let rest = trimmed[end...]
    // An exponent, as in 1e-3, but not a unit that begins with e.
    if let first = rest.first, first == "e" || first == "E" {
      let exponent = rest.dropFirst().prefix { $0.isNumber || "+-".contains($0) }
      if exponent.contains(where: \.isNumber) { end = exponent.endIndex }
    }
    guard let value = Double(trimmed[..<end]), value.isFinite else {
      throw .usage("'\(text)' is no number with a unit, as '\(example)'")
    }
    if trimmed[end...].first == ",", trimmed[end...].dropFirst().first?.isNumber ?? false {
      throw .usage("'\(text)': write a point before decimals and nothing between thousands")
    }
    var words = String(trimmed[end...].drop { $0 == " " })
    while words.last == " " { words.removeLast() }
    if let unit, !words.isEmpty, words != unit {
      throw .usage("two units: '\(words)' and --unit '\(unit)'")
    }
    let name = words.isEmpty ? unit ?? "" : words
    guard !name.isEmpty else { throw .usage("'\(text)' needs a unit, as '\(example)'") }
    _ = try Inputs.unit(name)
    return Amount(value, name)
  }

  /// The time of the clock at which days start.
  static func dayStarts(_ arguments: Arguments) throws(Failure) -> ClockTime {
    guard let text = arguments[.dayStarts] else { return .midnight }
    guard let time = ClockTime(text) else {
      throw .usage("--day-starts takes a time of the clock from 00:00 to 23:59, not '\(text)'")
    }
    return time
  }

  static func badTime(_ option: Option, _ text: String) -> Failure {
    badTime("--" + option.name, text)
  }

  static func badTime(_ what: String, _ text: String) -> Failure {
    .usage(
      "\(what): '\(text)' is no time; write 2026-11-20T07:30:00+01:00, '2026-11-20 07:30', "
        + "2026-11-20, today or yesterday")
  }
}

extension Inputs {
  /// One of the words that an option takes.
  static func choice<Choice: RawRepresentable<String> & CaseIterable>(
    _ option: Option, _ arguments: Arguments, among choices: [Choice] = Array(Choice.allCases)
  ) throws(Failure) -> Choice? {
    guard let text = arguments[option] else { return nil }
    guard let choice = choices.first(where: { $0.rawValue == text }) else {
      let words = choices.map(\.rawValue).joined(separator: " or ")
      throw .usage("--\(option.name) takes \(words), not '\(text)'")
    }
    return choice
  }
}
