import ByteTools
import HealthEvents
package import HealthModel
package import HealthTables

/// The comparison of Apple's stated activity rings of days with the figures from the journal's own
/// samples.
///
/// Move is the sum of active energy, or of move minutes on a day whose summary has the goal in
/// minutes. Exercise is the sum of exercise minutes in whole minutes. Stand is the number of hours
/// that any source calls stood, by the day on which they begin.
package enum RingsView {
  /// The objects that the rows are made of.
  package static let reads = Reads.types(
    ofDay: [
      QuantityType.activeEnergyBurned.identifier, QuantityType.appleMoveTime.identifier,
      QuantityType.appleExerciseTime.identifier, CategoryType.appleStandHour.identifier,
      SummaryContent.type,
    ], requiring: [SummaryContent.type]
  ).ofWindow

  /// Returns the figures of each day and ring, days ascending, whatever the query's limit is.
  package static func figures(
    of journal: ReplayedJournal, in context: ViewContext
  ) throws -> [RingFigure] {
    let finder = try DayFinder(journal.tables, context)
    let days = finder.days(of: context.query)
    let stated = try summaries(of: journal, context.query)
    let journal = journal.forDays(finder.time(of: days), context.query, of: reads)
    try journal.tables.readTogether(types: reads.ofDates)
    let own = try Ring.all.map { try $0.own(journal, context) }
    // A day without a summary has the ring of the last day before it that has one.
    let moves = stated.compactMap { day, summary in
      summary.movesInMinutes.map { (day: day, inMinutes: $0) }
    }.sorted { $0.day < $1.day }
    let shown = Set(stated.keys).union(own.flatMap(\.keys)).filter { days.contains($0) }
    return shown.sorted().flatMap { day -> [RingFigure] in
      let next = moves.indices.partitioningIndex { moves[$0].day > day }
      let isInMinutes = moves[..<next].last?.inMinutes ?? false
      return zip(Ring.all, own).compactMap { ring, figures in
        if ring.name == "move", (ring.unit == .minute) != isInMinutes { return nil }
        return ring.figure(day, stated: stated[day], own: figures[day])
      }
    }
  }

  /// Returns the number of days that agree, among those that have both a summary and samples: in
  /// all, and by ring.
  ///
  ///     134 of 135 days agree (move 135 of 135, exercise 134 of 135, stand 135 of 135)
  package static func summary(of figures: [RingFigure]) -> String {
    let compared = figures.filter { $0.difference != nil }
    if compared.isEmpty { return "nothing to compare: no day has both a summary and samples" }
    let days = Dictionary(grouping: compared, by: \.day)
    let agreeing = days.values.count { day in day.allSatisfy { $0.verdict == .agree } }
    let rings = RingFigure.names.compactMap { name -> String? in
      let own = compared.filter { $0.ring == name }
      if own.isEmpty { return nil }
      return "\(name) \(own.count { $0.verdict == .agree }) of \(own.count)"
    }
    let parts = rings.joined(separator: ", ")
    return "\(agreeing) of \(counted(days.count, "day")) agree (\(parts))"
  }

  /// Returns some figures as rows: one a day and ring.
  ///
  /// `verdict` is `agree`, `differ`, `statedOnly` (no samples) or `samplesOnly` (no summary).
  package static func table(_ figures: [RingFigure]) -> Table {
    Table(columns, rows: figures)
  }

  /// The fields of `rings`.
  static let columns: [RowColumn<RingFigure>] = [
    RowColumn(.date, .time, named: "day", tellsApart: true, rank: .key) { .day($0.day) },
    RowColumn(.value, named: "ring", tellsApart: true, rank: .key) { .text($0.ring) },
    RowColumn("stated", .quantity) { Cell($0.stated) },
    RowColumn("goal", .quantity, rank: .detail) { Cell($0.goal) },
    RowColumn("samples", .quantity) { Cell($0.own) },
    RowColumn("difference", .difference) { Cell($0.difference) },
    RowColumn(.unit) { .text($0.unit.description) },
    RowColumn("verdict", rank: .key, findings: ["differ"]) { .text($0.verdict.rawValue) },
  ]

  /// Returns the latest summary of each day; several exports may state the same day. Apple dates a
  /// summary of no day before 1970: 1969-12-30, say.
  private static func summaries(
    of journal: ReplayedJournal, _ query: ViewQuery
  ) throws -> [Int: StatedRings] {
    var query = query.ofAllTime
    query.types = [SummaryContent.type]
    query.predicate = nil
    query.sources = []
    // It counts rows, not summaries.
    query.limit = nil
    let saved = try MatchingObjects.saved(query, sortedBy: .sequence, in: journal)
    var latest: [Int: SavedObject] = [:]
    for summary in saved {
      guard case .summary(let day) = summary.object.content,
        let date = CivilDate(day.date)?.dayNumber, date >= 0
      else { continue }
      if let known = latest[date]?.object.created?.instant,
        let created = summary.object.created?.instant, created < known
      {
        continue
      }
      latest[date] = summary
    }
    return latest.mapValues { StatedRings(fields: $0.object.fields, line: $0.sequence) }
  }
}

