import ByteTools
import HealthExport
import Journal

/// `undo`: what the owner saved last is deleted.
enum UndoCommand {
  static let page = CommandPage(
    name: "undo", group: .append, summary: "take back what you saved last", words: "[SEQ]",
    count: 0...1, options: [.folder, .wait, .answer],
    details: """
      Deletes all that the owner's last line saved, with one line more: nothing is taken out of the file,
      and `history` tells both. Once more takes back the save before that; an undo itself is not taken
      back. With SEQ it is the save of that line, see `log`.

      What an event cannot take back is refused, with what to do instead: a deletion, as a uuid is used
      once; an import; a newer version that replaced an older one; settings and authorizations, which
      are set anew. `undo SEQ` goes past it.

        health-journal save weight 715 kg
        health-journal undo
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
