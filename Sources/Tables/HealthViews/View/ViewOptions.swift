import HealthTables

/// The options of a command or a view as typed values. The initial value of a property is its
/// default.
///
///     struct SleepOptions: ViewOptions {
///       var period = SleepSummary.Period.night
///       static let per = Option("per", "PERIOD", "night (the default) or day", choices: ["night", "day"])
///       static let declared: [DeclaredOption<Self>] = [
///         .choice(\.period, by),
///         .shared(.from), .shared(.to),
///       ]
///     }
package protocol DeclaredOptions: Sendable {
  /// The input that the values are read from.
  associatedtype Input: OptionInput
  /// Creates the default options.
  init()
  /// The options in the order of help.
  static var declared: [DeclaredOption<Self>] { get }
  /// The rules for combining them.
  static var rules: [OptionRule] { get }
}

/// An input of typed options. It has the given values as text.
package protocol OptionInput: Sendable {
  /// The values that were given.
  var values: OptionValues { get }
}

/// The options of a view, which are read when the journal is open.
package protocol ViewOptions: DeclaredOptions where Input == ViewRequest {
  /// True if `--type` names object types, by which `ViewRequest.context` chooses.
  static var choosesTypes: Bool { get }
}

extension ViewOptions {
  /// `--type` names object types.
  package static var choosesTypes: Bool { true }
}

extension DeclaredOptions {
  /// The default rules: none, any options go together.
  package static var rules: [OptionRule] { [] }
  /// Options that are read in one place for all, as `ViewRequest.context` does it.
  package static func shared(_ options: Option...) -> [DeclaredOption<Self>] { shared(options) }

  /// Options that are read in one place for all.
  package static func shared(_ options: [Option]) -> [DeclaredOption<Self>] {
    options.map { .shared($0) }
  }

  /// Reads the options from an input.
  ///
  /// - Parameter declared: the options to read.
  /// - Throws: `OptionProblem`; the errors of the declarations.
  package static func read(
    _ input: inout Input, by declared: [DeclaredOption<Self>] = Self.declared
  ) throws -> Self {
    var options = Self()
    for declaration in declared { try declaration.read(&options, &input) }
    return options
  }
}

/// The options of a view that has none of its own.
package struct NoOptions: ViewOptions {
  package static let declared: [DeclaredOption<Self>] = []

  package init() {}
}

/// The declared facts of an option.
struct OptionFacts: Sendable {
  /// The option as help shows it.
  let option: Option
  /// True if only the command that shows the view has the option, because it changes the kind of
  /// the rows.
  var isOfCommand = false
  /// True if no columns identify a row with it, so that rows cannot be compared.
  var isUnnamed = false
  /// True if the command accepts its value as a word too: `summary today` is `summary --period
  /// today`.
  var isWord = false
}

