import HealthEvents
import HealthModel
import JournalFile

extension HealthTables {
  /// Takes a part whose lines follow the last one here, with the same result as line by line.
  ///
  /// - Throws: `LineProblem` of the first entry that is not in its place.
  mutating func join(_ part: ReplayPart) throws(LineProblem) {
    precondition(index == nil, "an index would have to learn of each row")
    var seam = Seam(part)
    for entry in part.entries {
      let sequence = UInt32(truncatingIfNeeded: entry.sequence)
      seam.intern(through: sequence, in: &self)
      seam.appendWorkoutLines(before: sequence, to: &self)
      if case .save(let save)? = entry.event {
        for object in save.objects where object.content.isRow {
          seam.appendRows(of: object.content.type, before: sequence, to: &self)
        }
      }
      try apply(entry)
    }
    seam.intern(through: .max, in: &self)
    seam.appendWorkoutLines(before: .max, to: &self)
    for type in part.tables.types.names { seam.appendRows(of: type, before: .max, to: &self) }
    noteLines(of: part.tables)
  }

  /// Counts and places of lines that follow.
  private mutating func noteLines(of other: HealthTables) {
    counts.add(other.counts)
    lines.append(contentsOf: other.lines)
    if firstAt == nil { firstAt = other.firstAt }
    guard other.lastSequence > 0 else { return }
    lastSequence = other.lastSequence
    lastAt = other.lastAt
  }
}

extension Content {
  /// Whether the tables hold it as a row of columns.
  fileprivate var isRow: Bool {
    switch self {
    case .quantity, .category: true
    case .correlation, .workout, .characteristic, .summary, .document: false
    }
  }
}

/// How far a part has been taken into the tables, and which of their numbers its own became.
private struct Seam {
  private let part: ReplayPart
  private var types: [UInt32] = []
  private var units: [UInt32] = []
  private var zones: [UInt32] = []
  private var actors: [UInt32] = []
  private var provenances: [UInt32] = []
  /// For each type of the part, how many of its rows have been taken.
  private var taken: [Int]
  private var workoutLines = 0

  init(_ part: ReplayPart) {
    self.part = part
    taken = [Int](repeating: 0, count: part.tables.samples.count)
  }

  /// Numbers the names that came up to a line, in the order in which they came.
  mutating func intern(through line: UInt32, in tables: inout HealthTables) {
    let (own, firsts) = (part.tables, part.firsts)
    func names(_ numbers: inout [UInt32], _ lines: [UInt32], _ intern: (Int) -> UInt32) {
      while numbers.count < lines.count, lines[numbers.count] <= line {
        numbers.append(intern(numbers.count))
      }
    }
    names(&types, firsts.types) { tables.types.intern(own.types.names[$0]) }
    names(&units, firsts.units) { tables.units.intern(own.units.names[$0]) }
    names(&zones, firsts.zones) { tables.zones.intern(own.zones.names[$0]) }
    names(&actors, firsts.actors) { tables.actors.intern(own.actors.names[$0]) }
    let actors = actors
    names(&provenances, firsts.provenances) {
      let pair = own.provenances[$0]
      return tables.provenance(actor: actors[Int(pair.actor)], origin: pair.origin)
    }
    tables.growSamples()
  }

  /// Appends the rows of a type that stand before a line; their names have been numbered.
  mutating func appendRows(
    of type: String, before line: UInt32, to tables: inout HealthTables
  ) {
    guard let number = part.tables.types.number(of: type).map(Int.init), number < taken.count
    else { return }
    let rows = part.tables.samples[number]
    var end = taken[number]
    if line == .max {
      end = rows.count
    } else {
      while end < rows.count, rows.sequences[end] < line { end += 1 }
    }
    guard end > taken[number] else { return }
    tables.samples[Int(types[number])].append(
      rows, taken[number]..<end, units: units, zones: zones, provenances: provenances)
    taken[number] = end
  }

  /// Appends the lines of workouts' samples that stand before a line.
  mutating func appendWorkoutLines(before line: UInt32, to tables: inout HealthTables) {
    let lines = part.tables.workoutLines
    while workoutLines < lines.count, lines[workoutLines].sequence < line {
      tables.workoutLines.append(lines[workoutLines])
      workoutLines += 1
    }
  }
}
