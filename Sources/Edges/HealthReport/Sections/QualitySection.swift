import HealthEvents
import HealthModel
import HealthViews

extension ReportSection {
  /// The section with the sources of the data, the merging of a day of several sources, and the
  /// findings of checks.
  static let quality = ReportSection(
    name: "quality", title: .qualityTitle, nothing: .noData
  ) { data in
    let sources = try SourceRow.all(data)
    if sources.isEmpty { return [] }
    return try data.sources(sources) + data.mergedDay() + data.findings()
  }
}

// MARK: Sources

/// The sources of a type in their order.
private struct SourceRow {
  var type: String
  var isRanked = false
  var sources: [(name: String, samples: Int)] = []

  var samples: Int { sources.reduce(0) { $0 + $1.samples } }

  /// Returns the first six in their order, and how many more there are.
  func names(_ words: Words) -> String {
    let shown = sources.prefix(6).enumerated().map { index, source in
      (isRanked ? "\(index + 1). " : "") + source.name + " (\(words.number(source.samples)))"
    }
    let rest = sources.count > 6 ? [words(.more, words.number(sources.count - 6))] : []
    return (shown + rest).joined(separator: " · ")
  }

  /// Returns the sources of the report's types that have samples in the period.
  static func all(_ data: ReportData) throws -> [SourceRow] {
    let types = data.present(
      (Measure.compared + Measure.vital).map(\.type) + [CategoryType.sleepAnalysis.identifier])
    let all = try SourcesView.rows(
      of: data.near, in: data.context(types: Array(Set(types)).sorted()))
    var rows: [SourceRow] = []
    for row in all {
      if rows.last?.type != row.type {
        rows.append(SourceRow(type: row.type, isRanked: row.rank != nil))
      }
      rows[rows.count - 1].sources.append((data.words.source(row.source), row.samples))
    }
    return rows
  }
}

extension Words {
  /// Returns the name of a type: that of a measure, or else that of the catalogue.
  package func type(_ identifier: String) -> String {
    if identifier == CategoryType.sleepAnalysis.identifier { return self(.sleepTitle) }
    if identifier == WorkoutContent.type { return self(.workoutsTitle) }
    let measures = Measure.compared + Measure.vital
    if let measure = measures.first(where: { $0.type == identifier }) { return self(measure.word) }
    return named("type." + TypeCatalogue.shortName(of: identifier))
      ?? TypeCatalogue.name(of: identifier)
  }

  func check(_ check: Check) -> String { named("check.\(check.name)") ?? check.name }

  /// Returns the name of a source; the owner's data was typed in.
  func source(_ name: String) -> String { name == EventActor.owner ? self(.byHand) : name }
}

extension ReportData {
  fileprivate func sources(_ rows: [SourceRow]) throws -> [Block] {
    let evidence = try rows.map { (row: $0, lines: try bothLines($0.type).now) }
    return [
      .table(
        words(.sourcesCaption), rows,
        [
          .text(.measure) { words.type($0.type) }, .number(.samples) { words.number($0.samples) },
          .sentence(.sources) { $0.names(words) },
        ]),
      .details(
        words(.evidence), words(.sourcesEvidence), evidence,
        [
          .text(.measure) { words.type($0.row.type) },
          .number(.samples) { words.number($0.row.samples) },
          .lines(.linesHeading) { text($0.lines) },
        ]),
    ]
  }

  /// Returns the last day on which several sources counted steps, and what became of each.
  fileprivate func mergedDay() throws -> [Block] {
    let measure = Measure.steps
    guard let day = try lastMergedDay(measure) else { return [] }
    let rows = try DailyExplanation.rows(
      of: measure.type, on: day, near, in: context, options: DailyView.Options())
    let total = rows.last { $0.what == .total }?.counted
    return [
      .heading(words(.mergedTitle, words.day(day))), .note(words(.mergedCaption)),
      .table(
        words(.mergedTableCaption, words.number(total)), SourceShare.all(rows),
        [
          .sentence(.source) { words.source($0.name) },
          .number(.samples) { words.number($0.samples) },
          .number(.counted) { words.number($0.counted) },
          .number(.steps) { words.number($0.sum) },
          .lines(.linesHeading) { text(FigureLines($0.lines)) },
        ]),
    ]
  }

