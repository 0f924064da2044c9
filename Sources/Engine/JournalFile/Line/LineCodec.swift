package import ByteTools
public import HealthEvents
public import HealthModel

/// Entries to lines and back. The fast path of a replay lives in HealthTables; this is the general
/// one, and what both must agree with.
package enum LineCodec {
  /// Writes the line of an entry, line feed included, after `writer`'s bytes.
  ///
  /// - Returns: the chain value after the line.
  package static func append(
    event: Event, by: String, sequence: UInt64, at: Instant, recorded: Recording? = nil,
    salt: Salt, after previous: Digest, to writer: inout JSONWriter
  ) -> Digest {
    let start = writer.bytes.count
    append(
      event: event, by: by, sequence: sequence, at: at, recorded: recorded, salt: salt,
      to: &writer)
    return Chain.seal(&writer.bytes, from: start, after: previous)
  }

  /// Writes the line of an entry, line feed included, for `Chain.seal` to fill in its chain value.
  static func append(
    event: Event, by: String, sequence: UInt64, at: Instant, recorded: Recording? = nil, salt: Salt,
    to writer: inout JSONWriter
  ) {
    entry((sequence, at, by), event, recorded, salt, to: &writer)
    writer.bytes.append(addingCapacity: JournalLimits.suffixBytes + 1) { $0.append(Chain.open) }
  }

  /// Writes a line up to its salt.
  private static func entry(
    _ head: (sequence: UInt64, at: Instant, by: String), _ event: Event, _ recorded: Recording?,
    _ salt: Salt, to writer: inout JSONWriter
  ) {
    writer.bytes.append(UInt8(ascii: "{"))
    writer.write("seq", head.sequence)
    writer.write("at", head.at)
    writer.write("by", head.by)
    writer.write("event", event.kind.name)
    writer.payload(event)
    if let recorded { writer.write("recorded", recorded) }
    writer.write("salt", HexText<24>(salt.text))
  }

  /// Writes what remains of a line from which something was erased, line feed included.
  ///
  /// - Parameters:
  ///   - entry: the line that stood there.
  ///   - event: what remains of its event.
  ///   - original: the digest of the line that stood there first.
  ///   - chain: the chain value that it had, and keeps.
  /// - Returns: the digest of the line as it is now, by which an `erase` vouches for it.
  package static func appendRewritten(
    _ entry: Entry, event: Event, salt: Salt, original: Digest, chain: Digest,
    to writer: inout JSONWriter
  ) -> Digest {
    let start = writer.bytes.count
    let head = (entry.sequence, entry.at, entry.by ?? "")
    self.entry(head, event, entry.recorded, salt, to: &writer)
    writer.write("digest", HexText<64>(original.hexText))
    let digest = Chain.digest(of: writer.bytes.rawBytes.extracting(start..<writer.bytes.count))
    writer.write("chain", HexText<64>(chain.hexText))
    writer.bytes.append(contentsOf: [UInt8(ascii: "}"), UInt8(ascii: "\n")])
    return digest
  }

  /// Writes what remains of an erased line, line feed included.
  ///
  /// - Parameters:
  ///   - digest: of the line that stood there.
  ///   - chain: the chain value that it had, and keeps.
  package static func appendErased(
    sequence: UInt64, at: Instant, digest: Digest, chain: Digest, to writer: inout JSONWriter
  ) {
    writer.object {
      $0.write("seq", sequence)
      $0.write("at", at)
      $0.write("event", EventKind.erased.name)
      $0.write("digest", HexText<64>(digest.hexText))
      $0.write("chain", HexText<64>(chain.hexText))
    }
    writer.bytes.append(UInt8(ascii: "\n"))
  }

  /// Reads any valid line, whatever its order and spacing. The chain value is not verified here.
  package static func decode(_ line: RawSpan) throws(LineProblem) -> Entry {
    guard line.byteCount <= JournalLimits.lineBytes else { throw .tooLong }
    guard Chain.stated(in: line) != nil else { throw .noChain }
    let tape = try JSONTape(line: line)
    var members = try JSONMembers(JSONView(tape, line), named: "line")
    let sequence: UInt64 = try members.required("seq")
    let at: Instant = try members.required("at")
    guard let kind = EventKind(name: try members.required("event"))
    else { throw .unknownEvent }
    _ = members.take("chain")
    guard (kind == .open) == (sequence == 1) else { throw .openMisplaced }
    let body = try self.body(kind, &members)
    let recorded: Recording? = kind.canComeAlong ? try members.optional("recorded") : nil
    let covered = line.extracting(0..<line.byteCount - JournalLimits.suffixBytes)
    var original: String?
    // With any other spelling, the chain would be computed as for a line from which nothing was
    // erased, without the digest that the line states.
    if kind == .erased {
      guard Chain.erasedDigest(in: covered) != nil else { throw .wrongValue("digest") }
    } else if kind.canBeErased, Chain.statedDigest(in: covered) != nil {
      original = try members.required("digest")
    }
    try members.finish()
    return Entry(
      sequence: sequence, at: at, body: body, original: original, recorded: recorded)
  }

  /// Returns the time when a line was recorded, without reading the content of a line in canonical
  /// order.
  package static func recordedAt(_ line: RawSpan) throws(LineProblem) -> Instant {
    var at = 0
    if line.skip("{\"seq\":", at: &at) {
      while at < line.byteCount, line.digit(at) != nil { at += 1 }
      if line.skip(",\"at\":\"", at: &at), let time = RFC3339.parse(line, at: &at) {
        return Instant(microseconds: time.microseconds)
      }
    }
    return try decode(line).at
  }

  private static func body(
    _ kind: EventKind, _ members: inout JSONMembers
  ) throws(LineProblem) -> Entry.Body {
    guard let event = try members.payload(kind) else {
      let digest: HexText<64> = try members.required("digest")
      return .erased(digest: digest.text)
    }
    let by: String = try members.required("by")
    guard let salt = members.take("salt") else { throw .missing("salt") }
    guard Salt.isValid(salt.characters) else { throw .wrongValue("salt") }
    return .event(event, by: by)
  }

  /// Returns `2026-11-20T07:12:03.481Z`: always three digits of fraction.
  package static func millisecondText(_ at: Instant) -> String {
    .written { bytes in bytes.append(addingCapacity: 40) { $0.append(milliseconds: at) } }
  }
}

