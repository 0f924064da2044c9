import JournalFile

/// What a thread makes of a part of the lines: rows of the canonical ones, in tables of its own,
/// with numbers of its own for names, and the entries of all other lines, which can be applied only
/// after the lines before them. Once it has been joined, another part is read into the same memory,
/// and names keep their numbers.
struct ReplayPart: Sendable {
  /// Rows, removals, names and offsets of lines; nothing that an entry below says. All of it waits
  /// to be joined.
  private(set) var builder = TableBuilder()
  /// The lines that are not canonical, in order.
  private(set) var entries: [Entry] = []
  /// For each name the line on which it came first; of those that have been joined, any line.
  private(set) var firsts = ByName()
  /// The numbers that names have in the tables that the part is joined to.
  private(set) var numbers = ByName()

  /// Lines or numbers, in the order of the names here.
  struct ByName: Sendable {
    var types: [UInt32] = []
    var units: [UInt32] = []
    var zones: [UInt32] = []
    var actors: [UInt32] = []
    var provenances: [UInt32] = []
    var contexts: [UInt32] = []

    /// Whether there are more of anything here.
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

  /// To be called before the first line.
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

  /// The numbers of the lines of which rows of samples do not tell all, in order: those that are
  /// not canonical, those that delete, and those whose samples belong to a workout.
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
    builder.note(entry.sequence, entry.at, entry.kind, at: offset)
    entries.append(entry)
    // The fast path may have given numbers to new names of this line before it found that the line
    // is not canonical.
    firsts.note(sequence, builder.tables.vocabulary)
    return ScannedLine(sequence: entry.sequence, at: entry.at, endsInChain: true)
  }
}

extension [UInt32] {
  /// The same numbers ascending, each once.
  func sortedOnce() -> [UInt32] {
    let sorted = sorted()
    return sorted.indices.filter { $0 == 0 || sorted[$0 - 1] != sorted[$0] }.map { sorted[$0] }
  }
}
