import HealthModel
import HealthReport
import HealthTables
import HealthViews

extension PageKind {
  /// A night: its figures, what each source recorded of it, and what counts of that.
  static let night = PageKind(
    "night", words: 1...1,
    options: { _ in View.sleep.options.filter { ["sources", "day-starts"].contains($0.name) } }
  ) { visit in
    let day = try visit.day(visit.address.words[0])
    let type = CategoryType.sleepAnalysis.identifier
    let own = visit.values.adding(OptionValues(["on": day.description]))
    let table = try visit.table(.sleep, own)
    visit.name(.sleep, own)
    let night = try visit.time(of: table, day)
    let samples = OptionValues([
      "type": TypeCatalogue.shortName(of: type), "from": try visit.text(night.lowerBound),
      "to": try visit.text(night.upperBound),
    ])
    let order = OptionValues(["type": TypeCatalogue.shortName(of: type)])
    let apart = OptionValues(["sources": "separate"]).adding(own)
    var body = PageBody(
      visit.words(.nightOf, visit.words.day(day)),
      near: try visit.near(day, "night", [type]) { [$0] })
    body.blocks = try visit.rows(table, of: View.sleep.name, View.sleep.summary)
    body.blocks += try visit.hypnogram(samples)
    body.blocks.append(
      .section(
        name: "sources", visit.words(.howMerged),
        try visit.rows(of: .sleep, apart, visit.call(["sleep"], apart))
          + visit.rows(of: .sources, order, View.sources.summary)))
    body.blocks.append(
      .section(
        name: "samples", visit.words(.samples),
        try visit.rows(of: .samples, samples, visit.call(["samples"], samples))))
    return body
  }
}

/// A kind of sleep, as a lane of a drawing shows it.
struct SleepLane {
  let value: String
  let word: Word
  let shade: StaticString

  /// Returns the kind of a value; nil: it is none of these.
  static func of(_ value: String) -> SleepLane? { all.first { $0.value == value } }

  /// The kinds from the top down.
  fileprivate static let all = [
    SleepLane(value: "awake", word: .awake, shade: "awake"),
    SleepLane(value: "asleepREM", word: .rem, shade: "rem"),
    SleepLane(value: "asleepCore", word: .core, shade: "core"),
    SleepLane(value: "asleepDeep", word: .deep, shade: "deep"),
    SleepLane(value: "asleepUnspecified", word: .asleep, shade: "plain"),
    SleepLane(value: "inBed", word: .inBed, shade: "plain pale"),
  ]
}

extension Visit {
  /// Returns the time of a night; with that of the day around it, if naps count in its figures.
  fileprivate mutating func time(of sleep: Table, _ day: CivilDate) throws -> Range<Instant> {
    let context = try request.context()
    let night = try ChartView.night(of: day, request.journal, in: context)
    let hasNaps = try sleep.allRows().contains { row in
      if case .number(let naps)? = sleep.columns.cellsByRole(row)[.naps] { naps > 0 } else { false }
    }
    guard hasNaps else { return night }
    let around = try context.calendar(of: request.tables).night(of: day.dayNumber)
    return min(night.lowerBound, around.lowerBound)..<max(night.upperBound, around.upperBound)
  }

  /// Returns a drawing of the samples of a night: a lane for each stage that a source recorded.
  fileprivate mutating func hypnogram(_ values: OptionValues) throws -> [Block] {
    let table = try table(.samples, values)
    let rows = try table.allRows().compactMap { TimedRow($0, table.columns) }
    guard let start = rows.map(\.start.instant).min(), let end = rows.map(\.end.instant).max()
    else { return [] }
    let time = TimeStretch(start, end, in: try request.context().calendar(of: request.tables).zone)
    let leads = rows.count <= TimedRow.mostLinks
    var lanes: [Lane] = []
    for source in Set(rows.map(\.source)).sorted() {
      lanes.append(Lane(source))
      let own = rows.filter { $0.source == source }
      for value in Self.ordered(Set(own.map(\.value))) {
        let kind = SleepLane.of(value)
        let name = kind.map { words($0.word) } ?? value
        lanes.append(
          Lane(
            name,
            own.filter { $0.value == value }.map { row in
              row.bar(kind?.shade ?? "h1", name, time, self, leads: leads)
            }))
      }
    }
    let caption = words(.stagesBySourceCaption)
    return [.figure(.lanes(words(.stagesBySource), caption, lanes, over: time, words))]
  }

  /// Returns the known values from the top lane down, then the others.
  private static func ordered(_ values: Set<String>) -> [String] {
    let known = SleepLane.all.map(\.value).filter(values.contains)
    return known + values.subtracting(known).sorted()
  }
}