/// An option and how its value becomes a typed one.
package struct DeclaredOption<Options: DeclaredOptions>: Sendable {
  private(set) var facts: OptionFacts
  /// Sets the typed value where the option is given.
  fileprivate let read: @Sendable (inout Options, inout Options.Input) throws -> Void

  /// The option, as help shows it.
  package var option: Option { facts.option }

  /// Returns an option that one place reads for all views, as `ViewRequest.context` does.
  package static func shared(_ option: Option) -> DeclaredOption {
    DeclaredOption(facts: OptionFacts(option: option)) { _, _ in }
  }

  /// Returns an option without a value.
  package static func flag(
    _ path: any WritableKeyPath<Options, Bool> & Sendable, _ option: Option
  ) -> DeclaredOption {
    DeclaredOption(facts: OptionFacts(option: option)) { $0[keyPath: path] = $1.values.has(option) }
  }

  /// Returns an option without a value; no rule names it.
  package static func flag(
    _ path: any WritableKeyPath<Options, Bool> & Sendable, _ name: String, _ help: String
  ) -> DeclaredOption {
    flag(path, Option(name, nil, help))
  }

  /// Returns an option whose value is one of some words.
  package static func choice<Value: RawRepresentable<String> & CaseIterable & SendableMetatype>(
    _ path: any WritableKeyPath<Options, Value> & Sendable, _ option: Option
  ) -> DeclaredOption {
    value(path, option.taking(Value.allCases.map(\.rawValue))) { try $0.values.choice($1) }
  }

  /// Returns the same option if nothing is the default.
  package static func choice<Value: RawRepresentable<String> & CaseIterable & SendableMetatype>(
    _ path: any WritableKeyPath<Options, Value?> & Sendable, _ option: Option
  ) -> DeclaredOption {
    value(path, option.taking(Value.allCases.map(\.rawValue))) { try $0.values.choice($1) }
  }

  /// Returns an option whose value `value` reads; `value` is not called if the option is not given.
  ///
  /// - Parameter value: reads the value; nil leaves the default.
  package static func value<Value>(
    _ path: any WritableKeyPath<Options, Value> & Sendable, _ option: Option,
    _ value: @escaping @Sendable (inout Options.Input, Option) throws -> Value?
  ) -> DeclaredOption {
    DeclaredOption(facts: OptionFacts(option: option)) { options, input in
      guard input.values.has(option), let value = try value(&input, option) else { return }
      options[keyPath: path] = value
    }
  }

  /// Returns such an option that no rule names.
  package static func value<Value>(
    _ path: any WritableKeyPath<Options, Value> & Sendable, _ name: String, _ word: String,
    _ help: String, isRepeatable: Bool = false,
    _ value: @escaping @Sendable (inout Options.Input, Option) throws -> Value?
  ) -> DeclaredOption {
    self.value(path, Option(name, word, help, isRepeatable: isRepeatable), value)
  }

  /// The same option, accepted only by the command that shows the view.
  package var ofCommand: DeclaredOption { marked(\.isOfCommand) }
  /// The same option; the command also accepts its value as a word.
  package var asWord: DeclaredOption { marked(\.isWord) }
  /// The same option, marked: with it, no columns identify a row.
  package var unnamed: DeclaredOption { marked(\.isUnnamed) }

  private func marked(_ fact: WritableKeyPath<OptionFacts, Bool>) -> DeclaredOption {
    var own = self
    own.facts[keyPath: fact] = true
    return own
  }
}

