import HealthEvents
import HealthJournal
import HealthModel

/// `delete`: objects leave every view, and stay in the history.
enum DeleteCommand {
  private static let reason = Option("reason", "TEXT", "why, for the history")

  static let page = CommandPage(
    name: "delete", group: .append, summary: "delete objects by uuid", words: "UUID …",
    options: [.journal, .answer, reason, .by],
    details: """
      The owner may delete everything, any other source what it saved itself. Nothing is taken out of
      the file: `history` still tells what a deleted object said. `samples --all-columns` shows uuids.

        health-journal delete 3F2504E0-4F89-41D3-9A0C-0305E82C3301 --reason 'entered twice'
      """
  ) { arguments, console in
    guard !arguments.words.isEmpty else { throw arguments.misused("UUID missing") }
    let uuids = try arguments.words.map { try Inputs.uuid($0) }
    var writing = try Writing(arguments, console)
    let deletion = Deletion(objects: uuids, reason: arguments[reason])
    return try writing.perform(.delete(deletion), &console) { accepted in
      let count = accepted.uuids.count
      return "deleted \(count) object\(count == 1 ? "" : "s") in line \(accepted.sequence)"
    }
  }
}
