import ByteTools
package import HealthModel
import ViewTables

/// Objects in one line for a person who has just entered them, or takes them back.
package enum ObjectWords {
  /// Type, value, unit and time: `bodyMass 71.5 kg, 2026-03-01 07:00`; of a correlation its
  /// members, which are then not listed by themselves too. Safe for a terminal.
  ///
  /// - Parameter zone: whose clock tells the times.
  package static func text(_ objects: [HealthObject], in zone: ZoneRules) -> String {
    var members: [ObjectUUID: Content] = [:]
    for object in objects { members[object.uuid] = object.content }
    var inside: Set<ObjectUUID> = []
    for case .correlation(let correlation) in objects.map(\.content) {
      inside.formUnion(correlation.members)
    }
    let texts = objects.filter { !inside.contains($0.uuid) }.map { object in
      let span = object.content.span.map { ", " + times($0, in: zone) } ?? ""
      return what(object.content, members) + span
    }
    let shown = texts.count > 4 ? texts.prefix(3) + ["… \(texts.count - 3) more"] : texts[...]
    return TerminalText.escaped(shown.joined(separator: "; "))
  }

  /// What an object says, without its time.
  private static func what(_ content: Content, _ members: [ObjectUUID: Content]) -> String {
    switch content {
    case .workout(let workout): return self.workout(workout)
    case .correlation(let correlation):
      let parts = correlation.members.map { members[$0].map { what($0, [:]) } ?? "\($0)" }
      return "\(ReadableText.shortName(correlation.type)) of \(parts.joined(separator: ", "))"
    case .characteristic(let trait):
      return "\(ReadableText.shortName(trait.type)) \(value(of: trait))"
    case .quantity(let sample):
      let style = FigureStyle(
        FigureStyle.Question(unit: sample.unit, type: sample.type, isExact: true), .stated)
      return "\(ReadableText.shortName(sample.type)) \(style.text(sample.value)) \(style.unit)"
    case .category, .summary, .document:
      let words = [
        ReadableText.shortName(content.type), ReadableText.text(content.valueCell),
        ReadableText.text(content.unitCell),
      ]
      return words.filter { !$0.isEmpty }.joined(separator: " ")
    }
  }

  /// The value by its short name where it has one.
  private static func value(of trait: Characteristic) -> String {
    guard case .characteristic(let type)? = TypeCatalogue.find(trait.type) else {
      return trait.value
    }
    return type.value(exportName: trait.value)?.name ?? trait.value
  }

  private static func workout(_ workout: Workout) -> String {
    let totals = WorkoutTotal.allCases.compactMap { total in
      workout.totals[total].map { "\(ReadableText.number($0.value)) \($0.unit)" }
    }
    let name = "\(ReadableText.shortName(workout.activity)) workout"
    let duration = ReadableText.duration(workout.duration).map { [$0] } ?? []
    return ([name] + duration + totals).joined(separator: " ")
  }

  /// `2026-03-01 07:00`, `2026-03-01 07:00 to 07:30`, `2026-03-01 23:00 to 2026-03-02 06:30`.
  private static func times(_ span: TimeSpan, in zone: ZoneRules) -> String {
    let start = Timestamp(span.start.instant, in: zone)
    let end = Timestamp(span.end.instant, in: zone)
    let first = ReadableText.time(start, seconds: false, offset: false)
    guard start != end else { return first }
    let last = ReadableText.time(end, seconds: false, offset: false)
    let isOneDay = start.date == end.date
    return
      "\(first) to \(isOneDay ? String(last.dropFirst(start.date.description.count + 1)) : last)"
  }
}
