import ByteTools
import HealthEvents
package import HealthModel
package import JournalFile

/// A reader of canonical saves of samples, for a list of lines: who saved objects of which types,
/// and when. It takes the fast path of a replay and keeps no row.
package struct LineSkimmer: Sendable {
  private var builder = TableBuilder()
  /// The number of the line that was read last, and the time at which it was recorded.
  package private(set) var sequence: UInt64 = 0
  package private(set) var at = Instant(microseconds: 0)
  /// The uuid of the workout that the line names; nil: none.
  private var workout: ObjectUUID?

  package init() {}

  /// Reads a line; returns false if it is not a canonical save of samples with this number. Then
  /// only the general path can read it.
  package mutating func reads(_ line: RawSpan, numbered sequence: UInt64) -> Bool {
    builder.pending.removeAll()
    if !builder.removals.isEmpty { builder.removals.removeAll() }
    if workout != nil { builder.tables.workoutLines.removeAll(keepingCapacity: true) }
    workout = nil
    guard let seen = builder.applyCanonical(line, at: 0) else { return false }
    workout = builder.tables.workoutLines.last?.workout
    guard seen.sequence == sequence, builder.pending.count > 0 else { return false }
    (self.sequence, at) = (sequence, seen.at)
    (self.sequence, at) = (sequence, seen.at)
    return true
  }

  /// The number of objects that the line saves.
  package var count: Int { builder.pending.count }

  /// True if the line names a workout that it does not save itself.
  package var isOfWorkout: Bool {
    workout.map { workout in !builder.pending.rows.contains { $0.uuid == workout } } ?? false
  }

  /// Returns the number of an object's type; types are numbered as they come.
  package func type(_ index: Int) -> Int { Int(builder.pending.rows[index].type) }

  /// The number of the types that have come.
  package var typeCount: Int { builder.tables.vocabulary.types.names.count }

  /// Returns the identifier of the type of this number.
  package func identifier(ofType number: Int) -> String {
    builder.tables.vocabulary.types.names[number]
  }

  /// The name of the source that saved the objects.
  package var by: String {
    let context = Int(builder.pending.rows[0].context)
    let provenance = Int(builder.tables.vocabulary.contexts.all[context].provenance)
    let actor = Int(builder.tables.vocabulary.provenances.all[provenance].actor)
    return builder.tables.vocabulary.actors.names[actor]
  }
}

extension ReplayedJournal {
  /// Calls `body` with each entry of these lines that says something to the reader, or with nil
  /// where the skimmer has read the line.
  package func forEachEntry(
    of lines: ClosedRange<UInt64>, skimming skimmer: inout LineSkimmer,
    _ body: (inout LineSkimmer, Entry?) throws -> Void
  ) throws {
    let start = try tables.lines.starts.start(for: lines.lowerBound)
    var sequence = start.sequence
    try forEachLine(from: start.offset, window: 1 << 16) { line, _ in
      defer { sequence += 1 }
      guard sequence <= lines.upperBound else { return false }
      guard sequence >= lines.lowerBound else { return true }
      // A reader who does not see all sees only parts of entries.
      if named == nil, skimmer.reads(line, numbered: sequence) {
        try body(&skimmer, nil)
      } else if let entry = try entry(in: line, numbered: sequence) {
        try body(&skimmer, entry)
      }
      return sequence < lines.upperBound
    }
  }
}
