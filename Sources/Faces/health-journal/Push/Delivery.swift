import ByteTools
import HealthExport
import HealthModel
import HealthViews
import Journal
import JournalFile

/// A delivery of a batch to the other side: again and again if that may help, with pauses that
/// grow.
struct Delivery {
  let target: PushTarget
  let headers: [(name: String, value: String)]
  /// The number of times that a batch is sent again.
  let retries: Int
  /// Seconds that one exchange may take.
  let timeout: Double
  /// True if the other side has confirmed an earlier batch.
  private(set) var hasDelivered = false

  /// The longest pause that the other side may ask for, in seconds; a longer one ends the push.
  private static let longestPause = 600

  /// Posts a body; it returns after the other side has confirmed it.
  ///
  /// - Throws: a `Failure`: `.refused` if the other side does not want it, `.system` if it could
  ///   not be reached or stayed troubled.
  mutating func send(_ body: [UInt8], key: String, _ console: Console) throws {
    var request = PostRequest(
      target: target, headers: [("Content-Type", "application/json")], timeout: timeout,
      body: body)
    request.headers += [("Idempotency-Key", key)] + headers
    for attempt in 0... {
      let trouble = try trouble(in: try HTTPProgram.post(request), isFirst: attempt == 0)
      guard let trouble else {
        hasDelivered = true
        return
      }
      guard attempt < retries else {
        throw Failure(
          code: .system,
          message: "\(trouble.text); given up, tries: \(attempt + 1). Nothing is lost: push again")
      }
      let pause = try pause(before: attempt + 1, trouble)
      console.remark("\(trouble.text); trying again in \(Self.text(pause)) s")
      usleep(UInt32(pause * 1_000))
    }
  }

  /// A problem that may be over in a while.
  private struct Trouble {
    var text: String
    /// Seconds that the other side asks for.
    var wait: Int?
  }

  /// Returns the problem of a request; nil if the other side has the batch.
  ///
  /// - Parameter isFirst: true if this is the first request with the batch.
  private func trouble(
    in outcome: PostOutcome, isFirst: Bool
  ) throws(Failure) -> Trouble? {
    switch outcome {
    case .noAnswer(let reason): return Trouble(text: "no answer from \(target.shown): \(reason)")
    case .foreign(let reason):
      throw Failure(
        code: .system,
        message:
          "the server at \(target.shown) does not answer in HTTP: \(reason). The rows and the "
          + "headers may have arrived there; look at the address before you push again")
    case .untrusted(let reason):
      throw Failure(
        code: .system, message: "\(target.shown) cannot be trusted: \(reason); \(unsent(isFirst))")
    case .unreadable(let reason):
      throw .usage("\(target.shown): \(reason); \(unsent(isFirst))")
    case .answered(let answer):
      switch answer.status {
      case 200..<300: return nil
      case 408, 425, 429, 500...:
        return Trouble(text: words(answer), wait: answer.retryAfter)
      case 300..<400:
        let redirect = answer.location.map { " to \($0)" } ?? ""
        throw Failure(
          code: .refused, message: "\(words(answer))\(redirect); name the address where it ends")
      default: throw Failure(code: .refused, message: words(answer))
      }
    }
  }

  /// Describes what may have arrived although a request failed: an earlier request with this batch,
  /// which had no answer, and the batches before it.
  private func unsent(_ isFirst: Bool) -> String {
    guard isFirst else { return "an earlier try may have arrived; push again" }
    return hasDelivered
      ? "this batch was not sent, those before it have arrived" : "nothing was sent"
  }

  private func words(_ answer: PostAnswer) -> String {
    let text = String(answer.text.prefix(200))
    return "\(target.shown) answered \(answer.status)" + (text.isEmpty ? "" : ": \(text)")
  }

