import HealthModel
import HealthTables
import ViewTables

/// What the rate at rest of a day was computed from, line by line.
struct EnergyInputs {
  private let tables: HealthTables
  private let profiles: ProfileSource

  init(_ tables: HealthTables, _ query: Query) {
    var query = query
    query.sources = []
    self.tables = tables
    profiles = ProfileSource(tables, query)
  }

  /// The inputs, the formula, and what it comes to up to the moment; where the rate is not known,
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

  /// A sample, as it was saved, and what the formula takes of it.
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

  /// A characteristic whose value the reader sees, and what the formula takes of it.
  private func trait(
    _ type: CharacteristicType, _ value: Cell?, taken: Double?, _ note: String
  ) -> ExplainedRow? {
    guard let value, let row = tables.characteristicRow(type) else { return nil }
    return ExplainedRow(
      what: .input, figure: "resting", value: value, counted: taken, note: note
    ).of(line: row.sequence, row.uuid, from: tables.sourceName(row.provenance))
  }
}
