import ByteTools
import HealthExport
import HealthModel
import HealthViews

/// The command `chart`: a drawing of types over time, for a terminal.
struct ChartCommand: CommandOptions {
  /// The names of types from `--type`; the words of the call name types too.
  var types: [String] = []
  var night: String?
  var workout: String?
  var sources = DailyView.Sources.merge
  var width: Int?
  var height: Int?
  var step: ChartView.Step?
  var interval: CalendarInterval?
  var isCalendar = false
  var isASCII = false
  var isBraille = false
  var tags: [String] = []

  static let night = Option(
    "night", "DAY", "draw the night of this date, from the first to the last sample of sleep")
  static let workout = Option(
    "workout", "UUID",
    "draw the time of this workout, or last, with its laps and heart rate bands")
  static let height = Option("height", "N", "lines of the vertical axis; default 11")
  static let per = Option("per", "STEP", "one bin per day or hour; none: bins of equal length")
  static let every = Option(
    "every", "INTERVAL", "one bin per day, week, month or year, or per '2 weeks'")
  static let calendar = Option(
    "calendar", nil, "one column per week, one line per day of the week; darker is more")
  static let ascii = Option("ascii", nil, "draw with ASCII characters only")
  static let braille = Option(
    "braille", nil, "draw with Braille dots: two per column and four per line")
  static let tag = Option(
    "tag", "TAG", "mark the time of notes with this tag", isRepeatable: true)
  static let declared: [DeclaredOption<Self>] =
    shared([.journal, .format, .columns] + Option.reading)
    + [
      .value(
        \.types, "type", "TYPE", "same as the word TYPE; several with commas", isRepeatable: true
      ) {
        try $0.values.list($1)
      }
    ]
    + shared(Option.window) + [
      .value(\.night, night) { $0.values[$1] }, .value(\.workout, workout) { $0.values[$1] },
    ]
    + shared(.source, .predicate, .typed, .withoutProblems, .unit)
    + [
      .value(
        \.sources,
        Option(
          "sources", "RULE", "merge (the default), first or all (add them up)",
          choices: ["merge", "first", "all"])
      ) { try $0.values.choice($1, among: [.merge, .first, .all]) },
      .value(\.width, "width", "N", "columns; default: the terminal's width, or 80") {
        try $0.values.whole($1, least: 40, most: 1000)
      },
      .value(\.height, height) { try $0.values.whole($1, least: 3, most: 200) },
      .choice(\.step, per),
      .value(\.interval, every) { try $0.values.days($1) },
      .flag(\.isCalendar, calendar), .flag(\.isASCII, ascii), .flag(\.isBraille, braille),
      .value(\.tags, tag) { $0.values.all($1) },
    ]
    + shared(Option.calendar)
  static let rules: [OptionRule] = [
    .excludes(night, Option.window + [workout]), .excludes(workout, Option.window),
    .excludes(calendar, [per, every, night, workout, braille, height]),
    .atMostOne(of: [ascii, braille]), .atMostOne(of: [per, every]),
  ]

  /// The greatest number of types with one time axis: more do not fit on a screen.
  private static let mostTypes = 8

