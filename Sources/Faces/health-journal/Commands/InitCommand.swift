import ByteTools
import HealthImport
import HealthModel
import HealthViews
import Journal
import JournalFile

/// `init`: a new journal.
struct InitCommand: CommandOptions {
  var timeZone: String?
  /// The export that names it.
  var export: String?

  static let timeZone = Option(
    "time-zone", "ZONE", "whose days count, as Europe/Paris; else this system's")
  static let timeZoneOf = Option(
    "time-zone-of", "PATH", "the time zone that an export names, read as `import` reads it")
  static let declared: [DeclaredOption<Self>] = [
    .shared(.folder), .value(\.timeZone, timeZone) { $0.values[$1] },
    .value(\.export, timeZoneOf) { $0.values[$1] },
  ]
  static let rules: [OptionRule] = [
    .excludes(timeZone, [timeZoneOf]) { _ in "--time-zone or --time-zone-of, not both" }
  ]

  static let page = command(
    name: "init", group: .setUp, summary: "make a new journal",
    details: """
      Makes the folder (mode 0700) and the first line. An empty folder will do, if only you can read
      it; one that holds anything is refused. Days are those of the time zone, where a
      sample does not name its own; `configure --time-zone` changes it later.

        health-journal init --journal my.journal --time-zone Europe/Paris
        health-journal init --time-zone-of ~/Downloads/export.zip
      """
  ) { options, arguments, console in
    let name = try options.timeZone ?? options.export.map(zone) ?? Environment.timeZone()
    let journal = try Environment.journal(arguments)
    let path = journal.folder
    switch try PosixSystem().statusFollowingLink(at: path)?.kind {
    case nil, .directory: break
    case .link: throw Failure.usage("\(path) is a link that leads nowhere; name a folder")
    case .regular, .other: throw Failure.usage("\(path) is a file; name a folder")
    }
    try journal.create(timeZone: name)
    let done = "made a journal at \(TerminalText.escaped(path)), days of \(name)"
    try Writing.answer(to: done) { try console.print(done) }
    return .done
  }

  /// Returns the time zone that an export names.
  private static func zone(of path: String) throws -> String {
    let file = try ImportFile(path, for: Importers.all)
    defer { file.close() }
    let outcome = try ZoneProbe.read(file)
    let now = Instant(microseconds: PosixSystem().now())
    var check = ZoneCheck(outcome.zones, at: outcome.exported?.instant ?? now)
    if let name = check.proposal() { return name }
    let offset = outcome.zones.usualOffset.map { "its times have the offset " + Wording.offset($0) }
    throw Failure.usage(
      "\(file.name) names no time zone; \(offset ?? "it holds no times"). Name it: --time-zone ZONE, "
        + "as Europe/Paris")
  }
}
