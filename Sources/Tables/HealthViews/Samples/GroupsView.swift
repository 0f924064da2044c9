import ByteTools
import HealthEvents
import HealthModel
import HealthTables

/// Samples that belong together as one row: a blood pressure as a pair, a meal with its members.
enum GroupsView {
  /// A group, with the facts that its members share.
  struct Row: Sendable {
    var type: String
    var uuid: ObjectUUID
    var span: TimeSpan
    /// A pair of figures.
    var pair: String?
    var unit: String?
    /// Beats per minute, measured with the pair.
    var pulse: Double?
    var source: String
    var device: String?
    /// Each member with its value: `dietaryProtein 30 g`.
    var members: [String] = []
    var sequence: UInt32
  }

  /// The types of a query that group samples; nil if it names none.
  ///
  /// - Parameter explains: true if figures are explained, which a group is none of.
  /// - Throws: `OptionProblem` if it names other types beside them, or explains them.
  static func asked(
    _ query: ViewQuery, explaining explains: Bool = false
  ) throws(OptionProblem) -> [CorrelationType]? {
    let types = query.types ?? []
    let groups = types.compactMap { type in
      if case .correlation(let group)? = TypeCatalogue.find(type) { group } else { nil }
    }
    if groups.isEmpty { return nil }
    if explains { throw noFigure(of: groups[0]) }
    guard groups.count == types.count else {
      throw OptionProblem("\(groups[0].shortName) groups samples; name it without other types")
    }
    return groups
  }

  /// Returns the problem that groups of a type have no figure; it names the types that have one.
  static func noFigure(of type: CorrelationType) -> OptionProblem {
    OptionProblem("\(type.shortName) \(Inputs.otherWay(to: type.identifier) ?? "has no figure")")
  }

  /// Returns the groups of some types in a window, the newest of each type first.
  static func rows(
    of types: [CorrelationType], _ journal: ReplayedJournal, in context: ViewContext
  ) throws -> [Row] {
    var context = context
    context.query.limit = nil
    return try types.flatMap { type in
      type.membership == .eachOnce
        ? try pairs(type, journal, context) : try groups(type, journal, context.query)
    }
  }

  /// Returns the rows of `samples` for groups: by type, then by start.
  static func table(
    of types: [CorrelationType], _ journal: ReplayedJournal, in context: ViewContext
  ) throws -> Table {
    let rows = try types.flatMap { type in
      try Self.rows(of: [type], journal, in: context).reversed()
    }
    return try Table(columns, rows: rows).newest(context.query.limit)
  }

  /// The fields of `samples` for groups.
  static let columns: [RowColumn<Row>] = [
    RowColumn(.object, tellsApart: true, hidden: true) { .text($0.uuid.description) },
    RowColumn(.type, rank: .key) { .identifier($0.type) },
    RowColumn(.start, .time, rank: .key) { .time($0.span.start) },
    RowColumn(.end, .time) { .time($0.span.end) },
    RowColumn("value", .quantity, rank: .key) { Cell(text: $0.pair) },
    RowColumn(.unit, rank: .key) { Cell(text: $0.unit) },
    RowColumn(.source, rank: .detail) { .text($0.source) },
    RowColumn("device", rank: .detail) { Cell(text: $0.device) },
    RowColumn(.line, .number, hidden: true) { .whole(Int($0.sequence)) },
    pulse.of(\.pulse),
    RowColumn("members", rank: .key, note: "of a meal: each type with its value") {
      $0.members.isEmpty ? .missing : .names($0.members)
    },
  ]

  /// The pulse beside a pair.
  static let pulse = RowColumn<Double?>(
    "pulse", .quantity, unit: "count/min", note: "beside a blood pressure"
  ) { Cell($0) }

  /// The fields of `latest` for groups: the same ones in its order.
  static let latestColumns = [1, 4, 5, 2, 3, 6, 0, 8, 9, 10].map { columns[$0] }

