import HealthExport
import HealthModel
import HealthReport
import HealthTables
import HealthViews
import JournalFile

extension PageKind {
  /// A line of the journal: who wrote it when, and what it states.
  static let line = PageKind("line", words: 1...1) { visit in
    let word = visit.address.words[0]
    guard let line = UInt64(word), line > 0 else { throw NothingThere("'\(word)' is no line") }
    var body = try visit.shown(.line(line), visit.words(.lineTitle, String(line)))
    let last = visit.request.journal.head.sequence
    body.near = [line - 1, line + 1].filter { (1...last).contains($0) }.map { other in
      visit.link(
        other < line ? "← \(other)" : "\(other) →", visit.page("line", [String(other)]))
    }
    return body
  }

  /// An object, with the line that saved it.
  static let object = PageKind("object", words: 1...1) { visit in
    let uuid = try visit.uuid(visit.address.words[0])
    var body = try visit.shown(.object(uuid), visit.words(.objectTitle, "\(uuid)"))
    body.near = [visit.link(visit.words(.history), visit.page("history", [uuid.description]))]
    return body
  }

  /// Every event that touched an object.
  static let history = PageKind("history", words: 1...1) { visit in
    let uuid = try visit.uuid(visit.address.words[0])
    let table = try HistoryTable.table(of: [uuid], in: visit.request.journal)
    if try table.rowCount() == 0 { throw NothingThere("no event names \(uuid)") }
    var body = PageBody(
      "\(visit.words(.history)): \(uuid)",
      near: [
        visit.link(
          visit.words(.objectTitle, "\(uuid)"), visit.page("object", [uuid.description]))
      ],
      calls: [visit.call(["history", uuid.description], without: [.timeZone])])
    body.blocks = try visit.rows(table, of: "history", visit.words(.history), isAll: true)
    return body
  }
}

extension Visit {
  /// Returns the uuid that a word of the address means: a whole one, or a beginning that an object
  /// has.
  func uuid(_ word: String, includingSamples: Bool = true) throws -> ObjectUUID {
    let found = try Inputs.uuid(word, in: request.tables, includingSamples: includingSamples)
    guard let found else { throw NothingThere("no object begins with \(word)") }
    return found
  }

  /// More objects of one line than this are not shown in full.
  private static let mostShown = 50

  /// Returns the page of a line or an object, as `show` has it.
  fileprivate mutating func shown(_ word: ShownWord, _ title: String) throws -> PageBody {
    var lines = try ShownLines(of: request.journal)
    guard try lines.add(word) else {
      throw NothingThere("nothing to show of \(word); the last line is \(lines.lastLine)")
    }
    let name =
      switch word {
      case .line(let line): String(line)
      case .object(let uuid): uuid.description
      }
    var body = PageBody(title, calls: [call(["show", name])])
    let table = try lines.table.without(["content"])
    body.blocks = try rows(table, of: "show", body.calls[0], isAll: true)
    for page in lines.pages.prefix(Self.mostShown) {
      body.blocks += try rows(try request.timed(page), of: "show", title)
    }
    return body
  }
}
