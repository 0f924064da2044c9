import ByteTools
import HealthEvents
import HealthExport
import HealthModel
import HealthViews
import Journal

/// The command `delete`: it removes objects from every view and keeps them in the history.
struct DeleteCommand: CommandOptions {
  var hasPredicate = false
  var isTrial = false
  var isSure = false
  var reason: String?

  static let dryRun = Option("dry-run", nil, "with --where: only count the objects")
  static let yes = Option("yes", nil, "with --where: do not ask at a terminal")
  static let narrowing = [Option.typed, .type] + Option.window + [.source]
  static let declared: [DeclaredOption<Self>] =
    shared(.folder, .wait, .answer)
    + [
      .value(\.hasPredicate, .predicate) { input, _ in
        try Inputs.predicate(input.values) != nil
      }
    ]
    + shared(narrowing)
    + [
      .flag(\.isTrial, dryRun), .flag(\.isSure, yes),
      .value(\.reason, "reason", "TEXT", "the reason, for the history") { $0.values[$1] },
      .shared(.by),
    ]
  static let rules: [OptionRule] = [.only(with: .predicate, narrowing + [dryRun, yes])]

  /// The greatest number of objects that `--where` deletes without a question at a terminal.
  private static let mostUnasked = 20

  static let page = command(
    name: "delete", group: .append, summary: "delete objects by uuid, or by a predicate",
    words: "UUID … | --where PREDICATE", count: nil,
    details: """
      Removes objects from every view. The file keeps them: `history` still shows a deleted
      object. The owner may delete everything. Another source may delete only objects that it
      saved itself. It may not delete an imported object, even with its bundle identifier.

      `samples --all-columns` shows uuids. The first 8 digits are enough if no other uuid begins
      with them.

      --where deletes every object in the views that fits the predicate, in one event. --type,
      --source and the options of time limit the choice. `--where all` fits every object.
      Docs/PREDICATES.md describes predicates. The answer has the number of deleted objects.
      --dry-run only counts them. If no object fits, the exit code is 1. A source other than the
      owner deletes only its own objects, and the answer does not mention other objects.

      If more than \(mostUnasked) objects fit, the command shows their types at a terminal and
      asks first. It deletes only if you answer `yes`. With --yes, or without a terminal, the
      command deletes without a question.

      Examples

        health-journal delete 3F2504E0-4F89-41D3-9A0C-0305E82C3301 --reason 'entered twice'
        health-journal delete --type stepCount --where 'value > 500' --dry-run

      Fields

        one object: seq, uuids
        with --where: seq (not with --dry-run), count
      """
  ) { options, arguments, console in
    if options.hasPredicate { return try options.deleteMatching(arguments, &console) }
    guard !arguments.words.isEmpty else { throw arguments.misused("UUID or --where missing") }
    return try Writing.run(arguments, &console) { writing, console in
      var uuids: [ObjectUUID] = []
      for word in arguments.words { uuids.append(try writing.object(word)) }
      let deletion = Deletion(objects: uuids, reason: options.reason)
      return try writing.perform(.delete(deletion), &console) { accepted in
        "deleted \(counted(accepted.uuids.count, "object")) in line \(accepted.sequence)"
      }
    }
  }

  /// Deletes the objects that fit the predicate, or counts them.
  private func deleteMatching(
    _ arguments: Arguments, _ console: inout Console
  ) throws -> ExitCode {
    try arguments.require(words: 0...0, "")
    let format = try Writing.answerFormat(arguments)
    return try Writing.run(arguments, &console) { writing, console in
      let uuids = try writing.session.deletable(try writing.query(), by: writing.by)
      guard !uuids.isEmpty else {
        let request = try writing.session.request(by: writing.by).with(arguments.values)
        console.remark(
          writing.by == EventActor.owner ? View.objects.sentence(for: request) : "nothing found")
        return .no
      }
      guard try isTrial || isSure || Self.isConfirmed(uuids, writing) else {
        throw Failure.usage("nothing was deleted")
      }
      guard !isTrial,
        let sequence = try writing.delete(uuids, reason: reason)?.sequence
      else {
        try Self.answer(uuids.count, in: nil, format, &console)
        return .done
      }
      try Writing.answer(to: Writing.done(in: sequence)) {
        try Self.answer(uuids.count, in: sequence, format, &console)
      }
      return .done
    }
  }

