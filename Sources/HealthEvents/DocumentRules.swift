import HealthModel

extension Decider {
  /// A document of a type that has a value of its own must read as that, and make sense.
  static func requireDocument(_ object: HealthObject) throws(Rejection) {
    let document: TypedDocument?
    do {
      document = try TypedDocument(object)
    } catch {
      throw .field(error.field, error.expected)
    }
    switch document {
    case .workoutRoute(let route)?: try check(route)
    case .audiogram(let test)?: try check(test)
    case .heartbeatSeries(let series)?: try check(series)
    case .stateOfMind(let mood)?: try check(mood, stated: object.fields)
    case .visionPrescription(let prescription)?:
      try check(prescription.rightEye, "rightEye")
      try check(prescription.leftEye, "leftEye")
    case .electrocardiogram?, .gad7?, .phq9?, nil: break
    }
  }

  private static func check(_ route: WorkoutRoute) throws(Rejection) {
    var last = route.span.start.instant
    for (index, location) in route.locations.enumerated() {
      let field = "locations \(index + 1) date"
      let date = location.date.instant
      guard date >= route.span.start.instant, date <= route.span.end.instant else {
        throw .field(field, "from start to end of the route")
      }
      guard date >= last else { throw .field(field, "no earlier than the place before") }
      last = date
    }
  }

  private static func check(_ test: Audiogram) throws(Rejection) {
    var seen: Set<Double> = []
    for (index, point) in test.points.enumerated()
    where !seen.insert(point.frequency).inserted {
      throw .field("sensitivityPoints \(index + 1) frequencyValue", "named once")
    }
  }

  /// Sources round a series' start and end to seconds.
  private static func check(_ series: HeartbeatSeries) throws(Rejection) {
    for (index, beat) in series.beats.enumerated()
    where beat.timeSinceStart > series.span.duration + 1 {
      throw .field("beats \(index + 1) timeSinceStart", "no later than the end of the series")
    }
  }

  /// A classification that is stated is that of the valence.
  private static func check(_ mood: StateOfMind, stated fields: [Field]) throws(Rejection) {
    let classes = Enumeration.find(StateOfMind.ValenceClassification.enumeration)?.values
    let right = classes?.first { $0.rawValue == mood.valenceClassification?.rawValue }
    let isRight =
      switch fields["valenceClassification"] {
      case .text(let text)?: text == right?.name || text == right?.exportName
      case .number(let number)?: Int(exactly: number) == right?.rawValue
      case .null?, nil: true
      case .boolean?, .list?, .fields?: false
      }
    guard isRight else { throw .field("valenceClassification", "that of the valence, or absent") }
  }

  private static func check(
    _ lens: VisionPrescription.Lens?, _ eye: String
  ) throws(Rejection) {
    if let axis = lens?.axis, !(0...360).contains(axis) {
      throw .field(eye + " axis", "a number from 0 to 360 degrees")
    }
    if let add = lens?.addPower, add < 0 { throw .field(eye + " add", "0 or more") }
  }
}
