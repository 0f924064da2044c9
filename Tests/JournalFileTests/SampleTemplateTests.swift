import ByteTools
import HealthEvents
import HealthModel
import JournalTestSupport
import TestSupport
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
      QuantityContent(
        type: "Odd\",\"start\":\"x", span: span, value: value, unit: "é\"", series: series))
  }

  private static func category(_ value: CategoryCode) -> Content {
    .category(CategoryContent(type: "T", span: span, value: value))
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
      var whole = object
      whole.metadata = metadata
      #expect(filledIn(template, whole) == Self.encoded(whole))
    }
  }

  /// Samples as the grammar has them, with metadata.
  @Test func anySampleIsFilledInAsEncoded() throws {
    var lines = GrammarLines(Dice(1))
    var count = 0
    for _ in 0..<400 {
      let line = Array(lines.line(.save, number: 2).text.utf8)
      guard case .save(let save) = try decode(line).event else { continue }
      for object in save.objects {
        var like = object
        like.metadata = Metadata()
        guard let template = SampleTemplate(like, by: "Jo \"x\"") else { continue }
        #expect(filledIn(template, object) == Self.encoded(object, by: "Jo \"x\""))
        count += 1
      }
    }
    #expect(count > 20)
  }

  private static let at = Instant(microseconds: 1_795_158_000_481_000)
  private static let salt = Salt(random: (0x0011_2233_4455_6677, 0x8899_AABB_0000_0000))

  private static func encoded(_ object: HealthObject, by: String = EventActor.owner) -> String {
    var writer = JSONWriter()
    LineCodec.append(
      event: .save(Save(objects: [object])), by: by, sequence: 1_234_567_890, at: at, salt: salt,
      to: &writer)
    return TestSupport.text(writer.bytes)
  }

  private func filledIn(_ template: SampleTemplate, _ object: HealthObject) -> String {
    var value = ""
    if case .quantity(let sample) = object.content { value = DecimalText.text(sample.value) }
    let entries = object.metadata.entries.map { TestSupport.text(MetadataText.json($0)) }
    let start = Array((object.content.span?.start.description ?? "").utf8)
    let end = Array((object.content.span?.end.description ?? "").utf8)
    let number = Array(value.utf8)
    let created = Array((object.created?.description ?? "").utf8)
    let metadata = Array(entries.joined(separator: ",").utf8)
    let at = Array(LineCodec.millisecondText(Self.at).utf8)
    var bytes: [UInt8] = []
    template.append(
      object.uuid, start: start.rawBytes, end: end.rawBytes, value: number.rawBytes,
      created: created.rawBytes, metadata: metadata.rawBytes, sequence: 1_234_567_890,
      at: at.rawBytes, salt: Self.salt, to: &bytes)
    return TestSupport.text(bytes)
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
