package import ViewTables

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
