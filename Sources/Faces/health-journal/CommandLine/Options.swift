import ByteTools
import HealthExport
import HealthModel
import HealthViews
import Journal
import JournalFile
import Synchronization

/// The options that several commands share, besides those of views.
extension Option {
  static let journal = Option(
    "journal", "DIR", "the folder of the journal, or - for standard input; see `help journals`")
  /// The journal, for commands that write or that wait for new lines.
  static let folder = Option(
    "journal", "DIR", "the folder of the journal; default: see `help journals`")
  /// The time to wait for another writer, for commands that write.
  static let wait = Option(
    "wait", "SECONDS", "how long to wait until another writer ends; default 1")
  static let format = Option(
    "format", "FORMAT", "the format of the rows; see `help formats`",
    choices: (Format.all + Format.special).map(\.name))
  static let answer = Option(
    "format", "FORMAT", "the format of the answer: text or json", choices: Writing.answerFormats)
  /// The names of the formats for people, for help.
  static let formatsForPeople = Format.all.filter(\.isForPeople)
    // Not `joined`: its first call in a process is dear, see ENGINE on the start.
    .reduce("") { $0.isEmpty ? $1.name : "\($0), \($1.name)" }
  static let all = Option(
    allColumns, nil,
    "show all columns (\(formatsForPeople)); in any format also objects' metadata")
  static let threads = Option(
    "threads", "N", "the number of threads that read; default: one per processor")
  static let progress = Option(
    "progress", "WHEN", "auto (the default): show the progress on a terminal; or never",
    choices: ["auto", "never"])
  /// The confirmation of a clock that is far ahead, for commands that append.
  static let clockIsRight = Option(
    "clock-is-right", nil, "write even if the clock is over a year after the last line")
  static let by = Option(
    "by", "SOURCE", "act in the name of this source, a bundle identifier; default owner")
  static let output = Option(
    "output", "FILE", "write to this file, also as -o FILE; - is standard output")

  static let spreadsheet = Option(
    "spreadsheet", nil, "csv and tsv: for Excel and its like, with units in the headings")

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
  /// The words that are not options, in order.
  private(set) var words: [String] = []
  /// The command, for messages.
  let page: CommandPage
  /// The values of the options that were given.
  private(set) var values: OptionValues
  /// The config file in force; nil: there is none.
  let config: ConfigFile?
  /// The names of the options whose values come from the config file.
  private(set) var defaulted: Set<String> = []
  /// The option whose value is the next word; nil: there is none.
  private(set) var pending: Option?
  /// True if `--` has ended the options.
  private(set) var hasEnded = false

  /// Creates the beginning of a command line, before its first word is read.
  init(_ page: CommandPage, _ config: ConfigFile? = nil) {
    self.page = page
    self.config = config
    values = OptionValues(command: page.name)
  }

  /// Splits the words of a command line by the options that the command takes. Options that the
  /// command line does not give come from the config file.
  ///
  /// - Throws: `OptionProblem`: an unknown option, a missing value, an option that is given twice,
  ///   or options that conflict.
  init(
    _ words: [String], _ page: CommandPage, _ config: ConfigFile? = nil
  ) throws(OptionProblem) {
    self.init(page, config)
    for word in words { try take(word) }
    if let pending { throw misused("--\(pending.name) needs a value") }
    takeJournal()
    takePair()
    takePeriod()
    takeType()
    takeNight()
    if let count = page.count { try require(words: count, page.missing) }
    if let option = page.wordOption, let word = self.words.first {
      guard !has(option) else {
        throw misused("'\(word)' cannot be combined with --\(option.name)")
      }
      values.add(word, to: option.name)
    }
    try page.rules.check(values)
    if let config { add(config.settings(for: page)) }
  }

  /// Takes a word that is the name of a journal's folder for `--journal`: `audit my.journal`.
  private mutating func takeJournal() {
    guard !words.isEmpty, !page.takesText, !hasEnded,
      let option = page.options.named(Option.journal.name),
      !has(option), let index = words.firstIndex(where: Environment.isJournalName)
    else { return }
    values.add(words.remove(at: index), to: option.name)
  }

  /// Takes the last words for `--period` if they are the name of one: `sleep last week`.
  private mutating func takePeriod() {
    let group = page.group
    guard !words.isEmpty, !page.takesText, !hasEnded,
      group == .read || group == .export || page.count == 0...0,
      page.options.named(Option.period.name) != nil,
      !Option.window.contains(where: { has($0) }),
      let first = words.indices.first(where: { Inputs.isPeriod(words[$0...]) })
    else { return }
    let isDay = page.options.named(Option.on.name) != nil && Inputs.isDay(words[first...])
    values.add(
      words[first...].joined(separator: " "), to: isDay ? Option.on.name : Option.period.name)
    words.removeSubrange(first...)
  }

