import HealthProjections
import HealthEvents
import Journal
import HealthModel

/// `save`: one object by hand.
enum SaveCommand {
  static let start = Option("start", "TIME", "when it began; else now")
  static let end = Option("end", "TIME", "when it was over; else at its start")
  private static let unit = Option("unit", "UNIT", "of VALUE, where it does not say it itself")
  static let sourceName = Option("source-name", "NAME", "the name of the app that it comes from")
  static let deviceName = Option("device-name", "NAME", "the name of the device that measured it")
  static let metadata = Option(
    "metadata", "KEY=VALUE", "a number, true, false, '5 km', a time or text", isRepeatable: true)
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
      .journal, .answer, start, end, unit, metadata, member, duration, energy, distance, uuid,
      workout, .by, sourceName, deviceName,
    ],
    details: """
      TYPE is a full identifier or a short name. What VALUE is depends on it:

        quantity        a number with its unit    save bodyMass 71.5 kg
        category        one of the type's values  save sleepAnalysis asleepCore --start … --end …
        workout         an activity               save workout running --start … --end … --energy '320 kcal'
        correlation     none, but members         save bloodPressure --member bloodPressureSystolic='120 mmHg'
                                                    --member bloodPressureDiastolic='80 mmHg'
        characteristic  a value                   save dateOfBirth 1985-05-12

      It is on the disk when the command answers.
      """
  ) { arguments, console in
    guard let name = arguments.words.first else { throw arguments.misused("TYPE missing") }
    return try Writing.run(arguments, &console) { writing, console in
      let drafts = try drafts(name, Array(arguments.words.dropFirst()), arguments, writing)
      for draft in drafts where TypeCatalogue.find(draft.object.content.type) == nil {
        console.remark("warning: " + Inputs.strange(draft.object.content.type))
      }
      let request = SaveRequest(
        objects: drafts, workout: try arguments[workout].map { try Inputs.uuid($0) })
      return try writing.perform(.save(request), &console) { accepted in
        let uuids = accepted.uuids.map(\.description).joined(separator: " ")
        return "saved \(uuids) in line \(accepted.sequence)"
      }
    }
  }

  /// The objects that the words ask for; members come before their correlation.
  private static func drafts(
    _ name: String, _ words: [String], _ arguments: Arguments, _ writing: borrowing Writing
  ) throws -> [Draft] {
    let identity = try arguments[uuid].map { try Inputs.uuid($0) } ?? writing.session.drawUUID()
    let type = try Inputs.type(name)
    if type == Workout.type {
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

  /// Nobody was born after today.
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
    return Draft(
      object, source: arguments[sourceName].map { Source(name: $0) },
      device: arguments[deviceName].map { Device(name: $0) })
  }

  // MARK: Kinds of several parts

  private static func correlation(
    _ type: String, _ identity: ObjectUUID, _ words: [String], _ arguments: Arguments,
    _ writing: borrowing Writing
  ) throws -> [Draft] {
    guard words.isEmpty else { throw Failure.usage("a correlation has no value of its own") }
    let span = try span(arguments, writing)
    var drafts: [Draft] = []
    for text in arguments.all(member) {
      let parts = text.split(separator: "=", maxSplits: 1).map { String($0) }
      guard parts.count == 2 else {
        throw Failure.usage("--member takes TYPE=VALUE, not '\(text)'")
      }
      let content = try SaveValues.sample(
        try Inputs.type(parts[0]), [parts[1]], span: span, unit: nil)
      drafts.append(try draft(writing.session.drawUUID(), content, arguments, writing))
    }
    let correlation = Correlation(type: type, span: span, members: drafts.map(\.object.uuid))
    drafts.append(try draft(identity, .correlation(correlation), arguments, writing))
    return drafts
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
      totals[.totalEnergyBurned] = try Inputs.amount(text, unit: nil)
    }
    if let text = arguments[distance] {
      totals[.totalDistance] = try Inputs.amount(text, unit: nil)
    }
    return .workout(
      Workout(
        activity: try Inputs.activity(words[0]), span: span,
        duration: try arguments.values.number(duration) ?? span.duration, totals: totals))
  }
}
