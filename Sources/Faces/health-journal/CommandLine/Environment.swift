import ByteTools
import HealthModel
import HealthViews
import Journal
import JournalFile
import Synchronization

/// The environment of the process.
enum Environment {
  /// Returns an environment variable; nil if it is unset, empty or not UTF-8.
  static func variable(_ name: String) -> String? {
    guard let value = SystemFacts.variable(name), !value.isEmpty else { return nil }
    return String(validating: value, as: UTF8.self)
  }

  /// Returns an environment variable, which may be empty; nil if it is unset or not UTF-8.
  static func given(_ name: String) -> String? {
    SystemFacts.variable(name).flatMap { String(validating: $0, as: UTF8.self) }
  }

  /// Returns true if a program is in one of the folders of `$PATH`.
  static func hasProgram(_ name: String) -> Bool {
    (variable("PATH") ?? "").split(separator: ":").contains {
      SystemFacts.isExecutable("\($0)/\(name)")
    }
  }

  /// Returns the path in an environment variable; nil if it is unset or empty.
  ///
  /// - Throws: a `Failure` of usage if it is not UTF-8: repaired, it would lead to another
  ///   location.
  static func path(_ name: String) throws(Failure) -> String? {
    guard let value = SystemFacts.variable(name), !value.isEmpty else { return nil }
    guard let text = String(validating: value, as: UTF8.self) else {
      throw .usage("$\(name) is not UTF-8; name the place in UTF-8, or rename the folder")
    }
    return text
  }

  /// The variables that matter, for the manual.
  static let variables = [
    ("HEALTH_JOURNAL", "the journal, if you do not give --journal"),
    ("HEALTH_JOURNAL_CONFIG", "the config file, in place of the default file"),
    ("XDG_CONFIG_HOME", "the folder below which the config file is; default ~/.config"),
    ("XDG_DATA_HOME", "the folder below which the default journal is; default ~/.local/share"),
    ("XDG_STATE_HOME", "the folder for files that stay between runs; default ~/.local/state"),
    ("TMPDIR", "the folder for the unnamed copy of a journal that comes from a pipe; default /tmp"),
    ("TZ", "the time zone that `init` uses, if you do not give --time-zone"),
    ("COLUMNS", "the number of columns, in place of the number that the terminal reports"),
  ]

  /// The default location of the journal, for help.
  static var usualLocation: String {
    #if os(macOS)
      "~/Library/Application Support/HealthJournal/health.journal"
    #else
      "~/.local/share/health-journal/health.journal ($XDG_DATA_HOME in place of ~/.local/share)"
    #endif
  }

  /// Returns true if a word is the name of a journal's folder: `my.journal`, `../my.journal/`.
  static func isJournalName(_ word: String) -> Bool {
    !word.contains("://") && FilePath.name(of: word).hasSuffix(".journal")
  }

  /// Returns the journal that `--journal` or `$HEALTH_JOURNAL` names, else the one in the
  /// platform's data directory.
  static func journal(_ arguments: Arguments) throws -> Journal {
    let folder = try folder(arguments.values)
    let wait = try arguments.values.whole(.wait, most: 86_400) ?? 0
    // A writer may have to read in order to take back what it wrote: its reads are not broken off.
    let isBreakable = arguments.page.group != .append
    let progress = arguments.page.takesLong ? ReadProgress(isBreakable: isBreakable) : nil
    return try journal(folder, on: PosixSystem(watchedBy: progress, waiting: wait))
  }

  /// Lines that come from a pipe, which comes once, and the location that was given for them.
  private static let lines = Mutex<(location: String, system: StreamedJournal)?>(nil)

  /// Returns the journal in a folder, or of lines alone.
  private static func journal(
    _ location: String, on system: any FileSystem
  ) throws(Failure) -> Journal {
    guard StreamedJournal.isMeant(by: location) else { return Journal(at: location, on: system) }
    let temporary = try path("TMPDIR") ?? "/tmp"
    return lines.withLock { lines in
      if let lines, lines.location == location { return Journal(at: location, on: lines.system) }
      let made = StreamedJournal(of: location, copyingTo: temporary, on: system)
      lines = (location, made)
      return Journal(at: location, on: made)
    }
  }

  /// Returns the journal that the values of options name; see above.
  static func journal(_ values: OptionValues) throws(Failure) -> Journal {
    try journal(try folder(values), on: PosixSystem())
  }

  /// Opens another journal, which one is to import: a folder, an archive, or lines from standard
  /// input.
  static func withOther<Result>(
    at path: String, of journal: Journal, _ body: (Journal) throws -> Result
  ) throws -> Result {
    guard path == StreamedJournal.standardInput else {
      return try journal.withOther(at: path, body)
    }
    return try body(try self.journal(path, on: PosixSystem()))
  }

  /// Returns a path that a shell has not read yet: `~/` is the home directory.
  static func expandingHome(_ path: String) -> String {
    guard path.hasPrefix("~/"), let home = variable("HOME") else { return path }
    return home + path.dropFirst()
  }

  private static func folder(_ values: OptionValues) throws(Failure) -> String {
    if let given = values[.journal] {
      guard !given.isEmpty else { throw .usage("--journal needs a folder") }
      return given
    }
    if let given = try path("HEALTH_JOURNAL") { return given }
    guard let home = try path("HOME") else {
      throw .usage("no home directory; name the journal with --journal")
    }
    #if os(macOS)
      return home + "/Library/Application Support/HealthJournal/health.journal"
    #else
      return (try path("XDG_DATA_HOME") ?? home + "/.local/share")
        + "/health-journal/health.journal"
    #endif
  }

  /// Returns the folder for what the program itself keeps between runs.
  static func stateFolder() throws(Failure) -> String {
    #if !os(macOS)
      if let given = try path("XDG_STATE_HOME") { return given + "/health-journal" }
    #endif
    guard let home = try path("HOME") else {
      throw .usage("no home directory; set $HOME, below which the program keeps its state")
    }
    #if os(macOS)
      return home + "/Library/Application Support/HealthJournal"
    #else
      return home + "/.local/state/health-journal"
    #endif
  }

  /// Returns the name of the time zone that this system is set to, as far as the system knows it.
  static func timeZone() -> String {
    // POSIX has a name begin with a colon.
    if let name = variable("TZ").map({ $0.hasPrefix(":") ? String($0.dropFirst()) : $0 }),
      ZoneRules.isValidName(name)
    {
      return name
    }
    if let target = SystemFacts.target(ofLink: "/etc/localtime") {
      let parts = String(decoding: target, as: UTF8.self).split(separator: "/").map { String($0) }
      if let folder = parts.lastIndex(of: "zoneinfo") {
        return parts[(folder + 1)...].joined(separator: "/")
      }
    }
    return "UTC"
  }
}
