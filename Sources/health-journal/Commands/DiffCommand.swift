import HealthEvents
import HealthModel
import Journal
import HealthProjections
import HealthTables
import JournalFile

/// `diff`: which figures changed between two moments, and which events changed them.
enum DiffCommand {
  private static let imports = Option(
    "imports", nil, "A and B are lines of receipts, see `imports`")

  /// What `export` takes and this does not: rows of lengths and sets have no name of their own by which
  /// they could be compared.
  private static func others(_ views: [View]) -> Set<String> {
    // Of `--every` the rows of one view have a name, those of another have none: the journal asks.
    let named = views.flatMap { view in
      view.sharedOptions.filter { !view.unnamedOptions.contains($0) }
    }
    let unnamed = Set(views.flatMap(\.unnamedOptions).map(\.name)).subtracting(named.map(\.name))
    return unnamed.union(["output", "as-of"])
  }

  static func page(_ views: [View]) -> CommandPage {
    let others = others(views)
    return CommandPage(
      name: "diff", group: .audit, summary: "which figures changed between two moments, and why",
      words: "A B [VIEW]", count: 2...3, missing: "A and B",
      options: ExportCommand.page(views).options.filter { !others.contains($0.name) } + [imports],
      details: """
        A and B are lines or times, as for --as-of. A row for each cell of a view that differs: what it
        was, what it is, and the lines (seq) that touched its object, its type on its day, or samples in
        its time; lines of an import are named by its receipt. --imports compares what the journal was
        behind two imports. Without VIEW it compares latest, daily, workouts and swims; VIEW is any that `export`
        takes, with its options; --limit is that of the differences. No difference is exit code 1.

          health-journal diff 2026-04-01 now daily --type stepCount
          health-journal diff 120 150
          health-journal diff --imports 11096 14212 workouts
        """
    ) { arguments, console in
      let chosen = try chosen(views, arguments)
      let remarks = console
      let moments = (arguments.words[0], arguments.words[1])
      if arguments.has(imports) { try requireReceipts(arguments, console) }
      var table = try Environment.journal(arguments).difference(
        of: chosen, between: moments, arguments.values
      ) { Reading.note($0, remarks) }
      table.presentation = Presentation(nothing: "no difference")
      return try console.show(table, arguments)
    }
  }

  private static func requireReceipts(_ arguments: Arguments, _ console: Console) throws {
    let reading = try Reading(arguments, console)
    for word in arguments.words.prefix(2) {
      if let line = UInt64(word), case .importReceipt? = try reading.journal.entry(line)?.event {
        continue
      }
      throw arguments.misused(
        "'\(word)' is no line of a receipt; `health-journal imports` lists them")
    }
  }

  /// The view that is named; without a name those that are compared by default.
  private static func chosen(_ views: [View], _ arguments: Arguments) throws -> [View] {
    let usual = views.filter(\.isComparedByDefault).map(\.name)
    let names = arguments.words.count == 3 ? [arguments.words[2]] : usual
    return try names.map { try views.view($0, arguments, beside: [imports]) }
  }
}
