import HealthModel
import HealthTables
import ViewTables

/// The last days of each type beside the weeks before and those of a year ago.
enum TrendsView {
  /// The columns that identify a row.
  static let rowKey = RowKey("type", "statistic", "unit")

  /// The stretches that are set side by side.
  private enum Stretch: Int, CaseIterable {
    case last7, last28, before28, yearAgo28

    /// Its days, where this day is the last.
    func days(upTo day: CivilDate) -> Range<Int> {
      let end = day.dayNumber + 1
      switch self {
      case .last7: return end - 7..<end
      case .last28: return end - 28..<end
      case .before28: return end - 56..<end - 28
      case .yearAgo28:
        let first = CivilDate(dayNumber: end - 28)
        let then = DayPeriod(first, until: CivilDate(dayNumber: end), .day).earlier(by: .year)
        return then.first.dayNumber..<then.first.dayNumber + 28
      }
    }

    /// Returns how many of its days must have data of a type.
    func least(_ type: String) -> Int {
      DaysWithData.least(of: self == .last7 ? 7 : 28, type)
    }
    /// The word for it in `notEnough`.
    var name: String { Self.names[rawValue] }
    private static let names = ["last7", "last28", "before28", "yearAgo28"]
  }

  /// The values of days of one type, in one unit.
  private struct Series {
    var type: String
    var statistic: String
    var unit: String?
    var values: [Int: Double] = [:]
    /// Those of a type that is averaged.
    var days: [Int: DayStatistics] = [:]

    /// Returns what some days come to on average: of sums the mean, of averages that of all
    /// samples, as `statistics` has it.
    func average(_ days: Range<Int>) -> Double? {
      if self.days.isEmpty { return SampleSpread.mean(of: days.compactMap { values[$0] }) }
      return days.compactMap { self.days[$0] }.average(of: type, from: days.lowerBound)
    }
  }

  /// One row a type that has data in the last 28 days or the 28 before, and each that is named.
  ///
  /// - Parameters:
  ///   - day: the last day that counts.
  ///   - drawsDays: whether the last days are drawn beside the figures.
  static func table(
    of journal: ReplayedJournal, in context: ViewContext, upTo day: CivilDate,
    drawingDays drawsDays: Bool
  ) throws -> Table {
    let calendar = try context.calendar(of: journal.tables)
    var context = context
    context.query.limit = nil
    let stretches = Stretch.allCases.map { $0.days(upTo: day) }
    context.query.show(stretches[3].lowerBound..<day.dayNumber + 1, of: calendar)
    let recent = stretches[2].lowerBound..<stretches[1].upperBound
    let isNamed = context.query.types != nil
    let rows = try series(journal, context)
      .filter { isNamed || $0.values.keys.contains(where: recent.contains) }
      .map { cells($0, stretches) + (drawsDays ? [drawing($0, upTo: day)] : []) }
    return Table(columns: drawsDays ? drawnColumns : columns, rows: rows)
  }

  /// Returns what the rows are made of: the last eight weeks, and those of a year ago.
  static func queries(
    _ context: ViewContext, upTo day: CivilDate, in tables: HealthTables
  ) throws -> [Query] {
    let calendar = try context.calendar(of: tables)
    let recent = Stretch.before28.days(upTo: day).lowerBound..<day.dayNumber + 1
    return [recent, Stretch.yearAgo28.days(upTo: day)].map { days in
      var query = context.query
      query.from = calendar.start(of: days.lowerBound)
      query.to = calendar.start(of: days.upperBound)
      return query
    }
  }

  /// The fields of `trends`.
  static let columns = fields(.key)

