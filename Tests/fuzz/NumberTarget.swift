import ByteTools

/// The quick reader of numbers reads what the slow one reads; a number is written as text that is
/// read as the same number.
enum NumberTarget {
  static func run(_ bytes: [UInt8]) {
    var (quickEnd, slowEnd) = (0, 0)
    let quick = DecimalText.parse(bytes.rawBytes, at: &quickEnd)
    let slow = DecimalText.parseSlowly(bytes.rawBytes, at: &slowEnd)
    demand(quick?.bitPattern == slow?.bitPattern, "\(quick as Any) is not \(slow as Any)")
    demand(quickEnd == slowEnd, "read up to \(quickEnd), not \(slowEnd)")
    if DecimalText.isShortest(bytes.rawBytes) {
      let text = Array(DecimalText.text(quick ?? .nan).utf8)
      demand(text == bytes, "the shortest text is another one")
    }
    if let quick { writeAndRead(quick) }
    guard bytes.count == 8 else { return }
    let pattern = bytes.reduce(UInt64(0)) { ($0 << 8) | UInt64($1) }
    let number = Double(bitPattern: pattern)
    if number.isFinite { writeAndRead(number) }
  }

  private static func writeAndRead(_ number: Double) {
    let text = DecimalText.text(number)
    var end = 0
    let again = DecimalText.parse(Array(text.utf8).rawBytes, at: &end)
    demand(again == number && end == text.utf8.count, "\(number) is written as \(text)")
  }
}
