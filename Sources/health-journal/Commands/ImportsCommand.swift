import HealthProjections
import ViewTables

/// `imports`: every import, or what one of them did.
enum ImportsCommand {
  static var page: CommandPage {
    var page = View.imports.page
    let all = page.run
    page.words = "[SEQ]"
    page.count = 0...1
    page.group = .audit
    page.run = { arguments, console in
      guard let word = arguments.words.first else { return try all(arguments, &console) }
      guard let line = UInt64(word), line > 0 else {
        throw arguments.misused("SEQ is the line of a receipt, not '\(word)'")
      }
      let opened = try OpenedJournal(arguments, console)
      do {
        let limit = try opened.request.limitUnlessSorted()
        var table = try ImportChanges.table(of: line, in: opened.request.journal).limited(
          to: limit)
        table.presentation = Presentation(nothing: "this import saved and deleted nothing")
        return try console.show(table, arguments)
      } catch is ImportChanges.NoReceipt {
        throw Failure(
          code: .no,
          message: "line \(line) is no receipt of an import; see `health-journal imports`")
      }
    }
    return page
  }
}
