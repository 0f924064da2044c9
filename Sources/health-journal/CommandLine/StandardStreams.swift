import ByteTools
import CLibrary
import HealthExport
import JournalFile
import ProcessStart

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

  /// Whether a terminal shows it.
  static var isTerminal: Bool { isatty(1) == 1 }

  /// How many columns that terminal has, from 20 to 1000, and 80 where it does not say; nil where
  /// there is none.
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

  /// Whether a person is looking at it.
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

  /// Whether a person is typing it.
  static var isTerminal: Bool { isatty(0) == 1 }

  /// The line that a person types, without its end, up to 1,024 bytes of it.
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

  /// Whether more can be read without waiting.
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

  /// Whether a person is at the terminal and sees the question.
  static var isPossible: Bool { StandardInput.isTerminal && StandardError.isTerminal }
}

enum StandardStreams {
  static func write(
    _ bytes: [UInt8], to descriptor: Int32, named name: String
  ) throws(SystemFailure) {
    try SystemFailure.telling(
      .append, name, try PosixSystem().append(bytes, to: OpenFile(descriptor: descriptor)))
  }
}
