import ByteTools
import HealthModel

/// The part of the grammar that says how objects of a `save` stand on a line; see `LineGrammar`.
enum ObjectGrammar {
  // MARK: Objects

  /// How every object begins.
  static let head = Shape<HealthObject>(
    .always(.kind, .word(ObjectKind.allCases.map(\.text)), \.content.kindName),
    .always(.uuid, .uuid, \.uuid))

  /// What can stand after the content of every object.
  static let tail = Shape<HealthObject>(
    .optional(.origin, .whole, \.origin), .optional(.created, .time, \.created),
    .unlessEmpty(.metadata, metadata, \.metadata.entries))

  /// An object of any kind.
  static let object = Form<HealthObject>(
    value: .either(ObjectKind.allCases.map { .object(form($0)) })
  ) {
    $1.healthObject($0)
  }

  /// What an object of this kind is. Its fields stand after its content where they are its
  /// content, else after everything.
  static func form(_ kind: ObjectKind) -> WireObject {
    let word = WireMember(key: .kind, value: .word([kind.text]), presence: .always)
    let before = [word] + head.forms.dropFirst() + content(kind)
    let members = before + tail.forms
    return WireObject(
      members: members, others: kind.fieldsAreItsContent ? before.count : members.count)
  }

  private static func content(_ kind: ObjectKind) -> [WireMember] {
    switch kind {
    case .quantity: quantity.forms + series.forms
    case .category: category.forms
    case .correlation: correlation.forms
    case .workout: workout.forms
    case .characteristic: characteristic.forms
    case .summary: summary.forms
    case .document: document.forms
    }
  }

  // MARK: Contents

  static let quantity = Shape<QuantitySample>(
    .always(.type, .text, \.type), .always(.start, .time, \.span.start),
    .always(.end, .time, \.span.end), .always(.value, .number, \.value),
    .always(.unit, .text, \.unit))

  /// The figures of a sample that condenses several values.
  static let series = Shape<QuantitySample>(
    .optional(.count, .number, \.series?.count), .optional(.minimum, .number, \.series?.minimum),
    .optional(.maximum, .number, \.series?.maximum), .optional(.sum, .number, \.series?.sum))

  static let category = Shape<CategorySample>(
    .always(.type, .text, \.type), .always(.start, .time, \.span.start),
    .always(.end, .time, \.span.end), .always(.value, .code, \.value))

  static let correlation = Shape<Correlation>(
    .always(.type, .text, \.type), .always(.start, .time, \.span.start),
    .always(.end, .time, \.span.end), .always(.objects, .list(.uuid), \.members))

  static let characteristic = Shape<Characteristic>(
    .always(.type, .text, \.type), .always(.value, .text, \.value))

  static let summary = Shape<ActivitySummary>(.always(.date, .text, \.date))

  static let document = Shape<Document>(
    .optional(.type, .text, \.type), .optional(.start, .time, \.span?.start),
    .withPrevious(.end, .time, \.span?.end))

  // MARK: Workouts

  static let workout = Shape<Workout>(
    [
      .always(.activity, .text, \.activity), .always(.start, .time, \.span.start),
      .always(.end, .time, \.span.end), .always(.duration, .number, \.duration),
    ]
      + WorkoutTotal.allCases.map { total in
        .optional(total.key, .object(amount), { $0.totals[total] })
      } + [
        .unlessEmpty(.events, .list(.object(event)), \.events),
        .unlessEmpty(.activities, .list(.object(activity)), \.activities),
        .unlessEmpty(.statistics, .list(.object(statistics)), \.statistics),
      ])

  static let amount = Shape<Amount>(
    .always(.value, .number, \.value), .always(.unit, .text, \.unit))

  static let event = Shape<WorkoutEvent>(
    .always(.type, .text, \.type), .always(.date, .time, \.date),
    .optional(.duration, .number, \.duration),
    .unlessEmpty(.metadata, metadata, \.metadata.entries))

  static let activity = Shape<WorkoutActivity>(
    .optional(.uuid, .text, \.uuid), .optional(.activity, .text, \.activity),
    .always(.start, .time, \.start), .optional(.end, .time, \.end),
    .optional(.duration, .number, \.duration),
    .unlessEmpty(.events, .list(.object(event)), \.events),
    .unlessEmpty(.statistics, .list(.object(statistics)), \.statistics),
    .unlessEmpty(.metadata, metadata, \.metadata.entries))

  static let statistics = Shape<WorkoutStatistics>(
    .always(.type, .text, \.type), .optional(.start, .time, \.start),
    .optional(.end, .time, \.end), .optional(.sum, .number, \.sum),
    .optional(.average, .number, \.average), .optional(.minimum, .number, \.minimum),
    .optional(.maximum, .number, \.maximum), .optional(.unit, .text, \.unit))

  // MARK: Metadata

  static let metadata = Form<[Metadata.Entry]>.table(metadataValue, \.key, \.value)

  static let date = Shape<Timestamp>(.always(.date, .time, \.self))

  /// One of the five classes that HealthKit allows.
  static let metadataValue = Form<MetadataValue>(
    value: .either([
      .text, .number, .flag, .object(WireObject(members: date.forms)),
      .object(WireObject(members: amount.forms)),
    ])
  ) {
    $1.metadataValue($0)
  }
}

extension JSONWriter {
  /// Writes an object of a `save` in canonical order.
  mutating func healthObject(_ object: HealthObject) {
    self.object { writer in
      let fieldsFirst = object.content.kind.fieldsAreItsContent
      writer.members(of: object, ObjectGrammar.head)
      writer.content(object.content)
      if fieldsFirst { writer.members(object.fields) }
      writer.members(of: object, ObjectGrammar.tail)
      if !fieldsFirst { writer.members(object.fields) }
    }
  }

  private mutating func content(_ content: Content) {
    switch content {
    case .quantity(let sample):
      members(of: sample, ObjectGrammar.quantity)
      if sample.series != nil { members(of: sample, ObjectGrammar.series) }
    case .category(let sample): members(of: sample, ObjectGrammar.category)
    case .correlation(let correlation): members(of: correlation, ObjectGrammar.correlation)
    case .workout(let workout): members(of: workout, ObjectGrammar.workout)
    case .characteristic(let trait): members(of: trait, ObjectGrammar.characteristic)
    case .summary(let summary): members(of: summary, ObjectGrammar.summary)
    case .document(let document): members(of: document, ObjectGrammar.document)
    }
  }

  fileprivate mutating func metadataValue(_ value: MetadataValue) {
    switch value {
    case .string(let text): limitedString(text)
    case .number(let number): finiteValue(number)
    case .boolean(let flag): self.value(flag)
    case .date(let date): object { $0.members(of: date, ObjectGrammar.date) }
    case .quantity(let value, let unit):
      object { $0.members(of: Amount(value, unit), ObjectGrammar.amount) }
    }
  }
}
