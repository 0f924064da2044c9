import HealthModel
import JournalFile

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
  static let journal = Option(
    "journal", "DIR", "the journal; else $HEALTH_JOURNAL, else the usual place")
  static let format = Option("format", "FORMAT", "how rows are written; see `help formats`")
  static let answer = Option("format", "FORMAT", "text or json")
  static let all = Option("all-columns", nil, "text, markdown: show uuids and seqs too")
  static let columns = Option(
    "columns", "FIELD,FIELD", "these fields, in this order; NAME=FIELD renames", isRepeatable: true)
  static let type = Option(
    "type", "TYPE", "only this type; several with commas", isRepeatable: true)
  static let from = Option("from", "TIME", "only what ends then or later")
  static let to = Option("to", "TIME", "only what starts before then")
  static let source = Option(
    "source", "NAME", "only this source, by name or bundle", isRepeatable: true)
  static let predicate = Option(
    "where", "PREDICATE", "only what it holds for, as 'source = Watch and duration > 1 min'")
  static let limit = Option("limit", "N", "at most N rows")
  static let unit = Option("unit", "UNIT", "show values in this unit")
  static let sort = Option("sort", "FIELD", "sort by a field; -FIELD for descending")
  static let fold = Option(
    "fold", nil, "workouts that were saved several times once, without further copies")
  static let threads = Option(
    "threads", "N", "read with N threads; else with one for each processor")
  static let by = Option("by", "SOURCE", "who asks: a bundle identifier; else owner")

  static let timeZone = Option(
    "time-zone", "ZONE", "days and times of this zone, as Europe/Paris, for every sample")
  static let dayStarts = Option(
    "day-starts", "HH:MM", "days start at this time of the clock, as 04:00")
  static let asOf = Option("as-of", "SEQ|TIME", "show what was known then")
  static let reader = Option("as", "SOURCE", "show what this source may read; else all")

  /// What every command takes that shows rows.
  static let rows: [Option] = [.journal, .format, .all, .columns]
  /// What every command takes that shows a view.
  static let view: [Option] = rows + [asOf, reader]
  /// What every command takes whose figures depend on where days begin.
  static let calendar: [Option] = [timeZone, dayStarts]
}

/// What a command was called with.
struct Arguments {
  /// What is not an option, in order.
  private(set) var words: [String] = []
  /// The command, for messages.
  let page: CommandPage
  /// The values of the options that were given: a handful, for which a dictionary would cost more than all
  /// looks through them.
  private var values: [(name: String, values: [String])] = []

  /// Splits the words of a command line by the options that the command takes.
  ///
  /// - Throws: `Failure` of usage: an unknown option, a missing value, one given twice.
  init(_ words: [String], _ page: CommandPage) throws(Failure) {
    self.page = page
    var rest = words[...]
    while let word = rest.popFirst() {
      if word == "--" {
        self.words += rest
        return
      }
      if word == "-o", page.options.contains(where: { $0.name == Option.output.name }) {
        try take(.output, inline: nil, &rest)
      } else if word.hasPrefix("--") {
        let name = word.dropFirst(2).prefix { $0 != "=" }
        guard let option = page.options.first(where: { $0.name == name }) else {
          throw unknown(word, String(name))
        }
        let hasValue = name.endIndex < word.endIndex
        try take(
          option, inline: hasValue ? String(word[name.endIndex...].dropFirst()) : nil, &rest)
      } else if word.hasPrefix("-"), word.dropFirst().first?.isLetter ?? false {
        throw unknown(word, String(word.dropFirst()))
      } else {
        self.words.append(word)
      }
    }
  }

  private mutating func take(
    _ option: Option, inline: String?, _ rest: inout ArraySlice<String>
  ) throws(Failure) {
    var value = ""
    if option.value != nil {
      // What begins with -- is the next option; as a value it is written --reason=--this.
      let next = rest.first.flatMap { $0.hasPrefix("--") ? nil : $0 }
      guard let given = inline ?? next, !given.isEmpty else {
        throw misused("--\(option.name) needs a value")
      }
      if inline == nil { rest.removeFirst() }
      value = given
    } else if inline != nil {
      throw misused("--\(option.name) takes no value")
    }
    guard let place = place(option) else { return values.append((option.name, [value])) }
    guard option.isRepeatable else { throw misused("--\(option.name) is given twice") }
    values[place].values.append(value)
  }

  private func unknown(_ word: String, _ name: String) -> Failure {
    let near = NearestNames.of(name, among: page.options.map(\.name)).first
    return misused(
      "\(page.name) has no option \(word)" + (near.map { "; did you mean --\($0)?" } ?? ""))
  }

  /// The failure that the command was not called as its help says.
  func misused(_ message: String) -> Failure {
    let separator = message.hasSuffix("?") ? " See" : "; see"
    return .usage("\(message)\(separator) `health-journal help \(page.name)`")
  }

  // MARK: What was given

  /// The value of an option, or nil.
  subscript(option: Option) -> String? { place(option).flatMap { values[$0].values.last } }

  private func place(_ option: Option) -> Int? {
    values.firstIndex { $0.name == option.name }
  }

  /// The same without an option.
  func without(_ option: Option) -> Arguments {
    var arguments = self
    arguments.values.removeAll { $0.name == option.name }
    return arguments
  }

  /// Whether an option without a value was given.
  func has(_ option: Option) -> Bool { place(option) != nil }

  /// All values of an option, in order.
  func all(_ option: Option) -> [String] { place(option).map { values[$0].values } ?? [] }

  /// The options that were given.
  var given: some Collection<String> { values.lazy.map(\.name) }

  /// All values of an option, split at commas.
  func list(_ option: Option) throws(Failure) -> [String] {
    let names = all(option).flatMap { $0.split(separator: ",").map { String($0) } }
    guard has(option) == !names.isEmpty else { throw misused("--\(option.name) names nothing") }
    return names
  }

  /// A whole number from `least` to `most`.
  func whole(
    _ option: Option, least: Int = 0, most: Int = .max
  ) throws(Failure) -> Int? {
    guard let text = self[option] else { return nil }
    guard let number = Int(text), (least...most).contains(number) else {
      let range = most == .max ? "of \(least) or more" : "from \(least) to \(most)"
      throw .usage("--\(option.name) takes a whole number \(range), not '\(text)'")
    }
    return number
  }

  /// How many threads may read.
  func threads() throws(Failure) -> Int {
    try whole(.threads, least: 1, most: 64) ?? PosixSystem.processors
  }

  /// A finite number.
  func number(_ option: Option) throws(Failure) -> Double? {
    guard let text = self[option] else { return nil }
    guard let number = Double(text), number.isFinite else {
      throw .usage("--\(option.name) takes a number, not '\(text)'")
    }
    return number
  }

  /// The failure that a value is outside its range, as it was typed.
  func outOfRange(_ option: Option, _ range: String) -> Failure {
    .usage("--\(option.name) takes \(range), not '\(self[option] ?? "")'")
  }

  /// Refuses more words than the command takes.
  func require(words count: ClosedRange<Int>, _ what: String) throws(Failure) {
    if words.count < count.lowerBound { throw misused("\(what) missing") }
    if words.count > count.upperBound {
      throw misused("unexpected word '\(words[count.upperBound])'")
    }
  }
}

extension Option {
  static let output = Option("output", "FILE", "or -o FILE: write there; - is standard output")
}
