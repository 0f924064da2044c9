import ByteTools
import HealthModel
import HealthViews
import JournalFile

/// The file in which a person keeps values of options, and names for calls:
///
///     journal = ~/health/my.journal
///     format = markdown
///
///     [alias]
///     week = daily --type steps --limit 7
struct ConfigFile: Sendable {
  /// The value of an option that the command line does not give.
  struct Setting: Hashable, Sendable {
    var name: String
    var value: String
    /// The number of the line, counted from 1.
    var line: Int
  }

  /// A name for a call.
  struct Alias: Hashable, Sendable {
    var name: String
    var words: [String]
    var line: Int
  }

  let path: String
  /// A warning that others may have written the file, with the remedy; nil if only its user could.
  private(set) var doubt: String?
  /// The settings in the order of the lines.
  private(set) var settings: [Setting] = []
  /// The aliases in the order of the lines.
  private(set) var aliases: [Alias] = []

  /// Reads the file in force: the one that `$HEALTH_JOURNAL_CONFIG` names, else
  /// `health-journal/config` in `$XDG_CONFIG_HOME` or `~/.config`; nil if there is none, and for
  /// `/dev/null`.
  ///
  /// - Throws: a `Failure` of usage that names file and line.
  static func inForce(_ catalogue: Catalogue) throws -> ConfigFile? {
    let named = try Environment.path("HEALTH_JOURNAL_CONFIG")
    guard let path = try named ?? usualPath(), path != "/dev/null" else { return nil }
    guard let (bytes, status) = try SmallFile.bytesAndStatus(path) else {
      guard named == nil else {
        throw Failure.usage("$HEALTH_JOURNAL_CONFIG: there is no file \(path)")
      }
      return nil
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw Failure.usage("\(path) is not UTF-8")
    }
    var file = try ConfigFile(path, text, catalogue)
    file.doubt = doubt(path, status)
    return file
  }

  private static func doubt(_ path: String, _ status: FileStatus) -> String? {
    if status.isOpenToAll { return "others may write to \(path); chmod go-w takes that away" }
    guard !status.isOwn, !status.isRoots else { return nil }
    return "\(path) belongs to another user; make a copy of your own"
  }

  /// Returns the usual path of the file; nil if there is no home directory.
  static func usualPath() throws(Failure) -> String? {
    if let folder = try Environment.path("XDG_CONFIG_HOME") {
      return folder + "/health-journal/config"
    }
    return try Environment.path("HOME").map { $0 + "/.config/health-journal/config" }
  }

  /// Reads its text.
  ///
  /// - Throws: a `Failure` of usage that names file and line.
  init(_ path: String, _ text: String, _ catalogue: Catalogue) throws(Failure) {
    self.path = path
    var isOfAliases = false
    // Bytes are split, because a carriage return and a line feed are one `Character`.
    let lines = text.utf8.split(separator: 0x0a, omittingEmptySubsequences: false)
    for (index, full) in lines.enumerated() {
      let (line, number) = (Self.trimmed(Substring(full)), index + 1)
      if line.isEmpty || line.hasPrefix("#") { continue }
      if line.hasPrefix("[") {
        guard line == "[alias]" else {
          throw wrong(number, "there is no part \(line), only [alias]")
        }
        isOfAliases = true
        continue
      }
      guard let equals = line.firstIndex(of: "="), equals > line.startIndex else {
        throw wrong(number, "'\(line)' is not of the form KEY = VALUE")
      }
      let name = Self.trimmed(line[..<equals])
      let value = Self.trimmed(line[equals...].dropFirst())
      guard !value.isEmpty else { throw wrong(number, "\(name) has no value") }
      if isOfAliases {
        try add(alias: name, value, number, catalogue)
      } else {
        try add(setting: name, value, number, catalogue)
      }
    }
  }

  func alias(_ name: String) -> Alias? { aliases.first { $0.name == name } }

  /// Describes the meaning of an alias, and the place of its definition.
  func text(_ alias: Alias) -> String {
    TerminalText.escaped(
      "\(alias.name) is an alias of `\(alias.words.joined(separator: " "))`, see line \(alias.line) of \(path)"
    )
  }

  /// Returns the problem of a line.
  func wrong(_ line: Int, _ words: String) -> Failure { .usage("\(path), line \(line): \(words)") }

  private static func trimmed(_ text: Substring) -> String {
    let isBlank: (Unicode.Scalar) -> Bool = { $0 == " " || $0 == "\t" || $0 == "\r" }
    let rest = text.unicodeScalars.drop(while: isBlank)
    return String(rest.prefix(rest.count - rest.reversed().prefix(while: isBlank).count))
  }

  // MARK: Lines

  private mutating func add(
    setting name: String, _ value: String, _ line: Int, _ catalogue: Catalogue
  ) throws(Failure) {
    let all = catalogue.pages.flatMap(\.allOptions)
    guard let first = all.named(name) else {
      let near = Synonyms.option(name, among: all.map(\.name))
      throw wrong(
        line, "no command has an option --\(name)" + (near.map { "; did you mean \($0)?" } ?? ""))
    }
    guard first.isRepeatable || !settings.contains(where: { $0.name == first.name }) else {
      throw wrong(line, "\(name) is given twice")
    }
    let words = Self.words(of: all.filter { $0.name == first.name })
    if let words, !words.contains(value) {
      throw wrong(line, "\(name) takes \(words.joined(separator: " or ")), not '\(value)'")
    }
    settings.append(Setting(name: first.name, value: Environment.expandingHome(value), line: line))
  }

