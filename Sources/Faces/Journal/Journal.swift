import ByteTools
package import HealthEvents
package import HealthModel
import HealthTables
package import HealthViews
package import JournalFile

/// A journal, named by its folder. The public types of the library and the command reach a journal
/// through this type (D91).
///
///     let journal = Journal(at: "my.journal")
///     try journal.create(timeZone: "Europe/Paris")
///     var session = try journal.write()
///     var request = try journal.read(OptionValues())
///     let table = try View.daily.table(&request)
package struct Journal: Sendable {
  package let folder: String
  package let system: any FileSystem
  /// True if the clock is right although it is more than a year ahead of the last line.
  package var clockIsRight = false

  /// Creates the journal of a folder, which may be empty or missing.
  package init(at folder: String, on system: any FileSystem = PosixSystem()) {
    self.folder = folder
    self.system = system
  }

  /// The paths of its files.
  package var paths: JournalPaths { system.paths(of: folder) }

  /// True if the journal consists of lines from a pipe or a plain file, which can only be read.
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

  /// Creates the journal.
  ///
  /// - Parameter timeZone: the IANA name of the zone whose days count.
  /// - Throws: `ZoneCatalogue.Unknown`; `JournalError`, `.exists` where there is one; as
  ///   `requireFolder`.
  package func create(timeZone: String, format: Int = JournalLimits.format) throws {
    try requireFolder("to make")
    var zones = ZoneCatalogue()
    _ = try zones.setting(named: timeZone)
    try JournalSession.create(folder, timeZone: timeZone, format: format, on: system)
  }

  /// Opens the journal to write. This verifies every line, except the lines in a snapshot.
  ///
  /// - Parameter leavesSnapshot: true if the user of the session writes a snapshot that is due,
  ///   as an import does during its own work.
  /// - Throws: `JournalError`; the errors of `requireFolder`.
  package func write(leavingSnapshot leavesSnapshot: Bool = false) throws -> JournalSession {
    try requireFolder("to write to")
    var session = try JournalSession.open(folder, on: system, leavingSnapshot: leavesSnapshot)
    if clockIsRight { session.judgesLeap = { _ in true } }
    return session
  }

  /// Returns true if a path leads to the folder of a journal.
  package static func isFolder(of path: String) -> Bool {
    let system = PosixSystem()
    guard (try? system.kindFollowingLinks(of: path)) == .directory else { return false }
    return (try? system.holdsJournal(JournalPaths(folder: path))) ?? true
  }

  /// Returns a random uuid.
  package func drawUUID() -> ObjectUUID { system.drawUUID() }

  package struct ReadOptions: Sendable {
    /// The line or the time up to which the journal is read, as the user entered it. If nil, the
    /// option `--as-of` decides; without this option the whole journal is read.
    package var asOf: String?
    /// The name of `asOf` in an error message if it is not a moment, as the word `A`; nil for
    /// `--as-of`.
    package var asOfName: String?
    /// The moment that `now` means; nil: that of the system's clock.
    package var now: Instant?
    /// The moment of asking, at which rights may have ended; nil: that of the option `--at`, else
    /// now.
    package var asked: Instant?
    /// True if every chain value is computed and compared.
    package var verifiesChain = false
    /// True if all lines are read and snapshots are ignored.
    package var isFromFirstLine = false
    /// True if the caller writes the snapshot that is due, after it has answered.
    package var leavesSnapshot = false
    /// The number of threads that read; nil for one per processor.
    package var threads: Int?

    /// Creates options that read the whole journal in the fastest way.
    package init() {}
  }

  /// Reads the journal, with or without a writer at work, as of the moment of `--as-of` and as the
  /// source of `--as` sees it.
  ///
  /// - Parameter note: receives the request before anything is asked of it.
  /// - Throws: `OptionProblem`; `JournalError`, `.notBegun` if there was no journal at that
  ///   moment.
  package func read(
    _ values: OptionValues, _ options: ReadOptions = ReadOptions(),
    noting note: (ViewRequest) -> Void = { _ in }
  ) throws -> ViewRequest {
    let now = options.now ?? Instant(microseconds: system.now())
    let moment = options.asOf ?? values[.asOf]
    let whole = try ReplayedJournal(
      folder, on: system,
      asOf: try AsOf(moment, called: options.asOfName ?? "--as-of", values, now: now),
      verifyingChain: options.verifiesChain || values.has(.verify),
      fromFirstLine: options.isFromFirstLine, leavingSnapshot: options.leavesSnapshot,
      threads: options.threads)
    var request = ViewRequest(whole, values, now: now)
    let asked = try options.asked ?? request.time(.asked) ?? now
    let journal = try whole.seen(
      by: values[.reader] ?? EventActor.owner, try values.rights(), at: asked)
    request = ViewRequest(journal, values, now: now, asked: asked)
    note(request)
    if let moment, let wanted = UInt64(moment), wanted > journal.head.sequence {
      throw OptionProblem(
        "the journal has no line \(wanted) yet; its last is \(journal.head.sequence)")
    }
    return request
  }

  /// Audits the journal.
  ///
  /// - Parameters:
  ///   - onlyChain: true if only the chain is verified, and the rules are not checked.
  ///   - checkpoints: the checkpoints that its lines are compared with.
  /// - Throws: `JournalError`, `.missing` if it has no lines.
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

  /// Returns the changes in views between two moments, with the lines that made them.
  ///
  /// - Parameters:
  ///   - views: those that are compared; their options are among `values`.
  ///   - moments: lines or times, the earlier one first.
  ///   - names: the names of the moments in error messages.
  ///   - asked: the moment of asking; see `ReadOptions`.
  /// - Returns: a row for each cell that differs, at most `--limit` rows; and the number of rows
  ///   that differ, by view or, if there is one view, by type.
  /// - Throws: the errors of `read`; `OptionProblem` if the later moment is first.
  package func difference(
    of views: [View], between moments: (String, String),
    called names: (String, String) = ("A", "B"), _ values: OptionValues,
    askedAt asked: Instant? = nil, noting note: (ViewRequest) -> Void = { _ in }
  ) throws -> (cells: Table, summary: Table) {
    for view in views {
      if let option = view.unnamedOptions.first(where: { values.has($0) }) {
        throw OptionProblem("rows of \(view.name) with --\(option.name) cannot be told apart")
      }
    }
    // It is the differences that are limited: of the first rows of a view all may be equal.
    let whole = values.without(.limit)
    var options = ReadOptions()
    options.asked = asked
    (options.asOf, options.asOfName) = (moments.0, names.0)
    var before = try read(whole, options, noting: note)
    (options.asOf, options.asOfName) = (moments.1, names.1)
    (options.now, options.asked) = (before.now, before.asked)
    var after = try read(whole, options, noting: note)
    guard before.journal.head.sequence <= after.journal.head.sequence else {
      throw OptionProblem("\(names.0) comes after \(names.1); name the earlier moment first")
    }
    return try Self.difference(of: views, from: &before, to: &after, values)
  }

  /// Returns the changes in views from one request to another.
  static func difference(
    of views: [View], from before: inout ViewRequest, to after: inout ViewRequest,
    _ values: OptionValues
  ) throws -> (cells: Table, summary: Table) {
    let first = before.journal.head.sequence
    var difference = try DifferenceView(
      after.journal, after: first, in: try after.context(),
      sleepBy: try SleepOptions.period(comparing: views, values), byType: views.count == 1)
    for view in views {
      try difference.add(view, from: &before, to: &after)
    }
    let limit = values.has(.sort) ? nil : try values.whole(.limit, least: 1)
    return (difference.table.limited(to: limit), difference.summary)
  }
}

