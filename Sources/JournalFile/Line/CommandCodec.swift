import ByteTools
package import HealthEvents
package import HealthModel

/// Reads the commands of `append`: an event line without seq, at, salt and chain.
package enum CommandCodec {
  /// A command and the `id` that its answer echoes.
  package struct Asked: Sendable {
    /// Where the client's own name for it stands, a string with its quotes or a number; empty: it
    /// has none.
    package var id: Range<Int>
    /// What is asked.
    package var command: Command
  }

  /// Where the `id` of a line stands as far as it can be told, for the answer to a line that is no
  /// command, or to a request of another kind; else empty.
  package static func identifier(in line: RawSpan) -> Range<Int> {
    guard let tape = try? JSONTape(line),
      var members = try? JSONMembers(JSONView(tape, line), named: "command"),
      let range = try? identifier(&members)
    else { return 0..<0 }
    return range
  }

  private static func identifier(_ members: inout JSONMembers) throws(LineProblem) -> Range<Int> {
    guard let id = members.take("id") else { return 0..<0 }
    switch id.kind {
    case .text, .number: return range(of: id)
    case .null, .no, .yes, .array, .object: throw .wrongValue("id")
    }
  }

  /// The range of a string or number that is the value of a member of the command: all its bytes,
  /// quotes included, as they are echoed.
  private static func range(of value: JSONView) -> Range<Int> {
    let start =
      value.node.isDecoded
      ? start(ofMember: number(of: value), in: value.bytes)
      : Int(value.node.start) - (value.kind == .text ? 1 : 0)
    return start..<end(ofScalar: start, in: value.bytes)
  }

  /// The number of the member of the command that has this value, counted from 1.
  private static func number(of value: JSONView) -> Int {
    var members = JSONView(value, at: 0).elements
    var number = 1
    while members.next() != nil, let other = members.next(), other.index != value.index {
      number += 1
    }
    return number
  }

  /// Where the value of the member with this number begins, in text that is a JSON object. It is
  /// needed for a string with escapes: the tape has its characters, but not its offset.
  private static func start(ofMember number: Int, in text: RawSpan) -> Int {
    var (at, depth, colons) = (0, 0, 0)
    while colons < number {
      switch text.byte(at) {
      case UInt8(ascii: "\""): at = end(ofScalar: at, in: text) - 1
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
      case UInt8(ascii: ":") where depth == 1: colons += 1
      default: break
      }
      at += 1
    }
    while text.isWhiteSpace(at) { at += 1 }
    return at
  }

  /// Where a string or number ends, in text that is JSON and goes on after it.
  private static func end(ofScalar start: Int, in text: RawSpan) -> Int {
    var at = start + 1
    if text.byte(start) != UInt8(ascii: "\"") {
      while !text.isWhiteSpace(at), text.byte(at) != UInt8(ascii: ","),
        text.byte(at) != UInt8(ascii: "}")
      {
        at += 1
      }
      return at
    }
    while text.byte(at) != UInt8(ascii: "\"") {
      at += text.byte(at) == UInt8(ascii: "\\") ? 2 : 1
    }
    return at + 1
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
    var members = try JSONMembers(JSONView(tape, line), named: "command")
    let id = try identifier(&members)
    let by: String = try members.required("by")
    guard let kind = EventKind(name: try members.required("event"))
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
      guard let objects = members.take("objects") else { throw .missing("objects") }
      guard case .array = objects.kind else { throw .wrongValue("objects") }
      var drafts: [Draft] = []
      var elements = objects.elements
      while let element = elements.next() {
        var object = try JSONMembers(element, key: "objects")
        drafts.append(try object.draft(keepsFields: false, draw: draw))
      }
      return .save(SaveRequest(objects: drafts, workout: try members.optional("workout")))
    case .delete:
      return .delete(
        Deletion(
          objects: try members.required("objects"), reason: try members.optional("reason")))
    case .authorize: return .authorize(try members.read(AuthorizationChange.self))
    case .configure: return .configure(try members.read(Configuration.self))
    case .open, .origin, .importReceipt, .erase, .erased: throw .wrongValue("event")
    }
  }
}

extension RawSpan {
  /// Whether white space of JSON stands at an offset.
  fileprivate func isWhiteSpace(_ index: Int) -> Bool {
    switch byte(index) {
    case 0x20, 0x09, 0x0A, 0x0D: true
    default: false
    }
  }
}
