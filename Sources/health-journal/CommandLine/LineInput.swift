import ByteTools
import JournalFile

/// Standard input by lines, as they arrive.
struct LineInput {
  enum Line {
    /// Where in `buffer` it stands.
    case line(Range<Int>)
    /// A line of more bytes than the journal takes; it has been passed over.
    case tooLong
  }

  /// What has been read. A line's range holds until more is asked for.
  private(set) var buffer = [UInt8](repeating: 0, count: 2 * leastRoom)
  private var start = 0
  /// The end of what has been read into `buffer`.
  private var end = 0
  /// The first line feed after `start`, once it has been found.
  private var feed: Int?
  /// Up to where a line feed has been looked for.
  private var searched = 0
  private var isAtEnd = false
  /// As much is read at once, at least.
  private static let leastRoom = 1 << 16

  /// The next line without its line feed, waiting for it; nil at the end. The last line may lack
  /// its line feed.
  mutating func next() throws -> Line? {
    while true {
      if let feed = nextFeed() {
        defer { pass(feed + 1) }
        return Self.line(start..<feed)
      }
      if isAtEnd {
        guard start < end else { return nil }
        defer { pass(end) }
        return Self.line(start..<end)
      }
      if end - start > JournalLimits.lineBytes { return try passOver() }
      try fill()
    }
  }

  /// Whether the next line has arrived whole: takes in what has arrived, and never waits. An
  /// incomplete line must not delay the answers to the lines before it.
  mutating func hasWaiting() throws -> Bool {
    while true {
      if nextFeed() != nil { return true }
      if isAtEnd { return start < end }
      if end - start > JournalLimits.lineBytes { return true }
      guard StandardInput.hasMore else { return false }
      try fill()
    }
  }

  private static func line(_ range: Range<Int>) -> Line {
    range.count > JournalLimits.lineBytes ? .tooLong : .line(range)
  }

  private mutating func nextFeed() -> Int? {
    if feed == nil {
      feed = buffer.rawBytes.extracting(0..<end).lineFeed(from: searched)
      searched = end
    }
    return feed
  }

  private mutating func pass(_ next: Int) {
    start = next
    searched = next
    feed = nil
  }

  private mutating func fill() throws {
    if start > 0 {
      // Less than a line, most often.
      for index in start..<end { buffer[index - start] = buffer[index] }
      end -= start
      searched -= start
      start = 0
    }
    if buffer.count - end < Self.leastRoom {
      buffer += [UInt8](repeating: 0, count: buffer.count)
    }
    let count = try StandardInput.read(into: &buffer, from: end)
    if count == 0 { isAtEnd = true }
    end += count
  }

  /// Reads up to the end of a line that is too long, keeping nothing of it.
  private mutating func passOver() throws -> Line {
    while !isAtEnd {
      end = 0
      pass(0)
      try fill()
      if let feed = nextFeed() {
        pass(feed + 1)
        break
      }
    }
    if isAtEnd { pass(end) }
    return .tooLong
  }
}