  static let page = command(
    name: "chart", group: .read, summary: "draw types over time", words: "TYPE…",
    count: 0...mostTypes, missing: "TYPE",
    details: """
      Draws one type, or up to eight types with one time axis. The drawing has colours only on a
      terminal.

        cumulative types  Bars of sums. The command merges several sources as `daily` does. With
                          --sources first, only the first source with samples counts in each bar.
        discrete types    the range from the least to the greatest value, and the average
        category types    one lane per value; a column is darker if more of its time has this value
        bloodPressure     one range per column, from the average diastolic to the systolic figure;
                          below them the pulse that was measured with them
        sleep             one line per stage, from awake down to the deepest stage

      The time axis shows the time from --from to --to. Without these options it shows the time of
      all samples that do not start in the future. If bins are hours or days, they are whole, with
      all of their samples. --night DAY draws the night of that date, as in `sleep`, without naps.
      --workout UUID draws the time of a workout, with a tick at the end of each lap; --workout last
      is the workout that began last.

      Without --per a bin of a cumulative type is an hour or a day if there is room. Other types
      have one bin per column. --per day and --per hour use the journal's zone or --time-zone; days
      begin at --day-starts. With --every a bin is a whole day, week, month or year. Without
      --width the drawing is as wide as `$COLUMNS`, the terminal, or 80 columns.

      With --workout, you see below the heart rate the time in each band of 20 beats per minute,
      from the workout's own samples. A value counts until the next value, for at most one minute.
      The bands are the same for everybody. They are not training zones, because no sample states
      the limits of zones.

      The value axis ends at the limits of plausible values (see `check`). A mark shows where
      values are beyond a limit. --without-problems leaves such values out. --calendar shades the
      days of a quantity: one column per week, one line per day of the week. Each of the four
      shades has a quarter of the days with data. On a terminal several types, the shades and the
      stages of sleep have colours; without colours the characters show the same. --braille draws
      finer: two dots per column and four per line.

      --tag marks the time of notes with this tag, by a bar below the axis, or in a --calendar by
      a dot on the day. With several --tag each has a bar.

      Formats other than `text`, and --columns, show one row per bin with samples, without tags.

      Examples

        health-journal chart stepCount --from 2026-03-01 --to 2026-03-02
        health-journal chart stepCount --period 2026 --calendar
        health-journal chart stepCount,bodyMass
        health-journal chart heartRate --workout last
        health-journal chart bloodPressure
        health-journal chart stepCount --period 2026-03 --tag sick
        health-journal chart bodyMass --unit lb --ascii --width 60 --height 7
        health-journal chart stepCount --per day --format csv

      Fields

        type, start, end, value (of a category; with --workout a band of the heart rate), unit, sum,
          minimum, average, maximum, count, duration (s)
      """
  ) { options, arguments, console in
    let names =
      arguments.words.flatMap { $0.split(separator: ",").map { String($0) } } + options.types
    guard (1...mostTypes).contains(names.count) else {
      throw arguments.misused(names.isEmpty ? "TYPE missing" : "at most \(mostTypes) types")
    }
    let named = try names.map(identifier)
    let types = CorrelationType.members(of: named)
    let isDrawn = try Console.format(arguments) == .text && !arguments.has(.columns)
    let height = options.height ?? (types.count > 1 ? 5 : 11)
    let width = options.width ?? (isDrawn ? StandardOutput.terminalWidth : nil) ?? 80
    var opened = try OpenedJournal(arguments, console)
    let window = try Window(types, options, &opened)
    let charts = try window.charts(width: width, marking: options.tags)
    guard !charts.isEmpty else {
      var values = arguments.values.without(.type)
      for type in named { values.add(type, to: Option.type.name) }
      if let times = window.times {
        values.add(times.from, to: Option.from.name)
        values.add(times.to, to: Option.to.name)
      }
      // Its sentence names groups too.
      let view = named == types ? View.statistics : .daily
      console.remark(view.sentence(for: opened.request.with(values)))
      return .no
    }
    if options.workout != nil, charts.contains(where: \.lacksBands) {
      console.remark("no time in bands: the workout has fewer than 2 heart rates of its own")
    }
    if window.leftOut > 0 {
      console.remark(
        "left out \(counted(window.leftOut, "sample")) in the future; give a later end with --to")
    }
    for chart in charts where chart.leftOut > 0 {
      let asked = arguments.values[.unit].map(TerminalText.escaped)
      let unit = chart.unit.flatMap { $0.isEmpty ? nil : $0 } ?? asked ?? "the unit of the chart"
      console.remark("left out \(counted(chart.leftOut, "sample")) without a figure in \(unit)")
    }
    if let remark = try window.problems() { console.remark(remark) }
    guard isDrawn else { return try console.show(Chart.table(of: charts), arguments) }
    let look = console.options
    let plain = charts.map { $0.withinPlausible().shown(in: look.units) }
    let shown =
      try options.isCalendar ? plain : window.withPulses(ChartView.pairing(plain, of: named))
    try console.print(
      try options.lines(shown, width, height, opened, look.isColored).joined(separator: "\n"))
    return .done
  }

  /// Returns the lines of the drawing.
  private func lines(
    _ charts: [Chart], _ width: Int, _ height: Int, _ opened: OpenedJournal, _ isColored: Bool
  ) throws -> [String] {
    let drawing: Drawing = isASCII ? .ascii : isBraille ? .braille : .blocks
    guard !isCalendar else {
      guard charts.allSatisfy({ $0.style != .category }) else {
        throw Failure.usage(
          "--calendar draws quantities, such as stepCount; `sleep` shows hours by night")
      }
      let weekStarts = opened.request.weekStarts
      return Array(
        charts.map {
          ChartCalendar(
            $0, width: width, weekStarts: weekStarts, in: drawing, isColored: isColored
          ).lines
        }.joined(separator: [""]))
    }
    let hasCategories = charts.contains { $0.style == .category }
    let room = ChartText.room(in: width, hasCategories: hasCategories)
    guard let bins = charts.first?.binCount, bins <= room else {
      throw Failure.usage(
        "\(charts.first?.binCount ?? 0) bins do not fit into \(width) columns; give a shorter "
          + "window, --per none or another --width")
    }
    return ChartText.lines(
      of: charts, width: width, height: height, in: drawing, isColored: isColored)
  }

  /// Returns the identifier of a type that has values over time.
  private static func identifier(_ name: String) throws -> String {
    let identifier = try Inputs.type(name)
    if CorrelationType.members(of: [identifier]) != [identifier] { return identifier }
    if let other = Inputs.otherWay(to: identifier, verb: "chart") {
      throw Failure.usage("\(name) \(other)")
    }
    return identifier
  }

  /// The charted part: types over one window of time, divided in one way.
  private struct Window {
    private let types: [String]
    private let options: ChartCommand
    private let request: ViewRequest
    private var context: ViewContext
    private var workout: ChartedWorkout?
    /// The number of samples in the future, which a window without an end does not reach.
    private(set) var leftOut = 0

