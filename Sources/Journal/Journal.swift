package import HealthModel
package import HealthProjections
package import HealthTables
package import JournalFile
package import ViewTables

/// A journal, named by its folder. The public types of the library and the command reach a journal
/// through this type.
///
///     let journal = Journal(at: "my.journal")
///     try journal.create(timeZone: "Europe/Paris")
///     var session = try journal.write()
///     var request = try journal.read(OptionValues())
///     let table = try View.daily.table(&request)
package struct Journal: Sendable {
  /// Its folder.
  package let folder: String
  /// The system that its files are on.
  package let system: any FileSystem
  /// Whether the clock is right although it is more than a year ahead of the last line.
  package var clockIsRight = false

  /// The journal in a folder, whether there is one or not.
  package init(at folder: String, on system: any FileSystem = PosixSystem()) {
    self.folder = folder
    self.system = system
  }

  /// Where its files are.
  package var paths: JournalPaths { system.paths(of: folder) }

  /// Whether it is lines alone, of a pipe or a plain file, which can only be read.
  package var areLinesAlone: Bool { paths.areLinesAlone }

  /// Throws where the journal is lines alone, which have no folder.
  ///
  /// - Parameter purpose: what the folder is needed for, as `to write`.
  /// - Throws: `OptionProblem`.
  package func requireFolder(_ purpose: String) throws {
    guard areLinesAlone else { return }
    throw OptionProblem(
      "\(paths.folder) can only be read; name the folder of a journal \(purpose)")
  }

  /// Makes it.
  ///
  /// - Parameter timeZone: the IANA name of the zone whose days count.
  /// - Throws: `ZoneCatalogue.Unknown`; `JournalError`, `.exists` where there is one; as
  ///   `requireFolder`.
  package func create(timeZone: String) throws {
    try requireFolder("to make")
    var zones = ZoneCatalogue()
    _ = try zones.setting(named: timeZone)
    try JournalSession.create(folder, timeZone: timeZone, on: system)
  }

  /// Opens it to write; every line is verified on the way, except those in a snapshot.
  ///
  /// - Parameter leavesSnapshot: whether a snapshot that is due is left to what is done with the
  ///   session, as an import, which writes it beside its own work.
  /// - Throws: `JournalError`; as `requireFolder`.
  package func write(leavingSnapshot leavesSnapshot: Bool = false) throws -> JournalSession {
    try requireFolder("to write to")
    var session = try JournalSession.open(folder, on: system, leavingSnapshot: leavesSnapshot)
    if clockIsRight { session.judgesLeap = { _ in true } }
    return session
  }

  /// A random uuid.
  package func drawUUID() -> ObjectUUID { system.drawUUID() }

  /// At the moment that was asked for, the journal had not begun.
  package typealias NotBegun = ReplayedJournal.NotYet

  /// How a journal is read.
  package struct ReadOptions: Sendable {
    /// The line or the time up to which it is read, as it was typed; nil: as `--as-of` says, else
    /// whole.
    package var asOf: String?
    /// What that moment is called where it is none, as the word `A`; nil: `--as-of`.
    package var asOfName: String?
    /// The moment that `now` means; nil: that of the system's clock.
    package var now: Instant?
    /// Whether every chain value is computed and compared.
    package var verifiesChain = false
    /// Whether all lines are read and snapshots left alone.
    package var isFromFirstLine = false
    /// How many threads read; nil: one for each processor.
    package var threads: Int?

    /// The whole journal, read in the fastest way.
    package init() {}
  }

  /// Reads it, beside a writer or not, as of the moment that `--as-of` names and as the source sees
  /// it that `--as` names.
  ///
  /// - Parameter note: is given what was read before anything is asked of it.
  /// - Throws: `OptionProblem`; `JournalError`; `NotBegun` where there was no journal at that
  ///   moment.
  package func read(
    _ values: OptionValues, _ options: ReadOptions = ReadOptions(),
    noting note: (ViewRequest) -> Void = { _ in }
  ) throws -> ViewRequest {
    let now = options.now ?? Instant(microseconds: system.now())
    let moment = options.asOf ?? values[.asOf]
    let journal = try ReplayedJournal(
      folder, on: system,
      asOf: try AsOf(moment, called: options.asOfName ?? "--as-of", values, now: now),
      verifyingChain: options.verifiesChain || values.has(.verify),
      fromFirstLine: options.isFromFirstLine, threads: options.threads
    ).seen(by: values[.reader] ?? EventActor.owner, try values.rights())
    let request = ViewRequest(journal, values, now: now)
    note(request)
    if let moment, let wanted = UInt64(moment), wanted > journal.head.sequence {
      throw OptionProblem(
        "the journal has no line \(wanted) yet; its last is \(journal.head.sequence)")
    }
    return request
  }

  /// Audits it.
  ///
  /// - Parameters:
  ///   - onlyChain: whether only the chain is verified, and the rules are not checked.
  ///   - checkpoints: what its lines are compared with.
  /// - Throws: `JournalError`, `.missing` where it has no lines.
  package func audit(
    onlyChain: Bool = false, against checkpoints: [Checkpoint] = [], threads: Int
  ) throws -> AuditReport {
    let report = AuditReport(
      onlyChain
        ? try JournalAudit(chainOf: folder, against: checkpoints, on: system, threads: threads)
        : try JournalAudit(folder, against: checkpoints, on: system, threads: threads))
    // Where there is no line, there is nothing that could be good.
    guard report.lines > 0 || !report.isGood else { throw JournalError(missing: paths) }
    return report
  }

  /// What changed in views between two moments, and which lines did it.
  ///
  /// - Parameters:
  ///   - views: those that are compared; their options are among `values`.
  ///   - moments: lines or times, the earlier one first.
  ///   - names: what problems call them.
  /// - Returns: a row for each cell that differs, at most as many as `--limit` says; and how many
  ///   rows differ of each view or, where there is one view, of each type.
  /// - Throws: as `read`; `OptionProblem` where the later moment comes first.
  package func difference(
    of views: [View], between moments: (String, String),
    called names: (String, String) = ("A", "B"), _ values: OptionValues,
    noting note: (ViewRequest) -> Void = { _ in }
  ) throws -> (cells: Table, summary: Table) {
    for view in views {
      if let option = view.unnamedOptions.first(where: { values.has($0) }) {
        throw OptionProblem("rows of \(view.name) with --\(option.name) cannot be told apart")
      }
    }
    // It is the differences that are limited: of the first rows of a view all may be equal.
    let whole = values.without(.limit)
    var options = ReadOptions()
    (options.asOf, options.asOfName) = (moments.0, names.0)
    var before = try read(whole, options, noting: note)
    (options.asOf, options.asOfName) = (moments.1, names.1)
    options.now = before.now
    var after = try read(whole, options, noting: note)
    let first = before.journal.head.sequence
    guard first <= after.journal.head.sequence else {
      throw OptionProblem("\(names.0) comes after \(names.1); name the earlier moment first")
    }
    var difference = try DifferenceView(
      after.journal, after: first, in: try after.context(),
      sleepBy: try SleepOptions.period(comparing: views, values), byType: views.count == 1)
    for view in views {
      try difference.add(
        view.name, view.reads, from: try view.table(&before), to: try view.table(&after))
    }
    let limit = values.has(.sort) ? nil : try values.whole(.limit, least: 1)
    return (difference.table.limited(to: limit), difference.summary)
  }
}

