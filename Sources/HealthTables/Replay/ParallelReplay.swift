import ByteTools
package import JournalFile
import Synchronization

/// A replay by several threads: each takes the next part of the lines as soon as it is done with
/// one. Unless another thread is joining parts just then, it joins those that have been read, in
/// order. So no thread waits for another, and a part's rows are still in the cache when they are
/// copied. One thread alone takes this way too where the chain is verified, as parts verify lines
/// in pairs.
enum ParallelReplay {
  /// With fewer bytes than this for each thread, one thread alone is as fast.
  static let leastBytes: UInt64 = 1 << 20
  /// About the size of a part: it fits into a reader's window.
  static let partBytes = UInt64(LineReader.window) - (1 << 14)

  /// What looks on while parts are joined.
  struct Watch {
    /// Positions between lines at which a part ends, ascending.
    var stops: [UInt64]
    /// Is told of each part that has been joined: the lines beside rows, the tables so far, and the
    /// position after them.
    var joined: @Sendable ([UInt32], inout TableBuilder, Head) -> Void
  }

  /// The tables of all lines, claims not yet applied, and the position after the last; nil where
  /// any line is bad, and one thread has to tell what is wrong and where. An incomplete line at the
  /// end is left out.
  ///
  /// - Parameter end: a position between lines up to which they are read; nil: all.
  static func tables(
    of reader: JournalReader, upTo end: UInt64? = nil, threads: Int,
    from starter: ThreadStarter = .system, verifyingChain: Bool, partBytes: UInt64 = partBytes,
    watch: Watch? = nil
  ) -> (builder: TableBuilder, head: Head)? {
    guard threads > 1 || verifyingChain else { return nil }
    let cuts = Mutex(Cuts(reader, to: end ?? reader.linesEnd, partBytes, watch?.stops ?? []))
    let shelf = Mutex(Shelf())
    let whole = Mutex(Whole(builder: TableBuilder(from: 0, to: end ?? reader.linesEnd)))
    let joined = watch?.joined
    Threads.run(on: threads, from: starter) {
      var lines = reader.lines()
      while let next = cuts.withLock({ $0.next() }) {
        let slot = shelf.withLock { $0.spare.popLast() } ?? Slot()
        let read = try? slot.read(next, of: &lines, reader, verifyingChain)
        guard shelf.withLock({ $0.put(read, at: next.index) }) else { return }
        whole.withLockIfAvailable { $0.join(shelf, joined) }
      }
    }
    return whole.withLock { whole in
      whole.join(shelf, joined)
      defer { whole = Whole(builder: TableBuilder()) }
      let isWhole = cuts.withLock { $0.joined(whole.next) } && whole.isGood
      // The line that vouches for another may stand after the position where the reading of lines
      // ends.
      if whole.metErasure, end == nil {
        guard (try? reader.vouchesForErasures()) == true else { return nil }
      }
      guard isWhole, (try? reader.readChain(of: &whole.head)) != nil else { return nil }
      return (whole.builder, whole.head)
    }
  }

  /// The memory of a part: it is read into and joined where it lies, and nothing of it is copied.
  private final class Slot: Sendable {
    private let replay = Mutex(ReplayPart())

    func read(
      _ next: Cuts.Next, of lines: inout LineReader, _ reader: JournalReader,
      _ verifyingChain: Bool
    ) throws -> Part {
      try replay.withLock { replay in
        replay.clear()
        lines.restart(from: next.start, to: next.end)
        let part = try reader.part(&lines, from: next.start, verifyingChain: verifyingChain) {
          line, offset in try replay.take(line, at: offset)
        }
        return Part(
          slot: self, lines: part, isWhole: next.isLast || part.head.offset == next.end)
      }
    }

    func join(to builder: inout TableBuilder) throws {
      try replay.withLock { replay in try builder.join(&replay) }
    }

    /// See `ReplayPart`.
    var linesBesideRows: [UInt32] { replay.withLock { $0.linesBesideRows } }
  }

