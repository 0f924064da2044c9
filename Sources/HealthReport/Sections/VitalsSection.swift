import HealthModel
import HealthProjections
import HealthTables

extension ReportSection {
  /// The latest vital signs with their age, source and line.
  static let vitals = ReportSection(
    name: "vitals", title: .vitalsTitle, nothing: .noVitals
  ) { data, page in
    let latest = try data.latest(data.present(Measure.vital.map(\.type)))
    let words = data.words
    let rows = Measure.vital.flatMap { measure in
      latest.filter { $0.type == measure.type }.compactMap { vital -> [String]? in
        guard let quantity = vital.quantity else { return nil }
        let unit = UnitText(quantity.unit)
        let value = words.number(quantity.value * unit.factor, measure.decimals(in: unit.text))
        let day = data.date(of: vital.sample.endTime)
        return [
          words(measure.word), value + unit.suffix,
          words.age(data.period.last.dayNumber - day.dayNumber),
          data.moment(vital.sample.endTime), words.source(vital.source),
          words.number(Int(vital.sample.sequence)),
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
  fileprivate func latest(_ types: [String]) throws -> [LatestView.Row] {
    // Most types have one in these days, whose samples other sections look at too.
    let recent = try LatestView.rows(of: near, in: context(days: bothPeriods, types: types))
    let missing = Set(types).subtracting(recent.filter { $0.quantity != nil }.map(\.type))
    if missing.isEmpty { return recent }
    var earlier = context(types: missing.sorted())
    earlier.query.from = nil
    return try recent + LatestView.rows(of: journal, in: earlier)
  }
}

extension Words {
  /// How many days before the last one of a period something was.
  func age(_ days: Int) -> String {
    days < 1 ? self(.lastDay) : count(days, .oneDay, .days)
  }
}
