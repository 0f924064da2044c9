import ByteTools
import HealthEvents
package import HealthModel

/// The lines of samples that differ from one another in uuid, times, value and metadata alone: what
/// the encoder wrote of one of them, with gaps.
///
/// A program that writes a million samples meets some hundred templates. Filling one in is copying.
/// Everything else in it was written by the encoder, so the two cannot disagree.
///
/// It is a class, so that using one retains one reference and not one for each of its parts.
package final class SampleTemplate: Sendable {
  private let text: [UInt8]
  /// Where the parts of `text` between the gaps end.
  private let ends: InlineArray<10, Int>
  private let hasCreated: Bool

  /// The template of a quantity or category sample that has neither a series nor metadata nor
  /// fields; nil for any other object.
  ///
  /// The value of a category stands in the template: its gap is empty. So is that of when a sample
  /// was created, where this one does not say.
  package init?(_ object: HealthObject, by: String = EventActor.owner) {
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
    guard writer.fault == nil, let (text, ends) = Self.cut(writer.bytes.rawBytes, gaps)
    else { return nil }
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
    return (text, ends)
  }

  /// The gap for metadata is the eighth: after that for `created`.
  private static let metadataGap = 7

  /// What stands between the last value of the object and the salt.
  private static let objectEnd = "}]" + LineGrammar.line(.save).text(before: "salt")

  /// What opens metadata.
  private static let metadataStart = Array(
    (ObjectGrammar.form(.quantity).text(before: "metadata") + "{").utf8)

  /// Where the value of the first such key begins after an offset.
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
        let opening = Self.metadataStart
        output.append(opening.rawBytes)
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
