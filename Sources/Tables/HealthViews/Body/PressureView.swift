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

  /// Samples of one measurement have these in common.
  struct Moment: Hashable {
    var provenance: UInt32
    var start: Int64
    var end: Int64

    init(_ row: SampleRow) { (provenance, start, end) = (row.provenance, row.start, row.end) }
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
    let systolic = try values(type, in: unit, of: whole, context)
    var diastolic = try values(.bloodPressureDiastolic, in: unit, of: whole, context)
    let reversed = { (values: [(SampleRow, Double)]) in
      Dictionary(grouping: values) { Moment($0.0) }.mapValues { Array($0.reversed()) }
    }
    var partners = reversed(diastolic)
    var found = systolic.map { row, value in
      let partner = partners[Moment(row)]?.popLast()
      return (
        row: row, systolic: Double?.some(value), diastolic: partner?.1,
        lines: [row.sequence, partner?.0.sequence].compactMap(\.self)
      )
    }
    diastolic = partners.values.flatMap { $0 }
    found += diastolic.map {
      (row: $0.0, systolic: nil, diastolic: $0.1, lines: [$0.0.sequence])
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
    let readings = found.map { row, systolic, diastolic, lines in
      let zone = days.zone(of: days.cursor(zone: row.zone))
      return Reading(
        row: row, clock: Timestamp(Instant(microseconds: row.start), in: zone),
        systolic: systolic, diastolic: diastolic, pulse: pulses[Moment(row)],
        source: journal.tables.sourceName(row.provenance), lines: lines)
    }
    return (readings, unit)
  }

  /// Returns the samples of a type that are wanted, with their values in a unit, in the order in
  /// which they were first recorded.
  private static func values(
    _ type: QuantityType, in unit: Unit, of journal: ReplayedJournal, _ context: ViewContext,
    where isWanted: (SampleRow) -> Bool = { _ in true }
  ) throws -> [(SampleRow, Double)] {
    var units: [UInt32: Unit] = [:]
    return try MatchingObjects.recorded(
      type.identifier, context.query, in: journal, where: isWanted
    ).map { row in
      let stated = try units[row.unit] ?? Unit(journal.tables.units.names[Int(row.unit)])
      units[row.unit] = stated
      return (row, try stated.convert(row.value, to: unit))
    }
  }

  /// Returns the pulse of each measurement that has one; none where the reader may not see pulses.
  static func pulses(
    at rows: [SampleRow], _ journal: ReplayedJournal, _ context: ViewContext
  ) throws -> [Moment: Double] {
    let type = QuantityType.heartRate
    let tables = journal.tables
    guard tables.isDetermined(type.identifier),
      let number = tables.types.number(of: type.identifier)
    else { return [:] }
    let near = journal.with(
      tables.narrowed(to: [Int(number)], .near(rows.map { SampleWindow($0.start...$0.start) })))
    var query = ViewQuery()
    query.types = [type.identifier]
    var context = context
    context.query = query
    let moments = Set(rows.map { Moment($0) })
    let found = try values(type, in: Unit("count/min"), of: near, context) {
      moments.contains(Moment($0))
    }
    return Dictionary(found.map { (Moment($0.0), $0.1) }) { first, _ in first }
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
