import ByteTools

/// Reads the lines of a file in windows, of 1 MiB unless told otherwise, into one buffer that is
/// used again.
///
/// A window that holds no whole line grows, up to the longest line that the format allows.
package struct LineReader {
  /// The size of a window that suits reading everything.
  package static let window = 1 << 20

  private let system: any FileSystem
  private let file: OpenFile
  private var buffer: [UInt8]
  /// The bytes of the buffer in use.
  private var filled = 0
  /// The offset in the file of the buffer's first byte.
  private var base: UInt64
  private var end: UInt64
  private let window: Int

  /// Creates a reader of the bytes from `offset` to `end`.
  package init(
    _ file: OpenFile, on system: any FileSystem, from offset: UInt64, to end: UInt64,
    window: Int = Self.window
  ) {
    self.system = system
    self.file = file
    self.base = offset
    self.end = end
    self.window = window
    buffer = [UInt8](repeating: 0, count: Self.room(from: offset, to: end, window))
  }

  private static func room(from offset: UInt64, to end: UInt64, _ window: Int) -> Int {
    Int(min(UInt64(window), max(end > offset ? end - offset : 0, 1)))
  }

  /// Goes on with the bytes from `offset` to `end`, in the same buffer.
  package mutating func restart(from offset: UInt64, to end: UInt64) {
    (base, self.end, filled) = (offset, end, 0)
    let more = Self.room(from: offset, to: end, window) - buffer.count
    if more > 0 { buffer.append(contentsOf: repeatElement(0, count: more)) }
  }

  /// Calls `body` with each line, without its line feed, and its offset in the file, until it
  /// returns false or no whole line is left.
  ///
  /// - Returns: the position after the last line for which `body` returned true, and whether a
  ///   line is longer than the format allows there.
  package mutating func forEachLine(
    _ body: (RawSpan, UInt64) throws -> Bool
  ) throws -> (end: UInt64, tooLong: Bool) {
    while true {
      let room = UInt64(buffer.count - filled)
      let want = min(room, end - min(end, base + UInt64(filled)))
      let count =
        want == 0
        ? 0
        : min(
          Int(want), try system.read(file, at: base + UInt64(filled), into: &buffer, from: filled))
      filled += count
      let used = try linesInBuffer(body)
      if used.stopped { return (base + UInt64(used.count), false) }
      if used.count == 0, filled == buffer.count, filled > JournalLimits.lineBytes {
        return (base, true)
      }
      keepRest(from: used.count)
      if count == 0, want == 0 || used.count == 0 { return (base, false) }
    }
  }

  private func linesInBuffer(
    _ body: (RawSpan, UInt64) throws -> Bool
  ) throws -> (count: Int, stopped: Bool) {
    let bytes = buffer.rawBytes.extracting(0..<filled)
    var start = 0
    while let feed = bytes.lineFeed(from: start) {
      guard try body(bytes.extracting(start..<feed), base + UInt64(start)) else {
        return (start, true)
      }
      start = feed + 1
    }
    return (start, false)
  }

  /// Moves the half line at the end to the front, and makes room if it fills the buffer.
  private mutating func keepRest(from used: Int) {
    if used > 0 {
      let rest = filled - used
      for index in 0..<rest { buffer[index] = buffer[used + index] }
      base += UInt64(used)
      filled = rest
    }
    guard filled == buffer.count else { return }
    let count = min(max(buffer.count * 4, 4096), JournalLimits.lineBytes + 2)
    buffer.append(contentsOf: repeatElement(0, count: max(count - buffer.count, 1)))
  }
}

/// The end of the last complete line of a file, as it was at one moment, and the bytes before it: a
/// chain value and a line feed, if all is well.
///
/// As long as that chain value is there, no byte before it has changed: salts are random, so a line
/// that was replaced by another one never comes back. So a reader without a lock takes a mark
/// first, reads up to it, and then asks whether the mark is still there (D78).
struct LineMark: Sendable {
  /// The offset after the line feed of the last complete line; the size where there is none near.
  private(set) var end: UInt64
  private(set) var size: UInt64
  private var ending: [UInt8] = []

