import ByteTools
import HealthEvents
import HealthExport
import HealthModel
import HealthViews
import Journal

/// `delete`: objects leave every view, and stay in the history.
enum DeleteCommand {
  private static let reason = Option("reason", "TEXT", "why, for the history")
  private static let dryRun = Option("dry-run", nil, "with --where: only count them")
  private static let yes = Option("yes", nil, "with --where: do not ask at a terminal")
  /// A predicate that holds for more objects is asked about at a terminal.
  private static let mostUnasked = 20

  static let page = CommandPage(
    name: "delete", group: .append, summary: "delete objects by uuid, or by a predicate",
    words: "UUID … | --where PREDICATE", count: nil,
    options: [
      .folder, .wait, .answer, .predicate, .typed, .type,
    ] + Option.window + [.source, dryRun, yes, reason, .by],
    rules: [.only(with: .predicate, [.typed, .type] + Option.window + [.source, dryRun, yes])]
      + .window,
    details: """
      The owner may delete everything, any other source what it saved itself. Nothing is taken out of
      the file: `history` still tells what a deleted object said. `samples --all-columns` shows uuids,
      of which the first 8 digits are enough where no other begins so.

      With --where every live object that the predicate holds for, of the source that asks, is deleted
      in one event; --type, --source and the options of time narrow it further, and --dry-run tells first
      how many there are. `--where all` is everything. At a terminal it asks first where there are more
      than \(mostUnasked), unless --yes is there. Docs/PREDICATES.md has all that can be compared.

        health-journal delete 3F2504E0-4F89-41D3-9A0C-0305E82C3301 --reason 'entered twice'
        health-journal delete --type heartRate --where 'value > 250 count/min' --dry-run
      """
  ) { arguments, console in
    if arguments.has(.predicate) { return try deleteMatching(arguments, &console) }
    guard !arguments.words.isEmpty else { throw arguments.misused("UUID or --where missing") }
    return try Writing.run(arguments, &console) { writing, console in
      var uuids: [ObjectUUID] = []
      for word in arguments.words { uuids.append(try writing.object(word)) }
      let deletion = Deletion(objects: uuids, reason: arguments[reason])
      return try writing.perform(.delete(deletion), &console) { accepted in
        "deleted \(counted(accepted.uuids.count, "object")) in line \(accepted.sequence)"
      }
    }
  }

  /// Deletes what the predicate means, or counts it.
  private static func deleteMatching(
    _ arguments: Arguments, _ console: inout Console
  ) throws -> ExitCode {
    try arguments.require(words: 0...0, "")
    let format = try Writing.answerFormat(arguments)
    let predicate = try Inputs.predicate(arguments.values) ?? .nothing
    let types = try arguments.values.list(.type).map { try Inputs.type($0) }
    return try Writing.run(arguments, &console) { writing, console in
      let uuids = try found(predicate, types, arguments, &writing)
      guard !uuids.isEmpty else {
        console.remark("nothing found" + Inputs.doubt(arguments.values))
        return .no
      }
      guard try arguments.has(dryRun) || arguments.has(yes) || isConfirmed(uuids, writing) else {
        throw Failure.usage("nothing was deleted")
      }
      guard !arguments.has(dryRun),
        let sequence = try writing.delete(uuids, reason: arguments[reason])?.sequence
      else {
        try answer(uuids.count, in: nil, format.isForPeople, &console)
        return .done
      }
      try Writing.answer(to: Writing.done(in: sequence)) {
        try answer(uuids.count, in: sequence, format.isForPeople, &console)
      }
      return .done
    }
  }

  /// Returns true if this many objects may be deleted: a person at the terminal is asked, a script
  /// is not.
  private static func isConfirmed(
    _ uuids: [ObjectUUID], _ writing: borrowing Writing
  ) throws -> Bool {
    guard uuids.count > mostUnasked, Confirmation.isPossible else { return true }
    let types = Wording.types(writing.session.typeCounts(of: uuids))
    return try Confirmation.isGiven(
      "this would delete \(counted(uuids.count, "object")) (\(types)), and `undo` does not bring "
        + "them back. Delete them?")
  }

  /// Returns the objects that the arguments mean.
  private static func found(
    _ predicate: HealthPredicate, _ types: [String], _ arguments: Arguments,
    _ writing: inout Writing
  ) throws -> [ObjectUUID] {
    var query = try ViewQuery(
      predicate, in: writing.session.tables, now: writing.session.now)
    if !types.isEmpty { query.types = types }
    let window = try Inputs.window(arguments.values, try writing.timeInput())
    (query.from, query.to) = (window.from?.instant, window.to?.instant)
    query.sources = arguments.all(.source)
    return try writing.session.deletable(query, by: writing.by)
  }

  /// Prints how many objects were deleted, and in which line; without a line, how many would be
  /// deleted.
  private static func answer(
    _ count: Int, in sequence: UInt64?, _ isForPeople: Bool, _ console: inout Console
  ) throws {
    if isForPeople {
      return try console.print(
        sequence.map { "deleted \(counted(count, "object")) in line \($0)" }
          ?? "would delete \(counted(count, "object"))")
    }
    var writer = JSONWriter()
    writer.object { writer in
      if let sequence { writer.member("seq", sequence) }
      writer.member("count", UInt64(count))
    }
    try console.print(String(decoding: writer.bytes, as: UTF8.self))
  }
}
