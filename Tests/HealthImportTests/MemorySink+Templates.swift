import ByteTools
import HealthEvents
import HealthImport
import HealthModel

extension MemorySink {
  mutating func prepare(_ draft: Draft, at place: Int) -> Bool {
    precondition(draft.object.metadata.isEmpty && draft.object.fields.isEmpty, "not plain")
    prepared[place] = draft
    return true
  }

  /// Its place among all that were spelled, which `save` reads again.
  mutating func spelling(of entry: Metadata.Entry) -> [UInt8] {
    spelled.append(entry)
    return Array("\(spelled.count - 1)".utf8)
  }

  mutating func compare(
    _ key: ContentKey, like place: Int, created: Timestamp, metadata: RawSpan
  ) -> ImportComparison {
    guard let held = held(key) else { return .new }
    guard var draft = prepared[place] else { preconditionFailure("nothing prepared") }
    draft.object.created = created
    draft.object.metadata = self.metadata(metadata)
    guard fingerprint(of: draft) == held.fingerprint, !held.isConfirmed else { return .other }
    confirm(key)
    return .held(held.state)
  }

  private func metadata(_ spelling: RawSpan) -> Metadata {
    let places = spelling.text().split(separator: ",").compactMap { Int($0) }
    let metadata = Metadata(places.map { spelled[$0] })
    precondition(metadata.entries.count == places.count, "a key twice")
    return metadata
  }

  mutating func save(
    _ uuid: ObjectUUID, like place: Int, start: RawSpan, end: RawSpan, value: RawSpan,
    created: RawSpan, metadata: RawSpan
  ) {
    guard var draft = prepared[place] else { preconditionFailure("nothing prepared") }
    draft.object.uuid = uuid
    let span = TimeSpan(Self.time(start), Self.time(end))
    switch draft.object.content {
    case .quantity(var sample):
      sample.span = span
      var position = 0
      guard let number = DecimalText.parse(value, at: &position),
        DecimalText.text(number) == value.text()
      else { preconditionFailure("no number as the journal writes it: \(value.text())") }
      sample.value = number
      draft.object.content = .quantity(sample)
    case .category(var sample):
      precondition(value.isEmpty, "a category's value stands in its template")
      sample.span = span
      draft.object.content = .category(sample)
    case .correlation, .workout, .characteristic, .summary, .document:
      preconditionFailure("no template of such an object")
    }
    draft.object.created = Self.time(created)
    draft.object.metadata = self.metadata(metadata)
    let refusal = save(SaveRequest(objects: [draft], imported: true))
    precondition(refusal == nil, "refused: \(draft)")
    shortcuts += 1
  }

  private static func time(_ text: RawSpan) -> Timestamp {
    var position = 0
    guard let parts = RFC3339.parse(text, at: &position), position == text.byteCount else {
      preconditionFailure("no time: \(text.text())")
    }
    let time = Timestamp(
      instant: Instant(microseconds: parts.microseconds), offsetMinutes: parts.offsetMinutes)
    precondition(time.description == text.text(), "not as the journal writes it: \(text.text())")
    return time
  }
}
