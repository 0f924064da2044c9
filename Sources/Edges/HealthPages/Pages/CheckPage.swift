import HealthReport
import HealthViews

extension PageKind {
  /// The findings of `check`, which are computed once for the lines of a journal.
  static let check = PageKind("check") { visit in
    var body = PageBody(visit.words(.checkTitle), calls: [visit.call(["check", "--notes"])])
    guard let report = try visit.checked() else {
      body.blocks = [.note(visit.words(.checkUnderWay))]
      return body
    }
    body.blocks = [.note(visit.sentence(on: report))]
    for level in [Check.Level.problem, .note] {
      let caption = visit.words(level == .problem ? .problem : .remark)
      body.blocks += try visit.rows(report.findings(level), of: "check", caption)
    }
    for (check, table) in try report.examples(of: [.problem, .note], ofTypes: 3) {
      let name = visit.words.named("check." + check) ?? check
      body.blocks.append(.details(name, try visit.rows(table, of: "check", name)))
    }
    return body
  }
}

extension Visit {
  /// Returns what `check` found of the lines of this page; nil: that is under way.
  mutating func checked() throws -> CheckReport? {
    // One thread: the others are for pages.
    let context = try request.context()
    let zone = request.values[.timeZone] ?? ""
    return try result(for: ["check", zone], within: 0) { [journal = request.journal] in
      try CheckReport(journal, in: context, options: CheckOptions()).withoutLines
    }
  }

  /// Returns a sentence on how much `check` found.
  func sentence(on report: CheckReport) -> String {
    let samples = words.number(report.samples)
    guard report.problems + report.notes > 0 else { return words(.checkClean, samples) }
    return words(
      .checkFound, words.number(report.problems), words.number(report.notes), samples)
  }
}
