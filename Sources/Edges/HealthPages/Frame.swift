import HealthEvents
import HealthExport
import HealthModel
package import HealthReport
import HealthTables
package import HealthViews
import JournalFile

/// The frame around the content of a page: its head, the bar "as of", and the receipt at the foot.
struct Frame {
  let words: Words
  let settings: BrowserSettings
  /// Links to the main pages.
  var main: [Linked] = []
  /// The form for another moment.
  var bar = Page()
  /// The names and texts of the receipt.
  var receipt: [(name: Word, text: String)] = []
  /// True if the policy stands in the page: it is a file, and no server sends it.
  let isFile: Bool

  /// Returns a whole page.
  func bytes(_ body: PageBody) -> [UInt8] {
    var page = Page()
    page.doctype()
    page.element(.html, [Attribute("lang", settings.language.rawValue)]) { page in
      head(body.title, &page)
      page.element(.body) { page in
        page.element(.a, [Attribute("href", "#main"), .class("skip")], text: words(.skip))
        header(body, &page)
        page.element(.main, [Attribute("id", "main")]) { page in
          page.append(Page(body.blocks, words))
        }
        footer(body, &page)
        if !settings.script.isEmpty, !isFile { page.script(settings.script) }
      }
    }
    return page.bytes
  }

  private func head(_ title: String, _ page: inout Page) {
    page.element(.head) { page in
      page.element(.meta, [Attribute("charset", "utf-8")])
      if isFile {
        let policy = Style.linked.policy
        page.element(
          .meta,
          [Attribute("http-equiv", "Content-Security-Policy"), Attribute("content", policy)])
      }
      for (name, content) in [
        ("viewport", "width=device-width, initial-scale=1"), ("referrer", "no-referrer"),
      ] {
        page.element(.meta, [Attribute("name", name), Attribute("content", content)])
      }
      page.element(.title, text: title + " · " + words(.viewerTitle))
      page.style(.linked)
    }
  }

  private func header(_ body: PageBody, _ page: inout Page) {
    page.element(.header) { page in
      page.links(.nav, words(.contents), main)
      page.element(.h1, text: body.title)
      page.append(bar)
      if !body.near.isEmpty { page.links(.nav, words(.options), body.near) }
    }
  }

  private func footer(_ body: PageBody, _ page: inout Page) {
    page.element(.footer) { page in
      if !body.calls.isEmpty {
        page.element(.p, text: words(.call))
        for call in body.calls { page.element(.p) { $0.append(Page([.call(call)], words)) } }
      }
      page.append(Page([.facts(receipt)], words))
      page.element(.p, text: words(.disclaimer))
    }
  }
}

extension Page {
  /// Writes links as a navigation of this name.
  fileprivate mutating func links(_ tag: Tag, _ name: String, _ links: [Linked]) {
    element(tag, [Attribute("aria-label", name)]) { page in
      page.element(.ul) { page in
        for link in links { page.element(.li) { $0.link(link) } }
      }
    }
  }

  /// Writes a form that asks for a page with other options.
  ///
  /// - Parameters:
  ///   - action: the path of the page.
  ///   - kept: options that stay as they are.
  package mutating func form(
    _ action: String, label: String, keeping kept: OptionValues = OptionValues(),
    _ fields: [FormField], button: String
  ) {
    let attributes = [
      Attribute("method", "get"), Attribute("action", action), Attribute("aria-label", label),
    ]
    element(.form, attributes) { page in
      for (name, value) in kept.entries {
        page.element(
          .input,
          [Attribute("type", "hidden"), Attribute("name", name), Attribute("value", value)])
      }
      for field in fields { page.field(field) }
      page.element(.button, [Attribute("type", "submit")], text: button)
    }
  }

  private mutating func field(_ field: FormField) {
    var attributes = [
      Attribute("name", field.option.name), Attribute("value", field.value),
      Attribute("autocomplete", "off"),
    ]
    let list = "list-" + field.option.name
    if !field.choices.isEmpty { attributes.append(Attribute("list", list)) }
    element(.label) { page in
      page.text(field.label)
      page.element(.input, attributes)
    }
    guard !field.choices.isEmpty else { return }
    element(.datalist, [Attribute("id", list)]) { page in
      for choice in field.choices {
        page.element(.option, [Attribute("value", choice.value)], text: choice.text)
      }
    }
  }
}

