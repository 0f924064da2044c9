import HealthModel
import HealthTables
import ViewTables

extension HeartRateBands {
  /// The bands of a workout by those of its own samples that are chosen; nil where fewer than two
  /// are heart rates.
  init?(
    _ workout: ObjectRow, _ members: WorkoutMembers.Members, in tables: HealthTables,
    where isChosen: (Int) -> Bool = { _ in true }
  ) {
    let type = QuantityType.heartRate.identifier
    guard let rows = members.rows.first(where: { $0.type == type })?.rows,
      let columns = tables.columns(of: type)
    else { return nil }
    let order = rows.filter { !columns.flags[$0].contains(.category) && isChosen($0) }
      .sorted { (columns.starts[$0], $0) < (columns.starts[$1], $1) }
    guard order.count > 1 else { return nil }
    self.init(
      start: Instant(microseconds: workout.start), end: Instant(microseconds: workout.end))
    var units: [UInt32: Unit] = [:]
    for (row, next) in zip(order, order.dropFirst().map { columns.starts[$0] } + [nil]) {
      let number = columns.unit(row)
      let unit = units[number] ?? (try? Unit(tables.units.names[Int(number)]))
      units[number] = unit
      guard let rate = try? unit?.convert(columns.values[row], to: .countPerMinute), rate >= 0
      else { continue }
      let held = Double(max((next ?? workout.end) - columns.starts[row], 0)) / 1e6
      add(rate, for: held, of: columns.sequences[row])
    }
  }
}
