import HealthEvents
import HealthModel
import JournalFile

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
  /// The lines of which the last `erase` that names them says that they are gone.
  private var explained: Set<UInt64> = []
  /// The lines of which a part was erased.
  private var rewritten: Set<UInt64> = []
  private var hasErasures: Bool { !erased.isEmpty || !rewritten.isEmpty }
  /// How many lines were erased whole, and how many were rewritten.
  private(set) var erasures = JournalAudit.Erasures()

  /// Asks the rules of a line.
  ///
  /// - Parameter state: the journal as it stands before the line.
  mutating func take(_ entry: Entry, at offset: UInt64, given state: some AuditState) {
    guard case .event(let event, let by) = entry.body else {
      erased[entry.sequence] = offset
      erasures.erased += 1
      return
    }
    if entry.original != nil {
      rewritten.insert(entry.sequence)
      erasures.rewritten += 1
    }
    if let rejection = decider.fault(of: event, by: by, given: state),
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
    case .open, .origin, .delete, .authorize, .configure: break
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
  /// Whether the rule asks for something that may have stood in an erased line: an object, or an
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
