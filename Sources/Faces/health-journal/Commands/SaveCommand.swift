import HealthEvents
import HealthModel
import HealthViews
import Journal
import JournalFile

/// The command `save`: it saves one object by hand.
struct SaveCommand: CommandOptions {
  var unit: String?
  var metadata = Metadata()
  var meal: Meal?
  var members: [Member] = []
  var duration: Double?
  var totals: [WorkoutTotal: Amount] = [:]
  var uuid: ObjectUUID?
  var workout: String?
  var source: Source?
  var device: Device?

  static let start = Option("start", "TIME", "the start; default now")
  static let end = Option("end", "TIME", "the end; default: the start")
  static let unit = Option("unit", "UNIT", "the unit of VALUE, if VALUE has none")
  static let meal = Option("meal", "WHEN", "bloodGlucose: before or after the meal")
  static let member = Option(
    "member", "TYPE=VALUE", "a member of a correlation, such as bloodPressureSystolic='120 mmHg'",
    isRepeatable: true)
  static let duration = Option(
    "duration", "TIME",
    "the length, such as 30min; of a workout with --start and --end its active time")
  static let energy = Option("energy", "AMOUNT", "workout: the energy, such as '320 kcal'")
  static let distance = Option("distance", "AMOUNT", "workout: the distance, such as '5 km'")
  static let workout = Option(
    "workout", "UUID", "the saved workout to which the object belongs, or last")
  static let declared: [DeclaredOption<Self>] =
    shared(.folder, .wait, .answer, start, end)
    + [
      .value(\.unit, unit) { $0.values[$1] },
      .value(
        \.metadata, "metadata", "KEY=VALUE", "VALUE: a number, true, false, '5 km', a time or text",
        isRepeatable: true
      ) { try metadata($0.values.all($1)) },
      .choice(\.meal, meal),
      .value(\.members, member) { try $0.values.all($1).map { try SaveCommand.member($0) } },
      .value(\.duration, duration) { try Inputs.seconds($0.values[$1] ?? "") },
      .value(\.totals[.totalEnergyBurned], energy) { try Inputs.amount($0.values[$1] ?? "") },
      .value(\.totals[.totalDistance], distance) { try Inputs.amount($0.values[$1] ?? "") },
      .value(\.uuid, "uuid", "UUID", "the uuid of the object; default: random") {
        try Inputs.uuid(ofNew: $0.values[$1] ?? "")
      },
      .value(\.workout, workout) { $0.values[$1] }, .shared(.by),
      .value(\.source, "source-name", "NAME", "the name of the app that recorded the object") {
        $0.values[$1].map { Source(name: $0) }
      },
      .value(\.device, "device-name", "NAME", "the name of the device that measured") {
        $0.values[$1].map { Device(name: $0) }
      },
    ] + shared(NoteCommand.attached)

