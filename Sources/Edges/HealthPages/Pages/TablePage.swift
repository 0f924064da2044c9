import HealthReport
import HealthViews

extension PageKind {
  /// The rows of any view, from its declaration; without a word the list of all views.
  static let table = PageKind(
    "table", words: 0...1,
    options: { words throws(OptionProblem) in
      guard let name = words.first else { return [] }
      let own = try Views.named(name).options
      return own + [Option.columns].filter { option in !own.contains { $0.name == option.name } }
    }
  ) { visit in
    guard let name = visit.address.words.first else { return visit.views }
    let view = try Views.named(name)
    var body = PageBody(name)
    body.near = [visit.link(visit.words(.allTables), visit.page("table"))]
    body.blocks = [.note(view.summary)]
    if visit.place.answersForms { body.blocks.append(visit.options(of: view)) }
    let samples = (try? view.sampleCount(visit.request.with(visit.values))) ?? 0
    body.blocks += try visit.part("rows", of: samples) { visit in
      try visit.rows(of: view, visit.values, view.summary, isAll: true)
    }
    return body
  }
}

extension Views {
  /// Returns the view of a name.
  ///
  /// - Throws: `OptionProblem`.
  fileprivate static func named(_ name: String) throws(OptionProblem) -> View {
    try all.one(named: name, "table", by: \.name)
  }
}

extension Visit {
  /// The list of all views.
  fileprivate var views: PageBody {
    let heads = [
      TableHead(name: .word(.what), kind: .text),
      TableHead(name: .word(.summaryHeading), kind: .sentence),
    ]
    let rows = Views.all.map { view in
      [link(view.name, page("table", [view.name])), Linked(view.summary)]
    }
    return PageBody(
      words(.allTables), calls: ["health-journal help"], [.cells(words(.tablesNote), heads, rows)])
  }

  /// Returns the form of a view's options.
  fileprivate func options(of view: View) -> Block {
    var form = Page()
    let fields = view.options.filter { $0.value != nil }.flatMap { option in
      let values = address.values.all(option)
      return (values.isEmpty ? [""] : values).map { value in
        FormField(option, "--" + option.name, value, choices: option.choices.map { ($0, "") })
      }
    }
    let flags = view.options.filter { $0.value == nil }.map { option in
      FormField(
        option, "--" + option.name, address.values[option] ?? "", choices: [("yes", option.help)])
    }
    form.form(
      place.href(Address(address.kind, address.words), address) ?? "", label: words(.options),
      keeping: address.values.only([.asOf, .columns]), fields + flags, button: words(.show))
    return .details(words(.options), [.written(form)])
  }
}

extension OptionValues {
  /// Returns the values of some options alone.
  func only(_ options: [Option]) -> OptionValues {
    let names = Set(options.map(\.name))
    return entries.filter { names.contains($0.name) }.reduce(into: OptionValues()) {
      $0.add($1.value, to: $1.name)
    }
  }
}
