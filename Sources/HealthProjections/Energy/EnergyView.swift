package import HealthModel
package import HealthTables
package import ViewTables

/// Energy balance of days: active, at rest, consumed, and what is left of it.
///
/// Active and consumed energy are what `daily` adds up, samples over midnight in proportion;
/// resting energy is what samples state (`StatedBasal`), and for the rest of the time the basal
/// metabolic rate × its share of the day. All are of the same days (`EnergyDays`).
package enum EnergyView {
  /// What they are made of.
  package static let reads = Reads.types(
    ofDay: [QuantityType.activeEnergyBurned, .basalEnergyBurned, .dietaryEnergyConsumed]
      .map(\.identifier),
    lasting: ProfileView.body + [CharacteristicType.dateOfBirth, .biologicalSex].map(\.identifier))

  /// The balances of some days, each up to its end or up to `moment`, whichever is earlier.
  ///
  /// - Parameters:
  ///   - days: days since 1970-01-01; those that begin after `moment` are left out.
  package static func balances(
    of tables: HealthTables, days: ClosedRange<Int>, until moment: Instant,
    in context: ViewContext
  ) throws(ProjectionError) -> [EnergyBalance] {
    let calendar = try context.calendar(of: tables)
    var context = context
    context.query.show(days.lowerBound..<days.upperBound + 1, of: calendar)
    context.query.unit = .kilocalorie
    let active = try DailyView.sums(of: .activeEnergyBurned, in: tables, context, until: moment)
    let consumed = try DailyView.sums(
      of: .dietaryEnergyConsumed, in: tables, context, until: moment)
    let basal = try StatedBasal(tables, context, days, until: moment)
    let lengths = try EnergyDays(tables, days, in: context)
    // The sources of the query are for active and consumed alone; height and mass are of any.
    context.query.sources = []
    let profiles = ProfileSource(tables, context.query)
    var balances: [EnergyBalance] = []
    for day in days {
      let bounds = lengths.bounds(of: day)
      guard bounds.start <= moment else { continue }
      let end = min(moment, bounds.end)
      let date = CivilDate(dayNumber: day)
      var balance = EnergyBalance(
        day: date, moment: Timestamp(end, in: bounds.zones.last),
        shareOfDay: bounds.share(goneAt: end))
      balance.active = active[day]
      balance.consumed = consumed[day]
      (balance.statedResting, balance.statedShare) = basal.ofDay(day, length: bounds.length)
      let profile = profiles.profileForFormula(on: date, at: end)
      balance.basalMetabolicRate = profile.basalMetabolicRate
      balance.measuredLater = profile.measured(after: end)
      balance.missingForRate = profile.missingForRate
      balances.append(balance)
    }
    return balances
  }

  /// One row a balance, in a unit of energy.
  package static func table(_ balances: [EnergyBalance], in unit: Unit = .kilocalorie) -> Table {
    Table(columns(in: unit), rows: balances)
  }

  /// The fields of `energy`; `missing` names what is not known, `measuredLater` the inputs of the
  /// rate that were first measured after the moment.
  static func columns(in unit: Unit = .kilocalorie) -> [RowColumn<EnergyBalance>] {
    func energy(
      _ field: String, _ kilocalories: @escaping @Sendable (EnergyBalance) -> Double?
    ) -> RowColumn<EnergyBalance> {
      RowColumn(field, .quantity) { balance in
        Cell(kilocalories(balance).flatMap { try? Unit.kilocalorie.convert($0, to: unit) })
      }
    }
    return [
      RowColumn(.date, .time, named: "day", tellsApart: true, rank: .key) { .day($0.day) },
      RowColumn(.recorded, .time, rank: .detail) { .time($0.moment) },
      energy("active") { $0.active }, energy("resting") { $0.resting },
      energy("consumed") { $0.consumed }, energy("net") { $0.net },
      energy("basalMetabolicRate") { $0.basalMetabolicRate },
      RowColumn(.unit, note: "`kcal`, or that of `--unit`") { _ in .text(unit.description) },
      RowColumn("missing", rank: .detail, note: "types") { .names($0.missing) },
      RowColumn("measuredLater", rank: .detail, note: "fields; absent where none") {
        $0.measuredLater.isEmpty ? .missing : .names($0.measuredLater)
      },
      RowColumn(
        "basalSource", rank: .detail, note: "of `resting`: `stated`, `formula` or `both`"
      ) { $0.resting == nil ? .missing : .text($0.basalSource.rawValue) },
    ]
  }
}
