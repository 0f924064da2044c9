import ByteTools
import HealthEvents
import HealthModel
import HealthViews
import Journal
import JournalFile

/// The command `append`: it reads commands on standard input and answers on standard output.
struct AppendCommand: CommandOptions {
  var batchSize = 10_000

  static let declared: [DeclaredOption<Self>] = [
    .shared(.folder), .shared(.wait),
    .value(\.batchSize, "batch", "N", "at most N commands in one sync; default 10000") {
      try $0.values.whole($1, least: 1)
    },
  ]

  static let page = command(
    name: "append", group: .append, summary: "read NDJSON commands on standard input",
    details: """
      Reads commands on standard input, one JSON object per line. It answers each command with one
      line when the command is on the disk. A command has the form of a line of the journal
      without seq, at, salt and chain (here on several lines):

        {"event":"save","objects":[{"kind":"quantity",
          "type":"HKQuantityTypeIdentifierStepCount","start":"2026-03-01T08:00:00+01:00",
          "end":"2026-03-01T08:10:00+01:00","value":812,"unit":"count"}]}
        {"event":"delete","objects":["3F2504E0-4F89-41D3-9A0C-0305E82C3301"]}
        {"id":"9","by":"com.example.swimfit","event":"save","objects":[…]}

      The answer is one of these. `line` is the number of the line of the input, from 1:

        {"seq":12,"uuids":["3F2504E0-4F89-41D3-9A0C-0305E82C3301"]}
        {"error":{"code":"malformed","message":"…"},"line":2}
        {"id":"9","error":{"code":"authorizationDenied","message":"…"},"line":3}
        {"error":{"code":"unknown","message":"cannot sync …"},"uuids":["3F2504E0-…"],"line":1}

      Without `by` a command is the owner's. The other events are `authorize` (`source`, `share`,
      `read`), `configure` and `type`; their fields are those of a line of the journal.

      `id` is a string or a number that you choose. The answer repeats it byte for byte, but
      characters that control or hide text become `\\u` escapes. Even without `id` the answers
      have the order of the commands. `source` and `device` belong inside the object.

      If you leave out `uuid`, the program makes one. If such an answer is lost, you do not know
      whether the object was saved. If you give the uuids, the program refuses a repeated save as
      known, so the object is never saved twice. A source may not give a uuid of version 8.
      Imports make such uuids from content, so the answer could reveal the content of the journal.

      A command can depend on what you read before. `if` names that state, in one or both ways:

        "if":{"head":"120:9f86d081…"}
            line 120 is still the last one, with this chain value (`status` shows both)
        "if":{"unchanged":{"type":"HKQuantityTypeIdentifierBodyMass","since":120}}
            no line after line 120 saved, deleted, replaced or erased an object of this type;
            for an app, no object that it may read

      If the journal is otherwise, nothing is written, and the answer has the present head:

        {"error":{"code":"conflict","message":"…"},"head":"123:60303ae2…","line":9}

      The program checks `if` and writes under the lock of the writer. So if two programs decide by
      the same state, only one of them succeeds. A line that the journal does not have yet is a
      conflict too. A command with `if` waits for the commands before it and has a sync of its own.

      `if` does not make a retry safe; uuids do. If the journal already has the uuids of a save or a
      deletion, the answer is the same as without `if` (`invalidArgument`, the uuid is in the
      journal already). This is so although the command's own line has changed the state. So if you
      gave the uuids, `conflict` means that the command was not done. `authorize` and `configure`
      have no uuids: after a lost answer, look at `log`.

      Commands that wait at the same time share one sync: at most --batch commands, or 8 MiB. The
      program reads the next batch meanwhile. An answer does not wait for a command that has not
      arrived completely. So a client may keep the program open and wait for each answer.

      A command ends in one of three ways:

        acknowledged  The answer has a `seq`. The command is on the disk.
        not written   The answer has `notWritten` or a refusal. The journal has no part of the
                      command. You may send it again.
        unknown       The answer has `unknown` (a sync failed), or there is no answer (the client or
                      `append` was stopped). The next command that writes to the journal decides: it
                      keeps the lines that are in the file, and a warning on standard error names
                      them. Ask with `history UUID`, or send the command again with the same uuids.

      After `notWritten` and `unknown` the exit code is 5. These answers list all uuids, also the
      uuids that the program made. The error codes are:

        malformed                   the line is not a command
        lineTooLong                 The line is over 16 MiB. The answer is sent before the line ends.
                                    After 256 MiB without an end the program stops with exit code 2.
        authorizationNotDetermined  the owner has not decided whether the source may share the type
        authorizationDenied         the source may not share the type
        invalidArgument             the command breaks a rule; the message names the object
        conflict                    the journal is not as `if` says; see above
        failed                      the format cannot express the command, or the system failed
        notWritten, unknown         see above

      After a bad line the program continues with the next line; the exit code is then 4. It
      ignores empty lines.

      Types, activities and events need Apple's full identifiers. The program refuses a short
      name, and the message names the identifier. It accepts identifiers that it does not know. A
      category value may be its code, or its name in the export; the program saves the code. The
      values must be plausible: the parts of a workout lie inside the workout, an average lies
      between its extremes, and the unit exists. Only `import` keeps other values, in the form of
      the file. Docs/JOURNAL_FORMAT.md lists the fields of electrocardiograms, audiograms,
      heartbeats, routes, states of mind and vision prescriptions. The answer names a wrong field.

      A sync identifier (HKMetadataKeySyncIdentifier) belongs to the source that saves. Two
      sources may use the same identifier. A newer version replaces the older object, also in the
      workout and the correlation of this object. The program refuses an equal or a lower version;
      HealthKit ignores such a version without an error.

      Examples

        health-journal append < commands.ndjson > answers.ndjson
      """
  ) { options, arguments, console in
    var loop = AppendLoop(
      session: try Writing.open(arguments, console), batchSize: options.batchSize)
    return try loop.run(&console)
  }
}

