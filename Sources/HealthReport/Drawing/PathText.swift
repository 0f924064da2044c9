import ByteTools

/// The `d` of a path: coordinates to a tenth, in shortest form, so that equal drawings are equal
/// bytes.
///
///     var path = PathText()
///     path.move(1, 2.04)
///     path.line(3.25, 4)          // M1 2L3.3 4
struct PathText {
  /// A position in a drawing.
  typealias Point = (x: Double, y: Double)

  /// The least length that is surely seen.
  private static let least = 1.0

  private var bytes: [UInt8] = []

  var text: String { String(decoding: bytes, as: UTF8.self) }
  var isEmpty: Bool { bytes.isEmpty }

  mutating func move(_ x: Double, _ y: Double) { point("M", x, y) }
  mutating func line(_ x: Double, _ y: Double) { point("L", x, y) }

  /// A line through points. Of a single point it is a dot, as a line to nowhere paints nothing.
  mutating func line(through points: [Point]) {
    for (index, point) in points.enumerated() {
      if index == 0 { move(point.x, point.y) } else { line(point.x, point.y) }
    }
    if points.count == 1 { command("h", 0) }
  }

  /// A filled area between two lines, whose points stand one above the other. Of single points it
  /// is a narrow rectangle. It is one unit high at least.
  mutating func area(from high: [Point], to low: [Point]) {
    guard high.count > 1 else {
      for (high, low) in zip(high, low) {
        rectangle(high.x - 0.5, high.y, width: 1, height: low.y - high.y)
      }
      return
    }
    let seen = zip(high, low).map { (x: $1.x, y: max($1.y, $0.y + Self.least)) }
    line(through: high + seen.reversed())
    bytes.append(UInt8(ascii: "z"))
  }

  /// A filled rectangle. What is thinner than one unit would not be seen: it grows up and to the
  /// right.
  mutating func rectangle(_ x: Double, _ y: Double, width: Double, height: Double) {
    let (width, seen) = (max(width, Self.least), max(height, Self.least))
    move(x, y + height - seen)
    command("h", width)
    command("v", seen)
    command("h", -width)
    bytes.append(UInt8(ascii: "z"))
  }

  /// A line straight up or down, one unit long at least.
  mutating func upright(_ x: Double, from start: Double, to end: Double) {
    move(x, start)
    command("V", abs(end - start) < Self.least ? start - Self.least : end)
  }

  /// A dot, drawn by the round ends of a line of no length: its class must have such ends.
  mutating func dot(_ x: Double, _ y: Double) {
    move(x, y)
    command("h", 0)
  }

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
