import ByteTools
import HealthEvents
import HealthModel
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

  /// The observer of the joining of parts.
  struct Watch {
    /// Positions between lines at which a part ends, ascending.
    var stops: [UInt64]
    /// The closure that is called after each part has been joined, with the lines besides rows, the
    /// tables so far, and the position after them.
    var joined: @Sendable ([UInt32], inout TableBuilder, Head) -> Void
  }

  /// Returns the tables of all lines, claims not yet applied, and the position after the last; nil
  /// if any line is bad, and one thread has to find out what is wrong and where. An incomplete line
  /// at the end is left out.
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

  /// The memory of a part: the part is read into it and joined there, and nothing is copied.
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
    /// True if its lines reach to its end, or nothing comes after it.
    var isWhole: Bool
  }

  /// The rest that is left to read, cut at the ends of lines.
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
    /// The offsets at which parts must end, the last one first.
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

    /// Returns the next part; nil if there is none, or if the system refuses to read on.
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

    /// Returns true if this many parts are all.
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
  /// Replays the lines of a journal, read and verified by several threads, and returns the result
  /// with the position after the last; nil if they are few, or if any of them is bad: one thread
  /// reads them then, and finds out what is wrong.
  ///
  /// - Throws: `JournalError` if there are none.
  package static func verified(
    linesOf folder: String, on system: any FileSystem
  ) throws -> (builder: TableBuilder, head: Head)? {
    let reader = try JournalReader(folder, on: system)
    guard reader.size > 2 * ParallelReplay.leastBytes else { return nil }
    return ParallelReplay.tables(
      of: reader, threads: PosixSystem.processors, verifyingChain: true)
  }

  /// Takes a part whose lines follow the last one here, with the same result as line by line.
  ///
  /// - Throws: `LineProblem` of the first entry that is out of order.
  mutating func join(_ part: inout ReplayPart) throws(LineProblem) {
    precondition(!tables.index.isMade, "an index would have to learn of each row")
    var seam = Seam(&part)
    defer { seam.giveBack(to: &part) }
    for entry in part.entries {
      let sequence = UInt32(truncatingIfNeeded: entry.sequence)
      seam.intern(through: sequence, in: &tables.vocabulary)
      seam.appendWorkoutLines(before: sequence, to: &tables)
      seam.remove(before: sequence, from: &tables)
      switch entry.event {
      case .save(let save)? where save.objects.contains(where: \.content.isRow):
        seam.appendRows(before: sequence, to: &self)
      // It names rows by their lines.
      case .revert?: seam.appendRows(before: sequence, to: &self)
      default: break
      }
      try apply(entry)
    }
    seam.intern(through: .max, in: &tables.vocabulary)
    seam.appendWorkoutLines(before: .max, to: &tables)
    seam.remove(before: .max, from: &tables)
    seam.appendRows(before: .max, to: &self)
    part.noteLines(in: &self)
  }
}

/// The result of a thread for a part of the lines: rows of the canonical ones, in tables of its
/// own, with numbers of its own for names, and the entries of all other lines, which can be applied
/// only after the lines before them. Once it has been joined, another part is read into the same
/// memory, and names keep their numbers.
struct ReplayPart: Sendable {
  /// The rows, removals, names and offsets of lines; no content of the entries below. All of it
  /// waits to be joined.
  private(set) var builder = TableBuilder()
  /// The lines that are not canonical, in order.
  private(set) var entries: [Entry] = []
  /// For each name the line on which it came first; of those that have been joined, any line.
  private(set) var firsts = ByName()
  /// The numbers that names have in the tables that the part is joined to.
  private(set) var numbers = ByName()
  /// The numbers that words have there.
  private var words: [Int] = []

  /// Lines or numbers, in the order of the names here.
  struct ByName: Sendable {
    var types: [UInt32] = []
    var units: [UInt32] = []
    var zones: [UInt32] = []
    var actors: [UInt32] = []
    var provenances: [UInt32] = []
    var contexts: [UInt32] = []

