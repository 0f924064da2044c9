import HealthModel
import HealthViews
import Journal

/// The command `push`: it posts changes, or the rows of a view, to a back end.
struct PushCommand: CommandOptions {
  /// The options of every push.
  var size = 500
  var headers: [String] = []
  var headerFile: String?
  var retries = 5
  var timeout = 30.0
  var allowsHTTP = false
  var isTrial = false
  /// The name of a separate cursor.
  var cursor = ""

  static let declared: [DeclaredOption<Self>] = [
    .shared(.journal), .shared(.answer), .shared(.reader), .shared(.verify),
    .value(\.size, "batch", "N", "at most N rows per request; default 500") {
      try $0.values.whole($1, least: 1)
    },
    .value(
      \.headers, "header", "HEADER", "send this header, 'Name: value'; the process list shows it",
      isRepeatable: true
    ) { $0.values.all($1) },
    .value(
      \.headerFile, "header-file", "FILE", "send the headers in FILE, one per line; for secrets"
    ) {
      $0.values[$1]
    },
    .value(\.retries, "retries", "N", "repeat a failed request at most N times; default 5") {
      try $0.values.whole($1, most: 100)
    },
    .value(\.timeout, "timeout", "S", "seconds that a request may take; default 30") {
      let timeout = try $0.values.number($1) ?? 0
      guard timeout > 0, timeout <= 3_600 else {
        throw Failure.usage("--timeout takes more than 0, up to 3600 seconds, not \(timeout)")
      }
      return timeout
    },
    .flag(\.allowsHTTP, "allow-http", "allow plain http to another machine"),
    .flag(\.isTrial, "dry-run", "print the requests, and send nothing"),
  ]
  /// The options of a push of changes alone.
  static let ofChanges: [DeclaredOption<Self>] = [
    .shared(.type), .shared(.columns),
    .value(\.cursor, "cursor", "NAME", "use a separate cursor for the same address") {
      $0.values[$1]
    },
  ]

  /// Returns the options that only a push of a view has: the options of views.
  private static func ofViews(_ views: [View]) -> [Option] {
    let others = [Option.all, .type, .columns] + Self.declared.map(\.option)
    return ExportCommand.ofViews(views).filter { option in
      !others.contains { $0.name == option.name }
    }
  }

