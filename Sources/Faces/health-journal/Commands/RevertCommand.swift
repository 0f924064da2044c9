import ByteTools
import HealthEvents
import HealthExport
import HealthModel
import HealthViews
import Journal
import JournalFile

/// `revert`: events no longer count, and everything is as it would be without them.
struct RevertCommand: CommandOptions {
  /// The line or time up to which events go on to count.
  var moment: String?
  var isTrial = false
  var widensRights = false
  var reason: String?

  static let moment = Option(
    "to", "LINE|TIME", "revert every event after this line or time")
  static let dryRun = Option("dry-run", nil, "show what would change, and change nothing")
  static let rights = Option("rights", nil, "let sources get rights back")
  static let declared: [DeclaredOption<Self>] =
    shared(.folder, .wait, .answer, .by)
    + [
      .value(\.moment, moment) { $0.values[$1] },
      .flag(\.isTrial, dryRun), .flag(\.widensRights, rights),
      .value(\.reason, "reason", "TEXT", "the reason; it stays in the file") { $0.values[$1] },
    ]

  static func page(_ views: [View]) -> CommandPage {
    command(
      name: "revert", group: .append, summary: "take events back: as if they had not happened",
      words: "LINE | A..B | last-import | --to LINE|TIME", count: 0...1,
      details: """
        Adds a line that says that earlier events no longer count. Objects that they saved leave
        every view. Objects that they deleted or replaced live again. Rights and settings are as
        they would be without these events. No line is removed: `log` and `history` show the event
        and its revert, and --as-of shows what was known then.

          LINE            the event of this line; `log` shows the numbers
          A..B           the events of the lines A to B
          last-import    everything that the last import appended
          --to LINE|TIME  everything after this line, or after this time

        You can revert every kind of event, also a deletion, an import, a change of settings and a
        revert. You cannot revert an erasure, because its content no longer exists. If some of the
        content was erased, the answer says so, and the rest is reverted. A revert of a revert makes
        the events count again.

        --dry-run changes nothing. It counts the objects, names the rights, and shows for each view
        how many rows it would gain and lose, as `diff` does. A revert gives no right back to a
        source unless you add --rights.

        The owner may revert every event. Another source (--by) reverts only what it did itself, and
        needs the right to share the types that live again.

        If you import a file again after its import was reverted, its objects come back and are
        counted as `restored`. What a person deleted stays deleted; `import --again` restores it.

        `undo` reverts the last event of the owner, and `redo` reverts the undo.

        Examples

          health-journal revert last-import --dry-run
          health-journal revert 812
          health-journal revert 812..840 --reason 'wrong file'
          health-journal revert --to '2026-11-20 18:00'

        Fields

          one object: seq (not with --dry-run), lines (runs: first, last), live, gone, deleted (numbers
            of objects), rights (source, type), settings, erasedLines
        """
    ) { options, arguments, console in
      let isForPeople = try Writing.answerFormat(arguments).isForPeople
      try arguments.require(words: options.moment == nil ? 1...1 : 0...0, "LINE")
      return try Writing.run(arguments, &console) { writing, console in
        guard let lines = try options.lines(arguments, writing.session) else {
          console.remark("no import is left to revert")
          return .no
        }
        let plan = try writing.session.plan(
          revertOf: lines, by: writing.by, reason: options.reason)
        return try options.carryOut(
          plan, showing: views, isForPeople, &writing, arguments, &console)
      }
    }
  }

  /// Carries a plan out and answers; with --dry-run it only shows the plan.
  fileprivate func carryOut(
    _ plan: RevertPlan, showing views: [View], _ isForPeople: Bool, _ writing: inout Writing,
    _ arguments: Arguments, _ console: inout Console
  ) throws -> ExitCode {
    guard !isTrial else {
      try RevertAnswer(plan: plan).show(isForPeople, &console)
      if isForPeople { try Self.show(views, plan, writing.session, arguments, &console) }
      return .done
    }
    let done = try writing.session.perform(plan, by: writing.by, widensRights: widensRights)
    try Writing.answer(to: Writing.done(in: done.sequence)) {
      try RevertAnswer(plan: plan, sequence: done.sequence).show(isForPeople, &console)
    }
    return .done
  }

  /// Returns the lines to revert; nil if no import is left.
  private func lines(
    _ arguments: Arguments, _ session: borrowing JournalSession
  ) throws -> [LineRun]? {
    if let moment {
      let line = try session.line(upTo: moment)
      guard line < session.lastLine else {
        throw arguments.misused("no line comes after \(moment)")
      }
      return [LineRun(line + 1, session.lastLine)]
    }
    let word = arguments.words[0]
    if word == DiffCommand.lastImport { return try session.lastImport() }
    let ends = word.split(separator: ".", omittingEmptySubsequences: false)
    guard ends.count == 3, ends[1].isEmpty else {
      let line = try arguments.line(word)
      return [LineRun(line, line)]
    }
    let (first, last) = (try arguments.line(String(ends[0])), try arguments.line(String(ends[2])))
    guard first <= last else { throw arguments.misused("\(word): write the smaller number first") }
    return [LineRun(first, last)]
  }

  /// Shows what the views would gain and lose.
  private static func show(
    _ views: [View], _ plan: RevertPlan, _ session: borrowing JournalSession,
    _ arguments: Arguments, _ console: inout Console
  ) throws {
    var table = try session.difference(
      of: views.filter(\.isComparedByDefault), after: plan)
    table.presentation = Presentation(nothing: "no view would change")
    try console.print("")
    _ = try console.show(table, arguments)
  }
}

