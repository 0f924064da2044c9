import ByteTools
import HealthEvents
import HealthModel

/// Keeps the writer from writing what the reader refuses: one such line, once acknowledged, would
/// be damage that no recovery may cut.
///
/// Samples are looked through value by value; whatever else a line can hold is rare and read back.
enum WritingCheck {
  /// Refuses what has no text on a line: numbers that are not finite, years beyond four digits,
  /// counts below zero. Samples are checked to the last rule.
  static func check(_ event: Event, by: String, at: Instant) throws(LineProblem) {
    try text(by, "by")
    try time(Timestamp(instant: at, offsetMinutes: 0), "at")
    switch event {
    case .save(let save):
      if save.objects.isEmpty { throw .wrongValue(key: "objects") }
      for object in save.objects { try check(object) }
    case .origin(let origin): try fields(origin.device?.fields ?? [])
    case .importReceipt(let receipt):
      for count in receipt.counts {
        let figures = [
          count.read, count.saved, count.known, count.quarantined, count.unsupported,
        ]
        guard figures.allSatisfy({ $0 >= 0 }) else { throw .wrongValue(key: "counts") }
      }
    case .open(let opening):
      guard opening.format >= 1 else { throw .wrongValue(key: "format") }
    case .delete, .authorize, .configure, .erase: break
    }
  }

  /// Reads the line of an event again, unless `check` has seen all of it.
  static func readBack(_ event: Event, _ line: RawSpan) throws(LineProblem) {
    if case .save(let save) = event, save.objects.allSatisfy({ isPlain($0) }) { return }
    _ = try LineCodec.decode(line)
  }

  private static func isPlain(_ object: HealthObject) -> Bool {
    switch object.content {
    case .quantity, .category, .correlation: object.fields.isEmpty
    case .workout, .characteristic, .summary, .document: false
    }
  }

  private static func check(_ object: HealthObject) throws(LineProblem) {
    switch object.content {
    case .quantity(let sample):
      try text(sample.unit, "unit")
      try number(sample.value, "value")
      for figure in [
        sample.series?.count, sample.series?.minimum, sample.series?.maximum, sample.series?.sum,
      ] {
        try number(figure, "value")
      }
    case .category(let sample):
      switch sample.value {
      case .code(let code):
        guard UInt64(code.magnitude) <= JournalLimits.wholeNumber else {
          throw .wrongValue(key: "value")
        }
      case .name(let name): try text(name, "value")
      }
    case .workout(let workout): try check(workout)
    case .correlation, .characteristic, .summary, .document: break
    }
    try text(object.content.type, "type")
    try time(object.content.span?.start, "start")
    try time(object.content.span?.end, "end")
    try time(object.created, "created")
    guard object.origin ?? 0 <= JournalLimits.wholeNumber else { throw .wrongValue(key: "origin") }
    try metadata(object.metadata)
    try fields(object.fields)
  }

  private static func check(_ workout: Workout) throws(LineProblem) {
    try number(workout.duration, "duration")
    for (total, amount) in workout.totals { try number(amount.value, total.name.description) }
    try check(workout.events, workout.statistics)
    for activity in workout.activities {
      try number(activity.duration, "duration")
      try check(activity.events, activity.statistics)
      try metadata(activity.metadata)
    }
  }

  private static func check(
    _ events: [WorkoutEvent], _ statistics: [WorkoutStatistics]
  ) throws(LineProblem) {
    for event in events {
      try number(event.duration, "duration")
      try metadata(event.metadata)
    }
    for one in statistics {
      for figure in [one.sum, one.average, one.minimum, one.maximum] {
        try number(figure, "statistics")
      }
    }
  }

  private static func metadata(_ metadata: Metadata) throws(LineProblem) {
    for entry in metadata.entries {
      try text(entry.key, "metadata")
      switch entry.value {
      case .string(let value): try text(value, entry.key)
      case .number(let value): try number(value, entry.key)
      case .boolean: break
      case .date(let date): try time(date, entry.key)
      case .quantity(let value, let unit):
        try number(value, entry.key)
        try text(unit, entry.key)
      }
    }
  }

  private static func fields(_ fields: [Field]) throws(LineProblem) {
    for field in fields { try value(field.value, field.name) }
  }

  private static func value(_ value: FieldValue, _ key: String) throws(LineProblem) {
    switch value {
    case .null, .text, .boolean: break
    case .number(let figure): try number(figure, key)
    case .list(let elements): for element in elements { try self.value(element, key) }
    case .fields(let inner): try fields(inner)
    }
  }

  private static func number(_ value: Double?, _ key: String) throws(LineProblem) {
    guard value?.isFinite ?? true else { throw .wrongValue(key: key) }
  }

  private static func text(_ text: String, _ key: String) throws(LineProblem) {
    guard text.utf8.count <= JSONParser.stringLimit else { throw .wrongValue(key: key) }
  }

  /// RFC 3339 has four digits for the year.
  private static func time(_ time: Timestamp?, _ key: String) throws(LineProblem) {
    guard let time else { return }
    guard (0...9999).contains(time.date.year) else { throw .wrongValue(key: key) }
  }
}
