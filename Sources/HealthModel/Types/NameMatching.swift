/// How names that people type are compared.
enum NameMatching {
  /// The name with a small first letter, which is ASCII: `stepCount` for `StepCount`.
  static func small(_ name: String) -> String { withFirst(of: name) { $0 | 0x20 } }

  /// The name as it stands after another one: `StepCount` for `stepCount`.
  static func capital(_ name: String) -> String { withFirst(of: name) { $0 & 0xDF } }

  /// The name with its first byte changed: every start of a program makes some hundred of them.
  private static func withFirst(of name: String, _ change: (UInt8) -> UInt8) -> String {
    var bytes = Array(name.utf8)
    guard let first = bytes.first, (0x61...0x7A).contains(first | 0x20) else { return name }
    bytes[0] = change(first)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Letters in lower case, without the separators `-`, `_`, `.` and space.
  ///
  ///     NameMatching.fold("Heart Rate")   // "heartrate"
  static func fold(_ name: String) -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(name.utf8.count)
    for byte in name.utf8 {
      switch byte {
      case UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."), UInt8(ascii: " "): continue
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): bytes.append(byte + 32)
      default: bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Damerau–Levenshtein distance, where two letters that changed places count as one slip.
  ///
  ///     NameMatching.distance(Array("stepcuont".utf8), Array("stepcount".utf8))   // 1
  ///
  /// - Complexity: the product of the lengths.
  static func distance(_ left: [UInt8], _ right: [UInt8]) -> Int {
    var before: [Int] = []
    var above = Array(0...right.count)
    for i in left.indices {
      var row = [i + 1]
      for j in right.indices {
        let swap = left[i] == right[j] ? 0 : 1
        var best = min(above[j] + swap, above[j + 1] + 1, row[j] + 1)
        if i > 0, j > 0, left[i] == right[j - 1], left[i - 1] == right[j] {
          best = min(best, before[j - 1] + 1)
        }
        row.append(best)
      }
      (before, above) = (above, row)
    }
    return above[right.count]
  }
}

/// Values by the names that people type, with the nearest names for a slip.
struct NameIndex<Value: Sendable>: Sendable {
  /// A name, what to call it in a suggestion, and what it stands for.
  struct Entry: Sendable {
    let name: String
    let shown: String
    let value: Value
  }

  private let entries: [Entry]
  private let values: [String: Value]

  /// A later entry does not take the name of an earlier one.
  init(_ entries: [Entry]) {
    var values: [String: Value] = [:]
    values.reserveCapacity(entries.count)
    for entry in entries {
      let folded = NameMatching.fold(entry.name)
      if values[folded] == nil { values[folded] = entry.value }
    }
    self.entries = entries
    self.values = values
  }

  /// The value with this name, in any case and with any separators.
  func find(_ name: String) -> Value? { values[NameMatching.fold(name)] }

  /// Up to three names within reach of a slip (a quarter of the letters, 1 to 3 of them); where
  /// there are none, the shortest names that contain the text.
  func suggestions(for name: String) -> [String] {
    let typed = Array(NameMatching.fold(name).utf8)
    guard (2...64).contains(typed.count) else { return [] }
    let reach = min(max(typed.count / 4, 1), 3)
    var near: [(rank: Int, shown: String)] = []
    var containing: [(rank: Int, shown: String)] = []
    for entry in entries {
      let folded = Array(NameMatching.fold(entry.name).utf8)
      if abs(folded.count - typed.count) <= reach {
        let distance = NameMatching.distance(typed, folded)
        if distance <= reach { near.append((distance, entry.shown)) }
      }
      if typed.count > 2, folded.count > typed.count, folded.contains(typed) {
        containing.append((folded.count, entry.shown))
      }
    }
    return Self.firstThree(near.isEmpty ? containing : near)
  }

  private static func firstThree(_ found: [(rank: Int, shown: String)]) -> [String] {
    var names: [String] = []
    for (_, shown) in found.sorted(by: { ($0.rank, $0.shown) < ($1.rank, $1.shown) })
    where !names.contains(shown) {
      names.append(shown)
      if names.count == 3 { break }
    }
    return names
  }
}

/// What may have been meant by a word that is not a known name.
package enum NearestNames {
  /// Up to three names within reach of a slip, else those that contain the word.
  ///
  ///     NearestNames.of("dayly", among: ["daily", "delete"])   // ["daily"]
  package static func of(_ word: String, among names: [String]) -> [String] {
    NameIndex(names.map { .init(name: $0, shown: $0, value: $0) }).suggestions(for: word)
  }
}
