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
