import HealthTables

/// The options of a view as typed values. What a property is until its option is given is the
/// default.
///
///     struct SleepOptions: ViewOptions {
///       var period = SleepSummary.Period.night
///       static let by = Option("by", "PERIOD", "night (the default) or day", choices: ["night", "day"])
///       static let declared: [DeclaredOption<Self>] = [
///         .choice(\.period, by),
///         .shared(.from), .shared(.to),
///       ]
///     }
package protocol ViewOptions: Sendable {
  /// The defaults.
  init()
  /// The options in the order of help.
  static var declared: [DeclaredOption<Self>] { get }
  /// Which of them go together.
  static var rules: [OptionRule] { get }
  /// Whether `--type` names object types, by which `ViewRequest.context` chooses.
  static var choosesTypes: Bool { get }
}

extension ViewOptions {
  /// Any of them go together.
  package static var rules: [OptionRule] { [] }
  /// `--type` names object types.
  package static var choosesTypes: Bool { true }

  /// Options that every view reads in the same way: `ViewRequest.context` does it.
  static func shared(_ options: Option...) -> [DeclaredOption<Self>] { options.map { .shared($0) } }

  /// The options as a request gives them.
  ///
  /// - Throws: `OptionProblem`; `ProjectionError.zone`.
  package static func read(_ request: inout ViewRequest) throws -> Self {
    var options = Self()
    for declaration in declared { try declaration.read(&options, &request) }
    return options
  }
}

/// The options of a view that has none of its own.
package struct NoOptions: ViewOptions {
  package static let declared: [DeclaredOption<Self>] = []

  package init() {}
}

/// What is declared of an option.
struct OptionFacts: Sendable {
  /// What help says.
  let option: Option
  /// Whether only the command that shows the view takes it, because with it the rows are not those
  /// of the view.
  var isOfCommand = false
  /// Whether no columns identify a row with it, so that rows cannot be compared.
  var isUnnamed = false
  /// Whether the command takes its value as a word too: `summary today` is
  /// `summary --period today`.
  var isWord = false
}

/// An option and how its value becomes a typed one.
package struct DeclaredOption<Options>: Sendable {
  /// What is declared of it.
  private(set) var facts: OptionFacts
  /// Sets the typed value where the option is given.
  let read: @Sendable (inout Options, inout ViewRequest) throws -> Void

  /// An option that every view reads in the same way: `ViewRequest.context` does it.
  package static func shared(_ option: Option) -> DeclaredOption {
    DeclaredOption(facts: OptionFacts(option: option)) { _, _ in }
  }

  /// An option without a value.
  package static func flag(
    _ path: any WritableKeyPath<Options, Bool> & Sendable, _ option: Option
  ) -> DeclaredOption {
    DeclaredOption(facts: OptionFacts(option: option)) { $0[keyPath: path] = $1.values.has(option) }
  }

  /// An option that takes one of some words.
  package static func choice<Value: RawRepresentable<String> & CaseIterable & SendableMetatype>(
    _ path: any WritableKeyPath<Options, Value> & Sendable, _ option: Option
  ) -> DeclaredOption {
    let option = option.taking(Value.allCases.map(\.rawValue))
    return DeclaredOption(facts: OptionFacts(option: option)) { options, request in
      guard let value: Value = try request.values.choice(option) else { return }
      options[keyPath: path] = value
    }
  }

  /// The same where nothing is the default.
  package static func choice<Value: RawRepresentable<String> & CaseIterable & SendableMetatype>(
    _ path: any WritableKeyPath<Options, Value?> & Sendable, _ option: Option
  ) -> DeclaredOption {
    let option = option.taking(Value.allCases.map(\.rawValue))
    return DeclaredOption(facts: OptionFacts(option: option)) { options, request in
      options[keyPath: path] = try request.values.choice(option)
    }
  }

  /// An option whose value `value` reads; it is not asked where the option is not given.
  package static func value<Value>(
    _ path: any WritableKeyPath<Options, Value> & Sendable, _ option: Option,
    _ value: @escaping @Sendable (inout ViewRequest, Option) throws -> Value
  ) -> DeclaredOption {
    DeclaredOption(facts: OptionFacts(option: option)) { options, request in
      guard request.values.has(option) else { return }
      options[keyPath: path] = try value(&request, option)
    }
  }

  /// The same option, taken only by the command that shows the view.
  package var ofCommand: DeclaredOption {
    var own = self
    own.facts.isOfCommand = true
    return own
  }

  /// The same option, whose value the command takes as a word too.
  package var asWord: DeclaredOption {
    var own = self
    own.facts.isWord = true
    return own
  }

  /// The same option, marked as one with which no columns identify a row.
  package var unnamed: DeclaredOption {
    var own = self
    own.facts.isUnnamed = true
    return own
  }
}

