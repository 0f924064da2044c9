import ByteTools
package import HealthEvents
import HealthModel

/// An object with its source and device, as `append` takes it and with what only a line may hold.
package enum DraftText {
  /// `{"kind":"quantity",…,"source":{"name":"Scale"}}`.
  package static func json(_ draft: Draft) -> String {
    var object = draft.object
    object.origin = nil
    var writer = JSONWriter()
    writer.healthObject(object)
    if let source = draft.source {
      writer.bytes.removeLast()
      writer.members(of: Origin(source: source, device: draft.device), LineGrammar.origin)
      writer.bytes.append(UInt8(ascii: "}"))
    }
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  /// Reads what `json` writes.
  package static func read(_ text: RawSpan) throws(LineProblem) -> Draft {
    let tape = try JSONTape(line: text)
    var members = try JSONMembers(JSONView(tape, text), named: "object")
    let source = try PayloadDecoder.source(&members)
    let device = try PayloadDecoder.device(&members)
    guard members.take(.origin) == nil else { throw .unknownKey("origin") }
    let object = try ObjectDecoder.object(&members) { ObjectUUID(high: 0, low: 0) }
    return Draft(object, source: source, device: device)
  }
}
