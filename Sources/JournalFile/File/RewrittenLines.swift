import ByteTools
import HealthEvents

/// The lines from which something was erased, as a verification of the chain meets them.
///
/// The chain holds the digest that such a line had before, so it says nothing of what stands there now. For that
/// an `erase` behind the line vouches: the last one that names the line has the digest of its bytes as they are.
struct RewrittenLines: Sendable {
  /// A line from which something was erased.
  private struct Line {
    /// The digest of its bytes as they are.
    var digest: Digest
    /// The place before it.
    var before: Head
    /// The number of the `erase` that vouches for it.
    var voucher: UInt64?
  }

  private var lines: [UInt64: Line] = [:]
  /// Every `erase` holds this key, if need be with escapes.
  private static let mark = ByteSearch("\"reason\"")

  /// Whether some wait for an `erase` that vouches for them.
  var isWaiting: Bool { lines.values.contains { $0.voucher == nil } }

  /// Takes the next line, which follows a place.
  mutating func take(_ line: RawSpan, after place: Head) {
    if let digest = Chain.rewrittenDigest(ofLine: line) {
      lines[place.sequence + 1] = Line(digest: digest, before: place)
    } else if !lines.isEmpty, Self.mark.occurs(in: line) || line.holdsUnicodeEscape,
      case .erase(let erasure)? = try? LineCodec.decode(line).event
    {
      learn(erasure, from: place.sequence + 1)
    }
  }

  private mutating func learn(_ erasure: Erasure, from voucher: UInt64) {
    for number in erasure.lines { lines[number]?.voucher = nil }
    for kept in erasure.kept {
      guard var line = lines[kept.sequence] else { continue }
      line.voucher = line.digest.hexText == kept.digest ? voucher : nil
      lines[kept.sequence] = line
    }
  }

  /// Takes the lines that follow, of which nothing else is asked.
  mutating func take(
    restOf reader: inout LineReader, from place: Head, to end: UInt64
  ) throws {
    var place = place
    reader.restart(from: place.offset, to: end)
    _ = try reader.forEachLine { line, offset in
      take(line, after: place)
      place.sequence += 1
      place.offset = offset + UInt64(line.byteCount) + 1
      return true
    }
  }

  /// The place before the first of them that nothing vouches for; nil: all is well.
  var firstWithoutVoucher: Head? {
    lines.filter { $0.value.voucher == nil }.min { $0.key < $1.key }?.value.before
  }
}

extension RewrittenLines {
  /// How many of the first lines a checkpoint behind them does not vouch for: a part of them was erased later.
  func count(erasedBehind last: UInt64) -> UInt64 {
    UInt64(lines.count { $0.key <= last && ($0.value.voucher ?? .max) > last })
  }
}

extension JournalReader {
  /// Whether an `erase` vouches for each line from which something was erased.
  package func vouchesForRewrittenLines() throws -> Bool { try !rewrittenLines().isWaiting }

  /// The lines from which something was erased.
  func rewrittenLines() throws -> RewrittenLines {
    var (lines, reader) = (RewrittenLines(), lines())
    try lines.take(restOf: &reader, from: Head(), to: linesEnd)
    return lines
  }
}