  static let page = command(
    name: "save", group: .append, summary: "save an object: quantity, category, workout, …",
    words: "TYPE [VALUE]", count: nil,
    details: """
      TYPE is a full identifier or a short name. VALUE depends on the kind of the type:

        quantity        a number with a unit      save weight 71.5 kg
        category        a value of the type       save sleepAnalysis asleepCore --start … --end …
        sleep           two times of the clock    save sleep 23:00 07:00
        mood            how pleasant it is        save mood pleasant calm work
        workout         an activity               save workout running 30 min 5.2 km
        correlation     figures, or --member      save bloodPressure 120/80
        characteristic  a value                   save dateOfBirth 1985-05-12

      You may leave out the unit of counts (steps 1200), of counts per minute (pulse 62), and of
      pressures in mmHg. Type a percentage as 97 % or as 0.97. The command refuses a percentage
      below 0 % or above 100 %. It also refuses `0.97 %` for oxygen: this would be 0.0097, which
      no person has.

      The command saves a blood pressure with its two samples. It warns if the first figure is
      below the second. It saves blood glucose in mmol/L in the unit that HealthKit uses. It saves
      --meal before or after as HKBloodGlucoseMealTime.

      The answer names the type, the value, the unit, and the time in the journal's zone. The
      object is on the disk when the command answers. If `check` would find a problem, the command
      saves the object and writes a warning to standard error. Such problems are an implausible
      value, a time in the future, a length that is too long for the type, or an equal earlier
      line. `swim` and `run` warn too.

      Two times of the clock after a category mean the last such time that is over. Sleep without a
      value, of such times or of a --duration, is asleepUnspecified. A mood is veryUnpleasant, unpleasant, slightlyUnpleasant,
      neutral, slightlyPleasant, pleasant, veryPleasant, or a number from -1 to 1. Words for the
      feeling (`calm`), the parts of life that it is about (`work`) and `dailyMood` may follow; the
      message about any other word lists them.

      --note and --tag also save a note of the same time, in the same event.

      The command refuses an option that does not fit the kind. Metadata keys of HealthKit need
      HealthKit's values: HKWasUserEntered=true, HKWeatherCondition=fair, 'HKLapLength=25 m',
      'HKWeatherHumidity=94 %'. Your own keys accept any value. An import keeps such values as the
      file has them: Apple's exports write this humidity as `9400 %`.

      Examples

        health-journal save weight 71.5 kg
        health-journal save steps 812 --start '2026-03-01 08:00' --end '2026-03-01 08:10'
        health-journal save bloodPressure 120/80
        health-journal save glucose 5.4 mmol/L --meal before
        health-journal save sleepAnalysis asleepCore --start 'yesterday 23:00' --end 'today 06:30'
        health-journal save sleep 23:00 07:00
        health-journal save sleep awake --duration 30min
        health-journal save mood pleasant calm,hopeful work
        health-journal save workout running 30 min 5.2 km --start '2026-03-01 18:00' \\
          --energy '320 kcal'
        health-journal save food --member dietaryProtein='30 g' --member water='200 mL'
        health-journal save dateOfBirth 1985-05-12

      Fields

        one object: seq, uuids
      """
  ) { options, arguments, console in
    guard let name = arguments.words.first else { throw arguments.misused("TYPE missing") }
    return try Writing.run(arguments, &console) { writing, console in
      let words = Array(arguments.words.dropFirst())
      let drafts = try options.drafts(name, words, arguments.values, writing)
      let workout = try options.workout.map { text in
        try writing.object(text, includingSamples: false)
      }
      let request = SaveRequest(objects: drafts, workout: workout)
      let note = try NoteCommand.words(arguments.values)
      return try writing.save(
        writing.noting(note, request),
        isOfNow: !arguments.values.has(Self.start), &console)
    }
  }

  /// Returns the objects that the words ask for; members precede their correlation.
  private func drafts(
    _ name: String, _ words: [String], _ values: OptionValues, _ writing: borrowing Writing
  ) throws -> [Draft] {
    let identity = uuid ?? writing.session.drawUUID()
    let type = try Self.type(name)
    let known = writing.session.catalogue.find(type)
    if known == nil, DeclaredType.isIdentifier(type) {
      throw Rejection.invalidArgument(.typeUndeclared(type), index: nil)
    }
    if type != QuantityType.bloodGlucose.identifier {
      try OptionRule.refused(by: "a type other than bloodGlucose", [Self.meal]).check(values)
    }
    try Self.refused(by: known).check(values)
    if type == WorkoutContent.type {
      return [draft(identity, try workout(words, values, writing))]
    }
    if case .correlation? = known {
      if !words.isEmpty {
        try OptionRule.refused(by: "a correlation of figures", [Self.member]).check(values)
      }
      return try correlation(type, identity, words, writing)
    }
    if case .characteristic(let trait)? = known {
      let value = try SaveValues.characteristic(trait, words)
      if trait.valueKind == .date { try Self.requirePast(value, of: trait, writing) }
      let content = Content.characteristic(Characteristic(type: type, value: value))
      return [draft(identity, content)]
    }
    if type == StateOfMind.type {
      try OptionRule.refused(by: "a mood", [Self.unit]).check(values)
      let span = try span(writing, values)
      let mood = try SaveValues.mood(words, span).object(uuid: identity, metadata: metadata)
      return [Draft(mood, source: source, device: device)]
    }
    if case .category(let category)? = known,
      let night = try night(category, words, values, writing)
    {
      return [draft(identity, night)]
    }
    let isSleep = type == CategoryType.sleepAnalysis.identifier && duration != nil
    let content = try SaveValues.sample(
      type, known, isSleep && words.isEmpty ? [Self.asleep] : words,
      span: try span(writing, values), unit: unit)
    return [draft(identity, content)]
  }

