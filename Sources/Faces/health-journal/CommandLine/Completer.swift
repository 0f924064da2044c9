import ByteTools
import HealthEvents
import HealthExport
import HealthModel
import HealthViews
import Journal
import JournalFile

/// The completion of a command line, from the declarations of the commands and the content of the
/// journal.
///
///     Completer(Catalogue()).completion(of: ["daily", "--att"])   // --attribute
struct Completer {
  private let catalogue: Catalogue
  private let config: ConfigFile?

  init(_ catalogue: Catalogue, _ config: ConfigFile? = nil) {
    self.catalogue = catalogue
    self.config = config
  }

  /// Returns what the last of these words can become; they are the words after the program's name.
  /// Candidates need not begin with the typed text: the shell selects those that do.
  func completion(of words: [String]) -> Completion {
    guard let typed = words.last else { return .nothing }
    var before = words.dropLast()
    if let alias = before.first.flatMap({ config?.alias($0) }) {
      before.replaceSubrange(0...0, with: alias.words)
    }
    guard let name = before.first else {
      var commands = completion(of: .commands)
      for alias in config?.aliases ?? [] {
        commands.add(alias.name, alias.words.joined(separator: " "))
      }
      for option in ["--help", "--version"] { commands.add(option) }
      return commands
    }
    guard let page = catalogue.page(name) else { return .nothing }
    // Slips are passed over: the command will tell them.
    var line = Arguments(page)
    for word in before.dropFirst() { try? line.take(word) }
    return completion(of: typed, line)
  }

  private func completion(of typed: String, _ line: Arguments) -> Completion {
    if let option = line.pending { return values(of: option, typed, line) }
    guard !line.hasEnded else { return words(typed, line) }
    if typed.hasPrefix("--"), let equals = typed.firstIndex(of: "=") {
      let name = typed[..<equals].dropFirst(2)
      guard let option = line.page.allOptions.named(String(name)) else { return .nothing }
      let prefix = typed[...equals]
      return values(of: option, String(typed[equals...].dropFirst()), line, after: String(prefix))
    }
    if typed.hasPrefix("-") { return options(line) }
    let words = words(typed, line)
    return words.isEmpty ? options(line) : words
  }

  /// Returns the options that can still be given.
  private func options(_ line: Arguments) -> Completion {
    var completion = Completion()
    for option in line.page.allOptions where option.isRepeatable || !line.values.has(option) {
      completion.add("--" + option.name, option.help)
    }
    if line.page.group != .help { completion.add("--help", "show the help of this command") }
    return completion
  }

  /// Returns the completions of the word at the cursor, if it is no option.
  private func words(_ typed: String, _ line: Arguments) -> Completion {
    var completion = Completion()
    for kind in WordKind.kinds(at: line.words.count, of: line.page.words) {
      completion.add(self.completion(of: kind, typed, line))
    }
    return completion
  }

  /// Returns the candidates for the value of an option.
  private func values(
    of option: Option, _ typed: String, _ line: Arguments, after prefix: String = ""
  ) -> Completion {
    guard let kind = WordKind(option) else { return .nothing }
    let isList = option.isRepeatable && kind.isList
    let comma = isList ? typed.lastIndex(of: ",") : nil
    let listed = comma.map { String(typed[...$0]) } ?? ""
    let last = String(typed.dropFirst(listed.count))
    return completion(of: kind, last, line, after: prefix + listed)
  }

