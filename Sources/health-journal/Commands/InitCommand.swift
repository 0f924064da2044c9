import HealthProjections
import ByteTools
import Journal
import HealthTables
import JournalFile

/// `init`: a new journal.
enum InitCommand {
  private static let timeZone = Option(
    "time-zone", "ZONE", "whose days count, as Europe/Paris; else this system's")

  static let page = CommandPage(
    name: "init", group: .setUp, summary: "make a new journal",
    options: [.journal, timeZone],
    details: """
      Makes the folder (mode 0700) and the first line. Days are those of the time zone, where a
      sample does not name its own; `configure --time-zone` changes it later.

        health-journal init --journal my.journal --time-zone Europe/Paris
      """
  ) { arguments, console in
    let name = arguments[timeZone] ?? Environment.timeZone()
    let journal = try Environment.journal(arguments)
    let path = journal.folder
    switch try PosixSystem().kind(of: path) {
    case nil, .directory, .link: break
    case .regular, .other: throw Failure.usage("\(path) is a file; name a folder")
    }
    try journal.create(timeZone: name)
    try console.print("made a journal at \(TerminalText.escaped(path)), days of \(name)")
    return .done
  }
}
