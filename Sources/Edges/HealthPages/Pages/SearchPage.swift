import HealthModel
import HealthReport
import HealthTables
import HealthViews
import JournalFile

extension PageKind {
  /// The meanings of a text: a day or a period, a line, an object, a type; and where it is found.
  static let search = PageKind("search", options: { _ in View.find.options }) { visit in
    var body = PageBody(visit.words(.search))
    if let text = visit.address.values[View.find.word ?? .type] {
      body.blocks = try visit.meanings(of: text)
    } else {
      body.blocks = [.note(View.find.summary)]
    }
    body.blocks += try visit.rows(of: .find, visit.values, View.find.summary, isAll: true)
    if visit.place.answersForms { body.blocks.insert(visit.searchForm, at: 0) }
    return body
  }
}

extension Visit {
  /// The form that searches.
  var searchForm: Block {
    let option = View.find.word ?? .type
    var form = Page()
    form.form(
      place.href(Address("search"), address) ?? "", label: words(.search),
      keeping: address.values.only(Self.keptOptions),
      [FormField(option, words(.search), address.values[option] ?? "")],
      button: words(.search))
    return .written(form)
  }

  /// Returns links to what a text names.
  fileprivate mutating func meanings(of text: String) throws -> [Block] {
    var links: [Linked] = []
    if let days = try request.timeInput().days(text) {
      links.append(link(title(of: days), period(days)))
    }
    if let line = UInt64(text), line > 0, line <= request.journal.head.sequence {
      links.append(link("\(words(.line)) \(line)", page("line", [text])))
    }
    var lines = try ShownLines(of: request.journal)
    if let uuid = ObjectUUID(text), try lines.add(.object(uuid)) {
      links.append(link(text, page("object", [text])))
    }
    for type in TypeCatalogue.search(text).prefix(10) {
      links.append(link(words.type(type.identifier), self.type(type.identifier)))
    }
    return links.isEmpty ? [] : [.links(words(.goTo), links)]
  }
}
