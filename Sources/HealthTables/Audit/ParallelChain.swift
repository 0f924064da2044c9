import ByteTools
import JournalFile

/// The chain alone, verified by several threads, each a part of the lines.
enum ParallelChain {
  /// The position after the last line, without its time; nil where any chain value is bad, and one
  /// thread has to tell which. An incomplete line at the end is left out.
  static func head(
    of reader: JournalReader, threads: Int, from starter: ThreadStarter = .system
  ) -> Head? {
    guard let cuts = try? reader.cuts(from: 0, parts: threads),
      let parts = try? Threads.map(
        Array(0..<cuts.count - 1), on: threads, from: starter,
        { try reader.verifyChain(from: cuts[$0], to: cuts[$0 + 1]) })
    else { return nil }
    if parts.contains(where: \.metErasure) {
      guard (try? reader.vouchesForErasures()) == true else { return nil }
    }
    var whole = Head()
    for (index, part) in parts.enumerated() {
      // The last line may be one that is not finished.
      guard part.head.offset == cuts[index + 1] || index == parts.count - 1 else { return nil }
      let before = whole.sequence
      whole = part.head
      whole.sequence += before
    }
    return whole
  }
}