    /// Returns true if there are more of anything here.
    func hold(moreThan other: ByName) -> Bool {
      types.count > other.types.count || units.count > other.units.count
        || zones.count > other.zones.count || actors.count > other.actors.count
        || provenances.count > other.provenances.count
        || contexts.count > other.contexts.count
    }

    /// Notes the line of what is new in the names since the last line.
    @inline(__always)
    mutating func note(_ line: UInt32, _ names: Vocabulary) {
      while types.count < names.types.names.count { types.append(line) }
      while units.count < names.units.names.count { units.append(line) }
      while zones.count < names.zones.names.count { zones.append(line) }
      while actors.count < names.actors.names.count { actors.append(line) }
      while provenances.count < names.provenances.all.count { provenances.append(line) }
      while contexts.count < names.contexts.all.count { contexts.append(line) }
    }
  }

  /// Removes the lines and entries; must be called before the first line.
  mutating func clear() {
    builder.clearLines()
    entries.removeAll(keepingCapacity: true)
  }

  /// Hands out the rows, in the order of the lines.
  mutating func takeRows() -> PendingRows {
    var rows = PendingRows()
    swap(&rows, &builder.pending)
    return rows
  }

  /// Takes back the memory of rows, and what numbers the names have got.
  mutating func reuse(_ rows: consuming PendingRows, _ numbers: ByName) {
    builder.pending = rows
    self.numbers = numbers
  }

  /// Has other tables note the lines, and gives them the words of the lines.
  mutating func noteLines(in whole: inout TableBuilder) {
    whole.note(linesOf: &builder, &words)
  }

  /// The numbers of the lines that are not fully described by rows of samples, in order: those that
  /// are not canonical, those that delete, and those whose samples belong to a workout.
  var linesBesideRows: [UInt32] {
    var lines = entries.map { UInt32(truncatingIfNeeded: $0.sequence) }
    lines += builder.removals.map(\.sequence)
    lines += builder.tables.workoutLines.map(\.sequence)
    return lines.sortedOnce()
  }

  /// Takes the next line, whose bytes begin at `offset`.
  ///
  /// - Throws: `LineProblem` where the line is bad; then the part is not to be used.
  mutating func take(_ line: RawSpan, at offset: UInt64) throws(LineProblem) -> ScannedLine {
    if let seen = builder.applyCanonical(line, at: offset) {
      firsts.note(UInt32(truncatingIfNeeded: seen.sequence), builder.tables.vocabulary)
      return seen
    }
    let entry = try LineCodec.decode(line)
    guard let sequence = UInt32(exactly: entry.sequence) else { throw .wrongValue(key: "seq") }
    builder.note(entry, at: offset)
    entries.append(entry)
    // The fast path may have given numbers to new names of this line before it found that the line
    // is not canonical.
    firsts.note(sequence, builder.tables.vocabulary)
    return ScannedLine(sequence: entry.sequence, at: entry.at, endsInChain: true)
  }
}

extension [UInt32] {
  /// Returns the same numbers ascending, each once.
  func sortedOnce() -> [UInt32] {
    let sorted = sorted()
    return sorted.indices.filter { $0 == 0 || sorted[$0 - 1] != sorted[$0] }.map { sorted[$0] }
  }
}

extension Content {
  /// True if the tables hold the object as a row of columns.
  var isRow: Bool {
    switch self {
    case .quantity, .category: true
    case .correlation, .workout, .characteristic, .summary, .document: false
    }
  }
}

/// The progress of joining a part into the tables, with the numbers in the tables for the part's
/// own.
private struct Seam {
  private let part: ReplayPart
  private var numbers: ReplayPart.ByName
  private var rows: PendingRows
  private var takenRows = 0
  private var workoutLines = 0
  private var removals = 0

  init(_ part: inout ReplayPart) {
    rows = part.takeRows()
    numbers = part.numbers
    self.part = part
  }

  /// Gives back the memory that another part is read into.
  consuming func giveBack(to part: inout ReplayPart) { part.reuse(rows, numbers) }

