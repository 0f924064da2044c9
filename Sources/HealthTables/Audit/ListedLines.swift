import ByteTools
import JournalFile

/// Some lines of a journal, read again in order: threads decode them ahead, and one after the other
/// is handed on.
struct ListedLines {
  /// How many parts of a round there are for each thread: a round is held in memory, decoded.
  private static let partsPerThread = 4
  /// How many bytes are read at a time.
  private static let window = 1 << 16

  /// A stretch of the file.
  private struct Part: Sendable {
    /// The indices of the lines that are listed in it.
    var listed: Range<Int>
    /// The number of its first line.
    var first: UInt64
    /// Where it stands.
    var bytes: Range<UInt64>
  }

  private let reader: JournalReader
  /// Their numbers, ascending.
  private let numbers: [UInt32]
  private let parts: [Part]

  /// The lines with these numbers, which ascend and stand before `head`.
  ///
  /// - Parameters:
  ///   - index: where lines begin.
  ///   - partBytes: about how much a thread reads at a time.
  /// - Throws: what reading where lines begin throws.
  init(
    _ numbers: [UInt32], of reader: JournalReader, _ index: LineIndex, upTo head: Head,
    partBytes: UInt64
  ) throws {
    self.reader = reader
    self.numbers = numbers
    var parts: [Part] = []
    for (position, number) in numbers.enumerated() {
      let (first, bytes) = try index.stretch(with: UInt64(number), upTo: head)
      if var last = parts.last, bytes.lowerBound <= last.bytes.upperBound,
        bytes.lowerBound < last.bytes.upperBound || last.bytes.count < Int(partBytes)
      {
        last.listed = last.listed.lowerBound..<position + 1
        last.bytes = last.bytes.lowerBound..<bytes.upperBound
        parts[parts.count - 1] = last
      } else {
        parts.append(Part(listed: position..<position + 1, first: first, bytes: bytes))
      }
    }
    self.parts = parts
  }

  /// Calls `body` with each of them and its offset in the file, one at a time.
  ///
  /// - Parameter threads: how many may decode lines.
  /// - Throws: `JournalError.linesGone` where other lines stand there; what the system throws.
  func forEach(
    on threads: Int, from starter: ThreadStarter, _ body: @Sendable (Entry, UInt64) -> Void
  ) throws {
    let count = threads * Self.partsPerThread
    for start in stride(from: 0, to: parts.count, by: count) {
      let round = Array(parts[start..<min(start + count, parts.count)])
      try Threads.inOrder(round, on: threads, from: starter) {
        try decoded($0)
      } take: { lines in
        for line in lines { body(line.entry, line.offset) }
      }
    }
  }

  private func decoded(_ part: Part) throws -> [(entry: Entry, offset: UInt64)] {
    var lines: [(entry: Entry, offset: UInt64)] = []
    var wanted = numbers[part.listed]
    var number = part.first
    try reader.forEachLine(
      from: part.bytes.lowerBound, to: part.bytes.upperBound, window: Self.window
    ) { line, offset in
      defer { number += 1 }
      guard let next = wanted.first, number == UInt64(next) else { return true }
      wanted.removeFirst()
      let entry = try LineCodec.decode(line)
      guard entry.sequence == number else { return false }
      lines.append((entry, offset))
      return !wanted.isEmpty
    }
    guard lines.count == part.listed.count else {
      throw JournalError.linesGone(path: reader.paths.events)
    }
    return lines
  }
}
