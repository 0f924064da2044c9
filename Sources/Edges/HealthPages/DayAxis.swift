import HealthExport
import HealthModel
import HealthReport
import HealthTables
import HealthViews

extension Visit {
  /// Returns a drawing of a day: its sleep, workouts and notes in their places on one axis of time;
  /// none if there is nothing to draw.
  mutating func axis(of day: CivilDate) throws -> [Block] {
    var asked = request.with(values.without(.period).adding(OptionValues(["on": day.description])))
    let query = try asked.context().query
    guard let start = query.from, let end = query.to else { return [] }
    let time = TimeStretch(start, end, in: try zone())
    let on = OptionValues(["on": day.description]).adding(values.only([.source]))
    let type = CategoryType.sleepAnalysis.identifier
    let sleep = OptionValues(["type": TypeCatalogue.shortName(of: type)]).adding(on)
    let lanes = try [
      lane(.sleepTitle, .samples, sleep, type, "plain", time),
      lane(.workoutsTitle, .workouts, on, WorkoutContent.type, "f-move", time),
      lane(.notesTitle, .notes, on, Note.type, "f-body", time),
    ].compactMap(\.self)
    if lanes.isEmpty { return [] }
    return [.figure(.lanes(words(.dayAxis), words(.dayAxisCaption), lanes, over: time, words))]
  }

  /// Returns a lane of the rows of a view; nil: there are none, or too many to be told apart.
  private mutating func lane(
    _ word: Word, _ view: View, _ values: OptionValues, _ type: String, _ shade: StaticString,
    _ time: TimeStretch
  ) throws -> Lane? {
    guard request.tables.isDetermined(type) else { return nil }
    let table = try table(view, values)
    var bars: [Lane.Bar] = []
    try table.forEachRow { row in
      guard let timed = TimedRow(row, table.columns), bars.count < 500 else { return }
      let cells = table.columns.cellsByRole(row)
      let names = [cells[.activity], cells[.note]].compactMap { cell -> String? in
        switch cell {
        case .identifier(let activity)?: words.activity(activity)
        case .text(let note)?: note
        default: nil
        }
      }
      let stage = SleepLane.of(timed.value).map { words($0.word) } ?? timed.value
      let name = names.first ?? (stage.isEmpty ? words(word) : stage)
      var bar = timed.bar(shade, name, time, self, leads: true)
      if case .text(let uuid)? = cells[.object], view.name == View.workouts.name {
        bar.link = link(bar.link.text, page("workout", [uuid]))
      }
      bars.append(bar)
    }
    return bars.isEmpty ? nil : Lane(words(word), bars)
  }
}
