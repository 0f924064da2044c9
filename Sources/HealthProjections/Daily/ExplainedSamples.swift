import HealthModel
import HealthTables
import ViewTables

/// The samples of a type behind a figure, one by one: how much of each sample counts, and which
/// samples count instead of one that does not.
struct ExplainedSamples {
  /// A sample's row, and what it adds to the total.
  struct Sample {
    var explained: ExplainedRow
    /// The unit of a quantity; the word of a category value.
    var unit: String
    var row: SampleRow
    /// What of it is explained.
    var stretch: CountedStretches.Stretch
    /// How long it counts in an average that is weighted by time.
    var seconds: Double
    /// From the least to the greatest of the values that it stands for, in the shown unit.
    var range: ClosedRange<Double>

    /// The part that counts, in the shown unit; nil: nothing does.
    var counted: Double? { explained.counted }

    var isCategory: Bool { row.flags.contains(.category) }
  }

  let type: String
  let tables: HealthTables
  let plan: UnitPlan
  /// What becomes of several sources.
  let sources: DailyView.Sources
  let style: AggregationStyle
  private let order: SourceOrder
  private var timeline: CountedTimeline
  private let columns: SampleColumns

  var isCumulative: Bool { style.isCumulative }

  /// - Parameters:
  ///   - sources: what becomes of several sources.
  ///   - stretches: what counts of the samples, by that rule.
  init(
    _ type: String, _ columns: SampleColumns, _ stretches: CountedStretches, plan: UnitPlan,
    sources: DailyView.Sources, in tables: HealthTables
  ) {
    self.type = type
    self.columns = columns
    order = stretches.order
    timeline = CountedTimeline(stretches, sources)
    self.plan = plan
    self.sources = sources
    self.tables = tables
    style = AggregationStyle.of(type)
  }

  /// The order of the sources of some samples, and why it is so; none where all count.
  func sources(of touching: [CountedStretches.Stretch]) -> [ExplainedRow] {
    guard sources.merges else { return [] }
    let present = Set(touching.map(\.rank))
    return order.sources.enumerated().filter { present.contains($0.offset) }
      .map { rank, source in
        ExplainedRow(
          what: .source, source: source.name, rank: rank + 1, note: source.reason.words)
      }
  }

  /// A sample, with a remark.
  ///
  /// - Parameter seconds: what it weighs in an average that is weighted by time.
  mutating func sample(
    _ stretch: CountedStretches.Stretch, seconds: Double, note: (SampleRow) -> String?
  ) -> Sample {
    let row = columns[stretch.row]
    if row.flags.contains(.category) { return category(row, stretch, note(row)) }
    let step = plan[row.unit]
    let value = step.apply(row.value)
    let part = isCumulative ? value * stretch.share : value
    let by = stretch.counted < max(stretch.end - stretch.start, 1) ? beaters(of: stretch) : []
    let source = order.sources[stretch.rank].name
    let range = columns.range(of: stretch.row, step.apply)
    let notes = [
      style.isWeightedByTime ? "weighs \(Self.text(seconds)) s" : nil,
      isCumulative ? nil : condenses(stretch.row, range), note(row),
    ].compactMap(\.self)
    let explained = ExplainedRow(
      what: stretch.counts ? .counted : .suppressed,
      rank: sources.merges ? stretch.rank + 1 : nil, value: .number(value), unit: step.shown,
      share: isCumulative ? stretch.share : nil, counted: stretch.counts ? part : nil, by: by,
      note: notes.isEmpty ? nil : notes.joined(separator: "; ")
    ).of(row, from: source)
    return Sample(
      explained: explained, unit: step.shown, row: row, stretch: stretch, seconds: seconds,
      range: range)
  }

  private func category(
    _ row: SampleRow, _ stretch: CountedStretches.Stretch, _ note: String?
  ) -> Sample {
    let word = CategoryWords.word(for: row, type: type, tables: tables)
    let lasts = stretch.start < stretch.end
    // An endless sample counts whole on the day of its start.
    let seconds = lasts ? stretch.seconds : Double(row.end - row.start) / 1e6
    let source = order.sources[stretch.rank].name
    let explained = ExplainedRow(
      what: .counted, value: .text(word), unit: "s", counted: seconds, note: note
    ).of(row, from: source)
    return Sample(
      explained: explained, unit: word, row: row, stretch: stretch, seconds: seconds,
      range: row.value...row.value)
  }

  /// Returns what is said of a sample that condenses several values.
  private func condenses(_ row: Int, _ range: ClosedRange<Double>) -> String? {
    guard columns.extremes(of: row) != nil else { return nil }
    return "the average of values from \(Self.text(range.lowerBound)) to "
      + Self.text(range.upperBound)
  }

  private static func text(_ number: Double) -> String {
    Int64(exactly: number).map { String($0) } ?? String(number)
  }

  /// The lines of the samples that count instead of one, by their seq.
  private mutating func beaters(of beaten: CountedStretches.Stretch) -> [String] {
    let (found, areAll) = timeline.stretches(replacing: beaten)
    return Set(found.map { columns.sequences[$0.row] }).sorted().map { "line \($0)" }
      + (areAll ? [] : ["others"])
  }
}
