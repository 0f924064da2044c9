import ByteTools
import HealthModel

/// Reads objects of a `save`, in any order of keys.
enum ObjectDecoder {
  /// Reads the object after an element of `objects`. Keys that the kind does not know become
  /// fields.
  ///
  /// - Parameter draw: gives the uuid where none is named; nil: one must be.
  static func object(
    _ members: inout JSONMembers, draw: (() -> ObjectUUID)? = nil
  ) throws(LineProblem) -> HealthObject {
    let uuid = try (members.uuid(.uuid) ?? draw?()).required(.uuid)
    let content = try content(&members)
    let origin = try members.whole(.origin)
    let created = try members.time(.created)
    let metadata = try metadata(&members)
    return HealthObject(
      uuid: uuid, content: content, origin: origin, created: created, metadata: metadata,
      fields: members.fields)
  }

  private static func content(_ members: inout JSONMembers) throws(LineProblem) -> Content {
    guard let word = try members.string(.kind) else { throw .missing(.kind) }
    guard let kind = ObjectKind(word) else { throw .wrongValue(.kind) }
    switch kind {
    case .quantity: return .quantity(try quantity(&members))
    case .category: return .category(try category(&members))
    case .correlation:
      let type = try members.text(.type).required(.type)
      let span = try span(&members)
      let uuids = try members.uuids(.objects).required(.objects)
      return .correlation(Correlation(type: type, span: span, members: uuids))
    case .workout: return .workout(try workout(&members))
    case .characteristic:
      let type = try members.text(.type).required(.type)
      let value = try members.text(.value).required(.value)
      return .characteristic(Characteristic(type: type, value: value))
    case .summary:
      return .summary(ActivitySummary(date: try members.text(.date).required(.date)))
    case .document(let kind): return .document(try document(kind, &members))
    }
  }

  private static func span(_ members: inout JSONMembers) throws(LineProblem) -> TimeSpan {
    let start = try members.time(.start).required(.start)
    return TimeSpan(start, try members.time(.end).required(.end))
  }

  private static func quantity(
    _ members: inout JSONMembers
  ) throws(LineProblem) -> QuantitySample {
    let type = try members.text(.type).required(.type)
    let span = try span(&members)
    let value = try members.number(.value).required(.value)
    let unit = try members.text(.unit).required(.unit)
    let series = SeriesSummary(
      count: try members.number(.count), minimum: try members.number(.minimum),
      maximum: try members.number(.maximum), sum: try members.number(.sum))
    return QuantitySample(
      type: type, span: span, value: value, unit: unit,
      series: series == SeriesSummary() ? nil : series)
  }

  private static func category(
    _ members: inout JSONMembers
  ) throws(LineProblem) -> CategorySample {
    let type = try members.text(.type).required(.type)
    let span = try span(&members)
    let code: CategoryCode
    guard let value = members.take(.value) else { throw .missing(.value) }
    if let name = value.text {
      code = .name(name)
    } else {
      guard let number = value.number, let raw = JournalLimits.code(number)
      else { throw .wrongValue(.value) }
      code = .code(raw)
    }
    return CategorySample(type: type, span: span, value: code)
  }

  private static func document(
    _ kind: Document.Kind, _ members: inout JSONMembers
  ) throws(LineProblem) -> Document {
    let type = try members.text(.type)
    guard let start = try members.time(.start) else { return Document(kind: kind, type: type) }
    let end = try members.time(.end) ?? start
    return Document(kind: kind, type: type, span: TimeSpan(start, end))
  }

  // MARK: Workouts

  private static func workout(_ members: inout JSONMembers) throws(LineProblem) -> Workout {
    let activity = try members.text(.activity).required(.activity)
    let span = try span(&members)
    let duration = try members.number(.duration).required(.duration)
    var totals: [WorkoutTotal: Amount] = [:]
    for total in WorkoutTotal.allCases {
      guard let value = members.take(total.key) else { continue }
      totals[total] = try amount(value, key: total.key)
    }
    return Workout(
      activity: activity, span: span, duration: duration, totals: totals,
      events: try workoutEvents(&members), activities: try workoutActivities(&members),
      statistics: try workoutStatistics(&members))
  }

