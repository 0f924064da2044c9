import ByteTools
import HealthModel
import HealthPages
import HealthReport
import HealthViews
import Journal
import JournalFile
import ProgramStart

/// The command `browse`: it shows the journal in a browser.
enum BrowseCommand {
  static let open = Option("open", nil, "open the address in the browser")
  static let idle = Option(
    "idle", "MINUTES", "end after so many minutes without a page; default 15, 0: never")
  static let hideFigures = Option(
    "hide-figures", nil, "hide the digits of figures, to show the pages to others")
  static let noScript = Option("no-script", nil, "leave the script out of the pages")

  static let page = CommandPage(
    name: "browse", group: .export, summary: "look at the journal in a browser",
    options: [.folder, open, idle, noScript, hideFigures, Report.language, .timeZone]
      + Option.reading.filter { $0.name != Option.verify.name },
    details: """
      Shows the journal in a browser of this machine. The command prints an address and serves pages
      until nobody has asked for one for --idle minutes, until Ctrl-C, or until its terminal closes.
      Ctrl-C is the usual end: the exit code is 0.
      Pages lead from years to days, to samples, and to the lines that they come from. Each page has
      the command that shows the same, and a field for another moment: a line or a time, as for
      --as-of. The address of a page has the options of that command. A page that you load again
      shows what was saved meanwhile. Nothing is written to the journal.

      What check finds, and figures of many samples, such as those of ten years, are computed once
      for the lines that there are. Until then a page says that they are under way. For figures it
      loads again by itself; for what check finds, load it again.

      The address is for you alone: it works once, in one browser, and only on this machine. A page
      loads nothing from elsewhere and sends nothing. `health-journal` opens no socket; the program
      health-journal-browse beside it does, and it never sees the journal. SECURITY.md says how the
      pages are locked. With --open the browser is led there by a file that only you can read and
      that is soon removed, because other users see the words of a command in the list of processes.
      If the browser may not read that file, open the printed address yourself.

      With --as the pages show only what a source may read. --as-of shows the journal as of a moment
      at first. --hide-figures shows dots in place of the digits of figures. Pages work without the
      script, which --no-script leaves out.

      Examples

        health-journal browse --open
        health-journal browse --as-of 2026-03-01
        health-journal browse --as com.example.coach --language de
      """, isLive: true
  ) { arguments, console in
    let journal = try Environment.journal(arguments)
    // Pages come and go with a journal that grows.
    try journal.requireFolder("to look at")
    let idle = try arguments.values.number(Self.idle, in: 0...100_000, "0 to 100,000") ?? 15
    let settings = try settings(arguments)
    // A journal that is not there, or options that mean nothing, are told at once.
    var request = try journal.read(arguments.values)
    try request.requireKnownReader()
    _ = try request.timeInput()
    let name = "health-journal-browse"
    signal(SIGPIPE, SIG_IGN)
    Interruption.watch()
    defer { signal(SIGPIPE, SIG_DFL) }
    var program = try ChildProcess(
      try OwnProgram.path(of: name, which: "serves the pages"), [name], environment: [],
      errors: .descriptor(2))
    var browser = Browser(JournalSource(journal), settings)
    try program.send(start(settings, idle: idle, opens: arguments.has(open)))
    guard let address = try text("address", of: program.line()) else {
      _ = program.finish()
      throw Failure(code: .system, message: "\(name) did not start; see above")
    }
    try console.print(address)
    console.remark(
      "serves this address until Ctrl-C"
        + (idle > 0 ? ", or \(DecimalText.text(idle)) minutes without a page" : ""))
    var way = arguments.has(open) ? try WayFile(to: address) : nil
    defer { way?.remove() }
    if let way { show(way.path, console) }
    while let target = try text("target", of: program.lineUnlessInterrupted()) {
      // The browser is there.
      way?.remove()
      way = nil
      let answer = browser.answer(target)
      guard (try? program.send(head(of: answer) + answer.bytes)) != nil else { break }
      program_give_memory_back()
    }
    let code = program.finish()
    if let signal = Interruption.signal {
      guard signal == SIGINT else { throw Failure(interruptedBy: signal, "the pages are gone") }
      console.remark("ended by Ctrl-C")
      return .done
    }
    guard code == 0 else {
      throw Failure(code: .system, message: "\(name) ended (exit code \(code))")
    }
    return .done
  }

