import ByteTools
package import HealthEvents
package import HealthModel

/// Reads the commands of `append`: an event line without seq, at, salt and chain.
package enum CommandCodec {
  /// A command and the `id` that its answer echoes.
  package struct Asked: Sendable {
    /// The range of the client's own name for it, a string with its quotes or a number; empty: it
    /// has none.
    package var id: Range<Int>
    package var command: Command
    /// The state of the journal that the command depends on; nil: any.
    package var condition: CommandCondition?
  }

  /// Returns the range of a line's `id`, as far as it can be found, for the answer to a line that
  /// is no command, or to a request of another kind; otherwise an empty range.
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

  /// Returns the range of a string or number that is the value of a member of the command: all its
  /// bytes, quotes included, as they are echoed.
  private static func range(of value: JSONView) -> Range<Int> {
    let start =
      value.node.isDecoded
      ? start(ofMember: number(of: value), in: value.bytes)
      : Int(value.node.start) - (value.kind == .text ? 1 : 0)
    return start..<end(ofScalar: start, in: value.bytes)
  }

  /// Returns the number of the member of the command that has this value, counted from 1.
  private static func number(of value: JSONView) -> Int {
    var members = JSONView(value, at: 0).elements
    var number = 1
    while members.next() != nil, let other = members.next(), other.index != value.index {
      number += 1
    }
    return number
  }

  /// Returns the beginning of the value of the member with this number, in text that is a JSON
  /// object. It is needed for a string with escapes: the tape has its characters, but not its
  /// offset.
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

  /// Returns the end of a string or number, in text that is JSON and continues after it.
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
    let by: String = try members.optional("by") ?? EventActor.owner
    guard let kind = EventKind(name: try members.required("event"))
    else { throw .unknownEvent }
    let condition: CommandCondition? = try members.optional("if")
    guard condition != CommandCondition() else { throw .wrongValue("if") }
    let request = try request(kind, &members, draw: draw)
    try members.finish()
    return Asked(id: id, command: Command(by: by, request), condition: condition)
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
    case .declare: return .declare(try members.read(DeclaredType.self))
    case .open, .origin, .importReceipt, .erase, .format, .revert, .erased:
      throw .wrongValue("event")
    }
  }
}

extension CommandCondition: Shaped {
  static func members<W: Way<Self>>(_ way: inout W) throws(W.Failure) -> Self {
    CommandCondition(
      head: try way.optional("head", \.head),
      unchanged: try way.optional("unchanged", \.unchanged))
  }
}

extension CommandCondition.UnchangedType: Shaped {
  static func members<W: Way<Self>>(_ way: inout W) throws(W.Failure) -> Self {
    CommandCondition.UnchangedType(
      try way.always("type", \.type), since: try way.always("since", \.since))
  }
}

/// The number of a line, a colon and its chain value.
extension ChangeAnchor: Formed {
  static var wire: WireValue { .text }
  static var blank: ChangeAnchor { .beginning }

  func write(to writer: inout JSONWriter) { writer.string("\(sequence):\(chain)") }

  static func read(_ value: JSONView, _ key: WireKey) throws(LineProblem) -> ChangeAnchor {
    let text = (value.text ?? "").map { $0 == ":" ? "-" : $0 }
    guard let anchor = ChangeAnchor(String(text)) else { throw .wrongValue(key) }
    return anchor
  }
}

extension RawSpan {
  /// Returns true if white space of JSON is at an offset.
  fileprivate func isWhiteSpace(_ index: Int) -> Bool {
    switch byte(index) {
    case 0x20, 0x09, 0x0A, 0x0D: true
    default: false
    }
  }
}

