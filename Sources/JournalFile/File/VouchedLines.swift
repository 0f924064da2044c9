import ByteTools
package import HealthEvents
import HealthModel

/// The lines from which something was erased, as a verification of the chain meets them.
///
/// The chain holds the digest that such a line had before, so it says nothing of what stands there
/// now: everybody can write a line with a digest that fits. For what stands there an `erase` after
/// the line vouches: the last one that names the line says that it was erased whole, or has the
/// digest of what is left of it.
struct VouchedLines: Sendable {
  /// A line of which a part was erased.
  private struct Part {
    /// The digest of its bytes as they are.
    var digest: Digest
    /// The number of the `erase` that vouches for it.
    var voucher: UInt64?
  }

  private var parts: [UInt64: Part] = [:]
  /// The lines that were erased whole, ascending: there may be millions of them.
  private var erased: [UInt64] = []
  /// Whether an `erase` vouches for each of these.
  private var isVouched: [Bool] = []

  /// Takes the next line, and its number.
  mutating func take(_ line: RawSpan, _ number: UInt64) {
    switch Chain.remains(ofLine: line) {
    case .erased:
      erased.append(number)
      isVouched.append(false)
    case .rewritten(let now): parts[number] = Part(digest: now)
    case nil:
      if !parts.isEmpty || !erased.isEmpty, let erasure = LineCodec.erasure(in: line) {
        learn(erasure, from: number)
      }
    }
  }

  private mutating func learn(_ erasure: Erasure, from voucher: UInt64) {
    for number in erasure.lines {
      parts[number]?.voucher = nil
      setVouched(number, true)
    }
    for kept in erasure.kept {
      setVouched(kept.sequence, false)
      guard let part = parts[kept.sequence] else { continue }
      parts[kept.sequence]?.voucher = part.digest.hexText == kept.digest ? voucher : nil
    }
  }

  private mutating func setVouched(_ number: UInt64, _ isNow: Bool) {
    let index = erased.indices.partitioningIndex { erased[$0] >= number }
    if index < erased.count, erased[index] == number { isVouched[index] = isNow }
  }

  /// Takes the lines after this one, of which nothing else is asked.
  mutating func take(restOf reader: inout LineReader, after last: UInt64) throws {
    var number = last
    _ = try reader.forEachLine { line, _ in
      number += 1
      take(line, number)
      return true
    }
  }

  /// The first line of which a part was erased, and nothing vouches for the rest.
  var firstPartWithoutVoucher: UInt64? { parts.filter { $0.value.voucher == nil }.keys.min() }

  /// The first line for which nothing vouches; nil: all is well.
  var firstWithoutVoucher: UInt64? {
    let whole = isVouched.firstIndex(of: false).map { erased[$0] }
    return [whole, firstPartWithoutVoucher].compactMap { $0 }.min()
  }
}

extension LineCodec {
  /// Every `erase` holds this key, if need be with escapes.
  private static let keyOfErasures = ByteSearch("\"reason\"")

  /// What a line says was erased; nil: it is no `erase`. Other lines are not decoded.
  package static func erasure(in line: RawSpan) -> Erasure? {
    guard keyOfErasures.occurs(in: line) || line.holdsUnicodeEscape,
      case .erase(let erasure)? = try? decode(line).event
    else { return nil }
    return erasure
  }
}

extension VouchedLines {
  /// How many of the first lines a checkpoint after them does not vouch for: a part of them was
  /// erased later.
  func count(erasedAfter last: UInt64) -> UInt64 {
    UInt64(parts.count { $0.key <= last && ($0.value.voucher ?? .max) > last })
  }
}

extension JournalReader {
  /// Whether an `erase` vouches for each line from which something was erased.
  package func vouchesForErasures() throws -> Bool {
    try vouchedLines().firstWithoutVoucher == nil
  }

  /// The lines from which something was erased.
  func vouchedLines() throws -> VouchedLines {
    var (found, reader) = (VouchedLines(), lines())
    reader.restart(from: 0, to: linesEnd)
    try found.take(restOf: &reader, after: 0)
    return found
  }
}
