import ByteTools
import HealthEvents
package import HealthModel
package import HealthTables

/// Blood pressures as pairs, newest first, with the pulse that was measured with them.
package enum PressureView {
  /// The objects that the rows are made of; of pulses, those near the pairs are read.
  static let reads = Reads.types(
    types, ofDay: [QuantityType.heartRate.identifier], requiring: types
  ).ofWindow

  private static let types = [QuantityType.bloodPressureSystolic, .bloodPressureDiastolic]
    .map(\.identifier)

  /// A measurement: figures of one source and one time.
  package struct Reading: Sendable {
    /// The sample of the first figure that it has.
    var row: SampleRow
    /// The same moment by the clock of the place, as days count it.
    package var clock: Timestamp
    package var systolic: Double?
    package var diastolic: Double?
    /// Beats per minute.
    package var pulse: Double?
    package var source: String
    /// The lines of its figures.
    package var lines: [UInt32]

    /// The start with the offset that the source gave.
    package var start: Timestamp { row.startTime }
  }

  /// Returns a pair as people write it, rounded to so many decimals: `120/80`; a missing figure is
  /// a dash.
  static func pair(_ systolic: Double?, _ diastolic: Double?, decimals: Int = 1) -> String {
    [systolic, diastolic].map { figure in
      guard let figure else { return "–" }
      let factor = decimals == 0 ? 1.0 : 10.0
      return DecimalText.text((figure * factor).rounded() / factor)
    }.joined(separator: "/")
  }

  /// The source and the time that samples of one measurement have in common.
  struct Moment: Hashable {
    private let source: UInt32
    private let start: Int64
    private let end: Int64

    init(_ row: SampleRow, _ sources: Sources) {
      (source, start, end) = (sources.numbers[Int(row.provenance)], row.start, row.end)
    }
  }

  /// The numbers of sources by what rows state of them. A figure that the owner corrected, or that
  /// another version of the source's program wrote, is still of the source.
  struct Sources {
    fileprivate let numbers: [UInt32]

    init(_ tables: HealthTables) {
      var known: [String: UInt32] = [:]
      numbers = tables.provenances.indices.map { index in
        let name = tables.sourceName(UInt32(index))
        let number = known[name] ?? UInt32(known.count)
        known[name] = number
        return number
      }
    }
  }

  /// Returns the fields of `pressure`.
  static func columns(_ unit: String = "mmHg") -> [RowColumn<Reading>] {
    [
      RowColumn(.start, .time, tellsApart: true, rank: .key) { .time($0.row.startTime) },
      RowColumn("systolic", .quantity, unit: unit, rank: .key) { Cell($0.systolic) },
      RowColumn("diastolic", .quantity, unit: unit, rank: .key) { Cell($0.diastolic) },
      RowColumn("pulse", .quantity, unit: "count/min", note: "of the same source and time") {
        Cell($0.pulse)
      },
      RowColumn(.source, tellsApart: true, rank: .detail) { .text($0.source) },
    ]
  }

  /// Returns one row a measurement. A figure without its partner has a row of its own; of several
  /// figures of one source and time, the first belong together.
  static func table(of journal: ReplayedJournal, in context: ViewContext) throws -> Table {
    let (readings, unit) = try readings(of: journal, in: context)
    return Table(columns(unit.description), rows: readings)
  }

  /// Returns the rows of `table`, and the unit of their pressures.
  package static func readings(
    of journal: ReplayedJournal, in context: ViewContext
  ) throws -> (readings: [Reading], unit: Unit) {
    try reads.requireDetermined(in: journal.tables)
    let type = QuantityType.bloodPressureSystolic
    let settings = journal.tables.settings.preferredUnit(of: type.identifier)
    let unit = try context.query.unit ?? settings.flatMap { try? Unit($0) } ?? Unit("mmHg")
    guard type.accepts(unit) else {
      throw OptionProblem("--unit: \(unit) is not a unit of pressure; name mmHg or kPa")
    }
    let whole = journal.forWindow(context.query)
    let sources = Sources(journal.tables)
    let systolic = try values(type, in: unit, of: whole, context)
    let diastolic = try values(.bloodPressureDiastolic, in: unit, of: whole, context)
    let pairs = try pairs(systolic, diastolic, whole, context.query, sources)
    // Of several readings at a moment, each has its own pulse.
    var counts: [Moment: Int] = [:]
    var found = pairs.compactMap { pair -> (row: SampleRow, pair: Pair, ordinal: Int)? in
      guard let row = (pair.systolic ?? pair.diastolic)?.row else { return nil }
      defer { counts[Moment(row, sources), default: 0] += 1 }
      return (row, pair, counts[Moment(row, sources)] ?? 0)
    }
    let recordings = journal.tables.recordings
    found.sort { a, b in
      a.row.start == b.row.start
        ? recordings.isRecorded(b.row.sequence, before: a.row.sequence) : a.row.start > b.row.start
    }
    found = Array(found.prefix(context.query.limit ?? .max))
    let looked = found.dropFirst(context.query.passedOver).map(\.row)
    let pulses = try pulses(at: looked, journal, context)
    let days = try DayFinder(journal.tables, context)
    let readings = found.map { row, pair, ordinal in
      let zone = days.zone(of: days.cursor(zone: row.zone))
      return Reading(
        row: row, clock: Timestamp(Instant(microseconds: row.start), in: zone),
        systolic: pair.systolic?.value, diastolic: pair.diastolic?.value,
        pulse: pulses[Moment(row, sources)]?.dropFirst(ordinal).first,
        source: journal.tables.sourceName(row.provenance),
        lines: [pair.systolic, pair.diastolic].compactMap { $0?.row.sequence })
    }
    return (readings, unit)
  }

  /// A sample and its value.
  private typealias Figure = (row: SampleRow, value: Double)

  /// The figures of a reading: one at least.
  private typealias Pair = (systolic: Figure?, diastolic: Figure?)

  /// Returns the figures of each reading: those of one correlation, where there are several at a
  /// moment, then others of one moment in their order, then those that are left.
  private static func pairs(
    _ systolic: [Figure], _ diastolic: [Figure], _ journal: ReplayedJournal, _ query: ViewQuery,
    _ sources: Sources
  ) throws -> [Pair] {
    var found: [Pair] = systolic.map { ($0, nil) }
    var taken: Set<ObjectUUID> = []
    let areSeveral = [systolic, diastolic].contains { figures in
      Set(figures.map { Moment($0.row, sources) }).count < figures.count
    }
    if areSeveral {
      let partners = try correlated(journal, query)
      let figures = Dictionary(diastolic.map { ($0.row.uuid, $0) }) { first, _ in first }
      for (index, figure) in systolic.enumerated() {
        let partner = partners[figure.row.uuid, default: []].lazy.compactMap { figures[$0] }.first
        guard let partner, taken.insert(partner.row.uuid).inserted else { continue }
        found[index].diastolic = partner
      }
    }
    let left = diastolic.filter { !taken.contains($0.row.uuid) }
    var waiting = Dictionary(grouping: left.reversed()) { Moment($0.row, sources) }
    for (index, figure) in systolic.enumerated() where found[index].diastolic == nil {
      guard let partner = waiting[Moment(figure.row, sources)]?.popLast() else { continue }
      found[index].diastolic = partner
      taken.insert(partner.row.uuid)
    }
    return found + left.filter { !taken.contains($0.row.uuid) }.map { (nil, $0) }
  }

  /// Returns the newest versions of the other members of each member's correlation.
  private static func correlated(
    _ journal: ReplayedJournal, _ query: ViewQuery
  ) throws -> [ObjectUUID: [ObjectUUID]] {
    var own = ViewQuery()
    (own.from, own.to) = (query.from, query.to)
    own.types = [CorrelationType.bloodPressure.identifier]
    let rows = try MatchingObjects.others(own, in: journal)
    var found: [ObjectUUID: [ObjectUUID]] = [:]
    try journal.forEachObject(of: rows.map { ($0.uuid, $0.sequence) }) { _, object in
      guard case .correlation(let correlation) = object.content else { return }
      let members = correlation.members.map { journal.tables.newest(of: $0) }
      for member in members { found[member] = members.filter { $0 != member } }
    }
    return found
  }

  /// Returns the samples of a type that are wanted, with their values in a unit, in the order in
  /// which they were first recorded.
  private static func values(
    _ type: QuantityType, in unit: Unit, of journal: ReplayedJournal, _ context: ViewContext,
    where isWanted: (SampleRow) -> Bool = { _ in true }
  ) throws -> [Figure] {
    var units: [UInt32: Unit] = [:]
    return try MatchingObjects.recorded(
      type.identifier, context.query, in: journal, where: isWanted
    ).map { row in
      let stated = try units[row.unit] ?? Unit(journal.tables.units.names[Int(row.unit)])
      units[row.unit] = stated
      return (row, try stated.convert(row.value, to: unit))
    }
  }

  /// Returns the pulses of each measurement, in the order in which they were recorded; none where
  /// the reader may not see pulses.
  static func pulses(
    at rows: [SampleRow], _ journal: ReplayedJournal, _ context: ViewContext
  ) throws -> [Moment: [Double]] {
    let type = QuantityType.heartRate
    let tables = journal.tables
    guard tables.isDetermined(type.identifier),
      let number = tables.types.number(of: type.identifier)
    else { return [:] }
    let near = journal.with(
      tables.narrowed(to: [Int(number)], .near(rows.map { SampleWindow($0.start...$0.start) })))
    var query = ViewQuery()
    query.types = [type.identifier]
    query.leavesOutProblems = context.query.leavesOutProblems
    var context = context
    context.query = query
    let sources = Sources(tables)
    let moments = Set(rows.map { Moment($0, sources) })
    let found = try values(type, in: Unit("count/min"), of: near, context) {
      moments.contains(Moment($0, sources))
    }
    return Dictionary(grouping: found) { Moment($0.row, sources) }.mapValues { $0.map(\.value) }
  }
}

/// The options of `pressure`.
struct PressureOptions: ViewOptions {
  static let declared: [DeclaredOption<Self>] = shared(Option.narrowing + [.unit, .limit, .sort])

  static let choosesTypes = false
}

extension View {
  /// The view of blood pressures.
  package static let pressure = View(
    "pressure", summary: "blood pressures as pairs, with the pulse, newest first",
    options: PressureOptions.self,
    details: """
      Shows blood pressures, the newest first: systolic and diastolic figure of one source and one
      time, and the heart rate that the source measured then. A figure without its partner has a
      row of its own. Figures are in mmHg, or in the unit that --unit or `configure --unit` names.

      `save bloodPressure 120/80` saves a pair. `latest`, `samples`, `daily` and `chart` show pairs
      too: `daily bloodPressure`. `statistics` and the like show each figure for itself:
      `statistics bloodPressureSystolic`.

      Examples

        health-journal pressure --limit 10
        health-journal pressure --last 90d --unit kPa
      """,
    reads: PressureView.reads, isNewestFirst: true, forms: [Form("", PressureView.columns())]
  ) { request, _ in
    try PressureView.table(of: request.journal, in: try request.context())
  }
}