  /// Takes two words of `compare` for periods, or for workouts after their activity: `compare run
  /// 2026-03-08 2026-03-01`.
  private mutating func takePair() {
    guard page.name == View.compare.name, !hasEnded else { return }
    let names = words
    if names.count == 2, names.allSatisfy({ Inputs.isPeriod([$0]) }) {
      values.add(names[0], to: Option.period.name)
      values.add(names[1], to: "against")
    } else if names.count == 2 && names.allSatisfy({ UUIDPrefix($0) != nil })
      || names.count == 3 && (try? Inputs.activity(names[0])) != nil
        && names.dropFirst().allSatisfy({ UUIDPrefix($0) != nil || Inputs.isDay([$0]) })
    {
      for name in names { values.add(name, to: ChartCommand.workout.name) }
    } else {
      return
    }
    words = []
  }

  /// Takes several words that are the name of one type for one word: `latest blood pressure`.
  private mutating func takeType() {
    func isName(_ name: String) -> Bool {
      TypeCatalogue.meant(by: name) != nil || (try? Inputs.activity(name)) != nil
    }
    guard words.count > 1, !hasEnded, words[0].first?.isLetter ?? false,
      ["TYPE", "ACTIVITY"].contains(where: page.words.contains),
      page.count == 0...1 || !isName(words[0])
    else { return }
    for count in stride(from: words.count, to: 1, by: -1) {
      let name = words[..<count].joined(separator: " ")
      if isName(name) { return words.replaceSubrange(..<count, with: [name]) }
    }
  }

  /// Takes `last night` for the night that ended today, and the words of a day, such as `last
  /// monday`, for one word.
  private mutating func takeNight() {
    if words.isEmpty { return }
    let isSleep = page.name == View.sleep.name
    if !hasEnded, words.suffix(2) == ["last", "night"],
      let option = isSleep ? .on : page.options.named(ChartCommand.night.name)
    {
      values.add("today", to: option.name)
      words.removeLast(2)
    } else if page.wordOption != nil, !page.takesText, Inputs.isPeriod(words[...]) {
      words = [words.joined(separator: " ")]
    }
  }

  /// Adds the settings of the config file for options that the command line does not give and that
  /// do not conflict with its options.
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
    let near = Synonyms.option(name, among: page.allOptions.map(\.name))
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
      throw misused("LINE is the number of a line, not '\(word)'")
    }
    return line
  }

  /// Refuses more words than the command takes.
  func require(words count: ClosedRange<Int>, _ what: String) throws(OptionProblem) {
    if words.count < count.lowerBound { throw misused("\(what) missing") }
    if words.count > count.upperBound {
      let word = words[count.upperBound]
      let isFile = word.contains(".") && page.options.named(Option.output.name) != nil
      throw misused("unexpected word '\(word)'" + (isFile ? "; write -o \(word)" : ""))
    }
  }
}

/// The journal that a command reads, with the request of its arguments.
struct OpenedJournal {
  /// The request to the journal.
  var request: ViewRequest

  /// The statements of a journal about itself, for messages and figures.
  typealias Settings = (timeZone: String, units: ReaderUnits, catalogue: JournalTypes)

  private static let settings = Mutex<Settings?>(nil)
  private static let dueSnapshot = Mutex<(@Sendable () -> Void)?>(nil)

  /// The settings of the journal that was read last.
  static var lastSettings: Settings? { settings.withLock { $0 } }

  /// Notes the zone and the units of a journal.
  static func note(_ request: ViewRequest) {
    let own = (request.timeZone, ReaderUnits(request.tables), request.catalogue)
    settings.withLock { $0 = own }
  }

  /// Notes the request, and writes a remark if bytes at the end of the journal were not read.
  static func note(_ request: ViewRequest, _ console: Console) {
    note(request)
    if request.unread > 0 {
      console.remark(
        "\(request.unread) bytes after the last complete line are not read: a program is writing "
          + "them, or was interrupted")
    }
  }

  /// Writes the snapshot that was due when the journal was read. The results are complete and their
  /// reader knows it: it waits no longer. A signal ends the work, and the call has succeeded.
  static func writeSnapshot() {
    guard let write = dueSnapshot.withLock({ $0 }) else { return }
    Interruption.watch()
    StandardStreams.close()
    write()
  }

  /// Reads the journal that the arguments name.
  init(
    _ arguments: Arguments, _ console: Console,
    _ options: Journal.ReadOptions = Journal.ReadOptions()
  ) throws {
    var options = options
    options.leavesSnapshot = true
    request = try Environment.journal(arguments).read(arguments.values, options) { request in
      Self.note(request, console)
      let due = request.dueSnapshot
      Self.dueSnapshot.withLock { $0 = due }
    }
    if let remark = request.clockRemark() { console.remark(remark) }
  }

  /// Returns the query that the shared options make.
  mutating func context() throws -> ViewContext { try request.context() }
}
