import ByteTools

/// The end of the last complete line of a file, as it was at one moment, and the bytes before it: a
/// chain value and a line feed, where all is well.
///
/// As long as that chain value is there, every byte before it is what it was: salts are random, so
/// a line that was replaced by another one never comes back. So a reader without a lock takes a
/// mark first, reads up to it, and then asks whether the mark still stands.
struct LineMark: Sendable {
  /// The offset after the line feed of the last complete line; the size where there is none near.
  private(set) var end: UInt64
  /// The size of the file.
  private(set) var size: UInt64
  private var ending: [UInt8] = []

  /// How many bytes are searched at a time for the last line feed.
  private static let window: UInt64 = 1 << 16
  /// How many times a mark is taken at most, in a file that changes meanwhile.
  private static let attempts = 10

  /// The mark of a file as it stands.
  init(_ file: OpenFile, on system: any FileSystem) throws(SystemFailure) {
    size = try system.size(of: file)
    end = size
    ending = try Self.ending(end, of: file, on: system)
    if ending.last == UInt8(ascii: "\n"),
      Chain.stated(in: ending.rawBytes.extracting(droppingLast: 1)) != nil
    {
      return
    }
    // A line is being written, or lines are being taken back: the mark counts when two looks in a
    // row find the same.
    for _ in 0..<Self.attempts {
      let before = (end, ending)
      size = try system.size(of: file)
      end = try Self.lastLineEnd(in: file, size: size, on: system)
      ending = try Self.ending(end, of: file, on: system)
      if before == (end, ending) { return }
    }
  }

  /// Whether no line of those before it has been taken back.
  func stands(in file: OpenFile, on system: any FileSystem) throws(SystemFailure) -> Bool {
    try Self.ending(end, of: file, on: system) == ending
  }

  /// The bytes of a line's end, fewer at the beginning of the file.
  private static func ending(
    _ end: UInt64, of file: OpenFile, on system: any FileSystem
  ) throws(SystemFailure) -> [UInt8] {
    let start = end - min(end, UInt64(JournalLimits.suffixBytes) + 2)
    return try system.bytes(of: file, from: start, to: end)
  }

  /// The offset after the last line feed. Where more bytes than a line may have follow it, it is
  /// the size: then the scan judges all of them.
  private static func lastLineEnd(
    in file: OpenFile, size: UInt64, on system: any FileSystem
  ) throws(SystemFailure) -> UInt64 {
    var end = size
    while end > 0, size - end <= UInt64(JournalLimits.lineBytes) {
      let start = end - min(end, window)
      let bytes = try system.bytes(of: file, from: start, to: end)
      if let feed = bytes.lastIndex(of: UInt8(ascii: "\n")) { return start + UInt64(feed) + 1 }
      end = start
    }
    return end == 0 ? 0 : size
  }
}
