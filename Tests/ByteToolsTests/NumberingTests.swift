import ByteTools
import Testing

/// Numbers of keys, whether those are looked through or looked up.
@Suite struct NumberingTests {
  @Test(arguments: [0, 1, 16, 17, 18, 100]) func keysHaveTheNumbersInWhichTheyCame(_ count: Int) {
    var numbering = Numbering<String>()
    for number in 0..<count {
      #expect(numbering.number(of: "\(number)") == nil)
      numbering.append("\(number)")
    }
    #expect(numbering.keys == (0..<count).map { "\($0)" })
    for number in 0..<count { #expect(numbering.number(of: "\(number)") == number) }
    #expect(numbering.number(of: "x") == nil)
  }
}
