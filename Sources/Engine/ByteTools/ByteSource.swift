import Dispatch
import Synchronization

/// Bytes in their order: of a file, of standard input or of memory.
package protocol ByteSource {
  /// Writes the next bytes into an array, from `start` to its end at most, and returns how many; 0
  /// means that the source has ended. The caller leaves room for one byte or more. Fewer bytes than
  /// there is room for do not mean the end.
  mutating func read(into bytes: inout [UInt8], from start: Int) throws -> Int
}

package struct MemorySource: ByteSource {
  private let bytes: [UInt8]
  private let chunk: Int
  private var offset = 0

  /// Gives out the bytes, at most `chunk` of them at a time.
  package init(_ bytes: [UInt8], chunk: Int = .max) {
    precondition(chunk > 0, "a chunk holds at least one byte")
    self.bytes = bytes
    self.chunk = chunk
  }

  package mutating func read(into bytes: inout [UInt8], from start: Int) -> Int {
    let count = min(bytes.count - start, chunk, self.bytes.count - offset)
    bytes.replaceSubrange(start..<start + count, with: self.bytes[offset..<offset + count])
    offset += count
    return count
  }
}

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

  /// Creates a source that reads ahead.
  ///
  /// - Parameters:
  ///   - source: the source; the other thread reads it, or this one if the system has no thread
  ///     to give.
  ///   - pieceSize: the number of bytes that are read ahead; twice as many are held.
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

  /// The data that both threads hold.
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

/// The encoding of a text's characters as bytes, as far as its beginning shows.
package enum TextEncoding: Hashable, Sendable {
  /// UTF-8, or ASCII, which is a part of it: text that is read without conversion.
  case utf8
  /// UTF-16, the lower byte first.
  case utf16LittleEndian
  /// UTF-16, the higher byte first.
  case utf16BigEndian
  /// ISO-8859-1: each byte is the character of its number.
  case latin1
  /// Another one, by its name; there is no reader of it.
  case other(String)

  package var name: String {
    switch self {
    case .utf8: "UTF-8"
    case .utf16LittleEndian, .utf16BigEndian: "UTF-16"
    case .latin1: "ISO-8859-1"
    case .other(let name): name
    }
  }

  /// True if there is a reader for it.
  package var isReadable: Bool {
    if case .other = self { return false }
    return true
  }

  /// Detects the encoding of a text with this beginning: by its byte order mark, by the bytes of
  /// `<`, or by its XML declaration. A text that does not show its encoding counts as UTF-8.
  package init(of beginning: RawSpan) {
    let first = beginning.byteCount < 4 ? 0 : beginning.bigEndianWord32(at: 0)
    switch (first >> 24, (first >> 16) & 0xFF, (first >> 8) & 0xFF, first & 0xFF) {
    case (0xFF, 0xFE, 0, 0), (0, 0, 0xFE, 0xFF), (0x3C, 0, 0, 0), (0, 0, 0, 0x3C):
      self = .other("UTF-32")
    case (0xFF, 0xFE, _, _), (0x3C, 0, 1..., 0): self = .utf16LittleEndian
    case (0xFE, 0xFF, _, _), (0, 0x3C, 0, 1...): self = .utf16BigEndian
    default: self = Self.declared(by: beginning)
    }
  }

  /// Returns the encoding that an XML declaration at the very beginning names. A declaration that
  /// can be read byte by byte is not in UTF-16, so one that names UTF-16 counts as UTF-8.
  private static func declared(by beginning: RawSpan) -> TextEncoding {
    var at = 0
    guard beginning.skip("<?xml", at: &at),
      let end = beginning.firstIndex(of: UInt8(ascii: ">"), from: at), end < 1 << 10
    else { return .utf8 }
    let words = beginning.text(at..<end).split { $0 == "=" || $0.isWhitespace }
    guard let index = words.firstIndex(of: "encoding"), index + 1 < words.count else {
      return .utf8
    }
    let name = words[index + 1].filter { $0 != "\"" && $0 != "'" && $0 != "?" }
    switch name.uppercased() {
    case "UTF-8", "UTF8", "US-ASCII", "ASCII", "UTF-16", "UTF-16LE", "UTF-16BE", "": return .utf8
    case "ISO-8859-1", "ISO8859-1", "ISO_8859-1", "LATIN1", "LATIN-1": return .latin1
    default: return .other(String(name.prefix(40)))
    }
  }
}

/// The bytes of a source in another encoding, as UTF-8.
///
/// An unpaired surrogate becomes U+FFFD, and so does a byte that is left over at the end.
package struct TranscodingSource: ByteSource {
  /// The number of U+FFFD that replace invalid characters of the input.
  package private(set) var replacedCount = 0

  private var source: any ByteSource
  private let encoding: TextEncoding
  private var raw = [UInt8](repeating: 0, count: 1 << 16)
  /// Bytes of `raw` that the last piece left: a part of a character.
  private var left = 0
  private var text: [UInt8] = []
  private var given = 0
  private var hasEnded = false

  /// Creates a source of UTF-8 from the bytes of a source.
  package init(_ source: some ByteSource, from encoding: TextEncoding) {
    self.source = source
    self.encoding = encoding
    text.reserveCapacity(raw.count * 2 + 8)
  }

  package mutating func read(into bytes: inout [UInt8], from start: Int) throws -> Int {
    while given == text.count {
      if hasEnded { return 0 }
      try fill()
    }
    let count = min(bytes.count - start, text.count - given)
    bytes.replaceSubrange(start..<start + count, with: text[given..<given + count])
    given += count
    return count
  }

  /// Decodes the next piece.
  private mutating func fill() throws {
    text.removeAll(keepingCapacity: true)
    given = 0
    let count = try source.read(into: &raw, from: left)
    hasEnded = count == 0
    let end = left + count
    var at = 0
    switch encoding {
    case .utf16LittleEndian: decode16(&at, end, low: 0, high: 1)
    case .utf16BigEndian: decode16(&at, end, low: 1, high: 0)
    case .latin1: decode8(&at, end)
    case .utf8, .other:
      text.append(contentsOf: raw[..<end])
      at = end
    }
    if hasEnded, at < end {
      replace()
      at = end
    }
    for index in at..<end { raw[index - at] = raw[index] }
    left = end - at
  }

  private mutating func decode8(_ at: inout Int, _ end: Int) {
    while at < end {
      append(UInt32(raw[at]))
      at += 1
    }
  }

  /// Decodes whole characters; the first half of a pair waits for the second while more may come.
  private mutating func decode16(_ at: inout Int, _ end: Int, low: Int, high: Int) {
    while at + 1 < end {
      let unit = (UInt32(raw[at + high]) << 8) | UInt32(raw[at + low])
      at += 2
      guard 0xD800...0xDFFF ~= unit else {
        append(unit)
        continue
      }
      guard unit < 0xDC00 else {
        replace()
        continue
      }
      guard at + 1 < end else {
        if hasEnded {
          replace()
        } else {
          at -= 2
          return
        }
        continue
      }
      let next = (UInt32(raw[at + high]) << 8) | UInt32(raw[at + low])
      if 0xDC00...0xDFFF ~= next {
        append(0x10000 + ((unit - 0xD800) << 10) + (next - 0xDC00))
        at += 2
      } else {
        replace()
      }
    }
  }

  private mutating func replace() {
    replacedCount += 1
    append(0xFFFD)
  }

  private mutating func append(_ code: UInt32) {
    let scalar = Unicode.Scalar(code) ?? "\u{FFFD}"
    text.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
  }
}
