import HealthModel
import HealthTables

/// Which group of cells each sample of a type belongs to, and what its value is in the group's
/// unit.
struct SampleGroups {
  private let type: String
  private let plan: UnitPlan
  private let tables: HealthTables
  /// How quantity samples of the type are taken together.
  let quantityStyle: FigureCells.Style
  /// The names of units and of category values.
  private(set) var labels = Labels()
  /// In which order sources count, where they are kept apart; nil: they are not.
  private let sources: SourceOrder?
  /// Whether they are: asked for each sample.
  private let isApart: Bool
  private var known = Numbering<Facts>()
  /// What became of those.
  private var found: [Found] = []
  /// What became of the last sample: the next mostly has the same unit and source.
  private var recent: (facts: Facts, found: Found)

  /// What of a sample decides on its group.
  private struct Facts: Hashable {
    var unit: UInt32
    /// The least rank of its source in the order, where sources are kept apart.
    var source: Int
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
  ///   - sources: the sources, where each has groups of its own; nil: all are taken together.
  init(_ type: String, _ plan: UnitPlan, apart sources: SourceOrder? = nil, in tables: HealthTables)
  {
    self.type = type
    self.plan = plan
    self.sources = sources
    isApart = sources != nil
    self.tables = tables
    quantityStyle = AggregationStyle.isCumulative(type) ? .cumulative : .discrete
    // Not a sample's: it has no group.
    recent = (
      Facts(unit: 0, source: 0, isCategory: true),
      Found(group: -1, step: UnitPlan.Step(shown: ""), converts: false)
    )
  }

  /// The least rank of a sample's source in the order; 0 where sources are taken together.
  @inline(__always)
  func source(_ provenance: UInt32, _ flags: SampleRow.Flags, _ start: Int64) -> Int {
    isApart ? sources?.head(provenance, flags, start) ?? 0 : 0
  }

  /// The group of a quantity sample, and its value in the unit of that.
  @inline(__always)
  mutating func quantity(
    _ value: Double, unit: UInt32, source: Int = 0, in cells: inout FigureCells
  ) -> (group: Int, value: Double) {
    if recent.facts.unit != unit || recent.facts.isCategory || recent.facts.source != source {
      find(Facts(unit: unit, source: source, isCategory: false), in: &cells)
    }
    let isShown = !recent.found.converts
    return (recent.found.group, isShown ? value : recent.found.step.apply(value))
  }

  /// The group of a category sample.
  mutating func category(
    _ value: Double, word: UInt32, source: Int = 0, in cells: inout FigureCells
  ) -> Int {
    // Of a sample whose value is the export's own word, that word tells it from others.
    let number = word == SampleRow.none ? Int(value) : 0
    let facts = Facts(unit: word, source: source, value: number, isCategory: true)
    if recent.facts != facts || recent.found.group < 0 { find(facts, in: &cells) }
    return recent.found.group
  }

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
    let group = FigureCells.Group(
      source: isApart ? facts.source : nil, label: labels.number(of: label),
      style: facts.isCategory ? .category : quantityStyle)
    return Found(
      group: cells.number(of: group), step: step,
      converts: step.converts && !facts.isCategory)
  }
}

extension SampleGroups {
  /// The name of a group's source, as `sources` shows it, where sources are kept apart.
  func name(ofSource group: FigureCells.Group) -> String? {
    group.source.flatMap { sources?.sources[$0].name }
  }

  /// The numbers of groups in the order of rows: by the source's name, then by the unit or the
  /// category value.
  func order(_ groups: [FigureCells.Group]) -> [Int] {
    func name(_ group: FigureCells.Group) -> (String, String, Int) {
      (
        self.name(ofSource: group) ?? "", labels.names[group.label],
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
