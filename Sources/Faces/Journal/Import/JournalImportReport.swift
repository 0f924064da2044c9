import ByteTools
package import HealthEvents
package import HealthModel
import HealthTables
import HealthViews
import JournalFile

extension JournalImport {
  /// The name of the format in receipts.
  package static let format = "journal"

  /// The choices besides the journal.
  package struct Choices: Sendable {
    /// True if the rights of sources come along.
    package var takesRights = false
    /// True if the settings come along.
    package var takesSettings = false
    /// True if objects that were erased there are erased here.
    package var erases = false
    /// True if nothing is written.
    package var isTrial = false

    /// Creates choices that import objects alone, with what became of them.
    package init() {}
  }

  /// The result.
  package struct Report: Sendable {
    /// The journal, up to its last line.
    package var journal: ImportedJournal
    /// The line after which it was read; 0: from the first.
    package var after: UInt64 = 0
    /// The counts of objects, deletions and reverts.
    package var counts: [ImportCount] = []
    /// The counts of objects by type.
    package var types: [ImportCount] = []
    /// The lines that were appended, without the receipt; nil: none.
    package var lines: ClosedRange<UInt64>?
    /// The line of the receipt; nil: the journal had nothing new.
    package var receipt: UInt64?
    /// The objects that were erased there since, and that this journal has.
    package var erasedThere: [ObjectUUID] = []
    /// The line that `erase` appended.
    package var erasure: UInt64?
    /// The number of decisions on rights that were not taken.
    package var rightsLeft = 0
    /// The sentences on single objects that did not come along.
    package var issues: [String] = []
    /// The number of all these.
    package var issueCount = 0

    /// True if everything came along.
    package var isComplete: Bool { issueCount == 0 && counts.allSatisfy(\.balances) }

    mutating func note(_ issue: String) {
      guard !issues.contains(issue) else { return }
      issueCount += 1
      if issues.count < 20 { issues.append(issue) }
    }

    /// Names the rules that new lines of the other journal break. What such a line did comes along
    /// if the rules here permit it: who wrote it there could as well have kept to the rules.
    ///
    /// - Throws: the errors of an audit.
    mutating func noteRules(brokenIn other: Journal) throws {
      let audit = try JournalAudit(other.folder, on: other.system, comparesSnapshots: false)
      for finding in audit.findings where finding.line > after {
        switch finding.problem {
        case .rule, .unknownOrigin, .unexplainedErasure, .stillThere, .unbalancedImport:
          note("line \(finding.line): \(finding.text)")
        case .line, .torn: break
        }
      }
    }
  }
}

extension Wording {
  /// Returns what an import of a journal did, in one sentence.
  package static func sentence(on report: JournalImport.Report, isTrial: Bool) -> String {
    let last = report.journal.line
    guard last > report.after || report.lines != nil else {
      return "nothing new: the journal was imported up to its last line, \(last), before"
    }
    let read =
      last > report.after ? EventSummary.lines([LineRun(report.after + 1, last)]) : "no new line"
    let sum = ImportTable.sum(report.types)
    let restored = sum.restored > 0 ? ", \(sum.restored) restored" : ""
    let start =
      "read \(read) of journal \(report.journal.journal): \(sum.saved) new, "
      + "\(sum.known) identical\(restored); "
    if isTrial { return start + "nothing was written" }
    guard let lines = report.lines else {
      return start + (report.receipt.map { "its receipt is line \($0)" } ?? "nothing was written")
    }
    return start + "saved as "
      + EventSummary.lines([LineRun(lines)])
  }

  /// Returns the remarks on an import of a journal, a sentence each.
  package static func remarks(on report: JournalImport.Report) -> [String] {
    var lines = report.issues
    if report.issueCount > lines.count {
      lines.append("… and \(report.issueCount - lines.count) more such places")
    }
    if report.rightsLeft > 0 {
      lines.append(
        "not imported: \(counted(report.rightsLeft, "right")) of sources; --rights imports rights")
    }
    let erased = report.erasedThere.count
    if let line = report.erasure {
      lines.append(
        "erased here too, with line \(line): \(counted(erased, "object")) that the other journal erased"
      )
    } else if erased > 0 {
      lines.append(
        "the other journal erased \(counted(erased, "object")) that this one has; with --erasures the "
          + "import erases that here too")
    }
    return lines
  }
}

extension JournalImport {
  /// The moment of a change: the earlier one is less.
  struct Moment: Comparable {
    var at: Instant
    var journal: ObjectUUID
    var line: UInt64

    init(_ at: Instant, _ journal: ObjectUUID, _ line: UInt64) {
      (self.at, self.journal, self.line) = (at, journal, line)
    }

    /// The moment in which an entry of a journal was recorded first.
    init(of entry: Entry, in journal: ObjectUUID) {
      if let first = entry.recorded {
        // The line that tells of it is later.
        self.init(min(first.at, entry.at), first.journal, first.line)
      } else {
        self.init(entry.at, journal, entry.sequence)
      }
    }

    static func < (one: Self, other: Self) -> Bool {
      (one.at, one.journal, one.line) < (other.at, other.journal, other.line)
    }
  }

  /// A version under a sync identifier; that which counts is the least.
  struct Version: Comparable {
    let object: SyncedObject
    let moment: Moment

    static func < (one: Self, other: Self) -> Bool {
      one.object.version == other.object.version
        ? one.moment < other.moment : one.object.version > other.object.version
    }
  }
}

/// The dates of exports, by the lines of each journal that hold their content.
struct ExportDates {
  private var imports: [ObjectUUID: [(lines: ClosedRange<UInt64>, date: Instant)]] = [:]
  /// The imports of journals into the journal that was added last: the line of the receipt, and
  /// the lines before it.
  private(set) var journals: [(receipt: UInt64, lines: ClosedRange<UInt64>)] = []

  /// Returns the lines of those imports of journals whose receipts do not count.
  func lines(givenUp reverted: LineSet) -> LineSet {
    LineSet(journals.filter { reverted.contains($0.receipt) }.map { LineRun($0.lines) })
  }

  /// Adds the receipts of a journal.
  mutating func take(_ journal: ReplayedJournal, _ identity: ObjectUUID) throws {
    journals = []
    try journal.forEachEntry(ofKinds: [.importReceipt]) { entry in
      guard case .importReceipt(let receipt)? = entry.event else { return }
      guard let lines = receipt.lines(before: entry.sequence) else { return }
      if receipt.journal != nil { journals.append((entry.sequence, lines)) }
      if let date = receipt.exported {
        imports[identity, default: []].append((lines, date.instant))
      }
    }
  }

  /// Returns the moment that decides which of two newest versions counts: the date of the export
  /// that stated it, else that of the recording.
  func date(of moment: JournalImport.Moment) -> JournalImport.Moment {
    let found = imports[moment.journal]?.first { $0.lines.contains(moment.line) }
    var moment = moment
    moment.at = found?.date ?? moment.at
    return moment
  }

  /// Returns the same of a version that this journal holds.
  func moment(
    of uuid: ObjectUUID, in tables: HealthTables, _ own: ObjectUUID, _ times: [Instant]
  ) -> JournalImport.Moment {
    guard let line = tables.line(of: uuid) else {
      return JournalImport.Moment(.epoch, own, 0)
    }
    if let first = tables.recordings[line] {
      return date(of: JournalImport.Moment(first.at, first.journal, first.line))
    }
    return date(of: JournalImport.Moment(times[Int(line) - 1], own, line))
  }
}
