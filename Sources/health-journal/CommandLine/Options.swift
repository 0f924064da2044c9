/// An option that a command takes, as help shows it.
struct Option: Sendable {
  /// Without the dashes.
  var name: String
  /// The word for its value in help; nil: it takes none.
  var value: String?
  /// One line of help.
  var help: String
  /// Whether it may be given several times.
  var isRepeatable = false

  init(_ name: String, _ value: String? = nil, _ help: String, isRepeatable: Bool = false) {
    self.name = name
    self.value = value
    self.help = help
    self.isRepeatable = isRepeatable
  }
}

/// Options that several commands share.
extension Option {
  static let journal = Option("journal", "DIR", "the journal; else $HEALTH_JOURNAL, else yours")
  static let format = Option("format", "FORMAT", "text, json, ndjson, csv or markdown")
  static let all = Option("all-columns", nil, "text: show uuids and seqs too")
  static let type = Option(
    "type", "TYPE", "only this type; several with commas", isRepeatable: true)
  static let from = Option("from", "TIME", "only what ends then or later")
  static let to = Option("to", "TIME", "only what starts before then")
  static let source = Option(
    "source", "NAME", "only this source, by name or bundle", isRepeatable: true)
  static let limit = Option("limit", "N", "at most N rows")
  static let unit = Option("unit", "UNIT", "show values in this unit")
  static let sort = Option("sort", "FIELD", "sort by a field; -FIELD for descending")
  static let by = Option("by", "SOURCE", "who asks: a bundle identifier; else owner")

  /// What every command takes that shows rows.
  static let rows: [Option] = [.journal, .format, .all]
}

/// What a command was called with.
struct Arguments {
  /// What is not an option, in order.
  private(set) var words: [String] = []
  private var values: [String: [String]] = [:]

  /// Splits the words of a command line by the options that the command takes.
  ///
  /// - Throws: `Failure` of usage: an unknown option, a missing value, one given twice.
  init(_ words: [String], options: [Option]) throws(Failure) {
    var rest = words[...]
    while let word = rest.popFirst() {
      if word == "--" {
        self.words += rest
        return
      }
      guard word.hasPrefix("--"), word.count > 2 || word == "-o" else {
        if word == "-o", options.contains(where: { $0.name == "output" }) {
          try take(Option.output, inline: nil, &rest)
        } else if word.hasPrefix("-"), word.count > 1, Double(word) == nil,
          word.dropFirst().first?.isLetter ?? false, word.count == 2
        {
          throw .usage("unknown option \(word)")
        } else {
          self.words.append(word)
        }
        continue
      }
      let parts = word.dropFirst(2).split(separator: "=", maxSplits: 1).map(String.init)
      guard let name = parts.first, let option = options.first(where: { $0.name == name }) else {
        throw .usage("unknown option \(word)" + Self.suggestion(word, among: options))
      }
      try take(option, inline: parts.count > 1 ? parts[1] : nil, &rest)
    }
  }

  private mutating func take(
    _ option: Option, inline: String?, _ rest: inout ArraySlice<String>
  ) throws(Failure) {
    var value = ""
    if option.value != nil {
      guard let given = inline ?? rest.popFirst() else {
        throw .usage("--\(option.name) needs a value")
      }
      value = given
    } else if inline != nil {
      throw .usage("--\(option.name) takes no value")
    }
    guard option.isRepeatable || values[option.name] == nil else {
      throw .usage("--\(option.name) is given twice")
    }
    values[option.name, default: []].append(value)
  }

  private static func suggestion(_ word: String, among options: [Option]) -> String {
    let name = word.dropFirst(2).prefix { $0 != "=" }
    let near = options.map(\.name).filter { $0.hasPrefix(name) || name.hasPrefix($0) }
    return near.first.map { " (did you mean --\($0)?)" } ?? ""
  }

  // MARK: What was given

  /// The value of an option, or nil.
  subscript(option: Option) -> String? { values[option.name]?.last }

  /// Whether an option without a value was given.
  func has(_ option: Option) -> Bool { values[option.name] != nil }

  /// All values of an option, in order.
  func all(_ option: Option) -> [String] { values[option.name] ?? [] }

  /// All values of an option, split at commas.
  func list(_ option: Option) -> [String] {
    all(option).flatMap { $0.split(separator: ",").map { String($0) } }
  }

  /// A whole number of at least `least`.
  func whole(_ option: Option, least: Int = 0) throws(Failure) -> Int? {
    guard let text = self[option] else { return nil }
    guard let number = Int(text), number >= least else {
      throw .usage("--\(option.name) takes a whole number of \(least) or more, not \(text)")
    }
    return number
  }

  /// A finite number.
  func number(_ option: Option) throws(Failure) -> Double? {
    guard let text = self[option] else { return nil }
    guard let number = Double(text), number.isFinite else {
      throw .usage("--\(option.name) takes a number, not \(text)")
    }
    return number
  }

  /// Refuses more words than the command takes.
  func require(words count: ClosedRange<Int>, _ what: String) throws(Failure) {
    if words.count < count.lowerBound { throw .usage("\(what) missing") }
    if words.count > count.upperBound {
      throw .usage("unexpected argument \(words[count.upperBound])")
    }
  }
}

extension Option {
  static let output = Option("output", "FILE", "-o FILE: write there; - is standard output")
}
