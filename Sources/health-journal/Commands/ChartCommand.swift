import HealthExport
import HealthModel
import HealthProjections

/// `chart`: a window of one type, drawn for a terminal.
enum ChartCommand {
  private static let width = Option("width", "N", "columns; else the terminal's, or 80")
  private static let height = Option("height", "N", "lines of the vertical axis; else 11")
  private static let by = Option(
    "by", "STEP", "a bin a day or hour, or none: equal parts",
    choices: ChartView.Step.allCases.map(\.rawValue))
  private static let sources: Option = Option(
    "sources", "RULE", "merge (the default), first or all (add them up)",
    choices: ["merge", "first", "all"])
  private static let ascii = Option("ascii", nil, "draw with ASCII characters only")

  static let page = CommandPage(
    name: "chart", group: .read, summary: "a window of one type, drawn", words: "TYPE",
    count: 1...1, missing: "TYPE",
    options: [
      .journal, .format, .columns, .asOf, .reader, .from, .to, .on, .period, .last, .source,
      .predicate, .unit, sources, width, height, by, ascii,
    ] + Option.calendar, rules: .window,
    details: """
      Cumulative types are bars of sums; discrete types show the least to the greatest value and the
      average; category types have a lane for each value. Without --by cumulative types are cut into
      hours or days where these have a place, all else into one part a column. Hours and days are whole
      ones of the journal's zone or of --time-zone, days from --day-starts on, with all that lies in them. Where several sources measured the same,
      sums are merged as `daily` does, with --sources first the first source of each bin counts. The
      other formats, and --columns, give the bins as rows.

        health-journal chart heartRate --from 'yesterday 18:00' --to 'yesterday 19:00'
        health-journal chart stepCount --from 2026-03-01 --to 2026-04-01 --by day
      """
  ) { arguments, console in
    let type = try type(arguments.words[0])
    let isDrawn = try Console.format(arguments) == .text && !arguments.has(.columns)
    let width =
      try arguments.values.whole(width, least: 40, most: 1000)
      ?? (isDrawn ? StandardOutput.terminalWidth : nil) ?? 80
    let height = try arguments.values.whole(height, least: 3, most: 200) ?? 11
    var reading = try Reading(arguments, console)
    guard let chart = try chart(type, width: width, arguments, &reading) else {
      console.remark("nothing found" + doubt(type))
      return .no
    }
    if chart.leftOut > 0 {
      console.remark(
        "\(chart.leftOut) samples are left out: their unit does not convert to \(chart.unit ?? "")")
    }
    guard isDrawn else { return try console.show(chart.table, arguments) }
    let room = ChartText.room(in: width, isCategory: chart.style == .category)
    guard chart.binCount <= room else {
      throw Failure.usage(
        "\(chart.binCount) bins have no place in \(width) columns; give a shorter window, "
          + "--by none or another --width")
    }
    let text = ChartText(
      chart, width: width, height: height, isASCII: arguments.has(ascii))
    try console.print(text.lines.joined(separator: "\n"))
    return .done
  }

  /// A type that has values over time.
  private static func type(_ name: String) throws -> String {
    let identifier = try Inputs.type(name)
    let reason =
      switch TypeCatalogue.find(identifier) {
      case nil, .quantity?, .category?: ""
      case .correlation(let type)? where type.membership == .eachOnce:
        "groups samples; chart "
          + type.containedTypes.map(\.shortName).joined(separator: " or ")
      case .correlation?: "groups samples; chart one of their types, as dietaryEnergyConsumed"
      case .characteristic?: "has no values over time; `profile` shows it"
      case .workout?:
        "is no quantity; chart activeEnergyBurned or another type, `workouts` lists them"
      case .other?: "is no quantity and no category; chart one, as heartRate"
      }
    guard reason.isEmpty else { throw Failure.usage("\(name) \(reason)") }
    return identifier
  }

  /// The chart, cut as `--by` says, else as suits the type.
  private static func chart(
    _ type: String, width: Int, _ arguments: Arguments, _ reading: inout Reading
  ) throws -> Chart? {
    let context = try reading.context()
    let journal = reading.journal
    let rule: DailyView.Sources =
      try arguments.values.choice(sources, among: [.merge, .first, .all]) ?? .merge
    func chart(_ step: ChartView.Step, _ room: Int) throws -> Chart? {
      try ChartView.chart(of: type, journal, in: context, step: step, parts: room, sources: rule)
    }
    let asked: ChartView.Step? = try arguments.values.choice(by)
    guard let whole = try chart(asked ?? .none, 1) else { return nil }
    if let asked, asked != .none { return whole }
    let room = ChartText.room(in: width, isCategory: whole.style == .category)
    if asked == nil, whole.style == .cumulative {
      for step in [ChartView.Step.hour, .day] where whole.fits(step, in: room) {
        return try chart(step, room)
      }
    }
    return try chart(.none, room)
  }

  private static func doubt(_ type: String) -> String {
    Inputs.isKnown(type) ? "" : "; " + Inputs.strange(type)
  }
}

extension Chart {
  /// Whether the window has a place in so many columns where each is an hour or a day.
  fileprivate func fits(_ step: ChartView.Step, in room: Int) -> Bool {
    guard let first = edges.first, let last = edges.last else { return false }
    let length: Int64 = step == .hour ? 3_600_000_000 : 86_400_000_000
    // One more where the window begins within a bin, one more for days of 23 hours.
    return (last - first) / length + 2 <= Int64(room)
  }
}
