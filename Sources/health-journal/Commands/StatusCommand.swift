import HealthEvents
import HealthExport
import HealthProjections
import Journal
import JournalFile

/// `status`: what the journal is.
enum StatusCommand {
  static let page = CommandPage(
    name: "status", group: .audit, summary: "the journal's identity, head, size and span",
    options: Option.rows + [.asOf, .verify, .timeZone],
    details: """
      Note the seq and the chain value somewhere else: with them you can show later that nothing
      before that line was changed; `checkpoint` prints what shows it best. witnessedSeq is the last line
      of the newest checkpoint that `witness` was given here.
      """
  ) { arguments, console in
    var opened = try OpenedJournal(arguments, console)
    let note = opened.request.identity.flatMap { journal -> CheckpointNote? in
      do {
        return try WitnessedNote.newest(of: journal)
      } catch {
        // The note is no part of the journal: what is known of that is shown all the same.
        console.remark(Failure(error).message)
        return nil
      }
    }
    let table = try opened.request.timed(
      try StatusTable.table(of: opened.request.journal, witnessed: note?.checkpoint.lines))
    let isTransposed = try Console.format(arguments).isForPeople && !arguments.has(.columns)
    return try console.show(isTransposed ? table.transposed(console.options) : table, arguments)
  }
}