  private static func amount(
    _ value: JSONView, key: WireKey
  ) throws(LineProblem) -> Amount {
    var members = try JSONMembers(value, key: key)
    let number = try members.number(.value).required(.value)
    let unit = try members.text(.unit).required(.unit)
    try members.finish()
    return Amount(number, unit)
  }

  private static func workoutEvents(
    _ members: inout JSONMembers
  ) throws(LineProblem) -> [WorkoutEvent] {
    var events: [WorkoutEvent] = []
    guard var elements = try members.list(.events) else { return events }
    while let element = elements.next() {
      var event = try JSONMembers(element, key: .events)
      events.append(
        WorkoutEvent(
          type: try event.text(.type, like: events.last?.type).required(.type),
          date: try event.time(.date).required(.date),
          duration: try event.number(.duration), metadata: try metadata(&event)))
      try event.finish()
    }
    return events
  }

  private static func workoutActivities(
    _ members: inout JSONMembers
  ) throws(LineProblem) -> [WorkoutActivity] {
    var activities: [WorkoutActivity] = []
    guard var elements = try members.list(.activities) else { return activities }
    while let element = elements.next() {
      var part = try JSONMembers(element, key: .activities)
      activities.append(
        WorkoutActivity(
          uuid: try part.text(.uuid), activity: try part.text(.activity),
          start: try part.time(.start).required(.start), end: try part.time(.end),
          duration: try part.number(.duration), events: try workoutEvents(&part),
          statistics: try workoutStatistics(&part), metadata: try metadata(&part)))
      try part.finish()
    }
    return activities
  }

  private static func workoutStatistics(
    _ members: inout JSONMembers
  ) throws(LineProblem) -> [WorkoutStatistics] {
    var all: [WorkoutStatistics] = []
    guard var elements = try members.list(.statistics) else { return all }
    while let element = elements.next() {
      var one = try JSONMembers(element, key: .statistics)
      all.append(
        WorkoutStatistics(
          type: try one.text(.type).required(.type), start: try one.time(.start),
          end: try one.time(.end), sum: try one.number(.sum),
          average: try one.number(.average), minimum: try one.number(.minimum),
          maximum: try one.number(.maximum), unit: try one.text(.unit)))
      try one.finish()
    }
    return all
  }

  // MARK: Metadata

  private static func metadata(_ members: inout JSONMembers) throws(LineProblem) -> Metadata {
    guard let value = members.take(.metadata) else { return Metadata() }
    var metadata: [Metadata.Entry] = []
    var entries = try value.members(of: .metadata)
    while let key = entries.next(), let value = entries.next() {
      metadata.append(Metadata.Entry(key.text ?? "", try metadataValue(value)))
    }
    return Metadata(metadata)
  }

  private static func metadataValue(_ value: JSONView) throws(LineProblem) -> MetadataValue {
    switch value.kind {
    case .text: return .string(value.text ?? "")
    case .number: return .number(value.number ?? 0)
    case .no: return .boolean(false)
    case .yes: return .boolean(true)
    case .object:
      var members = try JSONMembers(value, key: .metadata)
      if let date = try members.time(.date) {
        try members.finish()
        return .date(date)
      }
      let amount = try amount(value, key: .metadata)
      return .quantity(amount.value, unit: amount.unit)
    case .null, .array: throw .wrongValue(.metadata)
    }
  }
}

extension ObjectKind {
  /// The kind whose word a string is, or nil.
  fileprivate init?(_ word: JSONView) {
    guard let kind = Self.allCases.first(where: { word.equals($0.name) }) else { return nil }
    self = kind
  }
}
