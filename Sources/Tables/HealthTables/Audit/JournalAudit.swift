package import HealthEvents
package import HealthModel
package import JournalFile

/// The full check of a journal: chain, sequence, time order, structure, and the rules that single
/// lines break. It also checks the snapshots: it makes each again from the lines and compares the
/// two. It continues after broken rules, and stops at a line that is bad itself.
package struct JournalAudit: Sendable {
  package enum Problem: Hashable, Sendable {
    /// A bad line.
    case line(LineProblem)
    /// Bytes after the last line, never acknowledged.
    case torn(bytes: UInt64)
    /// A broken rule.
    case rule(Rejection)
    /// An object names a line that is no `origin`.
    case unknownOrigin(UInt64)
    /// An erased line that no later `erase` names.
    case unexplainedErasure
    /// An `erase` names a line from which nothing was erased, or to which its content was put back.
    case stillThere(line: UInt64)
    /// The equation of an import does not hold.
    case unbalancedImport(element: String)
  }

  /// A problem and its line.
  package struct Finding: Hashable, Sendable {
    package var line: UInt64
    /// The offset of its first byte.
    package var offset: UInt64
    package var problem: Problem
  }

  /// The number of lines that were erased.
  package struct Erasures: Hashable, Sendable {
    /// Lines that were erased whole.
    package var erased: UInt64 = 0
    /// Lines that were rewritten, as a part of them was erased.
    package var rewritten: UInt64 = 0

    package init() {}
  }

  /// The greatest number of findings that are kept.
  package static let limit = 100

  /// The number of good lines.
  package let lines: UInt64
  /// The numbers of good lines that were erased and rewritten; nil if only the chain is audited.
  package let erasures: Erasures?
  /// The chain value after them, as 64 hex digits.
  package let chain: String
  /// The time at which the last of them was recorded, unless only the chain is audited.
  package let lastAt: Instant
  /// The first findings, in order of their lines.
  package let findings: [Finding]
  /// The problems with snapshots, the oldest first.
  package let snapshots: [SnapshotFinding]
  /// The number of all problems.
  package let count: Int
  /// The results of the comparison with each checkpoint, in their order.
  package let outcomes: [NoteOutcome]
  /// True if a line is bad, and the lines after it were not read.
  package let isDamaged: Bool

  /// Creates the audit of the journal in a folder.
  ///
  /// - Parameters:
  ///   - checkpoints: the checkpoints that its lines are compared with.
  ///   - threads: how many threads may read and verify lines; the result is the same.
  ///   - comparesSnapshots: true to make each snapshot again and compare the two.
  /// - Throws: `JournalError` if it cannot be read at all.
  package init(
    _ folder: String, against checkpoints: [Checkpoint] = [],
    on system: any FileSystem = PosixSystem(), threads: Int = PosixSystem.processors,
    comparesSnapshots: Bool = true
  ) throws {
    let snapshots = SnapshotFolder(JournalPaths(folder: folder), on: system)
    let (_, found, scan) = try JournalReader.consistent(folder, on: system) { reader in
      let (found, scan) = try ParallelAudit(reader, threads: threads)
        .found(SnapshotAudit(snapshots, of: reader, comparesAll: comparesSnapshots))
      let outcomes = try Self.outcomes(of: checkpoints, reader, scan, threads: threads)
      return ((found, outcomes), scan)
    }
    self.init(found.0.run, scan, snapshots: found.0.snapshots, found.1)
  }

  /// Audits the chain alone: whether the bytes are those that were written, whatever they say.
  ///
  /// - Parameters:
  ///   - checkpoints: what its lines are compared with.
  ///   - threads: how many threads may verify lines; the result is the same.
  /// - Throws: `JournalError` where the journal cannot be read at all.
  package init(
    chainOf folder: String, against checkpoints: [Checkpoint] = [],
    on system: any FileSystem = PosixSystem(), threads: Int = PosixSystem.processors
  ) throws {
    let (_, outcomes, scan) = try JournalReader.consistent(folder, on: system) { reader in
      let head = ParallelChain.head(of: reader, threads: threads) ?? Head()
      var line = head.sequence
      let scan = try reader.scan(from: head, verifyingChain: true) { _, _ in
        line += 1
        return ScannedLine(sequence: line, at: head.at)
      }
      return (try Self.outcomes(of: checkpoints, reader, scan, threads: threads), scan)
    }
    var run = AuditRun()
    run.finish(scan)
    self.init(run, scan, snapshots: [], outcomes, onlyChain: true)
  }

  /// Compares checkpoints with the good lines.
  private static func outcomes(
    of checkpoints: [Checkpoint], _ reader: JournalReader, _ scan: JournalScan, threads: Int
  ) throws -> [NoteOutcome] {
    guard !checkpoints.isEmpty else { return [] }
    var tree = try JournalTree(
      of: reader, upTo: scan.head.offset,
      answering: JournalTree.Questions(sizes: checkpoints.map(\.lines)), threads: threads)
    try tree.findVouchers(by: reader)
    return checkpoints.map { tree.outcome(of: $0, isDamaged: scan.isDamaged) }
  }

  private init(
    _ run: AuditRun, _ scan: JournalScan, snapshots: [SnapshotFinding], _ outcomes: [NoteOutcome],
    onlyChain: Bool = false
  ) {
    self.outcomes = outcomes
    isDamaged = scan.isDamaged
    lines = scan.head.sequence
    erasures = onlyChain ? nil : run.erasures
    chain = scan.head.chainText
    lastAt = scan.head.at
    findings = run.findings
    self.snapshots = snapshots
    count = run.count + snapshots.count
  }

  /// The verdict: the most serious one that is certain. Good lines that are not those of a
  /// checkpoint count more than a bad line, and a bad line more than missing ones, which may be
  /// after it.
  package var verdict: AuditVerdict {
    let isForked = outcomes.contains { outcome in
      switch outcome {
      case .otherRoot, .otherJournal: true
      case .same, .sameButErased, .fewerLines, .beyondDamage: false
      }
    }
    if isForked { return .forked }
    if isDamaged { return .damaged }
    if outcomes.contains(.fewerLines) { return .rolledBack }
    if count > 0 { return .damaged }
    return outcomes.isEmpty ? .unanchored : .verified
  }
}

