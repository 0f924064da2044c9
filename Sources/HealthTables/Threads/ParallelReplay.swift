import Dispatch
import JournalFile
import Synchronization

/// A replay by several threads: each takes a part of the lines, and the parts are joined in order. One
/// thread alone takes this way too where the chain is verified, as parts verify lines in pairs.
enum ParallelReplay {
  /// Fewer bytes than this for a thread are not worth it.
  static let leastBytes: UInt64 = 1 << 20

  /// What a thread found. The first part needs no joining: it is taken into the tables at once.
  private enum Outcome: Sendable {
    case first(HealthTables, JournalPart)
    case part(ReplayPart, JournalPart)
  }

  /// The tables of all lines, not settled, and the place behind the last; nil where any line is bad, and
  /// one thread has to tell what is wrong and where. What is no complete line at the end is left.
  static func tables(
    of reader: JournalReader, threads: Int, verifyingChain: Bool
  ) -> (tables: HealthTables, head: Head)? {
    guard threads > 1 || verifyingChain,
      let cuts = try? reader.cuts(from: 0, parts: threads), cuts.count > 2 || verifyingChain
    else { return nil }
    let outcomes = Mutex([Outcome?](repeating: nil, count: cuts.count - 1))
    DispatchQueue.concurrentPerform(iterations: cuts.count - 1) { index in
      let outcome = try? outcome(
        reader, cuts[index], cuts[index + 1], isFirst: index == 0, verifyingChain)
      outcomes.withLock { $0[index] = outcome }
    }
    let found = outcomes.withLock { outcomes in
      defer { outcomes = [] }
      return outcomes
    }
    return joined(found, cuts)
  }

  private static func outcome(
    _ reader: JournalReader, _ start: UInt64, _ end: UInt64, isFirst: Bool, _ verifyingChain: Bool
  ) throws -> Outcome {
    if isFirst {
      // All others are joined to these.
      var tables = HealthTables(from: start, to: reader.size)
      let part = try reader.part(
        from: start, to: end, verifyingChain: verifyingChain
      ) { line, offset in try tables.apply(line: line, at: offset) }
      tables.flush()
      return .first(tables, part)
    }
    var replay = ReplayPart(from: start, to: end)
    let part = try reader.part(
      from: start, to: end, verifyingChain: verifyingChain
    ) { line, offset in try replay.take(line, at: offset) }
    replay.finish()
    return .part(replay, part)
  }

  private static func joined(
    _ outcomes: consuming [Outcome?], _ cuts: [UInt64]
  ) -> (tables: HealthTables, head: Head)? {
    guard case .first(var tables, let first)? = outcomes.first ?? nil,
      first.follows(Head()), first.head.offset == cuts[1] || cuts.count == 2
    else { return nil }
    // The tables must be nobody else's when they are changed.
    outcomes[0] = nil
    var head = first.head
    for index in 1..<outcomes.count {
      let isLast = index == outcomes.count - 1
      guard case .part(let replay, let part)? = outcomes[index], part.follows(head),
        part.head.offset == cuts[index + 1] || isLast
      else { return nil }
      outcomes[index] = nil
      do { try tables.join(replay) } catch { return nil }
      // Without a line it knows no number: only bytes that are no line were left for it.
      if !part.isEmpty { head = part.head }
    }
    return (tables, head)
  }
}
