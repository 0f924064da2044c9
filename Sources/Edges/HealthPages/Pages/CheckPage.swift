import ByteTools
import HealthReport
import HealthTables
import HealthViews
import JournalFile
import Synchronization

extension PageKind {
  /// The findings of `check`, which are computed once for the lines of a journal.
  static let check = PageKind("check") { visit in
    var body = PageBody(visit.words(.checkTitle), calls: [visit.call(["check", "--notes"])])
    guard let report = try visit.checked(waiting: !visit.place.answersForms) else {
      body.blocks = [.note(visit.words(.checkUnderWay))]
      return body
    }
    body.blocks = [.note(visit.sentence(on: report))]
    for level in [Check.Level.problem, .note] {
      let caption = visit.words(level == .problem ? .problem : .remark)
      body.blocks += try visit.rows(report.findings(level), of: "check", caption)
    }
    for (check, table) in try report.examples(of: [.problem, .note], ofTypes: 3) {
      body.blocks.append(.details(check, try visit.rows(table, of: "check", check)))
    }
    return body
  }
}

extension Visit {
  /// Returns what `check` found of the lines of this page; nil: that is under way.
  ///
  /// - Parameter waits: true if the page is made when the check has ended.
  func checked(waiting waits: Bool = false) throws -> CheckReport? {
    var own = request
    // One thread: the others are for pages.
    let context = try own.context()
    let key = [
      request.journal.head.chainText, request.values[.reader] ?? "",
      request.values[.timeZone] ?? "",
    ].joined(separator: " ")
    return try checks.report(for: key, waiting: waits) { [journal = request.journal, context] in
      try CheckReport(journal, in: context, options: CheckOptions())
    }
  }

  /// Returns a sentence on how much `check` found.
  func sentence(on report: CheckReport) -> String {
    let samples = words.number(report.samples)
    guard report.problems + report.notes > 0 else { return words(.checkClean, samples) }
    return words(
      .checkFound, words.number(report.problems), words.number(report.notes), samples)
  }
}

/// The newest report of `check`, which a thread of its own makes, because it looks at all samples.
/// Only one is made at a time, as each takes the memory of all samples.
final class KeptChecks: Sendable {
  private enum State {
    case underWay
    case done(Result<CheckReport, any Error>)
  }

  private let state = Mutex<(key: String, state: State)?>(nil)

  /// Returns the report for some lines; nil: it is under way.
  ///
  /// - Throws: the errors of the check.
  func report(
    for key: String, waiting waits: Bool, _ make: @escaping @Sendable () throws -> CheckReport
  ) throws -> CheckReport? {
    let known = state.withLock { kept -> State? in
      if kept?.key == key { return kept?.state }
      if case .underWay? = kept?.state { return .underWay }
      kept = (key, .underWay)
      return nil
    }
    switch known {
    case .done(let result)?: return try result.get()
    case .underWay?: return nil
    case nil: break
    }
    let work = { @Sendable [self] in
      let result = Result { try make() }
      state.withLock { kept in if kept?.key == key { kept?.state = .done(result) } }
    }
    if !waits, let thread = ThreadStarter.system.start(work) {
      thread.detach()
      return nil
    }
    work()
    return try report(for: key, waiting: true, make)
  }
}
