import HealthEvents
import HealthExport
import HealthModel
import HealthReport
import HealthTables
import HealthViews
import JournalFile

extension PageKind {
  /// A source: its samples by type, how it counts, what it may read and share; without a name all
  /// sources.
  static let source = PageKind("source", options: { _ in [.source] }) { visit in
    let name = visit.address.values[.source]
    let values = visit.values
    var body = PageBody(
      name ?? visit.words(.sources),
      try visit.rows(of: .sources, values, View.sources.summary, isAll: true))
    guard name != nil else { return body }
    body.blocks += try [
      .section(
        name: "rights", visit.words(.rights),
        visit.rows(of: .authorizations, values, View.authorizations.summary)),
      .section(
        name: "latest", visit.words(.vitalsTitle),
        visit.rows(of: .latest, values, View.latest.summary)),
    ]
    return body
  }

  /// All imports.
  static let imports = PageKind("imports") { visit in
    PageBody(
      visit.words(.imports),
      try visit.rows(of: .imports, OptionValues(), View.imports.summary, isAll: true))
  }

  /// An import: what became of each type and element, and what it changed.
  static let oneImport = PageKind("import", words: 1...1) { visit in
    let word = visit.address.words[0]
    guard let line = UInt64(word), line > 0,
      case .importReceipt(let receipt)? = try visit.request.journal.entry(line)?.event
    else { throw NothingThere("line '\(word)' is no receipt of an import") }
    let outcome = try ImportTable.table(
      receipt.counts, types: receipt.extent?.types ?? [], vanished: receipt.extent?.vanished
    ).withoutZeros(but: ["read", "new"])
    let changes = try ImportChanges.table(of: line, in: visit.request.journal)
    return PageBody(
      visit.words(.importTitle, receipt.file),
      near: [
        visit.link(visit.words(.imports), visit.page("imports")),
        visit.link(visit.words(.lineTitle, word), visit.page("line", [word])),
      ],
      calls: [visit.call(["imports", word])],
      try visit.rows(outcome, of: "import", visit.words(.importOutcome))
        + visit.rows(changes, of: "changes", visit.words(.importChanges), isAll: true))
  }

  /// The rights of sources to read and share, the line that gave each, and every decision on them.
  static let authorization = PageKind(
    "authorization", options: { _ in [.source, .type] }
  ) { visit in
    let history = OptionValues(["history": "yes"]).adding(visit.values)
    return PageBody(
      visit.words(.rights),
      try visit.rows(of: .authorizations, visit.values, View.authorizations.summary)
        + visit.rows(of: .authorizations, history, visit.words(.decisions), isAll: true))
  }

  /// The types of objects that a view of their own shows, such as documents.
  static let documents = PageKind("documents") { visit in
    let tables = visit.request.tables
    var context = try visit.request.context()
    context.query.types = tables.types.names.filter {
      Views.about($0) != nil && tables.isDetermined($0)
    }
    let table = try HeldTypes.table(of: visit.request.journal, in: context)
    func view(_ row: [Cell]) -> String? {
      guard case .identifier(let type)? = table.columns.cellsByRole(row)[.type] else { return nil }
      return Views.about(type)?.name
    }
    let rows = try table.allRows().filter { view($0) != nil }
    let names = Set(rows.compactMap(view)).sorted()
    let links = names.map { visit.link($0, visit.page("table", [$0])) }
    return PageBody(
      visit.words(.documents), calls: names.map { visit.call([$0]) },
      [.note(visit.words(.documentsNote)), .links(visit.words(.documents), links)]
        + (try visit.rows(
          Table(columns: table.columns, rows: rows), of: "types", visit.words(.documents))))
  }
}
