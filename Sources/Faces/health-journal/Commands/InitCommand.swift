import ByteTools
import HealthImport
import HealthModel
import HealthViews
import Journal
import JournalFile

/// The command `init`: it makes a new journal.
struct InitCommand: CommandOptions {
  var timeZone: String?
  /// The path of an export that names the time zone.
  var export: String?
  var format = JournalLimits.format

  static let timeZone = Option(
    "time-zone", "ZONE", "the zone of the journal's days; default: the system's zone")
  static let timeZoneOf = Option(
    "time-zone-of", "PATH", "use the time zone that this export names")
  static let journalFormat = Option(
    "format", "1|2", "the format of the journal; 1 is for programs that know no other",
    choices: (1...JournalLimits.format).map { String($0) })
  static let declared: [DeclaredOption<Self>] = [
    .shared(.folder), .value(\.timeZone, timeZone) { $0.values[$1] },
    .value(\.export, timeZoneOf) { $0.values[$1] },
    .value(\.format, journalFormat) { input, option in try format(input.values[option] ?? "") },
  ]
  static let rules: [OptionRule] = [
    .excludes(timeZone, [timeZoneOf]) { _ in "--time-zone or --time-zone-of, not both" }
  ]

  static let page: CommandPage = {
    var page = command
    // Its --format is that of the journal.
    page.checkFormat = { _ in }
    return page
  }()

  private static let command = command(
    name: "init", group: .setUp, summary: "make a new journal",
    details: """
      Makes a folder (mode 0700) and writes the first line of the journal into this folder. If the
      folder exists, it must be empty, it must belong to you, and it must be closed to other users
      (`chmod 700`). `init` follows links. If the folder contains anything, `init` refuses it with
      exit code 2 and lists the contents. The program never changes the rights of a folder that it
      did not make. The same rules apply to the folders of `restore` and `export -o`.

      The time zone of the journal decides the day of a sample, unless the sample names a zone.
      --time-zone sets the zone of the journal. Without it, `init` uses the zone of the system.
      `configure --time-zone` changes the zone later.

      The journal has the newest format, 2. --format 1 makes a journal that programs of format 1
      can read, until an event needs format 2, such as a `revert`.

      --time-zone-of reads the zone from an export and imports nothing. PATH may be a file or a
      folder as for `import`. `init` reads the first 64 MiB and finds the UTC offset that most
      times have. Among the zones with this offset it chooses the zone that most samples name.

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
    try journal.create(timeZone: name, format: options.format)
    let done = "made a journal at \(TerminalText.escaped(path)), days of \(name)"
    try Writing.answer(to: done) { try console.print(done) }
    return .done
  }

  /// Returns the format that a text names.
  private static func format(_ text: String) throws -> Int {
    guard let format = Int(text), (1...JournalLimits.format).contains(format) else {
      throw Failure.usage("--format takes 1 or \(JournalLimits.format), not '\(text)'")
    }
    return format
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
