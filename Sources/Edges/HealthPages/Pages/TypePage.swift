import HealthExport
import HealthModel
package import HealthReport
package import HealthViews

extension PageKind {
  /// All values of a type: over years, then months, then days, then the samples of a day.
  static let type = PageKind(
    "type", words: 1...1,
    options: { _ in [.from, .to, .on, .period, .last, .source, .typed, .unit] }
  ) { visit in
    let type = try Inputs.type(visit.address.words.first ?? "")
    var values = visit.values
    values.add(TypeCatalogue.shortName(of: type), to: Option.type.name)
    let days = try visit.days(of: visit.values)
    let name = visit.words.type(type)
    var body = PageBody(days.map { "\(name), \(visit.title(of: $0))" } ?? name)
    body.near = visit.around(type, days)
    if let way = Inputs.otherWay(to: type) {
      body.blocks = [.note("\(TypeCatalogue.shortName(of: type)) \(way)")]
      if let view = Views.about(type) {
        // A view of something that lasts knows no days.
        if !view.options.contains(where: { $0.name == Option.period.name }) {
          (body.title, body.near) = (name, [])
        }
        let own = visit.address.values.only(view.options + [.timeZone])
        body.blocks += try visit.rows(of: view, own, view.summary, isAll: true)
      }
      return body
    }
    let samples = try View.statistics.sampleCount(visit.request.with(values))
    body.blocks = try visit.part("steps", of: samples) { [values] visit in
      try visit.steps(of: type, values, days)
    }
    // Only all samples tell which sources there were at an earlier line.
    let isPast = visit.request.values.has(.asOf)
    body.blocks += try visit.part("sources", of: isPast ? samples : 0) { [values] visit in
      try visit.sources(of: values)
    }
    if visit.place.answersForms { body.blocks.append(visit.unitForm) }
    return body
  }
}

/// The length of the parts that a type is shown in.
private enum Step: String {
  case year, month, day

  /// Returns the step for some days, nil for all there are; nil: the samples themselves.
  init?(_ days: DayPeriod?) {
    guard let days else {
      self = .year
      return
    }
    if days.dayCount == 1 { return nil }
    self = days.dayCount > 100 ? .month : .day
  }

  /// The length of a part.
  var length: CalendarInterval {
    switch self {
    case .year: .year
    case .month: .month
    case .day: .day
    }
  }
}

/// A part of the time of a page, which has a row: a step of the calendar, or what the ends of that
/// time leave of it.
private struct Part {
  /// The days that it touches.
  let days: DayPeriod
  /// The times of its ends, where one is no midnight; nil: it is of whole days.
  let hours: String?
  /// The options that name it.
  let options: [(Option, String)]

  /// Creates the part of a row; nil: it has no time.
  init?(_ cells: [Column.Role: Cell], _ step: Step) {
    guard case .time(let start)? = cells[.start], case .time(let end)? = cells[.end] else {
      return nil
    }
    let isMidnight = { (time: Timestamp) in (time.hour, time.minute, time.second) == (0, 0, 0) }
    let whole = DayPeriod(from: start.date, step.length)
    let after = isMidnight(end) ? end.date : end.date.adding(days: 1)
    let count = after.dayNumber - start.date.dayNumber
    days =
      whole.end == after
      ? whole : DayPeriod(start.date, until: after, CalendarInterval(count, .day) ?? .day)
    if isMidnight(start), isMidnight(end) {
      (hours, options) = (nil, days.options)
    } else {
      hours = ReadableText.text(.time(start)) + " – " + ReadableText.text(.time(end))
      options = [(.from, start.description), (.to, end.description)]
    }
  }
}

extension OptionValues {
  /// Returns the same values with the intervals of a step.
  fileprivate func stepping(_ step: Step?) -> OptionValues {
    var values = self
    if let step { values.add(step.rawValue, to: "every") }
    return values
  }
}

extension Visit {
  /// Returns links to the pages of more and of other time.
  fileprivate func around(_ type: String, _ days: DayPeriod?) -> [Linked] {
    guard let days else { return [] }
    let all = self.type(type, kept)
    return [link("↑ " + words.type(type), all), link(title(of: days), period(days))]
      + [days.before, DayPeriod(from: days.end, days.length)].map { other in
        link(title(of: other), self.type(type, option(of: other) + kept))
      }
      + (days.dayCount == 1 ? [link(words(.explainedTitle), explained(type, days.first))] : [])
  }

