package import HealthModel

/// Words of a person, read as what they mean.
package enum Inputs {
  /// The identifier of a type: a short name is looked up, any other text that begins as Apple's
  /// identifiers do is taken as it is.
  package static func type(_ name: String) throws(OptionProblem) -> String {
    do {
      return try TypeCatalogue.resolve(name).identifier
    } catch {
      if name.hasPrefix("HK") { return name }
      throw OptionProblem(error.description)
    }
  }

  /// The identifiers of the types that `--type` names; nil without it.
  package static func types(_ values: OptionValues) throws(OptionProblem) -> [String]? {
    let names = try values.list(.type)
    if names.isEmpty { return nil }
    var types: [String] = []
    for name in names { types.append(try type(name)) }
    return types
  }

  /// Why nothing may have been found: a full identifier that the catalogue does not have.
  package static func doubt(_ values: OptionValues) -> String {
    let unknown = values.all(.type).flatMap { $0.split(separator: ",") }
      .first { $0.hasPrefix("HK") && TypeCatalogue.find(String($0)) == nil }
    return unknown.map { "; " + strange(String($0)) } ?? ""
  }

  /// Whether the catalogue has an identifier.
  package static func isKnown(_ identifier: String) -> Bool {
    TypeCatalogue.find(identifier) != nil
  }

  /// Words for an identifier that the catalogue does not have.
  package static func strange(_ identifier: String) -> String {
    let names = TypeCatalogue.all.map(\.identifier)
    let near = NearestNames.of(identifier, among: names).first
    return "\(identifier) is no type that this program knows"
      + (near.map { "; did you mean \($0)?" } ?? "")
  }

  /// A unit.
  package static func unit(_ text: String) throws(OptionProblem) -> Unit {
    do {
      return try Unit(text)
    } catch {
      throw OptionProblem(error.description)
    }
  }

  /// The unit that an option names, which fits a type; nil where it is not given.
  package static func unit(
    _ option: Option, of type: QuantityType, _ values: OptionValues
  ) throws(OptionProblem) -> Unit? {
    guard let text = values[option] else { return nil }
    let unit = try unit(text)
    guard type.accepts(unit) else {
      throw OptionProblem("--\(option.name): \(type.identifier) does not convert to \(text)")
    }
    return unit
  }

  /// The export's word for a workout activity.
  package static func activity(_ name: String) throws(OptionProblem) -> String {
    if name.hasPrefix("HKWorkoutActivityType") { return name }
    do {
      return try WorkoutActivityType.resolve(name).exportName
    } catch {
      throw OptionProblem(error.description)
    }
  }

  /// A predicate.
  package static func predicate(_ text: String) throws(OptionProblem) -> HealthPredicate {
    do {
      return try HealthPredicate(text)
    } catch {
      throw OptionProblem(error.description)
    }
  }

  /// A uuid.
  package static func uuid(_ text: String) throws(OptionProblem) -> ObjectUUID {
    guard let uuid = ObjectUUID(text) else {
      throw OptionProblem("'\(text)' is no uuid, as 3F2504E0-4F89-41D3-9A0C-0305E82C3301")
    }
    return uuid
  }

  /// The time of the clock at which days start.
  package static func dayStarts(_ values: OptionValues) throws(OptionProblem) -> ClockTime {
    guard let text = values[.dayStarts] else { return .midnight }
    guard let time = ClockTime(text) else {
      throw OptionProblem(
        "--day-starts takes a time of the clock from 00:00 to 23:59, not '\(text)'")
    }
    return time
  }

  /// The problem that the text of an option means no time.
  package static func badTime(_ option: Option, _ text: String) -> OptionProblem {
    badTime("--" + option.name, text)
  }

  /// The problem that a text means no time.
  package static func badTime(_ what: String, _ text: String) -> OptionProblem {
    OptionProblem(
      "\(what): '\(text)' is no time; write 2026-11-20T07:30:00+01:00, '2026-11-20 07:30', "
        + "2026-11-20, today or yesterday")
  }

  /// The day that an option names; today without it.
  package static func day(
    _ option: Option, _ values: OptionValues, _ input: TimeInput
  ) throws(OptionProblem) -> CivilDate {
    let text = values[option] ?? "today"
    if let day = CivilDate(text) { return day }
    guard let time = input.timestamp(text) else {
      throw OptionProblem(
        "--\(option.name): '\(text)' is no day; write 2026-11-20, today or yesterday")
    }
    return input.day(of: time.instant)
  }
}
