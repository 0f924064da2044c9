import HealthModel
import TestSupport
import Testing

/// Sums are right to the last bit, whatever their order.
@Suite struct ExactSumTests {
  static func sum(_ numbers: [Double]) -> Double {
    var sum = ExactSum()
    for number in numbers { sum.add(number) }
    return sum.value
  }

  /// Numbers of all sizes, with their opposites and halves of their last bits among them.
  static func nasty(_ dice: inout Dice) -> [Double] {
    var numbers: [Double] = []
    for _ in 0..<(1 + dice.below(40)) {
      let exponent = dice.below(4) == 0 ? dice.below(1800) - 900 : dice.below(60) - 30
      let significand = 1 + Double(dice.next() >> 12) * 0x1p-52
      let sign: FloatingPointSign = dice.below(2) == 0 ? .plus : .minus
      let number = Double(sign: sign, exponent: exponent, significand: significand)
      numbers.append(number)
      switch dice.below(4) {
      case 0: numbers.append(-number)
      case 1: numbers.append(number.ulp / 2)
      case 2: numbers += [-number.ulp / 2, number.ulp / 4 * 0x1p-60]
      default: break
      }
    }
    return numbers.shuffled(using: &dice)
  }

  @Test(.enabled(if: Python.isPresent)) func agreesWithPython() throws {
    var dice = Dice(1)
    let lists = (0..<3000).map { _ in Self.nasty(&dice) }
    let input = lists.map { $0.map { "\($0)" }.joined(separator: " ") }.joined(separator: "\n")
    let program = """
      import sys, math
      for line in sys.stdin: print(repr(math.fsum(map(float, line.split()))))
      """
    let lines = try Python.run(["-c", program], input: input).split(separator: "\n")
    try #require(lines.count == lists.count)
    for (list, line) in zip(lists, lines) { #expect(Self.sum(list) == Double(line), "\(list)") }
  }

  @Test(arguments: Counts.seeds(2...60)) func anyOrderGivesTheSameBits(_ seed: Int) {
    var dice = Dice(seed)
    let numbers = Self.nasty(&dice)
    let expected = Self.sum(numbers).bitPattern
    for _ in 0..<10 {
      #expect(Self.sum(numbers.shuffled(using: &dice)).bitPattern == expected)
    }
  }

  /// On the way a sum may be beyond the greatest double.
  @Test func anyOrderOfHugeNumbersGivesTheSameBits() {
    let numbers = [1e308, 1.5e308, -1e308, -1.5e308, 1.7e308, 3, 0x1p-60]
    var dice = Dice(7)
    for _ in 0..<200 {
      let shuffled = numbers.shuffled(using: &dice)
      #expect(Self.sum(shuffled) == 1.7e308, "\(shuffled)")
      #expect(Self.sum(shuffled + [-1.7e308]) == 3 + 0x1p-60, "\(shuffled)")
    }
    #expect(Self.sum([1e308, 1e308]) == .infinity)
    #expect(Self.sum([-1e308, -1e308, 1]) == -.infinity)
  }

  @Test func smallOnes() {
    #expect(Self.sum([]) == 0)
    #expect(Self.sum([Double](repeating: 0.1, count: 10)) == 1)
    #expect(Self.sum([1e100, 1, -1e100]) == 1)
    #expect(Self.sum([1, 0x1p-53, 0x1p-106]) == 1.0.nextUp)
    #expect(Self.sum([1, 0x1p-53, -0x1p-106]) == 1)
  }
}