/// An option of a view or a command, as help shows it.
package struct Option: Hashable, Sendable {
  /// The name without the dashes.
  package let name: String
  /// The word for its value in help; nil if it takes no value.
  package let value: String?
  /// The line of help.
  package let help: String
  /// True if it may be given several times.
  package let isRepeatable: Bool
  /// The only words that it accepts; empty: it accepts others too.
  package private(set) var choices: [String]

  /// Creates an option: `Option("limit", "N", "at most N rows")`.
  package init(
    _ name: String, _ value: String?, _ help: String, isRepeatable: Bool = false,
    choices: [String] = []
  ) {
    self.name = name
    self.value = value
    self.help = help
    self.isRepeatable = isRepeatable
    self.choices = choices
  }

  /// Returns the same option, which accepts only these words.
  func taking(_ choices: [String]) -> Option {
    var option = self
    option.choices = choices
    return option
  }

  // Options that several views share: `ViewRequest.context` reads them.

  /// The options for the moment, the reader and the care with which a journal is read.
  package static let reading: [Option] = [.asOf, .reader, .asked, .rights, .verify]
  /// The options for a part of time.
  package static let window: [Option] = [.from, .to, .on, .period, .last]
  /// The options for a part of time, and for the data to show of it.
  package static let narrowing: [Option] = window + [.source, .predicate, .typed]
  package static let type = Option(
    "type", "TYPE", "only this type; separate several with commas", isRepeatable: true)
  /// The option for the beginning of the window.
  package static let from = Option("from", "TIME", "only what ends at TIME or later")
  /// The option for the end of the window.
  package static let to = Option("to", "TIME", "only what starts before TIME")
  /// The option for the beginning of the window of lines.
  package static let recordedFrom = Option("from", "TIME", "recorded at TIME or later")
  /// The option for the end of the window of lines.
  package static let recordedTo = Option("to", "TIME", "recorded before TIME")
  package static let on = Option(
    "on", "DAY", "only this day, such as yesterday, monday or 2026-03-01")
  package static let period = Option(
    "period", "PERIOD", "only this period, such as 'last week', 2026-03 or 2026-W12")
  /// The option for a length of the past.
  package static let last = Option(
    "last", "LENGTH",
    "the past 7d or 3mo; the week, month or year before; or the newest rows: 2")
  package static let source = Option(
    "source", "NAME", "only this source, by its name or its bundle identifier", isRepeatable: true)
  /// The option for samples or objects by a predicate.
  package static let predicate = Option(
    "where", "PREDICATE",
    "only what fits, such as 'source = Watch and duration > 1 min'")
  /// The option for objects that were entered by hand, or for all others.
  package static let typed = Option(
    "typed", "ANSWER", "no: only data not entered by hand; yes: only data entered by hand",
    choices: ["yes", "no"])
  /// The option for the workouts of an activity.
  package static let activity = Option(
    "activity", "ACTIVITY", "only this activity, such as running", isRepeatable: true)
  /// The option for the number of rows.
  package static let limit = Option("limit", "N", "at most N rows, the newest")
  /// The option for the unit of the figures.
  package static let unit = Option("unit", "UNIT", "show values in this unit")
  /// The option for the order of the rows.
  package static let sort = Option(
    "sort", "FIELD", "sort by this field; -FIELD sorts in descending order")
  /// The option for the fields to show.
  package static let columns = Option(
    "columns", "FIELD,FIELD", "show only these fields, in this order; NAME=FIELD renames a field",
    isRepeatable: true)
  /// The name of the option that shows every column; formats for people have its help.
  package static let allColumns = "all-columns"
  /// The option that leaves out copies of workouts.
  package static let fold = Option(
    "fold", nil, "show a workout once if it was saved or recorded several times")
  /// The option for the zone whose days count.
  package static let timeZone = Option(
    "time-zone", "ZONE", "use days and times of this zone for every sample, such as Europe/Paris")
  /// The line or time whose state is shown.
  package static let asOf = Option("as-of", "LINE|TIME", "show what was known at this line or time")
  /// The option for the source that reads.
  package static let reader = Option(
    "as", "SOURCE", "show only what this source may read; default: everything")
  /// The option for the moment of asking.
  package static let asked = Option(
    "at", "TIME", "ask at this moment, with the rights of --as at that time; default: now")
  /// The option for the rights by which that source reads the state at another moment.
  package static let rights = Option(
    "rights", "WHEN",
    "rights for --as: now (past and present, default) or then (past only)",
    choices: RightsMoment.allCases.map(\.rawValue))
  /// The option that checks the chain.
  package static let verify = Option(
    "verify", nil, "compute and compare every chain value while reading")
  /// The option that leaves out samples that are problems.
  package static let withoutProblems = Option(
    "without-problems", nil, "leave out samples that `check` calls implausible")
  /// The option that counts samples that are problems.
  package static let withProblems = Option(
    "with-problems", nil, "also count samples that `check` calls implausible")
  /// The option for the time at which days start.
  package static let dayStarts = Option(
    "day-starts", "HH:MM", "start days at this time, such as 04:00")
}

extension [Option] {
  /// Old names of options, which are taken and not listed, and the names that took their place.
  private static let oldNames = ["day": Option.on.name, "pace": "met", "by": "per"]

  /// Returns the option of a name, or of an old name; nil if there is none.
  package func named(_ name: String) -> Option? {
    first { $0.name == name }
      ?? Self.oldNames[name].flatMap { newName in first { $0.name == newName } }
  }
}

