import ByteTools
import HealthModel

extension AppleObjects {
  /// Returns the statement of a `Workout`, without its routes.
  mutating func workout(
    _ node: Int, in element: inout ElementTree
  ) throws(UnreadablePart) -> StatedObject {
    let activity = try required("workoutActivityType", of: node, in: &element)
    let source = sourceName(of: node, in: &element)
    let span = try span(of: node, in: &element)
    let duration = duration(of: node, in: &element)
    var workout = WorkoutContent(
      activity: activity, span: span, duration: duration ?? 0,
      totals: totals(of: node, in: &element), events: events(of: node, in: &element),
      activities: activities(of: node, in: &element),
      statistics: statistics(of: node, in: &element))
    if duration == nil { workout.duration = workout.activeDuration }
    let content = Content.workout(workout)
    return StatedObject(
      node: node, content: content, identity: ContentIdentity(of: content) ?? ContentIdentity(),
      source: Source(name: source ?? ""))
  }

  /// Reads the totals that were attributes of the workout itself until iOS 16.
  private mutating func totals(
    of node: Int, in element: inout ElementTree
  ) -> [WorkoutTotal: Amount] {
    var totals: [WorkoutTotal: Amount] = [:]
    for total in WorkoutTotal.allCases {
      let names = total.attributes
      guard let number = element.peek(names.value, of: node, AppleNumber.parse),
        let unit = text(names.unit, of: node, in: &element) ?? total.impliedUnit
      else { continue }
      _ = element.take(names.value, of: node)
      totals[total] = Amount(number, unit)
    }
    return totals
  }

  private mutating func events(
    of node: Int, in element: inout ElementTree
  ) -> [WorkoutEvent] {
    var events: [WorkoutEvent] = []
    for child in element.children(of: node) where element.nodes[child].name == .workoutEvent {
      guard let date = element.peek("date", of: child, AppleDate.parse),
        let type = text("type", of: child, in: &element)
      else { continue }
      _ = element.take("date", of: child)
      element.nodes[child].use = .read
      events.append(
        WorkoutEvent(
          type: type, date: date, duration: duration(of: child, in: &element),
          metadata: metadata(of: child, in: &element)))
    }
    return events
  }

  private mutating func activities(
    of node: Int, in element: inout ElementTree
  ) -> [WorkoutActivity] {
    var activities: [WorkoutActivity] = []
    for child in element.children(of: node)
    where element.nodes[child].name == .workoutActivity {
      guard let start = element.take("startDate", of: child, AppleDate.parse) else { continue }
      element.nodes[child].use = .read
      activities.append(
        WorkoutActivity(
          uuid: element.takeText("uuid", of: child),
          activity: text("workoutActivityType", of: child, in: &element), start: start,
          end: element.take("endDate", of: child, AppleDate.parse),
          duration: duration(of: child, in: &element), events: events(of: child, in: &element),
          statistics: statistics(of: child, in: &element),
          metadata: metadata(of: child, in: &element)))
    }
    return activities
  }

  private mutating func statistics(
    of node: Int, in element: inout ElementTree
  ) -> [WorkoutStatistics] {
    var statistics: [WorkoutStatistics] = []
    for child in element.children(of: node)
    where element.nodes[child].name == .workoutStatistics {
      guard let type = text("type", of: child, in: &element) else { continue }
      element.nodes[child].use = .read
      statistics.append(
        WorkoutStatistics(
          type: type, start: element.take("startDate", of: child, AppleDate.parse),
          end: element.take("endDate", of: child, AppleDate.parse),
          sum: element.take("sum", of: child, AppleNumber.parse),
          average: element.take("average", of: child, AppleNumber.parse),
          minimum: element.take("minimum", of: child, AppleNumber.parse),
          maximum: element.take("maximum", of: child, AppleNumber.parse),
          unit: text("unit", of: child, in: &element)))
    }
    return statistics
  }

  /// Returns the routes directly inside a workout.
  func routes(of node: Int, in element: ElementTree) -> [Int] {
    element.children(of: node).filter { element.nodes[$0].name == .workoutRoute }
  }

  /// Returns the statement of a `WorkoutRoute`: the paths of its files, its points, or both.
  mutating func route(
    _ node: Int, of workout: ObjectUUID, in element: inout ElementTree
  ) -> StatedObject {
    let source = sourceName(of: node, in: &element)
    var identity = ContentIdentity("WorkoutRoute")
    identity.add(workout.description)
    identity.add(source)
    let start = element.peek("startDate", of: node, AppleDate.parse)
    let end = element.peek("endDate", of: node, AppleDate.parse)
    identity.add(start.map { String($0.instant.microseconds) })
    identity.add(end.map { String($0.instant.microseconds) })
    let span = try? span(of: node, in: &element)
    var stated = StatedObject(
      node: node, content: .document(Document(kind: .route, span: span)), identity: identity,
      source: Source(name: source ?? ""))
    let children = element.children(of: node)
    let files = children.filter { element.nodes[$0].name == .fileReference }.compactMap { file in
      element.nodes[file].use = .read
      return element.takeText("path", of: file).map { FieldValue.text($0) }
    }
    if !files.isEmpty { stated.fields.append(Field("files", .list(files))) }
    let points = children.filter { element.nodes[$0].name == .location }
      .map { element.takeAll(of: $0) }
    if !points.isEmpty { stated.fields.append(Field("locations", .list(points))) }
    return stated
  }
}

extension ContentIdentity {
  /// Returns the identity of a route of this copy of its workout.
  func ofWorkout(_ workout: ObjectUUID) -> ContentIdentity {
    var identity = ContentIdentity("WorkoutRoute")
    identity.add(workout.description)
    if let end = end(ofPart: 1) {
      identity.append(parts: bytes[end...])
    }
    return identity
  }
}

extension WorkoutTotal {
  /// The attributes of number and unit.
  fileprivate var attributes: (value: StaticString, unit: StaticString) {
    switch self {
    case .totalEnergyBurned: ("totalEnergyBurned", "totalEnergyBurnedUnit")
    case .totalDistance: ("totalDistance", "totalDistanceUnit")
    case .totalSwimmingStrokeCount: ("totalSwimmingStrokeCount", "totalSwimmingStrokeCountUnit")
    case .totalFlightsClimbed: ("totalFlightsClimbed", "totalFlightsClimbedUnit")
    }
  }

  /// The unit where none is written: only of counts.
  fileprivate var impliedUnit: String? {
    switch self {
    case .totalEnergyBurned, .totalDistance: nil
    case .totalSwimmingStrokeCount, .totalFlightsClimbed: "count"
    }
  }
}
