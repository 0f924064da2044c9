import HealthModel
import HealthTables
import ViewTables

/// The last days of each type beside the weeks before and those of a year ago.
enum TrendsView {
  /// The stretches that are set side by side.
  private enum Stretch: String, CaseIterable {
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
    let end = day.dayNumber + 1
    context.query.show(Stretch.yearAgo28.days(upTo: day).lowerBound..<end, of: calendar)
    let recent = Stretch.before28.days(upTo: day).lowerBound..<end
    let isNamed = context.query.types != nil
    let rows = try series(journal, context)
      .filter { isNamed || $0.values.keys.contains(where: recent.contains) }
      .map { Row($0, upTo: day) }
    return Table(drawsDays ? drawnColumns : columns, rows: rows)
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

  /// The figures of a type in the stretches.
  private struct Row {
    let type: String
    let statistic: String
    let unit: String?
    let lastDays: String
    /// The average of each stretch that has enough days with data.
    private(set) var averages: [Stretch: Double] = [:]
    /// The spread of the days of `last28`.
    private(set) var spread: Double?
    /// On how many days of each stretch there is data.
    private(set) var counts: [Stretch: Int] = [:]
    /// The stretches that have too few of them.
    private(set) var few: [Stretch] = []

    init(_ series: Series, upTo day: CivilDate) {
      (type, statistic, unit) = (series.type, series.statistic, series.unit)
      let days = day.dayNumber - Sparkline.days + 1...day.dayNumber
      lastDays = Sparkline.text(days.map { series.values[$0] })
      for stretch in Stretch.allCases {
        let days = stretch.days(upTo: day)
        let values = days.compactMap { series.values[$0] }
        counts[stretch] = values.count
        guard values.count >= stretch.least(series.type) else {
          few.append(stretch)
          continue
        }
        averages[stretch] = series.average(days)
        if stretch == .last28 { spread = SampleSpread(values)?.deviation }
      }
    }

    /// By which part the last 28 days differ from others.
    func change(from stretch: Stretch) -> Double? {
      RelativeChange.share(averages[.last28], of: averages[stretch], unit: unit)
    }
  }

  /// The rows that there can be.
  static var forms: [View.Form] {
    [View.Form("", columns), View.Form("--sparkline", drawnColumns)]
  }

  private static let columns = fields(.key)

  /// The fields of `trends`, the figures that matter most with this rank.
  private static func fields(_ main: Column.Rank) -> [RowColumn<Row>] {
    [
      RowColumn(.type, tellsApart: true, rank: .key) { .identifier($0.type) },
      RowColumn("statistic", tellsApart: true, rank: .detail, note: "of a day") {
        .text($0.statistic)
      },
      RowColumn(.unit, tellsApart: true, rank: main) { Cell(text: $0.unit) },
    ]
      + Stretch.allCases.map { stretch in
        let isKey = stretch == .last28 || stretch == .before28
        return RowColumn(stretch.rawValue, .quantity, rank: isKey ? main : .usual) {
          Cell($0.averages[stretch])
        }
      }
      + [
        RowColumn("change", .share, rank: main, note: "of `last28` against `before28`") {
          Cell($0.change(from: .before28))
        },
        RowColumn("yearChange", .share, note: "of `last28` against `yearAgo28`") {
          Cell($0.change(from: .yearAgo28))
        },
        RowColumn(
          "spread", .difference, rank: .detail,
          note: "standard deviation of the days of `last28`"
        ) { Cell($0.spread) },
      ]
      + Stretch.allCases.map { stretch in
        let name = stretch.rawValue.prefix(1).uppercased() + stretch.rawValue.dropFirst()
        return RowColumn("days" + name, .count, hidden: true, note: "with data") {
          .whole($0.counts[stretch] ?? 0)
        }
      }
      + [
        RowColumn("notEnough", note: "that have too few days with data") {
          $0.few.isEmpty ? .missing : .names($0.few.map(\.rawValue))
        }
      ]
  }

  /// Those with `--sparkline`: the drawing stays, and figures go where there is no room.
  private static let drawnColumns = fields(.usual) + [Sparkline.column { $0.lastDays }]

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
    for row in try DailyView.figures(of: journal, in: context) where row.unit != nil {
      let day = row.day
      let (statistic, value) = day.sum.map { ("sum", $0) } ?? ("average", day.average ?? .nan)
      guard value.isFinite else { continue }
      let key = Key(type: row.type, statistic: statistic, unit: day.unit)
      let known = indices[key]
      if known == nil { all.append(Series(type: row.type, statistic: statistic, unit: day.unit)) }
      let index = known ?? all.count - 1
      indices[key] = index
      all[index].values[day.day.dayNumber] = value
      if statistic == "average" { all[index].days[day.day.dayNumber] = day }
    }
    return all
  }
}
