import HealthModel
import HealthReport
import HealthTables
import HealthViews
import JournalFile

extension PageKind {
  /// Two periods, two sources, or two moments of the journal, side by side.
  static let compare = PageKind(
    "compare",
    options: { _ in
      View.compare.options
        + [Option.source, earlier, later, view].filter { own in
          !View.compare.options.contains { $0.name == own.name }
        }
    }
  ) { visit in
    var body = PageBody(visit.words(.compareTitle))
    let values = visit.values
    if let other = [later, view].first(where: { values.has($0) }), !values.has(earlier) {
      throw OptionProblem("'\(other.name)' needs 'earlier': the moment to compare with")
    }
    if values.has(earlier) {
      try visit.compareMoments(&body)
    } else if values.all(.source).count > 1 {
      try visit.compareSources(&body)
    } else {
      body.blocks = try visit.rows(of: .compare, values, View.compare.summary, isAll: true)
    }
    if visit.place.answersForms { body.blocks.append(visit.comparisons) }
    return body
  }

  static let earlier = Option("earlier", "LINE|TIME", "the earlier moment of `diff`")
  static let later = Option(
    "later", "LINE|TIME", "the later moment of `diff`; default: that of the page")
  static let view = Option(
    "view", "VIEW", "the view that `diff` compares", choices: Views.all.map(\.name))
}

extension Visit {
  /// Adds what views showed at two moments, as `diff` has it.
  fileprivate func compareMoments(_ body: inout PageBody) throws {
    // The page shows what was known at its moment: nothing of later lines.
    let moment = request.values[.asOf]
    let moments = (
      address.values[PageKind.earlier] ?? "", address.values[PageKind.later] ?? moment ?? "now"
    )
    let last = request.journal.head.sequence
    if let moment, moments.1 != moment, UInt64(moments.1).map({ $0 > last }) ?? true {
      throw OptionProblem(
        "these pages are as of \(moment): 'later' is a line up to \(last), or left empty")
    }
    let name = address.values[PageKind.view]
    let views =
      try name.map { [try Views.all.one(named: $0, "view", by: \.name)] }
      ?? Views.all.filter(\.isComparedByDefault)
    let own = [PageKind.earlier, PageKind.later, PageKind.view, .asOf]
      .reduce(values.adding(settings.values)) { $0.without($1) }
    if let view = views.first, views.count == 1 {
      let names = view.options.map(\.name)
      if let other = own.given.first(where: { !names.contains($0) }) {
        throw OptionProblem("\(view.name) has no option --\(other)")
      }
    }
    let found = try source.difference(views, moments, own)
    let words = ["diff", moments.0, moments.1] + (name.map { [$0] } ?? []) + ["--all"]
    body.calls = [call(words, own, without: [.asOf])]
    var visit = self
    body.blocks =
      try visit.rows(found.summary, of: "diff", "\(moments.0) – \(moments.1)")
      + visit.rows(found.cells, of: "diff", self.words(.compareMoments), isAll: true)
  }

  /// Adds the figures of a type by sources alone.
  fileprivate mutating func compareSources(_ body: inout PageBody) throws {
    let columns = try address.values.all(.source).enumerated().map { index, name -> Block in
      var own = values.only(View.statistics.options).without(.source)
      own.add(name, to: Option.source.name)
      return .section(
        name: "source-\(index + 1)", name, try rows(of: .statistics, own, name))
    }
    body.blocks = [.grid(columns)]
  }

  /// The forms for each kind of comparison.
  fileprivate var comparisons: Block {
    func field(_ option: Option, _ word: Word) -> FormField {
      FormField(option, words(word), address.values[option] ?? "")
    }
    let against = View.compare.options.named("against") ?? .period
    let sources = address.values.all(.source)
    let forms: [(Word, [FormField])] = [
      (
        .comparePeriods,
        [field(.type, .typeLabel), field(.period, .periodTitle), field(against, .against)]
      ),
      (
        .compareSources,
        [
          field(.type, .typeLabel),
          FormField(.source, words(.source), sources.first ?? ""),
          FormField(.source, words(.otherSource), sources.dropFirst().first ?? ""),
        ]
      ),
      (.compareMoments, [field(PageKind.earlier, .earlier), field(PageKind.later, .laterMoment)]),
    ]
    return .grid(
      forms.map { title, fields in
        var form = Page()
        form.form(
          place.href(Address(address.kind), address) ?? "", label: words(title),
          keeping: address.values.only(Self.keptOptions), fields, button: words(.show))
        return .section(name: title.rawValue, words(title), [.written(form)])
      })
  }
}
