import HealthModel
import JournalFile

/// What a thread makes of a part of the lines: rows of the canonical ones, in tables of its own with
/// names numbered by themselves, and the entries of all others, which only what stands before them lets
/// apply.
struct ReplayPart: Sendable {
  /// Rows, names and places of lines; nothing that an entry below says.
  private(set) var tables: HealthTables
  /// The lines that are not canonical, in order.
  private(set) var entries: [Entry] = []
  /// For each name the line on which it came first.
  private(set) var firsts = Firsts()

  /// Lines that stand from one place in the file to another.
  init(from start: UInt64, to end: UInt64) { tables = HealthTables(from: start, to: end) }

  /// Lines, in the order of the numbers.
  struct Firsts: Sendable {
    var types: [UInt32] = []
    var units: [UInt32] = []
    var zones: [UInt32] = []
    var actors: [UInt32] = []
    var provenances: [UInt32] = []

    /// Notes the line of what is new in the tables since the last line.
    @inline(__always)
    mutating func note(_ line: UInt32, _ counts: Counts) {
      while types.count < counts.types { types.append(line) }
      while units.count < counts.units { units.append(line) }
      while zones.count < counts.zones { zones.append(line) }
      while actors.count < counts.actors { actors.append(line) }
      while provenances.count < counts.provenances { provenances.append(line) }
    }
  }

  /// How many of each there are.
  struct Counts {
    var types: Int
    var units: Int
    var zones: Int
    var actors: Int
    var provenances: Int
  }

  private var counts: Counts {
    Counts(
      types: tables.types.names.count, units: tables.units.names.count,
      zones: tables.zones.names.count, actors: tables.actors.names.count,
      provenances: tables.provenances.count)
  }

  /// To be called behind the last line.
  mutating func finish() { tables.flush() }

  /// Takes the next line, whose bytes begin at `offset`.
  ///
  /// - Throws: `LineProblem` where the line is bad; then the part is not to be used.
  mutating func take(_ line: RawSpan, at offset: UInt64) throws(LineProblem) -> ScannedLine {
    if let seen = tables.applyCanonicalSave(line, at: offset) {
      firsts.note(UInt32(truncatingIfNeeded: seen.sequence), counts)
      return seen
    }
    let entry = try LineCodec.decode(line)
    guard let sequence = UInt32(exactly: entry.sequence) else { throw .wrongValue(key: "seq") }
    tables.note(entry.sequence, entry.at, entry.kind, at: offset)
    entries.append(entry)
    // A line that is not canonical may have named new things before that showed.
    firsts.note(sequence, counts)
    return ScannedLine(sequence: entry.sequence, at: entry.at, endsInChain: true)
  }
}
