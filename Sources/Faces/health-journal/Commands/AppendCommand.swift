import ByteTools
import HealthEvents
import HealthModel
import HealthViews
import Journal
import JournalFile

/// `append`: commands on standard input, answers on standard output.
struct AppendCommand: CommandOptions {
  var batchSize = 10_000

  static let declared: [DeclaredOption<Self>] = [
    .shared(.folder), .shared(.wait),
    .value(\.batchSize, "batch", "N", "at most N commands in one sync; else 10000") {
      try $0.values.whole($1, least: 1)
    },
  ]

  static let page = command(
    name: "append", group: .append, summary: "take NDJSON commands on standard input",
    details: """
      Reads commands on standard input, one JSON object per line. It answers each command with one
      line when the command is on the disk. A command is a line of the journal without seq, at,
      salt and chain (shown here on several lines):

        {"id":"7","event":"save","by":"owner","objects":[{"kind":"quantity",
          "type":"HKQuantityTypeIdentifierStepCount","start":"2026-03-01T08:00:00+01:00",
          "end":"2026-03-01T08:10:00+01:00","value":812,"unit":"count"}]}
        {"id":"8","event":"delete","by":"owner",
          "objects":["3F2504E0-4F89-41D3-9A0C-0305E82C3301"],"reason":"entered twice"}
        {"id":"9","event":"authorize","by":"owner","source":"com.example.swimfit",
          "share":{"HKQuantityTypeIdentifierBodyMass":"denied"}}
        {"id":"10","event":"configure","by":"owner","timeZone":"Europe/Paris"}

      The answer is one of these:

        {"id":"7","seq":12,"uuids":["3F2504E0-4F89-41D3-9A0C-0305E82C3301"]}
        {"id":"8","error":{"code":"authorizationDenied","message":"com.example.swimfit may not share …"}}
        {"id":"7","error":{"code":"unknown","message":"cannot sync …"},"uuids":["3F2504E0-…"]}

      `id` is a string or a number of your own. The answer repeats it byte for byte, but
      characters that control or hide text become `\\u` escapes. Without `id` the answers have the
      order of the commands all the same. `source` and `device` belong inside the object.

      If you leave out `uuid`, the program makes one. Then a lost answer leaves you in doubt. If
      you give the uuids, a repeated save is refused as known and never doubled. A source may not
      give a uuid of version 8, which imports make: the answer could reveal what the journal
      holds.

      Commands that wait together share one write and one sync: at most --batch commands, or 8
      MiB. The next batch is read meanwhile. No answer waits for a command that has not arrived
      whole. So a client may keep the program open and wait for each answer.

      A command ends in one of three ways:

        acknowledged  The answer has a `seq`. The command is on the disk.
        not written   `notWritten`, and every refusal. Nothing of it is in the journal. You may send it
                      again.
        unknown       `unknown` (a sync failed), or no answer (the client or `append` was stopped). The
                      next command that writes to the journal decides: it keeps what is in the file, and
                      a warning on standard error names the lines. Ask with `history UUID`, or send the
                      command again with the same uuids.

      After `notWritten` and `unknown` the exit code is 5. These answers list all uuids, also
      those that the program made. The error codes are:

        malformed                   the line is no command
        lineTooLong                 The line is over 16 MiB. The answer is sent before the line ends.
                                    After 256 MiB without an end the program stops with exit code 2.
        authorizationNotDetermined  the source was never asked about the type
        authorizationDenied         the source may not share the type
        invalidArgument             a rule; the message names the object
        failed                      the format cannot express it, or the system failed
        notWritten, unknown         see above

      One bad line does not stop the others; the exit code is then 4. Empty lines are ignored.

      Types, activities and events need Apple's full identifiers. The program refuses a short name
      and names the identifier. It accepts identifiers that it does not know yet. A category value
      may be its code, or its name in the export; the name becomes the code. The values must make
      sense: the parts of a workout lie inside it, an average lies between its extremes, and the
      unit exists. Only `import` keeps other values, as the file has them. Docs/JOURNAL_FORMAT.md
      lists the fields of electrocardiograms, audiograms, heartbeats, routes, states of mind and
      vision prescriptions. The answer names a wrong field.

      A sync identifier (HKMetadataKeySyncIdentifier) belongs to the source that saves. Two
      sources may use the same one. A newer version replaces the older object, also in its workout
      and its correlation. The program refuses an equal or a lower version; HealthKit ignores it
      without an error.

      Examples

        health-journal append < commands.ndjson > answers.ndjson
      """
  ) { options, arguments, console in
    var loop = AppendLoop(
      session: try Writing.open(arguments, console), batchSize: options.batchSize)
    return try loop.run(&console)
  }
}

