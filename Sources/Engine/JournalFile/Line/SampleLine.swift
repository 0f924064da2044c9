import ByteTools
import HealthEvents
package import HealthModel

/// The texts between the values of a plain sample, from the grammar: on a line, or in a command.
struct SampleTexts: Sendable {
  let quantity, category, uuid, type, start, end, value, unit, created: BytePattern

  /// Creates the texts.
  ///
  /// - Parameter sample: the grammar of a quantity.
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

/// A line that saves one sample for the owner and has no other content: its values and their
/// positions. It accepts only a line that it knows in full, as this library writes it.
package struct SampleLine {
  /// The number of the line.
  package let sequence: UInt32
  package let uuid: ObjectUUID
  package let type: Range<Int>
  /// The time of its start.
  package let start: Instant
  /// The time of its end.
  package let end: Instant
  /// Its number, or that of its category.
  package let value: Double
  /// The range of its unit; nil: it is a category.
  package let unit: Range<Int>?
  /// The line that states its origin; 0: none does.
  package let origin: UInt64
  /// The time of its creation; nil: it is not stated.
  package let created: Instant?
  package let hasMetadata: Bool
  /// The position of its metadata's first entry, or of its object's end.
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

  /// The texts of a line that a command does not have: before the sample, in it, and after it up to
  /// the salt.
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

/// The lines of samples that differ from one another in uuid, times, value and metadata alone: what
/// the encoder wrote of one of them, with gaps.
///
/// A program that writes a million samples meets some hundred templates. Filling one in is copying.
/// Everything else in it was written by the encoder, so the two cannot disagree.
///
/// It is a class, so that using one retains one reference and not one for each of its parts.
package final class SampleTemplate: Sendable {
  private let text: [UInt8]
  /// The ends of the parts of `text` between the gaps. Behind the last one is what opens metadata.
  private let ends: InlineArray<10, Int>
  private let hasCreated: Bool

  /// Creates the template of a quantity or category sample that has neither a series nor metadata
  /// nor fields; nil for any other object.
  ///
  /// The template holds the value of a category: its gap is empty. The gap for the time of creation
  /// is also empty if this sample does not state it.
  ///
  /// - Parameter metadata: what all lines have, instead of a gap: entries as `append` takes them.
  package init?(_ object: HealthObject, by: String = EventActor.owner, metadata: [UInt8] = []) {
    guard object.metadata.isEmpty, object.fields.isEmpty, let span = object.content.span
    else { return nil }
    let value: String
    switch object.content {
    case .quantity(let sample):
      if sample.series != nil || !sample.value.isFinite { return nil }
      value = DecimalText.text(sample.value)
    case .category: value = ""
    case .correlation, .workout, .characteristic, .summary, .document: return nil
    }
    var writer = JSONWriter()
    let at = Instant(microseconds: 0)
    let salt = Salt(random: (0, 0))
    LineCodec.append(
      event: .save(Save(objects: [object])), by: by, sequence: 0, at: at, salt: salt, to: &writer)
    let gaps: [(key: WireKey, text: String)] = [
      ("seq", "0"), ("at", LineCodec.millisecondText(at)), ("uuid", object.uuid.description),
      ("start", span.start.description), ("end", span.end.description), ("value", value),
      ("created", object.created?.description ?? ""), ("salt", salt.text),
    ]
    guard writer.fault == nil, var (text, ends) = Self.cut(writer.bytes.rawBytes, gaps)
    else { return nil }
    if !metadata.isEmpty {
      let member = text[ends[9]...] + metadata + [UInt8(ascii: "}")]
      text.insert(contentsOf: member, at: ends[Self.metadataGap])
      for index in Self.metadataGap..<10 { ends[index] += member.count }
    }
    self.text = text
    self.ends = ends
    hasCreated = object.created != nil
  }

  /// Takes the values of these keys out of a line, in order; and at the end of its object, where
  /// metadata goes, makes a gap of no bytes.
  private static func cut(
    _ line: RawSpan, _ gaps: [(key: WireKey, text: String)]
  ) -> ([UInt8], InlineArray<10, Int>)? {
    var text: [UInt8] = []
    var ends = InlineArray<10, Int>(repeating: 0)
    var (at, index) = (0, 0)
    for gap in gaps {
      if !gap.text.isEmpty {
        guard let start = value(of: gap.key, in: line, from: at) else { return nil }
        text.append(contentsOf: line.extracting(at..<start))
        at = start + gap.text.utf8.count
      }
      ends[index] = text.count
      if index == metadataGap - 1 {
        index += 1
        ends[index] = text.count
      }
      index += 1
    }
    // The object's end stands between its last value and the salt.
    ends[metadataGap] = ends[metadataGap + 1] - objectEnd.utf8.count
    text.append(contentsOf: line.extracting(at...))
    ends[9] = text.count
    // For lines whose metadata fill the gap.
    text.append(contentsOf: (ObjectGrammar.form(.quantity).text(before: "metadata") + "{").utf8)
    return (text, ends)
  }

  /// The gap for metadata is the eighth: after that for `created`.
  private static let metadataGap = 7

  /// The text between the last value of the object and the salt.
  private static let objectEnd = "}]" + LineGrammar.line(.save).text(before: "salt")

  /// Returns the beginning of the value of the first such key after an offset; nil: there is none.
  private static func value(of key: WireKey, in line: RawSpan, from start: Int) -> Int? {
    let wanted = Array("\"\(key.text)\":".utf8)
    var at = start
    while !line.extracting(at...).begins(with: wanted.rawBytes) {
      at += 1
      guard at < line.byteCount else { return nil }
    }
    at += wanted.count
    return line.byte(at) == UInt8(ascii: "\"") ? at + 1 : at
  }

  /// Writes the line of a sample, line feed included, for `Chain.seal` to fill in its chain value.
  ///
  /// - Parameters:
  ///   - start, end, created: RFC 3339, as `Timestamp` describes itself; `created` is left out
  ///     where the template has none.
  ///   - value: as `DecimalText` writes it; empty for a category.
  ///   - metadata: entries as `MetadataText` writes them, with commas between them; may be empty.
  ///   - at: when the line is recorded, as `LineCodec.millisecondText` writes it.
  func append(
    _ uuid: ObjectUUID, start: RawSpan, end: RawSpan, value: RawSpan, created: RawSpan,
    metadata: RawSpan, sequence: UInt64, at: RawSpan, salt: Salt, to bytes: inout [UInt8]
  ) {
    let own = self.text
    let ends = self.ends
    let room = own.count + 256 + value.byteCount + metadata.byteCount
    bytes.append(addingCapacity: room) { output in
      let text = own.rawBytes
      output.append(text.extracting(0..<ends[0]))
      output.append(decimal: sequence)
      output.append(text.extracting(ends[0]..<ends[1]))
      output.append(at)
      output.append(text.extracting(ends[1]..<ends[2]))
      output.append(uuid: uuid.high, uuid.low)
      output.append(text.extracting(ends[2]..<ends[3]))
      output.append(start)
      output.append(text.extracting(ends[3]..<ends[4]))
      output.append(end)
      output.append(text.extracting(ends[4]..<ends[5]))
      output.append(value)
      output.append(text.extracting(ends[5]..<ends[6]))
      if hasCreated { output.append(created) }
      output.append(text.extracting(ends[6]..<ends[7]))
      if !metadata.isEmpty {
        output.append(text.extracting(ends[9]...))
        output.append(metadata)
        output.append(UInt8(ascii: "}"))
      }
      output.append(text.extracting(ends[7]..<ends[8]))
      output.append(hex: salt.first)
      output.append(word: Hex.digits(salt.second, letters: Hex.lower))
      output.append(text.extracting(ends[8]..<ends[9]))
    }
  }
}
