import ByteTools
import HealthModel
import HealthTables

/// The figures of each day of a period, from which those of some of its days are made: averages of
/// a day, so that few days can be compared with many.
struct FiguresOfDays {
  private let rows: [DailyRow]
  private let nights: [SleepSummary]
  private let workouts: [Rollup<CountedWorkout>.Item]

  /// Computes the days of a period in one zone: that of the context, else the journal's.
  ///
  /// - Parameter period: the days that the query shows, as numbers since 1970-01-01.
  /// - Throws: what the views throw.
  init(_ journal: ReplayedJournal, in context: ViewContext, _ period: Range<Int>) throws {
    var context = context
    context.query.limit = nil
    context.timeZone = context.timeZone ?? journal.tables.settings.timeZone
    let sleep = CategoryType.sleepAnalysis.identifier
    let query = context.query
    func shows(_ type: String) -> Bool { PeriodFigures.shows(type, journal, query) }
    nights = shows(sleep) ? try SleepView.nights(of: journal, in: context) : []
    var workouts: [Rollup<CountedWorkout>.Item] = []
    if shows(WorkoutContent.type) {
      let units = try WorkoutFigures(tables: journal.tables)
      workouts = try WorkoutsView.items(of: journal, in: context, activities: nil, units)
    }
    self.workouts = workouts
    context.query.types = query.types?.filter { $0 != sleep && $0 != WorkoutContent.type }
    guard context.query.types?.isEmpty != true else {
      rows = []
      return
    }
    rows = try DailyView.figures(of: journal, in: context)
      .filter { $0.type != sleep && period.contains($0.day.day.dayNumber) }
  }

  /// Returns the figures of some days of the period: types, then sleep, then workouts.
  func figures(on days: Set<Int>) -> [PeriodFigure] {
    days.isEmpty ? [] : types(days) + sleep(days) + activities(days)
  }

  private func types(_ days: Set<Int>) -> [PeriodFigure] {
    var order: [PeriodFigure.Part] = []
    var parts: [PeriodFigure.Part: [DayStatistics]] = [:]
    for row in rows where days.contains(row.day.day.dayNumber) {
      let part = PeriodFigure.Part(type: row.type, value: row.value, unit: row.unit)
      if parts[part] == nil { order.append(part) }
      parts[part, default: []].append(row.day)
    }
    return order.flatMap { part in Self.figures(part, parts[part] ?? [], of: days) }
  }

  private static func figures(
    _ part: PeriodFigure.Part, _ own: [DayStatistics], of days: Set<Int>
  ) -> [PeriodFigure] {
    let key = PeriodFigure.Key(type: part.type, of: part.value)
    guard part.value == nil else { return category(key, own, of: days.count) }
    let sums = own.compactMap(\.sum)
    let average = own.average { !days.contains($0 - 1) }
    guard !sums.isEmpty || average != nil else { return [] }
    return [
      PeriodFigure(
        key: key, unit: part.unit, dailyAverage: SampleSpread.mean(of: sums),
        average: sums.isEmpty ? average : nil, days: own.count)
    ]
  }

  private static func category(
    _ key: PeriodFigure.Key, _ own: [DayStatistics], of days: Int
  ) -> [PeriodFigure] {
    let count = own.reduce(0) { $0 + $1.count }
    let figure = perDay(key, "count", Double(count), own.count, of: days)
    let seconds = ExactSum(own.compactMap(\.duration)).value
    guard seconds > 0 else { return [figure] }
    var time = key
    time.isTime = true
    return [figure, perDay(time, "h", seconds / 3600, own.count, of: days)]
  }

  /// Returns the figure of a total for each day, also for days without data.
  private static func perDay(
    _ key: PeriodFigure.Key, _ unit: String?, _ total: Double, _ daysWithData: Int, of days: Int
  ) -> PeriodFigure {
    PeriodFigure(key: key, unit: unit, dailyAverage: total / Double(days), days: daysWithData)
  }

  private func sleep(_ days: Set<Int>) -> [PeriodFigure] {
    let own = nights.filter { days.contains($0.date.dayNumber) }
    return [("asleep", own.compactMap(\.asleep)), ("inBed", own.compactMap(\.inBed))].compactMap {
      word, times in
      SampleSpread.mean(of: times).map { mean in
        PeriodFigure(
          key: PeriodFigure.Key(type: CategoryType.sleepAnalysis.identifier, of: word), unit: "h",
          average: mean / 3600, days: times.count)
      }
    }
  }

  private func activities(_ days: Set<Int>) -> [PeriodFigure] {
    let own = Dictionary(grouping: workouts.filter { days.contains($0.day) }) { $0.group ?? "" }
    return own.sorted { $0.key < $1.key }.flatMap { activity, items in
      let whole = Set(items.map(\.day)).count
      func figure(_ word: String, _ unit: String?, _ values: [Double]) -> [PeriodFigure] {
        guard !values.isEmpty else { return [] }
        let key = PeriodFigure.Key(type: activity, of: word)
        return [Self.perDay(key, unit, ExactSum(values).value, whole, of: days.count)]
      }
      return figure("workouts", nil, items.filter(\.isCounted).map { _ in 1 })
        + figure("duration", "h", items.compactMap { $0.row.duration.map { $0 / 3600 } })
        + figure("energy", "kcal", items.compactMap(\.row.energy))
        + figure("distance", "km", items.compactMap { $0.row.distance.map { $0 / 1000 } })
    }
  }
}