/// The most frequent kind of command: one sample to be saved, its keys in the order of a line and
/// without white space between them, read in place.
///
/// It extracts the parts that differ from one sample to the next; all else is `kept`: four
/// stretches of bytes. A command has the same meaning as an earlier one with the same stretches, if
/// the earlier one was read by `CommandCodec` and is `isCanonical`: then no key that differs from
/// command to command is part of a stretch.
package struct PlainCommand: Sendable {
  /// A time that is written as `Timestamp` describes itself.
  package struct Time: Sendable {
    package let value: Timestamp
    package let text: Range<Int>
  }

  /// The range of the `id`, quotes included; empty if there is none.
  package let identifier: Range<Int>
  /// Its uuid; nil where one is to be drawn.
  package let uuid: ObjectUUID?
  package let start: Time
  /// The time of its end; perhaps before its start.
  package let end: Time
  /// The time of its creation, if stated after its value.
  package let created: Time?
  /// The number of a quantity; nil for a category, whose value is kept.
  package let number: Double?
  /// The range of that number; empty for a category.
  package let value: Range<Int>
  /// The stretches that are the same in commands like this one.
  package let kept: InlineArray<4, Range<Int>>
  /// A hash of those stretches.
  package let hash: UInt64

  /// Reads the command; nil: it is laid out in another way, or writes a time in another.
  package init?(_ line: RawSpan) {
    var at = 0
    guard line.skip("{", at: &at), let identifier = Self.identifier(line, &at) else { return nil }
    var kept = InlineArray<4, Range<Int>>(repeating: 0..<0)
    var from = at
    guard let isQuantity = Self.kind(line, &at), let uuid = Self.uuid(line, &at, &from, &kept[0]),
      line.skip(Self.texts.type, at: &at), Self.toQuote(line, &at),
      line.skip(Self.texts.start, at: &at)
    else { return nil }
    kept[1] = from..<at
    guard let start = Self.time(line, &at), line.skip(Self.texts.end, at: &at),
      let end = Self.time(line, &at), line.skip(Self.texts.value, at: &at)
    else { return nil }
    from = at
    var number: Double?
    if isQuantity {
      guard let value = DecimalText.parse(line, at: &at) else { return nil }
      number = value
    }
    value = from..<at
    from = at
    if let offset = Self.created(line, from: at) {
      at = offset
      guard let time = Self.time(line, &at) else { return nil }
      kept[2] = from..<offset
      created = time
    } else {
      at = line.byteCount
      kept[2] = from..<at
      created = nil
    }
    kept[3] = at..<line.byteCount
    (self.identifier, self.uuid, self.start, self.end) = (identifier, uuid, start, end)
    var hash: UInt64 = 0
    for index in 0..<4 { hash = line.extracting(kept[index]).quickHash(hash) }
    (self.number, self.kept, self.hash) = (number, kept, hash)
  }

  /// Returns true if it has no other keys than a plain command has, each in its canonical position,
  /// and the time found as `created` is the sample's own.
  ///
  /// It is for a command that is to be learnt; for the same kept bytes, the answer is the same.
  package func isCanonical(in line: RawSpan) -> Bool {
    guard let tape = try? JSONTape(line) else { return false }
    let command = JSONView(tape, line)
    guard command.hasKeys(of: LineGrammar.command),
      var members = try? JSONMembers(command, named: "command"),
      var objects = members.take("objects")?.elements, let object = objects.next(),
      objects.isEmpty, object.hasKeys(of: LineGrammar.draft),
      var sample = try? JSONMembers(object, key: "objects")
    else { return false }
    guard let time = sample.take("created") else { return created == nil }
    return !time.node.isDecoded && Int(time.node.start) == created?.text.lowerBound
  }

  // MARK: Parts

  /// The texts before the sample, from the grammar.
  private struct Head: Sendable {
    let id, event, objects: BytePattern

    init(_ command: WireObject) {
      id = BytePattern(command.member("id").opening)
      event = BytePattern(
        command.member("event").opening + EventKind.save.name
          + command.text(from: "event", to: "by"))
      objects = BytePattern(
        command.text(from: "by", to: "objects") + "[{" + LineGrammar.draft.member("kind").opening)
    }
  }

  private static let head = Head(LineGrammar.command)
  private static let texts = SampleTexts(LineGrammar.draft)

  /// Reads the `id`: printable ASCII without escapes, or a whole number of up to 15 digits. Moves
  /// past it.
  private static func identifier(_ line: RawSpan, _ at: inout Int) -> Range<Int>? {
    guard line.skip(head.id, at: &at) else { return at..<at }
    let start = at
    if line.skip("\"", at: &at) {
      let (end, isASCII) = line.plainPart(from: at)
      guard isASCII, end - at <= 256, end < line.byteCount else { return nil }
      at = end
      guard line.skip("\"", at: &at) else { return nil }
    } else {
      while at < line.byteCount, line.digit(at) != nil { at += 1 }
      guard at > start, at - start <= 15, line.byte(start) != UInt8(ascii: "0") || at == start + 1
      else { return nil }
    }
    defer { at += 1 }
    return at < line.byteCount && line.byte(at) == UInt8(ascii: ",") ? start..<at : nil
  }

  /// Skips everything up to the sample's kind, and the kind; returns true if it is a quantity.
  private static func kind(_ line: RawSpan, _ at: inout Int) -> Bool? {
    guard line.skip(head.event, at: &at), toQuote(line, &at), line.skip(head.objects, at: &at)
    else { return nil }
    if line.skip(texts.quantity, at: &at) { return true }
    return line.skip(texts.category, at: &at) ? false : nil
  }

  /// Reads the uuid, if there is one; nil: something else is there. The bytes before it are kept.
  private static func uuid(
    _ line: RawSpan, _ at: inout Int, _ from: inout Int, _ kept: inout Range<Int>
  ) -> ObjectUUID?? {
    let hasUUID = line.skip(texts.uuid, at: &at)
    kept = from..<at
    from = at
    guard hasUUID else { return .some(nil) }
    guard let words = line.uuid(at: &at) else { return nil }
    from = at
    return line.skip("\",", at: &at) ? ObjectUUID(high: words.high, low: words.low) : nil
  }

  /// Moves to the end of a string without escapes.
  private static func toQuote(_ line: RawSpan, _ at: inout Int) -> Bool {
    at = line.plainPart(from: at).end
    return at < line.byteCount && line.byte(at) == UInt8(ascii: "\"")
  }

  /// Reads a time, if it is written as `Timestamp` would.
  private static func time(_ line: RawSpan, _ at: inout Int) -> Time? {
    let start = at
    guard let (microseconds, offset) = RFC3339.parse(line, at: &at) else { return nil }
    let fraction = at - start - (line.byte(at - 1) == UInt8(ascii: "Z") ? 20 : 25)
    let below = microseconds % 1_000_000
    let due = below == 0 ? 0 : below % 1_000 == 0 ? 4 : 7
    guard fraction == due, (line.byte(at - 1) == UInt8(ascii: "Z")) == (offset == 0)
    else { return nil }
    let value = Timestamp(
      instant: Instant(microseconds: microseconds), offsetMinutes: offset)
    return Time(value: value, text: start..<at)
  }

  /// Returns the position of the time in the first `created` after `start`.
  private static func created(_ line: RawSpan, from start: Int) -> Int? {
    let created = texts.created
    var at = start
    while let comma = line.firstIndex(of: UInt8(ascii: ","), from: at) {
      at = comma
      if line.skip(created, at: &at) { return at }
      at += 1
    }
    return nil
  }
}

