import Dispatch
import Synchronization

/// The bytes of a source that is read on a thread of its own, a piece ahead of the code that takes
/// them.
///
///     var source = ReadAheadSource(try archive.source(of: entry))
///
/// Whatever the source throws is thrown after the bytes that came before it. When the last copy is
/// destroyed, it waits for the pieces that the thread is still to read: two at most.
package struct ReadAheadSource: ByteSource {
  private let pieces: Pieces
  private var piece = Piece(bytes: [], count: 0)
  private var given = 0

  /// - Parameters:
  ///   - source: is read on the other thread, and on this one where the system has no thread to
  ///     give.
  ///   - pieceSize: how many bytes are read ahead; twice as many are held.
  package init(
    _ source: some ByteSource & Sendable, pieceSize: Int = 1 << 18,
    from starter: ThreadStarter = .system
  ) {
    precondition(pieceSize > 0, "a piece holds at least one byte")
    pieces = Pieces(source, pieceSize, starter)
  }

  /// Copies the next bytes, waiting for them.
  package mutating func read(into bytes: inout [UInt8], from start: Int) throws -> Int {
    if given == piece.count {
      if let failure = piece.failure { throw failure }
      // A piece that is not full is the last.
      if given < piece.bytes.count { return 0 }
      let empty = exchange(&piece, with: Piece(bytes: [], count: 0)).bytes
      piece = pieces.next(replacing: empty)
      given = 0
      if piece.count == 0 { return try read(into: &bytes, from: start) }
    }
    let count = min(bytes.count - start, piece.count - given)
    bytes.replaceSubrange(start..<start + count, with: piece.bytes[given..<given + count])
    given += count
    return count
  }

  /// Bytes on their way: the first `count` of an array, and why nothing follows them.
  private struct Piece: Sendable {
    var bytes: [UInt8]
    var count: Int
    var failure: (any Error)?
  }

  /// The reader's side: sends arrays to be filled and gets them back in order; `deinit` waits for
  /// those that are not filled yet.
  private final class Pieces: Sendable {
    private let work: Work
    private let queue: BufferQueue

    init(_ source: some ByteSource & Sendable, _ pieceSize: Int, _ starter: ThreadStarter) {
      let work = Work(source)
      self.work = work
      queue = BufferQueue(room: 2, from: starter) { work.fill(&$0) }
      for _ in 0..<2 { queue.send([UInt8](repeating: 0, count: pieceSize)) }
    }

    deinit { queue.wait() }

    func next(replacing bytes: consuming [UInt8]) -> Piece {
      if !bytes.isEmpty { queue.send(bytes) }
      return work.next()
    }
  }

  /// What both threads hold.
  private final class Work: Sendable {
    private let source: Mutex<any ByteSource & Sendable>
    private let filled = Mutex<[Piece]>([])
    /// Counts the pieces that are filled.
    private let due = DispatchSemaphore(value: 0)

    init(_ source: some ByteSource & Sendable) { self.source = Mutex(source) }

    /// Fills an array and keeps it for the reader.
    func fill(_ bytes: inout [UInt8]) {
      var piece = Piece(bytes: bytes, count: 0)
      bytes = []
      source.withLock { source in
        do {
          while piece.count < piece.bytes.count {
            let count = try source.read(into: &piece.bytes, from: piece.count)
            if count == 0 { break }
            piece.count += count
          }
        } catch {
          piece.failure = error
        }
      }
      let done = piece
      filled.withLock { $0.append(done) }
      due.signal()
    }

    func next() -> Piece {
      due.wait()
      return filled.withLock { $0.removeFirst() }
    }
  }
}