/// The values of the options that were given: text, as the user entered it.
package struct OptionValues: Sendable {
  /// The command whose help has more; nil if there is none.
  package let command: String?
  /// A handful, for which a dictionary would cost more than all looks through them.
  private var values: [(name: String, values: [String])] = []

  /// Creates the values of no option.
  package init(command: String? = nil) { self.command = command }

  /// Adds a value, after those that the option has.
  package mutating func add(_ value: String, to name: String) {
    guard let index = index(name) else { return values.append((name, [value])) }
    values[index].values.append(value)
  }

  private func index(_ name: String) -> Int? { values.firstIndex { $0.name == name } }

  /// Returns the problem that options do not go together; it names the command whose help has more.
  package func misused(_ message: String) -> OptionProblem {
    guard let command else { return OptionProblem(message) }
    let separator = message.hasSuffix("?") ? " See" : "; see"
    return OptionProblem("\(message)\(separator) `health-journal help \(command)`")
  }

  // MARK: What was given

  /// The value of an option, or nil.
  package subscript(option: Option) -> String? {
    index(option.name).flatMap { values[$0].values.last }
  }

  /// Returns true if an option was given.
  package func has(_ option: Option) -> Bool { has(option.name) }

  /// Returns true if an option of this name was given.
  package func has(_ name: String) -> Bool { index(name) != nil }

  /// Returns all values of an option, in order.
  package func all(_ option: Option) -> [String] {
    index(option.name).map { values[$0].values } ?? []
  }

  /// The names of the options that were given.
  package var given: some Collection<String> { values.lazy.map(\.name) }

  /// The names and values of all options, in the order in which they were given.
  package var entries: [(name: String, value: String)] {
    values.flatMap { option in option.values.map { (option.name, $0) } }
  }

  /// Returns the same values without an option.
  package func without(_ option: Option) -> OptionValues {
    var rest = self
    rest.values.removeAll { $0.name == option.name }
    return rest
  }

  /// Returns all values of an option, split at commas.
  package func list(_ option: Option) throws(OptionProblem) -> [String] {
    let names = all(option).flatMap { $0.split(separator: ",").map { String($0) } }
    guard has(option) == !names.isEmpty else { throw misused("--\(option.name) names nothing") }
    return names
  }

  /// Returns a whole number from `least` to `most`; nil if the option is not given.
  package func whole(
    _ option: Option, least: Int = 0, most: Int = .max
  ) throws(OptionProblem) -> Int? {
    guard let text = self[option] else { return nil }
    guard let number = Int(text), (least...most).contains(number) else {
      let isBig = text.utf8.count > 18 && text.utf8.allSatisfy { (48...57).contains($0) }
      let range =
        most == .max && !isBig ? "of \(least) or more" : "from \(least) to \(most)"
      throw OptionProblem("--\(option.name) takes a whole number \(range), not '\(text)'")
    }
    return number
  }

  /// Returns a number in a range, which `words` names; nil if the option is not given.
  package func number(
    _ option: Option, in range: ClosedRange<Double>, _ words: String
  ) throws(OptionProblem) -> Double? {
    let number = try number(option)
    guard number.map(range.contains) ?? true else { throw outOfRange(option, words) }
    return number
  }

  /// Returns a finite number; nil if the option is not given.
  package func number(_ option: Option) throws(OptionProblem) -> Double? {
    guard let text = self[option] else { return nil }
    // Swift reads hexadecimal digits too.
    guard !text.contains(where: { "xX".contains($0) }), let number = Double(text), number.isFinite
    else {
      throw OptionProblem("--\(option.name) takes a number, not '\(text)'")
    }
    return number
  }

  /// Returns the word that was given, of those that an option accepts; nil if the option is not
  /// given.
  package func choice<Choice: RawRepresentable<String> & CaseIterable>(
    _ option: Option, among choices: [Choice] = Array(Choice.allCases)
  ) throws(OptionProblem) -> Choice? {
    guard let text = self[option] else { return nil }
    guard let choice = choices.first(where: { $0.rawValue == text }) else {
      let words = choices.map(\.rawValue).joined(separator: " or ")
      throw OptionProblem("--\(option.name) takes \(words), not '\(text)'")
    }
    return choice
  }

  /// Returns the problem that a value, as the user entered it, is outside its range.
  package func outOfRange(_ option: Option, _ range: String) -> OptionProblem {
    OptionProblem("--\(option.name) takes \(range), not '\(self[option] ?? "")'")
  }
}

