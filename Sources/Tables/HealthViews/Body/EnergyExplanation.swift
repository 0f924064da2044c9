package import HealthModel
package import HealthTables

/// The explanation of a day's energy: every sample and how much of it counts, the formula of the
/// rate at rest with the lines of its numbers, and the results.
///
/// In kcal. The column `counted` of an energy's rows `counted` adds up to its `total`; the totals
/// are those of `energy`, to the last digit.
package enum EnergyExplanation {
  /// Returns the explanation of one day up to a moment.
  ///
  /// Rows by `what`: `day`, and for each `figure` (`active`, `consumed`, `resting`, `net`)
  /// `source`, `counted` and `suppressed` as in `DailyExplanation`, `input` (the formula's inputs),
  /// `rule`, `missing` and `total`. No rows if nothing is known of the day.
  package static func table(
    on day: CivilDate, until moment: Instant, _ journal: ReplayedJournal, in context: ViewContext
  ) throws -> Table {
    var context = context
    context.query.unit = .kilocalorie
    context.query.types = nil
    let number = day.dayNumber
    let balances = try EnergyView.balances(
      of: journal.tables, days: number...number, until: moment, in: context)
    guard let balance = balances.first, !balance.isEmpty else {
      return Table(columns, rows: [])
    }
    let bounds = try EnergyDays(journal.tables, number...number, in: context).bounds(of: number)
    var rows = [Self.bounds(bounds, of: balance)]
    let sums: [(String, QuantityType, Double?)] = [
      ("active", .activeEnergyBurned, balance.active),
      ("consumed", .dietaryEnergyConsumed, balance.consumed),
    ]
    for (figure, type, sum) in sums {
      let explained = try ExplainedDay(
        type.identifier, number, journal, context, DailyView.Options(), until: moment)
      rows += samples(explained, of: figure)
      rows.append(total(figure, sum, missing: type.shortName))
    }
    rows += try stated(number, balance, journal, context, until: moment)
    if balance.basalSource != .stated {
      rows += EnergyInputs(journal.tables, context.query).rows(of: balance)
    }
    rows += resting(balance)
    rows.append(net(balance))
    return Table(columns, rows: rows)
  }

  /// The fields of `energy --explain`.
  static let columns = ExplainedRow.columns(
    "`day`, `source`, `counted`, `suppressed`, `input`, `rule`, `missing` or `total`",
    about: RowColumn("figure", rank: .key, note: "`active`, `consumed`, `resting` or `net`") {
      Cell(text: $0.figure)
    },
    // Everything is in the unit of the formula, whatever people prefer.
    figures: .statedQuantity)

  private static func bounds(
    _ bounds: EnergyDays.Bounds, of balance: EnergyBalance
  ) -> ExplainedRow {
    let (first, last) = bounds.zones
    let place = first.name == last.name ? "in \(first.name)" : "from \(first.name) to \(last.name)"
    return ExplainedRow(
      what: .day, start: Timestamp(bounds.start, in: first), end: balance.moment,
      share: balance.shareOfDay, note: "\(balance.day) \(place); share: of it gone")
  }

  /// Returns the rows of the energy at rest, or of what is missing to compute it.
  private static func resting(_ balance: EnergyBalance) -> [ExplainedRow] {
    if balance.resting != nil { return [total("resting", balance.resting, missing: "")] }
    return balance.missingForRate.map { total("resting", nil, missing: $0) }
  }

  /// Returns the samples that state the energy at rest, and their role in the figure.
  private static func stated(
    _ day: Int, _ balance: EnergyBalance, _ journal: ReplayedJournal, _ context: ViewContext,
    until moment: Instant
  ) throws -> [ExplainedRow] {
    let words: String
    switch balance.basalSource {
    case .formula: return []
    case .stated: words = "basalEnergyBurned states it; share: of the day that its samples lie in"
    case .both:
      words =
        "basalEnergyBurned states a part; share: of the day that its samples lie in, the rest is "
        + "by the formula"
    }
    let explained = try ExplainedDay(
      QuantityType.basalEnergyBurned.identifier, day, journal,
      StatedBasal.context(context), DailyView.Options(), until: moment,
      lasting: true)
    let rule = ExplainedRow(
      what: .rule, figure: "resting", share: balance.statedShare, note: words)
    return samples(explained, of: "resting") + [rule]
  }

  /// Returns the rows of samples, as `daily --explain` has them.
  private static func samples(_ day: ExplainedDay, of figure: String) -> [ExplainedRow] {
    day.rows.map { row in
      var row = row
      row.figure = figure
      return row
    }
  }

  /// Returns the row of a figure's total, or of what is missing to compute it.
  static func total(
    _ figure: String, _ value: Double?, missing name: String, _ note: String? = nil
  ) -> ExplainedRow {
    guard let value else {
      return ExplainedRow(what: .missing, figure: figure, note: name)
    }
    return ExplainedRow(
      what: .total, figure: figure, unit: Unit.kilocalorie.description, counted: value, note: note)
  }

  private static func net(_ balance: EnergyBalance) -> ExplainedRow {
    total(
      "net", balance.net, missing: balance.missing.joined(separator: ", "),
      "consumed − (active + resting)")
  }
}

