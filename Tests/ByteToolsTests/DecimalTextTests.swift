import ByteTools
import TestSupport
import Testing

/// Numbers as text: the shortest that reads back, read with one correct rounding.
@Suite struct DecimalTextTests {
  /// The number at the start of a text, and how many bytes it took.
  static func read(_ text: String) -> (value: Double, count: Int)? {
    let bytes = Array(text.utf8)
    var position = 0
    guard let value = DecimalText.parse(unsafe bytes.span.bytes, at: &position) else {
      #expect(position == 0)
      return nil
    }
    return (value, position)
  }

  static let written: [(Double, String)] = [
    (0, "0"), (-0.0, "-0"), (812, "812"), (-1, "-1"), (0.1, "0.1"),
    (0.1 + 0.2, "0.30000000000000004"),
    (1e15, "1000000000000000"), (9_007_199_254_740_991, "9007199254740991"),
    (9_007_199_254_740_992, "9007199254740992"), (1e16, "1e+16"), (1e22, "1e+22"),
    (1e-5, "1e-05"), (0.0001, "0.0001"), (123.456, "123.456"), (-273.15, "-273.15"),
    (.greatestFiniteMagnitude, "1.7976931348623157e+308"), (.leastNonzeroMagnitude, "5e-324"),
    (.leastNormalMagnitude, "2.2250738585072014e-308"),
  ]

  @Test(arguments: written) func writes(_ value: Double, _ text: String) {
    #expect(DecimalText.text(value) == text)
    #expect(Self.read(text)?.value.bitPattern == value.bitPattern)
  }

  @Test func everyDoubleReadsBackToTheSameBits() {
    var random = Dice(1)
    for _ in 0..<100_000 {
      let value = Double(bitPattern: random.next())
      if value.isFinite { expectReadsBack(value) }
    }
  }

  @Test func decimalLookingDoublesReadBack() {
    var random = Dice(2)
    for _ in 0..<50_000 {
      let digits = Double(Int64.random(in: -9_999_999_999...9_999_999_999, using: &random))
      let power = Int.random(in: 0...12, using: &random)
      expectReadsBack(digits / (0..<power).reduce(1.0) { value, _ in value * 10 })
    }
    for exponent in -1074...1023 {
      let power = Double(sign: .plus, exponent: exponent, significand: 1)
      for value in [power, power.nextUp, power.nextDown, -power] { expectReadsBack(value) }
    }
  }

  private func expectReadsBack(_ value: Double) {
    let text = DecimalText.text(value)
    let back = Self.read(text)
    if back?.value.bitPattern != value.bitPattern || back?.count != text.utf8.count {
      Issue.record("\(value) was written as \(text) and read as \(String(describing: back))")
    }
  }

  @Test func agreesWithTheStandardLibrary() {
    var random = Dice(3)
    for _ in 0..<200_000 { expectAgrees(Self.decimal(using: &random)) }
  }

  /// Halves between two doubles and their neighbours, where one rounding differs from two.
  @Test func roundsHalvesToEven() {
    var random = Dice(4)
    for _ in 0..<20_000 {
      let whole = UInt64.random(in: 1 << 53...1 << 63, using: &random)
      for delta in [0, 1, UInt64.max] { expectAgrees("\(whole &+ delta)") }
      let odd = (UInt64.random(in: 1 << 52..<1 << 53, using: &random) | 1) &* 5
      expectAgrees("\(odd / 10).\(odd % 10)")
    }
    for text in [
      "9007199254740993", "9007199254740992.9", "9007199254740993.0000000000000000001",
      "1.00000000000000011102230246251565", "2.2250738585072011e-308", "4.9e-324", "2.4e-324",
      "2.5e-324", "1.7976931348623158e308", "0.000001e-318", "179769313486231580793e289",
    ] {
      expectAgrees(text)
    }
  }

  private func expectAgrees(_ text: String) {
    let mine = Self.read(text)
    let theirs = Double(text)
    let wanted = theirs.flatMap { $0.isFinite ? $0 : nil }
    if mine?.value.bitPattern != wanted?.bitPattern
      || (mine.map { $0.count != text.utf8.count } ?? false)
    {
      Issue.record(
        "\(text) was read as \(String(describing: mine)), not \(String(describing: wanted))")
    }
  }

  /// A number of JSON's grammar with up to 25 digits, perhaps a point and an exponent.
  static func decimal(using random: inout Dice) -> String {
    let count = Int.random(in: 1...25, using: &random)
    var digits = (0..<count).map { _ in String(Int.random(in: 0...9, using: &random)) }.joined()
    if Int.random(in: 0...3, using: &random) == 0 { digits = "0" + digits }
    let point = Int.random(in: 0...digits.count, using: &random)
    var whole = String(digits.prefix(point).drop { $0 == "0" })
    if whole.isEmpty { whole = "0" }
    let fraction = digits.dropFirst(point)
    var text = (Bool.random(using: &random) ? "-" : "") + whole
    if !fraction.isEmpty { text += "." + fraction }
    if Int.random(in: 0...2, using: &random) == 0 {
      let sign = ["", "+", "-"].randomElement(using: &random) ?? ""
      text += "e\(sign)\(Int.random(in: 0...340, using: &random))"
    }
    return text
  }

  /// What stands after a number is left; what is no number leaves the position alone.
  @Test(arguments: [("12,", 2), ("0]", 1), ("-7}", 2), ("1.5e3 ", 5), ("3x", 1), ("-0.0", 4)])
  func stopsAfterTheNumber(_ text: String, _ count: Int) {
    #expect(Self.read(text)?.count == count)
  }

  @Test(arguments: [
    "", "-", "+1", "01", "-01", ".5", "1.", "1.e1", "1e", "1e+", "x", "1e999", " 1",
  ])
  func refuses(_ text: String) { #expect(Self.read(text) == nil) }

  @Test func writesWholeNumbers() {
    for value: UInt64 in [
      0, 9, 10, 99, 100, 12_345_678_901, .max - 1, .max, 10_000_000_000_000_000_000,
    ] {
      var bytes: [UInt8] = []
      DecimalText.append(value, to: &bytes)
      #expect(text(bytes) == String(value))
    }
  }
}
