import ByteTools
import HealthEvents
import HealthExport
import HealthModel
import HealthViews
import Journal

/// `erase`: content leaves the file.
struct EraseCommand: CommandOptions {
  var lines: [UInt64] = []
  var receipt: UInt64?
  var origin: String?
  var reason: String?
  var forgets = false
  var isTrial = false
  var isSure = false

  static let narrowing = [Option.predicate, .typed, .type] + Option.window + [.source]
  static let declared: [DeclaredOption<Self>] =
    shared(.folder, .wait, .answer)
    + [
      .value(
        \.lines, "line", "SEQ", "all that this line says; several with commas", isRepeatable: true
      ) { input, option in try input.values.list(option).map { try input.line($0) } },
      .value(\.receipt, "import", "SEQ", "all that the import with this receipt saved") {
        input, option in try input.line(input.values[option] ?? "")
      },
      .value(\.origin, "origin", "NAME", "the names of this source or device; its samples stay") {
        $0.values[$1]
      },
    ]
    + shared(narrowing)
    + [
      .value(\.reason, "reason", "TEXT", "why; it stays in the file") { $0.values[$1] },
      .flag(\.forgets, "forget", "leave nothing by which an import would know it again"),
      .flag(\.isTrial, "dry-run", "only count"),
      .flag(\.isSure, "yes", "do it: nothing brings it back"),
    ]

  static let page = command(
    name: "erase", group: .append, summary: "take content out of the file, for good",
    words: "UUID … | --line SEQ | --import SEQ | --origin NAME | --where PREDICATE", count: nil,
    details: """
      What is named leaves every line of the file, not the views alone: also what had been deleted or
      replaced before. Older versions of an object go with it, the members with their correlation, and
      an origin with the last object that names it. A last line says which lines that were, and why;
      the chain stays whole, and `audit` knows them. Snapshots and what is in quarantine go too.

      What was derived from it is told, with the lines: receipts of imports forget a type that is gone;
      with --type alone its totals, statistics and beats leave workouts and other objects, and name
      and date of birth electrocardiograms with dateOfBirth. What cannot be taken out stays, and
      --dry-run and the answer count and name it: rings, sums of which a part goes, uuids that were
      made from what goes, settings. A later import of such a file writes its hash again.

      What is named is some uuids; or --line; or --import; or --origin; or, with --type, --where, --source
      and the options of time, all objects for which all of these hold. Of a line that deletes, --line
      takes the reason alone: without it, what was deleted would come back.

      Erased for good: at a terminal it asks first, elsewhere nothing goes without --yes. Copies
      elsewhere are out of reach: backups, exports, what was pushed, and old blocks of the disk.
      Imports leave out what was erased, by a salted hash that is left of each object, against which
      a guess at its content can be tried; --forget leaves none.

        health-journal erase 3F2504E0-4F89-41D3-9A0C-0305E82C3301 --reason 'asked for' --yes
        health-journal erase --type heartRate --to 2024-01-01 --dry-run
        health-journal erase --origin 'Jo’s Watch' --reason 'sold' --yes
      """
  ) { options, arguments, console in
    let isForPeople = try Writing.answerFormat(arguments).isForPeople
    guard options.isTrial || options.reason != nil else {
      throw arguments.misused("--reason missing: say why, the file keeps it")
    }
    return try Writing.run(arguments, &console) { writing, console in
      let selection = try options.selection(arguments, &writing)
      let counted = try writing.session.countErasure(selection)
      guard !counted.isEmpty else {
        for sentence in Wording.derived(in: counted) { console.remark(sentence) }
        console.remark("nothing found" + Inputs.doubt(arguments.values))
        return .no
      }
      if options.isTrial {
        try answer(.init(counts: counted), isForPeople, &console)
        return .done
      }
      // No other writer can change the journal meanwhile: what is counted is what is erased.
      guard
        try options.isSure
          || Confirmation.isGiven(
            "this would \(words(counted, "take")). Nothing brings it back. Erase it?",
            after: Wording.derived(in: counted), else: "nothing was erased")
      else {
        throw Failure.usage(
          "nothing was erased; it \(words(counted, "would take")). Nothing brings it back: say --yes"
        )
      }
      let erased = try writing.session.erase(
        selection, reason: options.reason ?? "", forgets: options.forgets)
      let done = erased.lines.map { Writing.done(in: $0.lowerBound) } ?? "nothing was erased"
      try Writing.answer(to: done) {
        try answer(erased, isForPeople, &console)
      }
      if isForPeople, case .names = selection {
        console.remark(
          "what a program is called by stays in `by` and in authorizations: --line takes those; an import "
            + "of a file that has the names writes them again")
      }
      return .done
    }
  }

