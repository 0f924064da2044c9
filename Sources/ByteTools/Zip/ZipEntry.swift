/// A file in a zip archive, as the directory of the archive describes it.
package struct ZipEntry: Sendable {
  /// The name as it is in the archive. It is untrusted text, not a path to open or write.
  package let nameBytes: [UInt8]
  /// The name: UTF-8 where it is that or says so, else the IBM PC's code page 437.
  package let name: String
  /// How it was compressed: 0 is not at all, 8 is deflating.
  package let method: UInt16
  /// How many bytes it takes in the archive.
  package let compressedSize: UInt64
  /// How many bytes it holds.
  package let size: UInt64
  /// The CRC-32 of what it holds.
  package let checksum: UInt32
  /// Whether a password is needed.
  package let isEncrypted: Bool

  /// Where its header begins.
  let offset: UInt64
  /// Where the next thing of the archive begins; set when all entries are known.
  var end: UInt64 = 0

  /// The earliest offset at which the file can end, by the sizes of its header, name and compressed
  /// bytes; nil where that overflows.
  var leastEnd: UInt64? {
    let (end, overflows) = offset.addingReportingOverflow(compressedSize)
    let header = UInt64(LocalHeader.size + nameBytes.count)
    return overflows || end > .max - header ? nil : end + header
  }
}

/// The fixed part of the header that stands in front of a file.
enum LocalHeader {
  static let size = 30
  static let signature: UInt64 = 0x0403_4B50
}

extension ZipEntry {
  /// The fixed part of an entry of the directory.
  static let fixedSize = 46
  static let signature: UInt64 = 0x0201_4B50

  /// Reads the entry of a directory that begins at a position, and moves past it.
  init(_ directory: RawSpan, at position: inout Int) throws(ZipError) {
    let start = position
    guard directory.byteCount - start >= Self.fixedSize,
      directory.number(start, 4) == Self.signature
    else { throw .damaged }
    let flags = directory.number(start + 8, 2)
    let nameEnd = start + Self.fixedSize + Int(directory.number(start + 28, 2))
    let extraEnd = nameEnd + Int(directory.number(start + 30, 2))
    position = extraEnd + Int(directory.number(start + 32, 2))
    guard position <= directory.byteCount else { throw .damaged }

    var long = LongFields(directory.extracting(nameEnd..<extraEnd))
    size = try long.value(directory.number(start + 24, 4), 4)
    compressedSize = try long.value(directory.number(start + 20, 4), 4)
    offset = try long.value(directory.number(start + 42, 4), 4)
    guard try long.value(directory.number(start + 34, 2), 2) == 0 else { throw .split }

    method = UInt16(directory.number(start + 10, 2))
    checksum = UInt32(directory.number(start + 16, 4))
    // Bit 0: encrypted; bit 6: strongly; bit 13: so are the headers. Bit 11: the name is UTF-8.
    isEncrypted = flags & 0x2041 != 0
    nameBytes = directory.extracting(start + Self.fixedSize..<nameEnd).array
    name = Self.text(nameBytes, isUTF8: flags & 0x800 != 0)
  }

  private static func text(_ bytes: [UInt8], isUTF8: Bool) -> String {
    if isUTF8 || bytes.rawBytes.isUTF8 { return bytes.rawBytes.text() }
    return String(
      String.UnicodeScalarView(
        bytes.map { $0 < 0x80 ? Unicode.Scalar($0) : upperHalf[Int($0) - 0x80] }))
  }

  /// Code page 437 from 0x80 on.
  private static let upperHalf = Array(
    """
    ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀\
    αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u{A0}
    """.unicodeScalars)
}

/// Numbers that do not fit into zip's original fields: where all bits of such a field are set, its
/// value is in the zip64 extra field, in the order of the fields.
private struct LongFields: ~Escapable {
  private let field: RawSpan
  private var at = 0

  @_lifetime(copy extra)
  init(_ extra: RawSpan) {
    var start = 0
    while extra.byteCount - start >= 4 {
      let end = start + 4 + Int(extra.number(start + 2, 2))
      guard end <= extra.byteCount else { break }
      if extra.number(start, 2) == 1 {
        field = extra.extracting(start + 4..<end)
        return
      }
      start = end
    }
    field = extra.extracting(0..<0)
  }

  /// The value of a field of two or four bytes.
  mutating func value(_ short: UInt64, _ width: Int) throws(ZipError) -> UInt64 {
    guard short == (1 << UInt64(width * 8)) - 1 else { return short }
    // Sizes and offsets take eight bytes there, volumes four. Without a field, all bits set is the
    // value.
    guard field.byteCount > 0 else { return short }
    guard field.byteCount - at >= width * 2 else { throw .damaged }
    defer { at += width * 2 }
    return field.number(at, width * 2)
  }
}

extension RawSpan {
  /// A number of this many bytes, the lowest first.
  func number(_ offset: Int, _ width: Int) -> UInt64 {
    var number: UInt64 = 0
    for index in (offset..<offset + width).reversed() {
      number = (number << 8) | UInt64(byte(index))
    }
    return number
  }
}
