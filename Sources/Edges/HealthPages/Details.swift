import HealthExport
import HealthModel
import HealthReport
import HealthTables
import HealthViews

/// The parts that the pages of details share.
extension Visit {
  /// Returns the day that a word of the address means.
  mutating func day(_ word: String) throws -> CivilDate {
    try Inputs.day("the day", word, try request.timeInput())
  }

  /// Returns a moment as an option has it, on the clock of the page.
  mutating func text(_ moment: Instant) throws -> String {
    Timestamp(moment, in: try zone()).description
  }

  /// The rules of the clock of the page.
  mutating func zone() throws -> ZoneRules {
    try request.context().calendar(of: request.tables).zone
  }

  /// Returns links to such a page of the day before and after, as far as there are samples of some
  /// types, and to the page of the day.
  ///
  /// - Parameter words: returns the words of the address for a day.
  mutating func near(
    _ day: CivilDate, _ kind: String, _ types: [String], _ words: (String) -> [String]
  ) throws -> [Linked] {
    var all = request.with(OptionValues())
    let extent = try ChartView.extent(of: types, request.journal, in: try all.context())
    guard let extent else { return [] }
    let zone = try zone()
    let first = Timestamp(extent.from, in: zone).date.dayNumber
    let last = Timestamp(extent.to, in: zone).date.dayNumber
    let steps = [-1, 1].compactMap { step -> Linked? in
      let number = day.dayNumber + step
      guard (first...last).contains(number) else { return nil }
      let day = CivilDate(dayNumber: number)
      let text = self.words.day(day)
      return link(step < 0 ? "← " + text : text + " →", page(kind, words(day.description)))
    }
    return steps + [link(self.words.day(day), period(day))]
  }
}

/// A row of a table that lasts from a start to an end.
struct TimedRow {
  let start: Timestamp
  let end: Timestamp
  let source: String
  /// The value as people see it; of a category its name.
  let value: String
  /// The line that saved it.
  let line: Int?

  /// More bars in a drawing than this lead nowhere: a person would step through them all.
  static let mostLinks = 60

  /// Reads a row; nil: it has no start.
  init?(_ row: [Cell], _ columns: [Column]) {
    let cells = columns.cellsByRole(row)
    guard case .time(let start)? = cells[.start] else { return nil }
    self.start = start
    if case .time(let end)? = cells[.end] { self.end = end } else { end = start }
    source = cells[.source].map(ReadableText.text) ?? ""
    let figure = columns.firstIndex { [.quantity, .exactQuantity].contains($0.kind) }
    value = figure.map { ReadableText.text(row[$0]) } ?? ""
    if case .whole(let line)? = cells[.line] { self.line = line } else { line = nil }
  }

  /// Returns the row as a bar that says when it was, and leads to its line.
  func bar(
    _ shade: StaticString, _ name: String, _ time: TimeStretch, _ visit: Visit, leads: Bool
  ) -> Lane.Bar {
    let (start, end) = (start.instant, end.instant)
    let words = visit.words
    let target = leads ? line.map { visit.page("line", [String($0)]) } : nil
    let text = "\(name) \(time.text(start, words))–\(time.text(end, words))"
    return Lane.Bar(start, end, shade, visit.link(text, target))
  }
}

extension OptionValues {
  /// Creates values of options.
  init(_ values: KeyValuePairs<String, String>) {
    self.init()
    for (name, value) in values { add(value, to: name) }
  }
}
