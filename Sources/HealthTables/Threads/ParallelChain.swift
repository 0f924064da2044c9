import Dispatch
import JournalFile
import Synchronization

/// The chain alone, verified by several threads, each a part of the lines.
enum ParallelChain {
  /// The place behind the last line, without its time; nil where any chain value is bad, and one thread
  /// has to tell which. What is no complete line at the end is left.
  static func head(of reader: JournalReader, threads: Int) -> Head? {
    guard let cuts = try? reader.cuts(from: 0, parts: threads) else { return nil }
    let heads = Mutex([Head?](repeating: nil, count: cuts.count - 1))
    DispatchQueue.concurrentPerform(iterations: cuts.count - 1) { index in
      let head = try? reader.verifyChain(from: cuts[index], to: cuts[index + 1])
      heads.withLock { $0[index] = head }
    }
    var whole = Head()
    for (index, head) in heads.withLock({ $0 }).enumerated() {
      // The last line may be one that is not finished.
      guard let head, head.offset == cuts[index + 1] || index == cuts.count - 2
      else { return nil }
      let before = whole.sequence
      whole = head
      whole.sequence += before
    }
    return whole
  }
}
