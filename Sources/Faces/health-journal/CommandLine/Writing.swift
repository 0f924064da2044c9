import ByteTools
import HealthEvents
import HealthExport
import HealthModel
import HealthViews
import Journal
import JournalFile

/// The common part of commands that write to a journal.
struct Writing: ~Copyable {
  var session: JournalSession
  private let arguments: Arguments

  /// Opens the journal that the arguments name, reports what recovery did, runs `body`, and ends
  /// the writing on every way out.
  static func run(
    _ arguments: Arguments, _ console: inout Console,
    _ body: (inout Writing, inout Console) throws -> ExitCode
  ) throws -> ExitCode {
    var writing = Writing(try open(arguments, console), arguments)
    let code: ExitCode
    do {
      code = try body(&writing, &console)
    } catch {
      try writing.session.finish(after: error)
    }
    try writing.session.finish()
    return code
  }

  /// Opens the journal that the arguments name, and reports what recovery did.
  static func open(
    _ arguments: Arguments, _ console: Console, leavingSnapshot leavesSnapshot: Bool = false
  ) throws -> JournalSession {
    var session = try Environment.journal(arguments).write(leavingSnapshot: leavesSnapshot)
    let isRight = arguments.has(.clockIsRight)
    session.judgesLeap = { leap in judges(leap, saidToBeRight: isRight) }
    for warning in Wording.warnings(session.recovery) { console.remark("warning: " + warning) }
    return session
  }

  /// Returns true if a clock that leaps ahead is right: a leap of up to a year gives a remark; a
  /// longer one needs the option, or the word of a person at the terminal.
  private static func judges(_ leap: ClockLeap, saidToBeRight isRight: Bool) -> Bool {
    let words = Wording.text(leap)
    if !leap.isFar || isRight {
      Console.remark("warning: " + words)
      return true
    }
    ProgressMeter.shared.clear()
    return (try? Confirmation.isGiven("\(words). \(Wording.clockQuestion)")) ?? false
  }

  private init(_ session: consuming JournalSession, _ arguments: Arguments) {
    self.session = session
    self.arguments = arguments
  }

  /// The actor of the command.
  var by: String { arguments[.by] ?? EventActor.owner }

  /// Times as a person of the journal's zone types them.
  func timeInput() throws -> TimeInput { try session.timeInput() }

  /// Returns the zone of the journal.
  func zone() throws -> ZoneRules { try session.zone() }

  /// Returns the object that a text means, among those that `by` may see: a uuid, or its beginning.
  func object(_ text: String, includingSamples: Bool = true) throws -> ObjectUUID {
    if let uuid = ObjectUUID(text) { return uuid }
    return try Inputs.uuid(
      ofOne: text, in: try session.request(by: by).tables, includingSamples: includingSamples)
  }

  /// Returns the object that a uuid means, or the only one of a line.
  func object(orLine text: String) throws -> ObjectUUID {
    if let uuid = ObjectUUID(text) { return uuid }
    let journal = try session.request(by: by).journal
    let word = try ShownWord(text, in: journal)
    let objects = try word.objects(in: journal)
    guard objects.count == 1 else {
      throw Failure.usage("\(word) has \(counted(objects.count, "object")); name one by its uuid")
    }
    return objects[0]
  }

  /// Returns the moment that an option names; nil if the option is not given.
  func time(_ option: Option) throws -> Timestamp? {
    guard arguments.values.has(option) else { return nil }
    return try Inputs.time(option, arguments.values, try timeInput())
  }

  /// Returns the moment that an option names; now if the option is not given.
  func timeOrNow(_ option: Option) throws -> Timestamp {
    guard let time = try time(option) ?? timeInput().timestamp("now") else {
      throw Failure.usage("--\(option.name) is not a time")
    }
    return time
  }

  /// Returns the time from `--start` to `--end`; what is not given follows from the length.
  func span(lasting seconds: Double) throws -> TimeSpan {
    let length = Int64(seconds * 1_000_000)
    func moved(_ time: Timestamp, by length: Int64) -> Timestamp {
      Timestamp(
        instant: time.instant.adding(microseconds: length), offsetMinutes: time.offsetMinutes)
    }
    if let start = try time(SaveCommand.start) {
      return TimeSpan(start, try time(SaveCommand.end) ?? moved(start, by: length))
    }
    let end = try timeOrNow(SaveCommand.end)
    return TimeSpan(moved(end, by: -length), end)
  }

  /// Returns the query of `--where`, `--typed`, `--type`, `--source` and the options of time.
  mutating func query() throws -> ViewQuery {
    let values = arguments.values
    var query = ViewQuery()
    if let predicate = try Inputs.predicate(values) {
      query = try ViewQuery(predicate, in: session.tables, now: session.now)
    }
    if let types = try Inputs.types(values) { query.types = types }
    let window = try Inputs.window(values, try timeInput())
    (query.from, query.to) = (window.from?.instant, window.to?.instant)
    query.sources = values.all(.source)
    return query
  }

  /// Performs a command and shows its result in the requested format.
  mutating func perform(
    _ request: Request, _ console: inout Console, _ words: (JournalSession.Accepted) -> String
  ) throws -> ExitCode {
    _ = try Self.answerFormat(arguments)
    return try show(try perform(request), &console, words)
  }