extension OptionValues {
  /// Returns the rights that `--as` uses for a moment of the past.
  fileprivate func rights() throws(OptionProblem) -> RightsMoment {
    guard let rights: RightsMoment = try choice(.rights) else { return .now }
    guard has(.reader) else {
      throw OptionProblem("--rights needs --as, which names the source whose rights they are")
    }
    return rights
  }
}

extension AsOf {
  /// Reads the moment that a text names: the number of a line, or a time.
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
  func drawUUID() -> ObjectUUID { ObjectUUID(random: (random(), random())) }
}

/// The facts about a journal that was read, other than its views.
extension ViewRequest {
  package var folder: String { journal.paths.folder }
  /// The position after the last line that was read.
  package var head: Head { journal.head }
  /// The number of bytes after that position: a writer is writing them, or never acknowledged them.
  package var unread: UInt64 { journal.unread }
  /// The time at which the last line was recorded; nil if there is none.
  package var recordedUpTo: Instant? { tables.lastAt }
  /// The time by which the last line is ahead of now; nil if it is not ahead, or no more than two
  /// clocks may differ.
  package var leap: ClockLeap? { ClockLeap(of: recordedUpTo, after: now) }

  /// Returns a remark if the options name days that depend on now, and the last line is later and
  /// would give other days; otherwise nil.
  package func clockRemark() -> String? {
    guard let leap else { return nil }
    var (own, later) = (self, ViewRequest(journal, values, now: leap.now, asked: asked))
    guard let window = try? own.window(), let other = try? later.window(), window != other
    else { return nil }
    return "the last line is dated \(Wording.day(leap.now)), after this machine's "
      + "\(Wording.day(now)), from which days are counted; see `health-journal doctor`"
  }

