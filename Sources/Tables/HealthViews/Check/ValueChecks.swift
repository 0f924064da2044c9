import ByteTools
import HealthModel
package import HealthTables
import JournalFile

extension Check {
  /// Values that nobody can have, by the limits of `PlausibleRange`.
  static let implausible = Check(
    name: "implausible", level: .problem,
    summary: "values outside the range that was ever measured in any person"
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

  /// Types whose unit changes from one sample to the next, in the order of their starts. Units of
  /// one size are one.
  static let unitChanges = Check(
    name: "unitChanges", level: .note, summary: "types whose unit changes over time"
  ) { subject in
    let names = subject.journal.tables.units.names
    return subject.types.compactMap { samples in
      let numbers = samples.columns.quantityUnits(samples.rows)
      guard numbers.count > 1 else { return nil }
      let spellings = UnitSpellings(numbers.map { names[Int($0)] })
      var counts: [String: Int] = [:]
      var changes: [(row: Int, before: String)] = []
      var last: String?
      for row in samples.rows where !samples.columns.flags[row].contains(.category) {
        let unit = spellings[names[Int(samples.columns.unit(row))]]
        counts[unit, default: 0] += 1
        if let last, last != unit { changes.append((row, last)) }
        last = unit
      }
      guard !changes.isEmpty else { return nil }
      let units = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
        .map { CheckStatement.SamplesOfUnit(count: $0.value, unit: $0.key) }
      return CheckFinding(
        type: samples.type, count: changes.count,
        says: .unitChanges(units), lines: changes.map { samples.columns.sequences[$0.row] },
        examples: changes.prefix(subject.options.examples).map { row, before in
          subject.example(row, of: samples, note: "before it \(before)")
        })
    }
  }

  /// Samples of categories with a value that is none of their enumeration's, as newer systems write
  /// them.
  static let unknownValues = Check(
    name: "unknownValues", level: .note,
    summary: "samples of categories with a value that this program does not know"
  ) { subject in
    var findings: [CheckFinding] = []
    for samples in subject.types {
      let found = subject.journal.tables.catalogue.find(samples.type)
      guard case .category(let type)? = found else { continue }
      let isSleep = samples.type == CategoryType.sleepAnalysis.identifier
      findings += try subject.findings(
        .unknownValues(areAsleep: isSleep), of: [samples]
      ) { samples, row in
        !type.knows(samples.columns[row])
      } note: { _, _ in
        "not known"
      }
    }
    return findings
  }
}

extension Check {
  /// Samples of types that neither the catalogue knows nor the journal declares: of a newer system,
  /// of an import, or with a slip in the identifier.
  static let unknownTypes = Check(
    name: "unknownTypes", level: .note,
    summary: "samples of types that are neither known nor declared"
  ) { subject in
    let catalogue = subject.journal.tables.catalogue
    let unknown = subject.types.filter { catalogue.find($0.type) == nil }
    return try subject.findings(.unknownType, of: unknown) { _, _ in
      true
    } note: { _, _ in
      "not known"
    }
  }
}

/// The values of a type that anybody can have, and their source.
package struct PlausibleRange: Hashable, Sendable, CustomStringConvertible {
  /// The least value; nil if there is none.
  package var least: Double?
  /// The greatest value; nil: any.
  package var greatest: Double?
  /// The unit of both; nil: any, as zero is zero in all of them.
  package var unit: String?
  /// The source or the reason of the range.
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

  /// Returns true if a value lies outside; false if its unit does not convert.
  ///
  /// - Parameter own: the unit of the range, if it has one.
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

  // Only limits that somebody measured or that follow from what is measured: a guess would call
  // true data false. Each is the most extreme value on record, not the bounds of health.

  /// Returns the range of a type; nil if none is known.
  static func of(_ type: String) -> PlausibleRange? {
    if let known = ranges[type] { return known }
    return JournalTypes().isCumulative(type)
      ? PlausibleRange(least: 0, source: "an amount is not negative") : nil
  }

  /// The ranges by type identifier.
  static let ranges: [String: PlausibleRange] = {
    var ranges: [String: PlausibleRange] = [:]
    for type in QuantityType.all where type.isShare {
      ranges[type.identifier] = PlausibleRange(
        least: 0, greatest: 1, unit: type.metricUnitText, source: "a share of a whole")
    }
    for (names, least, greatest, unit, source) in groups {
      for name in names {
        ranges["HKQuantityTypeIdentifier" + name] = PlausibleRange(
          least: least, greatest: greatest, unit: unit, source: source)
      }
    }
    return ranges
  }()

  private static let groups: [([String], Double, Double, String, String)] = [
    (
      ["HeartRate", "RestingHeartRate", "WalkingHeartRateAverage"],
      20, 300, "count/min", "slowest 27, Guinness; the heart conducts 300"
    ),
    (
      ["BodyTemperature", "BasalBodyTemperature"],
      13.7, 46.5, "degC", "Gilbert, Lancet 2000; Guinness 1980"
    ),
    (
      ["OxygenSaturation"],
      0.1, 1, "%", "lowest 34 %, Grocott, N Engl J Med 2009; a share of a whole"
    ),
    // The level at which a wave in air reaches a vacuum: 20 log10 (101325 Pa / 20 µPa).
    (
      ["EnvironmentalAudioExposure", "HeadphoneAudioExposure"],
      0, 194, "dBASPL", "a wave of one atmosphere"
    ),
    (["BodyMass"], 0.2, 635, "kg", "0.212 to 635, Guinness"),
    (["Height"], 0.2, 2.72, "m", "the tallest, Guinness"),
    (["BodyMassIndex"], 10, 100, "count", "Chan and Raffa 2017"),
    (["BloodPressureSystolic"], 0, 480, "mmHg", "MacDougall, J Appl Physiol 1985"),
    (["BloodPressureDiastolic"], 0, 350, "mmHg", "MacDougall, J Appl Physiol 1985"),
    (["VO2Max"], 0, 101.1, "mL/min·kg", "Blummenfelt 2026"),
  ]

  /// Its ends in a unit, where a value between them is surely in the range; of a unit that does not
  /// convert, nothing is between them.
  fileprivate func inside(_ unit: Unit?, own: Unit?) -> (least: Double, greatest: Double) {
    guard let unit else { return (0, 0) }
    let ends = [least ?? -.greatestFiniteMagnitude, greatest ?? .greatestFiniteMagnitude]
      .map { end in
        own.map { (try? $0.convert(end, to: unit)) ?? .nan } ?? end
      }
    // A conversion that turns the order round, as minutes a kilometre would, tells nothing.
    return ends[0] < ends[1] ? (ends[0], ends[1]) : (0, 0)
  }

  /// Returns the ends in the unit of a figure; nil for an end that does not convert. For the axes
  /// of drawings.
  package static func ends(
    of type: String, in unit: String
  ) -> (least: Double?, greatest: Double?)? {
    guard let range = of(type), let shown = try? Unit(unit) else { return nil }
    guard let own = range.unit else { return (range.least, range.greatest) }
    guard let own = try? Unit(own), own.isCompatible(with: shown) else { return nil }
    func converted(_ end: Double?) -> Double? { end.flatMap { try? own.convert($0, to: shown) } }
    return (converted(range.least), converted(range.greatest))
  }
}

/// The samples of a type with a value, or a condensed value, that nobody can have. `check` calls
/// them implausible, and figures and drawings for people leave them out.
struct ProblemValues {
  let range: PlausibleRange
  private let columns: SampleColumns
  /// The texts of units by their numbers.
  private let texts: [String]
  private let own: Unit?

