import ByteTools
import JournalFile
import Synchronization

/// The lines of `append` on standard input, as they arrive. Of many that wait, another thread reads
/// the plain commands while those before them are taken.
struct CommandInput {
  /// A line of the input.
  enum Line {
    /// The range of the line in `buffer`, and the index in `commands` of its command if it is a
    /// plain one.
    case line(Range<Int>, plain: Int?)
    /// A line that is too long, see `LineInput`.
    case tooLong
  }

  /// Whole lines, and the plain commands in them.
  private struct Chunk: Sendable {
    var bytes: [UInt8] = []
    var lines: [(range: Range<Int>, plain: Int?)] = []
    var commands: [PlainCommand] = []

    /// Finds the lines, and reads the plain commands.
    mutating func read() {
      lines.removeAll(keepingCapacity: true)
      commands.removeAll(keepingCapacity: true)
      let own = bytes
      let bytes = own.rawBytes
      var start = 0
      while let feed = bytes.lineFeed(from: start) {
        lines.append((start..<feed, add(bytes.extracting(start..<feed))))
        start = feed + 1
      }
    }

    /// Adds the command of a line; nil: it is not a plain one.
    mutating func add(_ line: RawSpan) -> Int? {
      guard let command = PlainCommand(line) else { return nil }
      commands.append(command)
      return commands.count - 1
    }
  }

  /// The thread that reads ahead, and what it has read.
  private final class Ahead: Sendable {
    private let queue: BufferQueue
    private let chunk: Read

    private final class Read: Sendable { let last = Mutex(Chunk()) }

    init() {
      let read = Read()
      chunk = read
      queue = BufferQueue(room: 1) { bytes in
        read.last.withLock { chunk in
          swap(&chunk.bytes, &bytes)
          chunk.read()
        }
      }
    }

    func send(_ bytes: consuming [UInt8]) { queue.send(consume bytes) }

    func spareBuffer() -> [UInt8] { queue.spareBuffer() }

    /// Waits for what was sent last, and exchanges it for a chunk that has been taken.
    func finish(_ taken: inout Chunk) {
      queue.wait()
      chunk.last.withLock { swap(&$0, &taken) }
    }
  }

  private var input = LineInput()
  /// The lines that are being taken; none if `input` has them.
  private var chunk = Chunk()
  private var index = 0
  private var ahead: Ahead?
  /// True if the other thread was sent lines that are not fetched yet.
  private var isAhead = false
  /// The least number of bytes that are worth another thread's work.
  private static let many = 1 << 18

  /// The bytes in which the line is that was returned last.
  var buffer: [UInt8] { chunk.lines.isEmpty ? input.buffer : chunk.bytes }

  /// The plain commands of some lines, that of the last one among them.
  var commands: [PlainCommand] { chunk.commands }

  /// Returns the next line as `LineInput.next` does.
  mutating func next() throws -> Line? {
    if index == chunk.lines.count { try turn() }
    if index < chunk.lines.count {
      let line = chunk.lines[index]
      index += 1
      return .line(line.range, plain: line.plain)
    }
    switch try input.next() {
    case .tooLong: return .tooLong
    case .line(let range):
      let buffer = input.buffer
      chunk.commands.removeAll(keepingCapacity: true)
      return .line(range, plain: chunk.add(buffer.rawBytes.extracting(range)))
    case nil: return nil
    }
  }

  /// Returns true if the next line has arrived whole, as `LineInput.hasWaiting` does.
  mutating func hasWaiting() throws -> Bool {
    if index < chunk.lines.count || isAhead { return true }
    return try input.hasWaiting()
  }

  /// Goes on to the lines that were read ahead, and sends the other thread those after them.
  private mutating func turn() throws {
    if !isAhead { try send() }
    index = 0
    guard isAhead, let ahead else { return chunk.lines.removeAll(keepingCapacity: true) }
    ahead.finish(&chunk)
    isAhead = false
    try send()
  }

  private mutating func send() throws {
    let known = ahead
    guard let lines = try input.takeMany(Self.many, { known?.spareBuffer() ?? [] }) else { return }
    let thread = known ?? Ahead()
    thread.send(lines)
    (ahead, isAhead) = (thread, true)
  }
}