  private static func settings(_ arguments: Arguments) throws -> BrowserSettings {
    var settings = try BrowserSettings(arguments.values)
    settings.hidesFigures = arguments.has(hideFigures)
    settings.journal = arguments.values[.journal]
    settings.version = ProgramVersion.number
    settings.script = arguments.has(noScript) ? "" : PageScript.text
    return settings
  }

  // MARK: What the programs say to each other

  /// Returns the first line for the other program: the hashes that its policy admits, and if a file
  /// leads to the pages.
  private static func start(
    _ settings: BrowserSettings, idle: Double, opens: Bool
  ) -> [UInt8] {
    line { json in
      json.strings("styles", ["sha256-" + Style.linked.hash])
      let script = settings.script
      let hash = SHA256.hash(Array(script.utf8).rawBytes).base64Text
      json.strings("scripts", script.isEmpty ? [] : ["sha256-" + hash])
      json.member("idle", idle * 60)
      json.member("opens", opens)
    }
  }

  private static func head(of answer: PageAnswer) -> [UInt8] {
    line { json in
      json.member("status", UInt64(answer.status))
      json.member("length", UInt64(answer.bytes.count))
      if answer.loadsAgain { json.member("again", UInt64(1)) }
    }
  }

  private static func line(_ body: (inout JSONWriter) -> Void) -> [UInt8] {
    JSONWriter.objectBytes(body) + [UInt8(ascii: "\n")]
  }

  /// Returns a member of a line of the other program; nil at its end, or if it says something else.
  private static func text(_ name: String, of line: [UInt8]?) -> String? {
    guard let line, let tape = try? JSONTape(line.rawBytes) else { return nil }
    return JSONView(tape, line.rawBytes).text(name)
  }

  /// Opens a file in the person's browser.
  private static func show(_ path: String, _ console: Console) {
    #if os(macOS)
      let opener = "open"
    #else
      let opener = "xdg-open"
    #endif
    guard Environment.hasProgram(opener),
      (try? SpawnedProcess(
        ["/usr/bin/env", opener, path], environment: SystemFacts.variables, output: .nothing))
        != nil
    else { return console.remark("no \(opener) is here; open the address yourself") }
  }
}

/// A file that leads a browser to an address, which the words of no command may show.
private struct WayFile {
  let path: String
  private static let system = PosixSystem()

  /// Writes the file, of mode 0600, under a name that nobody else has.
  init(to address: String) throws {
    let number = String(Self.system.random(), radix: 16)
    path = "\(try Environment.path("TMPDIR") ?? "/tmp")/health-journal-\(number).html"
    let file = try Self.system.open(path, .createNew)
    defer { Self.system.close(file) }
    let text = """
      <!DOCTYPE html>
      <html lang="en"><head><meta charset="utf-8"><meta name="referrer" content="no-referrer">\
      <meta http-equiv="refresh" content="0;url=\(address)"><title>Health journal</title></head>
      <body><p><a href="\(address)">Health journal</a></p></body></html>

      """
    try Self.system.append(Array(text.utf8), to: file)
  }

  func remove() { try? Self.system.remove(path) }
}

extension JournalSource {
  /// Creates the way of pages to a journal: as commands read it, with their words for errors.
  init(_ journal: Journal) {
    self.init(
      now: { Instant(microseconds: journal.system.now()) },
      state: { State(try? journal.system.status(at: journal.paths.events)) },
      read: { try journal.read($0) },
      difference: { try journal.difference(of: $0, between: $1, $2) },
      explain: { error in
        switch error {
        case let nothing as NothingThere: return Explained(.notThere, nothing.message)
        case is ReplacedJournal:
          return Explained(.changed, "another journal is now at \(journal.folder)")
        default: break
        }
        let failure = Failure(error)
        let reason: Explained.Reason =
          switch failure.code {
          case .usage where error is JournalError: .damaged
          case .done, .usage: .badOptions
          case .no: .notThere
          case .damaged: .damaged
          case .refused: .refused
          case .system, .interrupted, .terminated: .system
          }
        return Explained(reason, failure.sentence)
      })
  }
}