  private func completion(
    of kind: WordKind, _ typed: String = "", _ line: Arguments? = nil,
    after prefix: String = ""
  ) -> Completion {
    var completion = Completion()
    switch kind {
    case .words(let words): return Completion(words, after: prefix)
    case .types: return Completion(types(typed, line), after: prefix)
    case .fields: return Completion(fields(line), after: prefix)
    case .orders:
      return Completion(fields(line).flatMap { [$0, "-" + $0] }, after: prefix)
    case .sources: return Completion(names(line)?.sources ?? [], after: prefix)
    case .bundles: return Completion(names(line)?.bundles ?? [], after: prefix)
    case .units: return Completion(names(line)?.units ?? [], after: prefix)
    case .tags: return Completion((try? names(line)?.tags) ?? [], after: prefix)
    case .views: return Completion(catalogue.views.map(\.name), after: prefix)
    case .topics: return Completion(HelpTopic.names, after: prefix)
    case .activities: return Completion(WorkoutActivityType.all.map(\.name), after: prefix)
    case .times:
      return Completion(words(TimeGrammar.days + TimeGrammar.moments), after: prefix)
    case .days: return Completion(words(TimeGrammar.days), after: prefix)
    case .periods:
      return Completion(words(TimeGrammar.periods + TimeGrammar.days), after: prefix)
    case .formats: return Completion(Format.names, after: prefix)
    case .zones: return Completion(ZoneNames.all, after: prefix)
    case .commands:
      for page in catalogue.pages { completion.add(prefix + page.name, page.summary) }
    case .files: completion.files = .files
    case .folders: completion.files = .folders
    }
    return completion
  }

  /// Returns the forms of times that are words: dates are typed.
  private func words(_ entries: [TimeGrammar.Entry]) -> [String] {
    entries.flatMap(\.forms).filter { $0.first?.isLetter ?? false }
  }

  /// Returns the types that the journal has for a command that reads, else all types.
  private func types(_ typed: String, _ line: Arguments?) -> [String] {
    let known = TypeCatalogue.all
    if typed.hasPrefix("HK") { return known.map(\.identifier) }
    let isReading = line.map { [.read, .audit, .export].contains($0.page.group) } ?? false
    let held = isReading && line?.page.name != "types" ? names(line)?.types ?? [] : []
    return held.isEmpty ? known.map(\.shortName) : held
  }

  /// Returns the fields of the view that the command shows, or that one of its words names.
  private func fields(_ line: Arguments?) -> [String] {
    guard let line else { return [] }
    let view = catalogue.views.first { view in
      view.name == line.page.name || line.words.contains(view.name)
    }
    var fields: [String] = []
    for column in view?.forms().flatMap(\.columns) ?? [] where !fields.contains(column.field) {
      fields.append(column.field)
    }
    return fields
  }

  /// Returns the names in the journal. Returns nil with `--as`, because a source may not see all of
  /// these names.
  private func names(_ line: Arguments?) -> KnownNames? {
    guard let line else { return nil }
    var values = line.values
    for (option, value) in config?.settings(for: line.page) ?? [] where !values.has(option) {
      values.add(value, to: option.name)
    }
    return values.has(.reader) ? nil : KnownNames(values)
  }
}

/// The words that can be at the cursor on a command line.
struct Completion {
  /// A word that can be there, and a line of help on it.
  struct Candidate: Hashable {
    var text: String
    var help = ""
  }

  /// The files whose names can be there too.
  enum Files: String {
    case none = "words"
    case files, folders
  }

  /// The words, in the order in which they are shown. None of them has a character that a terminal
  /// obeys.
  private(set) var candidates: [Candidate] = []
  /// Names of files, which the shell knows better than this program.
  var files = Files.none

  /// A completion without candidates: no word can be there, or any.
  static let nothing = Completion()

  init() {}

  /// Creates a completion of these words, after the text that is already typed.
  init(_ texts: [String], after prefix: String) {
    for text in texts { add(prefix + text) }
  }

  /// True if there is nothing to propose.
  var isEmpty: Bool { candidates.isEmpty && files == .none }

  /// Adds a word. One with a control character is left out: escaped it would be another name, and
  /// unescaped it would end the line that it is written on.
  mutating func add(_ text: String, _ help: String = "") {
    guard !text.isEmpty, !text.unicodeScalars.contains(where: TerminalText.isUnsafe) else { return }
    candidates.append(Candidate(text: text, help: help))
  }

  /// Adds the candidates of another completion.
  mutating func add(_ other: Completion) {
    candidates += other.candidates
    if files == .none { files = other.files }
  }