  /// The value of sleep of which only the time is known.
  private static let asleep = "asleepUnspecified"

  /// Returns the content of a category from one time of the clock to another, as `23:00 07:00`: the
  /// last such time that is over; nil if the words end in no times.
  private func night(
    _ type: CategoryType, _ words: [String], _ values: OptionValues, _ writing: borrowing Writing
  ) throws -> Content? {
    let input = try writing.timeInput()
    guard words.count >= 2, words.suffix(2).allSatisfy({ $0.contains(":") }) else { return nil }
    try OptionRule.refused(
      by: "a sample whose words name its start and its end", [Self.start, Self.end, Self.duration]
    ).check(values)
    let today = input.day(of: input.now)
    func last(_ clock: String, before moment: Instant) throws -> Timestamp {
      let moments = [0, -1, -2].compactMap { input.moment(clock, of: today.adding(days: $0)) }
      guard let found = moments.first(where: { $0.instant <= moment }) else {
        throw Failure.usage("'\(clock)' is not a time of the clock such as 23:00")
      }
      return found
    }
    let end = try last(words[words.count - 1], before: input.now)
    let start = try last(words[words.count - 2], before: end.instant)
    let named = words.dropLast(2)
    let isSleep = type.identifier == CategoryType.sleepAnalysis.identifier
    let value = named.isEmpty && isSleep ? [Self.asleep] : Array(named)
    return try SaveValues.sample(
      type.identifier, .category(type), value, span: TimeSpan(start, end), unit: nil)
  }

