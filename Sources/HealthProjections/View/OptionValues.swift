package import ViewTables

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
