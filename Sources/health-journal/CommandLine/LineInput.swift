import ByteTools
import JournalFile

/// Standard input by lines, as they arrive.
struct LineInput {
  enum Line {
    /// Where in `buffer` it stands.
    case line(Range<Int>)
    /// A line of more bytes than the journal takes. It is told as soon as that is known, before the
    /// line has ended; the next call passes over the rest of it.
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
  /// How much of the rest of a line that is too long has been passed over; nil: there is none.
  private var passedOver: Int?
  /// More than that is no mistake in a line, but no lines at all.
  private static let mostPassedOver = 16 * JournalLimits.lineBytes
  /// As much is read at once, at least.
  private static let leastRoom = 1 << 16

  /// The next line without its line feed, waiting for it; nil at the end. The last line may lack
  /// its line feed.
  ///
  /// - Throws: a `Failure` of usage where a line does not end; what reading throws.
  mutating func next() throws -> Line? {
    try passOver()
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
      if end - start > JournalLimits.lineBytes {
        passedOver = end - start
        pass(end)
        return .tooLong
      }
      try fill()
    }
  }

  /// Whether the next line has arrived whole: takes in what has arrived, and never waits. An
  /// incomplete line must not delay the answers to the lines before it.
  mutating func hasWaiting() throws -> Bool {
    // That there is one is not known before the rest of a line has been passed over.
    if passedOver != nil { return false }
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

  /// Reads up to the end of a line that was too long, keeping nothing of it.
  private mutating func passOver() throws {
    guard var count = passedOver else { return }
    while !isAtEnd {
      if let feed = nextFeed() {
        pass(feed + 1)
        break
      }
      count += end - start
      guard count <= Self.mostPassedOver else {
        throw Failure.usage(
          "standard input has more than \(Self.mostPassedOver >> 20) MiB without the end of a line; "
            + "the rest of it was not read")
      }
      pass(0)
      end = 0
      try fill()
    }
    if isAtEnd { pass(end) }
    passedOver = nil
  }
}