  // MARK: Selection

  private func selection(
    _ arguments: Arguments, _ writing: inout Writing
  ) throws -> ErasureSelection {
    let ways = [
      !arguments.words.isEmpty, !lines.isEmpty, receipt != nil,
      origin != nil, Self.narrowing.contains(where: arguments.values.has),
    ]
    guard ways.count(where: { $0 }) == 1 else {
      throw arguments.misused(
        "name uuids, or --line, --import, --origin, or what holds for objects")
    }
    if !arguments.words.isEmpty {
      return .objects(try arguments.words.map { try writing.object($0) })
    }
    if !lines.isEmpty { return .lines(lines) }
    if let line = receipt { return .importReceipt(line) }
    if let name = origin { return .names(name) }
    return .query(try writing.query())
  }

  // MARK: Answer

  /// Describes the counts: `take 3 objects, 2 of them in views (2 stepCount), out of 3 lines: 2
  /// whole, 1 in part`.
  private static func words(_ counts: ErasureCounts, _ verb: String) -> String {
    let shown = counts.live.values.reduce(0, +)
    var words = "\(verb) \(counted(counts.objects, "object"))"
    if shown > 0 { words += ", \(shown) of them in views (\(Wording.types(counts.live)))," }
    words += " out of \(counted(counts.lines + counts.parts, "line"))"
    words += ": \(counts.lines) whole, \(counts.parts) in part"
    return counts.files == 0
      ? words : words + "; and \(counted(counts.files, "file")) of snapshots and quarantine"
  }

  private static func answer(
    _ erased: JournalSession.Erased, _ isForPeople: Bool, _ console: inout Console
  ) throws {
    guard isForPeople else {
      return try console.print(json(erased))
    }
    let isDone = erased.lines.map { "; line \($0.lowerBound) says so" }
    try console.say(
      isDone.map { words(erased.counts, "took") + $0 } ?? "would " + words(erased.counts, "take"))
    for sentence in Wording.derived(in: erased.counts) { try console.say(sentence) }
    if isDone == nil { return }
    console.remark(
      "backups, exports, what was pushed and old blocks of the disk are out of reach: see to them")
  }

  /// Returns JSON: `{"seq":13,"objects":3,"live":2,"lines":2,"parts":1,"files":1,"derived":[]}`.
  private static func json(_ erased: JournalSession.Erased) -> String {
    var writer = JSONWriter()
    writer.object { writer in
      if let lines = erased.lines { writer.member("seq", lines.lowerBound) }
      writer.member("objects", UInt64(erased.counts.objects))
      writer.member("live", UInt64(erased.counts.live.values.reduce(0, +)))
      writer.member("lines", UInt64(erased.counts.lines))
      writer.member("parts", UInt64(erased.counts.parts))
      writer.member("files", UInt64(erased.counts.files))
      let statements = DerivedStatement.allCases.filter { erased.counts.derived[$0] != nil }
      writer.array("derived", statements) { writer, statement in
        derived(statement, erased.counts.derived[statement] ?? .init(), &writer)
      }
    }
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  /// Returns JSON:
  /// `{"statement":"figures","stays":false,"count":2,"types":["…"],"in":["…"],"lines":[7,9]}`.
  private static func derived(
    _ statement: DerivedStatement, _ tally: DerivedStatement.Tally, _ writer: inout JSONWriter
  ) {
    writer.object { writer in
      writer.member("statement", statement.rawValue)
      writer.member("stays", statement.stays)
      writer.member("count", UInt64(tally.count))
      writer.strings("types", tally.types.sorted())
      writer.strings("in", tally.holders.keys.sorted())
      writer.array("lines", tally.lines) { $0.value(Double($1)) }
    }
  }
}
