import Dispatch
import JournalFile
import Synchronization

/// A replay by several threads: each takes a part of the lines, and the parts are joined in order.
enum ParallelReplay {
  /// Fewer bytes than this for a thread are not worth it.
  static let leastBytes: UInt64 = 1 << 20

  /// What a thread found. The first part needs no joining: it is taken into the tables at once.
  private enum Outcome: Sendable {
    case first(HealthTables, JournalPart)
    case part(ReplayPart, JournalPart)
  }

  /// The tables of all lines, not settled, and the place behind the last; nil where not all is good
  /// lines, and one thread has to tell what is wrong and where.
  static func tables(
    of reader: JournalReader, threads: Int, verifyingChain: Bool
  ) -> (tables: HealthTables, head: Head)? {
    guard threads > 1, let cuts = try? reader.cuts(from: 0, parts: threads), cuts.count > 2
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
      first.follows(Head()), first.head.offset == cuts[1]
    else { return nil }
    // The tables must be nobody else's when they are changed.
    outcomes[0] = nil
    var head = first.head
    for index in 1..<outcomes.count {
      guard case .part(let replay, let part)? = outcomes[index], part.follows(head),
        part.head.offset == cuts[index + 1]
      else { return nil }
      outcomes[index] = nil
      do { try tables.join(replay) } catch { return nil }
      head = part.head
    }
    return (tables, head)
  }
}
