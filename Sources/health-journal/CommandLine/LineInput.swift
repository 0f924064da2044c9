import ByteTools
import JournalFile

/// Standard input by lines, as they arrive.
struct LineInput {
  enum Line {
    case line([UInt8])
    /// A line of more bytes than the journal takes; it has been passed over.
    case tooLong
  }

  private var buffer: [UInt8] = []
  private var start = 0
  private var isAtEnd = false
  private var chunk = [UInt8](repeating: 0, count: 1 << 16)

  /// The next line without its line feed, waiting for it; nil at the end. The last line may lack its
  /// line feed.
  mutating func next() throws -> Line? {
    var searched = start
    while true {
      if let feed = unsafe buffer.span.bytes.firstIndex(of: UInt8(ascii: "\n"), from: searched) {
        defer { start = feed + 1 }
        return Self.line(buffer[start..<feed])
      }
      searched = buffer.count
      if isAtEnd {
        guard start < buffer.count else { return nil }
        defer { start = buffer.count }
        return Self.line(buffer[start...])
      }
      if buffer.count - start > JournalLimits.lineBytes { return try passOver() }
      if start > 0 {
        searched -= start
        buffer.removeSubrange(..<start)
        start = 0
      }
      try fill()
    }
  }

  /// Whether the next line is there, whole: takes in what has arrived, and never waits. Half a line
  /// must not keep those before it from their answers.
  mutating func hasWaiting() throws -> Bool {
    var searched = start
    while true {
      if unsafe buffer.span.bytes.firstIndex(of: UInt8(ascii: "\n"), from: searched) != nil {
        return true
      }
      if isAtEnd { return start < buffer.count }
      if buffer.count - start > JournalLimits.lineBytes { return true }
      guard StandardInput.hasMore else { return false }
      searched = buffer.count
      try fill()
    }
  }

  private static func line(_ bytes: ArraySlice<UInt8>) -> Line {
    bytes.count > JournalLimits.lineBytes ? .tooLong : .line(Array(bytes))
  }

  private mutating func fill() throws {
    let count = try StandardInput.read(into: &chunk, from: 0)
    if count == 0 { isAtEnd = true }
    buffer += chunk[..<count]
  }

  /// Reads up to the end of a line that is too long, keeping nothing of it.
  private mutating func passOver() throws -> Line {
    while !isAtEnd {
      buffer.removeAll(keepingCapacity: true)
      start = 0
      try fill()
      if let feed = buffer.firstIndex(of: UInt8(ascii: "\n")) {
        start = feed + 1
        break
      }
    }
    if isAtEnd { start = buffer.count }
    return .tooLong
  }
}