/// The figures that a summary states of a day.
private struct StatedRings {
  var fields: [Field]
  /// The number of the line that saved it.
  var line: UInt64

  /// True if the move ring is one of minutes: its goal is, or, if it has none, the figure; nil if
  /// neither is stated.
  var movesInMinutes: Bool? {
    func isStated(_ field: String) -> Bool { number(field).map { $0 > 0 } ?? false }
    let (energy, time) = ("activeEnergyBurned", "appleMoveTime")
    if isStated(time + "Goal") { return true }
    if isStated(energy + "Goal") || isStated(energy) { return false }
    return isStated(time) ? true : nil
  }

  /// Returns the number in a field, or in the field that older exports have instead.
  func number(_ name: String) -> Double? {
    if case .number(let value)? = fields[name] { return value }
    guard name.hasPrefix("appleMoveTime") else { return nil }
    return number(name.exchanging("appleMoveTime", for: "appleMoveMinutes"))
  }
}

/// A ring of a day: the stated figure, and the figure of the samples.
package struct RingFigure: Sendable {
  /// The names of rings, in the order of rows.
  package static let names = ["move", "exercise", "stand"]

  package var day: CivilDate
  /// The ring: `move`, `exercise` or `stand`.
  package var ring: String
  /// The stated figure; nil if there is none.
  package var stated: Double?
  /// The stated goal.
  package var goal: Double?
  /// The line of the summary that counts; nil: there is none.
  package var line: UInt64?
  /// The figure of the samples; nil if there are none.
  package var own: Double?
  /// The unit of all three.
  package var unit: Unit
  /// The type of the samples that close it.
  package var type: String
  /// The greatest distance between two figures that agree.
  var tolerance: Double

  /// The figure of the samples minus the stated one; nil if there is nothing to compare.
  package var difference: Double? { stated.flatMap { stated in own.map { $0 - stated } } }

  /// The result of the comparison of the two figures.
  package var verdict: ComparedFigure.Verdict {
    ComparedFigure.Verdict(stated: stated, ours: own, tolerance: tolerance)
  }
}

/// A ring. There are two of move, one for each of its units.
private struct Ring: Sendable {
  /// The ring: `move`, `exercise` or `stand`.
  var name: String
  /// Apple's name for the stated figure. The name of the goal has `Goal` at its end.
  var field: String
  var unit: Unit
  /// The greatest distance between two figures that agree.
  var tolerance: Double
  /// The sums of the journal's own samples by day.
  var own: @Sendable (ReplayedJournal, ViewContext) throws -> [Int: Double]

  /// The type of its samples.
  var type: String { SummaryContent.figureTypes[field] ?? "" }

  static let all = [
    Ring(name: "move", field: "activeEnergyBurned", unit: .kilocalorie, tolerance: 0.01) {
      try sums(of: .activeEnergyBurned, .kilocalorie, $0, $1)
    },
    minutes("move", .appleMoveTime, "appleMoveTime"),
    minutes("exercise", .appleExerciseTime, "appleExerciseTime"),
    Ring(name: "stand", field: "appleStandHours", unit: .count, tolerance: 0) {
      try stoodHours($0, $1)
    },
  ]