/// An answer that is written when the batch is on the disk. Its `id` is a range of the batch's
/// `identifiers`, empty where the command has none.
private enum Answer {
  case saved(id: Range<Int>, sequence: UInt64, ObjectUUID)
  case accepted(id: Range<Int>, JournalSession.Accepted)
  case refused(id: Range<Int>, code: String, message: String)
  /// Accepted, but not on the disk, or it is not known whether it is.
  case failed(id: Range<Int>, code: String, message: String, [ObjectUUID])

  /// Returns the answer for an acceptance that is not on the disk, or may not be. The uuids show
  /// what to look for.
  fileprivate func failed(_ code: String, _ message: String) -> Answer {
    switch self {
    case .saved(let id, _, let uuid): .failed(id: id, code: code, message: message, [uuid])
    case .accepted(let id, let accepted):
      .failed(id: id, code: code, message: message, accepted.uuids)
    case .refused, .failed: self
    }
  }
}

/// Reads commands, stages those that wait together, and answers when they are on the disk.
private struct AppendLoop: ~Copyable {
  private var session: JournalSession
  private let batchSize: Int
  private var answers = Answers()
  /// The answers to batches that are being written to the disk while the next one is staged: one or
  /// two.
  private var onTheWay: [Answers] = []
  /// The memory for the next answers.
  private var spare = Answers()
  private var output = JSONWriter()
  private var input = LineInput()
  private var anyRefused = false

  init(session: consuming JournalSession, batchSize: Int) {
    self.session = session
    self.batchSize = batchSize
  }

  /// Takes commands to the end of the input, and ends the writing on every way out.
  mutating func run(_ console: inout Console) throws -> ExitCode {
    do {
      try takeAll(&console)
    } catch {
      try session.finish(after: error)
    }
    try session.finish()
    return anyRefused ? .refused : .done
  }

  private mutating func takeAll(_ console: inout Console) throws {
    while let line = try input.next() {
      switch line {
      case .tooLong: refuse(0..<0, "lineTooLong", JournalError.lineTooLong.cause)
      case .line(let range): try take(range, &console)
      }
      let isFull = answers.all.count >= batchSize || session.stagedBytes >= 8 << 20
      let moreFollows = try input.hasWaiting()
      if isFull, moreFollows { try turn(&console) } else if !moreFollows { try commit(&console) }
    }
    try commit(&console)
  }

  /// Stages what a line asks for. By a clock that may be wrong nothing more is taken.
  private mutating func take(_ range: Range<Int>, _ console: inout Console) throws {
    let buffer = input.buffer
    let line = buffer.rawBytes.extracting(range)
    do {
      if let saved = try session.stage(plain: line) {
        let id = answers.keep(line.extracting(saved.identifier))
        answers.all.append(.saved(id: id, sequence: saved.sequence, saved.uuid))
      } else if !line.isBlank {
        try takeAny(line)
      }
    } catch let error as JournalError where error.problemCode == .clockLeap {
      try commit(&console)
      throw error
    } catch {
      refuse(identifier(in: line), "failed", Failure(error).message)
    }
  }

  private mutating func takeAny(_ line: RawSpan) throws {
    var system = SystemRandomNumberGenerator()
    let asked: CommandCodec.Asked
    do {
      asked = try CommandCodec.decode(line) {
        .init(random: (system.next(), system.next()))
      }
    } catch {
      return refuse(identifier(in: line), "malformed", error.cause)
    }
    let id = answers.keep(line.extracting(asked.id))
    do {
      answers.all.append(.accepted(id: id, try session.stage(asked.command, of: line)))
    } catch let rejection as Rejection {
      refuse(id, rejection.code, rejection.cause)
    } catch let error as JournalError where error.problemCode == .clockLeap {
      throw error
    } catch {
      refuse(id, "failed", Failure(error).message)
    }
  }

  /// Keeps the `id` of a line that may be no command.
  private mutating func identifier(in line: RawSpan) -> Range<Int> {
    answers.keep(line.extracting(CommandCodec.identifier(in: line)))
  }

  private mutating func refuse(_ id: Range<Int>, _ code: String, _ message: String) {
    anyRefused = true
    answers.all.append(.refused(id: id, code: code, message: message))
  }

  /// Writes all that is staged to the disk, then answers. Where that fails, `withdraw` answers, and
  /// the loop ends.
  private mutating func commit(_ console: inout Console, moreFollows: Bool = false) throws {
    while !onTheWay.isEmpty { try arrive(&console) }
    if answers.all.isEmpty { return }
    do {
      try session.commit(moreFollows: moreFollows)
    } catch {
      try withdraw(&console, error)
    }
    try answer(answers, &console)
    answers.removeAll()
  }