  /// Returns the time of a sample: from start to end, or as long as `--duration`.
  private func span(_ writing: borrowing Writing, _ values: OptionValues) throws -> TimeSpan {
    guard let duration else { return try Self.span(writing) }
    guard !values.has(Self.start) || !values.has(Self.end) else {
      throw values.misused("--duration cannot be combined with both --start and --end")
    }
    return try writing.span(lasting: duration)
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

  private static func span(_ writing: borrowing Writing) throws -> TimeSpan {
    let began = try writing.timeOrNow(Self.start)
    return TimeSpan(began, try writing.time(Self.end) ?? began)
  }

  /// Returns the metadata of texts of the form `KEY=VALUE`.
  static func metadata(_ texts: [String]) throws(Failure) -> Metadata {
    var metadata = Metadata()
    for text in texts {
      let parts = text.split(separator: "=", maxSplits: 1).map { String($0) }
      guard parts.count == 2 else {
        throw .usage("--metadata takes KEY=VALUE, not '\(text)'")
      }
      do {
        metadata[parts[0]] = try SaveValues.metadata(parts[1], key: parts[0])
      } catch {
        throw .usage("--metadata \(parts[0]): \(error.message)")
      }
    }
    return metadata
  }

  /// The time of a blood glucose measurement relative to a meal, by HealthKit's
  /// HKBloodGlucoseMealTime.
  enum Meal: String, CaseIterable {
    case before
    case after

    var number: Double { self == .before ? 1 : 2 }
  }

  // MARK: Kinds of several parts

  private func correlation(
    _ type: String, _ identity: ObjectUUID, _ words: [String], _ writing: borrowing Writing
  ) throws -> [Draft] {
    let span = try Self.span(writing)
    let members =
      try words.isEmpty
      ? members : SaveValues.figures(type, words.joined(separator: " "))
    var drafts: [Draft] = []
    for (type, value) in members {
      let content = try SaveValues.sample(
        type, writing.session.catalogue.find(type), [value], span: span, unit: nil)
      drafts.append(draft(writing.session.drawUUID(), content))
    }
    let correlation = CorrelationContent(type: type, span: span, members: drafts.map(\.object.uuid))
    drafts.append(draft(identity, .correlation(correlation)))
    return drafts
  }

  /// The type and the value of a member of a correlation, as the user entered them.
  typealias Member = (type: String, value: String)

  /// Returns the type and the value of `TYPE=VALUE`.
  private static func member(_ text: String) throws -> Member {
    let parts = text.split(separator: "=", maxSplits: 1).map { String($0) }
    guard parts.count == 2 else {
      throw Failure.usage("--member takes TYPE=VALUE, not '\(text)'")
    }
    return (try Inputs.type(parts[0]), parts[1])
  }

  private func workout(
    _ words: [String], _ values: OptionValues, _ writing: borrowing Writing
  ) throws -> Content {
    guard let name = words.first else {
      throw Failure.usage("a workout needs its activity, for example: save workout running 30 min")
    }
    let activity = try Inputs.activity(name)
    let effort = try Inputs.effort(Array(words.dropFirst()))
    let isOpen = !values.has(Self.start) || !values.has(Self.end)
    let length = effort.seconds ?? (isOpen ? duration : nil)
    let span = try length.map { try writing.span(lasting: min($0, 1e9)) }
    var totals = totals
    if let distance = effort.distance {
      guard totals.updateValue(distance, forKey: .totalDistance) == nil else {
        throw Failure.usage("--distance cannot be combined with a distance in words")
      }
    }
    let whole = try span ?? Self.span(writing)
    return .workout(
      WorkoutContent(
        activity: activity, span: whole,
        duration: duration ?? effort.seconds ?? whole.duration, totals: totals))
  }

  /// Returns the rule that refuses the options without a meaning for a kind of objects.
  private static func refused(by known: ObjectType?) -> OptionRule {
    let ofWorkouts = [duration, energy, distance]
    return switch known {
    case .workout?: .refused(by: "a workout", [unit, member, workout])
    case .correlation?: .refused(by: "a correlation", [unit] + ofWorkouts)
    case .characteristic?:
      .refused(
        by: "a characteristic",
        [start, end, unit, member] + ofWorkouts + [workout] + NoteCommand.attached)
    case .quantity?, .category?, .other?, nil:
      .refused(by: "a sample", [member, energy, distance])
    }
  }

  private func draft(_ uuid: ObjectUUID, _ content: Content) -> Draft {
    var object = HealthObject(uuid: uuid, content: content)
    object.metadata = metadata
    if let meal { object.metadata[MetadataName.bloodGlucoseMealTime] = .number(meal.number) }
    return Draft(object, source: source, device: device)
  }
}

/// Values as people type them on the command line of `save`.
enum SaveValues {
  /// Returns the content of a quantity or category sample. A type that neither the catalogue knows
  /// nor the journal declares is a quantity, unless its identifier contains category.
  static func sample(
    _ type: String, _ known: ObjectType?, _ words: [String], span: TimeSpan, unit: String?
  ) throws -> Content {
    let text = words.joined(separator: " ")
    switch known {
    case .category(let category)?:
      let code = try self.category(category, text)
      return .category(CategoryContent(type: type, span: span, value: .code(code)))
    case .other?, .workout?, .correlation?, .characteristic?:
      throw Failure.usage("\(type) cannot be saved by hand")
    case nil where type.hasPrefix("HKCategoryTypeIdentifier"):
      let value = Int(text).map { CategoryCode.code($0) } ?? .name(text)
      return .category(CategoryContent(type: type, span: span, value: value))
    case .quantity?, nil:
      let amount = try self.amount(of: known, text, unit: unit)
      return .quantity(
        QuantityContent(type: type, span: span, value: amount.value, unit: amount.unit))
    }
  }

