/// What a TZif file says, checked: transitions, offsets and the rule that follows them.
///
/// Source: RFC 9636, versions 1 to 4. Abbreviations, daylight flags and the standard/UT
/// indicators are skipped: nothing here shows or needs them.
struct TZifFile {
  /// The offset before the first transition, seconds east of UTC.
  private(set) var initial: Int32 = 0
  /// Seconds since 1970-01-01T00:00:00Z, ascending.
  private(set) var transitions: [Int64] = []
  /// The offset from each transition on, seconds east of UTC.
  private(set) var offsets: [Int32] = []
  /// The rule for times after the last transition, or for all when there is none.
  private(set) var rule: PosixRule?

  /// The offsets that RFC 9636 §3.2 allows, seconds east of UTC.
  static let validOffsets: ClosedRange<Int64> = -89_999...93_599

  /// Reads a whole file.
  init(_ bytes: [UInt8]) throws(ZoneProblem) {
    var reader = TZifReader(bytes)
    let first = try TZifHeader(&reader)
    guard first.version > 0 else {
      try readBlock(first, timeSize: 4, from: &reader)
      return
    }
    // Programs from before version 2 read this block; it says less than the next.
    try reader.skip(first.blockSize(timeSize: 4))
    let second = try TZifHeader(&reader)
    try readBlock(second, timeSize: 8, from: &reader)
    try readFooter(from: &reader)
  }

  /// Reads a data block; a time takes 4 bytes in version 1 and 8 later.
  private mutating func readBlock(
    _ header: TZifHeader, timeSize: Int, from reader: inout TZifReader
  ) throws(ZoneProblem) {
    guard header.leapCount == 0 else { throw .leapSeconds }
    try reader.require(header.blockSize(timeSize: timeSize))
    transitions.reserveCapacity(header.timeCount)
    for index in 0..<header.timeCount {
      let time = try timeSize == 4 ? Int64(reader.int32()) : reader.int64()
      if let last = transitions.last, time <= last { throw .unorderedTransition(index) }
      transitions.append(time)
    }
    let types = try reader.bytes(header.timeCount)
    let known = try readTypes(header.typeCount, from: &reader)
    offsets.reserveCapacity(header.timeCount)
    for (index, type) in types.enumerated() {
      guard Int(type) < known.count else { throw .unknownType(transition: index) }
      offsets.append(known[Int(type)])
    }
    initial = known[0]
    try reader.skip(header.charCount + header.standardCount + header.universalCount)
  }

  /// Reads the local time types' offsets: four bytes each, then two that are not needed.
  private func readTypes(
    _ count: Int, from reader: inout TZifReader
  ) throws(ZoneProblem) -> [Int32] {
    var known: [Int32] = []
    for _ in 0..<count {
      let offset = try reader.int32()
      guard Self.validOffsets.contains(Int64(offset)) else {
        throw .offsetOutOfRange(Int(offset))
      }
      known.append(offset)
      try reader.skip(2)
    }
    return known
  }

  /// Reads the TZ string between two line feeds; an empty one says nothing of the future.
  private mutating func readFooter(from reader: inout TZifReader) throws(ZoneProblem) {
    let text = try reader.line()
    guard !text.isEmpty else { return }
    guard let rule = PosixRule(text) else {
      throw .invalidFooter(String(decoding: text.prefix(64), as: UTF8.self))
    }
    for offset in [rule.standard, rule.daylight?.offset ?? rule.standard] {
      guard Self.validOffsets.contains(offset) else { throw .offsetOutOfRange(Int(offset)) }
    }
    self.rule = rule
  }
}

/// The 44 bytes before a data block. Source: RFC 9636 §3.1.
private struct TZifHeader {
  /// 0 for version 1, else the ASCII digit.
  let version: UInt8
  let universalCount: Int
  let standardCount: Int
  let leapCount: Int
  let timeCount: Int
  let typeCount: Int
  let charCount: Int

  init(_ reader: inout TZifReader) throws(ZoneProblem) {
    let start = reader.position
    guard reader.starts(with: "TZif") else { throw .notTZif }
    try reader.require(44)
    try reader.skip(4)
    version = try reader.bytes(1).first ?? 0
    guard version == 0 || (UInt8(ascii: "2")...UInt8(ascii: "4")).contains(version) else {
      throw .unsupportedVersion(version)
    }
    try reader.skip(15)
    universalCount = try reader.count()
    standardCount = try reader.count()
    leapCount = try reader.count()
    timeCount = try reader.count()
    typeCount = try reader.count()
    charCount = try reader.count()
    guard (1...256).contains(typeCount), charCount > 0,
      universalCount == 0 || universalCount == typeCount,
      standardCount == 0 || standardCount == typeCount
    else { throw .invalidHeader(at: start) }
  }

  /// The length of the data block in bytes.
  func blockSize(timeSize: Int) -> Int {
    timeCount * (timeSize + 1) + typeCount * 6 + charCount + leapCount * (timeSize + 4)
      + standardCount + universalCount
  }
}

/// Reads big-endian numbers from the front of a file and never beyond its end.
private struct TZifReader {
  private let file: [UInt8]
  private(set) var position = 0

  init(_ file: [UInt8]) { self.file = file }

  /// Whether the next bytes are these.
  func starts(with text: String) -> Bool {
    file[position...].starts(with: text.utf8)
  }

  /// Throws unless this many bytes are left.
  func require(_ count: Int) throws(ZoneProblem) {
    guard count <= file.count - position else { throw .truncated(at: file.count) }
  }

  mutating func skip(_ count: Int) throws(ZoneProblem) {
    try require(count)
    position += count
  }

  mutating func bytes(_ count: Int) throws(ZoneProblem) -> ArraySlice<UInt8> {
    try skip(count)
    return file[position - count..<position]
  }

  mutating func int32() throws(ZoneProblem) -> Int32 {
    try skip(4)
    let at = position - 4
    let high = (UInt32(file[at]) << 24) | (UInt32(file[at + 1]) << 16)
    return Int32(bitPattern: high | (UInt32(file[at + 2]) << 8) | UInt32(file[at + 3]))
  }

  mutating func int64() throws(ZoneProblem) -> Int64 {
    try require(8)
    let high = try int32()
    return (Int64(high) << 32) | Int64(UInt32(bitPattern: try int32()))
  }

  mutating func count() throws(ZoneProblem) -> Int {
    Int(UInt32(bitPattern: try int32()))
  }

  /// The bytes between a line feed, which must be next, and the one after it.
  mutating func line() throws(ZoneProblem) -> ArraySlice<UInt8> {
    let lineFeed = UInt8(ascii: "\n")
    guard let first = try bytes(1).first, first == lineFeed else {
      throw .truncated(at: position - 1)
    }
    let text = file[position...].prefix { $0 != lineFeed }
    try skip(text.count + 1)
    return text
  }
}
