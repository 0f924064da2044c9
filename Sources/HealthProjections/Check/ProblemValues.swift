import ByteTools
import HealthModel
package import HealthTables
import JournalFile
import ViewTables

/// The samples of a type whose value, or a value that they condense, nobody can have: what `check`
/// calls implausible, and what figures and drawings for people leave out.
struct ProblemValues {
  /// What values can be.
  let range: PlausibleRange
  private let type: String
  private let columns: SampleColumns
  /// By the numbers of contexts.
  private let known: [Known]
  private let own: Unit?

  /// What is known of the unit of a context.
  private struct Known {
    /// Nil: nobody knows it, and no value in it is a problem.
    var unit: Unit?
    /// What lies between these is surely none, so that few values are converted.
    var inside: (least: Double, greatest: Double)
  }

  /// Nil: of the type nothing is known.
  init?(_ type: String, _ columns: SampleColumns, in tables: HealthTables) {
    guard let range = PlausibleRange.of(type) else { return nil }
    let own = range.unit.flatMap { try? Unit($0) }
    var units: [UInt32: Known] = [:]
    known = columns.known.map { common in
      if let known = units[common.unit] { return known }
      guard common.unit < tables.units.names.count else { return Known(inside: (0, 0)) }
      let unit = try? Unit(tables.units.names[Int(common.unit)])
      let known = Known(unit: unit, inside: range.inside(unit, own: own))
      units[common.unit] = known
      return known
    }
    (self.range, self.type, self.columns, self.own) = (range, type, columns, own)
  }

  /// Those of some rows, in their order.
  func rows(among rows: RowSelection) -> [Int] {
    var found: [Int] = []
    let hasExtremes = columns.hasExtremes
    columns.forEachChunk(of: rows) { chunk, first, _, _, values, contexts, flags in
      for position in chunk {
        let row = rows[position]
        let index = row - first
        let inside = known[Int(contexts[index])].inside
        if inside.least < values[index], values[index] < inside.greatest, !hasExtremes { continue }
        if rows.skips(flags[index]) || flags[index].contains(.category) { continue }
        if isProblem(row) { found.append(row) }
      }
    }
    return found
  }

  private func isProblem(_ row: Int) -> Bool {
    guard let unit = known[Int(columns.contexts[row])].unit else { return false }
    let stated = columns.extremes(of: row)
    return [columns.values[row], stated?.least, stated?.greatest].contains { value in
      value.map { range.excludes($0, unit, own: own) } ?? false
    }
  }
}

extension PlausibleRange {
  /// Its ends in a unit, where a value between them is surely in the range; of a unit that does not
  /// convert, nothing is between them.
  fileprivate func inside(_ unit: Unit?, own: Unit?) -> (least: Double, greatest: Double) {
    guard let unit else { return (0, 0) }
    let ends = [least ?? -.greatestFiniteMagnitude, greatest ?? .greatestFiniteMagnitude]
      .map { end in
        own.map { (try? $0.convert(end, to: unit)) ?? .nan } ?? end
      }
    // A conversion that turns the order round, as minutes a kilometre would, tells nothing.
    return ends[0] < ends[1] ? (ends[0], ends[1]) : (0, 0)
  }

  /// The ends in the unit of a figure; nil where one does not convert. For the axes of drawings.
  package static func ends(
    of type: String, in unit: String
  ) -> (least: Double?, greatest: Double?)? {
    guard let range = of(type), let shown = try? Unit(unit) else { return nil }
    guard let own = range.unit else { return (range.least, range.greatest) }
    guard let own = try? Unit(own), own.isCompatible(with: shown) else { return nil }
    func converted(_ end: Double?) -> Double? { end.flatMap { try? own.convert($0, to: shown) } }
    return (converted(range.least), converted(range.greatest))
  }
}

extension RowSelection {
  /// The same without the samples that are problems.
  func withoutProblems(
    of type: String, _ columns: SampleColumns, in tables: HealthTables
  ) -> RowSelection {
    let found = Set(ProblemValues(type, columns, in: tables)?.rows(among: self) ?? [])
    return found.isEmpty ? self : RowSelection(columns.rows(self).filter { !found.contains($0) })
  }
}

/// How many samples of a question are problems.
package struct ProblemCount: Sendable {
  /// By type, those with some.
  package private(set) var types: [(type: String, count: Int)] = []

  /// Those that a query means.
  ///
  /// - Throws: as the views.
  package init(_ journal: ReplayedJournal, _ query: Query) throws {
    var query = query
    query.leavesOutProblems = false
    let near = journal.forWindow(query)
    let known = try query.types(in: near.tables).filter { PlausibleRange.of($0) != nil }
    var selection = try SampleSelection(query, near, of: known)
    for type in known {
      guard let columns = near.tables.columns(of: type),
        let problems = ProblemValues(type, columns, in: near.tables)
      else { continue }
      let count = problems.rows(among: try selection.chosenRows(of: type)).count
      if count > 0 { types.append((type, count)) }
    }
  }

  /// Adds those of another question.
  package mutating func add(_ other: ProblemCount) {
    for (type, count) in other.types {
      if let known = types.firstIndex(where: { $0.type == type }) {
        types[known].count += count
      } else {
        types.append((type, count))
      }
    }
  }

  /// How many samples there are of all types.
  package var count: Int { types.reduce(0) { $0 + $1.count } }

  /// Returns what people are told; nil: there is none.
  ///
  /// - Parameters:
  ///   - areLeftOut: whether the figures are without them.
  ///   - option: the one by which the figures are made the other way round.
  package func remark(areLeftOut: Bool, unless option: Option) -> String? {
    guard count > 0 else { return nil }
    let isUsual = areLeftOut == (option.name == Option.withProblems.name)
    let names = types.prefix(3).map { TypeCatalogue.shortName(of: $0.type) }
      .joined(separator: ", ")
    let samples = counted(count, "sample") + " of " + names + (types.count > 3 ? " …" : "")
    let what = "with values beyond what was ever measured of anybody (`check` lists them)"
    let other = areLeftOut ? "counts" : "leaves out"
    return (areLeftOut ? "left out " : "counted ") + samples + " " + what
      + (isUsual ? "; --\(option.name) \(other) such samples" : "")
  }
}

extension Table {
  /// The same with what is to be said of problems among the samples of a query.
  ///
  /// - Parameters:
  ///   - queries: those that its rows are made of.
  ///   - option: the one by which the view counts, or leaves out, what it else does not.
  func remarking(
    onProblemsOf queries: Query..., unless option: Option, in journal: ReplayedJournal
  ) throws -> Table {
    guard let first = queries.first else { return self }
    var count = try ProblemCount(journal, first)
    for query in queries.dropFirst() { count.add(try ProblemCount(journal, query)) }
    guard
      let remark = count.remark(
        areLeftOut: first.leavesOutProblems, unless: option)
    else { return self }
    var table = self
    if table.presentation == nil { table.presentation = Presentation() }
    table.presentation?.remarks.append(remark)
    return table
  }
}
