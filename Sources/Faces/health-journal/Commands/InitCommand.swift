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
      Makes a folder (mode 0700) and writes the first line of the journal into it. If the folder
      exists, it must be empty, it must belong to you, and it must be closed to other users
      (`chmod 700`). Links are followed. If the folder contains anything, `init` refuses it with
      exit code 2 and lists the contents. The program never changes the rights of a folder that it
      did not make. The same rules hold for the folders of `restore` and `export -o`.

      Days are days of the journal's time zone, unless a sample names a zone of its own.
      --time-zone sets the zone of the journal. Without it, `init` uses the zone of the system.
      `configure --time-zone` changes the zone later.

      --time-zone-of reads the zone from an export and imports nothing. It reads the first 64 MiB
      and finds the UTC offset that most times have. Of the zones with this offset it chooses the
      one that most samples name.

      Examples

        health-journal init --time-zone Europe/Paris
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
