import HealthModel
import HealthProjections
import HealthTables
import ViewTables

extension ReportSection {
  /// The latest vital signs with their age, source and line.
  static let vitals = ReportSection(
    name: "vitals", title: .vitalsTitle, nothing: .noVitals
  ) { data, page in
    let latest = try data.latest(data.present(Measure.vital.map(\.type)))
    let words = data.words
    let rows = Measure.vital.flatMap { measure in
      latest.filter { $0.type == measure.type }.map { vital -> [String] in
        let unit = UnitText(vital.unit)
        let value = words.number(vital.value * unit.factor, measure.decimals(in: unit.text))
        let day = data.date(of: vital.end)
        return [
          words(measure.word), value + unit.suffix,
          words.age(data.period.last.dayNumber - day.dayNumber), data.moment(vital.end),
          words.source(vital.source), words.number(vital.sequence),
        ]
      }
    }
    if rows.isEmpty { return false }
    page.table(
      words(.vitalsCaption, words.day(data.period.last)),
      [
        .text(words(.measure)), .number(words(.value)), .number(words(.age)),
        .text(words(.when)).optional, .sentence(words(.source)).optional, .number(words(.line)),
      ], rows)
    return true
  }
}

extension ReportData {
  /// The latest values of some types up to the end of the period.
  fileprivate func latest(_ types: [String]) throws -> [LatestVital] {
    func latest(_ journal: ReplayedJournal, _ context: ViewContext) throws -> [LatestVital] {
      let table = try LatestView.table(of: journal, in: context)
      return try table.allRows().compactMap { LatestVital($0, table) }
    }
    // Most types have one in these days, whose samples other sections look at too.
    let recent = try latest(near, context(days: bothPeriods, types: types))
    let missing = Set(types).subtracting(recent.map(\.type))
    if missing.isEmpty { return recent }
    var earlier = context(types: missing.sorted())
    earlier.query.from = nil
    return try recent + latest(journal, earlier)
  }
}

/// A row of `latest`.
private struct LatestVital {
  var type: String
  var value: Double
  var unit: String
  var end: Timestamp
  var source: String
  var sequence: Int

  init?(_ row: [Cell], _ table: Table) {
    let cells = Dictionary(zip(table.columns.map(\.field), row)) { first, _ in first }
    guard case .identifier(let type)? = cells["type"], case .number(let value)? = cells["value"],
      case .text(let unit)? = cells["unit"], case .time(let end)? = cells["end"],
      case .text(let source)? = cells["source"], case .whole(let sequence)? = cells["seq"]
    else { return nil }
    self.type = type
    self.value = value
    self.unit = unit
    self.end = end
    self.source = source
    self.sequence = sequence
  }
}

extension Words {
  /// How many days before the last one of a period something was.
  func age(_ days: Int) -> String {
    days < 1 ? self(.lastDay) : count(days, .oneDay, .days)
  }
}
