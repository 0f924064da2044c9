import ByteTools
import HealthEvents
import HealthModel
import Testing

@testable import JournalFile

/// A template filled in is what the encoder writes.
@Suite struct SampleTemplateTests {
  private static let span = TimeSpan(
    Timestamp(instant: Instant(wholeSeconds: 1_700_000_000), offsetMinutes: 60),
    Timestamp(instant: Instant(wholeSeconds: 1_700_000_060), offsetMinutes: 0))
  private static let uuid = ObjectUUID(high: 0x0123_4567_89AB_8DEF, low: 0x8123_4567_89AB_CDEF)

  private static func object(
    _ content: Content, _ metadata: Metadata = Metadata(), isDated: Bool = true
  ) -> HealthObject {
    let created = Timestamp(instant: Instant(wholeSeconds: 1_700_000_100), offsetMinutes: -210)
    return HealthObject(
      uuid: uuid, content: content, origin: 7, created: isDated ? created : nil,
      metadata: metadata)
  }

  private static func quantity(_ value: Double, series: SeriesSummary? = nil) -> Content {
    .quantity(
      QuantitySample(
        type: "Odd\",\"start\":\"x", span: span, value: value, unit: "é\"", series: series))
  }

  private static func category(_ value: CategoryCode) -> Content {
    .category(CategorySample(type: "T", span: span, value: value))
  }

  @Test(arguments: [
    object(quantity(1.5)), object(quantity(-1e-7)), object(category(.code(3))),
    object(category(.name("\"value\":1"))), object(quantity(1), isDated: false),
    object(category(.code(3)), isDated: false),
  ])
  func filledInAsEncoded(_ like: HealthObject) throws {
    var object = like
    object.uuid = ObjectUUID(high: 1, low: 2)
    let template = try #require(SampleTemplate(object))
    let entries = [
      Metadata.Entry("HKTimeZone", .string("a\"b")), Metadata.Entry("q", .quantity(1, unit: "m")),
    ]
    for metadata in [Metadata(), Metadata(entries)] {
      var wanted = JSONWriter()
      var whole = like
      whole.metadata = metadata
      wanted.healthObject(whole)
      #expect(text(template, whole) == String(decoding: wanted.bytes, as: UTF8.self))
    }
  }

  private func text(_ template: SampleTemplate, _ object: HealthObject) -> String {
    var value = ""
    if case .quantity(let sample) = object.content { value = DecimalText.text(sample.value) }
    let span = Self.span
    let entries = object.metadata.entries.map {
      String(decoding: MetadataText.json($0), as: UTF8.self)
    }
    let texts = [
      span.start.description, span.end.description, value, object.created?.description ?? "",
      entries.joined(separator: ","),
    ].map { Array($0.utf8) }
    let (start, end, number) = (texts[0], texts[1], texts[2])
    let (created, metadata) = (texts[3], texts[4])
    var bytes: [UInt8] = []
    bytes.append(addingCapacity: template.byteCount + 1000) { output in
      template.append(
        object.uuid, start: unsafe start.span.bytes, end: unsafe end.span.bytes,
        value: unsafe number.span.bytes, created: unsafe created.span.bytes,
        metadata: unsafe metadata.span.bytes, to: &output)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test func othersHaveNone() {
    #expect(SampleTemplate(Self.object(Self.quantity(1, series: SeriesSummary(count: 2)))) == nil)
    #expect(SampleTemplate(Self.object(Self.quantity(.nan))) == nil)
    let entries = Metadata([Metadata.Entry("a", .boolean(true))])
    #expect(SampleTemplate(Self.object(Self.category(.code(1)), entries)) == nil)
    var object = Self.object(Self.category(.code(1)))
    object.fields = [Field("a", .null)]
    #expect(SampleTemplate(object) == nil)
  }
}
