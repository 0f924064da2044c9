import HealthModel
import HealthProjections
import HealthTables
import JournalFile

/// `diff`: which figures changed between two moments, and which events changed them.
enum DiffCommand {
  /// What `export` takes and this does not: rows of lengths and sets have no name of their own by which
  /// they could be compared.
  private static var others: Set<String> {
    Set(["output", "as-of"] + Catalogue.views.flatMap(\.unnamedOptions).map(\.name))
  }

  static let page = CommandPage(
    name: "diff", group: .audit, summary: "which figures changed between two moments, and why",
    words: "A B [VIEW]",
    options: ExportCommand.page.options.filter { !others.contains($0.name) },
    details: """
      A and B are lines or times, as for --as-of. A row for each cell of a view that differs: what it
      was, what it is, and the lines (seq) that touched its object, its type on its day, or samples in
      its time. Without VIEW it compares latest, daily, workouts and swims; VIEW is any that `export`
      takes, with its options; --limit is that of the differences. No difference is exit code 1.

        health-journal diff 2026-04-01 now daily --type stepCount
        health-journal diff 120 150
      """
  ) { arguments, console in
    try arguments.require(words: 2...3, "A and B")
    let views = try views(arguments)
    // It is the differences that are limited: of the first rows of a view all may be equal.
    let whole = arguments.without(.limit)
    let limit = arguments.has(.sort) ? nil : try arguments.whole(.limit, least: 1)
    var before = try Reading(whole, console, asOf: arguments.words[0])
    var after = try Reading(whole, console, asOf: arguments.words[1], now: before.now)
    let first = before.journal.head.sequence
    guard first <= after.journal.head.sequence else {
      throw Failure.usage("A comes after B; name the earlier moment first")
    }
    let period: SleepSummary.Period? =
      views.map(\.name) == [SleepCommand.view.name]
      ? try Inputs.choice(SleepCommand.period, arguments) : nil
    var difference = try DifferenceView(
      after.journal, behind: first, in: try after.context(), sleepBy: period ?? .night)
    for view in views {
      try difference.add(
        view.name, view.rowKey, from: try view.table(whole, &before),
        to: try view.table(whole, &after))
    }
    return try console.showFilled(
      difference.table.limited(to: limit), arguments, nothing: "no difference")
  }

  /// The view that is named; without a name those that are compared by default.
  private static func views(_ arguments: Arguments) throws(Failure) -> [View] {
    let usual = Catalogue.views.filter(\.isComparedByDefault).map(\.name)
    let names = arguments.words.count == 3 ? [arguments.words[2]] : usual
    var views: [View] = []
    for name in names { views.append(try ExportCommand.view(name, arguments, beside: [])) }
    return views
  }
}
