/// Characters that belong in no text: U+0000 to U+001F beside tab, line feed and carriage return,
/// U+007F, and U+0080 to U+009F.
package enum ControlCharacters {
  /// How many stand in UTF-8.
  package static func count(in bytes: RawSpan) -> Int {
    var count = 0
    forEach(in: bytes) { _ in count += 1 }
    return count
  }

  /// UTF-8 without them.
  package static func removed(from bytes: RawSpan) -> [UInt8] {
    var kept: [UInt8] = []
    var end = 0
    forEach(in: bytes) { range in
      kept.append(contentsOf: bytes.extracting(end..<range.lowerBound))
      end = range.upperBound
    }
    kept.append(contentsOf: bytes.extracting(end...))
    return kept
  }

  /// Calls `body` with the range of each. Where there is none, it moves on by eight bytes.
  @inline(__always)
  private static func forEach(in bytes: RawSpan, _ body: (Range<Int>) -> Void) {
    var at = 0
    while at < bytes.byteCount {
      // The last word overlaps the one before it.
      let last = bytes.byteCount &- 8
      if at > last, last >= 0, !mayHold(bytes.word(last)) { return }
      if at &+ 8 <= bytes.byteCount, !mayHold(bytes.word(at)) {
        at &+= 8
        continue
      }
      let limit = min(at &+ 8, bytes.byteCount)
      while at < limit {
        let length = length(bytes, at)
        if length > 0 { body(at..<at &+ length) }
        at &+= max(length, 1)
      }
    }
  }

  /// How many bytes the control character at an offset has; 0: another character is there.
  private static func length(_ bytes: RawSpan, _ at: Int) -> Int {
    switch bytes.byte(at) {
    case 0x09, 0x0A, 0x0D: return 0
    case 0..<0x20, 0x7F: return 1
    case 0xC2:
      let next = at &+ 1
      return next < bytes.byteCount && 0x80..<0xA0 ~= bytes.byte(next) ? 2 : 0
    default: return 0
    }
  }

  /// Whether one of eight bytes may be a part of a control character.
  @inline(__always)
  private static func mayHold(_ word: UInt64) -> Bool {
    let ones = XMLScanner.ones
    let small = (word &- (ones &* 0x20)) & ~word & (ones &* 0x80)
    let deletes = XMLScanner.zeroBytes(word ^ (ones &* 0x7F))
    let leads = XMLScanner.zeroBytes(word ^ (ones &* 0xC2))
    return (small | deletes | leads) != 0
  }
}