/// `undo` and `redo`.
enum UndoCommand {
  static func undo(_ views: [View]) -> CommandPage {
    page(
      "undo", summary: "revert the last event of the owner", words: "[LINE]", showing: views,
      details: """
        Reverts the last event of the owner, whatever its kind: a save, a deletion, an import,
        settings, authorizations, or a `revert`. Nothing leaves the file: `history` shows the event
        and the undo. A second `undo` reverts the event before that, even if others wrote lines in
        between. `redo` reverts the undo. `undo 9` reverts the event in line 9; `log` shows the
        numbers.

        An erasure cannot be undone (exit code 4). If an undo would give a right back to a source,
        the command asks for --rights. If nothing is left to undo, the exit code is 1. --dry-run
        shows what would change, as `revert` does.

        Examples

          health-journal save weight 715 kg
          health-journal undo --dry-run
          health-journal undo
        """
    ) { session, line in try session.planOfUndo(line: line) }
  }

  static func redo(_ views: [View]) -> CommandPage {
    page(
      "redo", summary: "revert the last undo", words: "", showing: views,
      details: """
        Reverts the last `undo`, so that its event counts again. A second `redo` reverts the undo
        before that. If the owner wrote something else after the undo, there is nothing to redo, and
        the exit code is 1; `revert LINE` reverts an undo of any line.

        Examples

          health-journal undo
          health-journal redo
        """
    ) { session, _ in try session.planOfRedo() }
  }

  private static func page(
    _ name: String, summary: String, words: String, showing views: [View], details: String,
    _ plan: @escaping @Sendable (borrowing JournalSession, UInt64?) throws -> RevertPlan?
  ) -> CommandPage {
    CommandPage(
      name: name, group: .append, summary: summary, words: words,
      count: words.isEmpty ? 0...0 : 0...1,
      options: [.folder, .wait, .answer, RevertCommand.dryRun, RevertCommand.rights],
      details: details + """


        Fields

          one object, as of `revert`
        """
    ) { arguments, console in
      let isForPeople = try Writing.answerFormat(arguments).isForPeople
      let options = RevertCommand(
        isTrial: arguments.has(RevertCommand.dryRun),
        widensRights: arguments.has(RevertCommand.rights))
      let line = try arguments.words.first.map { try arguments.line($0) }
      return try Writing.run(arguments, &console) { writing, console in
        guard let planned = try plan(writing.session, line) else {
          console.remark("nothing to \(name)")
          return .no
        }
        return try options.carryOut(
          planned, showing: views, isForPeople, &writing, arguments, &console)
      }
    }
  }
}

/// The answer of the commands that revert.
private struct RevertAnswer {
  let plan: RevertPlan
  /// The line that was written last; nil: none was.
  var sequence: UInt64?

  func show(_ isForPeople: Bool, _ console: inout Console) throws {
    guard isForPeople else { return try console.print(json) }
    try console.say(words)
    for right in plan.widened {
      let rights = [
        right.share == .authorized ? "share" : nil, right.read == .authorized ? "read" : nil,
      ].compactMap(\.self).joined(separator: " and ")
      try console.say(
        TerminalText.escaped("\(right.source) may \(rights) \(right.type) again"))
    }
    if plan.erasedLines > 0 {
      try console.say(
        "\(counted(plan.erasedLines, "line")) had content that was erased, which does not come back"
      )
    }
  }

  private var words: String {
    let lines = EventSummary.lines(plan.lines)
    let effects = [
      effect(.live, "live again"), effect(.reverted, "gone"), effect(.removed, "deleted again"),
      plan.parts.contains { !$0.rights.isEmpty } ? "rights as before" : nil,
      plan.parts.contains { $0.settings != nil } ? "settings as before" : nil,
    ].compactMap(\.self)
    let done = sequence.map { "reverted \(lines), with line \($0): " } ?? "would revert \(lines): "
    return done + effects.joined(separator: "; ")
  }

  private func effect(_ state: ObjectState, _ words: String) -> String? {
    guard let counts = plan.counts[state] else { return nil }
    return "\(counted(counts.values.reduce(0, +), "object")) \(words) (\(Wording.types(counts)))"
  }

  private var json: String {
    func count(_ state: ObjectState) -> UInt64 {
      UInt64(plan.counts[state, default: [:]].values.reduce(0, +))
    }
    return JSONWriter.objectText { writer in
      if let sequence { writer.member("seq", sequence) }
      writer.key("lines")
      writer.array(plan.lines) { writer, run in
        writer.array([run.first, run.last]) { $0.value(Double($1)) }
      }
      writer.member("live", count(.live))
      writer.member("gone", count(.reverted))
      writer.member("deleted", count(.removed))
      let rights = plan.parts.flatMap(\.rights)
      if !rights.isEmpty {
        writer.key("rights")
        writer.array(rights) { writer, right in
          writer.object {
            $0.member("source", right.source)
            $0.member("type", right.type)
          }
        }
      }
      if plan.parts.contains(where: { $0.settings != nil }) { writer.member("settings", true) }
      if plan.erasedLines > 0 { writer.member("erasedLines", UInt64(plan.erasedLines)) }
    }
  }
}