  static func page(_ views: [View]) -> CommandPage {
    let ofViews = ofViews(views)
    return command(
      name: "push", group: .export, summary: "post changes, or the rows of a view, to an address",
      words: "URL [VIEW]", count: 1...2, missing: "URL",
      declared: Self.declared + Self.ofChanges + Self.shared(ofViews),
      details: """
        Posts changes to an address, as JSON arrays of rows with the fields of `changes`. A cursor
        remembers the last row that the address accepted, and the next push begins after it.
        --columns sends only these fields, under names of your own, and only what is new. A deletion
        has the fields change, seq, uuid and type; a row without any of the fields is left out.
        With VIEW (any view of `export`) the command posts the present rows of the view, without a
        cursor. If nothing is new, the exit code is 0, with a view too. --dry-run prints the bodies
        of the requests and sends nothing.

        Every row arrives at least once. The cursor moves when the address has answered 2xx. The
        command writes the bounds of a batch to the disk before it sends the batch. So after a crash
        it sends the same rows again, with the same header Idempotency-Key. This key is made of the
        journal, the address, --type, --as, --cursor and --columns, and of the numbers of the first
        and the last line and the chain value of the last one. For a view it is made of the
        journal's last chain value, the number of the part, and the rows. If an object is deleted
        between two attempts, it is still in the repeated batch, and the next batch reports the
        deletion. A batch has at most --batch rows, but never a part of a line.

          no answer, 408, 425, 429, 5xx   The command sends the request again, at most --retries
                                          times. The pauses are half a second, one, two … up to a
                                          minute, less a random part of up to half. Retry-After
                                          changes the pause, up to ten minutes. After the last
                                          attempt the exit code is 5, and the next push continues.
          other 4xx, also 401; redirects  The command does not send the request again and does not
                                          follow a redirect. The exit code is 4. The next push
                                          begins with these lines. After a 413, use a smaller
                                          --batch for smaller requests.
          an untrusted certificate        exit code 5; the command sent nothing
          an answer that is not HTTP      exit code 5; the receiver may have the rows and headers

        After a restore from an older copy, the journal may lack the lines of a cursor. In this case
        `push` refuses the cursor (exit code 2); --cursor NAME begins a new cursor. Cursors are in
        `$XDG_STATE_HOME/health-journal/push` (default `~/.local/state`; on macOS
        `~/Library/Application Support/HealthJournal/push`). There is one cursor for each
        combination of journal, address without its query, --type, --as, --cursor and --columns.
        Only one push at a time uses a cursor.

        The command uses plain http only for this machine (localhost, 127.…, [::1]); --allow-http
        allows it for other machines. The file of --header-file has headers (`Name: value`, one per
        line, # for remarks). The process list does not show them. The command never prints a
        header. HTTP and TLS are in a separate program, `health-journal-http`, in the same folder as
        `health-journal`.

        Examples

          health-journal push https://study.example.org/rows --type heartRate --header-file token.txt
          health-journal push https://study.example.org/rows --type heartRate --dry-run \\
            --columns hr=value,startDate=start,endDate=end
          health-journal push https://study.example.org/days daily --type stepCount \\
            --from 2026-03-01 --dry-run
          health-journal push https://study.example.org/mass samples --type bodyMass \\
            --columns kg=value,startDate=start,endDate=end --dry-run

        Fields

          the fields of `changes`, or of the view
          with --format json, one object about the push: rows, requests, seq
        """, isLive: true
    ) { options, arguments, console in
      let target = try PushTarget(arguments.words[0], allowingPlainHTTP: options.allowsHTTP)
      let delivery = Delivery(
        target: target,
        headers: try PushHeaders.read(options.headers, file: options.headerFile),
        retries: options.retries, timeout: options.timeout)
      var outlet = PushOutlet(
        target: target, delivery: delivery, isDry: options.isTrial,
        format: try Writing.answerFormat(arguments))
      guard arguments.words.count == 1 else {
        return try pushView(views, arguments, options.size, &outlet, &console)
      }
      if let other = arguments.values.given.sorted().first(where: { name in
        ofViews.contains { $0.name == name }
      }) {
        throw arguments.misused("--\(other) needs a VIEW, as in `push URL samples`")
      }
      let journal = try OpenedJournal(arguments, console).request
      let identity = BatchIdentity(
        journal: try journal.requiredIdentity(), address: target.shown,
        types: try Inputs.types(arguments.values).map { Set($0) },
        reader: arguments[.reader] ?? EventActor.owner, name: options.cursor,
        columns: try arguments.values.columnChoices())
      try ChangesPush(journal: journal, identity: identity, size: options.size)
        .run(&outlet, &console)
      return .done
    }
  }

  /// Posts the rows of a view, `size` rows at a time.
  private static func pushView(
    _ views: [View], _ arguments: Arguments, _ size: Int, _ outlet: inout PushOutlet,
    _ console: inout Console
  ) throws -> ExitCode {
    let name = arguments.words[1]
    let view = try views.view(name, arguments, beside: Self.declared.map(\.option))
    var opened = try OpenedJournal(arguments, console)
    let made = try view.table(&opened.request)
    let table = try made.arranged(by: arguments.values)
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
    if outlet.rows == 0, let presentation = made.presentation {
      console.remark(presentation.emptySentence)
    }
    try outlet.report(upTo: nil, &console)
    return .done
  }

}

/// The address to which rows are pushed. The program accepts only an address that all parsers read
/// alike. If two parsers saw different hosts, health data could go to the wrong host.
struct PushTarget {
  /// The address as it was given.
  let text: String
  /// The address without its query, which may contain a secret.
  let shown: String
  /// True if it is this machine itself.
  let isLoopback: Bool

  /// Reads an address.
  ///
  /// - Throws: a `Failure` of usage for anything but `https://host[:port][/path][?query]`, or the
  ///   same with `http` to this machine, or if plain HTTP is allowed.
  init(_ text: String, allowingPlainHTTP: Bool) throws(Failure) {
    guard text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\\") }),
      let colon = text.place(of: "://")
    else { throw Self.bad(text) }
    let rest = text[colon.upperBound...]
    let authority = rest.prefix { $0 != "/" && $0 != "?" && $0 != "#" }
    if authority.contains("@") {
      throw .usage("the address holds a user name; put it into a header of --header-file")
    }
    guard !rest.contains("#"), let host = Self.host(authority) else { throw Self.bad(text) }
    self.text = text
    shown = String(text.prefix { $0 != "?" })
    isLoopback = Self.isLoopback(host)
    switch text[..<colon.lowerBound] {
    case "https": break
    case "http":
      guard isLoopback || allowingPlainHTTP else {
        throw .usage(
          "health data would go to \(shown) without encryption; use https, or allow it with "
            + "--allow-http")
      }
    default: throw Self.bad(text)
    }
  }