  /// Returns true if this many objects may be deleted: a person at the terminal is asked, a script
  /// is not.
  static func isConfirmed(
    _ uuids: [ObjectUUID], _ writing: borrowing Writing
  ) throws -> Bool {
    guard uuids.count > mostUnasked, Confirmation.isPossible else { return true }
    let types = Wording.types(writing.session.typeCounts(of: uuids))
    return try Confirmation.isGiven(
      "this would delete \(counted(uuids.count, "object")) (\(types)). Delete them?")
  }

  /// Prints how many objects were deleted, and in which line; without a line, how many would be
  /// deleted.
  private static func answer(
    _ count: Int, in sequence: UInt64?, _ format: Format, _ console: inout Console
  ) throws {
    let objects = counted(count, "object")
    let words = sequence.map { "deleted \(objects) in line \($0)" } ?? "would delete \(objects)"
    try console.answer(words, in: format) { writer in
      if let sequence { writer.member("seq", sequence) }
      writer.member("count", UInt64(count))
    }
  }
}

/// The command `dedupe`: it deletes all but one of each group of equal samples and workouts.
struct DedupeCommand: CommandOptions {
  var isTrial = false
  var isSure = false

  static let declared: [DeclaredOption<Self>] =
    shared([.folder, .wait, .answer, .type] + Option.window + [.source])
    + [
      .flag(\.isTrial, "dry-run", "show the copies, and delete nothing"),
      .flag(\.isSure, "yes", "do not ask at a terminal"),
    ]

  static let page = command(
    name: "dedupe", group: .append,
    summary: "delete copies: keep one of each group of equal objects",
    details: """
      Deletes copies: samples with equal type, source, start, end, value and unit, and
      workouts with equal activity, source, start and end. `check --only duplicates` finds the same
      groups. One object of each group stays: a sample that is a part of a workout or of a
      correlation, or else the object that was recorded first. A correlation, such as a blood
      pressure, is deleted with its samples if another one of the same time has equal samples.
      Other samples that are parts of workouts or correlations stay, and a remark has their number.

      All copies are deleted in one event, which `undo` or `revert` takes back. --dry-run shows each
      copy and the line and the uuid of the object that stays. --type, --source and the options of
      time limit the choice. If there are no copies, the exit code is 1. If there are many, the
      command asks first at a terminal, as `delete --where` does.

      In every view --where 'copy = true' selects what this command would delete, and --where
      'copy = false' leaves it out. Objects of two sources at the same time are not copies: views
      count one of them (see `sources` and `configure --priority`).

      Examples

        health-journal dedupe --dry-run
        health-journal dedupe --type stepCount --period 2026-03

      Fields

        one object: seq, count
        with --dry-run a row per copy: type, start, end, value, unit, source, seq, uuid, keptSeq,
          kept (the line and the uuid of the object that stays)
      """
  ) { options, arguments, console in
    let format = try Writing.answerFormat(arguments)
    return try Writing.run(arguments, &console) { writing, console in
      let context = ViewContext(try writing.query())
      let doubles = try DoubleEntries(in: try writing.session.replayed(), context)
      if doubles.parts > 0 {
        console.remark(
          "parts of workouts or correlations, which stay: \(words(doubles.parts))")
      }
      let uuids = doubles.uuids
      guard !options.isTrial, !uuids.isEmpty else {
        OpenedJournal.note(try writing.session.request(by: writing.by))
        return try console.show(doubles.table, arguments, nothing: "no copies found")
      }
      guard try options.isSure || DeleteCommand.isConfirmed(uuids, writing) else {
        throw Failure.usage("nothing was deleted")
      }
      guard let done = try writing.delete(uuids, reason: DoubleEntries.reason) else { return .no }
      try Writing.answer(to: Writing.done(in: done.sequence)) {
        let words =
          "deleted \(words(uuids.count)) of \(counted(doubles.groups, "object")) in line "
          + "\(done.sequence)"
        try console.answer(words, in: format) { writer in
          writer.member("seq", done.sequence)
          writer.member("count", UInt64(uuids.count))
        }
      }
      return .done
    }
  }

  private static func words(_ copies: Int) -> String {
    copies == 1 ? "1 copy" : "\(copies) copies"
  }
}