  /// Returns the figures of a type, its parts as a drawing and as rows, or the samples of a day.
  fileprivate mutating func steps(
    of type: String, _ values: OptionValues, _ days: DayPeriod?
  ) throws -> [Block] {
    let whole = try rows(of: .statistics, values, View.statistics.summary)
    var blocks: [Block] = [.section(name: "figures", words(.figuresTitle), whole)]
    guard let step = Step(days) else {
      let samples = try rows(of: .samples, values, View.samples.summary, isAll: true)
      return blocks + [.section(name: "samples", words(.samples), samples)]
    }
    let table = try table(.statistics, values.stepping(step))
    name(.statistics, values.stepping(step))
    let drawing = try drawing(type, table, step, days)
    let visit = self
    let rows = try rows(table, of: View.statistics.name, words(step.word), isAll: true) { cells in
      Part(cells, step).map { visit.type(type, $0.options + visit.kept) }
    }
    blocks.append(
      .section(
        name: "parts", words(step.word), (drawing.map { [.figure($0)] } ?? []) + rows))
    return blocks
  }

  /// The choices of the page that its parts, and the pages before and after, keep.
  fileprivate var kept: [(Option, String)] {
    [Option.unit, .source, .typed].flatMap { option in
      address.values.all(option).map { (option, $0) }
    }
  }

  fileprivate mutating func sources(of values: OptionValues) throws -> [Block] {
    let own = values.only(View.sources.options)
    return [
      .section(
        name: "sources", words(.sources), try rows(of: .sources, own, View.sources.summary))
    ]
  }

  fileprivate var unitForm: Block {
    var form = Page()
    form.form(
      place.href(Address(address.kind, address.words), address) ?? "", label: words(.unitLabel),
      keeping: address.values.without(.unit).without(PageKind.row),
      [FormField(.unit, words(.unitLabel), address.values[.unit] ?? "")], button: words(.show))
    return .written(form)
  }

  // MARK: Drawings

  /// Returns a drawing of the days or months of a period; nil if the type has no figures then.
  package mutating func drawing(
    of type: String, _ values: OptionValues, _ days: DayPeriod
  ) throws -> Figure? {
    guard let step = Step(days) else { return nil }
    return try drawing(type, try table(.statistics, values.stepping(step)), step, days)
  }

  /// Returns a drawing of rows of `statistics`: sums as bars from zero, averages as a line. Each
  /// part leads to its page.
  private mutating func drawing(
    _ type: String, _ table: Table, _ step: Step, _ days: DayPeriod?
  ) throws -> Figure? {
    let rows = try table.allRows()
    let columns = table.columns
    let (sums, averages) = (columns.index(of: .sum), columns.index(of: .average))
    let isSum = rows.contains { row in sums.map { !row[$0].isMissing } ?? false }
    guard let index = isSum ? sums : averages,
      columns.index(of: .value).map({ value in rows.allSatisfy { $0[value].isMissing } }) ?? true
    else { return nil }
    let style = look.style(of: rows.lazy.compactMap { columns.unit($0) }.first ?? "", type)
    let points = rows.compactMap { row -> (part: Part, value: Double)? in
      guard let part = Part(columns.cellsByRole(row), step), case .number(let number) = row[index],
        let value = style.number(number)
      else { return nil }
      return (part, value)
    }
    guard let first = points.first, let last = points.last else { return nil }
    let all =
      days.map { $0.first.dayNumber..<$0.end.dayNumber }
      ?? first.part.days.first.dayNumber..<last.part.days.end.dayNumber
    let scale = ValueScale(points.map(\.value), fromZero: isSum)
    let plot = Plot(scale, of: all, height: 150, left: 50)
    let shapes = points.map { point in
      let days = point.part.days.first.dayNumber..<point.part.days.end.dayNumber
      let name = point.part.hours ?? title(of: point.part.days)
      let link = Linked(
        "\(name): \(words.figure(words.notation(style.phrase(point.value))))",
        to: href(self.type(type, point.part.options + kept)))
      return Shape.titled(link, [plot.part(days.clamped(to: all), point.value, isBar: isSum)])
    }
    let name = words.type(type)
    return Figure(
      title: name + (style.unit.isEmpty || style.unit == "count" ? "" : ", " + style.unit),
      caption: words(isSum ? .sum : .mean) + ", " + words(step.word), height: plot.height,
      shapes: plot.framed(shapes, words))
  }
}

extension Step {
  fileprivate var word: Word {
    switch self {
    case .year: .yearsTitle
    case .month: .month
    case .day: .day
    }
  }
}

extension Plot {
  /// Returns the bar of some days up to a value, or a dot at it.
  fileprivate func part(_ days: Range<Int>, _ value: Double, isBar: Bool) -> Shape {
    var path = PathText()
    let part = ReportPeriod.Part(days: days)
    if isBar {
      bar(part, from: bottom, to: y(value), gap: 3, &path)
      return .path(path, "f-move")
    }
    path.dot(x(part), y(value))
    return .path(path, "dot heart")
  }
}

extension [Column] {
  /// Returns the unit that a row names for its figures.
  fileprivate func unit(_ row: [Cell]) -> String? {
    guard let index = index(of: .unit), case .text(let unit) = row[index] else { return nil }
    return unit
  }
}