  /// Returns the pause in milliseconds: half a second, doubled each time, up to a minute, and at
  /// random up to half of it less, so that many clients that were refused together do not return
  /// together. It is never shorter than the other side asks for.
  private func pause(before attempt: Int, _ trouble: Trouble) throws(Failure) -> Int {
    let full = min(60_000, 250 << min(attempt, 20))
    let own = Int.random(in: full / 2...full)
    guard let wait = trouble.wait else { return own }
    guard wait <= Self.longestPause else {
      throw Failure(
        code: .system,
        message: "\(trouble.text); it asks to be left alone for \(wait) s. Push again after that")
    }
    return max(own, wait * 1_000)
  }

  private static func text(_ milliseconds: Int) -> String {
    "\(milliseconds / 1_000).\(milliseconds % 1_000 / 100)"
  }
}

/// The outlet of parcels: to the other side, or in a dry run to standard output.
struct PushOutlet {
  let target: PushTarget
  private var delivery: Delivery
  let isDry: Bool
  let format: Format
  /// The number of rows that were sent.
  private(set) var rows = 0
  private var requests = 0

  init(target: PushTarget, delivery: Delivery, isDry: Bool, format: Format) {
    self.target = target
    self.delivery = delivery
    self.isDry = isDry
    self.format = format
  }

  /// Sends a parcel. When this returns, the other side has confirmed the parcel.
  mutating func deliver(_ parcel: RowParcel, _ what: String, _ console: inout Console) throws {
    if isDry {
      console.remark(
        "would post to \(target.shown): \(what), rows: \(parcel.rows), "
          + "Idempotency-Key: \(parcel.key)")
      try console.write(parcel.body)
    } else {
      try delivery.send(parcel.body, key: parcel.key, console)
    }
    rows += parcel.rows
    requests += 1
  }

  /// Reports what has left.
  ///
  /// - Parameter last: the last line that the other side has; nil if something else than lines
  ///   was sent.
  func report(upTo last: UInt64?, _ console: inout Console) throws {
    let end = last.map { " up to line \($0)" } ?? ""
    if isDry {
      if rows == 0 { console.remark("nothing new for \(target.shown)\(end)") }
      return
    }
    guard format.isForPeople else {
      let json = JSONWriter.objectText { json in
        json.member("rows", UInt64(rows))
        json.member("requests", UInt64(requests))
        if let last { json.member("seq", last) }
      }
      return try console.print(json)
    }
    try console.print(
      rows == 0
        ? "nothing new for \(target.shown)\(end)"
        : "pushed \(counted(rows, "row")) in \(counted(requests, "request"))"
          + " to \(target.shown)\(end)")
  }
}

/// The progress of pushes to one address.
struct PushCursor: Hashable {
  /// The last line that the other side has.
  var anchor = ChangeAnchor.beginning
  /// The batch that is being sent. The file has it before the request is made, so that after a
  /// crash the next push sends the same rows under the same key.
  var pending: BatchLines?
}

/// The file of a cursor: a small JSON text in the folder of the user's state, not in the journal,
/// which a push only reads. This value holds its lock.
struct PushCursorFile: ~Copyable {
  private static let system = PosixSystem()
  private let path: String
  private let journalFolder: String
  private let identity: BatchIdentity
  private let shown: String
  private let lock: OpenFile?

  /// Opens the file of this identity.
  ///
  /// - Parameter isLocked: false only to look at it.
  /// - Throws: a `Failure` if another push to the same address is under way; `SystemFailure`.
  init(
    _ identity: BatchIdentity, to target: PushTarget, outside journalFolder: String,
    isLocked: Bool
  ) throws {
    let folder = try Environment.stateFolder() + "/push"
    let path = "\(folder)/\(identity.digest()).json"
    lock =
      try isLocked
      ? StateLock.take(
        path, in: folder,
        busy: "another push to \(target.shown) is in progress; wait until it ends")
      : nil
    self.path = path
    shown = target.shown
    self.identity = identity
    self.journalFolder = journalFolder
  }

  deinit { if let lock { Self.system.close(lock) } }