  /// Reads a state of mind: how pleasant it is, then words for it, the parts of life that it is
  /// about, and `dailyMood` for that of a whole day: `pleasant calm work`, `-0.4 tired`.
  static func mood(_ words: [String], _ span: TimeSpan) throws -> StateOfMind {
    let classes = StateOfMind.ValenceClassification.allCases
    guard let first = words.first, let valence = valence(first) else {
      throw Failure.usage(
        "a mood is \(classes.map(\.name).joined(separator: ", ")), or a number from -1 to 1")
    }
    var mood = StateOfMind(span: span, kind: .momentaryEmotion, valence: valence)
    for word in words.dropFirst().flatMap({ $0.split(separator: ",") }).map({ String($0) }) {
      if let label: StateOfMind.Label = named(word) {
        mood.labels.append(label)
      } else if let part: StateOfMind.Association = named(word) {
        mood.associations.append(part)
      } else if let kind: StateOfMind.Kind = named(word) {
        mood.kind = kind
      } else {
        let names =
          StateOfMind.Label.allCases.map(\.name) + StateOfMind.Association.allCases.map(\.name)
        let near = NearestNames.of(word, among: names)
        throw Failure.usage(
          "'\(word)' is not a word for a mood; "
            + (near.isEmpty
              ? "use one of \(names.joined(separator: ", "))"
              : "did you mean \(near.joined(separator: " or "))?"))
      }
    }
    return mood
  }

  /// Returns the valence that a number states, or the middle of the step that a word names.
  private static func valence(_ text: String) -> Double? {
    if let step: StateOfMind.ValenceClassification = named(text) {
      return (Double(step.rawValue) * 2 - 1) / 7 - 1
    }
    return Double(text).flatMap { (-1...1).contains($0) ? $0 : nil }
  }

  private static func named<Value: NamedEnumeration>(_ word: String) -> Value? {
    Value.allCases.first { $0.name.lowercased() == word.lowercased() }
  }

  /// Returns a number in a unit of a type.
  private static func amount(
    of type: ObjectType?, _ text: String, unit: String?
  ) throws -> Amount {
    guard case .quantity(let known)? = type else {
      guard !text.isEmpty else { throw Failure.usage("VALUE missing, such as '71.5 kg'") }
      return try Inputs.amount(text, unit: unit)
    }
    let example = known.isShare ? "97 %" : "12 " + known.metricUnitText
    guard !text.isEmpty else { throw Failure.usage("VALUE missing, such as '\(example)'") }
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
        "\(known.shortName) takes its figures with a slash between them, such as 120/80, not "
          + "'\(text)'")
    }
    return zip(known.containedTypes, numbers).map { ($0.identifier, "\($1) \(unit)") }
  }

  /// Reads a category's value by number, short name or export name. The text may be empty for a
  /// type with a single value.
  private static func category(_ type: CategoryType, _ text: String) throws -> Int {
    if text.isEmpty, type.values.count == 1, let only = type.values.first { return only.rawValue }
    let names = type.values.map(\.name).joined(separator: ", ")
    if text.isEmpty { throw Failure.usage("VALUE missing; \(type.shortName) has \(names)") }
    if let code = Int(text), type.allows(code) { return code }
    if let value = type.value(exportName: text) { return value.rawValue }
    do {
      return try type.resolve(text).rawValue
    } catch {
      throw Failure.usage("\(type.shortName) has no value '\(text)'; use one of \(names)")
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
        throw Failure.usage("\(type.shortName) is a date, such as 1985-05-12")
      }
      return text
    case .text: return text
    case .enumeration:
      if let value = type.value(exportName: text) { return value.exportName }
      do {
        return try type.resolve(text).exportName
      } catch {
        let names = type.values.map(\.name).joined(separator: ", ")
        throw Failure.usage("\(type.shortName) has no value '\(text)'; use one of \(names)")
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
