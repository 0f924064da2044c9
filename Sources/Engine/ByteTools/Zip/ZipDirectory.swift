/// The headers and the directory of a zip archive that is being written: a header in front of each,
/// and at the end the directory of all (PKWARE's APPNOTE 6.3, with zip64 where numbers need it).
///
///     var directory = ZipDirectory()
///     archive += directory.add("export.xml", size: 5, checksum: sum)   // and then the five bytes
///     archive += directory.end
///
/// Files are stored uncompressed. Each has the first day that zip knows, in 1980: the same files
/// give the same bytes.
package struct ZipDirectory {
  /// The version: 2.0, or 4.5 for zip64.
  private static let version: (usual: UInt64, long: UInt64) = (20, 45)
  /// The value of a number of four bytes whose true value is elsewhere, in eight.
  private static let elsewhere: UInt64 = 0xFFFF_FFFF
  private static let elsewhereShort: UInt64 = 0xFFFF
  private static let isUTF8: UInt64 = 0x800
  /// The date: 1 January 1980.
  private static let date: UInt64 = 0x21
  /// Unix, and a plain file with mode 0600.
  private static let (unix, mode): (UInt64, UInt64) = (3, 0o100600)

  private var offset: UInt64 = 0
  private var count: UInt64 = 0
  private var entries: [UInt8] = []

  /// Creates the directory of no file.
  package init() {}

  /// Adds a file of this many bytes.
  ///
  /// - Parameters:
  ///   - name: its path in the archive, of at most 65,535 bytes.
  ///   - checksum: the CRC-32 of its bytes.
  /// - Returns: the header in front of them.
  package mutating func add(_ name: String, size: UInt64, checksum: UInt32) -> [UInt8] {
    let isLong = size >= Self.elsewhere
    let isFar = offset >= Self.elsewhere
    let version = isLong || isFar ? Self.version.long : Self.version.usual
    var common: [UInt8] = []
    common.put(version, 2)
    common.put(Self.isUTF8, 2)
    common.put(0, 4)  // Stored as it is, at midnight.
    common.put(Self.date, 2)
    common.put(UInt64(checksum), 4)
    for _ in 0..<2 { common.put(isLong ? Self.elsewhere : size, 4) }
    common.put(UInt64(name.utf8.count), 2)
    let sizes = isLong ? [size, size] : []

    var header: [UInt8] = []
    header.put(LocalHeader.signature, 4)
    header += common
    let long = Self.extra(sizes)
    header.put(UInt64(long.count), 2)
    header += Array(name.utf8) + long

    let all = Self.extra(sizes + (isFar ? [offset] : []))
    entries.put(ZipEntry.signature, 4)
    entries.put((Self.unix << 8) | version, 2)
    entries += common
    entries.put(UInt64(all.count), 2)
    entries.put(0, 6)  // No remark, in the first volume, nothing known of its inside.
    entries.put(Self.mode << 16, 4)
    entries.put(isFar ? Self.elsewhere : offset, 4)
    entries += Array(name.utf8) + all

    offset += UInt64(header.count) + size
    count += 1
    return header
  }

  /// Returns the zip64 field with these numbers; nothing if there are none.
  private static func extra(_ numbers: [UInt64]) -> [UInt8] {
    guard !numbers.isEmpty else { return [] }
    var field: [UInt8] = []
    field.put(1, 2)
    field.put(UInt64(numbers.count * 8), 2)
    for number in numbers { field.put(number, 8) }
    return field
  }

  /// The bytes after all files.
  package var end: [UInt8] {
    let size = UInt64(entries.count)
    var bytes = entries
    let isLong = count >= Self.elsewhereShort || max(offset, size) >= Self.elsewhere
    if isLong { putLong(size, &bytes) }
    bytes.put(ZipEnd.signature, 4)
    bytes.put(0, 4)
    for _ in 0..<2 { bytes.put(isLong ? Self.elsewhereShort : count, 2) }
    bytes.put(isLong ? Self.elsewhere : size, 4)
    bytes.put(isLong ? Self.elsewhere : offset, 4)
    bytes.put(0, 2)
    return bytes
  }

  private func putLong(_ size: UInt64, _ bytes: inout [UInt8]) {
    let place = offset + size
    bytes.put(ZipEnd.longSignature, 4)
    bytes.put(UInt64(ZipEnd.longSize - 12), 8)
    bytes.put((Self.unix << 8) | Self.version.long, 2)
    bytes.put(Self.version.long, 2)
    bytes.put(0, 8)
    for number in [count, count, size, offset] { bytes.put(number, 8) }
    bytes.put(ZipEnd.locatorSignature, 4)
    bytes.put(0, 4)
    bytes.put(place, 8)
    bytes.put(1, 4)
  }
}

extension [UInt8] {
  /// Appends a number in this many bytes, the lowest first.
  fileprivate mutating func put(_ number: UInt64, _ width: Int) {
    for index in 0..<width { append(UInt8(truncatingIfNeeded: number >> UInt64(index * 8))) }
  }
}