    init(_ types: [String], _ options: ChartCommand, _ opened: inout OpenedJournal) throws {
      self.types = types
      self.options = options
      context = try opened.context()
      request = opened.request
      if let text = options.workout {
        let uuid = try Inputs.uuid(text, in: request.tables, includingSamples: false)
        let query = context.query
        let hasHeart = types.contains(QuantityType.heartRate.identifier)
        guard
          let found = try uuid.flatMap({
            try ChartView.workout($0, request.journal, query, bands: hasHeart)
          })
        else {
          throw Failure.usage(
            "there is no workout \(TerminalText.escaped(text)); `workouts --all-columns` lists them"
          )
        }
        context.query.from = found.span.start.instant
        context.query.to = found.span.end.instant
        workout = found
      }
      if options.night != nil {
        let day = try Inputs.day(
          ChartCommand.night, opened.request.values, opened.request.timeInput())
        let night = try ChartView.night(of: day, request.journal, in: context)
        (context.query.from, context.query.to) = (night.lowerBound, night.upperBound)
      }
      if context.query.to == nil,
        let count = try ChartView.countAhead(
          of: request.now, types, request.journal, in: context)
      {
        context.query.to = request.now
        leftOut = count
      }
      // A bound that was not given is that of the first or the last sample of all types; a night is
      // narrowed to its samples.
      let isOpen = options.night != nil
      if types.count > 1 || isOpen || leftOut > 0,
        let extent = try ChartView.extent(of: types, request.journal, in: context)
      {
        context.query.from = isOpen ? extent.from : context.query.from ?? extent.from
        context.query.to = isOpen || leftOut > 0 ? extent.to : context.query.to ?? extent.to
      }
    }

    /// The bounds of the workout or the night as texts; nil: neither was asked for.
    var times: (from: String, to: String)? {
      guard options.workout != nil || options.night != nil, let from = context.query.from,
        let to = context.query.to
      else { return nil }
      return (
        Timestamp(instant: from, offsetMinutes: 0).description,
        Timestamp(instant: to, offsetMinutes: 0).description
      )
    }

    /// Returns the remark about problems among the samples; nil if there are none.
    func problems() throws -> String? {
      var query = context.query
      query.types = types
      return try ProblemCount(request.journal, query)
        .remark(areLeftOut: query.leavesOutProblems, unless: .withoutProblems)
    }

    /// Returns the charts of those types that have samples, with the time of tags marked.
    ///
    /// - Throws: `.readNotDetermined` if the reader never asked for notes; what `charts(width:)`
    ///   throws.
    func charts(width: Int, marking tags: [String]) throws -> [Chart] {
      let charts = try charts(width: width)
      if tags.isEmpty { return charts }
      try request.tables.requireDetermined(Note.type)
      let notes = try NotedTime(request.journal)
      return charts.map { $0.marking(tags, of: notes) }
    }

    /// Returns the charts, each chart of pairs with that of their pulses below it.
    func withPulses(_ charts: [Chart]) throws -> [Chart] {
      try charts.flatMap { chart in
        let pulses =
          chart.isPair ? try ChartView.pulses(of: chart, request.journal, in: context) : nil
        return [chart] + [pulses].compactMap(\.self)
      }
    }

    /// Returns the charts of those types that have samples, with the same bins.
    func charts(width: Int) throws -> [Chart] {
      if let interval = options.interval { return try charts(.day, 1, every: interval) }
      let asked = options.isCalendar ? .day : options.step
      let whole = try charts(asked ?? .none, 1)
      if asked != nil, asked != ChartView.Step.none { return whole }
      let room = ChartText.room(
        in: width, hasCategories: whole.contains { $0.style == .category })
      if asked == nil, whole.contains(where: { $0.style == .cumulative }) {
        for step in [ChartView.Step.hour, .day] where whole[0].fits(step, in: room) {
          return try charts(step, room)
        }
      }
      return try charts(.none, room)
    }

    private func charts(
      _ step: ChartView.Step, _ room: Int, every interval: CalendarInterval? = nil
    ) throws -> [Chart] {
      try types.compactMap { type in
        var chart = try ChartView.chart(
          of: type, request.journal, in: context, step: step, every: interval, parts: room,
          sources: options.sources, includesEnd: workout != nil)
        chart?.marks = workout?.laps ?? []
        if type == QuantityType.heartRate.identifier { chart?.bands = workout?.bands }
        return chart
      }
    }
  }
}

extension Chart {
  /// True if the chart shows the heart rate and has no time in bands.
  fileprivate var lacksBands: Bool {
    type == QuantityType.heartRate.identifier && bands == nil
  }

  /// Returns true if the window fits in this many columns, each of which is an hour or a day.
  fileprivate func fits(_ step: ChartView.Step, in room: Int) -> Bool {
    guard let first = edges.first, let last = edges.last else { return false }
    let length: Int64 = step == .hour ? 3_600_000_000 : 86_400_000_000
    // One more where the window begins within a bin, one more for days of 23 hours.
    return (last - first) / length + 2 <= Int64(room)
  }
}
