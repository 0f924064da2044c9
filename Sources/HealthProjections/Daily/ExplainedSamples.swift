import HealthModel
import HealthTables

/// The samples of a type behind a figure, one by one: what of each counts, and which others count in the
/// place of one that does not.
struct ExplainedSamples {
  /// A sample's row, and what it adds to the total.
  struct Sample {
    /// In the columns of `DailyExplanation`.
    var cells: [Cell]
    /// What counts, in the shown unit; nil: nothing does.
    var counted: Double?
    /// The unit of a quantity; the word of a category value.
    var unit: String
    /// How long it counts.
    var seconds: Double
    /// The seq of its line.
    var sequence: UInt32
    var isCategory = false
  }

  let type: String
  let tables: HealthTables
  let plan: UnitPlan
  private let sources: DailyView.Sources
  /// Everything that may count in the place of something else.
  let stretches: CountedStretches
  private let columns: SampleColumns
  private let isCumulative: Bool

  /// - Parameters:
  ///   - sources: what becomes of several sources of a type that adds up.
  ///   - stretches: what counts of the samples.
  init(
    _ type: String, _ columns: SampleColumns, _ stretches: CountedStretches, plan: UnitPlan,
    sources: DailyView.Sources, in tables: HealthTables
  ) {
    self.type = type
    self.columns = columns
    self.stretches = stretches
    self.plan = plan
    self.sources = sources
    self.tables = tables
    isCumulative = AggregationStyle.isCumulative(type)
  }

  /// The order of the sources of some samples, and why it is so.
  func sources(of touching: [CountedStretches.Stretch]) -> [[Cell]] {
    let present = Set(touching.map(\.rank))
    return stretches.order.sources.enumerated().filter { present.contains($0.offset) }
      .map { rank, source in
        DailyExplanation.row(
          "source", ("source", .text(source.name)), ("rank", .whole(rank + 1)),
          ("note", .text(source.reason.name)))
      }
  }

  /// A sample, with a remark.
  func sample(_ stretch: CountedStretches.Stretch, note: (SampleRow) -> Cell) -> Sample {
    let row = columns[stretch.row]
    if row.flags.contains(.category) { return category(row, stretch, note(row)) }
    let step = plan[row.unit]
    let value = step.apply(row.value)
    let part = isCumulative ? value * stretch.share : value
    let by = stretch.counted < max(stretch.end - stretch.start, 1) ? beaters(of: stretch) : []
    let cells = DailyExplanation.row(
      stretch.counts ? "counted" : "suppressed", ("seq", .whole(Int(row.sequence))),
      ("uuid", .text(row.uuid.description)), ("source", .text(source(of: stretch))),
      ("rank", isCumulative ? .whole(stretch.rank + 1) : .missing),
      ("start", .time(row.startTime)), ("end", .time(row.endTime)), ("value", .number(value)),
      ("unit", .text(step.shown)), ("share", isCumulative ? .number(stretch.share) : .missing),
      ("counted", stretch.counts ? .number(part) : .missing),
      ("by", by.isEmpty ? .missing : .names(by)), ("note", note(row)))
    return Sample(
      cells: cells, counted: stretch.counts ? part : nil, unit: step.shown,
      seconds: stretch.seconds, sequence: row.sequence)
  }

  private func category(
    _ row: SampleRow, _ stretch: CountedStretches.Stretch, _ note: Cell
  ) -> Sample {
    let word = CategoryWords.word(for: row, type: type, tables: tables)
    let seconds = max(stretch.seconds, 0)
    let cells = DailyExplanation.row(
      "counted", ("seq", .whole(Int(row.sequence))), ("uuid", .text(row.uuid.description)),
      ("source", .text(source(of: stretch))), ("start", .time(row.startTime)),
      ("end", .time(row.endTime)), ("value", .text(word)), ("unit", .text("s")),
      ("counted", .number(seconds)), ("note", note))
    return Sample(
      cells: cells, counted: seconds, unit: word, seconds: seconds, sequence: row.sequence,
      isCategory: true)
  }

  private func source(of stretch: CountedStretches.Stretch) -> String {
    stretches.order.sources[stretch.rank].name
  }

  /// The lines of the samples that count in the place of one, by their seq.
  private func beaters(of beaten: CountedStretches.Stretch) -> [String] {
    let found = stretches.all.filter { other in
      guard other.rank < beaten.rank else { return false }
      if sources == .first { return other.day == beaten.day }
      if other.start == other.end || beaten.start == beaten.end {
        return other.start <= beaten.start
          && (beaten.start < other.end || other.start == beaten.start)
      }
      return other.start < beaten.end && beaten.start < other.end
    }
    return Set(found.map { columns.sequences[$0.row] }).sorted().map { "line \($0)" }
  }

  // MARK: Totals

  /// What the samples come to, a row for each unit and category value: the sum of the parts; of a discrete
  /// type the average as its aggregation style has it.
  ///
  /// - Parameter note: what a total of so many samples of a type that adds up says of itself.
  func totals(_ samples: [Sample], note: (Int) -> String) -> [[Cell]] {
    groups(samples).map { group in
      if group.first?.isCategory ?? false { return duration(group) }
      let unit = Cell.text(group.first?.unit ?? "")
      guard !isCumulative else {
        return DailyExplanation.row(
          "total", ("unit", unit), ("counted", .number(Self.sum(group))),
          ("note", .text(note(group.count))))
      }
      var mean = StyledMean(AggregationStyle.of(type))
      for sample in group { mean.add(sample.counted ?? 0, seconds: sample.seconds) }
      return DailyExplanation.row(
        "total", ("unit", unit), ("counted", Cell(mean.value)),
        ("note", .text("average of \(group.count)")))
    }
  }

  /// The least and the greatest value of a discrete type, and the lines that they are from.
  func extremes(_ samples: [Sample]) -> [[Cell]] {
    if isCumulative { return [] }
    return groups(samples).filter { !($0.first?.isCategory ?? true) }.flatMap { group in
      let values = group.compactMap(\.counted)
      return [("minimum", values.min()), ("maximum", values.max())].map { name, value in
        let lines = Set(group.filter { $0.counted == value }.map(\.sequence)).sorted()
        return DailyExplanation.row(
          "total", ("unit", .text(group.first?.unit ?? "")), ("counted", Cell(value)),
          ("by", .names(lines.prefix(3).map { "line \($0)" })), ("note", .text(name)))
      }
    }
  }

  /// Those of which something counts, by unit or category value.
  private func groups(_ samples: [Sample]) -> [[Sample]] {
    let counted = samples.filter { $0.counted != nil }
    return Dictionary(grouping: counted) { ($0.isCategory ? "1" : "0") + $0.unit }
      .sorted { $0.key < $1.key }.map(\.value)
  }

  private func duration(_ group: [Sample]) -> [Cell] {
    DailyExplanation.row(
      "total", ("value", .text(group.first?.unit ?? "")), ("unit", .text("s")),
      ("counted", .number(Self.sum(group))), ("note", .text("duration of \(group.count)")))
  }

  private static func sum(_ samples: [Sample]) -> Double {
    var sum = ExactSum()
    for sample in samples { sum.add(sample.counted ?? 0) }
    return sum.value
  }
}