  /// Returns the rows of `latest` for groups: of each type the one that ends last.
  static func latest(
    of types: [CorrelationType], _ journal: ReplayedJournal, in context: ViewContext
  ) throws -> Table {
    let rows = try types.compactMap { type -> Row? in
      let all = try Self.rows(of: [type], journal, in: context)
      // Of those that end together the first, which is the newest, stays.
      return all.dropFirst().reduce(all.first) { latest, row in
        latest.map { $0.span.end.instant < row.span.end.instant ? row : $0 }
      }
    }
    return Table(latestColumns, rows: rows).limited(to: context.query.limit)
  }

  // MARK: Kinds of groups

  private static func pairs(
    _ type: CorrelationType, _ journal: ReplayedJournal, _ context: ViewContext
  ) throws -> [Row] {
    let tables = journal.tables
    let (readings, unit) = try PressureView.readings(of: journal, in: context)
    return readings.map { reading in
      Row(
        type: type.identifier, uuid: reading.row.uuid,
        span: TimeSpan(reading.row.startTime, reading.row.endTime),
        pair: PressureView.pair(reading.systolic, reading.diastolic), unit: unit.description,
        pulse: reading.pulse, source: reading.source,
        device: tables.origin(reading.row.provenance)?.device?.name,
        sequence: reading.row.sequence)
    }
  }

  private static func groups(
    _ type: CorrelationType, _ journal: ReplayedJournal, _ query: ViewQuery
  ) throws -> [Row] {
    let tables = journal.tables
    var query = query
    query.types = [type.identifier]
    try tables.requireDetermined(type.identifier)
    let found = try MatchingObjects.others(query, in: journal)
    let members = try found.isEmpty ? [:] : members(of: type, query, tables)
    var rows: [Row] = []
    try journal.forEachObject(of: found.map { ($0.uuid, $0.sequence) }) { index, object in
      guard case .correlation(let correlation) = object.content else { return }
      let row = found[index]
      rows.append(
        Row(
          type: type.identifier, uuid: row.uuid, span: correlation.span,
          source: tables.sourceName(row.provenance),
          device: tables.origin(row.provenance)?.device?.name,
          members: correlation.members.compactMap { members[tables.newest(of: $0)] },
          sequence: row.sequence))
    }
    return rows.sorted { one, other in
      let (a, b) = (one.span.start.instant, other.span.start.instant)
      return a == b
        ? tables.recordings.isRecorded(other.sequence, before: one.sequence) : a > b
    }
  }

  /// Returns the live members of groups of a type, each in words.
  private static func members(
    of type: CorrelationType, _ query: ViewQuery, _ tables: HealthTables
  ) throws -> [ObjectUUID: String] {
    var members: [ObjectUUID: String] = [:]
    var plain = ViewQuery()
    plain.unit = query.unit
    for member in type.containedTypes where tables.isDetermined(member.identifier) {
      try tables.read(types: [member.identifier])
      guard let columns = tables.columns(of: member.identifier) else { continue }
      for row in 0..<columns.count where columns.isLive(row) {
        guard columns.flags[row].contains(.member) else { continue }
        let shown = try ShownValue(
          columns[row], type: member.identifier, query: plain, tables: tables)
        members[columns.uuids[row]] =
          [member.shortName, shown.quantity.map { DecimalText.text($0.value) }, shown.unit]
          .compactMap(\.self).joined(separator: " ")
      }
    }
    return members
  }
}

// MARK: Days

extension GroupsView {
  /// A day of pairs: each figure of the one type beside that of the other.
  struct Day {
    fileprivate var type: String
    fileprivate var systolic: DailyRow?
    fileprivate var diastolic: DailyRow?
    fileprivate var pulse: Double?

    fileprivate var any: DayStatistics? { (systolic ?? diastolic)?.day }