/// A rule on which options go together, checked before anything is read.
package struct OptionRule: Sendable {
  /// The closure that returns the problem of these values, in words; nil if there is none.
  private let problem: @Sendable (OptionValues) -> String?

  private init(_ problem: @escaping @Sendable (OptionValues) -> String?) {
    self.problem = problem
  }

  /// Throws where the values break the rule.
  package func check(_ values: OptionValues) throws(OptionProblem) {
    if let problem = problem(values) { throw values.misused(problem) }
  }

  /// Allows at most one of some options: `--events cannot be combined with --compare`.
  package static func atMostOne(of options: [Option]) -> OptionRule {
    OptionRule { values in
      let given = options.filter { values.has($0) }
      return given.count < 2 ? nil : "--\(given[0].name) cannot be combined with --\(given[1].name)"
    }
  }

  /// Excludes some options together with another one.
  ///
  /// - Parameter words: the message for an offending one; nil:
  ///   `--day cannot be combined with --to`.
  package static func excludes(
    _ option: Option, _ others: [Option], saying words: (@Sendable (Option) -> String)? = nil
  ) -> OptionRule {
    OptionRule { values in
      guard values.has(option), let other = others.first(where: { values.has($0) }) else {
        return nil
      }
      return words?(other) ?? "--\(option.name) cannot be combined with --\(other.name)"
    }
  }

  /// Demands at least one of some options, if another one is given.
  ///
  /// - Parameter option: the other one; nil: always.
  package static func atLeastOne(
    of options: [Option], with option: Option? = nil, saying words: String
  ) -> OptionRule {
    OptionRule { values in
      guard option.map({ values.has($0) }) ?? true else { return nil }
      return options.contains { values.has($0) } ? nil : words
    }
  }

  /// Options that have no meaning for a thing: to ignore them would hide a mistake.
  package static func refused(by thing: String, _ options: [Option]) -> OptionRule {
    OptionRule { values in
      options.first { values.has($0) }.map { "\(thing) takes no --\($0.name)" }
    }
  }

  /// Demands others with an option.
  ///
  /// - Parameter words: the message; nil: `--anchor needs --every`.
  package static func requires(
    _ option: Option, _ others: [Option], saying words: String? = nil
  ) -> OptionRule {
    OptionRule { values in
      guard values.has(option), let other = others.first(where: { !values.has($0) }) else {
        return nil
      }
      return words ?? "--\(option.name) needs --\(other.name)"
    }
  }

  /// Demands another option with a single value.
  package static func requiresOne(
    _ option: Option, of other: Option, saying words: String
  ) -> OptionRule {
    OptionRule { values in
      !values.has(option) || (try? values.list(other))?.count == 1 ? nil : words
    }
  }

  /// Options that have a meaning only with another option, which changes the action of the command.
  package static func only(with option: Option, _ others: [Option]) -> OptionRule {
    OptionRule { values in
      guard !values.has(option), let other = others.first(where: { values.has($0) }) else {
        return nil
      }
      return "--\(other.name) needs --\(option.name)"
    }
  }
}

extension [OptionRule] {
  /// Returns the rules of a window if these options name one.
  package static func window(of options: [Option]) -> [OptionRule] {
    options.contains { $0.name == Option.period.name } ? window : []
  }

  /// A window is named in one way: by its ends, or as a day, a period or a length.
  package static let window: [OptionRule] =
    [.atMostOne(of: [.on, .period, .last])]
    + [Option.on, .period, .last].map { .excludes($0, [.from, .to]) }

  /// Throws where the values break one of the rules.
  package func check(_ values: OptionValues) throws(OptionProblem) {
    for rule in self { try rule.check(values) }
  }
}

extension Sequence {
  /// Returns the element of a name; if there is none, the problem lists the names of all.
  ///
  /// - Parameters:
  ///   - noun: the word for the elements.
  ///   - names: the name of one.
  package func one(
    named name: String, _ noun: String, by names: (Element) -> String
  ) throws(OptionProblem) -> Element {
    guard let one = first(where: { names($0) == name }) else {
      throw OptionProblem("no \(noun) '\(name)'; use one of \(map(names).joined(separator: ", "))")
    }
    return one
  }
}
