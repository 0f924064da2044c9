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

  /// A reader of the bytes from `offset` to `end`.
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

  /// Moves the half line at the end to the front, and makes room where it fills the buffer.
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