extension JournalScan {
  /// True if a line is bad that was acknowledged, or may have been. Lines that are missing at the
  /// end do not count as bad.
  var isDamaged: Bool {
    switch tail {
    case .clean, .torn, .damaged(.cutBack): false
    case .damaged: true
    }
  }
}

/// Checks one line after the other against the rules. A line may be left out if it only saves, and
/// another check has shown that it breaks no rule.
struct AuditRun: Sendable {
  /// See `JournalAudit`.
  private(set) var findings: [JournalAudit.Finding] = []
  /// See `JournalAudit`.
  private(set) var count = 0
  private var decider = Decider()
  /// The lines that were erased whole, and the offset of each.
  private var erased: [UInt64: UInt64] = [:]
  /// The lines that the last `erase` that names them declares gone.
  private var explained: Set<UInt64> = []
  /// The lines that had a part erased.
  private var rewritten: Set<UInt64> = []
  private var hasErasures: Bool { !erased.isEmpty || !rewritten.isEmpty }
  /// The numbers of lines that were erased whole and that were rewritten.
  private(set) var erasures = JournalAudit.Erasures()

  /// Checks a line by the rules.
  ///
  /// - Parameter state: the journal as it is before the line.
  mutating func take(_ entry: Entry, at offset: UInt64, given state: some AuditState) {
    guard let event = entry.event, let by = entry.asker else {
      erased[entry.sequence] = offset
      erasures.erased += 1
      return
    }
    if entry.original != nil {
      rewritten.insert(entry.sequence)
      erasures.rewritten += 1
    }
    if let rejection = decider.fault(of: event, by: by, given: state, at: entry.at),
      !(hasErasures && rejection.mayFollowFromErasure)
    {
      note(entry.sequence, offset, .rule(rejection))
    }
    switch event {
    case .save(let save):
      for case let origin? in save.objects.lazy.map({ state.unknownOrigin(of: $0) })
      where erased[origin] == nil || explained.contains(origin) {
        note(entry.sequence, offset, .unknownOrigin(origin))
      }
    case .erase(let erasure):
      explained.formUnion(erasure.lines)
      explained.subtract(erasure.kept.map(\.sequence))
      for line in erasure.lines + erasure.kept.map(\.sequence)
      where erased[line] == nil && !rewritten.contains(line) {
        note(entry.sequence, offset, .stillThere(line: line))
      }
    case .importReceipt(let receipt):
      for count in receipt.counts where !count.balances {
        note(entry.sequence, offset, .unbalancedImport(element: count.element))
      }
    case .open, .origin, .delete, .authorize, .configure, .declare, .format, .revert: break
    }
  }