  /// Returns a ring of whole minutes, the nearest, halves up.
  private static func minutes(_ name: String, _ type: QuantityType, _ field: String) -> Ring {
    Ring(name: name, field: field, unit: .minute, tolerance: 0) {
      try sums(of: type, .minute, $0, $1).mapValues { ($0 + 0.5).rounded(.down) }
    }
  }

  private static func sums(
    of type: QuantityType, _ unit: Unit, _ journal: ReplayedJournal, _ context: ViewContext
  ) throws -> [Int: Double] {
    var context = context
    context.query.unit = unit
    return try DailyView.sums(
      of: type, in: journal.tables, context, until: Instant(microseconds: .max))
  }

  private static func stoodHours(
    _ journal: ReplayedJournal, _ context: ViewContext
  ) throws -> [Int: Double] {
    let type = CategoryType.appleStandHour.identifier
    guard let columns = journal.tables.columns(of: type) else { return [:] }
    var days = try DayFinder(journal.tables, context)
    // Several sources tell of the same hour.
    var stood: [Int: Set<Int64>] = [:]
    for row in SampleSelection.rows(of: type, context.query.ofAllTime, in: journal.tables) {
      let day = days.day(
        of: columns.starts[row], cursor: days.cursor(zone: columns.zone(row)))
      // HKCategoryValueAppleStandHour: 0 stood, 1 idle.
      if columns.values[row] == 0 {
        stood[day, default: []].insert(columns.starts[row])
      } else if stood[day] == nil {
        stood[day] = []
      }
    }
    return stood.mapValues { Double($0.count) }
  }

  /// Returns the figure of a day; nil if there is neither a stated figure nor a sample; a stated 0
  /// without samples counts as none.
  func figure(_ day: Int, stated summary: StatedRings?, own: Double?) -> RingFigure? {
    let stated = summary.flatMap { number(field, in: $0) }
    if stated ?? 0 == 0, own == nil { return nil }
    return RingFigure(
      day: CivilDate(dayNumber: day), ring: name, stated: stated,
      goal: summary.flatMap { number(field + "Goal", in: $0) }, line: summary?.line,
      own: own, unit: unit, type: type, tolerance: tolerance)
  }

  /// Returns a stated figure in the ring's unit.
  private func number(_ name: String, in summary: StatedRings) -> Double? {
    guard let value = summary.number(name) else { return nil }
    guard case .text(let text)? = summary.fields[field + "Unit"], let from = try? Unit(text) else {
      return value
    }
    return try? from.convert(value, to: unit)
  }
}

extension View {
  /// The view of Apple's stated activity rings next to the journal's own figures.
  package static let rings = View(
    "rings", summary: "compare Apple's activity rings with the samples",
    options: NoOptions.self,
    sharing: [.timeZone, .dayStarts, .from, .to, .on, .period, .last, .source, .limit, .sort],
    details: """
      Compares the activity rings in Apple's summaries with the journal's samples: one row per day
      and ring.

        move      Active energy (kcal). The two figures agree if they differ by at most 0.01. If the
                  goal is in minutes, as on a child's watch, the figure is move minutes, rounded.
        exercise  minutes, rounded
        stand     hours that at least one source calls stood

      `verdict` is agree, differ, statedOnly (the journal has no such samples, for example because
      only the summary was kept) or samplesOnly (there is no summary). statedOnly and samplesOnly
      are not errors. A stated 0 without samples has no row. A summary that Apple dates before
      1970 has no row either. For people, the last line counts the days that agree, of all days
      with both figures, even if --limit hides some of them. --source, --time-zone and
      --day-starts change only the figures of the samples. Apple uses the days of the place where
      the watch was.

      Examples

        health-journal rings --from 2026-01-01
      """,
    reads: RingsView.reads, hasOwnDays: true, looksAtAll: true,
    tool: .offered("A ring is closed if stated reaches goal"),
    forms: [Form("", RingsView.columns)]
  ) { request, _ in
    let context = try request.context()
    let figures = try RingsView.figures(of: request.journal, in: context)
    var table = try RingsView.table(figures).newest(context.query.limit)
    table.presentation = Presentation(hidesEmptyColumns: false)
    table.presentation?.footer = RingsView.summary(of: figures)
    return table
  }
}
