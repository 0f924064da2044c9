import ByteTools
package import HealthEvents
package import HealthModel

/// The part of the grammar for the objects of a `save` on a line; see `LineGrammar`.
enum ObjectGrammar {
  /// Returns the members with which every object begins.
  static func head(_ kinds: [ObjectKind]) -> [WireMember] {
    [
      WireMember(key: "kind", value: .word(kinds.map(\.text)), presence: .always),
      WireMember(key: "uuid", value: .uuid, presence: .always),
    ]
  }

  /// Returns the grammar of an object of this kind. Its fields follow its content if they are its
  /// content, otherwise they are the last.
  static func form(_ kind: ObjectKind) -> WireObject {
    let before = head([kind]) + content(kind).members
    let members = before + ObjectTail.object.members
    return WireObject(
      members: members, others: kind.fieldsAreItsContent ? before.count : members.count)
  }

  private static func content(_ kind: ObjectKind) -> WireObject {
    switch kind {
    case .quantity: QuantityContent.object
    case .category: CategoryContent.object
    case .correlation: CorrelationContent.object
    case .workout: WorkoutContent.object
    case .characteristic: Characteristic.object
    case .summary: SummaryContent.object
    case .document: Document.object
    }
  }
}

// MARK: Objects

/// The members that can follow the content of every object.
struct ObjectTail: Shaped {
  var origin: UInt64?
  var created: Timestamp?
  var metadata: Metadata

  static func members<W: Way<Self>>(_ way: inout W) throws(W.Failure) -> Self {
    ObjectTail(
      origin: try way.optional("origin", \.origin), created: try way.optional("created", \.created),
      metadata: try way.metadata(\.metadata))
  }
}

/// An object of any kind. Keys that the kind does not know are its fields.
extension HealthObject: Formed {
  static var wire: WireValue {
    .either(ObjectKind.allCases.map { .object(ObjectGrammar.form($0)) })
  }
  static var blank: HealthObject { HealthObject(uuid: .blank, content: .summary(.blank)) }

  func write(to writer: inout JSONWriter) { writer.healthObject(self) }

  static func read(_ value: JSONView, _ key: WireKey) throws(LineProblem) -> HealthObject {
    var members = try JSONMembers(value, key: key)
    return try members.healthObject()
  }
}

extension JSONWriter {
  /// Writes an object of a `save` in canonical order.
  mutating func healthObject(_ object: HealthObject) {
    self.object { writer in
      let kind = object.content.kind
      writer.write("kind", kind.text)
      writer.write("uuid", object.uuid)
      writer.content(object.content)
      if kind.fieldsAreItsContent { writer.members(object.fields) }
      writer.members(
        of: ObjectTail(
          origin: object.origin, created: object.created, metadata: object.metadata))
      if !kind.fieldsAreItsContent { writer.members(object.fields) }
    }
  }

  private mutating func content(_ content: Content) {
    switch content {
    case .quantity(let sample): members(of: sample)
    case .category(let sample): members(of: sample)
    case .correlation(let correlation): members(of: correlation)
    case .workout(let workout): members(of: workout)
    case .characteristic(let trait): members(of: trait)
    case .summary(let summary): members(of: summary)
    case .document(let document): members(of: document)
    }
  }
}

extension JSONMembers {
  /// Reads an object of a `save`, and all its fields.
  ///
  /// - Parameter draw: gives the uuid where none is named; nil: one must be.
  mutating func healthObject(
    draw: () -> ObjectUUID? = { nil }
  ) throws(LineProblem) -> HealthObject {
    guard let uuid = try optional("uuid") ?? draw() else { throw .missing("uuid") }
    let content = try content()
    let tail = try read(ObjectTail.self)
    return HealthObject(
      uuid: uuid, content: content, origin: tail.origin, created: tail.created,
      metadata: tail.metadata, fields: takeRest())
  }

  private mutating func content() throws(LineProblem) -> Content {
    guard let word = take("kind") else { throw .missing("kind") }
    guard let kind = ObjectKind.allCases.first(where: { word.equals($0.name) })
    else { throw .wrongValue("kind") }
    switch kind {
    case .quantity: return .quantity(try read(QuantityContent.self))
    case .category: return .category(try read(CategoryContent.self))
    case .correlation: return .correlation(try read(CorrelationContent.self))
    case .workout: return .workout(try read(WorkoutContent.self))
    case .characteristic: return .characteristic(try read(Characteristic.self))
    case .summary: return .summary(try read(SummaryContent.self))
    case .document(let kind):
      var document = try read(Document.self)
      document.kind = kind
      return .document(document)
    }
  }
}

