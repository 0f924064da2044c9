import HealthEvents
import Journal
import HealthModel
import HealthProjections
import HealthTables
import JournalFile
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// What the process finds around it.
enum Environment {
  /// An environment variable, nil where it is unset, empty or not UTF-8.
  static func variable(_ name: String) -> String? {
    guard let value = unsafe getenv(name), unsafe value[0] != 0 else { return nil }
    return unsafe String(validatingCString: value)
  }

  /// The path in an environment variable, nil where it is unset or empty.
  ///
  /// - Throws: a `Failure` of usage where it is not UTF-8: repaired, it would lead to another place.
  static func path(_ name: String) throws(Failure) -> String? {
    guard let value = unsafe getenv(name), unsafe value[0] != 0 else { return nil }
    guard let text = unsafe String(validatingCString: value) else {
      throw .usage("$\(name) is not UTF-8; name the place in UTF-8, or rename the folder")
    }
    return text
  }

  /// Where the journal is when nobody says where, for help.
  static var usualPlace: String {
    #if os(macOS)
      "~/Library/Application Support/HealthJournal/health.journal"
    #else
      "~/.local/share/health-journal/health.journal ($XDG_DATA_HOME in place of ~/.local/share)"
    #endif
  }

  /// The journal that `--journal` or `$HEALTH_JOURNAL` names, else the one in the platform's data
  /// directory.
  static func journal(_ arguments: Arguments) throws(Failure) -> String {
    if let given = arguments[.journal] {
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

  /// The folder for what the program itself keeps between runs.
  static func stateFolder() throws(Failure) -> String {
    #if !os(macOS)
      if let given = try path("XDG_STATE_HOME") { return given + "/health-journal" }
    #endif
    guard let home = try path("HOME") else {
      throw .usage("no home directory; set $HOME, below which the cursors of pushes are kept")
    }
    #if os(macOS)
      return home + "/Library/Application Support/HealthJournal"
    #else
      return home + "/.local/state/health-journal"
    #endif
  }

  /// The name of the time zone that this system is set to, as far as it tells.
  static func timeZone() -> String {
    if let name = variable("TZ"), ZoneRules.isValidName(name) { return name }
    var buffer = [UInt8](repeating: 0, count: 1024)
    let count = unsafe buffer.withUnsafeMutableBytes { bytes in
      guard let start = bytes.baseAddress else { return -1 }
      return unsafe readlink(
        "/etc/localtime", start.assumingMemoryBound(to: CChar.self), bytes.count)
    }
    if count > 0 {
      let target = String(decoding: buffer.prefix(count), as: UTF8.self)
      let parts = target.split(separator: "/").map { String($0) }
      if let folder = parts.lastIndex(of: "zoneinfo") {
        return parts[(folder + 1)...].joined(separator: "/")
      }
    }
    return "UTC"
  }
}

/// What commands that read a journal share.
struct Reading {
  let journal: ReplayedJournal
  var zones = ZoneCatalogue()
  let arguments: Arguments
  /// The moment that `now` means.
  let now: Instant

  /// What tells whether the journals that this process has opened could be read.
  private static let opened = Mutex<[@Sendable () throws -> Void]>([])

  /// Requires that all that was answered could be read; to be asked before anything is sent or put in its place,
  /// and before the process ends well.
  static func requireReadable() throws {
    for requireReadable in opened.withLock({ $0 }) { try requireReadable() }
  }

  /// Has `requireReadable` ask of a journal too.
  static func note(_ journal: ReplayedJournal) {
    let readability = journal.readability
    opened.withLock { $0.append(readability) }
  }

  /// Reads the journal that the arguments name, as of a line or time; else as of `--as-of`, else whole;
  /// as the source sees it that `--as` names.
  init(
    _ arguments: Arguments, _ console: Console, asOf moment: String? = nil,
    now: Instant = Instant(microseconds: PosixSystem().now()),
    verifyingChain: Bool = false, fromFirstLine: Bool = false,
    threads: Int? = nil
  ) throws {
    self.arguments = arguments
    self.now = now
    let moment = moment ?? arguments[.asOf]
    journal = try ReplayedJournal(
      try Environment.journal(arguments), asOf: try Self.asOf(moment, arguments, now),
      verifyingChain: verifyingChain, fromFirstLine: fromFirstLine, threads: threads
    ).seen(by: arguments[.reader] ?? Actor.owner)
    Self.note(journal)
    if let moment, let wanted = UInt64(moment), wanted > journal.head.sequence {
      throw Failure.usage(
        "the journal has no line \(wanted) yet; its last is \(journal.head.sequence)")
    }
    if journal.unread > 0 {
      console.remark(
        "\(journal.unread) bytes after the last complete line are not read: a write is under way, "
          + "or was cut short")
    }
  }

  /// The moment that a text names: the number of a line, or a time.
  private static func asOf(
    _ text: String?, _ arguments: Arguments, _ now: Instant
  ) throws(Failure) -> AsOf {
    guard let text else { return .now }
    if let sequence = UInt64(text) {
      guard sequence > 0 else { throw .usage("--as-of takes a line from 1 on, not 0") }
      return .sequence(sequence)
    }
    return .time { zone in
      var zones = ZoneCatalogue()
      guard let time = try timeInput(arguments, zone: zone, &zones, now).timestamp(text) else {
        throw Inputs.badTime(.asOf, text)
      }
      return time.instant
    }
  }

  /// Times as a person types them in the zone that `--time-zone` names, else in the journal's.
  mutating func timeInput() throws -> TimeInput {
    try Self.timeInput(arguments, zone: journal.tables.settings.timeZone, &zones, now)
  }

  private static func timeInput(
    _ arguments: Arguments, zone: String, _ zones: inout ZoneCatalogue, _ now: Instant
  ) throws -> TimeInput {
    let zone = try zones.rules(named: arguments[.timeZone] ?? zone)
    return TimeInput(DayCalendar(zone, startsAt: try Inputs.dayStarts(arguments)), now: now)
  }

  /// A moment that an option names.
  mutating func time(_ option: Option) throws -> Instant? {
    guard let text = arguments[option] else { return nil }
    guard let time = try timeInput().timestamp(text) else { throw Inputs.badTime(option, text) }
    return time.instant
  }

  /// The query that `--type`, `--from`, `--to`, `--source`, `--where`, `--limit` and `--unit` make, over
  /// the days of `--time-zone` and `--day-starts`.
  ///
  /// - Parameter types: whether `--type` names object types.
  mutating func context(types hasTypes: Bool = true) throws -> ViewContext {
    var query = Query()
    let types = hasTypes ? try arguments.list(.type) : []
    if !types.isEmpty { query.types = try types.map { try Inputs.type($0) } }
    query.from = try time(.from)
    query.to = try time(.to)
    if let from = query.from, let to = query.to, from >= to {
      throw Failure.usage("--from must be before --to")
    }
    query.sources = arguments.all(.source)
    query.foldsCopies = arguments.has(.fold)
    if let text = arguments[.predicate] {
      let input = try timeInput()
      query.predicate = try Inputs.predicate(text)
      query.times = { input.timestamp($0)?.instant }
    }
    // What is sorted is cut off after that, see `Console.sorted`.
    query.limit = arguments.has(.sort) ? nil : try arguments.whole(.limit, least: 1)
    if let text = arguments[.unit] { query.unit = try Inputs.unit(text) }
    // So that the view does not read its file once more.
    _ = try? zones.rules(named: arguments[.timeZone] ?? journal.tables.settings.timeZone)
    var context = ViewContext(query, zones: zones)
    context.timeZone = arguments[.timeZone]
    context.dayStarts = try Inputs.dayStarts(arguments)
    // An unknown zone is refused by every view, also by those that ask for no day.
    _ = try context.calendar(of: journal.tables)
    return context
  }
}