  /// Numbers the names that came up to a line, in the order in which they came.
  mutating func intern(through line: UInt32, in whole: inout Vocabulary) {
    guard part.firsts.hold(moreThan: numbers) else { return }
    let (own, firsts) = (part.builder.tables.vocabulary, part.firsts)
    func names(_ numbers: inout [UInt32], _ lines: [UInt32], _ intern: (Int) -> UInt32) {
      while numbers.count < lines.count, lines[numbers.count] <= line {
        numbers.append(intern(numbers.count))
      }
    }
    names(&numbers.types, firsts.types) { whole.types.intern(own.types.names[$0]) }
    names(&numbers.units, firsts.units) { whole.units.intern(own.units.names[$0]) }
    names(&numbers.zones, firsts.zones) { whole.zones.intern(own.zones.names[$0]) }
    names(&numbers.actors, firsts.actors) { whole.actors.intern(own.actors.names[$0]) }
    let actors = numbers.actors
    names(&numbers.provenances, firsts.provenances) {
      var pair = own.provenances.all[$0]
      pair.actor = actors[Int(pair.actor)]
      return whole.provenances.number(of: pair)
    }
    let (units, zones, provenances) = (numbers.units, numbers.zones, numbers.provenances)
    names(&numbers.contexts, firsts.contexts) {
      var common = own.contexts.all[$0]
      common.provenance = provenances[Int(common.provenance)]
      if common.unit != SampleRow.none { common.unit = units[Int(common.unit)] }
      if common.zone != SampleRow.none { common.zone = zones[Int(common.zone)] }
      return whole.contexts.number(of: common)
    }
  }

  /// Appends the rows that come before a line; their names have been numbered.
  mutating func appendRows(before line: UInt32, to whole: inout TableBuilder) {
    var end = rows.count
    if line < .max {
      end = takenRows
      while end < rows.count, rows.rows[end].sequence < line { end += 1 }
    }
    guard end > takenRows else { return }
    // The rows of entries that were applied come before these.
    whole.flush()
    rows.renumber(
      takenRows..<end, types: numbers.types, contexts: numbers.contexts)
    whole.append(rows.rows.span.extracting(takenRows..<end))
    takenRows = end
  }

  /// Removes what is deleted before a line.
  mutating func remove(before line: UInt32, from tables: inout HealthTables) {
    let removals = part.builder.removals
    while self.removals < removals.count, removals[self.removals].sequence < line {
      tables.remove(removals[self.removals].uuid, by: removals[self.removals].sequence)
      self.removals += 1
    }
  }

  /// Appends the lines of workouts' samples that come before a line.
  mutating func appendWorkoutLines(before line: UInt32, to tables: inout HealthTables) {
    let lines = part.builder.tables.workoutLines
    while workoutLines < lines.count, lines[workoutLines].sequence < line {
      tables.workoutLines.append(lines[workoutLines])
      workoutLines += 1
    }
  }
}

/// The progress of a replay, from which it estimates how many rows a column will have: columns that
/// grow seldom are copied seldom, and memory that is asked for and not touched costs nothing.
struct ReplayProgress: Sendable {
  /// The number of bytes that must be read before their content allows an estimate.
  private static let leastBytes: UInt64 = 1 << 20

  private let start: UInt64
  private let end: UInt64
  private(set) var at: UInt64

  /// Creates the progress of a replay of the lines from one offset in the file to another.
  init(from start: UInt64 = 0, to end: UInt64 = 0) {
    self.start = start
    self.end = end
    at = start
  }

  /// Moves to a line that begins there.
  @inline(__always)
  mutating func move(to offset: UInt64) { at = offset }

  /// Returns the room for what is there now, for more, and for as much as comes if the rest is like
  /// what was read.
  func room(for count: Int) -> Int {
    let least = count + count / 2 + 64
    guard end > at, at > start, at - start >= Self.leastBytes else { return least }
    // A little more than that: otherwise half of all columns would be copied once more.
    let whole = Double(count) * (Double(end - start) / Double(at - start)) * 1.06
    return max(least, Int(min(whole, Double(UInt32.max))) + 64)
  }
}
