import HealthModel
import HealthProjections

/// What a check found, and where.
private struct Finding {
  var check: Check
  var found: CheckFinding

  /// The findings of a report, the most important first.
  static func all(_ report: CheckReport) -> [Finding] {
    report.found.flatMap { check, findings in findings.map { Finding(check: check, found: $0) } }
      .sorted { ($0.rank, -$0.found.count) < ($1.rank, -$1.found.count) }
  }

  private var rank: Int { check.level == .problem ? 0 : 1 }

  /// The cells that tell which one it is: measure, check, kind, count.
  func name(_ words: Words) -> [String] {
    [
      found.type.map(words.type) ?? words(.severalMeasures), words.check(check.name),
      words(check.level == .problem ? .problem : .remark), words.number(found.count),
    ]
  }

  /// The lines that it counts; where it counts days or sources, those of all samples.
  func lines(_ data: ReportData) throws -> FigureLines {
    guard found.lines.isEmpty, let type = found.type else { return FigureLines(found.lines) }
    return try data.bothLines(type).now
  }
}

extension Page {
  /// The most findings that are shown.
  private static let mostFindings = 24

  /// What checks say of the period's samples; those that ask when lines were recorded are left to
  /// `check`.
  mutating func findings(_ data: ReportData) throws {
    var options = CheckOptions()
    options.readsLines = false
    options.only = Set(Check.all.map(\.name)).subtracting(["late", "future", "wholeSecond"])
    options.examples = 0
    let report = try CheckReport(data.near, in: data.context, options: options)
    let words = data.words
    element(.h3, text: words(.findingsTitle))
    let findings = Finding.all(report)
    let samples = words.count(report.samples, .inOneSample, .inSamples)
    if findings.isEmpty { return note(words(.noFindings, samples)) }
    let shown = findings.prefix(Self.mostFindings)
    let columns: [TableColumn] = [
      .text(words(.measure)), .text(words(.check)).optional, .text(words(.kind)).optional,
      .number(words(.count)),
    ]
    table(
      words(
        .findingsCaption, words.count(findings.count, .oneFinding, .findings), samples,
        words.number(Self.mostFindings)),
      columns + [.sentence(words(.whatItSays))],
      shown.map { $0.name(words) + [words.statement($0.found.says)] })
    let evidence = try shown.map { $0.name(words) + [data.text(try $0.lines(data))] }
    details(
      words(.findingLines), words(.findingLinesCaption),
      columns + [.lines(words(.linesHeading))], evidence)
  }
}