/// The inputs that the rate at rest of a day was computed from, line by line.
struct EnergyInputs {
  private let tables: HealthTables
  private let profiles: ProfileSource

  init(_ tables: HealthTables, _ query: ViewQuery) {
    var query = query
    query.sources = []
    self.tables = tables
    profiles = ProfileSource(tables, query)
  }

  /// Returns the inputs, the formula, and its result up to the moment; if the rate is not known,
  /// only the inputs that are there.
  func rows(of balance: EnergyBalance) -> [ExplainedRow] {
    let moment = balance.moment.instant
    let profile = profiles.profileForFormula(on: balance.day, at: moment)
    let (height, mass) = profiles.rowsForFormula(at: moment)
    let inputs = [
      sample(mass, profile.kilograms, "bodyMass, in kg", at: moment),
      sample(height, profile.metres.map { $0 * 100 }, "height, in cm", at: moment),
      trait(
        .dateOfBirth, profile.dateOfBirth.map { .day($0) },
        taken: profile.age.map { Double($0) }, "dateOfBirth, in years of age"),
      trait(
        .biologicalSex,
        profile.biologicalSex == .notSet ? nil : .text(profile.biologicalSex.name), taken: nil,
        "biologicalSex"),
    ]
    return inputs.compactMap { $0 } + result(balance, profile.biologicalSex)
  }

  private func result(_ balance: EnergyBalance, _ sex: BiologicalSex) -> [ExplainedRow] {
    guard let rate = balance.basalMetabolicRate, let resting = balance.restingByFormula,
      let formula = BasalMetabolicRate.formula(sex: sex)
    else { return [] }
    let unit = Unit.kilocalorie.description
    return [
      ExplainedRow(
        what: .rule, figure: "resting", value: .number(rate), unit: unit,
        note: "a day at rest: " + formula),
      ExplainedRow(
        what: .counted, figure: "resting", value: .number(rate), unit: unit,
        share: balance.shareByFormula, counted: resting),
    ]
  }

  /// Returns the row of a sample, as it was saved, with the value that the formula uses.
  private func sample(
    _ row: SampleRow?, _ taken: Double?, _ note: String, at moment: Instant
  ) -> ExplainedRow? {
    guard let row else { return nil }
    let isLater = row.end > moment.microseconds
    let note = note + (isLater ? "; none was measured by then, this is the first one after" : "")
    let unit = row.unit == SampleRow.none ? "" : tables.units.names[Int(row.unit)]
    return ExplainedRow(
      what: .input, figure: "resting", value: .number(row.value), unit: unit, counted: taken,
      note: note
    ).of(row, from: tables.sourceName(row.provenance))
  }

  /// Returns the row of a characteristic whose value the reader sees, with the value that the
  /// formula uses.
  private func trait(
    _ type: CharacteristicType, _ value: Cell?, taken: Double?, _ note: String
  ) -> ExplainedRow? {
    guard let value, let row = tables.characteristicRow(type) else { return nil }
    return ExplainedRow(
      what: .input, figure: "resting", value: value, counted: taken, note: note
    ).of(line: row.sequence, row.uuid, from: tables.sourceName(row.provenance))
  }
}
