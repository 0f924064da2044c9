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
      writer.members(of: Origin(source: source, device: draft.device))
      writer.bytes.append(UInt8(ascii: "}"))
    }
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  /// Reads what `json` writes.
  package static func read(_ text: RawSpan) throws(LineProblem) -> Draft {
    let tape = try JSONTape(line: text)
    var members = try JSONMembers(JSONView(tape, text), named: "object")
    return try members.draft(keepsFields: true) { ObjectUUID(high: 0, low: 0) }
  }
}

extension JSONMembers {
  /// Reads an object with its source and device.
  ///
  /// - Parameters:
  ///   - keepsFields: whether keys that its kind does not know are kept, as on a line; in a command
  ///     they are refused, because most are typing errors.
  ///   - draw: gives the uuid where none is named.
  mutating func draft(
    keepsFields: Bool, draw: () -> ObjectUUID
  ) throws(LineProblem) -> Draft {
    let source: Source? = try optional("source")
    let device: Device? = try optional("device")
    guard take("origin") == nil else { throw .unknownKey("origin") }
    let object = try healthObject(draw: draw)
    if !keepsFields, !object.content.kind.fieldsAreItsContent, let first = object.fields.first {
      throw .unknownKey(first.name)
    }
    return Draft(object, source: source, device: device)
  }
}
