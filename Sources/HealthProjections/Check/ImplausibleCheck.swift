import HealthModel
import HealthTables

extension Check {
  /// Values that nobody can have, by the limits of `PlausibleRange`.
  static let implausible = Check(
    name: "implausible", level: .problem, summary: "values beyond what was ever measured of anybody"
  ) { subject in
    var findings: [CheckFinding] = []
    for samples in subject.types {
      let tables = subject.journal.tables
      guard let problems = ProblemValues(samples.type, samples.columns, in: tables)
      else { continue }
      let found = problems.rows(among: RowSelection(samples.rows))
      guard !found.isEmpty else { continue }
      findings.append(
        CheckFinding(
          type: samples.type, count: found.count, says: .outside(problems.range),
          lines: found.map { samples.columns.sequences[$0] },
          examples: found.prefix(subject.options.examples).map {
            subject.example($0, of: samples)
          }))
    }
    return findings
  }
}

/// The values of a type that anybody can have, and who says so.
package struct PlausibleRange: Hashable, Sendable, CustomStringConvertible {
  /// The least value; nil: any.
  package var least: Double?
  /// The greatest value; nil: any.
  package var greatest: Double?
  /// The unit of both; nil: any, as zero is zero in all of them.
  package var unit: String?
  /// Who says so, or why it is so.
  var source: String

  /// `0 to 100 % (a share of a whole)`.
  package var description: String {
    let isPercent = unit == Unit.percent.description
    let unit = unit.map { " " + $0 } ?? ""
    func text(_ number: Double) -> String {
      if isPercent { return PercentNumber.hundredfold(of: String(number)) }
      return Int(exactly: number).map { String($0) } ?? String(number)
    }
    let bounds =
      switch (least, greatest) {
      case (let least?, let greatest?): "\(text(least)) to \(text(greatest))\(unit)"
      case (let least?, nil): "\(text(least))\(unit) or more"
      case (nil, let greatest?): "\(text(greatest))\(unit) or less"
      case (nil, nil): "any"
      }
    return "\(bounds) (\(source))"
  }

  /// Whether a value lies outside; false where its unit does not convert.
  ///
  /// - Parameter own: the unit of the range, where it has one.
  func excludes(_ value: Double, _ unit: Unit, own: Unit?) -> Bool {
    var value = value
    if let own {
      guard let converted = try? unit.convert(value, to: own) else { return false }
      value = converted
    }
    // What lies on a limit must not fall outside by the rounding of its conversion.
    let grace = 1e-9 * max(1, abs(value))
    return (least.map { value < $0 - grace } ?? false)
      || (greatest.map { value > $0 + grace } ?? false)
  }
}
