import ByteTools
import HealthEvents
import HealthJournal
import HealthModel
import JournalFile

/// `append`: commands on standard input, answers on standard output.
enum AppendCommand {
  private static let batch = Option("batch", "N", "at most N commands in one sync; else 10000")

  static let page = CommandPage(
    name: "append", group: .append, summary: "take NDJSON commands on standard input",
    options: [.journal, batch],
    details: """
      One command a line: an event line without seq, at, salt and chain. `uuid` may be left out and is
      then drawn; `id` is echoed. Each is answered by one line when it is on the disk:

        {"id":"7","seq":12,"uuids":["3F2504E0-4F89-41D3-9A0C-0305E82C3301"]}
        {"id":"8","error":{"code":"authorizationDenied","message":"…"}}

      Commands that wait together share one sync. Give the uuids, and a retry after a lost answer is
      refused as known, never doubled. The exit code is 4 where any command was refused.
      """
  ) { arguments, console in
    try arguments.require(words: 0...0, "")
    let most = try arguments.whole(batch, least: 1) ?? 10_000
    var loop = AppendLoop(session: try Writing(arguments, console).taken(), batchSize: most)
    return try loop.run(&console)
  }
}

/// An answer that is due when the batch is on the disk.
private enum Answer {
  case accepted(JSONValue?, JournalSession.Accepted)
  case refused(JSONValue?, code: String, message: String)
}

/// Reads commands, stages those that wait together, and answers when they are on the disk.
private struct AppendLoop: ~Copyable {
  private var session: JournalSession
  private let batchSize: Int
  private var answers: [Answer] = []
  private var input = LineInput()
  private var anyRefused = false

  init(session: consuming JournalSession, batchSize: Int) {
    self.session = session
    self.batchSize = batchSize
  }

  mutating func run(_ console: inout Console) throws -> ExitCode {
    while let line = try input.next() {
      switch line {
      case .tooLong: refuse(nil, "lineTooLong", Wording.text(JournalError.lineTooLong))
      case .line(let bytes): take(bytes)
      }
      let isFull = answers.count >= batchSize || session.stagedBytes >= 8 << 20
      if try isFull || !input.hasWaiting() { try settle(&console) }
    }
    try settle(&console)
    return anyRefused ? .refused : .done
  }

  private mutating func take(_ line: [UInt8]) {
    if line.allSatisfy({ $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }) { return }
    let bytes = unsafe line.span.bytes
    var system = SystemRandomNumberGenerator()
    do {
      let asked = try CommandCodec.decode(bytes) {
        .init(random: (system.next(), system.next()))
      }
      take(asked)
    } catch {
      refuse(CommandCodec.identifier(in: bytes), "malformed", Wording.text(error))
    }
  }

  private mutating func take(_ asked: CommandCodec.Asked) {
    do {
      answers.append(.accepted(asked.id, try session.stage(asked.command)))
    } catch let rejection as Rejection {
      refuse(asked.id, rejection.code, Wording.text(rejection))
    } catch {
      refuse(asked.id, "failed", Failure(error).message)
    }
  }

  private mutating func refuse(_ id: JSONValue?, _ code: String, _ message: String) {
    anyRefused = true
    answers.append(.refused(id, code: code, message: message))
  }

  /// Gets the batch onto the disk, then answers. Where that fails, what was accepted is not, and says
  /// so; a sync that failed ends the loop.
  private mutating func settle(_ console: inout Console) throws {
    if answers.isEmpty { return }
    defer { answers.removeAll(keepingCapacity: true) }
    do {
      try session.commit()
    } catch {
      let failure = Failure(error)
      answers = answers.map { $0.withdrawn(failure.message) }
      try answer(&console)
      throw failure
    }
    try answer(&console)
  }

  private func answer(_ console: inout Console) throws {
    var writer = JSONWriter()
    for answer in answers { writer.answer(answer) }
    try console.write(writer.bytes)
  }
}

extension Answer {
  /// What an acceptance turns into when it could not be written.
  fileprivate func withdrawn(_ message: String) -> Answer {
    switch self {
    case .accepted(let id, _): .refused(id, code: "notWritten", message: message)
    case .refused: self
    }
  }
}

extension JSONWriter {
  /// Writes one line of an answer.
  fileprivate mutating func answer(_ answer: Answer) {
    object { writer in
      switch answer {
      case .accepted(let id, let accepted):
        writer.identifier(id)
        writer.acceptanceMembers(accepted)
      case .refused(let id, let code, let message):
        writer.identifier(id)
        writer.key("error")
        writer.object { error in
          error.member("code", code)
          error.member("message", message)
        }
      }
    }
    bytes.append(UInt8(ascii: "\n"))
  }

  private mutating func identifier(_ id: JSONValue?) {
    guard let id else { return }
    key("id")
    value(id)
  }
}
