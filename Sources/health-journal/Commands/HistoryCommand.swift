import HealthModel
import HealthProjections

/// `history`: every event that touched an object.
enum HistoryCommand {
  static let page = CommandPage(
    name: "history", group: .audit, summary: "every event that touched an object", words: "UUID",
    options: Option.rows,
    details: """
      What it said when it was saved, what it became part of, when and why it was deleted or replaced.
      The machine formats, and --all-columns, show the whole object too, metadata and all.

        health-journal history 3F2504E0-4F89-41D3-9A0C-0305E82C3301
      """
  ) { arguments, console in
    try arguments.require(words: 1...1, "UUID")
    let uuid = try Inputs.uuid(arguments.words[0])
    let reading = try Reading(arguments, console)
    return try console.show(
      try HistoryView.table(of: uuid, in: reading.journal), arguments,
      nothing: "no event names \(uuid)")
  }
}