/// A field of a form: an option that can be given.
package struct FormField {
  package let option: Option
  package let label: String
  package var value = ""
  /// Values that are proposed, with words for each.
  package var choices: [(value: String, text: String)] = []

  package init(
    _ option: Option, _ label: String, _ value: String = "",
    choices: [(value: String, text: String)] = []
  ) {
    (self.option, self.label, self.value, self.choices) = (option, label, value, choices)
  }
}

extension ViewRequest {
  /// Refuses a reader whom the journal does not know.
  package func requireKnownReader() throws(OptionProblem) {
    guard let reader = values[.reader], !tables.knows(source: reader) else { return }
    throw OptionProblem(
      "--as: the journal has never heard of '\(reader)'; `authorizations` lists who may read")
  }
}

extension Visit {
  /// Returns the whole page of a kind.
  mutating func answer(_ kind: PageKind) throws -> PageAnswer {
    try request.requireKnownReader()
    var body = try kind.body(&self)
    body.calls += calls.filter { !body.calls.contains($0) }
    var frame = Frame(words: words, settings: settings, isFile: !place.answersForms)
    frame.main = main
    frame.bar = try bar()
    frame.receipt = receipt
    return PageAnswer(
      status: 200, bytes: frame.bytes(body), isUnderWay: isUnderWay, loadsAgain: loadsAgain)
  }

  /// Links to the main pages.
  private var main: [Linked] {
    let pages: [(Word, String)] = [
      (.startPage, ""), (.compareTitle, "compare"), (.documents, "documents"),
      (.sources, "source"), (.imports, "imports"), (.rights, "authorization"),
      (.allTables, "table"),
    ]
    return pages.map { link(words($0), page($1)) }.filter { $0.href != nil }
  }

  /// Returns the bar for another moment: now, an import, a line, a date.
  private mutating func bar() throws -> Page {
    var page = Page()
    if let moment = request.values[.asOf] {
      page.element(.p, [.class("past")], text: words(.asOfPast, moment))
    }
    guard place.answersForms else { return page }
    let imports = try table(.imports, OptionValues()).allRows().suffix(20).reversed()
      .compactMap { row -> (value: String, text: String)? in
        let texts = row.prefix(3).map(ReadableText.text)
        return texts.first.map { ($0, texts.dropFirst().joined(separator: " ")) }
      }
    let kept = [Option.asOf, PageKind.row].reduce(address.values) { $0.without($1) }
    let field = FormField(
      .asOf, words(.asOf), address.values[.asOf] ?? "",
      choices: [("now", words(.now))] + imports)
    let action = place.href(Address(address.kind, address.words), address) ?? ""
    page.form(
      action, label: words(.asOf), keeping: kept, [field], button: words(.show))
    return page
  }

  /// The position in the journal that the page was made from, and the rules.
  private var receipt: [(name: Word, text: String)] {
    let (tables, head) = (request.tables, request.journal.head)
    var facts: [(name: Word, text: String)] = [(.lastLine, String(head.sequence))]
    if let journal = tables.opening?.journal {
      facts.insert((.journal, journal.description), at: 0)
    }
    if let time = tables.lastAt {
      facts.append((.recorded, Timestamp(instant: time, offsetMinutes: 0).description))
    }
    if let reader = request.values[.reader] {
      facts.append((.source, words(.asReader, reader)))
    } else {
      // The chain is made of all lines, also of those that a source may not see.
      facts.append((.chain, head.chainText))
    }
    facts.append((.zone, request.values[.timeZone] ?? request.timeZone))
    facts.append((.rules, String(Views.rulesVersion)))
    if !settings.version.isEmpty { facts.append((.program, "health-journal " + settings.version)) }
    return facts
  }
}

/// A page that says what is wrong and what to do.
struct ErrorPage {
  let answer: PageAnswer

  init(
    _ error: JournalSource.Explained, _ address: Address, _ settings: BrowserSettings,
    _ place: Place
  ) {
    let words = Words(settings)
    let (title, remedy): (Word, Word) =
      switch error.reason {
      case .badOptions: (.wrongAddress, .whatToDo)
      case .notThere: (.nothingHere, .whatToDo)
      case .refused: (.nothingHere, .whatToDo)
      case .changed: (.replaced, .startAgain)
      case .system, .damaged: (.notRead, .startAgain)
      }
    var frame = Frame(words: words, settings: settings, isFile: !place.answersForms)
    frame.main = [
      Linked(words(.startPage), to: place.href(Address().keeping(address), address))
    ]
    let body = PageBody(words(title), [.note(error.message), .note(words(remedy))])
    answer = PageAnswer(status: error.reason.rawValue, bytes: frame.bytes(body))
  }
}