  /// The journal's own uuid; nil if the first line does not have it.
  package var identity: ObjectUUID? { tables.opening?.journal }

  /// Returns the entry with this number, as the reader sees it.
  package func entry(_ sequence: UInt64) throws -> Entry? { try journal.entry(sequence) }

  /// Returns the line with this number, without its line feed, as the owner reads it; nil if there
  /// is none.
  package func line(_ sequence: UInt64) throws -> String? { try journal.line(sequence) }

  /// Returns true if the journal holds an object with this uuid that is no sample, such as a
  /// workout, deleted or not.
  ///
  /// - Throws: the errors of reading the objects.
  package func holds(_ uuid: ObjectUUID) throws -> Bool {
    try tables.readObjects()
    return tables.objects.contains { $0.uuid == uuid }
  }

  /// The number of snapshots, their bytes, and the last line of the newest; nil if there is none.
  package var snapshots: (count: Int, bytes: UInt64, newest: UInt64)? {
    let kept = journal.snapshots()
    return kept.last.map { (kept.count, kept.reduce(0) { $0 + $1.bytes }, $0.sequence) }
  }

  /// Returns true if the owner has decided whether the reader may read a type.
  package func isDetermined(_ type: String) -> Bool { tables.isDetermined(type) }

  /// Returns the owner's decisions on the requests of a source.
  ///
  /// - Throws: `Rejection` if a rule refuses the request; the errors of reading the decisions.
  package func answer(to request: AuthorizationRequest) throws -> AuthorizationRequest.Answer {
    try tables.readDecisions()
    return try request.answer(given: tables, at: asked)
  }

  // MARK: Anchors

  /// Returns the anchor after a line; nil if it cannot be read.
  package func anchor(after sequence: UInt64) throws -> ChangeAnchor? {
    try journal.anchor(after: sequence)
  }

  /// Refuses an anchor that does not belong to the present state of this journal.
  ///
  /// - Parameter remedy: how to start anew.
  /// - Throws: `OptionProblem`; what reading the line throws.
  package func require(_ anchor: ChangeAnchor, toStartAnew remedy: String) throws {
    guard let fault = try journal.fault(of: anchor) else { return }
    throw OptionProblem(Wording.text(fault, remedy: remedy))
  }

  /// Refuses the number of an anchor that lies beyond the last line.
  ///
  /// - Parameter remedy: how to start anew.
  package func require(
    anchor: UInt64, toStartAnew remedy: String
  ) throws(OptionProblem) {
    guard anchor > head.sequence else { return }
    let fault = AnchorFault.beyond(anchor: anchor, last: head.sequence)
    throw OptionProblem(Wording.text(fault, remedy: remedy))
  }
}

