/// What the program shows where it is called without a word: the commands that one begins with.
enum StartPage {
  /// A call of each and what it gives, in the order in which one meets them.
  static let calls = [
    ("init --time-zone Europe/Paris", "a new journal"),
    ("import ~/Downloads/export.zip", "all that the Health app exports"),
    ("latest", "the latest value of each type"),
    ("summary yesterday", "a day, a week or a month on one screen"),
    ("compare", "this month against the last"),
    ("chart steps --every week --last 12w", "steps by week, drawn"),
    ("workouts --limit 10", "the last ten workouts"),
    ("save bodyMass 71.5 kg", "a value that you measured"),
    ("report -o health.html", "a page for a doctor, to print"),
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