  /// Shows the result of a command in the requested format.
  func show(
    _ accepted: JournalSession.Accepted, _ console: inout Console,
    _ words: (JournalSession.Accepted) -> String
  ) throws -> ExitCode {
    let format = try Self.answerFormat(arguments)
    try Self.answer(to: Self.done(in: accepted.sequence)) {
      try console.answer(words(accepted), in: format) { $0.acceptanceMembers(accepted) }
    }
    return .done
  }

  /// Shows the answer to what is done. If it cannot be shown, the failure states that it is done: a
  /// second run would do it twice.
  ///
  /// - Parameter done: a description of what was done.
  static func answer(to done: String, _ show: () throws -> Void) throws {
    do {
      try show()
    } catch let failure as SystemFailure {
      throw unsaid(done, failure)
    }
  }

  /// Returns the failure to show the answer to what is done.
  static func unsaid(_ done: String, _ failure: SystemFailure) -> Failure {
    Failure(code: .system, message: "\(done), but: \(failure.cause)")
  }

  /// Describes an action that a line records.
  static func done(in line: UInt64) -> String { "done in line \(line)" }

  /// Performs a command. A rejection is thrown without the index of its object: a person names one
  /// object, or each one by its name, and does not count them.
  private mutating func perform(_ request: Request) throws -> JournalSession.Accepted {
    do {
      return try session.perform(Command(by: by, request))
    } catch Rejection.invalidArgument(let fault, index: _) {
      throw Rejection.invalidArgument(fault, index: nil)
    }
  }

  /// Deletes objects; see `JournalSession.delete`.
  mutating func delete(
    _ uuids: [ObjectUUID], reason: String?
  ) throws -> JournalSession.Accepted? {
    do {
      return try session.delete(uuids, reason: reason, by: by)
    } catch Rejection.invalidArgument(let fault, index: _) {
      throw Rejection.invalidArgument(fault, index: nil)
    }
  }

  /// The names of the formats of answers.
  static let answerFormats = ["text", "json"]

  /// Returns the format of an answer: it is no table, so there is no CSV of it.
  static func answerFormat(_ arguments: Arguments) throws -> Format {
    let format = try Console.format(arguments)
    guard answerFormats.contains(format.name) else {
      throw arguments.misused("--format of \(arguments.page.name) takes text or json")
    }
    return format
  }

  /// Returns a request with a note of the same time added, if there are words for one.
  func noting(_ words: Note.Words?, _ request: SaveRequest) -> SaveRequest {
    request.noting(words, as: session.drawUUID())
  }

  /// Saves objects, reports what was saved, and warns of what is strange about it.
  ///
  /// - Parameters:
  ///   - isOfNow: true if it has just happened, so that it cannot have been saved before.
  ///   - words: a summary for people; nil for the uuids, the line, and all objects.
  mutating func save(
    _ request: SaveRequest, isOfNow: Bool = false, _ console: inout Console,
    _ words: ((JournalSession.Accepted) -> String)? = nil
  ) throws -> ExitCode {
    let objects = request.objects.map(\.object)
    let text = ObjectWords.text(objects, in: try zone(), session.catalogue)
    let code = try perform(.save(request), &console) { accepted in
      if let words { return words(accepted) }
      let uuids = accepted.uuids.map(\.description).joined(separator: " ")
      return "saved \(uuids) in line \(accepted.sequence): \(text)"
    }
    warn(of: objects.map(\.content), console)
    if !isOfNow { try warn(ofCopiesOf: objects, console) }
    return code
  }

  /// The remedy for something that was saved.
  private var remedy: String {
    by == EventActor.owner ? "; `health-journal undo` takes it back" : ""
  }

  /// Warns of objects that were saved before.
  private func warn(ofCopiesOf objects: [HealthObject], _ console: Console) throws {
    let journal = try session.request(by: by)
    for object in objects {
      let type = object.content.type
      // A source that may not read the type learns nothing of it.
      guard journal.isDetermined(type) else { continue }
      let lines = try EntryCheck.copies(of: object, in: journal.journal)
      guard !lines.isEmpty else { continue }
      let names = lines.map { String($0) }.joined(separator: ", ")
      console.remark(
        "warning: \(TypeCatalogue.name(of: type)) is a further copy of what "
          + "\(lines.count == 1 ? "line" : "lines") \(names) saved\(remedy)")
    }
  }

  /// Warns of unknown types, and of the findings that `check` would have.
  private func warn(of contents: [Content], _ console: Console) {
    for content in contents {
      if session.catalogue.find(content.type) == nil {
        console.remark("warning: " + Inputs.strange(content.type))
      }
      for doubt in EntryCheck.of(content, recordedAt: session.now) {
        console.remark("warning: \(TypeCatalogue.name(of: content.type)) \(doubt)\(remedy)")
      }
    }
    if let doubt = EntryCheck.between(contents) { console.remark("warning: \(doubt)\(remedy)") }
  }
}

extension Console {
  /// Writes an answer: words for people, an object of JSON for programs.
  mutating func answer(
    _ words: @autoclosure () -> String, in format: Format, _ members: (inout JSONWriter) -> Void
  ) throws {
    if format.isForPeople { return try print(words()) }
    try print(JSONWriter.objectText(members))
  }
}

extension JSONWriter {
  /// Writes the members of `{"seq":12,"uuids":["…"]}`.
  mutating func acceptanceMembers(_ accepted: JournalSession.Accepted) {
    member("seq", accepted.sequence)
    if accepted.uuids.isEmpty { return }
    key("uuids")
    array(accepted.uuids) { $0.string($1.description) }
  }
}
