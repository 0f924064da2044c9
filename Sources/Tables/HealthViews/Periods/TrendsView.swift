import ByteTools
import HealthModel
import HealthTables
import JournalFile

/// The comparison of the last days of each type with the weeks before and those of a year ago.
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
    /// The days of a type that is averaged.
    var days: [Int: DayStatistics] = [:]

    /// Adds the days of the series of the same figure among some.
    mutating func add(_ others: [Series]) {
      for other in others
      where (other.type, other.statistic) == (type, statistic) && other.unit == unit {
        values.merge(other.values) { known, _ in known }
        days.merge(other.days) { known, _ in known }
      }
    }

    /// Returns the average of some days: the mean of sums, or the average of all samples of the
    /// days, as in `statistics`.
    func average(_ days: Range<Int>) -> Double? {
      if self.days.isEmpty { return SampleSpread.mean(of: days.compactMap { values[$0] }) }
      return days.compactMap { self.days[$0] }.average(from: days.lowerBound)
    }
  }

  /// Returns one row a type that has data in the last 28 days or the 28 before, and each that is
  /// named.
  ///
  /// - Parameters:
  ///   - day: the last day that counts.
  ///   - drawsDays: true if the last days are drawn next to the figures.
  static func table(
    of journal: ReplayedJournal, in context: ViewContext, upTo day: CivilDate,
    drawingDays drawsDays: Bool
  ) throws -> Table {
    let calendar = try context.calendar(of: journal.tables)
    let end = day.dayNumber + 1
    let recent = Stretch.before28.days(upTo: day).lowerBound..<end
    let yearAgo = Stretch.yearAgo28.days(upTo: day)
    let isNamed = context.query.types != nil
    func showing(_ days: Range<Int>) -> ViewContext {
      var own = context
      own.query.limit = nil
      own.query.show(days, of: calendar)
      own.threads = PosixSystem.processors
      return own
    }
    let stretches = [recent, yearAgo].map { showing($0) }
    let found = try stretches.map { context in
      // So that the samples of the days are read once.
      let near = try journal.forDays(of: context)
      let series = isNamed ? [] : try series(near, context)
      return (series: series, problems: try ProblemCount(near, context.query))
    }
    // The days between are read where they decide: a type that is named is shown if only they have
    // data, and series of one type have the order of their first days.
    var shown = found[0].series
    if isNamed || Set(shown.map(\.type)).count < shown.count {
      shown = try series(journal, showing(yearAgo.lowerBound..<end))
    } else {
      for index in shown.indices { shown[index].add(found[1].series) }
    }
    let rows = shown.filter { isNamed || $0.values.keys.contains(where: recent.contains) }
      .map { Row($0, upTo: day) }
    var table = Table(drawsDays ? drawnColumns : columns, rows: rows)
      .limited(to: context.query.limit)
    table.presentation = Presentation(nothing: "nothing found in the 8 weeks up to \(day)")
    table.presentation?.footer =
      "days up to \(day); there is no figure if too few days have data, see `not enough`"
    table.times = stretches.map(\.query).compactMap { query in
      query.from.flatMap { from in query.to.map { from..<max(from, $0) } }
    }
    return table.remarking(
      on: found.map(\.problems), areLeftOut: context.query.leavesOutProblems,
      unless: .withProblems)
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

    /// Returns the part by which the last 28 days differ from others.
    func change(from stretch: Stretch) -> Double? {
      RelativeChange.share(averages[.last28], of: averages[stretch], unit: unit)
    }
  }

  /// The forms of rows.
  static var forms: [View.Form] {
    [View.Form("", columns), View.Form("--sparkline", drawnColumns)]
  }

  private static let columns = fields(.key)

  /// Returns the fields of `trends`, the figures that matter most with this rank.
  private static func fields(_ main: Column.Rank) -> [RowColumn<Row>] {
    [
      RowColumn(.type, tellsApart: true, rank: .key) { .identifier($0.type) },
      RowColumn(
        "statistic", tellsApart: true, rank: .detail, note: "the figure of a day that is averaged"
      ) {
        .text($0.statistic)
      },
      RowColumn(.unit, tellsApart: true) { Cell(text: $0.unit) },
    ]
      + Stretch.allCases.map { stretch in
        let isKey = stretch == .last28 || stretch == .before28
        return RowColumn(stretch.rawValue, .quantity, rank: isKey ? main : .usual) {
          Cell($0.averages[stretch])
        }
      }
      + [
        RowColumn("change", .share, rank: main, note: "from `before28` to `last28`") {
          Cell($0.change(from: .before28))
        },
        RowColumn("yearChange", .share, note: "from `yearAgo28` to `last28`") {
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
        RowColumn("notEnough", note: "the periods with too few days with data") {
          $0.few.isEmpty ? .missing : .names($0.few.map(\.rawValue))
        }
      ]
  }

  /// The fields with `--sparkline`: the drawing stays, and figures are left out if there is no
  /// room.
  private static let drawnColumns = fields(.usual) + [Sparkline.column { $0.lastDays }]

  // MARK: Days

  /// Returns the values of days as `daily` and `sleep` have them.
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

/// The options of `trends`.
struct TrendsOptions: ViewOptions {
  /// The last day that counts; nil: yesterday.
  var day: CivilDate?

  /// True if it draws the last days of each type.
  var drawsDays = false

  static let declared: [DeclaredOption<Self>] =
    [
      .shared(.type),
      .value(\.day, "on", "DAY", "the last day that counts; default: yesterday") {
        try $0.day($1)
      },
    ]
    + shared(.source, .withProblems, .unit, .timeZone, .dayStarts, .limit, .sort)
    + [.flag(\.drawsDays, Sparkline.option).ofCommand]
}

extension View {
  /// The view of the last days of each type next to those before.
  package static let trends = View(
    "trends", summary: "compare the last 7 and 28 days with the 28 before and a year ago",
    options: TrendsOptions.self,
    details: """
      Shows one row per type with four averages: of the last 7 days, of the last 28 days, of the
      28 days before those, and of the same 28 days a year ago.

        cumulative types  the average of the sums of the days
        sleep             the average time asleep per night (h)
        other types       the average of all samples of the days, as in `statistics`

      `change` and `yearChange` are fractions (0.1 means 10 %). `spread` is the standard deviation
      of the figures of the last 28 days (as in `daily`). The last day is yesterday, because today
      is not over. --on DAY names another last day.

      Only days with data count. A period of 7 days needs data on \(DaysWithData.least(of: 7))
      days, and a period of 28 days on \(DaysWithData.least(of: 28)). Some types are measured only
      now and then: body mass, body mass index, body fat, blood pressure, glucose and VO2max.
      These types need \(DaysWithData.leastOfAll) days. With fewer days there is no average, and
      `notEnough` names the period. Reports use the same rule. Types without data in the last 8
      weeks have no row, unless you name them.

      Implausible values (see `check`) are left out. --with-problems counts them.

      Examples

        health-journal trends --on today
        health-journal trends --on today --sparkline
        health-journal trends bodyMass --on today --format csv
      """,
    reads: .asked, hasOwnDays: true,
    forms: TrendsView.forms
  ) { request, options in
    let yesterday = try request.timeInput().days("yesterday")?.first
    let day = options.day ?? yesterday ?? CivilDate(dayNumber: 0)
    let context = try request.contextWithoutProblems()
    return try TrendsView.table(
      of: request.journal, in: context, upTo: day, drawingDays: options.drawsDays)
  }
}

/// The least number of days with data that the mean of a period needs to have a meaning, and to be
/// compared with another mean: in `trends` and in reports.
package enum DaysWithData {
  /// The least number for anything that is measured now and then, three days: a scale that is
  /// stepped on once a week has a meaning in a month.
  package static let leastOfAll = 3
  /// The greatest number, for types that have data every day: a week.
  private static let most = 7

  /// Returns a quarter of the days, from three to seven of them: 3 of 7, 7 of 28 and of a year.
  /// Types that are measured now and then need three. A period of fewer days needs all of them.
  package static func least(of days: Int, _ type: String? = nil) -> Int {
    let isOccasional = type.map(occasional.contains) ?? false
    return min(days, isOccasional ? leastOfAll : min(max(days / 4, leastOfAll), most))
  }

  /// Types that are measured now and then.
  private static let occasional = Set(
    [
      "BodyMass", "BodyMassIndex", "BodyFatPercentage", "BloodPressureSystolic",
      "BloodPressureDiastolic", "BloodGlucose", "VO2Max",
    ].map { "HKQuantityTypeIdentifier" + $0 })
}

/// The figures of equal steps of time as a line of bars: the lowest bar is the least of them, the
/// highest the greatest.
enum Sparkline {
  private static let bars = Array("▁▂▃▄▅▆▇█")
  /// The number of days that are drawn, today included.
  static let days = 30
  /// The option that asks for it.
  static let option = Option(
    "sparkline", nil, "also draw the figures of the last \(days) days")

  /// Returns the column of the drawings.
  static func column<Row>(_ text: @escaping @Sendable (Row) -> String) -> RowColumn<Row> {
    RowColumn(
      "lastDays", .drawing, rank: .key,
      note: "with `--sparkline`; one bar for each of the last \(days) days: its sum or "
        + "average, between the least and the greatest"
    ) { row in
      let text = text(row)
      return text.isEmpty ? .missing : .text(text)
    }
  }

  /// Returns a bar for each figure; a space if there is none.
  static func text(_ figures: [Double?]) -> String {
    let known = figures.compactMap { $0 }
    guard let low = known.min(), let high = known.max() else { return "" }
    // Halves of figures whose difference is greater than a double can hold; the halves of the
    // smallest doubles are 0.
    let scale = (high - low).isFinite ? 1 : 0.5
    let span = high * scale - low * scale
    return String(
      figures.map { figure in
        guard let figure else { return " " }
        let part = span > 0 ? (figure * scale - low * scale) / span : 0.5
        return bars[Int(part * Double(bars.count - 1) + 0.5)]
      })
  }

  /// Returns the sums or averages of a type's last days, as `chart --per day` has them; empty if
  /// there are none.
  static func text(
    of type: String, _ journal: ReplayedJournal, in context: ViewContext, now: Instant
  ) throws -> String {
    var context = context
    let calendar = try context.calendar(of: journal.tables)
    let today = calendar.day(of: now)
    context.query.show(today - days + 1..<today + 1, of: calendar)
    let chart = try ChartView.chart(of: type, journal, in: context, step: .day, parts: 1)
    guard let chart else { return "" }
    return text((0..<chart.binCount).map(chart.figure))
  }
}
