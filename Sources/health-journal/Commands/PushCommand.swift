import HealthModel
import Journal
import HealthProjections
import ViewTables

/// `push`: changes, or the rows of a view, to a back end.
enum PushCommand {
  private static let cursor = Option("cursor", "NAME", "a cursor of its own for the same address")
  private static let batch = Option("batch", "N", "at most N rows in a request; else 500")
  private static let header = Option(
    "header", "HEADER", "as 'Name: value'; the process list shows it", isRepeatable: true)
  private static let headerFile = Option(
    "header-file", "FILE", "a header on each line, for secrets")
  private static let retries = Option("retries", "N", "try a request N times more; else 5")
  private static let timeout = Option("timeout", "S", "seconds for a request; else 30")
  private static let allowHTTP = Option(
    "allow-http", nil, "send in the clear to another machine")
  private static let dryRun = Option("dry-run", nil, "print what would be sent, and send nothing")

  /// What a push takes whatever it sends.
  private static let own: [Option] = [
    .journal, .answer, .reader, .verify, batch, header, headerFile, retries, timeout, allowHTTP,
    dryRun,
  ]

  /// What else a push of a view takes: the options of that view.
  private static func ofViews(_ views: [View]) -> [Option] {
    ([.journal, .format] + ExportCommand.ofViews(views) + [.progress]).filter { option in
      ![Option.output, .all, .type, .progress].contains { $0.name == option.name }
        && !own.contains { $0.name == option.name }
    }
  }

  static func page(_ views: [View]) -> CommandPage {
    let ofViews = ofViews(views)
    return CommandPage(
      name: "push", group: .export, summary: "post changes, or the rows of a view, to an address",
      words: "URL [VIEW]", count: 1...2, missing: "URL", options: own + [.type, cursor] + ofViews,
      details: """
        Without VIEW, posts what `changes` shows as JSON arrays, beginning where the last push to the same
        address (its query apart) with the same --type, --as and --cursor ended. The cursor moves when the
        address answers with 2xx, so each row arrives at least once; the header Idempotency-Key is the
        same whenever the same lines are sent again. With VIEW (latest, daily, samples, …, as in `export`)
        posts its rows as they are now, without a cursor. Nothing new is exit code 0.

        A batch that the address refuses, as with 413, is tried anew by the next push, which --batch may
        make smaller. After a restore from an older copy a cursor whose lines are gone is refused: begin
        anew with --cursor.

        No answer, 408, 425, 429 and 5xx are tried again after a pause that grows, or that Retry-After
        names; redirects are not followed. Plain http is for this machine only.

          health-journal push https://study.example.org/rows --type heartRate --header-file token.txt
          health-journal push https://study.example.org/days daily --type stepCount --from 2026-03-01
          health-journal push https://study.example.org/hr samples --type heartRate \\
            --columns hr=value,startDate=start,endDate=end
        """, isLive: true
    ) { arguments, console in
      let target = try PushTarget(
        arguments.words[0], allowingPlainHTTP: arguments.has(allowHTTP))
      var outlet = PushOutlet(
        target: target, delivery: try delivery(arguments, to: target), isDry: arguments.has(dryRun),
        format: try Writing.answerFormat(arguments))
      let size = try arguments.values.whole(batch, least: 1) ?? 500
      guard arguments.words.count == 1 else {
        return try pushView(views, arguments, size, &outlet, &console)
      }
      if let other = arguments.values.given.sorted().first(where: { name in
        ofViews.contains { $0.name == name }
      }) {
        throw arguments.misused("--\(other) goes with a VIEW, as in `push URL samples`")
      }
      let journal = try OpenedJournal(arguments, console).request
      let identity = BatchIdentity(
        journal: try journal.requiredIdentity(), address: target.shown,
        types: try Inputs.types(arguments.values).map { Set($0) },
        reader: arguments[.reader] ?? EventActor.owner,
        name: arguments[cursor] ?? "")
      try ChangesPush(journal: journal, identity: identity, size: size).run(&outlet, &console)
      return .done
    }
  }

  /// Posts the rows of a view, `size` rows at a time.
  private static func pushView(
    _ views: [View], _ arguments: Arguments, _ size: Int, _ outlet: inout PushOutlet,
    _ console: inout Console
  ) throws -> ExitCode {
    let name = arguments.words[1]
    let view = try views.view(name, arguments, beside: own)
    var opened = try OpenedJournal(arguments, console)
    let table = try Console.shaped(try view.table(&opened.request), arguments)
    let identity = BatchIdentity(
      journal: try opened.request.requiredIdentity(), address: outlet.target.shown, types: nil,
      reader: arguments[.reader] ?? EventActor.owner, name: name)
    let head = opened.request.head
    var part = 0
    var rows: [[Cell]] = []
    func send() throws {
      if rows.isEmpty { return }
      part += 1
      let parcel = try RowParcel(Table(columns: table.columns, rows: rows)) {
        identity.key($0, part: part, of: head)
      }
      try outlet.deliver(parcel, name, &console)
      rows.removeAll(keepingCapacity: true)
    }
    try table.forEachRow { row in
      rows.append(row)
      if rows.count == size { try send() }
    }
    try send()
    let doubt = Inputs.doubt(arguments.values)
    if outlet.rows == 0, !doubt.isEmpty { console.remark("nothing found" + doubt) }
    try outlet.report(upTo: nil, &console)
    return .done
  }

  private static func delivery(
    _ arguments: Arguments, to target: PushTarget
  ) throws -> Delivery {
    let timeout = try arguments.values.number(timeout) ?? 30
    guard timeout > 0, timeout <= 3_600 else {
      throw Failure.usage("--timeout takes more than 0, up to 3600 seconds, not \(timeout)")
    }
    return Delivery(
      target: target,
      headers: try PushHeaders.read(arguments.all(header), file: arguments[headerFile]),
      retries: try arguments.values.whole(retries, most: 100) ?? 5, timeout: timeout)
  }
}