  private static func bad(_ text: String) -> Failure {
    .usage("'\(text.prefix { $0 != "?" })' is not an address such as https://host/path")
  }

  /// Returns the host of `host`, `host:8080` or `[::1]:8080`, in lower case; nil if the text is not
  /// a host.
  private static func host(_ authority: Substring) -> String? {
    var host = authority
    if let close = authority.lastIndex(of: "]") {
      let address = authority[..<close].dropFirst()
      guard authority.first == "[", !address.isEmpty,
        address.allSatisfy({ $0.isHexDigit || $0 == ":" || $0 == "." }),
        isPort(authority[authority.index(after: close)...])
      else { return nil }
      return String(address).lowercased()
    }
    if let colon = authority.firstIndex(of: ":") {
      host = authority[..<colon]
      guard isPort(authority[colon...]) else { return nil }
    }
    let isName = host.allSatisfy { $0.isLetter || $0.isWholeNumber || "-._".contains($0) }
    return isName && !host.isEmpty ? host.lowercased() : nil
  }

  /// Returns true for nothing, or a colon and a port.
  private static func isPort(_ text: Substring) -> Bool {
    if text.isEmpty { return true }
    guard text.first == ":", let port = number(text.dropFirst(), upTo: 65_535) else { return false }
    return port > 0
  }

  private static func isLoopback(_ host: String) -> Bool {
    if host == "localhost" || host == "::1" { return true }
    let fields = host.split(separator: ".", omittingEmptySubsequences: false)
    return fields.count == 4 && fields[0] == "127"
      && fields.allSatisfy { $0.utf8.count <= 3 && number($0, upTo: 255) != nil }
  }

  /// Reads a number that consists only of digits. It refuses a sign, because programs read signs in
  /// different ways.
  private static func number(_ text: Substring, upTo most: Int) -> Int? {
    guard text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
      let number = Int(text), number <= most
    else { return nil }
    return number
  }
}

/// The additional headers of a request, such as `Authorization: Bearer …`.
enum PushHeaders {
  /// The headers that the request sets itself, or that would change its end.
  private static let own: Set<String> = [
    "host", "content-type", "content-length", "transfer-encoding", "connection", "expect",
    "idempotency-key", "upgrade", "trailer", "te",
  ]

  /// Reads the headers of `--header`, then those of the file: lines of `Name: value`; empty lines
  /// and those that begin with `#` are ignored. No message shows a value.
  static func read(_ given: [String], file: String?) throws -> [(name: String, value: String)] {
    var headers = try given.map { try header($0, "--header") }
    guard let file else { return headers }
    guard let bytes = try SmallFile.bytes(file) else {
      throw Failure.usage("--header-file: \(file) does not exist")
    }
    // By bytes: to Swift, CR and LF together are one character, which is neither of them.
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for (number, line) in lines.enumerated() {
      let end = line.last == UInt8(ascii: "\r") ? line.dropLast() : line
      let text = String(decoding: end, as: UTF8.self)
      if text.isEmpty || text.hasPrefix("#") { continue }
      headers.append(try header(text, "\(file), line \(number + 1)"))
    }
    return headers
  }

  private static func header(
    _ text: String, _ source: String
  ) throws(Failure) -> (name: String, value: String) {
    let name = text.prefix { $0 != ":" }
    let value = text[name.endIndex...].dropFirst().drop { $0 == " " }
    let isName = name.utf8.allSatisfy { byte in
      let isWord = UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20
      return isWord || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
        || "!#$%&'*+-.^_`|~".utf8.contains(byte)
    }
    let isValue = value.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F }
    guard isName, isValue, !name.isEmpty, !value.isEmpty else {
      throw .usage("\(source): a header is written as 'Name: value', in ASCII")
    }
    guard !own.contains(name.lowercased()) else {
      throw .usage("\(source): the request sets \(name) itself")
    }
    return (String(name), String(value))
  }
}