/// A command of the input, as its answer names it.
private struct Asked {
  /// The range of its `id` in the batch's `identifiers`; empty where it has none.
  let id: Range<Int>
  /// The number of its line, from 1.
  let line: UInt64
}

/// An answer that is written when the batch is on the disk. Those to many commands wait at the same
/// time, so the rare ones are stored elsewhere.
private enum Answer {
  case saved(Asked, sequence: UInt64, ObjectUUID)
  case accepted(Asked, JournalSession.Accepted)
  indirect case refused(Asked, code: String, message: String)
  /// Refused because of its `if`; with the present head.
  indirect case conflict(Asked, CommandConflict)
  /// The answer for a command that was accepted, but is not on the disk, or may not be.
  indirect case failed(Asked, code: String, message: String, [ObjectUUID])

  /// Returns the answer for an acceptance that is not on the disk, or may not be. The client can
  /// look for the uuids.
  fileprivate func failed(_ code: String, _ message: String) -> Answer {
    switch self {
    case .saved(let asked, _, let uuid): .failed(asked, code: code, message: message, [uuid])
    case .accepted(let asked, let accepted):
      .failed(asked, code: code, message: message, accepted.uuids)
    case .refused, .conflict, .failed: self
    }
  }
}

/// A loop that reads commands, stages those that wait together, and answers when they are on the
/// disk.
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
  private var input = CommandInput()
  private var anyRefused = false
  /// The number of lines that were read.
  private var lines: UInt64 = 0
  /// Bytes of a large batch that are written together, while the rest of it is staged. A few such
  /// pieces fit into a processor's second cache.
  private static let pieceBytes = 1 << 18

  /// The last line before those of this call.
  private let before: UInt64

  init(session: consuming JournalSession, batchSize: Int) {
    before = session.writtenHead.sequence
    self.session = session
    self.batchSize = batchSize
  }

  /// Takes commands to the end of the input. It ends the writing even after an error.
  mutating func run(_ console: inout Console) throws -> ExitCode {
    do {
      try takeAll(&console)
    } catch {
      try session.finish(after: error)
    }
    // A snapshot that is due takes the place of this memory.
    (answers, spare, output, input) = (Answers(), Answers(), JSONWriter(), CommandInput())
    try session.finish()
    return anyRefused ? .refused : .done
  }

  private mutating func takeAll(_ console: inout Console) throws {
    while let line = try input.next() {
      lines += 1
      switch line {
      case .tooLong: refuse(asked(0..<0), "lineTooLong", JournalError.lineTooLong.cause)
      case .line(let range, let plain): try take(range, plain, &console)
      }
      let isFull =
        answers.all.count >= batchSize || answers.bytesAhead + session.stagedBytes >= 8 << 20
      let moreFollows = try input.hasWaiting()
      if !moreFollows {
        try commit(&console)
      } else if isFull {
        try turn(&console)
      } else if session.stagedBytes >= Self.pieceBytes {
        answers.bytesAhead += session.stagedBytes
        try session.writeAhead()
      }
    }
    try commit(&console)
  }

  /// Stages the command in a line. It throws if the clock may be wrong, which ends the loop.
  ///
  /// - Parameter plain: the index of the command among those of the input, if it is a plain one.
  private mutating func take(
    _ range: Range<Int>, _ plain: Int?, _ console: inout Console
  ) throws {
    let (buffer, commands) = (input.buffer, input.commands)
    let line = buffer.rawBytes.extracting(range)
    do {
      if let plain, let saved = try session.stage(plain: commands[plain], in: line) {
        let asked = asked(answers.keep(line.extracting(saved.identifier)))
        answers.all.append(.saved(asked, sequence: saved.sequence, saved.uuid))
        return
      }
    } catch {
      return try refuse(identifier(in: line), error, &console)
    }
    if !line.isBlank { try takeAny(line, &console) }
  }

  private mutating func takeAny(_ line: RawSpan, _ console: inout Console) throws {
    var system = SystemRandomNumberGenerator()
    let read: CommandCodec.Asked
    do {
      read = try CommandCodec.decode(line) {
        .init(random: (system.next(), system.next()))
      }
    } catch {
      return refuse(identifier(in: line), "malformed", error.cause)
    }
    // The lines before it belong to the state that it depends on.
    if read.condition != nil { try commit(&console, moreFollows: true) }
    let asked = asked(answers.keep(line.extracting(read.id)))
    do {
      if let condition = read.condition { try session.require(condition, for: read.command) }
      answers.all.append(.accepted(asked, try session.stage(read.command, of: line)))
    } catch {
      try refuse(asked, error, &console)
    }
  }

  /// Returns the command of the line that was read last.
  private func asked(_ id: Range<Int>) -> Asked { Asked(id: id, line: lines) }

  /// Keeps the `id` of a line that may not be a command.
  private mutating func identifier(in line: RawSpan) -> Asked {
    asked(answers.keep(line.extracting(CommandCodec.identifier(in: line))))
  }

  /// Answers that a command is not done, for this reason. By a clock that may be wrong nothing more
  /// is taken: then it throws.
  private mutating func refuse(
    _ asked: Asked, _ error: any Error, _ console: inout Console
  ) throws {
    switch error {
    case let rejection as Rejection: refuse(asked, rejection.code, rejection.cause)
    case let conflict as CommandConflict:
      anyRefused = true
      answers.all.append(.conflict(asked, conflict))
    case let error as JournalError where error.problemCode == .clockLeap:
      try commit(&console)
      throw error
    default: refuse(asked, "failed", Failure(error).statement)
    }
  }

  private mutating func refuse(_ asked: Asked, _ code: String, _ message: String) {
    anyRefused = true
    answers.all.append(.refused(asked, code: code, message: message))
  }

  /// Writes all staged commands to the disk, then answers. If this fails, `withdraw` answers, and
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

  /// Starts to write and synchronize a full batch while the loop stages the next one, and answers
  /// the batch before it.
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

  /// Waits until the first batch in writing is on the disk, and answers it.
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

  /// Answers that the accepted commands are not written, and ends the loop. Nobody knows whether
  /// the batch whose sync failed is on the disk, or the beginning of one whose file then changed;
  /// nothing after it was written.
  private mutating func withdraw(_ console: inout Console, _ error: any Error) throws -> Never {
    let message = Failure(error).message
    let batches = onTheWay + [answers]
    var isUnknown =
      switch error {
      case JournalError.outcomeUnknown: true
      case JournalError.changed: batches[0].bytesAhead > 0
      default: false
      }
    for batch in batches {
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
    do {
      try console.write(output.bytes)
    } catch let failure as SystemFailure {
      throw unsaid(failure)
    }
  }

  /// Returns the failure to show answers. It states the lines of what is done, also of what is on
  /// its way or was written ahead: a second run would do it twice.
  private mutating func unsaid(_ failure: SystemFailure) -> any Error {
    var ending = ""
    do {
      try session.commit()
    } catch {
      ending = ". And at the end: " + Failure(error).message
    }
    let last = session.writtenHead.sequence
    guard before < last else { return failure }
    var told = Writing.unsaid(
      "done in \(EventSummary.lines([LineRun(before + 1, last)]))", failure)
    told.message += ending
    return told
  }
}

