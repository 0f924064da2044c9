import HealthEvents
import HealthExport
import HealthModel
import HealthTables
import HealthViews
import JournalFile
import JournalTestSupport
import TestSupport
import Testing

@testable import Journal

/// After a revert of all lines after one, every view is what it was as of that line; after a revert
/// of the revert, what it was before. For the owner, and for a source by its rights.
@Suite struct RevertPropertyTests {
  static let steps = 30

  @Test(.timeLimit(.minutes(20)), arguments: Counts.seeds(1...100))
  func everyViewIsAsOfTheLine(_ seed: Int) throws {
    let history = try RandomHistory(seed, steps: Self.steps)
    var dice = Dice(seed + 5_000_000)
    let questions = Questions(&dice)
    let last = try history.lastLine
    let before = try questions.answers(of: history)
    let first = UInt64(2 + dice.below(Int(last) - 1))
    let trial = "seed \(seed), after \(first - 1) of \(last)"
    guard let done = try Self.revert(first, last, in: history) else {
      let then = try questions.answers(of: history, asOf: first - 1)
      // A receipt states when the file was made, by which `check` finds what is in the future.
      return Self.expectSame(before, then, "\(trial), nothing reverted", but: ["check"])
    }
    let then = try questions.answers(of: history, asOf: done.first - 1)
    Self.expectSame(try questions.answers(of: history), then, trial)
    #expect(
      try Self.revert(done.revert.first, done.revert.last, in: history) != nil, "\(trial)")
    Self.expectSame(try questions.answers(of: history), before, "\(trial), and back")
    let audit = try JournalAudit("/j", on: history.system, threads: 1)
    #expect(audit.findings.isEmpty && audit.snapshots.isEmpty, "\(trial): \(audit.findings)")
  }

  /// Reverts some lines.
  ///
  /// - Returns: the first line that was reverted, which is the first of an earlier revert if that
  ///   is written in several lines, and the lines of the revert; nil where nothing is left to
  ///   revert.
  private static func revert(
    _ first: UInt64, _ last: UInt64, in history: RandomHistory
  ) throws -> (first: UInt64, revert: LineRun)? {
    var done: (first: UInt64, revert: LineRun)?
    try history.write { session in
      do {
        let plan = try session.plan(revertOf: [LineRun(first, last)], inALine: 20)
        let reverted = try session.perform(plan, widensRights: true)
        let count = UInt64(plan.parts.count)
        done = (
          plan.lines[0].first, LineRun(reverted.sequence - count + 1, reverted.sequence)
        )
      } catch Rejection.invalidArgument(.notRevertible(_, let obstacle), _) {
        #expect([.done, .declaration, .foundation, .erasure, .erased].contains(obstacle))
      }
    }
    return done
  }

  private static func expectSame(
    _ one: [Answer], _ other: [Answer], _ trial: String, but others: [String] = []
  ) {
    for (a, b) in zip(one, other)
    where a.rows != b.rows && !others.contains(where: a.question.hasPrefix) {
      let texts = [a, b].map { $0.rows.split(separator: "\n", omittingEmptySubsequences: false) }
      let place = zip(texts[0], texts[1]).prefix { $0 == $1 }.count
      let rows = texts.map { $0.dropFirst(place).first ?? "(end)" }.joined(separator: "\n")
      Issue.record("\(trial): \(a.question)\n\(rows)")
    }
    #expect(one.map(\.question) == other.map(\.question))
  }

  /// The property is about something only where every kind of event happens, and much is reverted.
  @Test func historiesHaveEveryKindOfEvent() throws {
    var kinds: [EventKind: Int] = [:]
    var (imported, recorded) = (0, 0)
    for seed in 1...60 {
      try ReplayedJournal("/j", on: try RandomHistory(seed, steps: Self.steps).system)
        .forEachEntry { entry in
          kinds[entry.kind, default: 0] += 1
          if entry.recorded != nil { recorded += 1 }
          if case .importReceipt(let receipt)? = entry.event, receipt.exported != nil {
            imported += 1
          }
          return true
        }
    }
    #expect(Set(kinds.keys) == Set(EventKind.allCases), "\(kinds)")
    #expect(kinds[.revert, default: 0] > 120 && recorded > 20 && imported > 30, "\(kinds)")
  }
}

/// What is asked of a journal, and the answer.
private struct Answer {
  let question: String
  let rows: String
}

/// Every view as it is, and some with an option, asked by the owner or by a source.
private struct Questions {
  /// The source that asks; nil: the owner does.
  private let reader: String?
  /// Views with one of their options, and its value.
  private let options: [(view: View, option: String, value: String)]

  /// What is shown of later lines, and what looks at the lines.
  private static let apart = ["as-of", "rights", "since", "history", "seq", "at", "as"]
  private static let views = Views.all.filter { !["imports", "find"].contains($0.name) }
  private static let now = Instant(wholeSeconds: 1_800_000_000)
  private static let find = Views.all.filter { $0.name == "find" }

  init(_ dice: inout Dice) {
    reader = dice.often(50) ? dice.pick(RandomCommands.apps) : nil
    var options: [(view: View, option: String, value: String)] = Self.find.map { ($0, "text", "o") }
    for _ in 0..<6 {
      let view = dice.pick(Self.views)
      let names = view.options.map(\.name).filter { !Self.apart.contains($0) }
      guard !names.isEmpty else { continue }
      let name = dice.pick(names)
      // A source has the names of all its lines, also of those that were reverted.
      if view.name == "authorizations", ["source", "preview"].contains(name) { continue }
      let value = dice.pick(ViewCalls.values(name, of: view.name) ?? [""])
      if !["UUID", "DIGITS", "SEQ"].contains(value) { options.append((view, name, value)) }
    }
    self.options = options
  }

  /// Returns the answers now, or as of a line.
  func answers(of history: RandomHistory, asOf line: UInt64? = nil) throws -> [Answer] {
    var values = OptionValues()
    if let reader { values.add(reader, to: Option.reader.name) }
    if reader != nil, line != nil { values.add("then", to: Option.rights.name) }
    var read = Journal.ReadOptions()
    (read.now, read.asOf, read.threads) = (Self.now, line.map(String.init), 1)
    let request = try history.journal.read(values, read)
    var answers = Self.views.map { Answer(question: $0.name, rows: rows($0, request)) }
    for (view, option, value) in options {
      var values = values
      values.add(value, to: option)
      answers.append(
        Answer(
          question: "\(view.name) --\(option) '\(value)'",
          rows: rows(view, request.with(values))))
    }
    answers.append(Answer(question: "check", rows: checked(request)))
    answers.append(Answer(question: "settings", rows: "\(request.tables.settings)"))
    return answers
  }

  /// Returns the rows as they are printed, or the words of a refusal.
  private func rows(_ view: View, _ request: ViewRequest) -> String {
    var request = request
    return Self.printed { try view.table(&request).arranged(by: request.values) }
  }

  private func checked(_ request: ViewRequest) -> String {
    var request = request
    return Self.printed {
      try CheckReport(request.journal, in: try request.context()).table
    }
  }

  private static func printed(_ table: () throws -> Table) -> String {
    var output = CollectingSink()
    do {
      let table = try table()
      try Format(name: "ndjson")?.write(table, to: &output)
      let remarks = table.presentation?.remarks ?? []
      return ([String(decoding: output.bytes, as: UTF8.self)] + remarks).joined(separator: "\n")
    } catch ProjectionError.readNotDetermined(let source, let type, _) {
      // The journal has heard of a source although the lines that named it were reverted.
      return "\(source) never asked to read \(type)"
    } catch {
      return "\(error)"
    }
  }
}
