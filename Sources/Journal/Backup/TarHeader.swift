/// The header of one file in a tar archive: POSIX's ustar, 512 bytes.
///
/// What is written names no user and has no mode but the files' own, 0600. A size of 8 GiB or more
/// is written as GNU tar, bsdtar and Python do, in base 256.
struct TarHeader: Hashable {
  /// Headers, and files filled up with zeros, come in blocks of this many bytes.
  static let block = 512

  /// The path in the archive.
  var name: String
  /// The size of the file in bytes.
  var size: UInt64
  /// What it is: `0` a file; anything else is passed over.
  var kind = UInt8(ascii: "0")

  /// How many bytes the file takes in the archive after the header.
  static func padded(_ size: UInt64) -> UInt64 {
    (size + UInt64(block) - 1) / UInt64(block) * UInt64(block)
  }

  private enum Field {
    static let name = 0..<100
    static let mode = 100..<108
    static let user = 108..<116
    static let group = 116..<124
    static let size = 124..<136
    static let time = 136..<148
    static let sum = 148..<156
    static let kind = 156
    static let magic = 257..<265
    static let prefix = 345..<500
  }

  // MARK: Writing

  /// The bytes; nil where the name is too long.
  ///
  /// - Parameter time: when the file was written, in seconds since 1970.
  func bytes(time: UInt64) -> [UInt8]? {
    guard name.utf8.count <= Field.name.count else { return nil }
    var bytes = [UInt8](repeating: 0, count: Self.block)
    func put(_ text: some Sequence<UInt8>, _ field: Range<Int>) {
      for (index, byte) in zip(field, text) { bytes[index] = byte }
    }
    put(name.utf8, Field.name)
    put(Self.octal(0o600, digits: 7), Field.mode)
    put(Self.octal(0, digits: 7), Field.user)
    put(Self.octal(0, digits: 7), Field.group)
    put(Self.number(size), Field.size)
    put(Self.number(time), Field.time)
    bytes[Field.kind] = kind
    put("ustar\u{0}00".utf8, Field.magic)
    put(Self.octal(Self.sum(bytes), digits: 6) + [0, UInt8(ascii: " ")], Field.sum)
    return bytes
  }

  private static func octal(_ number: UInt64, digits: Int) -> [UInt8] {
    let text = String(number, radix: 8)
    return Array((String(repeating: "0", count: max(digits - text.count, 0)) + text).utf8)
  }

  /// Eleven octal digits, else 12 bytes whose first bit is set.
  private static func number(_ number: UInt64) -> [UInt8] {
    if number < 1 << 33 { return octal(number, digits: 11) }
    return [0x80, 0, 0, 0]
      + (0..<8).reversed().map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
  }

  /// The sum of all bytes, those of the sum itself counted as spaces.
  private static func sum(_ bytes: [UInt8]) -> UInt64 {
    bytes.indices.reduce(0) { sum, index in
      sum + (Field.sum.contains(index) ? 32 : UInt64(bytes[index]))
    }
  }

  // MARK: Reading

  /// A header that is to be written.
  init(_ name: String, size: UInt64) { (self.name, self.size) = (name, size) }

  /// Reads a block; nil where it is no header.
  init?(_ block: [UInt8]) {
    guard block.count == Self.block, let sum = Self.number(block[Field.sum]),
      sum == Self.sum(block), let size = Self.number(block[Field.size])
    else { return nil }
    let prefix = block[Field.magic].starts(with: "ustar".utf8) ? Self.text(block[Field.prefix]) : ""
    let name = Self.text(block[Field.name])
    self.name = prefix.isEmpty ? name : prefix + "/" + name
    self.size = size
    kind = block[Field.kind] == 0 ? UInt8(ascii: "0") : block[Field.kind]
  }

  private static func text(_ field: ArraySlice<UInt8>) -> String {
    String(decoding: field.prefix { $0 != 0 }, as: UTF8.self)
  }

  /// Octal digits between spaces and NULs, or 12 bytes in base 256.
  private static func number(_ field: ArraySlice<UInt8>) -> UInt64? {
    if let first = field.first, first & 0x80 != 0 {
      guard first == 0x80, field.dropFirst().dropLast(8).allSatisfy({ $0 == 0 }) else { return nil }
      return field.suffix(8).reduce(0) { ($0 << 8) | UInt64($1) }
    }
    let digits = field.filter { $0 != 0 && $0 != UInt8(ascii: " ") }
    return UInt64(String(decoding: digits, as: UTF8.self), radix: 8)
  }
}

/// What an entry of an archive says of the file after it: its long name, as GNU tar writes it, or
/// any attributes (POSIX's pax).
struct TarAttributes {
  /// More bytes of it are not read: names of paths are shorter.
  static let most: UInt64 = 1 << 16

  private static let longName = UInt8(ascii: "L")
  private static let pax = UInt8(ascii: "x")

  private var name: String?
  private var size: UInt64?

  /// Whether an entry of this kind holds such.
  static func areMeant(by kind: UInt8) -> Bool { kind == longName || kind == pax }

  /// Takes what an entry holds.
  mutating func take(_ bytes: [UInt8], _ kind: UInt8) {
    if kind == Self.longName {
      name = String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      return
    }
    // Records as `27 path=a/events.ndjson` and a line feed, whose number counts all its bytes.
    var rest = bytes[...]
    while let blank = rest.firstIndex(of: UInt8(ascii: " ")),
      let count = Int(String(decoding: rest[..<blank], as: UTF8.self)),
      count > blank - rest.startIndex + 1, count <= rest.count
    {
      let record = rest[blank...].prefix(count - (blank - rest.startIndex)).dropFirst().dropLast()
      rest = rest.dropFirst(count)
      let value = String(
        decoding: record.drop { $0 != UInt8(ascii: "=") }.dropFirst(), as: UTF8.self)
      switch String(decoding: record.prefix { $0 != UInt8(ascii: "=") }, as: UTF8.self) {
      case "path": name = value
      case "size": size = UInt64(value)
      default: break
      }
    }
  }

  /// The header of the next file with what was said of it, which is used up then.
  mutating func applied(to header: TarHeader) -> TarHeader {
    guard !Self.areMeant(by: header.kind) else { return header }
    defer { self = TarAttributes() }
    var header = header
    header.name = name ?? header.name
    header.size = size ?? header.size
    return header
  }
}