  /// Adds the findings that need all good lines, and what follows them.
  mutating func finish(_ scan: JournalScan) {
    let next = scan.head.sequence + 1
    switch scan.tail {
    case .clean: noteErasures()
    case .torn(let bytes):
      noteErasures()
      note(next, scan.head.offset, .torn(bytes: bytes))
    // The line that explains an erasure may stand after the damage.
    case .damaged(let problem): note(next, scan.head.offset, .line(problem))
    }
    findings.sort { $0.line < $1.line }
  }

  private mutating func noteErasures() {
    for (line, offset) in erased.sorted(by: { $0.key < $1.key }) where !explained.contains(line) {
      note(line, offset, .unexplainedErasure)
    }
  }

  private mutating func note(
    _ line: UInt64, _ offset: UInt64, _ problem: JournalAudit.Problem
  ) {
    count += 1
    if findings.count < JournalAudit.limit {
      findings.append(JournalAudit.Finding(line: line, offset: offset, problem: problem))
    }
  }
}

extension Rejection {
  /// True if the rule asks for something that an erased line may have held: an object, or an
  /// authorization.
  fileprivate var mayFollowFromErasure: Bool {
    switch self {
    case .authorizationNotDetermined, .authorizationDenied: true
    case .invalidArgument(.uuidUnknown, _), .invalidArgument(.memberMissing, _),
      .invalidArgument(.workoutMissing, _):
      true
    case .invalidArgument, .anotherWorkoutSessionStarted: false
    }
  }
}

/// The state that an audit checks rules against: a journal as it was before a line.
protocol AuditState: JournalState {
  /// Returns true if an earlier line with this number states an origin of objects.
  func isOrigin(_ line: UInt64) -> Bool
}

extension AuditState {
  /// Returns the line that an object names as its origin, if no `origin` line before has that
  /// number.
  func unknownOrigin(of object: HealthObject) -> UInt64? {
    object.origin.flatMap { isOrigin($0) ? nil : $0 }
  }
}

/// A journal as the tables of all its lines, which can answer for any earlier state.
final class JournalPast: Sendable {
  /// The tables of all lines, with the index of uuids.
  let tables: HealthTables
  /// A uuid that no object has.
  let unusedUUID: ObjectUUID
  /// The numbers of the lines that decide on authorizations.
  private let decisions: [UInt64]
  private let rights: [HealthTables.GrantKey: [(line: UInt64, right: AuthorizationRight)]]