  /// Has a full batch written and synchronized while the next one is staged, and answers the one
  /// before it.
  private mutating func turn(_ console: inout Console) throws {
    let isStarted: Bool
    do {
      isStarted = try session.startCommit()
    } catch {
      try withdraw(&console, error)
    }
    guard isStarted else { return try commit(&console, moreFollows: true) }
    onTheWay.append(answers)
    answers = spare
    spare = Answers()
    if onTheWay.count > 1 { try arrive(&console) }
  }

  /// Answers the first batch that is on its way, when it is on the disk.
  private mutating func arrive(_ console: inout Console) throws {
    do {
      try session.finishCommit()
    } catch {
      try withdraw(&console, error)
    }
    spare = onTheWay.removeFirst()
    try answer(spare, &console)
    spare.removeAll()
  }

  /// Answers that what was accepted is not written, and ends the loop. Whether the batch whose sync
  /// failed is on the disk is not known; nothing after it was written.
  private mutating func withdraw(_ console: inout Console, _ error: any Error) throws -> Never {
    let message = Failure(error).message
    var isUnknown = if case JournalError.outcomeUnknown = error { true } else { false }
    for batch in onTheWay + [answers] {
      try answer(
        isUnknown
          ? batch.failed("unknown", message)
          : batch.failed("notWritten", "nothing of this was written: " + message), &console)
      isUnknown = false
    }
    throw error
  }

  private mutating func answer(_ answers: Answers, _ console: inout Console) throws {
    output.bytes.removeAll(keepingCapacity: true)
    for answer in answers.all { output.answer(answer, answers.identifiers) }
    try console.write(output.bytes)
  }
}

private struct Answers {
  var all: [Answer] = []
  /// The `id`s of commands, as they were written: a number that no double holds is echoed as it
  /// came.
  private(set) var identifiers: [UInt8] = []

  /// Keeps an `id`, and returns its range from then on.
  mutating func keep(_ identifier: RawSpan) -> Range<Int> {
    let start = identifiers.count
    identifiers.append(terminalJSON: identifier)
    return start..<identifiers.count
  }

  mutating func removeAll() {
    all.removeAll(keepingCapacity: true)
    identifiers.removeAll(keepingCapacity: true)
  }

  /// Returns the answers for a batch that is not on the disk, or may not be.
  func failed(_ code: String, _ message: String) -> Answers {
    var failed = self
    failed.all = all.map { $0.failed(code, message) }
    return failed
  }
}

extension JSONWriter {
  /// Writes one line of an answer.
  fileprivate mutating func answer(_ answer: Answer, _ identifiers: [UInt8]) {
    if case .saved(let id, let sequence, let uuid) = answer {
      return saved(identifiers.rawBytes.extracting(id), sequence, uuid)
    }
    object { writer in
      switch answer {
      case .saved: break
      case .accepted(let id, let accepted):
        writer.identifier(identifiers[id])
        writer.acceptanceMembers(accepted)
      case .refused(let id, let code, let message):
        writer.failure(identifiers[id], code, message)
      case .failed(let id, let code, let message, let uuids):
        writer.failure(identifiers[id], code, message)
        writer.array("uuids", uuids) { $0.string($1.description) }
      }
    }
    bytes.append(UInt8(ascii: "\n"))
  }

  /// Writes the answer to a plain save, as `answer` writes it.
  private mutating func saved(_ id: RawSpan, _ sequence: UInt64, _ uuid: ObjectUUID) {
    bytes.append(addingCapacity: id.byteCount + 100) { output in
      output.append("{")
      if !id.isEmpty {
        output.append("\"id\":")
        output.append(id)
        output.append(",")
      }
      output.append("\"seq\":")
      output.append(decimal: sequence)
      output.append(",\"uuids\":[\"")
      output.append(uuid: uuid.high, uuid.low)
      output.append("\"]}\n")
    }
  }

  private mutating func failure(_ id: ArraySlice<UInt8>, _ code: String, _ message: String) {
    identifier(id)
    key("error")
    object { error in
      error.member("code", code)
      error.key("message")
      error.terminalString(message)
    }
  }

  private mutating func identifier(_ id: ArraySlice<UInt8>) {
    if id.isEmpty { return }
    key("id")
    bytes.append(contentsOf: id)
  }
}

extension RawSpan {
  /// True if there is nothing but white space.
  var isBlank: Bool {
    for index in 0..<byteCount where ![0x20, 0x09, 0x0D].contains(byte(index)) { return false }
    return true
  }
}