  /// Its lines as the scripts of the shells read them: what files there are, then each word, a tab,
  /// its help.
  var lines: [String] {
    [files.rawValue] + candidates.map { $0.help.isEmpty ? $0.text : $0.text + "\t" + $0.help }
  }
}

/// The kind of thing that a word on the command line names. It follows from the word that help has
/// for it: `TYPE`, `FILE`, `start|pause`.
enum WordKind: Hashable {
  case words([String])
  case types, fields, orders, sources, bundles, views, commands, topics, units, activities
  case tags, times, days, periods, formats, zones, files, folders

  /// Reads the kind from a word of help; nil for something that cannot be listed.
  init?(_ word: String) {
    let found: WordKind? =
      switch word {
      case "TYPE", "TYPES", "WORD": .types
      case "FIELD", "FIELD,FIELD": .fields
      case "SOURCE": .bundles
      case "VIEW": .views
      case "COMMAND": .commands
      case "TOPIC": .topics
      case "UNIT": .units
      case "TAG": .tags
      case "ACTIVITY": .activities
      case "TIME", "LINE|TIME", "A", "B": .times
      case "DAY": .days
      case "PERIOD": .periods
      case "FORMAT": .formats
      case "ZONE": .zones
      case "FILE", "PATH": .files
      case "DIR": .folders
      default: nil
      }
    guard let found else { return nil }
    self = found
  }

  /// Creates the kind of the value of an option.
  init?(_ option: Option) {
    if !option.choices.isEmpty {
      self = .words(option.choices)
    } else if option.name == Option.sort.name {
      self = .orders
    } else if option.name == Option.source.name {
      self = .sources
    } else if let value = option.value, let kind = WordKind(value) {
      self = kind
    } else {
      return nil
    }
  }

  /// Returns the kinds of the word at an index of a command, from its words in help, as `A B
  /// [VIEW]`.
  static func kinds(at index: Int, of words: String) -> [WordKind] {
    let shape = words.split(separator: " ").prefix { $0 != "|" }.map { String($0) }
    guard index < shape.count else { return [] }
    // What is in brackets may be left out: then the next one stands there.
    let isOptional = shape[index].hasPrefix("[")
    return shape[index...].prefix(isOptional ? 2 : 1).flatMap { kinds(of: $0) }
  }

  private static func kinds(of shape: String) -> [WordKind] {
    let bare = shape.filter { !"[]…".contains($0) }
    return bare.split(separator: "|").compactMap { word in
      word.first?.isUppercase == true ? WordKind(String(word)) : .words([String(word)])
    }
  }

  /// True if a word is several of them with commas between.
  var isList: Bool {
    switch self {
    case .types, .fields, .words, .activities: true
    default: false
    }
  }
}

extension KnownNames {
  /// Reads the journal that a line names, else the usual one; nil if it cannot be read: no error is
  /// shown while a line is being typed.
  init?(_ values: OptionValues) {
    var asked = OptionValues()
    if let folder = values[.journal] {
      asked.add(Environment.expandingHome(folder), to: Option.journal.name)
    }
    // What comes from a pipe is not for the line that is being typed.
    guard let journal = try? Environment.journal(asked), !journal.areLinesAlone,
      let names = try? KnownNames(try journal.read(asked))
    else { return nil }
    self = names
  }
}

/// The names of the system's time zones.
enum ZoneNames {
  /// The names in the table of zones; none if the system has no table.
  static var all: [String] {
    let tables = ZoneCatalogue.folders.lazy.compactMap { folder in
      try? SmallFile.bytes(folder + "/zone.tab")
    }
    guard let table = tables.first else { return [] }
    let lines = String(decoding: table, as: UTF8.self).split(separator: "\n")
    // A line is a country, coordinates and a name, with tabs between; a line with # is a comment.
    let names = lines.filter { !$0.hasPrefix("#") }
      .compactMap { $0.split(separator: "\t").dropFirst(2).first.map { String($0) } }
    return names.sorted() + ["UTC"]
  }
}
