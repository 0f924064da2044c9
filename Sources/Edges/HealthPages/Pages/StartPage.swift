import HealthModel
import HealthReport
import HealthViews

extension PageKind {
  /// The first page: the last days against the usual, what came in last and from whom, what `check`
  /// found.
  static let start = PageKind("") { visit in
    var body = PageBody(visit.words(.viewerTitle))
    var blocks: [Block] = visit.place.answersForms ? [visit.searchForm] : []
    guard let last = try visit.lastDay() else {
      body.blocks = blocks + (try visit.rows(of: .imports, OptionValues(), View.imports.summary))
      return body
    }
    blocks.append(.links(visit.words(.goTo), visit.periods(around: last)))
    let day = [(Option.on, last.description)].values
    for (name, title, view, values) in [
      ("usual", Word.usualTitle, View.trends, day), ("latest", .vitalsTitle, .latest, .init()),
      ("imports", .cameInTitle, .imports, .init()),
    ] {
      let rows = try visit.rows(of: view, values, view.summary, most: 60)
      guard rows.contains(where: \.isTable) else { continue }
      blocks.append(.section(name: name, visit.words(title), rows))
    }
    blocks.append(
      .section(name: "sources", visit.words(.sources), try visit.heard(upTo: last)))
    let found = try visit.checked()
    let words = found.map(visit.sentence) ?? visit.words(.checkUnderWay)
    let link = visit.link(words, visit.page("check"))
    blocks.append(
      .section(
        name: "check", visit.words(.checkTitle), [.links(visit.words(.checkTitle), [link])]))
    body.blocks = blocks
    return body
  }
}

extension [(Option, String)] {
  /// The same values, as options have them.
  var values: OptionValues {
    reduce(into: OptionValues()) { $0.add($1.1, to: $1.0.name) }
  }
}

extension Visit {
  /// Returns the last day with data that is not after the last line; nil: there is none.
  mutating func lastDay() throws -> CivilDate? {
    try Report.lastDay(of: request.journal, in: try request.with(OptionValues()).contextOfAll())
  }

  /// Returns links to the day, and to the week, the month and the year around it.
  fileprivate func periods(around day: CivilDate) -> [Linked] {
    let day = DayPeriod(day)
    return ([day] + day.around(weekStarts: request.weekStarts)).map {
      link(title(of: $0), period($0))
    }
  }

  /// Returns the sources, the one last heard of first, and marks those that were last heard of more
  /// than a month before the newest data.
  fileprivate mutating func heard(upTo last: CivilDate) throws -> [Block] {
    let table = try table(.sources, OptionValues())
    name(.sources)
    guard let name = table.columns.index(of: .source), let end = table.columns.index(of: .last)
    else { return [] }
    var newest: [String: CivilDate] = [:]
    try table.forEachRow { row in
      guard case .text(let name) = row[name], case .time(let time) = row[end] else { return }
      newest[name] = max(time.date, newest[name] ?? time.date)
    }
    let sources = newest.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
    let heads = [
      TableHead(name: .word(.source), kind: .text), TableHead(name: .word(.latest), kind: .short),
    ]
    let rows = sources.prefix(Self.mostRows).map { source in
      let isStale = source.value.dayNumber < last.dayNumber - 30
      return [
        link(source.key, page("source", [], [(.source, source.key)])),
        Linked(words.day(source.value), to: nil, isStale ? "stale" : "fresh"),
      ]
    }
    return [.cells(caption(View.sources.summary, of: View.sources.name), heads, Array(rows))]
  }
}

extension ViewRequest {
  /// Returns the context of all data.
  fileprivate func contextOfAll() throws -> ViewContext {
    var own = self
    return try own.context()
  }
}
