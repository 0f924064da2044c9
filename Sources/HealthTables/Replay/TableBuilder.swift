import HealthEvents
import HealthModel
package import JournalFile

/// Makes tables of lines, one after the other, and keeps what only the reading of further lines
/// needs: what came lately, and rows on their way into columns.
///
/// A fold: `apply` takes the next line or entry, in order. `append(_:like:)` and `join` are faster
/// ways to the same tables.
package struct TableBuilder: Sendable {
  /// The tables of the lines so far. Until `applyClaims`, rows may be missing, and look live when
  /// they are not.
  package internal(set) var tables: HealthTables
  var scratch = CanonicalScratch()
  var pending = PendingRows()
  /// What canonical lines removed and the tables have yet to learn of.
  var removals: [Removal] = []
  var sorter = RowSorter()
  private(set) var progress: ReplayProgress

  /// The removal of an object by a line.
  struct Removal: Sendable {
    var sequence: UInt32
    var uuid: ObjectUUID
  }

  /// Goes on from the tables of some lines; from those of none at first.
  package init(_ tables: HealthTables = HealthTables()) {
    self.init(tables, from: 0, to: 0)
  }

  /// The same, where lines from one offset in the file to another are going to be read.
  init(_ tables: HealthTables = HealthTables(), from start: UInt64, to end: UInt64) {
    self.tables = tables
    progress = ReplayProgress(from: start, to: end)
  }

  // MARK: Lines

  /// Takes the next line, whose bytes begin at `offset`: on the fast path where it is written as
  /// this library writes it, else by the general one, with the same result.
  ///
  /// - Throws: `LineProblem` where the line is bad; then the tables are not to be used further.
  package mutating func apply(
    line: RawSpan, at offset: UInt64
  ) throws(LineProblem) -> ScannedLine {
    if let seen = applyCanonical(line, at: offset) {
      takeUp()
      return seen
    }
    let entry = try LineCodec.decode(line)
    try apply(entry, at: offset)
    return ScannedLine(sequence: entry.sequence, at: entry.at, endsInChain: true)
  }

  /// Takes the next entry.
  package mutating func apply(_ entry: Entry, at offset: UInt64) throws(LineProblem) {
    try apply(entry)
    note(entry.sequence, entry.at, entry.kind, at: offset)
  }

  /// Notes the line of what was taken.
  mutating func note(
    _ sequence: UInt64, _ at: Instant, _ kind: EventKind, at offset: UInt64
  ) {
    tables.lines.note(sequence, at, kind, at: offset)
    progress.move(to: offset)
  }

  /// Notes the lines of a part, which follow.
  mutating func note(linesOf part: TableBuilder) {
    tables.lines.append(contentsOf: part.tables.lines)
    progress.move(to: part.progress.at)
  }

  /// Forgets everything but names, to read other lines into the same memory.
  mutating func clearLines() {
    pending.removeAll()
    removals.removeAll(keepingCapacity: true)
    tables.workoutLines.removeAll(keepingCapacity: true)
    (tables.lines, progress) = (LineLog(), ReplayProgress())
  }

  // MARK: Tables

  /// Appends the rows that wait, and takes what was deleted, replaced or claimed by a correlation
  /// since the last call out of the views. Until then those rows still look live; a scan calls this
  /// once, at its end.
  package mutating func applyClaims() {
    flush()
    tables.applyClaims()
  }

  /// Builds the index of all uuids, which a writer needs, in one go.
  package mutating func buildIndex() {
    flush()
    tables.buildIndex()
  }

  /// Makes sure that the line of an origin is found without a search through all of them.
  package mutating func numberOrigins() { tables.origins.number() }
}
