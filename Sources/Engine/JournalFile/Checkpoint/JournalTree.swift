package import ByteTools
import HealthEvents
package import HealthModel
import Synchronization

/// The Merkle tree over the lines of a journal, whose chain is verified on the way.
package struct JournalTree: Sendable {
  package struct Questions: Sendable {
    /// The lines, from 1 on, that proofs are about.
    package var lines: [UInt64]
    /// The numbers of lines at which the root is wanted.
    package var sizes: [UInt64]

    /// Asks nothing but the root of all lines.
    package init(lines: [UInt64] = [], sizes: [UInt64] = []) {
      self.lines = lines
      self.sizes = sizes
    }
  }

  /// The journal's own identity; nil: it has no first line that states one.
  package private(set) var journal: ObjectUUID?
  /// The position after the last line, without its time.
  package private(set) var head = Head()
  /// The tree over all lines up to it.
  package var tree: MerkleTree
  private var metErasure = false
  /// The lines from which something was erased, where they were asked for.
  private var vouched = VouchedLines()
  /// The roots that the tree had at the sizes that were asked for, and reached.
  package private(set) var roots: [UInt64: Digest] = [:]
  private var sizes: ArraySlice<UInt64>
  private var mostLines: UInt64

  /// About how many bytes a thread hashes at a time.
  package static let partBytes = 1 << 21

  /// Builds the tree over the complete lines of a journal.
  ///
  /// - Parameters:
  ///   - end: a position between lines, up to which they are read; nil: after the last one.
  ///   - mostLines: the most lines in the tree; all of them are read.
  ///   - threads: the number of threads that may hash; the result is the same.
  /// - Throws: a `LineProblem` if any line is bad, not always the first; the errors of the
  ///   system.
  package init(
    of reader: JournalReader, upTo end: UInt64? = nil, mostLines: UInt64 = .max,
    answering questions: Questions = Questions(), threads: Int, partBytes: Int = Self.partBytes
  ) throws {
    let end = end ?? reader.linesEnd
    tree = MerkleTree(watching: questions.lines.map { $0 - 1 })
    sizes = Set(questions.sizes).sorted()[...]
    self.mostLines = mostLines
    takeRoots()
    let parts = Int(end) / partBytes + 1
    let cuts = try reader.cuts(from: 0, parts: parts, to: end)
    let whole = Mutex(self)
    try Threads.inOrder(Array(zip(cuts, cuts.dropFirst())), on: threads) { cut in
      let part = try reader.verifyChain(from: cut.0, to: cut.1, keepingDigests: true)
      // The last line of a part is whole: it is another one that begins at the cut.
      guard part.head.offset == cut.1 else { throw LineProblem.noChain }
      return (part: part, leaves: MerkleHash.leaves(part.digests))
    } take: { read in
      whole.withLock { $0.take(read.leaves, read.part) }
    }
    self = whole.withLock { $0 }
    journal = try Self.journal(of: reader, upTo: end)
  }

  /// Returns the uuid that the first line states; nil if it states none.
  private static func journal(of reader: JournalReader, upTo end: UInt64) throws -> ObjectUUID? {
    var journal: ObjectUUID?
    try reader.forEachLine(from: 0, to: end, window: 1 << 12) { line, _ in
      if case .open(let opening)? = (try? LineCodec.decode(line))?.event {
        journal = opening.journal
      }
      return false
    }
    return journal
  }

  private mutating func take(_ leaves: [Digest], _ part: VerifiedLines) {
    let before = head.sequence
    head = part.head
    head.sequence += before
    metErasure = metErasure || part.metErasure
    var rest = leaves[...]
    while let size = sizes.first, size <= tree.size + UInt64(rest.count), size <= mostLines {
      let some = rest.prefix(Int(size - tree.size))
      tree.append(some)
      rest = rest[some.endIndex...]
      takeRoots()
    }
    tree.append(rest.prefix(Int(min(mostLines - tree.size, UInt64(rest.count)))))
  }

  private mutating func takeRoots() {
    while sizes.first == tree.size { roots[sizes.removeFirst()] = tree.root }
  }

  /// The checkpoint of the lines of the tree; nil: there is none.
  package var checkpoint: Checkpoint? {
    mutating get {
      guard let journal else { return nil }
      return Checkpoint(journal: journal, lines: tree.size, root: tree.root)
    }
  }

  /// Compares a checkpoint with the journal; `Questions.sizes` must have had its number of lines.
  package func outcome(of checkpoint: Checkpoint, isDamaged: Bool = false) -> NoteOutcome {
    if let journal, journal != checkpoint.journal { return .otherJournal(checkpoint.journal) }
    guard let root = roots[checkpoint.lines] else {
      return isDamaged ? .beyondDamage : .fewerLines
    }
    guard root == checkpoint.root else { return .otherRoot }
    let erased = vouched.count(erasedAfter: checkpoint.lines)
    return erased == 0 ? .same : .sameButErased(lines: erased)
  }

  /// Finds out for which lines an `erase` vouches instead of the checkpoint that was compared with.
  package mutating func findVouchers(by reader: JournalReader) throws {
    if metErasure { vouched = try reader.vouchedLines() }
  }

  /// Builds the tree over the lines that are known to be on the disk; for a journal without notes
  /// of that it has all lines.
  ///
  /// - Returns: the tree; and the number of bytes of complete lines that may not be on the disk
  ///   yet, and are left out.
  /// - Throws: `JournalError`, `.damaged` if a line is bad.
  package static func ofDurableLines(
    in folder: String, on system: any FileSystem, mostLines: UInt64 = .max,
    answering questions: Questions, threads: Int
  ) throws -> (tree: JournalTree, leftOut: UInt64) {
    let (reader, tree, scan) = try JournalReader.consistent(folder, on: system) {
      reader -> (found: JournalTree?, scan: JournalScan) in
      do {
        let tree = try JournalTree(
          of: reader, upTo: reader.durableEnd, mostLines: mostLines, answering: questions,
          threads: threads)
        if tree.metErasure, try !reader.vouchesForErasures() {
          throw LineProblem.notVouchedFor
        }
        let start = tree.journal == nil ? Head() : tree.head
        return (tree, try reader.chainScan(from: start))
      } catch is LineProblem {
        return (nil, try reader.chainScan(from: Head()))
      }
    }
    if let damage = scan.damage(in: reader.paths) { throw damage }
    guard let tree, tree.journal != nil else {
      throw JournalError.damaged(
        Damage(
          path: reader.paths.events, line: 1, offset: 0, problem: .missing(key: "journal")))
    }
    return (tree, scan.head.offset - tree.head.offset)
  }
}

// MARK: Of a journal by its folder

extension JournalReader {
  /// The position after the last line that is known to be on the disk; if there is no such note, or
  /// one that is not of these lines, the position after the last complete line.
  var durableEnd: UInt64 {
    get throws {
      guard let durable, durable.offset <= linesEnd,
        try chain(endingAt: durable.offset) == durable.chain
      else { return linesEnd }
      return durable.offset
    }
  }

  /// Verifies the chain of all lines after a position, and looks into the first line of the
  /// journal alone.
  package func chainScan(from head: Head) throws -> JournalScan {
    var line = head.sequence
    return try scan(from: head, verifyingChain: true) { bytes, _ in
      line += 1
      if line == 1 { _ = try LineCodec.decode(bytes) }
      return ScannedLine(sequence: line, at: head.at)
    }
  }
}
