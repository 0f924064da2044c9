import HealthEvents
import HealthModel
import JournalFile

extension TableBuilder {
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
      if case .save(let save)? = entry.event, save.objects.contains(where: \.content.isRow) {
        seam.appendRows(before: sequence, to: &self)
      }
      try apply(entry)
    }
    seam.intern(through: .max, in: &tables.vocabulary)
    seam.appendWorkoutLines(before: .max, to: &tables)
    seam.remove(before: .max, from: &tables)
    seam.appendRows(before: .max, to: &self)
    note(linesOf: part.builder)
  }
}

extension Content {
  /// Whether the tables hold it as a row of columns.
  var isRow: Bool {
    switch self {
    case .quantity, .category: true
    case .correlation, .workout, .characteristic, .summary, .document: false
    }
  }
}

/// How far a part has been taken into the tables, and which of their numbers its own became.
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

  /// Appends the rows that stand before a line; their names have been numbered.
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
      tables.remove(removals[self.removals].uuid)
      self.removals += 1
    }
  }

  /// Appends the lines of workouts' samples that stand before a line.
  mutating func appendWorkoutLines(before line: UInt32, to tables: inout HealthTables) {
    let lines = part.builder.tables.workoutLines
    while workoutLines < lines.count, lines[workoutLines].sequence < line {
      tables.workoutLines.append(lines[workoutLines])
      workoutLines += 1
    }
  }
}
