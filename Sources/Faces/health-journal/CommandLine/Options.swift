import HealthExport
import HealthModel
import HealthViews
import Journal
import JournalFile
import Synchronization

/// The options that several commands share, besides those of views.
extension Option {
  static let journal = Option(
    "journal", "DIR", "the journal, or - for its lines; else $HEALTH_JOURNAL, else the usual")
  /// The journal, for commands that write, or wait for what is written.
  static let folder = Option(
    "journal", "DIR", "the journal; else $HEALTH_JOURNAL, else the usual")
  /// The time to wait for another writer, for commands that write.
  static let wait = Option(
    "wait", "SECONDS", "how long to wait for another writer to end; else a tenth of a second")
  static let format = Option(
    "format", "FORMAT", "how rows are written; see `help formats`",
    choices: (Format.all + Format.special).map(\.name))
  static let answer = Option(
    "format", "FORMAT", "text or json", choices: Writing.answerFormats)
  /// The formats that show what matters, as help names them.
  static let formatsForPeople = Format.all.filter(\.isForPeople)
    // Not `joined`: its first call in a process is dear, see ENGINE on the start.
    .reduce("") { $0.isEmpty ? $1.name : "\($0), \($1.name)" }
  static let all = Option(
    allColumns, nil,
    "\(formatsForPeople): every column; of objects also metadata, in any format")
  static let threads = Option(
    "threads", "N", "read with N threads; else with one for each processor")
  static let progress = Option(
    "progress", "WHEN", "auto: say on a terminal how far it is (the default); or never",
    choices: ["auto", "never"])
  /// The confirmation of a clock that is far ahead, for commands that append.
  static let clockIsRight = Option(
    "clock-is-right", nil, "append also where the clock is more than a year after the last line")
  static let by = Option("by", "SOURCE", "who asks: a bundle identifier; else owner")
  static let output = Option("output", "FILE", "or -o FILE: write there; - is standard output")

  /// The options of every command that shows rows.
  static let rows: [Option] = [.journal, .format, .all, .columns]
  /// The options of every command that shows a view.
  static let view: [Option] = rows + reading
  /// The options of every command whose figures depend on the start of days.
  static let calendar: [Option] = [timeZone, dayStarts]
}

extension DeclaredOption where Options: CommandOptions {
  /// Returns the option that names types.
  static func types(
    _ path: any WritableKeyPath<Options, Set<String>?> & Sendable
  ) -> DeclaredOption {
    value(path, .type) { input, _ in try Inputs.types(input.values).map { Set($0) } }
  }

  /// Returns the option that names files of checkpoints.
  static func notes(
    _ path: any WritableKeyPath<Options, [NoteFile]> & Sendable, _ help: String
  ) -> DeclaredOption {
    value(path, Option("against", "FILE", help, isRepeatable: true)) {
      try $0.values.all($1).map { try NoteFile($0) }
    }
  }
}

/// The words and options that a command was called with.
struct Arguments: OptionInput {
  /// The words that are no options, in order.
  private(set) var words: [String] = []
  /// The command, for messages.
  let page: CommandPage
  /// The values of the options that were given.
  private(set) var values: OptionValues
  /// The config file in force; nil: there is none.
  let config: ConfigFile?
  /// The names of the options whose values come from the config file.
  private(set) var defaulted: Set<String> = []
  /// The option whose value comes next; nil: none does.
  private(set) var pending: Option?
  /// True if `--` has ended the options.
  private(set) var hasEnded = false

  /// Creates the beginning of a command line, before its first word is read.
  init(_ page: CommandPage, _ config: ConfigFile? = nil) {
    self.page = page
    self.config = config
    values = OptionValues(command: page.name)
  }

  /// Splits the words of a command line by the options that the command takes; what it does not
  /// give is as the config file has it.
  ///
  /// - Throws: `OptionProblem`: an unknown option, a missing value, one given twice, some that do
  ///   not go together.
  init(
    _ words: [String], _ page: CommandPage, _ config: ConfigFile? = nil
  ) throws(OptionProblem) {
    self.init(page, config)
    for word in words { try take(word) }
    if let pending { throw misused("--\(pending.name) needs a value") }
    if let count = page.count { try require(words: count, page.missing) }
    if let option = page.wordOption, let word = self.words.first {
      guard !has(option) else { throw misused("'\(word)' goes without --\(option.name)") }
      values.add(word, to: option.name)
    }
    try page.rules.check(values)
    if let config { add(config.settings(for: page)) }
  }

  /// Adds the settings of the config file for options that the command line leaves open and that go
  /// with those it gives.
  private mutating func add(_ settings: [(option: Option, value: String)]) {
    for (option, value) in settings where !has(option) || defaulted.contains(option.name) {
      var more = values
      more.add(value, to: option.name)
      guard (try? page.rules.check(more)) != nil else { continue }
      values = more
      defaulted.insert(option.name)
    }
  }

