import HealthModel
import HealthTables

/// The samples of a type behind a figure, one by one: how much of each sample counts, and which
/// samples count instead of one that does not.
struct ExplainedSamples {
  /// A sample's row, and what it adds to the total.
  struct Sample {
    var explained: ExplainedRow
    /// The unit of a quantity; the word of a category value.
    var unit: String
    var row: SampleRow
    /// The stretch of it that is explained.
    var stretch: CountedStretches.Stretch
    /// The time that it counts in an average that is weighted by time.
    var seconds: Double
    /// The range from the least to the greatest of its values, in the shown unit.
    var range: ClosedRange<Double>

    /// The part that counts, in the shown unit; nil: nothing does.
    var counted: Double? { explained.counted }

    var isCategory: Bool { row.flags.contains(.category) }
  }

  let type: String
  let tables: HealthTables
  let plan: UnitPlan
  /// The treatment of several sources.
  let sources: DailyView.Sources
  let style: AggregationStyle
  private let order: SourceOrder
  private var timeline: CountedTimeline
  private let columns: SampleColumns

  var isCumulative: Bool { style.isCumulative }

  /// Creates an explanation of samples.
  ///
  /// - Parameters:
  ///   - sources: the treatment of several sources.
  ///   - stretches: the parts of the samples that count, by that rule.
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
    style = tables.catalogue.style(of: type)
  }

  /// Returns the order of the sources of some samples, with the reasons for it; none if all count.
  func sources(of touching: [CountedStretches.Stretch]) -> [ExplainedRow] {
    guard sources.merges else { return [] }
    let present = Set(touching.map(\.rank))
    return order.sources.enumerated().filter { present.contains($0.offset) }
      .map { rank, source in
        ExplainedRow(
          what: .source, source: source.name, rank: rank + 1, note: source.reason.words)
      }
  }

  /// Returns the row of a sample, with a remark.
  ///
  /// - Parameter seconds: its weight in an average that is weighted by time.
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

  /// Returns the lines of the samples that count instead of one, by their seq.
  private mutating func beaters(of beaten: CountedStretches.Stretch) -> [String] {
    let (found, areAll) = timeline.stretches(replacing: beaten)
    return Set(found.map { columns.sequences[$0.row] }).sorted().map { "line \($0)" }
      + (areAll ? [] : ["others"])
  }

  // What explained samples come to.

  /// Returns the totals of the samples, rows for each unit and category value, and for each source
  /// if they are kept apart: the sum of the parts; of a discrete type the average as its
  /// aggregation style has it, and the least and the greatest value with the lines that they are
  /// from.
  ///
  /// - Parameters:
  ///   - withLatest: true if the value of a discrete type that ends last is among the figures.
  ///   - note: the note on a total of this many samples of a type that adds up.
  func totals(
    _ samples: [Sample], withLatest: Bool = false, note: (Int) -> String
  ) -> [ExplainedRow] {
    groups(samples).flatMap { group in
      if group.first?.isCategory ?? false { return [duration(group)] }
      if isCumulative { return [total(group, Self.sum(group), note: note(group.count))] }
      return [average(group)] + extremes(group) + (withLatest ? latest(group) : [])
    }
  }

  /// Returns the averages by the style of Apple's headers, if they state another one.
  func headerAverages(_ samples: [Sample]) -> [ExplainedRow] {
    guard let style = AggregationStyle.ofHeaders(type) else { return [] }
    return groups(samples).filter { !($0.first?.isCategory ?? true) }.map { group in
      ExplainedRow(
        what: .other, source: source(of: group), unit: group.first?.unit ?? "",
        counted: Self.mean(group, style),
        note: "\(style.name), as Apple's headers up to 26.2 say: average")
    }
  }

  private func average(_ group: [Sample]) -> ExplainedRow {
    total(group, Self.mean(group, style), note: "average of \(group.count)")
  }

  private static func mean(_ group: [Sample], _ style: AggregationStyle) -> Double? {
    var mean = StyledMean(style)
    let values = group.map { $0.counted ?? 0 }
    for (sample, value) in zip(group, values) { mean.add(value, seconds: sample.seconds) }
    guard let least = values.min(), let greatest = values.max() else { return nil }
    return mean.value?.within(least, greatest)
  }

  private func extremes(_ group: [Sample]) -> [ExplainedRow] {
    let ends: [(String, [Double])] = [
      ("minimum", group.map(\.range.lowerBound)), ("maximum", group.map(\.range.upperBound)),
    ]
    return ends.map { name, values in
      let value = name == "minimum" ? values.min() : values.max()
      return total(
        group, value, of: zip(group, values).filter { $0.1 == value }.map(\.0), note: name)
    }
  }

  private func latest(_ group: [Sample]) -> [ExplainedRow] {
    guard let last = group.max(by: { $0.time < $1.time }) else { return [] }
    return [total(group, last.counted, of: [last], note: "latest")]
  }

  private func total(
    _ group: [Sample], _ value: Double?, of samples: [Sample] = [], note: String
  ) -> ExplainedRow {
    let lines = Set(samples.map(\.row.sequence)).sorted().prefix(3).map { "line \($0)" }
    return ExplainedRow(
      what: .total, source: source(of: group), unit: group.first?.unit ?? "", counted: value,
      by: lines, note: note)
  }

  private func duration(_ group: [Sample]) -> ExplainedRow {
    let begun = group.count { $0.stretch.start == $0.row.start }
    let count = "duration of \(group.count)"
    let note = begun == group.count ? count : "\(count), of which \(begun) begin here"
    return ExplainedRow(
      what: .total, source: source(of: group), value: .text(group.first?.unit ?? ""), unit: "s",
      counted: Self.sum(group), note: note)
  }

  /// Returns the source of a total, if sources are kept apart.
  private func source(of group: [Sample]) -> String? {
    sources == .separate ? group.first?.explained.source ?? "" : nil
  }

  /// Returns the samples that have a part which counts, by source if they are kept apart, and by
  /// unit or category value.
  private func groups(_ samples: [Sample]) -> [[Sample]] {
    let counted = samples.filter { $0.counted != nil }
    let keyed = Dictionary(grouping: counted) { sample in
      [source(of: [sample]) ?? "", sample.isCategory ? "1" : "0", sample.unit]
    }
    return keyed.sorted { $0.key.lexicographicallyPrecedes($1.key) }.map(\.value)
  }

  private static func sum(_ samples: [Sample]) -> Double {
    ExactSum(samples.lazy.map { $0.counted ?? 0 }).value
  }
}