  /// Creates the journal of all lines that a builder has read.
  init(_ builder: consuming TableBuilder) {
    builder.buildIndex()
    let tables = builder.tables
    var rights: [HealthTables.GrantKey: [(line: UInt64, right: AuthorizationRight)]] = [:]
    func note(_ decision: AuthorizationDecision, isRead: Bool, _ right: AuthorizationRight?) {
      guard let right else { return }
      let key = HealthTables.GrantKey(
        source: decision.source, type: decision.type, isRead: isRead)
      rights[key, default: []].append((decision.sequence, right))
    }
    for decision in tables.decisions {
      note(decision, isRead: false, decision.sharing)
      note(decision, isRead: true, decision.reading)
    }
    var unused = ObjectUUID(high: 0, low: 0)
    while tables.holds(unused) { unused = ObjectUUID(high: 0, low: unused.low + 1) }
    decisions = tables.decisions.map(\.sequence)
    unusedUUID = unused
    self.rights = rights
    self.tables = tables
  }

  /// Returns the first line from this one on that decides on authorizations; nil if none does.
  func decision(from line: UInt64) -> UInt64? {
    let index = decisions.indices.partitioningIndex { decisions[$0] >= line }
    return index < decisions.count ? decisions[index] : nil
  }

  /// Returns the right that had been decided before a line.
  func right(
    to type: String, of source: String, isRead: Bool, before line: UInt64
  ) -> AuthorizationRight {
    let key = HealthTables.GrantKey(source: source, type: type, isRead: isRead)
    guard let made = rights[key] else { return .notDetermined }
    let next = made.indices.partitioningIndex { made[$0].line >= line }
    return next > 0 ? made[next - 1].right : .notDetermined
  }
}

/// A journal as it stood before a line, told from the tables of all lines.
struct PastState: AuditState {
  private let past: JournalPast
  /// The number of the line.
  private(set) var nextSequence: UInt64
  /// The objects that earlier lines have deleted or replaced.
  private var removed: Set<ObjectUUID> = []

  /// Creates the state before a line; what had been removed by then is not known.
  init(_ past: JournalPast, before line: UInt64) {
    self.past = past
    nextSequence = line
  }

  /// Moves on to a line. The lines in between must remove nothing.
  mutating func move(to line: UInt64) { nextSequence = line }

  /// Notes what a line removes; to be called after that line was checked.
  mutating func take(_ event: Event?) {
    switch event {
    case .save(let save)?: removed.formUnion(save.replaces)
    case .delete(let deletion)?: removed.formUnion(deletion.objects)
    case .revert(let revert)?:
      for (runs, state) in revert.objects {
        let objects = past.tables.readObjects(of: runs).keys
        if state == .live { removed.subtract(objects) } else { removed.formUnion(objects) }
      }
    case .open?, .origin?, .authorize?, .configure?, .declare?, .importReceipt?, .erase?, .format?,
      nil:
      break
    }
  }

  func isOrigin(_ line: UInt64) -> Bool {
    line < nextSequence && past.tables.origins[line] != nil
  }

  func facts(of uuid: ObjectUUID) -> ObjectFacts? {
    let tables = past.tables
    guard let rowID = tables.rowID(of: uuid), tables.sequence(at: rowID) < nextSequence else {
      return nil
    }
    var facts = tables.facts(at: rowID)
    facts.isLive = !removed.contains(uuid)
    return facts
  }

  func shareRight(of type: String, by source: String) -> AuthorizationRight {
    past.right(to: type, of: source, isRead: false, before: nextSequence)
  }

  func readRight(of type: String, by source: String) -> AuthorizationRight {
    past.right(to: type, of: source, isRead: true, before: nextSequence)
  }

  func sequence(of origin: Origin) -> UInt64? {
    past.tables.sequence(of: origin).flatMap { $0 < nextSequence ? $0 : nil }
  }

  /// Returns nil: no rule of an audit asks for it, because the version that a line replaces is read
  /// as it is stated.
  func synced(_ name: SyncName) -> SyncedObject? { nil }

  var catalogue: JournalTypes { past.tables.catalogue.before(nextSequence) }

  /// None: no rule of an audit asks for the names that settings give.
  var sameSources: SameSources { SameSources() }
}
