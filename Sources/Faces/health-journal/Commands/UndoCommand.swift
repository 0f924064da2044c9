import ByteTools
import HealthExport
import Journal

/// `undo`: what the owner saved last is deleted.
enum UndoCommand {
  static let page = CommandPage(
    name: "undo", group: .append, summary: "take back what you saved last", words: "[SEQ]",
    count: 0...1, options: [.folder, .wait, .answer],
    details: """
      Deletes what the owner saved last, with one more line. The reason of this line is `undo of
      line 12`, and the answer names what was deleted. Nothing leaves the file, and `history`
      shows both lines.

      A second `undo` goes back to the save before that, even if others wrote lines in between.
      `undo` does not undo an `undo`. `undo 9` undoes the save in line 9; `log` shows the numbers.

      Some events cannot be undone. The command refuses them (exit code 4) and explains what to do
      instead:

        a deletion                    a uuid is used only once
        a line of an import           deleted objects stay deleted when the file is imported again
        a newer version of an object  it replaced the older version
        settings and authorizations   set them anew

      `undo SEQ` can go past such a line. If nothing is left to undo, the exit code is 1.

      Examples

        health-journal save weight 715 kg
        health-journal undo

      Fields

        one object: seq, uuids, undone (the line that was undone)
      """
  ) { arguments, console in
    let format = try Writing.answerFormat(arguments)
    let line = try arguments.words.first.map { try arguments.line($0) }
    return try Writing.run(arguments, &console) { writing, console in
      let last = writing.session.lastLine
      if let line, line > last {
        throw Failure.usage("the journal has no line \(line) yet; its last is \(last)")
      }
      let zone = try writing.zone()
      guard let undone = try writing.session.undo(line: line) else {
        console.remark(
          line.map { "nothing is left to take back of line \($0)" }
            ?? "nothing to take back: all that the owner saved is deleted, or nothing was saved")
        return .no
      }
      try Writing.answer(to: Writing.done(in: undone.accepted.sequence)) {
        try console.answer(
          "took back line \(undone.line), with line \(undone.accepted.sequence): "
            + ObjectWords.text(undone.objects, in: zone), in: format
        ) { writer in
          // {"seq":13,"uuids":["…"],"undone":12}
          writer.acceptanceMembers(undone.accepted)
          writer.member("undone", undone.line)
        }
      }
      return .done
    }
  }
}
