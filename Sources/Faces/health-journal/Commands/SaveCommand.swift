import HealthEvents
import HealthModel
import HealthViews
import Journal
import JournalFile

/// The command `save`: it saves one object by hand.
enum SaveCommand {
  static let start = Option("start", "TIME", "when it began; else now")
  static let end = Option("end", "TIME", "when it was over; else at its start")
  private static let unit = Option("unit", "UNIT", "of VALUE, where it does not say it itself")
  static let sourceName = Option("source-name", "NAME", "the name of the app that it comes from")
  static let deviceName = Option("device-name", "NAME", "the name of the device that measured it")
  static let metadata = Option(
    "metadata", "KEY=VALUE", "a number, true, false, '5 km', a time or text", isRepeatable: true)
  private static let meal = Option("meal", "WHEN", "bloodGlucose: before or after the meal")
  static let uuid = Option("uuid", "UUID", "its identity; else drawn")
  static let workout = Option("workout", "UUID", "the saved workout that it belongs to")
  static let member = Option(
    "member", "TYPE=VALUE", "a member of a correlation, as bloodPressureSystolic='120 mmHg'",
    isRepeatable: true)
  static let duration = Option("duration", "SECONDS", "workout: active time; else its whole length")
  static let energy = Option("energy", "AMOUNT", "workout: as '320 kcal'")
  static let distance = Option("distance", "AMOUNT", "workout: as '5 km'")

  static let page = CommandPage(
    name: "save", group: .append, summary: "save an object: quantity, category, workout, …",
    words: "TYPE [VALUE]", count: nil,
    options: [
      .folder, .wait, .answer, start, end, unit, metadata, meal, member, duration, energy, distance,
      uuid, workout, .by, sourceName, deviceName,
    ],
    details: """
      TYPE is a full identifier or a short name. What VALUE is depends on it:

        quantity        a number with its unit    save weight 71.5 kg
                                                  save glucose 5.4 mmol/L --meal before
                                                  save oxygenSaturation 97 %
        category        one of the type's values  save sleepAnalysis asleepCore --start … --end …
        workout         an activity               save workout running --start … --end … --energy '320 kcal'
        correlation     its figures, or members   save bloodPressure 120/80
                                                  save food --member dietaryProtein='30 g' --member water='200 mL'
        characteristic  a value                   save dateOfBirth 1985-05-12

      What is counted (steps 1200), counted a minute (pulse 62) or a pressure (mmHg) needs no unit. A
      share of a whole is 97 % or 0.97.
      The answer says what was saved, and standard error warns of what `check` would find in it: a
      value that nobody ever had, a time that is yet to come. It is saved all the same, and on the disk when
      the command answers.
      """
  ) { arguments, console in
    guard let name = arguments.words.first else { throw arguments.misused("TYPE missing") }
    return try Writing.run(arguments, &console) { writing, console in
      let drafts = try drafts(name, Array(arguments.words.dropFirst()), arguments, writing)
      let workout = try arguments[workout].map { text in
        try writing.object(text, includingSamples: false)
      }
      return try writing.save(
        SaveRequest(objects: drafts, workout: workout), isOfNow: !arguments.has(start), &console)
    }
  }

  /// Returns the objects that the words ask for; members come before their correlation.
  private static func drafts(
    _ name: String, _ words: [String], _ arguments: Arguments, _ writing: borrowing Writing
  ) throws -> [Draft] {
    let identity =
      try arguments[uuid].map { try Inputs.uuid(ofNew: $0) } ?? writing.session.drawUUID()
    let type = try type(name)
    if type != QuantityType.bloodGlucose.identifier {
      try OptionRule.refused(by: "what is no bloodGlucose", [meal]).check(arguments.values)
    }
    if type == WorkoutContent.type {
      try OptionRule.refused(by: "a workout", [unit, member, workout]).check(arguments.values)
      return [try draft(identity, try workout(words, arguments, writing), arguments, writing)]
    }
    let known = TypeCatalogue.find(type)
    if case .correlation? = known {
      try OptionRule.refused(by: "a correlation", [unit, duration, energy, distance]).check(
        arguments.values)
      return try correlation(type, identity, words, arguments, writing)
    }
    if case .characteristic(let trait)? = known {
      let others = [start, end, unit, member, duration, energy, distance, workout]
      try OptionRule.refused(by: "a characteristic", others).check(arguments.values)
      let value = try SaveValues.characteristic(trait, words)
      if trait.valueKind == .date { try requirePast(value, of: trait, writing) }
      let content = Content.characteristic(Characteristic(type: type, value: value))
      return [try draft(identity, content, arguments, writing)]
    }
    try OptionRule.refused(by: "a sample", [member, duration, energy, distance]).check(
      arguments.values)
    let content = try SaveValues.sample(
      type, words, span: try span(arguments, writing), unit: arguments[unit])
    return [try draft(identity, content, arguments, writing)]
  }

  /// Returns the type that a name means; for the name of an activity the failure names what to
  /// write instead.
  private static func type(_ name: String) throws -> String {
    do {
      return try Inputs.type(name)
    } catch {
      guard (try? WorkoutActivityType.resolve(name)) != nil else { throw error }
      throw Failure.usage("'\(name)' is an activity, not a type; write `save workout \(name)`")
    }
  }

  /// Refuses a birth date after today.
  private static func requirePast(
    _ text: String, of trait: CharacteristicType, _ writing: borrowing Writing
  ) throws {
    let input = try writing.timeInput()
    guard let day = CivilDate(text), let now = input.timestamp("now"),
      day > input.day(of: now.instant)
    else { return }
    throw Failure.usage("\(trait.shortName): \(text) lies after today")
  }

