import HealthModel
import JournalFile

/// The names of files beside export.xml: no two are equal, in either case of letters, and none
/// leads out of the folder.
struct AppleFileNames {
  /// The name of the one file that every export has.
  static let main = "export.xml"

  private var taken: Set<String> = []
  /// The last number that was given to a name, without its ending: those below it are taken.
  private var numbers: [String: Int] = [:]

  /// The name of the file at a path that an object states, as `/workout-routes/x.gpx`; nil where it
  /// leads elsewhere, is taken, or its folder would stand at the path of export.xml.
  mutating func claim(_ path: String, ending: String) -> String? {
    let parts = FilePath.names(in: path).dropFirst()
    let isPlain = parts.allSatisfy { part in
      !part.isEmpty && part.utf8.first != UInt8(ascii: ".") && part.utf8.count < 200
        && part.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F && $0 != "\\" }
    }
    guard path.utf8.first == UInt8(ascii: "/"), parts.count == 2, isPlain, path.hasSuffix(ending),
      parts.first?.lowercased() != Self.main, taken.insert(path.lowercased()).inserted
    else { return nil }
    return parts.joined(separator: "/")
  }

  /// A name that is not taken, made of what a file holds and when that began.
  mutating func name(_ start: String, _ ending: String) -> String {
    let plain = start + ending
    var number = numbers[plain] ?? 1
    var name = number == 1 ? plain : "\(start)_\(number)\(ending)"
    while !taken.insert("/" + name.lowercased()).inserted {
      number += 1
      name = "\(start)_\(number)\(ending)"
    }
    numbers[plain] = number
    return name
  }
}

extension Timestamp {
  /// As the phone puts it into a name: `2021-01-28_5.21pm`.
  var inName: String {
    let twelve = hour % 12 == 0 ? 12 : hour % 12
    return "\(date)_\(twelve).\(minute < 10 ? "0" : "")\(minute)\(hour < 12 ? "am" : "pm")"
  }
}

/// A file beside export.xml.
struct AppleFile {
  /// Its path in the folder.
  var name: String
  /// What it holds.
  var bytes: [UInt8]
}