  /// The same, the figures that matter most with this rank.
  private static func fields(_ main: Column.Rank) -> [Column] {
    [
      Column("type", rank: .key), Column("statistic", rank: .detail, note: "of a day"),
      Column("unit", rank: main),
    ]
      + Stretch.allCases.map { stretch in
        let isKey = stretch == .last28 || stretch == .before28
        return Column(stretch.name, .quantity, rank: isKey ? main : .usual)
      }
      + [
        Column("change", .share, rank: main, note: "of `last28` against `before28`"),
        Column("yearChange", .share, note: "of `last28` against `yearAgo28`"),
        Column(
          "spread", .difference, rank: .detail,
          note: "standard deviation of the days of `last28`"),
      ]
      + Stretch.allCases.map { stretch in
        let name = stretch.name.prefix(1).uppercased() + stretch.name.dropFirst()
        return Column("days" + name, .count, hidden: true, note: "with data")
      }
      + [Column("notEnough", note: "that have too few days with data")]
  }

  /// Those with `--sparkline`: the drawing stays, and figures go where there is no room.
  static let drawnColumns = fields(.usual) + [Sparkline.column]

  private static func drawing(_ series: Series, upTo day: CivilDate) -> Cell {
    let days = day.dayNumber - Sparkline.days + 1...day.dayNumber
    let text = Sparkline.text(days.map { series.values[$0] })
    return text.isEmpty ? .missing : .text(text)
  }

  // MARK: Days

  /// The values of days as `daily` and `sleep` have them.
  private static func series(
    _ journal: ReplayedJournal, _ context: ViewContext
  ) throws -> [Series] {
    let sleep = CategoryType.sleepAnalysis.identifier
    var daily = context
    daily.query.types = context.query.types?.filter { $0 != sleep }
    var all: [Series] = []
    if daily.query.types?.isEmpty != true { all = try quantities(journal, daily) }
    let isNamed = context.query.types?.contains(sleep)
    let maySee = journal.tables.isDetermined(sleep)
    guard isNamed ?? maySee else { return all }
    var nights = Series(type: sleep, statistic: "asleep", unit: "h")
    for night in try SleepView.nights(of: journal, in: context) {
      nights.values[night.date.dayNumber] = night.asleep.map { $0 / 3600 }
    }
    return nights.values.isEmpty ? all : all + [nights]
  }

  private static func quantities(
    _ journal: ReplayedJournal, _ context: ViewContext
  ) throws -> [Series] {
    struct Key: Hashable {
      var type: String
      var statistic: String
      var unit: String?
    }
    var all: [Series] = []
    var indices: [Key: Int] = [:]
    for (type, days) in try DailyView.statisticsByType(of: journal, in: context) {
      for day in days where day.unit != nil {
        let (statistic, value) = day.sum.map { ("sum", $0) } ?? ("average", day.average ?? .nan)
        guard value.isFinite else { continue }
        let key = Key(type: type, statistic: statistic, unit: day.unit)
        let known = indices[key]
        if known == nil { all.append(Series(type: type, statistic: statistic, unit: day.unit)) }
        let index = known ?? all.count - 1
        indices[key] = index
        all[index].values[day.day.dayNumber] = value
        if statistic == "average" { all[index].days[day.day.dayNumber] = day }
      }
    }
    return all
  }

  // MARK: Rows

  private static func cells(_ series: Series, _ stretches: [Range<Int>]) -> [Cell] {
    let values = stretches.map { days in
      days.compactMap { series.values[$0] }
    }
    let spreads = zip(Stretch.allCases, values).map { stretch, values in
      values.count < stretch.least(series.type) ? nil : SampleSpread(values)
    }
    let means = zip(stretches, spreads).map { days, spread in
      spread == nil ? nil : series.average(days)
    }
    let few = zip(Stretch.allCases, values).filter { $1.count < $0.least(series.type) }
      .map { $0.0.name }
    var cells: [Cell] = [
      .identifier(series.type), .text(series.statistic), Cell(text: series.unit),
    ]
    for mean in means { cells.append(Cell(mean)) }
    for base in [means[2], means[3]] {
      cells.append(Cell(RelativeChange.share(means[1], of: base, unit: series.unit)))
    }
    cells.append(Cell(spreads[1]?.deviation))
    for values in values { cells.append(.whole(values.count)) }
    cells.append(few.isEmpty ? .missing : .names(few))
    return cells
  }
}
