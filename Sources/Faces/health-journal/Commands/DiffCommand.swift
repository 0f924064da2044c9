import HealthEvents
import HealthExport
import HealthViews
import Journal
import JournalFile

/// `diff`: which figures changed between two moments, and which events changed them.
struct DiffCommand: CommandOptions {
  var areImports = false
  var showsCells = false

  static let declared: [DeclaredOption<Self>] = [
    .flag(\.areImports, "imports", "A and B are lines of receipts; see `imports`"),
    .flag(\.showsCells, "all", "\(Option.formatsForPeople): show a row for each cell that differs"),
  ]

  /// The word that means both A and B.
  static let lastImport = "last-import"

  /// Returns the options that `export` accepts and this command does not: with them rows, as those
  /// of lengths and sets, have no row key by which they could be compared.
  private static func others(_ views: [View]) -> Set<String> {
    // With `--every` the rows of one view have a row key and those of another have none:
    // `Journal.difference` checks that for the views that are compared.
    let named = views.flatMap { view in
      view.sharedOptions.filter { !view.unnamedOptions.contains($0) }
    }
    let unnamed = Set(views.flatMap(\.unnamedOptions).map(\.name)).subtracting(named.map(\.name))
    return unnamed.union(["as-of"])
  }

  static func page(_ views: [View]) -> CommandPage {
    let others = others(views)
    let usual = views.filter(\.isComparedByDefault).map(\.name)
    return command(
      name: "diff", group: .audit,
      summary: "show figures that changed between two moments, and why",
      words: "A B [VIEW] | last-import [VIEW]", count: nil,
      declared: Self.shared(
        ([.journal, .format] + ExportCommand.ofViews(views) + [.progress])
          .filter { !others.contains($0.name) }) + Self.declared,
      details: """
        Shows which figures changed between two moments, and which events changed them. A and B are
        lines or times, as for --as-of. `last-import` compares the journal before and after the last
        import. With --imports, A and B are lines of receipts, which `imports` lists. The command
        then compares the journal after these two imports, and refuses other lines.

        VIEW is any view of `export`, with its options. Without VIEW the command compares
        \(usual.dropLast().joined(separator: ", ")) and \(usual.last ?? ""). If nothing differs, the
        exit code is 1.

        Formats for people have one row per view, or per type if you name a view. This row shows the
        number of rows that were added, removed and changed. It also shows the first and the last
        day of the changes, and the lines that made them. If at most 16 cells differ, the command
        also shows these cells. If more than 20 types differ, you see the 19 types with the most
        changes and one row for the other types.

        With --all, in formats for programs, and with --columns, --sort or --limit, there is one row
        per cell that differs. `change` is added, removed or changed. `type`, `day`, `start`,
        `value`, `source` and `uuid` identify the row. For `rings`, `value` is the ring; for `clocks`
        it is the reason. `before` and `after` have the two values of `field`.

        `lines` has the seqs of events. These events changed the object of the row, the type of the
        row on its day, or samples in the time of the row. A seq is a number (17), a range (20-25),
        or `import 11096`, the receipt of an import. If there are no such events, `lines` has the
        lines that changed settings. Rows of `energy`, `rings` and `profile` come from several
        types. Their `lines` changed these types on the day, or body measures and characteristics at
        any time. For `sleep` the lines changed sleep of the night, or of the day with --per day.

        The command cannot compare rows that have no identity: `swims` with --lengths and --sets,
        and `sleep`, `swims`, `runs` and `workouts` with --every and --total.

        Examples

          health-journal diff last-import
          health-journal diff 1 now
          health-journal diff 1 now daily --type stepCount --format csv
          health-journal diff --imports 11096 14212 workouts

        Fields

          view, change, type, day, start, value, source, uuid, field, before, after, lines
        """
    ) { options, arguments, console in
      let isOfLast = arguments.words.first == lastImport
      try arguments.require(words: isOfLast ? 1...2 : 2...3, "A and B")
      let chosen = try chosen(views, arguments, arguments.words.dropFirst(isOfLast ? 1 : 2).first)
      if options.areImports { try requireReceipts(arguments, console) }
      let remarks = console
      let moments =
        try isOfLast
        ? aroundLastImport(arguments, console) : (arguments.words[0], arguments.words[1])
      var (cells, summary) = try Environment.journal(arguments).difference(
        of: chosen, between: moments, arguments.values
      ) { OpenedJournal.note($0, remarks) }
      let presentation = Presentation(nothing: "no difference")
      (cells.presentation, summary.presentation) = (presentation, presentation)
      guard try options.isSummed(arguments) else { return try console.show(cells, arguments) }
      let isShort = try cells.rowCount() <= mostCells
      if !isShort { summary.presentation?.footer = "--all shows every cell that differs" }
      let code = try console.show(summary, arguments)
      guard isShort, code == .done else { return code }
      try console.print("")
      return try console.show(cells, arguments)
    }
  }

  /// The greatest number of cells that people are shown unasked, so that all fits a screen.
  private static let mostCells = 16

  /// Returns true if rows are counted: for people, if nothing asks for cells.
  private func isSummed(_ arguments: Arguments) throws -> Bool {
    try Console.format(arguments).isForPeople && !showsCells
      && ![.columns, .sort, .limit, .all].contains { arguments.has($0) }
  }

  /// Returns the line before those that the last import appended, and its receipt.
  private static func aroundLastImport(
    _ arguments: Arguments, _ console: Console
  ) throws -> (String, String) {
    return try OpenedJournal(arguments, console).request.journal.momentsAroundLastImport()
  }

  private static func requireReceipts(_ arguments: Arguments, _ console: Console) throws {
    let opened = try OpenedJournal(arguments, console)
    for word in arguments.words.prefix(2) {
      if let line = UInt64(word), case .importReceipt? = try opened.request.entry(line)?.event {
        continue
      }
      throw arguments.misused(
        "'\(word)' is not the line of a receipt; `health-journal imports` lists them")
    }
  }

  /// Returns the view that is named; without a name those that are compared by default.
  private static func chosen(
    _ views: [View], _ arguments: Arguments, _ name: String?
  ) throws -> [View] {
    let usual = views.filter(\.isComparedByDefault).map(\.name)
    return try (name.map { [$0] } ?? usual)
      .map { try views.view($0, arguments, beside: Self.declared.map(\.option)) }
  }
}