  /// The known facts of a unit.
  private struct Known {
    /// Nil: nobody knows it, and no value in it is a problem.
    var unit: Unit?
    /// The range in which no value is surely a problem, so that few values are converted.
    var inside: (least: Double, greatest: Double)
  }

  /// Creates the values of a type; nil if no range of the type is known.
  init?(_ type: String, _ columns: SampleColumns, in tables: HealthTables) {
    guard let range = PlausibleRange.of(type) else { return nil }
    (self.range, self.columns, texts) = (range, columns, tables.units.names)
    own = range.unit.flatMap { try? Unit($0) }
  }

  private func known(_ number: UInt32) -> Known {
    guard number < texts.count else { return Known(inside: (0, 0)) }
    let unit = try? Unit(texts[Int(number)])
    return Known(unit: unit, inside: range.inside(unit, own: own))
  }

  /// Returns the problem values among some rows, in their order.
  func rows(among rows: RowSelection) -> [Int] {
    var found: [Int] = []
    let hasExtremes = columns.hasExtremes
    // By the numbers of contexts, of which few rows have few.
    var known = [Known?](repeating: nil, count: columns.known.count)
    var units: [UInt32: Known] = [:]
    columns.forEachChunk(of: rows) { chunk, first, _, _, values, contexts, flags in
      for position in chunk {
        let row = rows[position]
        let index = row - first
        let context = Int(contexts[index])
        if known[context] == nil {
          let number = columns.known[context].unit
          units[number] = units[number] ?? self.known(number)
          known[context] = units[number]
        }
        guard let unit = known[context] else { continue }
        let inside = unit.inside
        if inside.least < values[index], values[index] < inside.greatest, !hasExtremes { continue }
        if rows.skips(flags[index]) || flags[index].contains(.category) { continue }
        if isProblem(row, unit.unit) { found.append(row) }
      }
    }
    return found
  }

