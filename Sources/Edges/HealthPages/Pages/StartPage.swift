import HealthReport
import HealthViews

extension PageKind {
  /// The first page: the latest values, what came in last and from whom.
  static let start = PageKind("") { visit in
    let latest = try visit.rows(of: .latest, OptionValues(), View.latest.summary)
    let imports = try visit.rows(of: .imports, OptionValues(), View.imports.summary, most: 10)
    return PageBody(
      visit.words(.viewerTitle),
      calls: [visit.call(["latest"]), visit.call(["imports"])],
      [
        .section(name: "latest", visit.words(.vitalsTitle), latest),
        .section(name: "imports", visit.words(.cameInTitle), imports),
      ])
  }
}
