import ByteTools
import HealthEvents
import HealthModel
import JournalFile

/// A command of the usual layout says what the general reader reads of it; an object is written as
/// text that is read as the same.
enum CommandTarget {
  private static let drawn = ObjectUUID(high: 5, low: 6)

  static func run(_ bytes: [UInt8]) {
    guard !bytes.contains(UInt8(ascii: "\n")) else { return }
    let asked = try? CommandCodec.decode(bytes.rawBytes) { drawn }
    let identifier = CommandCodec.identifier(in: bytes.rawBytes)
    demand(identifier.upperBound <= bytes.count, "an id past the end")
    guard let asked else { return }
    demand(identifier == asked.id, "the id at \(identifier), then at \(asked.id)")
    guard case .save(let request) = asked.command.request else { return }
    for draft in request.objects { writeAndRead(draft) }
    if let plain = PlainCommand(bytes.rawBytes), plain.isCanonical(in: bytes.rawBytes) {
      compare(plain, request, identifier)
    }
  }

  private static func writeAndRead(_ draft: Draft) {
    let text = DraftText.json(draft)
    let again = try? DraftText.read(Array(text.utf8).rawBytes)
    demand(again == draft, "\(draft) is read again as \(again as Any)")
  }

  private static func compare(
    _ plain: PlainCommand, _ request: SaveRequest, _ identifier: Range<Int>
  ) {
    demand(plain.identifier == identifier, "the id at \(plain.identifier), then at \(identifier)")
    demand(request.objects.count == 1, "\(request.objects.count) objects in a plain command")
    let object = request.objects[0].object
    demand(object.uuid == plain.uuid ?? drawn, "\(object.uuid) is not \(plain.uuid as Any)")
    demand(object.created == plain.created?.value, "another time of creation")
    switch object.content {
    case .quantity(let sample):
      demand(sample.span == TimeSpan(plain.start.value, plain.end.value), "another span")
      demand(sample.value == plain.number, "\(sample.value) is not \(plain.number as Any)")
    case .category(let sample):
      demand(sample.span == TimeSpan(plain.start.value, plain.end.value), "another span")
    default: demand(false, "a plain command of another kind: \(object)")
    }
  }
}