/// Twelve random bytes on every line, which keep an erased line's content from being guessed.
package struct Salt: Hashable, Sendable {
  /// The first eight bytes.
  let first: UInt64
  /// The last four bytes.
  let second: UInt32

  /// Creates the salt from 96 of these 128 random bits.
  package init(random: (UInt64, UInt64)) {
    first = random.0
    second = UInt32(random.1 >> 32)
  }

  /// The text: 24 lower-case hex digits.
  package var text: String {
    .written { bytes in
      bytes.append(addingCapacity: 24) { output in
        output.append(hex: first)
        output.append(word: Hex.digits(second, letters: Hex.lower))
      }
    }
  }

  static func isValid(_ text: RawSpan) -> Bool {
    guard text.byteCount == 24 else { return false }
    return Hex.areDigits(SIMD4(text.word(0), text.word(8), text.word(16), text.word(16)))
  }
}

extension JSONTape {
  init(line: RawSpan) throws(LineProblem) {
    do {
      try self.init(line)
    } catch {
      throw .notJSON(error.problem.rawValue, offset: error.offset)
    }
  }
}

/// A line's envelope and what is in it.
public struct Entry: Hashable, Sendable {
  /// The line's number, from 1.
  public var sequence: UInt64
  /// The time of its recording, in whole milliseconds.
  public var at: Instant
  /// The content of the line.
  public var body: Body
  /// The digest of the original line, if something was erased from it; nil: it is unchanged.
  public var original: String?
  /// The line of another journal that recorded the event first; nil: this one did.
  public var recorded: Recording?

  /// The inside of a line.
  public enum Body: Hashable, Sendable {
    /// An event, and who asked for it.
    case event(Event, by: String)
    /// The line was erased; its digest keeps the chain whole.
    case erased(digest: String)
  }

  /// Creates an entry of this body.
  public init(
    sequence: UInt64, at: Instant, body: Body, original: String? = nil,
    recorded: Recording? = nil
  ) {
    self.sequence = sequence
    self.at = at
    self.body = body
    self.original = original
    self.recorded = recorded
  }

  /// Its event, unless it was erased.
  public var event: Event? {
    guard case .event(let event, _) = body else { return nil }
    return event
  }

  /// The author of the request, unless it was erased.
  public var by: String? {
    guard case .event(_, let by) = body else { return nil }
    return by
  }

  /// The kind of the line.
  public var kind: EventKind { event?.kind ?? .erased }

  /// The source whose rights the event needs: the owner's if it came with another journal, because
  /// the owner brought it here.
  public var asker: String? { recorded == nil ? by : EventActor.owner }

  /// The least format in which the line can be written.
  public var leastFormat: Int { max(event?.leastFormat ?? 1, recorded == nil ? 1 : 2) }
}

/// The check that the writer writes nothing that the reader refuses: such a line, once
/// acknowledged, would be damage that no recovery may cut.
///
/// Samples are checked value by value while they are written; any other content of a line is rare
/// and read back.
enum WritingCheck {
  /// Refuses a line with content that no reader accepts: numbers that are not finite, years beyond
  /// four digits, counts below zero.
  ///
  /// - Parameters:
  ///   - fault: the fault that was noted when the line was written.
  ///   - line: the line of the event, without its line feed.
  static func check(
    _ event: Event, _ line: RawSpan, noting fault: JSONWriter.Fault?
  ) throws(LineProblem) {
    if case .member(let key)? = fault { throw .wrongValue(key: key) }
    switch event {
    case .save(let save):
      if save.objects.isEmpty { throw .wrongValue("objects") }
      if save.objects.allSatisfy({ isPlain($0) }) { return }
    case .open(let opening): if opening.format < 1 { throw .wrongValue("format") }
    case .origin, .delete, .authorize, .configure, .declare, .importReceipt, .erase, .format,
      .revert:
      break
    }
    _ = try LineCodec.decode(line)
  }

  private static func isPlain(_ object: HealthObject) -> Bool {
    switch object.content {
    case .quantity, .category, .correlation: object.fields.isEmpty
    case .workout, .characteristic, .summary, .document: false
    }
  }
}
