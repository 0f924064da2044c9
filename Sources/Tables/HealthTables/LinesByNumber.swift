package import ByteTools
import HealthEvents
package import HealthModel
package import JournalFile

// Lines that are asked for by their numbers.

extension ReplayedJournal {
  /// Returns the entry with this number.
  package func entry(_ sequence: UInt64) throws -> Entry? { try entries([sequence])[sequence] }

  /// Returns the entries with these numbers, without the numbers that have no line. Lines near each
  /// other are read in one go, many far apart by several threads.
  ///
  /// - Parameter words: the words of which an entry must have one; nil: it need not.
  package func entries(
    _ sequences: some Sequence<UInt64>, naming words: QuotedWords? = nil
  ) throws -> [UInt64: Entry] {
    let wanted = Set(sequences).filter { $0 > 0 && $0 <= head.sequence }.sorted()
    guard let first = wanted.first, let last = wanted.last else { return [:] }
    // To look for each of many lines near each other takes longer than to pass over the others, and
    // what they say takes most of the time, which threads do not share well.
    let areNear = wanted.count > 1 && (last - first) / UInt64(wanted.count) < Self.nearLines
    let size = areNear ? wanted.count : Self.linesOfThread
    let parts = stride(from: 0, to: wanted.count, by: size).map {
      wanted[$0..<min($0 + size, wanted.count)]
    }
    return try requiringLines {
      let found = try Threads.map(parts, on: PosixSystem.processors) {
        try entries(of: $0, areNear: areNear, words)
      }
      return found.dropFirst().reduce(into: found[0]) { all, part in
        all.merge(part) { first, _ in first }
      }
    }
  }

  /// The number of lines far apart that take longer to read than to start a thread for them.
  private static let linesOfThread = 64

  /// The number of lines that take less time to read than to look for the one behind them.
  private static let nearLines: UInt64 = 16

  /// Returns the entries of lines with these numbers, ascending.
  private func entries(
    of wanted: ArraySlice<UInt64>, areNear: Bool, _ words: QuotedWords?
  ) throws -> [UInt64: Entry] {
    var found: [UInt64: Entry] = [:]
    var wanted = wanted
    while let first = wanted.first {
      try forEachLine(near: first, guessing: !areNear) { line, sequence in
        // Lines between those that are wanted are passed over unread.
        guard sequence == wanted.first else { return true }
        wanted.removeFirst()
        if words?.mayOccur(in: line) ?? true {
          found[sequence] = try entry(in: line, numbered: sequence)
        }
        let reach = areNear ? 16 * Self.nearLines : Self.nearLines
        return wanted.first.map { $0 < sequence + reach } ?? false
      }
      // No line stands there.
      if wanted.first == first { wanted.removeFirst() }
    }
    return found
  }

  /// Calls `body` with the lines from that of a number on, or from one before it, and with their
  /// numbers, until it returns false.
  ///
  /// - Parameter isGuessed: true if it is looked for at the place where it may stand.
  private func forEachLine(
    near sequence: UInt64, guessing isGuessed: Bool, _ body: (RawSpan, UInt64) throws -> Bool
  ) throws {
    let (first, bytes) = try tables.lines.starts.stretch(with: sequence, upTo: head)
    let lines = min(LineIndex.step, head.sequence - first + 1)
    // The line stands about here, or behind, where some lines are long: mostly it is one of these.
    let length = min((bytes.upperBound - bytes.lowerBound) / lines, head.offset / head.sequence)
    let guess = bytes.lowerBound + length * (sequence - first)
    if isGuessed, guess > bytes.lowerBound + Self.guessed {
      var (isCut, next) = (true, UInt64?.none)
      try reader.forEachLine(
        from: guess - Self.guessed, to: head.offset, window: Int(2 * Self.guessed)
      ) { line, _ in
        // What is before the first line feed is the rest of a line.
        guard !isCut else {
          isCut = false
          return true
        }
        guard let own = next ?? Self.sequence(statedBy: line),
          next != nil || (first...sequence).contains(own)
        else { return false }
        next = own + 1
        return try body(line, own)
      }
      if next != nil { return }
    }
    var number = first
    try reader.forEachLine(from: bytes.lowerBound, to: head.offset, window: 1 << 14) { line, _ in
      defer { number += 1 }
      return try body(line, number)
    }
  }

  /// The number of bytes by which lines may stand before or after their place by the mean length.
  private static let guessed: UInt64 = 2048

  /// Returns the number with which a line in canonical order begins; nil: it has another order.
  private static func sequence(statedBy line: RawSpan) -> UInt64? {
    var (at, number) = (0, UInt64(0))
    guard line.skip("{\"seq\":", at: &at) else { return nil }
    while at < line.byteCount, number < 1 << 32, let digit = line.digit(at) {
      number = number * 10 + digit
      at += 1
    }
    return number > 0 ? number : nil
  }

  /// Returns the objects that some lines saved, by the number of the line and by uuid.
  ///
  /// - Parameter words: the words of which a line must have one; nil: it need not.
  package func objects(
    inLines sequences: some Sequence<UInt64>, naming words: QuotedWords? = nil
  ) throws -> [UInt64: [ObjectUUID: HealthObject]] {
    try entries(sequences, naming: words).compactMapValues { entry in
      guard case .save(let save)? = entry.event else { return nil }
      return Dictionary(save.objects.map { ($0.uuid, $0) }) { first, _ in first }
    }
  }
}