  private func isProblem(_ row: Int, _ unit: Unit?) -> Bool {
    guard let unit else { return false }
    let stated = columns.extremes(of: row)
    return [columns.values[row], stated?.least, stated?.greatest].contains { value in
      value.map { range.excludes($0, unit, own: own) } ?? false
    }
  }
}

extension RowSelection {
  /// Returns the same selection without the samples that are problems.
  func withoutProblems(
    of type: String, _ columns: SampleColumns, in tables: HealthTables
  ) -> RowSelection {
    let found = Set(ProblemValues(type, columns, in: tables)?.rows(among: self) ?? [])
    return found.isEmpty ? self : RowSelection(columns.rows(self).filter { !found.contains($0) })
  }
}

/// The number of problem values among the samples of a question.
package struct ProblemCount: Sendable {
  /// The types that have some, with their numbers.
  package private(set) var types: [(type: String, count: Int)] = []

  /// Counts the problem values that a query selects.
  ///
  /// - Throws: as the views.
  package init(_ journal: ReplayedJournal, _ query: ViewQuery) throws {
    var query = query
    query.leavesOutProblems = false
    let known = try query.types(in: journal.tables).filter { PlausibleRange.of($0) != nil }
    try journal.forEach(known, query) { type, journal, selection in
      guard let columns = journal.tables.columns(of: type) else { return }
      add(type, columns, try selection.chosenRows(of: type), in: journal.tables)
    }
  }

  init() {}

  /// Adds the problem values among some samples of a type.
  mutating func add(
    _ type: String, _ columns: SampleColumns, _ rows: RowSelection, in tables: HealthTables
  ) {
    let count = ProblemValues(type, columns, in: tables)?.rows(among: rows).count ?? 0
    if count > 0 { types.append((type, count)) }
  }

  /// Adds those of another question.
  package mutating func add(_ other: ProblemCount) {
    for (type, count) in other.types {
      if let known = types.firstIndex(where: { $0.type == type }) {
        types[known].count += count
      } else {
        types.append((type, count))
      }
    }
  }

  /// The number of problem values of all types.
  package var count: Int { types.reduce(0) { $0 + $1.count } }

  /// Returns the remark for people; nil if there are no such samples.
  ///
  /// - Parameters:
  ///   - areLeftOut: true if the figures leave them out.
  ///   - option: the option that counts them, or leaves them out, in contrast to these figures.
  package func remark(areLeftOut: Bool, unless option: Option) -> String? {
    guard count > 0 else { return nil }
    let isUsual = areLeftOut == (option.name == Option.withProblems.name)
    let names = types.prefix(3).map { TypeCatalogue.plainName(of: $0.type) }
      .joined(separator: ", ")
    let samples = counted(count, "sample") + " of " + names + (types.count > 3 ? " …" : "")
    let what = "with values that no person can have (`check` lists them)"
    let other = areLeftOut ? "counts" : "leaves out"
    return (areLeftOut ? "left out " : "counted ") + samples + " " + what
      + (isUsual ? "; --\(option.name) \(other) such samples" : "")
  }
}

extension Table {
  /// Returns the same table with remarks on problem values among the samples of a query.
  ///
  /// - Parameter option: the option by which the view counts, or leaves out, what it else does not.
  func remarking(
    onProblemsOf query: ViewQuery, unless option: Option, in journal: ReplayedJournal
  ) throws -> Table {
    remarking(
      on: [try ProblemCount(journal, query)], areLeftOut: query.leavesOutProblems, unless: option)
  }

  /// Returns the same table with a remark on problem values that were counted, see
  /// `ProblemCount.remark`.
  ///
  /// - Parameter counts: those of the parts that its rows are of.
  func remarking(
    on counts: [ProblemCount], areLeftOut: Bool, unless option: Option
  ) -> Table {
    var count = ProblemCount()
    for own in counts { count.add(own) }
    guard let remark = count.remark(areLeftOut: areLeftOut, unless: option) else { return self }
    var table = self
    if table.presentation == nil { table.presentation = Presentation() }
    table.presentation?.remarks.append(remark)
    return table
  }
}

/// The texts of units: those of one size are replaced by one of them.
private struct UnitSpellings {
  private var first: [String: String] = [:]

  init(_ texts: [String]) {
    var known: [(text: String, unit: Unit)] = []
    for text in texts {
      guard let unit = try? Unit(text) else { continue }
      if let same = known.first(where: { $0.unit.isSameSize(as: unit) }) {
        first[text] = same.text
      } else {
        known.append((text, unit))
      }
    }
  }

  subscript(text: String) -> String { first[text] ?? text }
}

extension CategoryType {
  /// Returns true if a sample's value is one of the type's, or if no source states which values the
  /// type has.
  fileprivate func knows(_ sample: SampleRow) -> Bool {
    guard sample.flags.contains(.category), !values.isEmpty else { return true }
    return sample.unit == SampleRow.none && Int(exactly: sample.value).map(allows) ?? false
  }
}