/// An option of a view or a command, as help shows it.
package struct Option: Hashable, Sendable {
  /// Without the dashes.
  package let name: String
  /// The word for its value in help; nil: it takes none.
  package let value: String?
  /// One line of help.
  package let help: String
  /// Whether it may be given several times.
  package let isRepeatable: Bool
  /// The words that it takes, where it takes no others; empty: others too.
  package private(set) var choices: [String]

  /// An option: `Option("limit", "N", "at most N rows")`.
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

  /// The same option, which takes these words alone.
  func taking(_ choices: [String]) -> Option {
    var option = self
    option.choices = choices
    return option
  }

  // Options that several views share: `ViewRequest.context` reads them.

  /// As of when, for whom and how carefully a journal is read.
  package static let reading: [Option] = [.asOf, .reader, .rights, .verify]
  /// Which part of time.
  package static let window: [Option] = [.from, .to, .on, .period, .last]
  /// Which types.
  package static let type = Option(
    "type", "TYPE", "only this type; several with commas", isRepeatable: true)
  /// Where the window begins.
  package static let from = Option("from", "TIME", "only what ends then or later")
  /// Where the window ends.
  package static let to = Option("to", "TIME", "only what starts before then")
  /// Which day.
  package static let on = Option("on", "DAY", "only this day, as yesterday, monday or 2026-03-01")
  /// Which period.
  package static let period = Option(
    "period", "PERIOD", "only this period, as 'last week', 2026-03 or 2026-W12")
  /// How much of the past.
  package static let last = Option(
    "last", "LENGTH", "only the last days, weeks, months or years, today included, as 4w")
  /// Which sources.
  package static let source = Option(
    "source", "NAME", "only this source, by name or bundle", isRepeatable: true)
  /// Which samples or objects.
  package static let predicate = Option(
    "where", "PREDICATE", "only what it holds for, as 'source = Watch and duration > 1 min'")
  /// Objects that were entered by hand, or all others.
  package static let typed = Option(
    "typed", "ANSWER", "no leaves out what was entered by hand, yes takes nothing else",
    choices: ["yes", "no"])
  /// How many rows.
  package static let limit = Option("limit", "N", "at most N rows")
  /// The unit of the figures.
  package static let unit = Option("unit", "UNIT", "show values in this unit")
  /// The order of the rows.
  package static let sort = Option("sort", "FIELD", "sort by a field; -FIELD for descending")
  /// Which fields.
  package static let columns = Option(
    "columns", "FIELD,FIELD", "these fields, in this order; NAME=FIELD renames", isRepeatable: true)
  /// The name of the option that shows every column; formats for people have its help.
  package static let allColumns = "all-columns"
  /// Whether copies of workouts are left out.
  package static let fold = Option(
    "fold", nil, "workouts that were saved or recorded several times once, as they count")
  /// The zone whose days count.
  package static let timeZone = Option(
    "time-zone", "ZONE", "days and times of this zone, as Europe/Paris, for every sample")
  /// The line or time whose state is shown.
  package static let asOf = Option("as-of", "SEQ|TIME", "show what was known then")
  /// The source that reads.
  package static let reader = Option(
    "as", "SOURCE", "show what this source may read; else all")
  /// By which rights that source reads what was known at another moment.
  package static let rights = Option(
    "rights", "WHEN", "of --as in the past: now, those of now too (the default); or then",
    choices: RightsMoment.allCases.map(\.rawValue))
  /// Whether the chain is looked at.
  package static let verify = Option(
    "verify", nil, "compute and compare every chain value on the way")
  /// Samples that are problems do not count.
  package static let withoutProblems = Option(
    "without-problems", nil, "leave out samples that `check` calls implausible")
  /// Samples that are problems count.
  package static let withProblems = Option(
    "with-problems", nil, "count samples that `check` calls implausible too")
  /// When days start.
  package static let dayStarts = Option(
    "day-starts", "HH:MM", "days start at this time of the clock, as 04:00")
}

