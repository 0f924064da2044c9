import ByteTools

/// The `d` of a path: coordinates to a tenth, in shortest form, so that equal drawings are equal
/// bytes.
///
///     var path = PathText()
///     path.move(1, 2.04)
///     path.line(3.25, 4)          // M1 2L3.3 4
struct PathText {
  private var bytes: [UInt8] = []

  var text: String { String(decoding: bytes, as: UTF8.self) }
  var isEmpty: Bool { bytes.isEmpty }

  mutating func move(_ x: Double, _ y: Double) { point("M", x, y) }
  mutating func line(_ x: Double, _ y: Double) { point("L", x, y) }

  /// A filled rectangle.
  mutating func rectangle(_ x: Double, _ y: Double, width: Double, height: Double) {
    move(x, y)
    command("h", width)
    command("v", height)
    command("h", -width)
    bytes.append(UInt8(ascii: "z"))
  }

  /// A line straight up or down.
  mutating func upright(_ x: Double, from start: Double, to end: Double) {
    move(x, start)
    command("V", end)
  }

  /// A dot, drawn by the round end of a line of no length.
  mutating func dot(_ x: Double, _ y: Double) {
    move(x, y)
    command("h", 0)
  }

  mutating func close() { bytes.append(UInt8(ascii: "z")) }

  private mutating func point(_ letter: Character, _ x: Double, _ y: Double) {
    bytes.append(contentsOf: letter.utf8)
    append(x)
    let before = bytes.count
    append(y)
    // A minus sign separates two numbers, so no space is needed before it.
    if bytes[before] != UInt8(ascii: "-") { bytes.insert(UInt8(ascii: " "), at: before) }
  }

  private mutating func command(_ letter: Character, _ value: Double) {
    bytes.append(contentsOf: letter.utf8)
    append(value)
  }

  private mutating func append(_ value: Double) {
    bytes.append(contentsOf: PathText.number(value).utf8)
  }

  /// A coordinate: `12`, `12.3`, `-0.5`; 0 for one that is no number.
  static func number(_ value: Double) -> String {
    // NaN stays NaN through `min` and `max`.
    if value.isNaN { return "0" }
    let tenths = Int((min(max(value, -99_999), 99_999) * 10).rounded())
    let (whole, rest) = (abs(tenths) / 10, abs(tenths) % 10)
    return (tenths < 0 ? "-" : "") + "\(whole)" + (rest > 0 ? ".\(rest)" : "")
  }
}
