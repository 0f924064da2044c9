import ByteTools
import HealthEvents
package import HealthModel

/// The words of a plain sample that stand between its values, as the grammar has them: on a line,
/// or in a command.
struct SampleTexts: Sendable {
  let quantity, category, uuid, type, start, end, value, unit, created: BytePattern

  /// - Parameter sample: what the grammar says of a quantity.
  init(_ sample: WireObject) {
    quantity = BytePattern(ObjectKind.quantity.text + sample.member("kind").closing + ",")
    category = BytePattern(ObjectKind.category.text + sample.member("kind").closing + ",")
    uuid = BytePattern(sample.member("uuid").opening)
    type = BytePattern(sample.member("type").opening)
    start = BytePattern(sample.text(from: "type", to: "start"))
    end = BytePattern(sample.text(from: "start", to: "end"))
    value = BytePattern(sample.text(from: "end", to: "value"))
    unit = BytePattern(sample.text(before: "unit"))
    created = BytePattern(sample.text(before: "created"))
  }
}

/// A line that saves one sample for the owner and says nothing else: where its values stand, and
/// what they are. It takes only what it knows in full, as this library writes it.
package struct SampleLine {
  /// The number of the line.
  package let sequence: UInt32
  /// The sample's uuid.
  package let uuid: ObjectUUID
  /// Where its type stands.
  package let type: Range<Int>
  /// When it starts.
  package let start: Instant
  /// When it ends.
  package let end: Instant
  /// Its number, or that of its category.
  package let value: Double
  /// Where its unit stands; nil: it is a category.
  package let unit: Range<Int>?
  /// The line that tells where it comes from; 0: none does.
  package let origin: UInt64
  /// When it was made; nil: it does not say.
  package let created: Instant?
  /// Whether it has metadata.
  package let hasMetadata: Bool
  /// Where its metadata's first entry stands, or its object ends.
  package let rest: Int

  /// Reads a line up to the metadata of its sample, or the end of that. Nil: it is another line.
  package init?(_ line: RawSpan) {
    let (head, texts) = (Self.head, Self.texts)
    var at = 0
    guard line.skip(head.sequence, at: &at), let number = Self.whole(line, &at),
      let sequence = UInt32(exactly: number), line.skip(head.at, at: &at)
    else { return nil }
    at += 24
    guard line.skip(head.by, at: &at), line.skip(head.event, at: &at),
      line.skip(head.objects, at: &at)
    else { return nil }
    let isQuantity = line.skip(texts.quantity, at: &at)
    guard isQuantity || line.skip(texts.category, at: &at), line.skip(texts.uuid, at: &at),
      let words = line.uuid(at: &at), line.skip("\",", at: &at), line.skip(texts.type, at: &at),
      let type = Self.text(line, &at), line.skip(texts.start, at: &at),
      let start = Self.time(line, &at), line.skip(texts.end, at: &at),
      let end = Self.time(line, &at), line.skip(texts.value, at: &at),
      let value = DecimalText.parse(line, at: &at)
    else { return nil }
    var unit: Range<Int>?
    if isQuantity {
      guard line.skip(texts.unit, at: &at), let text = Self.text(line, &at) else { return nil }
      unit = text
      at += 1
    }
    var origin: UInt64 = 0
    if line.skip(head.origin, at: &at) {
      guard let number = Self.whole(line, &at) else { return nil }
      origin = number
    }
    var created: Instant?
    if line.skip(texts.created, at: &at) {
      guard let time = Self.time(line, &at), line.skip("\"", at: &at) else { return nil }
      created = time
    }
    hasMetadata = line.skip(head.metadata, at: &at)
    rest = at
    (self.sequence, uuid) = (sequence, ObjectUUID(high: words.high, low: words.low))
    (self.type, self.start, self.end, self.value) = (type, start, end, value)
    (self.unit, self.origin, self.created) = (unit, origin, created)
  }

  /// Returns whether a line ends behind its only object, which ends at a position.
  package static func ends(_ line: RawSpan, at position: Int) -> Bool {
    var at = position
    return line.skip(head.foot, at: &at) && at + 25 + JournalLimits.suffixBytes == line.byteCount
  }

  // MARK: Parts

  private static let texts = SampleTexts(ObjectGrammar.form(.quantity))
  private static let head = Head(LineGrammar.line(.save), ObjectGrammar.form(.quantity))

  /// What a line has and a command has not: what stands before the sample, in it, and after it up
  /// to the salt.
  private struct Head: Sendable {
    let sequence, at, by, event, objects, origin, metadata, foot: BytePattern

    init(_ line: WireObject, _ sample: WireObject) {
      let kind = sample.member("kind").opening
      origin = BytePattern(sample.text(before: "origin"))
      metadata = BytePattern(sample.text(before: "metadata") + "{")
      sequence = BytePattern("{" + line.member("seq").opening)
      at = BytePattern(line.text(before: "at"))
      by = BytePattern(line.text(from: "at", to: "by") + EventActor.owner)
      event = BytePattern(line.text(from: "by", to: "event") + EventKind.save.name)
      objects = BytePattern(line.text(from: "event", to: "objects") + "[{" + kind)
      foot = BytePattern("}]" + line.text(before: "salt"))
    }
  }

  /// Returns the range of a text without escapes; moves to its quote.
  private static func text(_ line: RawSpan, _ at: inout Int) -> Range<Int>? {
    let (start, end) = (at, line.plainPart(from: at).end)
    guard end < line.byteCount, line.byte(end) == UInt8(ascii: "\"") else { return nil }
    at = end
    return start..<end
  }

  private static func time(_ line: RawSpan, _ at: inout Int) -> Instant? {
    RFC3339.parse(line, at: &at).map { Instant(microseconds: $0.microseconds) }
  }

  private static func whole(_ line: RawSpan, _ at: inout Int) -> UInt64? {
    let start = at
    var number: UInt64 = 0
    while at < line.byteCount, at - start < 16, let digit = line.digit(at) {
      number = number * 10 + digit
      at += 1
    }
    return at > start ? number : nil
  }
}
