import HealthModel
import HealthProjections
import HealthTables
import JournalFile

/// `diff`: which figures changed between two moments, and which events changed them.
enum DiffCommand {
  /// What `export` takes and this does not: rows of lengths and sets have no name of their own by which
  /// they could be compared.
  private static func others(_ views: [View]) -> Set<String> {
    Set(["output", "as-of"] + views.flatMap(\.unnamedOptions).map(\.name))
  }

  static func page(_ views: [View]) -> CommandPage {
    let others = others(views)
    return CommandPage(
      name: "diff", group: .audit, summary: "which figures changed between two moments, and why",
      words: "A B [VIEW]",
      options: ExportCommand.page(views).options.filter { !others.contains($0.name) },
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
      let chosen = try chosen(views, arguments)
      // It is the differences that are limited: of the first rows of a view all may be equal.
      let whole = arguments.without(.limit)
      var before = try Reading(whole, console, asOf: arguments.words[0])
      var after = try Reading(whole, console, asOf: arguments.words[1], now: before.request.now)
      let limit = try arguments.values.has(.sort) ? nil : arguments.values.whole(.limit, least: 1)
      let first = before.journal.head.sequence
      guard first <= after.journal.head.sequence else {
        throw Failure.usage("A comes after B; name the earlier moment first")
      }
      let isOfSleep = chosen.map(\.name) == [View.sleep.name]
      let period: SleepSummary.Period? =
        isOfSleep ? try arguments.values.choice(SleepOptions.period) : nil
      var difference = try DifferenceView(
        after.journal, behind: first, in: try after.context(), sleepBy: period ?? .night)
      for view in chosen {
        try difference.add(
          view.name, view.rowKey, from: try view.table(&before.request),
          to: try view.table(&after.request))
      }
      var table = difference.table.limited(to: limit)
      table.presentation = Presentation(nothing: "no difference")
      return try console.show(table, arguments)
    }
  }

  /// The view that is named; without a name those that are compared by default.
  private static func chosen(_ views: [View], _ arguments: Arguments) throws -> [View] {
    let usual = views.filter(\.isComparedByDefault).map(\.name)
    let names = arguments.words.count == 3 ? [arguments.words[2]] : usual
    return try names.map { try views.view($0, arguments, beside: []) }
  }
}
