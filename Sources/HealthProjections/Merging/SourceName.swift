import HealthEvents
import HealthModel
import HealthTables

/// Names by which sources are told apart.
enum SourceName {
  /// The name without what makes no other source of it: in real exports names of one source differ by
  /// no-break spaces and by blanks at their end.
  static func folded(_ name: String) -> String {
    // Most are as they are: no blank at the end and no byte that a no-break space has.
    if name.utf8.last != UInt8(ascii: " "), !name.utf8.contains(0xA0) { return name }
    var scalars = Array(name.unicodeScalars.map { $0 == "\u{A0}" ? " " : $0 })
    while scalars.last == " " { scalars.removeLast() }
    return String(String.UnicodeScalarView(scalars))
  }
}

extension HealthTables {
  /// Whether what has this provenance was entered by hand by the owner.
  func isByHand(_ provenance: UInt32) -> Bool {
    guard actors.names[Int(provenances[Int(provenance)].actor)] == Actor.owner else { return false }
    return origin(provenance).map { $0.source.name == Actor.owner } ?? true
  }
}