// MARK: Contents

extension TimeSpan: Shaped {
  static func members<W: Way<Self>>(_ way: inout W) throws(W.Failure) -> Self {
    TimeSpan(try way.always("start", \.start), try way.always("end", \.end))
  }
}

extension QuantityContent: Shaped {
  static func members<W: Way<Self>>(_ way: inout W) throws(W.Failure) -> Self {
    QuantityContent(
      type: try way.always("type", \.type), span: try way.part(\.span),
      value: try way.always("value", \.value), unit: try way.always("unit", \.unit),
      series: try way.part { $0.series ?? SeriesSummary() }.unlessEmpty)
  }
}

/// The figures of a sample that condenses several values.
extension SeriesSummary: Shaped {
  static func members<W: Way<Self>>(_ way: inout W) throws(W.Failure) -> Self {
    SeriesSummary(
      count: try way.optional("count", \.count), minimum: try way.optional("minimum", \.minimum),
      maximum: try way.optional("maximum", \.maximum), sum: try way.optional("sum", \.sum))
  }

  fileprivate var unlessEmpty: SeriesSummary? { self == SeriesSummary() ? nil : self }
}

extension CategoryContent: Shaped {
  static func members<W: Way<Self>>(_ way: inout W) throws(W.Failure) -> Self {
    CategoryContent(
      type: try way.always("type", \.type), span: try way.part(\.span),
      value: try way.always("value", \.value))
  }
}

extension CorrelationContent: Shaped {
  static func members<W: Way<Self>>(_ way: inout W) throws(W.Failure) -> Self {
    CorrelationContent(
      type: try way.always("type", \.type), span: try way.part(\.span),
      members: try way.always("objects", \.members))
  }
}

extension Characteristic: Shaped {
  static func members<W: Way<Self>>(_ way: inout W) throws(W.Failure) -> Self {
    Characteristic(
      type: try way.always("type", \.type), value: try way.always("value", \.value))
  }
}

extension SummaryContent: Shaped {
  static func members<W: Way<Self>>(_ way: inout W) throws(W.Failure) -> Self {
    SummaryContent(date: try way.always("date", \.date))
  }
}

/// A document but its kind, which is that of the object.
extension Document: Shaped {
  static func members<W: Way<Self>>(_ way: inout W) throws(W.Failure) -> Self {
    let type = try way.optional("type", \.type)
    let start = try way.optional("start") { $0.span?.start }
    let end = try way.withPrevious("end", after: start) { $0.span?.end }
    return Document(kind: .other, type: type, span: start.map { TimeSpan($0, end ?? $0) })
  }
}

// MARK: Workouts

extension WorkoutContent: Shaped {
  static func members<W: Way<Self>>(_ way: inout W) throws(W.Failure) -> Self {
    WorkoutContent(
      activity: try way.always("activity", \.activity), span: try way.part(\.span),
      duration: try way.always("duration", \.duration), totals: try totals(&way),
      events: try way.unlessEmpty("events", \.events),
      activities: try way.unlessEmpty(
        "activities", \.activities),
      statistics: try way.unlessEmpty(
        "statistics", \.statistics))
  }

  private static func totals<W: Way<Self>>(
    _ way: inout W
  ) throws(W.Failure) -> [WorkoutTotal: Amount] {
    var totals: [WorkoutTotal: Amount] = [:]
    for total in WorkoutTotal.allCases {
      let amount = try way.optional(total.key) { $0.totals[total] }
      if let amount { totals[total] = amount }
    }
    return totals
  }
}

extension Amount: Shaped {
  static func members<W: Way<Self>>(_ way: inout W) throws(W.Failure) -> Self {
    Amount(try way.always("value", \.value), try way.always("unit", \.unit))
  }
}

extension WorkoutEvent: Shaped {
  static func members<W: Way<Self>>(_ way: inout W) throws(W.Failure) -> Self {
    WorkoutEvent(
      type: try way.repeated("type", \.type), date: try way.always("date", \.date),
      duration: try way.optional("duration", \.duration),
      metadata: try way.metadata(\.metadata))
  }
}

