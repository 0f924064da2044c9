import ByteTools

/// What stands after the last good line of a journal: bytes that were never acknowledged, or
/// damage.
struct JournalEnding {
  let file: OpenFile
  let system: any FileSystem
  /// The part that is known to be on the disk; nil: nothing is known.
  let durable: DurablePart?

  /// Tells what follows an offset.
  ///
  /// - Parameters:
  ///   - offset: the offset after the last good line.
  ///   - end: the size of the file.
  ///   - problem: what is wrong with the line there, as far as that is known.
  func tail(
    after offset: UInt64, to end: UInt64, _ problem: LineProblem?
  ) throws -> JournalScan.Tail {
    if let durable, end < durable.offset, offset == end {
      return .damaged(.cutBack(last: durable.sequence))
    }
    if let durable, offset >= durable.offset,
      try !durable.stands(in: file, on: system, size: end)
    {
      return .damaged(.replaced(last: durable.sequence))
    }
    guard offset < end else { return .clean }
    return try isTorn(from: offset, to: end)
      ? .torn(bytes: end - offset) : .damaged(problem ?? .notJSON("is no line", offset: 0))
  }

  private func isTorn(from offset: UInt64, to end: UInt64) throws -> Bool {
    if let durable {
      if offset < durable.offset { return false }
      if durable.canHaveHolesAfter { return true }
    }
    if try lostPage(from: offset, to: end) { return true }
    return try !holdsCompleteLine(from: offset, to: end)
  }

  /// The smallest part of a page that a disk writes or loses.
  private static let blockBytes: UInt64 = 512

  /// Whether the bytes are those of one small commit of which the disk has not taken a page: zeros
  /// up to where a block begins, and whole lines after them perhaps; or zeros from there to the
  /// end.
  ///
  /// Zeros in a page that was acknowledged begin where the page does, and so within a line.
  private func lostPage(from offset: UInt64, to end: UInt64) throws -> Bool {
    guard end - offset <= UInt64(DurablePart.mostUnmarked) else { return false }
    let bytes = try system.bytes(of: file, from: offset, to: end)
    let zerosBefore = UInt64(bytes.prefix { $0 == 0 }.count)
    if zerosBefore > 0, (offset + zerosBefore).isMultiple(of: Self.blockBytes) { return true }
    let zerosAfter = UInt64(bytes.reversed().prefix { $0 == 0 }.count)
    let lastBlock = (end - 1) / Self.blockBytes * Self.blockBytes
    guard zerosAfter > 0, lastBlock >= end - zerosAfter else { return false }
    return try !holdsCompleteLine(from: offset, to: end - zerosAfter)
  }

  /// Whether any line from `offset` on was written to its end. Such a line may have been
  /// acknowledged, so its bytes are never cut away.
  private func holdsCompleteLine(from offset: UInt64, to end: UInt64) throws -> Bool {
    var found = false
    var reader = LineReader(file, on: system, from: offset, to: end)
    let stop = try reader.forEachLine { line, _ in
      found = Self.isComplete(line)
      return !found
    }
    if found { return true }
    // More bytes than a line may have: no writer leaves them after what is known to be on the
    // disk.
    if stop.tooLong { return durable == nil }
    return try isWholeBeforeLastByte(from: stop.end, to: end)
  }

  /// Whether bytes without a line feed are a good line and one byte more. A write stops at a line
  /// feed or before it, so that byte is a feed that was damaged.
  private func isWholeBeforeLastByte(from start: UInt64, to end: UInt64) throws -> Bool {
    guard end - start <= UInt64(JournalLimits.lineBytes) + 1, end > start else { return false }
    let bytes = try system.bytes(of: file, from: start, to: end)
    guard bytes.count == Int(end - start) else { return false }
    let line = bytes.rawBytes.extracting(0..<bytes.count - 1)
    guard Chain.stated(in: line) != nil else { return false }
    return (try? LineCodec.decode(line)) != nil
  }

  /// Whether a line that ends in a line feed was once whole, whatever happened to its bytes since:
  /// it ends in a chain value, or it begins as lines do and still holds a part of such an end.
  private static func isComplete(_ line: RawSpan) -> Bool {
    if Chain.stated(in: line) != nil { return true }
    var start = 0
    guard line.skip("{\"seq\":", at: &start) else { return false }
    var end = line.byteCount - 2
    if line.skip("\"}", at: &end) { return true }
    let tail = max(line.byteCount - JournalLimits.suffixBytes - 2, 0)..<line.byteCount
    return tail.contains { offset in
      var offset = offset
      return line.skip("\"chain\":\"", at: &offset)
    }
  }
}