  /// A part that has been read.
  private struct Part: Sendable {
    var slot: Slot
    var lines: JournalPart
    /// Whether its lines reach to its end, or nothing comes after it.
    var isWhole: Bool
  }

  /// What is left to read, cut at the ends of lines.
  private struct Cuts: Sendable {
    struct Next {
      var index: Int
      var start: UInt64
      var end: UInt64
      var isLast: Bool
    }

    private let reader: JournalReader
    private let end: UInt64
    private let partBytes: UInt64
    /// Where parts must end, the last one first.
    private var stops: [UInt64]
    private var index = 0
    private var start: UInt64 = 0
    private var isReadable = true

    init(_ reader: JournalReader, to end: UInt64, _ partBytes: UInt64, _ stops: [UInt64]) {
      self.reader = reader
      self.end = end
      self.partBytes = partBytes
      self.stops = stops.reversed()
    }

    /// The next part; nil: there is none, or the system refuses to read on.
    mutating func next() -> Next? {
      guard isReadable, start < end else { return nil }
      do {
        var cut = min(try reader.lineStart(after: start + partBytes) ?? end, end)
        while let stop = stops.last, stop <= start { stops.removeLast() }
        if let stop = stops.last { cut = min(cut, stop) }
        defer { (index, start) = (index + 1, cut) }
        return Next(index: index, start: start, end: cut, isLast: cut == end)
      } catch {
        isReadable = false
        return nil
      }
    }

    /// Whether this many parts are all.
    func joined(_ parts: Int) -> Bool { start == end && index == parts }
  }

  /// Parts that have been read and are yet to be joined, and those that may be read into again.
  private struct Shelf: Sendable {
    var parts: [Int: Part] = [:]
    var spare: [Slot] = []
    var isBad = false

    /// Puts a part at its index; without a part, the whole replay has failed.
    ///
    /// - Returns: whether to go on.
    mutating func put(_ part: consuming Part?, at index: Int) -> Bool {
      if let part { parts[index] = part } else { isBad = true }
      return !isBad
    }
  }

  /// The parts that have been joined.
  private struct Whole: Sendable {
    var builder: TableBuilder
    var head = Head()
    /// The index of the part that is to be joined next.
    var next = 0
    var isGood = true
    var metErasure = false

    /// Joins the parts that have been read up to the next one that has not.
    mutating func join(
      _ shelf: borrowing Mutex<Shelf>, _ joined: (([UInt32], inout TableBuilder, Head) -> Void)?
    ) {
      while isGood, let part = shelf.withLock({ $0.parts.removeValue(forKey: next) }) {
        next += 1
        join(part)
        if isGood, let joined { joined(part.slot.linesBesideRows, &builder, head) }
        shelf.withLock {
          if isGood { $0.spare.append(part.slot) } else { $0.isBad = true }
        }
      }
    }

    private mutating func join(_ part: Part) {
      isGood = part.isWhole && part.lines.follows(head)
      if part.lines.metErasure { metErasure = true }
      do { if isGood { try part.slot.join(to: &builder) } } catch { isGood = false }
      // A part without lines has no number of a last line: it held only the bytes of an incomplete
      // line.
      if isGood, !part.lines.isEmpty { head = part.lines.head }
    }
  }
}

extension TableBuilder {
  /// What the lines of a journal come to, read and verified by several threads, and the position
  /// after the last; nil where they are few, or any of them is bad: one thread reads them then,
  /// and tells what is wrong.
  ///
  /// - Throws: `JournalError` where there are none.
  package static func verified(
    linesOf folder: String, on system: any FileSystem
  ) throws -> (builder: TableBuilder, head: Head)? {
    let reader = try JournalReader(folder, on: system)
    guard reader.size > 2 * ParallelReplay.leastBytes else { return nil }
    return ParallelReplay.tables(
      of: reader, threads: PosixSystem.processors, verifyingChain: true)
  }
}
