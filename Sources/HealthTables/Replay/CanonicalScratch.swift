import ByteTools
import HealthModel

/// What the fast path remembers from line to line.
struct CanonicalScratch: Sendable {
  /// Sample contexts that came lately and their numbers, each at the index that its bits give it.
  var contexts = [Seen](repeating: Seen(), count: 256)
  /// The date and the offset of the times that were read last.
  var times = RecentTimes()
  /// The keys of metadata that have come.
  var keys = MetadataKeys()
  /// Who asked, between the time of the line and the first object.
  var actors = TokenCache<UInt32>(keys: (8, 16, 24))
  /// What the line that is being read deletes.
  var deleted: [ObjectUUID] = []
  /// The type of an object, between its uuid and its start: after the 24 bytes that most begin
  /// with.
  var types = TokenCache<UInt32>(keys: (12, 34, 42))
  /// What stands between the value of a quantity and the moment when it was made.
  var makings = TokenCache<Making>(keys: (8, 16, 24))

  /// The unit of an object, the line that says where it comes from, 0: none, and whether the moment
  /// follows when it was made.
  struct Making: Sendable {
    var unit = SampleRow.none
    var origin: UInt64 = 0
    var isDated = false
  }

  /// What a line said of a sample's context, and its number. None at first.
  struct Seen: Sendable {
    var provenance = Provenance(actor: .max, origin: .max)
    var common = SampleContext(provenance: 0, unit: 0, zone: 0, startOffset: 0, endOffset: 0)
    var number: UInt32 = 0
  }
}

/// Keys of metadata, each found by a look at its bytes, and what they mean to a row.
struct MetadataKeys: Sendable {
  /// What a key means to a row.
  enum Role: Sendable {
    /// Nothing.
    case other
    /// Whether a person typed the value in.
    case userEntered
    /// The time zone.
    case zone
    /// A newer version replaces older ones: the general path knows how.
    case sync
  }

  /// Journals have a few dozen. Those beyond are left to the general path.
  private static let limit: UInt32 = 256
  private var names = NameTable()
  private var roles: [Role] = []

  /// The number of the key that a quote ends; moves past the quote. Nil where it is not plain
  /// ASCII: keys that are equal as text need not be so as bytes.
  @inline(__always)
  mutating func number(in line: RawSpan, at position: inout Int) -> UInt32? {
    names.number(in: line, at: &position) ?? new(in: line, at: &position)
  }

  func role(_ key: UInt32) -> Role { roles[Int(key)] }

  private mutating func new(in line: RawSpan, at position: inout Int) -> UInt32? {
    guard roles.count < Self.limit, let text = CanonicalText.plain(line, &position), text.isASCII
    else { return nil }
    let name = line.text(text.range)
    roles.append(Self.role(of: name))
    return names.intern(name)
  }

  private static func role(of name: String) -> Role {
    switch name {
    case MetadataName.wasUserEntered: .userEntered
    case MetadataName.timeZone: .zone
    case MetadataName.syncIdentifier: .sync
    default: .other
    }
  }
}

/// Strings as the fast path takes them.
enum CanonicalText {
  /// The range of a string without escapes and control characters, valid UTF-8, up to its quote;
  /// moves past the quote.
  static func plain(
    _ line: RawSpan, _ at: inout Int
  ) -> (range: Range<Int>, isASCII: Bool)? {
    let start = at
    let (end, isASCII) = line.plainPart(from: start)
    guard end < line.byteCount, line.byte(end) == UInt8(ascii: "\""),
      end - start <= JSONParser.stringLimit,
      isASCII || line.extracting(start..<end).isUTF8
    else { return nil }
    at = end + 1
    return (start..<end, isASCII)
  }
}