    /// Returns a figure of both; averages of mmHg are whole.
    fileprivate func pair(_ figure: (DailyRow) -> Double?, isAverage: Bool = false) -> Cell {
      let decimals = isAverage && any?.unit == "mmHg" ? 0 : 1
      return .text(
        PressureView.pair(
          systolic.flatMap(figure), diastolic.flatMap(figure), decimals: decimals))
    }
  }

  /// The fields of `daily` for pairs.
  static let dayColumns: [RowColumn<Day>] = [
    RowColumn(.type, tellsApart: true, rank: .key) { .identifier($0.type) },
    RowColumn(.date, .time, named: "day", tellsApart: true, rank: .key) { day in
      day.any.map { .day($0.day) } ?? .missing
    },
    RowColumn(.source, tellsApart: true) { Cell(text: $0.any?.source) },
    RowColumn(.unit, tellsApart: true, rank: .key) { Cell(text: $0.any?.unit) },
    RowColumn("minimum", .quantity) { $0.pair(\.minimum) },
    RowColumn("average", .quantity, rank: .key) { $0.pair(\.average, isAverage: true) },
    RowColumn("maximum", .quantity) { $0.pair(\.maximum) },
    RowColumn("latest", .quantity) { $0.pair(\.latest) },
    RowColumn("count", .count, rank: .detail) { Cell(whole: $0.any?.count) },
    pulse.of(\.pulse),
  ]

  /// Returns the rows of `daily` for pairs: those of the figures, side by side, and the average of
  /// the pulses that were measured with them.
  static func days(
    of type: CorrelationType, _ journal: ReplayedJournal, in context: ViewContext,
    options: DailyView.Options
  ) throws -> Table {
    var figures = context
    figures.query.limit = nil
    figures.query.types = type.containedTypes.map(\.identifier)
    var finder = try DayFinder(journal.tables, context)
    let (readings, unit) = try PressureView.readings(
      of: journal, in: figures.around(finder.days(of: figures.query)))
    figures.query.unit = unit
    let rows = try DailyView.figures(of: journal, in: figures, options: options)
    var pulses: [Int: [(source: String, pulse: Double)]] = [:]
    for reading in readings {
      let cursor = finder.cursor(zone: reading.row.zone)
      let day = finder.day(of: reading.row.start, cursor: cursor)
      if let pulse = reading.pulse { pulses[day, default: []].append((reading.source, pulse)) }
    }
    struct Key: Hashable {
      var day: CivilDate
      var source: String?
      var unit: String?

      init(_ row: DailyRow) { (day, source, unit) = (row.day.day, row.day.source, row.day.unit) }
    }
    var days: [Key: Day] = [:]
    for row in rows {
      let isSystolic = row.type == type.containedTypes[0].identifier
      let own = pulses[row.day.day.dayNumber, default: []].filter {
        $0.source == row.day.source ?? $0.source
      }
      let pulse = SampleSpread.mean(of: own.map(\.pulse))
      days[Key(row), default: Day(type: type.identifier, pulse: pulse)][
        keyPath: isSystolic ? \Day.systolic : \Day.diastolic] = row
    }
    let sorted = days.sorted { one, other in
      (one.key.day, one.key.source ?? "", one.key.unit ?? "")
        < (other.key.day, other.key.source ?? "", other.key.unit ?? "")
    }
    return try Table(dayColumns, rows: sorted.map(\.value)).newest(context.query.limit)
  }
}

extension ViewContext {
  /// Returns the same context for all samples that may be of some days, in whatever zone.
  fileprivate func around(_ days: Range<Int>) -> ViewContext {
    var context = self
    let all = CivilDate.dayNumbers
    func moment(_ day: Int) -> Instant { Instant(wholeSeconds: Int64(day) * 86_400) }
    context.query.from = days.lowerBound > all.lowerBound ? moment(days.lowerBound - 2) : nil
    context.query.to = days.upperBound <= all.upperBound ? moment(days.upperBound + 2) : nil
    return context
  }
}
