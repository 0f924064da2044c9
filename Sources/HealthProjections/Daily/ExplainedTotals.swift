import HealthModel
import HealthTables
import ViewTables

/// What explained samples come to.
extension ExplainedSamples {
  /// What the samples come to, rows for each unit and category value, and for each source where
  /// they are kept apart: the sum of the parts; of a discrete type the average as its aggregation
  /// style has it, and the least and the greatest value with the lines that they are from.
  ///
  /// - Parameters:
  ///   - withLatest: whether the value of a discrete type that ends last is among the figures.
  ///   - note: what a total of this many samples of a type that adds up says of itself.
  func totals(
    _ samples: [Sample], withLatest: Bool = false, note: (Int) -> String
  ) -> [ExplainedRow] {
    groups(samples).flatMap { group in
      if group.first?.isCategory ?? false { return [duration(group)] }
      if isCumulative { return [total(group, Self.sum(group), note: note(group.count))] }
      return [average(group)] + extremes(group) + (withLatest ? latest(group) : [])
    }
  }

  /// The averages that the style of Apple's headers would give, where they state another one.
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

  /// The source of a total, where they are kept apart.
  private func source(of group: [Sample]) -> String? {
    sources == .separate ? group.first?.explained.source ?? "" : nil
  }

  /// Those of which something counts, by source where they are kept apart, and by unit or category
  /// value.
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
  /// Of the samples of a group the one with the greatest is the latest.
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
