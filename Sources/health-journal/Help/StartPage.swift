/// What the program shows where it is called without a word: the commands that one begins with.
enum StartPage {
  /// A call of each and what it gives, in the order in which one meets them.
  static let calls = [
    ("init --time-zone Europe/Paris", "a new journal"),
    ("import ~/Downloads/export.zip", "all that the Health app exports"),
    ("latest", "the latest value of each type"),
    ("daily --type steps --from 2026-03-01", "steps by day"),
    ("workouts --limit 10", "the last ten workouts"),
    ("sleep --from 2026-03-01", "nights since then, by stage"),
    ("chart heartRate --from yesterday", "heart rate, drawn"),
    ("save bodyMass 71.5 kg", "a value that you measured"),
    ("check", "values that make no sense"),
    ("export samples -o samples.csv", "a file for a spreadsheet"),
  ]

  /// The page.
  static let text = """
    usage: health-journal COMMAND [--journal DIR] …

    \(HelpTopic.table(calls))

    health-journal help            lists every command
    health-journal help COMMAND    tells all of one, with examples
    health-journal help TOPIC      \(HelpTopic.names.joined(separator: ", "))
    """
}
