import HealthModel
import HealthTables

/// Takes the samples of one type together: finds the group of each and its value in the unit of
/// that, and adds what a part of it comes to in the cell of a stretch of time.
///
/// Its users know which stretches a sample touches: `DailyFold` days, `IntervalFold` the parts of a
/// time that is asked about, workouts their own time and their laps.
struct SampleFold {
  private let type: String
  private let plan: UnitPlan
  private let columns: SampleColumns
  private let tables: HealthTables
  /// The result.
  var cells: FigureCells
  private let hasExtremes: Bool
  /// How quantity samples of the type are taken together.
  let quantityStyle: FigureCells.Style
  /// The units and the words of category values.
  private var labels = Numbering<String>()
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

  /// Nothing added up yet.
  ///
  /// - Parameters:
  ///   - plan: the units in which quantities are shown.
  ///   - sources: the sources, where each has groups of its own; nil: all are taken together.
  init(
    _ type: String, _ columns: SampleColumns, _ plan: UnitPlan, apart sources: SourceOrder? = nil,
    in tables: HealthTables
  ) {
    self.type = type
    self.columns = columns
    self.plan = plan
    self.sources = sources
    cells = FigureCells(AggregationStyle.of(type))
    hasExtremes = columns.hasExtremes
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
    _ value: Double, unit: UInt32, source: Int = 0
  ) -> (group: Int, value: Double) {
    if recent.facts.unit != unit || recent.facts.isCategory || recent.facts.source != source {
      find(Facts(unit: unit, source: source, isCategory: false))
    }
    let isShown = !recent.found.converts
    return (recent.found.group, isShown ? value : recent.found.step.apply(value))
  }

  /// The group of a category sample.
  mutating func category(_ value: Double, word: UInt32, source: Int = 0) -> Int {
    // Of a sample whose value is the export's own word, that word tells it from others.
    let number = word == SampleRow.none ? Int(value) : 0
    let facts = Facts(unit: word, source: source, value: number, isCategory: true)
    if recent.facts != facts || recent.found.group < 0 { find(facts) }
    return recent.found.group
  }

  private mutating func find(_ facts: Facts) {
    if let number = known.number(of: facts) {
      recent = (facts, found[number])
    } else {
      recent = (facts, make(facts))
      known.append(facts)
      found.append(recent.found)
    }
  }

  private mutating func make(_ facts: Facts) -> Found {
    let step = plan[facts.unit]
    let label =
      facts.isCategory
      ? CategoryWords.word(Double(facts.value), word: facts.unit, type: type, tables: tables)
      : step.shown
    let group = FigureCells.Group(
      source: isApart ? facts.source : nil, label: labels.number(ofAny: label),
      style: facts.isCategory ? .category : quantityStyle)
    return Found(
      group: cells.number(of: group), step: step,
      converts: step.converts && !facts.isCategory)
  }
}

extension SampleFold {
  /// A sample of which parts are added.
  struct Sample {
    var row: Int
    var start: Int64
    var end: Int64
    var value: Double
    var common: SampleContext
    /// See `source`.
    var source = 0
  }

  /// Adds what counts of a sample of a type that adds up.
  ///
  /// - Returns: the sample's value in the shown unit.
  @inline(__always)
  @discardableResult
  mutating func add(_ stretch: CountedStretches.Stretch) -> Double {
    let (group, value) = quantity(
      columns.values[stretch.row], unit: columns.common(stretch.row).unit)
    cells.select(day: stretch.day, group: group)
    cells.selected.add(part: value * stretch.share)
    return value
  }

  /// Adds the part of a sample that does not add up, whose value is `value` in the unit of its
  /// group, that lies in a stretch and weighs as long as that, or holds longer, until a moment.
  @inline(__always)
  mutating func add(
    _ value: Double, _ group: Int, _ sample: Sample, on stretch: DayStretch, until end: Int64
  ) {
    cells.select(day: stretch.day, group: group)
    cells.selected.add(
      value: value, start: sample.start, end: sample.end,
      seconds: SampleHolds.seconds(stretch.start, end))
    if !stretch.isFirst { cells.selected.mean.carry(value) }
    if hasExtremes { addExtremes(sample) }
  }

  private mutating func addExtremes(_ sample: Sample) {
    guard columns.extremes(of: sample.row) != nil else { return }
    let columns = columns
    let range = columns.range(of: sample.row) {
      quantity($0, unit: sample.common.unit, source: sample.source).value
    }
    cells.selected.add(range)
  }

  // MARK: Results

  /// The name of a group: its unit or category value.
  func name(_ group: FigureCells.Group) -> String { labels.keys[group.label] }

  /// The name of a group's source, as `sources` shows it, where sources are kept apart.
  func name(ofSource group: FigureCells.Group) -> String? {
    group.source.flatMap { sources?.sources[$0].name }
  }

  /// The indices of the cells in the order of rows: days ascending; of a day by the source's name,
  /// then by the unit or the category value.
  var indices: [Int] {
    func name(_ group: FigureCells.Group) -> (String, String, Int) {
      (self.name(ofSource: group) ?? "", self.name(group), group.style.rawValue)
    }
    let groups = cells.groups
    return cells.indices(by: groups.indices.sorted { name(groups[$0]) < name(groups[$1]) })
  }
}
