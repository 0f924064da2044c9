package import ByteTools
package import HealthEvents
package import HealthModel

/// Reads the commands of `append`: an event line without seq, at, salt and chain.
package enum CommandCodec {
  /// A command and the `id` that its answer echoes.
  package struct Asked: Sendable {
    /// The client's own name for it, a string or a number.
    package var id: JSONValue?
    /// What is asked.
    package var command: Command
  }

  /// Reads the `id` of a line as far as it can be read, for the answer to a line that is no
  /// command.
  package static func identifier(in line: RawSpan) -> JSONValue? {
    guard let tape = try? JSONTape(line) else { return nil }
    guard var members = try? JSONMembers(JSONView(tape, line), key: "command") else { return nil }
    return try? identifier(&members)
  }

  private static func identifier(_ members: inout JSONMembers) throws(LineProblem) -> JSONValue? {
    guard let id = members.take("id") else { return nil }
    switch id.kind {
    case .text, .number: return JSONValue(id)
    case .null, .no, .yes, .array, .object: throw .wrongValue(key: "id")
    }
  }

  /// Reads one command.
  ///
  /// - Parameters:
  ///   - line: the bytes without the line feed.
  ///   - draw: gives the uuid of an object that names none.
  package static func decode(
    _ line: RawSpan, draw: @escaping () -> ObjectUUID
  ) throws(LineProblem) -> Asked {
    guard line.byteCount <= JournalLimits.lineBytes else { throw .tooLong }
    let tape = try JSONTape(line: line)
    var members = try JSONMembers(JSONView(tape, line), key: "command")
    let id = try identifier(&members)
    let by = try members.text("by").required("by")
    guard let kind = EventKind(name: try members.text("event").required("event"))
    else { throw .unknownEvent }
    let request = try request(kind, &members, draw: draw)
    try members.finish()
    return Asked(id: id, command: Command(by: by, request))
  }

  private static func request(
    _ kind: EventKind, _ members: inout JSONMembers, draw: @escaping () -> ObjectUUID
  ) throws(LineProblem) -> Request {
    switch kind {
    case .save:
      var drafts: [Draft] = []
      guard var objects = try members.list("objects") else { throw .missing(key: "objects") }
      while let element = objects.next() {
        var object = try JSONMembers(element, key: "objects")
        drafts.append(try draft(&object, draw: draw))
      }
      return .save(SaveRequest(objects: drafts, workout: try members.uuid("workout")))
    case .delete:
      let objects = try members.uuids("objects").required("objects")
      return .delete(Deletion(objects: objects, reason: try members.text("reason")))
    case .authorize: return .authorize(try PayloadDecoder.authorization(&members))
    case .configure: return .configure(try PayloadDecoder.configuration(&members))
    case .open, .origin, .importReceipt, .erase, .erased: throw .wrongValue(key: "event")
    }
  }

  /// Reads an object; keys that its kind does not know are refused, as a slip of the pen.
  private static func draft(
    _ members: inout JSONMembers, draw: @escaping () -> ObjectUUID
  ) throws(LineProblem) -> Draft {
    let source = try PayloadDecoder.source(&members)
    let device = try PayloadDecoder.device(&members)
    guard members.take("origin") == nil else { throw .unknownKey("origin") }
    let object = try ObjectDecoder.object(&members, draw: draw)
    if !object.content.fieldsAreItsContent, let first = object.fields.first {
      throw .unknownKey(first.name)
    }
    return Draft(object, source: source, device: device)
  }
}
