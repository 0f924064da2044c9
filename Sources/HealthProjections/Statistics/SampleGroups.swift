import HealthModel
import HealthTables

/// Which group of cells each sample of a type belongs to, and what its value is in the group's unit.
struct SampleGroups {
  private let type: String
  private let plan: UnitPlan
  private let separatesSources: Bool
  private let tables: HealthTables
  /// How quantity samples of the type are taken together.
  let quantityStyle: FigureCells.Style
  /// The names of units and of category values.
  private(set) var labels = Labels()
  /// The names of sources, where they are kept apart.
  private(set) var sources = Labels()
  private var known = Numbering<Facts>()
  /// What became of those.
  private var found: [Found] = []
  /// What became of the last sample: the next mostly has the same unit and source.
  private var recent: (facts: Facts, found: Found)

  /// What of a sample decides on its group.
  private struct Facts: Hashable {
    var unit: UInt32
    /// The number of who wrote it, where sources are kept apart.
    var provenance: UInt32
    /// The number of a category value; 0 of a quantity.
    var value = 0
    var isCategory: Bool
  }

  private struct Found {
    var group: Int
    /// How a quantity comes to the shown unit.
    var step: UnitPlan.Step
    /// Whether it does not stay as it is.
    var converts: Bool
  }

  /// - Parameters:
  ///   - plan: the units in which quantities are shown.
  ///   - separatesSources: whether each source has groups of its own.
  init(_ type: String, _ plan: UnitPlan, separatesSources: Bool = false, in tables: HealthTables) {
    self.type = type
    self.plan = plan
    self.separatesSources = separatesSources
    self.tables = tables
    quantityStyle = AggregationStyle.isCumulative(type) ? .cumulative : .discrete
    // Not a sample's: its group is none.
    recent = (
      Facts(unit: 0, provenance: 0, isCategory: true),
      Found(group: -1, step: UnitPlan.Step(shown: ""), converts: false)
    )
  }

  /// The group of a quantity sample, and its value in the unit of that.
  @inline(__always)
  mutating func quantity(
    _ value: Double, unit: UInt32, provenance: UInt32, in cells: inout FigureCells
  ) -> (group: Int, value: Double) {
    if recent.facts.unit != unit || recent.facts.isCategory
      || (separatesSources && recent.facts.provenance != provenance)
    {
      find(Facts(unit: unit, provenance: source(provenance), isCategory: false), in: &cells)
    }
    let isShown = !recent.found.converts
    return (recent.found.group, isShown ? value : recent.found.step.apply(value))
  }

  /// The group of a category sample.
  mutating func category(
    _ value: Double, word: UInt32, provenance: UInt32, in cells: inout FigureCells
  ) -> Int {
    // Of a sample whose value is the export's own word, that word tells it from others.
    let number = word == SampleRow.none ? Int(value) : 0
    let facts = Facts(
      unit: word, provenance: source(provenance), value: number, isCategory: true)
    if recent.facts != facts || recent.found.group < 0 { find(facts, in: &cells) }
    return recent.found.group
  }

  private func source(_ provenance: UInt32) -> UInt32 { separatesSources ? provenance : 0 }

  private mutating func find(_ facts: Facts, in cells: inout FigureCells) {
    if let number = known.number(of: facts) {
      recent = (facts, found[number])
    } else {
      recent = (facts, make(facts, in: &cells))
      known.append(facts)
      found.append(recent.found)
    }
  }

  private mutating func make(_ facts: Facts, in cells: inout FigureCells) -> Found {
    let step = plan[facts.unit]
    let label =
      facts.isCategory
      ? CategoryWords.word(Double(facts.value), word: facts.unit, type: type, tables: tables)
      : step.shown
    let source =
      separatesSources ? sources.number(of: tables.sourceName(facts.provenance)) : nil
    let group = FigureCells.Group(
      source: source, label: labels.number(of: label),
      style: facts.isCategory ? .category : quantityStyle)
    return Found(
      group: cells.number(of: group), step: step,
      converts: step.converts && !facts.isCategory)
  }
}

extension SampleGroups {
  /// The numbers of groups in the order of rows: by the source's name, then by the unit or the category
  /// value.
  func order(_ groups: [FigureCells.Group]) -> [Int] {
    func name(_ group: FigureCells.Group) -> (String, String, Int) {
      (
        group.source.map { sources.names[$0] } ?? "", labels.names[group.label],
        group.style.rawValue
      )
    }
    return groups.indices.sorted { name(groups[$0]) < name(groups[$1]) }
  }
}

/// Names and their numbers, in the order in which they came.
struct Labels {
  private var known = Numbering<String>()

  var names: [String] { known.keys }

  mutating func number(of name: String) -> Int {
    if let number = known.number(of: name) { return number }
    known.append(name)
    return names.count - 1
  }
}