extension WorkoutActivity: Shaped {
  static func members<W: Way<Self>>(_ way: inout W) throws(W.Failure) -> Self {
    WorkoutActivity(
      uuid: try way.optional("uuid", \.uuid), activity: try way.optional("activity", \.activity),
      start: try way.always("start", \.start), end: try way.optional("end", \.end),
      duration: try way.optional("duration", \.duration),
      events: try way.unlessEmpty("events", \.events),
      statistics: try way.unlessEmpty(
        "statistics", \.statistics),
      metadata: try way.metadata(\.metadata))
  }
}

extension WorkoutStatistics: Shaped {
  static func members<W: Way<Self>>(_ way: inout W) throws(W.Failure) -> Self {
    WorkoutStatistics(
      type: try way.always("type", \.type), start: try way.optional("start", \.start),
      end: try way.optional("end", \.end), sum: try way.optional("sum", \.sum),
      average: try way.optional("average", \.average),
      minimum: try way.optional("minimum", \.minimum),
      maximum: try way.optional("maximum", \.maximum), unit: try way.optional("unit", \.unit))
  }
}

// MARK: Metadata

extension LineWay where Self: ~Copyable & ~Escapable {
  /// Processes metadata, which most objects do not have.
  fileprivate mutating func metadata(
    _ value: (Subject) -> Metadata
  ) throws(Failure) -> Metadata {
    let entries = try table("metadata") { value($0).entries }
    return entries.isEmpty ? Metadata() : Metadata(entries)
  }
}

extension Metadata.Entry: KeyedRow {}

/// A value of metadata: one of the five classes that HealthKit allows.
extension MetadataValue: Formed {
  static var wire: WireValue { .either([.text, .number, .flag, MetadataDate.wire, Amount.wire]) }
  static var blank: MetadataValue { .boolean(false) }

  func write(to writer: inout JSONWriter) {
    switch self {
    case .string(let text): text.write(to: &writer)
    case .number(let number): number.write(to: &writer)
    case .boolean(let flag): flag.write(to: &writer)
    case .date(let date): MetadataDate(date: date).write(to: &writer)
    case .quantity(let value, let unit): Amount(value, unit).write(to: &writer)
    }
  }

  static func read(_ value: JSONView, _ key: WireKey) throws(LineProblem) -> MetadataValue {
    switch value.kind {
    case .text: return .string(value.text ?? "")
    case .number: return .number(value.number ?? 0)
    case .no: return .boolean(false)
    case .yes: return .boolean(true)
    case .object:
      var members = try JSONMembers(value, key: key)
      if members.take("date") != nil { return .date(try MetadataDate.read(value, key).date) }
      let amount = try Amount.read(value, key)
      return .quantity(amount.value, unit: amount.unit)
    case .null, .array: throw .wrongValue(key)
    }
  }
}

private struct MetadataDate: Shaped {
  var date: Timestamp

  static func members<W: Way<Self>>(_ way: inout W) throws(W.Failure) -> Self {
    MetadataDate(date: try way.always("date", \.date))
  }
}

/// An object as its line has it.
package enum ObjectText {
  /// Returns the object as canonical JSON, as written in the `objects` of a `save`.
  package static func json(_ object: HealthObject) -> String {
    String(decoding: bytes(object), as: UTF8.self)
  }

  /// Returns the bytes of that JSON.
  package static func bytes(_ object: HealthObject) -> [UInt8] {
    var writer = JSONWriter()
    writer.healthObject(object)
    return writer.bytes
  }
}

/// An event as its line has it.
package enum EventText {
  /// Returns the keys that the event has beyond the envelope, as canonical JSON.
  package static func json(_ event: Event) -> String {
    JSONWriter.objectText { $0.payload(event) }
  }
}

/// A source and device as their line has them.
package enum OriginText {
  /// Returns `{"source":{"name":"Scale"},"device":{"name":"Scale"}}`.
  package static func bytes(_ origin: Origin) -> [UInt8] {
    var writer = JSONWriter()
    origin.write(to: &writer)
    return writer.bytes
  }
}

/// Metadata as its line has it.
package enum MetadataText {
  /// Returns `{"HKTimeZone":"Europe/Berlin"}`.
  package static func json(_ metadata: Metadata) -> String {
    var writer = JSONWriter()
    KeyedTable(metadata.entries).write(to: &writer)
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  /// Returns `"HKTimeZone":"Europe/Berlin"`.
  package static func json(_ entry: Metadata.Entry) -> [UInt8] {
    var writer = JSONWriter()
    writer.key(entry.key)
    entry.value.write(to: &writer)
    return writer.bytes
  }
}