/// Names that appear only in the journal, not in the program.
package struct KnownNames: Sendable {
  /// Types with live samples, by short name.
  package private(set) var types: [String] = []
  package private(set) var sources: [String] = []
  /// The bundle identifiers of sources.
  package private(set) var bundles: [String] = []
  /// The units of samples.
  package private(set) var units: [String] = []
  private let journal: ReplayedJournal

  /// Creates the names of a journal that was read.
  ///
  /// - Throws: the errors of reading the decisions.
  package init(_ request: ViewRequest) throws {
    journal = request.journal
    let tables = request.tables
    try tables.readDecisions()
    types = tables.liveSampleTypes.map(TypeCatalogue.shortName(of:))
    units = tables.units.names
    for number in tables.provenances.indices {
      Self.add(tables.sourceName(UInt32(number)), to: &sources)
      if let bundle = tables.statedOrigin(UInt32(number))?.source.bundle {
        Self.add(bundle, to: &bundles)
      }
    }
    for decision in tables.decisions { Self.add(decision.source, to: &bundles) }
  }

  /// The tags of notes, which are read from their lines.
  package var tags: [String] { get throws { try NotedTime(journal).tags } }

  private static func add(_ name: String, to names: inout [String]) {
    if !names.contains(name) { names.append(name) }
  }
}

extension JournalPaths {
  /// Refuses a path if a new file or folder there would be among a journal's own: the program may
  /// delete what is in the journal's folders, as an erasure deletes all snapshots and what is in
  /// quarantine.
  ///
  /// - Throws: `OptionProblem`; `SystemFailure` if the folders cannot be compared.
  package func requireOutside(_ path: String) throws {
    let system = PosixSystem()
    for inside in [folder, quarantine, snapshots] {
      guard try !system.isSame(FilePath.folder(of: path), inside) else {
        throw OptionProblem("\(path) is in the journal's own folder; name a place outside of it")
      }
    }
    try Self.requireOutsideAll(path)
  }

  /// Refuses a path if a new file or folder there would be among the files of any journal, next to
  /// its lines or in one of the folders there, and so could replace its lines.
  ///
  /// - Throws: `OptionProblem`; `SystemFailure` if a folder cannot be read.
  package static func requireOutsideAll(_ path: String) throws {
    let system = PosixSystem()
    var (folder, inner) = (FilePath.folder(of: path), String?.none)
    // By `..` the system itself goes up, past links too.
    for _ in 0..<64 {
      let paths = JournalPaths(folder: folder)
      let isAmong = try inner.map { inner in
        try [paths.quarantine, paths.snapshots].contains { try system.isSame($0, inner) }
      }
      if isAmong ?? true, try system.holdsJournal(paths) {
        throw OptionProblem("\(path) is among the files of a journal; name a place outside of it")
      }
      let above = folder + "/.."
      if try system.isSame(above, folder) { return }
      (folder, inner) = (above, folder)
    }
  }
}

extension PosixSystem {
  /// Returns true if a folder has the files of a journal: lines with their lock, or a first line
  /// that opens a journal. A folder that cannot be read counts as one.
  fileprivate func holdsJournal(_ paths: JournalPaths) throws -> Bool {
    guard try kindFollowingLinks(of: paths.events) == .regular else { return false }
    if try kindFollowingLinks(of: paths.lock) == .regular { return true }
    guard let file = try? open(paths.events, .readForeignFile) else { return true }
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = try readNext(file, into: &bytes, from: 0)
    let line = Array(bytes[..<count].prefix { $0 != UInt8(ascii: "\n") })
    guard let tape = try? JSONTape(line.rawBytes) else { return false }
    let opening = JSONView(tape, line.rawBytes)
    return opening["event"]?.text == "open" && opening["format"] != nil
  }
}

extension ViewRequest {
  /// The work that writes the snapshot that was due when the journal was read; nil: none was.
  package var dueSnapshot: (@Sendable () -> Void)? {
    guard let due = journal.dueSnapshot else { return nil }
    return { due.write() }
  }
}