  /// The number of bytes that are searched at a time for the last line feed.
  private static let window: UInt64 = 1 << 16
  /// The greatest number of attempts to get a mark in a file that changes meanwhile.
  private static let attempts = 10

  /// Reads the mark of a file in its present state.
  init(_ file: OpenFile, on system: any FileSystem) throws(SystemFailure) {
    size = try system.size(of: file)
    end = size
    ending = try Self.ending(end, of: file, on: system)
    if ending.last == UInt8(ascii: "\n"),
      Chain.stated(in: ending.rawBytes.extracting(droppingLast: 1)) != nil
    {
      return
    }
    // A line is being written, or lines are being taken back: the mark counts when two looks in a
    // row find the same.
    for _ in 0..<Self.attempts {
      let before = (end, ending)
      size = try system.size(of: file)
      end = try Self.lastLineEnd(in: file, size: size, on: system)
      ending = try Self.ending(end, of: file, on: system)
      if before == (end, ending) { return }
    }
  }

  /// Returns true if no line of those before it has been withdrawn.
  func stands(in file: OpenFile, on system: any FileSystem) throws(SystemFailure) -> Bool {
    try Self.ending(end, of: file, on: system) == ending
  }

  /// Returns the bytes of a line's end, fewer at the beginning of the file.
  private static func ending(
    _ end: UInt64, of file: OpenFile, on system: any FileSystem
  ) throws(SystemFailure) -> [UInt8] {
    let start = end - min(end, UInt64(JournalLimits.suffixBytes) + 2)
    return try system.bytes(of: file, from: start, to: end)
  }

  /// Returns the offset after the last line feed. If more bytes than a line may have follow it, it
  /// is the size: then the scan judges all of them.
  static func lastLineEnd(
    in file: OpenFile, size: UInt64, on system: any FileSystem
  ) throws(SystemFailure) -> UInt64 {
    var end = size
    while end > 0, size - end <= UInt64(JournalLimits.lineBytes) {
      let start = end - min(end, window)
      let bytes = try system.bytes(of: file, from: start, to: end)
      if let feed = bytes.lastIndex(of: UInt8(ascii: "\n")) { return start + UInt64(feed) + 1 }
      end = start
    }
    return end == 0 ? 0 : size
  }
}

/// A part of a file, read a mebibyte at a time.
package struct FilePart {
  private let file: OpenFile
  private let path: String
  private let range: Range<UInt64>
  private let system: any FileSystem

  /// Creates a reader.
  ///
  /// - Parameter path: the path of the file, for errors.
  package init(
    _ file: OpenFile, at path: String, _ range: Range<UInt64>, on system: any FileSystem
  ) {
    (self.file, self.path, self.range, self.system) = (file, path, range, system)
  }

  /// Calls `body` with the bytes, in order, and where they begin in the file.
  ///
  /// - Throws: what `body` throws; `SystemFailure`, `.replaced` where the file is shorter now.
  package func forEach(_ body: (_ bytes: [UInt8], _ offset: UInt64) throws -> Void) throws {
    var offset = range.lowerBound
    while offset < range.upperBound {
      let end = min(offset + (1 << 20), range.upperBound)
      let bytes = try system.bytes(of: file, from: offset, to: end)
      guard bytes.count == end - offset else { throw SystemFailure(.read, path, .replaced) }
      try body(bytes, offset)
      offset = end
    }
  }

  /// Writes the bytes after the end of another file.
  package func append(to other: OpenFile) throws {
    try forEach { bytes, _ in try system.append(bytes, to: other) }
  }
}

extension FileSystem {
  /// Returns the bytes of a file from one offset to another, fewer if it is shorter.
  package func bytes(
    of file: OpenFile, from start: UInt64, to end: UInt64
  ) throws(SystemFailure) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: Int(end - start))
    var filled = 0
    while filled < bytes.count {
      let count = try read(file, at: start + UInt64(filled), into: &bytes, from: filled)
      guard count > 0 else { return Array(bytes.prefix(filled)) }
      filled += count
    }
    return bytes
  }
}