extension OptionValues {
  /// The rights by which `--as` reads what was known at another moment.
  fileprivate func rights() throws(OptionProblem) -> RightsMoment {
    guard let rights: RightsMoment = try choice(.rights) else { return .now }
    guard has(.reader) else {
      throw OptionProblem("--rights goes with --as, which names the source whose rights they are")
    }
    return rights
  }
}

extension AsOf {
  /// The moment that a text names: the number of a line, or a time.
  fileprivate init(
    _ text: String?, called name: String, _ values: OptionValues, now: Instant
  ) throws(OptionProblem) {
    // What was recorded last is known now, also where the clock says that it is yet to come.
    guard let text, text.lowercased() != "now" else {
      self = .now
      return
    }
    if let sequence = UInt64(text) {
      guard sequence > 0 else { throw OptionProblem("\(name) takes a line from 1 on, not 0") }
      self = .sequence(sequence)
      return
    }
    self = .time(daysApart: TimeInput.daysApart(text)) { calendar in
      var zones = ZoneCatalogue()
      let input = try TimeInput(values, calendar, &zones, now: now)
      guard let time = input.timestamp(text) else { throw Inputs.badTime(name, text) }
      return time.instant
    }
  }
}

extension FileSystem {
  /// A random uuid.
  func drawUUID() -> ObjectUUID { ObjectUUID(random: (random(), random())) }
}
