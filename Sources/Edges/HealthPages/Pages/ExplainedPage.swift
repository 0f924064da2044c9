import HealthExport
import HealthModel
import HealthReport
import HealthTables
import HealthViews

extension PageKind {
  /// A day's figure: each sample, what of it counts, the rule, its line.
  static let explained = PageKind(
    "explained", words: 2...2,
    options: { _ in
      let asked = ["type", "on", "explain", "from", "to", "period", "last", "limit", "time-zone"]
      return View.daily.options.filter { !asked.contains($0.name) }
    }
  ) { visit in
    let names = visit.address.words
    let day = try visit.day(names[1])
    let values = visit.values.adding(
      OptionValues(["type": names[0], "on": day.description, "explain": "yes"]))
    let type = try Inputs.type(names[0])
    let name = visit.words.type(type)
    let table = try visit.table(.daily, values)
    var body = PageBody(
      "\(name), \(visit.words.day(day))",
      near: try visit.near(day, "explained", [type]) { [names[0], $0] },
      calls: [visit.call(["daily"], values)])
    body.near.append(visit.link(name, visit.type(type)))
    body.blocks = try visit.day(table)
    body.blocks += try visit.rows(table, of: View.daily.name, body.calls[0], isAll: true)
    return body
  }
}

extension Visit {
  /// The most samples that are drawn.
  private static let mostDrawn = 800

  /// Returns a drawing of the samples of an explained day, a lane for each source: the more of a
  /// sample counts, the darker it is.
  fileprivate mutating func day(_ table: Table) throws -> [Block] {
    var (bounds, rows): (TimedRow?, [(row: TimedRow, shade: StaticString)]) = (nil, [])
    let share = table.columns.firstIndex { $0.kind == .share }
    func counts(_ row: [Cell]) -> Double {
      if let share, case .number(let share) = row[share] { share } else { 1 }
    }
    try table.forEachRow { row in
      // The first column tells what a row is.
      guard case .text(let kind)? = row.first, let timed = TimedRow(row, table.columns) else {
        return
      }
      switch ExplainedRow.Kind(rawValue: kind) {
      case .day: bounds = timed
      case .counted: rows.append((timed, counts(row) < 1 ? "f-move half" : "f-move"))
      case .suppressed: rows.append((timed, "f-move pale"))
      default: break
      }
    }
    guard let bounds, !rows.isEmpty, rows.count <= Self.mostDrawn else { return [] }
    let time = TimeStretch(bounds.start.instant, bounds.end.instant, in: try zone())
    let leads = rows.count <= TimedRow.mostLinks
    let lanes = Set(rows.map(\.row.source)).sorted().map { source in
      Lane(
        source,
        rows.filter { $0.row.source == source }.map { row, shade in
          row.bar(shade, words.figure(row.value), time, self, leads: leads)
        })
    }
    return [
      .figure(
        .lanes(words(.whyFigures), words(.explainedCaption), lanes, over: time, words))
    ]
  }
}
