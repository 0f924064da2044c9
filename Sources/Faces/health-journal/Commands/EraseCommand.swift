import ByteTools
import HealthEvents
import HealthExport
import HealthModel
import HealthViews
import Journal

/// The command `erase`: it removes content from the file.
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
        \.lines, "line", "LINE", "everything in this line; several with commas", isRepeatable: true
      ) { input, option in try input.values.list(option).map { try input.line($0) } },
      .value(\.receipt, "import", "LINE", "everything that the import with this receipt saved") {
        input, option in try input.line(input.values[option] ?? "")
      },
      .value(\.origin, "origin", "NAME", "the names of this source or device; the samples stay") {
        $0.values[$1]
      },
    ]
    + shared(narrowing)
    + [
      .value(\.reason, "reason", "TEXT", "the reason; it stays in the file") { $0.values[$1] },
      .flag(\.forgets, "forget", "leave no tombstones: a later import saves these objects again"),
      .flag(\.isTrial, "dry-run", "only count, and erase nothing"),
      .flag(\.isSure, "yes", "erase without a question; this cannot be undone"),
    ]

  static let page = command(
    name: "erase", group: .append, summary: "remove content from the file, for good",
    words: "UUID … | --line LINE | --import LINE | --origin NAME | --where PREDICATE", count: nil,
    details: """
      Removes content from the file, for good. `delete` removes an object only from the views.
      `erase` removes an object from every line, even if it was deleted or replaced before. The
      chain stays valid.

      Select the content in one of these ways:

        UUID …         these objects
        --type …       all objects that fit every option that you give of --type, --source, --where,
                       --typed and the options of time, even if they were deleted or replaced
        --line LINE    everything in this line. If the line deletes objects, only its reason is
                       erased. If the whole line were erased, the objects would come back.
        --import LINE  everything that the import with this receipt appended, and the receipt
        --origin NAME  the names of the sources with this name or bundle, or of the devices with
                       this name. The new name is `erased` and a number. Samples stay. If you later
                       import a file with these names, the names come back for all samples of the
                       file.

      Some content is erased together. If an object is erased, its older versions are erased too.
      If a correlation is erased, its members are erased too. If all members of a correlation are
      erased, the correlation is erased. If all objects that name an origin are erased, the origin
      is erased. Settings and authorizations of an erased line no longer apply. Erased source
      names disappear from settings and receipts too. You can name an object without a time, such
      as a trait of a person, by --type. The options of time select the summary of a day by its
      date.

      The samples and routes of a workout stay, unless you select them. The name of a program in
      `by` or in an authorization stays, until you erase its line with --line. Texts inside
      objects stay too. For example, the attributes of an unknown element may contain the name of
      a source. Select such objects with --where or by uuid.

      The command reports values that were derived from erased content. It names each kind of
      value, with the first lines that contain it. It does so with --dry-run, before the question,
      and in the answer. The command removes some of these kinds; other kinds stay:

        persons       Removed if you erase a trait: the uuid of the person in receipts that older
                      versions of this program wrote. This uuid is a hash of the traits. A random
                      uuid replaces it.
        receipts      Removed: facts in receipts about a type that has no objects left. These facts
                      are counts, vanished objects and the type in the --type of the import. The
                      first and the last time are removed too, if no object has this time. Zeros
                      replace the hash of the file. If all objects that an import saved are erased,
                      its receipt is erased too.
        figures       Removed, but only if --type is your only condition: totals and statistics of
                      the type in workouts, the beats of a heart rate variability, the average heart
                      rate of an electrocardiogram. If the type is dateOfBirth: the lines with name
                      and date of birth in an electrocardiogram.
        countsLeft    Stays: counts in receipts of a type that has objects left, and the hash of the
                      file. --line removes a receipt.
        figuresLeft   Stays: the same figures, if you named uuids, a time or another condition.
                      Rings always stay, because the object of a day consists of these figures.
                      Select these objects too.
        uuidsLeft     Stays: uuids that were made from erased content, but belong to other objects.
                      Examples are the uuid of a correlation that loses a member, of a route whose
                      workout is erased, or of a newer version that loses a part. If you erase a
                      source name, other uuids of this source stay too: uuids that older versions of
                      this program made, uuids of routes, and uuids of unknown elements. Uuids of
                      erased objects in the metadata of other objects stay too. Somebody can test a
                      guess against such a uuid.
        settingsLeft  Stays: priorities, units and rights of a type that has no objects left. --line
                      removes them.

      If you import the same file again, removed figures do not come back, except with --again.
      The receipt of this import omits a type if the import saves none of its objects. But this
      receipt contains the hash of the file, which depends on the whole content. The journal may
      have other measurements that a device or an app derived from the erased ones, such as a
      resting heart rate, or texts about them. These are separate objects. Select them too.

      If a line also has objects that you did not select, it keeps them. If it has none, the whole
      line is replaced, see Docs/JOURNAL_FORMAT.md#erase-and-erased. The command appends a line of
      the owner. This line names the lines that were erased, whole or in part, and gives the
      --reason. The reason stays, so do not write content in it that you want to erase. `audit`
      reports how many lines were erased. The command also removes snapshots and the whole folder
      `quarantine`, because they may contain erased content. If one of these folders is a link, or
      contains a folder, the command erases nothing until you remove the link or the folder. A
      workout in progress must end first.

      --dry-run only counts. Without --yes, at a terminal, the command shows what it will erase,
      and asks. It erases only if you answer `yes`. After another answer, or without a terminal,
      the command erases nothing and the exit code is 2. Other programs cannot write to the
      journal during the question. If the command finds nothing, the exit code is 1. The new file
      replaces the old file in one step. After a loss of power you have the old file or the new
      file. The next command that writes removes leftover files.

      `watch`, `changes` and `push` continue after an erasure, because chain values stay.
      `history`, `log`, `diff` and --as-of show only the remaining content, also for moments
      before the erasure.

      A later import leaves out erased objects and counts them; `import --again` saves them. The
      import recognizes them by tombstones in the line that `erase` appended. A tombstone is 64
      bits of a salted hash of the object's uuid. The uuid of an imported object is made from its
      content. Nobody can read the content from a tombstone. But somebody who has the file and
      guesses the content (type, source, times and value) can test the guess. Without tombstones
      the next monthly export would bring everything back, and nobody would notice. With --forget
      this erasure leaves no tombstones. A later import of the file then saves these objects
      again, unless the options of the import leave them out. Older tombstones stay. `save` and
      `append` ignore tombstones.

      The command cannot reach copies in other places: backups, exports, pushed data, and old
      blocks of a disk. A file system that copies on write, or a flash drive, keeps old blocks for
      a while. A backup from before the erasure would bring the content back. Make new backups,
      and remove the old ones.

      Article 17 GDPR: this command helps you to comply, but does not prove that you do. The
      number, the time and a digest of an erased line stay. A tombstone of each object stays too,
      unless you use --forget. A tombstone is pseudonymous at best. The digest was computed over
      the content and 96 random bits. These bits were erased, so nobody can test guesses against
      the digest. The digest is still derived from the content (EDPB Guidelines 02/2025: hashing
      and encryption are measures, and do not replace erasure by themselves). `by`, `reason`, the
      order of lines and gaps in time stay too. To remove these as well, make a new journal with
      `export apple-health` and `import`, and remove the old journal.

      Examples

        health-journal erase 3F2504E0-4F89-41D3-9A0C-0305E82C3301 --dry-run
        health-journal erase --type heartRate --to 2024-01-01 --reason 'no longer needed' --yes
        health-journal erase --origin 'Jo’s Watch' --reason 'sold' --yes

      Fields

        one object: seq (of the line that `erase` appended; not with --dry-run), objects, live
          (objects in views), lines (erased whole), parts (lines erased in part), files (removed
          snapshots and quarantine), derived (statement, stays, count, types, in, lines)
      """
  ) { options, arguments, console in
    let isForPeople = try Writing.answerFormat(arguments).isForPeople
    guard options.isTrial || options.reason != nil else {
      throw arguments.misused("--reason missing: state the reason; it stays in the file")
    }
    return try Writing.run(arguments, &console) { writing, console in
      let selection = try options.selection(arguments, &writing)
      let counted = try writing.session.countErasure(selection)
      guard !counted.isEmpty else {
        for sentence in Wording.derived(in: counted) { console.remark(sentence) }
        let doubt = Inputs.doubt(arguments.values, in: writing.session.catalogue)
        console.remark("nothing found" + doubt)
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
          "the name of a program stays in `by` and in authorizations; --line erases it. An import "
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
        "name uuids, or --line, --import, --origin, or conditions such as --type")
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
    let isDone = erased.lines.map { "; line \($0.lowerBound) records it" }
    try console.say(
      isDone.map { words(erased.counts, "took") + $0 } ?? "would " + words(erased.counts, "take"))
    for sentence in Wording.derived(in: erased.counts) { try console.say(sentence) }
    if isDone == nil { return }
    console.remark(
      "not erased: copies in backups, exports, pushed data and old blocks of the disk; remove "
        + "them yourself")
  }

  /// Returns JSON: `{"seq":13,"objects":3,"live":2,"lines":2,"parts":1,"files":1,"derived":[]}`.
  private static func json(_ erased: JournalSession.Erased) -> String {
    JSONWriter.objectText { writer in
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