  /// Takes the next word.
  mutating func take(_ word: String) throws(OptionProblem) {
    if let option = pending {
      pending = nil
      // What begins with -- is the next option; as a value it is written --reason=--this.
      try add(word.hasPrefix("--") ? "" : word, to: option)
    } else if hasEnded {
      words.append(word)
    } else if word == "--" {
      hasEnded = true
    } else if word == "-o", let output = page.options.named(Option.output.name) {
      pending = output
    } else if word.hasPrefix("--") {
      try take(option: word)
    } else if word.hasPrefix("-"), word.dropFirst().first?.isLetter ?? false {
      throw unknown(word, String(word.dropFirst()))
    } else {
      words.append(word)
    }
  }

  private mutating func take(option word: String) throws(OptionProblem) {
    let name = word.dropFirst(2).prefix { $0 != "=" }
    guard let option = page.allOptions.named(String(name)) else {
      throw unknown(word, String(name))
    }
    let hasValue = name.endIndex < word.endIndex
    if option.value == nil {
      guard !hasValue else { throw misused("--\(option.name) takes no value") }
      try add(nil, to: option)
    } else if hasValue {
      try add(String(word[name.endIndex...].dropFirst()), to: option)
    } else {
      pending = option
    }
  }

  /// Adds the value of an option; nil: it takes none.
  private mutating func add(_ value: String?, to option: Option) throws(OptionProblem) {
    guard value != "" else { throw misused("--\(option.name) needs a value") }
    guard option.isRepeatable || !has(option) else {
      throw misused("--\(option.name) is given twice")
    }
    values.add(value ?? "", to: option.name)
  }

  private func unknown(_ word: String, _ name: String) -> OptionProblem {
    let near = NearestNames.of(name, among: page.allOptions.map(\.name)).first
    return misused(
      "\(page.name) has no option \(word)" + (near.map { "; did you mean --\($0)?" } ?? ""))
  }

  /// Returns true if a terminal shows the progress.
  func wantsProgress() throws(OptionProblem) -> Bool {
    guard let when = self[.progress] else { return true }
    guard Option.progress.choices.contains(when) else {
      throw misused("--progress takes auto or never, not '\(when)'")
    }
    return when == "auto"
  }

  /// Returns the problem that the command was not called as its help describes.
  func misused(_ message: String) -> OptionProblem { values.misused(message) }

  // MARK: What was given

  /// The value of an option, or nil.
  subscript(option: Option) -> String? { values[option] }

  /// Returns the same arguments without an option.
  func without(_ option: Option) -> Arguments {
    var arguments = self
    arguments.values = values.without(option)
    return arguments
  }

  /// Returns true if an option was given.
  func has(_ option: Option) -> Bool { values.has(option) }

  /// Returns the greatest number of threads that read.
  func threads() throws(OptionProblem) -> Int {
    try values.whole(.threads, least: 1, most: 64) ?? PosixSystem.processors
  }

  /// The file or the folder to write to; nil: none was named.
  var output: String? { values[.output] }

  /// Returns the line number that a word states.
  func line(_ word: String) throws(OptionProblem) -> UInt64 {
    guard let line = UInt64(word), line > 0 else {
      throw misused("SEQ is the number of a line, not '\(word)'")
    }
    return line
  }

  /// Refuses more words than the command takes.
  func require(words count: ClosedRange<Int>, _ what: String) throws(OptionProblem) {
    if words.count < count.lowerBound { throw misused("\(what) missing") }
    if words.count > count.upperBound {
      throw misused("unexpected word '\(words[count.upperBound])'")
    }
  }
}

/// The journal that a command reads, and what its arguments ask of it.
struct OpenedJournal {
  /// The journal, and what was asked of it.
  var request: ViewRequest

  private static let settings = Mutex<(timeZone: String, units: ReaderUnits)?>(nil)

  /// The zone and the units of the journal that was read last.
  static var lastSettings: (timeZone: String, units: ReaderUnits)? { settings.withLock { $0 } }

  /// Notes what a journal prefers.
  static func note(_ request: ViewRequest) {
    let own = (request.timeZone, ReaderUnits(request.tables))
    settings.withLock { $0 = own }
  }

  /// Notes the request, and writes a remark if bytes at the end of the journal were not read.
  static func note(_ request: ViewRequest, _ console: Console) {
    note(request)
    if request.unread > 0 {
      console.remark(
        "\(request.unread) bytes after the last complete line are not read: a write is under way, "
          + "or was cut short")
    }
  }

  /// Reads the journal that the arguments name.
  init(
    _ arguments: Arguments, _ console: Console,
    _ options: Journal.ReadOptions = Journal.ReadOptions()
  ) throws {
    request = try Environment.journal(arguments).read(arguments.values, options) {
      Self.note($0, console)
    }
    if let remark = request.clockRemark() { console.remark(remark) }
  }

  /// Returns the query that the shared options make.
  mutating func context() throws -> ViewContext { try request.context() }
}
