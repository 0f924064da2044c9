import HealthEvents
import HealthModel
import HealthTables

/// Names by which sources are told apart.
enum SourceName {
  /// The name without what makes no other source of it: in real exports names of one source differ by
  /// no-break spaces and by blanks at their end.
  static func folded(_ name: String) -> String {
    // By bytes: by scalars it costs a short command a twentieth of its time.
    var bytes: [UInt8] = []
    bytes.reserveCapacity(name.utf8.count)
    for byte in name.utf8 {
      if byte == 0xA0, bytes.last == 0xC2 {
        bytes[bytes.count - 1] = UInt8(ascii: " ")
      } else {
        bytes.append(byte)
      }
    }
    while bytes.last == UInt8(ascii: " ") { bytes.removeLast() }
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension HealthTables {
  /// Whether what has this provenance was entered by hand by the owner.
  func isByHand(_ provenance: UInt32) -> Bool {
    guard actors.names[Int(provenances[Int(provenance)].actor)] == Actor.owner else { return false }
    return origin(provenance).map { $0.source.name == Actor.owner } ?? true
  }
}