  /// Returns the results of checks on the period's samples.
  fileprivate func findings() throws -> [Block] {
    let report = try checked()
    let title = Block.heading(words(.findingsTitle))
    let findings = Finding.all(report)
    let samples = words.count(report.samples, .inOneSample, .inSamples)
    if findings.isEmpty { return [title, .note(words(.noFindings, samples))] }
    let shown = findings.prefix(Finding.most)
    let columns: [TableColumn<Finding>] = Finding.columns(words) { $0 }
    let evidence = try shown.map { (finding: $0, lines: try $0.lines(self)) }
    let caption = words(
      .findingsCaption, words.count(findings.count, .oneFinding, .findings), samples,
      words.number(Finding.most))
    return [
      title,
      .table(
        caption, shown,
        columns + [.sentence(.whatItSays) { words.statement($0.found.says) }]),
      .details(
        words(.findingLines), words(.findingLinesCaption), evidence,
        Finding.columns(words) { $0.finding } + [.lines(.linesHeading) { text($0.lines) }]),
    ]
  }
}

// MARK: A merged day

/// The part that one source added to a day.
private struct SourceShare {
  var name: String
  var samples = 0
  var counted = 0
  var sum = 0.0
  var lines: [UInt32] = []

  /// Returns the share of each source that has samples, from the rows of an explanation.
  static func all(_ rows: [ExplainedRow]) -> [SourceShare] {
    // Sources come in their order before the samples do.
    var shares = rows.filter { $0.what == .source }.map { SourceShare(name: $0.source ?? "") }
    for row in rows where row.what == .counted || row.what == .suppressed {
      guard let index = shares.firstIndex(where: { $0.name == row.source }) else { continue }
      shares[index].samples += 1
      if let part = row.counted {
        shares[index].counted += 1
        shares[index].sum += part
      }
      if let line = row.sequence { shares[index].lines.append(line) }
    }
    return shares.filter { $0.samples > 0 }
  }
}

extension ReportData {
  /// Returns the last day of the period on which a part of a measure does not count, because
  /// another source measured the same time; or else the last on which several sources have samples;
  /// nil: there is none.
  fileprivate func lastMergedDay(_ measure: Measure) throws -> CivilDate? {
    let merged = try days(measure.type)
    func rows(_ sources: DailyView.Sources) throws -> [DayStatistics] {
      var options = DailyView.Options()
      options.sources = sources
      return try DailyView.statistics(
        of: near, in: context(types: [measure.type]), options: options)
    }
    if merged.isEmpty { return nil }
    let all = Dictionary(try rows(.all).map { ($0.day, $0.sum ?? 0) }) { first, _ in first }
    if let last = merged.last(where: { all[$0.day, default: 0] > ($0.sum ?? 0) + 0.5 }) {
      return last.day
    }
    let apart = try rows(.separate)
    return zip(apart, apart.dropFirst()).reversed().first { $0.day == $1.day }?.0.day
  }
}

/// A finding of a check, and the check.
struct Finding {
  var check: Check
  var found: CheckFinding

  /// Returns the findings of a report, the most important first.
  static func all(_ report: CheckReport) -> [Finding] {
    report.found.flatMap { check, findings in findings.map { Finding(check: check, found: $0) } }
      .sorted { ($0.rank, -$0.found.count) < ($1.rank, -$1.found.count) }
  }

  private var rank: Int { check.level == .problem ? 0 : 1 }

  /// The most findings that are shown.
  static let most = 24

  /// Returns the columns that identify a row: measure, check, kind, count.
  static func columns<Row>(
    _ words: Words, _ finding: @escaping (Row) -> Finding
  ) -> [TableColumn<Row>] {
    [
      .text(.measure) { finding($0).found.type.map(words.type) ?? words(.severalMeasures) },
      .text(.check) { words.check(finding($0).check) }.optional,
      .text(.kind) { words(finding($0).check.level == .problem ? .problem : .remark) }.optional,
      .number(.count) { words.number(finding($0).found.count) },
    ]
  }

  /// Returns the lines that it counts; if it counts days or sources, those of all samples.
  func lines(_ data: ReportData) throws -> FigureLines {
    guard found.lines.isEmpty, let type = found.type else { return FigureLines(found.lines) }
    return try data.bothLines(type).now
  }
}
