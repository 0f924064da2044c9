import HealthModel
import HealthReport
import HealthViews

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
  static let later = Option("later", "LINE|TIME", "the later moment of `diff`; default: now")
  static let view = Option(
    "view", "VIEW", "the view that `diff` compares", choices: Views.all.map(\.name))
}

extension Visit {
  /// Adds what views showed at two moments, as `diff` has it.
  fileprivate func compareMoments(_ body: inout PageBody) throws {
    let moments = (
      address.values[PageKind.earlier] ?? "", address.values[PageKind.later] ?? "now"
    )
    let name = address.values[PageKind.view]
    let views =
      try name.map { [try Views.all.one(named: $0, "view", by: \.name)] }
      ?? Views.all.filter(\.isComparedByDefault)
    let own = [PageKind.earlier, PageKind.later, PageKind.view].reduce(values) { $0.without($1) }
    if let view = views.first, views.count == 1 {
      let names = view.options.map(\.name)
      if let other = own.given.first(where: { !names.contains($0) }) {
        throw OptionProblem("\(view.name) has no option --\(other)")
      }
    }
    let found = try source.difference(views, moments, own.adding(settings.values))
    body.calls = [call(["diff", moments.0, moments.1] + (name.map { [$0] } ?? []), own)]
    var visit = self
    body.blocks =
      try visit.rows(found.summary, of: "diff", "\(moments.0) – \(moments.1)")
      + visit.rows(found.cells, of: "diff", words(.compareMoments), isAll: true)
  }

  /// Adds the figures of a type by sources alone.
  fileprivate mutating func compareSources(_ body: inout PageBody) throws {
    let names = View.statistics.options.map(\.name)
    let columns = try address.values.all(.source).enumerated().map { index, name -> Block in
      var own = OptionValues()
      for (option, value) in values.entries where names.contains(option) && option != "source" {
        own.add(value, to: option)
      }
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
    let forms: [(Word, [FormField])] = [
      (
        .comparePeriods,
        [field(.type, .typeLabel), field(.period, .periodTitle), field(against, .against)]
      ),
      (
        .compareSources,
        [
          field(.type, .typeLabel), field(.source, .source),
          FormField(.source, words(.otherSource)),
        ]
      ),
      (.compareMoments, [field(PageKind.earlier, .earlier), field(PageKind.later, .laterMoment)]),
    ]
    return .grid(
      forms.map { title, fields in
        var form = Page()
        form.form(
          place.href(Address(address.kind), address) ?? "", label: words(title),
          keeping: address.values.only(.asOf), fields, button: words(.show))
        return .section(name: title.rawValue, words(title), [.written(form)])
      })
  }
}