extension ExplainedSamples.Sample {
  /// The time by which the latest sample of a group is found: the one with the greatest.
  fileprivate var time: (end: Int64, start: Int64, row: Int) { (row.end, row.start, stretch.row) }
}

extension AggregationStyle {
  /// Returns how an average of a type of this style is taken, in words; nil: there is none.
  func averaging(of type: String) -> String? {
    var words: String
    switch self {
    case .cumulative: return nil
    case .discreteArithmetic: return "average: arithmetic, each sample weighs the same"
    case .discreteTemporallyWeighted: words = "average: weighted by time"
    case .discreteEquivalentContinuousLevel:
      words =
        "average: equivalent continuous level, the mean of the powers 10^(L/10) as a level again"
    }
    words += ", each sample weighs its seconds, and a reading of one moment those until the next "
    words += "one of its source"
    guard case .quantity(let known)? = TypeCatalogue.find(type), let hold = known.readingHold else {
      return words
    }
    return words + ", at most \(Int(hold.seconds)) (\(hold.reason))"
  }
}

/// A row of a table that explains a figure.
///
///     ExplainedRow(what: .rule, note: "all: every sample of every source counts")
package struct ExplainedRow: Sendable {
  package enum Kind: String, Sendable {
    /// The subject that is explained: a day, or a workout and its pauses.
    case day, workout, pause
    /// By what it is computed, and from what.
    case rule, source, input, stated
    /// A sample that counts, or does not.
    case counted, suppressed
    /// A sample among several that are compared for the latest.
    case removed, chosen, next
    /// The result, what would tell it, and the result by other rules.
    case total, missing, other
  }

  package var what: Kind
  /// The figure that it belongs to, where there are several.
  var figure: String?
  /// The type that it belongs to, if there are several.
  var type: String?
  /// The number of a sample's line.
  package var sequence: UInt32?
  var uuid: ObjectUUID?
  package var source: String?
  var rank: Int?
  var start: Timestamp?
  var end: Timestamp?
  var value = Cell.missing
  var unit: String?
  /// The share of a sample, or of a day, that it covers.
  var share: Double?
  /// The part that counts.
  package var counted: Double?
  /// The lines that are the reason.
  var by: [String] = []
  var note: String?

  /// Returns the same row of an object with its line, uuid and source.
  func of(line: UInt32, _ uuid: ObjectUUID, from source: String) -> ExplainedRow {
    var row = self
    (row.sequence, row.uuid, row.source) = (line, uuid, source)
    return row
  }

  /// Returns the same row of a sample with its line, uuid, source and times.
  func of(_ sample: SampleRow, from source: String) -> ExplainedRow {
    var row = of(line: sample.sequence, sample.uuid, from: source)
    (row.start, row.end) = (sample.startTime, sample.endTime)
    return row
  }

  /// Returns the columns of an explanation.
  ///
  /// - Parameters:
  ///   - kinds: the possible values of `what`, for the documents.
  ///   - about: the columns that follow it; nil: none.
  ///   - figures: the kind of the figures.
  ///   - counts: true if samples have a rank and count in part.
  ///   - areMany: true if people are not shown what does not fit a terminal with another column.
  ///   - type: the type that all figures are of; nil: rows name it, or have several.
  static func columns(
    _ kinds: String, about: RowColumn<ExplainedRow>? = nil,
    figures: Column.Kind = .exactQuantity, counts: Bool = true, areMany: Bool = false,
    of type: String? = nil
  ) -> [RowColumn<ExplainedRow>] {
    typealias Own = RowColumn<ExplainedRow>
    let rank = Own("rank", .number, hidden: areMany, rank: .detail) { Cell(whole: $0.rank) }
    let share = Own("share", .share) { Cell($0.share) }
    let counted = Own("counted", figures, rank: .key) { Cell($0.counted) }
    let all: [Own?] = [
      Own("what", rank: .key, note: kinds) { .text($0.what.rawValue) }, about,
      Own(.line, .number) { Cell(whole: $0.sequence.map { Int($0) }) },
      Own(.object, hidden: true) { Cell(text: $0.uuid?.description) },
      Own(.source) { Cell(text: $0.source) }, counts ? rank : nil,
      Own(.start, .time) { Cell(time: $0.start) },
      Own(.end, .time, hidden: areMany, rank: .detail) { Cell(time: $0.end) },
      Own("value", figures, rank: .key) { $0.value }, Own(.unit) { Cell(text: $0.unit) },
      counts ? share : nil, counts ? counted : nil,
      Own("by", rank: .detail, note: "lines") { $0.by.isEmpty ? .missing : .names($0.by) },
      Own(.note, rank: .key) { Cell(text: $0.note) },
    ]
    return all.compactMap(\.self).map { own in
      var column = own.column
      column.type = type
      return RowColumn(column, cell: own.cell)
    }
  }

  /// Returns a table of explanations that ends with the calls that show the samples behind it, and
  /// the line of the first of them.
  ///
  /// - Parameter samples: the options of `samples` that choose them; nil: they are of many types.
  static func withEvidence(_ samples: String?, _ table: Table) throws -> Table {
    var table = table
    let column = table.columns.index(of: .line)
    let line = try table.allRows().lazy.compactMap { row -> Int? in
      if let column, case .whole(let line) = row[column] { line } else { nil }
    }.first
    var presentation = table.presentation ?? Presentation()
    presentation.footer = line.map { line in
      (samples.map { "the samples: `samples \($0) --all-columns`\n" } ?? "")
        + "one of the lines: `show \(line)`"
    }
    table.presentation = presentation
    return table
  }
}
