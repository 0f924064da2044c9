import ByteTools
import HealthModel

extension JSONWriter {
  /// Writes an object of a `save` event in canonical order.
  mutating func healthObject(_ object: HealthObject) {
    self.object { writer in
      writer.member("kind", object.content.kindName)
      writer.member("uuid", object.uuid)
      writer.content(object.content)
      let fieldsFirst = object.content.fieldsAreItsContent
      if fieldsFirst { writer.members(object.fields) }
      writer.member("origin", ifAny: object.origin)
      writer.member("created", ifAny: object.created)
      writer.metadata(object.metadata)
      if !fieldsFirst { writer.members(object.fields) }
    }
  }

  private mutating func content(_ content: Content) {
    switch content {
    case .quantity(let sample):
      member("type", sample.type)
      span(sample.span)
      member("value", sample.value)
      member("unit", sample.unit)
      member("count", ifAny: sample.series?.count)
      member("minimum", ifAny: sample.series?.minimum)
      member("maximum", ifAny: sample.series?.maximum)
      member("sum", ifAny: sample.series?.sum)
    case .category(let sample):
      member("type", sample.type)
      span(sample.span)
      switch sample.value {
      case .code(let code): member("value", Double(code))
      case .name(let name): member("value", name)
      }
    case .correlation(let correlation):
      member("type", correlation.type)
      span(correlation.span)
      key("objects")
      array(correlation.members) { $0.uuid($1) }
    case .workout(let workout): self.workout(workout)
    case .characteristic(let characteristic):
      member("type", characteristic.type)
      member("value", characteristic.value)
    case .summary(let summary): member("date", summary.date)
    case .document(let document):
      member("type", ifAny: document.type)
      if let span = document.span { self.span(span) }
    }
  }

  private mutating func span(_ span: TimeSpan) {
    member("start", span.start)
    member("end", span.end)
  }

  private mutating func workout(_ workout: Workout) {
    member("activity", workout.activity)
    span(workout.span)
    member("duration", workout.duration)
    for total in WorkoutTotal.allCases {
      guard let amount = workout.totals[total] else { continue }
      key(total.name.description)
      self.amount(amount)
    }
    if !workout.events.isEmpty {
      key("events")
      array(workout.events) { $0.workoutEvent($1) }
    }
    if !workout.activities.isEmpty {
      key("activities")
      array(workout.activities) { $0.workoutActivity($1) }
    }
    if !workout.statistics.isEmpty {
      key("statistics")
      array(workout.statistics) { $0.workoutStatistics($1) }
    }
  }

  private mutating func amount(_ amount: Amount) {
    object {
      $0.member("value", amount.value)
      $0.member("unit", amount.unit)
    }
  }

  private mutating func workoutEvent(_ event: WorkoutEvent) {
    object {
      $0.member("type", event.type)
      $0.member("date", event.date)
      $0.member("duration", ifAny: event.duration)
      $0.metadata(event.metadata)
    }
  }

  private mutating func workoutActivity(_ activity: WorkoutActivity) {
    object { writer in
      writer.member("uuid", ifAny: activity.uuid)
      writer.member("activity", ifAny: activity.activity)
      writer.member("start", activity.start)
      writer.member("end", ifAny: activity.end)
      writer.member("duration", ifAny: activity.duration)
      if !activity.events.isEmpty {
        writer.key("events")
        writer.array(activity.events) { $0.workoutEvent($1) }
      }
      if !activity.statistics.isEmpty {
        writer.key("statistics")
        writer.array(activity.statistics) { $0.workoutStatistics($1) }
      }
      writer.metadata(activity.metadata)
    }
  }

  private mutating func workoutStatistics(_ statistics: WorkoutStatistics) {
    object {
      $0.member("type", statistics.type)
      $0.member("start", ifAny: statistics.start)
      $0.member("end", ifAny: statistics.end)
      $0.member("sum", ifAny: statistics.sum)
      $0.member("average", ifAny: statistics.average)
      $0.member("minimum", ifAny: statistics.minimum)
      $0.member("maximum", ifAny: statistics.maximum)
      $0.member("unit", ifAny: statistics.unit)
    }
  }

  private mutating func metadata(_ metadata: Metadata) {
    if metadata.isEmpty { return }
    key("metadata")
    object { writer in
      for entry in metadata.entries { writer.metadataEntry(entry) }
    }
  }

  mutating func metadataEntry(_ entry: Metadata.Entry) {
    key(entry.key)
    switch entry.value {
    case .string(let text): string(text)
    case .number(let number): value(.number(number))
    case .boolean(let flag): value(.boolean(flag))
    case .date(let date): object { $0.member("date", date) }
    case .quantity(let value, let unit): amount(Amount(value, unit))
    }
  }
}

extension Content {
  /// Whether the object's fields are what it says, and stand before `origin`.
  var fieldsAreItsContent: Bool {
    switch self {
    case .summary, .document: true
    case .quantity, .category, .correlation, .workout, .characteristic: false
    }
  }
}
