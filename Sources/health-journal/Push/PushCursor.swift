import ByteTools
import HealthModel
import Journal
import JournalFile

/// How far pushes to one address have come.
struct PushCursor: Hashable {
  /// The last line that the other side has.
  var anchor = ChangeAnchor.beginning
  /// What is being sent. It stands in the file before the request is made, so that a process that
  /// takes over after a crash sends the same rows under the same key.
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

  /// The file of this identity.
  ///
  /// - Parameter isLocked: false only to look at it.
  /// - Throws: a `Failure` where another push to the same address is under way; `SystemFailure`.
  init(
    _ identity: BatchIdentity, to target: PushTarget, outside journalFolder: String,
    isLocked: Bool
  ) throws {
    let folder = try Environment.stateFolder() + "/push"
    let path = "\(folder)/\(identity.digest()).json"
    lock =
      try isLocked
      ? StateLock.take(
        path, in: folder, busy: "another push to \(target.shown) is under way; wait for its end")
      : nil
    self.path = path
    shown = target.shown
    self.identity = identity
    self.journalFolder = journalFolder
  }

  deinit { if let lock { Self.system.close(lock) } }

  /// What the file says; the beginning where there is none.
  func read() throws -> PushCursor {
    guard let bytes = try SmallFile.bytes(path) else { return PushCursor() }
    guard let tape = try? JSONTape(bytes.rawBytes),
      let anchor = JSONView(tape, bytes.rawBytes).anchor("seq")
    else {
      throw Failure(
        code: .system, message: "\(path) is no cursor any more; remove it to push from line 1")
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
    var json = JSONWriter()
    json.object { json in
      json.member("journal", identity.journal.description)
      json.member("to", shown)
      json.member("seq", cursor.anchor.sequence)
      json.member("chain", cursor.anchor.chain)
      guard let batch = cursor.pending else { return }
      json.key("pending")
      json.object { json in
        json.member("first", batch.first)
        json.member("last", batch.last)
        json.member("known", batch.known.sequence)
        json.member("chain", batch.known.chain)
        if batch.isRefused { json.member("refused", true) }
      }
    }
    var file = try FileSink(path, outside: journalFolder)
    try file.write { try $0.write(json.bytes + [UInt8(ascii: "\n")]) }
  }
}