  /// Reads the file; the beginning if there is none.
  func read() throws -> PushCursor {
    guard let bytes = try SmallFile.bytes(path) else { return PushCursor() }
    guard let tape = try? JSONTape(bytes.rawBytes),
      let anchor = JSONView(tape, bytes.rawBytes).anchor("seq")
    else {
      throw Failure(
        code: .system, message: "\(path) is no longer a cursor; remove it to push from line 1")
    }
    var cursor = PushCursor(anchor: anchor)
    if let pending = JSONView(tape, bytes.rawBytes)["pending"], let first = pending.whole("first"),
      let last = pending.whole("last"), let known = pending.anchor("known"),
      first > anchor.sequence, first <= last, last <= known.sequence
    {
      cursor.pending = BatchLines(
        first: first, last: last, known: known, isRefused: pending["refused"] != nil)
    }
    return cursor
  }

  /// Puts a cursor into the file, whole or not at all, and onto the disk.
  func write(_ cursor: PushCursor) throws {
    let json = JSONWriter.objectBytes { json in
      json.member("journal", identity.journal.description)
      json.member("to", shown)
      json.member("seq", cursor.anchor.sequence)
      json.member("chain", cursor.anchor.chain)
      guard let batch = cursor.pending else { return }
      json.object("pending") { json in
        json.member("first", batch.first)
        json.member("last", batch.last)
        json.member("known", batch.known.sequence)
        json.member("chain", batch.known.chain)
        if batch.isRefused { json.member("refused", true) }
      }
    }
    var file = try FileSink(path, outside: journalFolder)
    try file.write { try $0.write(json + [UInt8(ascii: "\n")]) }
  }
}

/// A push of changes: from where the last one ended up to the journal's last line.
struct ChangesPush {
  let journal: ViewRequest
  let identity: BatchIdentity
  /// The most rows in a batch; a batch has whole lines only.
  let size: Int

  /// Sends new changes, batch by batch. The bounds of a batch are on the disk before the request,
  /// and the cursor moves when the batch has arrived.
  func run(_ outlet: inout PushOutlet, _ console: inout Console) throws {
    let file = try PushCursorFile(
      identity, to: outlet.target, outside: journal.folder, isLocked: !outlet.isDry)
    let batches = ChangeBatches(of: journal.journal, identity, size: size)
    var cursor = try file.read()
    try require(cursor)
    while cursor.anchor.sequence < journal.head.sequence {
      let lines = try nextLines(cursor, batches)
      let last = try journal.lineAnchor(lines.last)
      let parcel = try batches.parcel(lines, upTo: last)
      if parcel.rows > 0 {
        cursor.pending = lines
        if !outlet.isDry { try file.write(cursor) }
        let what = "what lines \(lines.first) to \(lines.last) changed"
        try deliver(parcel, what, cursor, file, &outlet, &console)
      }
      cursor = PushCursor(anchor: last)
      if !outlet.isDry { try file.write(cursor) }
    }
    try outlet.report(upTo: cursor.anchor.sequence, &console)
  }

  /// Sends the pending batch, and notes if the other side refuses it.
  private func deliver(
    _ parcel: RowParcel, _ what: String, _ cursor: PushCursor, _ file: borrowing PushCursorFile,
    _ outlet: inout PushOutlet, _ console: inout Console
  ) throws {
    do {
      try outlet.deliver(parcel, what, &console)
    } catch let failure as Failure where failure.code == .refused {
      var refused = cursor
      refused.pending?.isRefused = true
      try file.write(refused)
      throw failure
    }
  }

  /// Refuses a cursor whose lines the journal does not have, as after a restore from an older copy.
  private func require(_ cursor: PushCursor) throws {
    for anchor in [cursor.anchor, cursor.pending?.known].compactMap({ $0 }) {
      try journal.require(anchor, toStartAnew: "give --cursor NAME")
    }
  }

  /// Returns the pending batch, which may have been sent already; else the next new lines. A batch
  /// that was refused is made again from the same lines, and is the same batch unless `size` is
  /// another.
  private func nextLines(_ cursor: PushCursor, _ batches: ChangeBatches) throws -> BatchLines {
    if let pending = cursor.pending, !pending.isRefused { return pending }
    let known = try cursor.pending?.known ?? journal.lineAnchor(journal.head.sequence)
    return try batches.lines(after: cursor.anchor.sequence, known: known)
  }
}