  static func span(_ arguments: Arguments, _ writing: borrowing Writing) throws -> TimeSpan {
    guard let began = try writing.time(start) ?? writing.timeInput().timestamp("now") else {
      throw Failure.usage("--start missing")
    }
    return TimeSpan(began, try writing.time(end) ?? began)
  }

  static func draft(
    _ uuid: ObjectUUID, _ content: Content, _ arguments: Arguments, _ writing: borrowing Writing
  ) throws -> Draft {
    var object = HealthObject(uuid: uuid, content: content)
    for text in arguments.all(metadata) {
      let parts = text.split(separator: "=", maxSplits: 1).map { String($0) }
      guard parts.count == 2 else {
        throw Failure.usage("--metadata takes KEY=VALUE, not '\(text)'")
      }
      do {
        object.metadata[parts[0]] = try SaveValues.metadata(parts[1], key: parts[0])
      } catch {
        throw Failure.usage("--metadata \(parts[0]): \(error.message)")
      }
    }
    if let meal: Meal = try arguments.values.choice(meal) {
      object.metadata[MetadataName.bloodGlucoseMealTime] = .number(meal.number)
    }
    return Draft(
      object, source: arguments[sourceName].map { Source(name: $0) },
      device: arguments[deviceName].map { Device(name: $0) })
  }

  /// The time of a measurement of blood glucose, by HealthKit's HKBloodGlucoseMealTime.
  private enum Meal: String, CaseIterable {
    case before
    case after

    var number: Double { self == .before ? 1 : 2 }
  }

  // MARK: Kinds of several parts

  private static func correlation(
    _ type: String, _ identity: ObjectUUID, _ words: [String], _ arguments: Arguments,
    _ writing: borrowing Writing
  ) throws -> [Draft] {
    if !words.isEmpty {
      try OptionRule.refused(by: "a correlation of figures", [member]).check(arguments.values)
    }
    let span = try span(arguments, writing)
    let members =
      try words.isEmpty
      ? arguments.all(member).map { try self.member($0) }
      : SaveValues.figures(type, words.joined(separator: " "))
    var drafts: [Draft] = []
    for (type, value) in members {
      let content = try SaveValues.sample(type, [value], span: span, unit: nil)
      drafts.append(try draft(writing.session.drawUUID(), content, arguments, writing))
    }
    let correlation = CorrelationContent(type: type, span: span, members: drafts.map(\.object.uuid))
    drafts.append(try draft(identity, .correlation(correlation), arguments, writing))
    return drafts
  }

  /// Returns the type and the value of `TYPE=VALUE`.
  private static func member(_ text: String) throws -> (type: String, value: String) {
    let parts = text.split(separator: "=", maxSplits: 1).map { String($0) }
    guard parts.count == 2 else {
      throw Failure.usage("--member takes TYPE=VALUE, not '\(text)'")
    }
    return (try Inputs.type(parts[0]), parts[1])
  }

  private static func workout(
    _ words: [String], _ arguments: Arguments, _ writing: borrowing Writing
  ) throws -> Content {
    guard words.count == 1 else {
      throw Failure.usage("a workout needs its activity, as: save workout running")
    }
    let span = try span(arguments, writing)
    var totals: [WorkoutTotal: Amount] = [:]
    if let text = arguments[energy] {
      totals[.totalEnergyBurned] = try Inputs.amount(text)
    }
    if let text = arguments[distance] {
      totals[.totalDistance] = try Inputs.amount(text)
    }
    return .workout(
      WorkoutContent(
        activity: try Inputs.activity(words[0]), span: span,
        duration: try arguments.values.number(duration) ?? span.duration, totals: totals))
  }
}

/// Values as people type them on the command line of `save`.
enum SaveValues {
  /// Returns the content of a quantity or category sample. A type that the catalogue does not know
  /// is a quantity, unless its identifier contains category.
  static func sample(
    _ type: String, _ words: [String], span: TimeSpan, unit: String?
  ) throws -> Content {
    let text = words.joined(separator: " ")
    switch TypeCatalogue.find(type) {
    case .category(let category)?:
      let code = try self.category(category, text)
      return .category(CategoryContent(type: type, span: span, value: .code(code)))
    case .other?, .workout?, .correlation?, .characteristic?:
      throw Failure.usage("\(type) cannot be saved by hand")
    case nil where type.hasPrefix("HKCategoryTypeIdentifier"):
      let value = Int(text).map { CategoryCode.code($0) } ?? .name(text)
      return .category(CategoryContent(type: type, span: span, value: value))
    case .quantity?, nil:
      let amount = try self.amount(of: type, text, unit: unit)
      return .quantity(
        QuantityContent(type: type, span: span, value: amount.value, unit: amount.unit))
    }
  }

  /// Returns a number in a unit of a type.
  private static func amount(of type: String, _ text: String, unit: String?) throws -> Amount {
    guard case .quantity(let known)? = TypeCatalogue.find(type) else {
      guard !text.isEmpty else { throw Failure.usage("VALUE missing, as '71.5 kg'") }
      return try Inputs.amount(text, unit: unit)
    }
    let example = known.isShare ? "97 %" : "12 " + known.metricUnitText
    guard !text.isEmpty else { throw Failure.usage("VALUE missing, as '\(example)'") }
    return try Inputs.amount(text, unit: unit, of: known, example: example)
  }

  /// Reads the figures of a correlation that holds each of its types once, in their order:
  /// `120/80`, `16/10.7 kPa`.
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

  /// Reads a category's value by number, short name or export name; nothing for a type of a single
  /// value.
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

  /// Reads a characteristic's value as the export writes it.
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

  /// Reads a metadata value: of the key's class if the catalogue knows it, by name if the value has
  /// one, else of the class that it looks like.
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