  /// Returns the words that at least one of the options accepts; nil for any.
  private static func words(of options: [Option]) -> [String]? {
    guard options.allSatisfy({ $0.value == nil || !$0.choices.isEmpty }) else { return nil }
    var words: [String] = []
    for word in options.flatMap({ $0.value == nil ? ["true", "false"] : $0.choices })
    where !words.contains(word) {
      words.append(word)
    }
    return words
  }

  private mutating func add(
    alias name: String, _ value: String, _ line: Int, _ catalogue: Catalogue
  ) throws(Failure) {
    guard catalogue.page(name) == nil else {
      throw wrong(line, "\(name) is a command, and keeps its meaning; take another name")
    }
    guard !name.hasPrefix("-"), name.allSatisfy({ $0.isLetter || $0.isNumber || "-_".contains($0) })
    else {
      throw wrong(line, "'\(name)' is not a name; a name has letters, digits, - and _")
    }
    guard alias(name) == nil else { throw wrong(line, "\(name) is given twice") }
    guard let words = ShellWords.split(value), let first = words.first else {
      throw wrong(line, "a quote of \(name) is left open")
    }
    guard catalogue.page(first) != nil else {
      throw wrong(line, "\(name) means '\(first)', which is not a command")
    }
    aliases.append(Alias(name: name, words: words, line: line))
  }

  /// The options that commands that write take from the file. They have no effect on the written
  /// lines.
  private static let ofEveryCommand: Set = [
    "journal", "wait", "format", "color", "pager", "width", "progress", "all-columns",
  ]

  /// Returns the settings that apply to a command: those of its options, if it accepts the value.
  /// The config file has no effect on the lines that a command writes.
  func settings(for page: CommandPage) -> [(option: Option, value: String)] {
    let isWriting = [.setUp, .append].contains(page.group)
    return settings.compactMap { setting in
      guard !isWriting || Self.ofEveryCommand.contains(setting.name),
        let option = page.allOptions.first(where: { $0.name == setting.name })
      else { return nil }
      // The environment comes before the file.
      if option.name == Option.journal.name, Environment.variable("HEALTH_JOURNAL") != nil {
        return nil
      }
      if option.value == nil { return setting.value == "true" ? (option, "") : nil }
      // Of commands that write some have tables too; their answers have fewer formats.
      let isAnswer = isWriting && option.name == Option.format.name
      // The --format of `init` is that of a journal.
      let isTaken =
        (option.choices.isEmpty || option.choices.contains(setting.value))
        && (!isAnswer || Writing.answerFormats.contains(setting.value))
      return isTaken ? (option, setting.value) : nil
    }
  }

  /// Returns a failure of usage; if it mentions an option or a value that comes from the file, or
  /// an alias made the call, it gets the position there.
  func explained(_ failure: Failure, _ arguments: Arguments?, _ alias: Alias?) -> Failure {
    guard failure.code == .usage else { return failure }
    let setting = settings.first { setting in
      (arguments?.defaulted.contains(setting.name) ?? false) && failure.message.speaks(of: setting)
    }
    let place =
      setting.map { "--\($0.name) is set in \(path), line \($0.line)" } ?? alias.map { text($0) }
    guard let place else { return failure }
    return .usage("\(failure.message) (\(place))")
  }
}

// MARK: Arguments

extension String {
  /// Returns true if a message mentions an option or its value; a predicate, which is long, is
  /// recognized by the word `predicate`.
  fileprivate func speaks(of setting: ConfigFile.Setting) -> Bool {
    holds("--" + setting.name)
      || split { " ;,'\"".contains($0) }.contains { $0 == setting.value }
      || (setting.name == Option.predicate.name && hasPrefix("predicate, "))
  }
}

/// Words as a shell reads them: split at blanks, except those in quotes or after a backslash.
///
///     ShellWords.split("samples --source 'Apple Watch'")
///     // ["samples", "--source", "Apple Watch"]
enum ShellWords {
  /// Returns the words; nil if a quote is left open.
  static func split(_ text: String) -> [String]? {
    var pieces: [String] = []
    var piece = ""
    for part in text.unicodeScalars.split(separator: " ", omittingEmptySubsequences: false) {
      piece += piece.isEmpty ? String(part) : " " + String(part)
      // A blank after a backslash or in open quotes belongs to the word.
      let isOpen = BashLine.unquoted(piece).open != nil || endsProtected(piece)
      if isOpen || piece.isEmpty { continue }
      pieces.append(piece)
      piece = ""
    }
    guard piece.isEmpty else { return nil }
    return pieces.map { BashLine.unquoted($0).text }
  }

  /// Returns true if a backslash protects what follows.
  private static func endsProtected(_ piece: String) -> Bool {
    piece.utf8.reversed().prefix { $0 == UInt8(ascii: "\\") }.count % 2 == 1
  }
}