extension JSONView {
  /// Returns true if the keys of an object are some of those of the grammar and have its order.
  fileprivate func hasKeys(of object: WireObject) -> Bool {
    var members = elements
    var keys = object.members[...]
    while let key = members.next(), members.next() != nil {
      keys = keys.drop { !key.equals($0.key.literal) }
      guard keys.popFirst() != nil else { return false }
    }
    return true
  }
}

/// An object with its source and device, as `append` takes it and with what only a line may hold.
package enum DraftText {
  /// Returns `{"kind":"quantity",…,"source":{"name":"Scale"}}`.
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

  /// Reads the output of `json`.
  package static func read(_ text: RawSpan) throws(LineProblem) -> Draft {
    let tape = try JSONTape(line: text)
    var members = try JSONMembers(JSONView(tape, text), named: "object")
    return try members.draft(keepsFields: true) { ObjectUUID(high: 0, low: 0) }
  }
}

/// The declaration of a type, as its line states it.
package enum DeclarationText {
  /// Returns `{"type":"org.example.sweat.rate","kind":"quantity",…}`.
  package static func json(_ type: DeclaredType) -> String {
    JSONWriter.objectText { $0.members(of: type) }
  }

  /// Reads the output of `json`.
  package static func read(_ text: RawSpan) throws(LineProblem) -> DeclaredType {
    let tape = try JSONTape(line: text)
    var members = try JSONMembers(JSONView(tape, text), named: "type")
    return try members.read(DeclaredType.self)
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
