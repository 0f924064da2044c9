package import HealthModel
import HealthTables

/// How long the heart beat at which rate during a workout: below 100 beats a minute, then in bands
/// of 20, and from 180 on. They are no training zones, which would need a greatest heart rate that
/// nobody measured.
package struct HeartRateBands: Hashable, Sendable {
  /// When the workout began.
  package let start: Instant
  /// When it was over.
  package let end: Instant
  /// The seconds in each band.
  package private(set) var seconds = [Double](repeating: 0, count: starts.count)
  /// The lines that saved the values in each band, one for each value.
  package private(set) var lines = [[UInt32]](repeating: [], count: starts.count)

  /// How many values lie in each band.
  package var counts: [Int] { lines.map(\.count) }

  /// Where bands begin, in beats a minute.
  package static let starts: [Double] = [0, 100, 120, 140, 160, 180]
  /// A heart rate holds until the next one, but no longer than this, in seconds.
  package static let longest = 60.0

  /// The words for a band: `below 100`, `100-119`, `from 180`.
  package static func name(_ band: Int, dash: String = "-") -> String {
    if band == 0 { return "below \(Int(starts[1]))" }
    if band == starts.count - 1 { return "from \(Int(starts[band]))" }
    return "\(Int(starts[band]))\(dash)\(Int(starts[band + 1]) - 1)"
  }

  /// How many seconds have a heart rate.
  package var measured: Double { seconds.reduce(0, +) }
}

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
      let band = Self.starts.lastIndex { $0 <= rate } ?? 0
      let held = Double(max((next ?? workout.end) - columns.starts[row], 0)) / 1e6
      seconds[band] += min(held, Self.longest)
      lines[band].append(columns.sequences[row])
    }
  }
}
