import ByteTools
import HealthEvents
package import HealthModel

/// The text of samples that differ from one another in uuid, times, value and metadata alone: what
/// the encoder wrote of one of them, with gaps.
///
/// Who writes a million samples meets some hundred templates. Filling one in is copying; the encoder's
/// word for everything else stands in it, so the two cannot disagree.
///
/// A class: to use one counts one reference, not one for each of its parts.
package final class SampleTemplate: Sendable {
  /// The part of its line between the time and the object: who asked for what.
  let asked: [UInt8]
  private let text: [UInt8]
  /// Where the parts of `text` between the gaps end.
  private let ends: InlineArray<5, Int>
  private let hasCreated: Bool

  /// The template of a quantity or category sample that has neither a series nor metadata nor fields; nil
  /// for any other object.
  ///
  /// The value of a category stands in the template: its gap is empty. So is that of when a sample was
  /// created, where this one does not say.
  package init?(_ object: HealthObject, by: String = Actor.owner) {
    guard object.metadata.isEmpty, object.fields.isEmpty, let span = object.content.span
    else { return nil }
    var gaps = [("uuid", 36), ("start", span.start.description.utf8.count)]
    gaps.append(("end", span.end.description.utf8.count))
    switch object.content {
    case .quantity(let sample):
      if sample.series != nil || !sample.value.isFinite { return nil }
      gaps.append(("value", DecimalText.text(sample.value).utf8.count))
    case .category: gaps.append(("", 0))
    case .correlation, .workout, .characteristic, .summary, .document: return nil
    }
    gaps.append(object.created.map { ("created", $0.description.utf8.count) } ?? ("", 0))
    var writer = JSONWriter()
    writer.healthObject(object)
    guard let (text, ends) = Self.cut(writer.bytes.byteSpan, gaps) else { return nil }
    self.text = text
    self.ends = ends
    hasCreated = object.created != nil
    asked = Self.asked(by)
  }

  private static func asked(_ by: String) -> [UInt8] {
    var writer = JSONWriter()
    writer.bytes.append(contentsOf: "\",".utf8)
    writer.string("by")
    writer.bytes.append(UInt8(ascii: ":"))
    writer.string(by)
    writer.member("event", EventKind.save.name)
    writer.bytes.append(contentsOf: ",\"objects\":[".utf8)
    return writer.bytes
  }

  /// Takes the values of these keys out of an object's text, in order.
  private static func cut(
    _ json: RawSpan, _ gaps: [(key: String, count: Int)]
  ) -> ([UInt8], InlineArray<5, Int>)? {
    var text: [UInt8] = []
    var ends = InlineArray<5, Int>(repeating: 0)
    var at = 0
    for (place, gap) in gaps.enumerated() {
      if !gap.key.isEmpty {
        let key = Array("\"\(gap.key)\":".utf8)
        let wanted = key.byteSpan
        let start = at
        while !json.extracting(at...).begins(with: wanted) {
          at += 1
          guard at < json.byteCount else { return nil }
        }
        at += key.count
        if json.byte(at) == UInt8(ascii: "\"") { at += 1 }
        text.append(contentsOf: json.extracting(start..<at))
        at += gap.count
      }
      ends[place] = text.count
    }
    // Metadata goes before the object's end.
    if gaps.last?.key.isEmpty ?? true {
      text.append(contentsOf: json.extracting(at..<json.byteCount - 1))
      ends[4] = text.count
    } else {
      guard json.extracting(at...).equals("\"}") else { return nil }
    }
    return (text, ends)
  }

  /// Bytes of a line of this template, but for value and metadata: at least as many.
  var byteCount: Int { asked.count + text.count + 480 }

  /// Writes the object of a sample.
  ///
  /// - Parameters:
  ///   - start, end, created: RFC 3339, as `Timestamp` describes itself; `created` is left out where the
  ///     template has none.
  ///   - value: as `DecimalText` writes it; empty for a category.
  ///   - metadata: entries as `MetadataText` writes them, with commas between them; may be empty.
  func append(
    _ uuid: ObjectUUID, start: RawSpan, end: RawSpan, value: RawSpan, created: RawSpan,
    metadata: RawSpan, to output: inout OutputSpan<UInt8>
  ) {
    let own = self.text
    let text = own.byteSpan
    output.append(text.extracting(0..<ends[0]))
    output.append(uuid: uuid.high, uuid.low)
    output.append(text.extracting(ends[0]..<ends[1]))
    output.append(start)
    output.append(text.extracting(ends[1]..<ends[2]))
    output.append(end)
    output.append(text.extracting(ends[2]..<ends[3]))
    output.append(value)
    output.append(text.extracting(ends[3]..<ends[4]))
    if hasCreated {
      output.append(created)
      output.append(UInt8(ascii: "\""))
    }
    if !metadata.isEmpty {
      output.append(",\"metadata\":{")
      output.append(metadata)
      output.append(UInt8(ascii: "}"))
    }
    output.append(UInt8(ascii: "}"))
  }
}

/// An entry of metadata as its line has it.
package enum MetadataText {
  /// `"HKTimeZone":"Europe/Berlin"`.
  package static func json(_ entry: Metadata.Entry) -> [UInt8] {
    var writer = JSONWriter()
    writer.metadataEntry(entry)
    return writer.bytes
  }
}
