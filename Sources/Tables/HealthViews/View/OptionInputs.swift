import ByteTools
package import HealthModel
package import HealthTables

/// Words of a person, read as what they mean.
package enum Inputs {
  /// Returns the identifier of a type: a short name is looked up, any other text that begins as
  /// Apple's identifiers do, or is an identifier by reversed domain, is used as it is. Elements
  /// that no type is known of are `other`.
  package static func type(_ name: String) throws(OptionProblem) -> String {
    // Suggestions take longer than all else of a short answer.
    if TypeCatalogue.meant(by: name) == nil,
      isIdentifier(name) || name == Document.Kind.other.type
    {
      return name
    }
    do {
      return try TypeCatalogue.resolve(name).identifier
    } catch {
      throw unknown(error, listedBy: "types")
    }
  }

  /// Returns true if a text is taken for a full identifier, whatever the catalogue knows.
  private static func isIdentifier(_ text: String) -> Bool {
    text.hasPrefix("HK") || DeclaredType.isIdentifier(text)
  }

  /// Returns the identifiers of the types that `--type` names; nil without it.
  package static func types(_ values: OptionValues) throws(OptionProblem) -> [String]? {
    let names = try values.list(.type)
    if names.isEmpty { return nil }
    var types: [String] = []
    for name in names { types.append(try type(name)) }
    return types
  }

  /// Returns the reason why nothing may have been found: a full identifier that neither the
  /// catalogue has nor the journal declares.
  package static func doubt(_ values: OptionValues, in catalogue: JournalTypes) -> String {
    let unknown = values.all(.type).flatMap { $0.split(separator: ",") }.map { String($0) }
      .first {
        isIdentifier($0) && TypeCatalogue.meant(by: $0) == nil && catalogue.find($0) == nil
      }
    return unknown.map { "; " + strange($0) } ?? ""
  }

  /// Returns the views to ask for instead of types that have no values over time; empty if all have
  /// some.
  ///
  /// - Parameter showsGroups: true if the view has rows for types that group samples.
  package static func otherWays(
    _ values: OptionValues, unlessGroups showsGroups: Bool = false
  ) -> String {
    let named = (try? types(values)) ?? []
    return named.map { type in
      if showsGroups, case .correlation? = TypeCatalogue.find(type) { return "" }
      return otherWay(to: type).map { "; \(TypeCatalogue.shortName(of: type)) \($0)" } ?? ""
    }.joined()
  }

  /// Returns the view to ask for instead of a type that has no values over time; nil if it has
  /// some, or is not known.
  ///
  /// - Parameter verb: what a person does with a type: `chart` it.
  package static func otherWay(to identifier: String, verb: String = "name") -> String? {
    let noSample = "is no quantity and no category"
    switch TypeCatalogue.find(identifier) {
    case nil, .quantity?, .category?: return nil
    case .correlation(let type)? where type.membership == .eachOnce:
      let members = type.containedTypes.map(\.shortName).joined(separator: " or ")
      let view = Views.together(type).map { "; `\($0.name)` shows them together" }
      return "groups samples; \(verb) \(members)" + (view ?? "")
    case .correlation?:
      return "groups samples; \(verb) one of their types, such as dietaryEnergyConsumed"
    case .characteristic?: return "has no values over time; `profile` shows it"
    case .workout?: return "\(noSample); `workouts` shows it"
    case .other(let type)?:
      let view = Views.about(identifier)?.name ?? "objects --type \(type.shortName)"
      return "\(noSample); `\(view)` shows it"
    }
  }

  /// Words for an identifier that neither the catalogue has nor the journal declares.
  package static func strange(_ identifier: String) -> String {
    if DeclaredType.isIdentifier(identifier) {
      return "\(identifier) is not declared in this journal; see `health-journal help declare`"
    }
    let names = TypeCatalogue.all.map(\.identifier)
    let near = NearestNames.of(identifier, among: names).first
    return "\(identifier) is not a type that this program knows"
      + (near.map { "; did you mean \($0)?" } ?? "")
  }

  package static func unit(_ text: String) throws(OptionProblem) -> Unit {
    do {
      return try Unit(entered: text)
    } catch {
      throw OptionProblem(error.description)
    }
  }

  /// Returns the unit that an option names, which fits a type; nil if the option is not given.
  package static func unit(
    _ option: Option, of type: QuantityType, _ values: OptionValues
  ) throws(OptionProblem) -> Unit? {
    guard let text = values[option] else { return nil }
    let unit = type.unit(entered: try unit(text))
    guard type.accepts(unit) else {
      throw OptionProblem("--\(option.name): \(type.identifier) does not convert to \(text)")
    }
    return unit
  }

  /// Returns the export's word for a workout activity.
  package static func activity(_ name: String) throws(OptionProblem) -> String {
    if name.hasPrefix("HKWorkoutActivityType") { return name }
    do {
      return try WorkoutActivityType.resolve(name).exportName
    } catch {
      throw unknown(error, listedBy: "types --kind workoutActivity")
    }
  }

  /// Returns the problem of a name that is not known; if none is near, it names the command that
  /// lists all names.
  private static func unknown(_ error: UnknownType, listedBy command: String) -> OptionProblem {
    let isNearOne = !error.suggestions.isEmpty
    return OptionProblem(error.description + (isNearOne ? "" : "; see `health-journal \(command)`"))
  }

  /// Returns the predicate that `--where` and `--typed` make; nil without them.
  package static func predicate(
    _ values: OptionValues
  ) throws(OptionProblem) -> HealthPredicate? {
    var terms: [HealthPredicate] = []
    if let isTyped: YesOrNo = try values.choice(.typed) {
      terms.append(isTyped == .yes ? .enteredByHand : !.enteredByHand)
    }
    do {
      if let text = values[.predicate] { terms.append(try HealthPredicate(text)) }
    } catch {
      throw OptionProblem(error.description)
    }
    return terms.isEmpty ? nil : .every(terms)
  }

  /// The answers that `--typed` takes.
  private enum YesOrNo: String, CaseIterable {
    case yes
    case no
  }

  package static func dayStarts(_ values: OptionValues) throws(OptionProblem) -> ClockTime {
    guard let text = values[.dayStarts] else { return .midnight }
    guard let time = ClockTime(text) else {
      throw OptionProblem(
        "--day-starts takes a time of the clock from 00:00 to 23:59, not '\(text)'")
    }
    return time
  }

  /// Returns the problem that the text of an option means no time.
  package static func badTime(_ option: Option, _ text: String) -> OptionProblem {
    badTime("--" + option.name, text)
  }

  /// Returns the problem that a text means no time.
  package static func badTime(_ what: String, _ text: String) -> OptionProblem {
    OptionProblem(
      "\(what): '\(text)' is not a time; write 2026-11-20T07:30:00+01:00, '2026-11-20 07:30', "
        + "2026-11-20, yesterday, monday, 'last week' or -7d; " + seeTimes)
  }

  /// The reference to the list of all forms of times.
  package static let seeTimes = "see `health-journal help times`"

  /// Returns true if some words are the name of one day: `yesterday`, `2026-03-01`.
  package static func isDay(_ words: ArraySlice<String>) -> Bool {
    TimeInput(DayCalendar(.utc), now: .epoch).days(words.joined(separator: " "))?.dayCount == 1
  }

  /// Returns true if some words are the name of a period: `last week`, `2026-03`.
  package static func isPeriod(_ words: ArraySlice<String>) -> Bool {
    let anyTime = TimeInput(DayCalendar(.utc), now: .epoch)
    return anyTime.period(words.joined(separator: " ")) != nil
  }

  /// Returns the period that `--period` or `--last` names; nil without them.
  package static func period(
    _ values: OptionValues, _ input: TimeInput
  ) throws(OptionProblem) -> Period? {
    if let text = values[.period] {
      guard let period = input.period(text) else {
        throw OptionProblem(
          "--period: '\(text)' is not a period; write 'last week', 'this month', 'last 30 days', "
            + "2026-03, 2026-W12 or 2026; " + seeTimes)
      }
      return period
    }
    guard let text = values[.last] else { return nil }
    guard let period = input.period("last " + text) else { throw badLength(text) }
    return period
  }

  /// Returns the problem that the text of `--last` means no length of time.
  static func badLength(_ text: String) -> OptionProblem {
    OptionProblem(
      "--last: '\(text)' is not a length of time; write 30d, 4w, '3 months', 1y or week; "
        + seeTimes)
  }

  /// Returns the window that options name; it is open at an end that they do not name.
  package static func window(
    _ values: OptionValues, _ input: TimeInput
  ) throws(OptionProblem) -> (from: ViewQuery.Bound?, to: ViewQuery.Bound?) {
    let named =
      values.has(.on)
      ? input.period(of: DayPeriod(try day(.on, values, input))) : try period(values, input)
    if let named {
      return (
        ViewQuery.Bound(named.start, day: named.days?.first.dayNumber),
        ViewQuery.Bound(named.end, day: named.days?.end.dayNumber)
      )
    }
    let from = try bound(.from, values, input)
    let to = try bound(.to, values, input)
    guard let from, let to else { return (from, to) }
    let isOrdered =
      if let first = from.day, let end = to.day { first < end } else { from.instant < to.instant }
    guard isOrdered else { throw OptionProblem("--from must be before --to") }
    return (from, to)
  }

  /// Returns the moment that an option names, and its day if it names one.
  private static func bound(
    _ option: Option, _ values: OptionValues, _ input: TimeInput
  ) throws(OptionProblem) -> ViewQuery.Bound? {
    guard let time = try time(option, values, input) else { return nil }
    let day = values[option].flatMap { input.days($0)?.first.dayNumber }
    return ViewQuery.Bound(time.instant, day: day)
  }

  /// Returns the moment that an option names; nil if the option is not given.
  package static func time(
    _ option: Option, _ values: OptionValues, _ input: TimeInput
  ) throws(OptionProblem) -> Timestamp? {
    guard let text = values[option] else { return nil }
    guard let time = input.timestamp(text) else { throw badTime(option, text) }
    return time
  }

  /// Returns the day that an option names; today without it.
  package static func day(
    _ option: Option, _ values: OptionValues, _ input: TimeInput
  ) throws(OptionProblem) -> CivilDate {
    try day("--" + option.name, values[option] ?? "today", input)
  }

  /// Returns the day that a text means, also as a moment of it.
  package static func day(
    _ what: String, _ text: String, _ input: TimeInput
  ) throws(OptionProblem) -> CivilDate {
    if let days = input.days(text) {
      guard days.dayCount == 1 else {
        throw OptionProblem("\(what): '\(text)' is \(days.dayCount) days, not one; " + seeTimes)
      }
      return days.first
    }
    guard let time = input.timestamp(text) else {
      throw OptionProblem(
        "\(what): '\(text)' is not a day; write 2026-11-20, yesterday, monday or -7d; " + seeTimes)
    }
    return input.day(of: time.instant)
  }

  /// Reads a number and its unit as a person types them, which is what text shows: `71.5 kg`,
  /// `71.5kg`, `1,705 kcal`, `97 %` for 0.97, `5.4 mmol/L` of glucose, `5'9"`, `11st 4lb`; a number
  /// alone if `unit`, or else the type, determines the unit.
  ///
  /// - Throws: an `OptionProblem` that states what to write; also of a share of a whole that is
  ///   none.
  package static func amount(
    _ text: String, unit: String? = nil, of type: QuantityType? = nil, example: String = "71.5 kg"
  ) throws(OptionProblem) -> Amount {
    // A minus as it is printed means what that of the keyboard does.
    let plain = String(text.map { $0 == "\u{2212}" ? "-" : $0 })
    if unit == nil, let amount = sum(plain) { return amount }
    let trimmed = plain.drop { $0 == " " }
    let end = endOfNumber(trimmed)
    guard let digits = String(trimmed[..<end]).withoutThousands else {
      throw OptionProblem(
        "'\(text)': write a point before decimals, and commas only between thousands")
    }
    guard let number = Double(digits), number.isFinite else {
      throw OptionProblem("'\(text)' is not a number with a unit such as '\(example)'")
    }
    var words = String(trimmed[end...].drop { $0 == " " })
    while words.last == " " { words.removeLast() }
    if let unit, !words.isEmpty, words != unit {
      throw OptionProblem("two units: '\(words)' and --unit '\(unit)'")
    }
    let stated = words.isEmpty ? unit : words
    let name = stated ?? type?.unitOfBareNumber ?? ""
    guard !name.isEmpty else { throw OptionProblem("'\(text)' needs a unit, such as '\(example)'") }
    let read = try self.unit(name)
    // A share that is typed without a unit is one already.
    let value = stated == nil ? number : read.value(entered: digits) ?? number
    if let type, type.isShare {
      try check(share: value, of: type, typed: digits, inPercent: stated != nil && read.isPercent)
    }
    let isHealthKits = (try? Unit(name)) != nil
    return Amount(value, type?.unitText(entered: name) ?? (isHealthKits ? name : read.description))
  }

  /// Reads a distance and a length of time as a person types them, one after the other: `5 km 27
  /// min`, `1200m 40min`, `27:30` or `1:05:00` for minutes and hours.
  ///
  /// - Returns: nil for what the words do not name.
  /// - Throws: an `OptionProblem` of a word that is neither, or comes twice.
  package static func effort(
    _ words: [String]
  ) throws(OptionProblem) -> (distance: Amount?, seconds: Double?) {
    var pieces: [String] = []
    for word in words.joined(separator: " ").split(separator: " ") {
      let isNumber = word.first.map { $0.isNumber || $0 == "." } ?? false
      if isNumber || pieces.isEmpty { pieces.append("") }
      pieces[pieces.count - 1] += (pieces.last == "" ? "" : " ") + word
    }
    var found: (distance: Amount?, seconds: Double?) = (nil, nil)
    for piece in pieces {
      let amount =
        if let seconds = clock(piece) { Amount(seconds, "s") } else {
          // Runners write `10k`.
          try amount(piece.last == "k" ? piece + "m" : piece, example: "5 km")
        }
      let unit = try unit(amount.unit)
      if found.distance == nil, unit.isCompatible(with: .meter) {
        found.distance = amount
      } else if found.seconds == nil, let seconds = try? unit.convert(amount.value, to: .second) {
        found.seconds = seconds
      } else {
        throw OptionProblem(
          "'\(piece)' is not a distance or a time, or is one too many; write them as 5 km 27 min")
      }
    }
    return found
  }

  /// Returns the seconds of a length of time: `30min`, `1:05:00`, or a number of seconds.
  package static func seconds(_ text: String) throws(OptionProblem) -> Double {
    if let number = Double(text), number.isFinite { return number }
    guard let seconds = try effort([text]).seconds else {
      throw OptionProblem("'\(text)' is not a length of time; write it as 30min or 1:05:00")
    }
    return seconds
  }

  /// Returns the seconds of `27:30` or `1:05:00`; nil if a text is neither.
  private static func clock(_ text: String) -> Double? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { UInt16($0) }
    guard 2...3 ~= parts.count, numbers.count == parts.count,
      numbers.dropFirst().allSatisfy({ $0 < 60 })
    else { return nil }
    return numbers.reduce(0) { $0 * 60 + Double($1) }
  }

  /// The units that people write together, and how many of the smaller one make the larger one.
  private static let pairs = [("ft", "in", 12.0), ("st", "lb", 14.0)]

  /// Returns the sum of two amounts that people write together, in the smaller unit: `5'9"` is 69
  /// in, `11st 4lb` is 158 lb; nil if a text is no such thing.
  private static func sum(_ text: String) -> Amount? {
    func isDigit(_ letter: Character) -> Bool { letter.isNumber || letter == "." }
    var words: [String] = []
    for letter in text where letter != " " {
      let sign = "'’′".contains(letter) ? "ft" : "\"”″".contains(letter) ? "in" : nil
      let wasNumber = words.last?.last.map(isDigit)
      if wasNumber != isDigit(letter) || sign != nil { words.append("") }
      words[words.count - 1] += sign ?? String(letter)
    }
    guard words.count == 3 || words.count == 4, let large = Double(words[0]),
      let small = Double(words[2]), let unit = try? Unit(entered: words[1]).description,
      let pair = pairs.first(where: { $0.0 == unit }), small < pair.2,
      words.count == 3 || (try? Unit(entered: words[3]).description) == pair.1
    else { return nil }
    return Amount(large * pair.2 + small, pair.1)
  }

  /// Returns the end of the number at the beginning of a text.
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
        "\(type.shortName): \(digits)\(inPercent ? " %" : "") is not a share of a whole; "
          + (isLikelyPercent ? spellings(digits) : "write 0 to 100 %, or 0 to 1"))
    }
    guard inPercent, let number = Double(digits), number > 0, number <= 1,
      PlausibleRange.of(type.identifier)?.excludes(share, .percent, own: .percent) ?? false
    else { return }
    throw OptionProblem(
      "\(type.shortName): \(digits) % is \(DecimalText.text(share)); "
        + spellings(PercentNumber.hundredfold(of: DecimalText.text(number))))
  }

  /// Returns the uuid that a text means: a whole one as it is, else that of the only object whose
  /// uuid has this beginning; nil if none has.
  ///
  /// - Parameters:
  ///   - includingSamples: true if samples may be meant; see
  ///     `HealthTables.objects(beginningWith:)`.
  ///   - type: the type of objects of which `last` is the newest; only if no samples may be meant.
  /// - Throws: an error if the text is no beginning of a uuid, or that of several; the errors of
  ///   reading rows.
  package static func uuid(
    _ text: String, in tables: HealthTables, includingSamples: Bool = true,
    newestOf type: String = WorkoutContent.type
  ) throws -> ObjectUUID? {
    if let uuid = ObjectUUID(text) { return uuid }
    if text == "last", !includingSamples { return try newest(of: type, in: tables) }
    let prefix = try prefix(text)
    try tables.readObjects()
    if includingSamples { try tables.read(types: nil) }
    let found = tables.objects(beginningWith: prefix, includingSamples: includingSamples)
    if found.count <= 1 { return found.first?.uuid }
    let shown = found.prefix(4).map { "\($0.uuid) (\(TypeCatalogue.shortName(of: $0.type)))" }
    let more = found.count > shown.count ? " and \(found.count - shown.count) more" : ""
    throw OptionProblem(
      "\(prefix) begins \(found.count) uuids: \(shown.joined(separator: ", "))\(more); "
        + "write more of it")
  }

  /// Returns the object of a type, no sample, that began last; nil if there is none.
  private static func newest(of type: String, in tables: HealthTables) throws -> ObjectUUID? {
    try tables.readObjects()
    let number = tables.types.number(of: type)
    return tables.objects.filter { $0.isLive && $0.type == number }
      .reduce(nil as ObjectRow?) { newest, row in
        newest.map { tables.isNewer(row, than: $0) ? row : $0 } ?? row
      }?.uuid
  }

  /// Reads the uuid for a new object: a whole one.
  package static func uuid(ofNew text: String) throws(OptionProblem) -> ObjectUUID {
    guard let uuid = ObjectUUID(text) else {
      throw OptionProblem("'\(text)' is not a uuid such as 3F2504E0-4F89-41D3-9A0C-0305E82C3301")
    }
    return uuid
  }

  /// Returns the uuid that a text means, of an object that must exist.
  package static func uuid(
    ofOne text: String, in tables: HealthTables, includingSamples: Bool = true
  ) throws -> ObjectUUID {
    if let uuid = try uuid(text, in: tables, includingSamples: includingSamples) { return uuid }
    throw OptionProblem(
      "no object begins with \(try prefix(text)); `health-journal samples --all-columns` shows uuids"
    )
  }

  fileprivate static func prefix(_ text: String) throws(OptionProblem) -> UUIDPrefix {
    guard let prefix = UUIDPrefix(text) else {
      throw OptionProblem(
        "'\(text)' is not a uuid such as 3F2504E0-4F89-41D3-9A0C-0305E82C3301, nor the first "
          + "\(UUIDPrefix.leastDigits) digits of one or more")
    }
    return prefix
  }
}

// Uuids as people type them: whole, or so much of the beginning that one object is meant.

extension ViewRequest {
  /// Returns the uuid of an object other than a sample that an option names. If no uuid has this
  /// beginning, it is a uuid that no object has, so that the answer is the same as for any unknown
  /// uuid.
  ///
  /// - Parameter type: the type of which `last` names the newest object.
  func uuid(_ option: Option, newestOf type: String = WorkoutContent.type) throws -> ObjectUUID {
    let text = values[option] ?? ""
    if let known = try Inputs.uuid(
      text, in: journal.tables, includingSamples: false, newestOf: type)
    {
      return known
    }
    if text == "last" { return ObjectUUID(high: 0, low: 0) }
    return try Inputs.prefix(text).first
  }
}