private struct Answers {
  var all: [Answer] = []
  /// The `id`s of commands, byte for byte, because a double cannot represent every number.
  private(set) var identifiers: [UInt8] = []
  /// Bytes of lines that were given to be written before the batch was full.
  var bytesAhead = 0

  /// Keeps an `id`, and returns its range from then on.
  mutating func keep(_ identifier: RawSpan) -> Range<Int> {
    let start = identifiers.count
    identifiers.append(terminalJSON: identifier)
    return start..<identifiers.count
  }

  mutating func removeAll() {
    all.removeAll(keepingCapacity: true)
    identifiers.removeAll(keepingCapacity: true)
    bytesAhead = 0
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
    if case .saved(let asked, let sequence, let uuid) = answer {
      return saved(identifiers.rawBytes.extracting(asked.id), sequence, uuid)
    }
    object { writer in
      switch answer {
      case .saved: break
      case .accepted(let asked, let accepted):
        writer.identifier(identifiers[asked.id])
        writer.acceptanceMembers(accepted)
      case .refused(let asked, let code, let message):
        writer.failure(identifiers[asked.id], code, message)
        writer.member("line", asked.line)
      case .conflict(let asked, let conflict):
        writer.failure(identifiers[asked.id], "conflict", conflict.cause)
        writer.member("head", "\(conflict.head.sequence):\(conflict.head.chain)")
        writer.member("line", asked.line)
      case .failed(let asked, let code, let message, let uuids):
        writer.failure(identifiers[asked.id], code, message)
        writer.array("uuids", uuids) { $0.string($1.description) }
        writer.member("line", asked.line)
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
  /// True if the span contains only white space.
  var isBlank: Bool {
    for index in 0..<byteCount where ![0x20, 0x09, 0x0D].contains(byte(index)) { return false }
    return true
  }
}
