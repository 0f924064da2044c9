/// Names by which sources are told apart.
package enum SourceName {
  /// The name without differences that do not make another source: in real exports, names of one
  /// source differ by no-break spaces and by blanks at their end.
  package static func folded(_ name: String) -> String {
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

  /// The name as a keyboard writes it. Apple's names have signs that keyboards lack:
  /// `Anna’s Apple Watch` with a typographic apostrophe and a no-break space. What a person asks
  /// for and what a journal holds are compared in this form.
  package static func typed(_ name: String) -> String {
    String(folded(name).map { $0 == "’" ? "'" : $0 })
  }

  /// Whether a person who asks for a name means this one.
  package static func means(_ asked: String, _ name: String) -> Bool {
    asked == name || typed(asked) == typed(name)
  }

  /// The name with what tells it from others of that name: `iPhone (iPhone14,5)`.
  package static func label(_ name: String, _ distinction: String) -> String {
    "\(folded(name)) (\(distinction))"
  }
}
