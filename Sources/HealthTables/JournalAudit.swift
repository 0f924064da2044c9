package import HealthEvents
import HealthModel
package import JournalFile

/// The full check of a journal: chain, sequence, time order, structure, and the rules that its lines
/// break by themselves. It reads past broken rules, and stops where a line itself is bad.
package struct JournalAudit: Sendable {
  /// Something wrong.
  package enum Problem: Hashable, Sendable {
    /// The line itself.
    case line(LineProblem)
    /// Bytes behind the last line, never acknowledged.
    case torn(bytes: UInt64)
    /// A rule.
    case rule(Rejection)
    /// An object names a line that is no `origin`.
    case unknownOrigin(UInt64)
    /// An erased line that no later `erase` names.
    case unexplainedErasure
    /// The equation of an import does not hold.
    case unbalancedImport(element: String)
  }

  /// A problem and its place.
  package struct Finding: Hashable, Sendable {
    /// The line's number.
    package var line: UInt64
    /// The offset of its first byte.
    package var offset: UInt64
    /// What is wrong.
    package var problem: Problem
  }

  /// How many findings are kept.
  package static let limit = 100

  /// Good lines.
  package private(set) var lines: UInt64 = 0
  /// The chain value behind them, as 64 hex digits.
  package private(set) var chain = ""
  /// The first findings, in order of their lines.
  package private(set) var findings: [Finding] = []
  /// How many there are in all.
  package private(set) var count = 0

  private var tables = HealthTables()
  private var decider = Decider()
  private var erased: [UInt64: UInt64] = [:]
  private var hasErasures = false

  /// Audits the journal in a folder.
  ///
  /// - Throws: `JournalError` where it cannot be read at all.
  package init(_ folder: String, on system: any FileSystem = PosixSystem()) throws {
    let reader = try JournalReader(folder, on: system)
    tables.buildIndex()
    let scan = try reader.scan(verifyingChain: true) { line, offset in
      let entry = try LineCodec.decode(line)
      check(entry, at: offset)
      try tables.apply(entry, at: offset)
      tables.settle()
      return ScannedLine(sequence: entry.sequence, at: entry.at)
    }
    lines = scan.head.sequence
    chain = scan.head.chainText
    for (line, offset) in erased.sorted(by: { $0.key < $1.key }) {
      note(line, offset, .unexplainedErasure)
    }
    let next = lines + 1
    // A line that the scan refuses was looked into before: what it said does not count.
    count -= findings.count { $0.line >= next }
    findings.removeAll { $0.line >= next }
    switch scan.tail {
    case .clean: break
    case .torn(let bytes): note(next, scan.head.offset, .torn(bytes: bytes))
    case .damaged(let problem): note(next, scan.head.offset, .line(problem))
    }
    findings.sort { $0.line < $1.line }
  }

  private mutating func note(_ line: UInt64, _ offset: UInt64, _ problem: Problem) {
    count += 1
    if findings.count < Self.limit {
      findings.append(Finding(line: line, offset: offset, problem: problem))
    }
  }

  private mutating func check(_ entry: Entry, at offset: UInt64) {
    guard case .event(let event, let by) = entry.body else {
      erased[entry.sequence] = offset
      hasErasures = true
      return
    }
    if let rejection = decider.fault(of: event, by: by, given: tables),
      !(hasErasures && rejection.mayFollowFromErasure)
    {
      note(entry.sequence, offset, .rule(rejection))
    }
    switch event {
    case .save(let save):
      for case let origin? in save.objects.map(\.origin)
      where tables.origins[origin] == nil && erased[origin] == nil {
        note(entry.sequence, offset, .unknownOrigin(origin))
      }
    case .erase(let erasure): for line in erasure.lines { erased[line] = nil }
    case .importReceipt(let receipt):
      for count in receipt.counts where !count.balances {
        note(entry.sequence, offset, .unbalancedImport(element: count.element))
      }
    case .open, .origin, .delete, .authorize, .configure: break
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
