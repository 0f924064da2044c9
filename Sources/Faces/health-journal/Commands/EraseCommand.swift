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
      Removes content from the file, for good. `delete` removes an object from the views alone.
      `erase` removes it from every line, also if it was deleted or replaced before. The chain
      stays whole.

      Name what is to go in one of these ways:

        UUID …         these objects
        --type …       all objects that fit --type, --source, --where, --typed and the options of time
                       together, live or not
        --line SEQ     everything in this line. If the line deletes objects, only its reason goes;
                       otherwise the objects would come back.
        --import SEQ   everything that the import with this receipt appended, and the receipt
        --origin NAME  the names of the sources with this name or bundle, or of the devices with this
                       name. They are then called `erased` and a number. Samples stay. If a file with
                       these names is imported later, the names come back for all of its samples.

      Some things go together. Older versions go with an object. The members go with a
      correlation, and a correlation with its last member. An origin goes with the last object
      that names it. Settings and authorizations of an erased line are no longer in force. Source
      names go from settings and receipts too. An object without a time, such as a trait of a
      person, can be named by --type. The summary of a day belongs to its day.

      The samples and routes of a workout stay, unless you name them. `by`, the name of a program
      in an authorization, stays until --line names its line. Texts inside objects stay too: the
      attributes of an unknown element may repeat the name. Name such objects with --where or by
      uuid.

      Values that were derived from erased content are reported by kind, each with its first line:
      by --dry-run, before the question, and in the answer. Some are removed, some stay:

        persons       Removed: the uuid of a person in receipts of older programs, if a trait goes. It
                      is a hash of the traits. A random uuid replaces it.
        receipts      Removed: facts in receipts about a type that has no objects left. These are
                      counts, what vanished, a selection of the type, the first and last time (if no
                      object has it), and the hash of the file, which becomes zeros. A receipt goes with
                      the last object that its import saved.
        figures       Removed, with --type alone: totals and statistics of the type in workouts, beats
                      of a variability, the average heart rate of an electrocardiogram. With
                      dateOfBirth: the lines of an electrocardiogram with name and date of birth.
        countsLeft    Stays: receipts that count objects of a type that has objects left, and the hash
                      of the file. --line removes a receipt.
        figuresLeft   Stays: the same figures, if you named uuids, a time or another condition. Rings
                      always stay, as the object of a day is its figures. Name these objects too.
        uuidsLeft     Stays: uuids of other objects that were made from erased content. Examples are a
                      correlation that loses a member, a route that loses its workout, and a newer
                      version that loses something. If a source name goes, also the uuids from older
                      programs, of routes and of unknown elements. And uuids of erased objects in the
                      metadata of others. A guess can be tested against such a uuid.
        settingsLeft  Stays: priorities, units and rights for a type that has no objects left. --line
                      removes them.

      Removed figures do not come back when the same file is imported again, except with --again.
      The new receipt omits a type whose objects all stay out. But it contains the hash of its
      file, which depends on the whole content. Somebody may have derived other measurements, such
      as a resting heart rate, or may have written texts about them. These are objects; name them.

      A line with other objects keeps them. A line without is replaced, see
      Docs/JOURNAL_FORMAT.md#erase-and-erased. The owner writes one last line. It names both and
      gives the --reason. The reason stays, so write nothing in it that has to go. `audit` reports
      how many lines were erased. Snapshots and the whole folder `quarantine` are removed too,
      because nobody knows what is in them. If a link is in their place, or a folder is inside,
      nothing is erased until you remove it. A workout in progress must end first.

      --dry-run only counts. Without --yes the command shows at a terminal what goes, and asks.
      Only `yes` goes on. After another answer, or without a terminal, nothing is erased and the
      exit code is 2. Other programs cannot write to the journal during the question. If nothing
      is found, the exit code is 1. The new file replaces the old one in one step. After a loss of
      power you have the old one or the new one, and the next command that writes removes the
      rest.

      `watch`, `changes` and `push` go on, because chain values stay. `history`, `log`, `diff` and
      --as-of show what is left, also of moments before the erasure.

      Imports leave out erased objects and count them; --again saves them. An import knows them by
      tombstones in the last line. A tombstone is 64 bits of a salted hash of the object's uuid.
      The uuid of an imported object is made from its content. So nobody can read the content from
      a tombstone. But somebody who has the file and guesses the content (type, source, times and
      value) can test the guess. Without tombstones the next monthly export would bring everything
      back, and nobody would notice. --forget leaves no tombstone for this erasure. A later import
      of the file then saves everything again, unless its --type, --source or options of time
      leave it out. Older tombstones stay. `save` and `append` do not look at tombstones.

      Copies elsewhere cannot be reached: backups, exports, pushed data, and old blocks of a disk.
      A file system that copies on write, or a flash drive, keeps old blocks for a while. A backup
      from before the erasure would bring the content back. Make new backups, and remove the old
      ones.

      Article 17 GDPR: this command is a means, not a certificate. Of an erased line its number,
      its time and a digest of its content stay. Of each object a tombstone stays, unless you use
      --forget. A tombstone is pseudonymous at best. The digest contains 96 random bits that are
      gone, so nobody can test guesses against it. It is still derived from the content (EDPB
      Guidelines 02/2025: hashing and encryption are measures, and do not replace erasure by
      themselves). `by`, `reason`, the order of lines and gaps in time stay too. If these must go
      as well, make a new journal with `export apple-health` and `import`, and remove this one.

      Examples

        health-journal erase 3F2504E0-4F89-41D3-9A0C-0305E82C3301 --dry-run
        health-journal erase --type heartRate --to 2024-01-01 --reason 'no longer needed' --yes
        health-journal erase --origin 'Jo’s Watch' --reason 'sold' --yes

      Fields

        one object: seq (of the new last line; not with --dry-run), objects, live (in views), lines
          (whole), parts (lines in part), files, derived (statement, first line)
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
