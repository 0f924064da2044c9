import HealthModel

extension Decider {
  /// The figures of Apple's activity rings.
  private static let ringFigures = [
    "activeEnergyBurned", "activeEnergyBurnedGoal", "appleMoveTime", "appleMoveTimeGoal",
    "appleExerciseTime", "appleExerciseTimeGoal", "appleStandHours", "appleStandHoursGoal",
  ]

  /// Checks a summary that is not imported: it must have a day, and figures that are numbers of 0
  /// or more.
  static func check(_ summary: ActivitySummary, fields: [Field]) throws(Rejection) {
    guard CivilDate(summary.date) != nil else { throw .field("date", "a day, as 2026-11-20") }
    for name in ringFigures {
      let isRight =
        switch fields[name] {
        case .number(let number)?: number >= 0
        case .text(let text)?: Double(text).map { $0.isFinite && $0 >= 0 } ?? false
        case nil: true
        case .null?, .boolean?, .list?, .fields?: false
        }
      guard isRight else { throw .field(name, "a number of 0 or more") }
    }
  }
}

extension SaveRequest {
  /// The same request with the codes of category values that it gives by an export's names.
  var withCategoryCodes: SaveRequest {
    var request = self
    for index in objects.indices {
      guard case .category(var sample) = objects[index].object.content,
        case .name(let name) = sample.value,
        case .category(let type)? = TypeCatalogue.find(sample.type),
        let value = type.value(exportName: name)
      else { continue }
      sample.value = .code(value.rawValue)
      request.objects[index].object.content = .category(sample)
    }
    return request
  }
}