/// The values that options were given: text, as it was typed.
package struct OptionValues: Sendable {
  /// The command whose help tells more; nil: there is none.
  package let command: String?
  /// A handful, for which a dictionary would cost more than all looks through them.
  private var values: [(name: String, values: [String])] = []

  /// No option is given.
  package init(command: String? = nil) { self.command = command }

  /// Adds a value, after those that the option has.
  package mutating func add(_ value: String, to name: String) {
    guard let index = index(name) else { return values.append((name, [value])) }
    values[index].values.append(value)
  }

  private func index(_ name: String) -> Int? { values.firstIndex { $0.name == name } }

  /// The problem that options do not go together; it names the command whose help tells more.
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

  /// Whether an option was given.
  package func has(_ option: Option) -> Bool { has(option.name) }

  /// Whether an option of this name was given.
  package func has(_ name: String) -> Bool { index(name) != nil }

  /// All values of an option, in order.
  package func all(_ option: Option) -> [String] {
    index(option.name).map { values[$0].values } ?? []
  }

  /// The names of the options that were given.
  package var given: some Collection<String> { values.lazy.map(\.name) }

  /// The same without an option.
  package func without(_ option: Option) -> OptionValues {
    var rest = self
    rest.values.removeAll { $0.name == option.name }
    return rest
  }

  /// All values of an option, split at commas.
  package func list(_ option: Option) throws(OptionProblem) -> [String] {
    let names = all(option).flatMap { $0.split(separator: ",").map { String($0) } }
    guard has(option) == !names.isEmpty else { throw misused("--\(option.name) names nothing") }
    return names
  }

  /// A whole number from `least` to `most`; nil where the option is not given.
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

  /// A finite number; nil where the option is not given.
  package func number(_ option: Option) throws(OptionProblem) -> Double? {
    guard let text = self[option] else { return nil }
    // Swift reads hexadecimal digits too.
    guard !text.contains(where: { "xX".contains($0) }), let number = Double(text), number.isFinite
    else {
      throw OptionProblem("--\(option.name) takes a number, not '\(text)'")
    }
    return number
  }

  /// One of the words that an option takes; nil where it is not given.
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

  /// The problem that a value is outside its range, as it was typed.
  package func outOfRange(_ option: Option, _ range: String) -> OptionProblem {
    OptionProblem("--\(option.name) takes \(range), not '\(self[option] ?? "")'")
  }
}

/// A rule on which options go together, checked before anything is read.
package struct OptionRule: Sendable {
  /// What is wrong with these values, in words; nil: nothing is.
  private let problem: @Sendable (OptionValues) -> String?

  private init(_ problem: @escaping @Sendable (OptionValues) -> String?) {
    self.problem = problem
  }

  /// Throws where the values break the rule.
  package func check(_ values: OptionValues) throws(OptionProblem) {
    if let problem = problem(values) { throw values.misused(problem) }
  }

  /// At most one of some options: `--events goes without --compare`.
  package static func atMostOne(of options: [Option]) -> OptionRule {
    OptionRule { values in
      let given = options.filter { values.has($0) }
      return given.count < 2 ? nil : "--\(given[0].name) goes without --\(given[1].name)"
    }
  }

  /// An option that goes without some others.
  ///
  /// - Parameter words: what to say of an offending one; nil: `--day goes without --to`.
  package static func excludes(
    _ option: Option, _ others: [Option], saying words: (@Sendable (Option) -> String)? = nil
  ) -> OptionRule {
    OptionRule { values in
      guard values.has(option), let other = others.first(where: { values.has($0) }) else {
        return nil
      }
      return words?(other) ?? "--\(option.name) goes without --\(other.name)"
    }
  }

  /// At least one of some options, where another one is given.
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

  /// An option that needs others beside it.
  ///
  /// - Parameter words: what to say; nil: `--anchor needs --every`.
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

  /// An option that needs another one with a single value.
  package static func requiresOne(
    _ option: Option, of other: Option, saying words: String
  ) -> OptionRule {
    OptionRule { values in
      !values.has(option) || (try? values.list(other))?.count == 1 ? nil : words
    }
  }

  /// Options that have a meaning only where another one is given, which changes what the command
  /// does.
  package static func only(with option: Option, _ others: [Option]) -> OptionRule {
    OptionRule { values in
      guard !values.has(option), let other = others.first(where: { values.has($0) }) else {
        return nil
      }
      return "--\(other.name) goes with --\(option.name)"
    }
  }
}

extension [OptionRule] {
  /// A window is named in one way: by its ends, or as a day, a period or a length.
  package static let window: [OptionRule] =
    [.atMostOne(of: [.on, .period, .last])]
    + [Option.on, .period, .last].map { .excludes($0, [.from, .to]) }

  /// Throws where the values break one of the rules.
  package func check(_ values: OptionValues) throws(OptionProblem) {
    for rule in self { try rule.check(values) }
  }
}

/// Why the values of options cannot be used: one line.
package struct OptionProblem: Error, Hashable, Sendable {
  /// What is wrong, with what and what to do.
  package let message: String

  /// A problem in these words.
  package init(_ message: String) { self.message = message }
}

extension Sequence {
  /// The one of a name; where there is none, the problem tells the names of all.
  ///
  /// - Parameters:
  ///   - noun: what they are, in a word.
  ///   - names: the name of one.
  package func one(
    named name: String, _ noun: String, by names: (Element) -> String
  ) throws(OptionProblem) -> Element {
    guard let one = first(where: { names($0) == name }) else {
      throw OptionProblem("no \(noun) '\(name)'; there are \(map(names).joined(separator: ", "))")
    }
    return one
  }
}
