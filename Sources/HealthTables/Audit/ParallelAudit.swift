import ByteTools
import JournalFile
import Synchronization

/// An audit by several threads: they decode and verify parts of the lines ahead, and one after the other
/// asks the rules, which need the lines in order. One thread alone takes this way too, as parts verify
/// lines in pairs.
enum ParallelAudit {
  /// About the size of a part: small, as each thread holds some of them decoded.
  static let partBytes: UInt64 = 1 << 18
  /// How many parts of a round there are for each thread, so that those that are done early find more.
  static let partsPerThread = 4

  /// A part of the lines, decoded.
  private struct Part: Sendable {
    var entries: [(entry: Entry, offset: UInt64)] = []
    var lines: JournalPart
    /// Whether the lines reach to its end.
    var isWhole: Bool
  }

  /// What the rules were asked of, and whether all of it was good lines.
  private struct Progress: Sendable {
    var run = AuditRun()
    var head = Head()
    var isGood = true

    /// Asks the rules of parts in order, unless one before them was bad.
    ///
    /// - Parameter isLast: whether nothing comes behind them, so that bytes may be left.
    mutating func take(_ parts: [Part?], isLast: Bool) {
      for (index, part) in parts.enumerated() where isGood {
        isGood = take(part, isLast: isLast && index == parts.count - 1)
      }
    }

    private mutating func take(_ part: Part?, isLast: Bool) -> Bool {
      guard let part, part.lines.follows(head), part.isWhole || isLast else { return false }
      for line in part.entries {
        do { try run.take(line.entry, at: line.offset) } catch { return false }
      }
      // Without a line it knows no number: only bytes that are no line were left for it.
      if !part.lines.isEmpty { head = part.lines.head }
      return true
    }
  }

  /// The rules asked of all lines, and the place behind the last; nil where any line is bad, and one
  /// thread has to tell what is wrong and where. What is no complete line at the end is left.
  static func run(
    of reader: JournalReader, threads: Int, from starter: ThreadStarter = .system,
    partBytes: UInt64 = partBytes
  ) -> (run: AuditRun, head: Head)? {
    guard let cuts = try? reader.cuts(from: 0, parts: Int(reader.linesEnd / partBytes) + 1)
    else { return nil }
    let progress = Mutex(Progress())
    var ready: [Part?] = []
    var next = 0
    repeat {
      let round = next..<min(next + threads * partsPerThread, cuts.count - 1)
      let (parts, isLast) = (ready, next == cuts.count - 1)
      ready = decoded(round, of: reader, cuts, threads, starter) {
        progress.withLock { $0.take(parts, isLast: isLast) }
      }
      next = round.upperBound
    } while progress.withLock { $0.isGood } && !ready.isEmpty
    return progress.withLock { progress in
      defer { progress = Progress() }
      return progress.isGood ? (progress.run, progress.head) : nil
    }
  }

  /// Decodes some parts, while one thread does `first`.
  private static func decoded(
    _ round: Range<Int>, of reader: JournalReader, _ cuts: [UInt64], _ threads: Int,
    _ starter: ThreadStarter, first: @Sendable () -> Void
  ) -> [Part?] {
    let parts = Mutex([Part?](repeating: nil, count: round.count))
    let turn = Atomic(0)
    Threads.run(on: min(threads, round.count + 1), from: starter) {
      var lines = reader.lines()
      while true {
        let index = turn.add(1, ordering: .relaxed).oldValue
        if index == 0 {
          first()
          continue
        }
        guard index <= round.count else { return }
        let place = round.lowerBound + index - 1
        lines.restart(from: cuts[place], to: cuts[place + 1])
        let part = try? decode(reader, &lines, from: cuts[place], to: cuts[place + 1])
        parts.withLock { $0[index - 1] = part }
      }
    }
    return parts.withLock { parts in
      defer { parts = [] }
      return parts
    }
  }

  private static func decode(
    _ reader: JournalReader, _ lines: inout LineReader, from start: UInt64, to end: UInt64
  ) throws -> Part {
    var entries: [(entry: Entry, offset: UInt64)] = []
    let part = try reader.part(&lines, from: start, verifyingChain: true) { line, offset in
      let entry = try LineCodec.decode(line)
      entries.append((entry, offset))
      return ScannedLine(sequence: entry.sequence, at: entry.at)
    }
    return Part(entries: entries, lines: part, isWhole: part.head.offset == end)
  }
}
