import ByteTools
import HealthExport
import JournalFile

/// Standard output, as a destination for exported text.
struct StandardOutput: TextSink {
  mutating func write(_ bytes: [UInt8]) throws {
    try Interrupted.check()
    OutputPager.begin()
    if Self.isTerminal {
      ProgressMeter.shared.clear()
    } else {
      ProgressMeter.shared.add(bytes.count)
    }
    do {
      try StandardStreams.write(bytes, to: 1, named: "standard output")
    } catch {
      throw OutputPager.isRunning ? ReaderGone() as any Error : error
    }
  }

  /// True if a terminal shows it.
  static var isTerminal: Bool { isatty(1) == 1 }

  /// The number of columns of that terminal, from 20 to 1000, and 80 if it does not state any; nil
  /// if there is none.
  static var terminalWidth: Int? {
    guard isTerminal else { return nil }
    let width =
      Environment.variable("COLUMNS").flatMap { Int($0) } ?? SystemFacts.terminalColumns ?? 0
    return width > 0 ? min(max(width, 20), 1000) : 80
  }
}

/// Standard error, as far as it can be written to.
enum StandardError {
  static func write(_ text: String) {
    if OutputPager.hold(text) { return }
    try? StandardStreams.write(Array(text.utf8), to: 2, named: "standard error")
  }

  /// True if a person is looking at it.
  static var isTerminal: Bool { isatty(2) == 1 }
}

/// Standard input, as it arrives.
enum StandardInput {
  /// Reads what is there, waiting where nothing is.
  /// - Returns: how many bytes; 0 at the end.
  static func read(into buffer: inout [UInt8], from index: Int) throws -> Int {
    try SystemFailure.telling(
      .read, "standard input",
      try PosixSystem().readNext(OpenFile(descriptor: 0), into: &buffer, from: index))
  }

  /// True if a person is typing it.
  static var isTerminal: Bool { isatty(0) == 1 }

  /// Reads the line that a person types, without its end, up to 1,024 bytes of it.
  ///
  /// - Throws: `SystemFailure`.
  static func line() throws -> String {
    var bytes: [UInt8] = []
    var buffer: [UInt8] = [0]
    while bytes.count < 1024, try read(into: &buffer, from: 0) > 0 {
      if buffer[0] == UInt8(ascii: "\n") { break }
      bytes.append(buffer[0])
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// True if more can be read without waiting.
  static var hasMore: Bool { SystemFacts.hasInput }
}

/// A question to the person at the terminal.
enum Confirmation {
  /// Asks and waits for the answer; without a terminal nobody is asked, and the answer is no.
  ///
  /// - Returns: whether it was `yes`.
  /// - Throws: `SystemFailure`.
  static func isGiven(_ question: String) throws -> Bool {
    guard isPossible else { return false }
    StandardError.write(TerminalText.escaped("\(question) (yes) "))
    return try StandardInput.line() == "yes"
  }

  /// Asks in the same way a person whose refusal ends the call.
  ///
  /// - Parameters:
  ///   - sentences: what the person has to know first, a line each.
  ///   - refusal: what is said where the person answers anything but `yes`.
  /// - Returns: false where there is no terminal.
  /// - Throws: a `Failure` of usage with the refusal; `SystemFailure`.
  static func isGiven(
    _ question: String, after sentences: [String] = [], else refusal: String
  ) throws -> Bool {
    guard isPossible else { return false }
    for sentence in sentences { StandardError.write(TerminalText.escaped(sentence) + "\n") }
    guard try isGiven(question) else { throw Failure.usage(refusal) }
    return true
  }

  /// True if a person is at the terminal and sees the question.
  static var isPossible: Bool { StandardInput.isTerminal && StandardError.isTerminal }
}

enum StandardStreams {
  /// Closes standard output and standard error, so that a reader sees their ends.
  static func close() {
    for descriptor in 1...2 as ClosedRange<Int32> {
      PosixSystem().close(OpenFile(descriptor: descriptor))
    }
    StandardDescriptors.openClosed()
  }

  static func write(
    _ bytes: [UInt8], to descriptor: Int32, named name: String
  ) throws(SystemFailure) {
    try SystemFailure.telling(
      .append, name, try PosixSystem().append(bytes, to: OpenFile(descriptor: descriptor)))
  }
}

/// Standard input by lines, as they arrive.
struct LineInput {
  enum Line {
    /// The range of the line in `buffer`.
    case line(Range<Int>)
    /// A line with more bytes than the journal accepts. The reader returns this case before the
    /// line has ended; the next call skips the rest of the line.
    case tooLong
  }

  /// The bytes that have been read. A line's range is valid until more is asked for.
  private(set) var buffer = [UInt8](repeating: 0, count: 2 * leastRoom)
  private var start = 0
  /// The end of what has been read into `buffer`.
  private var end = 0
  /// The first line feed after `start`, once it has been found.
  private var feed: Int?
  /// The index up to which the reader has searched a line feed.
  private var searched = 0
  private var isAtEnd = false
  /// The number of bytes that have been skipped of the rest of a line that is too long; nil if
  /// there is none.
  private var passedOver: Int?
  /// The greatest length of a line that the reader skips. Longer input does not consist of lines.
  private static let mostPassedOver = 16 * JournalLimits.lineBytes
  /// The least number of bytes that are read at once.
  private static let leastRoom = 1 << 16

  /// Returns the next line without its line feed, and waits for it; nil at the end. The last line
  /// may lack its line feed.
  ///
  /// - Throws: a `Failure` of usage if a line does not end; the errors of reading.
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

  /// Returns true if the next line has arrived whole: reads what has arrived, and never waits. An
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

  /// Hands over whole lines that have arrived, if they are all and have many bytes; nil: `next`
  /// returns them. It never waits.
  ///
  /// - Parameters:
  ///   - least: the least number of bytes.
  ///   - spare: returns the memory for what arrives next.
  mutating func takeMany(_ least: Int, _ spare: () -> [UInt8]) throws -> [UInt8]? {
    guard passedOver == nil, nextFeed() == nil else { return nil }
    while end - start < least, !isAtEnd, StandardInput.hasMore { try fill() }
    guard start == 0, end >= least,
      let last = buffer[..<end].lastIndex(of: UInt8(ascii: "\n"))
    else { return nil }
    var lines = spare()
    let missing = max(buffer.count - lines.count, 0)
    lines.append(addingCapacity: missing) { $0.append(repeating: 0, count: missing) }
    for index in last + 1..<end { lines[index - last - 1] = buffer[index] }
    swap(&lines, &buffer)
    lines.removeLast(lines.count - last - 1)
    end -= last + 1
    pass(0)
    return lines
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
